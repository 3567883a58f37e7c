// All files as cards, found by words, kind, verdict and what they carry; all of that is in the address.
import { html, useEffect, useMemo, useRef, useState, useStore } from "../dom.js";
import { DiscardQuestion } from "../pieces.js";
import { FileFields } from "../drop.js";
import { change, go } from "../router.js";
import { attempt } from "../store.js";
import { Tour } from "../tour.js";
import { Asked, FileCard, PLACES } from "./file-card.js";

// In this order; what no tag names is among "designs".
const GROUPS = [
  ...["frame", "company", "fleet", "ship", "station", "hva", "marker", "mech", "campaign", "designs"],
  ...["system", "terrain", "debris", "pilot", "others"],
];
// So many are judged at once; of more, those that are seen.
const MOST_AHEAD = 400;
const TOLD_EVERY = 150;

// `read` is the role that only reading the file has told.
function groupOf(one, read = "") {
  if (one.kind === "campaign") return one.kind;
  const role = one.role || read;
  if (one.kind === "manifest") return role || "company";
  if (one.kind !== "model") return "others";
  if (role === "company") return "marker";
  return GROUPS.includes(role) ? role : "designs";
}
const VERDICTS = ["legal", "legal with warnings", "not legal", "not judged"];
const CARRIED = ["B", "G", "Y", "Rh", "Rd", "Ra"];

export default function Yard({ address, store, api, t }) {
  const yard = useStore(store, (state) => state.yard);
  const error = useStore(store, (state) => state.yardError);
  // What cards told once they were read: file → {verdict, carried, text}.
  const [told, setTold] = useState({});
  const wanted = Object.fromEntries(
    ["words", "kind", "verdict", "carries"].map((name) => [name, address.params.get(name) || ""]),
  );
  const files = (yard?.files || []).filter((one) => one.kind !== "picture" && one.kind !== "other");
  const groups = new Map(files.map((one) => [one, groupOf(one, told[one.file]?.role)]));
  const there = GROUPS.filter((one) => [...groups.values()].includes(one));
  const shown = files.filter((one) => fits(one, groups.get(one), wanted, told[one.file]));
  const isFiltered = Object.values(wanted).some(Boolean);
  const needsCards = Boolean(wanted.verdict || wanted.carries);
  const judged = files.filter((one) => groups.get(one) !== "others");
  const isWanted = needsCards || files.length <= MOST_AHEAD;
  const waiting = needsCards ? judged.filter((one) => !told[one.file]).length : 0;
  const tell = useTelling(setTold);
  if (error && !yard) return html`<p class="wait" role="alert">${error}</p>`;
  if (!yard) return html`<p class="wait" role="status">${t("page.loading")}</p>`;
  return html`<${Tour} t=${t} />
    <div class="yard-head">
      <div>
        <h1>${yard.examples ? t("yard.examples") : yard.folder}</h1>
        <p class="under">${yard.examples ? t("yard.examplesHow") : t("yard.how")}</p></div>
      <${FileFields} ...${{ api, store, t }} /></div>
    ${yard.kept.map((work) => html`<${Kept} key=${work.id} ...${{ work, store, api, t }} />`)}
    <form class="filters" onSubmit=${(event) => event.preventDefault()}>
      <${Chosen} name="kind" label=${t("yard.kind")} value=${wanted.kind}
        choices=${there.map((one) => [one, t(`yard.of.${one}`)])} all=${t("yard.all")} />
      <${Chosen} name="verdict" label=${t("yard.verdict")} value=${wanted.verdict}
        choices=${VERDICTS.map((one) => [one, t(`verdict.${one}`)])} all=${t("yard.any")} />
      <${Chosen} name="carries" label=${t("yard.carries")} value=${wanted.carries}
        choices=${CARRIED.map((one) => [one, t(`carries.${one}`)])} all=${t("yard.any")} />
      <p class="shown" role="status">
        ${
          isFiltered
            ? t("yard.shown", { shown: shown.length, count: files.length })
            : t("yard.count", { count: files.length })
        }
        ${
          isFiltered &&
          html` <button type="button" class="link"
              onClick=${() => change({ words: "", kind: "", verdict: "", carries: "" })}>
              ${t("yard.showAll")}</button>`
        }</p></form>
    ${
      yard.unnamed.length > 0 &&
      html`<div class="note" role="note" data-note="unnamed">
        <p>${t("yard.unnamed", { count: yard.unnamed.length })} ${t("yard.unnamedHow")}</p>
        <ul>${yard.unnamed.map((one) => html`<li key=${one}>${one}</li>`)}</ul></div>`
    }
    ${yard.isCut && html`<p class="note" role="note">${t("yard.cut", { count: files.length })}</p>`}
    ${!files.length && !yard.unnamed.length && html`<div class="empty"><p>${t("yard.empty")}</p></div>`}
    ${
      files.length > 0 &&
      !shown.length &&
      html`<div class="empty">
        <p>${waiting ? t("yard.judging", { count: waiting }) : t("yard.noneFits")}</p></div>`
    }
    ${
      shown.length > 0 &&
      waiting > 0 &&
      html`<p class="small" role="status">${t("yard.judging", { count: waiting })}</p>`
    }
    ${sectionsOf(shown, groups, t).map(
      ([title, some]) => html`<section class="kind" key=${title}>
        <h2>${title} <small>${some.length}</small></h2>
        <ul class="gallery">${some.map(
          (one) => html`<${FileCard} key=${one.file} ...${{ one, store, api, t, tell, isWanted }} />`,
        )}</ul></section>`,
    )}
    ${
      needsCards &&
      files
        .filter((one) => !shown.includes(one) && !told[one.file] && groups.get(one) !== "others")
        .map((one) => html`<${Asked} key=${one.file} ...${{ one, store, api, t, tell }} />`)
    }`;
}

