// The force itself: its lists, each unit with fields; a place to drop cards, and buttons for the same.
import { html, useState } from "../dom.js";
import { Dice, reasonOf, verdictOf } from "../pieces.js";
import { Portrait } from "./cards.js";
import { DESIGN, UNIT } from "./company-shelf.js";
import { Choice, Stepper, TextField } from "./fields.js";
import { entriesOf, LISTS, modelOf, reportsByEntry, rowNames } from "./manifests.js";

const PAPER = {
  frames: { systems: "1B 1G 1Y 2Rd" },
  stations: {},
  ships: { class: "frigate", systems: "1B 1Y 2Rp" },
  companies: {},
  hvas: {},
};
const CARRIES = ["frames", "ships", "spares"];

export function Units(props) {
  const { draft, kind, t } = props;
  const { value, report } = draft;
  const reports = reportsByEntry(value, draft.told, kind, report);
  return html`<div class="units">
    <${Counts} report=${report} kind=${kind} t=${t} />
    ${[...LISTS[kind], "spares"].map(
      (list) => html`<${List} key=${list} ...${props} list=${list} reports=${reports} />`,
    )}
    ${
      kind === "fleet" &&
      html`<div class="game-fields">
        <${Choice} label=${t("company.ace")} value=${String(value.ace ?? "")}
          choices=${["", "blue", "green", "yellow", "red"].map((one) => [
            one,
            one ? t(`colour.${one}`) : t("company.noAce"),
          ])} onSet=${(ace) => draft.edit(ace ? { at: ["ace"], set: ace } : { at: ["ace"], remove: true })} />
      </div>`
    }</div>`;
}

function Counts({ report, kind, t }) {
  const counts = report?.counts || {};
  const shown = [...LISTS[kind], "systems", ...(kind === "company" ? ["rockets"] : [])];
  return html`<dl class="counts" aria-label=${t("company.counts")}>${shown.map(
    (one) => html`<div key=${one} data-count=${one}>
      <dd>${counts[one] ?? 0}</dd><dt>${t(`company.count.${one}`, { count: counts[one] ?? 0 })}</dt></div>`,
  )}</dl>`;
}

// Before which row something is dropped.
function placeOf(event) {
  const rows = [...event.currentTarget.querySelectorAll(":scope > ol > li.unit")];
  const at = rows.findIndex((row) => {
    const box = row.getBoundingClientRect();
    return event.clientY < box.top + box.height / 2;
  });
  return at < 0 ? undefined : at;
}

function List({ list, draft, kind, files, file, store, t, choose, add, reports }) {
  const [isOver, setOver] = useState(false);
  const entries = entriesOf(draft.value, list);
  const names = rowNames(entries);
  const move = (from, at, to) => {
    if (from === list)
      return draft.edit({
        at: [list, at],
        move: to === undefined ? entries.length - 1 : to > at ? to - 1 : to,
      });
    return draft.edit(
      { at: [list], add: entriesOf(draft.value, from)[at], ...(to === undefined ? {} : { before: to }) },
      { at: [from, at], remove: true },
    );
  };
  const isOurs = (event) =>
    event.dataTransfer.types.includes(DESIGN) || event.dataTransfer.types.includes(UNIT);
  const drop = (event) => {
    setOver(false);
    if (!isOurs(event)) return;
    event.preventDefault();
    event.stopPropagation();
    const at = placeOf(event);
    const design = event.dataTransfer.getData(DESIGN);
    const unit = event.dataTransfer.getData(UNIT);
    if (design) {
      const { file: model, role } = JSON.parse(design);
      choose(model, role, list, at);
    } else if (unit) {
      const from = JSON.parse(unit);
      move(from.list, from.at, at);
    }
  };
  const name = t(`company.list.${list}`);
  return html`<section class=${`unit-list ${isOver ? "over" : ""}`} aria-label=${name} data-list=${list}
    onDragOver=${(event) => {
      if (isOurs(event)) {
        event.preventDefault();
        setOver(true);
      }
    }}
    onDragLeave=${(event) => {
      if (!event.currentTarget.contains(event.relatedTarget)) setOver(false);
    }} onDrop=${drop}>
    <h2>${name} <small>${total(entries)}</small></h2>
    <ol>${entries.map(
      (entry, at) => html`<${Unit} key=${names[at]}
        ...${{ list, at, entry, entries, draft, kind, files, file, store, t, move }}
        report=${reports.get(`${list} ${at}`)} />`,
    )}</ol>
    ${!entries.length && html`<p class="drop-here">${t(`company.empty.${list}`)}</p>`}
    ${
      list !== "spares" &&
      html`<button type="button" class="small-button"
        onClick=${() => add(list, { name: paperName(draft.value, list, t), ...PAPER[list] })}>
        ${t(`company.paper.${list}`)}</button>`
    }</section>`;
}

const total = (entries) => entries.reduce((sum, one) => sum + (Number(one?.count) || 1), 0);

