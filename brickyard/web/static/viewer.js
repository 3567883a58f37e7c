// The 3D view of a page: it begins where the still picture stands, turns, zooms, and points systems out.
// A scene comes as a script that calls brickyardScene(name, scene): that works from file:// too.
"use strict";

(() => {
  const { Drawing, dot, less, unit } = window.brickyardDrawing;
  const waiting = new Map();
  window.brickyardScene = (name, scene) => waiting.get(name)?.(scene);

  // What is left free around the model, a share of the shorter side, as in the stills.
  const MARGIN = 0.07;
  // A step with few pieces is shown larger than the whole model, but not as large as it could be.
  const LARGEST_STEP = 2.2;
  const MOVES_MS = 280;

  function pageColour(element) {
    for (let e = element; e; e = e.parentElement) {
      const [r, g, b, a = 1] = (getComputedStyle(e).backgroundColor.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number);
      if (a > 0) return [r / 255, g / 255, b / 255];
    }
    return [1, 1, 1];
  }

  // Right, down and ahead as seen from there; LDraw's y points down.
  function turnOf(azimuth, elevation) {
    const [sin, cos, up, flat] = [Math.sin(azimuth), Math.cos(azimuth), Math.sin(elevation), Math.cos(elevation)];
    return [[cos, 0, -sin], [-sin * up, flat, -cos * up], [sin * flat, up, cos * flat]];
  }

  const seenFrom = (turn, place) => turn.map((axis) => dot(axis, place));

  // A view of a drawing: where from, how near, and what stands out. Events are the page's business.
  class View {
    constructor(canvas, drawing, backdrop = canvas) {
      this.canvas = canvas;
      this.drawing = drawing;
      this.backdrop = backdrop;
      this.calm = matchMedia("(prefers-reduced-motion: reduce)");
      this.drawn = () => {};
      const { low, high, camera } = drawing.scene;
      const middle = high.map((v, i) => (v + low[i]) / 2);
      const turn = turnOf(...camera.from);
      // Where the middle is seen in the still: it stays there however the model is turned.
      this.middleSeen = seenFrom(turn, less(middle, camera.eye));
      this.spot = [0, 1].map((axis) => camera.scale * this.middleSeen[axis] / this.middleSeen[2] + camera.centre[axis]);
      this.whole = { target: middle, points: outermost(drawing.points(() => true)), most: 1 };
      this.frame = this.before = this.whole;
      this.share = 1;
      this.tight = this.room(this.whole, camera.from, camera.size);
      [this.azimuth, this.elevation] = camera.from;
      this.zoom = 1;
      this.sizes = new ResizeObserver(() => this.ask());
      this.sizes.observe(canvas);
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.ask());
      this.ask();
    }

    // How much larger it could be drawn in a picture of this size, so that all points are within its margins.
    room(frame, from, size) {
      const { camera } = this.drawing.scene, turn = turnOf(...from), [width, height] = size;
      const times = Math.min(width / camera.size[0], height / camera.size[1]);
      const edge = MARGIN * Math.min(width, height), spot = this.spotIn(size, times);
      let least = 1e3;
      for (const point of frame.points) {
        const seen = seenFrom(turn, less(point, frame.target)).map((v, i) => v + this.middleSeen[i]);
        for (const axis of [0, 1]) {
          const off = camera.scale * times * (seen[axis] / seen[2] - this.middleSeen[axis] / this.middleSeen[2]);
          const free = off > 0 ? size[axis] - edge - spot[axis] : spot[axis] - edge;
          if (Math.abs(off) > 1e-3) least = Math.min(least, free / Math.abs(off));
        }
      }
      return least;
    }

    spotIn(size, times) {
      const { camera } = this.drawing.scene;
      return [0, 1].map((axis) => this.spot[axis] * times + (size[axis] - camera.size[axis] * times) / 2);
    }

    // The still's own scale at the still's own view, less where it would be cut; more where there is more room.
    fitting(frame, size) {
      const home = this.room(this.whole, this.drawing.scene.camera.from, size) / this.tight;
      return Math.min(this.room(frame, [this.azimuth, this.elevation], size) / this.tight, home * frame.most);
    }

    camera() {
      const { canvas, drawing } = this, { low, high, camera } = drawing.scene;
      const size = [canvas.width, canvas.height];
      const times = Math.min(size[0] / camera.size[0], size[1] / camera.size[1]);
      const blend = (one, other) => one + (other - one) * this.share;
      const fit = this.share < 1 ? blend(this.fitting(this.before, size), this.fitting(this.frame, size)) : this.fitting(this.frame, size);
      const target = this.frame.target.map((v, i) => blend(this.before.target[i], v));
      const scale = camera.scale * times * fit * this.zoom, turn = turnOf(this.azimuth, this.elevation);
      const spot = this.spotIn(size, times), seen = this.middleSeen;
      const centre = [0, 1].map((axis) => spot[axis] - scale * seen[axis] / seen[2]);
      const eye = target.map((v, i) => v - (turn[0][i] * seen[0] + turn[1][i] * seen[1] + turn[2][i] * seen[2]));
      const reach = Math.hypot(...high.map((v, i) => v - low[i])) / 2, middle = this.whole.target;
      const ahead = dot(turn[2], less(middle, eye));
      const near = Math.max(ahead - 1.5 * reach, ahead / 50), far = ahead + 3 * reach;
      const rows = turn.map((axis) => [...axis, -dot(axis, eye)]);
      const view = new Float32Array(16);
      for (let c = 0; c < 4; c++) {
        view[c * 4] = (2 * scale / size[0]) * rows[0][c] + (2 * centre[0] / size[0] - 1) * rows[2][c];
        view[c * 4 + 1] = -(2 * scale / size[1]) * rows[1][c] + (1 - 2 * centre[1] / size[1]) * rows[2][c];
        view[c * 4 + 2] = ((far + near) / (far - near)) * rows[2][c] - (c === 3 ? 2 * far * near / (far - near) : 0);
        view[c * 4 + 3] = rows[2][c];
      }
      return { view, eye, ahead: turn[2], perLdu: scale / seen[2], times, dense: this.dense };
    }

    ask() {
      if (this.asked) return;
      this.asked = true;
      requestAnimationFrame(() => { this.asked = false; this.draw(); });
    }

    draw() {
      if (this.isClosed) return;
      const canvas = this.canvas;
      this.dense = Math.min(devicePixelRatio || 1, 2);
      const width = Math.max(1, Math.round(canvas.clientWidth * this.dense));
      const height = Math.max(1, Math.round(canvas.clientHeight * this.dense));
      if (canvas.width !== width || canvas.height !== height) { canvas.width = width; canvas.height = height; }
      this.drawing.draw(this.camera(), pageColour(this.backdrop));
      this.drawn();
    }

    // Changes happen smoothly, or at once if the user prefers no motion.
    move() {
      const begin = performance.now(), run = this.run = {};
      if (this.calm.matches) { this.share = 1; this.swing?.(1); this.drawing.settle(1); this.ask(); return; }
      const settle = (now) => {
        if (this.run !== run) return;
        const gone = Math.min(1, Math.max(0, now - begin) / MOVES_MS), share = 1 - (1 - gone) ** 3;
        this.share = Math.max(this.share, share);
        this.swing?.(share);
        this.drawing.settle(share);
        this.draw();
        if (gone < 1) requestAnimationFrame(settle);
      };
      requestAnimationFrame(settle);
    }

    turn(across, up) {
      this.swing = null;
      this.azimuth += across;
      this.elevation = Math.max(-0.35, Math.min(1.5, this.elevation + up));
      this.ask();
    }

    // False where it can't be zoomed further.
    closer(by) {
      const before = this.zoom;
      this.zoom = Math.max(0.5, Math.min(8, this.zoom * by));
      this.ask();
      return this.zoom !== before;
    }

    home() {
      this.swing = null;
      [this.azimuth, this.elevation] = this.drawing.scene.camera.from;
      this.zoom = 1;
      if (this.frame !== this.whole && this.drawing.step >= this.drawing.scene.steps) this.frameOn(this.whole);
      this.ask();
    }

    frameOn(frame) {
      this.before = this.frame;
      this.frame = frame;
      this.share = 0;
      this.move();
    }

    // Turns to some pieces, by their numbers: their side is in front, and they are near enough to be seen.
    face(numbers) {
      const points = this.drawing.points((step, mark, number) => numbers.has(number));
      if (!points.length) return;
      const middle = middleOf(points, this.whole.target), off = less(middle, this.whole.target), from = [this.azimuth, this.elevation];
      const flat = Math.hypot(off[0], off[2]), isAside = flat > 8;
      // To look from outside at a place left of the middle, one stands left of it.
      const wanted = isAside ? Math.atan2(-off[0], -off[2]) : from[0];
      const turn = Math.atan2(Math.sin(wanted - from[0]), Math.cos(wanted - from[0]));
      // Not further than is needed: a view from the side shows it as well.
      const across = Math.sign(turn) * Math.max(0, Math.abs(turn) - 0.6), up = Math.min(Math.max(from[1], 0.15), 0.6) - from[1];
      this.zoom = 1;
      this.swing = (share) => { this.azimuth = from[0] + across * share; this.elevation = from[1] + up * share; };
      this.frameOn({ target: middle.map((v, i) => v - off[i] * 0.5), points: outermost(points), most: 1.35 });
    }

    // Where it is looked at from, for another view of the same thing.
    pose() {
      const frame = this.frame === this.whole ? null : this.frame;
      return { azimuth: this.azimuth, elevation: this.elevation, zoom: this.zoom, frame, step: this.drawing.step, last: this.drawing.scene.steps };
    }

    take(pose) {
      [this.azimuth, this.elevation, this.zoom] = [pose.azimuth, pose.elevation, pose.zoom];
      this.frame = this.before = pose.frame || this.whole;
      if (pose.step < pose.last && pose.step < this.drawing.scene.steps) this.showStep(pose.step);
      this.ask();
    }

    close() {
      this.isClosed = true;
      this.run = null;
      clearTimeout(this.baking);
      this.sizes.disconnect();
      this.drawing.close();
    }

    // The model as it is after a step, large enough to be seen.
    showStep(step) {
      const { drawing } = this;
      this.before = this.frame;
      this.share = 0;
      if (step >= drawing.scene.steps) this.frame = this.whole;
      else {
        const points = drawing.points((of) => of <= step), target = middleOf(points, this.whole.target);
        this.frame = { target, points: outermost(points), most: LARGEST_STEP };
      }
      drawing.showStep(step, this.calm.matches);
      this.move();
      // Light takes a moment, so not for every step that a slider passes.
      clearTimeout(this.baking);
      this.baking = setTimeout(() => { if (!this.isClosed) { drawing.bake(); this.ask(); } }, MOVES_MS + 60);
    }

    // Only the pieces that `wanted` chooses (by step, mark and number) keep their colour; null for all.
    lightUp(wanted, isLifted = false) {
      const isMoved = wanted && isLifted && !this.calm.matches;
      const lift = isMoved ? this.outwards(middleOf(this.drawing.points(wanted), this.whole.target)) : [0, 0, 0];
      this.drawing.lightUp(wanted, lift);
      this.move();
    }

    // Away from the middle and up: how a system is lifted off.
    outwards(place) {
      const { low, high } = this.drawing.scene, [x, , z] = less(place, this.whole.target), off = unit([x, 0, z]);
      const far = Math.max(14, 0.09 * Math.hypot(...less(high, low)));
      return unit([off[0], -0.7, off[2]]).map((v) => v * far);
    }

    // The number of the piece at a place of the page, -1 for none.
    pieceAt(x, y) {
      const box = this.canvas.getBoundingClientRect();
      const [left, top] = [x - box.left, y - box.top].map((v) => Math.floor(v * this.dense));
      if (left < 0 || top < 0 || left >= this.canvas.width || top >= this.canvas.height) return -1;
      const [found = -1] = this.drawing.piecesIn(this.camera(), left, top);
      return found;
    }

    // The pieces of which at least half of what is seen lies between two places of the page.
    piecesBetween(x0, y0, x1, y1) {
      const box = this.canvas.getBoundingClientRect(), { width, height } = this.canvas;
      const within = (v, from, most) => Math.max(0, Math.min(most, Math.round((v - from) * this.dense)));
      const [left, right] = [x0, x1].sort((a, b) => a - b).map((x) => within(x, box.left, width));
      const [top, bottom] = [y0, y1].sort((a, b) => a - b).map((y) => within(y, box.top, height));
      if (right <= left || bottom <= top) return new Set();
      const camera = this.camera(), whole = this.drawing.seenIn(camera, 0, 0, width, height);
      const swept = this.drawing.seenIn(camera, left, top, right - left, bottom - top);
      return new Set([...swept].filter(([number, seen]) => 2 * seen >= (whole.get(number) || 0)).map(([number]) => number));
    }

    // Where a piece is on the page: the middle of its box.
    placeOf(number) {
      const [x, y, z] = middleOf(this.drawing.points((step, mark, other) => other === number), this.whole.target);
      const { view } = this.camera(), box = this.canvas.getBoundingClientRect();
      const [a, b, w] = [0, 1, 3].map((row) => view[row] * x + view[4 + row] * y + view[8 + row] * z + view[12 + row]);
      return [box.left + (a / w + 1) * box.width / 2, box.top + (1 - b / w) * box.height / 2];
    }
  }

  function middleOf(points, otherwise) {
    if (!points.length) return otherwise;
    const along = (axis) => points.reduce(([low, high], point) => [Math.min(low, point[axis]), Math.max(high, point[axis])], [Infinity, -Infinity]);
    return [0, 1, 2].map((axis) => { const [low, high] = along(axis); return (low + high) / 2; });
  }

  // Of many points those that are farthest in some direction: enough to fit a picture round them.
  function outermost(points) {
    const kept = new Set();
    for (let i = 0; i < 90 && points.length; i++) {
      const y = 1 - 2 * (i + 0.5) / 90, flat = Math.sqrt(1 - y * y), way = [flat * Math.cos(i * 2.4), y, flat * Math.sin(i * 2.4)];
      let best = points[0], most = -Infinity;
      for (const point of points) {
        const far = dot(way, point);
        if (far > most) { most = far; best = point; }
      }
      kept.add(best);
    }
    return [...kept];
  }

  // Pointer, wheel, touch and keys on a canvas; `told` hears which piece is pointed at, and which is clicked.
  function listen(view, told, does) {
    const canvas = view.canvas, down = new Map();
    let middle = null, spread = 0, moved = 0, isEngaged = false, swept = null;
    const isFilled = () => canvas.closest(".filled") !== null;
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      down.set(event.pointerId, [event.clientX, event.clientY]);
      middle = null;
      spread = moved = 0;
      isEngaged = true;
      swept = down.size === 1 && told.sweeps?.(event) ? [event.clientX, event.clientY] : null;
    });
    addEventListener("pointerdown", (event) => { if (event.target !== canvas) isEngaged = false; });
    canvas.addEventListener("blur", () => { isEngaged = false; });
    canvas.addEventListener("pointermove", (event) => {
      const before = down.get(event.pointerId);
      if (!before) {
        if (event.pointerType !== "touch") told.point(event.clientX, event.clientY);
        return;
      }
      down.set(event.pointerId, [event.clientX, event.clientY]);
      const across = event.clientX - before[0], along = event.clientY - before[1];
      moved += Math.abs(across) + Math.abs(along);
      if (down.size === 1 && swept) { told.sweeping(...swept, event.clientX, event.clientY); return; }
      if (down.size === 1) {
        // One finger that goes up or down moves the page; in a full screen there is no page to move.
        const isBound = event.pointerType === "touch" && !isFilled();
        view.turn(across * 0.009, isBound ? 0 : along * 0.009);
        return;
      }
      const [a, b] = [...down.values()], now = Math.hypot(a[0] - b[0], a[1] - b[1]);
      const at = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
      if (spread) view.closer(now / spread);
      if (middle) view.turn((at[0] - middle[0]) * 0.009, (at[1] - middle[1]) * 0.009);
      [spread, middle] = [now, at];
    });
    const up = (event) => {
      const isOurs = down.delete(event.pointerId) && event.type === "pointerup";
      if (isOurs && moved < 6) told.click(event.clientX, event.clientY, event);
      if (swept) told.swept(isOurs && moved >= 6 ? [...swept, event.clientX, event.clientY] : null, event);
      swept = null;
      middle = null;
      spread = 0;
    };
    canvas.addEventListener("pointerup", up);
    canvas.addEventListener("pointercancel", up);
    canvas.addEventListener("pointerleave", () => told.leave());
    // Two fingers are ours, one is the page's as far as it goes up or down.
    canvas.addEventListener("touchmove", (event) => { if (event.touches.length > 1 && event.cancelable) event.preventDefault(); }, { passive: false });
    canvas.addEventListener("wheel", (event) => {
      // A page must still scroll: only with the key that zooms elsewhere too, after a click, or with nothing else there.
      if (!event.ctrlKey && !isEngaged && !isFilled()) { told.scrolled(); return; }
      if (view.closer(Math.exp(-event.deltaY * 0.0015)) || event.ctrlKey || isFilled()) event.preventDefault();
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => {
      const name = {
        ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down",
        "+": "nearer", "=": "nearer", "-": "farther", Home: "home", f: "fill", F: "fill",
      }[event.key];
      if (event.key === "Escape") isEngaged = false;
      if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      does[name]();
    });
    canvas.addEventListener("dblclick", () => (told.twice ? told.twice() : view.home()));
  }

  // A figure of a page: a still picture that becomes a view, with its buttons, steps and list of systems.
  class Figure {
    constructor(figure) {
      this.figure = figure;
      this.systems = (figure.dataset.marks || "").split(" ").filter(Boolean).map(Number);
      this.links = [...document.querySelectorAll(`[data-for="${figure.id}"]`)];
      this.pressed = this.pointed = null;
      const as = (then) => () => this.open().then(then, () => {});
      this.does = {
        left: as((view) => view.turn(-0.15, 0)), right: as((view) => view.turn(0.15, 0)),
        up: as((view) => view.turn(0, 0.12)), down: as((view) => view.turn(0, -0.12)),
        nearer: as((view) => view.closer(1.2)), farther: as((view) => view.closer(1 / 1.2)), home: as((view) => view.home()),
        fill: () => this.fill(),
      };
      if (!hasWebGL()) { this.give("This browser can't show 3D views: it has no WebGL 2."); return; }
      if (!window.DecompressionStream) { this.give("This browser is too old for the 3D view."); return; }
      figure.classList.add("ready");
      const start = figure.querySelector(".start");
      start.addEventListener("click", () => this.open().then((view) => view.canvas.focus({ preventScroll: true }), () => {}));
      figure.querySelectorAll("[data-do]").forEach((button) => button.addEventListener("click", () => this.does[button.dataset.do]()));
      figure.querySelector(".steps input")?.addEventListener("input", (event) => this.showStep(event.target));
      document.addEventListener("fullscreenchange", () => this.mark(document.fullscreenElement === figure));
      figure.addEventListener("keydown", (event) => {
        if (event.key === "Escape" && this.isFilled) this.fill();
      });
      this.pointOut();
    }

    // The view, loaded once.
    open() {
      this.view ||= new Promise((done, failed) => {
        const script = document.createElement("script");
        waiting.set(this.figure.dataset.name, (scene) => this.show(scene).then(done, failed));
        script.src = this.figure.dataset.scene;
        script.onerror = () => failed(new Error("The file of the 3D view is missing."));
        document.head.append(script);
      }).catch((error) => { this.give(`No 3D view: ${error.message}`); throw error; });
      return this.view;
    }

    async show(scene) {
      const figure = this.figure, canvas = document.createElement("canvas");
      canvas.tabIndex = 0;
      canvas.setAttribute("role", "img");
      canvas.setAttribute("aria-label", `${figure.dataset.label}, in 3D. Arrow keys turn it, plus and minus zoom, Home resets the view, F fills the screen.`);
      canvas.addEventListener("webglcontextlost", () => this.give("The 3D view has stopped: the graphics card gave up. Here is the picture again."));
      figure.querySelector(".stage").append(canvas);
      const view = new View(canvas, await Drawing.of(canvas, scene), canvas.parentElement);
      await new Promise((drawn) => { view.drawn = drawn; });
      view.drawn = () => { figure.dataset.drawn = String(Number(figure.dataset.drawn || 0) + 1); };
      view.drawn();
      figure.classList.add("live");
      listen(view, this.told(view), this.does);
      return view;
    }

    // A graphics card that gives up, or never was: the picture is still there, and why is said.
    give(words) {
      const figure = this.figure;
      if (figure.classList.contains("still")) return;
      if (this.isFilled) this.fill();
      figure.querySelector("canvas")?.remove();
      figure.classList.remove("live", "ready");
      figure.classList.add("still");
      this.say(words);
    }

    say(words) {
      this.figure.querySelector(".said").textContent = words;
    }

    showStep(slider) {
      const step = Number(slider.value), last = Number(slider.max);
      const words = step === last ? "all steps" : `step ${step} of ${last}`;
      slider.setAttribute("aria-valuetext", words);
      this.figure.querySelector(".steps output").textContent = words;
      this.open().then((view) => { this.figure.dataset.step = String(step); view.showStep(step); }, () => {});
    }

    get isFilled() { return this.figure.classList.contains("filled"); }

    // The whole screen, or the whole window if the browser refuses.
    async fill() {
      const figure = this.figure;
      if (document.fullscreenElement === figure) { await document.exitFullscreen(); return; }
      if (this.isFilled) { this.mark(false); return; }
      await this.open();
      try {
        await figure.requestFullscreen();
      } catch {
        this.mark(true);
      }
    }

    mark(isFilled) {
      const figure = this.figure;
      figure.classList.toggle("filled", isFilled);
      figure.querySelectorAll("[data-do=fill]").forEach((button) => button.setAttribute("aria-pressed", String(isFilled)));
      if (isFilled) figure.querySelector("canvas")?.focus({ preventScroll: true });
      this.view?.then((view) => view.ask(), () => {});
    }

    // Systems: pressed ones are lifted off and stay lit, those pointed at are lit as long as one points.

    systemOf(mark) { return mark >= 0 && mark < this.systems.length ? this.systems[mark] : -1; }

    light() {
      const shown = this.pointed ?? this.pressed, isPressed = shown !== null && shown === this.pressed;
      const was = `${shown} ${isPressed}`;
      this.links.forEach((link) => {
        link.setAttribute("aria-pressed", String(Number(link.dataset.system) === this.pressed));
        link.classList.toggle("pointed", Number(link.dataset.system) === this.pointed);
      });
      const name = this.links.find((link) => Number(link.dataset.system) === shown)?.dataset.name || "";
      this.say(name);
      if (this.was === was) return;
      this.was = was;
      this.open().then((view) => {
        if (this.was !== was) return;
        this.figure.dataset.system = String(shown ?? -1);
        view.lightUp(shown === null ? null : (step, mark) => this.systemOf(mark) === shown, isPressed);
      }, () => {});
    }

    point(system) {
      if (this.pointed === system) return;
      this.pointed = system;
      this.light();
    }

    press(system) {
      this.pressed = this.pressed === system ? null : system;
      this.pointed = null;
      this.light();
    }

    told(view) {
      let asked = null, hint = 0;
      const at = (x, y) => { const system = this.systemOf(view.drawing.markOf(view.pieceAt(x, y))); return system < 0 ? null : system; };
      return {
        point: (x, y) => {
          const isNew = !asked;
          asked = [x, y];
          if (isNew) requestAnimationFrame(() => { if (asked) this.point(at(...asked)); asked = null; });
        },
        leave: () => { asked = null; this.point(null); },
        click: (x, y) => {
          const system = at(x, y);
          if (system !== null || this.pressed !== null) this.press(system ?? this.pressed);
        },
        scrolled: () => {
          this.say("Hold Ctrl, or click the model first, to zoom with the wheel.");
          clearTimeout(hint);
          hint = setTimeout(() => this.say(""), 2500);
        },
      };
    }

    // Links to the picture of all systems, until there is a view to point them out in.
    pointOut() {
      for (const link of this.links) {
        const system = Number(link.dataset.system);
        let wait = 0;
        link.setAttribute("role", "button");
        link.setAttribute("aria-pressed", "false");
        const isStill = () => this.figure.classList.contains("still");
        link.addEventListener("pointerenter", (event) => {
          if (event.pointerType === "touch" || isStill()) return;
          wait = setTimeout(() => this.point(system), 80);
        });
        link.addEventListener("pointerleave", () => { clearTimeout(wait); if (this.pointed !== null) this.point(null); });
        link.addEventListener("focus", () => { if (!isStill() && link.matches(":focus-visible")) this.point(system); });
        link.addEventListener("blur", () => { if (this.pointed === system) this.point(null); });
        link.addEventListener("click", (event) => {
          if (isStill()) return;
          event.preventDefault();
          clearTimeout(wait);
          this.figure.scrollIntoView({ block: "nearest" });
          this.press(system);
        });
        link.addEventListener("keydown", (event) => {
          if (event.key !== " ") return;
          event.preventDefault();
          link.click();
        });
      }
    }
  }

  const hasWebGL = () => {
    const gl = document.createElement("canvas").getContext("webgl2");
    gl?.getExtension("WEBGL_lose_context")?.loseContext();
    return Boolean(gl);
  };

  window.brickyardViewer = { View, Figure, listen };
  addEventListener("DOMContentLoaded", () => document.querySelectorAll("figure.viewer").forEach((figure) => { figure.shown = new Figure(figure); }));
})();
