// One line under the bench: saved elsewhere, tags gone, being saved, or changed both here and there; else
// whether all is saved.
import { html, useEffect, useState, useStore } from "../dom.js";
import { forgetLost } from "../store.js";
import { DiscardQuestion, Question } from "../pieces.js";

function useSeconds(since) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!since) return undefined;
    const ticking = setInterval(() => setNow(Date.now()), 5000);
    setNow(Date.now());
    return () => clearInterval(ticking);
  }, [since]);
  return since ? Math.max(0, Math.round((now - since) / 1000)) : 0;
}

const ago = (seconds, t) =>
  seconds < 5
    ? t("ago.now")
    : seconds < 90
      ? t("ago.seconds", { count: seconds })
      : t("ago.minutes", { count: Math.round(seconds / 60) });

// The line is always there, so that nothing moves when something is to be said.
export function Banner(props) {
  const { model, isWritable, isDropped, isGone, t } = props;
  const said = useBanner(props);
  const isChanged = model.draft > 0;
  return html`<div class=${`bench-foot ${said ? "speaks" : ""}`}>
    ${said}
    <p class=${said ? "state unseen" : "state small"} role="status" data-draft=${model.draft}>
      ${
        isChanged
          ? t("design.unsaved")
          : isGone
            ? t("design.gone")
            : t(isWritable ? "design.asOnDisk" : isDropped ? "design.dropped" : "design.readOnly")
      }
    </p></div>`;
}

function useBanner({ file, model, tree, store, isWritable, isGone, t }) {
  const lost = useStore(store, (state) => state.lost[file]);
  const savedAt = useStore(store, (state) => state.savedAt[file]);
  const isWaiting = useStore(store, (state) => state.waiting[file]);
  const manifests = useStore(
    store,
    (state) => state.yard?.files.filter((one) => one.kind === "manifest") || NONE,
  );
  const [closed, setClosed] = useState(0);
  const [isAsking, setAsking] = useState(false);
  const [isDiscarding, setDiscarding] = useState(false);
  const [manifest, setManifest] = useState("");
  const seconds = useSeconds(savedAt);
  const when = savedAt ? t("banner.saved", { ago: ago(seconds, t) }) : "";
  const keeping = html`<button type="button" data-do="keep-in-list" title=${t("banner.keepHow")}
      onClick=${() => {
        setManifest(manifests[0]?.file || "");
        setAsking(true);
      }}>
      ${t("banner.keep")}</button>
    ${
      isAsking &&
      html`<${Question} title=${t("banner.keep")}
        answers=${[
          ["yes", t("banner.keep"), "main"],
          ["no", t("question.cancel")],
        ]}
        onAnswer=${(answer) => {
          setAsking(false);
          if (answer === "yes") model.keepInList(manifest);
        }}>
        <p>${t("banner.keepHow")}</p>
        <label class="field">
          ${t("banner.list")} <select value=${manifest}
            onChange=${(event) => setManifest(event.target.value)}>
            ${manifests.map((one) => html`<option key=${one.file} value=${one.file}>${one.file}</option>`)}
            <option value="">${t("company.new.company")}</option>
          </select></label></${Question}>`
    }`;
  if (isGone) {
    return html`<div class="banner warn" role="alert" data-banner="gone">
      <p>${t("design.gone")} ${t(model.draft > 0 ? "banner.goneDraft" : "banner.gone")}</p>
      <a class="button" href="/">${t("page.home")}</a></div>`;
  }
  if (lost?.length) {
    const labels = new Map(tree.instances.map((one) => [one.name, one.label]));
    const called = (one) => t("banner.one", { name: labels.get(one.name) || one.name, tag: one.inName });
    const names = lost.map(called).join(", ");
    return html`<div class="banner warn" role="alert" data-banner="lost">
      <p>${when} ${t("banner.lost", { names, count: lost.length })}</p>
      <button type="button" class="main" data-do="put-back" onClick=${model.putBack}>
        ${t("banner.putBack")}</button>
      ${keeping}
      <button type="button" class="link" onClick=${() => forgetLost(store, file)}>
        ${t("banner.leave")}</button></div>`;
  }
  if (isWaiting)
    return html`<div class="banner" role="status" data-banner="waiting"><p>${t("banner.waiting")}</p></div>`;
  if (savedAt && savedAt !== closed) {
    return html`<div class="banner" role="status" data-banner="saved">
      <p>${when} ${model.draft > 0 ? t("banner.both") : t("banner.judged")}</p>
      ${
        model.draft > 0 &&
        html`<button type="button" onClick=${() => setDiscarding(true)}>${t("banner.takeFile")}</button>`
      }
      <button type="button" class="link" onClick=${() => setClosed(savedAt)}>${t("notice.close")}</button>
      ${
        isDiscarding &&
        html`<${DiscardQuestion} t=${t}
          onAnswer=${(isYes) => {
            setDiscarding(false);
            if (isYes) model.discard();
          }} />`
      }</div>`;
  }
  if (model.isFlat && model.draft > 0 && isWritable)
    return html`<div class="banner" role="status" data-banner="flat">
      <p>${t("banner.flat")}</p>${keeping}</div>`;
  return null;
}

const NONE = [];
