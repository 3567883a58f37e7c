// What happens in a turn: it begins, the unit defends, attacks, moves, spots, and is done; or its player passes.
(function (root) {
  "use strict";

  const fold = root.brickyardFold;
  const {
    Pointless, own, textOf, keyOf, whole, numberOf, numbersOf, isTrue, filled, sum, countIn, without, hasUnitOrder,
  } = fold.parts;
  const TERRAIN = "terrain";
  const MOST_DICE = 24;

  function checkFree(battle) {
    const turns = battle.state.openTurns;
    if (turns.length > 1 || (turns.length && turns[0].waits)) {
      throw new Pointless("turn-open", { unit: battle.unit(turns[turns.length - 1].unit).name });
    }
  }

  function checkCanGo(battle, unit) {
    battle.need("play");
    if (unit.activated) throw new Pointless("has-gone", { unit: unit.name });
    if (!battle.canGo(unit)) throw new Pointless("cant-go", { unit: unit.name });
  }

  function openTurn(battle, unit) {
    const { state } = battle;
    const mine = battle.turnOf(unit);
    if (mine) return mine;
    checkCanGo(battle, unit);
    const turns = state.openTurns;
    if (turns.length) {
      const { attack } = state;
      const isTarget = attack !== null && turns[turns.length - 1].waits && attack.target === unit.id;
      if (!isTarget) {
        checkFree(battle);
        endTurn(battle, turns[0]);
      }
    }
    // In combat order its number hasn't come.
    if (!state.openTurns.length) for (const row of state.turnOrder) if (row.unit === unit.id) row.used = true;
    unit.activated = true;
    const turn = {
      unit: unit.id, waits: false, defended: false, moved: false, attacked: false, spotted: false,
      spots: spotsOf(battle, unit), left: unit.left.slice(),
    };
    state.openTurns.push(turn);
    state.passed = [];
    return turn;
  }

  /** By its comms systems; if they aren't known, the most that any unit of its kind may make. */
  function spotsOf(battle, unit) {
    const rows = own(battle.rules.spotting || {}, battle.kind(unit).target) || [1];
    return unit.known ? rows[Math.min(countIn(unit.left, "Y"), rows.length - 1)] : Math.max(...rows);
  }

  function actingTurn(battle, unit) {
    const turns = battle.state.openTurns;
    if (battle.turnOf(unit)) {
      if (turns[0].unit !== unit.id || turns[0].waits) throw new Pointless("must-wait", { unit: unit.name });
    } else {
      checkFree(battle);
    }
    return openTurn(battle, unit);
  }

  function checkActing(battle, unit) {
    const turns = battle.state.openTurns;
    const mine = battle.turnOf(unit);
    if (mine) {
      if (turns[0] !== mine || mine.waits) throw new Pointless("must-wait", { unit: unit.name });
      return mine;
    }
    checkCanGo(battle, unit);
    checkFree(battle);
    return null;
  }

  function endTurn(battle, turn) {
    const { state } = battle;
    state.openTurns = state.openTurns.filter((one) => one.unit !== turn.unit);
    if (state.attack !== null && state.attack.unit === turn.unit) state.attack = null;
  }

  function turn(battle, event) {
    const unit = battle.standing(keyOf(event, "unit"));
    const { state } = battle;
    if (battle.turnOf(unit)) throw new Pointless("has-turn", { unit: unit.name });
    const { up, upUnits, openTurns } = state;
    const isCombat = openTurns.length > 0 && openTurns[openTurns.length - 1].waits;
    openTurn(battle, unit);
    const values = { player: battle.called(unit.owner), unit: unit.name, dice: unit.dice };
    if (isCombat) return ["turn-combat", values];
    if (up && !upUnits.includes(unit.id)) return ["turn-odd", { ...values, expected: battle.called(up) }];
    return [unit.dice ? "turn" : "turn-unknown", values];
  }

  function passTurn(battle, event) {
    battle.need("play");
    const player = battle.player(keyOf(event, "player"));
    const { state } = battle;
    if (state.openTurns.length) {
      const last = state.openTurns[state.openTurns.length - 1];
      throw new Pointless("turn-open", { unit: battle.unit(last.unit).name });
    }
    if (state.up !== player.key) throw new Pointless("not-up", { player: player.name });
    if (!state.mayPass) throw new Pointless("must-go", { player: player.name });
    state.passed.push(player.key);
    return ["pass", { player: player.name }];
  }

  function defend(battle, event) {
    const unit = battle.standing(keyOf(event, "unit"));
    const value = numberOf(event, "value", 0, 8);
    if (value === null) throw new Pointless("no-number");
    if (unit.defense !== null) throw new Pointless("has-defense", { unit: unit.name, value: unit.defense });
    const { attack } = battle.state;
    const isAwaited = attack !== null && attack.target === unit.id && attack.defense === null;
    let mine = battle.turnOf(unit);
    // Its turn was not recorded and its defense is entered now; otherwise its turn begins.
    if (!mine && !(isAwaited && unit.activated)) mine = openTurn(battle, unit);
    if (mine) mine.defended = true;
    unit.defense = value;
    if (isAwaited) {
      meet(battle, attack, value);
      return ["defend-attacked", { unit: unit.name, value, dice: diceWords(battle, attack.damageDice) }];
    }
    return ["defend", { unit: unit.name, value }];
  }

  function meet(battle, attack, defense) {
    attack.defense = defense;
    attack.damageDice = Math.max(0, attack.value + attack.spot - defense);
    for (const one of battle.state.openTurns) if (one.unit === attack.unit) one.waits = false;
  }

  function diceWords(battle, number) {
    const say = number === 0 ? "no-dice" : number === 1 ? "damage-die" : "damage-dice";
    return filled(battle.rules.say[say], { number });
  }

  /** Whose dice and chart count at a range: an ace may reach further as though it were near. */
  function diceRange(battle, unit, letter) {
    const ace = own(battle.rules.aces, unit.ace);
    return ace && ace.shootsAt.includes(letter) && own(battle.rules.attacks, letter) ? ace.as : letter;
  }

  function chartFor(battle, letter, target, cover) {
    const row = own(battle.rules.attacks, letter);
    const kind = target === null ? TERRAIN : battle.kind(target).target;
    const covers = row ? own(row.targets, kind) : undefined;
    if (!covers) throw new Pointless("no-target");
    return own(covers, cover) || covers.open;
  }

  function facesOf(battle, chart, isTerrain) {
    const row = battle.rules.charts[chart];
    const faces = { target: row.target, cover: row.cover, through: row.through };
    const point = own(battle.rules.open, "charts");
    const answer = own(battle.state.answers, "charts");
    const others = isTerrain && point && answer !== undefined ? own(point.faces, answer) : undefined;
    return others ? { ...faces, target: others } : faces;
  }

  /** A company that was never launched can't be a target. */
  const isAboard = (battle, unit) => battle.kind(unit).needsFuel && unit.fuel === null;

  function canShoot(battle, unit, left, letter, rockets) {
    const { rules } = battle;
    const ace = own(rules.aces, unit.ace);
    return (
      !unit.known ||
      rules.attacks[letter].unarmed ||
      left.some((code) => code.split("/").includes(`R${letter}`)) ||
      (rockets > 0 && letter === rules.rocketReach) ||
      Boolean(ace && ace.shootsAt.includes(letter))
    );
  }

  function attack(battle, event) {
    const unit = battle.standing(keyOf(event, "unit"));
    const value = numberOf(event, "value", 0, 8);
    const letter = textOf(event, "range");
    const cover = textOf(event, "cover");
    if (value === null) throw new Pointless("no-number");
    const aimed = keyOf(event, "target");
    const target = aimed === TERRAIN ? null : battle.standing(aimed);
    if (target === unit || (target !== null && isAboard(battle, target))) throw new Pointless("no-target");
    const mine = checkActing(battle, unit);
    if (mine && (mine.attacked || mine.spotted)) throw new Pointless("has-attacked", { unit: unit.name });
    if (value === 0) {
      actingTurn(battle, unit).attacked = true;
      return ["abort", { unit: unit.name }];
    }
    const chart = chartFor(battle, diceRange(battle, unit, letter), target, cover || "open");
    const rockets = numberOf(event, "rockets", 0, 9) || 0;
    if (rockets > unit.rockets || (rockets && letter !== battle.rules.rocketReach)) {
      throw new Pointless("no-rocket", { unit: unit.name });
    }
    if (!canShoot(battle, unit, mine ? mine.left : unit.left, letter, rockets)) {
      throw new Pointless("no-weapon", { unit: unit.name, range: battle.rules.ranges[letter] });
    }
    const coverer = keyOf(event, "coverer");
    if (coverer && [unit, target].includes(battle.standing(coverer))) throw new Pointless("no-target");
    return makeAttack(battle, event, { unit, target, chart, value, rockets });
  }

  function makeAttack(battle, event, { unit, target, chart, value, rockets }) {
    const mine = actingTurn(battle, unit);
    mine.attacked = true;
    unit.rockets -= rockets;
    const spotted = useSpot(battle, event, target);
    const made = {
      unit: unit.id, target: target ? target.id : TERRAIN, range: textOf(event, "range"),
      cover: textOf(event, "cover") || "open", value, spot: spotted, rockets, defense: null, damageDice: null,
      chart, rolled: null, hits: 0, coverHits: 0, coverer: keyOf(event, "coverer"),
      faces: facesOf(battle, chart, target === null),
    };
    battle.state.attack = made;
    const values = {
      unit: unit.name,
      target: target ? target.name : battle.rules.say["the-terrain"],
      range: battle.rules.ranges[made.range],
      value,
      sum: spotted ? `${value} + ${spotted}` : value,
    };
    if (target === null) {
      meet(battle, made, 0);
    } else if (target.defense !== null) {
      meet(battle, made, target.defense);
    } else {
      mine.waits = battle.canGo(target);
      return [mine.waits ? "attack-waits" : "attack-unmet", values];
    }
    Object.assign(values, { defense: made.defense, dice: diceWords(battle, made.damageDice) });
    return [made.damageDice ? "attack-hits" : "attack-misses", values];
  }

  /** Takes its dice off the table. For terrain the number names the die; without one it is the highest. */
  function useSpot(battle, event, target) {
    const { state } = battle;
    if (target === null) {
      const isAny = isTrue(event, "spot") && state.terrainSpots.length > 0;
      const wanted = isAny ? state.terrainSpots[0] : numberOf(event, "spot", 1, 8);
      if (!state.terrainSpots.includes(wanted)) return 0;
      state.terrainSpots = without(state.terrainSpots, wanted);
      return wanted;
    }
    if (!isTrue(event, "spot")) return 0;
    const found = (target.spot || 0) + (target.aceSpot || 0);
    Object.assign(target, { spot: null, aceSpot: null });
    return found;
  }

  function abort(battle, event) {
    const unit = battle.standing(keyOf(event, "unit"));
    const mine = actingTurn(battle, unit);
    if (mine.attacked) throw new Pointless("has-attacked", { unit: unit.name });
    mine.attacked = true;
    return ["abort", { unit: unit.name }];
  }

  function hits(battle, event) {
    const made = battle.state.attack;
    const unit = battle.unit(keyOf(event, "unit"));
    if (made === null || made.unit !== unit.id || made.rolled !== null) {
      throw new Pointless("no-attack", { unit: unit.name });
    }
    const isUnmet = made.target !== TERRAIN && battle.unit(made.target).defense === null;
    if (isUnmet && battle.state.openTurns.some((one) => one.waits)) {
      throw new Pointless("must-wait", { unit: unit.name });
    }
    const most = made.damageDice !== null ? made.damageDice : MOST_DICE;
    let rolled = numbersOf(own(event, "rolled"), 1, 6, MOST_DICE);
    let onTarget;
    let onCover;
    if (rolled === null) {
      onTarget = numberOf(event, "number", 0, most);
      onCover = numberOf(event, "cover", 0, most) || 0;
      if (onTarget === null || onTarget + onCover > most) throw new Pointless("no-number");
      rolled = [];
    } else {
      if (rolled.length > most || (made.damageDice !== null && rolled.length !== most)) {
        throw new Pointless("wrong-dice", { number: most });
      }
      const on = (faces) => sum(rolled, (face) => faces.includes(face));
      const through = Math.min(whole(own(event, "through"), 0, MOST_DICE) || 0, on(made.faces.through));
      onTarget = on(made.faces.target) + through;
      onCover = on(made.faces.cover) - through;
    }
    Object.assign(made, { rolled, hits: onTarget, coverHits: onCover });
    const values = { unit: unit.name, hits: onTarget, cover: onCover, rolled: rolled.join(" ") };
    // People count hits; only some tell the faces.
    const told = rolled.length ? "" : "-number";
    const byTerrain = made.target === TERRAIN ? onTarget : made.cover === "cover" ? onCover : 0;
    const pieces = byTerrain * (battle.rules.pieces || 0);
    values.loses = pieces ? filled(battle.rules.say["loses-pieces"], { pieces }) : "";
    if (made.target === TERRAIN) return [`hits-terrain${told}`, values];
    const target = battle.unit(made.target);
    owe(target, onTarget);
    if (made.coverer && onCover) {
      const coverer = battle.unit(made.coverer);
      if (!isSafeCover(battle, coverer)) owe(coverer, onCover);
    }
    values.target = target.name;
    return [`hits${onCover ? "-cover" : ""}${told}`, values];
  }

  /** The units that may have stood between, until somebody says which one did. */
  function coverers(battle) {
    const made = battle.state.attack;
    if (made === null || made.cover !== "frame" || !made.faces.cover.length) return [];
    if (!made.coverHits || made.coverer) return [];
    return battle.units().filter((one) => !one.lost && ![made.unit, made.target].includes(one.id)).map((one) => one.id);
  }

  /** The unit that stood between takes the hits on the cover, unless it is safe there. */
  function covered(battle, event) {
    const made = battle.state.attack;
    const unit = battle.standing(keyOf(event, "unit"));
    if (!coverers(battle).includes(unit.id)) throw new Pointless("no-cover", { unit: unit.name });
    made.coverer = unit.id;
    if (isSafeCover(battle, unit)) return ["covered-safe", { unit: unit.name }];
    owe(unit, made.coverHits);
    return ["covered", { unit: unit.name, number: made.coverHits }];
  }

  function owe(unit, number) {
    if (!unit.lost && number) {
      unit.owed = Math.min(99, unit.owed + number);
      unit.stepped = false;
    }
  }

  function isSafeCover(battle, unit) {
    const safe = Object.entries(battle.rules.losses.safeCover);
    return safe.some(([code, count]) => countIn(unit.left, code) >= count);
  }

  function move(battle, event) {
    const unit = battle.standing(keyOf(event, "unit"));
    actingTurn(battle, unit).moved = true;
    const value = numberOf(event, "value", 0, 99);
    return [value === null ? "move" : "move-far", { unit: unit.name, value: value || 0 }];
  }

  function maySpotTerrain(battle) {
    const { attacks, notSpotted } = battle.rules;
    return Object.values(attacks).some((row) => own(row.targets, TERRAIN)) && !notSpotted.includes(TERRAIN);
  }

  function spot(battle, event) {
    const unit = battle.standing(keyOf(event, "unit"));
    const aimed = keyOf(event, "target");
    const target = aimed === TERRAIN && maySpotTerrain(battle) ? null : battle.standing(aimed);
    const value = numberOf(event, "value", 1, 8);
    const ace = numberOf(event, "ace", 1, 8);
    if (value === null) throw new Pointless("no-number");
    if (target === unit) throw new Pointless("no-target");
    const before = checkActing(battle, unit);
    if (!(before ? before.spots : spotsOf(battle, unit))) {
      throw new Pointless(before && before.spotted ? "has-spotted" : "cant-spot", { unit: unit.name });
    }
    const mine = actingTurn(battle, unit);
    mine.spots -= 1;
    mine.spotted = true;
    mine.attacked = true;
    if (target === null) {
      battle.state.terrainSpots = battle.state.terrainSpots.concat([value]).sort((one, two) => two - one);
      return ["spot", { unit: unit.name, target: battle.rules.say["the-terrain"], value }];
    }
    const row = own(battle.rules.aces, unit.ace);
    const adds = ace !== null && row && row.adds;
    // Of two dice that are added, another spot takes the place of the lower.
    const place = adds || (target.aceSpot || 9) >= (target.spot || 0) ? "spot" : "aceSpot";
    const isHigher = target[place] === null || value > target[place];
    target[place] = isHigher ? value : target[place];
    if (adds) target.aceSpot = Math.max(ace, target.aceSpot || 0);
    return [
      isHigher ? "spot" : "spot-lower",
      { unit: unit.name, target: target.name, value, stands: target[place] },
    ];
  }

  function done(battle, event) {
    const unit = battle.unit(keyOf(event, "unit"));
    const mine = battle.turnOf(unit);
    if (!mine) throw new Pointless("no-turn", { unit: unit.name });
    actingTurn(battle, unit);
    endTurn(battle, mine);
    const left = battle.state.openTurns;
    if (left.length) return ["done-next", { unit: unit.name, next: battle.unit(left[0].unit).name }];
    return ["done", { unit: unit.name }];
  }

  function gone(battle, event) {
    const unit = battle.standing(keyOf(event, "unit"));
    endTurn(battle, actingTurn(battle, unit));
    return ["gone", { player: battle.called(unit.owner), unit: unit.name }];
  }

  function order(battle, event) {
    battle.need("play");
    const unit = battle.standing(keyOf(event, "unit"));
    const dice = battle.rules.orderDice;
    if (!hasUnitOrder(battle)) throw new Pointless("no-unit-order");
    let rolled = numbersOf(own(event, "rolled"), 1, dice.sides, 9);
    const isFewer = unit.known && unit.systems.length < dice.fewerThan;
    const number = isFewer ? dice.fewer : dice.full;
    const isWrong = rolled === null || !rolled.length || (unit.known && rolled.length !== number);
    if (isWrong || rolled.length > dice.fewer) throw new Pointless("wrong-dice", { number });
    if (battle.state.turnOrder.some((row) => row.unit === unit.id)) {
      throw new Pointless("has-order", { unit: unit.name });
    }
    rolled = rolled.slice().sort((one, two) => one - two);
    battle.state.turnOrder.push({ unit: unit.id, rolled, at: 0, used: false });
    return ["order", { unit: unit.name, rolled: rolled.join(` ${battle.rules.say.or} `) }];
  }

  function wait(battle, event) {
    battle.need("play");
    const unit = battle.standing(keyOf(event, "unit"));
    const row = battle.state.turnOrder.find((one) => one.unit === unit.id);
    if (!row || row.at + 1 >= row.rolled.length || unit.activated) {
      throw new Pointless("cant-wait", { unit: unit.name });
    }
    row.at += 1;
    return ["wait", { unit: unit.name, value: row.rolled[row.at] }];
  }

  Object.assign(fold.parts, { TERRAIN, MOST_DICE, owe, chartFor, diceRange, facesOf, canShoot, isAboard, maySpotTerrain, coverers });
  Object.assign(fold.handlers, {
    turn, pass: passTurn, defend, attack, abort, hits, covered, move, spot, done, gone, order, wait,
  });
})(typeof globalThis !== "undefined" ? globalThis : window);
