"""Size, scale and bases: models of known size against the limits, with the part that sticks out named."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from catalog.database.part_database import PartsDatabase
from catalog.editions.edition import Citation, Edition
from catalog.editions.tables import UnitClass
from catalog.vocabulary import INTERCEPT_ORBIT, RAPID_ATTACK, Vocabulary
from fleets.models.model_units import Role, Unit
from fleets.models.survey import survey
from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.findings import Finding, Place, Severity
from ldraw_tools.measuring.fitting import turn_by_ruler
from ldraw_tools.measuring.protrusions import Protrusion
from ldraw_tools.reading import document as documents
from validators import measuring
from validators.measuring import culprits_above, culprits_sideways
from validators.rule import Ruling, rules

_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO
_NUMBERS: dict[str, tuple[Severity, dict[str, Any]]] = {
    "SIZ001": (_W, {"studs": [10, 10], "bricks": 12, "tolerance-ldu": 0.5}),
    "SIZ002": (_W, {"plates": 7, "slack": 1}),
    "SIZ003": (_I, {"plates": [21, 28]}),
    "SIZ004": (_E, {"studs": [4, 4], "within-plates": 1}),
    "SIZ005": (_I, {"studs": [4, 4], "within-plates": 1}),
    "SIZ006": (_E, {}),
    "SIZ007": (_I, {"bricks": 3}),
    "SIZ008": (_I, {"bricks": [6, 8]}),
    "SIZ009": (_I, {"bricks": 6, "studs": 4}),
    "SIZ010": (_W, {}),
    "SIZ011": (_W, {}),
    "SIZ012": (_W, {"studs": 16}),
    "SIZ013": (_W, {}),
    "BAS001": (_I, {"studs": [[4, 4], [6, 6]]}),
    "BAS002": (_E, {}),
    "BAS003": (_W, {}),
}
_CLASSES = {
    "capital": UnitClass(largest_studs=16, base=(8, 8)),
    "frigate": UnitClass(largest_studs=12, base=(4, 8)),
    "hva": UnitClass(largest_studs=12, base=(8, 4)),
}


def ruling(vocabulary: Vocabulary = RAPID_ATTACK) -> Ruling:
    citations = {code: Citation(code, "p.1", s, n, edition="small") for code, (s, n) in _NUMBERS.items()}
    edition = Edition(id="small", title="Small", game="frames", classes=_CLASSES, citations=citations)
    return Ruling(edition, vocabulary)


def unit_of(text: str, role: Role = Role.FRAME) -> Unit:
    assembly = assemble(documents.parse(text.encode(), "model.mpd"), PartsDatabase())
    found = survey(assembly, untagged=role)
    return found.units[0]


def said(code: str, text: str, role: Role = Role.FRAME) -> list[Finding]:
    unit = unit_of(text, role)
    game = INTERCEPT_ORBIT if unit.role in (Role.SHIP, Role.HVA, Role.DEBRIS) else RAPID_ATTACK
    return list(rules()[code].apply(unit, ruling(game)))


def at(x: float, y: float, z: float, part: str, matrix: str = "1 0 0 0 1 0 0 0 1") -> str:
    return f"1 4 {x} {y} {z} {matrix} {part}\n"


def tower(bricks: int, part: str = "3003.dat") -> str:
    """Bricks of 2 x 2 on one another; the lowest has its foot at y = 24."""
    return "".join(at(0, -24 * i, 0, part) for i in range(bricks))


FRAME, STATION, TERRAIN = "0 !MFZ FRAME Chub\n", "0 !MFZ STATION\n", "0 !MFZ TERRAIN\n"


def test_a_frame_of_exactly_the_box_fits_it() -> None:
    assert not said("SIZ001", FRAME + tower(12))
    assert said("SIZ001", FRAME + tower(13))


def test_a_frame_too_tall_names_the_part_on_top_and_how_far_it_sticks_out() -> None:
    [finding] = said("SIZ001", FRAME + tower(12) + at(0, -272, 0, "3022.dat"))
    assert finding.message == (
        "Chub needs 2 × 2 studs and 12.33 bricks of height; "
        "the box for a frame is 10 × 10 studs by 12 bricks. "
        "Sticks out: Plate 2 x 2 (3022) by 1 plate (3.2 mm, model.mpd:14)"
    )


def test_a_frame_too_wide_names_the_parts_at_both_ends() -> None:
    text = FRAME + at(0, 0, 0, "3034.dat") + at(-100, 0, 0, "3003.dat") + at(120, 0, 0, "3001.dat")
    [finding] = said("SIZ001", text)
    assert "(3001) by" in finding.message
    assert "(3003) by" in finding.message


def test_a_long_frame_may_lie_in_the_box_turned() -> None:
    # A bar of 12 studs fits a box of 10 by 10 on its diagonal.
    assert not said("SIZ001", FRAME + at(0, 0, 0, "60479.dat"))


def test_what_fits_no_way_is_told_as_a_ruler_finds_it() -> None:
    # Lying across the box, turned by 32°, it would overshoot by 2.45 studs only.
    along = "0 0 1 0 1 0 -1 0 0"
    text = FRAME + at(0, 0, 0, "3958.dat") + at(50, -8, -100, "60479.dat", along)
    [finding] = said("SIZ001", text)
    assert finding.measured == "6 × 14 studs and 0.67 bricks of height"
    assert finding.message.endswith(
        "Sticks out: Plate 1 x 12 (60479) by 4 studs (32 mm, model.mpd:3)"
        " and Plate 6 x 6 (3958) by 4 studs (32 mm, model.mpd:2)"
    )


@pytest.mark.parametrize(("width", "depth"), [(80, 120), (120, 80), (100, 100)])
def test_a_ruler_is_laid_along_the_longer_side(width: float, depth: float) -> None:
    for corners in ([(0, 0), (200, 0), (200, 60), (0, 60)], [(0, 0), (60, 0), (60, 200), (0, 200)]):
        turn = turn_by_ruler(np.array(corners, float), width, depth)
        assert sorted((turn.width, turn.depth)) == pytest.approx([60, 200])
        assert (turn.width - turn.depth) * (width - depth) >= 0
        assert -90 < turn.angle_degrees <= 90


def test_a_marked_base_is_left_out_of_its_model() -> None:
    base = "0 FILE base.ldr\n0 !MFZ BASE\n" + at(0, 0, 0, "91405.dat")
    text = "0 FILE m.ldr\n" + FRAME + tower(4) + at(0, 24, 0, "base.ldr") + base
    assert not said("SIZ001", text)
    assert said("SIZ001", text.replace("0 !MFZ BASE\n", ""))


@pytest.mark.parametrize(("plates", "fits"), [(5, False), (6, True), (7, True), (8, True), (9, False)])
def test_a_person_is_seven_plates_give_or_take_one(plates: int, fits: bool) -> None:
    pilot = "".join(at(0, -8 * i, 0, "3024.dat") for i in range(plates))
    text = (
        f"0 FILE m.ldr\n{FRAME}{tower(4)}{at(0, 0, 60, 'pilot.ldr')}0 FILE pilot.ldr\n0 !MFZ PILOT\n{pilot}"
    )
    assert (not said("SIZ002", text)) == fits


def test_a_figure_by_itself_is_a_person_too() -> None:
    assert not said("SIZ002", "0 !MFZ PILOT\n" + tower(2, "3005.dat"), Role.PILOT)
    [finding] = said("SIZ002", "0 !MFZ PILOT\n" + tower(4, "3005.dat"), Role.PILOT)
    assert finding.message == "pilot is 12 plates tall; a person is 7 plates"
    assert finding.fix == "Build the figure 6 to 8 plates tall, a stud on top not counted."


@pytest.mark.parametrize(("bricks", "fits"), [(6, False), (7, True), (9, True), (10, False)])
def test_most_frames_are_21_to_28_plates_tall(bricks: int, fits: bool) -> None:
    assert (not said("SIZ003", FRAME + tower(bricks))) == fits


def test_a_station_of_four_by_four_stands_on_its_patch() -> None:
    assert not said("SIZ004", STATION + at(0, 0, 0, "3031.dat"))


def test_a_station_of_six_by_four_is_too_wide() -> None:
    [finding] = said("SIZ004", STATION + at(0, 0, 0, "3032.dat"))
    assert finding.severity is Severity.ERROR
    assert finding.message == (
        "station covers 6 × 4 studs of the table; a station has at most 4 × 4 studs. "
        "Sticks out: Plate 4 x 6 (3032) by 2 studs (16 mm, model.mpd:2)"
    )


def test_a_station_too_wide_is_only_remarked_where_a_text_advises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(_NUMBERS, "SIZ004", (_I, _NUMBERS["SIZ004"][1]))
    [finding] = said("SIZ004", STATION + at(0, 0, 0, "3032.dat"))
    assert finding.severity is Severity.INFO


def test_a_station_names_the_parts_at_both_ends_of_its_foot_and_none_above() -> None:
    text = STATION + at(-60, 0, 0, "3022.dat") + at(60, 0, 0, "3020.dat") + at(0, -8, 0, "60479.dat")
    [finding] = said("SIZ004", text)
    assert finding.message == (
        "station covers 9 × 2 studs of the table; a station has at most 4 × 4 studs. "
        "Sticks out: Plate 2 x 2 (3022) by 5 studs (40 mm, model.mpd:2)"
        " and Plate 2 x 4 (3020) by 5 studs (40 mm, model.mpd:3)"
    )


def test_a_station_may_be_wider_above_its_foot() -> None:
    text = STATION + at(0, 0, 0, "3031.dat") + at(0, -24, 0, "3003.dat") + at(0, -32, 0, "3032.dat")
    assert not said("SIZ004", text)
    [finding] = said("SIZ005", text)
    assert finding.severity is Severity.INFO
    assert finding.message.endswith("Sticks out: Plate 4 x 6 (3032) by 2 studs (16 mm, model.mpd:4)")


def test_a_foot_that_narrows_is_undecided_without_the_library_and_decided_with_it(library_root: Any) -> None:
    from ldraw_tools.library.part_files import Library

    # An inverted slope of 2 x 2 is one stud wide at its foot; five of them would need ten studs if not.
    text = STATION + at(0, 0, 0, "3022.dat") + at(60, -16, 0, "3660.dat") + at(-60, -16, 0, "3660.dat")
    document = documents.parse(text.encode(), "model.mpd")
    without = survey(assemble(document, PartsDatabase())).units[0]
    having = survey(assemble(document, PartsDatabase(), Library([library_root]))).units[0]
    for unit in (without, having):
        assert unit.role is Role.STATION
        list(rules()["SIZ004"].apply(unit, ruling()))


@pytest.mark.parametrize(
    ("ship", "part", "fits"), [("CAPITAL", "60479.dat", True), ("FRIGATE", "60479.dat", True)]
)
def test_a_ship_is_no_longer_than_its_class(ship: str, part: str, fits: bool) -> None:
    assert (not said("SIZ006", f"0 !MFZ SHIP {ship}\n" + at(0, 0, 0, part))) == fits
    longer = f"0 !MFZ SHIP {ship}\n" + at(-120, 0, 0, part) + at(120, 0, 0, part)
    [finding] = said("SIZ006", longer)
    assert finding.measured == "24 studs"
    assert "Sticks out: Plate 1 x 12 (60479) by" in finding.message


def test_a_ship_too_tall_names_the_part_on_top() -> None:
    [finding] = said("SIZ006", "0 !MFZ SHIP FRIGATE\n" + tower(11))
    assert finding.message.endswith("Sticks out: Brick 2 x 2 (3003) by 3 plates (9.6 mm, model.mpd:12)")


@pytest.mark.parametrize(("bricks", "code", "told"), [(2, "SIZ007", True), (3, "SIZ007", False)])
def test_terrain_is_cover_from_three_bricks_on(bricks: int, code: str, told: bool) -> None:
    assert bool(said(code, TERRAIN + tower(bricks))) == told


@pytest.mark.parametrize(("bricks", "told"), [(5, True), (6, False), (8, False), (9, True)])
def test_cover_of_six_to_eight_bricks_is_advised(bricks: int, told: bool) -> None:
    assert bool(said("SIZ008", TERRAIN + tower(bricks))) == told


@pytest.mark.parametrize(("bricks", "told"), [(5, False), (6, True)])
def test_terrain_can_be_climbed_from_six_bricks_on(bricks: int, told: bool) -> None:
    assert bool(said("SIZ009", TERRAIN + tower(bricks))) == told


def test_a_part_of_unknown_size_is_named() -> None:
    [finding] = said("SIZ010", FRAME + tower(2) + at(0, 0, 0, "nosuch.dat"))
    assert "nosuch" in finding.message


def test_a_station_without_a_place_for_a_flag_is_told() -> None:
    assert said("SIZ011", STATION + at(0, 0, 0, "3068b.dat"))
    assert not said("SIZ011", STATION + at(0, 0, 0, "3022.dat"))
    assert not said("SIZ011", STATION + at(0, 0, 0, "3068b.dat") + at(0, -8, 0, "2555.dat"))


def test_a_free_stud_below_the_roof_is_a_place_for_a_flag() -> None:
    slab, paved, half = at(0, 0, 0, "3031.dat"), at(0, -8, 0, "1751.dat"), at(0, -8, 20, "87079.dat")
    assert said("SIZ011", STATION + slab + paved)
    assert not said("SIZ011", STATION + slab + half)


def test_debris_is_no_longer_than_the_largest_ship() -> None:
    assert not said("SIZ012", "0 !MFZ DEBRIS\n" + tower(2))
    [finding] = said("SIZ012", "0 !MFZ DEBRIS\n" + at(-200, 0, 0, "3003.dat") + at(200, 0, 0, "3001.dat"))
    assert finding.measured == "23 studs"
    assert (
        "Sticks out: Brick 2 x 2 (3003) by 7 studs (56 mm, model.mpd:2) and Brick 2 x 4 (3001) by 7"
        in finding.message
    )


def with_base(unit: str, base: str, matrix: str = "1 0 0 0 1 0 0 0 1") -> str:
    model = f"0 FILE m.ldr\n{unit}{tower(2)}{at(0, 24, 0, 'base.ldr')}"
    return f"{model}0 FILE base.ldr\n0 !MFZ BASE\n{at(0, 0, 0, base, matrix)}"


def test_a_base_of_four_or_six_studs_works_well() -> None:
    assert not said("BAS001", with_base(FRAME, "3031.dat"))
    [finding] = said("BAS001", with_base(FRAME, "3020.dat"))
    assert finding.message == "the base of Chub is 4 × 2 studs; 4 × 4 studs or 6 × 6 studs work well"


def test_a_base_that_is_marked_in_a_file_without_submodels_is_measured_by_itself() -> None:
    def standing_on(base: str) -> str:
        return f"{FRAME}{tower(2)}0 !MFZ BEGIN BASE\n{at(0, 24, 0, base)}0 !MFZ END\n"

    assert not said("BAS001", standing_on("3031.dat"))
    [finding] = said("BAS001", standing_on("3020.dat"))
    assert finding.measured == "4 × 2 studs"


def test_the_base_of_a_ship_has_exactly_its_size_either_way_round() -> None:
    frigate = "0 !MFZ SHIP FRIGATE\n"
    assert not said("BAS002", with_base(frigate, "3035.dat"))
    [finding] = said("BAS002", with_base(frigate, "3031.dat"))
    assert finding.allowed == "4 × 8 studs"
    assert not said("BAS001", with_base(frigate, "3020.dat")), "that is a rule for frames"


def test_a_base_that_lies_across_in_its_file_is_measured_along_its_sides() -> None:
    across = "0.8 0 0.6 0 1 0 -0.6 0 0.8"
    frigate = "0 !MFZ SHIP FRIGATE\n"
    assert not said("BAS002", with_base(frigate, "3035.dat", across))
    [finding] = said("BAS002", with_base(frigate, "3031.dat", across))
    assert finding.measured == "4 × 4 studs"
    assert not said("BAS001", with_base(FRAME, "3031.dat", across))


def test_a_round_base_is_as_wide_as_its_studs() -> None:
    assert not said("BAS001", with_base(FRAME, "60474.dat"))
    [finding] = said("BAS002", with_base("0 !MFZ SHIP CAPITAL\n", "60474.dat"))
    assert finding.measured == "4 × 4 studs"


def test_a_ship_without_a_marked_base_is_told() -> None:
    assert said("BAS003", "0 !MFZ SHIP CAPITAL\n" + tower(2))
    assert not said("BAS003", with_base("0 !MFZ SHIP CAPITAL\n", "41539.dat"))


def wide(ldu: float) -> str:
    """A brick of one stud, stretched to this width and depth."""
    return at(0, 0, 0, "3005.dat", f"{ldu / 20} 0 0 0 1 0 0 0 {ldu / 20}")


def high(ldu: float) -> str:
    """A tile, which has no studs to be stretched with it, of this height."""
    return at(0, 0, 0, "3070b.dat", f"1 0 0 0 {ldu / 8} 0 0 0 1")


@pytest.mark.parametrize(
    ("code", "text", "is_found"),
    [
        ("SIZ004", STATION + wide(80.5), False),
        ("SIZ004", STATION + wide(80.6), True),
        ("SIZ001", FRAME + high(288.5), False),
        ("SIZ001", FRAME + high(288.6), True),
        ("SIZ007", TERRAIN + high(71.5), False),
        ("SIZ007", TERRAIN + high(71.4), True),
        ("SIZ008", TERRAIN + high(143.5), False),
        ("SIZ008", TERRAIN + high(143.4), True),
        ("SIZ008", TERRAIN + high(192.5), False),
        ("SIZ008", TERRAIN + high(192.6), True),
        ("SIZ006", "0 !MFZ SHIP CAPITAL\n" + wide(320.5), False),
        ("SIZ006", "0 !MFZ SHIP CAPITAL\n" + wide(320.6), True),
        ("SIZ012", "0 !MFZ DEBRIS\n" + wide(320.5), False),
        ("SIZ012", "0 !MFZ DEBRIS\n" + wide(320.6), True),
    ],
)
def test_half_an_ldraw_unit_over_a_limit_fits_and_more_does_not(code: str, text: str, is_found: bool) -> None:
    assert bool(said(code, text)) is is_found


@pytest.mark.parametrize(
    ("straight", "across", "said"),
    [
        ((80, 160), (79, 159), "4 × 8 studs"),
        # A rectangle that lies across, a narrow one, and one that lies nearly straight.
        ((170, 170), (80, 160), "4 × 8 studs"),
        ((150, 150), (40, 160), "2 × 8 studs"),
        ((60, 200), (40, 190), "2 × 9.5 studs"),
        # A circle of 16 edges is a little smaller across.
        ((80, 80), (79, 79), "4 × 4 studs"),
    ],
)
def test_a_base_is_ruled_along_its_sides_and_straight_where_it_may_be_round(
    straight: tuple[float, float], across: tuple[float, float], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "_straight_and_across", lambda _: (straight, across))
    assert measuring.ruled(SimpleNamespace()) == said  # type: ignore[arg-type]


def test_m18_what_sticks_out_is_named_by_its_title_and_its_submodel_and_joined_with_and() -> None:
    rifle = "0 FILE long rifle.ldr\n" + at(0, 0, 0, "60479.dat")
    text = "0 FILE m.ldr\n" + FRAME + at(0, 0, 0, "3034.dat") + at(200, -8, 0, "long rifle.ldr") + rifle
    [finding] = said("SIZ001", text)
    assert "Plate 1 x 12 (60479) of “long rifle.ldr” by " in finding.message
    assert ") and Plate 2 x 8 (3034) by " in finding.message


def test_m18_what_is_unknown_and_what_is_too_large_have_the_same_digits() -> None:
    turned = "0.866 0 0.5 0 1 0 -0.5 0 0.866"
    text = FRAME + at(0, 0, 0, "4282.dat", turned) + at(0, 0, 0, "nobody-knows.dat")
    [large], [unknown] = said("SIZ001", text), said("SIZ010", text)
    assert large.measured.removesuffix(" of height") == unknown.measured.removesuffix(" tall")


def test_n8_a_part_that_sticks_out_in_several_places_is_named_once_by_the_farthest() -> None:
    there, elsewhere = Place("m.mpd", 7), Place("m.mpd", 9)
    found = [
        Protrusion("3024.dat", 1199.2, ("tower.ldr",), there),
        Protrusion("3024.dat", 1199.12, ("tower.ldr",), there),
        Protrusion("3005.dat", 1199.2, (), elsewhere),
    ]
    above = culprits_above(found)
    assert above == (
        "3024 of “tower.ldr” by 149.9 plates (479.7 mm, m.mpd:7); 3005 by 149.9 plates (479.7 mm, m.mpd:9)"
    )
    sideways = culprits_sideways({"right": found[:1], "left": found[1:2]})
    assert sideways == "3024 of “tower.ldr” by 59.96 studs (479.7 mm, m.mpd:7)"
