// The tables of the edition below: how many frames for how many players, charts, ranges; change a number,
// leave a row out, add one.
import { html, useState } from "../dom.js";
import { LinesField, TextField, Tick } from "./fields.js";

const isMap = (value) => Boolean(value) && typeof value === "object" && !Array.isArray(value);
const isRecords = (value) => Array.isArray(value) && value.length > 0 && value.every(isMap);
// The page of the book; for our own rows it can be written in the text.
const isPage = (key) => key === "reference" || key.endsWith("-reference");
const keysOf = (...maps) =>
  [...new Set(maps.flatMap((one) => (isMap(one) ? Object.keys(one) : [])))].filter((key) => !isPage(key));
const isLong = (text) => typeof text === "string" && (text.includes(",") || text.length > 40);
// Rows of plain cells stand in a table.
const isTable = (value) =>
  isMap(value) &&
  keysOf(value).length > 1 &&
  Object.values(value).every(
    (row) =>
      isMap(row) &&
      keysOf(row).length > 0 &&
      Object.values(row).every(
        (cell) => !isMap(cell) && !isRecords(cell) && !(Array.isArray(cell) && cell.some(isLong)),
      ),
  );
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const counted = (ours) =>
  isMap(ours) && Object.keys(ours).length
    ? Object.entries(ours).reduce((sum, [, one]) => sum + counted(one), 0)
    : 1;

export function Tables({ tables, value, put, t }) {
  const ours = isMap(value.tables) ? value.tables : {};
  return html`<section class="house-tables">
    <h2>${t("house.tables")}</h2>
    <p class="small">${t("house.tablesHow")}</p>
    ${keysOf(tables, ours).map(
      (name) => html`<${Table} key=${name}
        ...${{ name, base: tables[name], ours: ours[name], isOurs: name in ours, put, t }} />`,
    )}</section>`;
}

function Table({ name, base, ours, isOurs, put, t }) {
  const [isOpen, setOpen] = useState(false);
  const path = ["tables", name];
  return html`<details data-table=${name} onToggle=${(event) => setOpen(event.target.open)}>
    <summary>
      <b>${t.has(`house.table.${name}`) ? t(`house.table.${name}`) : t.key(name)}</b>
      ${isOurs && html` <small>${t("house.changed", { count: counted(ours) })}</small>`}</summary>
    ${
      isOpen &&
      html`<div class="table-inside">
        <${Inside} ...${{ base, ours, path, put, t }} />
        ${
          isOurs &&
          html`<button type="button" class="small-button" onClick=${() => put(path, undefined)}>
            ${t("house.back")}</button>`
        }</div>`
    }</details>`;
}

const at = (path, t) =>
  path
    .slice(1)
    .map((key) => t.key(key))
    .join(", ");

// Whatever it is: a table, a group of fields with groups in it, or one field.
function Inside({ base, ours, path, put, t }) {
  if (isTable(base)) return html`<${Grid} ...${{ base, ours, path, put, t }} />`;
  if (!isMap(base)) return html`<${Leaf} ...${{ base, ours, path, put, t }} />`;
  const held = isMap(ours) ? ours : {};
  const keys = keysOf(base, held);
  const isGroup = (key) => isMap(base[key]) || isRecords(base[key]);
  const inner = (key) => ({ base: base[key], ours: held[key], path: [...path, key], put, t });
  return html`<div class="table-fields">${keys
    .filter((key) => !isGroup(key))
    .map((key) => html`<${Leaf} key=${key} label=${t.key(key)} ...${inner(key)} />`)}</div>
    ${keys.filter(isGroup).map(
      (key) => html`<${Group} key=${key} ...${inner(key)} isRow=${keys.every(isGroup)}
        isGone=${key in held && held[key] === null} />`,
    )}`;
}

function Group({ isRow, isGone, ...inner }) {
  return html`<fieldset class=${`table-group ${isGone ? "gone" : ""}`}>
    <legend>
      ${inner.t.key(inner.path[inner.path.length - 1])} ${
        isRow && html`<${Row} ...${inner} isGone=${isGone} />`
      }</legend>
    ${
      isGone
        ? null
        : isRecords(inner.base)
          ? html`<${Records} ...${inner} />`
          : html`<${Inside} ...${inner} />`
    }</fieldset>`;
}

// A row of the book is left out; a row of our own is removed.
function Row({ base, path, isGone, put, t }) {
  const name = at(path, t);
  const isOwn = base === undefined;
  const does = isOwn
    ? ["house.removeRow", "×", undefined]
    : isGone
      ? ["house.keepRow", t("house.back"), undefined]
      : ["house.dropRow", t("house.leaveOut"), null];
  return html`<button type="button" class="small-button" aria-label=${t(does[0], { name })}
    onClick=${() => put(path, does[2])}>
    ${does[1]}</button>`;
}

