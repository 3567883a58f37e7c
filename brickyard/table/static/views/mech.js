/* Paper 'Mech: the time track, the 'mech's parts with their circles, the enemies of a wave. Our own rules are marked. */
"use strict";

(({ html, t, has, named, Die, Choice, Shared, Word, useContext, useState, views }) => {
  const partName = (part) => (has(`part.${part}`) ? t(`part.${part}`) : part.replace("-", " "));
  const living = (mech) => mech.enemies.filter((one) => !one.lost);

  function Circles({ filled, onTap }) {
    return html`<span class="circles" role="img" aria-label=${t("circles", { n: filled.filter((one) => !one).length, all: filled.length })}>${filled.map((one, n) => html`<i key=${n} class=${one ? "filled" : ""}></i>`)}</span>`;
  }

  /** Everybody's next action by the time that is left: the nearest happens first, enemies before you. */
  function Track({ mech, rules }) {
    const spaces = Array.from({ length: rules.board.track + 1 }, (_, n) => n);
    const at = (n) => [
      ...living(mech).filter((one) => one.time !== null && Math.min(one.time, rules.board.track) === n).map((one) => ({ key: one.id, words: one.name })),
      ...(mech.action && Math.min(mech.action.time, rules.board.track) === n ? [{ key: "you", words: t("mech.you"), own: true }] : []),
    ];
    return html`<section><h2><${Word} of="T">${t("mech.track")}<//></h2><ol class="track">${spaces.map((n) => html`<li key=${n} class=${n === 0 ? "now" : ""}><b>${n === 0 ? t("mech.acts") : n}</b>${at(n).map((one) => html`<span key=${one.key} class=${one.own ? "own" : ""}>${one.words}</span>`)}</li>`)}</ol></section>`;
  }

  function Enemy({ enemy, rules }) {
    const { act } = useContext(Shared);
    const kind = rules.enemies[enemy.letter], { bands, board } = rules;
    const go = (some) => act({ do: "go", enemy: enemy.id, sector: enemy.sector ?? 3, band: enemy.band, ...some });
    return html`<li class=${enemy.lost ? "card foe lost" : "card foe"} data-enemy=${enemy.id}><div class="below">
      <div class="head"><h3>${enemy.name}</h3><span class="shield"><span class="unseen">${t("mech.armour", { n: "" })}</span>${enemy.armour}</span>${!enemy.lost && html`<button type="button" class="small" onClick=${() => act({ do: "destroy", enemy: enemy.id })}>${t("unit.lost")}</button>`}</div>
      <ul class="actions">${kind.attacks.map((one, n) => html`<li key=${n} class=${enemy.attack === n ? "chosen" : ""}><span>${one.name}</span><small>${t(`band.${one.range}`)} P${one.power} T${one.time}</small><${Circles} filled=${Array.from({ length: rules.circles.enemyAttack }, (_, at) => at >= enemy.circles[n])} /></li>`)}</ul>
      ${!enemy.lost && html`<${Choice} small label=${t("mech.band")} from=${bands.map((one) => [one, t(`band.${one}`)])} chosen=${enemy.band} onChoose=${(band) => go({ band })} />
        <div class="row"><small class="ours">${t("mech.sector")}</small><${Choice} small label=${t("mech.sector")} from=${Array.from({ length: board.entries }, (_, n) => [n + 1, String(n + 1)])} chosen=${enemy.sector} onChoose=${(sector) => go({ sector })} /></div>`}
    </div></li>`;
  }

  function Part({ name, part, rules, may }) {
    const { act } = useContext(Shared);
    const weapon = rules.weapons[part.weapon];
    return html`<li class="card part" data-part=${name}><div class="below">
      <div class="head"><h3>${partName(name)}</h3><span class=${weapon?.assumed ? "shield ours" : "shield"} ><span class="unseen">${t("mech.armour", { n: "" })}</span>${part.armour || "–"}</span></div>
      ${weapon && html`<p class="small">${weapon.name} · ${t(`band.${weapon.range || "none"}`)} · ${named("keyword", "mech", weapon.keyword)}</p>`}
      ${!weapon && name.includes("-") && html`<p class="small">${t("mech.empty")}</p>`}
      <div class="row"><${Circles} filled=${part.damage} />${may && part.damage.some(Boolean) && html`<button type="button" class="small" data-repair=${name} onClick=${() => act({ do: "repair", part: name })}>${t("repair")}</button>`}</div></div></li>`;
  }

  function Mech() {
    const { state, game } = useContext(Shared);
    const mech = state.mech, rules = game.rules.mech;
    if (!mech?.parts) return html`<p>${t("force.none")}</p>`;
    return html`<${Track} mech=${mech} rules=${rules} />
      ${mech.enemies.length > 0 && html`<section><h2><${Word} of="wave">${t("mech.wave", { n: mech.wave })}<//></h2><ul class="cards">${mech.enemies.map((one) => html`<${Enemy} key=${one.id} enemy=${one} rules=${rules} />`)}</ul></section>`}
      <section><h2>${state.players[0]?.force || t("mech.own")} <small>${t("mech.circles", { n: mech.circles })}${mech.penalty ? ` · ${t("mech.penalty", { n: mech.penalty })}` : ""}${mech.squat ? ` · ${t("mech.squats")}` : ""}</small></h2>
        <ul class="cards parts">${Object.entries(mech.parts).map(([name, part]) => html`<${Part} key=${name} name=${name} part=${part} rules=${rules} may=${state.phase === "repairs" && mech.repairs > 0} />`)}</ul></section>
      <section><h2><span class="ours-tag">${t("mech.ours")}</span></h2>${rules.board.ours.map((line) => html`<p class="small" key=${line}>${line}</p>`)}</section>`;
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
    return html`<div class="dice-pad" role="group" aria-label=${label}><p class="row">${label} <span class="dice">${Array.from({ length: number }, (_, n) => html`<${Die} key=${n} colour="W" shows=${rolled[n] ?? "–"} />`)}</span>
      ${rolled.length > 0 && html`<button type="button" class="small" onClick=${() => setRolled(rolled.slice(0, -1))}>⌫<span class="unseen">${t("undo")}</span></button>`}</p>
      <div class="offers numbers">${[1, 2, 3, 4, 5, 6].map((face) => html`<button type="button" key=${face} data-face=${face} onClick=${() => tap(face)}>${face}</button>`)}</div></div>`;
  }

  const sideOf = (board, sector) => (board.front.includes(sector) ? "front" : board.rear.includes(sector) ? "rear" : sector === 2 ? "left" : sector === 5 ? "right" : "front");

  /** An enemy's attack: where it hits, what it rolled, which circle first. */
  function Foe({ enemy }) {
    const { state, game, act } = useContext(Shared);
    const mech = state.mech, rules = game.rules.mech, attack = rules.enemies[enemy.letter].attacks[enemy.attack];
    const [side, setSide] = useState(sideOf(rules.board, enemy.sector)), [place, setPlace] = useState(0), [rolled, setRolled] = useState(null);
    const power = mech.squat ? Math.max(rules.stances.leastPower, attack.power - rules.stances.squatPower) : attack.power;
    const table = rules.board.hits[side] ?? Object.values(rules.board.hits)[0];
    const where = table[place];
    const send = (faces, circle) => act({ do: "foe", enemy: enemy.id, side, place, rolled: faces, ...(circle ? { circle } : {}) });
    const rolls = (faces) => (where in rules.mounts && mech.parts[where].damage.length ? setRolled(faces) : send(faces));
    return html`<p class="says"><b>${enemy.name}</b> ${t("mech.foe", { attack: attack.name, range: t(`band.${attack.range}`) })}</p>
      ${!place && html`<${Choice} small label=${t("mech.side")} from=${["front", "left", "right", "rear"].map((one) => [one, t(`side.${one}`)])} chosen=${side} onChoose=${setSide} />
        <p class="small"><span class="ours-tag">${t("mech.ours")}</span> ${t("mech.where")}</p>
        <div class="offers">${Object.entries(table).map(([face, part]) => html`<button type="button" key=${face} data-place=${face} disabled=${part === "legs" && mech.squat} onClick=${() => setPlace(Number(face))}>${face}<small>${partName(part)}</small></button>`)}</div>
        <div class="offers"><button type="button" class="quiet" data-missed onClick=${() => act({ do: "foe", enemy: enemy.id, missed: true })}>${t("mech.missed")}</button></div>`}
      ${place > 0 && !rolled && html`<${DicePad} number=${power} label=${t("mech.rolls", { part: partName(where) })} onDone=${rolls} />`}
      ${rolled && html`<p class="says">${t("mech.circle")}</p><${views.Numbers} from=${1} to=${6} label=${t("mech.circle")} onNumber=${(circle) => send(rolled, circle)} />`}`;
  }

  function Shoot({ offer }) {
    const { state, act, game } = useContext(Shared);
    const mech = state.mech, enemies = living(mech), action = mech.action;
    const [target, setTarget] = useState(enemies.length === 1 ? enemies[0].id : "");
    return html`<p class="says"><b>${brickyardFold.actionWords(game, state, action)}</b> ${t(action.time ? "mech.haste" : "mech.shoot", { n: action.time })}</p>
      ${enemies.length > 1 && html`<${Choice} small label=${t("target")} from=${enemies.map((one) => [one.id, `${one.name} (${one.armour})`])} chosen=${target} onChoose=${setTarget} />`}
      ${target && html`<${DicePad} number=${action.power} label=${t("roll")} onDone=${(rolled) => act({ do: "shoot", target, rolled })} />`}`;
  }

  function Spill({ pending }) {
    const { act, game } = useContext(Shared);
    const [rolled, setRolled] = useState(0);
    const table = game.rules.mech.board.spills[pending.from] ?? {};
    if (!rolled) return html`<p class="says"><b>${t("mech.spill", { n: pending.damage, part: partName(pending.from) })}</b></p><div class="offers">${[1, 2, 3, 4, 5, 6].map((face) => html`<button type="button" key=${face} data-spill=${face} onClick=${() => setRolled(face)}>${face}<small>${partName(table[face] ?? "torso")}</small></button>`)}</div>`;
    return html`<p class="says">${t("mech.circle")}</p><${views.Numbers} from=${1} to=${6} label=${t("mech.circle")} onNumber=${(circle) => act({ do: "spill", rolled, circle })} />`;
  }

  function ChooseAction({ offers }) {
    const { act } = useContext(Shared);
    // A shield has the same action three times; one button is enough.
    const different = offers.filter((one, n) => offers.findIndex((other) => other.words === one.words) === n);
    return html`<p class="says"><b>${t("mech.choose")}</b></p><div class="offers tight">${different.map((one) => html`<button type="button" key=${one.action} data-action=${one.action} onClick=${() => act({ do: "choose", action: one.action })}>${one.words}</button>`)}</div>`;
  }

  /** What happens now in this game; the fold offers it. */
  function MechNow() {
    const { state, offers, act, game, open } = useContext(Shared);
    const mech = state.mech, some = (kind) => offers.filter((one) => one.do === kind);
    const [hasting, setHasting] = useState(false);
    if (state.phase === "over") return html`<p class="says"><b>${t(mech.won ? "mech.won" : "mech.lost", { n: mech.circles })}</b></p><div class="offers"><button type="button" class="strong" data-open="end" onClick=${() => open("end")}>${t("over.look")}</button></div>`;
    if (some("start").length) return html`<${views.Says} teach="mech" /><div class="offers"><button type="button" class="strong" data-do="start" onClick=${() => act({ do: "start" })}>${t("mech.start")}</button></div>`;
    if (mech.pending) return html`<${Spill} key=${JSON.stringify(mech.pending)} pending=${mech.pending} />`;
    if (state.phase === "repairs" || some("wave").length) {
      const rolls = some("repairs").length > 0 && mech.beaten > 0;
      return html`${rolls && html`<${DicePad} number=${mech.beaten} label=${t("mech.repairs")} onDone=${(rolled) => act({ do: "repairs", rolled })} />`}
        ${mech.repairs > 0 && html`<p class="says">${t("mech.repairs-left", { n: mech.repairs })}</p>`}
        <p class="says"><b>${t("mech.next-wave", { n: mech.wave + 1 })}</b> ${t("mech.roll-wave")}</p><${views.Numbers} from=${1} to=${6} label=${t("mech.roll-wave")} onNumber=${(rolled) => act({ do: "wave", rolled })} />`;
    }
    const due = living(mech).find((one) => one.time === 0);
    if (due) return html`<${Foe} key=${due.id + state.log.length} enemy=${due} />`;
    const choosing = offers.find((one) => one.do === "choose" && one.enemy);
    if (choosing) {
      const enemy = mech.enemies.find((one) => one.id === choosing.enemy), attacks = game.rules.mech.enemies[enemy.letter].attacks;
      return html`<p class="says"><b>${enemy.name}</b> ${t("mech.foe-chooses")}</p><div class="offers">${[1, 2, 3, 4, 5, 6].map((rolled) => html`<button type="button" key=${rolled} data-number=${rolled} onClick=${() => act({ do: "choose", enemy: enemy.id, rolled })}>${rolled}</button>`)}</div>
        <div class="offers">${attacks.map((one, attack) => html`<button type="button" class="small" key=${attack} disabled=${!enemy.circles[attack]} onClick=${() => act({ do: "choose", enemy: enemy.id, attack })}>${one.name}</button>`)}</div>`;
    }
    const actions = offers.filter((one) => one.do === "choose" && one.action);
    if (actions.length) return html`<${ChooseAction} offers=${actions} />`;
    const shoot = some("shoot")[0], acted = some("acted")[0], advance = some("advance")[0];
    return html`${shoot && (mech.action.time === 0 || hasting) && html`<${Shoot} offer=${shoot} />`}
      <div class="offers">${shoot && mech.action.time > 0 && !hasting && html`<button type="button" data-open="haste" onClick=${() => setHasting(true)}>${t("word.haste")}</button>`}
        ${acted && html`<button type="button" class=${shoot ? "" : "strong"} data-do="acted" onClick=${() => act({ do: "acted" })}>${t(shoot ? "mech.nobody" : "mech.acted", { action: brickyardFold.actionWords(game, state, mech.action) })}</button>`}
        ${advance && html`<button type="button" class="strong" data-do="advance" onClick=${() => { setHasting(false); act({ do: "advance" }); }}>${t("mech.advance")}</button>`}</div>`;
  }

  function MechEnd() {
    const { state } = useContext(Shared);
    const mech = state.mech;
    return html`<p class="row"><span class="big-number">${mech.circles}</span> ${t("mech.score", { n: mech.wave })}</p>`;
  }

  Object.assign(views, { Mech, MechNow, MechEnd });
})(window.brickyardPage);
