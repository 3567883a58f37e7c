"""Colours that a model defines for itself, as LDraw and LDLite write them."""

from __future__ import annotations

from ldraw_tools.reading.contents import ColourDefinition
from ldraw_tools.reading.lines import parse_colour, parse_number


def read_colour(rest: str) -> ColourDefinition | None:
    """What follows !COLOUR; None where it isn't complete."""
    words = rest.split()
    # A material has a VALUE of its own, after the colour's: the first of each counts.
    pairs = zip((word.upper() for word in words[1::2]), words[2::2], strict=False)
    values = dict(reversed(list(pairs)))
    code = parse_colour(values.get("CODE", ""))
    if code is None or "VALUE" not in values:
        return None
    alpha = parse_number(values.get("ALPHA", "255"))
    return ColourDefinition(code, words[0], values["VALUE"], values.get("EDGE", ""), int(alpha or 0))


def read_ldlite_colour(rest: str) -> ColourDefinition | None:
    """What follows COLOR; a comment may begin with the word as well, and is none."""
    words = rest.split()
    code = parse_colour(words[0]) if len(words) >= 6 else None
    rgb = [int(value) & 255 for word in words[3:6] if (value := parse_number(word)) is not None]
    if code is None or len(rgb) != 3:
        return None
    return ColourDefinition(code, words[1], "#{:02X}{:02X}{:02X}".format(*rgb), "")
