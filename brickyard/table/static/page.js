/* What every view uses: markup, texts in the reader's language, dice, sheets from below. */
"use strict";

var brickyardPage = (() => {
  const { h, render, Fragment } = preact;
  const html = htm.bind(h);
  const KEPT = "brickyard-table:";

  /**
   * This device's preferences: language, theme, level. All pages of a disk share one store, and there may be
   * none.
   */
  function kept(name, otherwise) {
    return brickyardShelf.parsed(KEPT + name) ?? otherwise;
  }

  // Asked for every text of the page.
  let spoken = "";

  function keep(name, value) {
    spoken = "";
    try {
      brickyardShelf.put(KEPT + name, JSON.stringify(value));
    } catch {
      // A private window keeps nothing; the game goes on.
    }
  }

  const texts = (window.brickyardTexts ??= {});

  function language() {
    if (spoken) return spoken;
    const wished = [kept("language", ""), ...(navigator.languages || ["en"])];
    spoken = wished.map((one) => String(one).slice(0, 2)).find((one) => texts[one]) || "en";
    return spoken;
  }

  /** What was put back from the database may name another one. */
  const askLanguageAgain = () => {
    spoken = "";
  };

  const missing = new Set();

  /**
   * The text of a key with its {places} filled; with a number n, "one | many".
   * @param {Record<string, any>} [values]
   */
  function t(key, values = {}) {
    const found = texts[language()]?.[key] ?? texts.en?.[key];
    if (found === undefined) {
      if (!missing.has(key)) console.error(`No text for ${key}`);
      missing.add(key);
      return key;
    }
    const forms = found.split(" | ");
    const form = forms.length > 1 && Number(values.n) === 1 ? forms[0] : forms.at(-1);
    return form.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  }

  /** A word that may be another one in this game: `range.a`, `range.fleet.a`. */
  const named = (kind, game, name) =>
    has(`${kind}.${game}.${name}`)
      ? t(`${kind}.${game}.${name}`)
      : has(`${kind}.${name}`)
        ? t(`${kind}.${name}`)
        : String(name);

  const has = (key) => (texts[language()]?.[key] ?? texts.en?.[key]) !== undefined;

  // Paint, ink, border, as dice are drawn everywhere in brickyard; "" is any other colour.
  const PAINTS = brickyardTable.dice;

  /**
   * One die: a d6 is a rounded square, a d8 a diamond; letters inside, so that it reads without colour. A
   * `quiet` one is not read aloud, because words beside it say the same.
   */
  function Die({ colour = "W", sides = 6, range = "", shows = "", gone = false, quiet = false }) {
    const [paint, ink, border] = PAINTS[colour] || PAINTS[""];
    const text = String(shows || `${colour}${sides === 6 ? "" : sides}${range}`);
    const size = { 1: 17, 2: 14 }[text.length] || 11;
    const ends = `${shows ? `: ${shows}` : ""}${gone ? `, ${t("lost")}` : ""}`;
    const spoken = quiet ? {} : { role: "img", "aria-label": `${t(`colour.${colour}`)} d${sides}${ends}` };
    return html`<svg class=${`die${sides === 6 ? "" : " large"}${gone ? " gone" : ""}`} viewBox="0 0 32 32"
      aria-hidden=${quiet ? "true" : null} ...${spoken}>
      ${
        sides === 6
          ? html`<rect x="1.5" y="1.5" width="29" height="29" rx="6.5" fill=${paint} stroke=${border}
            stroke-width="1.6" />`
          : html`<path d="M16 .9 31.1 16 16 31.1 .9 16Z" fill=${paint} stroke=${border} stroke-width="1.6" />`
      }
      <text x="16" y=${16 + size * 0.36} text-anchor="middle" font-size=${size} font-weight="700" fill=${ink}>
        ${text}</text>
      ${
        gone &&
        html`<path d="M3 29 29 3" stroke="currentColor" stroke-width="3.4" />
          <path d="M3 29 29 3" stroke=${paint} stroke-width="1" />`
      }</svg>`;
  }

  /** A sheet that comes up from below, where thumbs are; Escape and a tap beside it close it. */
  function Sheet({ title, onClose, children, wide = false }) {
    const box = preactHooks.useRef(null);
    preactHooks.useEffect(() => {
      const one = box.current;
      if (one && !one.open) one.showModal();
      return () => one?.open && one.close();
    }, []);
    const beside = (event) => event.target === box.current && onClose();
    return html`<dialog ref=${box} class=${wide ? "sheet wide" : "sheet"} aria-label=${title}
      onCancel=${(event) => {
        event.preventDefault();
        onClose();
      }} onClick=${beside}>
      <div class="inside">
        <header>
          <h2>${title}</h2>
          <button type="button" class="plain" onClick=${onClose} aria-label=${t("close")}>✕</button></header>
        ${children}</div></dialog>`;
  }

  /** A word of the rules: a tap explains it. */
  function Word({ of, children }) {
    const { explain, game } = preactHooks.useContext(Shared);
    const found = brickyardPage.views.explained(game, of);
    if (!found) return children || of;
    const ask = (event) => {
      event.stopPropagation();
      explain(of);
    };
    return html`<button type="button" class="word" onClick=${ask}>${children || found.title}</button>`;
  }

  /** Text with words of the rules in [brackets]: [cover] or [shown|cover]. */
  function Told({ text }) {
    return text.split(/(\[[^\]]+\])/).map((part) => {
      if (part[0] !== "[") return part;
      const [shown, of] = part.slice(1, -1).split("|");
      return html`<${Word} of=${of || shown}>${shown}<//>`;
    });
  }

  const Shared = preact.createContext({});

  /** One of several, as a row of buttons. */
  function Choice({ label, from, chosen, onChoose, small = false }) {
    return html`<div class=${small ? "choice small" : "choice"} role="group" aria-label=${label}>${from.map(
      ([value, words, off]) => html`<button type="button" key=${String(value)} disabled=${off}
        aria-pressed=${String(String(value) === String(chosen))} onClick=${() => onChoose(value)}>
        ${words}</button>`,
    )}</div>`;
  }

  return {
    html,
    h,
    render,
    Fragment,
    ...preactHooks,
    t,
    has,
    named,
    language,
    askLanguageAgain,
    kept,
    keep,
    missing,
    Die,
    Sheet,
    Word,
    Told,
    Choice,
    Shared,
    views: /** @type {Record<string, any>} */ ({}),
  };
})();
