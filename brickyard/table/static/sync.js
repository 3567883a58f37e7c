// The log of a game: kept on this device, and sent to the host if there is one. Nothing here knows the rules.
"use strict";

var brickyardSync = (() => {
  const MOST_IN_A_POST = 100;
  const MOST_BYTES_IN_A_POST = 48000;
  const LONGEST_WAIT = 15000;
  const LONGEST_ID = 64;
  // The host says something every ten seconds; after a phone has slept its connection may be dead.
  const SILENCE = 25000;
  const VERSION = 1;

  /** In the page's language; a page without views has English. */
  const say = (key) => (globalThis.brickyardPage ? brickyardPage.t(key) : brickyardTexts.en[key]);

  /** What the host says, in the page's language where it has a sentence for it. */
  const hostSays = (told) => {
    const page = globalThis.brickyardPage;
    const ours = page && brickyardTexts[page.language()].host;
    return (ours && ours[told.say]) || told.words || "";
  };

  /** Replaying makes the tables of the rules again from the edition. */
  const withoutRules = ({ rules: _rules, ...told }) => told;

  const newId = () => brickyardSeal.randomHex(8);

  /**
   * What the list of old games shows, and what a log needs besides its events. A host that is restarted has
   * its old address.
   */
  function toldOf(game) {
    const host = globalThis.brickyardTable?.host;
    return {
      title: String(game.title || ""),
      address: location.href.replace(/[?#].*$/, ""),
      hosted: Boolean(host),
      log: (host && host.log) || "",
      game: withoutRules(game),
    };
  }

  const withoutNumber = (event) => {
    const copy = { ...event };
    delete copy.n;
    return copy;
  };

  /** Each event once, in the order in which it is first named. */
  function joined(...lists) {
    const known = new Map();
    for (const event of lists.flat())
      if (event && event.id && !known.has(event.id)) known.set(event.id, event);
    return [...known.values()];
  }

  function checkedLog(game, log) {
    const events = log && log.events;
    if (!log || log.brickyard !== "log" || log.version !== VERSION || !Array.isArray(events))
      throw new Error(say("sync.no-log"));
    if (!log.game || log.game.id !== game.id) throw new Error(say("sync.other-log"));
    const isEvent = (event) => event && typeof event.id === "string" && typeof event.do === "string";
    if (!events.every(isEvent)) throw new Error(say("sync.no-event"));
    return events.map(withoutNumber);
  }

  /** A log to save. */
  function logOf(game, events) {
    return { brickyard: "log", version: VERSION, game: withoutRules(game), events };
  }

  /** One device, one log: kept here and nowhere else. */
  function alone(game, changed) {
    const shelf = brickyardShelf.shelfOf(game, () => toldOf(game));
    let events = shelf.read("log");
    const sync = {
      get events() {
        return events;
      },
      get status() {
        const isPlainWeb = !isSecureContext && location.protocol === "http:";
        const again = isPlainWeb ? ` ${say("sync.not-again")}` : "";
        const words = `${say("sync.alone")}${again}`;
        const status = { mode: "alone", online: true, waiting: 0, people: 1, words };
        return {
          ...status,
          secure: Boolean(isSecureContext),
          problem: shelf.problem && say(shelf.problem),
        };
      },
      add(event) {
        // Another window of this page may have gone on.
        events = joined(shelf.read("log"), events, [event]);
        shelf.write("log", events);
        changed();
        return event;
      },
      /** Begins again; the old log stays beside it until the next time. */
      clear() {
        shelf.write("before", events);
        events = [];
        shelf.write("log", events);
        changed();
      },
      load(log) {
        const found = checkedLog(game, log);
        shelf.write("before", events);
        events = joined(found);
        shelf.write("log", events);
        changed();
      },
      close() {},
    };
    addEventListener("storage", (told) => {
      if (told.key !== shelf.key) return;
      events = shelf.read("log");
      changed();
    });
    return { sync, shelf };
  }

  /**
   * Several devices, one host: it numbers the events; each device keeps a copy, and what it couldn't send
   * yet.
   */
  function together(game, changed, isWatching) {
    const shelf = brickyardShelf.shelfOf(game, () => toldOf(game));
    let numbered = shelf.read("log").filter((event) => Number.isInteger(event.n));
    let waiting = shelf.read("waiting");
    let stream = null;
    let isOnline = false;
    // A host that was away may have lost events of ours: newer ones wait until it has said what it has.
    let isGreeted = false;
    let isPosting = false;
    let isOver = false;
    let people = 0;
    let problem = "";
    let wait = 500;
    let heard = 0;
    let timer = 0;
    let saving = 0;
    // Ids of events that the host took or refused.
    const settled = new Set();
    // Taken by the host, and not yet heard from it.
    let pending = [];

    const last = () => (numbered.length ? numbered[numbered.length - 1].n : 0);
    const knows = (id) => numbered.some((event) => event.id === id);

    function keepWaiting() {
      // Another window on this device may have events to send, too.
      const isOpen = (event) => !settled.has(event.id) && !knows(event.id);
      waiting = joined(waiting, shelf.read("waiting")).filter(isOpen);
      shelf.write("waiting", waiting);
    }

    function keepAll() {
      shelf.write("log", numbered);
      keepWaiting();
    }

    function keepSoon() {
      if (saving) return;
      saving = setTimeout(() => {
        saving = 0;
        keepAll();
      }, 50);
    }

    function take(event) {
      if (event.n <= last()) return;
      if (event.n > last() + 1) {
        listen();
        return;
      }
      numbered.push(event);
      pending = pending.filter((one) => one.id !== event.id);
      waiting = waiting.filter((one) => one.id !== event.id);
      keepSoon();
    }

    function stop(words) {
      problem = words;
      isOver = true;
      isOnline = false;
      if (stream) stream.close();
      changed();
    }

    function later(what) {
      clearTimeout(timer);
      timer = setTimeout(what, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }

    function hello(told) {
      if (told.game !== game.id) {
        stop(say("sync.other-game"));
        return;
      }
      if (told.again || told.last < last()) {
        // The host's log is older than ours, or another one: we send all that we have.
        const mine = numbered.filter((event) => told.again || event.n > told.last).map(withoutNumber);
        mine.forEach((event) => settled.delete(event.id));
        waiting = isWatching ? [] : joined(mine, waiting);
        numbered = told.again ? [] : numbered.filter((event) => event.n <= told.last);
        keepSoon();
      }
      people = told.people;
      isOnline = isGreeted = true;
      wait = 500;
      problem = "";
      changed();
      handOver();
    }

    function listen() {
      if (isOver) return;
      if (stream) stream.close();
      isGreeted = false;
      const held = numbered.length ? numbered[numbered.length - 1].id : "";
      stream = new EventSource(`events?after=${last()}&held=${encodeURIComponent(held)}`);
      heard = Date.now();
      const on = (kind, what) =>
        stream.addEventListener(kind, (message) => {
          heard = Date.now();
          what(JSON.parse(message.data));
        });
      on("hello", hello);
      on("people", (told) => {
        people = told.people;
        changed();
      });
      on("message", (told) => {
        (Array.isArray(told) ? told : [told]).forEach(take);
        changed();
      });
      stream.onerror = () => {
        isOnline = isGreeted = false;
        // A new request instead of the browser's own retry, so that the host hears what we hold now.
        stream.close();
        later(listen);
        changed();
      };
    }

    function portion() {
      const chosen = [];
      let size = 0;
      for (const event of waiting) {
        size += JSON.stringify(event).length * 3;
        if (chosen.length && (chosen.length >= MOST_IN_A_POST || size > MOST_BYTES_IN_A_POST)) break;
        chosen.push(event);
      }
      return chosen;
    }

    /** `refusal` is what the host said about an earlier batch: it stays visible. */
    async function handOver(refusal) {
      if (!isGreeted || isPosting || isOver || isWatching || !waiting.length) return;
      isPosting = true;
      let isTaken = false;
      const chosen = portion();
      try {
        const answer = await fetch("events", {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ game: game.id, events: chosen }),
        });
        isTaken = await answered(answer, chosen, refusal || "");
      } catch {
        isOnline = isGreeted = false;
        later(listen);
      }
      isPosting = false;
      changed();
      if (isTaken && waiting.length) handOver(problem);
    }

    /** Whether the next batch can follow at once. */
    async function answered(answer, chosen, refusal) {
      const told = await answer.json().catch(() => ({}));
      if (answer.status === 429) {
        setTimeout(handOver, 1000 * (Number(answer.headers.get("Retry-After")) || 2));
        problem = hostSays(told) || say("sync.wait");
        return false;
      }
      if (answer.status === 404 || answer.status === 403) {
        stop(hostSays(told) || say("sync.not-known"));
        return false;
      }
      // Given up only if the host names the event as refused, or if it is too large alone.
      const isAlone = answer.status === 413 && chosen.length === 1;
      if (!told.numbers && !isAlone) {
        problem = hostSays(told) || say("sync.trouble");
        setTimeout(handOver, 3000);
        return false;
      }
      isOnline = true;
      problem = refusal;
      const refused = told.refused || chosen.map((event) => ({ ...told, id: event.id }));
      // The host cuts what is too long for an id.
      const names = new Set(refused.map((one) => String(one.id).slice(0, LONGEST_ID)));
      const gone = chosen.map((event) => event.id).filter((id) => names.has(id.slice(0, LONGEST_ID)));
      // An event that was taken comes back by the stream with its number; until then it stays visible.
      const taken = new Map((told.numbers || []).map((one) => [one.id, one.n]));
      pending.push(...chosen.filter((event) => taken.has(event.id) && !knows(event.id)));
      [...gone, ...taken.keys()].forEach((id) => settled.add(id));
      waiting = waiting.filter((event) => !settled.has(event.id));
      if (refused.length) problem = hostSays(refused[0]) || say("sync.refused");
      keepSoon();
      return taken.size + gone.length > 0;
    }

    const sync = {
      get events() {
        return joined(numbered, pending, waiting);
      },
      get status() {
        const plain = isSecureContext ? "" : ` ${say("sync.needs-host")}`;
        const parts = isOnline ? `${say("sync.connected")}${plain}` : say("sync.off");
        const more = {
          secure: Boolean(isSecureContext),
          words: parts,
          problem: problem || (shelf.problem && say(shelf.problem)),
        };
        const mode = isWatching ? "watching" : "together";
        return { mode, online: isOnline, waiting: waiting.length, people, ...more };
      },
      add(event) {
        if (isWatching) throw new Error(say("sync.watches"));
        waiting.push(event);
        keepWaiting();
        changed();
        handOver();
        return event;
      },
      clear() {
        throw new Error(say("sync.host-keeps"));
      },
      load(log) {
        const known = new Set(sync.events.map((event) => event.id));
        waiting = joined(
          waiting,
          checkedLog(game, log).filter((event) => !known.has(event.id)),
        );
        keepWaiting();
        changed();
        handOver();
      },
      close() {
        isOver = true;
        clearTimeout(timer);
        clearInterval(watch);
        if (stream) stream.close();
      },
    };

    function wake() {
      if (isOver) return;
      wait = 500;
      if (!stream || stream.readyState !== 1 || Date.now() - heard > SILENCE) listen();
      handOver();
    }
    const watch = setInterval(() => {
      if (!isOver && Date.now() - heard > SILENCE) listen();
    }, 5000);
    addEventListener("online", wake);
    addEventListener("pagehide", keepAll);
    addEventListener("offline", () => {
      isOnline = false;
      changed();
    });
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) wake();
    });
    listen();
    return { sync, shelf };
  }

  /** The log of a game. `onChange` is called with it after every change of its events or its status. */
  function open({ game, onChange }) {
    const host = globalThis.brickyardTable?.host || null;
    const asked = new URLSearchParams(location.search);
    const isWatching = Boolean((host && host.watch) || asked.has("watch") || location.hash === "#watch");
    let isReady = false;
    const changed = () => {
      if (isReady && onChange) onChange(made.sync);
    };
    /** @type {{ sync: any, shelf: any }} */
    const made = host ? together(game, changed, isWatching) : alone(game, changed);
    const { sync, shelf } = made;
    sync.device = shelf.word("device", () => `device ${newId().slice(0, 4)}`);
    sync.isWatching = isWatching;
    sync.log = () => logOf(game, sync.events);
    const add = sync.add;
    sync.add = (event) =>
      add({ id: newId(), by: sync.device, at: new Date().toISOString().slice(0, 19) + "Z", ...event });
    const describe = Object.getOwnPropertyDescriptor(sync, "status").get;
    Object.defineProperty(sync, "status", {
      get: () => (isWatching ? { ...describe.call(sync), mode: "watching" } : describe.call(sync)),
    });
    isReady = true;
    return sync;
  }

  /** Other games that this device keeps, and what was put aside of this one; the latest first. */
  function oldGames(game) {
    const found = [];
    const { names, parsed } = brickyardShelf;
    for (const key of names()) {
      const [, id, what] = /^([\w-]+):(log|before)$/.exec(key) || [];
      const events = id && (what === "before") === (id === game.id) ? parsed(key) : null;
      if (!Array.isArray(events) || !events.length || !events.every((one) => one && one.id && one.do))
        continue;
      const told = parsed(`${id}:told`) || {};
      // Any page that shares this store could have written it.
      const address = /^(https?|file):/.test(String(told.address)) ? String(told.address) : "";
      const at = events
        .map((one) => String(one.at || ""))
        .sort()
        .pop();
      const waiting = parsed(`${id}:waiting`);
      const all = joined(events, Array.isArray(waiting) ? waiting : []);
      const log = told.game && told.game.id === id ? logOf(told.game, all) : null;
      const more = { isHosted: told.hosted === true, file: String(told.log || ""), log };
      found.push({
        id,
        title: String(told.title || id),
        at,
        entries: all.length,
        address,
        events: what === "before" ? events : null,
        ...more,
      });
    }
    return found.sort((one, two) => (one.at < two.at ? 1 : -1));
  }

  /** Whether a host serves a game at this address now; only one of this page's own origin can be asked. */
  const isServed = (address) =>
    fetch(`${address}log.json`).then(
      (answer) => answer.ok,
      () => false,
    );

  /** Deletes an old game from this device; of the current game only what was put aside. */
  function forget(game, id) {
    const isOf = (key) =>
      id === game.id
        ? key === `${id}:before`
        : key.startsWith(`${id}:`) || key.startsWith(`brickyard-table:secret:${id}:`);
    const { names, remove } = brickyardShelf;
    names().filter(isOf).forEach(remove);
  }

  /** Everything that this page is made of, by its addresses. */
  function ownAddresses() {
    const found = [location.href, ...Object.values(globalThis.brickyardTable?.pictures || {})];
    for (const one of document.querySelectorAll("script[src], link[href]")) found.push(one.src || one.href);
    for (const sheet of document.querySelectorAll("link[data-fonts]"))
      found.push(...sheet.dataset.fonts.split(" "));
    const whole = found.map((address) => new URL(address, location.href));
    const web = whole.filter((address) => /^https?:$/.test(address.protocol));
    return [...new Set(web.map((address) => address.href.replace(/[?#].*$/, "")))];
  }

  /** Keeps a copy of the page on the device, if the browser can: from https or localhost, not from a disk. */
  async function keepOffline() {
    const host = globalThis.brickyardTable?.host;
    const isWeb = /^https?:$/.test(location.protocol);
    const workers = navigator.serviceWorker;
    if (host || !isWeb || !isSecureContext || !workers) return false;
    const script = document.documentElement.dataset.worker || "service-worker.js";
    try {
      await workers.register(script);
      const ready = await workers.ready;
      workers.addEventListener("message", (told) => {
        if (told.data && told.data.kept) document.documentElement.dataset.kept = told.data.kept;
      });
      ready.active.postMessage({ keep: ownAddresses() });
      return true;
    } catch {
      return false;
    }
  }

  if (globalThis.brickyardTable) addEventListener("load", keepOffline);
  return { open, oldGames, isServed, forget };
})();
