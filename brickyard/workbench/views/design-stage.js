// The 3D view of a model on the bench: outlines, tints, turns; it keeps its camera when the model changes.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../dom.js";
import { Picture } from "../picture.js";

const { Drawing } = brickyardDrawing;
const { View } = brickyardView;
const { MOVES, listen } = brickyardHands;

// `does` are the answers to the pointer: point(piece), click(piece, event), swept(pieces, event), twice().
export function Stage({ file, name, scene, looks, does, isSweeping, isSlow, onView, t }) {
  const holder = useRef(null);
  const view = useRef(null);
  const [band, setBand] = useState(null);
  const [failed, setFailed] = useState("");
  const latest = useRef({ does, isSweeping });
  latest.current = { does, isSweeping };

  useEffect(() => {
    if (!scene?.scene) return undefined;
    let isGone = false;
    const canvas = document.createElement("canvas");
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    (async () => {
      try {
        const made = await Drawing.of(canvas, scene.scene);
        if (isGone) {
          made.close();
          return;
        }
        const before = view.current;
        const pose = before?.pose();
        holder.current.append(canvas);
        const next = new View(canvas, made, holder.current);
        if (pose) next.take(pose);
        await new Promise((drawn) => {
          next.drawn = () => drawn(next);
        });
        if (isGone) {
          next.close();
          canvas.remove();
          return;
        }
        before?.canvas.remove();
        before?.close();
        view.current = next;
        canvas.classList.add("live");
        const count = () => {
          if (holder.current)
            holder.current.dataset.drawn = String(Number(holder.current.dataset.drawn || 0) + 1);
        };
        next.drawn = count;
        count();
        listen(next, pointer(next, latest, setBand), keys(next, latest));
        canvas.addEventListener("webglcontextlost", () => {
          if (!next.isClosed) setFailed(t("stage.lost"));
        });
        setFailed("");
        holder.current.view = next;
        onView(next);
      } catch {
        setFailed(t("stage.none"));
        canvas.remove();
      }
    })();
    return () => {
      isGone = true;
    };
  }, [scene?.name]);
  useEffect(
    () => () => {
      view.current?.close();
      view.current = null;
      onView(null);
    },
    [],
  );

  const isReady = Boolean(view.current);
  useLayoutEffect(() => {
    view.current?.canvas.setAttribute("aria-label", t("stage.label", { name }));
  }, [name, isReady, view.current]);

  // What stands out: cheap, so done whenever it changes.
  useEffect(() => {
    const it = view.current;
    if (it) {
      it.drawing.outline(looks.heat);
      it.ask();
    }
  }, [looks.heat, view.current]);
  useEffect(() => {
    const it = view.current;
    if (it) {
      it.drawing.tint(looks.tint);
      it.ask();
    }
  }, [looks.tint, view.current]);
  useEffect(() => {
    const it = view.current;
    if (it) it.lightUp(looks.lit ? (step, mark, number) => looks.lit.has(number) : null);
  }, [looks.lit, view.current]);
  useEffect(() => {
    const it = view.current;
    if (it && (looks.apart || it.drawing.apart)) it.spread(looks.apart);
  }, [looks.apart, view.current]);

  return html`<div class=${`stage ${isSweeping ? "sweeps" : ""}`} ref=${holder}
    data-scene=${scene?.name || ""}>
    ${!isReady && html`<${Picture} file=${file} width=${960} alt=${name} />`}
    ${band && html`<div class="band" style=${band}></div>`}
    ${isSlow && scene && !isReady && !failed && html`<p class="failed" role="status">${t("stage.slow")}</p>`}
    ${failed && html`<p class="failed" role="status">${failed}</p>`}</div>`;
}

function pointer(view, latest, setBand) {
  let asked = null;
  let last = -1;
  const point = (piece) => {
    if (piece !== last) {
      last = piece;
      latest.current.does.point(piece);
    }
  };
  return {
    point(x, y) {
      const isNew = !asked;
      asked = [x, y];
      if (isNew)
        requestAnimationFrame(() => {
          if (asked && !view.isClosed) point(view.pieceAt(...asked));
          asked = null;
        });
    },
    leave: () => {
      asked = null;
      point(-1);
    },
    click: (x, y, event) => latest.current.does.click(view.pieceAt(x, y), event),
    twice: () => latest.current.does.twice(),
    sweeps: (event) => latest.current.isSweeping || event.shiftKey,
    sweeping(x0, y0, x1, y1) {
      const box = view.canvas.getBoundingClientRect();
      setBand({
        left: `${Math.min(x0, x1) - box.left}px`,
        top: `${Math.min(y0, y1) - box.top}px`,
        width: `${Math.abs(x1 - x0)}px`,
        height: `${Math.abs(y1 - y0)}px`,
      });
    },
    swept(corners, event) {
      setBand(null);
      if (corners) latest.current.does.swept(view.piecesBetween(...corners), event);
    },
  };
}

function keys(view, latest) {
  const moves = Object.entries(MOVES).map(([name, move]) => [name, () => move(view)]);
  return { ...Object.fromEntries(moves), fill: () => latest.current.does.fill() };
}
