"""Can it be built? Every rule right and wrong, with the library's real surfaces and without."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from catalog.database.part_database import PartsDatabase
from catalog.editions.loading import building_rules, edition, edition_for, load_edition, with_building
from catalog.vocabulary import RAPID_ATTACK
from fleets.models.survey import survey
from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.findings import WIDTH, BrickyardError, Finding, Place, Severity, in_file_order
from ldraw_tools.library.part_files import Files, Library
from ldraw_tools.reading.document import parse
from ldraw_tools.solids.clashes import Clash
from tests.boxes import at
from validators.judged_files import JudgeSettings, check_file
from validators.reporters import text
from validators.rule import Ruling, cited_rules, rules
from validators.rules.buildable.parts_overlap import _of_one_instance
from validators.wording import distinct, in_lines

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
GOLDEN = HERE / "golden"
UPDATE = os.environ.get("BRICKYARD_UPDATE") == "1"
CODES = [code for code in rules() if code.startswith("BLD")]
TO_THE_FRONT = "1 0 0 0 0 -1 0 1 0"
ALONG_Z = "0 0 1 0 1 0 -1 0 0"


@cache
def database() -> PartsDatabase:
    return PartsDatabase()


@cache
def library(root: Path) -> Files:
    return Library([root])


def judged(model: str, files: Files | None = None, name: str = "main.ldr") -> list[Finding]:
    """What the rules of building say of the only unit of a model."""
    assembly = assemble(parse(model.encode(), name), database(), files)
    ruling = Ruling(building_rules(), RAPID_ATTACK)
    [unit] = survey(assembly).units
    found = (finding for rule in cited_rules(ruling.edition) for finding in rule.apply(unit, ruling))
    return in_file_order(found)


def grave(findings: Iterable[Finding]) -> list[str]:
    return [finding.code for finding in findings if finding.severity > Severity.INFO]


@pytest.mark.library
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (at("3001.dat"), at("3001.dat", "0 -22 0")),  # placed by eye
        (at("3001.dat"), at("3001.dat", "78 0 1")),
        (at("3705.dat"), at("3713.dat", "0 0 0", ALONG_Z)),
        (at("3700.dat"), at("2780.dat", "0 10 -10", ALONG_Z)),
        (at("3648b.dat"), at("3648b.dat", "46 0 0")),  # gears, teeth not in step
        (at("3820.dat"), at("30374.dat", "0 -30 -6")),  # a hand and what it holds
        (at("3001.dat"), at("3641.dat", "0 -10 0")),  # a tyre
        (at("3001.dat"), at("3001.dat", "10 0 0", "1 0 0 0 1.5 0 0 0 1")),  # no part as it is sold
    ],
)
def test_what_may_be_meant_is_passed_over(first: str, second: str, library_root: Path) -> None:
    assert grave(judged(first + second, library(library_root))) == []


EXAMPLES = sorted(ROOT.glob("examples/*/*.mpd"))


@pytest.mark.library
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_our_own_examples_can_be_built(path: Path, library_root: Path) -> None:
    assert grave(judged(path.read_text("utf-8"), library(library_root))) == []


BROKEN = """0 FILE main.ldr
0 Walker
0 !MFZ FRAME Walker
1 4 0 0 0 1 0 0 0 1 0 0 0 1 leg.ldr
1 4 80 0 0 1 0 0 0 1 0 0 0 1 leg.ldr
0 STEP
1 4 40 -72 0 1 0 0 0 1 0 0 0 1 3001.dat
1 4 40 -56 0 1 0 0 0 1 0 0 0 1 Gun [2Rd].ldr
0 STEP
1 4 40 -48 0 1 0 0 0 1 0 0 0 1 3034.dat
1 4 40 -150 0 1 0 0 0 1 0 0 0 1 3024.dat
0 FILE leg.ldr
1 4 0 -24 0 1 0 0 0 1 0 0 0 1 3003.dat
1 4 0 -40 0 1 0 0 0 1 0 0 0 1 3003.dat
1 4 0 -40 0 1 0 0 0 1 0 0 0 1 3003.dat
0 FILE Gun [2Rd].ldr
1 4 0 0 0 1 0 0 0 1 0 0 0 1 3020.dat
"""


@pytest.mark.library
def test_the_report_of_a_broken_model_is_as_it_was(
    library_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ldraw_tools.library.places.find_library", lambda *_: library(library_root))
    path = tmp_path / "walker.mpd"
    path.write_text(BROKEN, "utf-8")
    lines = list(text.lines([check_file(path, JudgeSettings(buildable=True))], everything=True))
    golden = GOLDEN / "buildable.txt"
    if UPDATE:
        golden.write_text("\n".join(lines) + "\n", "utf-8", newline="\n")
    assert golden.read_text("utf-8").splitlines() == lines
    assert max(map(len, lines)) <= WIDTH
    assert not [line for line in lines if str(tmp_path) in line]


# Without a library: what outlines prove.


def the(code: str, findings: Iterable[Finding]) -> Finding:
    [finding] = [finding for finding in findings if finding.code == code]
    return finding


def test_the_same_part_twice_is_found_without_a_library() -> None:
    found = judged(at("3001.dat") + at("3001.dat", "0 -24 0") * 2)
    twice = the("BLD001", found)
    assert twice.message == "Brick 2 x 4 (3001) is 2 times in the same place, lines 2 and 3"
    assert (twice.place.line, twice.severity) == (3, Severity.WARNING)
    assert twice.fix.startswith("Delete line 3, or move what is too much where it belongs")


def test_n3_advice_about_a_copy_names_the_lines_that_can_go() -> None:
    twins = at("3001.dat") + at("3001.dat", "640 0 0")
    model = (
        f"0 FILE main.ldr\n{at('arm.ldr')}{at('arm.ldr', '640 0 0')}{twins}0 FILE arm.ldr\n{at('3001.dat')}"
    )
    one, other = (finding for finding in judged(model) if finding.code == "BLD001")
    assert "2 times in the same place, lines 4 and 7" in one.message
    assert "2 times in the same place, lines 5 and 7" in other.message
    assert one.fix.startswith("Delete line 4, or move")
    assert other.fix.startswith("Delete line 5, or move")


def test_n3_advice_deletes_nothing_that_is_needed_elsewhere() -> None:
    placed = at("arm.ldr") + at("arm.ldr", "640 0 0") + at("leg.ldr") + at("leg.ldr", "0 0 640")
    subs = f"0 FILE arm.ldr\n{at('3001.dat')}0 FILE leg.ldr\n{at('3001.dat')}"
    copy = the("BLD001", judged(f"0 FILE main.ldr\n{placed}{subs}"))
    assert copy.fix.startswith("Delete one of them here only, because each is needed elsewhere")


def test_a_submodel_twice_in_one_place_is_told_by_its_name() -> None:
    arm = "0 FILE arm.ldr\n" + at("3001.dat") + at("3001.dat", "0 -24 0")
    model = "0 FILE main.ldr\n" + at("arm.ldr") + at("arm.ldr") + arm
    assert the("BLD001", judged(model)).message == "arm.ldr is 2 times in the same place, lines 2 and 3"


def test_places_in_other_files_are_told_with_their_files() -> None:
    places = [Place("parts/arm.ldr", 3), Place("chub.mpd", 12)]
    assert in_lines(places, "chub.mpd") == "arm.ldr:3 and chub.mpd:12"
    assert in_lines(places[1:] * 2, "chub.mpd") == "lines 12 and 12"
    assert in_lines(places[1:], "chub.mpd") == "line 12"


def test_overlaps_are_not_guessed_without_a_library_and_it_is_said() -> None:
    found = judged(at("3001.dat") + at("3001.dat", "0 -16 0"))
    assert grave(found) == []
    told = the("BLD007", found)
    assert "finding overlaps needs the LDraw library" in told.message
    assert told.fix == "To know more, install it (brickyard library install)."
    assert "BLD007" not in {finding.code for finding in judged(at("3001.dat"))}


def test_a_variable_that_names_no_library_is_told_where_one_is_needed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LDRAWDIR", "gone")
    told = the("BLD007", judged(at("3001.dat") + at("3001.dat", "0 -16 0")))
    assert "surfaces of all parts; LDRAWDIR names gone: there is no LDraw library there" in told.message
    assert told.fix == "To know more, correct that, or install it (brickyard library install)."


STACK = "".join(at("3001.dat", f"0 {-24 * i} 0") for i in range(6))


def test_a_part_in_the_air_is_found_with_how_far_it_is() -> None:
    loose = the("BLD003", judged(STACK + at("3024.dat", "30 -150 0")))
    assert loose.message.startswith("Plate 1 x 1 (3024, line 7) touches nothing else of frame")
    assert loose.measured == "18 LDU (7.2 mm)"
    assert grave(judged(STACK + at("3024.dat", "30 -130 0"))) == []


@pytest.mark.parametrize(
    "aside",
    [
        at("3024.dat", "100 16 0"),  # on the table
        at("3626b.dat", "0 -200 0"),  # a figure's head
        at("spare [spare].ldr", "0 -200 0") + "0 FILE spare [spare].ldr\n" + at("3024.dat"),
        at("pilot [pilot].ldr", "0 -200 0") + "0 FILE pilot [pilot].ldr\n" + at("3024.dat"),
        at("3024.dat", "0 -200 0") + at("nobody-knows.dat", "0 -180 0"),
        at("3024.dat", "0 -200 0") + "0 SYNTH BEGIN RIBBED_HOSE 16\n0 SYNTH END\n",
    ],
)
def test_what_may_stand_or_hang_there_is_passed_over(aside: str) -> None:
    assert grave(judged("0 FILE main.ldr\n" + STACK + aside)) == []


def test_a_long_list_is_cut_short_and_says_so() -> None:
    tower = "".join(at("3001.dat", f"0 {-24 * i} 0") for i in range(30))
    rain = "".join(at("3024.dat", f"{200 + 40 * (i % 8)} {-300 - 40 * (i // 8)} 0") for i in range(30))
    found = [one for one in judged(tower + rain) if one.code == "BLD003"]
    assert len(found) == 20
    assert found[-1].message.endswith("; 10 more of this kind are not listed")


def test_a_step_that_leaves_something_in_the_air_is_told() -> None:
    model = at("3001.dat") + at("3001.dat", "0 -48 0") + "0 STEP\n" + at("3001.dat", "0 -24 0")
    told = the("BLD004", judged(model))
    assert told.message == "Step 1 of main.ldr leaves Brick 2 x 4 (3001, line 2) in the air until step 2"
    assert told.severity is Severity.INFO


def test_a_system_that_holds_the_rest_is_told_with_what_falls() -> None:
    gun = "0 FILE Gun [2Rd].ldr\n" + at("3001.dat")
    model = "0 FILE main.ldr\n0 !MFZ FRAME Chub\n" + at("3001.dat") + at("Gun [2Rd].ldr", "0 -24 0")
    model += at("3024.dat", "0 -32 0")
    told = the("BLD005", judged(model + gun))
    assert told.message == "Taking “Gun” off Chub takes 1 other part with it: Plate 1 x 1 (3024, line 5)"
    held = model + at("3005.dat", "50 0 0") + at("3005.dat", "50 -24 0") + at("3710.dat", "20 -40 0")
    assert "BLD005" not in {finding.code for finding in judged(held + gun)}


def test_a_system_that_only_hangs_on_the_frame_is_not() -> None:
    gun = "0 FILE Gun [2Rd].ldr\n" + at("3024.dat")
    model = "0 FILE main.ldr\n" + at("3001.dat") + at("3001.dat", "0 -24 0") + at("Gun [2Rd].ldr", "0 -32 0")
    assert "BLD005" not in {finding.code for finding in judged(model + gun)}


@pytest.mark.library
def test_a_frame_whose_weight_is_beside_its_feet_is_told(library_root: Path) -> None:
    post = at("3005.dat") + at("3005.dat", "0 -24 0")
    leaning = (
        post + at("4282.dat", "150 -32 10") + at("3001.dat", "200 -56 10") + at("3001.dat", "250 -56 10")
    )
    told = the("BLD006", judged(leaning, library(library_root)))
    assert "to the right: it tips over" in told.message
    # It is shown across the way it falls, with what it stands on.
    assert told.highlight is not None
    assert told.highlight.azimuth == pytest.approx(0.0)
    assert told.highlight.groups[0].parts[0].key == "3005.dat"
    assert "BLD006" not in {finding.code for finding in judged(post, library(library_root))}
    other_way = post + at("4282.dat", "-150 -32 10") + at("3001.dat", "-200 -56 10")
    assert "to the left: it tips over" in the("BLD006", judged(other_way, library(library_root))).message


def test_a_model_of_too_many_parts_is_not_judged_and_it_is_said() -> None:
    many = "0 FILE main.ldr\n" + at("a.ldr") * 150 + "0 FILE a.ldr\n" + at("3001.dat") * 150
    [told] = judged(many)
    assert told.code == "BLD007"
    assert "more than 10,000 parts" in told.message
    assert told.fix == "To know more, check its submodels one by one."


numbers = st.sampled_from(["0", "1", "-1", "0.5", "1e9", "-1e300", "nan", "x", "20", "-24", "0.0000001"])
names = st.sampled_from(
    ["3001.dat", "3024.dat", "sub.ldr", "main.ldr", "nobody.dat", "stud.dat", "4-4cyli.dat", ""]
)
lines = st.one_of(
    st.builds(
        lambda where, name: f"1 4 {' '.join(where)} {name}\n",
        st.lists(numbers, min_size=11, max_size=13),
        names,
    ),
    st.sampled_from(
        ["0 STEP\n", "0 FILE sub.ldr\n", "0 SYNTH BEGIN\n", "3 16 0 0 0 1 0 0 0 1 0\n", "0 !MFZ FRAME x\n"]
    ),
)


@settings(max_examples=80)
@given(st.lists(lines, max_size=14))
def test_no_file_is_too_broken_to_be_judged(broken: list[str]) -> None:
    model = parse("".join(["0 FILE main.ldr\n", *broken]).encode(), "main.ldr")
    ruling = Ruling(building_rules(), RAPID_ATTACK)
    for unit in survey(assemble(model, database())).units:
        for rule in cited_rules(ruling.edition):
            assert {found.code for found in rule.apply(unit, ruling)} <= {rule.code}


def test_a_heap_in_one_place_ends_in_time() -> None:
    heap = "".join(at("3001.dat", f"{i % 7} {i % 5} {i % 3}") for i in range(1500))
    assert "BLD001" in {finding.code for finding in judged(heap)}


# Where the rules stand.


def test_the_rules_of_building_are_cited_apart_from_every_edition() -> None:
    assert sorted(building_rules().citations) == CODES
    for game in ("frames", "fleet", "mech"):
        plain = edition_for(game)
        assert not plain.citations.keys() & building_rules().citations.keys()
        assert (
            with_building(plain).citations.keys()
            == plain.citations.keys() | building_rules().citations.keys()
        )


def test_they_are_silent_unless_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "main.ldr"
    path.write_text(at("3001.dat") * 2, "utf-8")
    for asked in (True, False):
        found = {finding.code for finding in check_file(path, JudgeSettings(buildable=asked)).findings}
        assert ("BLD001" in found) is asked


def test_a_group_may_have_its_own_word_on_them(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(
        f"extends: {edition_for('frames').id}\nrules:\n  BLD001: {{severity: error}}\n", "utf-8", newline="\n"
    )
    house, findings = load_edition(path)
    assert findings == []
    assert house is not None
    assert with_building(house).citations["BLD001"].severity is Severity.ERROR


def test_a_warning_of_building_doesnt_make_a_company_illegal(tmp_path: Path) -> None:
    path = tmp_path / "main.ldr"
    path.write_text("0 !MFZ FRAME Slab\n" + at("3001.dat") * 2, "utf-8")
    assert check_file(path, JudgeSettings(buildable=True)).is_legal


def test_severities_leave_doubt_to_notes() -> None:
    cited = {code: citation.severity for code, citation in building_rules().citations.items()}
    assert {code for code, severity in cited.items() if severity > Severity.INFO} == {
        "BLD001",
        "BLD002",
        "BLD003",
    }
    assert all(severity < Severity.ERROR for severity in cited.values())


def test_no_edition_is_called_like_it() -> None:
    with pytest.raises(BrickyardError, match="no edition"):
        edition(building_rules().id)
    assert building_rules().game == ""


def test_groups_of_the_same_lines_are_told_once_with_their_number() -> None:
    parts: Any = [SimpleNamespace(way=((0, line),)) for line in (3, 4, 3, 5, 3)]
    assert distinct(parts, [[0], [1], [2], [3], [4]]) == [([0], 3), ([1], 1), ([3], 1)]


@pytest.mark.parametrize(
    ("deepest", "culprit", "shown"),
    [
        # What it overlaps most comes first, then three at most; the other piece of its line is not here.
        (1, 0, [0, 2, 1, 3]),
        (5, 0, [7, 8]),
        # The culprit may be either of the two.
        (6, 9, [9, 4]),
    ],
)
def test_one_piece_of_a_line_is_shown_with_what_it_overlaps_most(
    deepest: int, culprit: int, shown: list[int]
) -> None:
    # Pieces 0 and 7 are placed by one line of the file.
    lines = [((0, 0 if piece == 7 else piece),) for piece in range(10)]
    pairs = [(0, 1), (0, 2), (3, 0), (0, 5), (0, 6), (7, 8), (4, 9)]
    clashes = [Clash(one, other, 1.0, (0.0, 0.0, 0.0)) for one, other in pairs]
    assert _of_one_instance(clashes, clashes[deepest], culprit, lines) == shown
