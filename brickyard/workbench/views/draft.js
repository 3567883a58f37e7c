// A YAML file that is being changed: its text, its value and its verdict, one change after the other.
import { html, useEffect, useRef, useState, useStore } from "../dom.js";
import { notify } from "../store.js";
import { DiscardQuestion } from "../pieces.js";
import { go } from "../router.js";
import { applied } from "./manifests.js";

const NOTHING = {
  text: "",
  value: null,
  check: null,
  version: "",
  draft: 0,
  isBusy: true,
  isLoaded: false,
  error: "",
  clash: null,
};

export function useDraft(file, { api, store, t }) {
  const [state, setState] = useState({ ...NOTHING, file });
  const now = useRef(state);
  const queue = useRef(Promise.resolve());
  const pending = useRef([]);
  const put = (patch) => {
    now.current = { ...now.current, ...patch };
    setState(now.current);
  };
  const after = (work) => {
    queue.current = queue.current.then(work, work);
    return queue.current;
  };
  const read = async () => {
    const answer = await api.get("text", { file });
    if (now.current.file === file)
      put({ ...answer, told: answer.value, isBusy: false, isLoaded: true, error: "" });
  };
  const load = () =>
    after(() => read().catch((error) => put({ isBusy: false, isLoaded: true, error: error.message })));
  useEffect(() => {
    put({ ...NOTHING, file });
    if (file) load();
  }, [file]);
  // Another page or another program has changed it, or a model that it names.
  const seen = useStore(store, (one) => one.seen);
  const known = useRef(seen);
  useEffect(() => {
    const before = known.current;
    known.current = seen;
    const others = Object.keys(seen).filter((name) => seen[name] !== before[name]);
    if (!file || !others.length) return;
    const isModel = others.some((name) => name !== file && now.current.text.includes(name.split("/").pop()));
    // Events tell our own changes, too; by then the answer is here.
    if (isModel) load();
    else if (others.includes(file))
      after(async () => {
        if (isOld()) await read().catch(() => {});
      });
  }, [seen]);
  const isOld = () => {
    const ours = store.get().yard?.files.find((one) => one.file === file);
    return (
      ours &&
      (ours.version !== now.current.version ||
        ours.draft > now.current.draft ||
        (ours.draft === 0 && now.current.draft > 0))
    );
  };
  const post = async (name, body) => {
    put({ isBusy: true });
    try {
      const { value, ...answer } = await api.post(name, { file, draft: now.current.draft, ...body });
      // If more changes are on their way, the page shows more than this answer.
      put({
        ...answer,
        told: value,
        ...(pending.current.length ? {} : { value }),
        isBusy: pending.current.length > 0,
        error: "",
      });
    } catch (error) {
      put({ isBusy: false, error: error.message, value: now.current.told });
      if (error.status === 409) {
        notify(store, t("draft.others"), "plain");
        await read();
      }
    }
  };
  const send = (name, body) => after(() => post(name, body));
  // Changes that come while another is being judged are sent together.
  const edit = (...edits) => {
    pending.current.push(...edits);
    put({ isBusy: true, ...(now.current.value ? { value: applied(now.current.value, edits, file) } : {}) });
    if (pending.current.length === edits.length)
      after(() => post("edit", { edits: pending.current.splice(0) }));
  };
  const save = (extra = {}) =>
    after(async () => {
      put({ isBusy: true });
      try {
        const answer = await api.post("save", {
          file,
          version: now.current.version,
          draft: now.current.draft,
          ...extra,
        });
        put({ version: answer.version, draft: 0, isBusy: false, error: "", clash: null });
        notify(
          store,
          answer.kept
            ? t("draft.savedKept", { file: answer.file, kept: answer.kept })
            : t("draft.saved", { file: answer.file }),
          "good",
        );
        if (answer.file !== file)
          go(`${location.pathname}?file=${encodeURIComponent(answer.file)}`, { replace: true });
        else await read();
      } catch (error) {
        put({
          isBusy: false,
          ...(error.status === 409 ? { clash: { ...error.body, extra } } : { error: error.message }),
        });
      }
    });
  return {
    ...state,
    edit,
    write: (text) => send("text", { text }),
    addGame: (log, unfinished) => send("add-game", { log, unfinished }),
    undo: () => send("undo", {}),
    redo: () => send("redo", {}),
    save,
    forgetClash: () => put({ clash: null }),
    forget: async () => {
      await api.post("discard", { file });
      put({ clash: null });
      if (now.current.version) await load();
    },
    report: state.check?.reports?.[0] || null,
  };
}

// Undo, redo, Save or Download, and the question when the file has changed on disk meanwhile.
export function SaveBar({ draft, api, store, t, children, isAlone }) {
  const ours = useStore(store, (one) => one.yard?.files.find((each) => each.file === draft.file));
  const yard = useStore(store, (one) => one.yard);
  const [isAsking, setAsking] = useState(false);
  const { address } = api;
  // A dropped list leaves with its models, as one .zip; an edition is a file by itself.
  const isReadOnly = Boolean(
    yard?.readOnly || (ours?.dropped ? yard?.examples || !isAlone : ours?.writable === false),
  );
  const answered = async (isYes) => {
    setAsking(false);
    if (!isYes) return;
    await draft.forget();
    // A file that was never saved is gone.
    if (!draft.version) {
      await store.loadYard();
      go(location.pathname);
    }
  };
  // What was dropped lives until the workbench stops; saved, it goes into the folder.
  const save = () => draft.save(ours?.dropped ? { as: draft.file.split("/").pop() } : {});
  return html`<div class="save-bar" role="group" aria-label=${t("draft.bar")}>
      <button type="button" disabled=${draft.canUndo === false} onClick=${draft.undo}>
        ${t("draft.undo")}</button>
      <button type="button" disabled=${draft.canRedo === false} onClick=${draft.redo}>
        ${t("draft.redo")}</button>
      ${children}
      ${
        draft.draft > 0 &&
        html`<button type="button" onClick=${() => setAsking(true)}>${t("draft.discard")}</button>`
      }
      ${
        isReadOnly
          ? html`<a class="button main" href=${address("download", { file: draft.file })} download>
            ${t("draft.download")}</a>`
          : html`<button type="button" class="main" disabled=${draft.draft === 0 && !ours?.dropped}
            onClick=${save}>
            ${t(ours?.dropped ? "draft.saveHere" : "draft.save")}</button>`
      }
      <span class="small state" role="status">
        ${draft.draft > 0 ? t("draft.unsaved") : t("draft.asOnDisk")}</span></div>
    ${isAsking && html`<${DiscardQuestion} onAnswer=${answered} t=${t} />`}
    ${draft.error && html`<p class="problem" role="alert">${draft.error}</p>`}
    ${
      draft.clash &&
      html`<div class="problem" role="alertdialog" aria-label=${t("draft.clashTitle")}>
        <p>${draft.clash.error || t("draft.clash")}</p>
        <button type="button" onClick=${() => draft.save({ ...draft.clash.extra, force: true })}>
          ${t(draft.clash.theirs ? "draft.overwrite" : "clash.again")}</button>
        ${" "}
        ${
          draft.clash.extra.as || !draft.clash.theirs
            ? html`<button type="button" onClick=${draft.forgetClash}>${t("question.cancel")}</button>`
            : html`<button type="button" onClick=${draft.forget}>${t("draft.reload")}</button>`
        }</div>`
    }`;
}
