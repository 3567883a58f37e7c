"""Dice as they are drawn everywhere: a d6 is a rounded square, a d8 a diamond, its letters inside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fleets.dice.pool import COLOURS, Dice, Pool

# Paint, ink, border: told apart by their letters where there is no colour.
PAINTS = {
    "W": ("#ffffff", "#1a1a1a", "#1a1a1a"),
    "B": ("#1d5fa7", "#ffffff", "#123e6e"),
    "G": ("#2b7a3d", "#ffffff", "#1a4d26"),
    "Y": ("#f4c414", "#1a1a1a", "#8a6d00"),
    "K": ("#1f1f1f", "#ffffff", "#000000"),
    "R": ("#c22d2d", "#ffffff", "#7c1717"),
}
OTHER = ("#e6e6e0", "#1a1a1a", "#1a1a1a")
# A diamond has less room for its letters than a square, so it is drawn larger if possible.
LARGER = 1.25


def each(pool: Pool) -> Iterator[Dice]:
    """One by one, in the order they are written."""
    for dice in pool:
        for _ in range(dice.count):
            yield Dice(*dice.key)


def letters(die: Dice) -> str:
    """`B`, `Rd`, `R8r`: as Condensed writes them."""
    sides = str(die.sides) if die.sides != 6 else ""
    return f"{die.colour}{sides}{die.range}"


def spoken(die: Dice) -> str:
    """For those who can't see it: `red d8`."""
    return f"{COLOURS.get(die.colour, die.colour)} d{die.sides}"


@dataclass(frozen=True, slots=True)
class DieShape:
    """A die in a square of 32 units: how far it reaches from the middle, its line, its letters.

    `corner` is how far its corners are rounded; 0 for a diamond.
    """

    text: str
    paint: str
    ink: str
    border: str
    reach: float
    corner: float
    size: float
    line: float = 1.6

    @property
    def is_diamond(self) -> bool:
        return not self.corner

    @property
    def baseline(self) -> float:
        """Where its letters stand."""
        return 16 + self.size * 0.36


def shape_of(die: Dice) -> DieShape:
    """The shape of a die: the same in pages, labels and plots."""
    text = letters(die)
    reach, corner = (14.5, 6.5) if die.sides == 6 else (15.1, 0.0)
    return DieShape(
        text, *PAINTS.get(die.colour, OTHER), reach, corner, {1: 17.0, 2: 14.0}.get(len(text), 11.0)
    )


def die_svg(die: Dice, title: str = "") -> str:
    """32 units square; every letter comes from our own vocabularies."""
    shape = shape_of(die)
    low, wide = f"{16 - shape.reach:g}", f"{2 * shape.reach:g}"
    high = f"{16 + shape.reach:g}"
    outline = (
        f'<path d="M16 {low} {high} 16 16 {high} {low} 16Z"'
        if shape.is_diamond
        else f'<rect x="{low}" y="{low}" width="{wide}" height="{wide}" rx="{shape.corner:g}"'
    )
    return (
        f'<svg class="{"die large" if shape.is_diamond else "die"}" viewBox="0 0 32 32" role="img" '
        f'aria-label="{title or spoken(die)}">'
        f'{outline} fill="{shape.paint}" stroke="{shape.border}" stroke-width="{shape.line:g}"/>'
        f'<text x="16" y="{shape.baseline:.1f}" text-anchor="middle" font-size="{shape.size:g}" '
        f'font-weight="700" fill="{shape.ink}">{shape.text}</text></svg>'
    )
