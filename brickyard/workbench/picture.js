// Stills of files, two at a time: a browser has six connections to a server, and verdicts need some.
import { html, useEffect, useMedia, useRef, useState } from "./dom.js";
import { query } from "./api.js";

const AT_ONCE = 2;
// All portraits have one size: what one page has drawn, others have at once.
const WIDTH = 360;
const waiting = [];
let running = 0;

function next() {
  while (running < AT_ONCE && waiting.length) {
    const turn = waiting.shift();
    turn.isRunning = true;
    running += 1;
    turn.begin();
  }
}

// Waits for its turn, behind all that are nearer; `end()` when it is loaded or no longer wanted.
function takeTurn(isFar, begin) {
  const turn = { isFar, begin, isRunning: false };
  const at = isFar ? -1 : waiting.findIndex((one) => one.isFar);
  waiting.splice(at < 0 ? waiting.length : at, 0, turn);
  next();
  return () => {
    const place = waiting.indexOf(turn);
    if (place >= 0) waiting.splice(place, 1);
    if (turn.isRunning) running -= 1;
    turn.isRunning = false;
    next();
  };
}

// A still of a file; `version` (any text) makes the browser ask again. Until it is there, the shape of its
// `role`. Those that are `isFar`, out of sight, come last.
export function Picture({ file, width = WIDTH, role = "", version = "", alt = "", isFar = false }) {
  const theme = useMedia("(prefers-color-scheme: dark)") ? "dark" : "light";
  const [due, setDue] = useState("");
  const [over, setOver] = useState({ source: "", isDrawn: false });
  const image = useRef(null);
  const end = useRef(() => {});
  const source = `/api/picture${query({ file, width, theme, v: version })}`;
  const isOver = over.source === source;
  useEffect(() => {
    if (isOver) return undefined;
    end.current = takeTurn(isFar, () => setDue(source));
    return () => end.current();
  }, [source, isFar && due !== source, isOver]);
  // A picture that is no longer on the page needn't be drawn.
  useEffect(() => {
    const element = image.current;
    return () => {
      if (element && !element.complete) element.src = "";
    };
  }, [due]);
  const done = (isDrawn) => {
    end.current();
    setOver({ source, isDrawn });
  };
  const shape = `of-${role || "frame"}`;
  const isWaiting = isOver ? !over.isDrawn : due !== source;
  if (isWaiting) return html`<span class=${`image blank ${shape}`} aria-hidden="true"></span>`;
  const kind = isOver ? "image" : `image loading ${shape}`;
  return html`<img key=${source} ref=${image} class=${kind} src=${source}
    alt=${alt} width=${width} height=${Math.round(width * 0.75)} decoding="async"
    onLoad=${() => done(true)} onError=${() => done(false)} />`;
}
