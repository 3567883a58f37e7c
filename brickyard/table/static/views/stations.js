/* Stations: whose flag is on each; tap one, then who holds it now. */
"use strict";

(({ html, t, Sheet, Shared, useContext, useState, views }) => {
  function Station({ station }) {
    const { state, open } = useContext(Shared);
    const contested = station.contested_by.length > 0;
    const holder = station.holder ? views.nameOf(state, station.holder) : t("station.nobody");
    const says = contested
      ? t("station.contested-by", {
          names: station.contested_by.map((key) => views.nameOf(state, key)).join(", "),
        })
      : holder;
    return html`<button type="button" class=${contested ? "station contested" : "station"}
      data-station=${station.id} onClick=${() => open("station", { station: station.id })}>
      <b>
        ${
          contested
            ? html`<span aria-hidden="true">?</span>`
            : station.holder
              ? html`<${views.Mark} player=${station.holder} />`
              : null
        }
        ${shortName(state, station)}</b>
      <span class="unseen">${station.name}: ${says}</span>
      <small>
        ${
          contested
            ? t("station.contested")
            : station.holder === station.first
              ? t("station.own")
              : t("station.taken")
        }</small></button>`;
  }

  /** Numbers are enough where stations have no names of their own. */
  function shortName(state, station) {
    return state.stations.indexOf(station) + 1;
  }

  function Stations() {
    const { state } = useContext(Shared);
    if (!state.stations.length) return null;
    return html`<section id="stations">
      <h2>
        <${brickyardPage.Word} of="station">${t("stations")}<//>
        ${state.objective && html`<${Objective} />`}</h2>
      <div class="stations">
        ${state.stations.map((one) => html`<${Station} key=${one.id} station=${one} />`)}</div></section>`;
  }

  function Objective() {
    const { state, open, about } = useContext(Shared);
    return html`<button type="button" class="small" data-objective onClick=${() => open("objective")}>
      ★ ${about?.campaign?.objective || t("objective")}
      : ${state.objective.holder ? views.nameOf(state, state.objective.holder) : t("nobody")}</button>`;
  }

  function StationSheet({ station: id, onClose }) {
    const { state, act, game } = useContext(Shared);
    const station = state.stations.find((one) => one.id === id);
    const [fighting, setFighting] = useState(station.contested_by);
    if (!station) return null;
    const to = (player) => {
      act({ do: "station", station: id, to: player });
      onClose();
    };
    const contest = (players) => {
      act({ do: "station", station: id, to: "", contested: players });
      onClose();
    };
    const flip = (key) =>
      setFighting((now) => (now.includes(key) ? now.filter((one) => one !== key) : [...now, key]));
    const mayContest = game.rules.contested > 0 && state.players.length >= game.rules.contested;
    // Who held it has left; of nobody's station any two may fight on.
    const others = state.players.map((one) => one.key).filter((key) => key !== station.holder);
    const pairs = others.flatMap((one, n) => others.slice(n + 1).map((two) => [one, two]));
    return html`<${Sheet} title=${`${t("station")} ${shortName(state, station)}: ${station.name}`}
      onClose=${onClose}>
      <p><${brickyardPage.Told} text=${t("station.ask")} /></p>
      <div class="offers">${state.players.map(
        (one) => html`<button type="button" key=${one.key} data-to=${one.key}
          aria-pressed=${String(station.holder === one.key)} onClick=${() => to(one.key)}>
          <${views.Mark} player=${one.key} /> ${views.nameOf(state, one.key)}</button>`,
      )}</div>
      ${
        mayContest &&
        html`<h3><${brickyardPage.Word} of="contested">${t("station.contested")}<//></h3>
          <div class="offers">${pairs.map(
            (pair) => html`<button type="button" key=${pair.join()} data-contest=${pair.join("+")}
              aria-pressed=${String(!station.holder && pair.join() === station.contested_by.join())}
              onClick=${() => contest(pair)}>
              ${pair.map((key) => views.nameOf(state, key)).join(" + ")}</button>`,
          )}</div>
          ${
            others.length > 2 &&
            html`<p class="small">${t("station.which")}</p>
              <div class="row">
                ${others.map(
                  (key) => html`<button type="button" class="small" key=${key}
                    aria-pressed=${String(fighting.includes(key))} onClick=${() => flip(key)}>
                    <${views.Mark} player=${key} /> ${views.nameOf(state, key)}</button>`,
                )}
                <button type="button" class="strong" disabled=${fighting.length < 3}
                  onClick=${() => contest(fighting)}>
                  ${t("station.they")}</button></div>`
          }`
      }<//>`;
  }

  function ObjectiveSheet({ onClose }) {
    const { state, act, about } = useContext(Shared);
    const to = (player) => {
      act({ do: "objective", to: player });
      onClose();
    };
    return html`<${Sheet} title=${about?.campaign?.objective || t("objective")} onClose=${onClose}>
      <div class="offers">
        ${state.players.map(
          (one) => html`<button type="button" key=${one.key} data-to=${one.key} onClick=${() => to(one.key)}>
            <${views.Mark} player=${one.key} /> ${views.nameOf(state, one.key)}</button>`,
        )}
        <button type="button" onClick=${() => to("")}>${t("nobody")}</button></div><//>`;
  }

  Object.assign(views, { Stations, StationSheet, ObjectiveSheet });
})(window.brickyardPage);
