"""Which pieces are gathered: from models, manifests and folders, whole or in part."""

from __future__ import annotations

from pathlib import Path

import pytest

from brickyard.parts.adjusting import parse_recolour
from brickyard.parts.gathering import Gathered
from brickyard.parts.lots import ANY_COLOUR
from ldraw_tools.findings import BrickyardError
from tests.building import codes, place
from tests.shopping import gather_from

FRAME = """0 FILE chub.ldr
0 !MFZ FRAME Chub
{brick}
{rifle}
{rifle}
0 !MFZ BEGIN SYSTEM 1Y mast
{mast}
0 !MFZ END
0 FILE rifle.ldr
0 !MFZ SYSTEM 2Rd Rifle
{barrel}
{scope}
0 FILE scope.ldr
{tile}
0 FILE spare [spare].ldr
{tile}
""".format(
    brick=place("3001.dat", 4),
    rifle=place("rifle.ldr", 1),
    mast=place("87994.dat", 0),
    barrel=place("3062b.dat", 16),
    scope=place("scope.ldr", 14),
    tile=place("3070b.dat", 16),
)


def write(tmp_path: Path, name: str, text: str) -> Path:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return path


def chub(tmp_path: Path, text: str = FRAME) -> Path:
    return write(tmp_path, "chub.mpd", text)


def pieces(found: Gathered) -> dict[tuple[str, int], int]:
    counts: dict[tuple[str, int], int] = {}
    for source in found.sources:
        for piece in source.contents:
            key = (piece.part, piece.colour)
            counts[key] = counts.get(key, 0) + piece.count * source.units
    return counts


def origins(found: Gathered) -> list[tuple[str, int]]:
    return [(source.name, source.units) for source in found.sources]


def test_a_model_is_counted_through_its_submodels_and_colours(tmp_path: Path) -> None:
    found = gather_from([chub(tmp_path)])
    assert pieces(found) == {("3001", 4): 1, ("3062b", 1): 2, ("3070b", 14): 2, ("87994", 0): 1}
    assert origins(found) == [("Chub", 1)]


def test_a_manifest_counts_every_unit_as_often_as_it_says(tmp_path: Path) -> None:
    chub(tmp_path)
    manifest = write(
        tmp_path,
        "c.yaml",
        "company: Anvil\nframes:\n  - {model: chub.mpd, name: Brutus, count: 3}\n  - {model: chub.mpd}\n"
        "  - {name: Scout, systems: 1B}\nspares:\n  - {model: chub.mpd, name: Reserve}\n",
    )
    found = gather_from([manifest])
    assert origins(found) == [("Brutus", 3), ("Chub", 1), ("Reserve", 1)]
    assert pieces(found)["3001", 4] == 5
    assert codes(found.findings) == ["PRT030"]
    assert found.title == "Anvil"
    without = gather_from([manifest], spares=False)
    assert origins(without) == [("Brutus", 3), ("Chub", 1)]


def test_one_system_or_one_unit_can_be_asked_for_by_name(tmp_path: Path) -> None:
    path = chub(tmp_path)
    assert pieces(gather_from([path], only=("rifle",))) == {("3062b", 1): 2, ("3070b", 14): 2}
    assert pieces(gather_from([path], only=("SCOPE.ldr",))) == {("3070b", 14): 2}
    assert pieces(gather_from([path], only=("mast",))) == {("87994", 0): 1}
    assert pieces(gather_from([path], only=("chub",))) == pieces(gather_from([path]))


def test_a_wish_for_what_is_inside_another_wish_counts_once(tmp_path: Path) -> None:
    found = gather_from([chub(tmp_path)], only=("rifle", "scope", "mast"))
    assert pieces(found) == {("3062b", 1): 2, ("3070b", 14): 2, ("87994", 0): 1}


def test_only_one_unit_of_a_model_is_without_the_rest_of_it(tmp_path: Path) -> None:
    path = tmp_path / "two.mpd"
    path.write_text(
        f"0 FILE main.ldr\n{place('base.ldr')}\n{place('f.ldr')}\n{place('3001.dat', 4)}\n"
        f"0 FILE f.ldr\n0 !MFZ FRAME Alpha\n{place('3003.dat', 4)}\n"
        f"0 FILE base.ldr\n{place('3005.dat', 4)}\n"
    )
    assert pieces(gather_from([path], only=("Alpha",))) == {("3003", 4): 1}
    assert pieces(gather_from([path], only=("base",))) == {("3005", 4): 1}
    rest = {("3001", 4): 1, ("3005", 4): 1}
    assert pieces(gather_from([path], only=("two, the rest",))) == rest
    with pytest.raises(BrickyardError, match="nothing here is called that"):
        gather_from([path], only=("nosuch",))


def test_what_is_on_paper_is_told_only_where_it_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "m.ldr").write_text(f"{place('3001.dat', 4)}\n")
    path = tmp_path / "c.yaml"
    path.write_text("company: C\nframes:\n  - {name: A, systems: 2Rd}\n  - {model: m.ldr, name: B}\n")
    assert codes(gather_from([path]).findings) == ["PRT030"]
    assert codes(gather_from([path], only=("A", "B")).findings) == ["PRT030"]
    assert codes(gather_from([path], only=("B",)).findings) == []


