"""Plots for pages: inline SVG in the page's colours, each with its numbers in words."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from brickyard.facts.design_facts import DesignFacts
from brickyard.facts.force_facts import ForceFacts
from brickyard.odds.odds_counting import typical_fight
from brickyard.plots.damage_plot import damage_for_page
from brickyard.plots.dice_strips import strips_for_page
from brickyard.plots.flat_drawing import Drawing, svg_for_page
from brickyard.plots.plot_paper import PAGE_WIDTH
from brickyard.plots.range_bands import bands_for_page
from brickyard.plots.survival_plot import survival_for_page
from catalog.editions.edition import Edition
from fleets.chances.combat import combat_of
from fleets.dice.vocabulary import VOCABULARIES


def design_plots(facts: DesignFacts, edition: Edition) -> list[Markup]:
    """Damage as bars, range bands, dice as strips, and how long it stands; none for what doesn't fight."""
    return [_inline(drawing) for drawing in _of_design(facts, edition)]


def _of_design(facts: DesignFacts, edition: Edition) -> Iterator[Drawing]:
    numbers = facts.odds.numbers if facts.odds else None
    if numbers is None:
        return
    fight = typical_fight(numbers.fighter, combat_of(edition, VOCABULARIES[edition.game]))
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


def _inline(drawing: Drawing) -> Markup:
    # Names are escaped where the drawing is written.
    return Markup(svg_for_page(drawing))  # noqa: S704
