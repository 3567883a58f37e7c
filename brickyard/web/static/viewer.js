// The 3D view of a page: it begins where the still picture stands, turns, zooms, and points systems out.
// A scene comes as a script that calls brickyardScene(name, scene): that works from file:// too.
"use strict";

var brickyardViewer = (() => {
  const { Drawing } = brickyardDrawing;
  const { View } = brickyardView;
  const { MOVES, listen } = brickyardHands;
  const KEYS =
    "Arrow keys turn it, with Shift they move it, plus and minus zoom, Home resets the view, F fills the " +
    "screen.";
  const waiting = new Map();
  window.brickyardScene = (name, scene) => waiting.get(name)?.(scene);

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

    // Systems: pressed ones are lifted off pale others, those pointed at get an outline and their name.

    systemOf(mark) {
      return mark >= 0 && mark < this.systems.length ? this.systems[mark] : -1;
    }

    light() {
      const { pointed, pressed } = this;
      const was = `${pointed} ${pressed}`;
      const named = pointed ?? pressed;
      this.links.forEach((link) => {
        link.setAttribute("aria-pressed", String(Number(link.dataset.system) === pressed));
        link.classList.toggle("pointed", Number(link.dataset.system) === pointed);
      });
      this.say(this.links.find((link) => Number(link.dataset.system) === named)?.dataset.name || "");
      if (this.was === was) return;
      this.was = was;
      this.open().then(
        (view) => {
          if (this.was !== was) return;
          const { drawing } = view;
          const isOf = (mark, system) => this.systemOf(mark) === system;
          this.figure.dataset.pointed = String(pointed ?? -1);
          drawing.outline(
            pointed === null ? null : (number) => Number(isOf(drawing.markOf(number), pointed)),
          );
          view.ask();
          if (this.figure.dataset.system === String(pressed ?? -1)) return;
          this.figure.dataset.system = String(pressed ?? -1);
          view.lightUp(pressed === null ? null : (step, mark) => isOf(mark, pressed), true);
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

  return { View };
})();
