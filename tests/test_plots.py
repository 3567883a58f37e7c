"""Plots: they show the numbers they were given, read without colour, and nobody's name becomes markup."""

from __future__ import annotations

import os
import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, strategies as st

from brickyard.facts.judged_designs import open_design_file
from brickyard.fight_odds.odds_answer import CardOdds, FightOdds, MatrixOdds, OddsAnswer
from brickyard.fight_odds.odds_counting import find_odds
from brickyard.fight_odds.odds_question import OddsQuestion
from brickyard.pictures.lettering import width_of
from brickyard.plots.damage_paints import HIT, NONE
from brickyard.plots.dice_plots import bands_for_page, bands_of, card_drawing, strips_drawing, strips_for_page
from brickyard.plots.fight_plots import curve, fight_drawing
from brickyard.plots.flat_drawing import BAR, Drawing, Inset, Rectangle, Words, png_of, svg_for_page, svg_of
from brickyard.plots.heatmap import matrix_drawing
from brickyard.plots.plot_paper import PAGE_WIDTH, bars, by_damage
from brickyard.web.mech_page import mech_view
from brickyard.web.page_drawings import design_plots, force_plots
from catalog.vocabulary import VOCABULARIES
from fleets.chances.card_numbers import weaken
from fleets.forces.force import Mech
from tests.running import ROOT, brickyard
from validators.judged_files import JudgeSettings

GOLDEN = Path(__file__).parent / "golden"
HOSTILE = '<script>alert("x")</script> & \x1b[31m'
_SVG = "{http://www.w3.org/2000/svg}"


def asked(*sides: str, **more: object) -> OddsAnswer:
    return find_odds(sides, OddsQuestion(**more), JudgeSettings())  # type: ignore[arg-type]


def fight(*sides: str) -> FightOdds:
    found = asked(*sides)
    assert isinstance(found, FightOdds)
    return found


def cards(side: str) -> CardOdds:
    found = asked(side)
    assert isinstance(found, CardOdds)
    return found


def words_in(drawing: Drawing) -> list[str]:
    return [shape.text for shape in drawing.shapes if isinstance(shape, Words)]


def tags_in(svg: str) -> set[str]:
    return {element.tag.removeprefix(_SVG) for element in ElementTree.fromstring(svg).iter()}


chances = st.lists(st.integers(0, 50), min_size=1, max_size=12).filter(any)


@given(chances)
def test_bars_are_as_high_as_the_chances_and_add_up_to_all(ways: list[int]) -> None:
    given_ = [Fraction(one, sum(ways)) for one in ways]
    shown = by_damage(given_)
    assert sum(shown) == 1
    drawn = list(bars(shown, list("012345"), (0, 0, 120, 200), Fraction(1)))
    heights = [shape.height for shape in drawn if isinstance(shape, Rectangle)]
    assert sum(heights) == pytest.approx(200)
    assert heights == pytest.approx([200 * float(chance) for chance in shown if chance])


def test_a_fight_has_a_panel_for_each_range_and_cover_that_differs() -> None:
    found = fight("2Rd 1B 1Y", "soldier")
    drawing = fight_drawing(found)
    said = words_in(drawing)
    for panel in ("Hand-to-hand, any cover", "Direct, in the open", "Direct, in any cover"):
        assert panel in said
    assert "Artillery: no weapon at this range." in said
    assert said.count("5+") == 3
    boxes = [shape for shape in drawing.shapes if isinstance(shape, Rectangle) and shape.fill == BAR]
    assert {box.striped for box in boxes} == {True, False}
    for row in found.fights[0].rows:
        if row.possible:
            assert f"mean damage {float(row.mean or 0):.2f}" in drawing.said


def test_the_curve_falls_and_agrees_with_the_mean_number_of_attacks() -> None:
    for one in fight("2Rd 1B 1Y", "1B").fights[0].lasting:
        found = curve(one)
        assert found[0] == 1
        assert found == sorted(found, reverse=True)
        # The mean of a number of attacks is the sum of the chances to stand after each.
        summed, standing = Fraction(0), one.standing()
        while (chance := next(standing)) > Fraction(1, 10**6):
            summed += chance
        assert float(summed) == pytest.approx(float(one.attacks or 0), abs=1e-3)


def test_a_loss_takes_other_systems_first_then_defense_then_white_dice() -> None:
    fighter = cards("2W 1B 1Y 2Rd").cards[0].numbers.fighter
    pools = [weaken(fighter, lost) for lost in range(fighter.life + 1)]
    assert [len(one.loadout.systems) for one in pools] == [3, 2, 1, 0, 0, 0]
    assert [one.white for one in pools] == [2, 2, 2, 2, 1, 0]
    assert pools[2].loadout.systems[0].code == "B"
    assert not pools[-1].pool(VOCABULARIES["frames"]).count("W")


