// What a page adds to the game, which is written in Python: it folds on where it was, foretells attacks, and
// makes new events.
"use strict";

var brickyardFold = (() => {
  const { attack_events, battle_offers, battle_state, event_fields, folding, yard_events } = brickyardGame;
  // What is taken back is folded again from the mark before it.
  const BETWEEN_MARKS = 50;
  const THINGS = ["terrain", "debris"];

  const copied = (value) => JSON.parse(JSON.stringify(value));
  const isSame = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);

  /** A fold that goes on where it was: of a longer list it folds only what is new. */
  class Folding {
    constructor(game) {
      this.battle = folding.begin(game);
      this.known = new folding.EventRows([]);
      this.marks = [];
      this.said = [];
      this.log = [];
    }

    /** Whether anything has changed. */
    take(events) {
      const found = new folding.EventRows(Array.isArray(events) ? events : []);
      const start = this.firstChange(found);
      if (start < this.log.length) this.goBack(start);
      const isOther = this.log.length < found.rows.length || start < this.known.rows.length;
      for (let place = this.log.length; place < found.rows.length; place += 1) {
        if (place % BETWEEN_MARKS === 0) this.marks.push({ place, state: copied(this.battle.state) });
        this.log.push(folding.entry_at(this.battle, found, place, this.said));
      }
      this.known = found;
      return isOther;
    }

    firstChange(found) {
      const { rows, gone } = this.known;
      let same = 0;
      while (same < rows.length && same < found.rows.length && isSame(rows[same], found.rows[same]))
        same += 1;
      const turned = [...gone, ...found.gone].filter((place) => !gone.has(place) || !found.gone.has(place));
      return Math.min(same, ...turned);
    }

    goBack(place) {
      this.marks = this.marks.filter((mark) => mark.place <= place);
      const mark = this.marks.pop();
      this.battle.state = copied(mark.state);
      this.battle.looked_up = {};
      this.log.length = mark.place;
      this.said.length = mark.place;
    }
  }

  /** The same as `fold` for a list that grows: the state of a list, the same one while nothing changes. */
  function keep(game) {
    const kept = new Folding(game);
    let state = null;
    return (events) => {
      const isOther = kept.take(events);
      if (isOther || state === null) state = { ...copied(kept.battle.state), log: kept.log.slice() };
      return state;
    };
  }

  /** What an event would do: its entry in the log, and the state after it. Nothing is changed. */
  function foretell(game, state, event) {
    const battle = new battle_state.Battle(game, copied({ ...state, log: [] }));
    const entry = folding.log_entry(event, 0);
    folding.apply_event(battle, event, entry);
    return { entry, state: battle.state };
  }

  // What an attack would roll, and its odds: all looked up.

  /**
   * `value` is the number rolled; without it the odds are those of the best die. Null if it is impossible.
   */
  function preview(game, state, asked) {
    try {
      return foretold(new battle_state.Battle(game, state), asked);
    } catch (error) {
      if (error instanceof event_fields.PointlessError) return null;
      throw error;
    }
  }

  function foretold(
    battle,
    { unit: id, target: aimed, range, cover = "open", spot = false, value, rockets = 0 },
  ) {
    const unit = battle.standing(id);
    const target = THINGS.includes(aimed) ? null : battle.standing(aimed);
    // An ace that reaches further rolls there what it rolls near.
    const near = attack_events.dice_range(battle, unit, range);
    const chart = attack_events.chart_for(battle, near, target, cover);
    const onTerrain = spot === true ? battle.state.terrain_spots[0] || 0 : Number(spot);
    const added = target === null ? onTerrain : spot ? (target.spot || 0) + (target.ace_spot || 0) : 0;
    const defense = target === null ? 0 : target.defense;
    const rocket = battle.rules.rocket_dice.length ? battle.rules.rocket_dice[0][3] : "";
    const pool = unit.pool
      .filter(([, colour, , at]) => colour !== "R" || at === near || (at === rocket && rockets > 0))
      .map(([count, colour, sides, at]) => [at === rocket && at !== "" ? rockets : count, colour, sides, at]);
    const of = (dice, wanted) => dice.filter(([, colour]) => colour === wanted);
    // A unit without a weapon for this range attacks with a white die, where that is allowed.
    const isArmed = of(pool, "R").length || !battle.rules.attacks[near].unarmed;
    const blue = target !== null && defense === null ? of(target.pool, "B") : [];
    const defenses = blue.length ? bestOf(battle, blue) : certain(defense || 0);
    return {
      pool,
      chart,
      faces: attack_events.faces_of(battle, chart, target === null),
      page: battle.rules.charts[chart].page,
      spot: added,
      defense,
      damage_dice: value === undefined || defense === null ? null : Math.max(0, value + added - defense),
      // Its defense isn't known yet: take its best blue die, if it has any.
      isGuessed: blue.length > 0,
      odds: oddsOf(battle, chart, of(pool, isArmed ? "R" : "W"), value, added, defenses),
    };
  }

  const certain = (value) => Array.from({ length: value + 1 }, (_, face) => Number(face === value));

  /** How likely each number is to be the highest of these dice. */
  function bestOf(battle, dice) {
    const of = (sides) => dice.filter((one) => one[2] === sides).reduce((total, [count]) => total + count, 0);
    const found = battle.rules.odds?.best[`${Math.min(of(6), 6)},${Math.min(of(8), 5)}`];
    return found || certain(0);
  }

  function oddsOf(battle, chart, dice, value, added, defenses) {
    if (!battle.rules.odds) return null;
    const rows = battle.rules.odds.damage[chart];
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

  return {
    fold: folding.fold,
    offers: battle_offers.offers,
    yardNow: (game, state) => yard_events.yard_now(new battle_state.Battle(game, state)),
    keep,
    foretell,
    preview,
    fresh: (fields) => ({ id: brickyardSeal.randomHex(8), at: new Date().toISOString(), ...fields }),
  };
})();