function Grid({ base, ours, path, put, t }) {
  const held = isMap(ours) ? ours : {};
  const rows = keysOf(base, held);
  const columns = keysOf(...Object.values(base));
  const [name, setName] = useState("");
  const add = (event) => {
    event.preventDefault();
    const wanted = name.trim();
    const like = rows.map((key) => ({ ...base[key], ...held[key] })).pop();
    if (wanted && !rows.includes(wanted))
      put(
        [...path, wanted],
        Object.fromEntries(
          columns.filter((column) => like[column] !== undefined).map((column) => [column, like[column]]),
        ),
      );
    setName("");
  };
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${at(path, t) || t.key(path[1])}>
      <table class="house-table">
        <thead>
          <tr>
            <td></td>
            ${columns.map((one) => html`<th key=${one} scope="col">${t.key(one)}</th>`)}
            <td></td></tr></thead>
        <tbody>${rows.map((key) => {
          const isGone = key in held && held[key] === null;
          const own = isMap(held[key]) ? held[key] : {};
          return html`<tr key=${key} class=${`${key in held ? "changed" : ""} ${isGone ? "gone" : ""}`}
            data-row=${key}>
            <th scope="row">${t.key(key)}</th>
            ${columns.map(
              (column) =>
                html`<td key=${column}>${
                  !isGone &&
                  html`<${Leaf} isHidden=${true} label=${at([...path, key, column], t)}
                    base=${base[key]?.[column]} like=${base[rows[0]]?.[column]} ours=${own[column]}
                    path=${[...path, key, column]} put=${put} t=${t} />`
                }</td>`,
            )}
            <td>
              <${Row} base=${base[key]} path=${[...path, key]} isGone=${isGone} put=${put} t=${t} />
            </td></tr>`;
        })}</tbody></table></div>
    <form class="add-row" onSubmit=${add}>
      <label>
        <span class="unseen">${t("house.rowName", { name: at(path, t) || t.key(path[1]) })}</span>
        <input value=${name} size="8" placeholder=${t("house.rowShort")}
          onInput=${(event) => setName(event.target.value)} /></label>
      <button type="submit" class="small-button" disabled=${!name.trim()}>
        ${t("house.addRow")}</button></form>`;
}

// A list of rows without names: if one cell changes, the whole list becomes ours.
function Records({ base, ours, path, put, t }) {
  const now = isRecords(ours) ? ours : base;
  const columns = keysOf(...now);
  const set = (place, column, content) => {
    const next = now.map((row, each) =>
      each === place
        ? Object.fromEntries(
            Object.entries({ ...row, [column]: content ?? base[place]?.[column] }).filter(
              ([, one]) => one !== undefined,
            ),
          )
        : row,
    );
    put(path, same(next, base) ? undefined : next);
  };
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${at(path, t)}>
    <table class="house-table">
      <thead><tr>${columns.map((one) => html`<th key=${one} scope="col">${t.key(one)}</th>`)}</tr></thead>
      <tbody>${now.map(
        (row, place) =>
          html`<tr key=${place}>${columns.map(
            (column) => html`<td key=${column}>
              <${Leaf} isHidden=${true} label=${`${at(path, t)}, ${place + 1}, ${t.key(column)}`}
                base=${base[place]?.[column]} ours=${row[column]}
                put=${(_, content) => set(place, column, content)} path=${[]} t=${t} /></td>`,
          )}</tr>`,
      )}</tbody></table></div>`;
}

const numbered = (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);
// As wide as its content.
const sized = (value) =>
  String(
    Math.min(Math.max((Array.isArray(value) ? value.join(", ") : String(value ?? "")).length + 1, 6), 40),
  );
const listed = (text) =>
  text
    .split(/\s*[,;×]\s*/)
    .map((one) => one.trim())
    .filter(Boolean)
    .map(numbered);

function Leaf({ base, like, ours, path, label, isHidden, put, t }) {
  const now = ours ?? base;
  const kind = base ?? like ?? now;
  const set = (content) => put(path, content === undefined || same(content, base) ? undefined : content);
  const named = label || t("house.valueOf", { name: at(path, t) || t.key(path[1] || "") });
  if (typeof kind === "boolean")
    return html`<${Tick} label=${named} isHidden=${isHidden} isOn=${now === true} onSet=${set} />`;
  if (Array.isArray(kind) && kind.some(isLong))
    return html`<${LinesField} label=${named} value=${(now || []).join("\n")}
      onSet=${(text) =>
        set(
          text
            .split("\n")
            .map((one) => one.trim())
            .filter(Boolean),
        )} />`;
  if (Array.isArray(kind))
    return html`<${TextField} label=${named} isHidden=${isHidden} size=${sized(now)}
      value=${(Array.isArray(now) ? now : []).join(", ")}
      onSet=${(text) => set(text.trim() ? listed(text) : undefined)} />`;
  return html`<${TextField} label=${named} isHidden=${isHidden} size=${sized(now)} value=${String(now ?? "")}
    onSet=${(text) => set(text.trim() ? numbered(text.trim()) : undefined)} />`;
}
