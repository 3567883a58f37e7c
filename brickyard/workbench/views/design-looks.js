// How pieces of a model look on the bench: outlines, dice colours, and systems lifted off.
import { diceOf, PAINTS } from "../dice.js";
import { systemAround } from "./design-selection.js";

const rgb = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
const PALE = [205, 205, 198, 190];
const ROCKET = [150, 20, 60];

// 1 for what is pointed at, a system among it, 2 for what is chosen.
export function heatOf(tree, piece, instance, system, chosen) {
  if (piece < 0 && instance < 0 && !system && !chosen.size) return null;
  const below = instance > 0 ? tree.below[instance] : null;
  const isPointed = (number) => number === piece || below?.has(number) || system?.has(number);
  return (number) => (isPointed(number) ? 1 : 0) + (chosen.has(number) ? 2 : 0);
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
