// Draws a scene with WebGL2, lit as the still pictures are; no libraries, nothing fetched.
// It knows nothing of pages: viewer.js and the workbench tell it what to show and from where.
"use strict";

(() => {
  const {
    facesVertex, FACES_VERTEX, PLACE_VERTEX, PLACE_FRAGMENT, facesFragment, GLASS_FRAGMENT, LINES_VERTEX, LINES_FRAGMENT,
    DEPTH_FRAGMENT, NUMBER_FRAGMENT, HEAT_FRAGMENT, QUAD_VERTEX, AIR_FRAGMENT, GROUND_FRAGMENT, TABLE_VERTEX,
    TABLE_FRAGMENT, OUTLINE_FRAGMENT, WAYS, WAYS_ACROSS,
  } = window.brickyardShaders;
  const MANY = 600, TILE = 160, AIR = 48, GROUND = 128, SUN = 640, AROUND = 64;

  function program(gl, vertex, fragment) {
    const made = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
      gl.attachShader(made, shader);
    }
    gl.linkProgram(made);
    if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(made));
    const at = {};
    const count = gl.getProgramParameter(made, gl.ACTIVE_UNIFORMS);
    for (let i = 0; i < count; i++) {
      const name = gl.getActiveUniform(made, i).name.replace("[0]", "");
      at[name] = gl.getUniformLocation(made, name);
    }
    return { made, at };
  }

  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const less = (a, b) => a.map((v, i) => v - b[i]);
  const unit = (a) => { const n = Math.hypot(...a) || 1; return a.map((v) => v / n); };

  function skyWays() {
    return Array.from({ length: WAYS }, (_, i) => {
      const height = 0.2 + 0.8 * (i + 0.5) / WAYS, around = i * 2.399963, flat = Math.sqrt(1 - height * height);
      return [flat * Math.cos(around), -height, flat * Math.sin(around)];
    });
  }

  // Two ways across light that comes from there, and the way to it.
  function basis(way) {
    const side = unit(cross(way, Math.abs(way[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]));
    return [side, cross(side, way), way];
  }

  // Seen along a way from far off: what is within reach of the middle fills the picture.
  function flatView([side, along, way], middle, reach) {
    const m = new Float32Array(16);
    [side, along, way.map((v) => -v)].forEach((axis, row) => {
      for (let c = 0; c < 3; c++) m[c * 4 + row] = axis[c] / reach;
      m[12 + row] = -dot(axis, middle) / reach;
    });
    m[15] = 1;
    return m;
  }

  // Shares of one; of the first and last row, which are colours, as much light as they stand for; of how often a
  // spot is halved, by how much.
  function asLight(values, colours) {
    return Float32Array.from(values, (v, i) => {
      const share = v / 255;
      const row = Math.floor(i / colours / 4);
      if (row === 3 && i % 4 === 1) return 2 ** (8 * share);
      if ((row !== 0 && row !== 4) || i % 4 === 3) return share;
      return share > 0.04045 ? ((share + 0.055) / 1.055) ** 2.4 : share / 12.92;
    });
  }

  // A scene's arrays are compressed; browsers that can't unpack them have no view.
  async function bytesOf(text) {
    const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Response(stream).arrayBuffer();
  }

  // Places are stored column by column, which packs better; here they stand row by row.
  function rowsOf(bytes, at, count, width) {
    const columns = new Int16Array(bytes, at, count * width), rows = new Int16Array(count * width);
    for (let c = 0; c < width; c++) for (let r = 0; r < count; r++) rows[r * width + c] = columns[c * count + r];
    return rows;
  }

  // Numbers that were stored as steps from the one before.
  function summed(steps) {
    for (let i = 1; i < steps.length; i++) steps[i] += steps[i - 1];
    return steps;
  }

  class Drawing {
    // `scene` with `bytes`, its arrays, and the pictures in them; use `Drawing.of` to unpack both.
    constructor(canvas, scene, bytes, pictures = []) {
      this.canvas = canvas;
      this.scene = scene;
      // Of many pieces nearly every border is an edge, whose line has soft sides of its own.
      this.isLarge = scene.shapes.reduce((sum, shape) => sum + shape.copies, 0) > MANY;
      this.gl = canvas.getContext("webgl2", { alpha: false, antialias: !this.isLarge });
      if (!this.gl) throw new Error("no WebGL 2");
      this.step = scene.steps;
      this.load(bytes, pictures);
      this.bake();
    }

    static async of(canvas, scene) {
      const bytes = await bytesOf(scene.data);
      const pictures = (scene.pictures || []).map(({ at, length }) => createImageBitmap(
        new Blob([new Uint8Array(bytes, at, length)], { type: "image/webp" }), { premultiplyAlpha: "premultiply", colorSpaceConversion: "none" }));
      return new Drawing(canvas, scene, bytes, await Promise.all(pictures));
    }

    load(bytes, pictures) {
      const gl = this.gl, scene = this.scene;
      this.clamp = gl.getExtension("EXT_polygon_offset_clamp");
      // In a picture of many pieces the spots of soft shadows are closer together than pixels.
      const taps = this.isLarge ? 1 : 3;
      this.faces = {};
      for (const kind of ["solid", "clear", "mixed"]) this.faces[kind] = program(gl, FACES_VERTEX, facesFragment(kind, taps));
      this.pictures = pictures.map((picture) => this.pictureTexture(picture));
      // Of one texture and one kind of piece: never mixed.
      for (const kind of pictures.length ? ["solid", "clear"] : []) this.faces[`${kind} pictured`] = program(gl, facesVertex(true), facesFragment(kind, taps, true));
      this.lines = program(gl, LINES_VERTEX, LINES_FRAGMENT);
      this.depths = program(gl, FACES_VERTEX, DEPTH_FRAGMENT);
      this.places = program(gl, PLACE_VERTEX, PLACE_FRAGMENT);
      this.numbers = program(gl, FACES_VERTEX, NUMBER_FRAGMENT);
      this.table = program(gl, TABLE_VERTEX, TABLE_FRAGMENT);
      this.palette = this.texture(gl.TEXTURE_2D, gl.NEAREST);
      gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA16F, scene.palette, 5, 0, gl.RGBA, gl.FLOAT,
        asLight(new Uint8Array(bytes, scene.paletteAt, scene.palette * 20), scene.palette));
      this.around = this.texture(gl.TEXTURE_2D, gl.LINEAR);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8, AROUND, scene.palette, 0, gl.RED, gl.UNSIGNED_BYTE,
        new Uint8Array(bytes, scene.aroundAt, scene.palette * AROUND));
      this.shapes = scene.shapes.map((shape) => this.loadShape(shape, bytes));
      this.quad = gl.createVertexArray();
      gl.bindVertexArray(this.quad);
      this.attribute(0, new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]), 2, gl.FLOAT);
      this.measure();
      this.lightUp(null);
      this.settle(1);
    }

    texture(kind, filter) {
      const gl = this.gl, made = gl.createTexture();
      gl.bindTexture(kind, made);
      for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(kind, name, filter);
      for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T, gl.TEXTURE_WRAP_R]) gl.texParameteri(kind, name, gl.CLAMP_TO_EDGE);
      return made;
    }

    pictureTexture(picture) {
      const gl = this.gl, made = this.texture(gl.TEXTURE_2D, gl.LINEAR);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, picture);
      gl.generateMipmap(gl.TEXTURE_2D);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
      return made;
    }

    attribute(location, values, size, type, options = {}) {
      const gl = this.gl, buffer = gl.createBuffer();
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ARRAY_BUFFER, values, gl.STATIC_DRAW);
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, size, type, !!options.normal, options.stride || 0, options.offset || 0);
      return buffer;
    }

    loadShape(shape, bytes) {
      const gl = this.gl, copies = shape.copies;
      // Colour, step, mark and number of each piece.
      const notes = new Int32Array(bytes, shape.notesAt, copies * 4);
      const kind = shape.glass ? shape.solid ? "mixed" : "clear" : "solid";
      const made = { ...shape, kind, notes, places: new Float32Array(bytes, shape.placesAt, copies * 12) };
      made.corners = rowsOf(bytes, shape.cornersAt, shape.cornerCount, 3);
      // How muted, and how far moved: as it is, as it was, as it will be.
      for (const state of ["now", "from", "to"]) made[state] = new Float32Array(copies * 4);
      made.placesBuffer = gl.createBuffer();
      gl.bindBuffer(gl.ARRAY_BUFFER, made.placesBuffer);
      gl.bufferData(gl.ARRAY_BUFFER, made.places, gl.STATIC_DRAW);
      made.look = new Float32Array(copies * 5);
      const numbers = new Uint8Array(copies * 4);
      for (let i = 0; i < copies; i++) {
        made.look[i * 5] = notes[i * 4];
        const number = notes[i * 4 + 3] + 1;
        numbers.set([number & 255, (number >> 8) & 255, (number >> 16) & 255, 255], i * 4);
      }
      made.lookBuffer = gl.createBuffer();
      made.numbersBuffer = gl.createBuffer();
      // How hot each is, and what it is tinted with: four bytes each.
      made.marking = new Uint8Array(copies * 8);
      made.markingBuffer = gl.createBuffer();
      gl.bindBuffer(gl.ARRAY_BUFFER, made.markingBuffer);
      gl.bufferData(gl.ARRAY_BUFFER, made.marking, gl.DYNAMIC_DRAW);
      gl.bindBuffer(gl.ARRAY_BUFFER, made.numbersBuffer);
      gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.STATIC_DRAW);
      made.faces = gl.createVertexArray();
      gl.bindVertexArray(made.faces);
      this.attribute(0, made.corners, 3, gl.SHORT);
      this.attribute(1, new Int8Array(bytes, shape.normalsAt, shape.cornerCount * 4), 3, gl.BYTE, { normal: true, stride: 4 });
      this.attribute(2, new Uint8Array(bytes, shape.slotsAt, shape.cornerCount), 1, gl.UNSIGNED_BYTE);
      const wide = shape.cornerCount > 65535;
      made.indexType = wide ? gl.UNSIGNED_INT : gl.UNSIGNED_SHORT;
      const Index = wide ? Uint32Array : Uint16Array;
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
      // A copy: shapes of one part share what is stored.
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, summed(new Index(bytes, shape.indexAt, shape.triangles * 3).slice()), gl.STATIC_DRAW);
      this.copies(made);
      made.edges = this.strokes(made, rowsOf(bytes, shape.edgesAt, shape.edgeCount, 6), shape.edgeCount, 2);
      made.conditions = this.strokes(made, rowsOf(bytes, shape.conditionsAt, shape.conditionCount, 12), shape.conditionCount, 4);
      return made;
    }

    // A line is a thin quad: GL's own lines are one device pixel wide, too thin on a telephone.
    strokes(made, corners, count, points) {
      if (!count) return null;
      const gl = this.gl, width = points * 3;
      const values = new Int16Array(count * 4 * 12), ends = new Uint8Array(count * 4), index = new Uint32Array(count * 6);
      for (let i = 0; i < count; i++) {
        const line = corners.subarray(i * width, (i + 1) * width);
        for (let k = 0; k < 4; k++) {
          values.set(line, (i * 4 + k) * 12);
          ends[i * 4 + k] = k;
        }
        const first = i * 4;
        index.set([first, first + 1, first + 2, first + 2, first + 1, first + 3], i * 6);
      }
      const array = gl.createVertexArray();
      gl.bindVertexArray(array);
      gl.bindBuffer(gl.ARRAY_BUFFER, this.attribute(0, values, 3, gl.SHORT, { stride: 24 }));
      for (const [location, offset] of [[1, 6], [2, 12], [7, 18]]) {
        gl.enableVertexAttribArray(location);
        gl.vertexAttribPointer(location, 3, gl.SHORT, false, 24, offset);
      }
      this.attribute(8, ends, 1, gl.UNSIGNED_BYTE);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, index, gl.STATIC_DRAW);
      this.copies(made);
      return { array, count: count * 6 };
    }

    copies(made) {
      const gl = this.gl;
      const each = (buffer, location, size, type, normal, stride, offset) => {
        gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
        gl.enableVertexAttribArray(location);
        gl.vertexAttribPointer(location, size, type, normal, stride, offset);
        gl.vertexAttribDivisor(location, 1);
      };
      for (let row = 0; row < 3; row++) each(made.placesBuffer, 3 + row, 4, gl.FLOAT, false, 48, row * 16);
      each(made.lookBuffer, 6, 2, gl.FLOAT, false, 20, 0);
      each(made.lookBuffer, 9, 3, gl.FLOAT, false, 20, 8);
      each(made.numbersBuffer, 10, 4, gl.UNSIGNED_BYTE, true, 4, 0);
      each(made.markingBuffer, 11, 4, gl.UNSIGNED_BYTE, true, 8, 0);
      each(made.markingBuffer, 12, 4, gl.UNSIGNED_BYTE, true, 8, 4);
    }

    // The box of every piece in the world, once.
    measure() {
      for (const shape of this.shapes) {
        const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
        for (let i = 0; i < shape.corners.length; i++) {
          const v = shape.corners[i] * shape.scale, axis = i % 3;
          if (v < low[axis]) low[axis] = v;
          if (v > high[axis]) high[axis] = v;
        }
        shape.box = shape.corners.length ? [low, high] : null;
        shape.corners = null;
      }
      this.feet = this.points(() => true).filter((point) => point[1] > this.scene.high[1] - 1);
    }

    // Corners of the boxes of the pieces that `wanted` chooses by step, mark and number.
    points(wanted) {
      const found = [];
      for (const shape of this.shapes) {
        if (!shape.box) continue;
        for (let i = 0; i < shape.copies; i++) {
          if (!wanted(shape.notes[i * 4 + 1], shape.notes[i * 4 + 2], shape.notes[i * 4 + 3])) continue;
          found.push(...this.cornersOf(shape, i));
        }
      }
      return found;
    }

    // Of the box around a copy, where it belongs.
    cornersOf(shape, copy) {
      const at = shape.places.subarray(copy * 12, copy * 12 + 12);
      return Array.from({ length: 8 }, (_, k) => {
        const p = [shape.box[k & 1][0], shape.box[(k >> 1) & 1][1], shape.box[k >> 2][2]];
        return [0, 4, 8].map((row) => at[row] * p[0] + at[row + 1] * p[1] + at[row + 2] * p[2] + at[row + 3]);
      });
    }

    // Pieces up to a step; those of the step itself come in from above.
    showStep(step, isStill) {
      this.step = step;
      for (const shape of this.shapes) {
        for (let i = 0; i < shape.copies; i++) {
          if (shape.notes[i * 4 + 1] === step && !isStill) shape.now[i * 4 + 2] = -40;
        }
      }
      this.lightUp(this.lit, this.lift);
    }

    // Mutes all pieces but those that `wanted` chooses, and moves those by `lift`; null for all as they are.
    lightUp(wanted, lift = [0, 0, 0]) {
      this.lit = wanted;
      this.lift = lift;
      for (const shape of this.shapes) {
        shape.from.set(shape.now);
        let shown = 0;
        for (let i = 0; i < shape.copies; i++) {
          const [, step, mark, number] = shape.notes.subarray(i * 4, i * 4 + 4);
          if (step <= this.step) shown = i + 1;
          const chosen = !wanted || wanted(step, mark, number);
          const [x, y, z] = this.apart?.(number) || [0, 0, 0], up = wanted && chosen ? lift : [0, 0, 0];
          shape.to.set([chosen ? 0 : 1, x + up[0], y + up[1], z + up[2]], i * 4);
        }
        // Pieces of later steps come last.
        shape.shown = shown;
      }
    }

    // How far each piece stands from its place, by its number; null for all where they belong.
    spread(apart) {
      this.apart = apart;
      this.lightUp(this.lit, this.lift);
    }

    // Which pieces have a line around them: `heatOf(number)` is 0 for none, 1 for pointed at, 2 for chosen, 3 for both.
    outline(heatOf) {
      this.isHot = false;
      this.mark(0, (number) => {
        const heat = heatOf ? heatOf(number) : 0;
        if (heat) this.isHot = true;
        return [heat & 1 ? 255 : 0, heat & 2 ? 255 : 0, 0, 0];
      });
    }

    // Other colours than their own: `tintOf(number)` is [red, green, blue, how much] from 0 to 255, or null.
    tint(tintOf) {
      this.mark(4, (number) => tintOf?.(number) || [0, 0, 0, 0]);
    }

    mark(offset, of) {
      const gl = this.gl;
      for (const shape of this.shapes) {
        let isNew = false;
        for (let i = 0; i < shape.copies; i++) {
          const values = of(shape.notes[i * 4 + 3]), at = i * 8 + offset;
          for (let k = 0; k < 4; k++) {
            if (shape.marking[at + k] !== values[k]) { shape.marking[at + k] = values[k]; isNew = true; }
          }
        }
        if (!isNew) continue;
        gl.bindBuffer(gl.ARRAY_BUFFER, shape.markingBuffer);
        gl.bufferData(gl.ARRAY_BUFFER, shape.marking, gl.DYNAMIC_DRAW);
      }
    }

    // So much of the way to what was asked for last, from 0 to 1.
    settle(share) {
      const gl = this.gl;
      for (const shape of this.shapes) {
        for (let i = 0; i < shape.now.length; i++) {
          shape.now[i] = shape.from[i] + (shape.to[i] - shape.from[i]) * share;
          shape.look[(i >> 2) * 5 + 1 + (i & 3)] = shape.now[i];
        }
        gl.bindBuffer(gl.ARRAY_BUFFER, shape.lookBuffer);
        gl.bufferData(gl.ARRAY_BUFFER, shape.look, gl.DYNAMIC_DRAW);
      }
    }

    // Light of sky and sun for the pieces that are shown, kept until others are.
    bake() {
      const gl = this.gl, scene = this.scene;
      const half = scene.high.map((v, i) => (v - scene.low[i]) / 2), middle = scene.high.map((v, i) => (v + scene.low[i]) / 2);
      const reach = Math.hypot(...half) * 1.02 + 1, ways = skyWays().map(basis);
      this.sunView = flatView(basis(scene.light.way), middle, reach);
      if (!this.maps) {
        this.maps = this.depthMap(TILE * WAYS_ACROSS, TILE * WAYS / WAYS_ACROSS);
        this.shade = this.depthMap(SUN, SUN);
        this.sky = program(gl, QUAD_VERTEX, AIR_FRAGMENT);
        this.onTable = program(gl, QUAD_VERTEX, GROUND_FRAGMENT);
      }
      this.skyMean = [0, 1, 2].map((axis) => ways.reduce((sum, way) => sum + way[2][axis], 0) / WAYS);
      const sides = new Float32Array(ways.flat(2));
      gl.disable(gl.BLEND);
      gl.enable(gl.DEPTH_TEST);
      gl.depthFunc(gl.LESS);
      gl.depthMask(true);
      gl.colorMask(false, false, false, false);
      gl.enable(gl.POLYGON_OFFSET_FILL);
      gl.polygonOffset(1, 2);
      gl.bindFramebuffer(gl.FRAMEBUFFER, this.maps.frame);
      gl.viewport(0, 0, TILE * WAYS_ACROSS, TILE * WAYS / WAYS_ACROSS);
      gl.clear(gl.DEPTH_BUFFER_BIT);
      ways.forEach((way, i) => {
        gl.viewport((i % WAYS_ACROSS) * TILE, Math.floor(i / WAYS_ACROSS) * TILE, TILE, TILE);
        this.drawPlain(this.depths, flatView(way, middle, reach), 0);
      });
      gl.bindFramebuffer(gl.FRAMEBUFFER, this.shade.frame);
      gl.viewport(0, 0, SUN, SUN);
      gl.clear(gl.DEPTH_BUFFER_BIT);
      this.drawPlain(this.depths, this.sunView, 0);
      gl.disable(gl.POLYGON_OFFSET_FILL);
      gl.colorMask(true, true, true, true);
      gl.disable(gl.DEPTH_TEST);
      gl.bindVertexArray(this.quad);
      this.bakeAir(sides, middle, reach, half);
      this.bakeTable(sides, middle, reach, half);
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    }

    depthMap(width, height) {
      const gl = this.gl, texture = this.texture(gl.TEXTURE_2D, gl.LINEAR);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE);
      gl.texStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT24, width, height);
      const frame = gl.createFramebuffer();
      gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
      gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, texture, 0);
      return { texture, frame };
    }

    useSky({ made, at }, sides, middle, reach) {
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

    bakeAir(sides, middle, reach, half) {
      const gl = this.gl, cell = Math.max(...half) * 2 / (AIR - 6);
      const size = half.map((v) => Math.ceil(v * 2 / cell) + 6);
      this.airCell = cell;
      this.airSize = size.map((v) => v * cell);
      this.airLow = middle.map((v, i) => v - this.airSize[i] / 2);
      if (!this.air) {
        this.air = this.texture(gl.TEXTURE_3D, gl.LINEAR);
        gl.texStorage3D(gl.TEXTURE_3D, 1, gl.RGBA8, ...size);
        this.airFrame = gl.createFramebuffer();
      }
      this.useSky(this.sky, sides, middle, reach);
      const at = this.sky.at;
      gl.uniform3fv(at.airLow, this.airLow);
      gl.uniform3fv(at.airSize, this.airSize);
      gl.bindFramebuffer(gl.FRAMEBUFFER, this.airFrame);
      gl.viewport(0, 0, size[0], size[1]);
      for (let slice = 0; slice < size[2]; slice++) {
        gl.framebufferTextureLayer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, this.air, 0, slice);
        gl.uniform1f(at.slice, (slice + 0.5) / size[2]);
        gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
      }
    }

    bakeTable(sides, middle, reach, half) {
      const gl = this.gl, scene = this.scene, wide = Math.max(half[0], half[2]) * 2;
      const spare = 0.9 * half[1] * 2 + 0.12 * wide + 8, limit = Math.min(0.75 * half[1] * 2 + 30, 0.95 * spare);
      this.span = wide + 2 * spare;
      this.corner = [middle[0] - this.span / 2, scene.high[1], middle[2] - this.span / 2];
      if (!this.dark) {
        this.tableFrame = gl.createFramebuffer();
        this.tableColour = this.texture(gl.TEXTURE_2D, gl.NEAREST);
        gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, GROUND, GROUND);
        gl.bindFramebuffer(gl.FRAMEBUFFER, this.tableFrame);
        gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.tableColour, 0);
        this.dark = this.texture(gl.TEXTURE_2D, gl.LINEAR);
      }
      this.useSky(this.onTable, sides, middle, reach);
      const at = this.onTable.at;
      gl.activeTexture(gl.TEXTURE2);
      gl.bindTexture(gl.TEXTURE_2D, this.shade.texture);
      gl.activeTexture(gl.TEXTURE0);
      gl.uniform1i(at.shade, 2);
      gl.uniformMatrix4fv(at.sunView, false, this.sunView);
      // A hair above, so that what stands on the table doesn't lie below it.
      gl.uniform3f(at.corner, this.corner[0], this.corner[1] - 0.2, this.corner[2]);
      gl.uniform1f(at.span, this.span);
      gl.bindFramebuffer(gl.FRAMEBUFFER, this.tableFrame);
      gl.viewport(0, 0, GROUND, GROUND);
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
      const seen = new Uint8Array(GROUND * GROUND * 4);
      gl.readPixels(0, 0, GROUND, GROUND, gl.RGBA, gl.UNSIGNED_BYTE, seen);
      gl.bindTexture(gl.TEXTURE_2D, this.dark);
      gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8, GROUND, GROUND, 0, gl.RED, gl.UNSIGNED_BYTE, this.soft(seen, half, limit));
    }

    // The shadow, blurred; it fades with the distance from the model.
    soft(seen, half, limit) {
      const n = GROUND, shares = this.scene.light.table;
      const beyond = (i, axis) => Math.max(0, Math.abs((i + 0.5) / n - 0.5) * this.span - half[axis]);
      let grid = new Float32Array(n * n);
      for (let i = 0; i < n * n; i++) {
        const near = Math.max(0, 1 - Math.hypot(beyond(i % n, 0), beyond(Math.floor(i / n), 2)) / limit);
        const dark = shares[0] * Math.pow(seen[i * 4] / 255, 1.2) + shares[1] * seen[i * 4 + 1] / 255;
        grid[i] = dark * near * near * (3 - 2 * near);
      }
      for (const step of [1, 1, 2, 3]) {
        for (const by of [step, step * n]) {
          const next = new Float32Array(n * n);
          for (let i = 0; i < n * n; i++) next[i] = 0.25 * ((grid[i - by] || 0) + 2 * grid[i] + (grid[i + by] || 0));
          grid = next;
        }
      }
      return Uint8Array.from(grid, (v) => Math.round(255 * v));
    }

    // All faces that are shown, with nothing but their place.
    drawPlain({ made, at }, view, moved, wanted = () => true, isCulled = false) {
      const gl = this.gl;
      gl.useProgram(made);
      gl.uniformMatrix4fv(at.view, false, view);
      gl.uniform1f(at.moved, moved);
      gl.activeTexture(gl.TEXTURE0);
      gl.bindTexture(gl.TEXTURE_2D, this.palette);
      for (const shape of this.shapes) {
        if (!shape.shown || !wanted(shape)) continue;
        gl.uniform1f(at.scale, shape.scale);
        this.drawShape(shape, isCulled);
      }
      gl.disable(gl.CULL_FACE);
    }

    // All its faces, or without those that are certainly seen from behind.
    drawShape(shape, isCulled) {
      const gl = this.gl, single = isCulled ? shape.single : 0, bytes = shape.indexType === gl.UNSIGNED_INT ? 12 : 6;
      const some = (first, count) => gl.drawElementsInstanced(gl.TRIANGLES, count * 3, shape.indexType, first * bytes, shape.shown);
      gl.bindVertexArray(shape.faces);
      if (single) {
        gl.enable(gl.CULL_FACE);
        gl.frontFace(shape.flipped ? gl.CW : gl.CCW);
        some(0, single);
      }
      if (single === shape.triangles) return;
      gl.disable(gl.CULL_FACE);
      some(single, shape.triangles - single);
    }

    // Gives the graphics card back what it holds; the canvas can't be drawn on again.
    close() {
      this.gl.getExtension("WEBGL_lose_context")?.loseContext();
    }

    // From a camera: `view`, `eye`, `ahead`, pixels per LDU, and how many times the still's size, before a ground.
    draw(camera, ground) {
      const gl = this.gl, { width, height } = this.canvas;
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      gl.viewport(0, 0, width, height);
      gl.clearColor(...ground, 1);
      gl.depthMask(true);
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
      gl.enable(gl.DEPTH_TEST);
      gl.depthFunc(gl.LEQUAL);
      gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
      if (camera.eye[1] < this.scene.high[1]) this.drawTable(camera.view);
      gl.disable(gl.BLEND);
      if (this.clamp) this.clamp.polygonOffsetClampEXT(1.5, 2, 0.002);
      else gl.polygonOffset(1, 2);
      // First where everything is, then the light of what is seen: each pixel once.
      this.drawDepths(camera, (shape) => shape.kind);
      gl.enable(gl.POLYGON_OFFSET_FILL);
      gl.depthMask(false);
      this.drawFaces("solid", camera, ground, false);
      this.drawFaces("mixed", camera, ground, false);
      gl.depthMask(true);
      this.drawPrints(camera, ground);
      gl.depthMask(false);
      gl.disable(gl.POLYGON_OFFSET_FILL);
      gl.enable(gl.BLEND);
      this.drawLines(camera, ground, width, height, (shape) => !shape.through, 1);
      if (this.shapes.some((shape) => shape.glass && shape.shown)) this.drawGlass(camera, ground, width, height);
      if (this.isHot) this.drawOutlines(camera, ground);
      gl.depthMask(true);
      gl.disable(gl.BLEND);
    }

    // What is printed on glass.
    drawPrints(camera, ground) {
      const some = this.shapes.filter((shape) => shape.shown && shape.kind === "clear" && shape.picture !== undefined);
      this.drawLit("clear pictured", some, camera, ground, false, false);
    }

    // All layers at once into two sums, which are then laid over the picture; lines behind glass are pale.
    drawGlass(camera, ground, width, height) {
      const gl = this.gl, isPane = (shape) => shape.through, [left, low, wide, high] = this.glassIn(camera.view, width, height);
      if (wide < 1 || high < 1) return;
      const sums = this.glassSums(width, height);
      // Glass is a small part of most models: only there is anything done.
      gl.enable(gl.SCISSOR_TEST);
      gl.scissor(left, low, wide, high);
      this.drawLines(camera, ground, width, height, isPane, 0.3);
      gl.bindTexture(gl.TEXTURE_2D, sums.behind);
      gl.copyTexSubImage2D(gl.TEXTURE_2D, 0, left, low, left, low, wide, high);
      gl.bindFramebuffer(gl.FRAMEBUFFER, sums.fine);
      gl.clearColor(0, 0, 0, 0);
      gl.depthMask(true);
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
      this.drawDepths(camera, (shape) => shape.kind, () => this.drawPrints(camera, ground));
      gl.depthMask(false);
      gl.blendFunc(gl.ONE, gl.ONE);
      for (const kind of ["clear", "mixed"]) this.drawFaces(kind, camera, ground, true);
      [gl.COLOR_ATTACHMENT0, gl.COLOR_ATTACHMENT1].forEach((place, i, places) => {
        gl.bindFramebuffer(gl.READ_FRAMEBUFFER, sums.fine);
        gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, sums.whole);
        gl.readBuffer(place);
        gl.drawBuffers(places.map((other, j) => (i === j ? other : gl.NONE)));
        gl.blitFramebuffer(left, low, left + wide, low + high, left, low, left + wide, low + high, gl.COLOR_BUFFER_BIT, gl.NEAREST);
      });
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      gl.disable(gl.BLEND);
      gl.disable(gl.DEPTH_TEST);
      const { made, at } = this.panes;
      gl.useProgram(made);
      ["behind", "added", "taken"].forEach((name, place) => {
        gl.activeTexture(gl.TEXTURE0 + place);
        gl.bindTexture(gl.TEXTURE_2D, sums[name]);
        gl.uniform1i(at[name], place);
      });
      gl.activeTexture(gl.TEXTURE0);
      gl.uniform1f(at.share, this.share);
      gl.bindVertexArray(this.quad);
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
      gl.enable(gl.DEPTH_TEST);
      gl.enable(gl.BLEND);
      // Then the lines of the nearest glass.
      gl.depthMask(true);
      this.drawDepths(camera, (shape) => (shape.glass ? "solid" : ""));
      gl.depthMask(false);
      gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
      this.drawLines(camera, ground, width, height, isPane, 0.75);
      gl.disable(gl.SCISSOR_TEST);
    }

    // The part of the picture that glass can be in: left, low, width and height.
    glassIn(view, width, height) {
      let [left, low, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
      for (const shape of this.shapes) {
        for (let i = 0; shape.glass && shape.box && i < shape.shown; i++) {
          for (const p of this.cornersOf(shape, i)) {
            const at = p.map((v, axis) => v + shape.now[i * 4 + 1 + axis]);
            const [x, y, , w] = [0, 1, 2, 3].map((row) => view[row] * at[0] + view[4 + row] * at[1] + view[8 + row] * at[2] + view[12 + row]);
            if (w <= 0) return [0, 0, width, height];
            [left, right] = [Math.min(left, x / w), Math.max(right, x / w)];
            [low, top] = [Math.min(low, y / w), Math.max(top, y / w)];
          }
        }
      }
      const pixels = (share, size, more) => Math.min(Math.max(Math.round((share + 1) / 2 * size) + more, 0), size);
      const from = [pixels(left, width, -4), pixels(low, height, -4)];
      return [...from, pixels(right, width, 4) - from[0], pixels(top, height, 4) - from[1]];
    }

    // Nothing but how far faces are: `kindOf` says which are solid, and which partly.
    drawDepths(camera, kindOf, more = () => {}) {
      const gl = this.gl;
      gl.colorMask(false, false, false, false);
      gl.enable(gl.POLYGON_OFFSET_FILL);
      this.drawPlain(this.places, camera.view, 1, (shape) => kindOf(shape) === "solid", true);
      this.drawPlain(this.depths, camera.view, 1, (shape) => kindOf(shape) === "mixed", true);
      more();
      gl.disable(gl.POLYGON_OFFSET_FILL);
      gl.colorMask(true, true, true, true);
    }

    // Where layers of glass are added up: with as many samples as the picture, and brought down.
    glassSums(width, height) {
      if (this.sums && this.sums.width === width && this.sums.height === height) return this.sums;
      const gl = this.gl;
      if (!this.panes) {
        this.panes = program(gl, QUAD_VERTEX, GLASS_FRAGMENT);
        const isWide = gl.getExtension("EXT_color_buffer_float") || gl.getExtension("EXT_color_buffer_half_float");
        this.sumFormat = isWide ? gl.RGBA16F : gl.RGBA8;
        // Bytes end at one: up to sixteen layers.
        this.share = isWide ? 1 : 1 / 16;
      }
      for (const made of this.sums ? [this.sums.added, this.sums.taken, this.sums.behind] : []) gl.deleteTexture(made);
      for (const made of this.sums ? this.sums.buffers : []) gl.deleteRenderbuffer(made);
      for (const made of this.sums ? [this.sums.fine, this.sums.whole] : []) gl.deleteFramebuffer(made);
      const most = gl.getInternalformatParameter(gl.RENDERBUFFER, this.sumFormat, gl.SAMPLES);
      const samples = this.isLarge || !most.length ? 0 : Math.min(4, most[0]);
      const both = [gl.COLOR_ATTACHMENT0, gl.COLOR_ATTACHMENT1];
      const fine = gl.createFramebuffer();
      gl.bindFramebuffer(gl.FRAMEBUFFER, fine);
      const buffers = [this.sumFormat, this.sumFormat, gl.DEPTH_COMPONENT24].map((format, i) => {
        const buffer = gl.createRenderbuffer();
        gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
        gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, format, width, height);
        gl.framebufferRenderbuffer(gl.FRAMEBUFFER, i < 2 ? both[i] : gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, buffer);
        return buffer;
      });
      gl.drawBuffers(both);
      const whole = gl.createFramebuffer();
      gl.bindFramebuffer(gl.FRAMEBUFFER, whole);
      gl.activeTexture(gl.TEXTURE0);
      const [added, taken] = both.map((place) => {
        const made = this.texture(gl.TEXTURE_2D, gl.NEAREST);
        gl.texStorage2D(gl.TEXTURE_2D, 1, this.sumFormat, width, height);
        gl.framebufferTexture2D(gl.FRAMEBUFFER, place, gl.TEXTURE_2D, made, 0);
        return made;
      });
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      const behind = this.texture(gl.TEXTURE_2D, gl.NEAREST);
      gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGB8, width, height);
      this.sums = { width, height, fine, whole, buffers, added, taken, behind };
      return this.sums;
    }

    drawOutlines(camera, ground) {
      const gl = this.gl, { width, height } = this.canvas;
      if (!this.hot) {
        this.hot = program(gl, FACES_VERTEX, HEAT_FRAGMENT);
        this.outlines = program(gl, QUAD_VERTEX, OUTLINE_FRAGMENT);
        this.hotFrame = gl.createFramebuffer();
        this.hotMask = this.texture(gl.TEXTURE_2D, gl.LINEAR);
      }
      gl.activeTexture(gl.TEXTURE0);
      gl.bindTexture(gl.TEXTURE_2D, this.hotMask);
      if (this.hotSize !== `${width} ${height}`) {
        this.hotSize = `${width} ${height}`;
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
      }
      gl.bindFramebuffer(gl.FRAMEBUFFER, this.hotFrame);
      gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.hotMask, 0);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT);
      gl.disable(gl.DEPTH_TEST);
      gl.blendEquation(gl.MAX);
      this.drawPlain(this.hot, camera.view, 1);
      gl.blendEquation(gl.FUNC_ADD);
      gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      const { made, at } = this.outlines, isDark = ground[0] + ground[1] + ground[2] < 1.5;
      gl.useProgram(made);
      gl.bindTexture(gl.TEXTURE_2D, this.hotMask);
      gl.uniform1i(at.mask, 0);
      gl.uniform2f(at.pixel, 1 / width, 1 / height);
      gl.uniform1f(at.wide, 2.2 * Math.max(1, camera.dense || 1));
      gl.uniform3fv(at.pointed, isDark ? [1, 1, 1] : [0.1, 0.1, 0.1]);
      gl.uniform3fv(at.chosen, [0.93, 0.33, 0]);
      gl.uniform3fv(at.halo, isDark ? [0.1, 0.1, 0.1] : [1, 1, 1]);
      gl.bindVertexArray(this.quad);
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
      gl.enable(gl.DEPTH_TEST);
    }

    drawTable(view) {
      const gl = this.gl, { made, at } = this.table;
      gl.useProgram(made);
      gl.uniformMatrix4fv(at.view, false, view);
      gl.uniform3fv(at.corner0, this.corner);
      gl.uniform1f(at.span, this.span);
      gl.uniform2f(at.size, this.canvas.width, this.canvas.height);
      gl.uniform2f(at.foot, ...this.footIn(view));
      gl.activeTexture(gl.TEXTURE0);
      gl.bindTexture(gl.TEXTURE_2D, this.dark);
      gl.bindVertexArray(this.quad);
      gl.enable(gl.BLEND);
      gl.depthMask(false);
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
      gl.depthMask(true);
    }

    // Where what stands on the table is in the picture: its middle, and its farthest.
    footIn(view) {
      const { width, height } = this.canvas;
      let left = Infinity, right = -Infinity, top = Infinity;
      for (const [x, y, z] of this.feet) {
        const [a, b, w] = [0, 1, 3].map((row) => view[row] * x + view[4 + row] * y + view[8 + row] * z + view[12 + row]);
        left = Math.min(left, a / w);
        right = Math.max(right, a / w);
        top = Math.min(top, -b / w);
      }
      return [(left + right + 2) * width / 4, (top + 1) * height / 2];
    }

    drawFaces(kind, camera, ground, glass) {
      const some = this.shapes.filter((shape) => shape.shown && shape.kind === kind);
      this.drawLit(kind, some.filter((shape) => shape.picture === undefined), camera, ground, glass);
      this.drawLit(`${kind} pictured`, some.filter((shape) => shape.picture !== undefined), camera, ground, glass);
    }

    drawLit(kind, some, camera, ground, glass, isCulled = !glass) {
      if (!some.length) return;
      const gl = this.gl, { made, at } = this.faces[kind], light = this.scene.light;
      gl.useProgram(made);
      gl.uniformMatrix4fv(at.view, false, camera.view);
      gl.uniformMatrix4fv(at.sunView, false, this.sunView);
      for (const [name, value] of Object.entries({
        eye: camera.eye, ahead: camera.ahead, ground, sun: light.way, airLow: this.airLow, perAir: this.airSize.map((v) => 1 / v), skyMean: this.skyMean,
      })) gl.uniform3fv(at[name], value);
      gl.uniform4fv(at.light, light.strengths);
      gl.uniform1f(at.airCell, this.airCell * 1.2);
      gl.uniform1f(at.sunSlack, 1.0);
      gl.uniform1f(at.moved, 1);
      gl.uniform1i(at.glass, glass);
      gl.uniform1f(at.share, this.share);
      [[gl.TEXTURE_2D, this.palette, at.palette], [gl.TEXTURE_3D, this.air, at.air], [gl.TEXTURE_2D, this.shade.texture, at.shade], [gl.TEXTURE_2D, this.around, at.around]]
        .forEach(([kind, texture, location], unit_) => {
          gl.activeTexture(gl.TEXTURE0 + unit_);
          gl.bindTexture(kind, texture);
          gl.uniform1i(location, unit_);
        });
      for (const shape of some) {
        gl.uniform1f(at.scale, shape.scale);
        if (shape.picture !== undefined) this.layPicture(shape, at);
        this.drawShape(shape, isCulled);
      }
      gl.disable(gl.CULL_FACE);
    }

    layPicture(shape, at) {
      const gl = this.gl;
      gl.activeTexture(gl.TEXTURE4);
      gl.bindTexture(gl.TEXTURE_2D, this.pictures[shape.picture]);
      gl.activeTexture(gl.TEXTURE0);
      gl.uniform1i(at.picture, 4);
      gl.uniform3fv(at.origin, shape.lies.slice(0, 3));
      gl.uniformMatrix3fv(at.ways, false, shape.lies.slice(3, 12));
      gl.uniform2fv(at.roundAndUp, shape.lies.slice(12));
      gl.uniform1i(at.mapping, shape.mapping);
      gl.uniform1f(at.wide, shape.wide);
    }

    // Those of the shapes that are wanted, so strong a share of what is usual.
    drawLines(camera, ground, width, height, wanted, share) {
      const gl = this.gl, { made, at } = this.lines, per = camera.perLdu / camera.times;
      // As wide and as strong as in the stills; what is thinner than a pixel is paler instead.
      const wide = Math.min(Math.max(0.62 * per, 0.45), 1.2) * Math.sqrt(Math.max(1, per / 4)) * camera.times;
      const strength = share * Math.min(Math.max(0.35 + 0.9 * per, 0.35), 0.9) * Math.min(1, wide);
      gl.useProgram(made);
      gl.uniformMatrix4fv(at.view, false, camera.view);
      gl.uniform3fv(at.ground, ground);
      gl.uniform3fv(at.eye, camera.eye);
      gl.uniform2f(at.pixel, 2 / width, 2 / height);
      gl.uniform1f(at.wide, Math.max(1, wide));
      gl.uniform1f(at.strength, strength);
      gl.uniform1f(at.nearer, 0.25 + 0.4 / camera.perLdu);
      gl.uniform1f(at.moved, 1);
      gl.activeTexture(gl.TEXTURE0);
      gl.bindTexture(gl.TEXTURE_2D, this.palette);
      gl.uniform1i(at.palette, 0);
      for (const shape of this.shapes) {
        if (!shape.shown || !wanted(shape)) continue;
        gl.uniform1f(at.scale, shape.scale);
        [shape.edges, shape.conditions].forEach((strokes, conditional) => {
          if (!strokes) return;
          gl.uniform1i(at.conditional, conditional);
          gl.bindVertexArray(strokes.array);
          gl.drawElementsInstanced(gl.TRIANGLES, strokes.count, gl.UNSIGNED_INT, 0, shape.shown);
        });
      }
    }

    // The pieces seen in a part of the picture, given in device pixels from its upper left.
    piecesIn(camera, left, top, width = 1, height = 1) {
      return new Set(this.seenIn(camera, left, top, width, height).keys());
    }

    // How many pixels of each piece are seen there.
    seenIn(camera, left, top, width, height) {
      const found = new Map();
      for (const number of this.numbersIn(camera, left, top, width, height)) if (number >= 0) found.set(number, (found.get(number) || 0) + 1);
      return found;
    }

    // The number of the piece that each pixel there shows, -1 for none; the lowest row first.
    numbersIn(camera, left, top, width, height) {
      const gl = this.gl, frame = gl.createFramebuffer(), buffers = [gl.RGBA8, gl.DEPTH_COMPONENT16].map((format, i) => {
        const buffer = gl.createRenderbuffer();
        gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
        gl.renderbufferStorage(gl.RENDERBUFFER, format, width, height);
        gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
        gl.framebufferRenderbuffer(gl.FRAMEBUFFER, i ? gl.DEPTH_ATTACHMENT : gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, buffer);
        return buffer;
      });
      gl.viewport(-left, top + height - this.canvas.height, this.canvas.width, this.canvas.height);
      gl.clearColor(0, 0, 0, 0);
      gl.disable(gl.BLEND);
      gl.enable(gl.DEPTH_TEST);
      gl.depthMask(true);
      gl.depthFunc(gl.LEQUAL);
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
      this.drawPlain(this.numbers, camera.view, 1);
      const seen = new Uint8Array(width * height * 4), found = new Int32Array(width * height);
      gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, seen);
      for (let i = 0; i < found.length; i++) found[i] = seen[i * 4] + 256 * seen[i * 4 + 1] + 65536 * seen[i * 4 + 2] - 1;
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      gl.deleteFramebuffer(frame);
      buffers.forEach((buffer) => gl.deleteRenderbuffer(buffer));
      return found;
    }

    // The mark of a piece, -1 for none.
    markOf(number) {
      if (!this.marks) {
        this.marks = new Map();
        for (const shape of this.shapes) {
          for (let i = 0; i < shape.copies; i++) this.marks.set(shape.notes[i * 4 + 3], shape.notes[i * 4 + 2]);
        }
      }
      return this.marks.has(number) ? this.marks.get(number) : -1;
    }
  }

  window.brickyardDrawing = { Drawing, dot, less, unit };
})();
