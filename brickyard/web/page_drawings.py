"""Drawings within pages: plots with their numbers in words, and a design in its box, to scale."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from brickyard.facts.design_facts import DesignFacts
from brickyard.facts.force_facts import ForceFacts
from brickyard.facts.size_fit import SizeFit
from brickyard.fight_odds.odds_counting import typical_fight
from brickyard.plots.dice_plots import bands_for_page, strips_for_page
from brickyard.plots.fight_plots import damage_for_page, survival_for_page
from brickyard.plots.flat_drawing import Drawing, svg_for_page
from brickyard.plots.plot_paper import PAGE_WIDTH
from catalog.editions.edition import Edition
from catalog.vocabulary import vocabulary_of
from fleets.chances.combat import combat_of
from ldraw_tools.units import LDU_PER_STUD, with_unit

if TYPE_CHECKING:
    from brickyard.web.mech_page import MechView

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


class Front(NamedTuple):
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
