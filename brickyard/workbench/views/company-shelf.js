// The designs of the yard as cards: dragged into the force, or chosen with a button.
import { html, useState, useStore } from "../dom.js";
import { Dice } from "../pieces.js";
import { Portrait, useCard, useInSight } from "./cards.js";
import { listFor, LISTS } from "./manifests.js";

export const DESIGN = "application/x-brickyard-design";
export const UNIT = "application/x-brickyard-unit";
// What a force of a kind can field.
const KINDS = {
  company: ["frame", "station"],
  fleet: ["ship", "capital", "frigate", "company", "hva", "ace"],
};

export function Shelf({ kind, store, api, t, choose, isReady, isEmpty }) {
  const files = useStore(store, (state) => state.yard?.files) || [];
  const [words, setWords] = useState("");
  const models = files.filter(
    (one) => one.kind === "model" && one.file.toLowerCase().includes(words.toLowerCase()),
  );
  // Folders named after what they hold come first.
  const rank = (one) => {
    const at = LISTS[kind].indexOf(one.file.split("/")[0]);
    return at < 0 ? LISTS[kind].length + one.file.split("/").length : at;
  };
  models.sort((one, other) => rank(one) - rank(other));
  // On a small screen the force comes first, once there is one.
  const [isOpen] = useState(() => isEmpty || matchMedia("(min-width: 64rem)").matches);
  return html`<aside class="shelf" aria-label=${t("company.shelf")}>
    <details open=${isOpen}>
      <summary><h2>${t("company.shelf")}</h2></summary>
      <label class="field">
        <span class="unseen">${t("company.filter")}</span>
        <input type="search" value=${words} placeholder=${t("company.filter")}
          onInput=${(event) => setWords(event.target.value)} /></label>
      <p class="small">${t("company.shelfHow")}</p>
      <ul class="cards">${models.map(
        (one) => html`<${Card} key=${one.file} one=${one} kind=${kind} api=${api} store=${store} t=${t}
          choose=${choose} isReady=${isReady} />`,
      )}</ul>
      ${!models.length && html`<p class="small">${t("company.shelfEmpty")}</p>`}</details></aside>`;
}

function Card({ one, kind, api, store, t, choose, isReady }) {
  const [element, isSeen] = useInSight();
  const card = useCard(one.file, { api, store, kind: one.kind }, isSeen && isReady)?.value?.units[0];
  const role = card?.role || card?.kind || "";
  const name = card?.title || card?.name || one.name;
  // What is known to be something else is left out; what is not known yet stays.
  if (role && !KINDS[kind].includes(role)) return null;
  // Where it belongs is known when its card is.
  const add = async () => choose(one.file, role || (await roleOf(one.file, api)));
  const take = (event) => {
    event.dataTransfer.setData(DESIGN, JSON.stringify({ file: one.file, role }));
    event.dataTransfer.setData("text/plain", one.file);
    event.dataTransfer.effectAllowed = "copy";
  };
  return html`<li ref=${element} class="card" draggable="true" onDragStart=${take} data-file=${one.file}>
    ${
      isSeen && isReady
        ? html`<${Portrait} file=${one.file} store=${store} />`
        : html`<span class="portrait blank"></span>`
    }
    <span class="words">
      <b>${name}</b>
      <small>${one.file.split("/").pop()}</small>
      ${card?.dice?.length > 0 && html`<${Dice} dice=${card.dice} t=${t} />`}</span>
    <button type="button" aria-label=${t("company.addOne", { name })} onClick=${add}>
      ${t(`company.addTo.${listFor(kind, role)}`)}</button></li>`;
}

const roleOf = (file, api) =>
  api.get("card", { file }).then(
    ({ cards }) => cards[0].units[0]?.role || "",
    () => "",
  );
