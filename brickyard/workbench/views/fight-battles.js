// Whole battles of two companies: they are played while one looks, and the answer becomes narrower.
import { html, useLoaded, useState, useStore } from "../dom.js";
import { attempt, isOver } from "../store.js";
import { Radios, Tick } from "./fields.js";

const TERRAIN = ["open", "city", "crowded"];
const LONGEST_NAME = 300;
const MANUAL = "/static/manual/battles.html";
const shortened = (name) => (name.length > 18 ? `${name.slice(0, 17)}…` : name);
const hundred = (share) => Math.round(100 * share);

// "46 to 54"; one number if both are the same.
function span(low, high, t) {
  const [first, last] = [hundred(low), hundred(high)];
  return first === last ? String(first) : t("battle.span", { low: first, high: last });
}

// The battles of a pair are found again by its name: after a reload, and in another tab.
export function WholeBattles({ sides, pair, store, api, t }) {
  const [terrain, setTerrain] = useState("city");
  const [isAnyway, setAnyway] = useState(false);
  const name = pair.slice(0, LONGEST_NAME);
  const isOurs = (one) => one.what === "battle" && one.name === name;
  const job = useStore(store, (state) => Object.values(state.jobs).filter(isOurs).pop());
  const isPlaying = Boolean(job) && !isOver(job);
  const answer = useLoaded(
    (signal) => (job?.done ? api.get("made", { job: job.id }, signal) : Promise.resolve(null)),
    [job?.id, job?.done, job?.of, job?.state],
  );
  const stop = () => api.post("stop", { job: job.id });
  const play = () => api.post("make", { what: "battle", name, files: sides, terrain, anyway: isAnyway });
  return html`<section class="battles" aria-label=${t("battle.title")}>
    <h2>${t("battle.title")}</h2>
    <p>${t("battle.about")} <a href=${MANUAL} target="_blank">${t("battle.manual")}</a></p>
    <div class="situation">
      <${Radios} legend=${t("battle.terrain")} value=${terrain} onSet=${setTerrain}
        choices=${TERRAIN.map((one) => [one, t(`battle.terrain.${one}`)])} />
      <${Tick} label=${t("battle.anyway")} isOn=${isAnyway} onSet=${setAnyway} />
      <p class="row">
        <button type="button" class="main" data-battle=${isPlaying ? "stop" : "play"}
          onClick=${() => attempt(store, isPlaying ? stop : play)}>
          ${t(isPlaying ? "away.stop" : "battle.play")}</button></p></div>
    <p role="status" class="small" data-state=${job?.state || ""}>
      ${job && t(`battle.${job.state}`)}</p>
    ${job?.state === "failed" && html`<p class="problem" role="alert">${job.error}</p>`}
    ${job?.state !== "failed" && answer.value && html`<${Told} found=${answer.value} t=${t} />`}</section>`;
}

function Told({ found, t }) {
  const [a, b] = found.forces.map((one) => one.name);
  const isBegun = found.cells.every((one) => one.battles);
  return html`${isBegun && html`<${Value} ...${{ found, a, b, t }} />`}
    <${Tactics} ...${{ found, a, b, t }} />
    <${Curve} ...${{ found, a, b, t }} />
    <${Rests} ...${{ found, t }} />`;
}

// Words first, then the interval as a strip from 0 to 100, which becomes narrower.
function Value({ found, a, b, t }) {
  const { low, high } = found.value;
  const isEven = low <= 0.5 && high >= 0.5;
  const [name, from, to] = isEven || low > 0.5 ? [a, low, high] : [b, 1 - high, 1 - low];
  const by = (pick) =>
    found.tactics.reduce((best, one) =>
      pick * (one.low.value + one.high.value - best.low.value - best.high.value) > 0 ? one : best,
    );
  const told = (one) => [one.name, span(one.low.value, one.high.value, t)];
  const [[worst, least], [best, most]] = [told(by(-1)), told(by(1))];
  const mix = (key) => {
    const used = found.tactics.filter((one) => one[key].value);
    if (used.length === 1) return used[0].name;
    return used
      .map((one) => t("battle.often", { name: one.name, often: hundred(one[key].value) }))
      .join(", ");
  };
  const mixes = { ours: mix("chosen"), theirs: mix("chosen_by_other") };
  const stations = hundred(found.by_station.value);
  return html`<p class="battle-value" data-low=${low} data-high=${high}>
      ${t(isEven ? "battle.even" : "battle.better", { name, span: span(from, to, t) })}</p>
    <svg class="interval" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" x="0" y="3" width="100" height="4" />
      <rect class="band" x=${100 * low} y="1" width=${Math.max(0.5, 100 * (high - low))} height="8" />
      <rect class="middle" x="49.9" y="0" width=".2" height="10" /></svg>
    <p class="interval-ends small" aria-hidden="true"><span>${b}</span><span>50</span><span>${a}</span></p>
    <p>
      ${found.tactics.length > 1 && t("battle.depends", { a, b, worst, least, best, most, ...mixes })}
      ${" "}${stations > 0 && t("battle.stations", { count: stations })}</p>`;
}

