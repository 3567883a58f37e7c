// What a device keeps. Browsers write localStorage to the disk seconds later, and an empty battery doesn't
// wait for them. So everything is also put into a database that is written at once, and a page that opens
// takes the later of the two.
"use strict";

var brickyardShelf = (() => {
  const DATABASE = "brickyard-table";
  const TEXTS = "texts";
  // A page that can't read its database begins with what it has.
  const LONGEST_WAIT = 2000;

  // What localStorage had no room for, and what was put away before the database was read.
  const overflow = new Map();
  const early = new Set();
  let isRead = false;
  let opened = null;

  const timeOf = (key) => Number(localStorage.getItem(`${key}@`)) || 0;

  function database() {
    opened ??= new Promise((done, failed) => {
      const asked = indexedDB.open(DATABASE, 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore(TEXTS);
      asked.onsuccess = () => {
        // A browser may close it, as after a visitor has cleared something: then it is opened again.
        asked.result.onclose = () => {
          opened = null;
        };
        done(asked.result);
      };
      asked.onerror = () => failed(asked.error);
    });
    return opened;
  }

  /** Starts a change that goes on even if the page is left; where there is no database, nothing happens. */
  function change(what) {
    database()
      .then((found) => {
        const begun = found.transaction(TEXTS, "readwrite", { durability: "strict" });
        what(begun.objectStore(TEXTS));
        begun.commit?.();
      })
      .catch(() => {
        opened = null;
      });
  }

  /** Throws where the browser keeps nothing or has no room left. */
  function put(key, text) {
    const at = Math.max(Date.now(), timeOf(key) + 1);
    if (isRead) change((texts) => texts.put({ at, text }, key));
    else early.add(key);
    try {
      localStorage.setItem(key, text);
      localStorage.setItem(`${key}@`, String(at));
      overflow.delete(key);
    } catch (error) {
      overflow.set(key, text);
      throw error;
    }
  }

  /** What is kept under a name, or null. */
  function get(key) {
    if (overflow.has(key)) return overflow.get(key);
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }

  function parsed(key) {
    try {
      return JSON.parse(get(key));
    } catch {
      return null;
    }
  }

  function names() {
    try {
      return [...new Set([...Object.keys(localStorage), ...overflow.keys()])].filter(
        (key) => !key.endsWith("@"),
      );
    } catch {
      return [];
    }
  }

  function remove(key) {
    change((texts) => texts.delete(key));
    overflow.delete(key);
    localStorage.removeItem(key);
    localStorage.removeItem(`${key}@`);
  }

  async function readDatabase() {
    const texts = (await database()).transaction(TEXTS).objectStore(TEXTS);
    const asked = [texts.getAllKeys(), texts.getAll()].map(
      (one) =>
        new Promise((done, failed) => {
          one.onsuccess = () => done(one.result);
          one.onerror = () => failed(one.error);
        }),
    );
    const [keys, found] = await Promise.all(asked);
    return keys.map((key, place) => ({ key, ...found[place] }));
  }

  /** Of two lists of events all of both, each once, the older list first; of anything else the later one. */
  function both(older, newer) {
    try {
      const [one, two] = [JSON.parse(older), JSON.parse(newer)];
      const known = new Set(one.map((event) => event.id));
      return JSON.stringify(one.concat(two.filter((event) => !known.has(event.id))));
    } catch {
      return newer;
    }
  }

  /** A page that began before its database was read joins what it has entered since to what was there. */
  async function takeTheLater() {
    const found = await readDatabase().catch(() => []);
    isRead = true;
    for (const { key, at, text } of found) {
      const isEarly = early.has(key);
      if (typeof text !== "string" || (at <= timeOf(key) && !isEarly)) continue;
      try {
        if (isEarly) put(key, both(text, get(key)));
        else {
          localStorage.setItem(key, text);
          localStorage.setItem(`${key}@`, String(at));
        }
      } catch {
        // No room: it stays in the database, and here as long as the page is open.
        if (!isEarly) overflow.set(key, text);
      }
      dispatchEvent(new StorageEvent("storage", { key }));
    }
    const known = new Set(found.map((one) => one.key));
    for (const key of early)
      if (!known.has(key)) change((texts) => texts.put({ at: timeOf(key), text: get(key) }, key));
  }

  /** To be awaited before anything is read: puts back what the browser had not written yet when it ended. */
  function recover() {
    const late = new Promise((done) => setTimeout(done, LONGEST_WAIT));
    return Promise.race([takeTheLater().catch(() => {}), late]);
  }

  /**
   * What is kept of one game under its id: all pages of a disk share one store. `told` is what the list of
   * old games shows.
   */
  function shelfOf(game, told) {
    const key = `${game.id}:log`;
    let problem = "";
    let isTold = false;
    // What was read or written last, so that a long list isn't read again after every tap.
    const seen = new Map();
    try {
      localStorage.setItem(`${game.id}:try`, "1");
      localStorage.removeItem(`${game.id}:try`);
    } catch {
      problem = "sync.keeps-nothing";
    }
    return {
      key,
      get problem() {
        return problem;
      },
      read(what) {
        const text = get(`${game.id}:${what}`);
        if (text === null || seen.get(what)?.text !== text) {
          const found = parsed(`${game.id}:${what}`);
          seen.set(what, { text, events: Array.isArray(found) ? found : [] });
        }
        return seen.get(what).events;
      },
      write(what, events) {
        try {
          const text = JSON.stringify(events);
          put(`${game.id}:${what}`, text);
          seen.set(what, { text, events });
          if (!isTold) put(`${game.id}:told`, JSON.stringify(told()));
          isTold = true;
        } catch {
          problem ||= "sync.no-room";
        }
      },
      /** The name under `what`, made if there is none. */
      word(what, made) {
        const found = get(`${game.id}:${what}`);
        if (found) return found;
        const word = made();
        try {
          put(`${game.id}:${what}`, word);
        } catch {
          // The name holds as long as the page is open.
        }
        return word;
      },
    };
  }

  return { get, put, parsed, names, remove, recover, shelfOf };
})();
