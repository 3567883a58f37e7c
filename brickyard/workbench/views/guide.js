// "How do I …": make a submodel and name it, in each editor; what is known, and what nobody has tried.
import { html } from "../dom.js";
import { change } from "../router.js";
import { Gather, Judged, Name, Select } from "./guide-drawings.js";

const EDITORS = ["studio", "leocad", "ldcad", "mlcad"];
const TAGS = [
  ["[2Rd]", "rifle"],
  ["[1B]", "shield"],
  ["[1Y]", "camera"],
  ["[1G]", "jets"],
  ["[rocket]", "rocket"],
  ["[pilot]", "pilot"],
  ["[station]", "station"],
  ["[spare]", "spare"],
];

export default function View({ address, t }) {
  const editor = EDITORS.includes(address.params.get("editor")) ? address.params.get("editor") : "studio";
  return html`<section class="guide">
    <div class="view-head"><h1>${t("guide.title")}</h1><p class="under">${t("guide.under")}</p></div>
    <div class="tabs" role="group" aria-label=${t("guide.editors")}>${EDITORS.map(
      (one) => html`<button key=${one} type="button" aria-pressed=${one === editor ? "true" : "false"}
        onClick=${() => change({ editor: one })}>
        ${t(`guide.${one}`)}</button>`,
    )}</div>
    <h2>${t("guide.how", { editor: t(`guide.${editor}`) })}</h2>
    <ol class="guide-steps">
      <li><${Select} t=${t} /><h3>${t("guide.select")}</h3><p>${t(`guide.${editor}.select`)}</p></li>
      <li><${Gather} t=${t} /><h3>${t("guide.gather")}</h3><p>${t(`guide.${editor}.gather`)}</p></li>
      <li>
        <${Name} t=${t} kind=${editor === "leocad" ? "group" : "submodel"} />
        <h3>${t("guide.name")}</h3>
        <p>${t(`guide.${editor}.name`)}</p></li>
      <li><${Judged} t=${t} /><h3>${t("guide.save")}</h3><p>${t(`guide.${editor}.save`)}</p></li></ol>
    <p class="known small">${t(`guide.${editor}.known`)}</p>
    <h2>${t("guide.tags")}</h2>
    <p>${t("guide.tagsHow")}</p>
    <dl class="tag-table">${TAGS.map(
      ([tag, name]) => html`<div key=${tag}>
        <dt><code>${tag}</code></dt><dd>${t(`guide.tag.${name}`)}</dd></div>`,
    )}</dl>
    <h2>${t("guide.orHere")}</h2>
    <p>${t("guide.orHereHow")} <a href="/">${t("guide.toYard")}</a></p></section>`;
}
