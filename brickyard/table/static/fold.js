// The state of a game that is folded from events: the same as fleets/battles in Python, which is the reference.
// States are plain JSON; numbers, charts, dice and sentences come from game.rules.
(function (root) {
  "use strict";

  const LONGEST_TEXT = 2000;
  const LONGEST_NAME = 80;
  const LONGEST_FORCE = 50000;
  const LONGEST_NOTE = 500;
  const [MOST_UNITS, MOST_STATIONS, MOST_SYSTEMS, MOST_ROCKETS] = [24, 12, 6, 9];
  const MOST_OPTION = 1000000;
  const MOST_LISTED = 12;
  const SETTING_UP = ["setup", "deploy"];
  const TIED = "tied-order:";

  // Fields of events, which come from strangers.

  class Pointless extends Error {
    constructor(say, values) {
      super(say);
      this.say = say;
      this.values = values || {};
    }
  }

  const has = (object, key) => Object.prototype.hasOwnProperty.call(object, key);
  const own = (object, key) => (has(object, key) ? object[key] : undefined);
  const length = (text) => (text.length <= LONGEST_TEXT ? text.length : Array.from(text).length);
  const textOf = (event, key) => {
    const value = own(event, key);
    return typeof value === "string" && length(value) <= LONGEST_TEXT ? value : "";
  };
  const isKey = (value) => /^[A-Za-z][A-Za-z0-9-]{0,39}$/.test(value) && !value.includes("\n");
  // A unit's id is its player's key and a number: so the key leaves room for one and doesn't end with one.
  const isPlayerKey = (value) => isKey(value) && value.length <= 32 && !/\d$/.test(value);
  const keyOf = (event, key) => {
    const value = textOf(event, key);
    return isKey(value) ? value : "";
  };
  const whole = (value, low, high) =>
    typeof value === "number" && value >= low && value <= high && Number.isInteger(value) ? value : null;
  const numberOf = (event, key, low, high) => whole(own(event, key), low, high);
  const numbersOf = (value, low, high, most) => {
    if (!Array.isArray(value) || value.length > most) return null;
    const found = value.map((one) => whole(one, low, high));
    return found.some((one) => one === null) ? null : found;
  };
  const isTrue = (event, key) => own(event, key) === true;
  const nameOf = (value, otherwise, most = LONGEST_NAME) => {
    if (typeof value !== "string") return otherwise;
    // eslint-disable-next-line no-control-regex
    const name = value.replace(/[\u0000-\u001f\u007f]/g, " ").replace(/^ +| +$/g, "");
    return Array.from(name).slice(0, most).join("") || otherwise;
  };
  const objectOf = (value) =>
    value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
  const listIn = (value, most) => (Array.isArray(value) ? value.slice(0, most) : []);
  const filled = (template, values) =>
    template.replace(/\{([a-z]+)\}/g, (_, key) => (has(values, key) ? String(values[key]) : ""));
  const sorted = (codes) => codes.slice().sort((one, two) => (one < two ? -1 : one > two ? 1 : 0));
  const sum = (list, of) => list.reduce((total, one) => total + Number(of(one)), 0);
  const countIn = (list, one) => list.filter((other) => other === one).length;
  const without = (list, one) => {
    const place = list.indexOf(one);
    return place < 0 ? list.slice() : list.slice(0, place).concat(list.slice(place + 1));
  };
  const copied = (value) => JSON.parse(JSON.stringify(value));
  const startsWith = (text, start) => text.slice(0, start.length) === start;

  // The state.

  const loadoutKey = (codes) => sorted(codes.filter((code) => code[0] !== "E")).join(" ");

  class Battle {
    constructor(game) {
      this.game = game;
      this.rules = game.rules;
      this.state = blank(game);
      for (const entry of listIn(game.players, 9)) {
        const row = objectOf(entry);
        const key = own(row, "key");
        if (typeof key !== "string" || !isPlayerKey(key) || this.findPlayer(key)) continue;
        this.addPlayer(key, nameOf(own(row, "name"), key));
        try {
          this.fieldForce(key, own(row, "force"));
        } catch (error) {
          // A player whose force can't be read has shown nothing yet.
          if (!(error instanceof Pointless)) throw error;
        }
      }
    }

    findPlayer(key) {
      return this.state.players.find((one) => one.key === key) || null;
    }

    player(key) {
      const found = this.findPlayer(key);
      if (!found) throw new Pointless("no-player");
      return found;
    }

    unit(key) {
      const found = own(this.state.units, key);
      if (!found) throw new Pointless("no-unit");
      return found;
    }

    standing(key) {
      const unit = this.unit(key);
      if (unit.lost) throw new Pointless("is-lost", { unit: unit.name });
      return unit;
    }

    called(key) {
      const found = this.findPlayer(key);
      return found ? found.name : "";
    }

    units() {
      return Object.values(this.state.units);
    }

    kind(unit) {
      return this.rules.kinds[unit.kind];
    }

    need(...phases) {
      if (!phases.includes(this.state.phase)) throw new Pointless("not-now");
    }

    canGo(unit) {
      return !(unit.lost || unit.activated || (this.kind(unit).needsFuel && !unit.fuel));
    }

    turnOf(unit) {
      return this.state.openTurns.find((one) => one.unit === unit.id) || null;
    }

    addPlayer(key, name) {
      this.state.players.push({
        key, name, force: "", sealed: "", ready: false, perAsset: 0, assets: 0, counts: {}, systems: 0,
        score: 0, startScore: 0, startAssets: 0, lost: 0, position: "", word: "", isDefender: false,
        steps: [], spares: [], units: 0, stations: 0,
      });
    }

    fieldForce(key, force) {
      const read = readForce(force, this.rules);
      const player = this.player(key);
      this.forget(key);
      player.force = read.name;
      player.ready = true;
      player.units = 0;
      player.stations = 0;
      player.systems = read.systems;
      player.spares = read.spares;
      for (const unit of read.units) this.addUnit(key, unit);
      for (const name of read.stations) {
        player.stations += 1;
        this.state.stations.push({
          id: `${key}s${player.stations}`, name, first: key, holder: key, contestedBy: [],
        });
      }
      if (this.state.mech !== null) this.state.mech = fold.newMech(this.rules.mech, objectOf(force));
    }

    forget(key) {
      for (const unit of this.units()) if (unit.first === key) delete this.state.units[unit.id];
      this.state.stations = this.state.stations.filter((one) => one.first !== key);
    }

    addUnit(key, unit) {
      const player = this.player(key);
      player.units += 1;
      const id = `${key}${player.units}`;
      this.state.units[id] = {
        id, owner: key, first: key, name: unit.name, kind: unit.kind, known: unit.known,
        systems: unit.systems, left: unit.systems.slice(), struck: [],
        white: this.rules.kinds[unit.kind].white, rockets: unit.rockets, ace: unit.ace,
        defense: null, spot: null, aceSpot: null, activated: false, lost: "", owed: 0, stepped: false,
        mayLose: [], dice: "", pool: [], fuel: null, heldBy: "",
      };
    }

    diceOf(unit) {
      const row = own(own(this.rules.loadouts, unit.kind) || {}, loadoutKey(unit.left));
      if (!row || !unit.known) {
        const isAgreed = unit.kind === "hva" && own(this.state.answers, "hva-dice") === "white";
        unit.dice = isAgreed ? "2W" : "";
        unit.pool = isAgreed ? [[2, "W", 6, ""]] : [];
        return;
      }
      const rocket = this.rules.rocketDice;
      const ace = own(this.rules.aceDice, unit.ace);
      const parts = unit.white ? [`${unit.white}W`] : [];
      let pool = unit.white ? [[unit.white, "W", 6, ""]] : [];
      if (row[0]) parts.push(row[0]);
      pool = pool.concat(row[1]);
      parts.push(...unit.left.filter((code) => code[0] === "E"));
      if (unit.rockets && rocket.length) {
        parts.push(`${unit.rockets}Rd8`);
        pool.push([unit.rockets].concat(rocket[0].slice(1)));
      }
      if (ace) {
        parts.push(ace[0]);
        pool = pool.concat(ace[1]);
      }
      unit.dice = parts.join(" ");
      unit.pool = pool;
    }
  }

  function blank(game) {
    const rules = game.rules;
    const start = rules.clock ? rules.clock.start : 0;
    return {
      phase: "setup", round: 0, clock: start, clockStart: start, roundsLeast: 0, roundsMost: 0,
      players: [], order: [], point: "", up: "", upUnits: [], passed: [], mayPass: false, mustGo: false,
      combat: false, openTurns: [], going: "", attack: null, units: {}, stations: [], terrainSpots: [],
      objective: game.objective === true ? { holder: "" } : null,
      asked: [], questions: [], answers: {}, rolls: noRolls(), last: "", options: agreed(game),
      turnOrder: [], history: [], winners: [],
      checklist: rules.placing.map((words, item) => ({ item, words, done: false })),
      boarding: null, mech: rules.mech ? fold.newMech(rules.mech, {}) : null, log: [],
    };
  }

  const noRolls = () => ({ winner: "", chooser: "", goOn: false });

  function agreed(game) {
    const found = {};
    for (const [name, value] of Object.entries(objectOf(game.options))) {
      if (game.rules.options.some((option) => option.name === name) && isOptionValue(value)) found[name] = value;
    }
    return found;
  }

  function isOptionValue(value) {
    if (Array.isArray(value)) {
      return value.length <= MOST_LISTED && value.every((one) => typeof one === "string" && isOptionValue(one));
    }
    if (typeof value === "string") return Array.from(value).length <= LONGEST_NAME;
    return typeof value === "boolean" || (typeof value === "number" && Math.abs(value) <= MOST_OPTION);
  }

  function readForce(force, rules) {
    const given = objectOf(force);
    if (!Object.keys(given).length) throw new Pointless("no-force");
    const counts = objectOf(own(given, "counts"));
    if (rules.mech) {
      return { name: nameOf(own(given, "name"), "'Mech"), units: [], stations: [], systems: 0, spares: [] };
    }
    const units = listIn(own(given, "units"), MOST_UNITS).map((one) => readUnit(one, rules));
    let stations = listIn(own(given, "stations"), MOST_STATIONS).map((one, place) =>
      nameOf(own(objectOf(one), "name"), `Station ${place + 1}`),
    );
    let systems = sum(units.filter((unit) => rules.kinds[unit.kind].counts), (unit) => unit.systems.length);
    if (!units.length) {
      for (const [kind, row] of Object.entries(rules.kinds)) {
        if (units.some((one) => one.kind !== kind && rules.kinds[one.kind].count === row.count)) continue;
        const number = whole(own(counts, row.count), 0, MOST_UNITS) || 0;
        for (let place = 1; place <= number; place += 1) units.push(unknown(kind, place, rules));
      }
      systems = whole(own(counts, "systems"), 0, 400) || 0;
    }
    if (!stations.length) {
      const number = whole(own(counts, "stations"), 0, MOST_STATIONS) || 0;
      stations = Array.from({ length: number }, (_, place) => `Station ${place + 1}`);
    }
    if (!units.length) throw new Pointless("no-force");
    const spares = listIn(own(given, "spares"), 9).map((one) => readUnit(one, rules));
    return { name: nameOf(own(given, "name"), "?"), units, stations, systems, spares };
  }

  function unknown(kind, number, rules) {
    const row = rules.kinds[kind];
    const word = row.called ? row.called : kind === "hva" ? "HVA" : kind[0].toUpperCase() + kind.slice(1);
    return {
      name: `${word} ${number}`, kind, known: row.fixed.length > 0 || !row.carries.length,
      systems: row.fixed.slice(), rockets: 0, ace: "",
    };
  }

  function readUnit(value, rules) {
    const given = objectOf(value);
    const kind = own(given, "kind");
    if (typeof kind !== "string" || !has(rules.kinds, kind)) throw new Pointless("no-kind");
    const row = rules.kinds[kind];
    const codes = own(given, "systems");
    const read = listIn(codes, MOST_SYSTEMS).map((one) => readCode(one, row.carries));
    const ace = own(given, "ace");
    return {
      name: nameOf(own(given, "name"), kind),
      kind,
      known: Array.isArray(codes) || row.fixed.length > 0 || !row.carries.length,
      systems: sorted(read.length ? read : row.fixed),
      rockets: whole(own(given, "rockets"), 0, MOST_ROCKETS) || 0,
      ace: typeof ace === "string" && has(rules.aceDice, ace) && row.mayHaveAce ? ace : "",
    };
  }

  function readCode(value, carries) {
    if (typeof value !== "string") throw new Pointless("no-system");
    if (/^E:[a-z0-9-]{1,40}$/.test(value) && !value.includes("\n") && carries.includes("E")) return value;
    const cut = value.indexOf("/");
    const first = cut < 0 ? value : value.slice(0, cut);
    const second = cut < 0 ? "" : value.slice(cut + 1);
    const isSplit = cut >= 0 && first < second && first.length === 2 && second.length === 2;
    if (carries.includes(value) || (isSplit && carries.includes(first) && carries.includes(second))) return value;
    throw new Pointless("no-system");
  }

  const fold = {
    handlers: {},
    mechHandlers: {},
    // For the other files of the fold.
    parts: {
      Pointless, SETTING_UP, TIED, LONGEST_FORCE, LONGEST_NOTE, has, own, textOf, keyOf, isKey, isPlayerKey, whole, numberOf,
      numbersOf, isTrue, nameOf, objectOf, listIn, filled, sorted, sum, countIn, without, copied, startsWith,
      noRolls, readUnit, isOptionValue, Battle,
    },
    settle: null,
    newMech: () => ({}),
    /** A state to ask questions about; nothing in it is changed. */
    battleAt: (game, state) => {
      const battle = Object.create(Battle.prototype);
      return Object.assign(battle, { game, rules: game.rules, state });
    },
    sha256: (text) => root.brickyardSeal.sha256(text),
    fresh: (fields) => ({
      id: root.brickyardSeal.randomHex(8), at: new Date().toISOString(), ...fields,
    }),
  };

  root.brickyardFold = fold;
})(typeof globalThis !== "undefined" ? globalThis : window);
