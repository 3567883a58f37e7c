/* Paper 'Mech: the time track, the 'mech's parts with their circles, the enemies of a wave. Our own rules are
   marked. */
"use strict";

(({ html, t, has, named, Die, Choice, Shared, Word, useContext, useState, views }) => {
  const partName = (part) => (has(`part.${part}`) ? t(`part.${part}`) : part.replace("-", " "));
  const living = (mech) => mech.enemies.filter((one) => !one.lost);

  function Circles({ filled }) {
    return html`<span class="circles" role="img"
      aria-label=${t("circles", { n: filled.filter((one) => !one).length, all: filled.length })}>
      ${filled.map((one, n) => html`<i key=${n} class=${one ? "filled" : ""}></i>`)}</span>`;
  }

  /** Everybody's next action by the time that is left: the nearest happens first, enemies before you. */
  function Track({ mech, rules }) {
    const spaces = Array.from({ length: rules.board.track + 1 }, (_, n) => n);
    const at = (n) => [
      ...living(mech)
        .filter((one) => one.time !== null && Math.min(one.time, rules.board.track) === n)
        .map((one) => ({ key: one.id, words: one.name })),
      ...(mech.action && Math.min(mech.action.time, rules.board.track) === n
        ? [{ key: "you", words: t("mech.you"), own: true }]
        : []),
    ];
    return html`<section>
      <h2><${Word} of="T">${t("mech.track")}<//></h2>
      <ol class="track">${spaces.map(
        (n) => html`<li key=${n} class=${n === 0 ? "now" : ""}>
          <b>${n === 0 ? t("mech.acts") : n}</b>
          ${at(n).map(
            (one) => html`<span key=${one.key} class=${one.own ? "own" : ""}>${one.words}</span>`,
          )}</li>`,
      )}</ol></section>`;
  }

  /** Where everybody is: the 'mech looks up, near bands are inside. The drawing is ours. */
  function Radar({ mech, rules }) {
    const { bands, board } = rules;
    const ring = 96 / bands.length;
    const enemies = living(mech).filter((one) => one.sector !== null);
    const spot = (sector, far) => {
      const angle = ((sector - 3.5) * 360) / board.entries;
      const turned = (angle * Math.PI) / 180;
      return [100 + far * Math.sin(turned), 100 - far * Math.cos(turned)].map((one) => one.toFixed(1));
    };
    const placed = enemies.map((one, n) => ({
      one,
      at: spot(
        one.sector +
          enemies.slice(0, n).filter((other) => other.sector === one.sector && other.band === one.band)
            .length *
            0.28,
        ring * (bands.indexOf(one.band) + 0.55),
      ),
    }));
    const words = enemies
      .map((one) => `${one.name}: ${t(`band.${one.band}`)}, ${t("mech.sector")} ${one.sector}`)
      .join("; ");
    return html`<figure class="radar">
      <svg viewBox="0 0 200 200" role="img" aria-label=${words || t("mech.radar")}>
        ${bands.map((_, n) => html`<circle key=${n} cx="100" cy="100" r=${ring * (n + 1)} class="ring" />`)}
        ${Array.from({ length: board.entries }, (_, n) => {
          const [x, y] = spot(n + 0.5, 96);
          return html`<line key=${n} x1="100" y1="100" x2=${x} y2=${y} class="ring" />`;
        })}
        ${board.rear.map((sector) => {
          const [x, y] = spot(sector - 0.5, 96);
          const [x2, y2] = spot(sector + 0.5, 96);
          return html`<path key=${sector} class="rear" d=${`M100 100L${x} ${y}A96 96 0 0 1 ${x2} ${y2}Z`} />`;
        })}
        <path d="M100 91 106 106 100 102 94 106Z" class="own" />
        ${placed.map(
          ({ one, at: [x, y] }) => html`<g key=${one.id} class=${one.time === 0 ? "acts" : ""}>
            <circle cx=${x} cy=${y} r="9" class="foe-mark" />
            <text x=${x} y=${Number(y) + 4.5}>${one.letter}</text></g>`,
        )}</svg>
      <figcaption class="small">
        <span class="ours-tag">${t("mech.ours")}</span> ${bands
          .map((one) => t(`band.${one}`))
          .join(" · ")}</figcaption></figure>`;
  }

  function Enemy({ enemy, rules }) {
    const { act } = useContext(Shared);
    const kind = rules.enemies[enemy.letter];
    const { bands, board } = rules;
    const go = (some) =>
      act({ do: "go", enemy: enemy.id, sector: enemy.sector ?? 3, band: enemy.band, ...some });
    const sector =
      enemy.sector !== null &&
      ` · ${t("mech.sector")} ${enemy.sector} (${t(`side.${sideOf(board, enemy.sector)}`)})`;
    const where = t(`band.${enemy.band}`) + (sector || "");
    return html`<li class=${enemy.lost ? "card foe lost" : "card foe"} data-enemy=${enemy.id}>
      <div class="below">
        <div class="head">
          <h3>${enemy.name} <small>${enemy.letter}</small></h3>
          <span class="shield">
            <span class="unseen">${t("mech.armour", { n: "" })}</span>${enemy.armour}</span>
          ${
            !enemy.lost &&
            html`<button type="button" class="small" onClick=${() => act({ do: "destroy", enemy: enemy.id })}>
              ${t("unit.lost")}</button>`
          }</div>
        <ul class="actions">${kind.attacks.map(
          (one, n) => html`<li key=${n} class=${enemy.attack === n ? "chosen" : ""}>
            <span>${one.name}</span>
            <small>${t(`band.${one.range}`)} P${one.power} T${one.time}</small>
            <${Circles}
              filled=${Array.from(
                { length: rules.circles.enemy_attack },
                (_, at) => at >= enemy.circles[n],
              )} /></li>`,
        )}</ul>
        ${
          !enemy.lost &&
          html`<details>
            <summary class="ours">${where}</summary>
            <${Choice} small label=${t("mech.band")} from=${bands.map((one) => [one, t(`band.${one}`)])}
              chosen=${enemy.band} onChoose=${(band) => go({ band })} />
            <${Choice} small label=${t("mech.sector")}
              from=${Array.from({ length: board.entries }, (_, n) => [
                n + 1,
                `${n + 1} ${t(`side.${sideOf(board, n + 1)}`)}`,
              ])} chosen=${enemy.sector} onChoose=${(sector) => go({ sector })} /></details>`
        }</div></li>`;
  }

  /** Which of a part's circles are filled, and what each belongs to: any may be opened again. */
  function Repairs({ name, part, weapon }) {
    const { act } = useContext(Shared);
    const share = weapon ? Math.floor(part.damage.length / weapon.actions.length) : 0;
    const filled = part.damage.map((one, n) => (one ? n : -1)).filter((n) => n >= 0);
    const words = (n) => (share ? weapon.actions[Math.floor(n / share)] : null);
    return html`<div class="offers tight">${filled.map(
      (n) => html`<button type="button" key=${n} data-repair=${name}
        onClick=${() => act({ do: "repair", part: name, circle: n + 1 })}>
        ${n + 1}${words(n) && html`<small>P${words(n).power} T${words(n).time}</small>`}</button>`,
    )}</div>`;
  }

  function Part({ name, part, rules, may }) {
    const weapon = rules.weapons[part.weapon];
    const keyword = weapon && rules.keywords[weapon.keyword];
    return html`<li class="card part" data-part=${name}>
      <div class="below">
        <div class="head">
          <h3>${partName(name)}</h3>
          <span class=${weapon?.assumed ? "shield ours" : "shield"}>
            <span class="unseen">${t("mech.armour", { n: "" })}</span>${part.armour || "–"}</span></div>
        ${
          weapon &&
          html`<p class="small">
            <b>${weapon.name}</b> · ${t(`band.${weapon.range || "none"}`)}
            <br />
            ${named("keyword", "mech", weapon.keyword)}: ${keywordSays(weapon.keyword, keyword)}</p>`
        }
        ${!weapon && name.includes("-") && html`<p class="small">${t("mech.empty")}</p>`}
        <div class="row"><${Circles} filled=${part.damage} /></div>
        ${may && part.damage.some(Boolean) && html`<${Repairs} name=${name} part=${part} weapon=${weapon} />`}
      </div></li>`;
  }

  /** What a weapon's keyword does, in the page's language. */
  const keywordSays = (name, row) =>
    has(`keyword.${name}.says`) ? t(`keyword.${name}.says`) : (row?.says ?? "");

  function Mech() {
    const { state, game } = useContext(Shared);
    const mech = state.mech;
    const rules = game.rules.mech;
    if (!mech?.parts) return html`<p>${t("force.none")}</p>`;
    return html`<${Track} mech=${mech} rules=${rules} />
      ${
        mech.enemies.length > 0 &&
        html`<section>
          <h2><${Word} of="wave">${t("mech.wave", { n: mech.wave })}<//></h2>
          <div class="wave">
            <${Radar} mech=${mech} rules=${rules} />
            <ul class="cards">${mech.enemies.map(
              (one) => html`<${Enemy} key=${one.id} enemy=${one} rules=${rules} />`,
            )}</ul></div></section>`
      }
      <section>
        <h2>
          ${state.players[0]?.force || t("mech.own")} <small>
            ${t("mech.circles", { n: mech.circles })}
            ${mech.penalty ? ` · ${t("mech.penalty", { n: mech.penalty })}` : ""}
            ${mech.squat ? ` · ${t("mech.squats")}` : ""}</small></h2>
        <ul class="cards parts">${Object.entries(mech.parts).map(
          ([name, part]) => html`<${Part} key=${name} name=${name} part=${part} rules=${rules}
            may=${state.phase === "repairs" && mech.repairs > 0} />`,
        )}</ul></section>
      <section>
        <h2><span class="ours-tag">${t("mech.ours")}</span></h2>
        ${rules.board.ours.map((line) => html`<p class="small" key=${line}>${line}</p>`)}</section>`;
  }

  /** Dice as they lie there: one tap for each die. */
  function DicePad({ number, label, onDone }) {
    const [rolled, setRolled] = useState([]);
    const tap = (face) => {
      const now = [...rolled, face];
      if (now.length < number) return setRolled(now);
      setRolled([]);
      return onDone(now);
    };
    return html`<div class="dice-pad" role="group" aria-label=${label}>
      <p class="row">
        ${label} <span class="dice">${Array.from(
          { length: number },
          (_, n) => html`<${Die} key=${n} colour="W" shows=${rolled[n] ?? "–"} />`,
        )}</span>
        ${
          rolled.length > 0 &&
          html`<button type="button" class="small" onClick=${() => setRolled(rolled.slice(0, -1))}>
            ⌫<span class="unseen">${t("undo")}</span></button>`
        }</p>
      <div class="offers numbers">${[1, 2, 3, 4, 5, 6].map(
        (face) => html`<button type="button" key=${face} data-face=${face} onClick=${() => tap(face)}>
          ${face}</button>`,
      )}</div></div>`;
  }

  const sideOf = (board, sector) =>
    board.front.includes(sector)
      ? "front"
      : board.rear.includes(sector)
        ? "rear"
        : sector === 2
          ? "left"
          : sector === 5
            ? "right"
            : "front";

  /**
   * Whether a mount's weapon points there: the left ones to the left and ahead. Who has no place may be
   * anywhere.
   */
  const inArc = (rules, mount, sector) =>
    sector === null || (rules.board.arcs[mount.split("-")[0]] ?? rules.board.front).includes(sector);

  function reaches(rules, mech, mount, enemy) {
    const weapon = rules.weapons[mech.parts[mount].weapon];
    const at = rules.bands.indexOf(enemy.band);
    return (
      inArc(rules, mount, enemy.sector) &&
      at <= rules.bands.indexOf(weapon.range) &&
      at >= Math.max(0, rules.bands.indexOf(weapon.nearest))
    );
  }

  /** The shield that must take an attack from there: one that defends just now, or one that guards. */
  function shieldFor(rules, mech, enemy) {
    const { action } = mech;
    const mounts = [
      action && action.time === 0 && action.keyword === "reflex" ? action.mount : "",
      mech.guard,
    ].filter(Boolean);
    return mounts.find((mount) => inArc(rules, mount, enemy.sector)) ?? "";
  }

  /** An enemy's attack: is it in range, where does it hit, what did it roll, which circle first. */
  function Foe({ enemy }) {
    const { state, game, act } = useContext(Shared);
    const mech = state.mech;
    const rules = game.rules.mech;
    const attack = rules.enemies[enemy.letter].attacks[enemy.attack];
    const isNear = rules.bands.indexOf(enemy.band) <= rules.bands.indexOf(attack.range);
    const [side, setSide] = useState(sideOf(rules.board, enemy.sector));
    const [place, setPlace] = useState(0);
    const [rolled, setRolled] = useState(null);
    const [shield, setShield] = useState(shieldFor(rules, mech, enemy));
    const [hits, setHits] = useState(isNear);
    const power = mech.squat
      ? Math.max(rules.stances.least_power, attack.power - rules.stances.squat_power)
      : attack.power;
    const table = rules.board.hits[side] ?? Object.values(rules.board.hits)[0];
    const where = shield || table[place];
    const send = (faces, circle) =>
      act({
        do: "foe",
        enemy: enemy.id,
        side,
        ...(shield ? { shield } : { place }),
        rolled: faces,
        ...(circle ? { circle } : {}),
      });
    const rolls = (faces) =>
      where in rules.mounts && mech.parts[where].damage.length ? setRolled(faces) : send(faces);
    const missed = html`<button type="button" class=${isNear ? "quiet" : "strong"} data-missed
      onClick=${() => act({ do: "foe", enemy: enemy.id, missed: true })}>
      ${t(isNear ? "mech.missed" : "mech.comes")}</button>`;
    if (!hits) {
      return html`<${views.Says} teach="mech-foe">
          <b>${enemy.name}</b> ${t("mech.far", {
            attack: attack.name,
            range: t(`band.${attack.range}`),
            band: t(`band.${enemy.band}`),
          })}<//>
        <div class="offers">
          ${missed}
          <button type="button" class="quiet" data-near onClick=${() => setHits(true)}>
            ${t("mech.near")}</button></div>`;
    }
    return html`<${views.Says} teach="mech-foe">
        <b>${enemy.name}</b> ${t("mech.foe", { attack: attack.name, range: t(`band.${attack.range}`) })}<//>
      ${
        shield &&
        !rolled &&
        html`<p class="says">
          ${t("mech.shield", { part: partName(shield) })} <button type="button" class="small" data-no-shield
            onClick=${() => setShield("")}>
            ${t("mech.no-shield")}</button></p>`
      }
      ${
        !shield &&
        !place &&
        html`<${Choice} small label=${t("mech.side")}
            from=${["front", "left", "right", "rear"].map((one) => [one, t(`side.${one}`)])} chosen=${side}
            onChoose=${setSide} />
          <p class="small"><span class="ours-tag">${t("mech.ours")}</span> ${t("mech.where")}</p>
          <div class="offers">${Object.entries(table).map(
            ([face, part]) => html`<button type="button" key=${face} data-place=${face}
              disabled=${part === "legs" && mech.squat} onClick=${() => setPlace(Number(face))}>
              ${face}<small>${partName(part)}</small></button>`,
          )}</div>
          <div class="offers">${missed}</div>`
      }
      ${
        where &&
        !rolled &&
        html`<${DicePad} number=${power} label=${t("mech.rolls", { part: partName(where) })}
          onDone=${rolls} />`
      }
      ${
        rolled &&
        html`<p class="says">${t("mech.circle")}</p>
          <${views.Numbers} from=${1} to=${6} label=${t("mech.circle")}
            onNumber=${(circle) => send(rolled, circle)} />`
      }`;
  }

  /** How many dice an attack has on this target: nearer is better for some weapons, again for others. */
  function diceOn(rules, mech, action, enemy) {
    const keyword = rules.keywords[action.keyword] ?? {};
    const again =
      keyword.combo && mech.last === action.mount && mech.last_target === enemy.id ? keyword.combo : 0;
    return Math.max(0, action.power + again + (keyword.per_band || 0) * rules.bands.indexOf(enemy.band));
  }

  function Shoot() {
    const { state, act, game } = useContext(Shared);
    const mech = state.mech;
    const rules = game.rules.mech;
    const action = mech.action;
    const enemies = living(mech);
    const keyword = rules.keywords[action.keyword];
    const near = enemies.filter((one) => reaches(rules, mech, action.mount, one));
    const [target, setTarget] = useState(near.length === 1 ? near[0].id : "");
    const [also, setAlso] = useState("");
    const aimed = enemies.find((one) => one.id === target);
    const number = aimed ? diceOn(rules, mech, action, aimed) : 0;
    const choices = (some) => some.map((one) => [one.id, `${one.name} (${one.armour})`, !near.includes(one)]);
    return html`<${views.Says} teach="mech-shoot">
        <b>${brickyardGame.mech_state.action_words(game.rules, mech, action)}</b> ${t(
          action.time ? "mech.haste" : "mech.shoot",
          { n: action.time },
        )} <small>${keywordSays(action.keyword, keyword)}</small><//>
      ${!near.length && html`<p class="says">${t("mech.no-target")}</p>`}
      ${
        enemies.length > 1 &&
        html`<${Choice} small label=${t("target")} from=${choices(enemies)} chosen=${target}
          onChoose=${setTarget} />`
      }
      ${
        aimed &&
        keyword?.targets > 1 &&
        near.length > 1 &&
        html`<p class="small">${t("mech.also")}</p>
          <${Choice} small label=${t("mech.also")}
            from=${[["", "–"], ...choices(near.filter((one) => one.id !== target))]} chosen=${also}
            onChoose=${setAlso} />`
      }
      ${
        number > 0 &&
        html`<${DicePad} key=${target} number=${number} label=${t("roll")}
          onDone=${(rolled) =>
            act({ do: "shoot", target, rolled, ...(also && also !== target ? { also } : {}) })} />`
      }`;
  }

  function Spill({ pending }) {
    const { act, game } = useContext(Shared);
    const [rolled, setRolled] = useState(0);
    const table = game.rules.mech.board.spills[pending.from] ?? {};
    if (!rolled)
      return html`<p class="says">
          <b>${t("mech.spill", { n: pending.damage, part: partName(pending.from) })}</b></p>
        <div class="offers">${[1, 2, 3, 4, 5, 6].map(
          (face) => html`<button type="button" key=${face} data-spill=${face}
            onClick=${() => setRolled(face)}>
            ${face}<small>${partName(table[face] ?? "torso")}</small></button>`,
        )}</div>`;
    return html`<p class="says">${t("mech.circle")}</p>
      <${views.Numbers} from=${1} to=${6} label=${t("mech.circle")}
        onNumber=${(circle) => act({ do: "spill", rolled, circle })} />`;
  }

  function ChooseAction({ offers, onCancel }) {
    const { act } = useContext(Shared);
    // A shield has the same action three times; one button is enough.
    const different = offers.filter((one, n) => offers.findIndex((other) => other.words === one.words) === n);
    const take = (action) => {
      act({ do: "choose", action });
      onCancel?.();
    };
    return html`<${views.Says} teach="mech-choose"><b>${t("mech.choose")}</b><//>
      <div class="offers tight">
        ${different.map(
          (one) => html`<button type="button" key=${one.action} data-action=${one.action}
            onClick=${() => take(one.action)}>
            ${one.words}</button>`,
        )}
        ${onCancel && html`<button type="button" class="quiet" onClick=${onCancel}>${t("close")}</button>`}
      </div>`;
  }

  /** Ways of one move: both ways round, another stance, or just done. */
  function Ways({ row, words, send }) {
    const { state } = useContext(Shared);
    const round = row.turns
      ? [
          [1, "mech.clockwise"],
          [-1, "mech.anticlockwise"],
        ]
      : [];
    return html`${round.map(
      ([way, key]) => html`<button type="button" key=${key} data-way=${way} onClick=${() => send({ way })}>
        ${t(key)}</button>`,
    )}
      ${
        row.changes_stance &&
        html`<button type="button" data-stance onClick=${() => send({ stance: true })}>
          ${t(state.mech.squat ? "mech.stand-up" : "mech.squat-down")}</button>`
      }
      ${
        !row.turns &&
        html`<button type="button" data-walk=${row.name} onClick=${() => send({})}>${words}</button>`
      }`;
  }

  function FreeMoves({ offers }) {
    const { act, game } = useContext(Shared);
    return html`<${views.Says} teach="mech-free">${t("mech.free")}<//>
      <div class="offers tight">${offers.map(
        (one) => html`<${Ways} key=${one.move}
          row=${game.rules.mech.board.moves.find((row) => row.name === one.move)}
          words=${game.rules.mech.called?.[one.move] ?? one.move}
          send=${(some) => act({ do: "free", move: one.move, ...some })} />`,
      )}</div>`;
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
        (_, n) => html`<button type="button" key=${n} data-number=${n + 1} onClick=${() => enter(n + 1)}>
          ${n + 1}<small>${t(`side.${sideOf(rules.board, n + 1)}`)}</small></button>`,
      )}</div>`;
  }

  /** An enemy's next attack, by a die; the only one that is left needs none. */
  function FoeChooses({ enemy }) {
    const { act, game } = useContext(Shared);
    const { attacks } = game.rules.mech.enemies[enemy.letter];
    const left = attacks
      .map((one, attack) => ({ ...one, attack }))
      .filter((one) => enemy.circles[one.attack]);
    const named = left.map(
      (one) =>
        html`<button type="button" class=${left.length > 1 ? "small" : "strong"} key=${one.attack}
          data-attack=${one.attack}
          onClick=${() => act({ do: "choose", enemy: enemy.id, attack: one.attack })}>
          ${one.name} P${one.power} T${one.time}</button>`,
    );
    if (left.length === 1)
      return html`<p class="says"><b>${enemy.name}</b> ${t("mech.foe-only")}</p>
        <div class="offers">${named}</div>`;
    return html`<p class="says"><b>${enemy.name}</b> ${t("mech.foe-chooses")}</p>
      <div class="offers">${[1, 2, 3, 4, 5, 6].map(
        (rolled) => html`<button type="button" key=${rolled} data-number=${rolled}
          onClick=${() => act({ do: "choose", enemy: enemy.id, rolled })}>
          ${rolled}</button>`,
      )}</div>
      <div class="offers">${named}</div>`;
  }

  function Between() {
    const { state, offers, act } = useContext(Shared);
    const mech = state.mech;
    const rolls = offers.some((one) => one.do === "repairs") && mech.beaten > 0;
    return html`${
      rolls &&
      html`<${views.Says} teach="mech-repairs" />
        <${DicePad} number=${mech.beaten} label=${t("mech.repairs")}
          onDone=${(rolled) => act({ do: "repairs", rolled })} />`
    }
      ${mech.repairs > 0 && html`<p class="says">${t("mech.repairs-left", { n: mech.repairs })}</p>`}
      ${
        state.phase === "repairs" &&
        html`<${Choice} small label=${t("mech.awaits")}
          from=${[
            [false, t("mech.stands")],
            [true, t("mech.squats")],
          ]} chosen=${mech.squat}
          onChoose=${(squat) => squat !== mech.squat && act({ do: "stance", squat })} />`
      }
      <${WaveRoll} key=${mech.wave} />`;
  }

  /** What happens now in this game; the fold offers it. */
  function MechNow() {
    const { state, offers, act, game, open } = useContext(Shared);
    const mech = state.mech;
    const rules = game.rules.mech;
    const some = (kind) => offers.filter((one) => one.do === kind);
    const [hasting, setHasting] = useState(false);
    const [changing, setChanging] = useState(false);
    if (state.phase === "over")
      return html`<p class="says"><b>${t(mech.won ? "mech.won" : "mech.lost", { n: mech.circles })}</b></p>
        <div class="offers">
          <button type="button" class="strong" data-open="end" onClick=${() => open("end")}>
            ${t("over.look")}</button></div>`;
    if (some("start").length)
      return html`<${views.FirstGame} />
        <div class="offers">
          <button type="button" class="strong" data-do="start" onClick=${() => act({ do: "start" })}>
            ${t("mech.start")}</button></div>`;
    if (mech.pending) return html`<${Spill} key=${JSON.stringify(mech.pending)} pending=${mech.pending} />`;
    if (state.phase === "repairs" || some("wave").length) return html`<${Between} />`;
    const due = living(mech).find((one) => one.time === 0 && one.attack !== null);
    if (due) return html`<${Foe} key=${due.id + state.log.length} enemy=${due} />`;
    const choosing = offers.find((one) => one.do === "choose" && one.enemy);
    if (choosing)
      return html`<${FoeChooses} key=${choosing.enemy}
        enemy=${mech.enemies.find((one) => one.id === choosing.enemy)} />`;
    const actions = offers.filter((one) => one.do === "choose" && one.action);
    const free = some("free");
    if (!mech.action || changing)
      return html`${free.length > 0 && html`<${FreeMoves} offers=${free} />`}
        <${ChooseAction} offers=${actions} onCancel=${mech.action ? () => setChanging(false) : undefined} />`;
    const shoot = some("shoot")[0];
    const acted = some("acted")[0];
    const advance = some("advance")[0];
    const row = mech.action.mount ? null : rules.board.moves[mech.action.place];
    const words = brickyardGame.mech_state.action_words(game.rules, mech, mech.action);
    const done = (more) => act({ do: "acted", ...more });
    return html`${shoot && (mech.action.time === 0 || hasting) && html`<${Shoot} key=${state.log.length} />`}
      ${acted && row?.turns && html`<p class="says"><b>${words}</b></p>`}
      ${advance && html`<${views.Says} teach="mech-advance" />`}
      <div class="offers">
        ${
          shoot &&
          mech.action.time > 0 &&
          !hasting &&
          html`<button type="button" data-open="haste" onClick=${() => setHasting(true)}>
            ${t("word.haste")}</button>`
        }
        ${
          acted &&
          row &&
          html`<${Ways} row=${row} words=${t("mech.acted", { action: words })} send=${done} />`
        }
        ${
          acted &&
          !row &&
          html`<button type="button"
            class=${
              shoot && living(mech).some((one) => reaches(rules, mech, mech.action.mount, one))
                ? ""
                : "strong"
            } data-do="acted" onClick=${() => done()}>
            ${t(shoot ? "mech.nobody" : "mech.acted", { action: words })}</button>`
        }
        ${
          advance &&
          html`<button type="button" class="strong" data-do="advance"
            onClick=${() => {
              setHasting(false);
              act({ do: "advance" });
            }}>
            ${t("mech.advance")}</button>`
        }
        <button type="button" class="quiet" data-open="change" onClick=${() => setChanging(true)}>
          ${t("mech.change")}</button></div>`;
  }

  function MechEnd() {
    const { state } = useContext(Shared);
    const mech = state.mech;
    return html`<p class="row">
      <span class="big-number">${mech.circles}</span> ${t("mech.score", { n: mech.wave })}</p>`;
  }

  Object.assign(views, { Mech, MechNow, MechEnd });
})(window.brickyardPage);