// What a workbench that ended, or was killed, had unsaved.
function Kept({ work, store, api, t }) {
  const [isAsking, setAsking] = useState(false);
  const send = (discard) =>
    attempt(store, async () => {
      const { files } = await api.post("take-up", { id: work.id, discard });
      await store.loadYard();
      const kind = store.get().yard?.files.find((one) => one.file === files[0])?.kind;
      if (files.length === 1 && PLACES[kind]) go(`${PLACES[kind]}?file=${encodeURIComponent(files[0])}`);
    });
  const [first, ...others] = work.files;
  const values = { when: t.moment(work.saved), first, count: work.files.length, others: others.length };
  return html`<div class="note" role="note" data-note="kept">
    <p title=${work.files.join(", ")}>${t("yard.kept", values)} ${!work.isOurs && t("yard.keptElsewhere")}</p>
    <p class="some">
      <button type="button" class="main" data-do="take-up" onClick=${() => send(false)}>
        ${t("yard.takeUp")}</button>
      <button type="button" class="link" onClick=${() => setAsking(true)}>${t("draft.discardYes")}</button>
    </p>
    ${
      isAsking &&
      html`<${DiscardQuestion} t=${t}
        onAnswer=${(isYes) => {
          setAsking(false);
          if (isYes) send(true);
        }} />`
    }</div>`;
}

// What cards tell is taken in together: each time the whole yard is drawn anew.
function useTelling(setTold) {
  const fresh = useRef({});
  useEffect(() => {
    const timer = setInterval(() => {
      const facts = fresh.current;
      if (!Object.keys(facts).length) return;
      fresh.current = {};
      setTold((before) => ({ ...before, ...facts }));
    }, TOLD_EVERY);
    return () => clearInterval(timer);
  }, []);
  return useMemo(() => (file, facts) => (fresh.current[file] = facts), []);
}

// What was dropped first, then by kind.
function sectionsOf(all, groups, t) {
  const some = GROUPS.map((group) => [
    t(`yard.of.${group}`),
    all.filter((one) => !one.dropped && groups.get(one) === group),
  ]);
  return [[t("yard.dropped"), all.filter((one) => one.dropped)], ...some].filter(([, files]) => files.length);
}

function fits(one, group, wanted, facts) {
  if (wanted.kind && group !== wanted.kind) return false;
  if (wanted.verdict && facts?.verdict !== wanted.verdict) return false;
  if (wanted.carries && !facts?.carried.includes(wanted.carries)) return false;
  const text = `${one.file} ${one.name || ""} ${facts?.text || ""}`.toLowerCase();
  return wanted.words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function Chosen({ name, label, value, choices, all }) {
  return html`<label>
    ${label}
    <select name=${name} value=${value} onChange=${(event) => change({ [name]: event.target.value })}>
      <option value="">${all}</option>
      ${choices.map(
        ([one, words]) => html`<option key=${one} value=${one} selected=${one === value}>${words}</option>`,
      )}</select></label>`;
}
