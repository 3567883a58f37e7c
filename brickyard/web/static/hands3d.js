// What pointers, wheels, fingers and keys do with a view of a canvas.
"use strict";

var brickyardHands = (() => {
  // What buttons and keys do with a view.
  const MOVES = {
    left: (view) => view.turn(-0.15, 0),
    right: (view) => view.turn(0.15, 0),
    up: (view) => view.turn(0, 0.12),
    down: (view) => view.turn(0, -0.12),
    nearer: (view) => view.closer(1.2),
    farther: (view) => view.closer(1 / 1.2),
    home: (view) => view.home(),
    pushLeft: (view) => view.push(-40, 0),
    pushRight: (view) => view.push(40, 0),
    pushUp: (view) => view.push(0, -40),
    pushDown: (view) => view.push(0, 40),
  };
  const KEYED = {
    ArrowLeft: "left",
    ArrowRight: "right",
    ArrowUp: "up",
    ArrowDown: "down",
    "+": "nearer",
    "=": "nearer",
    "-": "farther",
    Home: "home",
    f: "fill",
    F: "fill",
    "Shift ArrowLeft": "pushLeft",
    "Shift ArrowRight": "pushRight",
    "Shift ArrowUp": "pushUp",
    "Shift ArrowDown": "pushDown",
  };

  // Pointer, wheel, touch and keys on a canvas; `told` hears which piece is pointed at, and which is clicked.
  function listen(view, told, does) {
    const canvas = view.canvas;
    const down = new Map();
    let middle = null;
    let spread = 0;
    let moved = 0;
    let isEngaged = false;
    let swept = null;
    let isPushed = false;
    const isFilled = () => canvas.closest(".filled") !== null;
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      down.set(event.pointerId, [event.clientX, event.clientY]);
      middle = null;
      spread = moved = 0;
      isEngaged = true;
      isPushed = event.button > 0;
      swept = down.size === 1 && !isPushed && told.sweeps?.(event) ? [event.clientX, event.clientY] : null;
      if (event.shiftKey && !swept) isPushed = true;
    });
    // The other buttons move the picture: no menu, and no page that scrolls by itself.
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("mousedown", (event) => {
      if (event.button === 1) event.preventDefault();
    });
    addEventListener("pointerdown", (event) => {
      if (event.target !== canvas) isEngaged = false;
    });
    canvas.addEventListener("blur", () => {
      isEngaged = false;
    });
    canvas.addEventListener("pointermove", (event) => {
      const before = down.get(event.pointerId);
      if (!before) {
        if (event.pointerType !== "touch") told.point(event.clientX, event.clientY);
        return;
      }
      down.set(event.pointerId, [event.clientX, event.clientY]);
      const across = event.clientX - before[0];
      const along = event.clientY - before[1];
      moved += Math.abs(across) + Math.abs(along);
      if (down.size === 1 && swept) {
        told.sweeping(...swept, event.clientX, event.clientY);
        return;
      }
      if (down.size === 1 && isPushed) {
        view.push(across, along);
        return;
      }
      if (down.size === 1) {
        // One finger that goes up or down moves the page; in a full screen there is no page to move.
        const isBound = event.pointerType === "touch" && !isFilled();
        view.turn(across * 0.009, isBound ? 0 : along * 0.009);
        return;
      }
      const [a, b] = [...down.values()];
      const now = Math.hypot(a[0] - b[0], a[1] - b[1]);
      const at = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
      if (spread) view.closer(now / spread);
      if (middle) view.push(at[0] - middle[0], at[1] - middle[1]);
      [spread, middle] = [now, at];
    });
    const up = (event) => {
      const isOurs = down.delete(event.pointerId) && event.type === "pointerup";
      if (isOurs && moved < 6 && !event.button) told.click(event.clientX, event.clientY, event);
      if (swept) told.swept(isOurs && moved >= 6 ? [...swept, event.clientX, event.clientY] : null, event);
      swept = null;
      middle = null;
      spread = 0;
    };
    canvas.addEventListener("pointerup", up);
    canvas.addEventListener("pointercancel", up);
    canvas.addEventListener("pointerleave", () => told.leave());
    // Two fingers are ours, one is the page's as far as it goes up or down.
    canvas.addEventListener(
      "touchmove",
      (event) => {
        if (event.touches.length > 1 && event.cancelable) event.preventDefault();
      },
      { passive: false },
    );
    canvas.addEventListener(
      "wheel",
      (event) => {
        // A page must still scroll: only with the key that zooms elsewhere too, after a click, or with
        // nothing else there.
        if (!event.ctrlKey && !isEngaged && !isFilled()) {
          told.scrolled?.();
          return;
        }
        if (view.closer(Math.exp(-event.deltaY * 0.0015)) || event.ctrlKey || isFilled())
          event.preventDefault();
      },
      { passive: false },
    );
    canvas.addEventListener("keydown", (event) => {
      const name = (event.shiftKey && KEYED[`Shift ${event.key}`]) || KEYED[event.key];
      if (event.key === "Escape") isEngaged = false;
      if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      does[name]();
    });
    canvas.addEventListener("dblclick", () => (told.twice ? told.twice() : view.home()));
  }

  return { MOVES, listen };
})();
