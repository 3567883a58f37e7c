// Chooses a file by its portrait: a button, then a sheet with search; arrows and Enter work.
import { html, useEffect, useId, useRef, useState } from "../dom.js";
import { Dice } from "../pieces.js";
import { recall, remember } from "../memory.js";
import { cardOf } from "../card.js";
import { Portrait, useCard, useInSight } from "./cards.js";
import { FIGHTING } from "./file-card.js";

const LAST = "brickyard-last";
const MOST_LAST = 4;
const ROLES = [...FIGHTING, "station", "hva", "system", "terrain", "debris", "pilot"];
export const fits = (one, roles) =>
  (one.kind === "model" || one.kind === "manifest") && roles.includes(one.role);

// `more` are [value, text] that are no files; `prompt` stands on the button while nothing is chosen.
export function Picker({ label, prompt, value, files, onPick, more = [], around }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const chosen = files.find((one) => one.file === value);
  const said = more.find(([one]) => one === value)?.[1] || chosen?.name || value || prompt;
  const picked = (one) => {
    setOpen(false);
    if (one === null) return;
    if (files.some((each) => each.file === one))
      remember(LAST, [one, ...(recall(LAST) || []).filter((each) => each !== one)].slice(0, MOST_LAST));
    onPick(one);
  };
  return html`<div class="field picker">
    <span class="label" id=${id}>${label}</span>
    <button type="button" class="pick" aria-haspopup="dialog" aria-labelledby=${`${id} ${id}-said`}
      onClick=${() => setOpen(true)}>
      ${chosen && html`<${Portrait} file=${value} store=${around.store} />`}
      <span id=${`${id}-said`}>${said}</span></button>
    ${isOpen && html`<${Sheet} ...${{ label, value, files, more, around }} onPick=${picked} />`}</div>`;
}

function Sheet({ label, value, files, more, around, onPick }) {
  const { t } = around;
  const box = useRef(null);
  const list = useRef(null);
  const id = useId();
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  useEffect(() => {
    const before = /** @type {HTMLElement} */ (document.activeElement);
    const dialog = box.current;
    dialog.showModal();
    return () => {
      // Behind an open sheet nothing takes the focus.
      dialog.close();
      before?.focus?.();
    };
  }, []);
  const last = recall(LAST) || [];
  const rank = (one) =>
    last.includes(one.file)
      ? last.indexOf(one.file)
      : MOST_LAST + (one.kind === "model" ? 0 : ROLES.length) + ROLES.indexOf(one.role);
  const wanted = words.toLowerCase().split(/\s+/);
  const found = files
    .filter((one) => wanted.every((word) => `${one.name} ${one.file}`.toLowerCase().includes(word)))
    .sort((one, other) => rank(one) - rank(other));
  const options = [...found.map((one) => one.file), ...(words ? [] : more.map(([one]) => one))];
  const active = Math.min(at, options.length - 1);
  const move = (next) => {
    const to = Math.max(0, Math.min(options.length - 1, next));
    setAt(to);
    list.current.children[to]?.scrollIntoView({ block: "nearest" });
  };
  // As many as stand beside each other.
  const across = () => {
    const all = [...list.current.children];
    return Math.max(1, all.filter((one) => one.offsetTop === all[0].offsetTop).length);
  };
  const typed = (event) => {
    const steps = { ArrowDown: across, ArrowUp: () => -across() };
    if (!words) Object.assign(steps, { ArrowRight: () => 1, ArrowLeft: () => -1 });
    if (event.key in steps) {
      event.preventDefault();
      move(active + steps[event.key]());
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (active >= 0) onPick(options[active]);
    }
  };
  const option = (one, place, inside) => html`<li key=${one} role="option" id=${`${id}-${place}`}
    aria-selected=${place === active ? "true" : "false"} class=${one === value ? "chosen" : ""}
    data-file=${one} onClick=${() => onPick(one)}>
    ${inside}</li>`;
  return html`<dialog ref=${box} class="pick-sheet" aria-label=${label} onCancel=${() => onPick(null)}>
    <p>
      <input type="search" role="combobox" aria-expanded="true" aria-controls=${id} aria-autocomplete="list"
        aria-activedescendant=${active >= 0 ? `${id}-${active}` : null} aria-label=${t("picker.search")}
        placeholder=${t("picker.search")} value=${words} onKeyDown=${typed}
        onInput=${(event) => {
          setWords(event.target.value);
          setAt(0);
        }} />
      <button type="button" onClick=${() => onPick(null)}>${t("notice.close")}</button></p>
    ${!options.length && html`<p role="status">${t("yard.noneFits")}</p>`}
    <ul role="listbox" id=${id} aria-label=${label} ref=${list}>
      ${found.map((one, place) => option(one.file, place, html`<${Fighter} one=${one} around=${around} />`))}
      ${!words && more.map(([one, text], place) => option(one, found.length + place, html`<b>${text}</b>`))}
    </ul></dialog>`;
}

function Fighter({ one, around }) {
  const { store, api, t } = around;
  const [element, isSeen] = useInSight();
  const answer = useCard(one.file, { api, store, kind: one.kind }, isSeen);
  const card = answer?.value ? cardOf(answer.value) : null;
  return html`<span ref=${element} class="option">
    ${isSeen ? html`<${Portrait} file=${one.file} store=${store} />` : html`<span class="portrait"></span>`}
    <b>${one.name || one.file}</b>
    ${
      card?.dice.length
        ? html`<${Dice} dice=${card.dice} t=${t} />`
        : html`<small>${card?.kindWords(t) || one.file}</small>`
    }</span>`;
}
