// The file as text: lines numbered, findings marked at their lines; what is written here is judged at once.
import { html, useEffect, useId, useRef, useState } from "../dom.js";
import { isAbout } from "./answers.js";

const WAIT = 350;

export function ManifestText({ draft, t, caret, file, onClose }) {
  const [text, setText] = useState(draft.text);
  const field = useRef(null);
  const gutter = useRef(null);
  const timer = useRef(0);
  const id = useId();
  const isOurs = useRef(false);
  // What comes from outside is shown unless something is being written here.
  useEffect(() => {
    if (!isOurs.current) setText(draft.text);
    if (draft.text === text) isOurs.current = false;
  }, [draft.text]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const write = (next) => {
    isOurs.current = true;
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => draft.write(next), WAIT);
  };
  useEffect(() => {
    if (!caret || !field.current) return;
    const lines = field.current.value.split("\n");
    const start = lines.slice(0, caret.line - 1).join("\n").length + (caret.line > 1 ? 1 : 0);
    field.current.focus();
    field.current.setSelectionRange(start, start + (lines[caret.line - 1] || "").length);
  }, [caret]);
  const findings = (draft.report?.findings || []).filter(
    (one) => isAbout(one, file) && one.severity !== "info",
  );
  const marks = new Map();
  for (const one of findings) if (marks.get(one.line)?.severity !== "error") marks.set(one.line, one);
  const lines = text.split("\n");
  return html`<section class="manifest-text" aria-label=${t("text.title")}>
    <h2>
      ${t("text.title")}
      <button type="button" class="small-button" onClick=${onClose}>${t("text.close")}</button></h2>
    <p class="small" id=${`${id}-how`}>${t("text.how")}</p>
    <div class="editor">
      <ol ref=${gutter} class="gutter" aria-hidden="true">${lines.map(
        (_, at) => html`<li key=${at} class=${marks.get(at + 1)?.severity || ""}>${at + 1}</li>`,
      )}</ol>
      <textarea ref=${field} value=${text} rows=${Math.min(Math.max(lines.length, 8), 34)} wrap="off"
        spellcheck="false" autocapitalize="off" aria-label=${t("text.field", { file })}
        aria-describedby=${`${id}-how`} onInput=${(event) => write(event.target.value)}
        onScroll=${(event) => {
          gutter.current.scrollTop = event.target.scrollTop;
        }}></textarea></div>
    ${
      findings.length > 0 &&
      html`<ul class="at-lines" aria-label=${t("text.atLines")}>${findings.map(
        (one, place) => html`<li key=${place} class=${one.severity} data-line=${one.line}>
          <b>${t("findings.line", { line: one.line })}</b> ${one.message}
          ${one.fix ? html` <span class="fix">${one.fix}</span>` : null}</li>`,
      )}</ul>`
    }</section>`;
}
