"""Dice as they are drawn everywhere: a d6 is a rounded square, a d8 a diamond, its letters inside."""

from __future__ import annotations

from collections.abc import Iterator

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
_SQUARE = '<rect x="1.5" y="1.5" width="29" height="29" rx="6.5"'
_DIAMOND = '<path d="M16 .9 31.1 16 16 31.1 .9 16Z"'


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


def die_svg(die: Dice, title: str = "") -> str:
    """32 units square; every letter comes from our own vocabularies."""
    paint, ink, border = PAINTS.get(die.colour, OTHER)
    shape, kind = (_SQUARE, "die") if die.sides == 6 else (_DIAMOND, "die large")
    text = letters(die)
    size = {1: 17, 2: 14}.get(len(text), 11)
    return (
        f'<svg class="{kind}" viewBox="0 0 32 32" role="img" aria-label="{title or spoken(die)}">'
        f'{shape} fill="{paint}" stroke="{border}" stroke-width="1.6"/>'
        f'<text x="16" y="{16 + size * 0.36:.1f}" text-anchor="middle" font-size="{size}" '
        f'font-weight="700" fill="{ink}">{text}</text></svg>'
    )
