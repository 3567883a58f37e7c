"""The score arithmetic: filled in where all who play are known, else ready to be filled in at the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from brickyard.comparison.compare_answer import (
    Compared,
    compare_all,
    counted,
    game_words,
    lowest_words,
    position_words,
    roll_words,
    signed,
    step_words,
)
from brickyard.facts.judged_designs import DesignFile
from brickyard.printing import sheet_texts as texts
from brickyard.printing.sheet_texts import Plain
from catalog.editions.edition import Edition
from fleets.comparing.scoring import Standing
from fleets.comparing.terms import Measure, Side, SideCounts, Terms, side_of, terms_of
from fleets.forces.force import Force
from ldraw_tools.choosing import file_of
from ldraw_tools.findings import BrickyardError
from ldraw_tools.workspace import is_there
from validators.judged_files import JudgeSettings, read_file
from validators.wording import capital, listed

# The most assets on one scoreboard; more must be written by hand.
_LONGEST_LADDER = 20


class Sitting(NamedTuple):
    """The sides that are compared; none until all players are known. `why` says what went wrong."""

    compared: Compared | None = None
    why: str = ""

    def standing_of(self, path: Path) -> Standing | None:
        if self.compared is None:
            return None
        names = [one.name for one in self.compared.lineup.named if one.path == path]
        return self.compared.comparison.of(names[0]) if names else None


NOBODY = Sitting()


def sit_down(files: Sequence[DesignFile], against: Sequence[str], request: JudgeSettings) -> Sitting:
    """Compares the forces of one edition, if they are as many as the game has players."""
    forces = [file.subject for file in files if isinstance(file.subject, Force)]
    stated = max([request.game.players, *(force.game.players for force in forces)])
    number = len(files) + len(against)
    if number < 2 or number < stated:
        return NOBODY
    try:
        forces += _forces_in(against, request)
        if unread := [force.name for force in forces if force.is_partial or force.has_unread_loads]:
            return Sitting(why=f"not all of {listed(unread)} could be read")
        return Sitting(compare_all([*(str(file.path) for file in files), *against], request))
    except BrickyardError as error:
        return Sitting(why=str(error))


def _forces_in(against: Sequence[str], request: JudgeSettings) -> list[Force]:
    entries = [
        read_file(Path(text), request)
        for text in against
        if is_there(str(file := file_of(text))) and file.is_file()
    ]
    return [entry.subject for entry in entries if isinstance(entry.subject, Force)]


def score_values(file: DesignFile, sitting: Sitting) -> Plain | None:
    """None for an edition that doesn't compare sides."""
    force = file.subject
    if not isinstance(force, Force) or file.ruling.edition.comparison is None:
        return None
    terms = terms_of(file.ruling.edition)
    standing = sitting.standing_of(file.path)
    side = standing.side if standing else side_of(force)
    blank = {
        "title": capital(terms.word("points-per-asset")),
        "score_word": capital(terms.word("score")),
        "start": terms.start,
        "assets": terms.assets_of(side.counts),
        "held": _held(side, terms),
        "steps": list(_empty_steps(side, terms, force.has_unread_loads)),
        "worth": [{"each": each, "score": each * terms.assets_of(side.counts)} for each in possible(terms)],
        "reference": terms.reference,
        "filled": None,
    }
    if standing is None:
        return blank
    return {**blank, "filled": _filled(standing, terms, sitting)}


def possible(terms: Terms) -> list[int]:
    """Every number of points per asset that a comparison can lead to."""
    most = terms.step * len(terms.compared)
    return list(range(max(0, terms.start - most), terms.start + most + 1))


def _held(side: Side, terms: Terms) -> str:
    return listed([counted(kind, side.counts.of(kind)) for kind in terms.assets if side.counts.of(kind)])


def _empty_steps(side: Side, terms: Terms, is_unread: bool) -> Iterator[Plain]:
    """`most frames (you have 5)  −1`: to be ticked when all are at the table."""
    for measure in terms.compared:
        for extreme, points in (("most", -terms.step), ("fewest", terms.step)):
            yield {
                "said": f"{extreme} {measure.label}",
                "own": _number(measure, side.counts, is_unread),
                "points": signed(points),
            }


