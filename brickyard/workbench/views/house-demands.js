// Design rules of the group's own: at least or at most so many of something, of a force or of each unit.
import { html } from "../dom.js";
import { Choice, TextField } from "./fields.js";

const COUNTED = ["systems", "range", "dice", "units"];
const list = (value) =>
  Array.isArray(value) ? value.map(String) : value === undefined || value === null ? [] : [String(value)];
const single = (words) => (words.length === 1 ? words[0] : words);

export function Demands({ value, words, put, t }) {
  const demands = value.demands && typeof value.demands === "object" ? Object.entries(value.demands) : [];
  const add = () => {
    let number = demands.length + 1;
    while (`demand-${number}` in (value.demands || {})) number += 1;
    put(["demands", `demand-${number}`], {
      each: words.force,
      dice: words.counted.dice.words.includes("yellow") ? "yellow" : words.counted.dice.words[0],
      "at-least": 1,
    });
  };
  return html`<section class="demands">
    <h2>${t("house.demands")}</h2>
    <p class="small">${t("house.demandsHow")}</p>
    <ul class="demand-list">${demands.map(
      ([name, demand]) => html`<${Demand} key=${name} name=${name} demand=${demand || {}} words=${words}
        put=${put} t=${t} />`,
    )}</ul>
    <button type="button" onClick=${add}>${t("house.addDemand")}</button></section>`;
}

function Demand({ name, demand, words, put, t }) {
  const counted = COUNTED.find((one) => one in demand) || "dice";
  const chosen = list(demand[counted]);
  const word = (one) => (t.has(`house.word.${one}`) ? t(`house.word.${one}`) : one);
  const set = (key, content) => put(["demands", name, key], content === "" ? undefined : content);
  const count = (next) => {
    const first = words.counted[next].words[0];
    const { [counted]: _, ...others } = demand;
    const each = words.counted[next].each.includes(demand.each) ? demand.each : words.counted[next].each[0];
    put(["demands", name], { ...others, each, [next]: first });
  };
  const number = (text) => (text.trim() === "" ? "" : Number.isFinite(Number(text)) ? Number(text) : text);
  return html`<li class="demand" data-demand=${name}>
    <div class="demand-fields">
      <${Choice} label=${t("house.each")} value=${String(demand.each ?? "")}
        choices=${words.counted[counted].each.map((one) => [one, word(one)])}
        onSet=${(one) => set("each", one)} />
      <${TextField} label=${t("house.atLeast")} inputmode="numeric" size="3"
        value=${String(demand["at-least"] ?? "")} onSet=${(text) => set("at-least", number(text))} />
      <${TextField} label=${t("house.atMost")} inputmode="numeric" size="3"
        value=${String(demand["at-most"] ?? "")} onSet=${(text) => set("at-most", number(text))} />
      <${Choice} label=${t("house.counted")} value=${counted}
        choices=${COUNTED.map((one) => [one, t(`house.counted.${one}`)])} onSet=${count} />
      <fieldset class="radios">
        <legend>${t("house.which")}</legend>
        <div class="segments">${words.counted[counted].words.map(
          (one) => html`<label key=${one}>
            <input type="checkbox" checked=${chosen.includes(one)}
              onChange=${(event) => {
                const next = words.counted[counted].words.filter((each) =>
                  each === one ? event.target.checked : chosen.includes(each),
                );
                if (next.length) set(counted, single(next));
              }} />
            <span>${word(one)}</span></label>`,
        )}</div></fieldset>
      <${Choice} label=${t("house.matters")} value=${String(demand.severity ?? "error")}
        choices=${["error", "warning", "info"].map((one) => [one, t(`house.severity.${one}`)])}
        onSet=${(one) => set("severity", one === "error" ? "" : one)} />
      <${TextField} class="long" label=${t("house.says")} value=${String(demand.says ?? "")}
        onSet=${(text) => set("says", text)} />
      <${TextField} class="long" label=${t("house.reference")} value=${String(demand.reference ?? "")}
        onSet=${(text) => set("reference", text)} /></div>
    <button type="button" aria-label=${t("house.removeDemand", { name: demand.says || name })}
      onClick=${() => put(["demands", name], undefined)}>
      ×</button></li>`;
}
