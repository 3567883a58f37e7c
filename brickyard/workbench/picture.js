// Stills of files. Those that were drawn before come many at a time; others are drawn two at a time, after
// the verdicts: a browser has six connections to a server, and verdicts need some.
import { html, useEffect, useRef, useState } from "./dom.js";
import { query } from "./api.js";

const AT_ONCE = 2;
const TOGETHER = 20;
// All portraits have one size: what one page has drawn, others have at once.
const WIDTH = 360;
const waiting = [];
let running = 0;
let areHeld = false;
const asked = [];

// While cards wait for their verdicts nothing is drawn.
export function holdDrawing(isWanted) {
  areHeld = isWanted;
  next();
}

// The address of a portrait that was drawn before; "" of one that can't be drawn, null of one that must be.
function keptPortrait(file) {
  if (!asked.length) setTimeout(() => asked.length && askTogether());
  return new Promise((tell) => asked.push({ file, tell }));
}

async function askTogether() {
  const some = asked.splice(0, TOGETHER);
  if (asked.length) askTogether();
  const address = `/api/pictures${query({ file: some.map((one) => one.file), width: WIDTH })}`;
  const read = (answer) => answer.json();
  const { pictures = {} } = await fetch(address).then(read, () => ({}));
  for (const { file, tell } of some) tell(pictures[file] ?? null);
}

function next() {
  while (!areHeld && running < AT_ONCE && waiting.length) {
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
  // What is shown of which source; which source must be drawn; which is loaded, or can't be had.
  const [due, setDue] = useState({ source: "", address: "" });
  const [drawn, setDrawn] = useState("");
  const [over, setOver] = useState({ source: "", isDrawn: false });
  const image = useRef(null);
  const end = useRef(() => {});
  const source = `/api/picture${query({ file, width, v: version })}`;
  const isOver = over.source === source;
  useEffect(() => {
    let isHere = !isOver;
    const take = (address) => {
      if (isHere && address) setDue({ source, address });
      else if (isHere && address === null) setDrawn(source);
      else if (isHere) setOver({ source, isDrawn: false });
    };
    if (width !== WIDTH) take(null);
    else if (isHere) keptPortrait(file).then(take);
    return () => {
      isHere = false;
    };
  }, [source]);
  useEffect(() => {
    if (isOver || drawn !== source) return undefined;
    end.current = takeTurn(isFar, () => setDue({ source, address: source }));
    return () => end.current();
  }, [source, drawn, isFar && due.source !== source, isOver]);
  // A picture that is no longer on the page needn't be drawn.
  useEffect(() => {
    const element = image.current;
    return () => {
      if (element && !element.complete) element.src = "";
    };
  }, [due.source]);
  const done = (isDrawn) => {
    end.current();
    setOver({ source, isDrawn });
  };
  const shape = `of-${role || "frame"}`;
  const isWaiting = isOver ? !over.isDrawn : due.source !== source;
  if (isWaiting) return html`<span class=${`image blank ${shape}`} aria-hidden="true"></span>`;
  const kind = isOver ? "image" : `image loading ${shape}`;
  return html`<img key=${source} ref=${image} class=${kind} src=${due.address}
    alt=${alt} width=${width} height=${Math.round(width * 0.75)} decoding="async"
    onLoad=${() => done(true)} onError=${() => done(false)} />`;
}
