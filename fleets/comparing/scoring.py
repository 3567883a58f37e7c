"""Sides compared: what each asset is worth to whom, step by step, the starting scores, the positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from fleets.battles.scores_compared import CountedStep, position_among, steps_of
from fleets.comparing.terms import Measure, Side, Terms
from ldraw_tools.notebooks import html_rows, line_of


class Extreme(StrEnum):
    MOST = "most"
    FEWEST = "fewest"


class Position(StrEnum):
    HIGHEST = "highest"
    OTHERS = "others"
    LOWEST = "lowest"
    TIED_HIGHEST = "tied-highest"
    TIED_LOWEST = "tied-lowest"


@dataclass(frozen=True, slots=True)
class Adjustment:
    """One step away from the start, and who makes the same one; `count` is the side's own number."""

    __json__: ClassVar = ("of", "extreme", "count", "points", "tied_with")

    measure: Measure
    extreme: Extreme
    count: int
    points: int
    tied_with: tuple[str, ...] = ()

    @property
    def of(self) -> str:
        return self.measure.label


@dataclass(frozen=True)
class Standing:
    __json__: ClassVar = ("name", "per_asset", "assets", "score", "position")

    side: Side
    adjustments: tuple[Adjustment, ...]
    per_asset: int
    assets: int
    score: int
    position: Position

    @property
    def name(self) -> str:
        return self.side.name


@dataclass(frozen=True)
class Comparison:
    """Standings from the highest score down, those of equal score by name."""

    standings: tuple[Standing, ...]

    __repr__ = line_of

    def __str__(self) -> str:
        return ", ".join(f"{one.name} {one.score}" for one in self.standings)

    def _repr_html_(self) -> str:
        return html_rows("", self.standings, "name", "per_asset", "assets", "score", "position")

    @property
    def sides(self) -> tuple[Side, ...]:
        return tuple(standing.side for standing in self.standings)

    def of(self, name: str) -> Standing:
        return next(standing for standing in self.standings if standing.name == name)

    def at(self, *positions: Position) -> tuple[str, ...]:
        """Who is in any of these positions."""
        return tuple(standing.name for standing in self.standings if standing.position in positions)

    @property
    def defender(self) -> str:
        """Who has the highest score; empty while several are tied for it."""
        return next(iter(self.at(Position.HIGHEST)), "")

    @property
    def attackers(self) -> tuple[str, ...]:
        """All others, highest score first; empty while it is not decided who defends."""
        names = [standing.name for standing in self.standings]
        return tuple(name for name in names if name != self.defender) if self.defender else ()

    @property
    def ties(self) -> tuple[tuple[str, ...], ...]:
        """Who is tied for the highest score, and who for the lowest."""
        tied = (self.at(Position.TIED_HIGHEST), self.at(Position.TIED_LOWEST))
        return tuple(names for names in tied if names)


def compare(sides: Sequence[Side], terms: Terms) -> Comparison:
    """The order in which sides are given means nothing; their names are all different."""
    if len({side.name for side in sides}) < len(sides):
        raise ValueError("sides that are compared need different names")
    sides = sorted(sides, key=lambda side: by_name(side.name))
    adjustments = _adjustments(sides, terms)
    per_asset = {name: terms.start + sum(step.points for step in made) for name, made in adjustments.items()}
    scores = {side.name: per_asset[side.name] * terms.assets_of(side.counts) for side in sides}
    standings = [
        Standing(
            side,
            tuple(adjustments[side.name]),
            per_asset[side.name],
            terms.assets_of(side.counts),
            scores[side.name],
            position(scores[side.name], list(scores.values())),
        )
        for side in sides
    ]
    return Comparison(tuple(sorted(standings, key=lambda standing: -standing.score)))


def position(score: int, scores: Sequence[int]) -> Position:
    return Position(position_among(score, scores))


def by_name(name: str) -> tuple[str, str]:
    return name.casefold(), name


def _adjustments(sides: Sequence[Side], terms: Terms) -> dict[str, list[Adjustment]]:
    """Everybody's steps, in the order in which the edition compares."""
    measures = {measure.label: measure for measure in terms.compared}
    numbers = {
        label: {side.name: measure.of(side.counts) for side in sides} for label, measure in measures.items()
    }
    steps = steps_of(numbers, terms.step)

    def adjusted(name: str, step: CountedStep) -> Adjustment:
        tied = [other for other, number in numbers[step["of"]].items() if number == step["count"]]
        others = tuple(other for other in tied if other != name)
        return Adjustment(
            measures[step["of"]], Extreme(step["extreme"]), step["count"], step["points"], others
        )

    return {side.name: [adjusted(side.name, step) for step in steps.get(side.name, [])] for side in sides}
