// Draws a scene with WebGL2, lit as the still pictures are; no libraries, nothing fetched.
// It knows nothing of pages: viewer.js and the workbench tell it what to show and from where.
"use strict";

var brickyardDrawing = (() => {
  const {
    facesVertex,
    FACES_VERTEX,
    PLACE_VERTEX,
    PLACE_FRAGMENT,
    facesFragment,
    LINES_VERTEX,
    LINES_FRAGMENT,
    DEPTH_FRAGMENT,
    THROUGH_FRAGMENT,
  } = brickyardShaders;
  const { program, fill, atOnce, inSlices, dot } = brickyardGraphics;
  const { between } = brickyardPoses;
  const { unpacked, hasSpecks, paintTextures, pictureTexture, shapeOf } = brickyardShapes;
  const { Light } = brickyardLight;
  const { Glass } = brickyardGlass;
  const { Guides, Outlines, Numbers } = brickyardPointing;
  const MANY = 600;
  // Faces and lines: a drawing of more is made in slices.
  const HUGE = 1_000_000;
  const SLICE = 200_000;

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
      this.pose = 0;
      const gl = this.gl;
      this.clamp = gl.getExtension("EXT_polygon_offset_clamp");
      // In a picture of many pieces the spots of soft shadows are closer together than pixels.
      const taps = this.isLarge ? 1 : 3;
      const isSpecked = hasSpecks(scene, bytes);
      const lit = (kind, isPictured) =>
        program(gl, facesVertex(isPictured), facesFragment(kind, taps, isSpecked, isPictured));
      this.faces = {};
      for (const kind of ["solid", "clear", "mixed"]) this.faces[kind] = lit(kind, false);
      this.pictures = pictures.map((picture) => pictureTexture(gl, picture));
      // Of one texture and one kind of piece: never mixed.
      for (const kind of pictures.length ? ["solid", "clear"] : [])
        this.faces[`${kind} pictured`] = lit(kind, true);
      this.lines = program(gl, LINES_VERTEX, LINES_FRAGMENT);
      this.depths = program(gl, FACES_VERTEX, DEPTH_FRAGMENT);
      this.through = program(gl, FACES_VERTEX, THROUGH_FRAGMENT);
      this.places = program(gl, PLACE_VERTEX, PLACE_FRAGMENT);
      const [palette, boxes] = paintTextures(gl, scene, bytes);
      this.palette = palette;
      this.boxes = boxes;
      this.shapes = [];
      this.light = new Light(gl, scene.light);
      this.numbers = new Numbers(this);
      // Made when something must be drawn with them.
      this.glass = this.outlines = this.guides = null;
      // What it is drawn into: of a huge model something that is shown when it is whole.
      this.isHuge = scene.shapes.reduce((sum, shape) => sum + shape.copies * facesOf(shape), 0) > HUGE;
      this.frame = this.isHuge ? gl.createFramebuffer() : null;
      this.rooms = this.isHuge ? [gl.createRenderbuffer(), gl.createRenderbuffer()] : [];
      this.last = Promise.resolve();
    }

    static async of(canvas, scene) {
      const found = await unpacked(scene);
      const made = new Drawing(canvas, scene, ...found);
      await made.does(made.begin(found[0]));
      return made;
    }

    *begin(bytes) {
      const { gl, scene, isHuge } = this;
      for (const shape of isHuge ? scene.shapes.flatMap(inRuns) : scene.shapes) {
        this.shapes.push(shapeOf(gl, shape, bytes));
        yield facesOf(shape);
      }
      this.measure();
      this.lightUp(null);
      this.settle(1);
      yield* this.baking();
    }

    // At once; of a huge model in slices, after what it does already, as long as it is wanted: a promise.
    does(work, isWanted = () => true) {
      if (!this.isHuge) return atOnce(work);
      this.last = this.last.then(() => inSlices(this.gl, work, isWanted));
      return this.last;
    }

    // Where the model ends in its pose, and where it stands.
    measure() {
      const { low, high } = this.pose ? this.scene.poses[this.pose - 1] : this.scene;
      this.low = low;
      this.high = high;
      this.feet = this.points(() => true).filter((point) => point[1] > this.high[1] - 1);
    }

    // Light for the pieces that are shown, kept until others are.
    bake() {
      return this.does(this.baking());
    }

    baking() {
      return this.light.bake(
        this.low,
        this.high,
        (view) => this.drawPlain(this.depths, view, 0),
        (view) => this.drawPlain(this.through, view, 0, (shape) => shape.glass),
      );
    }

    // Corners of the boxes of the pieces that `wanted` chooses by step, mark and number.
    points(wanted) {
      const found = [];
      for (const shape of this.shapes) {
        if (!shape.box) continue;
        for (let i = 0; i < shape.copies; i++) {
          const [step, mark, number] = shape.notes.subarray(i * 4 + 1, i * 4 + 4);
          if (!wanted(step, mark, number)) continue;
          const shift = this.apart?.shifts[number] || [0, 0, 0];
          found.push(...this.cornersOf(shape, i).map((corner) => corner.map((v, axis) => v + shift[axis])));
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

    // As the model stands (0), or in one of its poses.
    showPose(pose) {
      this.pose = pose;
      for (const shape of this.shapes) shape.places = shape.poses[pose];
      this.measure();
      this.lightUp(this.lit, this.lift);
    }

    // Mutes all pieces but those that `wanted` chooses, and moves those by `lift`; null for all as they are.
    lightUp(wanted, lift = [0, 0, 0]) {
      this.lit = wanted;
      this.lift = lift;
      this.told = null;
      for (const shape of this.shapes) {
        shape.from.set(shape.now);
        shape.before = shape.placed;
        let shown = 0;
        for (let i = 0; i < shape.copies; i++) {
          const [, step, mark, number] = shape.notes.subarray(i * 4, i * 4 + 4);
          if (step <= this.step) shown = i + 1;
          const chosen = !wanted || wanted(step, mark, number);
          const [x, y, z] = this.apart?.shifts[number] || [0, 0, 0];
          const up = wanted && chosen ? lift : [0, 0, 0];
          shape.to.set([chosen ? 0 : 1, x + up[0], y + up[1], z + up[2]], i * 4);
        }
        // Pieces of later steps come last.
        shape.shown = shown;
      }
    }

    // How far each piece stands from its place, by its number, with guide lines; null for all where they
    // belong.
    spread(apart) {
      this.apart = apart;
      this.guides?.close();
      this.guides = apart && new Guides(this.gl, apart.guides);
      this.lightUp(this.lit, this.lift);
    }

    // Which pieces have a line around them: `heatOf(number)` is 0 for none, 1 for pointed at, 2 for chosen, 3
    // for both.
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
      for (const shape of this.shapes) {
        let isNew = false;
        for (let i = 0; i < shape.copies; i++) {
          const values = of(shape.notes[i * 4 + 3]);
          const at = i * 8 + offset;
          for (let k = 0; k < 4; k++) {
            if (shape.marking[at + k] !== values[k]) {
              shape.marking[at + k] = values[k];
              isNew = true;
            }
          }
        }
        if (isNew) fill(this.gl, shape.markingBuffer, shape.marking);
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
        fill(gl, shape.lookBuffer, shape.look);
        if (shape.placed === shape.places) continue;
        shape.placed = share < 1 ? between(shape.before, shape.places, share) : shape.places;
        fill(gl, shape.placesBuffer, shape.placed);
      }
    }

    // All faces that are shown, with nothing but their place.
    *drawPlain({ made, at }, view, moved, wanted = (_shape) => true, isCulled = false) {
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
        yield shape.triangles * shape.shown;
      }
      gl.disable(gl.CULL_FACE);
    }

    // All its faces, or without those that are certainly seen from behind.
    drawShape(shape, isCulled) {
      const gl = this.gl;
      const single = isCulled && shape.flipped !== null ? shape.single : 0;
      const bytes = shape.indexType === gl.UNSIGNED_INT ? 12 : 6;
      const some = (first, count) =>
        gl.drawElementsInstanced(gl.TRIANGLES, count * 3, shape.indexType, first * bytes, shape.shown);
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

    // From a camera: `view`, `eye`, `ahead`, pixels per LDU, and how many times the still's size, before a
    // ground. A promise of a huge one.
    draw(camera, ground) {
      return this.does(this.drawAll(camera, ground));
    }

    *drawAll(camera, ground) {
      const gl = this.gl;
      const { width, height } = this.canvas;
      if (this.frame) this.makeRoom(width, height);
      gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
      gl.viewport(0, 0, width, height);
      gl.clearColor(...ground, 1);
      gl.depthMask(true);
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
      gl.enable(gl.DEPTH_TEST);
      gl.depthFunc(gl.LEQUAL);
      gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
      // What is taken apart stands on no table.
      if (camera.eye[1] < this.high[1] && !this.apart)
        this.light.drawTable(camera.view, this.feet, width, height);
      gl.disable(gl.BLEND);
      if (this.clamp) this.clamp.polygonOffsetClampEXT(1.5, 2, 0.002);
      else gl.polygonOffset(1, 2);
      gl.enable(gl.POLYGON_OFFSET_FILL);
      yield* this.drawFaces("solid", camera, ground, false);
      yield* this.drawFaces("mixed", camera, ground, false);
      yield* this.drawPrints(camera, ground);
      gl.depthMask(false);
      gl.disable(gl.POLYGON_OFFSET_FILL);
      gl.enable(gl.BLEND);
      yield* this.drawLines(camera, ground, width, height, (shape) => !shape.through, 1);
      this.guides?.draw(camera, width, height);
      if (this.shapes.some((shape) => shape.glass && shape.shown))
        yield* (this.glass ||= new Glass(this)).draw(camera, ground, width, height);
      if (this.isHot) yield* (this.outlines ||= new Outlines(this)).draw(camera, ground, width, height);
      gl.depthMask(true);
      gl.disable(gl.BLEND);
      if (!this.frame) return;
      gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.frame);
      gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null);
      gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    }

    // For a picture of that size that is drawn bit by bit.
    makeRoom(width, height) {
      if (this.size === `${width} ${height}`) return;
      this.size = `${width} ${height}`;
      const gl = this.gl;
      gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
      [gl.RGBA8, gl.DEPTH_COMPONENT24].forEach((format, i) => {
        gl.bindRenderbuffer(gl.RENDERBUFFER, this.rooms[i]);
        gl.renderbufferStorage(gl.RENDERBUFFER, format, width, height);
        const place = i ? gl.DEPTH_ATTACHMENT : gl.COLOR_ATTACHMENT0;
        gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, this.rooms[i]);
      });
    }

    // What is printed on glass.
    drawPrints(camera, ground) {
      const some = this.shapes.filter(
        (shape) => shape.shown && shape.kind === "clear" && shape.picture !== undefined,
      );
      return this.drawLit("clear pictured", some, camera, ground, false, false);
    }

    // Nothing but how far faces are: `kindOf` says which are solid, and which partly.
    *drawDepths(camera, kindOf, more) {
      const gl = this.gl;
      gl.colorMask(false, false, false, false);
      gl.enable(gl.POLYGON_OFFSET_FILL);
      yield* this.drawPlain(this.places, camera.view, 1, (shape) => kindOf(shape) === "solid", true);
      yield* this.drawPlain(this.depths, camera.view, 1, (shape) => kindOf(shape) === "mixed", true);
      if (more) yield* more();
      gl.disable(gl.POLYGON_OFFSET_FILL);
      gl.colorMask(true, true, true, true);
    }

    *drawFaces(kind, camera, ground, glass) {
      const some = this.shapes.filter((shape) => shape.shown && shape.kind === kind);
      yield* this.drawLit(
        kind,
        some.filter((shape) => shape.picture === undefined),
        camera,
        ground,
        glass,
      );
      yield* this.drawLit(
        `${kind} pictured`,
        some.filter((shape) => shape.picture !== undefined),
        camera,
        ground,
        glass,
      );
    }

    *drawLit(kind, some, camera, ground, glass, isCulled = !glass) {
      if (!some.length) return;
      const gl = this.gl;
      const { made, at } = this.faces[kind];
      gl.useProgram(made);
      gl.uniformMatrix4fv(at.view, false, camera.view);
      for (const [name, value] of Object.entries({ eye: camera.eye, ahead: camera.ahead, ground }))
        gl.uniform3fv(at[name], value);
      gl.uniform1f(at.moved, 1);
      gl.uniform1i(at.glass, glass);
      if (glass) this.glass.giveTo(at, camera);
      this.light.giveTo(at, 2);
      [
        [gl.TEXTURE_2D, this.palette, at.palette],
        [gl.TEXTURE_2D_ARRAY, this.boxes, at.boxes],
      ].forEach(([kind, texture, location], place) => {
        gl.activeTexture(gl.TEXTURE0 + place);
        gl.bindTexture(kind, texture);
        gl.uniform1i(location, place);
      });
      for (const shape of some) {
        gl.uniform1f(at.scale, shape.scale);
        if (shape.picture !== undefined) this.layPicture(shape, at);
        this.drawShape(shape, isCulled);
        yield shape.triangles * shape.shown;
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
    *drawLines(camera, ground, width, height, wanted, share) {
      const gl = this.gl;
      const { made, at } = this.lines;
      const per = camera.perLdu / camera.times;
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
      gl.uniform1f(at.whole, 10 * camera.times);
      gl.uniform1f(at.nearer, 0.25 + 0.4 / camera.perLdu);
      gl.uniform1f(
        at.zOfEye,
        dot(
          [2, 6, 10].map((i) => camera.view[i]),
          camera.eye,
        ) + camera.view[14],
      );
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
          gl.drawArraysInstanced(gl.TRIANGLES, 0, strokes.count, shape.shown);
        });
        yield 2 * (shape.edgeCount + shape.conditionCount) * shape.shown;
      }
    }

    // The pieces seen in a part of the picture, given in device pixels from its upper left.
    piecesIn(camera, left, top, width = 1, height = 1) {
      return new Set(this.seenIn(camera, left, top, width, height).keys());
    }

    // How many pixels of each piece are seen there.
    seenIn(camera, left, top, width, height) {
      const found = new Map();
      for (const number of this.numbersIn(camera, left, top, width, height))
        if (number >= 0) found.set(number, (found.get(number) || 0) + 1);
      return found;
    }

    // The number of the piece that each pixel there shows, -1 for none; the lowest row first.
    numbersIn(camera, left, top, width, height) {
      if (!this.isHuge) return atOnce(this.numbers.in(camera, left, top, width, height));
      const found = new Int32Array(width * height).fill(-1);
      const { told } = this;
      if (told?.view.every((v, i) => v === camera.view[i])) {
        const low = told.height - top - height;
        for (let row = 0; row < height; row++) {
          const at = (low + row) * told.width + left;
          found.set(told.found.subarray(at, at + width), row * width);
        }
      }
      return found;
    }

    // Of a huge model which piece each pixel shows is worked out before anybody points at one.
    async tellNumbers(camera, isWanted) {
      const { width, height } = this.canvas;
      const found = await this.does(this.numbers.in(camera, 0, 0, width, height), isWanted);
      if (found) this.told = { view: camera.view, found, width, height };
    }

    // The mark of a piece, -1 for none.
    markOf(number) {
      if (!this.marks) {
        this.marks = new Map();
        for (const shape of this.shapes) {
          for (let i = 0; i < shape.copies; i++)
            this.marks.set(shape.notes[i * 4 + 3], shape.notes[i * 4 + 2]);
        }
      }
      return this.marks.has(number) ? this.marks.get(number) : -1;
    }
  }

  const facesOf = (shape) => shape.triangles + 2 * (shape.edgeCount + shape.conditionCount);

  // A shape of very many copies as some of fewer, so that none takes long to draw.
  function inRuns(shape) {
    const most = Math.max(1, Math.floor(SLICE / Math.max(1, facesOf(shape))));
    return Array.from({ length: Math.ceil(shape.copies / most) }, (_, i) => ({
      ...shape,
      copies: Math.min(most, shape.copies - i * most),
      notesAt: shape.notesAt + i * most * 16,
      placesAt: shape.placesAt + i * most * 48,
      posesAt: shape.posesAt?.map((at) => at + i * most * 48),
    }));
  }

  return { Drawing };
})();
