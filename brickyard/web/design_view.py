"""What a design's page says, as plain values for its template; names of strangers stay text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from markupsafe import Markup

from brickyard.dice_text import DIALECTS
from brickyard.dossiers import Dossier
from brickyard.pictures.dice_shapes import die_svg, each
from catalog.editions.edition import Edition
from fleets.chances.card_numbers import CardNumbers
from fleets.dice.carried_systems import name_of
from fleets.dice.pool import NO_DICE, Pool
from fleets.dice.rolling import losses
from fleets.models.model_units import Marked, Role
from fleets.notation import write_loadout
from ldraw_tools.findings import Finding, Severity, printable
from ldraw_tools.highlights import LETTERS, Highlight

_WORDS = {Severity.ERROR: "not allowed", Severity.WARNING: "look again", Severity.INFO: "note"}
_SHORT_HASH = 8


@dataclass(frozen=True, slots=True)
class Verdict:
    """`of` says what the hash is of."""

    is_legal: bool
    edition: str
    version: str
    of: str
    hash: str


@dataclass(frozen=True, slots=True)
class FindingView:
    """A finding's sentence around the number that is wrong; `picture` shows the parts it is about."""

    severity: str
    word: str
    code: str
    before: str
    number: str
    after: str
    reference: str
    place: str
    fix: str
    picture: str = ""
    alt: str = ""


@dataclass(frozen=True, slots=True)
class SystemView:
    """`index` is the place of its piece among the page's systems, None where the model shows none."""

    name: str
    label: str
    dice: tuple[Markup, ...]
    index: int | None


@dataclass(frozen=True, slots=True)
class Mean:
    """Exactly, and as people read it; `share` of the longest bar in percent."""

    value: str
    exact: str
    share: float


@dataclass(frozen=True, slots=True)
class Odds:
    """Mean damage for each range against 0, 1 and 2 blue dice, and what else there is to expect."""

    dealt: tuple[tuple[str, tuple[Mean, ...]], ...]
    others: tuple[tuple[str, Mean], ...]


def dice_marks(pool: Pool) -> tuple[Markup, ...]:
    # Our own drawing, made of our own letters: the only markup that isn't a template's.
    return tuple(Markup(die_svg(die)) for die in each(pool))  # noqa: S704


def rolled(dossier: Dossier) -> Pool:
    """Its dice; none where nobody knows what it carries."""
    return NO_DICE if dossier.unit.is_unread else dossier.pool


def kind_of(dossier: Dossier) -> str:
    return "HVA" if dossier.unit.role is Role.HVA else dossier.kind


def verdict_of(is_legal: bool, edition: Edition, of: str, digest: str) -> Verdict:
    return Verdict(is_legal, edition.title, edition.version, of, digest[:_SHORT_HASH])


def verdict_in_words(is_legal: bool, edition: Edition) -> str:
    return f"{'legal' if is_legal else 'not legal'} by {edition.title}"


def finding_view(finding: Finding, picture: str = "") -> FindingView:
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
        picture,
        _spoken(finding.highlight) if picture and finding.highlight else "",
    )


def _spoken(highlight: Highlight) -> str:
    groups = (f"{letter}: {group.name}" for letter, group in zip(LETTERS, highlight.groups, strict=False))
    return printable(f"{highlight.caption}. {'; '.join(groups)}")


def unread_view(dossier: Dossier) -> Iterator[FindingView]:
    """Of one that nobody could read there is no finding of its own: its force has it."""
    if dossier.unit.is_unread:
        said = "Nobody can judge it: its model or its list of systems could not be read."
        fix = "The page of its company or fleet says why."
        yield FindingView("error", "not read", "", said, "", "", "", "", fix)


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
    ) + tuple(_rockets(dossier, numbers))


def _rockets(dossier: Dossier, numbers: dict[tuple[Marked, int], int]) -> Iterator[SystemView]:
    pieces = _rocket_pieces(dossier)
    for number in range(dossier.loadout.rockets):
        place = pieces[number] if number < len(pieces) else None
        label = printable(place[0].tag.label) if place else ""
        yield SystemView(
            "rocket, fired once",
            label,
            dice_marks(dossier.vocabulary.rocket_dice),
            numbers[place] if place else None,
        )


def _rocket_pieces(dossier: Dossier) -> list[tuple[Marked, int]]:
    """The pieces that hold its rockets, one for each rocket."""
    marked = (one for one in dossier.unit.marked if one.loadout.rockets and one.tag.role is not Role.SPARE)
    pieces = ((one, copy) for one in marked for copy in range(min(one.times, dossier.loadout.rockets)))
    return [piece for piece in pieces for _ in range(piece[0].loadout.rockets)][: dossier.loadout.rockets]


def piece_numbers(dossier: Dossier) -> dict[tuple[Marked, int], int]:
    """The page's number of each piece that is a system, every copy its own; one piece may be two systems."""
    pieces = [(gift.marked, gift.instance) for gift in dossier.gifts if gift.marked]
    unique = dict.fromkeys([*pieces, *_rocket_pieces(dossier)])
    return {piece: number for number, piece in enumerate(unique)}


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


def odds_of(dossier: Dossier) -> Odds | None:
    """None for what doesn't fight, and where nobody knows with what."""
    numbers = dossier.numbers
    if numbers is None or dossier.unit.is_unread:
        return None
    kinds = {dealt.kind for dealt in numbers.dealt}
    most = max((mean for dealt in numbers.dealt for mean in dealt.means), default=Fraction(0))
    dealt = tuple(
        (
            range_name(dossier, one.letter) + (f", to a {one.kind}" if len(kinds) > 1 else ""),
            tuple(mean_view(mean, most) for mean in one.means),
        )
        for one in numbers.dealt
    )
    return Odds(dealt, tuple((what, mean_view(mean)) for what, mean in _others(numbers)))


def range_name(dossier: Dossier, letter: str) -> str:
    return next((known.name for known in dossier.vocabulary.ranges if known.letter == letter), letter)


def mean_view(mean: Fraction, most: Fraction = Fraction(0)) -> Mean:
    return Mean(f"{float(mean):.2f}", str(mean), float(100 * mean / most) if most else 0.0)


def _others(numbers: CardNumbers) -> Iterator[tuple[str, Fraction]]:
    lasting = numbers.durability
    if lasting is not None:
        yield f"damage it takes from an attack ({lasting.attacker.name})", lasting.outcome.damage.mean
        if lasting.attacks is not None:
            yield "such attacks until it is destroyed", lasting.attacks
    yield "movement of a turn", numbers.movement
    yield "spot of a turn", numbers.spot


def page_of(dossier: Dossier) -> dict[str, Any]:
    """Everything of the page that needs no picture and no shop."""
    return {
        "name": printable(dossier.name),
        "slug": dossier.slug,
        "kind": kind_of(dossier),
        "role": "HVA" if dossier.unit.role is Role.HVA else str(dossier.unit.role),
        "author": printable(dossier.author),
        "dice": dice_marks(rolled(dossier)),
        "own_dice": dice_marks(dossier.own_dice),
        "dialects": [
            {"name": DIALECTS.get(name, name), "text": text} for name, text in dossier.dialects.items()
        ],
        "verdict": verdict_of(
            dossier.is_legal,
            dossier.edition,
            "model" if dossier.unit.assembly else "list",
            dossier.digest,
        ),
        "systems": systems_of(dossier),
        "losses": losses_of(dossier),
        "odds": odds_of(dossier),
    }
