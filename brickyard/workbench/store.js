// The one state of the page: what the server has said, by file; views read it with useStore.
export function createStore(initial) {
  let state = initial;
  const listeners = new Set();
  return {
    get: () => state,
    // All files anew: the page says how.
    loadYard: async () => {},
    // A patch, or a function from the state to one.
    set(patch) {
      const next = typeof patch === "function" ? patch(state) : patch;
      if (!next) return;
      state = { ...state, ...next };
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const EMPTY = {
  // The answer of /api/yard; null until it is there.
  yard: null,
  // Counts the events of each file: a view that depends on it asks again.
  seen: {},
  // "connecting", "watching" or "lost".
  connection: "connecting",
  // By file: tags that a save took away, as the server told them.
  lost: {},
  // Files whose lost tags were put back or given up, or are being looked for: the yard needn't report them
  // again.
  left: {},
  // By file: when it was last saved elsewhere.
  savedAt: {},
  // By file: the version that this page has saved.
  own: {},
  // Files that are being saved by another program.
  waiting: {},
  // What is being made, by number.
  jobs: {},
  // Words for a moment: {text, kind: "good" | "bad" | "plain", number}.
  notices: [],
};

let notices = 0;
export function notify(store, text, kind = "plain") {
  const number = ++notices;
  store.set((state) => ({ notices: [...state.notices, { text, kind, number }] }));
  if (kind !== "bad") setTimeout(() => forget(store, number), 6000);
  return number;
}

export const isOver = (job) => ["done", "failed", "stopped"].includes(job?.state);

// Asks the server for something; if that fails, says why.
export const attempt = (store, work) => work().catch((error) => notify(store, error.message, "bad"));

export function forget(store, number) {
  store.set((state) => ({ notices: state.notices.filter((one) => one.number !== number) }));
}

const touched = (state, file) => ({ seen: { ...state.seen, [file]: (state.seen[file] || 0) + 1 } });

function withFile(state, file, patch) {
  const yard = state.yard;
  if (!yard) return {};
  return {
    yard: { ...yard, files: yard.files.map((one) => (one.file === file ? { ...one, ...patch } : one)) },
  };
}

const without = (all, key) => Object.fromEntries(Object.entries(all).filter(([name]) => name !== key));

// What an event of the server does to the state; `loadYard` is called when the list of files is another one.
export function apply(store, event, data, loadYard) {
  const { file } = data;
  if (event === "changed") {
    store.set((state) => {
      const before = state.yard?.files.find((one) => one.file === file);
      const isElsewhere =
        before && data.version && before.version !== data.version && state.own[file] !== data.version;
      return {
        ...touched(state, file),
        ...withFile(state, file, { version: data.version, draft: data.draft }),
        savedAt: isElsewhere ? { ...state.savedAt, [file]: Date.now() } : state.savedAt,
        // If tags are still missing, another event follows.
        lost: isElsewhere ? without(state.lost, file) : state.lost,
        left: isElsewhere ? { ...state.left, [file]: true } : state.left,
        waiting: without(state.waiting, file),
        // The event of our own save comes only once.
        own: without(state.own, file),
      };
    });
  } else if (event === "judged") {
    store.set((state) => withFile(state, file, { verdict: data.verdict }));
  } else if (event === "added" || event === "removed") {
    // A file that is gone must be known as such before views ask about it again.
    loadYard().then(() => store.set((state) => touched(state, file)));
  } else if (event === "tags-lost") {
    store.set((state) => ({ lost: { ...state.lost, [file]: data.tags }, left: without(state.left, file) }));
  } else if (event === "waiting") {
    store.set((state) => ({ waiting: { ...state.waiting, [file]: true } }));
  } else if (event === "restarted") {
    loadYard();
    store.set((state) => ({
      seen: Object.fromEntries(
        (state.yard?.files || []).map((one) => [one.file, (state.seen[one.file] || 0) + 1]),
      ),
    }));
  } else if (event === "job") {
    store.set((state) => ({ jobs: { ...state.jobs, [data.id]: { ...state.jobs[data.id], ...data } } }));
  }
}

// This page has saved it: changes heard since `begun` are its own.
export function noteSaved(store, file, version, begun) {
  const isTold = (state) => state.yard?.files.find((one) => one.file === file)?.version === version;
  store.set((state) => ({
    own: isTold(state) ? state.own : { ...state.own, [file]: version },
    savedAt: state.savedAt[file] >= begun ? without(state.savedAt, file) : state.savedAt,
  }));
}

export function forgetLost(store, file) {
  store.set((state) => ({ lost: without(state.lost, file), left: { ...state.left, [file]: true } }));
}

// In the order in which they were begun. What ended after the yard was asked was heard before it came; slow
// answers that are no longer reported have arrived.
function jobsOf(heard, told) {
  const isNews = (job) => isOver(job) || !told.some((one) => one.id === job.id);
  return [...told, ...Object.values(heard).filter((job) => job.what !== "answer" && isNews(job))];
}

// All files anew, with the tags that are known to be lost: a page that was loaded again has not heard of
// them.
export function putYard(store, yard) {
  store.set((state) => ({
    yard,
    lost: {
      ...Object.fromEntries(
        yard.files
          .filter((one) => one.lost.length && !state.left[one.file])
          .map((one) => [one.file, one.lost]),
      ),
      ...state.lost,
    },
    jobs: Object.fromEntries(jobsOf(state.jobs, yard.jobs).map((job) => [job.id, job])),
  }));
}
