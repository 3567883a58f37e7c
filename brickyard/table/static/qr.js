// QR codes for pages without a host: text as bytes, the lowest level of error correction, versions 1 to 20.
"use strict";

var brickyardQr = (() => {
  // For level L, by version: correction bytes per block, and blocks (ISO/IEC 18004, table 9).
  const CORRECTION = [0, 7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28];
  const BLOCKS = [0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8];
  const LEVEL = 1;
  const QUIET = 4;

  // Logarithms and powers in the field of 256 elements, with which corrections are calculated.
  const POWERS = [];
  const LOGS = [];
  for (let power = 0, value = 1; power < 255; power += 1) {
    POWERS[power] = value;
    LOGS[value] = power;
    value = value & 128 ? (value << 1) ^ 285 : value << 1;
  }
  const times = (one, other) => (one && other ? POWERS[(LOGS[one] + LOGS[other]) % 255] : 0);

  function corrections(data, count) {
    let divisor = [1];
    for (let power = 0; power < count; power += 1) {
      const shifted = [...divisor, 0];
      divisor.forEach((value, place) => {
        shifted[place + 1] ^= times(value, POWERS[power]);
      });
      divisor = shifted;
    }
    const rest = Array(count).fill(0);
    for (const byte of data) {
      const factor = byte ^ rest.shift();
      rest.push(0);
      for (let place = 0; place < count; place += 1) rest[place] ^= times(divisor[place + 1], factor);
    }
    return rest;
  }

  const alignments = (version) => {
    if (version === 1) return [];
    const number = Math.floor(version / 7) + 2;
    const step = Math.floor((version * 8 + number * 3 + 5) / (number * 4 - 4)) * 2;
    return [
      6,
      ...Array.from({ length: number - 1 }, (_, place) => version * 4 + 10 - step * (number - 2 - place)),
    ];
  };

  function bytesIn(version) {
    const number = version > 1 ? Math.floor(version / 7) + 2 : 0;
    const taken = version > 1 ? (25 * number - 10) * number - 55 + (version > 6 ? 36 : 0) : 0;
    return Math.floor(((16 * version + 128) * version + 64 - taken) / 8);
  }

  const room = (version) => bytesIn(version) - CORRECTION[version] * BLOCKS[version];

  /** The bytes as they are drawn: data and corrections of all blocks, in turn. */
  function codewords(text, version) {
    const bits = [];
    const add = (value, length) => {
      for (let at = length - 1; at >= 0; at -= 1) bits.push((value >> at) & 1);
    };
    add(4, 4);
    add(text.length, version < 10 ? 8 : 16);
    text.forEach((byte) => add(byte, 8));
    add(0, Math.min(4, room(version) * 8 - bits.length));
    while (bits.length % 8) bits.push(0);
    const bytes = Array.from({ length: bits.length / 8 }, (_, place) =>
      parseInt(bits.slice(place * 8, place * 8 + 8).join(""), 2),
    );
    for (let pad = 236; bytes.length < room(version); pad ^= 236 ^ 17) bytes.push(pad);
    const number = BLOCKS[version];
    const short = Math.floor(bytes.length / number);
    const shorter = number - (bytes.length % number);
    const blocks = [];
    for (let block = 0, at = 0; block < number; block += 1) {
      const length = short + (block < shorter ? 0 : 1);
      blocks.push(bytes.slice(at, at + length));
      at += length;
    }
    const woven = (lists) =>
      Array.from({ length: Math.max(...lists.map((one) => one.length)) }, (_, place) =>
        lists.map((one) => one[place]),
      )
        .flat()
        .filter((one) => one !== undefined);
    return [...woven(blocks), ...woven(blocks.map((one) => corrections(one, CORRECTION[version])))];
  }

  /** Rows of true and false for the fixed patterns; null where data goes. */
  function frameOf(version) {
    const size = version * 4 + 17;
    const grid = Array.from({ length: size }, () => Array(size).fill(null));
    const put = (x, y, isDark) => {
      if (grid[y] && grid[y][x] !== undefined) grid[y][x] = isDark;
    };
    for (let at = 0; at < size; at += 1) grid[6][at] = grid[at][6] = at % 2 === 0;
    for (const [cx, cy] of [
      [3, 3],
      [size - 4, 3],
      [3, size - 4],
    ]) {
      for (let dy = -4; dy <= 4; dy += 1)
        for (let dx = -4; dx <= 4; dx += 1) {
          const ring = Math.max(Math.abs(dx), Math.abs(dy));
          put(cx + dx, cy + dy, ring !== 2 && ring !== 4);
        }
    }
    const places = alignments(version);
    const last = places[places.length - 1];
    for (const cy of places)
      for (const cx of places) {
        if ((cx === 6 && cy === 6) || (cx === 6 && cy === last) || (cx === last && cy === 6)) continue;
        for (let dy = -2; dy <= 2; dy += 1)
          for (let dx = -2; dx <= 2; dx += 1)
            put(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
      }
    return grid;
  }

  const remainder = (value, by, length) => {
    let rest = value << length;
    for (let at = 17; at >= length; at -= 1) if ((rest >> at) & 1) rest ^= by << (at - length);
    return rest;
  };

  function putFormat(grid, mask) {
    const size = grid.length;
    const told = (LEVEL << 3) | mask;
    const bits = ((told << 10) | remainder(told, 0x537, 10)) ^ 0x5412;
    const bit = (at) => ((bits >> at) & 1) === 1;
    for (let at = 0; at < 15; at += 1) {
      const near = at < 6 ? at : at < 8 ? at + 1 : size - 15 + at;
      grid[near][8] = bit(at);
      const across = at < 8 ? size - 1 - at : at === 8 ? 7 : 14 - at;
      grid[8][across] = bit(at);
    }
    grid[size - 8][8] = true;
  }

  function putVersion(grid, version) {
    if (version < 7) return;
    const bits = (version << 12) | remainder(version, 0x1f25, 12);
    for (let at = 0; at < 18; at += 1) {
      const far = grid.length - 11 + (at % 3);
      const near = Math.floor(at / 3);
      grid[near][far] = grid[far][near] = ((bits >> at) & 1) === 1;
    }
  }

  const MASKS = [
    (x, y) => (x + y) % 2,
    (x, y) => y % 2,
    (x) => x % 3,
    (x, y) => (x + y) % 3,
    (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
    (x, y) => ((x * y) % 2) + ((x * y) % 3),
    (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
    (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
  ];

  function filledIn(frame, words, mask) {
    const grid = frame.map((row) => row.slice());
    const size = grid.length;
    let bit = 0;
    for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
      if (right === 6) right -= 1;
      for (let step = 0; step < size; step += 1) {
        const y = up ? size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (grid[y][x] !== null) continue;
          const isDark = ((words[bit >> 3] >> (7 - (bit & 7))) & 1) === 1;
          grid[y][x] = isDark !== (MASKS[mask](x, y) === 0);
          bit += 1;
        }
      }
    }
    return grid;
  }

  /** How hard it is to read: long runs, blocks, what looks like a corner, more dark than light. */
  function penalty(grid) {
    const size = grid.length;
    let total = 0;
    let dark = 0;
    for (const lines of [grid, grid.map((_, x) => grid.map((row) => row[x]))]) {
      for (const line of lines) {
        const said = line.map(Number).join("");
        for (const run of said.match(/0+|1+/g)) if (run.length > 4) total += run.length - 2;
        for (let at = 0; at + 11 <= size; at += 1)
          if (["10111010000", "00001011101"].includes(said.slice(at, at + 11))) total += 40;
      }
    }
    grid.forEach((row, y) =>
      row.forEach((one, x) => {
        dark += Number(one);
        if (x && y && one === row[x - 1] && one === grid[y - 1][x] && one === grid[y - 1][x - 1]) total += 3;
      }),
    );
    return total + 10 * Math.floor(Math.abs((dark * 100) / (size * size) - 50) / 5);
  }

  /** Rows of true (dark) and false; null if the text is too long. */
  function grid(text) {
    const bytes = Array.from(new TextEncoder().encode(text));
    const version = BLOCKS.findIndex((_, one) => one > 0 && bytes.length + (one < 10 ? 2 : 3) <= room(one));
    if (version < 1) return null;
    const words = codewords(bytes, version);
    const frame = frameOf(version);
    putFormat(frame, 0);
    putVersion(frame, version);
    const tried = MASKS.map((_, mask) => {
      const made = filledIn(frame, words, mask);
      putFormat(made, mask);
      return made;
    });
    return tried.reduce((best, one) => (penalty(one) < penalty(best) ? one : best));
  }

  /** As the address of a picture; empty if the text is too long. */
  function picture(text) {
    const rows = grid(text);
    if (!rows) return "";
    const size = rows.length + 2 * QUIET;
    const dark = rows
      .flatMap((row, y) => row.flatMap((one, x) => (one ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])))
      .join("");
    const space = 'xmlns="http://www.w3.org/2000/svg"';
    const paper = `<path fill="#fff" d="M0 0h${size}v${size}H0z"/>`;
    const drawn =
      `<svg ${space} viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
      `${paper}<path d="${dark}"/></svg>`;
    return `data:image/svg+xml,${encodeURIComponent(drawn)}`;
  }

  return { grid, picture };
})();
