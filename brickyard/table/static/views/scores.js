/* The top of every screen: clock, round, undo, log, each player's score, points per asset and position. */
"use strict";

(({ html, t, named, language, Shared, useContext, useEffect, useRef, useState, views }) => {
  // Players are told apart by shapes: strong colours belong to bricks and dice.
  const SHAPES = [
    "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Z",
    "M8 1.2 15.4 14.6H.6Z",
    "M1.8 1.8h12.4v12.4H1.8Z",
    "M5.6 1h4.8v4.6H15v4.8h-4.6V15H5.6v-4.6H1V5.6h4.6Z",
    "m8 .8 2.2 4.9 5.3.5-4 3.6 1.2 5.3L8 12.3l-4.7 2.8 1.2-5.3-4-3.6 5.3-.5Z",
  ];

  function Mark({ player }) {
    const { state } = useContext(Shared);
    const place = state.players.findIndex((one) => one.key === player);
    return html`<svg class="player-mark" viewBox="0 0 16 16" aria-hidden="true">
      <path d=${SHAPES[Math.max(place, 0) % SHAPES.length]} /></svg>`;
  }

  function nameOf(state, key) {
    const player = state.players.find((one) => one.key === key);
    // What is known by its numbers only has no name of its own.
    const isShared = state.players.some((one) => one !== player && one.force === player?.force);
    const force = player?.force === "?" || isShared ? "" : player?.force;
    return player ? force || player.name || player.key : t("nobody");
  }

  /** Eleven strokes around the number: what is left for sure, and what may be left. */
  function ClockFace({ state }) {
    const start = state.clock_start || 11;
    const turn = 360 / start;
    const strokes = Array.from({ length: start }, (_, n) => {
      const from = ((n * turn + 4 - 90) * Math.PI) / 180;
      const to = (((n + 1) * turn - 4 - 90) * Math.PI) / 180;
      const spot = (angle) =>
        `${(24 + 20 * Math.cos(angle)).toFixed(2)} ${(24 + 20 * Math.sin(angle)).toFixed(2)}`;
      return html`<path d=${`M${spot(from)}A20 20 0 0 1 ${spot(to)}`}
        class=${n < state.clock ? "left" : "gone"} />`;
    });
    return html`<svg class="clock-face" viewBox="0 0 48 48" aria-hidden="true">
      ${strokes}<text x="24" y="31.5">${state.clock}</text></svg>`;
  }

  function leftWords(state) {
    if (state.phase === "over") return t("clock.over");
    const least = state.rounds_least;
    const most = state.rounds_most;
    return least === most ? t("clock.left", { n: most }) : t("clock.between", { least, most });
  }

  function TopBar() {
    const { state, undo, redo, open, game, sync } = useContext(Shared);
    const title =
      game.game === "mech"
        ? state.mech?.wave
          ? t("mech.wave", { n: state.mech.wave })
          : t("mech.own")
        : state.phase === "setup" || state.phase === "deploy"
          ? t(`phase.${state.phase}`)
          : t("round", { n: state.round });
    return html`<div class="bar">
      ${
        game.game === "mech"
          ? null
          : html`<button type="button" class="clock" onClick=${() => open("clock")}
            aria-label=${t("clock.says", { n: state.clock, left: leftWords(state) })}>
            <${ClockFace} state=${state} /></button>`
      }
      <div class="grow">
        <h1>${title}</h1>
        <small>${
          state.phase === "setup" || game.game === "mech"
            ? html`<${views.Status} sync=${sync} />`
            : leftWords(state)
        }</small></div>
      <button type="button" class="undo" disabled=${!undo} onClick=${undo || null}>
        <span aria-hidden="true">↶</span> ${t("undo")}</button>
      ${redo && html`<button type="button" class="redo" onClick=${redo} aria-label=${t("redo")}>↷</button>`}
      <button type="button" class="open-log" onClick=${() => open("log")}>${t("log")}</button></div>`;
  }

  /** The score, and for a moment that it has changed. */
  function Points({ value }) {
    const before = useRef(value);
    const [changed, setChanged] = useState(0);
    useEffect(() => {
      if (before.current !== value) setChanged((n) => n + 1);
      before.current = value;
    }, [value]);
    return html`<span key=${changed} class=${changed ? "points changed" : "points"}>${value}</span>`;
  }

  /** Who is asked now: by the clock, for a turn that is open, or to choose. */
  function upNow(state) {
    if (state.phase === "clock") return state.asked.find((one) => one.took === null)?.player ?? "";
    const [turn] = state.open_turns;
    const unit = turn?.waits ? state.attack.target : turn?.unit;
    return state.units[unit]?.owner ?? state.up;
  }

  function sideWords(state, player) {
    if (upNow(state) === player.key) return t("turn.now");
    if (state.passed?.includes(player.key)) return t("turn.passed");
    if (state.up && state.phase === "play" && !state.open_turns.length && nextAfter(state) === player.key)
      return t("turn.next");
    return "";
  }

  /** The edition's own word for a position where the page speaks its language. */
  function placeWord(player, { game }) {
    const isTied = player.position.startsWith("tied-");
    return language() === "en" && player.word && !isTied
      ? player.word
      : player.position
        ? named("position", game.game, player.position)
        : "";
  }

  const nextAfter = (state) => state.order[state.order.indexOf(state.up) + 1];

  function Scores() {
    const shared = useContext(Shared);
    const { state, jump } = shared;
    return html`<ul class="scores" aria-label=${t("scores")}>${state.order.map((key) => {
      const player = state.players.find((one) => one.key === key);
      const side = sideWords(state, player);
      return html`<li key=${key}>
        <button type="button" class=${upNow(state) === key ? "score-row now" : "score-row"} data-player=${key}
          onClick=${() => jump(key)}>
          <${Mark} player=${key} />
          <span class="name">${nameOf(state, key)}</span>
          <span class="per">
            ${player.per_asset} × ${player.assets}<span class="unseen"> ${t("assets")}</span></span>
          <${Points} value=${player.score} />
          <span class="place"><b>${placeWord(player, shared)}</b>${side}</span></button></li>`;
    })}</ul>`;
  }

  /** For those who don't see the page: what changed, in words, once. */
  function Spoken() {
    const { state } = useContext(Shared);
    const last = state.log.filter((one) => one.effect && !one.undone).at(-1);
    const scores = state.order
      .map((key) => `${nameOf(state, key)} ${state.players.find((one) => one.key === key).score}`)
      .join(", ");
    const said = last ? `${last.words} ${scores}` : scores;
    return html`<p class="unseen" role="status" aria-live="polite">${said}</p>`;
  }

  Object.assign(views, { Mark, ClockFace, TopBar, Scores, Spoken, nameOf, leftWords, placeWord, upNow });
})(window.brickyardPage);
