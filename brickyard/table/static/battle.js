// The page of a battle that was played, as one file to keep. battle_page.py makes the same; a test compares
// them.
"use strict";

var brickyardBattle = (() => {
  const LEFT = 40;
  const TOP = 16;
  const WIDE = 430;
  const HIGH = 232;
  const RIGHT = 170;
  const BOTTOM = 34;
  const APART = 17;
  const LONGEST_LABEL = 22;
  const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];
  const MOST_LINES = 5;
  const language = () => (globalThis.brickyardPage ? brickyardPage.language() : "en");

  function say(key, values = {}) {
    return brickyardTexts[language()].battle[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
  }

  const safe = (text) =>
    String(text)
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
      .replaceAll("'", "&#39;");

  const nameOf = ({ force, name }) =>
    force && name && force !== name ? `${force} (${name})` : String(force || name);

  function about(game, state) {
    const rounds = say(state.round === 1 ? "round" : "rounds", { n: state.round });
    return [game.title || game.edition || "", game.size || "", state.mech ? "" : rounds]
      .filter(Boolean)
      .join(" · ");
  }

  function result(state) {
    if (state.phase !== "over") return say("not-over");
    if (state.mech) {
      const { circles, wave, won } = state.mech;
      const left = say(circles === 1 ? "circle" : "circles", { n: circles });
      return won ? say("beaten", { left }) : say("destroyed-in", { n: wave });
    }
    const names = state.players.filter((player) => state.winners.includes(player.key)).map(nameOf);
    if (!names.length) return say("over");
    return names.length === 1
      ? say("won", { name: names[0] })
      : say("won-together", { names: names.join(` ${say("and")} `) });
  }

  function scores(players) {
    const rows = [...players]
      .sort((one, other) => other.score - one.score)
      .map((player) => {
        const numbers = [
          player.start_score,
          player.score,
          `${player.per_asset} × ${player.assets}`,
          player.lost,
        ];
        const cells = numbers.map((number) => `<td class="number">${safe(number)}</td>`).join("");
        return `<tr><th>${safe(nameOf(player))}</th>${cells}</tr>`;
      });
    const [start, score, points, lost] = ["at-start", "score", "points", "lost"].map(
      (key) => `<th class="number">${say(key)}</th>`,
    );
    return [
      `<h2>${say("scores")}</h2>`,
      `<table><thead><tr><th>${say("force")}</th>${start}${score}`,
      `${points}${lost}</tr></thead><tbody>`,
      ...rows,
      "</tbody></table>",
    ];
  }

  /** The scores at the start and after every round; while a round is played, those of now too. */
  function pointsOf(state) {
    const points = state.history.map((row) => row.scores);
    const now = Object.fromEntries(state.players.map((player) => [player.key, player.score]));
    const last = points[points.length - 1];
    const keys = (row) => Object.keys(row);
    const isNew =
      !last || keys(last).length !== keys(now).length || keys(now).some((key) => last[key] !== now[key]);
    if (!["setup", "deploy"].includes(state.phase) && isNew) points.push(now);
    return points;
  }

  function curve(state) {
    const points = pointsOf(state);
    const players = state.players;
    if (points.length < 2) return [];
    const scoreOf = (row, player) => row[player.key] || 0;
    const most = Math.max(1, ...points.flatMap((row) => players.map((player) => scoreOf(row, player))));
    const step = STEPS.find((one) => most <= one * MOST_LINES) || STEPS[STEPS.length - 1];
    const last = points.length - 1;
    const base = TOP + HIGH;
    const across = (place) => LEFT + Math.floor((2 * place * WIDE + last) / (2 * last));
    const up = (score) => base - Math.floor((2 * score * HIGH + most) / (2 * most));
    const names = players
      .map((one) => say("from-to", { name: nameOf(one), from: one.start_score, to: one.score }))
      .join(", ");
    const box = `0 0 ${LEFT + WIDE + RIGHT} ${TOP + HIGH + BOTTOM}`;
    const lines = [
      `<h2>${say("over-rounds")}</h2>`,
      `<svg viewBox="${box}" role="img" aria-label="${safe(names)}">`,
    ];
    for (let score = 0; score <= most; score += step) {
      lines.push(`<line class="grid" x1="${LEFT}" x2="${LEFT + WIDE}" y1="${up(score)}" y2="${up(score)}"/>`);
      lines.push(`<text x="${LEFT - 8}" y="${up(score) + 4}" text-anchor="end">${score}</text>`);
    }
    points.forEach((row, place) => {
      const word = place === 0 ? say("start") : String(place);
      lines.push(`<text x="${across(place)}" y="${base + 22}" text-anchor="middle">${word}</text>`);
    });
    players.forEach((player, number) => {
      const line = points.map((row, place) => `${across(place)},${up(scoreOf(row, player))}`).join(" ");
      lines.push(`<polyline class="p${number % 5}" points="${line}"/>`);
    });
    const ends = players.map((player, number) => [up(scoreOf(points[last], player)), number]);
    ends.sort((one, other) => one[0] - other[0]);
    let lowest = 0;
    for (const [height, number] of ends) {
      lowest = Math.max(height + 4, lowest + APART);
      const label = [...(players[number].force || players[number].name)];
      const short =
        label.length <= LONGEST_LABEL ? label.join("") : `${label.slice(0, LONGEST_LABEL - 1).join("")}…`;
      lines.push(`<text class="p${number % 5}" x="${LEFT + WIDE + 8}" y="${lowest}">${safe(short)}</text>`);
    }
    return [...lines, "</svg>"];
  }

  function fate(unit) {
    if (unit.lost) return ["destroyed", "off", "adrift"].includes(unit.lost) ? say(unit.lost) : unit.lost;
    return unit.struck.length ? say("lost-systems", { systems: unit.struck.join(" ") }) : say("unharmed");
  }

  function units(state, pictures) {
    return state.players.flatMap((player) => {
      const own = Object.values(state.units).filter((unit) => unit.first === player.key);
      if (!own.length) return [];
      const items = own.map((unit) => {
        const picture = pictures[unit.id] || "";
        const shown = picture ? `<img src="${safe(picture)}" alt="">` : "";
        const out = unit.lost ? ' class="out"' : "";
        return `<li${out}>${shown}<b>${safe(unit.name)}</b><br>${safe(fate(unit))}</li>`;
      });
      return [`<h2>${safe(nameOf(player))}</h2>`, '<ul class="units">', ...items, "</ul>"];
    });
  }

  function log(state) {
    const told = state.log.filter((entry) => (entry.effect || entry.undone) && entry.do !== "check");
    if (!told.length) return [];
    const lines = [`<h2>${say("happened")}</h2>`];
    let last = -1;
    for (const entry of told) {
      if (entry.round > last) {
        lines.push(last >= 0 ? "</ol>" : "");
        last = entry.round;
        lines.push(`<h3>${safe(last ? say("round-n", { n: last }) : say("setup"))}</h3>`, '<ol class="log">');
      }
      const words = safe(entry.words);
      lines.push(`<li>${entry.undone ? `<del>${words}</del>` : words}</li>`);
    }
    return [...lines, "</ol>"];
  }

  /** `pictures` are addresses by the ids of units; `told` has brickyard's version and the page's style. */
  function html(game, state, pictures, { version, style }) {
    const title = state.players.map(nameOf).join(" · ") || say("a-battle");
    const policy =
      "default-src 'none'; style-src 'unsafe-inline'; img-src data: 'self' file:; " +
      "base-uri 'none'; form-action 'none'";
    return [
      "<!doctype html>",
      `<html lang="${language()}"><head><meta charset="utf-8">`,
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      `<meta name="generator" content="brickyard ${version}">`,
      `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
      `<title>${safe(title)}</title>`,
      `<style>\n${style}</style></head><body><main>`,
      `<h1>${safe(title)}</h1>`,
      `<p class="small">${safe(about(game, state))}</p>`,
      `<p><b>${safe(result(state))}</b></p>`,
      ...(state.mech ? [] : [...scores(state.players), ...curve(state)]),
      ...units(state, pictures || {}),
      ...log(state),
      `</main><footer><p>${say("made-with", { version })}</p></footer>`,
      "</body></html>",
      "",
    ].join("\n");
  }

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
    const state = brickyardFold.fold(game, events);
    const names = Object.fromEntries(state.players.map((one) => [one.key, one.force || one.name]));
    const times = events
      .map((event) => String(event.at || "").slice(0, 10))
      .filter((at) => /^\d{4}-\d\d-\d\d$/.test(at));
    const scores = state.players.map((one) => `${written(names[one.key])}: ${one.score}`);
    const losses = state.players.flatMap((one) => {
      const lost = Object.values(state.units)
        .filter((unit) => unit.first === one.key && unit.lost)
        .map((unit) => unit.name);
      const away = state.stations.filter(
        (station) => station.first === one.key && station.holder !== one.key,
      );
      const all = [...lost.map(written), ...away.map(() => "a station")];
      return all.length ? [`${written(names[one.key])}: [${all.join(", ")}]`] : [];
    });
    const lines = [`  - date: ${times[times.length - 1] || new Date().toISOString().slice(0, 10)}`];
    if (game.size) lines.push(`    size: ${game.size}`);
    lines.push(`    players: ${state.players.length}`, `    scores: {${scores.join(", ")}}`);
    if (losses.length) lines.push(`    losses: {${losses.join(", ")}}`);
    if (state.objective) lines.push(`    objective: ${written(names[state.objective.holder] || "nobody")}`);
    return `${lines.join("\n")}\n`;
  }

  /** The whole page of a game as it stands. */
  function page(game, events) {
    return html(game, brickyardFold.fold(game, events), picturesOf(game), brickyardTable.battle);
  }

  return { page, html, campaign };
})();
