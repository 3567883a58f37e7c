"""By what an edition compares: numbers, assets, choices at a tie, and its words for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from catalog.editions.edition import Edition
from fleets.comparing.compared_sides import KINDS, SideCounts
from ldraw_tools.findings import BrickyardError


class TieChoice(StrEnum):
    """What the winner of a tie for the highest score may do."""

    ADD = "add"
    REMOVE = "remove"
    LOSER_CHOOSES = "loser-chooses"
    GO_ON = "go-on"


@dataclass(frozen=True, slots=True)
class Measure:
    """Something that is compared: what the edition calls it, and the counts that it is the sum of."""

    label: str
    kinds: tuple[str, ...]

    def of(self, counts: SideCounts) -> int:
        return counts.total(self.kinds)


@dataclass(frozen=True)
class Terms:
    """`assets` score, `changed` can be added or removed at a tie, `captured` can change hands in play.

    `regained` can come back to who lost them; `unowned` score too, and nobody brings them.
    """

    start: int
    step: int
    compared: tuple[Measure, ...]
    assets: tuple[str, ...]
    changed: tuple[str, ...]
    captured: tuple[str, ...]
    choices: tuple[TieChoice, ...]
    words: Mapping[str, str]
    reference: str = ""
    ties_reference: str = ""
    lowest_reference: str = ""
    scoring_reference: str = ""
    regained: tuple[str, ...] = ()
    unowned: Mapping[str, int] = field(default_factory=dict)

    def word(self, name: str) -> str:
        return self.words.get(name, name)

    @property
    def kinds(self) -> tuple[str, ...]:
        """Every count that matters here, the compared ones first."""
        compared = [kind for measure in self.compared for kind in measure.kinds]
        return tuple(dict.fromkeys([*compared, *self.assets]))

    @property
    def fixed(self) -> tuple[str, ...]:
        """Assets whose number the game gives."""
        return tuple(kind for kind in self.assets if kind not in self.changed)

    def assets_of(self, counts: SideCounts) -> int:
        return counts.total(self.assets)

    def units_of(self, counts: SideCounts) -> int:
        """How many there are of what a side chooses its number of: frames, or tactical assets."""
        return counts.total(self.changed)


def terms_of(edition: Edition) -> Terms:
    table = edition.comparison
    if table is None:
        raise BrickyardError(f"{edition.title} doesn't compare sides, so there are no positions")
    kinds = [*table.assets, *table.changed, *table.captured, *table.regained]
    for word in [*(word for words in table.compared.values() for word in words), *kinds]:
        if word not in KINDS:
            raise _unusable(edition, f"“{word}” is not counted in any game")
    for word in table.choices:
        if word not in list(TieChoice):
            raise _unusable(edition, f"“{word}” is nothing to choose")
    return Terms(
        start=table.start,
        step=table.step,
        compared=tuple(Measure(label, words) for label, words in table.compared.items()),
        assets=table.assets,
        changed=table.changed,
        captured=table.captured,
        choices=tuple(TieChoice(word) for word in table.choices),
        words=edition.words,
        reference=table.reference,
        ties_reference=table.ties_reference,
        lowest_reference=table.lowest_reference,
        scoring_reference=table.scoring_reference,
        regained=table.regained,
        unowned=table.unowned,
    )


def _unusable(edition: Edition, why: str) -> BrickyardError:
    return BrickyardError(
        f"{edition.title}: the table “comparison” can't be used: {why}; kinds are "
        f"{', '.join(KINDS)}, choices {', '.join(TieChoice)}"
    )
