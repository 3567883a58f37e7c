/* The log in words; anything can be taken back and brought again by anyone. */
"use strict";

(({ html, t, Sheet, Shared, useContext, views }) => {
  /** Newest first, each round under its own line. */
  function byRound(log) {
    const shown = [];
    let round = null;
    for (const entry of [...log].reverse()) {
      if (entry.round !== round) shown.push({ heading: entry.round });
      round = entry.round;
      shown.push({ entry });
    }
    return shown;
  }

  function LogSheet({ onClose }) {
    const { state, act, watching } = useContext(Shared);
    const shown = byRound(state.log);
    const button = (entry) => {
      if (["undo", "redo"].includes(entry.do) || watching) return null;
      return entry.undone
        ? html`<button type="button" class="small" data-redo=${entry.id}
          onClick=${() => act({ do: "redo", what: entry.id })}>
          ${t("redo")}</button>`
        : html`<button type="button" class="small" data-undo=${entry.id}
          onClick=${() => act({ do: "undo", what: entry.id })}>
          ${t("undo")}</button>`;
    };
    return html`<${Sheet} title=${t("log")} onClose=${onClose} wide>
      ${!shown.length && html`<p>${t("log.empty")}</p>`}
      <ol class="log">${shown.map((one, n) =>
        "heading" in one
          ? html`<li key=${`r${n}`} class="turn-of-round">
            ${one.heading ? t("round", { n: one.heading }) : t("phase.setup")}</li>`
          : html`<li key=${one.entry.id} class=${one.entry.undone || !one.entry.effect ? "none" : ""}>
            <span>
              <span class="words">${one.entry.words}</span>
              ${one.entry.undone && html`<small class="why">${t("log.undone")}</small>`}</span>
            ${button(one.entry)}</li>`,
      )}</ol><//>`;
  }

  Object.assign(views, { LogSheet });
})(window.brickyardPage);
