"""Swaps of one system, for people: which ones there are, and what `--instead` says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from brickyard.battle_values.battle_forces import MetForces
from catalog.editions.edition import Edition
from catalog.vocabulary import vocabulary_of
from fleets.battle_tables.loadout_table import code_of
from fleets.notation import Unread, read_systems
from fleets.self_play.play_rules import play_rules
from fleets.self_play.swap_trials import SystemSwap, swaps_of, try_swaps, with_swap
from fleets.self_play.tactic_tables import Play, TacticTable
from fleets.self_play.whole_battle import Contest
from ldraw_tools.findings import BrickyardError, printable
from ldraw_tools.names import hint, shown

_HOW = 'write which frame, what goes and what comes: --instead "Scout: 1Y=1G"'


class TriedSwap(NamedTuple):
    """A change of one system of a frame of the first side: how much more of 1 it wins, and how far off that
    may be; `clear` if it is more than that."""

    unit: str
    old: str
    new: str
    change: float
    bound: float
    clear: bool


def asked_swaps(pair: MetForces, contest: Contest, swaps: bool, instead: str) -> list[SystemSwap]:
    """The one of `instead`, or every legal one; none if nobody asked."""
    force = contest.forces[0]
    if instead:
        return [read_swap(instead, force, pair.edition)]
    return list(swaps_of(force, contest.rules)) if swaps else []


def told_swaps(
    table: TacticTable, contest: Contest, pair: MetForces, swaps: Sequence[SystemSwap], play: Play
) -> tuple[TriedSwap, ...]:
    """The best of them, while both sides play what sensible players choose most often."""
    row, column, _ = max(table.likely, key=lambda one: one[2])
    changed = [with_swap(contest.forces[0], swap) for swap in swaps]
    by = contest._replace(
        tactics=(table.tactics[row], table.tactics[column]),
        rules=play_rules(pair.edition, pair.options, [*contest.forces, *changed]),
    )
    return tuple(
        TriedSwap(
            trial.swap.name,
            notation_of(trial.swap.old),
            notation_of(trial.swap.new),
            trial.change,
            trial.bound,
            trial.is_clear,
        )
        for trial in try_swaps(by, swaps, table.seed, play)
    )


def notation_of(codes: Sequence[str]) -> str:
    """`1Y`, `2Rd`: what a tag for the system says."""
    return " ".join(f"{2 if code.startswith('R') else 1}{code}" for code in codes) or "nothing"


def read_swap(text: str, force: dict[str, Any], edition: Edition) -> SystemSwap:
    name, colon, change = text.rpartition(":")
    old, equals, new = change.partition("=")
    if not (colon and equals and name.strip() and old.strip()):
        raise BrickyardError(f"--instead “{shown(text)}”: {_HOW}")
    names = [unit["name"] for unit in force["units"]]
    wanted = name.strip().casefold()
    place = next((at for at, one in enumerate(names) if one.casefold() == wanted), None)
    if place is None:
        # Copies of a design have its name and a number.
        place = next(
            (at for at, one in enumerate(names) if one.casefold().rstrip(" 0123456789") == wanted), None
        )
    if place is None:
        raise BrickyardError(
            f"--instead: there is no frame “{shown(name.strip())}”. {hint(name.strip(), names)}"
        )
    unit = force["units"][place]
    gone, come = (_codes(part, edition) for part in (old, new))
    left = list(unit["systems"])
    for code in gone:
        if code not in left:
            has = notation_of(unit["systems"])
            raise BrickyardError(
                f"--instead: {printable(unit['name'])} has no {shown(old.strip())}; it carries {has}"
            )
        left.remove(code)
    return SystemSwap(place, unit["name"], gone, come)


def _codes(text: str, edition: Edition) -> tuple[str, ...]:
    if not text.strip():
        return ()
    read = read_systems(text.strip(), vocabulary_of(edition), body="frame")
    if isinstance(read, Unread):
        raise BrickyardError(f"--instead “{shown(text)}”: {read.findings[0].message}; {_HOW}")
    return tuple(code_of(system) for system in read.loadout.systems)
