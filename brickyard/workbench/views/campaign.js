// A campaign: who plays, how they stand, who holds the special objective, and what happened so far.
import { html, useStore } from "../dom.js";
import { Stamp } from "../pieces.js";
import { Portrait } from "./cards.js";
import { WaitingLogs } from "./campaign-logs.js";
import { Option } from "./company-game.js";
import { Choice, TextField } from "./fields.js";
import { deepEdit, resolved } from "./manifests.js";
import { fits, Picker } from "./picker.js";

export const isCampaign = (value) => Boolean(value) && typeof value === "object" && "campaign" in value;
const FORCES = ["company", "fleet"];
const listOf = (value) => (Array.isArray(value) ? value : []);
const mapOf = (value) => (value && typeof value === "object" && !Array.isArray(value) ? value : {});

// Who belongs to it, by the names that its lists have; none of another manifest.
export const forcesOf = (value, file, report) =>
  (isCampaign(value) ? listOf(value.forces) : []).map((one) => {
    const force = resolved(file, one);
    return { file: force, name: report?.units?.find((unit) => unit.file === force)?.name || String(one) };
  });

export function Campaign({ draft, file, store, api, t, editions }) {
  const { value, report } = draft;
  const files = useStore(store, (state) => state.yard?.files) || [];
  const put = (path, content) => {
    const edit = deepEdit(value, path, content);
    if (edit) draft.edit(edit);
  };
  const forces = listOf(value.forces);
  const taken = forces.map((one) => resolved(file, one));
  const games = listOf(value.games).map(mapOf);
  // Who plays one game: companies, or fleets.
  const first = files.find((one) => one.file === taken[0])?.role;
  const others = files.filter(
    (one) =>
      one.kind === "manifest" &&
      fits(one, FORCES) &&
      !taken.includes(one.file) &&
      !(first && first !== one.role),
  );
  const unitOf = (one) => report?.units?.find((unit) => unit.file === one);
  const names = taken
    .map((one) => unitOf(one)?.name || files.find((each) => each.file === one)?.name)
    .filter(Boolean);
  const held = String(mapOf(value.objective).holder ?? "");
  return html`<section class="campaign" aria-label=${t("campaign.title")}>
    <h2>${t("campaign.forces")}</h2>
    <ul class="campaign-forces">${forces.map((one, at) => {
      const name = taken[at];
      const unit = unitOf(name);
      const isThere = files.some((each) => each.file === name);
      const words = unit?.name || String(one);
      return html`<li key=${`${name} ${at}`} data-force=${name}>
        <${Portrait} file=${name} store=${store} />
        ${
          isThere
            ? html`<a href=${`/company?file=${encodeURIComponent(name)}`}><b>${words}</b></a>`
            : html`<b>${words}</b>`
        } <small>${name}</small>
        ${unit && html`<${Stamp} verdict=${unit} t=${t} small=${true} />`}
        <button type="button" aria-label=${t("campaign.remove", { name: words })}
          title=${t("campaign.remove", { name: words })}
          onClick=${() => draft.edit({ at: ["forces", at], remove: true })}>
          ×</button></li>`;
    })}</ul>
    <div class="game-fields">
      <${Picker} label=${t("campaign.add")} prompt=${t("score.choose")} value="" files=${others}
        onPick=${(one) => draft.edit({ at: ["forces"], add: { file: one } })}
        around=${{ store, api, t }} /></div>
    <${Standings} rows=${report?.campaign?.standings} edition=${editions.now} t=${t}
      faceOf=${(name) => {
        const file = taken.find((one) => unitOf(one)?.name === name);
        return file && html`<${Portrait} file=${file} store=${store} />`;
      }} />
    <h2>${t("campaign.objective")}</h2>
    <div class="game-fields">
      <${TextField} label=${t("campaign.objectiveName")} value=${String(mapOf(value.objective).name ?? "")}
        onSet=${(name) => put(["objective", "name"], name || undefined)} />
      <${Choice} label=${t("campaign.holder")} value=${held}
        choices=${[
          ["", t("campaign.lastHolder")],
          ["nobody", t("campaign.nobody")],
          ...[...new Set([...names, ...(held && held !== "nobody" ? [held] : [])])].map((one) => [one, one]),
        ]} onSet=${(one) => put(["objective", "holder"], one || undefined)} /></div>
    <${Choices} value=${value} editions=${editions} put=${put} t=${t}
      holder=${report?.campaign?.holder || (held === "nobody" ? "" : held)} />
    <h2>${t("campaign.games")} <small>${games.length}</small></h2>
    ${
      games.length
        ? html`<div class="scroll" tabindex="0" role="region" aria-label=${t("campaign.games")}>
          <table class="exact-table">
            <thead>
              <tr>${["date", "size", "scores", "losses", "after"].map(
                (one) => html`<th key=${one} scope="col">${t(`campaign.${one}`)}</th>`,
              )}</tr></thead>
            <tbody>${games.map(
              (game, at) => html`<tr key=${at}>
                <th scope="row" class="day">${String(game.date ?? at + 1)}</th>
                <td>
                  ${
                    t.has(`company.size.${game.size}`)
                      ? t(`company.size.${game.size}`)
                      : String(game.size ?? "")
                  }</td>
                <td>${pairs(game.scores)}</td>
                <td>${pairs(game.losses)}</td>
                <td>${String(game.objective ?? "")}</td></tr>`,
            )}</tbody></table></div>`
        : null
    }
    <${WaitingLogs} draft=${draft} file=${file} api=${api} t=${t} /></section>`;
}

