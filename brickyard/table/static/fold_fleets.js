// What only fleets do: launching and fuel, captures, boarding, drifting companies, collisions.
(function (root) {
  "use strict";

  const fold = root.brickyardFold;
  const {
    Pointless, own, keyOf, whole, numberOf, numbersOf, objectOf, listIn, sum, countIn, owe, lose, mendOne,
    MOST_DICE, isBoardingTime,
  } = fold.parts;

  const DEBRIS = "debris";

  function launch(battle, event) {
    battle.need("play");
    const unit = battle.unit(keyOf(event, "unit"));
    const { fuel } = battle.rules;
    if (!fuel || !battle.kind(unit).needsFuel || !["", "adrift"].includes(unit.lost)) {
      throw new Pointless("no-launch", { unit: unit.name });
    }
    const value = numberOf(event, "fuel", 1, fuel.most);
    if (value === null) throw new Pointless("no-number");
    const values = { unit: unit.name, fuel: value, player: battle.called(unit.first) };
    const wasAdrift = unit.lost === "adrift";
    const isFirst = unit.fuel === null;
    Object.assign(unit, { fuel: value, lost: "", heldBy: "" });
    if (wasAdrift) {
      unit.owner = unit.first;
      return ["refuel-drifter", values];
    }
    return [isFirst ? "launch" : "refuel", values];
  }

  function fuel(battle, event) {
    battle.need("play", "clock");
    const unit = battle.standing(keyOf(event, "unit"));
    const rules = battle.rules.fuel;
    if (!rules || unit.fuel === null) throw new Pointless("no-launch", { unit: unit.name });
    const value = numberOf(event, "value", 0, rules.most);
    if (value === null || value === unit.fuel) throw new Pointless("no-number");
    unit.fuel = value;
    if (value === 0) {
      lose(battle, unit, "adrift");
      return ["adrift", { unit: unit.name, player: battle.called(unit.owner) }];
    }
    return ["fuel", { unit: unit.name, fuel: value }];
  }

  function capture(battle, event) {
    battle.need("play", "clock");
    const unit = battle.standing(keyOf(event, "unit"));
    const to = battle.player(keyOf(event, "to"));
    const { count } = battle.kind(unit);
    if (!battle.rules.comparison.captured.includes(count)) throw new Pointless("cant-capture", { unit: unit.name });
    if (unit.owner === to.key) throw new Pointless("no-change");
    if (count === "ships" && !isBoardingTime(battle)) throw new Pointless("not-yet");
    const before = battle.called(unit.owner);
    unit.owner = to.key;
    return ["capture", { unit: unit.name, player: to.name, before }];
  }

  function abandon(battle, event) {
    battle.need("play", "clock");
    const unit = battle.standing(keyOf(event, "unit"));
    if (unit.owner === unit.first || battle.kind(unit).count !== "ships") throw new Pointless("no-change");
    const before = battle.called(unit.owner);
    unit.owner = unit.first;
    return ["abandon", { unit: unit.name, player: battle.called(unit.first), before }];
  }

  function board(battle, event) {
    battle.need("play", "clock");
    const rules = battle.rules.boarding;
    const unit = battle.standing(keyOf(event, "unit"));
    if (!rules || !["ships", "hvas"].includes(battle.kind(unit).count)) {
      throw new Pointless("cant-capture", { unit: unit.name });
    }
    if (!isBoardingTime(battle)) throw new Pointless("not-yet");
    const rolls = readRolls(battle, event);
    const keys = Array.from(rolls.keys());
    if (!keys.length) throw new Pointless("no-number");
    const helped = objectOf(own(event, "aid"));
    const sides = new Map(keys.map((key) => [key, rolls.has(own(helped, key)) ? own(helped, key) : key]));
    const yellow = Object.fromEntries(keys.map((key) => [key, 0]));
    const damage = Object.fromEntries(keys.map((key) => [key, 0]));
    for (const key of keys) {
      const dice = rolls.get(key);
      yellow[sides.get(key)] += sum(dice.yellow, (face) => face >= rules.takes);
      damage[key] = sum(dice.yellow.concat(dice.red), (face) => own(rules.damage, String(face)) || 0);
    }
    const best = Math.max(...Object.values(yellow));
    const winners = keys.filter((key) => yellow[key] === best && best > 0);
    const { owner } = unit;
    const taker = winners.length === 1 ? winners[0] : owner;
    // Those who help each other are not enemies.
    const areFriends = (one, other) => [other, sides.get(other)].includes(sides.get(one)) || sides.get(other) === one;
    const enemies = Object.fromEntries(keys.map((key) => [key, keys.filter((other) => other !== key && !areFriends(key, other))]));
    const taken = Object.fromEntries(keys.map((key) => [key, 0]));
    battle.state.boarding = { unit: unit.id, yellow, damage, enemies, owed: {}, taken, taker };
    const list = (numbers) => keys.map((key) => `${battle.called(key)} ${numbers[key]}`).join(", ");
    unit.owner = taker;
    return [
      taker !== owner ? "board" : "board-held",
      { unit: unit.name, player: battle.called(taker), dice: list(yellow), damage: list(damage) },
    ];
  }

  function readRolls(battle, event) {
    const given = objectOf(own(event, "rolls"));
    const found = new Map();
    for (const player of battle.state.players) {
      const dice = objectOf(own(given, player.key));
      const yellow = numbersOf(listIn(own(dice, "yellow"), MOST_DICE), 1, 6, MOST_DICE);
      const red = numbersOf(listIn(own(dice, "red"), MOST_DICE), 1, 8, MOST_DICE);
      const ace = whole(own(dice, "d8"), 1, 8);
      if (yellow !== null && red !== null && (yellow.length || red.length || ace)) {
        found.set(player.key, { yellow: ace ? yellow.concat([ace]) : yellow, red });
      }
    }
    return found;
  }

  function hold(battle, event) {
    battle.need("play", "clock");
    const unit = battle.unit(keyOf(event, "unit"));
    const by = battle.player(keyOf(event, "to"));
    if (unit.lost !== "adrift" || unit.heldBy === by.key) throw new Pointless("not-adrift", { unit: unit.name });
    unit.heldBy = by.key;
    return [by.key === unit.first ? "rescue" : "hold", { unit: unit.name, player: by.name }];
  }

  function collide(battle, event) {
    battle.need("play");
    const rules = battle.rules.collision;
    const unit = battle.standing(keyOf(event, "unit"));
    const aimed = keyOf(event, "target");
    const target = aimed === DEBRIS ? null : battle.standing(aimed);
    const rolled = numbersOf(own(event, "rolled"), 1, 6, MOST_DICE);
    if (!rules || rolled === null || unit === target) throw new Pointless("no-number");
    const mine = sum(rolled, (face) => rules.rammer.includes(face));
    const other = sum(rolled, (face) => rules.target.includes(face));
    // A high value asset takes no damage; it has nothing to lose.
    if (target === null) {
      owe(unit, battle.kind(unit).white ? mine : 0);
      return ["collide-debris", { unit: unit.name, own: mine }];
    }
    owe(unit, battle.kind(unit).white ? mine : 0);
    owe(target, battle.kind(target).white ? other : 0);
    return ["collide", { unit: unit.name, target: target.name, own: mine, other }];
  }

  function mend(battle, event) {
    battle.need("play");
    const unit = battle.standing(keyOf(event, "unit"));
    const value = numberOf(event, "value", 1, 8);
    if (!battle.rules.repairs || !battle.kind(unit).needsFuel) throw new Pointless("no-repairs");
    if (value === null) throw new Pointless("no-number");
    const isSystem = (code) => code !== "W" && code !== "ace";
    const codes = listIn(own(event, "systems"), 8).filter((one) => typeof one === "string" && isSystem(one));
    const struck = unit.struck.filter(isSystem);
    let wanted = [];
    for (const code of codes.length ? codes : struck) {
      if (countIn(struck, code) > countIn(wanted, code)) wanted.push(code);
    }
    // Its white dice count among what the die shows.
    wanted = wanted.slice(0, Math.max(0, value - unit.white - unit.left.length));
    if (!wanted.length) throw new Pointless("no-change");
    for (const code of wanted) mendOne(battle, unit, code);
    return ["mend", { unit: unit.name, number: wanted.length, dice: unit.dice }];
  }

  Object.assign(fold.handlers, { launch, fuel, capture, abandon, board, hold, collide, mend });
})(typeof globalThis !== "undefined" ? globalThis : window);
