// What may be done now and by whom, and what an attack would roll: for the buttons of the page.
(function (root) {
  "use strict";

  const fold = root.brickyardFold;
  const { SETTING_UP, TERRAIN, own, filled, hasUnitOrder, isBoardingTime, canShoot, isAboard, maySpotTerrain, coverers, chartFor, diceRange, facesOf, isUndecided, Pointless } = fold.parts;

  function offers(game, state) {
    const battle = fold.battleAt(game, state);
    if (state.mech !== null) return fold.mechOffers ? fold.mechOffers(battle) : [];
    const found = [];
    answers(battle, found);
    if (SETTING_UP.includes(state.phase)) {
      before(battle, found);
    } else if (state.phase === "play") {
      losses(battle, found);
      turns(battle, found);
      rounds(battle, found);
    } else if (state.phase === "clock") {
      losses(battle, found);
      clock(battle, found);
    }
    return found;
  }

  function offer(battle, does, player, fields = {}) {
    const { must = false, ask = [], choices = {}, ...known } = fields;
    const names = {};
    for (const [key, value] of Object.entries(known)) {
      if (typeof value === "string") names[key] = called(battle, value);
    }
    const say = own(battle.rules.say, `offer-${does}`) || does;
    const words = filled(say, { ...names, player: battle.called(player) });
    return { do: does, player, words, must, ask, choices, ...known };
  }

  function called(battle, key) {
    const unit = own(battle.state.units, key);
    return unit ? unit.name : battle.called(key) || key;
  }

  function answers(battle, found) {
    for (const question of battle.state.questions) {
      for (const answer of question.answers) {
        const made = offer(battle, "decide", "", { question: question.key, answer: answer.key });
        found.push({ ...made, words: answer.words });
      }
    }
  }

  function before(battle, found) {
    const { state, rules } = battle;
    const { players, rolls } = state;
    if (rolls.chooser) waysOut(battle, rolls.chooser, found);
    if (state.phase === "setup") {
      if (players.length < rules.players[1]) found.push(offer(battle, "join", "", { ask: ["player"] }));
      for (const player of players) {
        if (player.sealed && !player.ready) {
          found.push(offer(battle, "reveal", player.key, { ask: ["salt", "text"] }));
        } else if (!player.ready) {
          found.push(offer(battle, "bring", player.key, { ask: ["force"] }));
          found.push(offer(battle, "seal", player.key, { ask: ["hash"] }));
        }
      }
    }
    const [low, high] = rules.players;
    if (players.length >= low && players.length <= high && players.every((player) => player.ready)) {
      if (state.phase === "setup") found.push(offer(battle, "deploy", ""));
      found.push(offer(battle, "start", ""));
    }
  }

  function waysOut(battle, key, found) {
    const { comparison } = battle.rules;
    const add = (choice, fields) => found.push(offer(battle, "tie", key, { must: true, choice, ...fields }));
    for (const choice of comparison.choices) {
      if (choice === "remove") {
        for (const unit of battle.units()) {
          if (unit.owner !== key || !comparison.changed.includes(battle.kind(unit).count)) continue;
          add(choice, { unit: unit.id, ask: unit.known ? [] : ["systems"] });
        }
      } else if (choice === "add") {
        battle.player(key).spares.forEach((_, spare) => add(choice, { spare }));
        add(choice, { ask: ["unit"] });
      } else if (choice === "loser-chooses") {
        if (battle.state.rolls.winner !== key) continue;
        for (const one of battle.state.players) {
          if (one.position === "tied-highest" && one.key !== key) add(choice, { other: one.key });
        }
      } else {
        add(choice, {});
      }
    }
  }

  function losses(battle, found) {
    const { stepping, fuel } = battle.rules;
    for (const unit of battle.units()) {
      if (!unit.owed || unit.lost) continue;
      for (const system of unit.mayLose) {
        found.push(offer(battle, "strike", unit.owner, { must: true, unit: unit.id, system }));
      }
      if (!unit.known) found.push(offer(battle, "lost", unit.owner, { unit: unit.id }));
      if (stepping && stepping.kinds.includes(unit.kind) && !unit.stepped) {
        found.push(offer(battle, "ignore", unit.owner, { unit: unit.id, how: "station" }));
      }
      if (fuel && unit.left.includes(fuel.dodgeNeeds) && (unit.fuel || 0) >= fuel.dodge) {
        found.push(offer(battle, "ignore", unit.owner, { unit: unit.id, how: "fuel" }));
      }
    }
  }

  const upTo = (from, most) => Array.from({ length: most - from + 1 }, (_, place) => place + from);

  function turns(battle, found) {
    const { state } = battle;
    if (!state.openTurns.length) {
      choicesOfUnits(battle, found);
      return;
    }
    const [turn] = state.openTurns;
    const unit = battle.unit(turn.unit);
    const { attack } = state;
    const add = (does, fields) => found.push(offer(battle, does, unit.owner, { unit: unit.id, ...fields }));
    if (turn.waits) {
      const target = battle.unit(attack.target);
      const asked = { must: true, unit: target.id, ask: ["value"], choices: { value: upTo(0, 8) } };
      found.push(offer(battle, "defend", target.owner, asked));
      return;
    }
    if (attack !== null && attack.rolled === null && attack.damageDice !== 0) {
      add("hits", { must: true, ask: ["number"] });
    }
    const between = coverers(battle);
    if (between.length) found.push(offer(battle, "covered", unit.owner, { ask: ["unit"], choices: { unit: between } }));
    if (unit.defense === null && !turn.defended) add("defend", { ask: ["value"], choices: { value: upTo(0, 8) } });
    const others = battle.units().filter((one) => one.owner !== unit.owner && !one.lost);
    if (!turn.attacked) {
      const isTarget = (one) => battle.kind(one).target !== "" && !isAboard(battle, one);
      const target = others.filter(isTarget).map((one) => one.id);
      if (Object.values(battle.rules.attacks).some((row) => own(row.targets, TERRAIN))) target.push(TERRAIN);
      const range = Object.keys(battle.rules.ranges).filter((letter) =>
        canShoot(battle, unit, turn.left, letter, unit.rockets),
      );
      const choices = { target, range, value: upTo(1, 8), rockets: upTo(0, unit.rockets) };
      add("attack", { ask: ["target", "range", "value"], choices });
    }
    if (!turn.moved) add("move", {});
    if (turn.spots) {
      const target = others.map((one) => one.id).concat(maySpotTerrain(battle) ? [TERRAIN] : []);
      const choices = { target, value: upTo(1, 8) };
      add("spot", { ask: ["target", "value"], choices });
    }
    add("done", {});
  }

  function choicesOfUnits(battle, found) {
    const { state } = battle;
    if (hasUnitOrder(battle)) {
      for (const unit of battle.units()) {
        if (battle.canGo(unit) && !state.turnOrder.some((row) => row.unit === unit.id)) {
          found.push(offer(battle, "order", unit.owner, { must: true, unit: unit.id, ask: ["rolled"] }));
        }
      }
      for (const row of state.turnOrder) {
        if (state.upUnits.includes(row.unit) && row.at + 1 < row.rolled.length) {
          found.push(offer(battle, "wait", battle.unit(row.unit).owner, { unit: row.unit }));
        }
      }
    }
    for (const unit of state.upUnits) {
      found.push(offer(battle, "turn", battle.unit(unit).owner, { must: state.mustGo, unit }));
    }
    if (state.mayPass) found.push(offer(battle, "pass", state.up));
    if (!battle.rules.fuel) return;
    for (const unit of battle.units()) {
      if (battle.kind(unit).needsFuel && !unit.fuel && ["", "adrift"].includes(unit.lost)) {
        found.push(offer(battle, "launch", unit.first, { unit: unit.id, ask: ["fuel"] }));
      }
      if (unit.lost === "adrift" && !unit.heldBy) {
        const choices = { to: state.order.slice() };
        found.push(offer(battle, "hold", "", { unit: unit.id, ask: ["to"], choices }));
      }
    }
  }

  function rounds(battle, found) {
    const { state, rules } = battle;
    if (state.openTurns.length) return;
    const isLast = !battle.units().some((unit) => battle.canGo(unit));
    if (rules.boarding && isBoardingTime(battle)) boardings(battle, found);
    for (const station of state.stations) {
      const to = state.order.filter((key) => key !== station.holder);
      if (rules.contested > 0 && rules.contested <= state.order.length) to.push("");
      found.push(offer(battle, "station", "", { station: station.id, ask: ["to"], choices: { to } }));
    }
    if (state.objective !== null) {
      const to = state.order.concat([""]).filter((key) => key !== state.objective.holder);
      found.push(offer(battle, "objective", "", { ask: ["to"], choices: { to } }));
    }
    found.push(offer(battle, "round-end", "", { must: isLast }));
  }

  function boardings(battle, found) {
    for (const unit of battle.units()) {
      if (battle.kind(unit).count === "ships" && !unit.lost) {
        found.push(offer(battle, "board", "", { unit: unit.id, ask: ["rolls"] }));
      }
    }
  }

  function clock(battle, found) {
    const waiting = battle.state.asked.filter((row) => row.took === null).map((row) => row.player);
    if (waiting.length && !isUndecided(battle, waiting)) {
      for (const take of [true, false]) {
        const say = battle.rules.say[take ? "offer-tick" : "offer-tick-not"];
        const words = filled(say, { player: battle.called(waiting[0]) });
        found.push({ ...offer(battle, "tick", waiting[0], { must: true, take }), words });
      }
    }
    if (battle.rules.clock.afterwards) {
      boardings(battle, found);
      found.push(offer(battle, "next-round", "", { must: true }));
    }
  }

  // What an attack would roll, and its odds: all looked up.

  /** `value` is the number rolled; without it the odds are those of the best die. Null if the attack is impossible. */
  function preview(game, state, asked) {
    const battle = fold.battleAt(game, state);
    try {
      return previewed(battle, asked);
    } catch (error) {
      if (error instanceof Pointless) return null;
      throw error;
    }
  }

  function previewed(battle, { unit: id, target: aimed, range, cover = "open", spot = false, value, rockets = 0 }) {
    const unit = battle.standing(id);
    const target = aimed === TERRAIN ? null : battle.standing(aimed);
    // An ace that reaches further rolls there what it rolls near.
    const near = diceRange(battle, unit, range);
    const chart = chartFor(battle, near, target, cover);
    const row = battle.rules.charts[chart];
    const onTerrain = spot === true ? battle.state.terrainSpots[0] || 0 : Number(spot);
    const added = target === null ? onTerrain : spot ? (target.spot || 0) + (target.aceSpot || 0) : 0;
    const defense = target === null ? 0 : target.defense;
    const rocket = battle.rules.rocketDice.length ? battle.rules.rocketDice[0][3] : "";
    const pool = unit.pool
      .filter(([, colour, , at]) => colour !== "R" || at === near || (at === rocket && rockets > 0))
      .map(([count, colour, sides, at]) => [at === rocket && at !== "" ? rockets : count, colour, sides, at]);
    const damageDice = value === undefined || defense === null ? null : Math.max(0, value + added - defense);
    // A unit without a weapon for this range attacks with a white die, where that is allowed.
    const red = pool.filter(([, colour]) => colour === "R");
    const attacking = red.length || !battle.rules.attacks[near].unarmed ? red : pool.filter(([, colour]) => colour === "W");
    const blue = target !== null && defense === null ? target.pool.filter(([, colour]) => colour === "B") : [];
    return {
      pool, chart, faces: facesOf(battle, chart, target === null), page: row.page, spot: added, defense, damageDice,
      // Its defense isn't known yet: take its best blue die, if it has any.
      isGuessed: blue.length > 0,
      odds: oddsOf(battle, chart, attacking, value, added, blue.length ? bestOf(battle, blue) : certain(defense || 0)),
    };
  }

  const certain = (value) => Array.from({ length: value + 1 }, (_, face) => Number(face === value));

  /** How likely each number is to be the highest of these dice. */
  function bestOf(battle, dice) {
    const of = (sides) => dice.filter((one) => one[2] === sides).reduce((total, [count]) => total + count, 0);
    return own(battle.rules.odds ? battle.rules.odds.best : {}, `${Math.min(of(6), 6)},${Math.min(of(8), 5)}`) || certain(0);
  }

  function oddsOf(battle, chart, dice, value, added, defenses) {
    const tables = battle.rules.odds;
    if (!tables) return null;
    const rows = tables.damage[chart];
    const best = value === undefined ? bestOf(battle, dice) : certain(value);
    const chances = [];
    best.forEach((chance, face) => {
      defenses.forEach((likely, defense) => {
        const number = face ? Math.min(rows.length - 1, Math.max(0, face + added - defense)) : 0;
        rows[number].forEach((share, hits) => {
          chances[hits] = (chances[hits] || 0) + chance * likely * share;
        });
      });
    });
    const mean = chances.reduce((total, chance, hits) => total + chance * hits, 0);
    return { hurts: 1 - chances[0], mean, chances };
  }

  fold.offers = offers;
  fold.preview = preview;
})(typeof globalThis !== "undefined" ? globalThis : window);
