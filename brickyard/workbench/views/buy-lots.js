// The lots of a list, each with its picture, how sure its number is, and a box to tick if it is owned.
import { html, useState } from "../dom.js";
import { useInSight } from "./cards.js";
import { Radios } from "./fields.js";

const SHOWN = {
  all: () => true,
  open: (lot, isOwned) => !isOwned,
  check: (lot) => lot.confidence !== "exact" || Boolean(lot.never_made),
};

export function Lots({ found, left, have, keyOf, tick, api, t }) {
  const [shown, setShown] = useState("all");
  const rest = new Map((left?.lots || []).map((one) => [keyOf(one), one]));
  const isOwned = (lot) => (have[keyOf(lot)] || 0) > 0 || lot.quantity === 0;
  const lots = found.lots.filter((lot) => SHOWN[shown](lot, isOwned(lot)));
  const toCheck = found.lots.filter((lot) => SHOWN.check(lot)).length;
  return html`<${Radios} legend=${t("buy.show")} value=${shown}
      choices=${Object.keys(SHOWN).map((one) => [
        one,
        one === "check" ? t("buy.show.check", { count: toCheck }) : t(`buy.show.${one}`),
      ])} onSet=${setShown} />
    <ul class="lots">${lots.map(
      (lot) => html`<${LotCard} key=${keyOf(lot)} lot=${lot} rest=${rest.get(keyOf(lot))}
        isTicked=${(have[keyOf(lot)] || 0) > 0} tick=${tick} api=${api} t=${t} />`,
    )}</ul>`;
}

function LotCard({ lot, rest, isTicked, tick, api, t }) {
  const [element, isSeen] = useInSight();
  const [isBlank, setBlank] = useState(false);
  const piece = lot.pieces?.[0];
  const quantity = rest ? rest.quantity : isTicked ? 0 : lot.quantity;
  return html`<li ref=${element} class=${`lot ${lot.confidence} ${quantity === 0 ? "done" : ""}`}
    data-lot=${`${lot.number} ${lot.colour}`}>
    <span class="part-picture">${
      isSeen &&
      piece &&
      !isBlank &&
      html`<img src=${api.address("part-picture", { part: piece.part, colour: piece.colour })} alt=""
        width="72" height="72" onError=${() => setBlank(true)} />`
    }</span>
    <div class="what">
      <p><b class="quantity">${quantity} ×</b> ${lot.title}</p>
      <p class="small">
        ${lot.colour_name} · <a href=${lot.link} target="_blank" rel="noreferrer">
          ${lot.number || t("buy.noNumber")}</a> <span class=${`sure ${lot.confidence}`} title=${lot.reason}>
          ${t.has(`buy.sure.${lot.confidence}`) ? t(`buy.sure.${lot.confidence}`) : lot.confidence}</span></p>
      ${lot.confidence !== "exact" && html`<p class="small">${lot.reason}</p>`}
      ${lot.never_made && html`<p class="small never">${neverMade(lot.never_made, t)}</p>`}
      ${
        lot.instead?.length > 0 &&
        html`<p class="small">
          ${t("buy.instead", { numbers: lot.instead.map((one) => one.number).join(", ") })}</p>`
      }</div>
    <label class="own">
      <input type="checkbox" checked=${isTicked || (lot.quantity === 0 && lot.owned > 0)}
        disabled=${lot.quantity === 0 && lot.owned > 0 && !isTicked}
        onChange=${(event) => tick(lot, event.target.checked)} />
      <span>
        ${t("buy.have")}<span class="unseen"> ${lot.title}, ${lot.colour_name}</span></span></label></li>`;
}

// As the document has it: a sentence, or the nearest colour that was made.
function neverMade(never, t) {
  if (typeof never === "string") return never;
  const nearest = never.nearest?.name || never.nearest_name || never.nearest;
  return nearest && typeof nearest === "string" ? t("buy.neverNearest", { colour: nearest }) : t("buy.never");
}