def test_the_segments_of_a_strip_are_as_wide_as_the_chances() -> None:
    numbers = cards("2W 1B 1Y 2Rd").cards[0].numbers
    drawing = strips_for_page([numbers], cards("2W 1B 1Y 2Rd").edition, 700)
    boxes = [shape for shape in drawing.shapes if isinstance(shape, Rectangle)]
    attack = [chance for chance in numbers.actions.attack.chances if chance]
    whole = sum(box.width for box in boxes[: len(attack)])
    assert [box.width / whole for box in boxes[: len(attack)]] == pytest.approx(list(map(float, attack)))
    assert len(boxes) == sum(
        sum(1 for chance in getattr(numbers.actions, name).chances if chance)
        for name in numbers.actions.means
    )


def test_every_unit_of_a_company_is_in_the_picture_with_its_dice() -> None:
    found = cards(str(ROOT / "examples/companies/estars-anvil.yaml"))
    said = words_in(strips_drawing([found]))
    for card in found.cards:
        assert any(card.unit.name in text for text in said)
    assert said.count("defense") == len(found.cards)
    assert said.count("Rd") >= 2


def test_damage_has_one_colour_in_plots_and_on_pages() -> None:
    light = (ROOT / "brickyard/web/static/style.css").read_text("utf-8").partition("@media")[0]
    assert f"--bar: {NONE}; --hit: {HIT};" in light
    drawn = fight_drawing(fight("2Rd 1B 1Y", "soldier"))
    fills = {
        one.fill for one in drawn.shapes if isinstance(one, Rectangle) and one.width < 30 and not one.radius
    }
    assert {HIT, NONE} <= fills
    for fill, themed in ((HIT, "var(--hit)"), (NONE, "var(--bar)")):
        assert fill not in svg_for_page(drawn)
        assert themed in svg_for_page(drawn)


@pytest.mark.parametrize("name", ["fight", "strips"])
def test_a_plot_is_as_it_was(name: str) -> None:
    drawn = (
        fight_drawing(fight("2Rd 1B 1Y", "soldier")) if name == "fight" else card_drawing(cards("2W 1B 2Rd"))
    )
    kept = GOLDEN / f"{name}.plot.svg"
    if os.environ.get("BRICKYARD_UPDATE"):
        kept.write_text(svg_of(drawn), "utf-8")
    assert svg_of(drawn) == kept.read_text("utf-8")


def test_a_strangers_name_is_text_and_nothing_else(tmp_path: Path) -> None:
    quoted = HOSTILE.replace('"', '\\"').replace("\x1b", "\\x1b")
    text = f'company: "{quoted}"\nframes: [{{name: "{quoted}", systems: 2Rd 1B}}]\n'
    (tmp_path / "c.yaml").write_text(text)
    for command in (["dice", "c.yaml"], ["odds", "c.yaml", "soldier"], ["odds", "c.yaml"]):
        name = f"{command[0]}{len(command)}.svg"
        assert brickyard([*command, "-o", name], tmp_path).returncode < 2
        svg = (tmp_path / name).read_text("utf-8")
        assert tags_in(svg) <= {"svg", "title", "desc", "rect", "path", "text"}
        assert "<script" not in svg
        assert "\x1b" not in svg
    inside = svg_for_page(fight_drawing(fight("2Rd", "soldier")))
    assert "style=" not in inside
    hostile = svg_for_page(Drawing(HOSTILE, 9, 9, [Words(HOSTILE, 0, 0, 9)], HOSTILE))
    assert tags_in(hostile) == {"svg", "text"}


def test_a_plot_in_a_page_takes_the_pages_colours() -> None:
    svg = svg_for_page(fight_drawing(fight("2Rd 1B", "soldier"), 340))
    assert {"currentColor", "var(--bar)", "var(--line)"} <= set(re.findall(r'(?:fill|stroke)="([^"]*)"', svg))
    assert "<style" not in svg
    assert 'aria-label="2Rd 1B against Soldier. Hand-to-hand' in svg


def test_range_bands_cover_the_ruler_without_a_gap_and_show_every_mean() -> None:
    for side in ("2W 1B 1Y 2Rd", str(ROOT / "examples/fleets/first-patrol.yaml")):
        found = cards(side)
        bands = bands_of(found.edition)
        assert bands[0].start == 0
        assert [one.end for one in bands[:-1]] == [one.start for one in bands[1:]]
        assert bands[-1].is_open
        drawing = bands_for_page([card.numbers for card in found.cards], found.edition, 700)
        assert drawing is not None
        said = words_in(drawing)
        for card in found.cards:
            kind = card.numbers.fighter.kind
            means = [one.means[1] for one in card.numbers.dealt if one.kind == kind]
            assert means
            assert not [mean for mean in means if f"{float(mean):.2f}" not in said]


def test_names_of_range_bands_are_whole_and_none_is_over_another() -> None:
    found = cards(str(ROOT / "examples/fleets/first-patrol.yaml"))
    drawing = bands_for_page([card.numbers for card in found.cards], found.edition, PAGE_WIDTH)
    assert drawing is not None
    names = [one.name for one in bands_of(found.edition)]
    shown = [one for one in drawing.shapes if isinstance(one, Words) and one.text in names]
    assert [one.text for one in shown] == names
    spans = [(one.baseline, one.at - width_of(one.text, one.size, one.face) / 2, one) for one in shown]
    for (line, left, one), (next_line, next_left, _) in pairwise(sorted(spans, key=lambda span: span[:2])):
        assert line != next_line or left + width_of(one.text, one.size, one.face) <= next_left