function paperName(value, list, t) {
  const taken = new Set(
    Object.values(value).flatMap((one) => (Array.isArray(one) ? one.map((each) => each?.name) : [])),
  );
  for (let number = 1; ; number += 1) {
    const name = t(`company.paperName.${list}`, { number });
    if (!taken.has(name)) return name;
  }
}

function Unit({ list, at, entry, entries, draft, kind, files, file, store, t, move, report }) {
  const model = modelOf(file, entry, files);
  const unit = report?.name || entry?.name || entry?.model || t("company.unit");
  const set = (key, content, usual) =>
    draft.edit(
      content === usual || content === ""
        ? { at: [list, at, key], remove: true }
        : { at: [list, at, key], set: content },
    );
  const count = Number(entry?.count) || 1;
  const isPaper = !entry?.model || "systems" in entry;
  const carry = (event) => {
    event.dataTransfer.setData(UNIT, JSON.stringify({ list, at }));
    event.dataTransfer.effectAllowed = "move";
  };
  const isWrong = report && !report.verdict.startsWith("legal");
  const home =
    LISTS[kind].find(
      (one) =>
        one !== "spares" &&
        (report?.kind
          ? one.startsWith(report.kind) || (report.kind === "company" && one === "companies")
          : false),
    ) || LISTS[kind][0];
  const picture = model
    ? html`<a href=${`/design?file=${encodeURIComponent(model)}`}
      aria-label=${t("company.open", { name: unit })}>
      <${Portrait} file=${model} store=${store} /></a>`
    : html`<span class="portrait blank">
      <small>${entry?.model ? t("company.gone") : t("company.onPaper")}</small></span>`;
  return html`<li class=${`unit ${isWrong ? "wrong" : ""}`} data-unit=${unit}>
    <span class="handle" draggable="true" onDragStart=${carry} aria-hidden="true" title=${t("company.carry")}>
      ⠿</span>
    ${picture}
    <div class="about">
      <${TextField} label=${t("company.unitName")} isHidden=${true} value=${entry?.name ?? ""}
        placeholder=${report?.name || t("company.unitName")} onSet=${(name) => set("name", name)} />
      ${report?.dice && html`<${Dice} notation=${report.dice} t=${t} />`}
      ${
        isWrong &&
        html`<small class="verdict-word not">${reasonOf(report, t) || t("company.seeAbove")}</small>`
      }
      ${
        !isWrong &&
        report?.accepted?.length > 0 &&
        html`<small class="verdict-word warned">${verdictOf(report, t).word}</small>`
      }
      ${
        isPaper &&
        CARRIES.includes(list) &&
        html`<${TextField} label=${t("company.systems")} value=${String(entry?.systems ?? "")}
          onSet=${(systems) => set("systems", systems)} />`
      }
      ${
        list === "ships" &&
        isPaper &&
        html`<${Choice} label=${t("company.class")} value=${entry?.class ?? ""}
          choices=${["capital", "frigate"].map((one) => [one, t(`company.class.${one}`)])}
          onSet=${(one) => set("class", one)} />`
      }</div>
    <div class="numbers">
      <${Stepper} label=${t("company.count")} value=${count} low=${1} high=${99} t=${t}
        onSet=${(number) => set("count", number, 1)} />
      ${
        (list === "frames" || list === "spares") &&
        kind === "company" &&
        html`<${Stepper} label=${t("company.rockets")} value=${rocketsOf(entry, report)} low=${0} high=${9}
          t=${t} onSet=${(number) => draft.edit({ at: [list, at, "rockets"], set: number })} />`
      }</div>
    <div class="moves" role="group" aria-label=${t("company.move", { name: unit })}>
      <button type="button" disabled=${at === 0} aria-label=${t("company.up", { name: unit })}
        title=${t("company.up", { name: unit })} onClick=${() => move(list, at, at - 1)}>
        ↑</button>
      <button type="button" disabled=${at === entries.length - 1}
        aria-label=${t("company.down", { name: unit })} title=${t("company.down", { name: unit })}
        onClick=${() => move(list, at, at + 2)}>
        ↓</button>
      ${
        list === "spares"
          ? html`<button type="button" class="word" aria-label=${t("company.fieldIt", { name: unit })}
            onClick=${() => draft.edit({ at: [home], add: entry }, { at: ["spares", at], remove: true })}>
            ${t("company.fieldWord")}</button>`
          : html`<button type="button" class="word" aria-label=${t("company.spareIt", { name: unit })}
            onClick=${() => draft.edit({ at: ["spares"], add: entry }, { at: [list, at], remove: true })}>
            ${t("company.spareWord")}</button>`
      }
      <button type="button" aria-label=${t("company.remove", { name: unit })}
        title=${t("company.remove", { name: unit })}
        onClick=${() => draft.edit({ at: [list, at], remove: true })}>
        ×</button></div></li>`;
}

// Tagged rockets are in the report; declared ones in the entry.
const rocketsOf = (entry, report) => Number(entry?.rockets ?? report?.counts?.rockets ?? 0) || 0;
