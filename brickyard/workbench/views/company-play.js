// Game night from here: the table starts as a server of its own, for this machine or for phones on the
// network.
import { html, useState } from "../dom.js";
import { Tick } from "./fields.js";

// `forces` are those of a campaign: who plays is chosen where there are more than two.
export function Play({ file, forces = [], draft, api, t }) {
  const [isIn, setIn] = useState({});
  const playing = forces.filter((one) => isIn[one.file] ?? true);
  const files = playing.length < forces.length ? [file, ...playing.map((one) => one.file)] : [file];
  const [found, setFound] = useState(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const isNobody = forces.length > 0 && !playing.length;
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
        : html`${
            forces.length > 2 &&
            html`<fieldset class="who-plays">
              <legend>${t("company.whoPlays")}</legend>
              ${forces.map(
                (one) => html`<${Tick} key=${one.file} label=${one.name} isOn=${playing.includes(one)}
                  onSet=${(isOn) => setIn({ ...isIn, [one.file]: isOn })} />`,
              )}</fieldset>`
          }
          <p class="row">
          <button type="button" disabled=${isBusy || isNobody} onClick=${() => start(false)}>
            ${t("company.playHere")}</button>
          <button type="button" disabled=${isBusy || isNobody} onClick=${() => start(true)}>
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
