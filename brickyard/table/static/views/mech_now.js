/* Paper 'Mech, what happens now: attacks of both sides, spills, moves, repairs, the next wave. Who reaches
   whom is the fold's to say; where a player knows better, the event says so. */
"use strict";

(({ html, t, Die, Choice, Shared, useContext, useState, views }) => {
  const { event_fields, mech_state, radar } = brickyardGame;
  const { partName, living, keywordSays } = views.mechWords;
  const FACES = [1, 2, 3, 4, 5, 6];
  const ANYWAY = { anyway: true };

  const Button = ({ tap, kind = "", children, ...data }) =>
    html`<button type="button" class=${kind} onClick=${tap} ...${data}>${children}</button>`;

  /** Our own rule: what hits an empty mount hits the torso. */
  const struck = (mech, part) => (mech.parts[part]?.damage.length ? part : "torso");

  const isMount = (rules, part) => part in rules.mounts;

  /** Dice as they lie there: one tap for each die. `onNumber` takes another number of dice. */
  function DicePad({ number, label, onDone, onNumber = null }) {
    const [rolled, setRolled] = useState([]);
    const tap = (face) => {
      const now = [...rolled, face];
      if (now.length < number) return setRolled(now);
      setRolled([]);
      return onDone(now);
    };
    const dice = Array.from(
      { length: number },
      (_, n) => html`<${Die} key=${n} colour="W" shows=${rolled[n] ?? "–"} />`,
    );
    return html`<div class="dice-pad" role="group" aria-label=${label}>
      <p class="row">
        ${label} <span class="dice">${dice}</span>
        ${
          rolled.length > 0 &&
          html`<${Button} kind="small" tap=${() => setRolled(rolled.slice(0, -1))}>
            ⌫<span class="unseen">${t("undo")}</span><//>`
        }
        ${
          onNumber &&
          !rolled.length &&
          [-1, 1].map(
            (more) => html`<${Button} key=${more} kind="small" data-dice=${more}
              tap=${() => onNumber(Math.max(1, number + more))}>
              ${t(more > 0 ? "mech.die-more" : "mech.die-less")}<//>`,
          )
        }</p>
      <div class="offers numbers">${FACES.map(
        (face) => html`<${Button} key=${face} data-face=${face} tap=${() => tap(face)}>${face}<//>`,
      )}</div></div>`;
  }

  /** A die that says where damage goes; its faces show it. */
  function Places({ table, mech, name, onFace }) {
    return html`<div class="offers">${FACES.map((face) => {
      const part = struck(mech, table[face] ?? "torso");
      const isSafe = name === "place" && part === "legs" && mech.squat;
      return html`<${Button} key=${face} ...${{ [`data-${name}`]: face, disabled: isSafe }}
        tap=${() => onFace(face)}>
        ${face}<small>${partName(part)}</small><//>`;
    })}</div>`;
  }

  function CirclePad({ onCircle }) {
    return html`<p class="says">${t("mech.circle")}</p>
      <${views.Numbers} from=${1} to=${6} label=${t("mech.circle")} onNumber=${onCircle} />`;
  }

  /** An enemy's attack: is it in range, where does it hit, what did it roll, which circle first. */
  function Foe({ enemy }) {
    const { state, game, act } = useContext(Shared);
    const { mech } = state;
    const rules = game.rules.mech;
    const attack = rules.enemies[enemy.letter].attacks[enemy.attack];
    const side = radar.side_of(rules, enemy.sector);
    const due = radar.shield_against(rules, mech, enemy);
    const isNear = enemy.sector === null || radar.is_foe_in_range(rules, enemy, attack);
    const [told, setTold] = useState({ hits: isNear, shield: due, place: 0, rolled: null });
    const tell = (some) => setTold({ ...told, ...some });
    const { hits, shield, place, rolled } = told;
    const send = (some, insists) => act({ do: "foe", enemy: enemy.id, ...some, ...(insists ? ANYWAY : {}) });
    const said = {
      attack: attack.name,
      range: t(`band.${attack.range}`),
      band: t(`band.${enemy.band}`),
      side: t(`mech.from.${side}`),
    };
    const says = (key) => html`<${views.Says} teach="mech-foe"><b>${enemy.name}</b> ${t(key, said)}<//>`;
    if (!hits)
      return html`${says("mech.far")}
        <div class="offers">
          <${Button} kind="strong" data-missed tap=${() => send({ missed: true })}>${t("mech.comes")}<//>
          <${Button} kind="quiet" data-near tap=${() => tell({ hits: true })}>${t("mech.near")}<//></div>`;
    const table = rules.board.hits[side] ?? Object.values(rules.board.hits)[0];
    const where = shield || (place ? struck(mech, table[place]) : "");
    const strike = (faces, circle) => {
      const hit = { ...(shield ? { shield } : { place }), rolled: faces, ...(circle ? { circle } : {}) };
      send({ side, ...hit }, !isNear || shield !== due);
    };
    const takes = (faces) => (isMount(rules, where) ? tell({ rolled: faces }) : strike(faces));
    if (rolled) return html`<${CirclePad} onCircle=${(circle) => strike(rolled, circle)} />`;
    if (!where)
      return html`${says("mech.foe")}
        <p class="small"><span class="ours-tag">${t("mech.ours")}</span> ${t("mech.where")}</p>
        <${Places} table=${table} mech=${mech} name="place" onFace=${(face) => tell({ place: face })} />
        <div class="offers">
          <${Button} kind="quiet" data-missed tap=${() => send({ missed: true }, true)}>
            ${t("mech.missed")}<//></div>`;
    const weapon = rules.weapons[mech.parts[where].weapon];
    const armour = mech.parts[where].armour - (side === "rear" ? rules.stances.rear_armour : 0);
    const parries = weapon?.keyword === "parry" && radar.is_in_arc(rules, where, enemy.sector);
    return html`${says("mech.foe")}
      ${
        shield &&
        html`<p class="says">
          ${t("mech.shield", { part: partName(shield) })} <${Button} kind="small" data-no-shield
            tap=${() => tell({ shield: "" })}>
            ${t("mech.no-shield")}<//></p>`
      }
      ${parries && html`<p class="small">${keywordSays("parry", rules.keywords.parry)}</p>`}
      <${DicePad} number=${radar.foe_dice(rules, mech, attack)}
        label=${t("mech.rolls", { part: partName(where), armour })} onDone=${takes} />`;
  }

  /** Of several who act at the same time the player chooses the order. */
  function DueFoes({ due }) {
    const [first, setFirst] = useState(due[0].id);
    const from = due.map((one) => [one.id, one.name]);
    return html`${
      due.length > 1 &&
      html`<p class="small">${t("mech.who-first")}</p>
        <${Choice} small label=${t("mech.who-first")} from=${from} chosen=${first} onChoose=${setFirst} />`
    }
    <${Foe} key=${first} enemy=${due.find((one) => one.id === first)} />`;
  }

  /** Your own attack: whom it reaches, and how many dice it has. Others only if you insist. */
  function Shoot() {
    const { state, act, game } = useContext(Shared);
    const { mech } = state;
    const rules = game.rules.mech;
    const { action } = mech;
    const enemies = living(mech);
    const near = radar.in_reach(rules, mech);
    const [told, setTold] = useState({ target: near.length === 1 ? near[0].id : "", also: "", dice: 0 });
    const [insists, setInsists] = useState(false);
    const tell = (some) => setTold({ ...told, ...some });
    const aimed = enemies.find((one) => one.id === told.target);
    const due = aimed ? radar.dice_on(rules, mech, action, aimed) : 0;
    const number = told.dice || due;
    const name = mech_state.action_words(game.rules, mech, action);
    const whys = (aimed ? radar.out_of_reach(rules, mech, action.mount, aimed) : []).map((key) =>
      event_fields.filled(game.rules.say[key], {
        enemy: aimed.name,
        action: name,
        band: t(`band.${aimed.band}`),
      }),
    );
    if (aimed && number !== due) whys.push(t("mech.other-dice", { n: due }));
    const fires = !near.length && !aimed ? "mech.no-target" : action.time ? "mech.haste" : "mech.shoot";
    const keyword = rules.keywords[action.keyword];
    const beside = near.filter((one) => aimed && one !== aimed && radar.are_near(rules, aimed, one));
    const choices = (some) => some.map((one) => [one.id, `${one.name} (${one.armour})`]);
    const shoot = (rolled) => {
      const also = told.also && told.also !== told.target ? { also: told.also } : {};
      act({ do: "shoot", target: told.target, rolled, ...also, ...(whys.length ? ANYWAY : {}) });
    };
    return html`<${views.Says} teach="mech-shoot">
        <b>${name}</b> ${t(fires, { n: action.time })} <small>
          ${keywordSays(action.keyword, keyword)}</small><//>
      ${
        (near.length > 1 || insists) &&
        html`<${Choice} small label=${t("target")} from=${choices(insists ? enemies : near)}
          chosen=${told.target} onChoose=${(target) => tell({ target, dice: 0 })} />`
      }
      ${
        keyword?.targets > 1 &&
        beside.length > 0 &&
        html`<p class="small">${t("mech.also")}</p>
          <${Choice} small label=${t("mech.also")} from=${[["", "–"], ...choices(beside)]}
            chosen=${told.also} onChoose=${(also) => tell({ also })} />`
      }
      ${whys.length > 0 && html`<p class="notice">${whys.join(" ")} ${t("mech.insists")}</p>`}
      ${
        aimed &&
        html`<${DicePad} key=${told.target + number} number=${number}
          label=${t("mech.on", { enemy: aimed.name, armour: aimed.armour })} onDone=${shoot}
          onNumber=${insists && ((dice) => tell({ dice }))} />`
      }
      ${
        !insists &&
        html`<div class="offers">
          <${Button} kind="quiet" data-anyway tap=${() => setInsists(true)}>
            ${t("mech.other-target")}<//></div>`
      }`;
  }

  function Spill({ pending }) {
    const { state, act, game } = useContext(Shared);
    const { mech } = state;
    const [rolled, setRolled] = useState(0);
    const table = game.rules.mech.board.spills[pending.from] ?? {};
    const spill = (face) =>
      isMount(game.rules.mech, struck(mech, table[face] ?? "torso"))
        ? setRolled(face)
        : act({ do: "spill", rolled: face });
    if (rolled) return html`<${CirclePad} onCircle=${(circle) => act({ do: "spill", rolled, circle })} />`;
    return html`<p class="says">
        <b>${t("mech.spill", { n: pending.damage, part: partName(pending.from) })}</b></p>
      <${Places} table=${table} mech=${mech} name="spill" onFace=${spill} />`;
  }

  function ChooseAction({ offers, onCancel }) {
    const { state, act, game } = useContext(Shared);
    const { mech } = state;
    const rules = game.rules.mech;
    // A shield has the same action three times; one button is enough.
    const different = offers.filter((one, n) => offers.findIndex((other) => other.words === one.words) === n);
    /** The letters of those whom it would reach now. */
    const reached = (action) => {
      const [mount] = action.split("/");
      if (!isMount(rules, mount)) return "";
      const near = living(mech).filter((one) => !radar.out_of_reach(rules, mech, mount, one).length);
      return near.length ? ` → ${near.map((one) => one.letter).join(" ")}` : "";
    };
    const take = (action) => {
      act({ do: "choose", action });
      onCancel?.();
    };
    if (!offers.length && !onCancel)
      return html`<p class="says">${t("mech.stuck")}</p>
        <div class="offers">
          <${Button} kind="strong" data-do="advance" tap=${() => act({ do: "advance" })}>
            ${t("mech.advance")}<//></div>`;
    return html`<${views.Says} teach="mech-choose"><b>${t("mech.choose")}</b><//>
      <div class="offers tight">
        ${different.map(
          (one) => html`<${Button} key=${one.action} data-action=${one.action} tap=${() => take(one.action)}>
            ${one.words}${reached(one.action)}<//>`,
        )}
        ${onCancel && html`<${Button} kind="quiet" tap=${onCancel}>${t("close")}<//>`}</div>`;
  }

  /** Ways of one move: both ways round, another stance, or just done. */
  function Ways({ row, words, send }) {
    const { state } = useContext(Shared);
    const round = [
      [1, "mech.clockwise"],
      [-1, "mech.anticlockwise"],
    ];
    if (!row.turns)
      return html`<${Button} kind="strong" data-walk=${row.name} tap=${() => send({})}>${words}<//>`;
    return html`${round.map(
      ([way, key]) => html`<${Button} key=${key} data-way=${way} tap=${() => send({ way })}>${t(key)}<//>`,
    )}
    ${
      row.changes_stance &&
      html`<${Button} data-stance tap=${() => send({ stance: true })}>
        ${t(state.mech.squat ? "mech.stand-up" : "mech.squat-down")}<//>`
    }`;
  }

  /** What an attack allows besides: to pull its target, and to move once for nothing. */
  function AfterAttack({ pulls, moves }) {
    const { act, game } = useContext(Shared);
    const { board, called } = game.rules.mech;
    return html`${
      pulls.length > 0 &&
      html`<p class="says">${t("mech.pull")}</p>
        <div class="offers tight">${pulls.map(
          ({ enemy, sector, band, words }) => html`<${Button} key=${words} data-pull=${`${sector} ${band}`}
            tap=${() => act({ do: "go", enemy, sector, band })}>
            ${words}<//>`,
        )}</div>`
    }
    ${
      moves.length > 0 &&
      html`<${views.Says} teach="mech-free">${t("mech.free")}<//>
        <div class="offers tight">${moves.map(
          ({ move }) => html`<${Ways} key=${move} row=${board.moves.find((row) => row.name === move)}
            words=${called?.[move] ?? move} send=${(some) => act({ do: "free", move, ...some })} />`,
        )}</div>`
    }`;
  }

  /** Who comes, then where each of them enters. */
  function WaveRoll() {
    const { state, game, act } = useContext(Shared);
    const rules = game.rules.mech;
    const [rolled, setRolled] = useState(0);
    const [entries, setEntries] = useState([]);
    const letters = rolled
      ? rules.waves.find(([faces]) => faces.includes(rolled))[1][state.mech.wave].split("+")
      : [];
    const enter = (face) => {
      const now = [...entries, face];
      if (now.length < letters.length) return setEntries(now);
      return act({ do: "wave", rolled, entries: now });
    };
    if (!rolled)
      return html`<${views.Says} teach="mech-wave">
          <b>${t("mech.next-wave", { n: state.mech.wave + 1 })}</b> ${t("mech.roll-wave")}<//>
        <${views.Numbers} from=${1} to=${6} label=${t("mech.roll-wave")} onNumber=${setRolled} />`;
    return html`<p class="says">
        <b>${rules.enemies[letters[entries.length]].name}</b> ${t("mech.enters")} <span class="ours-tag">
          ${t("mech.ours")}</span></p>
      <div class="offers">${Array.from(
        { length: rules.board.entries },
        (_, n) => html`<${Button} key=${n} data-number=${n + 1} tap=${() => enter(n + 1)}>
          ${n + 1}<small>${t(`side.${radar.side_of(rules, n + 1)}`)}</small><//>`,
      )}</div>`;
  }

  /** An enemy's next attack, by a die; the only one that is left needs none. */
  function FoeChooses({ enemy }) {
    const { act, game } = useContext(Shared);
    const { attacks } = game.rules.mech.enemies[enemy.letter];
    const left = attacks
      .map((one, attack) => ({ ...one, attack }))
      .filter((one) => enemy.circles[one.attack]);
    const choose = (some) => act({ do: "choose", enemy: enemy.id, ...some });
    const named = left.map(
      ({ attack, name, power, time }) =>
        html`<${Button} kind=${left.length > 1 ? "small" : "strong"} key=${attack} data-attack=${attack}
          tap=${() => choose({ attack })}>
          ${name} P${power} T${time}<//>`,
    );
    const says = t(left.length === 1 ? "mech.foe-only" : "mech.foe-chooses");
    return html`<p class="says"><b>${enemy.name}</b> ${says}</p>
      ${
        left.length > 1 &&
        html`<${views.Numbers} from=${1} to=${6} label=${says} onNumber=${(rolled) => choose({ rolled })} />`
      }
      <div class="offers">${named}</div>`;
  }

  /** Which circles of a part are filled, and what each belongs to: any may be opened again. */
  function Repairs({ name, part }) {
    const { act, game } = useContext(Shared);
    const weapon = game.rules.mech.weapons[part.weapon];
    const share = weapon ? Math.floor(part.damage.length / weapon.actions.length) : 0;
    const filled = part.damage.map((one, n) => (one ? n : -1)).filter((n) => n >= 0);
    const row = (n) => (share ? weapon.actions[Math.floor(n / share)] : null);
    return html`<p class="small">${partName(name)} ${weapon?.name ?? ""}</p>
      <div class="offers tight">${filled.map(
        (n) => html`<${Button} key=${n} data-repair=${name}
          tap=${() => act({ do: "repair", part: name, circle: n + 1 })}>
          ${n + 1}${row(n) && html`<small>P${row(n).power} T${row(n).time}</small>`}<//>`,
      )}</div>`;
  }

  /** Repairs, then how the next wave is awaited and who comes. */
  function Between() {
    const { state, act } = useContext(Shared);
    const { mech } = state;
    const [goesOn, setGoesOn] = useState(false);
    const damaged = Object.entries(mech.parts).filter(([, part]) => part.damage.some(Boolean));
    const repairs = state.phase === "repairs" && damaged.length > 0 && mech.repairs !== 0 && !goesOn;
    if (repairs)
      return html`<${views.Says} teach="mech-repairs">
          <b>${t("mech.beaten", { n: mech.wave })}</b> ${
            mech.repairs !== null && t("mech.repairs-left", { n: mech.repairs })
          }<//>
        ${
          mech.repairs === null
            ? html`<${DicePad} number=${mech.beaten} label=${t("mech.repairs")}
                onDone=${(rolled) => act({ do: "repairs", rolled })} />`
            : damaged.map(([name, part]) => html`<${Repairs} key=${name} name=${name} part=${part} />`)
        }
        <div class="offers">
          <${Button} kind="quiet" data-skip tap=${() => setGoesOn(true)}>${t("mech.no-repairs")}<//></div>`;
    const stances = [
      [false, t("mech.stands")],
      [true, t("mech.squats")],
    ];
    return html`${
      state.phase === "repairs" &&
      html`<p class="small">${t("mech.awaits")}</p>
        <${Choice} small label=${t("mech.awaits")} from=${stances} chosen=${mech.squat}
          onChoose=${(squat) => squat !== mech.squat && act({ do: "stance", squat })} />`
    }<${WaveRoll} />`;
  }

  /** The action that was chosen: time passes until it is due, or it is hastened or changed. */
  function Own({ onChange }) {
    const { state, offers, act, game } = useContext(Shared);
    const { mech } = state;
    const [hasting, setHasting] = useState(false);
    const find = (kind) => offers.find((one) => one.do === kind);
    const { mount, place, time, power } = mech.action;
    const row = mount ? null : game.rules.mech.board.moves[place];
    const words = mech_state.action_words(game.rules, mech, mech.action);
    const passes = find("shoot") ? "mech.forgo" : "mech.nobody";
    const done = (some = {}) => act({ do: "acted", ...some });
    const shoots = power > 0 && (time === 0 || hasting);
    return html`${shoots && html`<${Shoot} />`}
      ${time > 0 && !hasting && html`<p class="says"><b>${words}</b> ${t("mech.in", { time })}</p>`}
      ${time === 0 && !power && html`<p class="says"><b>${words}</b></p>`}
      ${find("advance") && html`<${views.Says} teach="mech-advance" />`}
      <div class="offers">
        ${
          find("acted") &&
          (row
            ? html`<${Ways} row=${row} words=${t("mech.acted", { action: words })} send=${done} />`
            : html`<${Button} kind=${find("shoot") ? "quiet" : "strong"} data-do="acted" tap=${() => done()}>
                ${t(power ? passes : "mech.acted", { action: words })}<//>`)
        }
        ${
          find("advance") &&
          html`<${Button} kind="strong" data-do="advance" tap=${() => act({ do: "advance" })}>
            ${t("mech.advance")}<//>`
        }
        ${
          offers.some((one) => one.step) &&
          html`<${Button} data-step tap=${() => act({ do: "advance", step: 1 })}>${t("mech.step")}<//>`
        }
        ${
          find("shoot") &&
          time > 0 &&
          !hasting &&
          html`<${Button} data-open="haste" tap=${() => setHasting(true)}>
            ${t("word.haste")}<small>${t("mech.hastens", { n: time })}</small><//>`
        }
        <${Button} kind="quiet" data-open="change" tap=${onChange}>${t("mech.change")}<//></div>`;
  }

  /** What happens now in this game; the fold offers it. */
  function MechNow() {
    const { state, offers, act, open } = useContext(Shared);
    const { mech } = state;
    const some = (kind) => offers.filter((one) => one.do === kind);
    const [changing, setChanging] = useState(0);
    const at = state.log.length;
    if (state.phase === "over")
      return html`<p class="says"><b>${t(mech.won ? "mech.won" : "mech.lost", { n: mech.circles })}</b></p>
        <div class="offers">
          <${Button} kind="strong" data-open="end" tap=${() => open("end")}>${t("over.look")}<//></div>`;
    if (some("start").length)
      return html`<${views.FirstGame} />
        <div class="offers">
          <${Button} kind="strong" data-do="start" tap=${() => act({ do: "start" })}>
            ${t("mech.start")}<//></div>`;
    if (mech.pending) return html`<${Spill} key=${at} pending=${mech.pending} />`;
    if (some("wave").length) return html`<${Between} key=${mech.wave} />`;
    const due = living(mech).filter((one) => one.time === 0 && one.attack !== null);
    if (due.length) return html`<${DueFoes} key=${at} due=${due} />`;
    const choosing = offers.find((one) => one.do === "choose" && one.enemy);
    if (choosing)
      return html`<${FoeChooses} key=${choosing.enemy}
        enemy=${mech.enemies.find((one) => one.id === choosing.enemy)} />`;
    const actions = offers.filter((one) => one.do === "choose" && one.action);
    if (mech.action && changing !== at) return html`<${Own} key=${at} onChange=${() => setChanging(at)} />`;
    return html`<${AfterAttack} pulls=${some("go")} moves=${some("free")} />
      <${ChooseAction} offers=${actions} onCancel=${mech.action ? () => setChanging(0) : null} />`;
  }

  views.MechNow = MechNow;
})(window.brickyardPage);
