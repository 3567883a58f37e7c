// What is done with the view: steps, colours, explode, sweep, and what else can be chosen.
import { html, useEffect, useState } from "../dom.js";
import { isInstance, numberOf } from "./design-selection.js";

const ICONS = { fill: "M1 5.5V1h4.5M10.5 1H15v4.5M15 10.5V15h-4.5M5.5 15H1v-4.5" };

// What is chosen, in words.
function chosenWords(tree, chosen, isAlone, t) {
  if (!tree.count) return "";
  if (!chosen.units.length)
    return t(matchMedia("(pointer: coarse)").matches ? "tools.hintTouch" : "tools.hint");
  const only = chosen.units.length === 1 ? chosen.units[0] : null;
  const one = only && isInstance(only) ? tree.instances[numberOf(only)] : null;
  if (one)
    return (
      t("tools.chosenOne", { name: one.label || one.name, count: chosen.pieces.size }) +
      (one.copies > 1 && !isAlone ? ` ${t("tools.copies", { count: one.copies })}` : "")
    );
  return t("tools.chosen", { count: chosen.pieces.size });
}

// What is chosen at the left, with a name for parts that have none; what the pointer is on at the right.
export function Said({ tree, chosen, pointed, naming, alone, t }) {
  const index = pointed >= 0 && tree.pieces ? tree.owner[pointed] : -1;
  const one = tree.instances[index];
  const name =
    pointed >= 0 && tree.pieces
      ? [
          `${tree.pieces.title[pointed]}, ${tree.pieces.colour[pointed]}`,
          index > 0 ? one.label || one.name : "",
        ]
          .filter(Boolean)
          .join(" – ")
      : "";
  return html`<div class="said">
    <p role="status">${chosenWords(tree, chosen, alone?.isOn, t)}</p>
    ${
      alone &&
      html`<label class="alone">
        <input type="checkbox" checked=${alone.isOn} onChange=${(event) => alone.set(event.target.checked)} />
        ${t("tools.alone")}</label>`
    }
    ${
      naming &&
      html`<form class="naming"
        onSubmit=${(event) => {
          event.preventDefault();
          naming.done();
        }}>
        <label>
          ${t("tools.call")} <input value=${naming.name} maxlength="60" size="16"
            placeholder=${t("tools.callHow")} autocomplete="off"
            onInput=${(event) => naming.set(event.target.value)} /></label></form>`
    }
    <p class="pointed-at">${name}</p></div>`;
}

const toggle = (name, isOn, set, t) =>
  html`<button type="button" data-do=${name} aria-pressed=${isOn ? "true" : "false"}
    title=${t(`tools.${name}How`)} onClick=${() => set(!isOn)}>
    ${t(`tools.${name}`)}</button>`;

// What else is chosen beside what is.
export function Choosing({ chosen, isSweeping, setSweeping, onTouching, onColour, t }) {
  const button = (name, does) =>
    html`<button type="button" data-do=${name} disabled=${!chosen.units.length}
      title=${t(`tools.${name}How`)} onClick=${does}>
      ${t(`tools.${name}`)}</button>`;
  return html`<span class="some choose">
    ${toggle("sweep", isSweeping, setSweeping, t)}${button("colour", onColour)}
    ${button("touching", onTouching)}</span>`;
}

export function Tools({ view, steps, chosen, looks, isFilled, fill, children, t }) {
  const [step, setStep] = useState(steps);
  useEffect(() => setStep((before) => (before && before < steps ? before : steps)), [steps]);
  const small = (name, sign, does) =>
    html`<button type="button" class="small-tool" data-do=${name} aria-label=${t(`tools.${name}`)}
      title=${t(`tools.${name}`)} disabled=${!view} onClick=${does}>
      ${sign}</button>`;
  return html`<div class="tools" role="group" aria-label=${t("tools.label")}>
    ${children}
    <span class="some look">
      <button type="button" data-do="face" disabled=${!chosen.units.length || !view}
        title=${t("tools.faceHow")} onClick=${() => view.face(chosen.pieces)}>
        ${t("tools.face")}</button>
      ${toggle("systems", looks.isTinted, looks.setTinted, t)}
      ${toggle("explode", looks.isApart, looks.setApart, t)}</span>
    <span class="some turns">
      ${small("left", "↶", () => view.turn(-0.3, 0))}${small("right", "↷", () => view.turn(0.3, 0))}
      ${small("nearer", "+", () => view.closer(1.2))}${small("farther", "−", () => view.closer(1 / 1.2))}
      <button type="button" data-do="home" disabled=${!view} onClick=${() => view.home()}>
        ${t("tools.home")}</button>
      <button type="button" class="small-tool" data-do="fill" aria-pressed=${isFilled ? "true" : "false"}
        aria-label=${t("tools.fill")} title=${t("tools.fill")} onClick=${fill}>
        <svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" stroke-width="2"
          aria-hidden="true">
          <path d=${ICONS.fill} /></svg></button></span>
    ${
      steps > 1 &&
      html`<label class="steps">
        <span>${t("tools.steps")}</span>
        <input type="range" min="1" max=${steps} value=${step} disabled=${!view}
          aria-valuetext=${step === steps ? t("tools.allSteps") : t("tools.step", { step, steps })}
          onInput=${(event) => {
            const value = Number(event.target.value);
            setStep(value);
            view?.showStep(value);
          }} />
        <output>${step === steps ? t("tools.allSteps") : t("tools.step", { step, steps })}</output></label>`
    }
  </div>`;
}
