// What is kept of a battle that was played: its page as one file, and lines for its campaign.
"use strict";

var brickyardBattle = (() => {
  // Pictures that lie beside the page, loaded by the time somebody saves the battle.
  const beside = new Map();
  for (const address of Object.values(globalThis.brickyardTable?.pictures || {})) {
    if (!address.startsWith("data:")) beside.set(address, Object.assign(new Image(), { src: address }));
  }

  /** A picture as data; empty where the browser doesn't let us read it, as from a disk. */
  function asData(address) {
    if (!address || address.startsWith("data:image/")) return address;
    const image = beside.get(address);
    if (!image || !image.complete || !image.naturalWidth) return "";
    try {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      canvas.getContext("2d").drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", 0.85);
    } catch {
      return "";
    }
  }

  /** The pictures of the game's own units, as data: the file needs nothing beside it. */
  function picturesOf(game) {
    const known = globalThis.brickyardTable?.pictures || {};
    const found = {};
    for (const player of game.players || []) {
      const own = (player.force && player.force.units) || [];
      own.forEach((unit, at) => {
        const picture = asData(known[unit.picture] || "");
        if (picture) found[`${player.key}${at + 1}`] = picture;
      });
    }
    return found;
  }

  /** A name as YAML has it: plain where that is certain, else in quotes. */
  const written = (text) =>
    /^[A-Za-z][A-Za-z0-9'._ -]*$/.test(text) && !/ $|^(yes|no|on|off|true|false|null|y|n)$/i.test(text)
      ? text
      : JSON.stringify(text);

  /**
   * What stands under `games:` in a campaign's file; `brickyard replay --campaign` writes the same by itself.
   */
  function campaign(game, events) {
    const { size, players, objective, winner, unfinished, ...told } = brickyardGame.played_result.result_of(
      game,
      brickyardFold.fold(game, events),
    );
    const times = events
      .map((event) => String(event.at || "").slice(0, 10))
      .filter((at) => /^\d{4}-\d\d-\d\d$/.test(at));
    const value = (one) => (Array.isArray(one) ? `[${one.map(written).join(", ")}]` : one);
    const pairs = (map) => Object.entries(map).map(([name, one]) => `${written(name)}: ${value(one)}`);
    const lines = [`date: ${times[times.length - 1] || new Date().toISOString().slice(0, 10)}`];
    if (size) lines.push(`size: ${size}`);
    lines.push(`players: ${players}`);
    for (const [key, map] of Object.entries(told)) lines.push(`${key}: {${pairs(map).join(", ")}}`);
    if (objective) lines.push(`objective: ${written(objective)}`);
    if (winner) lines.push(`winner: ${written(winner)}`);
    if (unfinished) lines.push("unfinished: true");
    return `  - ${lines.join("\n    ")}\n`;
  }

  /** The whole page of a game as it stands. */
  function page(game, events) {
    const language = brickyardPage.language();
    const { battle } = brickyardTexts[language];
    const state = brickyardFold.fold(game, events);
    const made = { ...brickyardBattleMade, language };
    return brickyardGame.played_page.page_of(game, state, picturesOf(game), battle, made);
  }

  return { page, campaign };
})();
