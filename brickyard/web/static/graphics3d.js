// The graphics card by small calls, and the little arithmetic of places: what all of the 3D view draws with.
"use strict";

var brickyardGraphics = (() => {
  // The card may be busy for so long before the page has its turn.
  const SLICE_MS = 30;

  // A program of two shaders, with the places of its uniforms by their names.
  function program(gl, vertex, fragment) {
    const made = gl.createProgram();
    for (const [kind, text] of [
      [gl.VERTEX_SHADER, vertex],
      [gl.FRAGMENT_SHADER, fragment],
    ]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
      gl.attachShader(made, shader);
    }
    gl.linkProgram(made);
    if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(made));
    /** @type {Record<string, WebGLUniformLocation>} */
    const at = {};
    const count = gl.getProgramParameter(made, gl.ACTIVE_UNIFORMS);
    for (let i = 0; i < count; i++) {
      const name = gl.getActiveUniform(made, i).name.replace("[0]", "");
      at[name] = gl.getUniformLocation(made, name);
    }
    return { made, at };
  }

  function texture(gl, kind, filter) {
    const made = gl.createTexture();
    gl.bindTexture(kind, made);
    for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(kind, name, filter);
    for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T, gl.TEXTURE_WRAP_R])
      gl.texParameteri(kind, name, gl.CLAMP_TO_EDGE);
    return made;
  }

  // Values for every corner, or with `each` for every copy; a buffer that is there already is used again.
  function attribute(
    gl,
    location,
    values,
    size,
    type,
    { normal = false, stride = 0, offset = 0, each = false } = {},
  ) {
    const isBuffer = values instanceof WebGLBuffer;
    const buffer = isBuffer ? values : gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    if (!isBuffer) gl.bufferData(gl.ARRAY_BUFFER, values, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(location);
    gl.vertexAttribPointer(location, size, type, normal, stride, offset);
    if (each) gl.vertexAttribDivisor(location, 1);
    return buffer;
  }

  function fill(gl, buffer, values) {
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, values, gl.DYNAMIC_DRAW);
  }

  // A square that fills the picture.
  function wholePicture(gl) {
    const quad = gl.createVertexArray();
    gl.bindVertexArray(quad);
    attribute(gl, 0, new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]), 2, gl.FLOAT);
    return quad;
  }

  function drawWhole(gl, quad) {
    gl.bindVertexArray(quad);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  }

  // Work that stops now and then, told how much it has drawn since: here all of it at once.
  function atOnce(work) {
    let now = work.next();
    while (!now.done) now = work.next();
    return now.value;
  }

  // The same in slices, so that a page with a huge model goes on answering; undefined if it isn't wanted any
  // more.
  async function inSlices(gl, work, isWanted) {
    let most = 50_000;
    let drawn = 0;
    let before = null;
    let begin = performance.now();
    let now = work.next();
    for (; !now.done; now = work.next()) {
      drawn += now.value;
      if (drawn < most) continue;
      // The card draws this slice while we wait for the one before: it never stands idle.
      const end = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
      gl.flush();
      await isReached(gl, before);
      const took = performance.now() - begin;
      most = Math.max(20_000, most * (took > SLICE_MS ? 0.7 : took < SLICE_MS / 3 ? 2 : 1));
      [before, begin, drawn] = [end, performance.now(), 0];
      if (gl.isContextLost() || !isWanted()) work.return(undefined);
    }
    gl.deleteSync(before);
    return now.value;
  }

  // The card has done what it was told before this mark; a lost one does nothing more.
  async function isReached(gl, mark) {
    do await new Promise((go) => setTimeout(go, 4));
    while (mark && gl.clientWaitSync(mark, 0, 0) === gl.TIMEOUT_EXPIRED);
    gl.deleteSync(mark);
  }

  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const less = (a, b) => a.map((v, i) => v - b[i]);
  const unit = (a) => {
    const n = Math.hypot(...a) || 1;
    return a.map((v) => v / n);
  };
  // Across, up and how far away, of a place in a view.
  const seenIn = (view, [x, y, z]) =>
    [0, 1, 3].map((row) => view[row] * x + view[4 + row] * y + view[8 + row] * z + view[12 + row]);

  // What is to be seen: its middle, the corners that must be in the picture, how much larger than usual.
  function frameOf(target, points, most = 1) {
    const some = outermost(points);
    const reach = Math.max(1, ...some.map((point) => Math.hypot(...less(point, target))));
    return { target, points: some, reach, most };
  }

  function middleOf(points, otherwise) {
    if (!points.length) return otherwise;
    const along = (axis) =>
      points.reduce(
        ([low, high], point) => [Math.min(low, point[axis]), Math.max(high, point[axis])],
        [Infinity, -Infinity],
      );
    return [0, 1, 2].map((axis) => {
      const [low, high] = along(axis);
      return (low + high) / 2;
    });
  }

  // Of many points those that are farthest in some direction: enough to fit a picture round them.
  function outermost(points) {
    const kept = new Set();
    for (let i = 0; i < 90 && points.length; i++) {
      const y = 1 - (2 * (i + 0.5)) / 90;
      const flat = Math.sqrt(1 - y * y);
      const way = [flat * Math.cos(i * 2.4), y, flat * Math.sin(i * 2.4)];
      let best = points[0];
      let most = -Infinity;
      for (const point of points) {
        const far = dot(way, point);
        if (far > most) {
          most = far;
          best = point;
        }
      }
      kept.add(best);
    }
    return [...kept];
  }

  return {
    program,
    texture,
    attribute,
    fill,
    wholePicture,
    drawWhole,
    atOnce,
    inSlices,
    dot,
    cross,
    less,
    unit,
    seenIn,
    frameOf,
    middleOf,
  };
})();
