// Where a 'mech and its enemies go: an action that is done, a free move, a stance, an enemy's own move.
(function (root) {
  "use strict";

  const fold = root.brickyardFold;
  const { Pointless, own, textOf, numberOf, isTrue, LEGS, filledIn, living, spoken, mechIn, enemyOf, actionWords, isSomebodyActing } =
    fold.parts;
  const GUARDS = "wall";
  // Where logs of older pages have it: the key of who entered the event.
  const OLD_WAY = "by";

  // Sectors around the 'mech, clockwise, and bands from near to far.
  const turned = (board, sector, by) => ((sector - 1 + by + board.entries) % board.entries) + 1;
  const waysFrom = (board, sector) => [turned(board, sector, 1), turned(board, sector, -1)];

  function toTheRear(board, sector) {
    if (board.rear.includes(sector)) return sector;
    const ways = waysFrom(board, sector);
    return ways.find((one) => !board.front.includes(one)) || ways[0];
  }

  function toTheFront(board, sector) {
    const ways = waysFrom(board, sector);
    return ways.find((one) => board.front.includes(one)) || ways[0];
  }

  function walk(rules, enemy, by) {
    const { board, bands } = rules;
    const at = bands.indexOf(enemy.band);
    const within = (band) => bands[Math.min(bands.length - 1, Math.max(0, band))];
    if (board.front.includes(enemy.sector)) enemy.band = within(at - by);
    else if (board.rear.includes(enemy.sector)) enemy.band = within(at + by);
    else enemy.sector = by > 0 ? toTheRear(board, enemy.sector) : toTheFront(board, enemy.sector);
  }

  /** It has attacked, or was out of range: now it moves, and chooses again. */
  function moveAfterActing(battle, enemy, isInRange) {
    const rules = battle.rules.mech;
    Object.assign(enemy, { attack: null, time: null });
    if (!rules.enemies[enemy.letter].moves) return;
    if (!isInRange) enemy.band = rules.bands[Math.max(0, rules.bands.indexOf(enemy.band) - 1)];
    else if (enemy.sector !== null) enemy.sector = toTheRear(rules.board, enemy.sector);
  }

  /** What isn't told, such as which way it turned, changes nothing here. */
  function move(battle, row, event) {
    const { mech } = battle.state;
    const rules = battle.rules.mech;
    const way = numberOf(event, own(event, "way") === undefined ? OLD_WAY : "way", -1, 1);
    const changes = row.changesStance && isTrue(event, "stance");
    if (row.squats || changes) mech.squat = row.squats || !mech.squat;
    if (changes) return;
    for (const enemy of living(mech).filter((one) => one.sector !== null)) {
      if (row.walks) walk(rules, enemy, row.walks);
      else if (row.turns && way) enemy.sector = turned(rules.board, enemy.sector, way);
    }
  }

  function acted(battle, event) {
    const mech = mechIn(battle);
    const { action } = mech;
    if (action === null || action.time || isSomebodyActing(mech)) throw new Pointless("not-now");
    if (action.mount) {
      const guard = action.keyword === GUARDS && !action.power ? action.mount : "";
      Object.assign(mech, { last: action.mount, lastTarget: "", mayMove: !mech.squat, guard });
    } else {
      move(battle, battle.rules.mech.board.moves[action.place], event);
    }
    mech.action = null;
    return ["acted", { action: actionWords(battle, action) }];
  }

  function free(battle, event) {
    const mech = mechIn(battle);
    const { moves } = battle.rules.mech.board;
    const name = textOf(event, "move");
    const place = moves.findIndex((row) => row.name === name && row.free);
    if (place < 0 || !mech.mayMove || mech.pending !== null) throw new Pointless("not-now");
    if (place < filledIn(mech, LEGS)) throw new Pointless("is-disabled");
    move(battle, moves[place], event);
    mech.mayMove = false;
    return ["free", { action: actionWords(battle, { mount: "", name }) }];
  }

  function go(battle, event) {
    const mech = mechIn(battle);
    const rules = battle.rules.mech;
    const enemy = enemyOf(mech, event);
    const sector = numberOf(event, "sector", 1, rules.board.entries);
    const band = textOf(event, "band");
    if (sector === null || !rules.bands.includes(band)) throw new Pointless("no-number");
    Object.assign(enemy, { sector, band });
    return ["go", { enemy: enemy.name, sector, band: spoken(battle, "band", band) }];
  }

  function stance(battle, event) {
    const mech = mechIn(battle, "play", "repairs");
    const squat = own(event, "squat");
    if (typeof squat !== "boolean" || squat === mech.squat) throw new Pointless("no-change");
    mech.squat = squat;
    return [squat ? "squat" : "stand", {}];
  }

  Object.assign(fold.parts, { moveAfterActing });
  Object.assign(fold.mechHandlers, { acted, free, go, stance });
})(typeof globalThis !== "undefined" ? globalThis : window);