const COLUMNS = ["place", "games", "wins", "difference", "stations", "losses"];
const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));

// The order is ours, and that is said.
function Standings({ rows, edition, faceOf, t }) {
  if (!rows?.some((one) => one.games)) return null;
  const page = edition?.tables?.campaign?.["no-advantage"];
  return html`<h2>${t("campaign.standings")}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label=${t("campaign.standings")}>
      <table class="exact-table" data-standings>
        <thead>
          <tr>
            <th scope="col">${t("campaign.force")}</th>
            ${COLUMNS.map((one) => html`<th key=${one} scope="col">${t(`campaign.col.${one}`)}</th>`)}</tr>
        </thead>
        <tbody>${rows.map(
          (row) => html`<tr key=${row.force}>
            <th scope="row">${faceOf(row.force)} ${row.force}</th>
            ${COLUMNS.map(
              (one) => html`<td key=${one}>
                ${one === "difference" ? signed(row[one]) : (row[one] ?? "–")}</td>`,
            )}</tr>`,
        )}</tbody></table></div>
    <p class="small">${t("campaign.order")} ${page && t("campaign.advice", { page })}</p>`;
}

// What the holder settles for the next game: some of what the edition lets them choose from.
function Choices({ value, editions, put, holder, t }) {
  const table = editions.now?.tables?.campaign;
  if (!table) return null;
  const now = mapOf(mapOf(value.objective).choices);
  const set = (key, content) => put(["objective", "choices", key], content);
  const options = Object.fromEntries(editions.now.options.map((one) => [one.name, one]));
  const sizes = Object.keys(editions.now.tables.companies || {});
  const rows = Object.entries(table.choices);
  const made = rows.filter(([, keys]) => keys.some((key) => key in now)).length;
  const said = (one) => (t.has(`company.size.${one}`) ? t(`company.size.${one}`) : one);
  if (!holder && !made) return html`<p class="small">${t("campaign.noHolder")}</p>`;
  return html`<fieldset class="choices-of-holder">
    <legend>${t("campaign.choices", { name: holder || t("campaign.nobody"), page: table.reference })}</legend>
    <p role="status">${t("campaign.chosen", { count: made })}</p>
    ${rows.map(
      ([
        name,
        keys,
      ]) => html`<div key=${name} role="group" class=${keys.some((key) => key in now) ? "made" : ""}
        aria-label=${t.key(`choice.${keys[0]}`, name)}>
        <b>${t.key(`choice.${keys[0]}`, name)}</b>
        ${keys.map((key) =>
          key === "size"
            ? html`<${Choice} label=${t("company.size")} value=${String(now.size ?? "")}
              choices=${[["", t("campaign.notChosen")], ...sizes.map((one) => [one, said(one)])]}
              onSet=${(one) => set("size", one || undefined)} />`
            : options[key] &&
              html`<${Option} key=${key} option=${{ ...options[key], default: null }} now=${now[key]} t=${t}
                onSet=${(content) => set(key, content)} />`,
        )}
        ${
          keys.includes("environments") &&
          (now.environments || now.where) &&
          html`<${TextField} label=${t("campaign.where")} hint=${t("campaign.whereHint")}
            value=${String(now.where ?? "")} onSet=${(text) => set("where", text.trim() || undefined)} />`
        }</div>`,
    )}</fieldset>`;
}

const pairs = (map) =>
  Object.entries(mapOf(map))
    .map(([name, one]) => `${name}: ${Array.isArray(one) ? one.join(" + ") || "–" : one}`)
    .join(", ");
