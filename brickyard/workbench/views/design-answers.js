// The answers beside a model: verdict, dice, findings, damage, size and parts.
import { html } from "../dom.js";
import { Die, letters } from "../dice.js";
import { Findings, spoken, Stamp, verdictOf } from "../pieces.js";
import { number } from "../card.js";
import { change } from "../router.js";
import { rangeName } from "./fight-bars.js";

const short = (value, t) => (Number.isFinite(value) ? t.number(Math.round(value * 100) / 100) : "–");

// The stamp, and every die as a button that lights up what gives it.
export function Verdict({ card, isBusy, pointed, pressed, onPoint, onPress, t }) {
  const { word } = verdictOf(card.verdict, t);
  const told = [word, card.notation].filter(Boolean).join(", ");
  return html`<section class="judgement" aria-label=${t("answers.verdict")}
    aria-busy=${isBusy ? "true" : "false"} data-verdict=${verdictOf(card.verdict, t).key}>
    <${Stamp} verdict=${card.verdict} t=${t} />
    <div class="rolls">
      <div class="dice pool">${card.dice.map((die, place) => {
        const isOwned = die.owner !== null && die.owner !== undefined;
        const system = isOwned ? card.systems[die.owner] : null;
        const name = [
          letters(die),
          spoken(die, t),
          system ? system.label || system.name : t("answers.ownDie"),
        ].join(", ");
        return isOwned
          ? html`<button type="button" key=${place}
            class=${`plain-die ${pointed === die.owner ? "pointed" : ""}`}
            aria-pressed=${pressed === die.owner ? "true" : "false"} aria-label=${name} title=${name}
            onPointerEnter=${() => onPoint(die.owner)} onPointerLeave=${() => onPoint(null)}
            onFocus=${() => onPoint(die.owner)} onBlur=${() => onPoint(null)}
            onClick=${() => onPress(die.owner)}>
            <${Die} die=${die} title=${null} /></button>`
          : html`<span key=${place} class="plain-die"><${Die} die=${die} title=${name} /></span>`;
      })}</div>
      ${card.notation && html`<p class="notation"><b>${card.notation}</b></p>`}</div>
    <p class="unseen" role="status" aria-live="polite">${told}</p></section>`;
}

// A file with several units: which one the answers are about.
export function Units({ card, t }) {
  if (card.units.length < 2) return null;
  return html`<label class="unit-choice">
    ${t("answers.unit")} <select value=${card.unit?.name}
      onChange=${(event) => change({ unit: event.target.value })}>
      ${card.units.map(
        (one) => html`<option key=${one.name} value=${one.name} selected=${one.name === card.unit?.name}>
          ${one.title || one.name}</option>`,
      )}</select></label>`;
}

export function FoundThings({ card, onPick, canPick, t }) {
  const { key } = verdictOf(card.verdict, t);
  return html`<section class="found" aria-label=${t("answers.findings")}>
    ${
      key === "not judged" &&
      !card.systems.length &&
      card.pieces > 0 &&
      html`<p class="how-to-tag">${t("answers.howToTag")}</p>`
    }
    ${
      card.findings.length
        ? html`<${Findings} findings=${card.findings} verdict=${key} onPick=${onPick} canPick=${canPick}
          t=${t} />`
        : html`<p class="small none">${t("answers.noFindings")}</p>`
    }</section>`;
}

// Systems by name, each lit while it is pointed at.
export function Systems({ card, pointed, pressed, onPoint, onPress, t }) {
  if (!card.systems.length) return null;
  return html`<ul class="carried" aria-label=${t("answers.systems")}>${card.systems.map(
    (system, place) => html`<li key=${place}>
      <button type="button" class=${pointed === place ? "pointed" : ""}
        aria-pressed=${pressed === place ? "true" : "false"} onPointerEnter=${() => onPoint(place)}
        onPointerLeave=${() => onPoint(null)} onFocus=${() => onPoint(place)} onBlur=${() => onPoint(null)}
        onClick=${() => onPress(place)}>
        <span class="dice">
          ${(system.dice || []).map((die, at) => html`<${Die} key=${at} die=${die} title=${null} />`)}</span>
        <span class="what">${system.label || system.name}</span></button></li>`,
  )}</ul>`;
}

