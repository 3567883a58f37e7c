// A scene's arrays, unpacked and given to the graphics card: its paints, its pictures, and each part with its
// copies.
"use strict";

var brickyardShapes = (() => {
  const { texture, attribute, fill } = brickyardGraphics;
  const BOXES = 64;

  // A scene's arrays are compressed; browsers that can't unpack them have no view.
  async function bytesOf(text) {
    const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Response(stream).arrayBuffer();
  }

  // The arrays of a scene, and the pictures in them.
  async function unpacked(scene) {
    const bytes = await bytesOf(scene.data);
    const pictures = (scene.pictures || []).map(({ at, length }) =>
      createImageBitmap(new Blob([new Uint8Array(bytes, at, length)], { type: "image/webp" }), {
        premultiplyAlpha: "premultiply",
        colorSpaceConversion: "none",
      }),
    );
    return [bytes, await Promise.all(pictures)];
  }

  // Places are stored column by column, which packs better; here they stand row by row.
  function rowsOf(bytes, at, count, width) {
    const columns = new Int16Array(bytes, at, count * width);
    const rows = new Int16Array(count * width);
    for (let c = 0; c < width; c++)
      for (let r = 0; r < count; r++) rows[r * width + c] = columns[c * count + r];
    return rows;
  }

  // Numbers that were stored as steps from the one before.
  function summed(steps) {
    for (let i = 1; i < steps.length; i++) steps[i] += steps[i - 1];
    return steps;
  }

  // Shares of one; of the first and last row, which are colours, as much light as they stand for; of how
  // often a spot is halved, by how much.
  function asLight(values, colours) {
    return Float32Array.from(values, (v, i) => {
      const share = v / 255;
      const row = Math.floor(i / colours / 4);
      if (row === 3 && i % 4 === 1) return 2 ** (8 * share);
      if ((row !== 0 && row !== 4) || i % 4 === 3) return share;
      return share > 0.04045 ? ((share + 0.055) / 1.055) ** 2.4 : share / 12.92;
    });
  }

  // Every paint, and what each of them mirrors.
  function paintTextures(gl, scene, bytes) {
    const paints = scene.palette;
    const palette = texture(gl, gl.TEXTURE_2D, gl.NEAREST);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    gl.texImage2D(
      gl.TEXTURE_2D,
      0,
      gl.RGBA16F,
      paints,
      5,
      0,
      gl.RGBA,
      gl.FLOAT,
      asLight(new Uint8Array(bytes, scene.paletteAt, paints * 20), paints),
    );
    const boxes = texture(gl, gl.TEXTURE_2D_ARRAY, gl.LINEAR);
    const mirrored = new Uint8Array(bytes, scene.mirroredAt, paints * BOXES * BOXES);
    gl.texImage3D(gl.TEXTURE_2D_ARRAY, 0, gl.R8, BOXES, BOXES, paints, 0, gl.RED, gl.UNSIGNED_BYTE, mirrored);
    return [palette, boxes];
  }

  // Whether any paint glitters or is speckled: the last row says how.
  function hasSpecks(scene, bytes) {
    const last = new Uint8Array(bytes, scene.paletteAt + 16 * scene.palette, 4 * scene.palette);
    return last.some((value, i) => i % 4 === 3 && value > 0);
  }

  function pictureTexture(gl, picture) {
    const made = texture(gl, gl.TEXTURE_2D, gl.LINEAR);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, picture);
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    return made;
  }

  // A part as it is drawn, with its copies and what each of them looks like now.
  function shapeOf(gl, shape, bytes) {
    const copies = shape.copies;
    // Colour, step, mark and number of each piece.
    const notes = new Int32Array(bytes, shape.notesAt, copies * 4);
    const kind = shape.glass ? (shape.solid ? "mixed" : "clear") : "solid";
    // Where each copy is: as the model stands, then in each of its poses.
    const poses = [shape.placesAt, ...(shape.posesAt || [])].map(
      (at) => new Float32Array(bytes, at, copies * 12),
    );
    const made = { ...shape, kind, notes, poses, places: poses[0], placed: poses[0] };
    const corners = rowsOf(bytes, shape.cornersAt, shape.cornerCount, 3);
    made.box = boxOf(corners, shape.scale);
    // How muted, and how far moved: as it is, as it was, as it will be.
    for (const state of ["now", "from", "to"]) made[state] = new Float32Array(copies * 4);
    made.look = new Float32Array(copies * 5);
    const numbers = new Uint8Array(copies * 4);
    for (let i = 0; i < copies; i++) {
      made.look[i * 5] = notes[i * 4];
      const number = notes[i * 4 + 3] + 1;
      numbers.set([number & 255, (number >> 8) & 255, (number >> 16) & 255, 255], i * 4);
    }
    // How hot each is, and what it is tinted with: four bytes each.
    made.marking = new Uint8Array(copies * 8);
    for (const name of ["places", "look", "numbers", "marking"]) made[`${name}Buffer`] = gl.createBuffer();
    fill(gl, made.placesBuffer, made.places);
    fill(gl, made.markingBuffer, made.marking);
    fill(gl, made.numbersBuffer, numbers);
    made.faces = gl.createVertexArray();
    gl.bindVertexArray(made.faces);
    attribute(gl, 0, corners, 3, gl.SHORT);
    attribute(gl, 1, new Int8Array(bytes, shape.normalsAt, shape.cornerCount * 4), 3, gl.BYTE, {
      normal: true,
      stride: 4,
    });
    attribute(gl, 2, new Uint8Array(bytes, shape.slotsAt, shape.cornerCount), 1, gl.UNSIGNED_BYTE);
    const isWide = shape.cornerCount > 65535;
    const Index = isWide ? Uint32Array : Uint16Array;
    made.indexType = isWide ? gl.UNSIGNED_INT : gl.UNSIGNED_SHORT;
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    // A copy: shapes of one part share what is stored.
    gl.bufferData(
      gl.ELEMENT_ARRAY_BUFFER,
      summed(new Index(bytes, shape.indexAt, shape.triangles * 3).slice()),
      gl.STATIC_DRAW,
    );
    eachCopy(gl, made);
    made.edges = strokes(gl, made, bytes, shape.edgesAt, shape.edgeCount, 2);
    made.conditions = strokes(gl, made, bytes, shape.conditionsAt, shape.conditionCount, 4);
    return made;
  }

  // The lowest and the highest corner of a part; null of one without corners.
  function boxOf(corners, scale) {
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i < corners.length; i++) {
      const v = corners[i] * scale;
      const axis = i % 3;
      if (v < low[axis]) low[axis] = v;
      if (v > high[axis]) high[axis] = v;
    }
    return corners.length ? [low, high] : null;
  }

  // A line is a thin triangle around it: GL's own lines are one device pixel wide, too thin on a telephone.
  function strokes(gl, made, bytes, at, count, points) {
    if (!count) return null;
    const width = points * 3;
    const corners = rowsOf(bytes, at, count, width);
    const values = new Int16Array(count * 3 * 12);
    for (let i = 0; i < count * 3; i++) {
      const line = Math.floor(i / 3) * width;
      values.set(corners.subarray(line, line + width), i * 12);
    }
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    const buffer = attribute(gl, 0, values, 3, gl.SHORT, { stride: 24 });
    [1, 2, 7].forEach((location, i) =>
      attribute(gl, location, buffer, 3, gl.SHORT, { stride: 24, offset: 6 * i + 6 }),
    );
    eachCopy(gl, made);
    return { array, count: count * 3 };
  }

  // What differs from copy to copy, for the array that is bound.
  function eachCopy(gl, made) {
    const each = true;
    for (let row = 0; row < 3; row++)
      attribute(gl, 3 + row, made.placesBuffer, 4, gl.FLOAT, { stride: 48, offset: row * 16, each });
    attribute(gl, 6, made.lookBuffer, 2, gl.FLOAT, { stride: 20, each });
    attribute(gl, 9, made.lookBuffer, 3, gl.FLOAT, { stride: 20, offset: 8, each });
    attribute(gl, 10, made.numbersBuffer, 4, gl.UNSIGNED_BYTE, { normal: true, stride: 4, each });
    attribute(gl, 11, made.markingBuffer, 4, gl.UNSIGNED_BYTE, { normal: true, stride: 8, each });
    attribute(gl, 12, made.markingBuffer, 4, gl.UNSIGNED_BYTE, { normal: true, stride: 8, offset: 4, each });
  }

  return { unpacked, hasSpecks, paintTextures, pictureTexture, shapeOf };
})();
