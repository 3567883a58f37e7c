"""What a design's page says, as values for its template: facts with the shapes that HTML needs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby
from typing import Any

from markupsafe import Markup

from brickyard.dice_text import DIALECTS
from brickyard.facts.design_facts import CarriedSystem, DesignFacts, OddsFacts, each
from brickyard.facts.verdicts import FindingWords, ShownVerdict, mean_words, words_of_finding
from brickyard.pictures.dice_shapes import die_svg
from fleets.dice.pool import Dice, Pool
from fleets.models.model_units import Marked
from ldraw_tools.findings import Finding, Severity, printable
from ldraw_tools.highlights import LETTERS, Highlight
from ldraw_tools.records import record


@record
class FindingView:
    """`picture` shows the parts that the finding is about, `alt` says so in words."""

    words: FindingWords
    picture: str = ""
    alt: str = ""


@record
class SystemView:
    """`index` is the place of its piece among the page's systems, None where the model shows none."""

    name: str
    label: str
    dice: tuple[Markup, ...]
    index: int | None = None


@record
class MeanView:
    """A mean as text and as a fraction; `share` is its part of the longest bar, in percent."""

    value: str
    exact: str
    share: float


def dice_marks(pool: Pool) -> tuple[Markup, ...]:
    return tuple(map(_mark, each(pool)))


def _mark(die: Dice) -> Markup:
    # The only markup that doesn't come from a template; it contains nothing from files.
    return Markup(die_svg(die))  # noqa: S704


def mean_view(mean: Fraction, most: Fraction = Fraction(0)) -> MeanView:
    return MeanView(mean_words(mean), str(mean), float(100 * mean / most) if most else 0.0)


def verdict_in_short(verdict: ShownVerdict) -> str:
    return f"{verdict.word.lower()} by {verdict.edition}"


def finding_view(finding: Finding, picture: str = "") -> FindingView:
    alt = _spoken(finding.highlight) if picture and finding.highlight else ""
    return FindingView(words_of_finding(finding), picture, alt)


def _spoken(highlight: Highlight) -> str:
    groups = (f"{letter}: {group.name}" for letter, group in zip(LETTERS, highlight.groups, strict=False))
    return printable(f"{highlight.caption}. {'; '.join(groups)}")


def unread_view(facts: DesignFacts) -> Iterator[FindingView]:
    """A design that could not be read has no findings; they are on its force's page."""
    if facts.is_unread:
        said = "It can't be judged: its model or its list of systems could not be read."
        fix = "The page of its company or fleet says why."
        yield FindingView(FindingWords(str(Severity.ERROR), "not read", "", said, "", "", "", "", fix))


def piece_numbers(facts: DesignFacts) -> dict[tuple[Marked, int], int]:
    """The page's number for each piece that is a system. Copies differ; one piece may be two systems."""
    pieces = dict.fromkeys((one.marked, one.instance) for one in facts.carried if one.marked)
    return {(marked, copy): number for number, (marked, copy) in enumerate(pieces) if marked}


def page_values(facts: DesignFacts, has_pieces: bool) -> dict[str, Any]:
    """Everything on the page that needs no pictures and no shop numbers. `pieces` can be pointed out."""
    numbers = piece_numbers(facts) if has_pieces else {}
    systems = [_system_view(one, numbers) for one in facts.carried]
    return {
        "name": facts.name,
        "kind": facts.kind,
        "author": facts.author,
        "dice": list(_dice_groups(facts, systems)),
        "own_dice": dice_marks(facts.own_dice),
        "dialects": [
            {"name": DIALECTS.get(name, name), "text": text} for name, text in facts.dialects.items()
        ],
        "verdict": facts.verdict,
        "systems": systems,
        "losses": [{"name": name, "text": left} for name, left in facts.losses],
        "odds": _odds_view(facts.odds) if facts.odds else None,
        "steps": facts.steps,
    }


def _system_view(one: CarriedSystem, numbers: dict[tuple[Marked, int], int]) -> SystemView:
    index = numbers.get((one.marked, one.instance)) if one.marked else None
    return SystemView(one.name, one.label, dice_marks(one.dice), index)


def _dice_groups(facts: DesignFacts, systems: list[SystemView]) -> Iterator[SystemView]:
    """All dice in the order of the notation; neighbours of the same system form a group."""
    for owner, dice in groupby(facts.owned_dice(), key=lambda pair: pair[1]):
        marks = tuple(_mark(die) for die, _ in dice)
        if owner is None:
            yield SystemView("", "", marks)
        else:
            yield SystemView(systems[owner].name, systems[owner].label, marks, systems[owner].index)


def _odds_view(odds: OddsFacts) -> dict[str, Any]:
    most = max((mean for attack in odds.attacks for mean in attack.means), default=Fraction(0))
    return {
        "dealt": [(one.name, [mean_view(mean, most) for mean in one.means]) for one in odds.attacks],
        "others": [(what, mean_view(mean)) for what, mean in _other_means(odds)],
    }


def _other_means(odds: OddsFacts) -> Iterator[tuple[str, Fraction]]:
    if odds.taken is not None:
        yield f"damage taken per attack by {odds.attacker}", odds.taken
    if odds.lasts is not None:
        yield "such attacks to destroy it", odds.lasts
    yield f"{odds.movement_word} per turn", odds.movement
    yield "spot per turn", odds.spot
