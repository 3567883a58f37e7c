// Paper 'Mech at the table: waves, the time track, attacks of both sides, spills, repairs.
(function (root) {
  "use strict";

  const fold = root.brickyardFold;
  const { Pointless, own, textOf, keyOf, whole, numberOf, numbersOf, isTrue, objectOf, sum } = fold.parts;
  const [TORSO, LEGS] = ["torso", "legs"];
  const MOST_ARMOUR = 5;
  const MOST_DICE = 12;
  const SIDES = ["front", "rear", "left", "right"];

  // The sheet.

  // "Left Shoulder" and "left-shoulder" are one name; only words that the sheet may know get here.
  const sheetKey = (text) => text.toLowerCase().replace(/[_-]/g, " ").split(/\s+/).filter(Boolean).join("-");
  const newPart = (weapon, armour, circles) => ({ weapon, armour, damage: Array(circles).fill(false) });
  const openCircles = (parts) => sum(Object.values(parts), (part) => part.damage.filter((one) => !one).length);
  const filledIn = (mech, part) => mech.parts[part].damage.filter(Boolean).length;
  const living = (mech) => mech.enemies.filter((enemy) => !enemy.lost);
  const spoken = (battle, kind, name) => own(battle.rules.say, `${kind}-${name}`) || name.replace(/-/g, " ");

  fold.newMech = (rules, force) => {
    const loadout = objectOf(own(force, "loadout"));
    const above = objectOf(own(loadout, "armour"));
    const weapons = new Map();
    for (const [mount, name] of Object.entries(objectOf(own(loadout, "mounts")))) {
      if (typeof name === "string") weapons.set(sheetKey(mount), sheetKey(name));
    }
    const parts = {};
    let weight = 0;
    for (const [part, start] of Object.entries(rules.armour)) {
      const more = whole(own(above, part), 0, Math.max(0, MOST_ARMOUR - start)) || 0;
      weight += more;
      parts[part] = newPart("", start + more, rules.circles[part]);
    }
    for (const mount of Object.keys(rules.mounts)) {
      const name = weapons.get(mount) || "";
      const row = own(rules.weapons, name);
      weight += row ? row.weight : 0;
      parts[mount] = row ? newPart(name, row.armour, rules.circles.weapon) : newPart("", 0, 0);
    }
    return {
      parts, weight, penalty: Math.max(0, Math.ceil((weight - rules.rated) / rules.per)), squat: false, wave: 0,
      time: 0, action: null, last: "", lastTarget: "", mayMove: false, guard: "", enemies: [], pending: null, beaten: 0, repairs: null,
      circles: openCircles(parts), won: false,
    };
  };

  function timeOf(mech, rules, time) {
    const { slow } = rules.board;
    return time + mech.penalty + (filledIn(mech, TORSO) >= slow.at ? slow.by : 0);
  }

  function isDisabled(mech, mount, place, actions) {
    const { damage } = mech.parts[mount];
    const share = Math.floor(damage.length / Math.max(1, actions));
    return damage.slice(place * share, (place + 1) * share).every(Boolean);
  }

  function fill(part, damage, circle) {
    const circles = part.damage;
    for (let step = 0; step < circles.length; step += 1) {
      const place = (circle - 1 + step) % circles.length;
      if (damage && !circles[place]) {
        circles[place] = true;
        damage -= 1;
      }
    }
    return damage;
  }

  // Events.

  function mechIn(battle, ...phases) {
    battle.need(...(phases.length ? phases : ["play"]));
    return battle.state.mech;
  }

  function enemyOf(mech, event, key = "enemy") {
    const name = keyOf(event, key);
    const found = living(mech).find((one) => one.id === name);
    if (!found) throw new Pointless("no-enemy");
    return found;
  }

  function diceOf(event) {
    const rolled = numbersOf(own(event, "rolled"), 1, 6, MOST_DICE);
    if (rolled === null) throw new Pointless("no-number");
    return rolled;
  }

  const setOut = (enemy) => Object.assign(enemy, { attack: null, time: null });
  const isSomebodyActing = (mech) => living(mech).some((one) => one.time === 0);

  function wave(battle, event) {
    const mech = mechIn(battle, "play", "repairs");
    const rules = battle.rules.mech;
    const rolled = numberOf(event, "rolled", 1, 6);
    if (living(mech).length || mech.pending !== null) throw new Pointless("not-now");
    const found = rules.waves.find(([faces]) => faces.includes(rolled));
    if (!found || mech.wave >= found[1].length) throw new Pointless("no-number");
    const letters = found[1][mech.wave].split("+");
    const entries = numbersOf(own(event, "entries"), 1, rules.board.entries, 9) || [];
    mech.wave += 1;
    mech.enemies = letters.map((letter, place) => ({
      id: `${letter}${place + 1}`, letter, name: rules.enemies[letter].name, armour: rules.enemies[letter].armour,
      attack: null, time: null, lost: false,
      circles: rules.enemies[letter].attacks.map(() => rules.circles.enemyAttack),
      sector: place < entries.length ? entries[place] : null, band: rules.bands[rules.bands.length - 1],
    }));
    Object.assign(mech, {
      beaten: sum(mech.enemies, (enemy) => enemy.armour), repairs: null, action: null, last: "", lastTarget: "",
      mayMove: false, guard: "",
    });
    battle.state.phase = "play";
    battle.state.round = mech.wave;
    return ["wave", { wave: mech.wave, enemies: mech.enemies.map((enemy) => enemy.name).join(", ") }];
  }

  function choose(battle, event) {
    const enemy = own(event, "enemy");
    if (enemy !== undefined && enemy !== null) return chooseFor(battle, event);
    const mech = mechIn(battle);
    const rules = battle.rules.mech;
    const name = textOf(event, "action");
    if (mech.pending !== null) throw new Pointless("not-now");
    const { moves } = rules.board;
    const at = moves.findIndex((row) => row.name === name);
    if (at >= 0) {
      if (at < filledIn(mech, LEGS)) throw new Pointless("is-disabled");
      if (moves[at].standing && mech.squat) throw new Pointless("cant-choose");
      const time = timeOf(mech, rules, moves[at].time);
      return setAction(battle, { name, mount: "", place: at, power: 0, keyword: "" }, time);
    }
    const cut = name.indexOf("/");
    const mount = cut < 0 ? name : name.slice(0, cut);
    const number = cut < 0 ? "" : name.slice(cut + 1);
    const part = own(mech.parts, mount);
    const weapon = part ? own(rules.weapons, part.weapon) : undefined;
    const place = ["0", "1", "2", "3"].includes(number) ? Number(number) : 9;
    if (!weapon || place >= weapon.actions.length) throw new Pointless("no-action");
    if (isDisabled(mech, mount, place, weapon.actions.length)) throw new Pointless("is-disabled");
    if ((weapon.rests && mech.last === mount) || needsSquat(rules, mech, weapon)) throw new Pointless("cant-choose");
    const action = weapon.actions[place];
    const time = timeOf(mech, rules, action.time);
    const said = actionName(weapon, action);
    return setAction(battle, { name: said, mount, place, power: action.power, keyword: weapon.keyword }, time);
  }

  /** Time that has passed doesn't count for another action. */
  function setAction(battle, action, time) {
    const { mech } = battle.state;
    const now = mech.action;
    if (isChosen(mech, action.mount, action.place)) throw new Pointless("no-change");
    Object.assign(mech, { action: { ...action, whole: time, time }, mayMove: false });
    const before = now ? actionWords(battle, now) : "";
    return [now ? "choose-instead" : "choose", { action: actionWords(battle, mech.action), time, before }];
  }

  const isChosen = ({ action }, mount, place) => action !== null && action.mount === mount && action.place === place;

  /** In the page's language, if its rules have other words for moves and for what a weapon does. */
  function actionWords(battle, action) {
    const rules = battle.rules.mech;
    const called = (name) => own(rules.called || {}, name) || name;
    if (!action.mount) return called(action.name);
    const weapon = rules.weapons[battle.state.mech.parts[action.mount].weapon];
    return actionName(weapon, { name: called(weapon.actions[action.place].name) });
  }

  const actionName = (weapon, action) => `${weapon.name} ${action.name}`.replace(/^ +| +$/g, "");

  function needsSquat(rules, mech, weapon) {
    const keyword = own(rules.keywords, weapon.keyword);
    return Boolean(keyword) && keyword.needs === "squat" && !mech.squat;
  }

  function chooseFor(battle, event) {
    const mech = mechIn(battle);
    const enemy = enemyOf(mech, event);
    const { attacks } = battle.rules.mech.enemies[enemy.letter];
    if (enemy.attack !== null) throw new Pointless("not-now");
    let place = numberOf(event, "attack", 0, attacks.length - 1);
    const rolled = numberOf(event, "rolled", 1, 6);
    if (place === null && rolled === null) throw new Pointless("no-number");
    if (place === null) place = Math.floor(((rolled - 1) * attacks.length) / 6);
    if (!enemy.circles[place]) place = enemy.circles.findIndex((left) => left > 0);
    enemy.attack = place;
    // What takes the place of a disabled attack keeps its time: ours.
    if (enemy.time === null) enemy.time = attacks[place].time;
    return ["choose-enemy", { enemy: enemy.name, attack: attacks[place].name, time: enemy.time }];
  }

  function advance(battle) {
    const mech = mechIn(battle);
    const enemies = living(mech);
    const { action } = mech;
    if (!enemies.length || action === null || mech.pending !== null) throw new Pointless("choose-first");
    if (enemies.some((enemy) => enemy.attack === null)) throw new Pointless("choose-first");
    const step = Math.min(action.time, ...enemies.map((enemy) => enemy.time));
    if (step === 0) throw new Pointless("somebody-acts");
    mech.time += step;
    action.time -= step;
    for (const enemy of enemies) enemy.time -= step;
    const names = enemies.filter((enemy) => enemy.time === 0).map((enemy) => enemy.name);
    if (action.time === 0) names.push(battle.rules.say.you);
    return ["advance", { step, names: names.join(", ") }];
  }

  function shoot(battle, event) {
    const mech = mechIn(battle);
    const rules = battle.rules.mech;
    const { action } = mech;
    const enemy = enemyOf(mech, event, "target");
    const rolled = diceOf(event);
    if (action === null || !action.mount || !action.power) throw new Pointless("no-action");
    // Enemies act before you. With haste, each die counts less by the time that was left.
    if (action.time === action.whole || isSomebodyActing(mech)) throw new Pointless("not-now");
    const keyword = own(rules.keywords, action.keyword) || {};
    const crush = own(rules.keywords, action.name.slice(action.name.lastIndexOf(" ") + 1)) || {};
    const early = action.time;
    const targets = [enemy];
    const also = own(event, "also");
    if ((keyword.targets || 1) > 1 && also !== undefined && also !== null) targets.push(enemyOf(mech, event, "also"));
    if (targets[0] === targets[1]) throw new Pointless("no-enemy");
    const told = targets.map((one) => {
      const armour = one.armour + (keyword.armour || 0);
      const always = keyword.always || 0;
      let damage = sum(rolled, (face) => face - early > armour || (always > 0 && face === always));
      const left = sum(one.circles, (circles) => circles);
      if (crush.destroys && rolled.some((face) => face - early > left)) damage = left;
      hurtEnemy(one, damage, keyword);
      return `${one.name} ${damage}`;
    });
    Object.assign(mech, { action: null, last: action.mount, lastTarget: enemy.id, mayMove: !mech.squat, guard: "" });
    endOfWave(battle);
    return [
      early ? "shoot-early" : "shoot",
      { action: actionWords(battle, action), rolled: rolled.join(" "), damage: told.join(", "), early },
    ];
  }

  function hurtEnemy(enemy, damage, keyword) {
    const isHurt = damage > 0;
    enemy.circles = enemy.circles.map((left) => {
      const taken = Math.min(left, damage);
      damage -= taken;
      return left - taken;
    });
    if (!sum(enemy.circles, (left) => left)) {
      enemy.lost = true;
      setOut(enemy);
    } else if (isHurt && keyword.restarts) {
      setOut(enemy);
    } else if (isHurt && enemy.time !== null) {
      enemy.time += keyword.delays || 0;
    }
    if (enemy.attack !== null && !enemy.circles[enemy.attack]) {
      // Of several that are left a die chooses.
      const left = enemy.circles.map((_, at) => at).filter((at) => enemy.circles[at] > 0);
      enemy.attack = left.length === 1 ? left[0] : null;
    }
  }

  function endOfWave(battle) {
    const { mech } = battle.state;
    if (mech.enemies.length && !living(mech).length) {
      const waves = battle.rules.mech.waves[0][1].length;
      Object.assign(mech, { action: null, squat: false, mayMove: false, guard: "" });
      battle.state.phase = mech.wave >= waves ? "over" : "repairs";
      mech.won = battle.state.phase === "over";
    }
    mech.circles = openCircles(mech.parts);
  }

  function foe(battle, event) {
    const mech = mechIn(battle);
    const rules = battle.rules.mech;
    const enemy = enemyOf(mech, event);
    if (enemy.time !== 0 || enemy.attack === null || mech.pending !== null) throw new Pointless("not-now");
    const attack = rules.enemies[enemy.letter].attacks[enemy.attack];
    const values = { enemy: enemy.name, attack: attack.name };
    if (isTrue(event, "missed")) {
      fold.parts.moveAfterActing(battle, enemy, false);
      return ["foe-missed", values];
    }
    const side = textOf(event, "side") || "front";
    const rolled = diceOf(event);
    const circle = numberOf(event, "circle", 1, 6) || 1;
    if (!SIDES.includes(side)) throw new Pointless("no-number");
    const { rearArmour, squatPower, leastPower } = rules.stances;
    const power = mech.squat ? Math.max(leastPower, attack.power - squatPower) : attack.power;
    if (rolled.length !== power) throw new Pointless("wrong-dice", { number: power });
    const where = whereHit(battle, event, side);
    const armour = mech.parts[where].armour - (side === "rear" ? rearArmour : 0);
    const damage = sum(rolled, (face) => face > armour);
    fold.parts.moveAfterActing(battle, enemy, true);
    takeDamage(battle, where, damage, circle);
    Object.assign(values, { place: spoken(battle, "part", where), damage, rolled: rolled.join(" ") });
    return [mech.pending !== null ? "foe-spills" : "foe", values];
  }

  function whereHit(battle, event, side) {
    const { mech } = battle.state;
    const rules = battle.rules.mech;
    const shield = textOf(event, "shield");
    if (shield) {
      if (!own(rules.mounts, shield) || !mech.parts[shield].weapon) throw new Pointless("no-action");
      return shield;
    }
    const { hits } = rules.board;
    const table = own(hits, side) || Object.values(hits)[0];
    const place = numberOf(event, "place", 1, 6);
    if (place === null) throw new Pointless("no-number");
    const where = table[String(place)];
    if (where === LEGS && mech.squat) throw new Pointless("roll-again");
    // Our own rule: what hits an empty mount hits the torso.
    return mech.parts[where].damage.length ? where : TORSO;
  }

  function takeDamage(battle, where, damage, circle) {
    const { mech } = battle.state;
    const start = own(battle.rules.mech.mounts, where) ? circle : 1;
    const left = fill(mech.parts[where], damage, start);
    mech.pending = null;
    if (where === TORSO && mech.parts[TORSO].damage.every(Boolean)) battle.state.phase = "over";
    else if (left) mech.pending = { from: where, damage: left };
    mech.circles = openCircles(mech.parts);
  }

  function spill(battle, event) {
    const mech = mechIn(battle);
    const rolled = numberOf(event, "rolled", 1, 6);
    if (mech.pending === null || rolled === null) throw new Pointless("no-number");
    const { from, damage } = mech.pending;
    let where = own(own(battle.rules.mech.board.spills, from) || {}, String(rolled)) || TORSO;
    where = mech.parts[where].damage.length ? where : TORSO;
    takeDamage(battle, where, damage, numberOf(event, "circle", 1, 6) || 1);
    return ["spill", { damage, place: spoken(battle, "part", where) }];
  }

  function destroy(battle, event) {
    const mech = mechIn(battle);
    const enemy = enemyOf(mech, event);
    enemy.lost = true;
    setOut(enemy);
    enemy.circles = enemy.circles.map(() => 0);
    endOfWave(battle);
    return ["destroy", { enemy: enemy.name }];
  }

  function repairs(battle, event) {
    const mech = mechIn(battle, "repairs");
    const rolled = numbersOf(own(event, "rolled"), 1, 6, 40);
    if (mech.repairs !== null || rolled === null || rolled.length !== mech.beaten) {
      throw new Pointless("wrong-dice", { number: mech.beaten });
    }
    mech.repairs = sum(rolled, (face) => face >= battle.rules.mech.board.repair);
    return ["repairs", { rolled: rolled.join(" "), number: mech.repairs }];
  }

  function repair(battle, event) {
    const mech = mechIn(battle, "repairs");
    const part = own(mech.parts, textOf(event, "part"));
    if (!part || !part.damage.some(Boolean) || !mech.repairs) throw new Pointless("no-change");
    const circle = numberOf(event, "circle", 1, 6);
    const place = circle === null ? part.damage.lastIndexOf(true) : circle - 1;
    if (part.damage[place] !== true) throw new Pointless("no-change");
    part.damage[place] = false;
    mech.repairs -= 1;
    mech.circles = openCircles(mech.parts);
    return ["repair", { part: spoken(battle, "part", textOf(event, "part")), left: mech.repairs }];
  }

  fold.actionWords = (game, state, action) => actionWords(fold.battleAt(game, state), action);
  for (const kind of ["note", "bring", "seal", "reveal", "start"]) fold.mechHandlers[kind] = fold.handlers[kind];
  Object.assign(fold.parts, {
    LEGS, filledIn, living, spoken, mechIn, enemyOf, actionWords, isSomebodyActing, timeOf, isDisabled, needsSquat, isChosen,
  });
  Object.assign(fold.mechHandlers, { wave, choose, advance, shoot, foe, spill, destroy, repairs, repair });
})(typeof globalThis !== "undefined" ? globalThis : window);
