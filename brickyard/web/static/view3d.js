// A view of a drawing: where from, how near, and what stands out. It is given its drawing, and events are the
// page's business.
"use strict";

var brickyardView = (() => {
  const { dot, less, unit, seenIn, frameOf, middleOf } = brickyardGraphics;

  // What is left free around the model, a share of the shorter side, as in the stills.
  const MARGIN = 0.07;
  // A step with few pieces is shown larger than the whole model, but not as large as it could be.
  const LARGEST_STEP = 2.2;
  const MOVES_MS = 280;
  const POSES_MS = 600;
  const GHOSTS_MS = 150;
  const SPREADS_MS = 400;

  function pageColour(element) {
    for (let e = element; e; e = e.parentElement) {
      const [r, g, b, a = 1] = (getComputedStyle(e).backgroundColor.match(/[\d.]+/g) || [0, 0, 0, 0]).map(
        Number,
      );
      if (a > 0) return [r / 255, g / 255, b / 255];
    }
    return [1, 1, 1];
  }

  // Right, down and ahead as seen from there; LDraw's y points down.
  function turnOf(azimuth, elevation) {
    const [sin, cos, up, flat] = [
      Math.sin(azimuth),
      Math.cos(azimuth),
      Math.sin(elevation),
      Math.cos(elevation),
    ];
    return [
      [cos, 0, -sin],
      [-sin * up, flat, -cos * up],
      [sin * flat, up, cos * flat],
    ];
  }

  const seenFrom = (turn, place) => turn.map((axis) => dot(axis, place));

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
      this.spot = [0, 1].map(
        (axis) => (camera.scale * this.middleSeen[axis]) / this.middleSeen[2] + camera.centre[axis],
      );
      this.whole = frameOf(
        middle,
        drawing.points(() => true),
      );
      // The whole of it as it stands now: another one in another pose.
      this.frame = this.before = this.stand = this.whole;
      this.share = 1;
      this.tight = this.room(this.whole, camera.from, camera.size);
      [this.azimuth, this.elevation] = camera.from;
      this.zoom = 1;
      // How far the picture is pushed, in pixels of the page.
      this.pushed = [0, 0];
      this.sizes = new ResizeObserver(() => this.ask());
      this.sizes.observe(canvas);
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.ask());
      this.ask();
    }

    // How much larger it could be drawn in a picture of this size, so that all points are within its margins.
    room(frame, from, size) {
      const { camera } = this.drawing.scene;
      const turn = turnOf(...from);
      const [width, height] = size;
      const times = Math.min(width / camera.size[0], height / camera.size[1]);
      const edge = MARGIN * Math.min(width, height);
      const spot = this.spotIn(size, times);
      let least = 1e3;
      for (const point of frame.points) {
        const seen = seenFrom(turn, less(point, frame.target)).map((v, i) => v + this.middleSeen[i]);
        for (const axis of [0, 1]) {
          const off =
            camera.scale * times * (seen[axis] / seen[2] - this.middleSeen[axis] / this.middleSeen[2]);
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

    // The still's own scale at the still's own view, less where it would be cut; more where there is more
    // room.
    fitting(frame, size) {
      const home = this.room(this.whole, this.drawing.scene.camera.from, size) / this.tight;
      return Math.min(this.room(frame, [this.azimuth, this.elevation], size) / this.tight, home * frame.most);
    }

    camera() {
      const { canvas, drawing } = this;
      const { camera } = drawing.scene;
      const size = [canvas.width, canvas.height];
      const times = Math.min(size[0] / camera.size[0], size[1] / camera.size[1]);
      const blend = (one, other) => one + (other - one) * this.share;
      const fit =
        this.share < 1
          ? blend(this.fitting(this.before, size), this.fitting(this.frame, size))
          : this.fitting(this.frame, size);
      const target = this.frame.target.map((v, i) => blend(this.before.target[i], v));
      const scale = camera.scale * times * fit * this.zoom;
      const turn = turnOf(this.azimuth, this.elevation);
      const spot = this.spotIn(size, times);
      const seen = this.middleSeen;
      const centre = [0, 1].map(
        (axis) => spot[axis] - (scale * seen[axis]) / seen[2] + this.pushed[axis] * this.dense,
      );
      const eye = target.map(
        (v, i) => v - (turn[0][i] * seen[0] + turn[1][i] * seen[1] + turn[2][i] * seen[2]),
      );
      const { reach } = this.stand;
      const middle = this.stand.target;
      const ahead = dot(turn[2], less(middle, eye));
      const near = Math.max(ahead - 1.5 * reach, ahead / 50);
      const far = ahead + 3 * reach;
      const rows = turn.map((axis) => [...axis, -dot(axis, eye)]);
      const view = new Float32Array(16);
      for (let c = 0; c < 4; c++) {
        view[c * 4] = ((2 * scale) / size[0]) * rows[0][c] + ((2 * centre[0]) / size[0] - 1) * rows[2][c];
        view[c * 4 + 1] =
          -((2 * scale) / size[1]) * rows[1][c] + (1 - (2 * centre[1]) / size[1]) * rows[2][c];
        view[c * 4 + 2] =
          ((far + near) / (far - near)) * rows[2][c] - (c === 3 ? (2 * far * near) / (far - near) : 0);
        view[c * 4 + 3] = rows[2][c];
      }
      return {
        view,
        eye,
        ahead: turn[2],
        nearest: ahead - reach,
        deep: 2 * reach,
        perLdu: scale / seen[2],
        times,
        dense: this.dense,
      };
    }

    ask() {
      if (this.asked) return;
      this.asked = true;
      requestAnimationFrame(() => {
        this.asked = false;
        this.draw();
      });
    }

    draw() {
      if (this.isClosed) return;
      if (this.isBusy) {
        this.isLate = true;
        return;
      }
      const canvas = this.canvas;
      this.dense = Math.min(devicePixelRatio || 1, 2);
      const width = Math.max(1, Math.round(canvas.clientWidth * this.dense));
      const height = Math.max(1, Math.round(canvas.clientHeight * this.dense));
      if (canvas.width !== width || canvas.height !== height) {
        canvas.width = width;
        canvas.height = height;
      }
      const camera = this.camera();
      const picture = this.drawing.draw(camera, pageColour(this.backdrop));
      if (picture) this.waitFor(picture, camera);
      else this.drawn();
    }

    // A huge model takes its time: what was asked for meanwhile is drawn after it.
    async waitFor(picture, camera) {
      this.isBusy = true;
      await picture;
      this.isBusy = false;
      if (this.isClosed) return;
      const isLate = this.isLate;
      this.isLate = false;
      this.drawn();
      if (isLate) this.ask();
      else await this.drawing.tellNumbers(camera, () => !this.isClosed && !this.asked && !this.isBusy);
    }

    // Changes happen smoothly, or at once if the user prefers no motion.
    move(lasts = MOVES_MS) {
      const begin = performance.now();
      const run = (this.run = {});
      if (this.calm.matches || this.drawing.isHuge) {
        this.share = 1;
        this.swing?.(1);
        this.drawing.settle(1);
        this.ask();
        return;
      }
      const settle = (now) => {
        if (this.run !== run) return;
        const gone = Math.min(1, Math.max(0, now - begin) / lasts);
        const share = 1 - (1 - gone) ** 3;
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
      this.push(...this.pushed.map((v) => v * (this.zoom / before - 1)));
      return this.zoom !== before;
    }

    // Moves the picture by pixels of the page, but never all of it out of sight.
    push(across, down) {
      const { clientWidth, clientHeight } = this.canvas;
      const within = (v, side) => Math.max(-0.5 * side * this.zoom, Math.min(0.5 * side * this.zoom, v));
      this.pushed = [
        within(this.pushed[0] + across, clientWidth),
        within(this.pushed[1] + down, clientHeight),
      ];
      this.ask();
    }

    home() {
      this.swing = null;
      this.pushed = [0, 0];
      [this.azimuth, this.elevation] = this.drawing.scene.camera.from;
      this.zoom = 1;
      if (this.frame !== this.stand && this.drawing.step >= this.drawing.scene.steps)
        this.frameOn(this.stand);
      this.ask();
    }

    frameOn(frame, lasts = MOVES_MS) {
      this.before = this.frame;
      this.frame = frame;
      this.share = 0;
      this.move(lasts);
    }

    // Turns to some pieces, by their numbers: their side is in front, and they are near enough to be seen.
    face(numbers) {
      const points = this.drawing.points((step, mark, number) => numbers.has(number));
      if (!points.length) return;
      const middle = middleOf(points, this.stand.target);
      const off = less(middle, this.stand.target);
      const from = [this.azimuth, this.elevation];
      const flat = Math.hypot(off[0], off[2]);
      const isAside = flat > 8;
      // To look from outside at a place left of the middle, one stands left of it.
      const wanted = isAside ? Math.atan2(-off[0], -off[2]) : from[0];
      const turn = Math.atan2(Math.sin(wanted - from[0]), Math.cos(wanted - from[0]));
      // Not further than is needed: a view from the side shows it as well.
      const across = Math.sign(turn) * Math.max(0, Math.abs(turn) - 0.6);
      const up = Math.min(Math.max(from[1], 0.15), 0.6) - from[1];
      this.zoom = 1;
      this.pushed = [0, 0];
      this.swing = (share) => {
        this.azimuth = from[0] + across * share;
        this.elevation = from[1] + up * share;
      };
      this.frameOn(
        frameOf(
          middle.map((v, i) => v - off[i] * 0.5),
          points,
          1.35,
        ),
      );
    }

    // Where it is looked at from, for another view of the same thing.
    pose() {
      const frame = this.frame === this.whole ? null : this.frame;
      return {
        azimuth: this.azimuth,
        elevation: this.elevation,
        zoom: this.zoom,
        pushed: this.pushed,
        frame,
        step: this.drawing.step,
        last: this.drawing.scene.steps,
      };
    }

    take(pose) {
      [this.azimuth, this.elevation, this.zoom] = [pose.azimuth, pose.elevation, pose.zoom];
      this.pushed = pose.pushed;
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
      if (step >= drawing.scene.steps) this.frame = this.stand;
      else {
        const points = drawing.points((of) => of <= step);
        const target = middleOf(points, this.stand.target);
        this.frame = frameOf(target, points, LARGEST_STEP);
      }
      drawing.showStep(step, this.calm.matches);
      this.move();
      this.bakeSoon();
    }

    // As it stands (0), or in one of its poses.
    showPose(pose) {
      const { drawing } = this;
      drawing.showPose(pose);
      const target = drawing.high.map((v, i) => (v + drawing.low[i]) / 2);
      this.stand =
        pose || drawing.apart
          ? frameOf(
              target,
              drawing.points(() => true),
            )
          : this.whole;
      this.frameOn(this.stand, POSES_MS);
      this.bakeSoon(POSES_MS);
    }

    // Taken apart by how far each piece goes, with guide lines, or whole again (null): all of it in the
    // picture.
    spread(apart) {
      const { drawing } = this;
      drawing.spread(apart);
      const points = drawing.points(() => true);
      this.stand = apart || drawing.pose ? frameOf(middleOf(points, this.whole.target), points) : this.whole;
      this.frameOn(this.stand, SPREADS_MS);
    }

    // Light takes a moment, so not for every step that a slider passes.
    bakeSoon(after = MOVES_MS) {
      clearTimeout(this.baking);
      this.baking = setTimeout(() => {
        if (!this.isClosed) {
          this.drawing.bake();
          this.ask();
        }
      }, after + 60);
    }

    // Only the pieces that `wanted` chooses (by step, mark and number) keep their colour; null for all.
    lightUp(wanted, isLifted = false) {
      const isMoved = wanted && isLifted && !this.calm.matches;
      const lift = isMoved
        ? this.outwards(middleOf(this.drawing.points(wanted), this.stand.target))
        : [0, 0, 0];
      this.drawing.lightUp(wanted, lift);
      this.move(GHOSTS_MS);
    }

    // Away from the middle and up: how a system is lifted off.
    outwards(place) {
      const { low, high } = this.drawing;
      const [x, , z] = less(place, this.stand.target);
      const off = unit([x, 0, z]);
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
      const box = this.canvas.getBoundingClientRect();
      const { width, height } = this.canvas;
      const within = (v, from, most) => Math.max(0, Math.min(most, Math.round((v - from) * this.dense)));
      const [left, right] = [x0, x1].sort((a, b) => a - b).map((x) => within(x, box.left, width));
      const [top, bottom] = [y0, y1].sort((a, b) => a - b).map((y) => within(y, box.top, height));
      if (right <= left || bottom <= top) return new Set();
      const camera = this.camera();
      const whole = this.drawing.seenIn(camera, 0, 0, width, height);
      const swept = this.drawing.seenIn(camera, left, top, right - left, bottom - top);
      return new Set(
        [...swept].filter(([number, seen]) => 2 * seen >= (whole.get(number) || 0)).map(([number]) => number),
      );
    }

    // Where a piece is on the page: the middle of its box.
    placeOf(number) {
      const place = middleOf(
        this.drawing.points((step, mark, other) => other === number),
        this.stand.target,
      );
      const box = this.canvas.getBoundingClientRect();
      const [x, y, away] = seenIn(this.camera().view, place);
      return [box.left + ((x / away + 1) * box.width) / 2, box.top + ((1 - y / away) * box.height) / 2];
    }
  }

  return { View };
})();
