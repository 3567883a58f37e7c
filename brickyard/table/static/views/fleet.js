/* What a unit's own menu holds, and what only fleets have: captures, boarding, fuel, drifting, collisions. */
"use strict";

(({ html, t, Choice, Die, Sheet, Shared, Told, Word, useContext, useState, views }) => {
  /** Who holds a ship or an asset now. */
  function HolderSheet({ unit: id, onClose }) {
    const { state, act, offers } = useContext(Shared);
    const unit = state.units[id];
    const may = unit.kind === "hva" || offers.some((one) => one.do === "board" && one.unit === id);
    const to = (player) => {
      act(
        player === unit.first && unit.kind !== "hva"
          ? { do: "abandon", unit: id }
          : { do: "capture", unit: id, to: player },
      );
      onClose();
    };
    return html`<${Sheet} title=${t("captured.ask", { unit: unit.called })} onClose=${onClose}>
      <p><${Told} text=${t(unit.kind === "hva" ? "captured.hva" : "captured.ship")} /></p>
      <div class="offers">${state.players.map(
        (one) => html`<button type="button" key=${one.key} data-to=${one.key}
          aria-pressed=${String(unit.owner === one.key)}
          disabled=${unit.owner !== one.key && one.key !== unit.first && !may} onClick=${() => to(one.key)}>
          <${views.Mark} player=${one.key} /> ${views.nameOf(state, one.key)}</button>`,
      )}</div>
      ${unit.kind !== "hva" && may && html`<${BoardForm} unit=${unit} onClose=${onClose} />`}<//>`;
  }

  /** Dice as they lie there: a tap a die, and a tap on a die takes it away. */
  function DiceTaps({ label, colour, sides, most = 24, dice, onDice, isOpen, onOpen }) {
    const faces = Array.from({ length: sides }, (_, n) => n + 1);
    return html`<div class="dice-taps">
      <p class="row">
        <button type="button" class="small" data-dice=${`${colour}${sides}`} aria-pressed=${String(isOpen)}
          onClick=${onOpen}>
          ${label}</button>
        ${dice.map(
          (face, n) => html`<button type="button" class="plain" key=${n}
            aria-label=${t("remove", { what: String(face) })}
            onClick=${() => onDice(dice.filter((_, at) => at !== n))}>
            <${Die} quiet colour=${colour} sides=${sides} shows=${face} /></button>`,
        )}</p>
      ${
        isOpen &&
        html`<div class="offers numbers">${faces.map(
          (face) => html`<button type="button" key=${face} data-face=${face} disabled=${dice.length >= most}
            onClick=${() => onDice([...dice, face])}>
            ${face}</button>`,
        )}</div>`
      }</div>`;
  }

  const BOARDING_DICE = [
    ["yellow", "Y", 6, 24],
    ["d8", "Y", 8, 1],
    ["red", "R", 8, 24],
  ];

  /** Boarding: everybody's dice, and who gives theirs to somebody else. */
  function BoardForm({ unit, onClose }) {
    const { state, act } = useContext(Shared);
    const [rolls, setRolls] = useState({});
    const [aid, setAid] = useState({});
    const [open, setOpen] = useState(`${unit.owner} yellow`);
    const diceOf = (player, what) => rolls[player]?.[what] ?? [];
    const set = (player, what, dice) =>
      setRolls((now) => ({ ...now, [player]: { ...now[player], [what]: dice } }));
    const told = Object.entries(rolls)
      .filter(([, kinds]) => Object.values(kinds).some((dice) => dice.length))
      .map(([player, { yellow = [], d8 = [], red = [] }]) => [
        player,
        { yellow, ...(d8.length ? { d8: d8[0] } : {}), ...(red.length ? { red } : {}) },
      ]);
    const send = () => {
      act({
        do: "board",
        unit: unit.id,
        rolls: Object.fromEntries(told),
        ...(Object.values(aid).some(Boolean)
          ? { aid: Object.fromEntries(Object.entries(aid).filter(([, to]) => to)) }
          : {}),
      });
      onClose();
    };
    return html`<h3><${Word} of="boarding">${t("boarding")}<//></h3>
      <p class="small">${t("captured.boarding")}</p>
      ${state.players.map(
        (one) => html`<fieldset key=${one.key}>
          <legend><${views.Mark} player=${one.key} /> ${views.nameOf(state, one.key)}</legend>
          ${BOARDING_DICE.filter(([what]) => what !== "red" || one.key === unit.owner).map(
            ([what, colour, sides, most]) => html`<${DiceTaps} key=${what} label=${t(`boarding.${what}`)}
              colour=${colour} sides=${sides} most=${most} dice=${diceOf(one.key, what)}
              onDice=${(dice) => set(one.key, what, dice)} isOpen=${open === `${one.key} ${what}`}
              onOpen=${() => setOpen(`${one.key} ${what}`)} />`,
          )}</fieldset>`,
      )}
      ${
        state.players.length > 2 &&
        html`<details>
          <summary>${t("boarding.aid")}</summary>
          ${state.players.map(
            (one) => html`<p class="row" key=${one.key}>
              <b>${views.nameOf(state, one.key)}</b> <${Choice} small label=${t("boarding.aid")}
                from=${[
                  ["", t("boarding.aid.none")],
                  ...state.players
                    .filter((other) => other.key !== one.key)
                    .map((other) => [
                      other.key,
                      t("boarding.aid.to", { name: views.nameOf(state, other.key) }),
                    ]),
                ]} chosen=${aid[one.key] ?? ""}
                onChoose=${(to) => setAid((now) => ({ ...now, [one.key]: to }))} /></p>`,
          )}</details>`
      }
      <div class="offers">
        <button type="button" class="strong" data-board disabled=${!told.length} onClick=${send}>
          ${t("boarding.do")}</button></div>`;
  }

  /** After a boarding: whose companies still have to take how much. */
  function Boarded() {
    const { state, act } = useContext(Shared);
    const { boarding } = state;
    if (!boarding) return null;
    const companies = (keys) =>
      Object.values(state.units).filter(
        (one) => keys.includes(one.owner) && one.kind === "company" && !one.lost && one.fuel !== null,
      );
    const lines = [
      ...Object.entries(boarding.owed)
        .filter(([, n]) => n > 0)
        .map(([key, n]) => ({
          key,
          words: t("boarding.owed", { name: views.nameOf(state, key), n }),
          units: companies([key]),
        })),
      ...Object.entries(boarding.enemies)
        .filter(
          ([key, enemies]) =>
            enemies.length > 1 && boarding.damage[key] && state.answers["boarding-damage"] !== "each",
        )
        .map(([key, enemies]) => ({
          key: `${key}-deals`,
          words: t("boarding.deals", { name: views.nameOf(state, key), n: boarding.damage[key] }),
          units: companies(enemies),
        })),
    ];
    return lines
      .filter((line) => line.units.length)
      .map(
        (line) =>
          html`<div key=${line.key}>
            <p class="says">${line.words}</p>
            <div class="offers tight">${line.units.map(
              (one) => html`<button type="button" key=${one.id} data-suffers=${one.id}
                onClick=${() => act({ do: "hurt", unit: one.id, number: 1 })}>
                ${one.called}</button>`,
            )}</div></div>`,
      );
  }

  /** Everything else that can happen to a unit: two taps from its card. */
  function UnitSheet({ unit: id, onClose }) {
    const { state, act, game, open, events } = useContext(Shared);
    const unit = state.units[id];
    if (!unit) return null;
    const send = (event) => {
      act({ unit: id, ...event });
      onClose();
    };
    const told = new Set(events.filter((one) => one.unit === id || one.target === id).map((one) => one.id));
    const own = state.log.filter((one) => told.has(one.id) && one.effect && !one.undone);
    const fleet = game.game === "fleet";
    const ships = Object.values(state.units).filter((one) => ["capital", "frigate"].includes(one.kind));
    const turn = state.open_turns.find((one) => one.unit === id);
    const maySpot = !unit.lost && unit.kind !== "hva" && (turn ? turn.spots > 0 : !unit.activated);
    const environments = state.options?.environments ?? [];
    const struck = unit.struck.filter((code) => !["W", "ace"].includes(code));
    return html`<${Sheet} title=${views.sided(state, unit)} onClose=${onClose}>
      ${unit.pool.length > 0 && html`<p class="row">${t("dice.now")} <${views.Dice} pool=${unit.pool} /></p>`}
      <div class="offers">
        ${
          !unit.activated &&
          state.phase === "play" &&
          html`<button type="button" data-do="turn" onClick=${() => send({ do: "turn" })}>
              ${t("unit.begin")}</button>
            <button type="button" data-do="gone" onClick=${() => send({ do: "gone" })}>
              ${t("unit.gone")}</button>`
        }
        ${
          maySpot &&
          state.phase === "play" &&
          html`<button type="button" data-open="spot"
            onClick=${() => {
              onClose();
              open("spot", { unit: id });
            }}>
            ${t("spot")}</button>`
        }
        ${
          !unit.lost &&
          html`<button type="button" data-do="lost" onClick=${() => send({ do: "lost" })}>
            ${t("unit.lost")}</button>`
        }
        ${
          fleet &&
          !unit.lost &&
          ["capital", "frigate"].includes(unit.kind) &&
          html`<button type="button" data-do="off" onClick=${() => send({ do: "off" })}>
            ${t("unit.off")}</button>`
        }
        ${
          unit.lost === "adrift" &&
          [1, 2, 3, 4, 5, 6].map(
            (fuel) => html`<button type="button" key=${fuel} data-fuel=${fuel}
              onClick=${() => send({ do: "launch", fuel })}>
              ${t("fuel.is", { n: fuel })}</button>`,
          )
        }
        ${
          unit.kind !== "hva" &&
          html`<button type="button"
            onClick=${() => {
              onClose();
              open("odds", { unit: id });
            }}>
            ${t("odds.title")}</button>`
        }</div>
      ${
        !unit.lost &&
        unit.kind !== "hva" &&
        html`<h3>${t("hurt")}</h3>
          <p class="small">${t("hurt.says")}</p>
          <div class="offers numbers">${[1, 2, 3, 4, 5, 6].map(
            (number) => html`<button type="button" key=${number} data-hurt=${number}
              onClick=${() => send({ do: "hurt", number })}>
              ${number}</button>`,
          )}</div>`
      }
      ${
        !fleet &&
        !unit.lost &&
        state.options?.climbing &&
        html`<${FallForm} onFall=${(bricks, number) => send({ do: "fall", bricks, number })} />`
      }
      ${
        environments.length > 0 &&
        !unit.lost &&
        html`<h3>${t("stands")}</h3>
          <${Choice} small label=${t("stands")}
            from=${[["", t("stands.nowhere")], ...environments.map((one) => [one, one])]}
            chosen=${unit.stands_in} onChoose=${(terrain) => send({ do: "enter", terrain })} />`
      }
      ${
        unit.kind === "company" &&
        ["", "adrift"].includes(unit.lost) &&
        html`<h3>${t("aboard")}</h3>
          <p class="small">${t("aboard.says")}</p>
          <${Choice} small label=${t("aboard")}
            from=${[
              ["", t("aboard.none")],
              ...ships.filter((one) => !one.lost).map((one) => [one.id, one.called]),
            ]} chosen=${unit.aboard} onChoose=${(ship) => send({ do: "aboard", ship })} />`
      }
      ${
        game.rules.aces?.[unit.ace]?.moves_ships &&
        !unit.lost &&
        html`<h3>${t("nudge")}</h3>
          <div class="offers">${Object.values(state.units)
            .filter((one) => !one.lost && one.kind !== "company")
            .map(
              (one) => html`<button type="button" key=${one.id} data-nudge=${one.id}
                onClick=${() => send({ do: "nudge", ship: one.id })}>
                ${one.called}</button>`,
            )}</div>`
      }
      ${
        fleet &&
        unit.kind !== "company" &&
        struck.length > 0 &&
        html`<h3><${Word} of="repair">${t("repair")}<//></h3>
          <div class="offers">${[...new Set(struck)].map(
            (code) => html`<button type="button" key=${code} data-restore=${code}
              onClick=${() => send({ do: "restore", system: code })}>
              ${views.systemName(game, code)}</button>`,
          )}</div>`
      }
      ${
        fleet &&
        unit.kind === "company" &&
        struck.length > 0 &&
        html`<${MendForm} unit=${unit} struck=${struck} onMend=${(some) => send({ do: "mend", ...some })} />`
      }
      ${
        fleet &&
        unit.lost === "adrift" &&
        html`<h3>${t("hold")}</h3>
          <div class="offers">${state.players.map(
            (one) => html`<button type="button" key=${one.key} data-hold=${one.key}
              onClick=${() => send({ do: "hold", to: one.key })}>
              ${views.nameOf(state, one.key)}</button>`,
          )}</div>`
      }
      ${
        fleet &&
        ["capital", "frigate"].includes(unit.kind) &&
        !unit.lost &&
        html`<${CollideForm} unit=${unit} onClose=${onClose} />`
      }
      ${
        own.length > 0 &&
        html`<h3>${t("log")}</h3>
          <ul class="log">${own.map((one) => html`<li key=${one.id}>${one.words}</li>`)}</ul>`
      }<//>`;
  }

  /** A company gets back as much as the die shows; where it can't be all, its owner says what. */
  function MendForm({ unit, struck, onMend }) {
    const { game } = useContext(Shared);
    const [value, setValue] = useState(0);
    const room = (die) => die - unit.white - unit.left.length;
    const tap = (die) =>
      room(die) > 0 && room(die) < struck.length ? setValue(die) : onMend({ value: die });
    return html`<h3>${t("mend")}</h3>
      <div class="offers numbers">${[1, 2, 3, 4, 5, 6].map(
        (die) => html`<button type="button" key=${die} data-mend=${die} aria-pressed=${String(value === die)}
          onClick=${() => tap(die)}>
          ${die}</button>`,
      )}</div>
      ${
        value > 0 &&
        html`<div class="offers tight">${views.someOf(struck, room(value)).map(
          (systems) => html`<button type="button" key=${systems.join()} data-mends=${systems.join(" ")}
            onClick=${() => onMend({ value, systems })}>
            ${systems.map((code) => views.systemName(game, code)).join(" + ")}</button>`,
        )}</div>`
      }`;
  }

  /** A fall: how many bricks, then how many of its dice hurt. */
  function FallForm({ onFall }) {
    const { game } = useContext(Shared);
    const { bricks: each, chart } = game.rules.falling;
    const [bricks, setBricks] = useState(0);
    return html`<details>
      <summary>${t("fall")}</summary>
      <p class="small">
        ${t("fall.says", { n: each, faces: views.facesWords(game.rules.charts[chart].target) })}</p>
      <${Choice} small label=${t("fall")} from=${[1, 2, 3, 4, 5, 6].map((n) => [n * each, String(n * each)])}
        chosen=${bricks} onChoose=${setBricks} />
      ${
        bricks > 0 &&
        html`<${views.Numbers} from=${0} to=${bricks / each} label=${t("attack.how-many")}
          onNumber=${(number) => onFall(bricks, number)} />`
      }</details>`;
  }

  /** A die for each unit of speed; debris is hit like a ship, and has nothing to lose. */
  function CollideForm({ unit, onClose }) {
    const { state, act } = useContext(Shared);
    const [target, setTarget] = useState("");
    const [rolled, setRolled] = useState([]);
    const others = Object.values(state.units).filter(
      (one) => one.id !== unit.id && !one.lost && one.kind !== "company",
    );
    return html`<details>
      <summary><${Word} of="collision">${t("collide")}<//></summary>
      <${Choice} small label=${t("target")}
        from=${[["debris", t("debris")], ...others.map((one) => [one.id, one.called])]} chosen=${target}
        onChoose=${setTarget} />
      <${DiceTaps} label=${t("collide.dice")} colour="W" sides=${6} dice=${rolled} onDice=${setRolled} isOpen
        onOpen=${() => {}} />
      <div class="offers">
        <button type="button" class="strong" data-collide disabled=${!target || !rolled.length}
          onClick=${() => {
            act({ do: "collide", unit: unit.id, target, rolled });
            onClose();
          }}>
          ${t("collide.do")}</button></div></details>`;
  }

  Object.assign(views, { HolderSheet, UnitSheet, Boarded });
})(window.brickyardPage);
