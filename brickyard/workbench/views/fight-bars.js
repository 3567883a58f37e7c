// How likely each number of damage is, as bars, for every range and cover; the exact numbers on demand.
import { html } from "../dom.js";

const WIDTH = 30;
const HEIGHT = 84;
const FOOT = 16;

export const percent = (value, t) =>
  t("percent", { number: value > 0 && value < 0.005 ? "<1" : Math.round(100 * value) });
// Always two places, so that numbers line up.
export const meanOf = (value, t) =>
  new Intl.NumberFormat(t.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);
// In the words of the page, by its name: one letter means several ranges in several games.
export const rangeName = ({ range_name: name }, t) => {
  const key = `house.word.${name.toLowerCase().replaceAll(" ", "-")}`;
  return t.has(key) ? t(key) : name;
};
const coverName = (cover, t) => (t.has(`cover.${cover}`) ? t(`cover.${cover}`) : cover);

export const placeOf = (row, t) => `${rangeName(row, t)}, ${coverName(row.cover, t)}`;

// What both sides do with white dice, and what comes of it if the target is more careful.
function Played({ rows, t }) {
  const careful = rows.filter((row) => row.mean_defended && ["open", "any"].includes(row.cover));
  const means = careful.map((row) => `${rangeName(row, t)} ${meanOf(row.mean_defended.value, t)}`).join(", ");
  return html`<p class="small" data-played>
    ${t("fight.played")} ${means && t("fight.played.target", { means })}</p>`;
}

export function DamageBars({ fight, t }) {
  const rows = fight.rows.filter((one) => one.possible);
  const none = fight.rows.filter((one) => !one.possible);
  const most = Math.max(4, ...rows.map((row) => lastOf(row)));
  return html`<ul class="damage">${rows.map(
    (row) => html`<li key=${`${row.range} ${row.cover}`} data-range=${row.range} data-cover=${row.cover}>
      <${Bars} row=${row} most=${most} t=${t} /></li>`,
  )}</ul>
    ${none.map(
      (row) => html`<p key=${row.range} class="small">
        ${t("fight.cant", { range: rangeName(row, t), why: row.why })}</p>`,
    )}
    <${Played} rows=${rows} t=${t} />
    <details>
      <summary>${t("fight.exact")}</summary>
      <div class="scroll" tabindex="0" role="region" aria-label=${t("fight.exact")}>
        <table class="exact-table">
          <thead>
            <tr>
              <th scope="col">${t("fight.range")}</th>
              <th scope="col">${t("fight.cover")}</th>
              <th scope="col" class="number">${t("fight.mean")}</th>
              <th scope="col" class="number">${t("fight.hits")}</th>
              <th scope="col">${t("fight.chances")}</th></tr></thead>
          <tbody>${rows.map(
            (row) => html`<tr key=${`${row.range} ${row.cover}`}>
              <th scope="row">${rangeName(row, t)}</th>
              <td>${coverName(row.cover, t)}</td>
              <td class="number exact">${row.mean.exact}</td>
              <td class="number exact">${row.hits.exact}</td>
              <td class="exact">
                ${row.damage.map((one, damage) => `${damage}: ${one.exact}`).join("; ")}</td></tr>`,
          )}</tbody></table></div></details>`;
}

// The largest damage that is worth a bar.
const lastOf = (row) => row.damage.reduce((last, one, damage) => (one.value >= 0.0005 ? damage : last), 0);

function Bars({ row, most, t }) {
  const shown = row.damage.slice(0, most + 1);
  const wide = (most + 1) * WIDTH;
  const told = t("fight.told", {
    range: rangeName(row, t),
    cover: coverName(row.cover, t),
    mean: meanOf(row.mean.value, t),
    chances: shown
      .map((one, damage) => t("fight.chance", { damage, percent: percent(one.value, t) }))
      .join(", "),
  });
  return html`<h3>${rangeName(row, t)} <small>${coverName(row.cover, t)}</small></h3>
    <p class="mean">
      <b data-mean=${row.mean.exact}>${meanOf(row.mean.value, t)}</b> ${t("fight.meanWords")} · ${t(
        "fight.hurts",
        { percent: percent(row.hurts.value, t) },
      )}</p>
    <svg class="bars" viewBox=${`0 0 ${wide} ${HEIGHT + FOOT + 12}`} role="img" aria-label=${told}>
      ${shown.map((one, damage) => {
        const high = Math.max(one.value * HEIGHT, one.value > 0 ? 1 : 0);
        const left = damage * WIDTH;
        return html`<g key=${damage} data-damage=${damage} data-exact=${one.exact}>
          <rect class=${damage ? "hit" : "miss"} x=${left + 3} y=${12 + HEIGHT - high} width=${WIDTH - 6}
            height=${high} rx="2" />
          ${
            one.value >= 0.0005 &&
            html`<text class="value" x=${left + WIDTH / 2} y=${9 + HEIGHT - high} text-anchor="middle">
              ${percent(one.value, t)}</text>`
          }
          <text class="damage-number" x=${left + WIDTH / 2} y=${HEIGHT + 12 + FOOT - 3} text-anchor="middle">
            ${damage}</text></g>`;
      })}
      <line x1="0" x2=${wide} y1=${12.5 + HEIGHT} y2=${12.5 + HEIGHT} /></svg>`;
}
