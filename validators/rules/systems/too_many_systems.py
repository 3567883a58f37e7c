"""SYS001: how many systems a unit carries in all."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.models.model_units import Marked, Role, Unit
from fleets.tagging.tag_values import described
from ldraw_tools.findings import count_of
from ldraw_tools.phrases import say
from ldraw_tools.reading.lines import shortened
from validators.rule import Found, Ruling, rule
from validators.wording import kind_of_unit, listed, name_of_unit

_OR_UNTAG = say(", or untag what is only decoration (brickyard tags --set NAME=none)")


@rule(
    "SYS001",
    "{name} carries {measured}{pieces}; {body} has room for {allowed}",
    "Take off {surplus}{or_untag}.",
)
def too_many_systems(unit: Unit, ruling: Ruling, *, most: int | None = None) -> Iterator[Found]:
    """A unit carries no more systems than its kind has room for.

    Systems give the dice and soak up the damage, so one more than the others may have decides fights.
    They are counted as built: a split weapon is one, rockets and the sprint are none.
    """
    count, room = unit.loadout.count, _room(unit, ruling, most)
    if room is not None and count > room:
        values = {
            "name": name_of_unit(unit),
            "body": kind_of_unit(unit, ruling),
            "pieces": _pieces(unit),
            "surplus": count_of(count - room, "system"),
            "or_untag": "" if unit.assembly is None else _OR_UNTAG,
        }
        yield Found(unit.place, values, measured=count_of(count, "system"), allowed=str(room))


def _pieces(unit: Unit) -> str:
    """` (Rifle [2Rd], Mast [1Y] ×2)`: what is tagged, each as often as it is placed; on paper nothing is."""
    marked = [piece for piece in unit.marked if piece.loadout.systems and piece.tag.role is not Role.SPARE]
    texts = [f"{shortened(piece.name)} {described(piece.tag)}{_times(piece)}" for piece in marked]
    return say(" ({texts})", texts=listed(texts)) if texts else ""


def _times(piece: Marked) -> str:
    return f" ×{piece.times:,}" if piece.times > 1 else ""


def _room(unit: Unit, ruling: Ruling, most: int | None) -> int | None:
    """By the class if the edition has a table of classes that lists it, else by the one number for frames."""
    row = ruling.class_of(unit)
    if row and row.systems is not None:
        return row.systems
    return most if unit.role is Role.FRAME else None
