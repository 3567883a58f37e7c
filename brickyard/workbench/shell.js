// What is around every view: header, search, watching dot, notices, and dropping anywhere.
import { html, useEffect, useRef, useState, useStore } from "./dom.js";
import { attempt, forget } from "./store.js";
import { addressNow, change, go } from "./router.js";
import { DropZone } from "./drop.js";
import { SECTIONS, VIEWS } from "./views.js";

const PATIENCE = 3000;

export function Shell({ address, store, api, t, children }) {
  const section = VIEWS[address.path]?.section;
  const main = useRef(null);
  const isFirst = useRef(true);
  // For keyboards: the focus moves to the new view.
  useEffect(() => {
    if (!isFirst.current) main.current.focus({ preventScroll: true });
    isFirst.current = false;
  }, [address.path]);
  return html`<a class="skip" href="#main">${t("page.skip")}</a>
    <header class="top">
      <a class="brand" href="/">brickyard</a>
      <nav aria-label=${t("nav.label")}>
        <ul>${SECTIONS.map(
          ([name, href, key]) =>
            html`<li key=${name}>
              <a href=${href} aria-current=${name === section ? "page" : null}>${t(key)}</a></li>`,
        )}</ul></nav>
      <${Search} address=${address} t=${t} />
      <a class="how" href="/how" aria-current=${section === "how" ? "page" : null}>${t("nav.how")}</a>
      <${Watching} store=${store} t=${t} /></header>
    <main id="main" ref=${main} class=${`view ${address.path.slice(1) || "yard"}`} tabindex="-1">
      ${children}</main>
    <${LongAnswers} store=${store} api=${api} t=${t} />
    <${Notices} store=${store} t=${t} />
    <${DropZone} api=${api} store=${store} t=${t} />`;
}

// Answers that take long: after a moment one line at the foot, with a button to stop the first.
function LongAnswers({ store, api, t }) {
  const jobs = useStore(store, (state) => state.jobs);
  const long = Object.values(jobs).filter((one) => one.what === "answer" && one.state === "working");
  const [first] = long;
  const [shown, setShown] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setShown(first?.id || ""), PATIENCE);
    return () => clearTimeout(timer);
  }, [first?.id]);
  const stop = () => attempt(store, () => api.post("stop", { job: first.id }));
  return html`<div aria-live="polite">
    ${
      first &&
      first.id === shown &&
      html`<p class="long-answer">
        <span>
          ${t("notice.long", { name: first.name })}
          ${long.length > 1 && ` ${t("notice.others", { count: long.length - 1 })}`}</span>
        <button type="button" onClick=${stop}>${t("away.stop")}</button></p>`
    }</div>`;
}

// Filters the yard while one types there; elsewhere Enter leads to what was found.
function Search({ address, t }) {
  const isYard = address.path === "/";
  const inAddress = isYard ? address.params.get("words") || "" : "";
  const [words, setWords] = useState(inAddress);
  const own = useRef(inAddress);
  // Back and links change it, too. Effects run late: by then more may have been typed, so compare with the
  // address.
  useEffect(() => {
    const { path, params } = addressNow();
    const now = path === "/" ? params.get("words") || "" : "";
    if (now !== own.current) {
      own.current = now;
      setWords(now);
    }
  }, [inAddress, isYard]);
  const typed = (event) => {
    setWords(event.target.value);
    if (isYard) {
      own.current = event.target.value;
      change({ words: event.target.value });
    }
  };
  const sent = (event) => {
    event.preventDefault();
    if (!isYard) go(words ? `/?words=${encodeURIComponent(words)}` : "/");
  };
  return html`<form class="search" role="search" onSubmit=${sent}>
    <label>
      <span class="unseen">${t("search.label")}</span>
      <input type="search" name="words" value=${words} placeholder=${t("search.label")} onInput=${typed}
        autocomplete="off" /></label></form>`;
}

function Watching({ store, t }) {
  const connection = useStore(store, (state) => state.connection);
  const yard = useStore(store, (state) => state.yard);
  const words =
    connection === "watching" && yard?.examples
      ? t("watch.examples")
      : t(`watch.${connection}`, { folder: yard?.folder || "" });
  return html`<p class=${`watching ${connection}`} role="status">
    <span class="dot" aria-hidden="true"></span><span class="words" title=${words}>${words}</span></p>`;
}

function Notices({ store, t }) {
  const notices = useStore(store, (state) => state.notices);
  return html`<div class="notices" aria-live="polite">
    ${notices.map(
      (one) => html`<p key=${one.number} class=${one.kind}>
        <span>${one.text}</span>
        <button type="button" class="close" aria-label=${t("notice.close")}
          onClick=${() => forget(store, one.number)}>
          ×</button></p>`,
    )}</div>`;
}
