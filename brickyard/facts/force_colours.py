"""The colour of a force, for bands and flags: as its list says, else the main colour of its bricks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from brickyard.facts.judged_designs import DesignFile, JudgedDesign
from catalog import colours
from catalog.colours import RGB
from fleets.models.model_units import Unit
from ldraw_tools.assembly.inventory import count

# For what has no colour of its own.
_SLATE = "#54697f"
_DARK, _LIGHT = "#1a1a1a", "#ffffff"
# Between the strongest and the weakest part of a colour: less is a grey, which is under everything.
_LEAST_STRENGTH = 40


def force_colour(file: DesignFile) -> str:
    """`#RRGGBB`; of a model by itself, that of its bricks."""
    said = file.subject.about.get("colour", "") if file.subject else ""
    return said_colour(said) or main_colour(file.designs)


def said_colour(said: str) -> str:
    """Empty where a list says none, or one that doesn't exist."""
    found = colours.find(said) if said else None
    return found.shown if found else ""


def main_colour(designs: Iterable[JudgedDesign]) -> str:
    return colour_of_bricks(
        (part.colour, part.count * max(design.count, 1)) for design in designs for part in design.facts.parts
    )


def colour_of_units(units: Iterable[tuple[Unit, int]]) -> str:
    """`units` are each with how many of it there are."""
    return colour_of_bricks(
        (str(colour), number * max(copies, 1))
        for unit, copies in units
        if unit.assembly is not None
        for _, colour, number in count(unit.assembly, unit.node).rows()
    )


def colour_of_bricks(counted: Iterable[tuple[str, int]]) -> str:
    """The most frequent that is no grey, of colours by name or code, and how many bricks have each."""
    counts: Counter[str] = Counter()
    for code, number in counted:
        if (colour := colours.find(code)) and _strength(colour.rgb) >= _LEAST_STRENGTH:
            counts[colour.shown] += number
    return counts.most_common(1)[0][0] if counts else _SLATE


def ink_on(value: str) -> str:
    """The ink that reads on a colour."""
    red, green, blue = colours.rgb_of(value)
    return _DARK if 0.3 * red + 0.59 * green + 0.11 * blue > 125 else _LIGHT


def tint_of(value: str) -> str:
    """Paper with a breath of a colour, to draw on."""
    mixed = (round(0.86 * 250 + 0.14 * part) for part in colours.rgb_of(value))
    return "#" + "".join(f"{level:02x}" for level in mixed)


def _strength(rgb: RGB) -> int:
    return max(rgb) - min(rgb)
