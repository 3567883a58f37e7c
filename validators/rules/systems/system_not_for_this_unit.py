"""SYS010: systems, rockets and aces on units that can't have them."""

from __future__ import annotations

from collections.abc import Iterator

from catalog.vocabulary import COLOURS, Body
from fleets.dice.carried_systems import System, name_of
from fleets.models.model_units import UNITS, Unit
from ldraw_tools.findings import Place, count_of
from ldraw_tools.phrases import say
from validators.rule import Found, Ruling, rule
from validators.wording import a, kind_of_unit, listed, name_of_unit


@rule(
    "SYS010",
    "{name} carries {measured}; {body} carries {allowed}",
    "Take off or untag {measured}.",
)
def system_not_for_this_unit(unit: Unit, ruling: Ruling) -> Iterator[Found]:
    """A unit carries only what its kind can carry.

    A catapult does nothing on a frame, and a station fires no weapon, whatever is built on it.
    Such a piece would be counted when sides are compared and never be used.
    """
    if unit.role not in UNITS:
        # An attachment in a file of its own is what it carries.
        return
    body = ruling.vocabulary.body(unit.body)
    misplaced = _misplaced(unit, body, ruling)
    if misplaced:
        values = {"name": name_of_unit(unit), "body": kind_of_unit(unit, ruling)}
        yield Found(_place(unit, body), values, measured=listed(misplaced), allowed=_carries(body, ruling))


def _place(unit: Unit, body: Body | None) -> Place:
    """The tag of the first piece that doesn't belong there; a unit on paper has none."""
    carries = set(body.carries) if body else set()
    foreign = (piece.tag.place for piece in unit.marked if not carries.issuperset(piece.loadout.codes))
    return next(foreign, unit.place)


def _misplaced(unit: Unit, body: Body | None, ruling: Ruling) -> list[str]:
    carries = set(body.carries) if body else set()
    counts: dict[str, int] = {}
    for system in unit.loadout.systems:
        if not carries.issuperset(system.codes):
            name = _name(system, ruling)
            counts[name] = counts.get(name, 0) + 1
    texts = [count_of(number, name) for name, number in counts.items()]
    if unit.loadout.rockets and (body is None or ruling.vocabulary.rocket is None):
        texts.append(count_of(unit.loadout.rockets, "rocket"))
    if unit.loadout.ace and not (body and body.may_have_ace):
        texts.append(a(f"{COLOURS.get(unit.loadout.ace, unit.loadout.ace)} ace"))
    return texts


def _name(system: System, ruling: Ruling) -> str:
    """Systems of another game have no name in this one."""
    known = all(code in ruling.vocabulary.by_code for code in system.codes)
    return name_of(system, ruling.vocabulary) if known else f"{'/'.join(system.codes)} system"


def _carries(body: Body | None, ruling: Ruling) -> str:
    if body is None:
        return say("nothing in {game}", game=ruling.vocabulary.name)
    names = [say(ruling.vocabulary.system_type(code).name) for code in body.carries]
    return listed(names, "or", most=len(names))
