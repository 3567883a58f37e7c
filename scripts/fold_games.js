// Folds games for tests, in node or in a browser: {"game", "events"} as JSON in, the state and the offers
// out.
(function (root) {
  "use strict";

  const rules = {};

  /** A page folds a list that grows by a few events at a time, and must come to the same. */
  function sameInSteps(game, events, state) {
    const kept = root.brickyardFold.keep(game);
    for (let number = 0; number < events.length; number += 1 + (number % 7)) kept(events.slice(0, number));
    const found = kept(events);
    if (JSON.stringify(found) !== JSON.stringify(state))
      throw new Error("folded in steps it is another state");
    if (kept(events) !== found) throw new Error("a state must stay the same while nothing changes");
    // As a host may order them otherwise, and back again.
    kept(events.slice().reverse());
    if (JSON.stringify(kept(events)) !== JSON.stringify(state))
      throw new Error("put in order again it is another state");
  }

  /** Tables are told once, by name: {"rules": name, "tables": {…}}. */
  root.foldOneGame = (line) => {
    const asked = JSON.parse(line);
    if (asked.rules) {
      rules[asked.rules] = asked.tables;
      return "{}";
    }
    const game = { ...asked.game, rules: rules[asked.uses] };
    const before = JSON.stringify(asked.events);
    const state = root.brickyardFold.fold(game, asked.events);
    if (JSON.stringify(asked.events) !== before) throw new Error("a fold must not change its events");
    sameInSteps(game, asked.events, state);
    if (asked.preview)
      return JSON.stringify({ preview: root.brickyardFold.preview(game, state, asked.preview) });
    const { offers, yardNow } = root.brickyardFold;
    return JSON.stringify({ state, offers: offers(game, state), yard: yardNow(game, state) });
  };

  if (typeof process === "undefined") return;
  const { readFileSync } = require("fs");
  const { createInterface } = require("readline");
  for (const file of process.argv.slice(2)) {
    require("vm").runInThisContext(readFileSync(file, "utf-8"), { filename: file });
  }
  createInterface({ input: process.stdin }).on("line", (line) => {
    process.stdout.write(`${root.foldOneGame(line)}\n`);
  });
})(typeof globalThis !== "undefined" ? globalThis : window);
