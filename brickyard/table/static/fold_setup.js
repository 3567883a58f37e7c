// Setting a game up: who plays, what they bring (sealed until shown), ties played through, the checklist.
(function (root) {
  "use strict";

  const fold = root.brickyardFold;
  const {
    Pointless, LONGEST_FORCE, LONGEST_NOTE, own, textOf, keyOf, isPlayerKey, numberOf, nameOf, objectOf, noRolls, readUnit,
    isOptionValue,
  } = fold.parts;
  // Browsers and Python treat these differently; no list needs them.
  const LONE_SURROGATE = /[\ud800-\udfff]/u;
  const MOST_BRACKETS = 500;

  function forgetRolls(battle) {
    battle.state.rolls = noRolls();
    battle.state.last = "";
  }

  function join(battle, event) {
    battle.need("setup");
    const row = objectOf(own(event, "player"));
    const key = keyOf(row, "key");
    if (!isPlayerKey(key) || battle.findPlayer(key) || battle.state.players.length >= battle.rules.players[1]) {
      throw new Pointless("cant-join");
    }
    battle.addPlayer(key, nameOf(own(row, "name"), key));
    forgetRolls(battle);
    return ["join", { player: battle.called(key) }];
  }

  function leave(battle, event) {
    battle.need("setup");
    const player = battle.player(keyOf(event, "player"));
    battle.state.players = battle.state.players.filter((one) => one !== player);
    battle.forget(player.key);
    forgetRolls(battle);
    return ["leave", { player: player.name }];
  }

  function bring(battle, event) {
    battle.need("setup");
    const player = battle.player(keyOf(event, "player"));
    if (player.sealed && !player.ready) throw new Pointless("is-sealed", { player: player.name });
    battle.fieldForce(player.key, own(event, "force"));
    player.sealed = "";
    forgetRolls(battle);
    return ["bring", { player: player.name, force: player.force, units: player.units }];
  }

  function seal(battle, event) {
    battle.need("setup");
    const player = battle.player(keyOf(event, "player"));
    const code = textOf(event, "hash");
    if (!/^[0-9a-f]{64}$/.test(code) || code.length !== 64 || player.ready || player.sealed) {
      throw new Pointless("cant-seal", { player: player.name });
    }
    player.sealed = code;
    return ["seal", { player: player.name }];
  }

  function reveal(battle, event) {
    battle.need("setup");
    const player = battle.player(keyOf(event, "player"));
    const salt = textOf(event, "salt");
    const text = own(event, "text");
    const about = { player: player.name };
    if (!player.sealed || player.ready) throw new Pointless("not-sealed", about);
    const isSound = typeof text === "string" && Array.from(text).length <= LONGEST_FORCE && salt.length === 32;
    if (!isSound || !/^[0-9a-f]{32}$/.test(salt)) throw new Pointless("seal-broken", about);
    if (LONE_SURROGATE.test(text)) throw new Pointless("seal-broken", about);
    if (fold.sha256(`${salt}\n${text}`) !== player.sealed) throw new Pointless("seal-broken", about);
    battle.fieldForce(player.key, parsed(text));
    forgetRolls(battle);
    return ["reveal", { player: player.name, force: player.force, units: player.units }];
  }

  function parsed(text) {
    if (/[0-9]{300}/.test(text) || text.replace(/[^[{]/g, "").length > MOST_BRACKETS) return null;
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  }

  function option(battle, event) {
    battle.need("setup", "deploy");
    const name = textOf(event, "name");
    const row = battle.rules.options.find((one) => one.name === name);
    const value = own(event, "value");
    if (!row || !isOptionValue(value)) throw new Pointless("no-option");
    if ((typeof value === "boolean") !== (row.kind === "flag")) throw new Pointless("no-option");
    if (Array.isArray(value) !== (row.kind === "list")) throw new Pointless("no-option");
    battle.state.options[name] = value;
    return [value === false || (Array.isArray(value) && !value.length) ? "option-off" : "option", { option: row.title }];
  }

  function objectiveOn(battle) {
    battle.need("setup", "deploy");
    if (battle.state.objective !== null || !battle.rules.comparison.objective) throw new Pointless("no-change");
    battle.state.objective = { holder: "" };
    return ["objective-on", {}];
  }

  function rollOff(battle, event) {
    battle.need("setup", "deploy");
    return winRoll(battle, textOf(event, "place"), keyOf(event, "winner"), keyOf(event, "loser"));
  }

  function winRoll(battle, place, winner, loser) {
    const { state } = battle;
    if (place !== "highest" && place !== "lowest") throw new Pointless("no-tie");
    const tied = state.players.filter((one) => one.position === `tied-${place}`).map((one) => one.key);
    if (place === "highest") {
      if (!tied.includes(winner) || state.rolls.winner) throw new Pointless("no-tie");
      state.rolls = { winner, chooser: winner, goOn: false };
      return ["roll-highest", { player: battle.called(winner) }];
    }
    if (!loser) {
      const others = tied.filter((key) => key !== winner);
      loser = tied.includes(winner) && others.length === 1 ? others[0] : "";
    }
    if (!tied.includes(loser) || tied.includes(state.last)) throw new Pointless("no-tie");
    state.last = loser;
    return ["roll-lowest", { player: battle.called(loser) }];
  }

  function tie(battle, event) {
    battle.need("setup", "deploy");
    const player = battle.player(keyOf(event, "player"));
    const { state } = battle;
    const { rolls } = state;
    const choice = textOf(event, "choice");
    const { choices, changed } = battle.rules.comparison;
    if (rolls.chooser !== player.key || !choices.includes(choice)) throw new Pointless("no-tie");
    if (choice === "go-on") {
      state.rolls = { winner: "", chooser: "", goOn: true };
      return ["tie-go-on", { player: player.name }];
    }
    if (choice === "loser-chooses") {
      const other = battle.player(keyOf(event, "other"));
      const isTied = other.position === "tied-highest" && other !== player;
      if (!isTied || rolls.chooser !== rolls.winner) throw new Pointless("no-tie");
      rolls.chooser = other.key;
      return ["tie-loser", { player: player.name, other: other.name }];
    }
    if (choice === "add") return addUnit(battle, event, player);
    const unit = battle.unit(keyOf(event, "unit"));
    if (unit.owner !== player.key || !changed.includes(battle.kind(unit).count)) throw new Pointless("no-unit");
    const systems = unit.known ? unit.systems.length : numberOf(event, "systems", 0, 8) || 0;
    if (battle.kind(unit).counts) player.systems = Math.max(0, player.systems - systems);
    delete state.units[unit.id];
    forgetRolls(battle);
    return ["tie-remove", { player: player.name, unit: unit.name }];
  }

  function addUnit(battle, event, player) {
    const place = numberOf(event, "spare", 0, 8);
    const isSpare = place !== null && place < player.spares.length;
    const unit = isSpare ? player.spares[place] : readUnit(own(event, "unit"), battle.rules);
    const row = battle.rules.kinds[unit.kind];
    if (!battle.rules.comparison.changed.includes(row.count)) throw new Pointless("no-kind");
    const systems = unit.known ? unit.systems.length : numberOf(event, "systems", 0, 8) || 0;
    if (row.counts) player.systems += systems;
    player.spares = player.spares.filter((one) => one !== unit);
    battle.addUnit(player.key, unit);
    forgetRolls(battle);
    return ["tie-add", { player: player.name, unit: unit.name }];
  }

  function checkReady(battle) {
    const { players } = battle.state;
    const [low, high] = battle.rules.players;
    if (players.length < low || players.length > high || !players.every((player) => player.ready)) {
      throw new Pointless("not-ready", { low, high });
    }
  }

  function deploy(battle) {
    battle.need("setup");
    checkReady(battle);
    battle.state.phase = "deploy";
    return ["deploy", {}];
  }

  function check(battle, event) {
    battle.need("setup", "deploy");
    const rows = battle.state.checklist;
    const place = numberOf(event, "item", 0, 99);
    const isDone = own(event, "done");
    if (place === null || place >= rows.length || typeof isDone !== "boolean") throw new Pointless("no-item");
    if (rows[place].done === isDone) throw new Pointless("no-change");
    rows[place].done = isDone;
    return [isDone ? "check" : "check-not", { item: rows[place].words }];
  }

  function start(battle) {
    battle.need("setup", "deploy");
    checkReady(battle);
    const { state } = battle;
    state.phase = "play";
    state.round = 1;
    const scores = Object.fromEntries(state.players.map((player) => [player.key, player.score]));
    state.history = [{ round: 0, clock: state.clock, scores }];
    return [state.mech === null ? "start" : "start-mech", { clock: state.clock }];
  }

  function note(battle, event) {
    const text = nameOf(own(event, "text"), "", LONGEST_NOTE);
    if (!text) throw new Pointless("no-change");
    return ["note", { text }];
  }

  Object.assign(fold.parts, { winRoll });
  Object.assign(fold.handlers, {
    note, join, leave, bring, seal, reveal, option, "objective-on": objectiveOn, "roll-off": rollOff, tie,
    deploy, check, start,
  });
})(typeof globalThis !== "undefined" ? globalThis : window);
