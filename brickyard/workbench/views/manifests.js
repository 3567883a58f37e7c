// What a manifest's value means: its lists, and which file of the yard an entry names.
export const LISTS = { company: ["frames", "stations"], fleet: ["ships", "companies", "hvas"], mech: [] };
export const GAMES = { frames: "company", fleet: "fleet", mech: "mech" };
// Shown where a list says nothing.
export const USUAL_PLAYERS = 2;
// Where a design goes if it is added without a place.
const HOMES = {
  frame: "frames",
  station: "stations",
  ship: "ships",
  capital: "ships",
  frigate: "ships",
  company: "companies",
  hva: "hvas",
  ace: "companies",
};
const FIRST = { company: "frames", fleet: "ships" };

export const kindOf = (value) =>
  ["company", "fleet", "mech"].find((one) => value && typeof value === "object" && one in value) || "company";
export const entriesOf = (value, list) => (Array.isArray(value?.[list]) ? value[list] : []);
export const listFor = (kind, role) => (LISTS[kind].includes(HOMES[role]) ? HOMES[role] : FIRST[kind]);

// "companies/a.yaml" and "../frames/chub.mpd" are "frames/chub.mpd" together.
export function resolved(manifest, path) {
  if (typeof path !== "string" || !path) return "";
  const steps = manifest.split("/").slice(0, -1);
  for (const step of path.split("/")) {
    if (step === "..") steps.pop();
    else if (step && step !== ".") steps.push(step);
  }
  return steps.join("/");
}

// The yard's file that an entry names: by its path, or for dropped ones by its name.
export function modelOf(manifest, entry, files) {
  const path = resolved(manifest, entry?.model);
  if (!path) return "";
  const [file, part] = path.split("#");
  const there = files.some((one) => one.file === file);
  const found = there ? file : files.find((one) => one.file.split("/").pop() === file.split("/").pop())?.file;
  return found ? found + (part ? `#${part}` : "") : "";
}

// The report of each entry. Reports are in the order of the file that was judged (`told`); what is shown may
// be ahead of that, so entries are found again by their model and name.
export function reportsByEntry(value, told, kind, report) {
  const units = report?.units || [];
  const fielded = units.filter((one) => !one.spare);
  const spares = units.filter((one) => one.spare);
  const pool = [];
  const take = (list, reports) => {
    for (const entry of entriesOf(told, list)) pool.push({ entry, report: reports.shift() });
  };
  for (const list of LISTS[kind]) take(list, fielded);
  take("spares", spares);
  const found = new Map();
  for (const list of [...LISTS[kind], "spares"]) {
    for (const [at, entry] of entriesOf(value, list).entries()) {
      const place = pool.findIndex(
        (one) => one.entry?.model === entry?.model && one.entry?.name === entry?.name,
      );
      const near = place >= 0 ? place : pool.findIndex((one) => one.entry?.model === entry?.model);
      if (near >= 0) found.set(`${list} ${at}`, pool.splice(near, 1)[0].report);
    }
  }
  return found;
}

// Keys for rows that stay with their unit when it is moved or renamed: its model, and a number among the
// same.
export function rowNames(entries) {
  const seen = {};
  return entries.map((entry) => {
    const model = entry?.model || "";
    seen[model] = (seen[model] || 0) + 1;
    return `${model} ${seen[model]}`;
  });
}

// An edit that sets a value at any depth, also where the objects around it are not there yet; undefined
// removes it, and with it the objects that would be left empty.
export function deepEdit(value, path, content) {
  let here = value;
  let depth = 0;
  while (depth < path.length - 1 && here?.[path[depth]] && typeof here[path[depth]] === "object")
    here = here[path[depth++]];
  if (content === undefined) {
    if (depth < path.length - 1 || !here || !(path[depth] in here)) return null;
    let last = path.length;
    for (
      ;
      last > 1 && Object.keys(path.slice(0, last - 1).reduce((inner, key) => inner[key], value)).length === 1;
      last -= 1
    );
    return { at: path.slice(0, last), remove: true };
  }
  return {
    at: path.slice(0, depth + 1),
    set: path.slice(depth + 1).reduceRight((inner, key) => ({ [key]: inner }), content),
  };
}

// "companies/a.yaml" sees "frames/chub.mpd" as "../frames/chub.mpd".
function seenFrom(manifest, file) {
  const from = manifest.split("/").slice(0, -1);
  const to = file.split("/");
  while (from.length && to.length > 1 && from[0] === to[0]) {
    from.shift();
    to.shift();
  }
  return [...from.map(() => ".."), ...to].join("/");
}

// What edits will make of a value, to be shown until the server has answered.
export function applied(value, edits, manifest) {
  const named = (content) =>
    JSON.parse(JSON.stringify(content), (_, one) =>
      one && typeof one === "object" && Object.keys(one).length === 1 && typeof one.file === "string"
        ? seenFrom(manifest, one.file)
        : one,
    );
  const next = structuredClone(value);
  for (const { at, ...edit } of edits) {
    const inner = at.slice(0, -1).reduce((here, key) => here?.[key], next);
    const key = at[at.length - 1];
    if (!inner || typeof inner !== "object") return value;
    if ("set" in edit) inner[key] = named(edit.set);
    else if ("add" in edit) {
      inner[key] = Array.isArray(inner[key]) ? inner[key] : [];
      inner[key].splice(edit.before ?? inner[key].length, 0, named(edit.add));
    } else if (edit.remove && Array.isArray(inner)) inner.splice(key, 1);
    else if (edit.remove) delete inner[key];
    else if ("move" in edit) inner.splice(edit.move, 0, ...inner.splice(key, 1));
  }
  return next;
}
