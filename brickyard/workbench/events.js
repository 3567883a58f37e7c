// Listens to the server's events. All tabs share one stream: a browser has only six connections to a server.
const EVENTS = ["changed", "judged", "added", "removed", "tags-lost", "job", "waiting", "restarted"];
const AGAIN = 3000;

// `hear(event, data)` for each event, `state("watching" | "lost")` when the line opens or breaks. Tabs that
// give the same `name` belong together: the one that has the lock has the stream and tells the others, and
// when it leaves another takes over.
export function createLine(name, hear, state, parse) {
  let channel = navigator.locks ? new BroadcastChannel(name) : null;
  let last = 0;
  let now = "";
  let isLeading = false;
  let leave = null;
  const put = (next) => {
    now = next;
    state(next);
  };
  const tell = (message) => channel?.postMessage({ ...message, last });
  const note = (number) => {
    last = Math.max(last, Number(number) || 0);
  };

  if (channel) {
    channel.onmessage = ({ data: told }) => {
      if (told.asks) {
        if (isLeading && now) tell({ state: now });
        return;
      }
      note(told.last);
      if (told.state) put(told.state);
      if (told.event) hear(told.event, told.data);
    };
  }

  // Until this tab leaves, or the server refuses.
  const lead = (signal) =>
    new Promise((done) => {
      const source = new EventSource(`/api/events${last ? `?since=${last}` : ""}`);
      const both = (next) => {
        put(next);
        tell({ state: next });
      };
      const end = () => {
        source.close();
        isLeading = false;
        done(null);
      };
      isLeading = true;
      signal.addEventListener("abort", end);
      source.onopen = () => both("watching");
      source.onerror = () => {
        both("lost");
        // A browser tries again by itself, but not when it was refused.
        if (source.readyState === EventSource.CLOSED) setTimeout(end, AGAIN);
      };
      for (const event of EVENTS) {
        source.addEventListener(event, (heard) => {
          const data = parse(heard.data);
          // After `restarted` the numbers begin anew.
          if (event === "restarted") last = 0;
          note(heard.lastEventId);
          hear(event, data);
          tell({ event, data });
        });
      }
    });
  const begin = async () => {
    if (leave) return;
    const leaving = (leave = new AbortController());
    const { signal } = leaving;
    tell({ asks: true });
    while (!signal.aborted) {
      try {
        await (channel ? navigator.locks.request(name, { signal }, () => lead(signal)) : lead(signal));
      } catch {
        // Where a browser has no locks, or allows none, each tab has a stream of its own.
        if (!signal.aborted) {
          channel?.close();
          channel = null;
        }
      }
    }
  };
  addEventListener("pagehide", () => {
    leave?.abort();
    leave = null;
  });
  // A page that Back brings from memory has missed what happened meanwhile.
  addEventListener("pageshow", (event) => {
    if (event.persisted) {
      put("lost");
      begin();
    }
  });
  // Everything up to this event is known: the stream goes on after it.
  return { begin, note };
}
