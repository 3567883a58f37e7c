"""Frames, stations and companies made up for tests, and a small edition to judge them by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from catalog.editions.edition import Citation, Edition, OptionSpec
from catalog.editions.tables import CompanyRow
from catalog.vocabulary import RAPID_ATTACK, Vocabulary
from fleets.dice.carried_systems import Loadout, System
from fleets.forces.force import NO_GAME, Fielded, Force, Game, Suppression
from fleets.models.model_units import Role, Unit
from ldraw_tools.findings import Finding, Place, Severity
from validators.rule import Ruling, rules

SOLDIER = "B G Y Rd"
SCOUT = "B G Y Y"
_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO

# Code, severity, numbers, reference: as the book has them.
_CITED: tuple[tuple[str, Severity, dict[str, Any], str], ...] = (
    ("SYS001", _E, {"most": 4}, "RA p.62"),
    ("SYS002", _E, {"most": 2}, "RA p.62"),
    ("SYS003", _E, {}, "RA p.132"),
    ("SYS004", _E, {"most": 3}, "RA p.62"),
    ("SYS005", _E, {}, "RA p.135"),
    ("SYS006", _E, {}, ""),
    ("SYS007", _E, {}, "RA p.147"),
    ("SYS010", _E, {}, "RA p.62"),
    ("CMP001", _E, {}, "RA p.60"),
    ("CMP002", _E, {}, "RA p.60"),
    ("CMP003", _E, {"exactly": 3}, "RA p.60"),
    ("CMP004", _I, {}, "RA p.60"),
    ("CMP005", _E, {}, "RA p.147"),
    ("CMP006", _I, {}, "RA p.135"),
    ("CMP007", _I, {"frames": 5, "alike": 3}, "RA p.204"),
    ("LNT001", _I, {}, ""),
    ("LNT002", _I, {}, ""),
    ("LNT003", _I, {}, ""),
    ("LNT004", _I, {}, ""),
    ("LNT005", _I, {}, ""),
    ("LNT006", _I, {}, ""),
    ("LNT007", _I, {}, ""),
)
_COMPANIES = {
    "skirmish": {
        2: CompanyRow(stations=3, frames=(4, 6)),
        3: CompanyRow(stations=2, frames=(3, 5)),
        4: CompanyRow(stations=2, frames=(3, 4)),
        5: CompanyRow(stations=1, frames=(3, 4)),
    },
    "battle": {
        2: CompanyRow(stations=3, frames=(5, 8)),
        3: CompanyRow(stations=2, frames=(4, 7)),
        4: CompanyRow(stations=2, frames=(4, 6)),
        5: CompanyRow(stations=1, frames=(3, 5)),
    },
}
SMALL_BOOK = Edition(
    id="small-book",
    title="The Small Book",
    version="1",
    date="2012",
    short="SB",
    game="frames",
    companies=_COMPANIES,
    options={
        "split-range": OptionSpec("split-range", "flag", "Split-range weapons"),
        "rockets": OptionSpec("rockets", "number", "Rockets of a company", low=0, high=8),
        "environments": OptionSpec("environments", "list", "Environments"),
        "ban": OptionSpec("ban", "list", "Banned systems"),
        "average-systems": OptionSpec("average-systems", "number", "Systems a frame, on average"),
    },
    citations={
        code: Citation(code, reference, severity, numbers, edition="small-book")
        for code, severity, numbers, reference in _CITED
    },
)
# The same, but what is a note there is a warning here.
STRICT_BOOK = replace(
    SMALL_BOOK,
    citations={
        code: replace(cited, severity=_W) if cited.severity is _I else cited
        for code, cited in SMALL_BOOK.citations.items()
    },
)


def systems(text: str, rockets: int = 0, ace: str = "") -> Loadout:
    """`B Rd/Ra E:vacuum`: systems by their codes, split weapons with a stroke."""
    return Loadout(tuple(_system(word) for word in text.split()), rockets, ace)


def _system(word: str) -> System:
    code, _, name = word.partition(":")
    code, _, other = code.partition("/")
    return System(code, other, name)


def frame(name: str = "Brutus", carries: str = SOLDIER, rockets: int = 0, **more: Any) -> Unit:
    place = more.pop("place", Place(f"{name.lower()}.mpd", 1))
    return Unit(Role.FRAME, name, "frame", place, systems(carries, rockets), **more)


def station(name: str = "Depot", carries: str = "", **more: Any) -> Unit:
    return Unit(Role.STATION, name, "", Place(f"{name.lower()}.mpd", 1), systems(carries), **more)


def fielded(unit: Unit, count: int = 1, line: int = 0) -> Fielded:
    return Fielded(unit, count, Place("company.yaml", line))


def company(
    *units: tuple[Unit, int],
    stations: int = 2,
    game: Game = NO_GAME,
    options: Mapping[str, Any] | None = None,
    suppressed: Mapping[str, str] | None = None,
    spares: tuple[Unit, ...] = (),
) -> Force:
    """`company((frame(), 3), (frame("Scout", SCOUT), 2))`, with its stations."""
    entries = [fielded(unit, count, 4 + place) for place, (unit, count) in enumerate(units)]
    entries += [fielded(station(), stations, 20)] if stations else []
    return Force(
        "company",
        "Estar's Anvil",
        Place("company.yaml", 1),
        tuple(entries),
        tuple(fielded(unit) for unit in spares),
        game,
        options or {},
        suppressed={
            code: Suppression(why, Place("company.yaml", 30)) for code, why in (suppressed or {}).items()
        },
    )


def anvil(**more: Any) -> Force:
    """A company that nothing is wrong with: 5 frames, 20 systems, 2 stations, 3 rockets."""
    three, two = frame("Brutus", SOLDIER, rockets=1), frame("Scout", SCOUT)
    more.setdefault("game", Game("skirmish", 3))
    return company((three, 3), (two, 1), (frame("Howitzer", "B Ra Y Y"), 1), **more)


def ruling(
    edition: Edition = SMALL_BOOK,
    vocabulary: Vocabulary = RAPID_ATTACK,
    game: Game = NO_GAME,
    options: Mapping[str, Any] | None = None,
) -> Ruling:
    return Ruling(edition, vocabulary, options or {}, game)


def said_by(code: str, subject: object, by: Ruling) -> list[Finding]:
    """What one rule says of one subject, the way `check` would ask it."""
    if isinstance(subject, Force):
        by = by.merged_with(subject)
    elif isinstance(subject, Unit):
        by = by._replace(alone=True)
    return list(rules()[code].apply(subject, by))
