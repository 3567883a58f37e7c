// Light of the sky and the sun on a scene, and its shadow on the table: worked out once for the pieces that
// are shown.
"use strict";

var brickyardLight = (() => {
  const { AIR_FRAGMENT, GROUND_FRAGMENT, QUAD_VERTEX, TABLE_FRAGMENT, TABLE_VERTEX, WAYS, WAYS_ACROSS } =
    brickyardShaders;
  const { program, texture, wholePicture, drawWhole, dot, cross, unit, seenIn } = brickyardGraphics;
  // Sides of the maps: of depths from one side of the sky, of places in the air and on the table, of depths
  // from the sun.
  const TILE = 160;
  const AIR = 48;
  const GROUND = 160;
  const SUN = 640;

  function skyWays() {
    return Array.from({ length: WAYS }, (_, i) => {
      const height = 0.2 + (0.8 * (i + 0.5)) / WAYS;
      const around = i * 2.399963;
      const flat = Math.sqrt(1 - height * height);
      return [flat * Math.cos(around), -height, flat * Math.sin(around)];
    });
  }

  // Two ways across light that comes from there, and the way to it.
  function basis(way) {
    const side = unit(cross(way, Math.abs(way[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]));
    return [side, cross(side, way), way];
  }

  // Seen along a way from far off: what is within reach of the middle fills the picture.
  function flatView(/** @type {number[][]} */ [side, along, way], middle, reach) {
    const m = new Float32Array(16);
    [side, along, way.map((v) => -v)].forEach((axis, row) => {
      for (let c = 0; c < 3; c++) m[c * 4 + row] = axis[c] / reach;
      m[12 + row] = -dot(axis, middle) / reach;
    });
    m[15] = 1;
    return m;
  }

  function depthMap(gl, width, height) {
    const made = texture(gl, gl.TEXTURE_2D, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT24, width, height);
    const frame = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, made, 0);
    return { texture: made, frame };
  }

  function colourMap(gl, size) {
    const made = texture(gl, gl.TEXTURE_2D, gl.LINEAR);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, size, size);
    const frame = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, made, 0);
    return { texture: made, frame };
  }

  class Light {
    // `told` is what the scene says of its lamps.
    constructor(gl, told) {
      this.gl = gl;
      this.told = told;
      this.quad = wholePicture(gl);
      this.table = program(gl, TABLE_VERTEX, TABLE_FRAGMENT);
      this.sky = program(gl, QUAD_VERTEX, AIR_FRAGMENT);
      this.onTable = program(gl, QUAD_VERTEX, GROUND_FRAGMENT);
      this.maps = depthMap(gl, TILE * WAYS_ACROSS, (TILE * WAYS) / WAYS_ACROSS);
      this.shade = depthMap(gl, SUN, SUN);
      this.airFrame = gl.createFramebuffer();
      this.onCells = colourMap(gl, GROUND);
      this.through = colourMap(gl, SUN);
      this.dark = texture(gl, gl.TEXTURE_2D, gl.LINEAR);
      this.ways = skyWays().map(basis);
      this.skyMean = [0, 1, 2].map((axis) => this.ways.reduce((sum, way) => sum + way[2][axis], 0) / WAYS);
    }

    // For what lies between two corners; `drawDepths(view)` draws it seen from somewhere, `drawThrough` what
    // its glass leaves of the light.
    *bake(low, high, drawDepths, drawThrough) {
      const gl = this.gl;
      const { ways } = this;
      const half = high.map((v, i) => (v - low[i]) / 2);
      const middle = high.map((v, i) => (v + low[i]) / 2);
      const around = {
        middle,
        half,
        reach: Math.hypot(...half) * 1.02 + 1,
        sides: new Float32Array(ways.flat(2)),
      };
      this.sunView = flatView(basis(this.told.way), middle, around.reach);
      gl.disable(gl.BLEND);
      gl.enable(gl.DEPTH_TEST);
      gl.depthFunc(gl.LESS);
      gl.depthMask(true);
      gl.colorMask(false, false, false, false);
      gl.enable(gl.POLYGON_OFFSET_FILL);
      gl.polygonOffset(1, 2);
      gl.bindFramebuffer(gl.FRAMEBUFFER, this.maps.frame);
      gl.viewport(0, 0, TILE * WAYS_ACROSS, (TILE * WAYS) / WAYS_ACROSS);
      gl.clear(gl.DEPTH_BUFFER_BIT);
      for (const [i, way] of ways.entries()) {
        gl.viewport((i % WAYS_ACROSS) * TILE, Math.floor(i / WAYS_ACROSS) * TILE, TILE, TILE);
        yield* drawDepths(flatView(way, middle, around.reach));
      }
      gl.bindFramebuffer(gl.FRAMEBUFFER, this.shade.frame);
      gl.viewport(0, 0, SUN, SUN);
      gl.clear(gl.DEPTH_BUFFER_BIT);
      yield* drawDepths(this.sunView);
      gl.disable(gl.POLYGON_OFFSET_FILL);
      gl.colorMask(true, true, true, true);
      gl.disable(gl.DEPTH_TEST);
      gl.bindFramebuffer(gl.FRAMEBUFFER, this.through.frame);
      gl.clearColor(1, 1, 1, 1);
      gl.clear(gl.COLOR_BUFFER_BIT);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.ZERO, gl.SRC_COLOR);
      yield* drawThrough(this.sunView);
      gl.disable(gl.BLEND);
      this.bakeAir(around);
      this.bakeTable(around, high[1]);
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    }

    useSky({ made, at }, { sides, middle, reach }) {
      const gl = this.gl;
      gl.useProgram(made);
      gl.activeTexture(gl.TEXTURE1);
      gl.bindTexture(gl.TEXTURE_2D, this.maps.texture);
      gl.activeTexture(gl.TEXTURE0);
      gl.uniform1i(at.maps, 1);
      gl.uniformMatrix3fv(at.ways, false, sides);
      gl.uniform3fv(at.middle, middle);
      gl.uniform1f(at.reach, reach);
      gl.uniform1f(at.slack, 0.004);
    }

    bakeAir(around) {
      const gl = this.gl;
      const { half, middle } = around;
      const cell = (Math.max(...half) * 2) / (AIR - 6);
      const size = half.map((v) => Math.ceil((v * 2) / cell) + 6);
      this.airCell = cell;
      this.airSize = size.map((v) => v * cell);
      this.airLow = middle.map((v, i) => v - this.airSize[i] / 2);
      if (this.airCells !== String(size)) {
        gl.deleteTexture(this.air || null);
        this.air = texture(gl, gl.TEXTURE_3D, gl.LINEAR);
        gl.texStorage3D(gl.TEXTURE_3D, 1, gl.RGBA8, ...size);
        this.airCells = String(size);
      }
      this.useSky(this.sky, around);
      const at = this.sky.at;
      gl.uniform3fv(at.airLow, this.airLow);
      gl.uniform3fv(at.airSize, this.airSize);
      gl.bindFramebuffer(gl.FRAMEBUFFER, this.airFrame);
      gl.viewport(0, 0, size[0], size[1]);
      for (let slice = 0; slice < size[2]; slice++) {
        gl.framebufferTextureLayer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, this.air, 0, slice);
        gl.uniform1f(at.slice, (slice + 0.5) / size[2]);
        drawWhole(gl, this.quad);
      }
    }

    bakeTable(around, foot) {
      const gl = this.gl;
      const { half, middle } = around;
      const wide = Math.max(half[0], half[2]) * 2;
      const spare = 0.9 * half[1] * 2 + 0.12 * wide + 8;
      const limit = Math.min(0.75 * half[1] * 2 + 30, 0.95 * spare);
      this.span = wide + 2 * spare;
      this.corner = [middle[0] - this.span / 2, foot, middle[2] - this.span / 2];
      this.useSky(this.onTable, around);
      const at = this.onTable.at;
      gl.activeTexture(gl.TEXTURE2);
      gl.bindTexture(gl.TEXTURE_2D, this.shade.texture);
      gl.activeTexture(gl.TEXTURE3);
      gl.bindTexture(gl.TEXTURE_2D, this.through.texture);
      gl.activeTexture(gl.TEXTURE0);
      gl.uniform1i(at.shade, 2);
      gl.uniform1i(at.through, 3);
      gl.uniformMatrix4fv(at.sunView, false, this.sunView);
      // A hair above, so that what stands on the table doesn't lie below it.
      gl.uniform3f(at.corner, this.corner[0], this.corner[1] - 0.2, this.corner[2]);
      gl.uniform1f(at.span, this.span);
      gl.uniform2fv(at.rims, this.told.table.slice(3));
      gl.bindFramebuffer(gl.FRAMEBUFFER, this.onCells.frame);
      gl.viewport(0, 0, GROUND, GROUND);
      drawWhole(gl, this.quad);
      const seen = new Uint8Array(GROUND * GROUND * 4);
      gl.readPixels(0, 0, GROUND, GROUND, gl.RGBA, gl.UNSIGNED_BYTE, seen);
      gl.bindTexture(gl.TEXTURE_2D, this.dark);
      gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
      gl.texImage2D(
        gl.TEXTURE_2D,
        0,
        gl.RGB8,
        GROUND,
        GROUND,
        0,
        gl.RGB,
        gl.UNSIGNED_BYTE,
        this.soft(seen, half, limit),
      );
    }

    // The shadow of red, green and blue light, blurred; it fades with the distance from the model.
    soft(seen, half, limit) {
      const n = GROUND;
      const shares = this.told.table;
      const beyond = (i, axis) => Math.max(0, Math.abs((i + 0.5) / n - 0.5) * this.span - half[axis]);
      let grid = new Float32Array(n * n * 3);
      for (let i = 0; i < n * n; i++) {
        const near = Math.max(0, 1 - Math.hypot(beyond(i % n, 0), beyond(Math.floor(i / n), 2)) / limit);
        const sky = 1 - shares[0] * Math.pow(seen[i * 4 + 3] / 255, shares[2]);
        for (let k = 0; k < 3; k++) {
          const lit = sky * (1 - shares[1] * (1 - seen[i * 4 + k] / 255));
          grid[i * 3 + k] = (1 - lit) * near * near * (3 - 2 * near);
        }
      }
      for (const step of [3, 3, 6]) {
        for (const by of [step, step * n]) {
          const next = new Float32Array(n * n * 3);
          for (let i = 0; i < n * n * 3; i++)
            next[i] = 0.25 * ((grid[i - by] || 0) + 2 * grid[i] + (grid[i + by] || 0));
          grid = next;
        }
      }
      return Uint8Array.from(grid, (v) => Math.round(255 * v));
    }

    // To a program that lights faces: what was worked out, in the places of textures from `first` on.
    giveTo(at, first) {
      const gl = this.gl;
      gl.uniformMatrix4fv(at.sunView, false, this.sunView);
      const perAir = this.airSize.map((v) => 1 / v);
      for (const [name, value] of Object.entries({
        sun: this.told.way,
        airLow: this.airLow,
        perAir,
        skyMean: this.skyMean,
        right: this.told.right,
      }))
        gl.uniform3fv(at[name], value);
      gl.uniform4fv(at.light, this.told.strengths);
      gl.uniform4fv(at.room, this.told.room);
      gl.uniform1f(at.airCell, this.airCell * 1.2);
      gl.uniform1f(at.sunSlack, 1.0);
      [
        [gl.TEXTURE_3D, this.air, at.air],
        [gl.TEXTURE_2D, this.shade.texture, at.shade],
      ].forEach(([kind, made, location], i) => {
        gl.activeTexture(gl.TEXTURE0 + first + i);
        gl.bindTexture(kind, made);
        gl.uniform1i(location, first + i);
      });
      gl.activeTexture(gl.TEXTURE0);
    }

    // The shadow on the table; `feet` are places where the model stands.
    drawTable(view, feet, width, height) {
      const gl = this.gl;
      const { made, at } = this.table;
      gl.useProgram(made);
      gl.uniformMatrix4fv(at.view, false, view);
      gl.uniform3fv(at.corner0, this.corner);
      gl.uniform1f(at.span, this.span);
      gl.uniform2f(at.size, width, height);
      gl.uniform2f(at.foot, ...footIn(view, feet, width, height));
      gl.activeTexture(gl.TEXTURE0);
      gl.bindTexture(gl.TEXTURE_2D, this.dark);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.ZERO, gl.SRC_COLOR);
      gl.depthMask(false);
      drawWhole(gl, this.quad);
      gl.depthMask(true);
      gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    }
  }

  // Where what stands on the table is in the picture: its middle, and its farthest.
  function footIn(view, feet, width, height) {
    let left = Infinity;
    let right = -Infinity;
    let top = Infinity;
    for (const place of feet) {
      const [x, y, away] = seenIn(view, place);
      left = Math.min(left, x / away);
      right = Math.max(right, x / away);
      top = Math.min(top, -y / away);
    }
    return [((left + right + 2) * width) / 4, ((top + 1) * height) / 2];
  }

  return { Light };
})();
