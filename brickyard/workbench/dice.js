// Dice as they are drawn everywhere (pictures/dice_shapes.py): a d6 is a rounded square, a d8 a diamond.
import { html } from "./dom.js";

// Paint, ink and border by letter, as Python draws them; "" for any other.
export const PAINTS = JSON.parse(document.querySelector("meta[name=brickyard-dice]").content);

// As they stand on it: "Rd", "R8r".
export const letters = ({ colour, sides = 6, range = "" }) => `${colour}${sides === 6 ? "" : sides}${range}`;

// die: {colour: "R", sides: 6, range: "d"}; `title` is what a screen reader says, null for none.
export function Die({ die, title }) {
  const { colour, sides = 6 } = die;
  const [paint, ink, border] = PAINTS[colour] || PAINTS[""];
  const text = letters(die);
  const size = { 1: 17, 2: 14 }[text.length] || 11;
  const told = title === null ? { "aria-hidden": "true" } : { role: "img", "aria-label": title || text };
  return html`<svg class=${sides === 6 ? "die" : "die large"} viewBox="0 0 32 32" ...${told}>
    ${
      sides === 6
        ? html`<rect x="1.5" y="1.5" width="29" height="29" rx="6.5" fill=${paint} stroke=${border}
          stroke-width="1.6" />`
        : html`<path d="M16 .9 31.1 16 16 31.1 .9 16Z" fill=${paint} stroke=${border} stroke-width="1.6" />`
    }
    <text x="16" y=${(16 + size * 0.36).toFixed(1)} text-anchor="middle" font-size=${size} font-weight="700"
      fill=${ink}>
      ${text}</text></svg>`;
}

// "2W 1B 2Rd & d8 1Rd8" as a list of dice: after & comes another of the same kind, a red d8 of no range is a
// rocket.
export function diceOf(text) {
  const found = [];
  for (const word of (text || "").split(/\s+/).filter(Boolean)) {
    const more = /^d(\d+)$/.exec(word);
    const match = /^(\d*)([A-Z])([a-z]?)(?:d(\d+))?$/.exec(word);
    if (more && found.length) found.push({ ...found[found.length - 1], sides: Number(more[1]) });
    if (!match) continue;
    const [, count, colour, letter, sides] = match;
    const range = letter || (colour === "R" && sides === "8" ? "r" : "");
    for (let i = 0; i < (count === "" ? 1 : Number(count)); i++)
      found.push({ colour, sides: Number(sides) || 6, range });
  }
  return found;
}
