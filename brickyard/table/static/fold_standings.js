// What follows from a state, computed after every event: scores, order, whose turn it is, questions.
(function (root) {
  "use strict";

  const fold = root.brickyardFold;
  const { SETTING_UP, TIED, has, own, sorted, sum, startsWith } = fold.parts;

  const ORDER_TIE = "order-tie:";
  const BOARDING_DAMAGE = "boarding-damage";
  // What each unit had left when its dice were last looked up.
  const lookedUp = new WeakMap();

  function settle(battle) {
    const { state } = battle;
    if (battle.rules.mech) return;
    for (const unit of battle.units()) {
      const carried = [unit.left, unit.white, unit.rockets, unit.ace, own(state.answers, "hva-dice")].join();
      if (lookedUp.get(unit) !== carried) battle.diceOf(unit);
      lookedUp.set(unit, carried);
      unit.mayLose = mayLose(battle, unit);
    }
    for (const player of state.players) countAssets(battle, player);
    if (SETTING_UP.includes(state.phase)) comparePlayers(battle);
    for (const player of state.players) player.score = player.perAsset * player.assets;
    shareBoardingDamage(battle);
    setPositions(battle);
    putInOrder(battle);
    askInOrder(battle);
    chooseWhoIsUp(battle);
    countRounds(battle);
    findWinners(battle);
    state.questions = openQuestions(battle);
  }

  function mayLose(battle, unit) {
    if (unit.lost || !unit.known) return [];
    const option = battle.rules.losses.whiteEarly;
    const found = sorted(Array.from(new Set(unit.left)));
    if (found.length) {
      const isEarly = option !== "" && own(battle.state.options, option) === true && unit.white > 1;
      return isEarly ? found.concat(["W"]) : found;
    }
    if (unit.white) return ["W"];
    return unit.ace ? ["ace"] : [];
  }

  function countAssets(battle, player) {
    const { state } = battle;
    const counts = {};
    for (const kind of battle.rules.comparison.assets) counts[kind] = 0;
    counts.stations = 0;
    const isHeld = own(state.answers, "drifter-points") === "holder";
    player.lost = 0;
    for (const unit of battle.units()) {
      const kind = battle.kind(unit).count;
      if (unit.first === player.key && unit.lost !== "") player.lost += 1;
      if (unit.lost === "") counts[kind] += Number(unit.owner === player.key);
      else if (unit.lost === "adrift" && isHeld) counts[kind] += Number(unit.heldBy === player.key);
    }
    counts.stations = sum(state.stations, (one) => one.holder === player.key);
    counts.objective = Number(state.objective !== null && state.objective.holder === player.key);
    player.counts = counts;
    player.assets = sum(Object.values(counts), (number) => number);
  }

  function shareBoardingDamage(battle) {
    const { boarding, answers } = battle.state;
    if (boarding === null) return;
    const { damage, enemies, taken } = boarding;
    const hurtsEach = own(answers, BOARDING_DAMAGE) === "each";
    const suffered = (key) => sum(enemies[key], (one) => (hurtsEach || enemies[one].length === 1 ? damage[one] : 0));
    boarding.owed = Object.fromEntries(Object.keys(enemies).map((key) => [key, Math.max(0, suffered(key) - taken[key])]));
  }

  function comparePlayers(battle) {
    const { players } = battle.state;
    const { start, step, compared } = battle.rules.comparison;
    for (const player of players) {
      player.perAsset = 0;
      player.steps = [];
    }
    if (players.length < 2 || !players.every((player) => player.ready)) return;
    for (const [of, kinds] of compared) {
      const numbers = players.map((player) =>
        sum(kinds, (kind) => (kind === "systems" ? player.systems : own(player.counts, kind) || 0)),
      );
      const ends = [["most", Math.max(...numbers), -step], ["fewest", Math.min(...numbers), step]];
      for (const [extreme, bound, points] of ends) {
        players.forEach((player, place) => {
          if (numbers[place] === bound) player.steps.push({ of, extreme, count: bound, points });
        });
      }
    }
    for (const player of players) {
      player.perAsset = start + sum(player.steps, (one) => one.points);
      player.startAssets = player.assets;
      player.startScore = player.perAsset * player.assets;
    }
  }

  function position(score, scores) {
    const isShared = scores.filter((one) => one === score).length > 1;
    if (score === Math.max(...scores)) return isShared ? "tied-highest" : "highest";
    if (score === Math.min(...scores)) return isShared ? "tied-lowest" : "lowest";
    return "others";
  }

  function setPositions(battle) {
    const { players, phase } = battle.state;
    findPoint(battle);
    const scores = players.map((player) => player.score);
    for (const player of players) {
      let found = "";
      if (player.perAsset) {
        found = position(player.score, scores);
        if (!SETTING_UP.includes(phase) && !found.includes("highest")) {
          found = player.key === battle.state.point ? "lowest" : "others";
        }
      }
      player.position = found;
      player.isDefender = found === "highest";
      player.word = found ? own(battle.rules.words, found.replace(/^tied-/, "")) || "" : "";
    }
  }

  function findPoint(battle) {
    const { state } = battle;
    const tied = lowestAtStart(battle);
    if (!SETTING_UP.includes(state.phase)) return;
    const last = tied.includes(state.last) ? state.last : "";
    state.point = tied.length === 1 ? tied[0] : last;
  }

  function lowestAtStart(battle) {
    const players = battle.state.players.filter((player) => player.perAsset);
    const scores = players.map((player) => player.startScore);
    if (new Set(scores).size < 2) return [];
    return players.filter((player) => player.startScore === Math.min(...scores)).map((player) => player.key);
  }

  function tiedGroups(battle) {
    const groups = new Map();
    for (const player of battle.state.players) {
      if (!groups.has(player.score)) groups.set(player.score, []);
      groups.get(player.score).push(player.key);
    }
    return Array.from(groups.keys()).sort((one, two) => two - one).map((score) => groups.get(score));
  }

  function putInOrder(battle) {
    const { state } = battle;
    const groups = tiedGroups(battle);
    const isCurrent = (key) =>
      !startsWith(key, TIED) ||
      groups.some((group) => key.slice(TIED.length).split("+").every((one) => group.includes(one)));
    state.answers = Object.fromEntries(Object.entries(state.answers).filter(([key]) => isCurrent(key)));
    const isAlone = groups.some((group) => group.length === 1 && group[0] === state.last);
    if (state.last && !SETTING_UP.includes(state.phase) && isAlone) state.last = "";
    state.order = [].concat(...groups.map((group) => arranged(battle, group)[0]));
  }

  function askInOrder(battle) {
    const { state } = battle;
    const waiting = state.asked.filter((row) => row.took === null).map((row) => row.player);
    const again = state.order.filter((key) => waiting.includes(key)).map((player) => ({ player, took: null }));
    state.asked = state.asked.filter((row) => row.took !== null).concat(again);
  }

  function isUndecided(battle, waiting) {
    const group = tiedGroups(battle).find((one) => one.includes(waiting[0])) || [];
    const undecided = arranged(battle, group)[1];
    return undecided.includes(waiting[0]) && waiting.filter((key) => undecided.includes(key)).length > 1;
  }

  function arranged(battle, group) {
    const last = group.filter((key) => key === battle.state.last);
    let left = group.filter((key) => !last.includes(key));
    const first = [];
    while (left.length > 1) {
      const answer = own(battle.state.answers, TIED + left.join("+"));
      if (!left.includes(answer)) return [first.concat(left, last), left];
      first.push(answer);
      left = left.filter((key) => key !== answer);
    }
    return [first.concat(left, last), []];
  }

  function chooseWhoIsUp(battle) {
    const { state } = battle;
    const turns = state.openTurns;
    Object.assign(state, { up: "", upUnits: [], mayPass: false, mustGo: false });
    state.combat = turns.length > 1 || turns.some((turn) => turn.waits);
    const going = turns.find((turn) => isGoing(battle, turn));
    state.going = going ? going.unit : "";
    if (state.phase !== "play" || turns.length) return;
    if (hasUnitOrder(battle)) {
      let group = nextUnits(battle);
      const answer = own(state.answers, tieKey(group));
      group = group.includes(answer) ? [answer] : group;
      state.upUnits = group;
      const owners = new Set(group.map((one) => battle.unit(one).owner));
      state.up = owners.size === 1 ? battle.unit(group[0]).owner : "";
      state.mustGo = group.length > 0;
      return;
    }
    const able = (key) => battle.units().filter((one) => one.owner === key && battle.canGo(one)).map((one) => one.id);
    const waiting = state.order.filter((key) => able(key).length && !state.passed.includes(key));
    if (waiting.length && !isUndecided(battle, waiting)) {
      [state.up] = waiting;
      state.upUnits = able(waiting[0]);
      state.mayPass = battle.rules.order.mayPass && waiting.length > 1;
      state.mustGo = !state.mayPass;
    }
  }

  function isGoing(battle, turn) {
    const turns = battle.state.openTurns;
    if (turn.waits) return false;
    return turn === turns[0] || turns[0].waits;
  }

  function hasUnitOrder(battle) {
    const dice = battle.rules.orderDice;
    return Boolean(dice) && own(battle.state.options, dice.option) === true;
  }

  function nextUnits(battle) {
    const rows = battle.state.turnOrder.filter((row) => battle.canGo(battle.unit(row.unit)));
    const lowest = Math.min(...rows.map((row) => row.rolled[row.at]));
    return rows.filter((row) => row.rolled[row.at] === lowest).map((row) => row.unit);
  }

  const tieKey = (group) => (group.length > 1 ? ORDER_TIE + group.join("+") : "");

  function countRounds(battle) {
    const { state } = battle;
    const { clock } = battle.rules;
    let left = state.clock;
    if (state.phase === "clock") left -= clock.optional * state.asked.filter((row) => row.took === null).length;
    const fastest = clock.eachRound + clock.optional * state.players.length;
    const isOver = state.phase === "over";
    // A tie may be played on although the clock is at 0.
    const thisOne = state.phase === "play" ? 1 : 0;
    state.roundsLeast = isOver ? 0 : Math.max(thisOne, Math.ceil(left / fastest));
    state.roundsMost = isOver ? 0 : Math.max(thisOne, Math.ceil(state.clock / clock.eachRound));
  }

  function findWinners(battle) {
    const { state } = battle;
    state.winners = [];
    if (state.phase !== "over") return;
    const best = Math.max(...state.players.map((player) => player.score));
    let winners = state.players.filter((player) => player.score === best);
    if (own(state.answers, "doomsday-tie") === "assets") {
      const most = Math.max(...winners.map((player) => player.assets));
      winners = winners.filter((player) => player.assets === most);
    }
    state.winners = winners.map((player) => player.key);
  }

  // What the players must say.

  function openQuestions(battle) {
    const { state } = battle;
    if (SETTING_UP.includes(state.phase)) return questionsBefore(battle);
    const found = [];
    const ask = (...about) => found.push(...asked(battle, ...about));
    const tied = lowestAtStart(battle);
    if (["play", "clock"].includes(state.phase) && tied.length && !state.point) {
      const answers = tied.map((one) => ({ key: one, words: battle.called(one) }));
      const { say, comparison } = battle.rules;
      found.push({ key: "point", words: say["ask-point"], page: comparison.lowestPage, answers, players: tied });
    }
    if (state.phase === "clock" || (state.phase === "play" && !hasUnitOrder(battle))) {
      for (const group of tiedGroups(battle)) {
        const undecided = arranged(battle, group)[1];
        if (undecided.length) ask("tied-order", TIED + undecided.join("+"), undecided);
      }
    }
    if (hasUnitOrder(battle) && state.phase === "play") {
      ask("order-when", "order-when");
      if (!state.openTurns.length) {
        const group = nextUnits(battle);
        if (new Set(group.map((one) => battle.unit(one).owner)).size > 1) {
          ask("order-tie", tieKey(group), group);
        }
      }
    }
    if (state.phase === "over" && state.winners.length > 1) ask("doomsday-tie", "doomsday-tie", state.winners);
    if (state.attack !== null && state.attack.target === "terrain") ask("charts", "charts");
    if (battle.rules.boarding && state.phase !== "over" && haveAllGone(battle)) ask("boarding-when", "boarding-when");
    if (state.boarding !== null && Object.values(state.boarding.enemies).some((one) => one.length > 1)) {
      ask(BOARDING_DAMAGE, BOARDING_DAMAGE);
    }
    if (battle.units().some((unit) => unit.heldBy !== "" && unit.heldBy !== unit.first)) {
      ask("drifter-points", "drifter-points");
    }
    if (state.openTurns.some((turn) => battle.unit(turn.unit).kind === "hva")) ask("hva-dice", "hva-dice");
    for (const unit of battle.units()) {
      if (isBare(battle, unit)) ask("destroyed", `destroyed:${unit.id}`, [unit.id]);
    }
    return found;
  }

  function haveAllGone(battle) {
    const { state } = battle;
    if (state.phase === "clock") return true;
    return !state.openTurns.length && !battle.units().some((unit) => battle.canGo(unit));
  }

  function isBoardingTime(battle) {
    const { state } = battle;
    return !(state.phase === "play" && own(state.answers, "boarding-when") === "after") && haveAllGone(battle);
  }

  function isBare(battle, unit) {
    return !unit.lost && unit.known && !unit.mayLose.length && battle.kind(unit).white > 0;
  }

  function questionsBefore(battle) {
    const { state, rules } = battle;
    const found = [];
    const at = (place) => state.players.filter((one) => one.position === place).map((one) => one.key);
    const ask = (key, players, say, page) => {
      const answers = players.map((one) => ({ key: one, words: battle.called(one) }));
      found.push({ key, words: rules.say[say], page, answers, players });
    };
    const highest = at("tied-highest");
    if (highest.length && !state.rolls.winner && !state.rolls.goOn) {
      ask("tie-highest", highest, "ask-highest", rules.comparison.tiesPage);
    }
    // Its way out changes all scores, so the lowest wait for it.
    if (found.length || state.rolls.chooser) return found;
    const lowest = at("tied-lowest");
    if (lowest.length && !lowest.includes(state.last)) {
      ask("tie-lowest", lowest, "ask-lowest", rules.comparison.lowestPage);
    }
    return found;
  }

  function asked(battle, point, key, about = []) {
    const row = own(battle.rules.open, point);
    if (!row || has(battle.state.answers, key)) return [];
    const names = about.map((one) => battle.called(one) || battle.unit(one).name);
    let answers = row.answers.map(([answer, words]) => ({ key: answer, words }));
    if (!answers.length) answers = about.map((one, place) => ({ key: one, words: names[place] }));
    const words = names.length ? `${names.join(" · ")}: ${row.asks}` : row.asks;
    return [{ key, words, page: row.page, answers, players: about }];
  }

  fold.settle = settle;
  Object.assign(fold.parts, { ORDER_TIE, mayLose, hasUnitOrder, isGoing, nextUnits, isBoardingTime, isUndecided });
})(typeof globalThis !== "undefined" ? globalThis : window);
