// What if one system were another: both sets of numbers side by side, with the difference.
import { html, useLoaded } from "../dom.js";
import { change } from "../router.js";
import { meanOf, placeOf } from "./fight-bars.js";
import { Radios } from "./fields.js";
import { Dice } from "../pieces.js";

const SYSTEMS = ["1B", "1G", "1Y", "2Rh", "2Rd", "2Ra"];

// What a unit carries, each once, as one writes it: two dice of a range are one weapon, one is half of a
// split weapon; white dice and those with eight sides come by themselves.
function systemsIn(dice) {
  const found = [...dice.matchAll(/(?<!\S)(\d+)(?!W)([A-Z][a-z]?)(?!\S)/g)];
  return found.map(([, count, letters]) => `${letters.length > 1 && Number(count) > 1 ? 2 : 1}${letters}`);
}

// `there` and `back` are the two attacks as they are, with the rockets that each fires.
export function WhatIf({ sides, there, back, instead, situation, api, t }) {
  const [a, b] = sides;
  const { spot, white } = situation;
  const [old, other] = instead.split("=");
  const answer = useLoaded(
    async (signal) => {
      if (!instead) return null;
      const asked = { spot, white };
      const { after } = await api.get("odds", { path: [a, b], instead, ...asked }, signal);
      const attacks = [
        [[after.dice, b], there.fired],
        [[b, after.dice], back.fired],
      ];
      const found = attacks.map(([path, fired]) =>
        api.get("odds", { path, rocket: Array(fired).fill(1), ...asked }, signal),
      );
      return { dice: after.dice, attacks: await Promise.all(found) };
    },
    [a, b, instead, spot, white, there.fired, back.fired, there.fight, back.fight],
  );
  const { attacker } = there.fight;
  const drawn = (one) => [one, html`<${Dice} notation=${one} t=${t} />`];
  const carried = systemsIn(attacker.dice);
  const put = (from, to) => change({ instead: from ? `${from}=${to}` : "" });
  return html`<section class="what-if" aria-label=${t("fight.whatIf")}>
    <h2>${t("fight.whatIf")}</h2>
    <div class="game-fields">
      <${Radios} legend=${t("fight.insteadOld", { name: attacker.name })} value=${old}
        choices=${[["", t("fight.asItIs")], ...carried.map(drawn)]}
        onSet=${(one) => put(one, other || SYSTEMS.find((each) => each !== one))} />
      ${
        old &&
        html`<${Radios} legend=${t("fight.insteadNew")} value=${other} choices=${SYSTEMS.map(drawn)}
          onSet=${(one) => put(old, one)} />`
      }</div>
    ${answer.error && html`<p class="problem" role="alert">${answer.error.message}</p>`}
    ${
      answer.value &&
      html`<${Compared} dice=${[attacker.dice, answer.value.dice]}
        attacks=${[there, back].map(({ fight }, at) => [fight, answer.value.attacks[at].fights[0]])}
        t=${t} />
        ${white === "balanced" && html`<p class="small">${t("fight.insteadWhite")}</p>`}`
    }</section>`;
}

function Compared({ dice, attacks, t }) {
  const rows = attacks.flatMap((pair, at) => meansOf(pair).map((row) => [at ? "takes" : "deals", ...row]));
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t("fight.whatIf")}>
    <table class="exact-table">
      <thead>
        <tr>
          <td></td>
          ${dice.map((one) => html`<th key=${one} scope="col" class="number">${one}</th>`)}
          <th scope="col" class="number">${t("fight.change")}</th></tr></thead>
      <tbody>${rows.map(
        ([what, row, before, after]) => html`<tr key=${`${what} ${row.range} ${row.cover}`}>
          <th scope="row">${t(`fight.${what}`, { place: placeOf(row, t) })}</th>
          <td class="number">${before ? meanOf(before.value, t) : "–"}</td>
          <td class="number">${after ? meanOf(after.value, t) : "–"}</td>
          <td class="number">${before && after ? signed(after.value - before.value, t) : ""}</td></tr>`,
      )}</tbody></table></div>`;
}

// Each range and cover where one of both can attack, with the means of both: another weapon has other places.
function meansOf(pair) {
  const key = ({ range, cover }) => `${range} ${cover}`;
  const [before, after] = pair.map(
    ({ rows }) => new Map(rows.filter((row) => row.mean).map((row) => [key(row), row])),
  );
  return [...new Map([...before, ...after]).values()].map((row) => {
    const place = key(row);
    return [row, before.get(place)?.mean, after.get(place)?.mean];
  });
}

function signed(number, t) {
  const size = meanOf(Math.abs(number), t);
  return size === meanOf(0, t) ? t("fight.same") : `${number > 0 ? "+" : "−"}${size}`;
}
