// Small things that several views show: dice, stamps, findings, words for a moment.
import { html, useEffect, useRef, useState } from "./dom.js";
import { Die, diceOf } from "./dice.js";

const STYLES = {
  legal: "legal",
  "legal with warnings": "warned",
  "not legal": "not",
  "not judged": "open",
  "can be used": "legal",
  "can't be used": "not",
};

// Whatever the server calls a verdict, as {key, style, word}: a text, a card's verdict, or a report of a
// check.
export function verdictOf(verdict, t) {
  const said = typeof verdict === "string" ? { verdict } : verdict || {};
  const key = (said.verdict || said.word || "")
    .toLowerCase()
    .replace(/^legal (with|but for) .*/, "legal with warnings");
  const style = said.style || STYLES[key] || "open";
  const warnings = said.warnings ?? 0;
  const accepted = (said.accepted || []).reduce((sum, one) => sum + one.count, 0);
  const counted =
    key !== "legal with warnings"
      ? ""
      : accepted
        ? t("verdict.accepted", { count: accepted })
        : warnings
          ? t("verdict.warnings", { count: warnings })
          : "";
  const word = counted || (t.has(`verdict.${key}`) ? t(`verdict.${key}`) : said.word || key);
  return { key, style, word };
}

// Why something is not judged.
export const reasonOf = ({ reason }, t) => (t.has(`reason.${reason}`) ? t(`reason.${reason}`) : reason);

// The verdict as a stamp; `small` is one word, for cards and rows.
export function Stamp({ verdict, edition, t, small = false }) {
  if (!verdict) return null;
  const { style, word } = verdictOf(verdict, t);
  if (small) return html`<span class=${`stamp small ${style}`}><strong>${word}</strong></span>`;
  const by = edition || verdict.edition?.title || verdict.edition || "";
  return html`<p class=${`stamp ${style}`}>
    <strong>${word}</strong>
    <span>
      ${verdict.reason && html`${reasonOf(verdict, t)}<br />`}
      ${t.has(`by.${by}`) ? t(`by.${by}`) : by}
      ${verdict.versions && html`<br />${verdict.versions}`}</span></p>`;
}

// What a screen reader says of a die.
export function spoken(die, t) {
  return (
    t("die.spoken", {
      colour: t.has(`die.${die.colour}`) ? t(`die.${die.colour}`) : die.colour,
      sides: die.sides || 6,
    }) + (die.range ? `, ${t(`range.${die.range}`)}` : "")
  );
}

// dice: a list of {colour, sides, range}; or notation: "2W 1B 2Rd 1Rd8".
export function Dice({ dice, notation, label, t }) {
  const all = dice || diceOf(notation);
  const told = label || all.map((die) => spoken(die, t)).join("; ");
  return html`<span class="dice" role="img" aria-label=${told || t("dice.none")}>
    ${all.map((die, place) => html`<${Die} key=${place} die=${die} title=${null} />`)}</span>`;
}

const ORDER = { error: 0, accepted: 1, warning: 2, info: 3 };

// What a report has found, with the errors that its list accepts and why.
export function findingsOf(report, t) {
  const accepted = (report.suppressed || []).filter((one) => one.finding.severity === "error");
  return [
    ...report.findings,
    ...accepted.map(({ finding, reason }) => ({
      ...finding,
      severity: "accepted",
      fix: t("finding.because", { reason }),
    })),
  ];
}

// Worst first; `onPick(finding)` makes the words a button, where `canPick(finding)` allows it. Notes are
// folded. If the verdict is "not judged", nothing is forbidden: something has to be done first.
export function Findings({
  findings,
  verdict = "",
  onPick,
  canPick = () => true,
  t,
  foldNotes = true,
  opensNotes = true,
}) {
  const sorted = [...(findings || [])].sort((a, b) => ORDER[a.severity] - ORDER[b.severity]);
  const [wrong, notes] = foldNotes
    ? [sorted.filter((one) => one.severity !== "info"), sorted.filter((one) => one.severity === "info")]
    : [sorted, []];
  const list = (some) =>
    html`<ul class="findings">${some.map(
      (one, place) => html`<${FindingLine} key=${`${one.code} ${place}`}
        ...${{ finding: one, isOpen: verdict === "not judged", onPick, canPick, t }} />`,
    )}</ul>`;
  return html`<div class="all-findings">
    ${wrong.length > 0 && list(wrong)}
    ${
      notes.length > 0 &&
      html`<details class="worth-knowing" open=${opensNotes && !wrong.length && notes.length < 3}>
        <summary>${t("finding.notes", { count: notes.length })}</summary>${list(notes)}</details>`
    }</div>`;
}

// So much is seen of a long one until somebody wants more.
const LONG = 240;

function FindingLine({ finding, isOpen, onPick, canPick, t }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = (finding.message || "").length > LONG;
  const { severity, message = "", measured, code, reference, fix, file, line } = finding;
  const at = measured ? message.indexOf(measured) : -1;
  const words =
    at < 0 ? message : html`${message.slice(0, at)}<b>${measured}</b>${message.slice(at + measured.length)}`;
  const level = isOpen && severity === "error" ? "open" : severity;
  const place = line ? `${(file || "").split("/").pop()}:${line}` : "";
  return html`<li class=${severity === "accepted" ? "warning" : severity}>
    <span class=${isLong && !isWhole ? "clamped" : ""}>
      <b class="word">${t(`severity.${level}`)}</b> ${words}</span>
    ${" "}
    ${
      isLong &&
      html`<button type="button" class="link" aria-expanded=${isWhole ? "true" : "false"}
          onClick=${() => setWhole(!isWhole)}>
          ${t(isWhole ? "finding.less" : "finding.more")}</button>
        ${" "}`
    }
    ${
      onPick &&
      canPick(finding) &&
      html`<button type="button" class="link" onClick=${() => onPick(finding)}>
        ${t("finding.show")}<span class="unseen">: ${message.slice(0, 60)}</span></button>`
    }
    ${fix && html`<div class="fix">${fix}</div>`}
    <small>${[code, reference, place].filter(Boolean).join(", ")}</small></li>`;
}

// Asked before changes are thrown away; `onAnswer(isYes)`.
export function DiscardQuestion({ onAnswer, t }) {
  return html`<${Question} title=${t("draft.discard")}
    answers=${[
      ["yes", t("draft.discardYes"), "warn"],
      ["no", t("draft.discardNo")],
    ]} onAnswer=${(answer) => onAnswer(answer === "yes")}>
    <p>${t("draft.discardAsk")}</p></${Question}>`;
}

// A question over the page: `answers` are [value, text, style]; Enter gives the first, closing it null. Then
// the focus is where it was.
export function Question({ title, children, answers, onAnswer }) {
  const box = useRef(null);
  useEffect(() => {
    const before = /** @type {HTMLElement} */ (document.activeElement);
    if (!box.current.open) box.current.showModal();
    return () => before?.focus?.();
  }, []);
  return html`<dialog ref=${box} class="question" aria-label=${title} onCancel=${() => onAnswer(null)}>
    <form
      onSubmit=${(event) => {
        event.preventDefault();
        onAnswer(answers[0][0]);
      }}>
      <h2>${title}</h2>
      ${children}
      <p class="answers">${answers.map(
        ([value, text, style], place) => html`<button type=${place ? "button" : "submit"} key=${value}
          class=${style || ""} onClick=${place ? () => onAnswer(value) : null}>
          ${text}</button>`,
      )}</p></form></dialog>`;
}
