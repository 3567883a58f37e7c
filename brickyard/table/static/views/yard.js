/* The yard as an opponent: questions for whoever sees the table, its order, what its dice are for. */
"use strict";

(({ html, t, named, Choice, Shared, useContext, useState, views }) => {
  const USES = ["defend", "move", "attack", "spot"];
  const COLOURS = { defend: "B", move: "G", attack: "R", spot: "Y" };

  /** The order that still counts for this unit. */
  const orderOf = (state, id) => {
    const yard = state.yard;
    return yard?.order && yard.unit === id && yard.round === state.round ? yard : null;
  };

  const Ask = ({ label, from, chosen, onChoose }) =>
    html`<p class="small">${label}</p>
      <${Choice} small label=${label} from=${from} chosen=${chosen} onChoose=${onChoose} />`;

  const upTo = (most, least = 0) =>
    Array.from({ length: most - least + 1 }, (_, n) => [n + least, n + least]);

  /** The questions: what only somebody at the table sees. */
  function Questions({ unit, called }) {
    const { state, act, game } = useContext(Shared);
    const [seen, setSeen] = useState({});
    const battle = new brickyardGame.battle_state.Battle(game, state);
    const most = brickyardGame.turn_events.most_shown(battle, unit, "G");
    const take = (some) => {
      const now = { ...seen, ...some };
      const isWhole = now.near && "covered" in now && (now.station === "" || "far" in now);
      if (isWhole && "station" in now) act({ do: "answer", unit: unit.id, ...now });
      else setSeen(now);
    };
    const stations = state.stations.flatMap((one, n) =>
      one.holder === state.yard.player ? [] : [[one.id, one.name || n + 1]],
    );
    return html`<p class="says" data-yard="ask">
        <b>${t("yard.title")}</b> ${t(called ? "yard.called" : "yard.goes", { unit: unit.name })}</p>
      <${Ask} label=${t("yard.ask.station", { most })} chosen=${seen.station}
        from=${[...stations, ["", t("yard.ask.none")]]} onChoose=${(station) => take({ station })} />
      ${
        seen.station &&
        html`<${Ask} label=${t("yard.ask.far")} from=${upTo(most)} chosen=${seen.far}
          onChoose=${(far) => take({ far })} />`
      }
      <${Ask} label=${t("yard.ask.near")} chosen=${seen.near}
        from=${brickyardGame.yard_orders.NEAR.map((one) => [one, t(`yard.near.${one}`)])}
        onChoose=${(near) => take({ near, ...(near === "touching" ? { covered: false } : {}) })} />
      <${Ask} label=${t("yard.ask.covered")} chosen=${seen.covered}
        from=${[
          [true, t("yes")],
          [false, t("no")],
        ]} onChoose=${(covered) => take({ covered })} />`;
  }

  function Order({ yard }) {
    const { state } = useContext(Shared);
    const { goal, station } = yard.order;
    const there = state.stations.find((one) => one.id === station);
    const mine = state.players.find((one) => one.key === yard.player).per_asset;
    const theirs = state.players.find((one) => one.key !== yard.player).per_asset;
    const key = goal === "seize" && !there?.holder ? "take" : goal;
    return html`<p class="says" data-yard=${goal}>
        <b>${state.units[yard.unit].name}</b> ${t(`yard.order.${key}`, {
          station: there?.name,
          mine,
          theirs,
        })}</p>
      <p class="small">${t(yard.order.range ? "yard.order.fire" : "yard.order.peace")}</p>`;
  }

  /** What was rolled, and at whom it aims. */
  function Roll({ unit, yard, again }) {
    const { state, act, game } = useContext(Shared);
    const [white, setWhite] = useState({});
    const [best, setBest] = useState({});
    const [target, setTarget] = useState(yard.order.range ? undefined : "");
    const range = named("range", game.game, yard.order.range);
    const rockets = yard.order.range === game.rules.rocket_reach && unit.rockets > 0;
    const fits = (use, [, colour, , at]) =>
      colour === COLOURS[use] && (use !== "attack" || at === yard.order.range || (rockets && at === "r"));
    const sides = (use) => unit.pool.filter((die) => fits(use, die)).map((die) => die[2]);
    const coloured = USES.filter((use) => sides(use).length > 0);
    const whites = unit.pool.find((die) => die[1] === "W")?.[0] ?? 0;
    const turn = state.open_turns.find((one) => one.unit === unit.id);
    // Once all is entered, it says what is for what, and it defends.
    const take = (some) => {
      const now = { target, white, best, ...some };
      setTarget(now.target);
      setWhite(now.white);
      setBest(now.best);
      const isWhole = now.target !== undefined && Object.keys(now.white).length === whites;
      if (!isWhole || !coloured.every((use) => use in now.best)) return;
      const event = { do: "rolled", unit: unit.id, ...now, white: Object.values(now.white) };
      const { uses } = brickyardFold.foretell(game, state, event).state.yard;
      act(event);
      if (uses && unit.defense === null && !turn?.defended)
        act({ do: "defend", unit: unit.id, value: uses.defend });
    };
    return html`<${Order} yard=${yard} />
      ${
        yard.order.range &&
        html`<${Ask} label=${t("yard.target", { range })} chosen=${target}
          from=${[...yard.order.wanted.map((id) => [id, state.units[id].name]), ["", t("yard.ask.none")]]}
          onChoose=${(one) => take({ target: one })} />`
      }
      <p class="says">${t("yard.roll")}</p>
      ${Array.from(
        { length: whites },
        (_, n) => html`<${Ask} key=${n} label=${t("yard.white", { n: n + 1 })} from=${upTo(6, 1)}
          chosen=${white[n]} onChoose=${(value) => take({ white: { ...white, [n]: value } })} />`,
      )}
      ${coloured.map(
        (use) => html`<${Ask} key=${use} label=${t(`yard.best.${use}`, { range })}
          from=${upTo(Math.max(...sides(use)), 1)} chosen=${best[use]}
          onChoose=${(value) => take({ best: { ...best, [use]: value } })} />`,
      )}
      <div class="offers">
        <button type="button" class="quiet" onClick=${again}>${t("yard.again")}</button></div>`;
  }

  /** What is left to do of the order, a tap each. */
  function Acts({ unit, yard, turn }) {
    const { state, act, game } = useContext(Shared);
    const { uses, order } = yard;
    const target = state.units[yard.target];
    const there = state.stations.find((one) => one.id === order.station);
    const rockets = order.range === game.rules.rocket_reach && unit.rockets > 0 ? { rockets: 1 } : {};
    const isClose = order.range === game.rules.nearest_first[0];
    const told = (use) =>
      `${t(`yard.uses.${use}`)} ${uses[use]}${yard.whites.includes(use) ? ` (${t("yard.uses.white")})` : ""}`;
    const attack = (cover) =>
      act({
        do: "attack",
        unit: unit.id,
        target: yard.target,
        range: order.range,
        value: uses.attack,
        cover,
        ...(target.spot ? { spot: true } : {}),
        ...rockets,
      });
    const attacks = turn && !turn.attacked && target && !target.lost && uses.attack > 0;
    const spots = turn?.spots > 0 && uses.spot > 0;
    const button = (name, words, send) =>
      html`<button type="button" key=${name} data-yard-do=${name} onClick=${send}>${words}</button>`;
    return html`<p class="says">
        ${USES.map(told).join(" · ")}</p>
      ${
        attacks &&
        html`<p class="small">${t("yard.do.attack", { unit: target.name, n: uses.attack })}</p>
          <div class="offers">
            ${(isClose ? ["open"] : ["open", "cover", "frame"]).map((cover) =>
              button(`attack-${cover}`, t(`cover.${cover}`), () => attack(cover)),
            )}
            ${button("abort", t("yard.do.abort"), () => act({ do: "abort", unit: unit.id }))}</div>`
      }
      <div class="offers">
        ${
          unit.defense === null &&
          !turn?.defended &&
          button("defend", t("yard.do.defend", { n: uses.defend }), () =>
            act({ do: "defend", unit: unit.id, value: uses.defend }),
          )
        }
        ${
          turn &&
          !turn.moved &&
          uses.move > 0 &&
          button("move", t("yard.do.move", { n: uses.move }), () =>
            act({ do: "move", unit: unit.id, value: uses.move }),
          )
        }
        ${
          turn &&
          there &&
          there.holder !== yard.player &&
          button("station", t("yard.do.station", { station: there.name }), () =>
            act({ do: "station", station: there.id, to: yard.player }),
          )
        }</div>
      ${
        spots &&
        html`<p class="small">${t("yard.do.spot", { n: uses.spot })}</p>
          <div class="offers tight">${order.wanted
            .filter((id) => state.units[id] && !state.units[id].lost)
            .map((id) =>
              button(`spot-${id}`, state.units[id].name, () =>
                act({ do: "spot", unit: unit.id, target: id, value: uses.spot }),
              ),
            )}</div>`
      }`;
  }

  /** All that the yard says of the unit that acts, or is attacked, now. */
  function Yard({ now }) {
    const { state, act } = useContext(Shared);
    const [asked, setAsked] = useState(0);
    if (now.do)
      return html`<div class="offers">
        <button type="button" class="strong" data-do="pass" onClick=${() => act(now)}>
          ${t("yard.passes")}</button></div>`;
    const unit = state.units[now.unit];
    const turn = state.open_turns.find((one) => one.unit === unit.id);
    const yard = orderOf(state, unit.id);
    const again = () => setAsked(state.log.length);
    let shown;
    if (!yard || asked === state.log.length)
      shown = html`<${Questions} key=${unit.id} unit=${unit} called=${state.open_turns.length > 0} />`;
    else if (yard.uses === null)
      shown = html`<${Roll} key=${unit.id} unit=${unit} yard=${yard} again=${again} />`;
    else shown = html`<${Order} yard=${yard} /><${Acts} unit=${unit} yard=${yard} turn=${turn} />`;
    return html`<div data-yard-panel>${shown}</div>`;
  }

  /** Which player the yard plays for, and how. */
  function YardSeat({ player }) {
    const { state, act, game } = useContext(Shared);
    if (game.game !== "frames" || state.players.length !== 2 || !player.ready) return null;
    const yard = state.yard?.player === player.key ? state.yard : null;
    const set = (level) => act({ do: "yard", player: player.key, level });
    if (!yard)
      return html`<button type="button" class="small" data-yard-seat=${player.key}
        onClick=${() => set("steady")}>
        ${t("yard.play")}</button>`;
    return html`<span class="row">
      <small>${t("yard.plays")}</small>
      <${Choice} small label=${t("yard.level")} chosen=${yard.level} onChoose=${set}
        from=${brickyardGame.yard_orders.LEVELS.map((one) => [one, t(`yard.level.${one}`)])} />
      <button type="button" class="small" aria-label=${t("close")}
        onClick=${() => act({ do: "yard", player: "" })}>
        ✕</button></span>`;
  }

  /** What the yard gives up of this unit; empty for those of others. */
  const yardGives = (state, unit) =>
    state.yard && state.yard.player === unit.owner ? brickyardGame.yard_orders.gives_up(unit.left) : "";

  Object.assign(views, { Yard, YardSeat, yardGives });
})(window.brickyardPage);
