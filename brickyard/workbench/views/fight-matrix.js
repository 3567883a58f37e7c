// Every unit of one side against every unit of the other: mean damage, darker is more; a cell opens the pair.
import { html, useState } from "../dom.js";
import { Portrait } from "./cards.js";
import { meanOf, rangeName } from "./fight-bars.js";
import { Choice } from "./fields.js";

const isOpen = (row) => row.cover === "open" || row.cover === "any";

export function Matrix({ found, title, sides, store, t }) {
  const [range, setRange] = useState("");
  const columns = found.targets || 1;
  const rows = [];
  for (let at = 0; at < found.fights.length; at += columns) rows.push(found.fights.slice(at, at + columns));
  const ranges = [
    ...new Map(found.fights.flatMap((one) => one.rows.map((row) => [row.range, rangeName(row, t)]))),
  ];
  const best = (fight) =>
    fight.rows
      .filter((row) => row.possible && isOpen(row) && (!range || row.range === range))
      .reduce((most, row) => (!most || row.mean.value > most.mean.value ? row : most), null);
  const highest = Math.max(...found.fights.map((one) => best(one)?.mean.value || 0), 0.01);
  const exchange = (fight) => !range && found.exchanges?.[found.fights.indexOf(fight)];
  const unit = (side, name) => (/\.ya?ml$/.test(side) ? `${side}:${name}` : side);
  const linked = (at, who) => encodeURIComponent(unit(sides[at], who.name));
  const pair = (fight) => `/fight?a=${linked(0, fight.attacker)}&b=${linked(1, fight.target)}`;
  return html`<${Choice} label=${t("fight.matrixRange")} value=${range}
      choices=${[["", t("fight.best")], ...ranges]} onSet=${setRange} />
    <div class="scroll" tabindex="0" role="region" aria-label=${t("fight.table", { title })}>
      <table class="matrix">
        <thead>
          <tr>
            <th scope="col"><span class="unseen">${t("fight.attacker")}</span></th>
            ${rows[0]?.map(
              (one) => html`<th key=${one.target.name} scope="col">
                <${Who} who=${one.target} file=${unit(sides[1], one.target.name)} store=${store} /></th>`,
            )}</tr></thead>
        <tbody>${rows.map(
          (row) =>
            html`<tr key=${row[0].attacker.name}>
              <th scope="row">
                <${Who} who=${row[0].attacker} file=${unit(sides[0], row[0].attacker.name)} store=${store} />
              </th>
              ${row.map((fight) => {
                const shown = best(fight);
                const shade = shown ? Math.min(9, Math.round((9 * shown.mean.value) / highest)) : -1;
                return html`<td key=${fight.target.name} class=${shown ? `shade-${shade}` : "none"}>${
                  shown
                    ? html`<a href=${pair(fight)}>
                      <span class="unseen">
                        ${t("fight.cell", { a: fight.attacker.name, b: fight.target.name })} </span>
                      ${meanOf(shown.mean.value, t)} <small>${rangeName(shown, t)}</small>
                      <${Answer} exchange=${exchange(fight)} t=${t} /></a>`
                    : t("fight.no")
                }</td>`;
              })}</tr>`,
        )}</tbody></table></div>`;
}

// What comes back, and who wins that exchange.
function Answer({ exchange, t }) {
  if (!exchange?.takes) return null;
  const taken = meanOf(exchange.takes.value, t);
  return html`<small class="answer">${t(`fight.exchange.${exchange.winner}`, { taken })}</small>`;
}

function Who({ who, file, store }) {
  return html`<span class="who">
    <${Portrait} file=${file} store=${store} />
    <span>${who.count > 1 ? `${who.count} × ` : ""}${who.name}</span></span>`;
}
