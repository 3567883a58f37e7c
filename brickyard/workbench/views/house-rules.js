// Every rule of the edition below, with its numbers and its page: change a number, how much it matters, or
// drop it.
import { html, useState } from "../dom.js";
import { Choice, TextField } from "./fields.js";

const FAMILIES = ["SYS", "CMP", "FLT", "MEC", "SIZ", "BAS", "CAM", "LNT"];
const isList = (value) => Array.isArray(value) && value.every((one) => typeof one === "number");
const isPlain = (value) => typeof value === "number" || isList(value);
const written = (value) => (Array.isArray(value) ? value.join(" × ") : String(value ?? ""));

// "4", "10 × 10" and "10, 10" as numbers; anything else stays text, and the check says what is wrong with it.
function read(text, usual) {
  const parts = text.split(/[×x,;\s]+/).filter(Boolean);
  const numbers = parts.map(Number);
  if (!parts.length) return undefined;
  if (numbers.some((one) => !Number.isFinite(one))) return text;
  return Array.isArray(usual) ? numbers : numbers[0];
}

export function Rules({ rules, value, put, t }) {
  const [isAll, setAll] = useState(false);
  const families = FAMILIES.filter(
    (family) => (isAll || family !== "LNT") && rules.some((one) => one.code.startsWith(family)),
  );
  const changed = Object.keys(value.rules && typeof value.rules === "object" ? value.rules : {}).length;
  return html`<section class="house-rules">
    <h2>
      ${t("house.rules")}
      ${changed ? html` <small>${t("house.changed", { count: changed })}</small>` : null}</h2>
    <p class="small">${t("house.rulesHow")}</p>
    ${families.map(
      (family) => html`<details key=${family} open=${family === "SYS"} data-family=${family}>
        <summary><b>${t.has(`house.family.${family}`) ? t(`house.family.${family}`) : family}</b></summary>
        <ul class="rule-list">${rules
          .filter((one) => one.code.startsWith(family))
          .map(
            (rule) => html`<${Rule} key=${rule.code} rule=${rule} now=${value.rules?.[rule.code]}
              isThere=${rule.code in (value.rules || {})} put=${put} t=${t} />`,
          )}</ul></details>`,
    )}
    ${
      !isAll &&
      html`<button type="button" class="small-button" onClick=${() => setAll(true)}>
        ${t("house.advice")}</button>`
    }</section>`;
}

function Rule({ rule, now, isThere, put, t }) {
  const isGone = isThere && now === null;
  const ours = now && typeof now === "object" ? now : {};
  const choose = (severity) => {
    if (severity === "none") put(["rules", rule.code], null);
    else if (severity === "")
      put(isGone ? ["rules", rule.code] : ["rules", rule.code, "severity"], undefined);
    else
      put(isGone ? ["rules", rule.code] : ["rules", rule.code, "severity"], isGone ? { severity } : severity);
  };
  const usual = t(`severity.${rule.severity}`);
  return html`<li class=${`rule ${isThere ? "changed" : ""} ${isGone ? "gone" : ""}`} data-rule=${rule.code}>
    <div class="rule-words">
      <p>${rule.title} <small>${rule.code}, ${ours.reference || rule.reference}</small></p></div>
    <div class="rule-fields">
      ${
        !isGone &&
        Object.entries(rule.numbers)
          .filter(([, number]) => isPlain(number))
          .map(([name, number]) => {
            const held = ours[name] ?? ours.numbers?.[name];
            return html`<${TextField} key=${name}
              label=${t.has(`house.number.${name}`) ? t(`house.number.${name}`) : name} inputmode="decimal"
              size="6" value=${written(held ?? number)}
              onSet=${(text) => {
                const content = read(text, number);
                put(
                  ["rules", rule.code, ...(ours.numbers && name in ours.numbers ? ["numbers"] : []), name],
                  written(content) === written(number) ? undefined : content,
                );
              }} />`;
          })
      }
      <${Choice} label=${t("house.matters")} value=${isGone ? "none" : (ours.severity ?? "")}
        choices=${[
          ["", t("house.asBook", { severity: usual })],
          ...["error", "warning", "info"]
            .filter((one) => one !== rule.severity)
            .map((one) => [one, t(`house.severity.${one}`)]),
          ["none", t("house.noRule")],
        ]} onSet=${choose} />
      ${
        isThere &&
        html`<button type="button" class="small-button" aria-label=${t("house.backOne", { code: rule.code })}
          onClick=${() => put(["rules", rule.code], undefined)}>
          ${t("house.back")}</button>`
      }</div></li>`;
}
