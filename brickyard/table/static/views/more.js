/* The menu: how much to enter, first game, look and language, joining, saving. */
"use strict";

(({
  html,
  t,
  Sheet,
  Shared,
  Choice,
  kept,
  keep,
  language,
  useContext,
  useEffect,
  useRef,
  useState,
  views,
}) => {
  function Status({ sync }) {
    const now = sync?.status ?? { mode: "alone", online: true, waiting: 0 };
    const off = now.problem || !now.online;
    const words = off
      ? now.waiting
        ? t("status.waiting", { n: now.waiting })
        : t("status.off")
      : t(`status.${now.mode}`, { n: now.people ?? 1 });
    return html`<span class=${off ? "status off" : "status on"} title=${now.words ?? ""}>${words}</span>`;
  }

  /** Who fought and when: `lancers-gegner-2026-11-18.json`. */
  function fileName(state, events, ending) {
    const plain = (name) =>
      name
        .normalize("NFKD")
        .replace(/[^\w]+/g, "-")
        .replace(/^-|-$/g, "")
        .toLowerCase();
    const names = state.players
      .map((one) => plain(views.nameOf(state, one.key)).slice(0, 30))
      .filter(Boolean);
    const day = String(events.at(-1)?.at ?? new Date().toISOString()).slice(0, 10);
    return `${[...(names.length ? names : ["battle"]), day].join("-")}.${ending}`;
  }

  function SaveButtons() {
    const { game, state, sync } = useContext(Shared);
    const log = () =>
      brickyardShare.download(
        fileName(state, sync.events, "json"),
        "application/json",
        JSON.stringify(sync.log(), null, 1),
      );
    const page = () =>
      brickyardShare.download(
        fileName(state, sync.events, "html"),
        "text/html",
        brickyardBattle.page(game, sync.events),
      );
    return html`<button type="button" data-save="log" onClick=${log}>${t("save.log")}</button>
      <button type="button" data-save="page" onClick=${page}>${t("save.page")}</button>`;
  }

  function Joining() {
    const { host, sync } = useContext(Shared);
    if (!host?.join)
      return html`<p class="small">${t(location.protocol === "file:" ? "join.disk" : "join.alone")}</p>`;
    // A phone that scans this computer's own name of itself finds nothing there.
    if (/^(127\.|localhost$|\[::1\]$)/.test(location.hostname))
      return html`<p class="small">${t("join.here")} <a href=${host.join}>${t("join.page")}</a></p>`;
    return html`<img class="qr" src="qr.svg" alt=${t("join.qr")} />
      <p>${t("join.how")} <a href=${host.join}>${t("join.page")}</a></p>
      <p class="small">${sync.status.words}</p>
      ${!window.isSecureContext && html`<p class="small">${t("join.plain")}</p>`}`;
  }

  /** A company to share without any network: a link, a code, or text to paste. */
  function ShareSheet({ player: key, onClose }) {
    const { state, forceNow } = useContext(Shared);
    const [made, setMade] = useState(null);
    const [said, setSaid] = useState("");
    useEffect(() => {
      brickyardShare.link(forceNow(key)).then(setMade, (error) => setSaid(error.message));
    }, []);
    const copy = (text) =>
      navigator.clipboard?.writeText(text).then(
        () => setSaid(t("share.copied")),
        () => setSaid(t("share.mark")),
      );
    return html`<${Sheet} title=${t("share.title", { name: views.nameOf(state, key) })} onClose=${onClose}>
      <p>${t("share.how")}</p>
      ${made?.qr && html`<img class="qr" src=${made.qr} alt=${t("share.qr")} />`}
      ${
        made &&
        html`<textarea readonly rows="4" aria-label=${t("share")} onFocus=${(event) => event.target.select()}>
            ${made.link || made.text}</textarea>
          <div class="offers">
            <button type="button" class="strong" onClick=${() => copy(made.link || made.text)}>
              ${t("share.copy")}</button></div>`
      }
      ${said && html`<p role="status">${said}</p>`}<//>`;
  }

  /** Games that this device still keeps: to continue, or to delete. */
  function OldGames({ onClose }) {
    const { game, sync } = useContext(Shared);
    const [games, setGames] = useState(() => brickyardSync.oldGames(game));
    const [sure, setSure] = useState("");
    const [away, setAway] = useState("");
    if (!games.length) return null;
    const drop = (id) => {
      brickyardSync.forget(game, id);
      setGames(brickyardSync.oldGames(game));
    };
    const again = (one) => {
      sync.load({ ...sync.log(), events: one.events });
      onClose();
    };
    const visit = async (one) => {
      if (await brickyardSync.isServed(one.address)) location.assign(one.address);
      else setAway(one.id);
    };
    const save = (one) =>
      brickyardShare.download(`${one.title}.json`, "application/json", JSON.stringify(one.log, null, 1));
    const words = (one) =>
      [
        one.at.slice(0, 10),
        t("old.entries", { n: one.entries }),
        one.events && t("old.aside"),
        one.isHosted && t("old.host"),
      ]
        .filter(Boolean)
        .join(" · ");
    const onward = (one) => {
      if (one.events)
        return (
          sync.status.mode === "alone" &&
          html`<button type="button" class="small" data-continue onClick=${() => again(one)}>
            ${t("old.continue")}</button>`
        );
      if (one.isHosted)
        return html`<button type="button" class="small" data-continue onClick=${() => visit(one)}>
          ${t("old.continue")}</button>`;
      return (
        one.address &&
        html`<a class="button small" data-continue href=${one.address}>${t("old.continue")}</a>`
      );
    };
    return html`<section>
      <h3>${t("old")}</h3>
      <ul class="log">${games.map(
        (one) => html`<li class="row" key=${one.id} data-old=${one.id}>
          <span class="grow">${one.title}<small class="why">${words(one)}</small></span>
          ${onward(one)}
          ${
            one.log &&
            html`<button type="button" class="small" data-save-old onClick=${() => save(one)}>
              ${t("save.log")}</button>`
          }
          ${
            sure === one.id
              ? html`<button type="button" class="small strong" data-delete="sure"
                onClick=${() => drop(one.id)}>
                ${t("old.sure")}</button>`
              : html`<button type="button" class="small" data-delete onClick=${() => setSure(one.id)}>
                ${t("old.delete")}</button>`
          }
          ${
            away === one.id &&
            html`<p class="notice" role="alert">${t("old.away", { file: one.file || "…" })}</p>`
          }</li>`,
      )}</ul></section>`;
  }

  function MoreSheet({ onClose }) {
    const { level, setLevel, teaching, setTeaching, setLook, sync, open, state, act } = useContext(Shared);
    const file = useRef(null);
    const [problem, setProblem] = useState("");
    const [sure, setSure] = useState(false);
    const [note, setNote] = useState("");
    const load = async (event) => {
      try {
        sync.load(JSON.parse(await event.target.files[0].text()));
        onClose();
      } catch (error) {
        setProblem(t("load.problem", { why: error.message }));
      }
    };
    const write = (event) => {
      event.preventDefault();
      if (note.trim()) act({ do: "note", text: note.trim() });
      setNote("");
    };
    return html`<${Sheet} title=${t("tab.more")} onClose=${onClose}>
      <section>
        <h3>${t("level")}</h3>
        <${Choice} label=${t("level")}
          from=${[
            [1, t("level.1")],
            [2, t("level.2")],
            [3, t("level.3")],
          ]} chosen=${level} onChoose=${setLevel} /></section>
      <section>
        <h3>${t("teaching")}</h3>
        <${Choice} label=${t("teaching")}
          from=${[
            [true, t("on")],
            [false, t("off")],
          ]} chosen=${teaching} onChoose=${setTeaching} />
        <p class="small">${t("teaching.says")}</p></section>
      <section><h3>${t("join")}</h3><${Joining} /></section>
      <section>
        <h3>${t("keep")}</h3>
        <div class="row">
          <${SaveButtons} />
          <button type="button" onClick=${() => file.current.click()}>${t("load")}</button>
          <input type="file" hidden ref=${file} accept=".json,application/json" onChange=${load}
            aria-label=${t("load")} />
          <button type="button" data-open="end" onClick=${() => open("end")}>${t("end.title")}</button></div>
        ${problem && html`<p class="notice bad" role="alert">${problem}</p>`}</section>
      <${OldGames} onClose=${onClose} />
      <section>
        <h3>${t("note")}</h3>
        <form class="row" onSubmit=${write}>
          <input class="grow" value=${note} maxlength="500" aria-label=${t("note")}
            onInput=${(event) => setNote(event.target.value)} />
          <button type="submit">${t("note.write")}</button></form></section>
      <section>
        <h3>${t("look")}</h3>
        <${Choice} label=${t("theme")}
          from=${[
            ["", t("theme.auto")],
            ["light", t("theme.light")],
            ["dark", t("theme.dark")],
          ]} chosen=${kept("theme", "")}
          onChoose=${(value) => {
            keep("theme", value);
            setLook();
          }} />
        <p></p>
        <${Choice} label=${t("language")}
          from=${[
            ["en", "English"],
            ["de", "Deutsch"],
          ]} chosen=${language()}
          onChoose=${(value) => {
            keep("language", value);
            setLook();
          }} /></section>
      <section class="row">
        <button type="button" onClick=${() => open("watch")}>${t("watch")}</button>
        ${
          state.phase !== "setup" &&
          html`<button type="button" onClick=${() => open("pack")}>${t("pack")}</button>`
        }
        ${
          sync?.status.mode === "alone" &&
          (sure
            ? html`<button type="button" class="strong" data-clear
              onClick=${() => {
                sync.clear();
                onClose();
              }}>
              ${t("again.sure")}</button>`
            : html`<button type="button" onClick=${() => setSure(true)}>${t("again")}</button>`)
        }
      </section><//>`;
  }

  Object.assign(views, { Status, MoreSheet, ShareSheet, SaveButtons });
})(window.brickyardPage);
