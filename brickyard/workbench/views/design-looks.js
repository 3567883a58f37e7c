// How pieces of a model look on the bench: outlines, dice colours, and systems lifted off.
import { diceOf, PAINTS } from "../dice.js";
import { systemAround } from "./design-selection.js";

const rgb = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
const PALE = [205, 205, 198, 190];
const ROCKET = [150, 20, 60];

// 1 for what is pointed at, 2 for what is chosen.
export function heatOf(tree, piece, instance, chosen) {
  if (piece < 0 && instance < 0 && !chosen.size) return null;
  const below = instance > 0 ? tree.below[instance] : null;
  return (number) => (number === piece || below?.has(number) ? 1 : 0) + (chosen.has(number) ? 2 : 0);
}

// The colour of a tag, and how much of it.
export const paintOf = (tag, much = 225) =>
  tag === "rocket" ? [...ROCKET, much] : [...rgb((PAINTS[diceOf(tag)[0]?.colour] || PAINTS.R)[0]), much];

// Systems in the colour of their dice, everything else pale.
export function tintOf(tree) {
  return (piece) => {
    const index = systemAround(tree, piece);
    if (index < 0) return PALE;
    const one = tree.instances[index];
    return paintOf(one.role === "rocket" ? "rocket" : one.value);
  };
}

// Every system, or where none is tagged every submodel, away from the middle.
export function apartOf(tree, view) {
  const around = (piece) => {
    const system = systemAround(tree, piece);
    if (system >= 0 || hasSystems) return system;
    const chain = tree.chain(tree.owner[piece] ?? 0);
    return chain.length > 1 ? chain[1] : -1;
  };
  const hasSystems = tree.instances.some((one) => ["system", "rocket"].includes(one.role));
  const shifts = new Map();
  return (piece) => {
    const index = around(piece);
    if (index < 0) return null;
    if (!shifts.has(index)) {
      const points = view.drawing.points((step, mark, number) => tree.below[index].has(number));
      const middle = [0, 1, 2].map(
        (axis) => points.reduce((sum, point) => sum + point[axis], 0) / Math.max(1, points.length),
      );
      shifts.set(
        index,
        view.outwards(middle).map((v) => v * 1.8),
      );
    }
    return shifts.get(index);
  };
}
