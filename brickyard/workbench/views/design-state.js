// A model on the bench: its card, its 3D scene and its pieces, and every change that is made to it, one after
// the other.
import { useEffect, useRef, useState, useStore } from "../dom.js";
import { attempt, forgetLost, noteSaved, notify } from "../store.js";
import { go } from "../router.js";

const NOTHING = {
  card: null,
  scene: null,
  version: "",
  draft: 0,
  isLoaded: false,
  isBusy: false,
  error: "",
  sceneError: "",
  clash: null,
  canUndo: null,
  canRedo: null,
  isFlat: false,
  // What this file can't take, and why: it can go on as another.
  cannot: null,
  // How many pieces, where there are so many that they are drawn only if that is wanted.
  many: 0,
  isWhole: false,
};

export function useModel(file, { api, store, t }) {
  const [state, setState] = useState({ ...NOTHING, file });
  const now = useRef(state);
  const queue = useRef(Promise.resolve());
  const put = (patch) => {
    now.current = { ...now.current, ...patch };
    setState(now.current);
  };
  const ours = () => store.get().yard?.files.find((one) => one.file === file);
  const isShown = () => now.current.file === file;
  // One request after the other: the answer to a click must not be overtaken by an older one.
  const after = (work) => {
    queue.current = queue.current.then(work, work);
    return queue.current;
  };

  const askScene = async () => {
    try {
      const { scene, isWhole } = now.current;
      const answer = await api.get("scene", { file, have: scene?.name, all: isWhole });
      if (!isShown()) return;
      put({ many: answer.many || 0 });
      if (answer.many) return;
      const whole = { ...answer, scene: answer.scene || now.current.scene?.scene };
      put({ scene: whole, sceneError: "", isFlat: answer.flat });
    } catch (error) {
      if (isShown()) put({ sceneError: error.message });
    }
  };
  // While there are unsaved changes, this is the version they began with: Save compares it with the disk.
  const standing = (told) => {
    const { version, draft } = now.current;
    const isWaiting = draft > 0 && told?.draft > 0 && version;
    return { version: isWaiting ? version : (told?.version ?? version), draft: told?.draft ?? draft };
  };
  const load = () =>
    after(async () => {
      const known = ours();
      put({ isBusy: true });
      const scene = askScene();
      try {
        const card = await api.get("card", { file });
        if (isShown())
          put({ card, error: "", isLoaded: true, canUndo: null, canRedo: null, ...standing(known) });
      } catch (error) {
        if (isShown()) put({ error: error.message, isLoaded: true });
      }
      await scene;
      if (isShown()) put({ isBusy: false });
    });

  useEffect(() => {
    put({ ...NOTHING, file });
    if (file) load();
  }, [file]);

  // Another program has saved it, or another tab has changed it.
  const known = useStore(store, (one) => {
    const it = one.yard?.files.find((each) => each.file === file);
    return it ? `${it.version} ${it.draft}` : "";
  });
  const seen = useStore(store, (one) => one.seen[file] || 0);
  const seenBefore = useRef(seen);
  useEffect(() => {
    const isEvent = seen !== seenBefore.current;
    seenBefore.current = seen;
    after(async () => {
      const it = ours();
      if (!it || !now.current.isLoaded) return;
      const isOther = it.version !== now.current.version || it.draft !== now.current.draft;
      if (!now.current.version && !isEvent) {
        put({ version: it.version, draft: it.draft });
        return;
      }
      if (isOther) load();
    });
  }, [known, seen]);

  // A change of tags, an undo, a redo: all of them answer with the new card. What is asked may depend on the
  // model as it is by then.
  const send = (name, body = (_scene) => ({}), hasDraft = true) =>
    after(async () => {
      const asked = body(now.current.scene);
      if (!asked) return null;
      put({ isBusy: true });
      try {
        const answer = await api.post(name, {
          file,
          ...(hasDraft ? { draft: now.current.draft } : {}),
          ...asked,
        });
        put({
          ...standing(answer),
          card: answer.card || now.current.card,
          error: "",
          canUndo: answer.canUndo ?? null,
          canRedo: answer.canRedo ?? null,
        });
        // What couldn't be put back stays until it is read.
        for (const said of answer.said || []) notify(store, said, name === "restore" ? "bad" : "plain");
        await askScene();
        put({ isBusy: false });
        return answer;
      } catch (error) {
        put({ isBusy: false, cannot: error.body?.goOn ? { asked, why: error.message } : null });
        if (error.body?.goOn) return null;
        notify(store, error.status === 409 ? t("design.others") : error.message, "bad");
        if (error.status === 409) load();
        return null;
      }
    });

  const save = (/** @type {Record<string, any>} */ extra = {}) =>
    after(async () => {
      put({ isBusy: true });
      const begun = Date.now();
      try {
        const answer = await api.post("save", {
          file,
          version: now.current.version,
          draft: now.current.draft,
          ...extra,
        });
        put({ version: answer.version, draft: 0, isBusy: false, clash: null, isFlat: false });
        noteSaved(store, answer.file, answer.version, begun);
        notify(
          store,
          answer.kept
            ? t("design.savedKept", { file: answer.file, kept: answer.kept })
            : t("design.saved", { file: answer.file }),
          "good",
        );
        await store.loadYard();
        if (answer.file !== file) go(`/design?file=${encodeURIComponent(answer.file)}`);
        return true;
      } catch (error) {
        put({ isBusy: false });
        if (error.status === 409 && !extra.as) put({ clash: { ...error.body, error: error.message } });
        else notify(store, error.message, "bad");
        return false;
      }
    });

  const putBack = () =>
    send("restore", undefined, false).then((answer) => {
      if (answer) forgetLost(store, file);
    });
  // Without a list one is begun.
  const keepInList = (list) =>
    after(() =>
      attempt(store, async () => {
        const begun = { what: "company", name: t("company.new.company"), empty: true };
        const manifest = list || (await api.post("new", begun)).file;
        await api.post("keep-in-list", { file, manifest });
        forgetLost(store, file);
        notify(store, t("design.keptInList", { manifest }), "good");
        await store.loadYard();
      }),
    );

  return {
    ...state,
    // `changesIn(scene)`: pieces have other numbers after each change, and clicks may come faster than
    // answers.
    tag: (changesIn) =>
      send("tag", (scene) => {
        const changes = changesIn(scene);
        return changes.length ? { changes } : null;
      }),
    goOn: (isYes) => {
      const { cannot, draft } = now.current;
      put({ cannot: null });
      if (isYes)
        attempt(store, async () => {
          const answer = await api.post("tag", { file, draft, ...cannot.asked, "go-on": true });
          await store.loadYard();
          go(`/design?file=${encodeURIComponent(answer.file)}`);
        });
    },
    drawAll: () => {
      put({ isWhole: true });
      return after(askScene);
    },
    undo: () => send("undo"),
    redo: () => send("redo"),
    save,
    forgetClash: () => put({ clash: null }),
    discard: async () => {
      await attempt(store, () => api.post("discard", { file }));
      put({ clash: null });
      await store.loadYard();
      await load();
    },
    putBack,
    keepInList,
  };
}
