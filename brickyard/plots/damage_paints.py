"""What damage is painted with, everywhere: tints of the red die, and slate for no damage."""

from __future__ import annotations

from fractions import Fraction

# The red of bars; `--hit` and `--bar` of pages. No die has just this red, so that pages can theme it.
HIT, NONE = "#c1272d", "#54697f"
# On paint, whatever the page's theme.
WHITE, BLACK = "#fffffe", "#1a1a1b"
# From paper to a red and to a blue, each step darker than the last in grey too.
_LIGHTEST_RED, _DARKEST_RED = (253, 246, 245), (176, 26, 32)
_LIGHTEST_BLUE, _DARKEST_BLUE = (247, 249, 252), (23, 78, 138)

Rgb = tuple[int, int, int]


def damage_shade(part: Fraction) -> tuple[str, str]:
    """The colour of a cell that says how much damage, from 0 to 1, and of ink that reads on it."""
    # White letters stand out more than black ones beyond this.
    return _mixed(part, _LIGHTEST_RED, _DARKEST_RED), WHITE if part > Fraction(4, 5) else BLACK


def other_shade(part: Fraction) -> tuple[str, str]:
    """The same for what isn't damage: scores, and what dice show."""
    return _mixed(part, _LIGHTEST_BLUE, _DARKEST_BLUE), WHITE if part > Fraction(7, 10) else BLACK


def _mixed(part: Fraction, light: Rgb, dark: Rgb) -> str:
    mixed = [round(low + (high - low) * part) for low, high in zip(light, dark, strict=True)]
    return "#" + "".join(f"{level:02x}" for level in mixed)
