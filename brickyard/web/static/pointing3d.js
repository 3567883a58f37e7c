// What is pointed at: lines around pieces, and which piece each pixel shows.
"use strict";

var brickyardPointing = (() => {
  const { FACES_VERTEX, HEAT_FRAGMENT, NUMBER_FRAGMENT, OUTLINE_FRAGMENT, QUAD_VERTEX } = brickyardShaders;
  const { program, texture, attribute, wholePicture, drawWhole } = brickyardGraphics;

  // Straight lines in dashes of eight LDraw units, as in the stills.
  const GUIDES_VERTEX = `#version 300 es
    layout(location=0) in vec3 from;
    layout(location=1) in vec3 to;
    layout(location=2) in float end;
    uniform mat4 view;
    uniform vec2 pixel;
    uniform float wide;
    out float far;
    void main() {
      vec4 a = view * vec4(from, 1.0), b = view * vec4(to, 1.0);
      vec2 along = (b.xy / b.w - a.xy / a.w) / pixel;
      vec2 across = normalize(vec2(-along.y, along.x) + 1e-6);
      gl_Position = end < 1.5 ? a : b;
      far = end < 1.5 ? 0.0 : distance(from, to);
      float side = mod(end, 2.0) < 0.5 ? 0.5 : -0.5;
      gl_Position.xy += across * side * wide * pixel * gl_Position.w;
    }`;
  const GUIDES_FRAGMENT = `#version 300 es
    precision highp float;
    in float far;
    out vec4 colour;
    void main() {
      if (mod(far, 13.0) > 8.0) discard;
      colour = vec4(0.757, 0.153, 0.176, 1.0);
    }`;

  // Lines around the pieces that are hot.
  class Outlines {
    constructor(drawing) {
      const gl = (this.gl = drawing.gl);
      this.drawing = drawing;
      this.quad = wholePicture(gl);
      this.hot = program(gl, FACES_VERTEX, HEAT_FRAGMENT);
      this.lines = program(gl, QUAD_VERTEX, OUTLINE_FRAGMENT);
      this.frame = gl.createFramebuffer();
      this.mask = texture(gl, gl.TEXTURE_2D, gl.LINEAR);
    }

    *draw(camera, ground, width, height) {
      const gl = this.gl;
      gl.activeTexture(gl.TEXTURE0);
      gl.bindTexture(gl.TEXTURE_2D, this.mask);
      if (this.size !== `${width} ${height}`) {
        this.size = `${width} ${height}`;
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
      }
      gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
      gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.mask, 0);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT);
      gl.disable(gl.DEPTH_TEST);
      gl.blendEquation(gl.MAX);
      yield* this.drawing.drawPlain(this.hot, camera.view, 1);
      gl.blendEquation(gl.FUNC_ADD);
      gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
      gl.bindFramebuffer(gl.FRAMEBUFFER, this.drawing.frame);
      const { made, at } = this.lines;
      const isDark = ground[0] + ground[1] + ground[2] < 1.5;
      gl.useProgram(made);
      gl.bindTexture(gl.TEXTURE_2D, this.mask);
      gl.uniform1i(at.mask, 0);
      gl.uniform2f(at.pixel, 1 / width, 1 / height);
      gl.uniform1f(at.wide, 2.2 * Math.max(1, camera.dense || 1));
      gl.uniform3fv(at.pointed, isDark ? [1, 1, 1] : [0.1, 0.1, 0.1]);
      gl.uniform3fv(at.chosen, [0.93, 0.33, 0]);
      gl.uniform3fv(at.halo, isDark ? [0.1, 0.1, 0.1] : [1, 1, 1]);
      drawWhole(gl, this.quad);
      gl.enable(gl.DEPTH_TEST);
    }
  }

  // Dashed lines from where pieces belong to where they were pulled.
  class Guides {
    constructor(gl, lines) {
      this.gl = gl;
      this.count = lines.length * 6;
      this.dashes = program(gl, GUIDES_VERTEX, GUIDES_FRAGMENT);
      this.array = gl.createVertexArray();
      gl.bindVertexArray(this.array);
      const corners = lines.flatMap(([from, to]) =>
        [0, 1, 2, 2, 1, 3].flatMap((end) => [...from, ...to, end]),
      );
      this.buffer = attribute(gl, 0, new Float32Array(corners), 3, gl.FLOAT, { stride: 28 });
      attribute(gl, 1, this.buffer, 3, gl.FLOAT, { stride: 28, offset: 12 });
      attribute(gl, 2, this.buffer, 1, gl.FLOAT, { stride: 28, offset: 24 });
    }

    draw(camera, width, height) {
      const gl = this.gl;
      const { made, at } = this.dashes;
      gl.useProgram(made);
      gl.uniformMatrix4fv(at.view, false, camera.view);
      gl.uniform2f(at.pixel, 2 / width, 2 / height);
      gl.uniform1f(at.wide, 1.4 * Math.max(1, camera.dense || 1));
      gl.bindVertexArray(this.array);
      gl.drawArrays(gl.TRIANGLES, 0, this.count);
    }

    close() {
      this.gl.deleteProgram(this.dashes.made);
      this.gl.deleteVertexArray(this.array);
      this.gl.deleteBuffer(this.buffer);
    }
  }

  // The number of the piece that each pixel shows.
  class Numbers {
    constructor(drawing) {
      this.drawing = drawing;
      this.numbers = program(drawing.gl, FACES_VERTEX, NUMBER_FRAGMENT);
    }

    // In a part of the picture, given in device pixels from its upper left; -1 for none; the lowest row
    // first.
    *in(camera, left, top, width, height) {
      const { gl, canvas } = this.drawing;
      const frame = gl.createFramebuffer();
      const buffers = [gl.RGBA8, gl.DEPTH_COMPONENT16].map((format, i) => {
        const buffer = gl.createRenderbuffer();
        gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
        gl.renderbufferStorage(gl.RENDERBUFFER, format, width, height);
        gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
        gl.framebufferRenderbuffer(
          gl.FRAMEBUFFER,
          i ? gl.DEPTH_ATTACHMENT : gl.COLOR_ATTACHMENT0,
          gl.RENDERBUFFER,
          buffer,
        );
        return buffer;
      });
      gl.viewport(-left, top + height - canvas.height, canvas.width, canvas.height);
      gl.clearColor(0, 0, 0, 0);
      gl.disable(gl.BLEND);
      gl.enable(gl.DEPTH_TEST);
      gl.depthMask(true);
      gl.depthFunc(gl.LEQUAL);
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
      try {
        yield* this.drawing.drawPlain(this.numbers, camera.view, 1);
        const seen = new Uint8Array(width * height * 4);
        const found = new Int32Array(width * height);
        gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, seen);
        for (let i = 0; i < found.length; i++)
          found[i] = seen[i * 4] + 256 * seen[i * 4 + 1] + 65536 * seen[i * 4 + 2] - 1;
        return found;
      } finally {
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
        gl.deleteFramebuffer(frame);
        buffers.forEach((buffer) => gl.deleteRenderbuffer(buffer));
      }
    }
  }

  return { Guides, Outlines, Numbers };
})();
