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

// While something is dragged, the value from before: nothing may move away under the hand until it is
// dropped.
export function useSteady(value) {
  const [isHeld, setHeld] = useState(false);
  const shown = useRef(value);
  useEffect(() => {
    const begins = () => setHeld(true);
    const ends = () => setHeld(false);
    // Browsers send no pointer moves during a drag: if one comes, the drag is over, however it ended.
    const all = { dragstart: begins, dragend: ends, drop: ends, pointermove: ends };
    for (const [name, does] of Object.entries(all)) addEventListener(name, does, true);
    return () => {
      for (const [name, does] of Object.entries(all)) removeEventListener(name, does, true);
    };
  }, []);
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