def test_a_name_that_nothing_has_is_told_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(BrickyardError, match="Did you mean Rifle"):
        gather_from([chub(tmp_path)], only=("rifel",))


def test_spare_pieces_of_a_model_are_left_out_where_they_are_not_wanted(tmp_path: Path) -> None:
    path = chub(tmp_path, FRAME.replace("0 !MFZ BEGIN", place("spare [spare].ldr", 7) + "\n0 !MFZ BEGIN"))
    assert pieces(gather_from([path]))["3070b", 7] == 1
    assert ("3070b", 7) not in pieces(gather_from([path], spares=False))


def test_hidden_submodels_may_have_any_colour(tmp_path: Path) -> None:
    found = gather_from([chub(tmp_path)], any_colour=("rifle.ldr",))
    assert pieces(found) == {
        ("3001", 4): 1, ("3062b", ANY_COLOUR): 2, ("3070b", ANY_COLOUR): 2, ("87994", 0): 1,
    }  # fmt: skip


def test_a_palette_swap_swaps_and_doesnt_chain(tmp_path: Path) -> None:
    found = gather_from([chub(tmp_path)], recolour=parse_recolour(["4=1", "blue=14"]))
    assert pieces(found) == {("3001", 1): 1, ("3062b", 14): 2, ("3070b", 14): 2, ("87994", 0): 1}


@pytest.mark.parametrize("word", ["4", "4=", "red=blu-ish", "=1", "99999=1"])
def test_a_swap_that_is_none_is_explained(word: str) -> None:
    with pytest.raises(BrickyardError, match="--recolour"):
        parse_recolour([word])


def test_a_company_in_one_file_has_its_units_and_the_rest(tmp_path: Path) -> None:
    text = f"0 FILE scene.ldr\n{place('chub.ldr')}\n{place('chub.ldr', 15)}\n{place('3811.dat', 2)}\n{FRAME}"
    found = gather_from([write(tmp_path, "scene.mpd", text)])
    assert origins(found) == [("Chub", 2), ("scene, the rest", 1)]
    assert pieces(found)["3001", 4] == 2
    assert pieces(found)["3811", 2] == 1


def test_a_unit_placed_in_two_colours_is_two_sources(tmp_path: Path) -> None:
    frame = f"0 FILE f.ldr\n0 !MFZ FRAME F\n{place('3001.dat')}\n"
    text = f"0 FILE scene.ldr\n{place('f.ldr', 4)}\n{place('f.ldr', 1)}\n{place('f.ldr', 1)}\n{frame}"
    found = gather_from([write(tmp_path, "scene.mpd", text)])
    assert sorted(origins(found)) == [("F", 1), ("F", 2)]
    assert pieces(found) == {("3001", 4): 1, ("3001", 1): 2}


def test_a_unit_inside_a_unit_is_counted_once(tmp_path: Path) -> None:
    text = (
        f"0 FILE ship.ldr\n0 !MFZ SHIP CAPITAL\n{place('3001.dat', 4)}\n{place('cargo.ldr', 4)}\n"
        f"0 FILE cargo.ldr\n0 !MFZ FRAME Cargo\n{place('3003.dat', 4)}\n"
    )
    found = gather_from([write(tmp_path, "ship.mpd", text)])
    assert pieces(found) == {("3001", 4): 1, ("3003", 4): 1}


def test_units_marked_inside_one_file_are_told_apart(tmp_path: Path) -> None:
    lines = [
        "0 !MFZ BEGIN FRAME One", place("3001.dat", 4), place("3001.dat", 4), "0 !MFZ END",
        "0 !MFZ BEGIN FRAME Two", place("3003.dat", 4), "0 !MFZ END", place("3811.dat", 2),
    ]  # fmt: skip
    found = gather_from([write(tmp_path, "both.ldr", "\n".join(lines) + "\n")])
    assert [(s.name, s.contents[0].part, s.contents[0].count) for s in found.sources] == [
        ("One", "3001", 2),
        ("Two", "3003", 1),
        ("both, the rest", "3811", 1),
    ]


def test_a_model_that_a_manifest_lists_is_not_counted_again(tmp_path: Path) -> None:
    path = chub(tmp_path)
    manifest = write(tmp_path, "c.yaml", "company: C\nframes:\n  - {model: chub.mpd}\n")
    found = gather_from([path, manifest])
    assert origins(found) == [("Chub", 1)]
    assert "PRT031" in codes(found.findings)


def test_a_model_that_is_missing_in_a_manifest_is_a_finding(tmp_path: Path) -> None:
    chub(tmp_path)
    manifest = write(
        tmp_path, "c.yaml", "company: C\nframes:\n  - {model: chub.mpd}\n  - {model: gone.mpd}\n"
    )
    assert "MAN052" in codes(gather_from([manifest]).findings)


def test_a_mech_on_paper_needs_nothing(tmp_path: Path) -> None:
    manifest = write(tmp_path, "m.yaml", "mech: M\n")
    assert codes(gather_from([manifest]).findings) == ["PRT032"]
