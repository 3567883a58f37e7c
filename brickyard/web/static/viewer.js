// The 3D view of a page: it begins where the still picture stands, turns, zooms, and points systems out.
// A scene comes as a script that calls brickyardScene(name, scene): that works from file:// too.
"use strict";

var brickyardViewer = (() => {
  const { Drawing } = brickyardDrawing;
  const { View } = brickyardView;
  const KEYS = "Arrow keys turn it, plus and minus zoom, Home resets the view, F fills the screen.";
  // What buttons and keys do with a view.
  const MOVES = {
    left: (view) => view.turn(-0.15, 0),
    right: (view) => view.turn(0.15, 0),
    up: (view) => view.turn(0, 0.12),
    down: (view) => view.turn(0, -0.12),
    nearer: (view) => view.closer(1.2),
    farther: (view) => view.closer(1 / 1.2),
    home: (view) => view.home(),
  };
  const waiting = new Map();
  window.brickyardScene = (name, scene) => waiting.get(name)?.(scene);

  // Pointer, wheel, touch and keys on a canvas; `told` hears which piece is pointed at, and which is clicked.
  function listen(view, told, does) {
    const canvas = view.canvas;
    const down = new Map();
    let middle = null;
    let spread = 0;
    let moved = 0;
    let isEngaged = false;
    let swept = null;
    const isFilled = () => canvas.closest(".filled") !== null;
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      down.set(event.pointerId, [event.clientX, event.clientY]);
      middle = null;
      spread = moved = 0;
      isEngaged = true;
      swept = down.size === 1 && told.sweeps?.(event) ? [event.clientX, event.clientY] : null;
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
      const name = {
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
      this.view = this.pressed = this.pointed = null;
      const does = (move) => () => this.open().then(move, () => {});
      this.does = { fill: () => this.fill() };
      for (const [name, move] of Object.entries(MOVES)) this.does[name] = does(move);
      if (!hasWebGL()) {
        this.give("This browser can't show 3D views: it has no WebGL 2.");
        return;
      }
      if (!window.DecompressionStream) {
        this.give("This browser is too old for the 3D view.");
        return;
      }
      figure.classList.add("ready");
      const start = figure.querySelector(".start");
      start.addEventListener("click", () =>
        this.open().then(
          (view) => view.canvas.focus({ preventScroll: true }),
          () => {},
        ),
      );
      figure
        .querySelectorAll("[data-do]")
        .forEach((button) => button.addEventListener("click", () => this.does[button.dataset.do]()));
      figure
        .querySelectorAll(".poses button")
        .forEach((button) =>
          button.addEventListener("click", () => this.showPose(Number(button.dataset.pose))),
        );
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
      }).catch((error) => {
        this.give(`No 3D view: ${error.message}`);
        throw error;
      });
      return this.view;
    }

    async show(scene) {
      const figure = this.figure;
      const canvas = document.createElement("canvas");
      canvas.tabIndex = 0;
      canvas.setAttribute("role", "img");
      canvas.setAttribute("aria-label", `${figure.dataset.label}, in 3D. ${KEYS}`);
      canvas.addEventListener("webglcontextlost", () =>
        this.give("The 3D view has stopped: the graphics card gave up. Here is the picture again."),
      );
      figure.querySelector(".stage").append(canvas);
      const view = new View(canvas, await Drawing.of(canvas, scene), canvas.parentElement);
      await new Promise((drawn) => {
        view.drawn = () => drawn(view);
      });
      view.drawn = () => {
        figure.dataset.drawn = String(Number(figure.dataset.drawn || 0) + 1);
      };
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

    // As it stands (0), or in another pose: of the whole model, so that all its steps are shown.
    showPose(pose) {
      const slider = this.figure.querySelector(".steps input");
      if (slider && slider.value !== slider.max) {
        slider.value = slider.max;
        this.showStep(slider);
      }
      this.takePose(pose);
    }

    takePose(pose) {
      this.pose = pose;
      this.figure
        .querySelectorAll("[data-pose]")
        .forEach((button) =>
          button.setAttribute("aria-pressed", String(Number(button.dataset.pose) === pose)),
        );
      this.open().then(
        (view) => {
          this.figure.dataset.shown = String(pose);
          view.showPose(pose);
        },
        () => {},
      );
    }

    showStep(slider) {
      if (this.pose) this.takePose(0);
      const step = Number(slider.value);
      const last = Number(slider.max);
      const words = step === last ? "all steps" : `step ${step} of ${last}`;
      slider.setAttribute("aria-valuetext", words);
      this.figure.querySelector(".steps output").textContent = words;
      this.open().then(
        (view) => {
          this.figure.dataset.step = String(step);
          view.showStep(step);
        },
        () => {},
      );
    }

    get isFilled() {
      return this.figure.classList.contains("filled");
    }

    // The whole screen, or the whole window if the browser refuses.
    async fill() {
      const figure = this.figure;
      if (document.fullscreenElement === figure) {
        await document.exitFullscreen();
        return;
      }
      if (this.isFilled) {
        this.mark(false);
        return;
      }
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
      figure
        .querySelectorAll("[data-do=fill]")
        .forEach((button) => button.setAttribute("aria-pressed", String(isFilled)));
      if (isFilled) figure.querySelector("canvas")?.focus({ preventScroll: true });
      this.view?.then(
        (view) => view.ask(),
        () => {},
      );
    }

    // Systems: pressed ones are lifted off and stay lit, those pointed at are lit as long as one points.

    systemOf(mark) {
      return mark >= 0 && mark < this.systems.length ? this.systems[mark] : -1;
    }

    light() {
      const shown = this.pointed ?? this.pressed;
      const isPressed = shown !== null && shown === this.pressed;
      const was = `${shown} ${isPressed}`;
      this.links.forEach((link) => {
        link.setAttribute("aria-pressed", String(Number(link.dataset.system) === this.pressed));
        link.classList.toggle("pointed", Number(link.dataset.system) === this.pointed);
      });
      const name = this.links.find((link) => Number(link.dataset.system) === shown)?.dataset.name || "";
      this.say(name);
      if (this.was === was) return;
      this.was = was;
      this.open().then(
        (view) => {
          if (this.was !== was) return;
          this.figure.dataset.system = String(shown ?? -1);
          view.lightUp(shown === null ? null : (step, mark) => this.systemOf(mark) === shown, isPressed);
        },
        () => {},
      );
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
      let asked = null;
      let hint = 0;
      const at = (x, y) => {
        const system = this.systemOf(view.drawing.markOf(view.pieceAt(x, y)));
        return system < 0 ? null : system;
      };
      return {
        point: (x, y) => {
          const isNew = !asked;
          asked = [x, y];
          if (isNew)
            requestAnimationFrame(() => {
              if (asked) this.point(at(...asked));
              asked = null;
            });
        },
        leave: () => {
          asked = null;
          this.point(null);
        },
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
        link.addEventListener("pointerleave", () => {
          clearTimeout(wait);
          if (this.pointed !== null) this.point(null);
        });
        link.addEventListener("focus", () => {
          if (!isStill() && link.matches(":focus-visible")) this.point(system);
        });
        link.addEventListener("blur", () => {
          if (this.pointed === system) this.point(null);
        });
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

  addEventListener("DOMContentLoaded", () =>
    document.querySelectorAll("figure.viewer").forEach((figure) => {
      figure.shown = new Figure(figure);
    }),
  );

  return { View, MOVES, listen };
})();