// What the first wins of 100, by the tactics of both; empty where nothing has been played yet.
function Tactics({ found, a, b, t }) {
  const names = found.tactics.map((one) => one.name);
  const cell = (one) => {
    if (!one.battles) return html`<td key=${one.theirs} class="none"></td>`;
    const [share, off] = [one.share.value, hundred(one.error)];
    const isLikely = one.chosen.value > 0;
    return html`<td key=${one.theirs} title=${t("battle.cell", { count: one.battles, off })}
      data-battles=${one.battles} class=${`shade-${Math.round(9 * share)} ${isLikely ? "likely" : ""}`}>
      ${hundred(share)}<small> ± ${off}</small>
      ${isLikely && html`<span class="unseen"> ${t("battle.likely")}</span>`}</td>`;
  };
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t("battle.table", { a })}>
    <table class="matrix tactics">
      <caption>${t("battle.table", { a })}</caption>
      <thead>
        <tr>
          <th scope="col">${t("battle.corner", { a, b })}</th>
          ${names.map((one) => html`<th key=${one} scope="col">${one}</th>`)}</tr></thead>
      <tbody>${names.map(
        (ours) =>
          html`<tr key=${ours}>
            <th scope="row">${ours}</th>
            ${found.cells.filter((one) => one.ours === ours).map(cell)}</tr>`,
      )}</tbody></table></div>`;
}

// Mean scores after each round; the second's line is dashed.
function Curve({ found, a, b, t }) {
  const rows = found.curve;
  if (rows.length < 2) return null;
  const most = Math.max(1, ...rows.flat());
  const at = (place) => 26 + (place * 264) / (rows.length - 1);
  const up = (score) => 130 - (120 * score) / most;
  const [first, last] = [rows[0], rows[rows.length - 1]].map((row) => row.map(Math.round));
  const ends = [up(last[0]) + 4, up(last[1]) + 4];
  const isClose = Math.abs(ends[0] - ends[1]) < 16;
  if (isClose) ends[ends[0] > ends[1] ? 0 : 1] = Math.min(...ends) + 16;
  const says = t("battle.curveSays", { a, b, a1: first[0], a2: last[0], b1: first[1], b2: last[1] });
  return html`<figure class="battle-curve">
    <figcaption>${t("battle.curve")}</figcaption>
    <svg viewBox="0 0 420 152" role="img" aria-label=${says}>
      <line class="foot" x1="26" x2="290" y1="130" y2="130" />
      <text x="20" y=${up(Math.round(most)) + 4} text-anchor="end">${Math.round(most)}</text>
      <text x="20" y="134" text-anchor="end">0</text>
      ${rows.map((_, n) => html`<text key=${n} x=${at(n)} y="148" text-anchor="middle">${n}</text>`)}
      ${[a, b].map(
        (name, side) =>
          html`<polyline key=${side} class=${`side-${side}`}
              points=${rows.map((row, n) => `${at(n)},${up(row[side])}`).join(" ")} />
            <text class="name" x="298" y=${ends[side]}>${shortened(name)}</text>`,
      )}</svg></figure>`;
}

function Rests({ found, t }) {
  const { edition, terrain_says: terrain, seed, engine, battles, decisions } = found;
  return html`<p class="small" data-played=${battles}>
      ${t("battle.rests", { battles: t.number(battles), edition: edition.title, terrain, seed, engine })}</p>
    ${found.forces
      .filter((one) => one.problem)
      .map((one) => html`<p class="small">${t("battle.illegal", { name: one.name })}</p>`)}
    <details>
      <summary>${t("battle.tactics")}</summary>
      <dl class="tag-table">${found.tactics.map(
        (one) =>
          html`<div key=${one.name}>
            <dt>${one.name}</dt>
            <dd>${one.says} <small>${one.reference}</small></dd></div>`,
      )}</dl></details>
    <details>
      <summary>${t("battle.decisions", { count: decisions.length })}</summary>
      <ul>${decisions.map(
        (one) => html`<li key=${one.says}>${one.says} <small>${one.reference}</small></li>`,
      )}</ul></details>`;
}
