// What parts can be tagged as: systems drawn as dice, and the other roles as words.
import { html, useState } from "./dom.js";
import { Die, diceOf, letters } from "./dice.js";

const SYSTEMS = ["1B", "1G", "1Y", "2Rh", "2Rd", "2Ra"];
const SPLIT = ["1Rh 1Rd", "1Rd 1Ra", "1Rh 1Ra"];
const ROLES = ["rocket", "base", "pilot", "station", "flag", "frame", "spare"];
// For fleets, and for what else lies on a table.
const MORE = ["capital", "frigate", "hva", "company", "terrain", "debris"];

const shownDice = (tag) => (SPLIT.includes(tag) ? diceOf(tag) : diceOf(tag).slice(0, 1));
const plain = (tag) => (tag || "").toLowerCase().replace(/^1(?=[bgy]$)/, "");

// `tag` is what the chosen parts are tagged as now: "" for nothing, null if they differ. A small one begins
// with what is wanted most, so that the verdict stays in sight.
export function Palette({ tag, isReady, isBusy, onTag, isSmall = false, t }) {
  const [isOpen, setOpen] = useState(false);
  const [words, setWords] = useState("");
  const button = (
    value,
    inside,
    name,
  ) => html`<button type="button" key=${value} class=${inside ? "tag dice" : "tag"} data-tag=${value}
    disabled=${!isReady}
    aria-pressed=${isReady && tag !== null && plain(tag) === plain(value) ? "true" : "false"}
    aria-label=${name} title=${name} onClick=${() => onTag(value)}>
    ${inside || t(`tag.${value}`)}</button>`;
  const die = (value) =>
    button(
      value,
      shownDice(value).map((one, place) => html`<${Die} key=${place} die=${one} title=${null} />`),
      `${shownDice(value).map(letters).join("")}: ${t(`tag.${value}`)}`,
    );
  return html`<div class="palette" role="group" aria-label=${t("palette.label")}
    aria-busy=${isBusy ? "true" : "false"}>
    <span class="small lead" id="palette-lead">${t("palette.as")}</span>
    <span class="some systems-row">${SYSTEMS.map(die)}</span>
    ${
      (!isSmall || isOpen) &&
      html`<span class="some split-row">
          <span class="small">${t("palette.split")}</span>${SPLIT.map(die)}</span>
        <span class="some">${ROLES.slice(Number(isSmall)).map((value) => button(value))}</span>`
    }
    <span class="some">
      ${isSmall && button(ROLES[0])} ${button("none", null, t("tag.none"))}
      <button type="button" class="tag" aria-expanded=${isOpen ? "true" : "false"}
        onClick=${() => setOpen(!isOpen)}>
        ${t("palette.more")}</button></span>
    ${
      isOpen &&
      html`<form class="some more"
        onSubmit=${(event) => {
          event.preventDefault();
          if (words.trim() && isReady) onTag(words.trim());
        }}>
        ${MORE.map((value) => button(value))}
        <label>
          <span class="unseen">${t("palette.own")}</span>
          <input value=${words} placeholder=${t("palette.own")}
            onInput=${(event) => setWords(event.target.value)} /></label>
        <button type="submit" disabled=${!isReady || !words.trim()}>${t("palette.set")}</button></form>`
    }
  </div>`;
}
