// What the server says of each design: asked once, a few files at a time in three requests.
import { html, useEffect, useRef, useState, useStore } from "../dom.js";
import { holdDrawing, Picture } from "../picture.js";

const known = new Map();
const waiting = [];
const AT_ONCE = 3;
const TOGETHER = 5;
let running = 0;

function next() {
  while (running < AT_ONCE && waiting.length) {
    running += 1;
    ask(waiting.splice(0, TOGETHER)).then(() => {
      running -= 1;
      next();
    });
  }
  holdDrawing(waiting.length > 0);
}

// Those that can't be opened are asked for again alone, for the reason.
async function ask(some) {
  const files = some.filter((one) => one.kind !== "campaign").map((one) => one.file);
  const found = files.length > 1 ? await some[0].api.get("card", { file: files }).catch(() => null) : null;
  const cards = new Map((found?.cards || []).map((card) => [card.file, card]));
  for (const { api, file, kind, done } of some) {
    const card = cards.get(file);
    const alone = () => asked[kind === "campaign" ? kind : "card"](api, file);
    await (card ? Promise.resolve(card) : alone()).then(
      (value) => done({ value }),
      (error) => done({ error }),
    );
  }
}

// Changes whenever the file does.
export function useMark(file, store) {
  const own = (file || "").split("#")[0].split(/:(?=[^/]*$)/)[0];
  return useStore(store, (state) => {
    const one = state.yard?.files.find((each) => each.file === own);
    return one ? `${one.version}/${one.draft}` : "";
  });
}

// A campaign has no card: its report stands for one.
const asked = {
  card: (api, file) => api.get("card", { file }).then(({ cards }) => cards[0]),
  campaign: (api, file) =>
    api.get("check", { file }).then(({ reports: [report] }) => ({
      ...report,
      verdict: report,
      units: [],
      forces: report.units.length,
      fielded: report.units.map((one) => one.file).filter(Boolean),
    })),
};

// The card of a file as it is now; {value} or {error}, null until it is there.
export function useCard(file, { api, store, kind }, isWanted = true) {
  const key = `${file} ${useMark(file, store)}`;
  const [, again] = useState(0);
  const shown = useRef(null);
  useEffect(() => {
    if (!isWanted || !file) return undefined;
    let isHere = true;
    if (!known.has(key)) {
      const entry = { answer: null, listeners: new Set() };
      known.set(key, entry);
      const done = (answer) => {
        entry.answer = answer;
        entry.listeners.forEach((tell) => tell());
        entry.listeners.clear();
      };
      waiting.push({ api, file, kind, done });
      next();
    }
    const entry = known.get(key);
    if (entry.answer) again((n) => n + 1);
    else
      entry.listeners.add(() => {
        if (isHere) again((n) => n + 1);
      });
    return () => {
      isHere = false;
    };
  }, [key, isWanted]);
  const answer = known.get(key)?.answer || null;
  if (answer) shown.current = answer;
  return answer || shown.current;
}

// Whether an element has become visible.
export function useInSight() {
  const element = useRef(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !element.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((one) => one.isIntersecting)) setSeen(true);
      },
      { rootMargin: "200px" },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return [element, isSeen];
}

// A small still of a design that is asked for again when the file changes.
export function Portrait({ file, store }) {
  const mark = useMark(file, store);
  const role = useStore(store, (state) => state.yard?.files.find((one) => one.file === file)?.role);
  return html`<span class="portrait"><${Picture} file=${file} role=${role} version=${mark} /></span>`;
}
