"""`brickyard instructions`: what is built when, from which parts, and the booklet that shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from brickyard.facts.judged_designs import open_design_files
from brickyard.pictures.subject import outline_of
from brickyard.printing import PaperName
from brickyard.printing.booklet import buildables, instructions_pdf
from brickyard.printing.building_plan import MOST_STEPS, Item, Plan, plan_building
from brickyard.printing.pdf_printing import pdf_output
from catalog.database.part_database import open_workspace, shipped_parts
from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.choosing import with_choice
from ldraw_tools.findings import BrickyardError, RefusedError
from ldraw_tools.reading.document import parse
from ldraw_tools.reading.lines import INHERIT
from tests.building import packed, place
from tests.drawing import without_library
from tests.pdf_pages import pages_of, shapes_of, size_of, text_of, type_sizes, words_of
from tests.running import ROOT, brickyard
from validators.judged_files import JudgeSettings

CHUB = ROOT / "examples" / "frames" / "chub.mpd"
DEPOT = ROOT / "examples" / "stations" / "depot.mpd"
COARSE = 10
# Corners of what is drawn over pictures.
ARROW, TRIANGLE = 7, 3
STEP = "0 STEP"


def model(**files: Sequence[str]) -> Assembly:
    """Files by name, the first being the model; without a library, so that outlines stand in."""
    return assemble(parse(packed(**files), "test.mpd"), shipped_parts())


def plan(assembly: Assembly) -> Plan:
    return plan_building(assembly, assembly.root, outline_of)


def told(assembly: Assembly) -> list[str]:
    """`leg ×2: 1, 2`: what is built in which steps, in order."""
    names = assembly.nodes
    return [
        f"{names[section.item.node].name.removesuffix('.ldr')} ×{section.times}: "
        + ", ".join(str(step.shown) for step in section.steps)
        for section in plan(assembly).sections
    ]


def items(assembly: Assembly, found: tuple[tuple[Item, int], ...]) -> dict[tuple[str, int], int]:
    return {(assembly.nodes[item.node].key, item.colour): count for item, count in found}


def test_a_submodel_is_built_before_the_step_that_places_it_and_as_often() -> None:
    leg = place("leg.ldr")
    assembly = model(
        main=[place("3001.dat", 4), STEP, leg, leg, STEP, place("3003.dat", 1)],
        leg=[place("3004.dat", 2), STEP, place("3005.dat", 2)],
    )
    assert told(assembly) == ["main ×1: 1", "leg ×2: 1, 2", "main ×1: 2, 3"]


def test_a_submodel_in_a_submodel_is_built_first_of_all() -> None:
    assembly = model(
        main=[place("3001.dat", 4), place("arm.ldr")],
        arm=[place("3004.dat", 2), STEP, *[place("hand.ldr")] * 3],
        hand=[place("3005.dat", 2)],
    )
    assert told(assembly) == ["arm ×1: 1", "hand ×3: 1", "arm ×1: 2", "main ×1: 1"]


def test_what_was_built_already_is_not_shown_again() -> None:
    assembly = model(
        main=[place("leg.ldr"), place("3001.dat", 4), STEP, place("leg.ldr")],
        leg=[place("3004.dat", 2)],
    )
    assert told(assembly) == ["leg ×2: 1", "main ×1: 1, 2"]


NESTED = {
    "main": [place("armr.ldr"), STEP, place("arml.ldr"), STEP, place("hand.ldr")],
    "armr": ["0 Right arm", place("3004.dat", 2), place("hand.ldr")],
    "arml": ["0 Left arm", place("3005.dat", 2), place("hand.ldr")],
    "hand": ["0 Hand", place("3001.dat", 2), *[place("finger.ldr")] * 2],
    "finger": ["0 Finger", place("3003.dat", 2)],
}


def test_what_other_submodels_need_too_is_built_where_it_is_shown() -> None:
    built = ["finger ×6: 1", "hand ×3: 1", "armr ×1: 1", "main ×1: 1", "arml ×1: 1", "main ×1: 2, 3"]
    assert told(model(**NESTED)) == built


def test_the_booklet_says_for_what_the_copies_are(tmp_path: Path) -> None:
    said = text_of(booklet_of(tmp_path, **NESTED))
    assert "Finger build 6 2 for each Hand 1" in said
    assert "Hand build 3 1 for Right arm, 1 for Left arm, 1 for the model 1" in said


def test_copies_for_two_colours_of_a_submodel_are_told_apart(tmp_path: Path) -> None:
    said = text_of(
        booklet_of(
            tmp_path,
            main=[place("wing.ldr", 4), place("wing.ldr", 1), place("wing.ldr", 1)],
            wing=["0 Wing", place("3001.dat", INHERIT), place("lamp.ldr", INHERIT), place("lamp.ldr", 4)],
            lamp=["0 Lamp", place("3005.dat", INHERIT)],
        )
    )
    assert "Lamp build 4 2 for Wing in Red, 1 for each Wing in Blue" in said
    assert "Lamp build 2 1 for each Wing" in said


def test_copies_for_very_many_submodels_are_summed_up(tmp_path: Path) -> None:
    hands = {f"arm{i}": [f"0 Arm {i}", place("3004.dat", 2), place("hand.ldr")] for i in range(9)}
    mains = [place(f"{name}.ldr") for name in hands]
    said = text_of(booklet_of(tmp_path, main=mains, **hands, hand=["0 Hand", place("3001.dat", 2)]))
    fors = ", ".join(f"1 for Arm {i}" for i in range(5))
    assert f"Hand build 9 {fors}, 4 for others 1" in " ".join(said.split())


@st.composite
def nests(draw: st.DrawFn) -> dict[str, list[str]]:
    """Files that place parts and any of those after them, in colours and steps as they come."""
    number = draw(st.integers(2, 6))
    files = {}
    for own in range(number):
        names = [f"f{i}.ldr" for i in range(own + 1, number)]
        colours = st.sampled_from([INHERIT, 4, 1])
        parts = st.builds(place, st.sampled_from(["3004.dat", "3005.dat"]), colours)
        subs = st.builds(place, st.sampled_from(names), colours) if names else parts
        lines = draw(st.lists(parts | subs | subs | st.just(STEP), max_size=7))
        files[f"f{own}"] = [draw(parts), *lines]
    return files


def held(files: dict[str, list[str]], name: str) -> Counter[str]:
    """Everything that a file holds, counted by walking every copy."""
    found = Counter[str]()
    for line in files[name]:
        placed = line.split()[-1]
        if placed != "STEP":
            found[placed] += 1
        if placed.endswith(".ldr"):
            found += held(files, placed.removesuffix(".ldr"))
    return found


@given(nests())
@settings(deadline=None, derandomize=True, max_examples=60)
def test_as_many_copies_are_built_as_the_model_holds(files: dict[str, list[str]]) -> None:
    assembly = model(**files)
    built, used = Counter[str](), Counter[str]()
    for section in plan(assembly).sections:
        name = assembly.nodes[section.item.node].name
        if section.first == 1:
            built[name] += section.times
        for step in section.steps:
            for item, count in (*step.parts, *step.submodels):
                used[assembly.nodes[item.node].name] += section.times * count
    assert used == held(files, "f0")
    assert built == Counter({name: count for name, count in used.items() if name.endswith(".ldr")}) + Counter(
        ["f0.ldr"]
    )


def test_a_nest_that_is_too_deep_is_refused_with_a_way_out() -> None:
    files = {f"f{i}": [place("3001.dat", 4), place(f"f{i + 1}.ldr")] for i in range(60)}
    with pytest.raises(RefusedError, match=r"deep in submodels .* choose a part of it with --submodel"):
        plan(model(**files, f60=[place("3001.dat", 4)]))


def test_a_submodel_is_built_anew_only_in_another_colour_that_it_takes() -> None:
    assembly = model(
        main=[place("takes.ldr", 4), STEP, place("takes.ldr", 1), place("own.ldr", 4), place("own.ldr", 1)],
        takes=[place("3004.dat", INHERIT)],
        own=[place("3004.dat", 2)],
    )
    built = [(assembly.nodes[s.item.node].name, s.item.colour, s.times) for s in plan(assembly).sections]
    assert built == [
        ("takes.ldr", 4, 1),
        ("main.ldr", INHERIT, 1),
        ("takes.ldr", 1, 1),
        ("own.ldr", INHERIT, 2),
        ("main.ldr", INHERIT, 1),
    ]


def test_a_step_names_its_parts_in_the_colours_they_take() -> None:
    assembly = model(
        main=[place("arm.ldr", 4), *[place("3001.dat", 14)] * 2, place("3003.dat")],
        arm=[*[place("3004.dat", INHERIT)] * 2, place("3005.dat", 1)],
    )
    arm, main = plan(assembly).sections
    assert items(assembly, arm.steps[0].parts) == {("3004.dat", 4): 2, ("3005.dat", 1): 1}
    assert items(assembly, main.steps[0].parts) == {("3001.dat", 14): 2, ("3003.dat", INHERIT): 1}
    assert items(assembly, main.steps[0].submodels) == {("arm.ldr", 4): 1}


def test_a_file_that_only_holds_the_model_is_no_step() -> None:
    assembly = model(main=[place("whole.ldr")], whole=[place("3001.dat", 4), STEP, place("3003.dat", 4)])
    assert told(assembly) == ["whole ×1: 1, 2"]
    assert plan(assembly).sections[0].is_main


def test_a_heap_without_steps_is_built_from_the_bottom_up() -> None:
    downs = [24 * ((5 * layer) % 14) for layer in range(14)]
    assembly = model(main=[place("3001.dat", 4, f"0 {down} 0") for down in downs])
    [section] = plan(assembly).sections
    assert section.is_ours
    assert [sum(count for _, count in step.parts) for step in section.steps] == [5, 5, 4]
    steps = section.steps_by_reference.tolist()
    assert [
        down for _, down in sorted(zip(steps, downs, strict=True), key=lambda one: (one[0], -one[1]))
    ] == (sorted(downs, reverse=True))


@pytest.mark.parametrize(("number", "sizes"), [(6, [6]), (7, [4, 3]), (11, [6, 5]), (12, [6, 6])])
def test_no_step_of_ours_has_more_than_six_things(number: int, sizes: list[int]) -> None:
    lines = [place("3001.dat", 4, f"0 {-24 * layer} 0") for layer in range(number)]
    [section] = plan(model(main=lines)).sections
    assert [sum(count for _, count in step.parts) for step in section.steps] == sizes


def test_a_city_is_refused_with_a_way_out() -> None:
    with pytest.raises(RefusedError, match="choose a part of it with --submodel"):
        plan(model(main=[place("3001.dat", 4), STEP] * (MOST_STEPS + 1)))


@cache
def depot(paper: PaperName = PaperName.A4) -> bytes:
    return instructions_pdf([DEPOT], without_library(), paper=paper, dpi=COARSE)[0]


@pytest.mark.parametrize(
    ("paper", "size"), [(PaperName.A4, (210.0, 297.0)), (PaperName.LETTER, (215.9, 279.4))]
)
def test_a_booklet_has_a_cover_steps_and_a_bill(paper: PaperName, size: tuple[float, float]) -> None:
    pages = pages_of(depot(paper))
    assert {size_of(page) for page in pages} == {size}
    cover, *steps, bill = [words_of(page) for page in pages]
    assert "by The brickyard founders" in cover
    assert "CC BY 4.0" in cover
    assert "Outlines stand in for the parts" in cover
    assert "1 ×" in " ".join(steps)
    assert "Bill of parts" in bill


def booklet_of(folder: Path, **files: Sequence[str]) -> bytes:
    file = folder / "model.mpd"
    file.write_bytes(packed(**files))
    return instructions_pdf([file], without_library(), dpi=COARSE)[0]


def test_the_bill_names_every_part_with_its_number_and_colour(tmp_path: Path) -> None:
    pdf = booklet_of(
        tmp_path,
        main=["0 M", *[place("3001.dat", 4)] * 3, *[place("leg.ldr")] * 2],
        leg=["0 Leg", *[place("3004.dat", 14)] * 2],
    )
    bill = words_of(pages_of(pdf)[-1])
    assert "7 pieces, 2 kinds" in bill
    assert "3 × 3001 Brick 2 x 4 Red" in bill
    assert "4 × 3004 Brick 1 x 2 Yellow" in bill


def test_a_part_that_has_moved_stands_once_under_its_new_number(tmp_path: Path) -> None:
    pdf = booklet_of(tmp_path, main=["0 M", *[place("101.dat", 4)] * 2, place("3623.dat", 4)])
    words = " ".join(words_of(page) for page in pages_of(pdf))
    assert "3 pieces, 1 kind" in words
    assert "3 × 3623 Plate 1 x 3 Red" in words
    assert "101" not in words.split()


def test_a_submodels_steps_say_how_often_it_is_built(tmp_path: Path) -> None:
    pdf = booklet_of(
        tmp_path,
        main=["0 M", *[place("leg.ldr")] * 2, place("3001.dat", 4)],
        leg=["0 Left *leg*", place("3004.dat", 14)],
    )
    assert "Left *leg* build 2 1" in text_of(pdf)


def test_p2_an_arrow_shows_where_a_submodel_goes_and_a_sign_that_the_model_is_turned(tmp_path: Path) -> None:
    files = {
        "main": ["0 M", place("3001.dat", 4), "0 ROTSTEP 0 180 0 REL", place("leg.ldr"), "0 STEP"],
        "leg": ["0 Leg", place("3004.dat", 14), place("3004.dat", 14)],
    }
    [shapes] = [
        [len(shape.corners) for shape in shapes_of(page)]
        for page in pages_of(booklet_of(tmp_path, **files))
        if "Leg" in words_of(page)
    ]
    assert shapes.count(ARROW) == 1
    assert shapes.count(TRIANGLE) == 1, "the tip of the sign"


@pytest.mark.parametrize(("y", "signs"), [("-8", 0), ("8", 1)])
def test_c8_what_would_be_hidden_is_shown_turned(y: str, signs: int, tmp_path: Path) -> None:
    """A small plate on a large one, or below it."""
    small = f"1 4 0 {y} 0 1 0 0 0 1 0 0 0 1 3024.dat"
    steps = pages_of(booklet_of(tmp_path, main=["0 M", place("3036.dat", 15), STEP, small]))[1]
    assert [len(shape.corners) for shape in shapes_of(steps)].count(TRIANGLE) == signs


def test_c8_an_arrow_runs_along_the_way_that_a_submodel_is_pushed(tmp_path: Path) -> None:
    """A foot goes up onto its leg, however far it stands to the side."""
    foot = "1 16 30 24 -10 1 0 0 0 1 0 0 0 1 foot.ldr"
    files = {"main": ["0 M", place("3001.dat", 4), STEP, foot], "foot": ["0 Foot", place("3004.dat", 14)]}
    arrows = [
        shape.corners
        for page in pages_of(booklet_of(tmp_path, **files))
        for shape in shapes_of(page)
        if len(shape.corners) == ARROW
    ]
    [(tip, _, _, left, right, _, _)] = arrows
    assert tip[1] < min(left[1], right[1]), "it comes from below"
    assert abs(tip[0] - (left[0] + right[0]) / 2) < 1, "and straight up"


@pytest.mark.parametrize(
    ("part", "long"), [("87994.dat", 24.0), ("3705.dat", 31.6), ("32316.dat", 39.2), ("3001.dat", 0.0)]
)
def test_p2_bars_axles_and_beams_are_drawn_as_long_as_they_are(
    part: str, long: float, tmp_path: Path
) -> None:
    steps = pages_of(booklet_of(tmp_path, main=["0 M", place(part, 4), place("3001.dat", 4)]))[1]
    assert ("1:1" in words_of(steps)) == bool(long)
    if long:
        assert [shape for shape in shapes_of(steps) if abs(shape.width - long) < 0.1 and shape.height < 8.1]


@pytest.mark.parametrize(
    "title", ['#eval("1")', "$x$ *b*", "] #panic()", '#read("/etc/passwd")', "N" * 5000, "\u202eabc"]
)
def test_a_title_is_text_and_never_markup(title: str, tmp_path: Path) -> None:
    pdf = booklet_of(tmp_path, main=[f"0 {title}", f"0 Author: {title}", place("3001.dat", 4)])
    words = text_of(pdf)
    assert len(pages_of(pdf)) == 3
    if len(title) < 50 and title.isprintable():
        assert words.count(title) >= 2
    assert "N" * 60 not in words
    assert "\u202e" not in words


def test_a_model_that_nobody_has_named_is_called_as_its_file(tmp_path: Path) -> None:
    words = text_of(booklet_of(tmp_path, main=["0 Untitled Model", place("3001.dat", 4)]))
    assert "Untitled" not in words
    assert "model" in words


def test_nothing_in_a_booklet_is_set_smaller_than_9_points() -> None:
    assert min(size for page in pages_of(depot()) for size in type_sizes(page)) == 9


def test_the_same_model_gives_the_same_booklet() -> None:
    first = depot()
    depot.cache_clear()
    assert depot() == first


def test_a_real_frame_makes_a_booklet_with_the_library(library_root: Path) -> None:

    pdf, notes = instructions_pdf([CHUB], open_workspace([library_root]), dpi=COARSE)
    assert notes == []
    [dossier] = open_design_files([CHUB], JudgeSettings())[0].designs
    words = text_of(pdf)
    assert f"by The brickyard founders · {dossier.facts.pieces} pieces · " in words
    assert "build 2" in words
    assert f"Bill of parts {dossier.facts.pieces} pieces, " in words


def test_a_company_has_the_instructions_of_all_its_models(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "depot.ldr").write_text(f"0 Depot\n0 !MFZ STATION\n{place('3001.dat', 4)}\n", "utf-8")
    company = "company: C\nframes:\n  - {name: A, systems: 1B}\nstations:\n"
    company += "  - {model: depot.ldr, count: 2}\n  - {model: depot.ldr, name: Other}\n"
    (tmp_path / "c.yaml").write_text(company, "utf-8")
    (tmp_path / "parts").mkdir()
    target = tmp_path / "x.pdf"
    workspace = without_library()
    wanted = buildables([tmp_path / "c.yaml"], workspace)
    pdf, notes = instructions_pdf(wanted, workspace, dpi=COARSE)
    assert any("outlines stand in" in note for note in notes)
    assert pdf_output(pdf, target, notes, write=True).said[-1].startswith(f"{target}: ")
    pages = pages_of(target.read_bytes())
    assert sum("Bill of parts" in words_of(page) for page in pages) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["m.ldr", "--submodel", "nothing"], "no submodel “nothing”"),
        (["empty.ldr"], "nothing in it can be drawn"),
        (["none.ldr"], "No such file or folder"),
        (["c.yaml"], "no model in it to build"),
    ],
)
def test_what_can_t_be_built_is_told_in_one_line(arguments: list[str], said: str, tmp_path: Path) -> None:
    (tmp_path / "m.ldr").write_text(f"0 M\n{place('3001.dat', 4)}\n", "utf-8")
    (tmp_path / "empty.ldr").write_text("0 Empty\n", "utf-8")
    (tmp_path / "c.yaml").write_text("company: C\nframes:\n  - {name: A, systems: 1B}\n", "utf-8")
    run = brickyard(["instructions", *arguments], tmp_path)
    assert run.returncode == 2
    assert said in run.stderr
    assert len(run.stderr.splitlines()) == 1
    assert not list(tmp_path.glob("*.pdf"))


def test_a_single_part_is_nothing_to_build(tmp_path: Path) -> None:
    file = tmp_path / "m.mpd"
    file.write_bytes(packed(m=[place("3001.dat", 4)]))
    with pytest.raises(BrickyardError, match="is a single part"):
        instructions_pdf([with_choice(file, "3001.dat")], without_library(), dpi=COARSE)
