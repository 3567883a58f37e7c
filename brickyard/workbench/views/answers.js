// A report of `check` above a form: its stamp and how much is to be done, told again when it changes.
import { html } from "../dom.js";
import { Stamp } from "../pieces.js";

const WORST = ["error", "warning"];

export function Verdict({ report, t, isBusy }) {
  const verdict = report?.verdict || "not judged";
  const findings = report?.findings || [];
  const counts = WORST.map((one) => [one, findings.filter((each) => each.severity === one).length])
    .filter(([, count]) => count)
    .map(([one, count]) => t(`findings.${one}`, { count }));
  const shown = {
    verdict,
    accepted: report?.accepted,
    reason: report?.reason || "",
    edition: report?.edition?.title || "",
  };
  return html`<div class="verdict" role="status" aria-live="polite" aria-busy=${isBusy ? "true" : "false"}
    data-verdict=${verdict}>
    <${Stamp} verdict=${shown} t=${t} />
    ${
      report &&
      html`<p class="small counted">
        ${findings.length ? counts.join(", ") : t("findings.none")}</p>`
    }</div>`;
}

export const nameOf = (file) => (file || "").split("/").pop();
// Findings name files as the server does; those of a model are not in this text.
export const isAbout = (finding, file) =>
  Boolean(file) && finding.line > 0 && nameOf(finding.file) === nameOf(file);
