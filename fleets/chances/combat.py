"""How an edition resolves attacks: its damage charts, ranges, covers and aces as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from catalog.editions.edition import Edition
from catalog.editions.tables import Ace, BoardingRules, Chart, Sight, ThroughCover, Typical
from fleets.dice.vocabulary import Range, Vocabulary
from ldraw_tools.findings import BrickyardError
from ldraw_tools.suggestions import shown

DAMAGE_SIDES = 6
OPEN, COVER = "open", "cover"


NO_ACE = Ace()


@dataclass(frozen=True, slots=True)
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
    through_cover: ThroughCover | None = None

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
        """By its letter or its name; the error for an unknown one lists those there are."""
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
    table = edition.combat
    if table is None:
        raise BrickyardError(f"{edition.title} has no attacks: its table “combat” is missing")
    for chart in table.charts.values():
        _check_chart(chart, edition)
    return Combat(
        edition,
        vocabulary,
        {
            letter: {kind: _by_cover(covers, table.charts, edition) for kind, covers in row.targets.items()}
            for letter, row in table.attacks.items()
        },
        frozenset(letter for letter, row in table.attacks.items() if row.unarmed),
        table.spotting,
        {kind: replace(row, name=row.name or f"typical {kind}") for kind, row in table.typical.items()},
        table.aces,
        table.boarding,
        frozenset(table.not_spotted),
        table.through_cover,
    )


def _check_chart(chart: Chart, edition: Edition) -> None:
    faces, through = [*chart.target, *chart.cover], chart.through
    is_sound = (
        set(through) <= set(chart.cover)
        and len(set(faces)) == len(faces)
        and len(set(through)) == len(through)
    )
    if not is_sound or any(face > DAMAGE_SIDES for face in faces):
        raise BrickyardError(
            f"{edition.title}: in the chart “{chart.name}” a face hurts the target or the cover, not both, "
            "and only what hurts the cover goes through it"
        )


def _by_cover(covers: Mapping[str, str], charts: Mapping[str, Chart], edition: Edition) -> dict[str, Chart]:
    for name in covers.values():
        if name not in charts:
            raise BrickyardError(f"{edition.title}: there is no chart “{name}”")
    if OPEN not in covers:
        raise BrickyardError(f"{edition.title}: an attack needs a chart for the open: “{OPEN}”")
    return {cover: charts[name] for cover, name in covers.items()}
