"""What a design's page says, as plain values for its template; names of strangers stay text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from markupsafe import Markup

from brickyard.dice_shapes import die_svg, each
from brickyard.dice_text import DIALECTS
from brickyard.dossiers import Dossier
from fleets.designs import Marked
from fleets.dice import losses
from fleets.naming import name_of
from fleets.notation import write_loadout
from fleets.odds.card_numbers import BLUE
from fleets.pool import Pool
from ldraw_tools.diagnostics import Diagnostic, Severity, printable

_WORDS = {Severity.ERROR: "not allowed", Severity.WARNING: "look again", Severity.INFO: "note"}
SHORT_HASH = 8


@dataclass(frozen=True, slots=True)
class Verdict:
    is_legal: bool
    edition: str
    version: str
    hash: str


@dataclass(frozen=True, slots=True)
class FindingView:
    """A finding's sentence around the number that is wrong."""

    severity: str
    word: str
    code: str
    before: str
    number: str
    after: str
    reference: str
    place: str
    fix: str


@dataclass(frozen=True, slots=True)
class SystemView:
    """`index` is the place of its piece among the page's systems, None where the model shows none."""

    name: str
    label: str
    dice: tuple[Markup, ...]
    index: int | None


@dataclass(frozen=True, slots=True)
class Ability:
    """A mean, exactly and as people read it; `share` of the longest bar in percent."""

    what: str
    value: str
    exact: str
    share: float | None


def dice_marks(pool: Pool) -> tuple[Markup, ...]:
    # Our own drawing, made of our own letters: the only markup that isn't a template's.
    return tuple(Markup(die_svg(die)) for die in each(pool))  # noqa: S704


def verdict_of(dossier: Dossier) -> Verdict:
    edition = dossier.edition
    return Verdict(dossier.is_legal, edition.title, edition.version, dossier.digest[:SHORT_HASH])


def finding_view(finding: Diagnostic) -> FindingView:
    message = printable(finding.message)
    number = printable(finding.measured)
    before, found, after = message.partition(number) if number else (message, "", "")
    return FindingView(
        str(finding.severity),
        _WORDS[finding.severity],
        finding.code,
        before,
        found,
        after,
        finding.reference,
        printable(str(finding.place)),
        printable(finding.fix),
    )


def systems_of(dossier: Dossier) -> tuple[SystemView, ...]:
    numbers = piece_numbers(dossier)
    return tuple(
        SystemView(
            gift.name,
            printable(gift.label),
            dice_marks(gift.dice),
            numbers[gift.marked, gift.instance] if gift.marked else None,
        )
        for gift in dossier.gifts
    )


def piece_numbers(dossier: Dossier) -> dict[tuple[Marked, int], int]:
    """The page's number of each piece that is a system, every copy its own; one piece may be two systems."""
    pieces = dict.fromkeys((gift.marked, gift.instance) for gift in dossier.gifts if gift.marked)
    return {(marked, instance): number for number, (marked, instance) in enumerate(pieces) if marked}


def losses_of(dossier: Dossier) -> list[dict[str, str]]:
    if dossier.body is None:
        return []
    return [
        {
            "name": name_of(loss.system, dossier.vocabulary),
            "text": write_loadout(loss.left, dossier.vocabulary, dossier.body)["book"],
        }
        for loss in losses(dossier.loadout, dossier.vocabulary, dossier.body)
    ]


def abilities_of(dossier: Dossier) -> tuple[Ability, ...]:
    lines = list(_means(dossier))
    most = max((value for _, value, counts in lines if counts), default=Fraction(0))
    return tuple(
        Ability(
            what, f"{float(value):.2f}", str(value), float(100 * value / most) if counts and most else None
        )
        for what, value, counts in lines
    )


def _means(dossier: Dossier) -> Iterator[tuple[str, Fraction, bool]]:
    """Sentence, mean, and whether it is damage, which bars compare."""
    numbers = dossier.numbers
    if numbers is None:
        return
    names = {known.letter: known.name for known in dossier.vocabulary.ranges}
    kinds = {dealt.kind for dealt in numbers.dealt}
    for dealt in numbers.dealt:
        target = f" to a {dealt.kind}" if len(kinds) > 1 else ""
        for blue, mean in zip(BLUE, dealt.means, strict=True):
            against = ("no defense", "1 defense", "2 defense")[blue]
            yield f"damage{target}, {names.get(dealt.letter, dealt.letter)}, against {against}", mean, True
    if numbers.durability is not None:
        lasting = numbers.durability
        yield f"damage taken from {lasting.attacker.name}", lasting.outcome.damage.mean, True
        if lasting.attacks is not None:
            yield f"attacks of {lasting.attacker.name} until it is destroyed", lasting.attacks, False
    yield "movement", numbers.movement, False
    yield "spot", numbers.spot, False


def page_of(dossier: Dossier) -> dict[str, Any]:
    """Everything of the page that needs no picture and no shop."""
    return {
        "name": printable(dossier.name),
        "slug": dossier.slug,
        "kind": dossier.kind,
        "body": dossier.unit.body,
        "author": printable(dossier.author),
        "dice": dice_marks(dossier.pool),
        "own_dice": dice_marks(dossier.own_dice),
        "rocket_dice": dice_marks(dossier.rocket_dice),
        "dialects": [
            {"name": DIALECTS.get(name, name), "text": text} for name, text in dossier.dialects.items()
        ],
        "verdict": verdict_of(dossier),
        "findings": [finding_view(finding) for finding in dossier.findings],
        "systems": systems_of(dossier),
        "losses": losses_of(dossier),
        "abilities": abilities_of(dossier),
        "odds_note": "Exact means per attack, white dice shared out, target in the open.",
    }
