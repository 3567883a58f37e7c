// The 3D view of a design page: WebGL2, no libraries, nothing fetched from elsewhere.
// A page's scene comes as a script that calls brickyardScene(…): that works from file:// too.
"use strict";

(() => {
  const scenes = new Map();
  window.brickyardScene = (scene) => {
    const wait = scenes.get(scene.name);
    if (wait) wait(scene);
  };

  // Where a copy of a part puts its corners.
  const COPIED = `#version 300 es
    layout(location=3) in vec4 row0;
    layout(location=4) in vec4 row1;
    layout(location=5) in vec4 row2;
    layout(location=6) in vec3 look; // colour, how muted, how far lifted
    uniform mat4 view;
    uniform float scale;
    uniform sampler2D palette;
    vec3 put(vec3 corner) {
      vec4 here = vec4(corner * scale, 1.0);
      return vec3(dot(row0, here), dot(row1, here) - look.z, dot(row2, here));
    }`;
  const FACES_VERTEX = `${COPIED}
    layout(location=0) in vec3 place;
    layout(location=1) in vec3 normal;
    layout(location=2) in float slot;
    out vec3 turned;
    out vec3 seen;
    out vec4 paint;
    out float muted;
    void main() {
      vec3 world = put(place);
      turned = vec3(dot(row0.xyz, normal), dot(row1.xyz, normal), dot(row2.xyz, normal));
      int code = slot > 254.5 ? int(look.x) : int(slot);
      paint = texelFetch(palette, ivec2(code, 0), 0);
      muted = look.y;
      seen = world;
      gl_Position = view * vec4(world, 1.0);
    }`;
  const FACES_FRAGMENT = `#version 300 es
    precision highp float;
    in vec3 turned;
    in vec3 seen;
    in vec4 paint;
    in float muted;
    uniform vec3 eye;
    uniform vec3 ground;
    uniform bool glass;
    out vec4 colour;
    void main() {
      if ((paint.a < 0.99) != glass) discard;
      vec3 n = normalize(turned);
      vec3 toEye = normalize(eye - seen);
      if (dot(n, toEye) < 0.0) n = -n;
      vec3 lamp = normalize(vec3(-0.45, -0.8, -0.6) );
      float light = 0.62 + 0.34 * max(dot(n, lamp), 0.0) + 0.10 * max(-n.y, 0.0);
      float shine = pow(max(dot(reflect(-lamp, n), toEye), 0.0), 24.0) * 0.12;
      vec3 plain = paint.rgb * light + shine;
      float grey = dot(plain, vec3(0.30, 0.59, 0.11));
      vec3 faded = mix(vec3(grey), ground, 0.55);
      colour = vec4(mix(plain, faded, muted), glass ? mix(paint.a * 0.9 + shine, 0.25, muted) : 1.0);
    }`;
  const LINES_VERTEX = `${COPIED}
    layout(location=0) in vec3 place;
    layout(location=1) in vec3 other;
    layout(location=2) in vec3 left;
    layout(location=7) in vec3 right;
    layout(location=8) in float end;
    uniform bool conditional;
    uniform vec2 pixel;
    uniform vec3 ground;
    out vec3 ink;
    vec4 seen(vec3 corner) { return view * vec4(put(corner), 1.0); }
    void main() {
      vec4 a = seen(place), b = seen(other);
      vec2 pa = a.xy / a.w / pixel, pb = b.xy / b.w / pixel;
      vec2 along = pb - pa;
      float far = length(along);
      along = far > 0.0 ? along / far : vec2(1.0, 0.0);
      vec2 across = vec2(-along.y, along.x);
      float side = mod(end, 2.0) < 0.5 ? 1.0 : -1.0;
      vec4 base = end < 1.5 ? a : b;
      base.xy += across * side * 0.75 * pixel * base.w;
      base.z -= 0.0006 * base.w;
      if (conditional) {
        vec4 l = seen(left), r = seen(right);
        float one = dot(across, l.xy / l.w / pixel - pa), two = dot(across, r.xy / r.w / pixel - pa);
        if (one * two < 0.0) base = vec4(2.0, 2.0, 2.0, 1.0);
      }
      vec3 edge = texelFetch(palette, ivec2(int(look.x), 1), 0).rgb;
      ink = mix(edge, mix(edge, ground, 0.7), look.y);
      gl_Position = base;
    }`;
  const LINES_FRAGMENT = `#version 300 es
    precision mediump float;
    in vec3 ink;
    out vec4 colour;
    void main() { colour = vec4(ink, 1.0); }`;
  const SHADOW_VERTEX = `#version 300 es
    layout(location=0) in vec2 corner;
    uniform mat4 view;
    uniform vec3 centre;
    uniform vec2 reach;
    out vec2 from;
    void main() {
      from = corner;
      gl_Position = view * vec4(centre.x + corner.x * reach.x, centre.y, centre.z + corner.y * reach.y, 1.0);
    }`;
  const SHADOW_FRAGMENT = `#version 300 es
    precision mediump float;
    in vec2 from;
    out vec4 colour;
    void main() {
      float away = length(from);
      colour = vec4(0.0, 0.0, 0.0, 0.18 * smoothstep(1.0, 0.3, away));
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
      const name = gl.getActiveUniform(made, i).name;
      at[name] = gl.getUniformLocation(made, name);
    }
    return { made, at };
  }

  function bytesOf(text) {
    const raw = atob(text);
    const bytes = new Uint8Array(raw.length);
    for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
    return bytes.buffer;
  }

  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const unit = (a) => { const n = Math.hypot(...a) || 1; return a.map((v) => v / n); };

  // LDraw's y points down; "up" for the camera is therefore -y.
  function viewMatrix(eye, target, fovy, aspect, near, far) {
    const back = unit([eye[0] - target[0], eye[1] - target[1], eye[2] - target[2]]);
    const right = unit(cross([0, -1, 0], back));
    const up = cross(back, right);
    const f = 1 / Math.tan(fovy / 2);
    const rows = [right, up, back].map((axis) => [...axis, -dot(axis, eye)]);
    const a = (far + near) / (near - far), b = (2 * far * near) / (near - far);
    const m = new Float32Array(16);
    for (let c = 0; c < 4; c++) {
      m[c * 4] = (f / aspect) * rows[0][c];
      m[c * 4 + 1] = f * rows[1][c];
      m[c * 4 + 2] = a * rows[2][c] + (c === 3 ? b : 0);
      m[c * 4 + 3] = -rows[2][c];
    }
    return m;
  }

  function pageColour(element) {
    for (let e = element; e; e = e.parentElement) {
      const [r, g, b, a = 1] = (getComputedStyle(e).backgroundColor.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number);
      if (a > 0) return [r / 255, g / 255, b / 255];
    }
    return [1, 1, 1];
  }

  class View {
    constructor(figure, canvas, scene) {
      this.figure = figure;
      this.canvas = canvas;
      this.scene = scene;
      this.azimuth = scene.camera[0];
      this.elevation = scene.camera[1];
      this.zoom = 1;
      this.step = scene.steps;
      this.system = -1;
      this.calm = matchMedia("(prefers-reduced-motion: reduce)");
      this.does = {
        left: () => this.turn(-0.15, 0), right: () => this.turn(0.15, 0),
        up: () => this.turn(0, 0.12), down: () => this.turn(0, -0.12),
        nearer: () => this.closer(1.2), farther: () => this.closer(1 / 1.2), home: () => this.home(),
      };
      this.gl = canvas.getContext("webgl2", { alpha: false, antialias: true });
      if (!this.gl) throw new Error("no WebGL2");
      this.load();
      this.listen();
      new ResizeObserver(() => this.ask()).observe(canvas);
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.ask());
      this.ask();
    }

    load() {
      const gl = this.gl, scene = this.scene, data = bytesOf(scene.data);
      this.faces = program(gl, FACES_VERTEX, FACES_FRAGMENT);
      this.lines = program(gl, LINES_VERTEX, LINES_FRAGMENT);
      this.shadow = program(gl, SHADOW_VERTEX, SHADOW_FRAGMENT);
      const palette = gl.createTexture();
      gl.bindTexture(gl.TEXTURE_2D, palette);
      gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, scene.palette, 2, 0, gl.RGBA, gl.UNSIGNED_BYTE,
        new Uint8Array(data, scene.paletteAt, scene.palette * 8));
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
      this.shapes = scene.shapes.map((shape) => this.loadShape(shape, data));
      const quad = gl.createVertexArray();
      gl.bindVertexArray(quad);
      this.attribute(0, new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]), 2, gl.FLOAT);
      this.quad = quad;
    }

    attribute(location, values, size, type, options = {}) {
      const gl = this.gl, buffer = gl.createBuffer();
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ARRAY_BUFFER, values, gl.STATIC_DRAW);
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, size, type, !!options.normal, options.stride || 0, options.offset || 0);
      return buffer;
    }

    loadShape(shape, data) {
      const gl = this.gl;
      const places = new Float32Array(data, shape.placesAt, shape.copies * 12);
      const notes = new Int16Array(data, shape.notesAt, shape.copies * 3); // colour, step, system
      const made = { ...shape, notes, look: new Float32Array(shape.copies * 3) };
      made.places = gl.createBuffer();
      gl.bindBuffer(gl.ARRAY_BUFFER, made.places);
      gl.bufferData(gl.ARRAY_BUFFER, places, gl.STATIC_DRAW);
      made.lookBuffer = gl.createBuffer();
      made.faces = gl.createVertexArray();
      gl.bindVertexArray(made.faces);
      this.attribute(0, new Int16Array(data, shape.cornersAt, shape.corners * 3), 3, gl.SHORT);
      this.attribute(1, new Int8Array(data, shape.normalsAt, shape.corners * 4), 3, gl.BYTE, { normal: true, stride: 4 });
      this.attribute(2, new Uint8Array(data, shape.slotsAt, shape.corners), 1, gl.UNSIGNED_BYTE);
      const wide = shape.corners > 65535;
      made.indexType = wide ? gl.UNSIGNED_INT : gl.UNSIGNED_SHORT;
      const Index = wide ? Uint32Array : Uint16Array;
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Index(data, shape.indexAt, shape.triangles * 3), gl.STATIC_DRAW);
      this.copies(made);
      made.edges = this.strokes(made, new Int16Array(data, shape.edgesAt, shape.edgeCount * 6), shape.edgeCount, 2);
      made.conditions = this.strokes(made, new Int16Array(data, shape.conditionsAt, shape.conditionCount * 12), shape.conditionCount, 4);
      return made;
    }

    // A line is a thin quad: GL's own lines are one device pixel wide, too thin on a telephone.
    strokes(made, corners, count, points) {
      if (!count) return null;
      const gl = this.gl, width = points * 3;
      const values = new Int16Array(count * 4 * 12), ends = new Float32Array(count * 4);
      const index = new Uint32Array(count * 6);
      for (let i = 0; i < count; i++) {
        for (let k = 0; k < 4; k++) {
          values.set(corners.subarray(i * width, (i + 1) * width), (i * 4 + k) * 12);
          ends[i * 4 + k] = k;
        }
        index.set([0, 1, 2, 2, 1, 3].map((k) => i * 4 + k), i * 6);
      }
      const array = gl.createVertexArray();
      gl.bindVertexArray(array);
      const buffer = this.attribute(0, values, 3, gl.SHORT, { stride: 24 });
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      [[1, 6], [2, 12], [7, 18]].forEach(([location, offset]) => {
        gl.enableVertexAttribArray(location);
        gl.vertexAttribPointer(location, 3, gl.SHORT, false, 24, offset);
      });
      this.attribute(8, ends, 1, gl.FLOAT);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, index, gl.STATIC_DRAW);
      this.copies(made);
      return { array, count: count * 6 };
    }

    copies(made) {
      const gl = this.gl;
      gl.bindBuffer(gl.ARRAY_BUFFER, made.places);
      for (let row = 0; row < 3; row++) {
        gl.enableVertexAttribArray(3 + row);
        gl.vertexAttribPointer(3 + row, 4, gl.FLOAT, false, 48, row * 16);
        gl.vertexAttribDivisor(3 + row, 1);
      }
      gl.bindBuffer(gl.ARRAY_BUFFER, made.lookBuffer);
      gl.enableVertexAttribArray(6);
      gl.vertexAttribPointer(6, 3, gl.FLOAT, false, 12, 0);
      gl.vertexAttribDivisor(6, 1);
    }

    // Pieces of later steps come last in a shape, so that showing a step is drawing fewer copies.
    update() {
      const gl = this.gl, lift = this.lift || 0;
      for (const shape of this.shapes) {
        let shown = 0;
        for (let i = 0; i < shape.copies; i++) {
          const colour = shape.notes[i * 3], step = shape.notes[i * 3 + 1], system = shape.notes[i * 3 + 2];
          if (step <= this.step) shown = i + 1;
          const arriving = step === this.step && this.step < this.scene.steps + 1 ? lift : 0;
          shape.look[i * 3] = colour;
          shape.look[i * 3 + 1] = this.system >= 0 && system !== this.system ? 1 : 0;
          shape.look[i * 3 + 2] = arriving;
        }
        shape.shown = shown;
        gl.bindBuffer(gl.ARRAY_BUFFER, shape.lookBuffer);
        gl.bufferData(gl.ARRAY_BUFFER, shape.look, gl.DYNAMIC_DRAW);
      }
    }

    ask() {
      if (this.asked) return;
      this.asked = true;
      requestAnimationFrame(() => { this.asked = false; this.draw(); });
    }

    draw() {
      const gl = this.gl, canvas = this.canvas, scene = this.scene;
      const dense = Math.min(devicePixelRatio || 1, 2);
      const width = Math.max(1, Math.round(canvas.clientWidth * dense));
      const height = Math.max(1, Math.round(canvas.clientHeight * dense));
      if (canvas.width !== width || canvas.height !== height) { canvas.width = width; canvas.height = height; }
      this.update();
      const ground = pageColour(this.figure);
      gl.viewport(0, 0, width, height);
      gl.clearColor(...ground, 1);
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
      gl.enable(gl.DEPTH_TEST);
      gl.depthFunc(gl.LEQUAL);
      gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
      const fovy = 0.42, aspect = width / height;
      const away = this.distance(Math.tan(fovy / 2) * aspect, Math.tan(fovy / 2)) * 1.06 / this.zoom;
      const flat = Math.cos(this.elevation);
      const eye = [
        scene.centre[0] + away * flat * Math.sin(this.azimuth),
        scene.centre[1] - away * Math.sin(this.elevation),
        scene.centre[2] - away * flat * Math.cos(this.azimuth),
      ];
      const view = viewMatrix(eye, scene.centre, fovy, aspect, Math.max(away - scene.radius * 2, away / 50), away + scene.radius * 3);
      if (this.elevation > 0) this.drawShadow(view);
      gl.enable(gl.POLYGON_OFFSET_FILL);
      gl.polygonOffset(1, 1);
      this.drawFaces(view, eye, ground, false);
      gl.disable(gl.POLYGON_OFFSET_FILL);
      this.drawLines(view, ground, [2 / width, 2 / height].map((v) => v * dense / 1.5));
      gl.enable(gl.BLEND);
      gl.depthMask(false);
      this.drawFaces(view, eye, ground, true);
      gl.depthMask(true);
      gl.disable(gl.BLEND);
      this.figure.dataset.drawn = String(Number(this.figure.dataset.drawn || 0) + 1);
    }

    // From where the model fits, whichever way it is turned: that of the cylinder round it.
    distance(across, upward) {
      const scene = this.scene, round = Math.hypot(...scene.reach), tall = scene.floor - scene.centre[1];
      const sin = Math.sin(this.elevation), cos = Math.cos(this.elevation);
      let away = 0;
      for (let i = 0; i < 24; i++) {
        const x = round * Math.cos(i * Math.PI / 12), z = round * Math.sin(i * Math.PI / 12);
        for (const y of [-tall, tall]) {
          const near = z * cos + y * sin, up = Math.abs(y * cos - z * sin);
          away = Math.max(away, near + Math.abs(x) / across, near + up / upward);
        }
      }
      return away;
    }

    drawShadow(view) {
      const gl = this.gl, { made, at } = this.shadow, scene = this.scene;
      gl.useProgram(made);
      gl.uniformMatrix4fv(at.view, false, view);
      gl.uniform3f(at.centre, scene.centre[0], scene.floor, scene.centre[2]);
      gl.uniform2f(at.reach, scene.reach[0] * 1.15 + 10, scene.reach[1] * 1.15 + 10);
      gl.bindVertexArray(this.quad);
      gl.enable(gl.BLEND);
      gl.depthMask(false);
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
      gl.depthMask(true);
      gl.disable(gl.BLEND);
    }

    drawFaces(view, eye, ground, glass) {
      const gl = this.gl, { made, at } = this.faces;
      gl.useProgram(made);
      gl.uniformMatrix4fv(at.view, false, view);
      gl.uniform3fv(at.eye, eye);
      gl.uniform3fv(at.ground, ground);
      gl.uniform1i(at.glass, glass ? 1 : 0);
      for (const shape of this.shapes) {
        if (!shape.shown || (glass && !shape.glass)) continue;
        gl.uniform1f(at.scale, shape.scale);
        gl.bindVertexArray(shape.faces);
        gl.drawElementsInstanced(gl.TRIANGLES, shape.triangles * 3, shape.indexType, 0, shape.shown);
      }
    }

    drawLines(view, ground, pixel) {
      const gl = this.gl, { made, at } = this.lines;
      gl.useProgram(made);
      gl.uniformMatrix4fv(at.view, false, view);
      gl.uniform3fv(at.ground, ground);
      gl.uniform2fv(at.pixel, pixel);
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

    turn(across, down) {
      this.azimuth += across;
      this.elevation = Math.max(-0.35, Math.min(1.5, this.elevation + down));
      this.ask();
    }

    closer(by) {
      this.zoom = Math.max(0.5, Math.min(8, this.zoom * by));
      this.ask();
    }

    listen() {
      const canvas = this.canvas, down = new Map();
      let spread = 0;
      canvas.addEventListener("pointerdown", (event) => {
        canvas.setPointerCapture(event.pointerId);
        down.set(event.pointerId, [event.clientX, event.clientY]);
        spread = 0;
      });
      canvas.addEventListener("pointermove", (event) => {
        const before = down.get(event.pointerId);
        if (!before) return;
        down.set(event.pointerId, [event.clientX, event.clientY]);
        if (down.size === 1) {
          this.turn((event.clientX - before[0]) * 0.009, (event.clientY - before[1]) * 0.009);
          return;
        }
        const [a, b] = [...down.values()];
        const now = Math.hypot(a[0] - b[0], a[1] - b[1]);
        if (spread) this.closer(now / spread);
        spread = now;
      });
      const up = (event) => { down.delete(event.pointerId); spread = 0; };
      canvas.addEventListener("pointerup", up);
      canvas.addEventListener("pointercancel", up);
      canvas.addEventListener("wheel", (event) => {
        // A page must still scroll: only with the key that zooms elsewhere too, or while focused.
        if (!event.ctrlKey && document.activeElement !== canvas) return;
        event.preventDefault();
        this.closer(Math.exp(-event.deltaY * 0.0015));
      }, { passive: false });
      canvas.addEventListener("keydown", (event) => {
        const name = {
          ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down",
          "+": "nearer", "=": "nearer", "-": "farther", Home: "home",
        }[event.key];
        if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        this.does[name]();
      });
      canvas.addEventListener("dblclick", () => this.home());
    }

    home() {
      [this.azimuth, this.elevation] = this.scene.camera;
      this.zoom = 1;
      this.ask();
    }

    showStep(step) {
      this.step = step;
      this.figure.dataset.step = String(step);
      if (this.calm.matches) { this.lift = 0; this.ask(); return; }
      const begin = performance.now();
      const settle = (now) => {
        const gone = Math.min(1, (now - begin) / 260);
        this.lift = 40 * (1 - gone) * (1 - gone);
        this.draw();
        if (gone < 1 && this.step === step) requestAnimationFrame(settle);
        else { this.lift = 0; this.ask(); }
      };
      requestAnimationFrame(settle);
    }

    showSystem(system) {
      this.system = system;
      this.figure.dataset.system = String(system);
      this.ask();
    }
  }

  function load(figure) {
    if (figure.view) return figure.view;
    figure.view = new Promise((done, failed) => {
      const script = document.createElement("script");
      scenes.set(figure.dataset.name, (scene) => {
        const canvas = document.createElement("canvas");
        canvas.tabIndex = 0;
        canvas.setAttribute("role", "img");
        canvas.setAttribute("aria-label", figure.dataset.label + ". Arrow keys turn it, plus and minus zoom.");
        // A graphics card that gives up, or never was: the picture is still there.
        const still = () => {
          canvas.remove();
          figure.classList.remove("live");
          figure.classList.add("still");
          figure.querySelectorAll(".tools, .steps, .start").forEach((element) => { element.hidden = true; });
        };
        canvas.addEventListener("webglcontextlost", still);
        try {
          figure.querySelector(".stage").append(canvas);
          const view = new View(figure, canvas, scene);
          figure.classList.add("live");
          figure.querySelector(".tools").hidden = false;
          done(view);
        } catch (error) {
          still();
          failed(error);
        }
      });
      script.src = figure.dataset.scene;
      script.onerror = () => failed(new Error("no scene"));
      document.head.append(script);
    });
    figure.view.catch(() => figure.classList.add("still"));
    return figure.view;
  }

  const hasWebGL = () => {
    const gl = document.createElement("canvas").getContext("webgl2");
    gl?.getExtension("WEBGL_lose_context")?.loseContext();
    return Boolean(gl);
  };

  const nothing = () => {};

  function prepare(figure) {
    if (!hasWebGL()) { figure.classList.add("still"); return; }
    const start = figure.querySelector(".start"), steps = figure.querySelector(".steps");
    start.hidden = false;
    start.addEventListener("click", () => load(figure).then((view) => view.canvas.focus({ preventScroll: true }), nothing));
    figure.querySelectorAll("[data-do]").forEach((button) => {
      button.addEventListener("click", () => load(figure).then((view) => view.does[button.dataset.do](), nothing));
    });
    if (steps) {
      steps.hidden = false;
      steps.querySelector("input").addEventListener("input", (event) => {
        const step = Number(event.target.value), last = Number(event.target.max);
        steps.querySelector("output").textContent = step === last ? "all steps" : `step ${step} of ${last}`;
        load(figure).then((view) => view.showStep(step), nothing);
      });
    }
    pointOut(figure, [...document.querySelectorAll(`[data-for="${figure.id}"]`)]);
  }

  // Links to the picture of all systems, until there is a view to point them out in.
  function pointOut(figure, links) {
    const press = (pressed) => {
      links.forEach((link) => link.setAttribute("aria-pressed", String(pressed === link.dataset.system)));
      figure.scrollIntoView({ block: "nearest" });
      load(figure).then((view) => view.showSystem(pressed === null ? -1 : Number(pressed)), nothing);
    };
    links.forEach((link) => {
      link.setAttribute("role", "button");
      link.setAttribute("aria-pressed", "false");
      link.addEventListener("click", (event) => {
        if (figure.classList.contains("still")) return;
        event.preventDefault();
        press(link.getAttribute("aria-pressed") === "true" ? null : link.dataset.system);
      });
      link.addEventListener("keydown", (event) => {
        if (event.key !== " ") return;
        event.preventDefault();
        link.click();
      });
    });
  }

  addEventListener("DOMContentLoaded", () => document.querySelectorAll("figure.viewer").forEach(prepare));
})();
