"""What a design's page says, as values for its template: facts with the shapes that HTML needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import Any

from markupsafe import Markup

from brickyard.dice_text import DIALECTS
from brickyard.facts.design_facts import CarriedSystem, DesignFacts, OddsFacts, each
from brickyard.facts.judged_designs import ForceFacts
from brickyard.facts.size_fit import SizeFit
from brickyard.facts.verdicts import FindingWords, ShownVerdict, attacks_words, mean_words, words_of_finding
from brickyard.fight_odds.odds_counting import typical_fight
from brickyard.parts.choices import choice_text
from brickyard.parts.forms import Form
from brickyard.parts.list_files import files_of
from brickyard.parts.lots import Lot, PartsList, in_picking_order, pieces_needed
from brickyard.pictures.lettering import die_svg
from brickyard.pictures.part_icons import Cut, PartIcons
from brickyard.plots.dice_plots import bands_for_page, strips_for_page
from brickyard.plots.fight_plots import damage_for_page, survival_for_page
from brickyard.plots.flat_drawing import Drawing, svg_for_page
from brickyard.plots.plot_paper import PAGE_WIDTH
from brickyard.web.mech_page import MechView
from brickyard.web.page_files import Download
from catalog.editions.edition import Edition
from fleets.chances.card_numbers import BLUE
from fleets.chances.combat import combat_of
from fleets.dice.pool import Dice, Pool
from fleets.dice.vocabulary import vocabulary_of
from fleets.models.model_units import Marked, Role, Unit
from ldraw_tools.findings import BrickyardError, Finding, Severity, count_of, printable
from ldraw_tools.highlights import LETTERS, Highlight
from ldraw_tools.records import record
from ldraw_tools.units import LDU_PER_STUD, with_unit

# Of a front view, in pixels of a page.
_MOST_PER_STUD = 56.0


def design_plots(facts: DesignFacts, edition: Edition) -> list[Markup]:
    """Damage as bars, range bands, dice as strips, and how long it stands; none for what doesn't fight."""
    return [_inline(drawing) for drawing in _of_design(facts, edition)]


def _of_design(facts: DesignFacts, edition: Edition) -> Iterator[Drawing]:
    numbers = facts.odds.numbers if facts.odds else None
    if numbers is None:
        return
    fight = typical_fight(numbers.fighter, combat_of(edition, vocabulary_of(edition)))
    if fight and any(row.possible for row in fight.rows):
        yield damage_for_page(fight, PAGE_WIDTH)
    bands = bands_for_page([numbers], edition, PAGE_WIDTH)
    if bands:
        yield bands
    yield strips_for_page([numbers], edition, PAGE_WIDTH)
    lasting = survival_for_page(numbers.durability, edition, PAGE_WIDTH) if numbers.durability else None
    if lasting:
        yield lasting


def force_plots(facts: ForceFacts, edition: Edition) -> list[Markup]:
    """What its units do at each distance, and what their dice come to; each design once."""
    fighting = [one.odds.numbers for one in facts.fielded if one.odds and one.odds.numbers]
    if not fighting:
        return []
    bands = bands_for_page(fighting, edition, PAGE_WIDTH)
    return [_inline(one) for one in (bands, strips_for_page(fighting, edition, PAGE_WIDTH)) if one]


def mech_figure(mech: MechView) -> Markup:
    """The 'mech from the front, for wide screens and for narrow ones."""
    return Markup("").join(_inline(drawing) for drawing in mech.drawings)


def _inline(drawing: Drawing) -> Markup:
    # Names are escaped where the drawing is written.
    return Markup(svg_for_page(drawing))  # noqa: S704


@record
class Front:
    """A view from the front: its size in pixels, and how many pixels a stud is.

    `middle` and `foot` are where the box stands in it; below `bottom` it is empty.
    """

    side: int
    pixels_per_stud: float
    middle: float
    foot: float
    bottom: float


