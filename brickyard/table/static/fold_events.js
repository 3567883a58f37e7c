// The fold itself: events to a state, in which undo takes an event out and any list of events is welcome.
(function (root) {
  "use strict";

  const fold = root.brickyardFold;
  const { Battle, Pointless, SETTING_UP, has, own, textOf, whole, nameOf, objectOf, listIn, filled, copied } = fold.parts;
  const MOST_EVENTS = 5000;
  // What is taken back is folded again from the mark before it.
  const BETWEEN_MARKS = 50;

  /** A fold that goes on where it was: of a longer list it folds only what is new. */
  class Folding {
    constructor(game, betweenMarks) {
      this.battle = new Battle(game);
      fold.settle(this.battle);
      this.betweenMarks = betweenMarks;
      this.marks = [];
      this.rows = [];
      this.gone = new Set();
      this.said = new Map();
      this.log = [];
    }

    /** Whether anything has changed. */
    take(events) {
      const rows = listIn(events, MOST_EVENTS).map(objectOf);
      const first = firstPlaces(rows);
      const out = takenOut(rows, first);
      const start = this.firstChange(rows, out.gone);
      if (start < this.log.length) this.goBack(start);
      const isOther = this.log.length < rows.length || start < this.rows.length;
      for (let place = this.log.length; place < rows.length; place += 1) {
        if (place % this.betweenMarks === 0) this.marks.push({ place, state: copied(this.battle.state) });
        this.log.push(this.one(rows[place], place, first, out));
      }
      this.rows = rows;
      this.gone = out.gone;
      return isOther;
    }

    firstChange(rows, gone) {
      let same = 0;
      while (same < rows.length && same < this.rows.length && isSame(rows[same], this.rows[same])) same += 1;
      const turned = [...gone].filter((place) => !this.gone.has(place)).concat([...this.gone].filter((place) => !gone.has(place)));
      return Math.min(same, ...turned);
    }

    goBack(place) {
      this.marks = this.marks.filter((mark) => mark.place <= place);
      const mark = this.marks.pop();
      this.battle.state = copied(mark.state);
      this.log.length = mark.place;
    }

    one(event, place, first, out) {
      const { battle, said } = this;
      const entry = newEntry(event, place);
      const kind = own(event, "do");
      const before = battle.state.round;
      if (first.get(entry.id) !== place) {
        fail(entry, battle, "twice");
      } else if (kind === "undo" || kind === "redo") {
        if (out.worked.has(place)) {
          const words = said.get(out.worked.get(place)) || "";
          entry.words = filled(battle.rules.say[kind], { words });
          entry.effect = true;
        } else {
          fail(entry, battle, "nothing-to-undo");
        }
      } else if (out.gone.has(place)) {
        entry.undone = true;
        entry.words = wordsAlone(battle, event);
        said.set(place, entry.words);
      } else {
        said.set(place, apply(battle, event, entry));
      }
      // What ends a round is its last event, although the next one has begun by it.
      entry.round = ["round-end", "tick"].includes(entry.do) ? before : battle.state.round;
      entry.clock = battle.state.clock;
      for (const player of battle.state.players) entry.scores[player.key] = player.score;
      return entry;
    }
  }

  const isSame = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);

  function foldAll(game, events) {
    const folding = new Folding(game, Infinity);
    folding.take(events);
    return Object.assign(folding.battle.state, { log: folding.log });
  }

  /** The same as `fold` for a list that grows: returns what makes a list's state, the same one while nothing changes. */
  function keep(game) {
    const folding = new Folding(game, BETWEEN_MARKS);
    let state = null;
    return (events) => {
      const isOther = folding.take(events);
      if (isOther || state === null) state = { ...copied(folding.battle.state), log: folding.log.slice() };
      return state;
    };
  }

  function firstPlaces(rows) {
    const found = new Map();
    rows.forEach((row, place) => {
      const id = textOf(row, "id");
      if (id && !found.has(id)) found.set(id, place);
    });
    return found;
  }

  function takenOut(rows, first) {
    const out = { gone: new Set(), worked: new Map() };
    const isBack = (row) => own(row, "do") === "undo" || own(row, "do") === "redo";
    rows.forEach((row, place) => {
      const id = textOf(row, "what");
      const what = first.has(id) ? first.get(id) : place;
      if (!isBack(row) || first.get(textOf(row, "id")) !== place || what >= place) return;
      const isUndo = own(row, "do") === "undo";
      if (isBack(rows[what]) || out.gone.has(what) === isUndo) return;
      out.worked.set(place, what);
      if (isUndo) out.gone.add(what);
      else out.gone.delete(what);
    });
    return out;
  }

  function newEntry(event, place) {
    return {
      id: textOf(event, "id"),
      n: whole(own(event, "n"), 0, 1000000000) || place + 1,
      do: textOf(event, "do"),
      by: nameOf(own(event, "by"), ""),
      words: "", effect: false, why: "", undone: false, round: 0, clock: 0, scores: {},
    };
  }

  function fail(entry, battle, say, values) {
    entry.why = filled(battle.rules.say[say], values || {});
    entry.words = filled(battle.rules.say["no-effect"], { do: entry.do, why: entry.why });
  }

  function apply(battle, event, entry) {
    const before = new Map(battle.state.players.map((player) => [player.key, player.score]));
    const defends = defender(battle);
    const words = handled(battle, event, entry);
    if (entry.effect) {
      fold.settle(battle);
      entry.words = words + changes(battle, before, defends);
    }
    return words;
  }

  function handled(battle, event, entry) {
    const handlers = battle.rules.mech ? fold.mechHandlers : fold.handlers;
    try {
      if (!has(handlers, entry.do)) throw new Pointless("unknown");
      const [say, values] = handlers[entry.do](battle, event);
      entry.words = filled(battle.rules.say[say], values);
      entry.effect = true;
    } catch (error) {
      if (!(error instanceof Pointless)) throw error;
      fail(entry, battle, error.say, error.values);
    }
    return entry.words;
  }

  function changes(battle, before, defends) {
    const { say } = battle.rules;
    let more = "";
    if (SETTING_UP.includes(battle.state.phase)) return more;
    const { mech } = battle.state;
    if (mech !== null) {
      const how = mech.won ? "mech-won" : "mech-lost";
      return battle.state.phase === "over" ? ` ${filled(say[how], { circles: mech.circles })}` : more;
    }
    for (const player of battle.state.players) {
      const old = before.has(player.key) ? before.get(player.key) : player.score;
      if (old !== player.score) {
        more += ` ${filled(say["score-change"], { player: player.name, old, new: player.score })}`;
      }
    }
    const now = defender(battle);
    if (now && now !== defends) {
      more += ` ${filled(say["defends-now"], { player: battle.called(now), word: battle.player(now).word })}`;
    }
    if (battle.state.phase === "over") {
      const players = battle.state.winners.map((key) => battle.called(key)).join(" · ");
      more += ` ${filled(say.won, { players })}`;
    }
    return more;
  }

  function defender(battle) {
    const found = battle.state.players.find((player) => player.isDefender);
    return found ? found.key : "";
  }

  function wordsAlone(battle, event) {
    const kept = battle.state;
    battle.state = copied(kept);
    const words = handled(battle, event, newEntry(event, 0));
    battle.state = kept;
    return words;
  }

  Object.assign(fold, { start: (game) => foldAll(game, []), fold: foldAll, keep });
})(typeof globalThis !== "undefined" ? globalThis : window);
