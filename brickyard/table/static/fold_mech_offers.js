// What the player of a 'mech may do now.
(function (root) {
  "use strict";

  const fold = root.brickyardFold;
  const {
    SETTING_UP, own, filled, LEGS, filledIn, living, spoken, actionWords, timeOf, isDisabled, needsSquat, isChosen,
  } = fold.parts;

  function offer(battle, does, name, fields = {}) {
    const { must = false, ask = [], choices = {}, ...known } = fields;
    const words = filled(own(battle.rules.say, `offer-${does}`) || does, { name });
    return { do: does, player: "", words, must, ask, choices, ...known };
  }

  fold.mechOffers = (battle) => {
    const { state } = battle;
    const found = [];
    const add = (does, name, fields) => found.push(offer(battle, does, name, fields));
    if (SETTING_UP.includes(state.phase)) {
      for (const player of state.players) {
        if (!player.ready) add("bring", "", { must: true, player: player.key, ask: ["force"] });
      }
      if (state.players.length && state.players.every((player) => player.ready)) add("start", "");
    } else if (state.phase === "repairs") {
      between(battle, state.mech, add);
    } else if (state.phase === "play") {
      fight(battle, state.mech, add);
    }
    return found;
  };

  function between(battle, mech, add) {
    if (mech.repairs === null) add("repairs", "", { ask: ["rolled"] });
    for (const [part, row] of Object.entries(mech.parts)) {
      if (mech.repairs && row.damage.some(Boolean)) add("repair", spoken(battle, "part", part), { part });
    }
    add("wave", "", { ask: ["rolled", "entries"] });
  }

  function fight(battle, mech, add) {
    const enemies = living(mech);
    const { action } = mech;
    if (mech.pending !== null) {
      add("spill", "", { must: true, ask: ["rolled", "circle"] });
      return;
    }
    if (!enemies.length) {
      add("wave", "", { must: true, ask: ["rolled", "entries"] });
      return;
    }
    const due = enemies.filter((enemy) => enemy.time === 0 && enemy.attack !== null);
    for (const enemy of due) {
      add("foe", enemy.name, { must: true, enemy: enemy.id, ask: ["place", "rolled", "circle"] });
      add("foe", enemy.name, { enemy: enemy.id, missed: true });
    }
    for (const enemy of enemies) {
      if (enemy.attack === null) add("choose", enemy.name, { must: true, enemy: enemy.id, ask: ["rolled"] });
    }
    freeMoves(battle, mech, add);
    actions(battle, mech, add);
    if (action !== null && !due.length) {
      if (action.power && action.time < action.whole) {
        const choices = { target: enemies.map((enemy) => enemy.id) };
        add("shoot", actionWords(battle, action), { must: action.time === 0, ask: ["target", "rolled"], choices });
      }
      if (action.time === 0) add("acted", actionWords(battle, action));
      if (action.time && enemies.every((enemy) => enemy.attack !== null)) add("advance", "", { must: true });
    }
  }

  function actions(battle, mech, add) {
    const rules = battle.rules.mech;
    const must = mech.action === null;
    rules.board.moves.forEach((row, place) => {
      if (place < filledIn(mech, LEGS) || isChosen(mech, "", place) || (row.standing && mech.squat)) return;
      const time = timeOf(mech, rules, row.time);
      add("choose", `${actionWords(battle, { mount: "", name: row.name })} (T${time})`, { must, action: row.name });
    });
    for (const mount of Object.keys(rules.mounts)) {
      const weapon = own(rules.weapons, mech.parts[mount].weapon);
      if (!weapon || (weapon.rests && mech.last === mount) || needsSquat(rules, mech, weapon)) continue;
      weapon.actions.forEach((action, place) => {
        if (isChosen(mech, mount, place) || isDisabled(mech, mount, place, weapon.actions.length)) return;
        const name = `${actionWords(battle, { mount, place })} (P${action.power} T${timeOf(mech, rules, action.time)})`;
        add("choose", name, { must, action: `${mount}/${place}` });
      });
    }
  }

  function freeMoves(battle, mech, add) {
    battle.rules.mech.board.moves.forEach((row, place) => {
      if (!mech.mayMove || !row.free || place < filledIn(mech, LEGS)) return;
      const asked = row.turns ? { ask: ["way"], choices: { way: [1, -1] } } : {};
      add("free", actionWords(battle, { mount: "", name: row.name }), { move: row.name, ...asked });
    });
  }
})(typeof globalThis !== "undefined" ? globalThis : window);
