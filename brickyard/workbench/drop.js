// Files from the disk: dropped anywhere on the page, or chosen in a field. Nothing leaves this machine.
import { html, useEvents, useRef, useState } from "./dom.js";
import { notify } from "./store.js";
import { go } from "./router.js";

const MODELS = /\.(io|ldr|mpd|dat)$/i;
const LISTS = /\.ya?ml$/i;
// A dropped folder may be a whole disk: the server has its own limits, this one is for the page.
const MOST = 2000;
// What else lies in a folder is left where it is.
const OURS = /\.(io|ldr|mpd|dat|ya?ml|bsx|xml|csv|zip|html)$|brickyard-site\.json$/i;
// So many are named; more are counted.
const NAMED = 3;

// Every file of an entry with its path, folders included.
async function walked(entry, found, isInside = false) {
  if (found.length >= MOST || (entry.isFile && isInside && !OURS.test(entry.name))) return;
  if (entry.isFile) {
    const file = await new Promise((done, failed) => entry.file(done, failed));
    found.push({ file, name: entry.fullPath.replace(/^\//, "") });
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    const some = await new Promise((done, failed) => reader.readEntries(done, failed));
    if (!some.length) return;
    for (const one of some) if (!one.name.startsWith(".")) await walked(one, found, true);
  }
}

async function filesOf(transfer) {
  // Entries must be taken before anything is awaited: afterwards the browser has emptied them.
  const entries = [...transfer.items]
    .filter((one) => one.kind === "file")
    .map((one) => one.webkitGetAsEntry?.());
  const plain = [...transfer.files].map((file) => ({ file, name: file.name }));
  if (!entries.length || entries.some((one) => !one)) return plain;
  const found = [];
  for (const entry of entries) await walked(entry, found);
  return found;
}

// Each reason once, with the files that it concerns.
export function tellRefused(refused, { store, t }) {
  for (const why of new Set(refused.map((one) => one.why))) {
    const names = refused.filter((one) => one.why === why).map((one) => one.name);
    const rest = names.length - NAMED;
    const others = rest > 0 ? ` ${t("drop.others", { count: rest })}` : "";
    notify(store, t("drop.refused", { name: names.slice(0, NAMED).join(", ") + others, why }), "bad");
  }
}

// Hands files to the server, says what was refused, and shows the one that was taken if there is only one.
export async function take(files, { api, store, t }) {
  if (!files.length) return [];
  try {
    const { files: taken = [], refused = [] } = await api.drop(files);
    const lists = taken.filter((one) => LISTS.test(one));
    const models = taken.filter((one) => MODELS.test(one));
    const isOne = lists.length === 1 || (models.length === 1 && !lists.length);
    // Show the yard without filters at once: later it would undo what the user types or opens meanwhile.
    if (taken.length && !isOne) go("/");
    tellRefused(refused, { store, t });
    await store.loadYard();
    // One that is shown says for itself whether it could be read.
    if (taken.length && !isOne) notify(store, t("drop.taken", { count: taken.length }), "good");
    if (lists.length === 1) go(`/company?file=${encodeURIComponent(lists[0])}`);
    else if (isOne) go(`/design?file=${encodeURIComponent(models[0])}`);
    return taken;
  } catch (error) {
    notify(store, error.message, "bad");
    return [];
  }
}

// A sheet over the page while files are dragged over it.
export function DropZone({ api, store, t }) {
  const [isOver, setOver] = useState(false);
  const depth = useRef(0);
  const hasFiles = (event) => [...(event.dataTransfer?.types || [])].includes("Files");
  useEvents({
    dragenter(event) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth.current += 1;
      setOver(true);
    },
    dragover(event) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
    },
    dragleave(event) {
      if (!hasFiles(event)) return;
      depth.current = Math.max(0, depth.current - 1);
      if (!depth.current) setOver(false);
    },
    async drop(event) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth.current = 0;
      setOver(false);
      take(await filesOf(event.dataTransfer), { api, store, t });
    },
  });
  return (
    isOver &&
    html`<div class="drop-sheet" aria-hidden="true">
      <p>${t("drop.here")}<small>${t("drop.promise")}</small></p></div>`
  );
}

// The same for keyboards and phones.
export function FileFields({ api, store, t }) {
  const chosen = (event) => {
    const files = [...event.target.files]
      .map((file) => ({ file, name: file.webkitRelativePath || file.name }))
      .filter(({ file, name }) => !file.webkitRelativePath || OURS.test(name));
    event.target.value = "";
    take(files, { api, store, t });
  };
  return html`<div class="file-fields">
    <label class="button">
      <input type="file" multiple accept=".io,.ldr,.mpd,.dat,.yaml,.yml,.bsx,.xml,.csv,.zip"
        onChange=${chosen} />
      <span>${t("drop.choose")}</span></label>
    <label class="button folder">
      <input type="file" multiple webkitdirectory onChange=${chosen} />
      <span>${t("drop.folder")}</span></label>
    <p class="small">${t("drop.or")}</p></div>`;
}
