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
    try {
      setFound(await api.post("play", { files, lan }));
    } catch (error) {
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
        : html`<p>
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
