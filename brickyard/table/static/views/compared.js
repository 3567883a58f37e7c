/* The comparison: why each has the points it has, and ties played through. */
"use strict";

(({ html, t, has, Shared, Told, Word, useContext, views }) => {
  const sign = (n) => (n > 0 ? `+${n}` : `−${-n}`);

  function stepWords(step) {
    const of = has(`compared.${step.of}`) ? t(`compared.${step.of}`) : step.of;
    return `${t(`extreme.${step.extreme}`)} ${of} (${step.count}): ${sign(step.points)}`;
  }

  /** One way out of a tie for the highest score; then all are compared again. */
  function WayOut({ offer }) {
    const { state, act, game } = useContext(Shared);
    const { player, choice } = offer, whose = views.nameOf(state, player), send = (some = {}) => act({ do: "tie", player, choice, ...some });
    if (choice === "add" && offer.spare === undefined) {
      const kind = Object.keys(game.rules.kinds).find((one) => game.rules.comparison.changed.includes(game.rules.kinds[one].count));
      return [4, 3].map((n) => html`<button type="button" key=${n} data-tie="add" onClick=${() => send({ unit: { name: t(`kind.${kind}`), kind }, systems: n })}>${whose}: ${t("tie.add", { n })}</button>`);
    }
    const words = choice === "remove" ? t("tie.remove", { unit: state.units[offer.unit].name }) : choice === "add" ? t("tie.spare", { unit: state.players.find((one) => one.key === player).spares[offer.spare]?.name ?? "" })
      : t(`tie.${choice}`, { player: offer.other ? views.nameOf(state, offer.other) : "" });
    const known = choice === "remove" ? { unit: offer.unit, ...(offer.ask.length ? { systems: 4 } : {}) } : choice === "add" ? { spare: offer.spare } : offer.other ? { other: offer.other } : {};
    return html`<button type="button" data-tie=${choice} onClick=${() => send(known)}>${whose}: ${words}</button>`;
  }

  function Compared() {
    const shared = useContext(Shared), { state, game, offers } = shared;
    const ready = state.players.filter((one) => one.ready);
    if (game.game === "mech" || ready.length < 2) return null;
    const ties = offers.filter((one) => one.do === "tie");
    const page = game.rules.comparison?.page ?? "";
    return html`<section id="compared"><h2><${Word} of="score-per-asset">${t("setup.compared")}<//> <small>${page}</small></h2>
      <ul class="log">${state.order.map((key) => {
        const player = state.players.find((one) => one.key === key);
        return html`<li key=${key}><span><b><${views.Mark} player=${key} /> ${views.nameOf(state, key)}</b>: ${views.placeWord(player, shared)}
          <small class="why">${game.rules.comparison?.start ?? 5}${(player.steps ?? []).map((step) => html` · ${stepWords(step)}`)}</small></span>
          <b>${player.perAsset} × ${player.assets} = ${player.score}</b></li>`;
      })}</ul>
      ${state.questions.map((one) => html`<${views.Question} key=${one.key} question=${one} />`)}
      ${ties.length > 0 && html`<div class="question"><p class="says"><b>${t("tie")}</b> <${Told} text=${t("tie.how")} /></p><div class="offers">${ties.map((one, n) => html`<${WayOut} key=${n} offer=${one} />`)}</div></div>`}
    </section>`;
  }

  Object.assign(views, { Compared });
})(window.brickyardPage);
