/* The comparison: why each has the points it has, and ties played through. */
"use strict";

(({ html, t, has, Shared, Told, Word, useContext, useState, views }) => {
  const sign = (n) => (n > 0 ? `+${n}` : `−${-n}`);

  function stepWords(step) {
    const of = has(`compared.${step.of}`) ? t(`compared.${step.of}`) : step.of;
    return `${t(`extreme.${step.extreme}`)} ${of} (${step.count}): ${sign(step.points)}`;
  }

  /** How many systems a frame has that is known by number only. */
  function Systems({ words, kind, onNumber }) {
    const { game } = useContext(Shared);
    const most = Math.max(...Object.keys(game.rules.loadouts[kind]).map((key) => key.split(" ").length));
    return html`<p class="says">${words}: ${t("tie.systems")}</p>
      <div class="offers numbers">${Array.from(
        { length: most + 1 },
        (_, n) => html`<button type="button" key=${n} data-systems=${n} onClick=${() => onNumber(n)}>
          ${n}</button>`,
      )}</div>`;
  }

  /** Ways out of a tie for the highest score; then all are compared again. */
  function WaysOut() {
    const { state, act, game, offers } = useContext(Shared);
    const ties = offers.filter((one) => one.do === "tie");
    const [asked, setAsked] = useState(null);
    if (!ties.length) return null;
    const { player } = ties[0];
    const whose = views.nameOf(state, player);
    const spares = state.players.find((one) => one.key === player).spares;
    const kind = Object.keys(game.rules.kinds).find((one) =>
      game.rules.comparison.changed.includes(game.rules.kinds[one].count),
    );
    const send = (choice, some = {}) => {
      setAsked(null);
      act({ do: "tie", player, choice, ...some });
    };
    const tap = ({ choice, unit, spare, other, ask }) => {
      if (choice === "add" && spare === undefined)
        return setAsked({
          words: t("tie.another"),
          kind,
          take: (systems) => send(choice, { unit: { name: t(`kind.${kind}`), kind }, systems }),
        });
      if (choice === "remove" && ask.length)
        return setAsked({
          words: state.units[unit].name,
          kind: state.units[unit].kind,
          take: (systems) => send(choice, { unit, systems }),
        });
      return send(choice, {
        ...(unit && { unit }),
        ...(spare !== undefined && { spare }),
        ...(other && { other }),
      });
    };
    const words = ({ choice, unit, spare, other }) =>
      choice === "remove"
        ? t("tie.remove", { unit: state.units[unit].name })
        : choice === "add"
          ? spare === undefined
            ? t("tie.another")
            : t("tie.spare", { unit: spares[spare]?.name ?? "" })
          : t(`tie.${choice}`, { player: other ? views.nameOf(state, other) : "" });
    return html`<div class="question">
      <p class="says"><b>${t("tie")}</b> ${whose}: <${Told} text=${t("tie.how")} /></p>
      ${
        asked
          ? html`<${Systems} words=${asked.words} kind=${asked.kind} onNumber=${asked.take} />`
          : html`<div class="offers tight">${ties.map(
              (
                one,
                n,
              ) => html`<button type="button" key=${n} data-tie=${one.choice} onClick=${() => tap(one)}>
                ${words(one)}</button>`,
            )}</div>`
      }</div>`;
  }

  function Compared() {
    const shared = useContext(Shared);
    const { state, game } = shared;
    const ready = state.players.filter((one) => one.ready);
    if (game.game === "mech" || ready.length < 2) return null;
    const page = game.rules.comparison?.page ?? "";
    return html`<section id="compared">
      <h2><${Word} of="score-per-asset">${t("setup.compared")}<//> <small>${page}</small></h2>
      <ul class="log">${state.order.map((key) => {
        const player = state.players.find((one) => one.key === key);
        return html`<li key=${key}>
          <span>
            <b><${views.Mark} player=${key} /> ${views.nameOf(state, key)}</b>
            : ${views.placeWord(player, shared)}
            <small class="why">
              ${game.rules.comparison?.start ?? 5}
              ${(player.steps ?? []).map((step) => html` · ${stepWords(step)}`)}</small></span>
          <b>${player.per_asset} × ${player.assets} = ${player.score}</b></li>`;
      })}</ul></section>`;
  }

  Object.assign(views, { Compared, WaysOut });
})(window.brickyardPage);
