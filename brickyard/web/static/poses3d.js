// From one pose to another: every piece swings round the axis that takes it there, so that a limb moves as a
// whole.
"use strict";

var brickyardPoses = (() => {
  const { cross, dot } = brickyardGraphics;

  const times = (m, v) => [dot(m[0], v), dot(m[1], v), dot(m[2], v)];
  const column = (m, c) => [m[0][c], m[1][c], m[2][c]];
  const product = (a, b) => a.map((row) => [0, 1, 2].map((c) => dot(row, column(b, c))));

  function inverse(m) {
    const [a, b, c] = m;
    const rows = [cross(b, c), cross(c, a), cross(a, b)];
    const whole = dot(a, rows[0]);
    return Math.abs(whole) < 1e-9 ? null : [0, 1, 2].map((r) => rows.map((row) => row[r] / whole));
  }

  // About an axis of length one, by an angle.
  function turned(/** @type {number[]} */ [x, y, z], angle) {
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    const k = 1 - c;
    return [
      [c + x * x * k, x * y * k - z * s, x * z * k + y * s],
      [y * x * k + z * s, c + y * y * k, y * z * k - x * s],
      [z * x * k - y * s, z * y * k + x * s, c + z * z * k],
    ];
  }

  // The axis and angle of a turn; null for what isn't one, or hardly one.
  function turnOf(m) {
    const isTurn = product(
      m,
      [0, 1, 2].map((c) => column(m, c)),
    ).every((row, r) => row.every((v, c) => Math.abs(v - (r === c ? 1 : 0)) < 0.01));
    if (!isTurn || dot(m[0], cross(m[1], m[2])) < 0) return null;
    const way = [m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]];
    const sine = Math.hypot(...way) / 2;
    const angle = Math.atan2(sine, (m[0][0] + m[1][1] + m[2][2] - 1) / 2);
    if (angle < 0.01) return null;
    if (sine > 0.01) return { axis: way.map((v) => v / 2 / sine), angle };
    // Half a turn: the axis is what stays.
    const most = [0, 1, 2].reduce((best, i) => (m[i][i] > m[best][best] ? i : best), 0);
    const stays = column(m, most).map((v, i) => v + (i === most ? 1 : 0));
    const far = Math.hypot(...stays);
    return { axis: stays.map((v) => v / far), angle };
  }

  // A place (three rows of four numbers) as a turn and a spot.
  const placeAt = (values, at) => [
    [0, 4, 8].map((row) => [...values.subarray(at + row, at + row + 3)]),
    [3, 7, 11].map((i) => values[at + i]),
  ];

  // The places of some copies, so much of the way from one to the other.
  function between(from, to, share) {
    const found = new Float32Array(to);
    if (share >= 1) return found;
    for (let at = 0; at < to.length; at += 12) {
      const [a, spot] = placeAt(from, at);
      const [b, goal] = placeAt(to, at);
      const back = inverse(a);
      const whole = back && product(b, back);
      const turn = whole && turnOf(whole);
      let now = share < 0.5 ? a : b;
      let here = spot.map((v, i) => v + (goal[i] - v) * share);
      if (turn) {
        const { axis, angle } = turn;
        const off = times(whole, spot).map((v, i) => goal[i] - v);
        const along = dot(off, axis);
        const flat = off.map((v, i) => v - along * axis[i]);
        const side = cross(axis, flat);
        const half = 1 / Math.tan(angle / 2);
        const centre = flat.map((v, i) => (v + half * side[i]) / 2);
        const some = turned(axis, angle * share);
        now = product(some, a);
        here = times(
          some,
          spot.map((v, i) => v - centre[i]),
        ).map((v, i) => v + centre[i] + share * along * axis[i]);
      }
      now.forEach((row, r) => found.set([...row, here[r]], at + r * 4));
    }
    return found;
  }

  return { between };
})();