def _filled(standing: Standing, terms: Terms, sitting: Sitting) -> Plain:
    return {
        "steps": [
            {"points": signed(step.points), "said": texts.sentence(step_words(step))}
            for step in standing.adjustments
        ],
        "each": standing.per_asset,
        "score": standing.score,
        "position": capital(position_words(standing.position, terms)),
        "others": _others(standing, sitting, terms),
    }


def _others(standing: Standing, sitting: Sitting, terms: Terms) -> list[Plain]:
    assert sitting.compared is not None
    return [
        {
            "name": texts.label(one.name),
            "score": one.score,
            "position": position_words(one.position, terms),
            "own": one is standing,
        }
        for one in sitting.compared.comparison.standings
    ]


def scoreboard_values(
    files: Sequence[DesignFile], edition: Edition, sitting: Sitting, players: int
) -> Plain | None:
    """A row for every player; players who are not named have an empty one."""
    if edition.comparison is None:
        return None
    terms = terms_of(edition)
    rows = list(_compared_rows(sitting.compared, terms) if sitting.compared else _known_rows(files, terms))
    rows += [_row("", None, terms)] * max(0, players - len(rows))
    longest = min(max(_LONGEST_LADDER // 2, *(row["longest"] for row in rows)), _LONGEST_LADDER)
    return {
        "rows": [{**row, "ladder": _ladder(row, longest)} for row in rows],
        "each_word": terms.word("points-per-asset"),
        "score_word": terms.word("score"),
        "game": capital(game_words(sitting.compared.lineup)) if sitting.compared else "",
        "ties": list(_ties(sitting.compared, terms)) if sitting.compared else [],
        "possible": possible(terms),
    }


def _compared_rows(compared: Compared, terms: Terms) -> Iterator[Plain]:
    total = sum(one.side.counts.of(kind) for one in compared.comparison.standings for kind in terms.captured)
    for standing in compared.comparison.standings:
        own = sum(standing.side.counts.of(kind) for kind in terms.captured)
        row = _row(standing.name, standing.side, terms)
        yield {
            **row,
            "each": standing.per_asset,
            "score": standing.score,
            "position": position_words(standing.position, terms),
            "longest": standing.assets + total - own,
        }


def _known_rows(files: Sequence[DesignFile], terms: Terms) -> Iterator[Plain]:
    for file in files:
        if isinstance(file.subject, Force):
            force = file.subject
            yield _row(force.name, side_of(force), terms, force.has_unread_loads)


def _number(measure: Measure, counts: SideCounts, is_unread: bool) -> str:
    """A count; `at least` if some systems could not be read."""
    return f"{'at least ' if is_unread and 'systems' in measure.kinds else ''}{measure.of(counts)}"


def _row(name: str, side: Side | None, terms: Terms, is_unread: bool = False) -> Plain:
    counts = side.counts if side else None
    return {
        "name": texts.name(name),
        "measures": [
            {"label": measure.label, "number": _number(measure, counts, is_unread) if counts else None}
            for measure in terms.compared
        ],
        "assets": terms.assets_of(counts) if counts else None,
        "held": _held(side, terms) if side else "",
        "each": None,
        "score": None,
        "position": "",
        "longest": terms.assets_of(counts) + 3 if counts else 0,
    }


def _ladder(row: Plain, longest: int) -> list[Plain]:
    """How much the score is for every number of assets."""
    return [
        {
            "assets": number,
            "score": None if row["each"] is None else row["each"] * number,
            "start": number == row["assets"],
        }
        for number in range(longest + 1)
    ]


def _ties(compared: Compared, terms: Terms) -> Iterator[str]:
    if compared.tie:
        yield texts.sentence(roll_words(compared.tie, terms))
    if compared.tied_lowest:
        score = compared.comparison.of(compared.tied_lowest[0]).score
        yield texts.sentence(lowest_words(compared.tied_lowest, score, terms))
