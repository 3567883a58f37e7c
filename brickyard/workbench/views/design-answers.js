// The answers beside a model: verdict, dice, findings, damage, size and parts.
import { html } from "../dom.js";
import { Die, letters } from "../dice.js";
import { Findings, spoken, Stamp, verdictOf } from "../pieces.js";
import { number } from "../card.js";
import { change } from "../router.js";

const short = (value, t) => (Number.isFinite(value) ? t.number(Math.round(value * 100) / 100) : "–");

// The stamp, and every die as a button that lights up what gives it.
export function Verdict({ card, isBusy, pointed, pressed, onPoint, onPress, t }) {
  const { word } = verdictOf(card.verdict, t);
  const told = [word, card.notation].filter(Boolean).join(", ");
  return html`<section class="judgement" aria-label=${t("answers.verdict")} aria-busy=${isBusy ? "true" : "false"} data-verdict=${verdictOf(card.verdict, t).key}>
    <${Stamp} verdict=${card.verdict} t=${t} />
    <div class="rolls"><div class="dice pool">${card.dice.map((die, place) => {
      const isOwned = die.owner !== null && die.owner !== undefined, system = isOwned ? card.systems[die.owner] : null;
      const name = [letters(die), spoken(die, t), system ? system.label || system.name : t("answers.ownDie")].join(", ");
      return isOwned
        ? html`<button type="button" key=${place} class=${`plain-die ${pointed === die.owner ? "pointed" : ""}`} aria-pressed=${pressed === die.owner ? "true" : "false"} aria-label=${name} title=${name}
            onPointerEnter=${() => onPoint(die.owner)} onPointerLeave=${() => onPoint(null)} onFocus=${() => onPoint(die.owner)} onBlur=${() => onPoint(null)} onClick=${() => onPress(die.owner)}><${Die} die=${die} title=${null} /></button>`
        : html`<span key=${place} class="plain-die"><${Die} die=${die} title=${name} /></span>`;
    })}</div>
    ${card.notation && html`<p class="notation"><b>${card.notation}</b></p>`}</div>
    <p class="unseen" role="status" aria-live="polite">${told}</p></section>`;
}

// A file with several units: which one the answers are about.
export function Units({ card, t }) {
  if (card.units.length < 2) return null;
  return html`<label class="unit-choice">${t("answers.unit")} <select value=${card.unit?.name} onChange=${(event) => change({ unit: event.target.value })}>
    ${card.units.map((one) => html`<option key=${one.name} value=${one.name} selected=${one.name === card.unit?.name}>${one.title || one.name}</option>`)}</select></label>`;
}

export function FoundThings({ card, onPick, canPick, t }) {
  const { key } = verdictOf(card.verdict, t);
  return html`<section class="found" aria-label=${t("answers.findings")}>
    ${key === "not judged" && !card.systems.length && html`<p class="how-to-tag">${t("answers.howToTag")}</p>`}
    ${card.findings.length ? html`<${Findings} findings=${card.findings} verdict=${key} onPick=${onPick} canPick=${canPick} t=${t} />` : html`<p class="small none">${t("answers.noFindings")}</p>`}</section>`;
}

// Systems by name, each lit while it is pointed at.
export function Systems({ card, pointed, pressed, onPoint, onPress, t }) {
  if (!card.systems.length) return null;
  return html`<ul class="carried" aria-label=${t("answers.systems")}>${card.systems.map((system, place) => html`<li key=${place}>
    <button type="button" class=${pointed === place ? "pointed" : ""} aria-pressed=${pressed === place ? "true" : "false"} onPointerEnter=${() => onPoint(place)} onPointerLeave=${() => onPoint(null)}
      onFocus=${() => onPoint(place)} onBlur=${() => onPoint(null)} onClick=${() => onPress(place)}>
      <span class="dice">${(system.dice || []).map((die, at) => html`<${Die} key=${at} die=${die} title=${null} />`)}</span><span class="what">${system.label || system.name}</span></button></li>`)}</ul>`;
}

function Bar({ share }) {
  return html`<svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect width=${Math.max(0, Math.min(100, share)).toFixed(1)} height="6" /></svg>`;
}

// Damage as bars: on a target in the open without blue dice, and with one.
export function Facts({ card, file, t }) {
  const { odds, box } = card, attacks = (odds?.attacks || []).filter((one) => one.is_armed ?? one.isArmed ?? one.armed);
  const most = Math.max(0.01, ...attacks.flatMap((one) => one.means.map(number)));
  const isLarge = box && box.allowed?.some((limit, axis) => limit > 0 && [box.width_studs, box.depth_studs, box.height_bricks][axis] > limit + 1e-6);
  return html`<dl class="facts">
    ${attacks.length > 0 && html`<dt>${t("answers.damage")}</dt><dd><ul class="odds-bars">${attacks.map((one) => html`<li key=${one.name}><span>${one.name}</span><${Bar} share=${100 * number(one.means[0]) / most} /><span class="mean">${short(number(one.means[0]), t)}</span></li>`)}</ul>
      <small>${t("answers.damageHow", { behind: attacks.map((one) => short(number(one.means[1]), t)).join(" / ") })}</small></dd>`}
    ${odds && html`<dt>${t("answers.expects")}</dt><dd>${[t("answers.movement", { number: short(number(odds.movement), t) }), t("answers.spot", { number: short(number(odds.spot), t) }), odds.lasts ? t("answers.lasts", { number: short(number(odds.lasts), t) }) : ""].filter(Boolean).join(", ")}</dd>`}
    ${card.size && html`<dt>${t("answers.size")}</dt><dd>${card.size}${box ? html` <span class=${isLarge ? "bad" : "good"}>${isLarge ? t("answers.outside") : t("answers.inside")}</span>` : ""}</dd>`}
    ${card.pieces > 0 && html`<dt>${t("answers.parts")}</dt><dd>${t("answers.lots", { pieces: card.pieces, lots: card.lots })} <a href=${`/buy?file=${encodeURIComponent(file)}`}>${t("answers.buy")}</a></dd>`}
    <dt>${t("answers.more")}</dt><dd><a href=${`/fight?a=${encodeURIComponent(file)}`}>${t("answers.fight")}</a></dd>
  </dl>`;
}
