// Glass over what is behind it: all its layers at once into two sums, which are then laid over the picture.
"use strict";

var brickyardGlass = (() => {
  const { GLASS_FRAGMENT, QUAD_VERTEX } = brickyardShaders;
  const { program, texture, wholePicture, drawWhole, seenIn } = brickyardGraphics;

  // Of a layer's weight, so much less with each LDraw unit; sums hold numbers between this and one divided by
  // it.
  const WEIGHT = 0.12;
  const MOST_WEIGHT = 4000;

  class Glass {
    // Of a drawing, which draws the faces and lines that are asked of it.
    constructor(drawing) {
      const gl = (this.gl = drawing.gl);
      this.drawing = drawing;
      this.quad = wholePicture(gl);
      this.panes = program(gl, QUAD_VERTEX, GLASS_FRAGMENT);
      const isWide =
        gl.getExtension("EXT_color_buffer_float") || gl.getExtension("EXT_color_buffer_half_float");
      this.format = isWide ? gl.RGBA16F : gl.RGBA8;
      // Bytes end at one: up to sixteen layers.
      this.share = isWide ? 1 : 1 / 16;
    }

    *draw(camera, ground, width, height) {
      const { gl, drawing } = this;
      const isPane = (shape) => shape.through;
      const [left, low, wide, high] = this.box(camera.view, width, height);
      if (wide < 1 || high < 1) return;
      const box = [left, low, left + wide, low + high];
      const sums = this.sums(width, height);
      // Glass is a small part of most models: only there is anything done.
      gl.enable(gl.SCISSOR_TEST);
      gl.scissor(left, low, wide, high);
      // Lines behind glass are pale.
      yield* drawing.drawLines(camera, ground, width, height, isPane, 0.3);
      gl.bindTexture(gl.TEXTURE_2D, sums.behind);
      gl.copyTexSubImage2D(gl.TEXTURE_2D, 0, left, low, left, low, wide, high);
      gl.bindFramebuffer(gl.FRAMEBUFFER, sums.fine);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT);
      if (!drawing.frame) {
        // The page's own picture doesn't lend how far everything is away.
        gl.depthMask(true);
        gl.clear(gl.DEPTH_BUFFER_BIT);
        const prints = () => drawing.drawPrints(camera, ground);
        yield* drawing.drawDepths(camera, (shape) => shape.kind, prints);
        gl.depthMask(false);
      }
      gl.blendFunc(gl.ONE, gl.ONE);
      for (const kind of ["clear", "mixed"]) yield* drawing.drawFaces(kind, camera, ground, true);
      [gl.COLOR_ATTACHMENT0, gl.COLOR_ATTACHMENT1].forEach((place, i, places) => {
        gl.bindFramebuffer(gl.READ_FRAMEBUFFER, sums.fine);
        gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, sums.whole);
        gl.readBuffer(place);
        gl.drawBuffers(places.map((other, j) => (i === j ? other : gl.NONE)));
        gl.blitFramebuffer(...box, ...box, gl.COLOR_BUFFER_BIT, gl.NEAREST);
      });
      this.lay(sums);
      // Then the lines of the nearest glass.
      gl.depthMask(true);
      yield* drawing.drawDepths(camera, (shape) => (shape.glass ? "solid" : ""));
      gl.depthMask(false);
      gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
      yield* drawing.drawLines(camera, ground, width, height, isPane, 0.75);
      gl.disable(gl.SCISSOR_TEST);
    }

    // To a program that adds layers: how much of them, and how much less with each LDraw unit farther away.
    giveTo(at, { nearest, deep }) {
      const gl = this.gl;
      const [weight, range] = this.share < 1 ? [0, 0] : [WEIGHT, Math.log(MOST_WEIGHT)];
      const per = Math.min(weight, (2 * range) / Math.max(deep, 1));
      gl.uniform1f(at.share, this.share);
      gl.uniform2f(at.nearer, nearest + (per ? range / per : 0), per);
    }

    // The sums over the picture.
    lay(sums) {
      const {
        gl,
        panes: { made, at },
      } = this;
      gl.bindFramebuffer(gl.FRAMEBUFFER, this.drawing.frame);
      gl.disable(gl.BLEND);
      gl.disable(gl.DEPTH_TEST);
      gl.useProgram(made);
      ["behind", "added", "taken"].forEach((name, place) => {
        gl.activeTexture(gl.TEXTURE0 + place);
        gl.bindTexture(gl.TEXTURE_2D, sums[name]);
        gl.uniform1i(at[name], place);
      });
      gl.activeTexture(gl.TEXTURE0);
      gl.uniform1f(at.share, this.share);
      drawWhole(gl, this.quad);
      gl.enable(gl.DEPTH_TEST);
      gl.enable(gl.BLEND);
    }

    // The part of the picture that glass can be in: left, low, width and height.
    box(view, width, height) {
      let [left, low, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
      for (const shape of this.drawing.shapes) {
        for (let i = 0; shape.glass && shape.box && i < shape.shown; i++) {
          for (const p of this.drawing.cornersOf(shape, i)) {
            const [x, y, away] = seenIn(
              view,
              p.map((v, axis) => v + shape.now[i * 4 + 1 + axis]),
            );
            if (away <= 0) return [0, 0, width, height];
            [left, right] = [Math.min(left, x / away), Math.max(right, x / away)];
            [low, top] = [Math.min(low, y / away), Math.max(top, y / away)];
          }
        }
      }
      const pixels = (share, size, more) =>
        Math.min(Math.max(Math.round(((share + 1) / 2) * size) + more, 0), size);
      const from = [pixels(left, width, -4), pixels(low, height, -4)];
      return [...from, pixels(right, width, 4) - from[0], pixels(top, height, 4) - from[1]];
    }

    // Where layers are added up: with as many samples as the picture, and brought down.
    sums(width, height) {
      const before = this.made;
      if (before && before.width === width && before.height === height) return before;
      const gl = this.gl;
      for (const one of before ? [before.added, before.taken, before.behind] : []) gl.deleteTexture(one);
      for (const one of before ? before.buffers : []) gl.deleteRenderbuffer(one);
      for (const one of before ? [before.fine, before.whole] : []) gl.deleteFramebuffer(one);
      const most = gl.getInternalformatParameter(gl.RENDERBUFFER, this.format, gl.SAMPLES);
      const { isLarge, frame, rooms } = this.drawing;
      const samples = isLarge || frame || !most.length ? 0 : Math.min(4, most[0]);
      const both = [gl.COLOR_ATTACHMENT0, gl.COLOR_ATTACHMENT1];
      const fine = gl.createFramebuffer();
      gl.bindFramebuffer(gl.FRAMEBUFFER, fine);
      const buffers = [this.format, this.format, gl.DEPTH_COMPONENT24]
        .slice(0, frame ? 2 : 3)
        .map((format) => {
          const buffer = gl.createRenderbuffer();
          gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
          gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, format, width, height);
          return buffer;
        });
      [...both, gl.DEPTH_ATTACHMENT].forEach((place, i) =>
        gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, buffers[i] || rooms[1]),
      );
      gl.drawBuffers(both);
      const whole = gl.createFramebuffer();
      gl.bindFramebuffer(gl.FRAMEBUFFER, whole);
      gl.activeTexture(gl.TEXTURE0);
      const [added, taken] = both.map((place) => {
        const made = texture(gl, gl.TEXTURE_2D, gl.NEAREST);
        gl.texStorage2D(gl.TEXTURE_2D, 1, this.format, width, height);
        gl.framebufferTexture2D(gl.FRAMEBUFFER, place, gl.TEXTURE_2D, made, 0);
        return made;
      });
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      const behind = texture(gl, gl.TEXTURE_2D, gl.NEAREST);
      gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGB8, width, height);
      this.made = { width, height, fine, whole, buffers, added, taken, behind };
      return this.made;
    }
  }

  return { Glass };
})();
