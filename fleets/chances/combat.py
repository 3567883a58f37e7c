"""How an edition resolves attacks: its damage charts, ranges, covers and aces as values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import prod

from catalog.editions.edition import Edition
from catalog.editions.tables import Ace, BoardingRules, Chart, Sight, ThroughCover, Typical
from catalog.vocabulary import Pool, Range, Vocabulary
from ldraw_tools.findings import BrickyardError
from ldraw_tools.names import shown

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
        {kind: row._replace(name=row.name or f"typical {kind}") for kind, row in table.typical.items()},
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


@dataclass(frozen=True, slots=True)
class Distribution:
    """Of equally likely cases, how many have each value: `ways[3]` of them have the value 3."""

    ways: tuple[int, ...]

    def __post_init__(self) -> None:
        last = max((value for value, ways in enumerate(self.ways) if ways), default=0)
        object.__setattr__(self, "ways", self.ways[: last + 1])

    @property
    def cases(self) -> int:
        return sum(self.ways)

    @property
    def most(self) -> int:
        return len(self.ways) - 1

    @property
    def mean(self) -> Fraction:
        return Fraction(sum(value * ways for value, ways in enumerate(self.ways)), self.cases)

    @property
    def chances(self) -> tuple[Fraction, ...]:
        cases = self.cases
        return tuple(Fraction(ways, cases) for ways in self.ways)

    def at_least(self, value: int) -> Fraction:
        return Fraction(sum(self.ways[max(value, 0) :]), self.cases)

    def plus(self, other: Distribution) -> Distribution:
        """The sum of two independent values."""
        ways = [0] * (len(self.ways) + len(other.ways) - 1)
        for one, here in enumerate(self.ways):
            for two, there in enumerate(other.ways):
                ways[one + two] += here * there
        return Distribution(tuple(ways))


ALWAYS_ZERO = Distribution((1,))


class DoesDamage:
    """The result of an attack that may do damage."""

    __slots__ = ()
    damage: Distribution

    @property
    def hurts(self) -> Fraction:
        """At least one point of damage is done."""
        return self.damage.at_least(1)

    @property
    def mean(self) -> Fraction:
        return self.damage.mean


def total(parts: Sequence[Distribution]) -> Distribution:
    found = ALWAYS_ZERO
    for part in parts:
        found = found.plus(part)
    return found


def highest(pool: Pool) -> Distribution:
    """The highest die of a pool; 0 if there are none."""
    return highest_of(tuple((dice.sides, dice.count) for dice in pool))


@lru_cache(maxsize=4096)
def highest_of(dice: tuple[tuple[int, int], ...]) -> Distribution:
    """`((6, 2), (8, 1))` are two d6 and a d8: the ways with none above a number, less those with none above
    the number before."""
    most = max((sides for sides, count in dice if count), default=0)
    below = [prod(min(value, sides) ** count for sides, count in dice) for value in range(most + 1)]
    ways = [below[0], *(below[value] - below[value - 1] for value in range(1, most + 1))]
    return Distribution(tuple(ways))


@lru_cache(maxsize=256)
def highest_two(pool: Pool) -> tuple[tuple[int, int, int], ...]:
    """The two highest dice, the higher one first, and in how many ways they come; 0 if there is no die."""
    found = Counter({(0, 0): 1})
    for sides in (dice.sides for dice in pool for _ in range(dice.count)):
        before, found = found, Counter()
        for (high, low), ways in before.items():
            for face in range(1, sides + 1):
                _, second, first = sorted((high, low, face))
                found[first, second] += ways
    return tuple((high, low, ways) for (high, low), ways in sorted(found.items()))
