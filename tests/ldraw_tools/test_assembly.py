"""The graph of submodels and parts: which file a name means, and what is said where none is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from catalog.database.part_database import PartsDatabase
from ldraw_tools import model_findings as oddities
from ldraw_tools.assembly import assembling as assemblies, resolve
from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.assembly.inventory import Assembly, count
from ldraw_tools.findings import Place
from ldraw_tools.library.part_files import MemoryFiles
from ldraw_tools.measuring.measure import measure
from ldraw_tools.reading import document as documents
from ldraw_tools.reading.header import FileKind
from tests.bounding import soon
from tests.building import (
    PARTS,
    TRIANGLE,
    Parts as Source,
    assembled,
    codes,
    counted,
    found,
    model,
    packed,
    part,
    place,
    the,
)

PART_HEADER = ["0 Own Part", "0 !LDRAW_ORG Unofficial_Part"]


@pytest.fixture(scope="module")
def shipped() -> PartsDatabase:
    return PartsDatabase()


def kinds(assembly: Assembly) -> dict[str, FileKind | None]:
    return {node.key: node.facts.kind if node.facts else None for node in assembly.nodes}


def everything_placed_comes_first(assembly: Assembly) -> bool:
    at = {index: position for position, index in enumerate(assembly.order)}
    return all(at[t] < at[n.index] for n in assembly.nodes for t in n.targets if t >= 0)


# Cycles.


def test_a_model_that_places_itself_is_cut_there_and_read_otherwise() -> None:
    data = model(
        "0 FILE main.ldr", place("brick.dat"), place("MAIN.ldr"), place("plate.dat"), place("main.ldr")
    )
    assert counted(data) == {("brick", 16): 1, ("plate", 16): 1}
    finding = the(oddities.CYCLE, assembled(data).findings)
    assert finding.place.line == 3
    assert "main.ldr → main.ldr" in finding.message


def test_a_circle_of_two_is_told_with_its_path() -> None:
    data = packed(
        main=[place("a.ldr")], a=[place("b.ldr"), place("brick.dat")], b=[place("a.ldr"), place("tile.dat")]
    )
    assert counted(data) == {("brick", 16): 1, ("tile", 16): 1}
    finding = the(oddities.CYCLE, assembled(data).findings)
    assert finding.place == Place("main.ldr", 7, 0, "b.ldr")
    assert "a.ldr → b.ldr → a.ldr;" in finding.message


def test_a_long_way_round_is_told_in_short() -> None:
    sections = {f"s{i}": [place(f"s{(i + 1) % 50}.ldr"), place("brick.dat")] for i in range(50)}
    assembly = assembled(packed(**sections))
    finding = the(oddities.CYCLE, assembly.findings)
    assert "s0.ldr → s1.ldr → s2.ldr → … → s49.ldr → s0.ldr" in finding.message
    assert count(assembly).pieces == 50


def test_two_references_back_are_two_findings() -> None:
    data = packed(main=[place("a.ldr")], a=[place("main.ldr"), place("a.ldr"), place("brick.dat")])
    assembly = assembled(data)
    assert [finding.place.line for finding in found(oddities.CYCLE, assembly.findings)] == [4, 5]
    assert everything_placed_comes_first(assembly)


def test_the_same_file_twice_is_no_circle() -> None:
    data = packed(main=[place("a.ldr"), place("b.ldr")], a=[place("b.ldr")], b=[place("brick.dat")])
    assert counted(data) == {("brick", 16): 2}
    assert not assembled(data).findings


def test_a_circle_across_files_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "main.ldr").write_bytes(model(place("brick.dat"), place("Other.ldr")))
    (tmp_path / "Other.LDR").write_bytes(model(place("plate.dat"), place("main.ldr")))
    assembly = assemble(documents.read(tmp_path / "main.ldr"), PARTS)
    assert count(assembly).pieces == 2
    finding = the(oddities.CYCLE, assembly.findings)
    assert finding.place == Place("Other.LDR", 2, 0, "Other.LDR")
    assert "main.ldr → Other.LDR → main.ldr" in finding.message


def test_a_circle_inside_a_part_is_cut_too() -> None:
    library = MemoryFiles({"ring.dat": model(*PART_HEADER, place("ring.dat"), TRIANGLE)})
    assembly = assembled(place("ring.dat", 4), library=library)
    assert count(assembly).lots == {("ring.dat", 4): 1}
    assert found(oddities.CYCLE, assembly.findings)


def test_a_circle_of_links_between_folders_is_seen_at_once(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "main.ldr").write_bytes(model(place("a.ldr")))
    (tmp_path / "a.ldr").write_bytes(
        model(place("brick.dat"), place("loop/a.ldr"), place("loop/loop/main.ldr"))
    )
    assembly = assemble(documents.read(tmp_path / "main.ldr"), PARTS)
    assert count(assembly).pieces == 1
    assert codes(assembly.findings) == ["LDR031", "LDR031"]


# Missing files.


def test_a_missing_part_is_told_once_with_its_lines_and_still_counted() -> None:
    data = packed(
        main=[place("brik.dat", 4), place("a.ldr"), place("plate.dat")],
        a=[place("Brik.DAT"), place("brik.dat")],
    )
    assert counted(data) == {("brik", 4): 1, ("brik", 16): 2, ("plate", 16): 1}
    assembly = assembled(data)
    assert codes(assembly.findings) == ["LDR030"]
    finding = assembly.findings[0]
    assert finding.place.line == 2
    assert finding.message == "“brik.dat” was not found (3 lines: 2, 6, 7); did you mean brick.dat?"
    assert [place.line for place in assembly.missing["brik.dat"].places] == [2, 6, 7]


def test_a_missing_submodel_is_told_and_not_counted() -> None:
    data = packed(
        main=[place("left wign.ldr"), place("brick.dat"), place("left wing.ldr")],
        left_wing=[place("tile.dat")],
    )
    assembly = assembled(data.replace(b"left_wing", b"left wing"))
    assert count(assembly).pieces == 2
    assert "did you mean left wing.ldr?" in the(oddities.MISSING_SUBMODEL, assembly.findings).message


def test_a_submodel_named_without_its_ending_is_suggested_with_it() -> None:
    data = packed(main=[place("gun"), place("brick.dat"), place("gun.ldr")], gun=[place("tile.dat")])
    assert "did you mean gun.ldr?" in the(oddities.MISSING_SUBMODEL, assembled(data).findings).message


def test_a_missing_part_suggests_one_of_the_database(shipped: PartsDatabase) -> None:
    finding = the(oddities.MISSING, assembled(place("30001.dat"), source=shipped).findings)
    assert "did you mean 3" in finding.message


def test_a_missing_file_that_nothing_uses_is_not_missed() -> None:
    data = model("0 !LPUB PART BEGIN IGN", place("nothing.dat"), "0 !LPUB PART END", place("brick.dat"))
    assert codes(assembled(data).findings) == ["LDR047"]
    assert counted(data) == {("brick", 16): 1}


def test_thousands_of_missing_names_take_no_longer_than_their_lines() -> None:
    names = [place(f"{number * 7919} is missing.dat") for number in range(10_000)]
    data = packed(main=names, **{f"{number * 7919} is found": [] for number in range(100)})
    with soon():
        missing = found(oddities.MISSING, assembled(data).findings)
    assert len(missing) == 1_000
    assert missing[-1].message.endswith("(and 9,000 more of this kind in the file)")


def test_nothing_is_suggested_for_a_name_as_long_as_a_book() -> None:
    data = packed(main=[place("a" * 50_000 + "b.ldr")], **{"a" * 50_000: []})
    with soon():
        finding = the(oddities.MISSING_SUBMODEL, assembled(data).findings)
    assert len(finding.message) < 200


# Names that could lead anywhere.


@pytest.mark.parametrize(
    "name", ["../../secret.ldr", "..\\secret.dat", "C:\\x.ldr", "/etc/passwd", "sub/../../x.ldr"]
)
def test_names_that_point_out_of_the_folder_are_not_opened(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "models" / "mine"
    folder.mkdir(parents=True)
    for secret in ("secret.ldr", "x.ldr", "models/secret.dat", "secret.dat"):
        (tmp_path / secret).write_bytes(model(place("brick.dat"), "0 secret"))
    (folder / "main.ldr").write_bytes(model(place(name, 4), place("plate.dat")))
    assembly = assemble(documents.read(folder / "main.ldr"), PARTS)
    assert codes(assembly.findings) == ["LDR032"]
    assert ("brick.dat", 4) not in count(assembly).lots
    assert assembly.findings[0].place == Place("models/mine/main.ldr", 1, 0, "main.ldr")
    assert name in assembly.findings[0].message


def test_a_section_may_be_called_what_it_likes() -> None:
    data = model("0 FILE main.ldr", place("..\\..\\secret"), "0 FILE ../../secret", place("brick.dat"))
    assert counted(data) == {("brick", 16): 1}
    assert not assembled(data).findings


@pytest.mark.parametrize("through", ["file", "folder"])
def test_a_link_that_leaves_the_folder_is_not_followed(tmp_path: Path, through: str) -> None:
    outside, folder = tmp_path / "outside", tmp_path / "inside"
    outside.mkdir()
    folder.mkdir()
    (outside / "secret.ldr").write_bytes(model(place("brick.dat")))
    if through == "file":
        (folder / "secret.ldr").symlink_to(outside / "secret.ldr")
        name = "secret.ldr"
    else:
        (folder / "out").symlink_to(outside, target_is_directory=True)
        name = "out/secret.ldr"
    (folder / "main.ldr").write_bytes(model(place(name)))
    assembly = assemble(documents.read(folder / "main.ldr"), PARTS)
    assert count(assembly).pieces == 0
    assert found(oddities.UNSAFE_NAME, assembly.findings)


def test_a_link_inside_the_folder_is_followed(tmp_path: Path) -> None:
    (tmp_path / "v2.ldr").write_bytes(model(place("brick.dat")))
    (tmp_path / "wing.ldr").symlink_to(tmp_path / "v2.ldr")
    (tmp_path / "broken.ldr").symlink_to(tmp_path / "nothing.ldr")
    (tmp_path / "main.ldr").write_bytes(model(place("wing.ldr"), place("v2.ldr"), place("broken.ldr")))
    assembly = assemble(documents.read(tmp_path / "main.ldr"), PARTS)
    assert count(assembly).lots == {("brick.dat", 16): 2}
    assert codes(assembly.findings) == ["LDR035"]


def test_names_of_library_files_are_safe_in_every_place() -> None:
    library = MemoryFiles({"../secret.dat": model(*PART_HEADER)})
    assert found(oddities.UNSAFE_NAME, assembled(place("../secret.dat"), library=library).findings)


# The model's folder.


def test_files_beside_the_model_are_found_in_any_case_and_below(tmp_path: Path) -> None:
    (tmp_path / "Wings").mkdir()
    (tmp_path / "Wings" / "Left Wing.LDR").write_bytes(model(place("TIP.ldr", 4), place("tail.ldr")))
    (tmp_path / "Wings" / "tip.ldr").write_bytes(model(place("brick.dat"), "junk"))
    (tmp_path / "Tail.ldr").write_bytes(model(place("plate.dat")))
    (tmp_path / "tip.ldr").write_bytes(model(place("tile.dat")))
    (tmp_path / "main.ldr").write_bytes(model(place("wings\\left wing.ldr"), place("tip.ldr")))
    assembly = assemble(documents.read(tmp_path / "main.ldr"), PARTS)
    assert count(assembly).lots == {("brick.dat", 4): 1, ("plate.dat", 16): 1, ("tile.dat", 16): 1}
    assert the(oddities.UNKNOWN_LINE, assembly.findings).place.file == "Wings/tip.ldr"


def test_a_file_that_a_mac_has_named_is_found(tmp_path: Path) -> None:
    (tmp_path / "Flu\N{COMBINING DIAERESIS}gel.ldr").write_text(place("brick.dat", 4), "utf-8")
    (tmp_path / "main.ldr").write_text(place("Flügel.ldr"), "utf-8")
    assembly = assemble(documents.read(tmp_path / "main.ldr"), PARTS)
    assert not assembly.missing


def test_a_file_beside_the_model_that_is_not_placed_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "other.ldr").write_bytes(b"\xff" + model(place("nothing.dat")))
    (tmp_path / "main.ldr").write_bytes(model(place("brick.dat")))
    assert not assemble(documents.read(tmp_path / "main.ldr"), PARTS).findings


def test_what_is_odd_about_a_file_beside_the_model_is_told_of_that_file(tmp_path: Path) -> None:
    lines = ["0 FILE wing.ldr", place("brick.dat", "red"), "0 FILE tip.ldr", "0 FILE Wing.ldr", "0 FILE"]
    (tmp_path / "Wing.mpd").write_bytes(b"\xef\xbb\xbf" + model(*lines))
    (tmp_path / "main.ldr").write_bytes(model(place("wing.mpd"), place("wing.mpd")))
    findings = assemble(documents.read(tmp_path / "main.ldr"), PARTS).findings
    assert {finding.place.file for finding in findings} == {"Wing.mpd"}
    assert codes(findings) == ["LDR001", "LDR014", "LDR024", "LDR022", "LDR023", "LDR024"]


def test_a_part_beside_the_model_is_one_part(tmp_path: Path) -> None:
    (tmp_path / "x99.dat").write_bytes(
        model(*PART_HEADER, place("stud.dat"), place("s\\x99s01.dat"), TRIANGLE)
    )
    (tmp_path / "s").mkdir()
    (tmp_path / "s" / "x99s01.dat").write_bytes(model("0 ~Side", "0 !LDRAW_ORG Unofficial_Subpart", TRIANGLE))
    (tmp_path / "main.ldr").write_bytes(model(place("x99.dat", 4), place("X99.DAT", 4)))
    assembly = assemble(documents.read(tmp_path / "main.ldr"), PARTS)
    assert count(assembly).lots == {("x99.dat", 4): 2}
    assert not assembly.findings


def test_a_file_of_the_folder_comes_before_the_known_part_of_that_name(tmp_path: Path) -> None:
    (tmp_path / "brick.dat").write_bytes(model("0 My own brick", "0 !LDRAW_ORG Unofficial_Part", TRIANGLE))
    (tmp_path / "main.ldr").write_bytes(model(place("brick.dat")))
    inventory = count(assemble(documents.read(tmp_path / "main.ldr"), PARTS))
    assert inventory.facts["brick.dat"].title == "My own brick"


def test_a_folder_is_no_file_and_a_file_no_folder(tmp_path: Path) -> None:
    (tmp_path / "wing.ldr").mkdir()
    (tmp_path / "tail.ldr").write_bytes(b"")
    (tmp_path / "main.ldr").write_bytes(model(place("wing.ldr"), place("tail.ldr/x.ldr")))
    assert codes(assemble(documents.read(tmp_path / "main.ldr"), PARTS).findings) == [
        "LDR005",
        "LDR035",
        "LDR035",
    ]


def test_a_huge_file_beside_the_model_is_told_and_left_out(tmp_path: Path) -> None:
    with (tmp_path / "huge.ldr").open("wb") as file:
        file.truncate(documents.MOST_BYTES + 1)
    (tmp_path / "main.ldr").write_bytes(model(place("brick.dat"), place("huge.ldr")))
    assembly = assemble(documents.read(tmp_path / "main.ldr"), PARTS)
    assert count(assembly).pieces == 1
    assert "64 MB" in the(oddities.UNREADABLE, assembly.findings).message


def test_many_large_files_beside_the_model_are_refused_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resolve, "_MOST_BYTES_IN_FOLDER", 100)
    for name in "abc":
        (tmp_path / f"{name}.ldr").write_bytes(model(place("brick.dat")))
    (tmp_path / "main.ldr").write_bytes(model(*(place(f"{name}.ldr") for name in "abc")))
    assembly = assemble(documents.read(tmp_path / "main.ldr"), PARTS)
    assert count(assembly).pieces == 2
    assert the(oddities.UNREADABLE, assembly.findings).place.line == 3


# Where a name is looked for first.


def test_the_file_itself_then_its_archive_then_its_folder_then_known_parts_then_the_library(
    tmp_path: Path,
) -> None:
    def titled(title: str) -> bytes:
        return model(f"0 {title}", "0 !LDRAW_ORG Unofficial_Part", TRIANGLE)

    library = MemoryFiles({f"{name}.dat": titled("library") for name in "abcde"})
    source = Source(*(part(name) for name in "abcd"))
    for name in "abc":
        (tmp_path / f"{name}.dat").write_bytes(titled("folder"))
    custom = MemoryFiles({f"{name}.dat": titled("archive") for name in "ab"})
    lines = [place(f"{name}.dat") for name in "abcde"]
    data = model("0 FILE main.ldr", *lines, "0 FILE a.dat", "0 itself", "0 !LDRAW_ORG Part", TRIANGLE)
    inventory = count(assembled(data, source=source, library=library, custom=custom, folder=tmp_path))
    titles = [facts.title for facts, _, _ in inventory.rows()]
    assert titles == ["itself", "archive", "folder", "D", "library"]


def test_finer_and_coarser_primitives_are_meant_as_they_are_written() -> None:
    library = MemoryFiles({"ring.dat": model(TRIANGLE), "48/ring.dat": model(TRIANGLE, TRIANGLE)})
    library_part = MemoryFiles({"disc.dat": model(*PART_HEADER, place("48\\ring.dat"), place("ring.dat"))})
    assembly = assembled(place("disc.dat"), library=library, custom=library_part)
    assert {node.key for node in assembly.nodes} == {"main.ldr", "disc.dat", "48/ring.dat", "ring.dat"}


# Parts inside the model's file.


@pytest.mark.parametrize(
    "header",
    [
        ["0 Own", "0 !LDRAW_ORG Unofficial_Part"],
        ["0 Own", "0 Name: own.dat", "0 Author: Ada", "0 !LDRAW_ORG Part UPDATE 2020-01"],
        ["0 Own", "0 UNOFFICIAL PART"],
        ["0 Own", "0 Official LCAD Element"],
    ],
)
@pytest.mark.parametrize("name", ["own.dat", "own part.ldr"])
def test_a_part_inside_the_file_is_one_part_not_its_primitives(header: list[str], name: str) -> None:
    lines = [*header, place("stud.dat"), place("s/side.dat"), place("brick.dat"), TRIANGLE]
    data = model("0 FILE main.ldr", place(name, 4), place(name, 4), f"0 FILE {name}", *lines)
    assert counted(data) == {(name.removesuffix(".dat"), 4): 2}
    assert not assembled(data).findings


def test_a_dat_without_a_header_that_is_drawn_with_shapes_is_one_part() -> None:
    data = model(
        "0 FILE main.ldr", place("own.dat", 4), "0 FILE own.dat", "0 Own", place("stud.dat"), TRIANGLE
    )
    assert counted(data) == {("own", 4): 1}
    finding = the(oddities.PART_WITHOUT_HEADER, assembled(data).findings)
    assert (finding.place.line, "“own.dat”" in finding.message) == (3, True)


def test_a_dat_without_a_header_that_places_parts_is_a_submodel() -> None:
    data = model(
        "0 FILE main.ldr", place("own.dat", 4), "0 FILE own.dat", place("stud.dat"), place("brick.dat")
    )
    assert counted(data) == {("brick", 4): 1}
    assert kinds(assembled(data))["own.dat"] is None


def test_an_empty_dat_without_a_header_is_no_part() -> None:
    assert counted(model("0 FILE main.ldr", place("own.dat"), place("brick.dat"), "0 FILE own.dat")) == {
        ("brick", 16): 1
    }


def test_pieces_of_a_part_without_headers_are_pieces() -> None:
    own = ["0 FILE own.dat", place("s\\own1.dat"), "0 FILE s\\own1.dat", TRIANGLE]
    data = model("0 FILE main.ldr", place("own.dat", 4), *own)
    assert counted(data) == {("own", 4): 1}
    assert codes(assembled(data).findings) == ["LDR037"]


def test_an_ldr_drawn_with_triangles_is_a_drawing_and_no_part() -> None:
    data = packed(
        main=[place("sign.ldr"), place("brick.dat"), TRIANGLE],
        sign=[TRIANGLE, "4 16 0 0 0 1 0 0 1 1 0 0 1 0"],
    )
    assembly = assembled(data)
    assert count(assembly).lots == {("brick.dat", 16): 1}
    assert not assembly.findings
    box = measure(assembly).box
    assert box is not None
    assert (box.low, box.high) == ((0, 0, 0), (10, 10, 0))


def test_edges_and_control_points_are_no_body() -> None:
    data = model(TRIANGLE, "2 24 0 0 0 500 500 500", "5 24 0 0 0 1 1 1 -900 0 0 900 0 0")
    box = measure(assembled(data)).box
    assert box is not None
    assert (box.low, box.high) == ((0, 0, 0), (10, 10, 0))


def test_only_triangles_are_a_model_of_no_pieces() -> None:
    assembly = assembled(TRIANGLE)
    assert count(assembly).lots == {}
    assert not assembly.findings


@pytest.mark.parametrize("written", ["own.dat", "parts/own.dat", "Parts\\OWN.dat", "ldraw/parts/own.dat"])
@pytest.mark.parametrize("section", ["parts/own.dat", "Parts\\own.DAT", "own.dat"])
def test_packed_names_meet_the_names_of_the_library(written: str, section: str) -> None:
    data = model(
        "0 FILE main.ldr", place("own.dat", 4), place(written, 4), f"0 FILE {section}", *PART_HEADER, TRIANGLE
    )
    assert counted(data) == {("own", 4): 2}


def test_packed_names_of_parts_that_are_not_packed_are_known_parts() -> None:
    assert counted(model(place("parts/brick.dat"), place("brick.dat"), place("p\\stud.dat"))) == {
        ("brick", 16): 2
    }


def test_a_part_placed_in_a_part_is_not_counted_again() -> None:
    lines = [*PART_HEADER, place("brick.dat"), place("plate.dat")]
    assert counted(model("0 FILE main.ldr", place("own.dat"), "0 FILE own.dat", *lines)) == {("own", 16): 1}


def test_a_part_file_alone_is_one_part() -> None:
    assert counted(model(*PART_HEADER, place("stud.dat"), TRIANGLE), "own.dat") == {("own", 16): 1}


# What LDCad generates.


def generated(*lines: str, header: str = "0 !LDCAD GENERATED [generator=LDCad 1.6]") -> bytes:
    return packed(main=[place("hose.ldr", 4)], hose=["0 Hose", header, *lines])


def test_a_generated_hose_is_one_flexible_part() -> None:
    data = generated(place("segment.dat"), place("segment.dat"), place("brick.dat"), TRIANGLE)
    assert counted(data) == {("hose.ldr", 4): 1}
    assembly = assembled(data)
    assert kinds(assembly)["hose.ldr"] is FileKind.GENERATED
    assert the(oddities.GENERATED, assembly.findings).place.line == 3


def test_a_generated_hose_of_triangles_only_is_one_flexible_part() -> None:
    assert counted(generated(TRIANGLE)) == {("hose.ldr", 4): 1}


@pytest.mark.parametrize(
    "header", ["0 !LDRAW_ORG Model", "0 UNOFFICIAL PART", "0 !LDRAW_ORG Unofficial_Model"]
)
def test_a_generated_hose_may_call_itself_a_model_or_a_part(header: str) -> None:
    mark = "0 !LDCAD GENERATED"
    assert counted(generated(mark, place("segment.dat"), header=header)) == {("hose.ldr", 4): 1}
    assert counted(generated(header, place("segment.dat"), header=mark)) == {("hose.ldr", 4): 1}


def test_a_generated_chain_is_its_links() -> None:
    data = generated(place("link.dat"), place("link.dat"), place("old.dat", 1))
    assert counted(data) == {("link", 4): 2, ("tile", 1): 1}
    assert codes(assembled(data).findings) == ["LDR033"]


# Moved parts, aliases, building blocks.


def test_a_moved_part_is_counted_under_its_new_number_through_two_hops() -> None:
    data = model(place("old.dat", 4), place("tile.dat", 4), place("Older.dat", 4), place("old.dat", 1))
    assert counted(data) == {("tile", 4): 3, ("tile", 1): 1}
    old, older = found(oddities.MOVED, assembled(data).findings)
    assert old.message == "old was renumbered: it is now tile, and counted as that (2 lines: 1, 4)"
    assert older.message == "older was renumbered: it is now tile, and counted as that"


def test_parts_that_moved_in_a_circle_end_somewhere_and_the_same_every_time() -> None:
    data = model(place("round.dat"), place("about.dat"))
    assert counted(data) == counted(data)
    assert sum(counted(data).values()) == 2


def test_a_part_that_moved_to_nowhere_is_counted_as_that() -> None:
    assert counted(model(place("gone.dat", 4))) == {("nowhere", 4): 1}


def test_a_moved_part_of_the_shipped_database(shipped: PartsDatabase) -> None:
    assert counted(model(place("3023.dat", 4), place("3023b.dat", 4)), source=shipped) == {("3023b", 4): 2}


MOVED = ["0 ~Moved to tile", "0 !LDRAW_ORG Unofficial_Part", place("tile.dat")]


@pytest.mark.parametrize("title", ["~Moved to tile", "~moved TO tile.dat", "~Moved to   TILE"])
def test_a_moved_part_inside_the_file_is_followed(title: str) -> None:
    lines = [f"0 {title}", "0 !LDRAW_ORG Unofficial_Part", place("tile.dat")]
    data = model("0 FILE main.ldr", place("was.dat", 4), "0 FILE was.dat", *lines)
    assert counted(data) == {("tile", 4): 1}
    assert the(oddities.MOVED, assembled(data).findings).message.startswith(
        "was was renumbered: it is now tile"
    )


def test_a_moved_part_without_any_other_header_is_followed_too() -> None:
    data = model(
        "0 FILE main.ldr", place("was.dat", 4), "0 FILE was.dat", "0 ~Moved to tile", place("tile.dat")
    )
    assert counted(data) == {("tile", 4): 1}


def test_an_older_copy_inside_the_file_does_not_know_that_it_has_moved() -> None:
    data = model("0 FILE main.ldr", place("old.dat", 4), "0 FILE old.dat", *PART_HEADER, TRIANGLE)
    assert counted(data) == {("tile", 4): 1}


def test_moved_parts_of_the_folder_and_the_library_are_followed_through_each_other(tmp_path: Path) -> None:
    (tmp_path / "a.dat").write_bytes(model("0 ~Moved to b", "0 !LDRAW_ORG Unofficial_Part"))
    (tmp_path / "b.dat").write_bytes(model("0 ~Moved to c", "0 !LDRAW_ORG Unofficial_Part"))
    library = MemoryFiles(
        {
            "c.dat": model("0 ~Moved to d", "0 !LDRAW_ORG Part"),
            "d.dat": model("0 The Part", "0 !LDRAW_ORG Part", TRIANGLE),
        }
    )
    inventory = count(assembled(place("a.dat", 4), library=library, folder=tmp_path))
    assert inventory.lots == {("d.dat", 4): 1}
    assert inventory.facts["d.dat"].title == "The Part"


def test_a_moved_part_is_counted_by_its_new_name_and_measured_by_its_own_file() -> None:
    library = MemoryFiles(
        {
            "was.dat": model("0 ~Moved to is", "0 !LDRAW_ORG Part", place("is.dat", at="100 0 0")),
            "is.dat": model("0 Is", "0 !LDRAW_ORG Part", TRIANGLE),
        }
    )
    assembly = assembled(place("was.dat", 4), library=library)
    assert count(assembly).lots == {("is.dat", 4): 1}
    box = measure(assembly).box
    assert box is not None
    assert (box.low[0], box.high[0]) == (100, 110)


@pytest.mark.parametrize(
    ("name", "kind"),
    [("same", FileKind.ALIAS), ("painted", FileKind.PHYSICAL_COLOUR), ("sticker", FileKind.STICKER)],
)
def test_aliases_physical_colours_and_stickers_are_parts_of_their_own(name: str, kind: FileKind) -> None:
    assembly = assembled(place(f"{name}.dat", 4))
    assert count(assembly).lots == {(f"{name}.dat", 4): 1}
    assert kinds(assembly)[f"{name}.dat"] is kind


def test_building_blocks_in_a_model_are_told_and_not_counted() -> None:
    data = model(place("stud.dat"), place("s\\side.dat"), place("brick.dat"), place("stud.dat"))
    assert counted(data) == {("brick", 16): 1}
    finding = the(oddities.BUILDING_BLOCK, assembled(data).findings)
    assert finding.place.line == 1
    assert finding.message.startswith("s/side.dat, stud.dat: building blocks")
    assert finding.message.endswith("(3 lines)")


def test_what_an_older_library_called_a_sub_file_is_the_part_it_is_today() -> None:
    lines = ["0 ~Segment", "0 !LDRAW_ORG Subpart", TRIANGLE]
    data = model("0 FILE main.ldr", place("segment.dat"), "0 FILE segment.dat", *lines)
    assert counted(data) == {("segment", 16): 1}


def test_parts_of_a_library_are_parts_whatever_their_header_says() -> None:
    library = MemoryFiles(
        {"bare.dat": model(TRIANGLE), "typed.dat": model("0 x", "0 !LDRAW_ORG Model", TRIANGLE)}
    )
    assembly = assembled(model(place("bare.dat"), place("typed.dat")), library=library)
    assert count(assembly).lots == {("bare.dat", 16): 1, ("typed.dat", 16): 1}
    assert not assembly.findings


def test_what_is_odd_about_library_files_is_not_the_user_s_business() -> None:
    library = MemoryFiles(
        {"odd.dat": b"\xef\xbb\xbf" + model(*PART_HEADER, "junk", place("nothing", "red"), TRIANGLE)}
    )
    findings = assembled(place("odd.dat"), library=library).findings
    assert codes(findings) == ["LDR035"]
    assert findings[0].place == Place("odd.dat", 4, 0, "odd.dat")


# Colours.


def test_colours_no_table_knows_are_told_with_their_lines() -> None:
    data = packed(main=[place("brick.dat", 999), place("a.ldr", 998)], a=[place("brick.dat", 999)])
    one, other = found(oddities.UNKNOWN_COLOUR, assembled(data).findings)
    assert one.message == "colour 999 is not in LDraw's colour table (2 lines: 2, 5)"
    assert other.message == "colour 998 is not in LDraw's colour table"
    assert (one.place.line, other.place.line) == (2, 3)


def test_direct_colours_are_known_however_they_are_written(shipped: PartsDatabase) -> None:
    data = model(*(place("3001.dat", text) for text in ("0x2FF8000", "0x2ff8000", "#FF8000", str(0x2FF8000))))
    assert counted(data, source=shipped) == {("3001", 0x2FF8000): 4}
    data += model(place("3001.dat", "0x3FF8000"))
    assert not assembled(data, source=shipped).findings


def test_the_shipped_database_knows_its_colours(shipped: PartsDatabase) -> None:
    data = model(place("3001.dat", 4), place("3001.dat", 16), place("3001.dat", 98765))
    finding = the(oddities.UNKNOWN_COLOUR, assembled(data, source=shipped).findings)
    assert "98765" in finding.message


def test_the_colour_of_edges_on_a_part_is_told() -> None:
    data = model(place("brick.dat", 24), place("plate.dat", 24))
    assert counted(data) == {("brick", 24): 1, ("plate", 24): 1}
    finding = the(oddities.EDGE_COLOUR, assembled(data).findings)
    assert (finding.place.line, "2 references" in finding.message) == (1, True)


def test_the_file_s_own_colours_are_known_below_it_too() -> None:
    own = "0 !COLOUR Mine CODE 950 VALUE #FF0000 EDGE #000000"
    data = packed(main=[own, place("a.ldr", 950)], a=[place("brick.dat", 950)])
    assert codes(assembled(data).findings) == ["LDR053"]


def test_a_section_that_only_defines_colours_and_draws_counts_as_well() -> None:
    own = "0 !COLOUR Mine CODE 950 VALUE #FF0000 EDGE #000000"
    data = packed(main=[place("a.ldr"), place("brick.dat", 950)], a=[own, TRIANGLE])
    assert codes(assembled(data).findings) == ["LDR053"]


# Depth, breadth, and files made to harm.


def chain(levels: int, copies: int = 1) -> bytes:
    sections = {f"s{i}": [place(f"s{i + 1}.ldr")] * copies for i in range(levels)}
    return packed(**sections, **{f"s{levels}": [place("brick.dat", 4)] * copies})


def test_more_than_a_thousand_levels_are_counted_and_cut_like_one() -> None:
    assembly = assembled(chain(1500))
    assert count(assembly).lots == {("brick.dat", 4): 1}
    assert not assembly.findings
    assert everything_placed_comes_first(assembly)
    around = assembled(chain(1500) + model(place("s0.ldr")))
    assert found(oddities.CYCLE, around.findings)


def test_more_files_than_any_model_has_are_told_and_the_rest_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assemblies, "MOST_FILES", 4)
    sections = {f"s{i}": [place("brick.dat")] for i in range(5)}
    data = packed(main=[place(f"s{i}.ldr") for i in range(5)] + [place("s0.ldr")], **sections)
    assembly = assembled(data)
    told = found(oddities.UNREADABLE, assembly.findings)
    assert [finding.place.line for finding in told] == [5, 6]
    assert count(assembly).pieces == 4


def test_a_hundred_sections_that_all_place_each_other_are_read_in_seconds() -> None:
    names = [f"s{i}" for i in range(120)]
    data = packed(**{name: [place(f"{other}.ldr") for other in names] for name in names})
    with soon():
        assembly = assembled(data)
    assert everything_placed_comes_first(assembly)
    cycles = found(oddities.CYCLE, assembly.findings)
    assert cycles[-1].message.endswith(
        f"(and {120 * 121 // 2 - len(cycles):,} more of this kind in the file)"
    )


def test_a_line_of_blanks_without_end_is_read_at_once() -> None:
    data = "0 FILE main.ldr\n" + place("brick.dat") + "\n0 FILE a" + " " * 300_000 + "b.ldr\n"
    with soon():
        assert counted(data) == {("brick", 16): 1}


def test_below_a_submodel_is_all_it_places_and_nothing_else() -> None:
    data = packed(
        main=[place("a.ldr"), place("b.ldr")], a=[place("b.ldr"), place("tile.dat")], b=[place("brick.dat")]
    )
    assembly = assembled(data)
    keys = [assembly.nodes[index].key for index in assembly.below(assembly.by_key["a.ldr"].index)]
    assert sorted(keys) == ["a.ldr", "b.ldr", "brick.dat", "tile.dat"]
    assert keys[0] == "a.ldr"


@pytest.mark.parametrize("bad", ["1,5", "nan", "inf", "x", "1e999"])
def test_a_bad_number_is_told_of_its_line_only(bad: str) -> None:
    data = model(place("brick.dat"), place("plate.dat", at=f"0 {bad} 0"), place("tile.dat"))
    assembly = assembled(data)
    finding = the(oddities.BAD_NUMBER, measure(assembly).findings)
    assert (finding.place.line, f"“{bad}”" in finding.message) == (2, True)
    # Nobody knows where it stands, but it is a piece of the model.
    assert count(assembly).pieces == 3


def test_a_part_squeezed_flat_is_told() -> None:
    data = model(
        "1 16 0 0 0 0 0 0 0 0 0 0 0 0 brick.dat", "1 16 0 0 0 1 0 0 1 0 0 0 0 1 plate.dat", place("tile.dat")
    )
    told = found(oddities.FLAT_MATRIX, measure(assembled(data)).findings)
    assert [finding.place.line for finding in told] == [1, 2]


def test_a_hose_that_studio_bent_is_the_one_part_it_names(shipped: PartsDatabase) -> None:
    data = model(
        "0 FILE main.ldr",
        place("hose"),
        place("3001.dat"),
        "0 FILE hose",
        "0 FlexibleBrick: 76250.dat",
        place("3024.dat"),
        TRIANGLE,
    )
    lots = count(assemble(documents.parse(data, "m.mpd"), shipped)).lots
    assert {key for key, _ in lots} == {"3001.dat", "76250.dat"}
    assert sum(lots.values()) == 2
