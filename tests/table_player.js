// Plays a game on the table's page as people do: by tapping what the page shows. A test puts it into the
// page.
window.player = (() => {
  "use strict";
  let seed = 7;
  const pick = (list) => {
    seed = (seed * 48271) % 2147483647;
    return list[seed % list.length];
  };
  const shown = (selector, from = document) =>
    [...from.querySelectorAll(selector)].filter((one) => !one.disabled);
  let taps = 0;
  // Views are drawn before the browser's next turn; it needs one only now and then, to put them on the
  // screen.
  const drawn = () => (taps % 20 ? Promise.resolve() : new Promise((done) => setTimeout(done)));

  async function tap(button) {
    if (!button || button.disabled) throw new Error("nothing to tap");
    taps += 1;
    button.click();
    await drawn();
  }

  const dock = () => document.querySelector("footer.dock");

  /** A station, or in space what is held by somebody; a company is launched. Two taps each. */
  async function seize() {
    const fuel = shown("[data-slot=fuel]").find((one) => one.textContent.includes("–"));
    if (fuel) {
      await tap(fuel);
      return tap(pick(shown("dialog .pad [data-number]")));
    }
    const held = pick([...shown("[data-station]"), ...shown("[data-slot=holder]")]);
    if (!held) return undefined;
    await tap(held);
    const to = shown("dialog [data-to]:not([aria-pressed=true]), dialog [data-contest]");
    return tap(pick(to));
  }

  async function attack() {
    await tap(shown("[data-open=attack]", dock())[0]);
    const targets = shown("dialog [data-target]").filter((one) => one.dataset.target !== "terrain");
    if (targets.length) await tap(pick(targets));
    const numbers = shown("dialog .shot [data-number]");
    if (numbers.length) await tap(pick(numbers));
    else await tap(shown("dialog [data-do=abort]")[0]);
  }

  /** The yard asks, is told what was rolled, and has its order carried out; at last nothing is left. */
  function asked(panel) {
    const told = [...panel.querySelectorAll("[role=group]")].find(
      (one) => !one.querySelector("[aria-pressed=true]"),
    );
    return told ? pick(shown("button", told)) : shown("[data-yard-do]", panel)[0];
  }

  /** One step of whatever is to be done now. */
  async function step({ hurry, fights }) {
    const at = dock();
    const question = shown("[data-question] [data-answer]", at);
    if (question.length) return tap(question[0]);
    const ticks = shown("[data-take]", at);
    if (ticks.length) return tap(ticks.find((one) => one.dataset.take === String(hurry)));
    const losses = shown("[data-lose]", at);
    if (losses.length) return tap(pick(losses));
    const between = shown("[data-covered]", at);
    if (between.length) return tap(pick(between));
    const numbers = shown(".numbers [data-number], .cover-hits [data-number]", at);
    if (numbers.length) return tap(pick(numbers));
    const panel = at.querySelector("[data-yard-panel]");
    const ordered = panel && asked(panel);
    if (ordered) return tap(ordered);
    const done = shown("[data-do=done]", at)[0];
    if (done) return fights && shown("[data-open=attack]", at).length && pick([0, 1]) ? attack() : tap(done);
    const units = shown("[data-do=turn], [data-do=gone]", at);
    const pass = shown("[data-do=pass]", at)[0];
    if (pass && !units.length) return tap(pass);
    if (units.length) {
      return pass && pick([0, 0, 0, 1]) ? tap(pass) : tap(pick(units));
    }
    const next = shown("[data-do=next-round]", at)[0];
    if (next) return tap(next);
    if (pick([0, 1, 1])) await seize();
    // Who was launched may go in the same round.
    const end = shown("[data-do=round-end]", dock())[0];
    return end ? tap(end) : undefined;
  }

  const scores = () =>
    Object.fromEntries(
      shown(".score-row").map((row) => [
        row.dataset.player,
        Number(row.querySelector(".points").textContent),
      ]),
    );

  async function play({ hurry = false, fights = true, first = 7, most = 3000 }) {
    seed = first;
    await tap(shown("[data-do=start]")[0]);
    for (let n = 0; n < most; n += 1) {
      if (shown("[data-open=end]", dock()).length && !shown("[data-question]", dock()).length)
        return { scores: scores(), taps };
      await step({ hurry, fights });
    }
    throw new Error("this game never ends");
  }

  return { play, step, tap, scores };
})();
