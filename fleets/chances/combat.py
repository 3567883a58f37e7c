"""How an edition resolves attacks: its damage charts, ranges, covers and aces as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from catalog.editions.edition import Edition
from fleets.dice.vocabulary import Range, Vocabulary
from ldraw_tools.findings import BrickyardError
from ldraw_tools.suggestions import shown

DAMAGE_SIDES = 6
OPEN, COVER = "open", "cover"


@dataclass(frozen=True, slots=True)
class Chart:
    """On which faces a damage die hurts the target, and on which its cover.

    `through` are those of the cover's faces that hurt the target once the cover is gone.
    """

    name: str
    target: tuple[int, ...]
    cover: tuple[int, ...] = ()
    through: tuple[int, ...] = ()
    reference: str = ""

    @property
    def first(self) -> int:
        """How many faces spend themselves on the cover, before those that could go through."""
        return len(self.cover) - len(self.through)


@dataclass(frozen=True, slots=True)
class Ace:
    shoots_at: tuple[str, ...] = ()
    spots_to: str = ""
    is_covered: bool = False
    adds: bool = False


NO_ACE = Ace()


@dataclass(frozen=True, slots=True)
class Sight:
    """How far a unit spots: the letter of the furthest range or `any`; and whether into cover."""

    reach: str
    into_cover: bool


@dataclass(frozen=True, slots=True)
class Typical:
    """A unit to compare others with: its dice, and the range it attacks at."""

    name: str
    dice: str
    letter: str


@dataclass(frozen=True, slots=True)
class BoardingRules:
    """`damage` is what a die of each number does, the rest do nothing; `weapons` is the range that fires."""

    takes: int
    weapons: str
    company_sides: int
    ace_sides: int
    damage: Mapping[int, int]
    reference: str


@dataclass(frozen=True)
class Combat:
    """`charts` are by range, kind of target and cover; `unarmed` are the ranges that need no weapon."""

    edition: Edition
    vocabulary: Vocabulary
    charts: Mapping[str, Mapping[str, Mapping[str, Chart]]]
    unarmed: frozenset[str]
    sights: Mapping[str, Sequence[Sight]]
    typical: Mapping[str, Typical]
    aces: Mapping[str, Ace] = field(default_factory=dict)
    boarding: BoardingRules | None = None
    not_spotted: frozenset[str] = frozenset()

    @property
    def ranges(self) -> list[Range]:
        """The ranges that attacks are made at, in the game's order."""
        return [known for known in self.vocabulary.ranges if known.letter in self.charts]

    def against(self, letter: str, kind: str) -> Mapping[str, Chart]:
        """The chart by cover; nothing where such a target can't be attacked at that range."""
        return self.charts.get(letter, {}).get(kind, {})

    def ace(self, colour: str) -> Ace:
        return self.aces.get(colour, NO_ACE)

    def sight(self, kind: str, systems: int) -> Sight | None:
        known = self.sights.get(kind, ())
        return known[min(systems, len(known) - 1)] if known else None

    def range_named(self, text: str) -> Range:
        """By its letter or its name; an unknown one is told with those there are."""
        word = text.strip().casefold()
        for known in self.ranges:
            if word and (word == known.letter or known.name.startswith(word) or word in known.also):
                return known
        choices = ", ".join(f"{known.letter} ({known.name})" for known in self.ranges)
        raise BrickyardError(f"no range “{shown(text)}” in {self.edition.title}; choose from {choices}")

    @property
    def covers(self) -> list[str]:
        """Every cover that any attack knows, the open first."""
        found = dict.fromkeys(
            cover for kinds in self.charts.values() for by_cover in kinds.values() for cover in by_cover
        )
        return list(found)


def combat_of(edition: Edition, vocabulary: Vocabulary) -> Combat:
    """The edition's way to resolve attacks; a table that doesn't hold together is an exception."""
    table = edition.tables.get("combat")
    if table is None:
        raise BrickyardError(f"{edition.title} says nothing of attacks: it has no table “combat”")
    charts = {name: _chart(name, row, edition) for name, row in table["charts"].items()}
    attacks: dict[str, dict[str, dict[str, Chart]]] = {}
    for letter, row in table["attacks"].items():
        attacks[letter] = {
            kind: _by_cover(covers, charts, edition) for kind, covers in row.items() if kind != "unarmed"
        }
    return Combat(
        edition,
        vocabulary,
        attacks,
        frozenset(letter for letter, row in table["attacks"].items() if row.get("unarmed")),
        {kind: [_sight(row) for row in rows] for kind, rows in table["spotting"].items()},
        {
            kind: Typical(row.get("name", f"typical {kind}"), row["dice"], row["range"])
            for kind, row in table["typical"].items()
        },
        {colour: _ace(row) for colour, row in table.get("aces", {}).items()},
        _boarding(table.get("boarding")),
        frozenset(table.get("not-spotted", ())),
    )


def _chart(name: str, row: Mapping[str, Any], edition: Edition) -> Chart:
    target, cover, through = (tuple(row.get(key, ())) for key in ("target", "cover", "through"))
    faces = [*target, *cover]
    is_sound = (
        set(through) <= set(cover) and len(set(faces)) == len(faces) and len(set(through)) == len(through)
    )
    if not is_sound or any(face > DAMAGE_SIDES for face in faces):
        raise BrickyardError(
            f"{edition.title}: in the chart “{name}” a face hurts the target or the cover, not both, "
            "and only what hurts the cover goes through it"
        )
    return Chart(name, target, cover, through, row.get("reference", ""))


def _by_cover(covers: Mapping[str, str], charts: Mapping[str, Chart], edition: Edition) -> dict[str, Chart]:
    for name in covers.values():
        if name not in charts:
            raise BrickyardError(f"{edition.title}: there is no chart “{name}”")
    if OPEN not in covers:
        raise BrickyardError(f"{edition.title}: an attack needs a chart for the open: “{OPEN}”")
    return {cover: charts[name] for cover, name in covers.items()}


def _sight(row: Mapping[str, Any]) -> Sight:
    return Sight(row["reach"], row["in-cover"])


def _ace(row: Mapping[str, Any]) -> Ace:
    return Ace(
        tuple(row.get("shoots-at", ())),
        row.get("spots-to", ""),
        row.get("in-cover", False),
        row.get("adds", False),
    )


def _boarding(row: Mapping[str, Any] | None) -> BoardingRules | None:
    if row is None:
        return None
    return BoardingRules(
        row["takes"], row["weapons"], row["company-dice"], row["ace-dice"], row["damage"], row["reference"]
    )