function Bar({ share }) {
  return html`<svg class="bar hits" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
    <rect width=${Math.max(0, Math.min(100, share)).toFixed(1)} height="6" /></svg>`;
}

const sizeOf = (box, t) =>
  t("answers.sizeWords", {
    width: t.number(box.width_studs),
    depth: t.number(box.depth_studs),
    height: t.number(box.height_bricks),
  });
const inMillimetres = ({ width_mm: width, depth_mm: depth, height_mm: height }, t) =>
  `${[width, depth, height].map((one) => t.number(Math.round(one * 10) / 10)).join(" × ")} mm`;

// What the rules say of its size holds: they allow for a tolerance, and turn it. Where they are silent and it
// is larger, so is this.
const TOO_LARGE = ["SIZ001", "SIZ004", "SIZ006", "SIZ012"];
const TOLERANCE = 0.1;
function fitOf(box, findings) {
  if (findings.some((one) => TOO_LARGE.includes(one.code))) return "outside";
  const [wide, deep, tall] = (box.allowed || []).map((limit) => (limit || Infinity) + TOLERANCE);
  const holds = (one, other) => box.width_studs <= one && box.depth_studs <= other;
  return wide < Infinity && (holds(wide, deep) || holds(deep, wide)) && box.height_bricks <= tall
    ? "inside"
    : "";
}

// Damage as bars: on a target in the open without blue dice, and with one.
export function Facts({ card, file, t }) {
  const { odds, box } = card;
  const attacks = (odds?.attacks || []).filter((one) => one.is_armed);
  const most = Math.max(0.01, ...attacks.flatMap((one) => one.means.map(number)));
  const fit = box ? fitOf(box, card.findings) : "";
  const bar = (name, mean, kind = "") =>
    html`<li class=${kind}>
      <span>${name}</span>
      <${Bar} share=${(100 * mean) / most} />
      <span class="mean">${short(mean, t)}</span></li>`;
  return html`<dl class="facts">
    ${
      attacks.length > 0 &&
      html`<dt>${t("answers.damage")}</dt>
        <dd>
          <ul class="odds-bars">${attacks.map(
            (one) => html`${bar(rangeName({ range_name: one.name }, t), number(one.means[0]))}
              ${bar(t("answers.oneBlue"), number(one.means[1]), "behind")}`,
          )}</ul></dd>`
    }
    ${
      odds &&
      html`<dt>${t("answers.expects")}</dt>
        <dd>
          ${[
            t("answers.movement", { number: short(number(odds.movement), t) }),
            t("answers.spot", { number: short(number(odds.spot), t) }),
            odds.lasts
              ? t("answers.lasts", {
                  number: t.number(
                    Math.round(number(odds.lasts) * (number(odds.lasts) < 10 ? 10 : 1)) /
                      (number(odds.lasts) < 10 ? 10 : 1),
                  ),
                  attacker: odds.attacker,
                })
              : "",
          ]
            .filter(Boolean)
            .join(", ")}</dd>`
    }
    ${
      card.size &&
      html`<dt>${t("answers.size")}</dt>
        <dd title=${box ? inMillimetres(box, t) : null}>
          ${box ? sizeOf(box, t) : card.size}
          ${
            fit && html` <span class=${fit === "outside" ? "bad" : "good"}>${t(`answers.${fit}`)}</span>`
          }</dd>`
    }
    ${
      card.pieces > 0 &&
      html`<dt>${t("answers.parts")}</dt>
        <dd>
          ${t("answers.lots", { pieces: card.pieces, lots: card.lots })} <a
            href=${`/buy?file=${encodeURIComponent(file)}`}>
            ${t("answers.buy")}</a></dd>`
    }
    ${
      odds &&
      html`<dt>${t("answers.more")}</dt>
        <dd><a href=${`/fight?a=${encodeURIComponent(file)}`}>${t("answers.fight")}</a></dd>`
    }</dl>`;
}
