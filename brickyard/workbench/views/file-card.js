// A file as a card: the model or the line-up of a list, its name, dice and verdict; it leads to its view.
import { html, useEffect, useState, useStore } from "../dom.js";
import { Dice, DiscardQuestion, Stamp, verdictOf } from "../pieces.js";
import { Picture } from "../picture.js";
import { attempt } from "../store.js";
import { useCard, useInSight } from "./cards.js";
import { cardOf } from "../card.js";

// What has dice of its own; of what no tag names nobody knows it yet.
export const FIGHTING = ["frame", "ship", "company", "fleet", ""];
export const PLACES = {
  manifest: "/company",
  campaign: "/company",
  edition: "/house",
  list: "/buy",
  model: "/design",
};
const MOST_WAYS_ON = 10;
const JUDGED = { model: true, manifest: true, campaign: true };
const SHAPES = { list: "list", edition: "list" };

// A card's facts, told to the yard once they are there.
function useFacts(one, around, isWanted) {
  const { store, api, t, tell } = around;
  const answer = useCard(one.file, { api, store, kind: one.kind }, isWanted && one.kind in JUDGED);
  const card = answer?.value ? cardOf(answer.value) : null;
  useEffect(() => {
    if (!card && !answer?.error) return;
    const carried = card ? [...new Set(card.systems.flatMap((system) => system.codes || []))] : [];
    const text = card
      ? [card.name, card.title, card.kind, card.faction, ...card.units.map((unit) => unit.name)].join(" ")
      : "";
    const verdict = card ? verdictOf(card.verdict, t).key : "not judged";
    const role = (!card?.isForce && card?.units[0]?.role) || "";
    tell?.(one.file, { verdict, carried, text, role, edition: card?.verdict.edition || "" });
  }, [card?.source, answer?.error]);
  return { card, error: answer?.error };
}

export function Asked({ one, ...rest }) {
  useFacts(one, rest, true);
  return null;
}

// The model, or the line-up of a list; a list without models shows its dice.
function Face({ one, card, isSeen, t }) {
  const isList = one.kind === "manifest" || one.kind === "campaign";
  const role = isList && one.role !== "mech" ? "company" : one.role || card?.units[0]?.role;
  const still = (file) => html`<${Picture} key=${file} file=${file} role=${role} isFar=${!isSeen}
    version=${`${one.version}/${one.draft}`} />`;
  const fielded = card?.fielded.length ? card.fielded : one.fielded;
  if (fielded.length) return html`<span class="image several">${fielded.slice(0, 4).map(still)}</span>`;
  const units = card?.units || [];
  // A 'mech has no model: its figure stands for one.
  const isDrawn = card ? units.some((unit) => unit.model) : one.kind === "manifest";
  if (one.kind === "model" || one.role === "mech" || isDrawn) return still(one.file);
  const own = units.filter((unit) => unit.dice?.length);
  if (!own.length)
    return html`<span class=${`image blank of-${SHAPES[one.kind] || one.role || role}`}></span>`;
  return html`<span class="image blank of-dice">${own
    .slice(0, 5)
    .map((unit, at) => html`<${Dice} key=${at} dice=${unit.dice} t=${t} />`)}</span>`;
}

// `to` is the view that it leads to, if that isn't its own; `tell` takes in what its card says.
export function FileCard({ one, isWanted = false, to = PLACES[one.kind], ...rest }) {
  const { store, t } = rest;
  const [isAsking, setAsking] = useState(false);
  const [element, isSeen] = useInSight();
  const { card, error } = useFacts(one, rest, isSeen || isWanted);
  const waiting = useStore(store, (state) => state.waiting[one.file]);
  const name = card?.name || one.name || one.file;
  const href = to ? `${to}?file=${encodeURIComponent(one.file)}` : null;
  const inside = html`<${Face} ...${{ one, card, isSeen }} t=${t} />
    <span class="words">
      <b>${name}</b>
      <small>${[card ? card.kindWords(t) : "", one.file.split("/").pop()].filter(Boolean).join(" · ")}</small>
      ${card && card.dice.length > 0 && html`<${Dice} dice=${card.dice} t=${t} />`}
      ${card && html`<${Stamp} verdict=${card.verdict} t=${t} small />`}
      ${error && html`<small class="bad">${error.message}</small>`}
      ${one.draft > 0 && html`<small class="unsaved">${t("yard.unsaved")}</small>`}
      ${waiting && html`<small>${t("yard.waiting")}</small>`}</span>`;
  const forget = () => attempt(store, () => rest.api.post("forget", { file: one.file }));
  return html`<li ref=${element} data-file=${one.file}>
    ${href ? html`<a class="card" href=${href}>${inside}</a>` : html`<div class="card">${inside}</div>`}
    ${
      one.dropped &&
      html`<button type="button" class="forget" aria-label=${t("yard.forget", { name })}
        title=${t("yard.forget", { name })} onClick=${() => (one.draft > 0 ? setAsking(true) : forget())}>
        ×</button>`
    }
    ${
      isAsking &&
      html`<${DiscardQuestion} t=${t}
        onAnswer=${(isYes) => {
          setAsking(false);
          if (isYes) forget();
        }} />`
    }</li>`;
}

// What is there, where nothing is chosen yet or what was asked for is not: what fights comes first.
export function Offered({ files, most = files.length, ...rest }) {
  const rank = (one) => (FIGHTING.indexOf(one.role) + FIGHTING.length + 1) % (FIGHTING.length + 1);
  const all = [...files].sort((one, other) => rank(one) - rank(other));
  return html`<ul class="gallery">${all
    .slice(0, most)
    .map((one) => html`<${FileCard} key=${one.file} one=${one} ...${rest} />`)}</ul>`;
}

export function NotHere({ title, why = "", ...around }) {
  const { store, t } = around;
  const files = useStore(store, (state) => state.yard?.files) || [];
  const models = files.filter((one) => one.kind === "model");
  return html`<div class="wait">
    <h1>${title}</h1>
    ${why && html`<p role="alert">${why}</p>`}
    <p><a href="/">${t("page.home")}</a></p>
    <${Offered} files=${models} most=${MOST_WAYS_ON} ...${around} /></div>`;
}