def drawing_svg(fit: SizeFit, picture: str, front: Front) -> Markup:
    """The front view in its box with a rule of studs.

    Only numbers and the name of our own picture go into it.
    """
    width = height = front.side
    scale = front.pixels_per_stud / LDU_PER_STUD
    middle, foot, below = front.middle, front.foot, max(front.foot, front.bottom)
    inside = fit.allowed[0] or fit.turn.width
    top = fit.top
    left, box_top = middle - inside * scale / 2, foot - top * scale
    view_top = min(box_top, 0.0) - 14
    view_left = min(left, 0.0) - 14
    view_width = max(width - view_left, middle + inside * scale / 2 + 14 - view_left)
    # As large as there is room for, but what is small is not blown up.
    largest = view_width * min(_MOST_PER_STUD / front.pixels_per_stud, 1.25)
    parts = [
        f'<svg viewBox="{view_left:.0f} {view_top:.0f} {view_width:.0f} {below - view_top + 40:.0f}" '
        f'width="{largest:.0f}" role="img" aria-label="Front view in its box, to scale">',
        f'<image href="{picture}" x="0" y="0" width="{width}" height="{height}"/>',
        f'<rect x="{left:.1f}" y="{box_top:.1f}" width="{inside * scale:.1f}" height="{top * scale:.1f}" '
        'fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="7 6"/>',
    ]
    parts += _rule(left, below + 12, round(inside / LDU_PER_STUD), front.pixels_per_stud)
    return Markup("".join([*parts, "</svg>"]))  # noqa: S704


def _rule(left: float, top: float, count: int, step: float) -> list[str]:
    marks = [
        f'<rect x="{left + place * step:.1f}" y="{top:.1f}" width="{step:.1f}" height="7" '
        f'fill="{"currentColor" if place % 2 == 0 else "none"}" stroke="currentColor" stroke-width="1"/>'
        for place in range(min(count, 200))
    ]
    x, y = f"{left:.1f}", f"{top + 22:.1f}"
    text = f'<text x="{x}" y="{y}" font-size="14" fill="currentColor">{with_unit(count, "stud")}</text>'
    return [*marks, text]


_LONGEST_FRACTION = 15
DAMAGE = "Damage, "


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
        "size": facts.size,
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


@record
class LotView:
    """`notes` are the numbers of the sentences under the list that are about it, `instead` other moulds."""

    quantity: int
    colour: str
    patch: str
    title: str
    number: str
    link: str
    notes: tuple[int, ...]
    instead: str
    icon: Cut | None


@record
class PartsView:
    summary: str
    lots: tuple[LotView, ...]
    notes: tuple[str, ...]


def write_lists(
    make: Callable[[], PartsList], folder: Path, icons: PartIcons | None = None
) -> tuple[PartsView | None, list[Download]]:
    """The parts, and a BrickLink list written to the folder; nothing for a design on paper."""
    try:
        parts = make()
    except BrickyardError:
        # A company without models has nothing to buy, so its page has no list.
        return None, []
    downloads = []
    for file in files_of(parts, Form.BRICKLINK, "wanted-list"):
        (folder / file.name).write_bytes(file.data)
        sure = "" if "uncertain" not in file.name else ", uncertain"
        downloads.append(Download(file.name, f"BrickLink wanted list{sure} (.xml)"))
    return _view(parts, icons), downloads


def _view(parts: PartsList, icons: PartIcons | None) -> PartsView:
    lots = in_picking_order(parts.lots)
    # Many lots share a note; it is shown once.
    said = dict.fromkeys(note for lot in lots for note in _notes(lot))
    numbers = {note: number for number, note in enumerate(said, 1)}
    return PartsView(_summary(parts), tuple(_lot(lot, numbers, icons) for lot in lots), tuple(said))


def _summary(parts: PartsList) -> str:
    """How many pieces to buy, and why that differs from the number in the models."""
    pieces = pieces_needed(parts.lots)
    summary = f"{count_of(pieces, 'piece')} in {count_of(len(parts.lots), 'lot')}"
    doubtful = len(parts.uncertain) + len(parts.not_written)
    if doubtful:
        summary += f", {doubtful} of them uncertain: check before you buy"
    if parts.added:
        summary += f"; {parts.added:,} more than in the model, for assemblies bought in parts"
    if parts.joined:
        summary += f"; {parts.joined:,} fewer than in the model, for pieces that are sold together"
    if pieces < parts.sold:
        summary += "; a sheet of stickers or a hose is one piece"
    return summary


def _notes(lot: Lot) -> list[str]:
    unsure = lot.reason if lot.confidence < lot.confidence.EXACT else ""
    return [printable(note) for note in (unsure, *lot.notes) if note]


def _lot(lot: Lot, numbers: dict[str, int], icons: PartIcons | None) -> LotView:
    seen = lot.swatch
    return LotView(
        lot.needed,
        printable(lot.colour_name) or "any",
        seen[0] if seen else "transparent",
        printable(lot.title),
        printable(lot.number) or "?",
        lot.link if lot.number else "",
        tuple(numbers[note] for note in _notes(lot)),
        printable(choice_text(lot)),
        icons.cut(lot.part, lot.ldraw_colour) if icons else None,
    )
