// Starts the page: texts, store, events, the header, and the view that the address asks for.
import { html, render, useEffect, useState } from "./dom.js";
import { createApi, sayer } from "./api.js";
import { createLine } from "./events.js";
import { apply, createStore, EMPTY, putYard } from "./store.js";
import { loadTexts } from "./texts.js";
import { startRouter } from "./router.js";
import { VIEWS } from "./views.js";
import { Shell } from "./shell.js";
import { NotHere } from "./views/file-card.js";

const loaded = new Map();

// The view of an address; others are loaded when they are first needed.
function useView(path) {
  const entry = VIEWS[path];
  const [, again] = useState(0);
  useEffect(() => {
    if (!entry?.load || loaded.has(path)) return;
    entry
      .load()
      .then(
        (module) => loaded.set(path, { view: module.default }),
        (error) => loaded.set(path, { error }),
      )
      .then(() => again((n) => n + 1));
  }, [path]);
  if (!entry) return { missing: true };
  return entry.view ? { view: entry.view } : loaded.get(path) || { waiting: true };
}

function App({ store, api, t, first }) {
  const [address, setAddress] = useState(first);
  useEffect(() => {
    listenToAddress = setAddress;
  }, []);
  const { view: View, waiting, error } = useView(address.path);
  const entry = VIEWS[address.path];
  useEffect(() => {
    const name = address.file.split("/").pop();
    document.title = [name, t(entry?.title || "page.missing"), "brickyard"].filter(Boolean).join(" · ");
  }, [address.href]);
  return html`<${Shell} ...${{ address, store, api, t }}>
    ${View && html`<${View} key=${address.path} ...${{ address, store, api, t }} />`}
    ${waiting && html`<p class="wait" role="status">${t("page.loading")}</p>`}
    ${error && html`<p class="wait" role="alert">${t("page.broken")}</p>`}
    ${!entry && html`<${NotHere} title=${t("page.missing")} ...${{ store, api, t }} />`}
  </${Shell}>`;
}

let listenToAddress = (_address) => {};

async function start() {
  const first = startRouter((address) => listenToAddress(address));
  const t = await loadTexts(navigator.languages?.length ? navigator.languages : [navigator.language || "en"]);
  document.documentElement.lang = t.language;
  const token = document.querySelector("meta[name=brickyard-token]").content;
  const parse = sayer(await (await fetch("/static/workbench/texts/on-pages.json")).json());
  const api = createApi(token, t("page.offline"), parse, t.language);
  const store = createStore(EMPTY);
  const loadYard = () =>
    api.get("yard").then(
      (yard) => {
        line.note(yard.event);
        putYard(store, yard);
      },
      (error) => store.set({ yardError: error.message }),
    );
  let wasLost = false;
  const line = createLine(
    `brickyard ${token}`,
    (event, data) => apply(store, event, data, loadYard),
    (connection) => {
      store.set({ connection });
      // After a break events may be missing: ask for all.
      if (connection === "watching" && wasLost) loadYard();
      wasLost = connection === "lost";
    },
    parse,
  );
  store.loadYard = loadYard;
  loadYard().then(line.begin);
  // Whoever moves a pointer will soon open a design.
  addEventListener("pointerover", () => VIEWS["/design"].load().catch(() => {}), { once: true });
  render(html`<${App} ...${{ store, api, t, first }} />`, document.getElementById("app"));
}

start();
