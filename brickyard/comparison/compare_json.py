"""A comparison for programs: plain values, with a number for their form and a schema."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Literal

from brickyard.comparison.compare_words import event_words, game_words, position_words
from brickyard.comparison.comparing import Compared
from brickyard.comparison.contenders import Contender
from fleets.comparing.running_scores import Running
from fleets.comparing.scoring import Comparison, Extreme, Position, Standing
from fleets.comparing.terms import Choice, Terms
from fleets.comparing.ties import Change, Tie
from validators.json_documents import EditionDocument

# Goes up when a field goes away or changes its meaning; a new field is no new form.
FORMAT = 1


@dataclass(frozen=True)
class GameDocument:
    """`size` is empty where it isn't stated; `title` says it in words."""

    size: str
    players: int
    title: str


@dataclass(frozen=True)
class CountsDocument:
    frames: int
    ships: int
    companies: int
    systems: int
    stations: int
    hvas: int


@dataclass(frozen=True)
class AdjustmentDocument:
    """One step: who has the most or the fewest of something, and with whom it is tied."""

    of: str
    extreme: Extreme
    count: int
    points: int
    tied_with: list[str]


@dataclass(frozen=True)
class SideDocument:
    """`called` is the position in the edition's own word; `problem` is empty for what is legal."""

    name: str
    file: str
    hearsay: bool
    legal: bool
    problem: str
    counts: CountsDocument
    start: int
    adjustments: list[AdjustmentDocument]
    per_asset: int
    assets: int
    score: int
    position: Position
    called: str


@dataclass(frozen=True)
class ResultDocument:
    name: str
    per_asset: int
    assets: int
    score: int
    position: Position


@dataclass(frozen=True)
class ChangeDocument:
    """What one of the tied can do.

    `systems` are the numbers of systems on the unit added or removed that all lead to this result,
    `units` their names where they are known. What isn't legal has a problem and no result.
    """

    by: str
    choice: Choice
    kind: str
    systems: list[int]
    units: list[str]
    legal: bool
    problem: str
    note: str
    result: list[ResultDocument]
    again: list[TieDocument]


@dataclass(frozen=True)
class TieDocument:
    """A roll between those tied. For the highest position the winner has `choices`.

    With `loser-chooses` it may have a loser make one of the loser's own changes. `followed` is false
    where nobody looked any further. The loser of a roll for the lowest position has that position.
    """

    position: Literal["highest", "lowest"]
    tied: list[str]
    score: int
    choices: list[str]
    changes: list[ChangeDocument]
    followed: bool


@dataclass(frozen=True)
class CompareDocument:
    """What `brickyard compare --format json` prints; sides from the highest score down."""

    format: int
    edition: EditionDocument
    game: GameDocument
    sides: list[SideDocument]
    ties: list[TieDocument]
    events: list[str]
    running: list[Running]


def document(found: Compared) -> CompareDocument:
    table, comparison = found.table, found.comparison
    by_name = {one.name: one for one in table.contenders}
    ties = [_tie(found.tie, table.terms)] if found.tie else []
    if found.tied_lowest:
        score = comparison.of(found.tied_lowest[0]).score
        ties.append(TieDocument("lowest", list(found.tied_lowest), score, [], [], True))
    return CompareDocument(
        format=FORMAT,
        edition=EditionDocument.of(table.edition),
        game=GameDocument(table.game.size, table.game.players, game_words(table)),
        sides=[_side(one, by_name[one.name], table.terms) for one in comparison.standings],
        ties=ties,
        events=[event_words(event) for event in found.events],
        running=list(found.running),
    )


def _side(standing: Standing, contender: Contender, terms: Terms) -> SideDocument:
    counts = standing.side.counts
    return SideDocument(
        name=standing.name,
        file="" if contender.path is None else contender.path.as_posix(),
        hearsay=contender.path is None,
        legal=not contender.problem,
        problem=contender.problem,
        counts=CountsDocument(**asdict(counts)),
        start=terms.start,
        adjustments=[
            AdjustmentDocument(
                step.measure.label,
                step.extreme,
                step.measure.of(counts),
                step.points,
                list(step.tied_with),
            )
            for step in standing.adjustments
        ],
        per_asset=standing.per_asset,
        assets=standing.assets,
        score=standing.score,
        position=standing.position,
        called=position_words(standing.position, terms),
    )


def _tie(tie: Tie, terms: Terms) -> TieDocument:
    changes = [_change(change, terms) for change in tie.changes]
    choices = [choice.value for choice in terms.choices]
    return TieDocument("highest", list(tie.tied), tie.score, choices, changes, not tie.is_cut)


def _change(change: Change, terms: Terms) -> ChangeDocument:
    return ChangeDocument(
        by=change.by,
        choice=change.choice,
        kind=change.kind,
        systems=list(change.systems),
        units=list(change.names),
        legal=not change.fault,
        problem=change.fault,
        note=change.note,
        result=_result(change.result) if change.result else [],
        again=[_tie(change.again, terms)] if change.again else [],
    )


def _result(comparison: Comparison) -> list[ResultDocument]:
    return [
        ResultDocument(one.name, one.per_asset, one.assets, one.score, one.position)
        for one in comparison.standings
    ]
