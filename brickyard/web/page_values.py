"""What a design's page says, as values for its template: facts with the shapes that HTML needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from markupsafe import Markup

from brickyard.dice_answer import DIALECTS
from brickyard.facts.design_facts import CarriedSystem, DesignFacts, OddsFacts, each
from brickyard.facts.verdicts import FindingWords, ShownVerdict, attacks_words, mean_words, words_of_finding
from brickyard.pictures.lettering import die_svg
from catalog.vocabulary import Dice, Pool
from fleets.chances.card_numbers import BLUE
from fleets.models.model_units import Marked, Role, Unit
from ldraw_tools.findings import Finding, Severity, printable
from ldraw_tools.highlights import LETTERS, Highlight

_LONGEST_FRACTION = 15
DAMAGE, TAKEN = "Damage, ", "Damage taken"


class FindingView(NamedTuple):
    """`picture` shows the parts that the finding is about, `alt` says so in words."""

    words: FindingWords
    picture: str = ""
    alt: str = ""


@dataclass(frozen=True, slots=True)
class SystemView:
    """`index` is the place of its piece among the page's systems, None where the model shows none."""

    name: str
    label: str
    dice: tuple[Markup, ...]
    index: int | None = None


class MeanView(NamedTuple):
    """A mean as text and as a fraction; `share` is its part of the longest bar, in percent."""

    value: str
    exact: str
    share: float

    @property
    def is_short(self) -> bool:
        """Whether the fraction can be read at a glance."""
        return len(self.exact) <= _LONGEST_FRACTION


def kind_of(unit: Unit, kind: str) -> str:
    """A frame company of a fleet is not the company that a player fields."""
    return "frame company" if unit.role is Role.COMPANY else kind


def role_of(unit: Unit) -> str:
    return "frame company" if unit.role is Role.COMPANY else str(unit.role)


def dice_marks(pool: Pool) -> tuple[Markup, ...]:
    return tuple(map(_mark, each(pool)))


def _mark(die: Dice) -> Markup:
    # The only markup that doesn't come from a template; it contains nothing from files.
    return Markup(die_svg(die))  # noqa: S704


def mean_view(mean: Fraction, most: Fraction = Fraction(0), words: str = "") -> MeanView:
    return MeanView(words or mean_words(mean), str(mean), float(100 * mean / most) if most else 0.0)


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
        "systems": list(_by_piece(systems)),
        "losses": [{"name": name, "text": left} for name, left in facts.losses],
        "odds": _odds_view(facts.odds) if facts.odds else None,
        "steps": facts.steps,
        "size": facts.size_text,
    }


def _by_piece(systems: list[SystemView]) -> Iterator[SystemView]:
    """One weapon is one line, though its dice are several systems."""
    pieces: dict[int, list[SystemView]] = {}
    for place, one in enumerate(systems):
        # Those without a piece are told apart by their place.
        pieces.setdefault(-1 - place if one.index is None else one.index, []).append(one)
    for parts in pieces.values():
        name = ", ".join(dict.fromkeys(one.name for one in parts))
        label = ", ".join(dict.fromkeys(one.label for one in parts if one.label))
        yield SystemView(name, label, tuple(die for one in parts for die in one.dice), parts[0].index)


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
    against_one = [(one.name, one.means[BLUE.index(1)]) for one in odds.attacks]
    longest = max((mean for _, mean in against_one), default=Fraction(0))
    return {
        "bars": [(name, mean_view(mean, longest)) for name, mean in against_one],
        "dealt": [(one.name, [mean_view(mean, most) for mean in one.means]) for one in odds.attacks],
        "others": [(what, mean_view(mean, words=words)) for what, mean, words in _other_means(odds)],
    }


def compared_odds(odds: OddsFacts) -> Iterator[tuple[str, str, float]]:
    """What designs are compared by: a label, the mean as it is shown, and the mean."""
    for attack in odds.attacks:
        mean = attack.means[BLUE.index(1)]
        yield f"{DAMAGE}{attack.name}", mean_words(mean), float(mean)
    for label, mean, words in _other_means(odds):
        yield label[:1].upper() + label[1:], words, float(mean)


def _other_means(odds: OddsFacts) -> Iterator[tuple[str, Fraction, str]]:
    if odds.taken is not None:
        yield f"damage taken per attack by {odds.attacked_by}", odds.taken, mean_words(odds.taken)
    if odds.lasts is not None:
        yield f"attacks by {odds.attacked_by} to destroy it", odds.lasts, attacks_words(odds.lasts, "")
    yield f"{odds.movement_word} per turn", odds.movement, mean_words(odds.movement)
    yield f"{odds.spot_word} per turn", odds.spot, mean_words(odds.spot)
