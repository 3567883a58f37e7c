// What each number of units and systems would give: a table whose cells say who attacks; your own bid is
// framed.
import { html, useState } from "../dom.js";
import { percent } from "./fight-bars.js";

const PLACES = ["highest", "tied-highest", "others", "tied-lowest", "lowest"];

// The place a bid most likely gives.
const likeliest = (chances) =>
  PLACES.reduce((best, one) => (chances[one].value > chances[best].value ? one : best), PLACES[0]);

export function BidMap({ found, t }) {
  const [at, setAt] = useState(null);
  const { own, bids } = found;
  const rows = [...new Set(bids.map((one) => one.bid.units))];
  const columns = [...new Set(bids.map((one) => one.bid.systems))].sort((a, b) => a - b);
  const byPlace = new Map(bids.map((one) => [`${one.bid.units} ${one.bid.systems}`, one]));
  const isOwn = (one) => one.bid.units === own?.units && one.bid.systems === own?.systems;
  const shown = at || bids.find(isOwn);
  return html`<section class="bid" aria-label=${t("bid.title")}>
    <h3>${t("bid.title")}</h3>
    <p class="small">${t("bid.how", { game: found.limits?.title || "" })} ${found.assumption}</p>
    <div class="scroll" tabindex="0" role="region" aria-label=${t("bid.table")}>
      <table class="bid-map">
        <thead>
          <tr>
            <th scope="col">${t("bid.corner")}</th>
            ${columns.map((one) => html`<th key=${one} scope="col">${one}</th>`)}</tr></thead>
        <tbody>${rows.map(
          (units) =>
            html`<tr key=${units}>
              <th scope="row">${units}</th>
              ${columns.map((systems) => {
                const one = byPlace.get(`${units} ${systems}`);
                if (!one) return html`<td key=${systems} class="none"></td>`;
                const place = likeliest(one.chances);
                return html`<td key=${systems}
                  class=${`${place} ${isOwn(one) ? "own" : ""} ${one === shown ? "shown" : ""}`}
                  aria-current=${isOwn(one) ? "true" : null} onMouseEnter=${() => setAt(one)}
                  onMouseLeave=${() => setAt(null)} title=${told(one, t)}>
                  ${Math.round(one.score.value)}
                  <span class="unseen"> ${t(`bid.${place}`)}
                    ${isOwn(one) ? `, ${t("bid.own")}` : ""}</span></td>`;
              })}</tr>`,
        )}</tbody></table></div>
    <ul class="bid-legend">
      ${PLACES.map(
        (one) => html`<li key=${one}>
          <span class=${`key ${one}`} aria-hidden="true"></span>${t(`bid.${one}`)}</li>`,
      )}
      <li><span class="key own" aria-hidden="true"></span>${t("bid.own")}</li></ul>
    ${shown && html`<p class="bid-told">${told(shown, t)}</p>`}
    ${(Array.isArray(found.spare) ? found.spare : [found.spare])
      .filter(Boolean)
      .map((one, place) => html`<p key=${place} class="small">${one}</p>`)}</section>`;
}

function told(one, t) {
  const chances = PLACES.filter((place) => one.chances[place].value > 0).map(
    (place) => `${t(`bid.${place}`)} ${percent(one.chances[place].value, t)}`,
  );
  return t("bid.told", {
    units: one.bid.units,
    systems: one.bid.systems,
    points: t.number(one.per_asset.value),
    score: t.number(one.score.value),
    chances: chances.join(", "),
  });
}
