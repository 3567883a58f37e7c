/* For a large screen: read from across the room, touched by nobody. */
"use strict";

(({ html, t, Die, Shared, useContext, views }) => {
  const FLAG = "M5 30V3m0 1h19l-6 6 6 6H5";

  /** What it rolls now; what it has lost stands grey behind it. */
  function Unit({ unit }) {
    const { own, level } = useContext(Shared);
    const gone = views.chips(unit).filter((one) => one.gone);
    return html`<li class=${unit.lost ? "lost" : ""} data-unit=${unit.id}>
      <${views.Portrait} unit=${unit} src=${own(unit.id).picture} />
      <b>${unit.name}</b>
      ${
        level > 1 &&
        !unit.lost &&
        unit.pool &&
        html`<span class="pool">
          <${views.Dice} pool=${unit.pool} label=${t("dice.of", { unit: unit.name })} />
          ${gone.map(
            (one) => html`<${Die} key=${one.n} quiet gone colour=${views.colourOf(one.code)}
              range=${views.rangeOf(one.code)} />`,
          )}</span>`
      }
      ${unit.lost && html`<small>${t(`lost.${unit.lost}`)}</small>`}</li>`;
  }

  function Side({ player }) {
    const shared = useContext(Shared);
    const { state } = shared;
    const units = Object.values(state.units).filter(
      (one) => one.first === player.key && one.kind !== "station",
    );
    return html`<section class=${views.upNow(state) === player.key ? "side now" : "side"}>
      <h2><${views.Mark} player=${player.key} /> ${views.nameOf(state, player.key)}</h2>
      <p>
        <span class="points">${player.score}</span>
        <span>${player.per_asset} × ${player.assets}<br />${views.placeWord(player, shared)}</span></p>
      <ul class="units">${units.map((one) => html`<${Unit} key=${one.id} unit=${one} />`)}</ul></section>`;
  }

  /** Each with its flag: whose it is, or that it is fought for. */
  function Flags() {
    const { state } = useContext(Shared);
    return html`<section aria-label=${t("stations")}><ul class="flags">${state.stations.map((one) => {
      const contested = one.contested_by.length > 0;
      const holder = contested ? t("station.contested") : one.holder ? views.nameOf(state, one.holder) : "–";
      return html`<li key=${one.id} class=${contested ? "contested" : ""}>
        <svg viewBox="0 0 28 32" aria-hidden="true"><path d=${FLAG} /></svg>
        ${!contested && one.holder && html`<${views.Mark} player=${one.holder} />`} ${holder}</li>`;
    })}</ul></section>`;
  }

  function Watch() {
    const { state, own, leave } = useContext(Shared);
    const latest = state.log
      .filter((one) => one.effect && !one.undone && !["undo", "redo"].includes(one.do))
      .slice(-2)
      .reverse();
    const turn = state.open_turns[0];
    const unit = turn && state.units[turn.waits ? state.attack.target : turn.unit];
    const up = views.upNow(state);
    return html`<div class="watch">
      <header>
        <${views.ClockFace} state=${state} />
        <h1>
          ${
            state.phase === "setup" || state.phase === "deploy"
              ? t(`phase.${state.phase}`)
              : t("round", { n: state.round })
          } <small>${views.leftWords(state)}</small></h1>
        ${leave && html`<button type="button" onClick=${leave}>${t("watch.leave")}</button>`}</header>
      <p class="band" aria-live="polite">
        ${unit && html`<${views.Portrait} unit=${unit} src=${own(unit.id).picture} />`}
        ${up && state.phase !== "over" && html`<${views.Mark} player=${up} />`}
        <b>
          ${
            state.phase === "over"
              ? t("over.won", {
                  names: state.winners.map((key) => views.nameOf(state, key)).join(", "),
                  n: state.winners.length,
                })
              : unit
                ? t("watch.turn", { unit: `${views.nameOf(state, unit.owner)}: ${unit.name}` })
                : up
                  ? t("watch.up", { player: views.nameOf(state, up) })
                  : ""
          }</b></p>
      <main class="sides">${state.order.map(
        (key) => html`<${Side} key=${key} player=${state.players.find((one) => one.key === key)} />`,
      )}</main>
      ${state.stations.length > 0 && html`<${Flags} />`}
      <footer>
        <ul class="latest" aria-live="polite">
          ${latest.map((one) => html`<li key=${one.id}>${one.words}</li>`)}</ul>
        ${state.history.length > 1 && html`<${views.Curve} state=${state} wide=${true} />`}</footer></div>`;
  }

  Object.assign(views, { Watch });
})(window.brickyardPage);
