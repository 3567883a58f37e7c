// What every view draws with: Preact, its hooks and htm, which are classic scripts.
const { h, render } = preact;
export const { useState, useEffect, useLayoutEffect, useMemo, useRef, useCallback, useId } = preactHooks;
export const html = htm.bind(h);
export { render };

// The state of a store, or a part of it; the view is drawn again when that part changes.
export function useStore(store, choose = (state) => state) {
  const [value, setValue] = useState(() => choose(store.get()));
  const latest = useRef(choose);
  latest.current = choose;
  useLayoutEffect(() => {
    const look = () => setValue(() => latest.current(store.get()));
    look();
    return store.subscribe(look);
  }, [store]);
  const now = choose(store.get());
  return Object.is(now, value) ? value : now;
}

// Hears events, {keydown: (event) => …}, as long as the view is there; `isFirst` before all others.
export function useEvents(hears, /** @type {EventTarget} */ target = window, isFirst = false) {
  const latest = useRef(hears);
  latest.current = hears;
  useEffect(() => {
    const stop = new AbortController();
    for (const name of Object.keys(hears)) {
      const hear = (event) => latest.current[name](event);
      target.addEventListener(name, hear, { capture: isFirst, signal: stop.signal });
    }
    return () => stop.abort();
  }, []);
}

// Whether the screen is as a question of CSS asks.
export function useMedia(question) {
  const media = useMemo(() => matchMedia(question), [question]);
  const [isSo, setSo] = useState(media.matches);
  useEvents({ change: () => setSo(media.matches) }, media);
  return isSo;
}

// While something is dragged, the value from before: nothing may move away under the hand until it is
// dropped.
export function useSteady(value) {
  const [isHeld, setHeld] = useState(false);
  const shown = useRef(value);
  const ends = () => setHeld(false);
  // Browsers send no pointer moves during a drag: if one comes, the drag is over, however it ended.
  useEvents({ dragstart: () => setHeld(true), dragend: ends, drop: ends, pointermove: ends }, window, true);
  if (!isHeld) shown.current = value;
  return shown.current;
}

// Runs `load` when one of `keys` changes; answers of an earlier run are thrown away.
export function useLoaded(load, keys) {
  const [state, setState] = useState({ value: null, error: null, isLoading: true });
  useEffect(() => {
    const stop = new AbortController();
    setState((before) => ({ ...before, isLoading: true }));
    load(stop.signal).then(
      (value) => {
        if (!stop.signal.aborted) setState({ value, error: null, isLoading: false });
      },
      (error) => {
        if (!stop.signal.aborted) setState((before) => ({ value: before.value, error, isLoading: false }));
      },
    );
    return () => stop.abort();
  }, keys);
  return state;
}
