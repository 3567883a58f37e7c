// Game night from here: the table starts as a server of its own, for this machine or for phones on the
// network.
import { html, useState } from "../dom.js";

export function Play({ files, draft, api, t }) {
  const [found, setFound] = useState(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const start = async (lan) => {
    setBusy(true);
    setProblem("");
    // Opened at once, while the press counts; if the browser refuses, the link below does it.
    const tab = window.open("", "_blank");
    try {
      const started = await api.post("play", { files, lan });
      setFound(started);
      if (tab) {
        tab.opener = null;
        tab.location.replace(started.join || started.address);
      }
    } catch (error) {
      tab?.close();
      setProblem(error.message);
    }
    setBusy(false);
  };
  return html`<details class="play">
    <summary>${t("company.play")}</summary>
    <p>${t("company.playAbout")}</p>
    ${
      draft.draft > 0
        ? html`<p>${t("company.playSave")}</p>`
        : html`<p class="row">
          <button type="button" disabled=${isBusy} onClick=${() => start(false)}>
            ${t("company.playHere")}</button>
          <button type="button" disabled=${isBusy} onClick=${() => start(true)}>
            ${t("company.playPhones")}</button></p>`
    }
    <p role="status">
      ${isBusy && t("company.playWait")}${problem}
      ${
        found &&
        html`<a href=${found.join || found.address} target="_blank" rel="noreferrer">
            ${t("company.playOpen")}</a> ${t("company.playLog", { folder: found.log })}`
      }</p></details>`;
}
