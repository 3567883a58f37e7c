// Draws a scene with WebGL2, lit as the still pictures are; no libraries, nothing fetched.
// It knows nothing of pages: viewer.js and the workbench tell it what to show and from where.
"use strict";

(() => {
  // Where a copy of a part puts its corners; moved parts keep the light of the place they came from.
  const COPIED = `#version 300 es
    layout(location=3) in vec4 row0;
    layout(location=4) in vec4 row1;
    layout(location=5) in vec4 row2;
    layout(location=6) in vec2 look; // colour, how muted
    layout(location=9) in vec3 shift;
    layout(location=10) in vec4 number;
    uniform mat4 view;
    uniform float scale;
    uniform float moved;
    uniform sampler2D palette;
    vec3 rest(vec3 corner) {
      vec4 here = vec4(corner * scale, 1.0);
      return vec3(dot(row0, here), dot(row1, here), dot(row2, here));
    }
    vec3 put(vec3 corner) { return rest(corner) + moved * shift; }`;
  const FACES_VERTEX = `${COPIED}
    layout(location=0) in vec3 place;
    layout(location=1) in vec3 normal;
    layout(location=2) in float slot;
    out vec3 turned;
    out vec3 seen;
    out vec3 resting;
    out vec4 paint; // as light
    out vec4 finish;
    out vec4 mirrored;
    flat out float kind;
    out float muted;
    flat out vec4 told;
    void main() {
      resting = rest(place);
      seen = resting + moved * shift;
      turned = vec3(dot(row0.xyz, normal), dot(row1.xyz, normal), dot(row2.xyz, normal));
      int code = slot > 254.5 ? int(look.x) : int(slot);
      paint = texelFetch(palette, ivec2(code, 0), 0);
      paint.rgb = mix(paint.rgb / 12.92, pow((paint.rgb + 0.055) / 1.055, vec3(2.4)), step(0.04045, paint.rgb));
      finish = texelFetch(palette, ivec2(code, 2), 0);
      mirrored = texelFetch(palette, ivec2(code, 3), 0);
      kind = (float(code) + 0.5) / float(textureSize(palette, 0).x);
      muted = look.y;
      told = number;
      gl_Position = view * vec4(seen, 1.0);
    }`;
  const FACES_FRAGMENT = `#version 300 es
    precision highp float;
    precision highp sampler3D;
    precision highp sampler2DShadow;
    in vec3 turned;
    in vec3 seen;
    in vec3 resting;
    in vec4 paint;
    in vec4 finish; // how much light is scattered and mirrored, least light from around, glow
    in vec4 mirrored; // the sun's spot, how often it is halved, whether it has the paint's colour, blur
    flat in float kind;
    in float muted;
    uniform vec3 eye, ground, sun, ahead, airLow, airSize, skyMean;
    uniform mat4 sunView;
    uniform float airCell, sunSlack;
    uniform vec4 light; // sky, ground, sun, front
    uniform sampler2D around;
    uniform int glass; // 0 for what is solid, 1 for the light that glass lets through, 2 for its own
    uniform sampler3D air;
    uniform sampler2DShadow shade;
    out vec4 colour;
    float ofSky(vec3 n) {
      // How open the place is, and towards where: two terms of its harmonics are enough.
      vec4 open = texture(air, (resting + n * airCell - airLow) / airSize);
      vec3 way = open.yzw * 2.0 - 1.0;
      float all = 0.25 + 0.5 * dot(n, skyMean);
      return clamp((0.25 * open.x + 0.5 * dot(n, way) + 0.05) / (max(all, 0.0) + 0.05), 0.0, 1.0);
    }
    float ofSun(vec3 n) {
      // Spots around on the surface itself, so that it doesn't shade itself.
      vec3 one = normalize(abs(n.y) < 0.9 ? cross(n, vec3(0.0, 1.0, 0.0)) : cross(n, vec3(1.0, 0.0, 0.0))), other = cross(n, one);
      float found = 0.0;
      for (int tap = 0; tap < 3; tap++) {
        float around = float(tap) * 2.0944;
        vec3 place = resting + n * sunSlack + 1.4 * (one * cos(around) + other * sin(around));
        found += texture(shade, (sunView * vec4(place, 1.0)).xyz * 0.5 + 0.5);
      }
      return found / 3.0;
    }
    vec3 exposed(vec3 l) {
      vec3 film = 1.0 - 0.22 * exp(-(l - 0.78) / 0.308);
      l = mix(l, film, step(0.78, l));
      return mix(12.92 * l, 1.055 * pow(max(l, 0.0031308), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, l));
    }
    void main() {
      if ((paint.a < 0.99) != (glass > 0)) discard;
      vec3 n = normalize(turned);
      vec3 away = normalize(seen - eye);
      if (dot(n, away) > 0.0) n = -n;
      float up = -n.y, toSun = dot(n, sun), facing = -dot(n, away), sky = ofSky(n), sunny = toSun > 0.0 ? ofSun(n) : 0.0;
      float strength = (light.x + light.y) / 2.0 + (light.x - light.y) / 2.0 * up + light.w * max(-dot(n, ahead), 0.0);
      strength *= finish.z + (1.0 - finish.z) * sky;
      strength += light.z * max(toSun, 0.0) * sunny + finish.w;
      float flat_ = 1.0 - clamp(facing, 0.0, 1.0);
      if (glass == 1) {
        float dense = clamp(0.62 + (paint.a - 0.5) * 0.6, 0.1, 0.95);
        vec3 through = (1.0 - dense + dense * paint.rgb) * (0.93 - 0.42 * pow(flat_, 3.0) - 0.10 * paint.a);
        colour = vec4(mix(pow(through, vec3(1.0 / 2.2)), vec3(0.92), muted), 1.0);
        return;
      }
      float flat3 = flat_ * flat_ * flat_, bounce = 2.0 * facing * up - away.y;
      if (finish.y > 0.5) bounce += 0.26 * sin(dot(seen, vec3(0.043, 0.071, 0.059)));
      float rim = flat3 * flat_ * flat_ * 0.45 * (1.0 - finish.y) * (mirrored.w > 0.9 ? 0.1 : 1.0) + finish.y;
      rim *= 1.5 * texture(around, vec2(bounce * 0.5 + 0.5, kind)).r * (0.25 + 0.75 * sky);
      float spot = max(2.0 * facing * toSun + dot(away, sun), 0.0);
      vec3 shine = vec3(rim + mirrored.x * pow(spot, exp2(8.0 * mirrored.y)) * sunny);
      if (mirrored.z > 0.5) shine *= paint.rgb;
      strength *= finish.x;
      if (glass == 2) {
        vec3 own = paint.rgb * strength * (0.08 + 0.3 * flat3) + 0.8 * shine;
        // On what shines through, which is not dark: there the curve from light to colour is flat.
        colour = vec4(own * (1.0 - muted), 1.0);
        return;
      }
      vec3 plain = exposed(paint.rgb * strength + shine);
      float grey = dot(plain, vec3(0.30, 0.59, 0.11));
      colour = vec4(mix(plain, mix(vec3(grey), ground, 0.6), muted), 1.0);
    }`;
  const LINES_VERTEX = `${COPIED}
    layout(location=0) in vec3 place;
    layout(location=1) in vec3 other;
    layout(location=2) in vec3 left;
    layout(location=7) in vec3 right;
    layout(location=8) in float end;
    uniform bool conditional;
    uniform vec2 pixel;
    uniform vec3 ground, eye;
    uniform float wide, nearer;
    out vec3 ink;
    out float off;
    vec4 seen(vec3 corner) { return view * vec4(put(corner), 1.0); }
    void main() {
      vec4 a = seen(place), b = seen(other);
      vec2 pa = a.xy / a.w / pixel, pb = b.xy / b.w / pixel;
      vec2 along = pb - pa;
      float far = length(along);
      along = far > 0.0 ? along / far : vec2(1.0, 0.0);
      vec2 across = vec2(-along.y, along.x);
      float side = mod(end, 2.0) < 0.5 ? 1.0 : -1.0;
      off = side * (0.5 * wide + 1.0);
      vec3 world = put(end < 1.5 ? place : other);
      vec4 base = end < 1.5 ? a : b;
      // Tested as if it were a little nearer, by the same length at any zoom: no face can dot it.
      vec4 tested = view * vec4(world + normalize(eye - world) * nearer, 1.0);
      base.z = tested.z / tested.w * base.w;
      base.xy += across * off * pixel * base.w;
      if (conditional) {
        vec4 l = seen(left), r = seen(right);
        float one = dot(across, l.xy / l.w / pixel - pa), two = dot(across, r.xy / r.w / pixel - pa);
        if (one * two < 0.0) base = vec4(2.0, 2.0, 2.0, 1.0);
      }
      vec3 edge = texelFetch(palette, ivec2(int(look.x), 1), 0).rgb;
      ink = mix(edge, mix(edge, ground, 0.75), look.y);
      gl_Position = base;
    }`;
  const LINES_FRAGMENT = `#version 300 es
    precision highp float;
    in vec3 ink;
    in float off;
    uniform float strength, wide;
    out vec4 colour;
    void main() { colour = vec4(ink, strength * clamp(0.5 * wide + 0.5 - abs(off), 0.0, 1.0)); }`;
  const DEPTH_FRAGMENT = `#version 300 es
    precision mediump float;
    in vec4 paint;
    out vec4 colour;
    void main() { if (paint.a < 0.99) discard; colour = vec4(1.0); }`;
  const NUMBER_FRAGMENT = `#version 300 es
    precision mediump float;
    flat in vec4 told;
    out vec4 colour;
    void main() { colour = told; }`;
  const WAYS = 16, WAYS_ACROSS = 4, TILE = 160, AIR = 48, GROUND = 128, SUN = 640, AROUND = 64;
  const QUAD_VERTEX = `#version 300 es
    layout(location=0) in vec2 corner;
    out vec2 at;
    void main() { at = corner * 0.5 + 0.5; gl_Position = vec4(corner, 0.0, 1.0); }`;
  // How much sky there is at places in the air, and on the table, by depth maps from many sides.
  const SKY = `#version 300 es
    precision highp float;
    precision highp sampler2DShadow;
    in vec2 at;
    uniform sampler2DShadow maps;
    uniform mat3 ways[${WAYS}]; // two ways across, and the one towards the sky
    uniform vec3 middle;
    uniform float reach, slack;
    out vec4 colour;
    float reached(int way, vec3 place) {
      vec3 here = (place - middle) * ways[way] / reach * 0.5 + 0.5;
      vec2 tile = vec2(float(way % ${WAYS_ACROSS}), float(way / ${WAYS_ACROSS}));
      if (any(lessThan(here.xy, vec2(0.0))) || any(greaterThan(here.xy, vec2(1.0)))) return 1.0;
      vec2 spot = (tile + clamp(here.xy, 0.01, 0.99)) / vec2(${WAYS_ACROSS}.0, ${WAYS / WAYS_ACROSS}.0);
      return texture(maps, vec3(spot, 1.0 - here.z - slack));
    }`;
  const AIR_FRAGMENT = `${SKY}
    uniform vec3 airLow, airSize;
    uniform float slice;
    void main() {
      vec3 place = airLow + airSize * vec3(at, slice);
      vec4 sum = vec4(0.0);
      for (int way = 0; way < ${WAYS}; way++) sum += reached(way, place) * vec4(1.0, ways[way][2]);
      sum /= ${WAYS}.0;
      colour = vec4(sum.x, sum.yzw * 0.5 + 0.5);
    }`;
  const GROUND_FRAGMENT = `${SKY}
    uniform sampler2DShadow shade;
    uniform mat4 sunView;
    uniform vec3 corner;
    uniform float span;
    void main() {
      vec3 place = corner + vec3(at.x, 0.0, at.y) * span;
      float sky = 0.0, whole = 0.0, sunny = 0.0;
      for (int way = 0; way < ${WAYS}; way++) {
        float weight = ways[way][2].y * ways[way][2].y;
        sky += weight * reached(way, place);
        whole += weight;
      }
      for (int tap = 0; tap < 12; tap++) {
        float out_ = 0.03 * span * sqrt((float(tap) + 0.5) / 12.0), around = float(tap) * 2.39996;
        vec4 there = sunView * vec4(place + vec3(cos(around), 0.0, sin(around)) * out_, 1.0);
        vec3 spot = there.xyz * 0.5 + 0.5;
        bool inside = all(greaterThan(spot.xy, vec2(0.0))) && all(lessThan(spot.xy, vec2(1.0)));
        sunny += inside ? texture(shade, spot - vec3(0.0, 0.0, 0.001)) : 1.0;
      }
      colour = vec4(1.0 - sky / whole, 1.0 - sunny / 12.0, 0.0, 1.0);
    }`;
  const TABLE_VERTEX = `#version 300 es
    layout(location=0) in vec2 corner;
    uniform mat4 view;
    uniform vec3 corner0;
    uniform float span;
    out vec2 at;
    void main() {
      at = corner * 0.5 + 0.5;
      gl_Position = view * vec4(corner0 + vec3(at.x, 0.0, at.y) * span, 1.0);
    }`;
  const TABLE_FRAGMENT = `#version 300 es
    precision mediump float;
    in vec2 at;
    uniform sampler2D dark;
    uniform vec2 size, foot;
    out vec4 colour;
    void main() {
      // Nothing where the picture ends: a shadow cut off looks like a fault.
      vec2 from = vec2(gl_FragCoord.x, size.y - gl_FragCoord.y) - foot;
      from /= max(vec2(from.x < 0.0 ? foot.x : size.x - foot.x, size.y - foot.y), 1.0);
      from = vec2(abs(from.x), max(from.y, 0.0));
      float away = pow(from.x * from.x * from.x + from.y * from.y * from.y, 1.0 / 3.0);
      colour = vec4(0.0, 0.0, 0.0, texture(dark, at).r * smoothstep(0.0, 1.0, (1.0 - away) / 0.38));
    }`;

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

  // A scene's arrays are compressed; browsers that can't unpack them have no view.
  async function bytesOf(text) {
    const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Response(stream).arrayBuffer();
  }

  class Drawing {
    // `scene` with `bytes`, its arrays; use `Drawing.of` to unpack them.
    constructor(canvas, scene, bytes) {
      this.canvas = canvas;
      this.scene = scene;
      this.gl = canvas.getContext("webgl2", { alpha: false, antialias: true });
      if (!this.gl) throw new Error("no WebGL 2");
      this.step = scene.steps;
      this.load(bytes);
      this.bake();
    }

    static async of(canvas, scene) {
      return new Drawing(canvas, scene, await bytesOf(scene.data));
    }

    load(bytes) {
      const gl = this.gl, scene = this.scene;
      this.clamp = gl.getExtension("EXT_polygon_offset_clamp");
      this.faces = program(gl, FACES_VERTEX, FACES_FRAGMENT);
      this.lines = program(gl, LINES_VERTEX, LINES_FRAGMENT);
      this.depths = program(gl, FACES_VERTEX, DEPTH_FRAGMENT);
      this.numbers = program(gl, FACES_VERTEX, NUMBER_FRAGMENT);
      this.table = program(gl, TABLE_VERTEX, TABLE_FRAGMENT);
      this.palette = this.texture(gl.TEXTURE_2D, gl.NEAREST);
      gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, scene.palette, 4, 0, gl.RGBA, gl.UNSIGNED_BYTE,
        new Uint8Array(bytes, scene.paletteAt, scene.palette * 16));
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
      const made = { ...shape, notes, places: new Float32Array(bytes, shape.placesAt, copies * 12) };
      made.corners = new Int16Array(bytes, shape.cornersAt, shape.cornerCount * 3);
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
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Index(bytes, shape.indexAt, shape.triangles * 3), gl.STATIC_DRAW);
      this.copies(made);
      made.edges = this.strokes(made, new Int16Array(bytes, shape.edgesAt, shape.edgeCount * 6), shape.edgeCount, 2);
      made.conditions = this.strokes(made, new Int16Array(bytes, shape.conditionsAt, shape.conditionCount * 12), shape.conditionCount, 4);
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
          const at = shape.places.subarray(i * 12, i * 12 + 12);
          for (let k = 0; k < 8; k++) {
            const p = [shape.box[k & 1][0], shape.box[(k >> 1) & 1][1], shape.box[k >> 2][2]];
            found.push([0, 4, 8].map((row) => at[row] * p[0] + at[row + 1] * p[1] + at[row + 2] * p[2] + at[row + 3]));
          }
        }
      }
      return found;
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
          shape.to.set([chosen ? 0 : 1, ...(wanted && chosen ? lift : [0, 0, 0])], i * 4);
        }
        // Pieces of later steps come last.
        shape.shown = shown;
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
    drawPlain({ made, at }, view, moved) {
      const gl = this.gl;
      gl.useProgram(made);
      gl.uniformMatrix4fv(at.view, false, view);
      gl.uniform1f(at.moved, moved);
      gl.activeTexture(gl.TEXTURE0);
      gl.bindTexture(gl.TEXTURE_2D, this.palette);
      for (const shape of this.shapes) {
        if (!shape.shown) continue;
        gl.uniform1f(at.scale, shape.scale);
        gl.bindVertexArray(shape.faces);
        gl.drawElementsInstanced(gl.TRIANGLES, shape.triangles * 3, shape.indexType, 0, shape.shown);
      }
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
      gl.enable(gl.POLYGON_OFFSET_FILL);
      if (this.clamp) this.clamp.polygonOffsetClampEXT(1.5, 2, 0.002);
      else gl.polygonOffset(1, 2);
      this.drawFaces(camera, ground, 0);
      gl.disable(gl.POLYGON_OFFSET_FILL);
      gl.enable(gl.BLEND);
      gl.depthMask(false);
      this.drawLines(camera, ground, width, height);
      if (this.shapes.some((shape) => shape.glass && shape.shown)) {
        gl.blendFunc(gl.ZERO, gl.SRC_COLOR);
        this.drawFaces(camera, ground, 1);
        gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_COLOR);
        this.drawFaces(camera, ground, 2);
      }
      gl.depthMask(true);
      gl.disable(gl.BLEND);
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

    drawFaces(camera, ground, glass) {
      const gl = this.gl, { made, at } = this.faces, light = this.scene.light;
      gl.useProgram(made);
      gl.uniformMatrix4fv(at.view, false, camera.view);
      gl.uniformMatrix4fv(at.sunView, false, this.sunView);
      for (const [name, value] of Object.entries({
        eye: camera.eye, ahead: camera.ahead, ground, sun: light.way, airLow: this.airLow, airSize: this.airSize, skyMean: this.skyMean,
      })) gl.uniform3fv(at[name], value);
      gl.uniform4fv(at.light, light.strengths);
      gl.uniform1f(at.airCell, this.airCell * 1.2);
      gl.uniform1f(at.sunSlack, 1.0);
      gl.uniform1f(at.moved, 1);
      gl.uniform1i(at.glass, glass);
      [[gl.TEXTURE_2D, this.palette, at.palette], [gl.TEXTURE_3D, this.air, at.air], [gl.TEXTURE_2D, this.shade.texture, at.shade], [gl.TEXTURE_2D, this.around, at.around]]
        .forEach(([kind, texture, location], unit_) => {
          gl.activeTexture(gl.TEXTURE0 + unit_);
          gl.bindTexture(kind, texture);
          gl.uniform1i(location, unit_);
        });
      for (const shape of this.shapes) {
        if (!shape.shown || (glass && !shape.glass)) continue;
        gl.uniform1f(at.scale, shape.scale);
        gl.bindVertexArray(shape.faces);
        gl.drawElementsInstanced(gl.TRIANGLES, shape.triangles * 3, shape.indexType, 0, shape.shown);
      }
    }

    drawLines(camera, ground, width, height) {
      const gl = this.gl, { made, at } = this.lines, per = camera.perLdu / camera.times;
      // As wide and as strong as in the stills; what is thinner than a pixel is paler instead.
      const wide = Math.min(Math.max(0.62 * per, 0.45), 1.2) * Math.sqrt(Math.max(1, per / 4)) * camera.times;
      const strength = Math.min(Math.max(0.35 + 0.9 * per, 0.35), 0.9) * Math.min(1, wide);
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
        if (!shape.shown) continue;
        gl.uniform1f(at.scale, shape.scale);
        [shape.edges, shape.conditions].forEach((strokes, conditional) => {
          if (!strokes) return;
          gl.uniform1i(at.conditional, conditional);
          gl.bindVertexArray(strokes.array);
          gl.drawElementsInstanced(gl.TRIANGLES, strokes.count, gl.UNSIGNED_INT, 0, shape.shown);
        });
      }
    }

    // The pieces in a part of the picture, given in device pixels from its upper left: numbers and marks.
    piecesIn(camera, left, top, width = 1, height = 1) {
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
      const seen = new Uint8Array(width * height * 4), found = new Set();
      gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, seen);
      for (let i = 0; i < seen.length; i += 4) {
        const number = seen[i] + 256 * seen[i + 1] + 65536 * seen[i + 2];
        if (number) found.add(number - 1);
      }
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
