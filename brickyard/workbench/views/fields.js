// Fields of the forms: each has a label, and hands its value over when it is settled.
import { html, useEffect, useId, useLayoutEffect, useRef, useState } from "../dom.js";

// Text that follows its value before anything is painted, so that nothing typed is lost; handed over on Enter
// or when the field is left.
export function TextField({ label, value, onSet, hint, isHidden, ...others }) {
  const id = useId();
  const [text, setText] = useState(value ?? "");
  useLayoutEffect(() => setText(value ?? ""), [value]);
  const settle = () => {
    if (text !== (value ?? "")) onSet(text);
  };
  return html`<div class=${`field ${others.class || ""}`}>
    <label for=${id} class=${isHidden ? "unseen" : ""}>${label}</label>
    <input ...${others} class="" id=${id} type="text" autocomplete="off" spellcheck="false" value=${text}
      aria-describedby=${hint ? `${id}-hint` : null} onInput=${(event) => setText(event.target.value)}
      onBlur=${settle}
      onKeyDown=${(event) => {
        if (event.key === "Enter") {
          event.preventDefault();
          settle();
        }
        if (event.key === "Escape") setText(value ?? "");
      }} />
    ${hint && html`<small id=${`${id}-hint`}>${hint}</small>`}</div>`;
}

// Several lines of text, handed over when the field is left.
export function LinesField({ label, value, onSet }) {
  const id = useId();
  const [text, setText] = useState(value);
  useLayoutEffect(() => setText(value), [value]);
  return html`<div class="field lines">
    <label for=${id}>${label}</label>
    <textarea id=${id} rows=${Math.min(Math.max(text.split("\n").length, 2), 10)} value=${text}
      onInput=${(event) => setText(event.target.value)}
      onBlur=${() => {
        if (text !== value) onSet(text);
      }}></textarea></div>`;
}

// A number with a button on either side, large enough for fingers.
export function Stepper({ label, value, low = 0, high = 99, onSet, t, isHidden, step = 1 }) {
  const id = useId();
  const [text, setText] = useState(String(value));
  useLayoutEffect(() => setText(String(value)), [value]);
  const put = (number) => {
    if (Number.isFinite(number) && number >= low && number <= high && number !== value) onSet(number);
    else setText(String(value));
  };
  return html`<div class="field stepper">
    <label for=${id} class=${isHidden ? "unseen" : ""}>${label}</label>
    <span class="stepped">
      <button type="button" disabled=${value <= low} aria-label=${t("field.less", { label })}
        onClick=${() => put(value - step)}>
        −</button>
      <input id=${id} inputmode="numeric" value=${text} onInput=${(event) => setText(event.target.value)}
        onBlur=${() => put(Number(text))}
        onKeyDown=${(event) => {
          if (event.key === "Enter") put(Number(text));
          if (event.key === "ArrowUp") put(value + step);
          if (event.key === "ArrowDown") put(value - step);
        }} />
      <button type="button" disabled=${value >= high} aria-label=${t("field.more", { label })}
        onClick=${() => put(value + step)}>
        +</button></span></div>`;
}

// choices: [[value, words]…]
export function Choice({ label, value, choices, onSet, isHidden, hint }) {
  const id = useId();
  return html`<div class="field">
    <label for=${id} class=${isHidden ? "unseen" : ""}>${label}</label>
    <select id=${id} value=${value ?? ""} aria-describedby=${hint ? `${id}-hint` : null}
      onChange=${(event) => onSet(event.target.value)}>
      ${choices.map(
        ([one, words]) => html`<option key=${one} value=${one} selected=${one === (value ?? "")}>
          ${words}</option>`,
      )}</select>
    ${hint && html`<small id=${`${id}-hint`}>${hint}</small>`}</div>`;
}

export function Tick({ label, isOn, onSet, hint, isDisabled, isHidden }) {
  const id = useId();
  return html`<div class="field tick">
    <input id=${id} type="checkbox" checked=${isOn} disabled=${isDisabled}
      aria-describedby=${hint ? `${id}-hint` : null} onChange=${(event) => onSet(event.target.checked)} />
    <label for=${id} class=${isHidden ? "unseen" : ""}>${label}</label>
    ${hint && html`<small id=${`${id}-hint`}>${hint}</small>`}</div>`;
}

// A slider with its number beside it; handed over when it has stood still for a moment.
export function Slider({ label, value, low, high, onSet, say = (number) => number }) {
  const id = useId();
  const [now, setNow] = useState(value);
  const timer = useRef(0);
  const latest = useRef(onSet);
  // Another slider may have been moved meanwhile.
  latest.current = onSet;
  useLayoutEffect(() => setNow(value), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const slide = (number) => {
    setNow(number);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(number), 120);
  };
  return html`<div class="field slider">
    <label for=${id}>${label} <output for=${id}>${say(now)}</output></label>
    <input id=${id} type="range" min=${low} max=${high} step="1" value=${now}
      onInput=${(event) => slide(Number(event.target.value))} /></div>`;
}

// One of a few, all to be seen. choices: [[value, words]…]
export function Radios({ legend, value, choices, onSet }) {
  const name = useId();
  return html`<fieldset class="radios">
    <legend>${legend}</legend>
    <div class="segments">${choices.map(
      ([one, words]) => html`<label key=${one}>
        <input type="radio" name=${name} value=${one} checked=${one === value} onChange=${() => onSet(one)} />
        <span>${words}</span></label>`,
    )}</div></fieldset>`;
}
