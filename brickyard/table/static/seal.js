// Random names, SHA-256 and seals. Plain http on a network has no crypto.subtle, so the hash is ours.
"use strict";

var brickyardSeal = (() => {
  const CONSTANTS = [];
  const START = [];
  (function () {
    // The fractions of the cube and square roots of the first primes, as the standard defines them.
    const fraction = (number) => ((number - Math.floor(number)) * 4294967296) | 0;
    for (let candidate = 2; CONSTANTS.length < 64; candidate += 1) {
      let isPrime = true;
      for (let by = 2; by * by <= candidate; by += 1) if (candidate % by === 0) isPrime = false;
      if (!isPrime) continue;
      if (START.length < 8) START.push(fraction(Math.sqrt(candidate)));
      CONSTANTS.push(fraction(Math.cbrt(candidate)));
    }
  })();

  const turned = (word, by) => (word >>> by) | (word << (32 - by));

  function padded(bytes) {
    const whole = new Uint8Array((((bytes.length + 8) >> 6) + 1) * 64);
    whole.set(bytes);
    whole[bytes.length] = 0x80;
    const view = new DataView(whole.buffer);
    view.setUint32(whole.length - 8, Math.floor(bytes.length / 536870912));
    view.setUint32(whole.length - 4, (bytes.length << 3) >>> 0);
    return view;
  }

  /** The hash of a text, as 64 hexadecimal digits. */
  function sha256(text) {
    const view = padded(new TextEncoder().encode(text));
    const state = START.slice();
    const words = new Int32Array(64);
    for (let at = 0; at < view.byteLength; at += 64) {
      for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(at + 4 * i);
      for (let i = 16; i < 64; i += 1) {
        const low = words[i - 15];
        const high = words[i - 2];
        const one = turned(low, 7) ^ turned(low, 18) ^ (low >>> 3);
        const two = turned(high, 17) ^ turned(high, 19) ^ (high >>> 10);
        words[i] = (words[i - 16] + one + words[i - 7] + two) | 0;
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let i = 0; i < 64; i += 1) {
        const sum = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
        const first = (h + sum + ((e & f) ^ (~e & g)) + CONSTANTS[i] + words[i]) | 0;
        const other = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
        const second = (other + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((word, i) => {
        state[i] = (state[i] + word) | 0;
      });
    }
    return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  }

  function randomHex(bytes) {
    const random = crypto.getRandomValues(new Uint8Array(bytes));
    return Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  /** What is shown now (`hash`), and what is revealed when all open theirs: 128 random bits and the text. */
  function seal(value) {
    const text = JSON.stringify(value);
    const salt = randomHex(16);
    return { hash: sha256(`${salt}\n${text}`), salt, text };
  }

  return { sha256, randomHex, seal };
})();