def test_a_mech_is_drawn_from_the_front_with_armour_circles_and_weapons() -> None:
    file = open_design_file(ROOT / "examples/mechs/standard.yaml", JudgeSettings())
    assert isinstance(file.subject, Mech)
    view = mech_view(file.subject, file.ruling.edition)
    assert view
    named, bare = view.drawings
    said = words_in(named)
    for mount in view.mounts:
        assert {mount.name.capitalize(), mount.where, str(mount.armour)} <= set(said)
    assert named.width > bare.width
    circles = sum(mount.circles for mount in view.mounts) + sum(part.circles for part in view.plating)
    for drawing in (named, bare):
        assert "torso: armour 5" in drawing.said
        rings = [one for one in drawing.shapes if isinstance(one, Rectangle) and one.radius == one.width / 2]
        assert len(rings) == circles
        assert all(one.left >= 0 and one.left + one.width <= drawing.width for one in rings)


def test_p4_a_matrix_has_one_title_one_legend_panels_for_cover_and_portraits() -> None:
    companies = [str(ROOT / f"examples/companies/{name}.yaml") for name in ("estars-anvil", "suns-fang")]
    found = asked(*companies, matrix=True)
    assert isinstance(found, MatrixOdds)
    drawing = matrix_drawing(found)
    said = words_in(drawing)
    heads = [text for text in said if " range, " in text]
    assert heads == [
        "Hand-to-hand range, any cover",
        *("Direct range, in the open", "Artillery range, in the open"),
        *("Direct range, in cover", "Artillery range, in cover"),
    ]
    assert said.count("Estar's Anvil attacks Sun's Fang") == 1
    assert said.count("mean damage") == said.count("no attack possible") == 1
    # Three attackers in two rows of panels, three targets over five panels.
    assert sum(isinstance(shape, Inset) for shape in drawing.shapes) == 2 * 3 + 5 * 3


def test_a_matrix_of_notations_needs_no_portraits() -> None:
    found = asked("2Rd", "1B", matrix=True)
    assert isinstance(found, MatrixOdds)
    drawing = matrix_drawing(found)
    assert not any(isinstance(shape, Inset) for shape in drawing.shapes)


def test_the_page_of_a_design_shows_damage_bands_strips_and_survival_in_words_too() -> None:
    file = open_design_file(ROOT / "examples/frames/chub.mpd", JudgeSettings())
    shown = design_plots(file.designs[0].facts, file.ruling.edition)
    labels = [re.findall(r'aria-label="([^"]*)"', svg)[0] for svg in shown]
    for label, begins in zip(
        labels,
        ("Damage of ST-07 Chub.", "What it does at each", "What the dice come to", "How long ST-07"),
        strict=True,
    ):
        assert label.startswith(begins)
        assert re.search(r"\d", label)
    assert not [svg for svg in shown if "style=" in svg or "textLength" in svg]
    station = open_design_file(ROOT / "examples/stations/depot.mpd", JudgeSettings())
    assert design_plots(station.designs[0].facts, station.ruling.edition) == []


def test_the_page_of_a_force_shows_every_unit_that_fights() -> None:
    file = open_design_file(ROOT / "examples/fleets/first-patrol.yaml", JudgeSettings())
    bands, strips = force_plots(file.facts, file.ruling.edition)
    for one in file.facts.fielded:
        if one.odds:
            assert one.name in bands
            assert one.name in strips


def test_a_segment_thinner_than_its_border_is_a_line_and_no_mistake() -> None:
    svg = svg_of(Drawing("thin", 9, 9, [Rectangle(1, 1, 0.2, 5, line=0.6)]))
    assert 'width="-' not in svg


def test_a_die_has_its_colours_in_any_theme() -> None:
    svg = svg_for_page(strips_drawing([cards("2W 1Y")]))
    assert 'fill="#fffffe"' in svg
    assert svg.count('fill="#1a1a1b"') >= 3


def test_a_png_is_the_same_every_run_and_twice_the_size() -> None:
    drawing = fight_drawing(fight("2Rd", "1B"), 390)
    data = png_of(drawing)
    assert data == png_of(drawing)
    assert int.from_bytes(data[16:20]) == 780


def test_a_mech_and_a_mishap_have_no_such_plot(tmp_path: Path) -> None:
    mech = str(ROOT / "examples/mechs/standard.yaml")
    for command in (["dice", mech, "-o", "x.svg"], ["odds", mech, "-o", "x.svg"]):
        ran = brickyard(command, tmp_path)
        assert (ran.returncode, len(ran.stderr.splitlines())) == (2, 1)
    assert not list(tmp_path.iterdir())
