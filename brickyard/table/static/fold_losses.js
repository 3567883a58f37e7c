// What is lost and won, how rounds end, and what the players answer to open questions.
(function (root) {
  "use strict";

  const fold = root.brickyardFold;
  const {
    Pointless, own, textOf, keyOf, numberOf, isTrue, listIn, filled, sorted, sum, without, startsWith, mayLose, owe, winRoll,
    ORDER_TIE, isUndecided,
  } = fold.parts;

  const MOST_ROUNDS = 1000000;

  function hurt(battle, event) {
    battle.need("play", "clock");
    const unit = battle.standing(keyOf(event, "unit"));
    const number = numberOf(event, "number", 1, 9);
    if (number === null) throw new Pointless("no-number");
    owe(unit, number);
    const { boarding } = battle.state;
    if (boarding !== null && own(boarding.owed, unit.owner)) boarding.taken[unit.owner] += number;
    return ["hurt", { unit: unit.name, number }];
  }

  function strike(battle, event) {
    battle.need("play", "clock");
    const unit = battle.standing(keyOf(event, "unit"));
    const code = textOf(event, "system");
    if (!unit.known) throw new Pointless("not-known", { unit: unit.name });
    if (!mayLose(battle, unit).includes(code)) throw new Pointless("cant-lose", { unit: unit.name });
    if (code === "W") unit.white -= 1;
    else if (code === "ace") unit.ace = "";
    else unit.left = without(unit.left, code);
    unit.struck.push(code);
    unit.owed = Math.max(0, unit.owed - 1);
    const values = { unit: unit.name, system: systemName(battle, code) };
    if (!mayLose(battle, unit).length && battle.rules.losses.isDestroyed) {
      const more = lose(battle, unit, "destroyed");
      return ["strike-last", { ...values, player: battle.called(unit.owner), more }];
    }
    battle.diceOf(unit);
    return ["strike", { ...values, dice: unit.dice }];
  }

  function systemName(battle, code) {
    if (code === "W") return battle.rules.say["a-white"];
    if (code === "ace") return battle.rules.say["the-ace"];
    const [head, ...rest] = code.split(":");
    const names = head.split("/").map((part) => own(battle.rules.systemNames, part) || part);
    return names.join(" / ") + (rest.length ? ` (${rest.join(":")})` : "");
  }

  function lose(battle, unit, how) {
    const { state } = battle;
    const more = blowThrough(battle, unit);
    Object.assign(unit, { lost: how, owed: 0, defense: null, spot: null, aceSpot: null });
    state.openTurns = state.openTurns.filter((one) => one.unit !== unit.id);
    const { attack } = state;
    if (attack !== null && (attack.unit === unit.id || attack.target === unit.id)) {
      for (const turn of state.openTurns) turn.waits = false;
      if (attack.target !== unit.id || attack.rolled === null) state.attack = null;
    }
    return more;
  }

  /** A covering frame that is destroyed by some of the hits on it lets the rest through. */
  function blowThrough(battle, unit) {
    const { attack, units } = battle.state;
    if (attack === null || attack.coverer !== unit.id || !unit.known) return "";
    const { through } = attack.faces;
    const { rolled, coverHits } = attack;
    const most = rolled !== null && rolled.length ? sum(rolled, (face) => through.includes(face)) : coverHits;
    const hasLeft = unit.left.length + unit.white + (unit.ace ? 1 : 0);
    const rest = through.length ? Math.min(most, coverHits, unit.owed - hasLeft) : 0;
    const target = own(units, attack.target);
    if (rest <= 0 || !target || target.lost) return "";
    attack.hits += rest;
    attack.coverHits -= rest;
    // It is the same attack, from which it may step away once.
    const { stepped } = target;
    owe(target, rest);
    target.stepped = stepped;
    return filled(battle.rules.say["goes-through"], { number: rest, unit: target.name });
  }

  function lost(battle, event) {
    battle.need("play", "clock");
    const unit = battle.standing(keyOf(event, "unit"));
    const more = lose(battle, unit, "destroyed");
    return ["lost", { unit: unit.name, player: battle.called(unit.owner), more }];
  }

  function off(battle, event) {
    battle.need("play");
    const unit = battle.standing(keyOf(event, "unit"));
    if (battle.kind(unit).count !== "ships") throw new Pointless("only-ships");
    lose(battle, unit, "off");
    return ["off", { unit: unit.name, player: battle.called(unit.owner) }];
  }

  function ignore(battle, event) {
    battle.need("play", "clock");
    const unit = battle.standing(keyOf(event, "unit"));
    if (!unit.owed) throw new Pointless("nothing-owed", { unit: unit.name });
    if (textOf(event, "how") === "fuel") {
      const { fuel } = battle.rules;
      if (!fuel || !unit.left.includes(fuel.dodgeNeeds) || (unit.fuel || 0) < fuel.dodge) {
        throw new Pointless("cant-dodge", { unit: unit.name });
      }
      unit.owed -= 1;
      unit.fuel -= fuel.dodge;
      if (unit.fuel === 0) lose(battle, unit, "adrift");
      return ["dodge", { unit: unit.name, fuel: unit.fuel }];
    }
    const { stepping } = battle.rules;
    if (!stepping || !stepping.kinds.includes(unit.kind) || unit.stepped) {
      throw new Pointless("cant-dodge", { unit: unit.name });
    }
    unit.owed -= 1;
    unit.stepped = true;
    return ["step", { unit: unit.name }];
  }

  function restore(battle, event) {
    battle.need("play", "clock");
    const unit = battle.standing(keyOf(event, "unit"));
    const code = textOf(event, "system");
    if (!battle.rules.repairs) throw new Pointless("no-repairs");
    if (!unit.struck.includes(code) || code === "W" || code === "ace") {
      throw new Pointless("not-struck", { unit: unit.name });
    }
    mendOne(battle, unit, code);
    return ["restore", { unit: unit.name, system: systemName(battle, code), dice: unit.dice }];
  }

  function mendOne(battle, unit, code) {
    unit.struck = without(unit.struck, code);
    unit.left = sorted(unit.left.concat([code]));
    battle.diceOf(unit);
  }

  function rocket(battle, event) {
    battle.need("play");
    const unit = battle.standing(keyOf(event, "unit"));
    const number = numberOf(event, "number", 1, 9) || 1;
    if (number > unit.rockets) throw new Pointless("no-rocket", { unit: unit.name });
    unit.rockets -= number;
    return ["rocket", { unit: unit.name, left: unit.rockets }];
  }

  function station(battle, event) {
    battle.need("play", "clock");
    const found = battle.state.stations.find((one) => one.id === textOf(event, "station"));
    if (!found) throw new Pointless("no-station");
    const to = keyOf(event, "to");
    const said = listIn(own(event, "contested"), 9);
    const keys = battle.state.players.map((player) => player.key);
    const contested = keys.filter((key) => said.includes(key));
    const before = found.holder;
    if (to) battle.player(to);
    else if (own(event, "to") !== "") throw new Pointless("no-player");
    else if (!(battle.rules.contested > 0 && battle.rules.contested <= keys.length)) {
      throw new Pointless("not-contested");
    }
    const isSame = contested.length === found.contestedBy.length && contested.every((key) => found.contestedBy.includes(key));
    if (before === to && isSame) throw new Pointless("no-change");
    found.holder = to;
    found.contestedBy = contested;
    const values = {
      station: found.name, player: battle.called(to), before: battle.called(before),
      others: contested.map((key) => battle.called(key)).join(", "),
    };
    if (!to) return [contested.length ? "station-contested" : "station-nobody", values];
    if (to === before) return [contested.length ? "station-watched" : "station-quiet", values];
    if (to === found.first) return ["station-regained", values];
    return [before ? "station-seized" : "station-won", values];
  }

  function objective(battle, event) {
    battle.need("play", "clock");
    const held = battle.state.objective;
    if (held === null) throw new Pointless("no-objective");
    const to = keyOf(event, "to");
    if (to) battle.player(to);
    else if (own(event, "to") !== "") throw new Pointless("no-player");
    if (held.holder === to) throw new Pointless("no-change");
    held.holder = to;
    return [to ? "objective" : "objective-nobody", { player: battle.called(to) }];
  }

  // Rounds.

  /** Two phones that were offline may both have ended a round: the second means one that is over. */
  function checkRound(battle, event) {
    const told = own(event, "round");
    if (told === undefined || told === null) return;
    if (numberOf(event, "round", 0, MOST_ROUNDS) !== battle.state.round) {
      throw new Pointless("other-round", { round: battle.state.round });
    }
  }

  function roundEnd(battle, event) {
    battle.need("play");
    checkRound(battle, event);
    const { state } = battle;
    const { clock, fuel } = battle.rules;
    const waiting = sum(battle.units(), (unit) => battle.canGo(unit));
    keepPlaces(battle);
    Object.assign(state, { openTurns: [], attack: null, passed: [], boarding: null, terrainSpots: [] });
    const drifting = [];
    for (const unit of battle.units()) {
      Object.assign(unit, { defense: null, spot: null, aceSpot: null, activated: false });
      if (fuel && unit.fuel && !unit.lost) {
        unit.fuel = Math.max(0, unit.fuel - fuel.eachRound);
        if (unit.fuel === 0) {
          lose(battle, unit, "adrift");
          drifting.push(unit.name);
        }
      }
    }
    const kept = Object.entries(state.answers).filter(([key]) => !startsWith(key, ORDER_TIE));
    state.answers = Object.fromEntries(kept);
    state.clock = Math.max(0, state.clock - clock.eachRound);
    const adrift = filled(battle.rules.say["adrift-now"], { names: drifting.join(", ") });
    const values = { round: state.round, clock: state.clock, more: drifting.length ? adrift : "" };
    const isBoarded = own(state.answers, "boarding-when") === "before" && !waiting;
    if (clock.afterwards && !isBoarded) {
      state.phase = "clock";
    } else if (state.clock === 0) {
      finish(battle);
    } else if (clock.optional) {
      state.phase = "clock";
      state.asked = state.order.map((player) => ({ player, took: null }));
    } else {
      nextRound(battle);
    }
    return waiting ? ["round-end-early", { ...values, number: waiting }] : ["round-end", values];
  }

  function keepPlaces(battle) {
    const { state } = battle;
    if (own(state.answers, "order-when") !== "game") state.turnOrder = [];
    for (const row of state.turnOrder) {
      if (row.used || row.at) row.rolled = [row.rolled[row.at]];
      row.at = 0;
      row.used = false;
    }
  }

  function nextRound(battle) {
    noteScores(battle);
    const { state } = battle;
    Object.assign(state, { asked: [], phase: "play", round: state.round + 1 });
  }

  function finish(battle) {
    noteScores(battle);
    Object.assign(battle.state, { asked: [], phase: "over" });
  }

  function noteScores(battle) {
    const { state } = battle;
    const scores = Object.fromEntries(state.players.map((player) => [player.key, player.score]));
    state.history.push({ round: state.round, clock: state.clock, scores });
  }

  function tick(battle, event) {
    battle.need("clock");
    checkRound(battle, event);
    const player = battle.player(keyOf(event, "player"));
    const { state } = battle;
    const waiting = state.asked.filter((one) => one.took === null);
    const [row] = waiting;
    if (!row || row.player !== player.key || typeof own(event, "take") !== "boolean") {
      throw new Pointless("not-asked", { player: player.name });
    }
    if (isUndecided(battle, waiting.map((one) => one.player))) throw new Pointless("answer-first");
    row.took = isTrue(event, "take");
    if (row.took) state.clock = Math.max(0, state.clock - battle.rules.clock.optional);
    const told = [row.took ? "tick" : "tick-not", { player: player.name, clock: state.clock }];
    if (state.clock === 0) finish(battle);
    else if (state.asked.every((one) => one.took !== null)) nextRound(battle);
    return told;
  }

  function beginRound(battle, event) {
    battle.need("clock");
    checkRound(battle, event);
    if (!battle.rules.clock.afterwards) throw new Pointless("not-now");
    if (battle.state.clock === 0) {
      finish(battle);
      return ["over", {}];
    }
    nextRound(battle);
    return ["next-round", { round: battle.state.round }];
  }

  function decide(battle, event) {
    const { state } = battle;
    const key = textOf(event, "question");
    const answer = textOf(event, "answer");
    const asked = state.questions.find((one) => one.key === key);
    if (!asked) throw new Pointless("no-question");
    const chosen = asked.answers.find((one) => one.key === answer);
    if (!chosen) throw new Pointless("no-answer");
    if (key === "tie-highest") return winRoll(battle, "highest", answer, "");
    if (key === "tie-lowest") return winRoll(battle, "lowest", "", answer);
    if (key === "point") {
      const scores = state.players.filter((one) => asked.players.includes(one.key)).map((one) => one.score);
      state.point = answer;
      if (new Set(scores).size === 1) state.last = answer;
      return ["roll-point", { player: battle.called(answer) }];
    }
    if (key === "doomsday-tie" && answer === "more") {
      state.phase = "play";
      state.round += 1;
    } else {
      state.answers[key] = answer;
    }
    if (startsWith(key, "destroyed:") && answer === "gone") {
      lose(battle, battle.unit(key.slice("destroyed:".length)), "destroyed");
    }
    return ["decide", { question: asked.words, answer: chosen.words }];
  }

  Object.assign(fold.parts, { lose, mendOne });
  Object.assign(fold.handlers, {
    hurt, strike, lost, off, ignore, restore, rocket, station, objective, "round-end": roundEnd, tick,
    "next-round": beginRound, decide,
  });
})(typeof globalThis !== "undefined" ? globalThis : window);
