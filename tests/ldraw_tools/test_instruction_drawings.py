"""What editors draw for building instructions is no part of the model anywhere (real-models N2)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from catalog.database.part_database import PartsDatabase
from ldraw_tools import model_findings as oddities
from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.assembly.inventory import count
from ldraw_tools.geometry.mesh import Mesher
from ldraw_tools.measuring.heaps import find_heaps
from ldraw_tools.measuring.measure import measure
from ldraw_tools.reading.document import Document, parse
from tests.building import TRIANGLE, assembled, codes, model, place, the
from tests.running import brickyard

BRICK = place("3001.dat", 4)
FAR = "3 4 0 0 0 900 0 0 900 0 900"
ARROW = ["0 MLCAD ARROW 1 0 0 0 900 0 0", "0 MLCAD SKIP_BEGIN", FAR, "  " + FAR, "2 24 0 0 0 900 0 0"]
END = "0 MLCAD SKIP_END"


def size(*lines: str) -> tuple[int, float]:
    """How many pieces it has, and how wide it is."""
    assembly = assemble(parse(model(*lines), "m.ldr"), PartsDatabase())
    box = measure(assembly).box
    assert box is not None
    return count(assembly).pieces, box.width


def test_an_arrow_of_mlcad_is_neither_counted_nor_measured_nor_drawn() -> None:
    plain, drawn = [BRICK, BRICK], [BRICK, *ARROW, place("3001.dat", 1, "900 0 0"), END, BRICK]
    assert size(*drawn) == size(*plain) == (2, 80)
    assembly = assembled(model(*drawn))
    assert len(Mesher(assembly).mesh().triangles) == 0
    assert assembly.main.contents is not None
    assert not assembly.main.contents.has_faces
    assert the(oddities.SKIPPED, assembly.findings).message.startswith("4 lines")
    heaps = find_heaps(assemble(parse(model(*drawn), "m.ldr"), PartsDatabase()), 0)
    assert (len(heaps.sure), heaps.doubt) == (1, "")


def test_the_file_keeps_the_lines_of_an_arrow() -> None:
    document: Document = parse(model(BRICK, *ARROW, END), "m.ldr")
    assert document.main.contents.shapes == {}
    assert document.encode() == model(BRICK, *ARROW, END)
    assert FAR in document.main.lines


@pytest.mark.parametrize("maker", ["FLEXHOSE 7 0 0 0", "RUBBER_BELT 0 0 0", "SPRING 0 0"])
def test_a_hose_that_mlcad_made_stays(maker: str) -> None:
    """MLCad writes hoses, belts and springs between the same two lines, and they are bricks."""
    lines = [BRICK, f"0 MLCAD {maker}", "0 MLCAD SKIP_BEGIN", place("3001.dat", 4, "300 0 0"), FAR, END]
    assert size(*lines) == (2, 940)
    # The arrow after it goes.
    assert size(*lines, *ARROW, place("3001.dat", 4, "9999 0 0"), END) == (2, 940)


def test_a_group_has_no_arrow_for_a_member() -> None:
    contents = parse(
        model("0 MLCAD BTG arm", *ARROW, END, BRICK, "0 MLCAD BTG arm", BRICK), "m.ldr"
    ).main.contents
    (group,) = contents.groups
    assert list(group.members) == [1]


def test_what_is_skipped_to_no_end_is_told_and_kept() -> None:
    assembly = assembled(model(place("brick.dat"), "0 MLCAD SKIP_BEGIN", TRIANGLE))
    assert codes(assembly.findings) == [oddities.NOT_CLOSED.code]
    assert assembly.main.contents is not None
    assert assembly.main.contents.has_faces


HELPER = ["0 |Helper 3D Arrow Straight", "0 !LDRAW_ORG Helper", TRIANGLE]


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("arrow88.dat", []),
        ("h/helper3darrow.dat", []),
        ("up.dat", HELPER),
        ("arrow_long.dat", ["0 Arrow long", "0 !LDRAW_ORG Unofficial_Part", TRIANGLE]),
    ],
)
def test_an_arrow_that_lpub_places_is_no_part(name: str, file: list[str]) -> None:
    inside = [f"0 FILE {name}", *file] if file else []
    main = ["0 FILE main.ldr", BRICK, place(name, 4, "900 0 0")]
    assert size(*main, *inside) == (1, 80)
    assembly = assemble(parse(model(*main, *inside), "m.mpd"), PartsDatabase())
    assert the(oddities.HELPERS, assembly.findings).message.startswith("1 arrow or other helper ")
    assert assembly.missing == {}


@pytest.mark.parametrize("name", ["arrow.ldr", "barrow.dat"])
def test_what_only_sounds_like_an_arrow_is_missing_if_it_is(name: str) -> None:
    assert list(assembled(model(place("brick.dat"), place(name))).missing) == [name]


def test_a_part_of_ones_own_that_is_called_arrow_and_titled_otherwise_is_a_part() -> None:
    own = ["0 FILE arrow.dat", "0 Sign with Pattern", "0 !LDRAW_ORG Unofficial_Part", TRIANGLE]
    assert count(assembled(model("0 FILE main.ldr", place("arrow.dat"), *own))).pieces == 1


def test_no_rule_measures_an_arrow(tmp_path: Path) -> None:
    """SIZ001 named the file twice: "Sticks out: main.ldr by 25 studs and main.ldr by 25 studs"."""
    (tmp_path / "main.ldr").write_bytes(model(BRICK, *ARROW, END))
    checked = brickyard(["check", "main.ldr"], tmp_path).stdout
    assert "SIZ001" not in checked
    assert "SIZ013" not in checked
    inspected = json.loads(brickyard(["inspect", "main.ldr", "--format", "json"], tmp_path).stdout)
    assert (inspected["pieces"], inspected["size"]["width"]["studs"], inspected["heap_count"]) == (1, 4, 1)
