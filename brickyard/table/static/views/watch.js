/* For a large screen: read from across the room, touched by nobody. */
"use strict";

(({ html, t, Shared, useContext, views }) => {
  function Watch() {
    const shared = useContext(Shared);
    const { state, own, leave } = shared;
    const latest = state.log
      .filter((one) => one.effect && !one.undone && !["undo", "redo"].includes(one.do))
      .slice(-3)
      .reverse();
    const turn = state.open_turns[0];
    return html`<div class="watch">
      <header>
        <${views.ClockFace} state=${state} />
        <h1>
          ${
            state.phase === "over"
              ? t("over.won", {
                  names: state.winners.map((key) => views.nameOf(state, key)).join(", "),
                  n: state.winners.length,
                })
              : state.phase === "setup" || state.phase === "deploy"
                ? t(`phase.${state.phase}`)
                : t("round", { n: state.round })
          }
          <br />
          <small>${views.leftWords(state)}</small></h1>
        ${leave && html`<button type="button" onClick=${leave}>${t("watch.leave")}</button>`}</header>
      <main class="sides">${state.order.map((key) => {
        const player = state.players.find((one) => one.key === key);
        const units = Object.values(state.units).filter((one) => one.first === key);
        const held = state.stations.filter((one) => one.holder === key);
        return html`<section key=${key} class=${views.upNow(state) === key ? "side now" : "side"}>
          <h2><${views.Mark} player=${key} /> ${views.nameOf(state, key)}</h2>
          <span class="points">${player.score}</span>
          <span>
            ${player.per_asset} × ${player.assets} · ${views.placeWord(player, shared)}
            ${state.stations.length > 0 ? ` · ${t("watch.stations", { n: held.length })}` : ""}
            ${views.upNow(state) === key ? ` · ${t("turn.now")}` : ""}</span>
          <div class="thumbs">${units.map(
            (one) => html`<span key=${one.id} class=${one.lost ? "lost" : ""} title=${one.name}>
              <${views.Portrait} unit=${one} src=${own(one.id).picture} /></span>`,
          )}</div></section>`;
      })}</main>
      <footer>
        <ul class="latest" aria-live="polite">
          ${turn ? html`<li><b>${t("watch.turn", { unit: state.units[turn.unit].name })}</b></li>` : null}
          ${latest.map((one) => html`<li key=${one.id}>${one.words}</li>`)}</ul>
        ${state.history.length > 1 && html`<${views.Curve} state=${state} />`}</footer></div>`;
  }

  Object.assign(views, { Watch });
})(window.brickyardPage);
