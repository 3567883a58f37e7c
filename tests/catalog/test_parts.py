"""The shipped parts database: whole, small, read-only, and found in by anything people type."""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from catalog.database.part_database import SHIPPED, PartRecord, PartsDatabase, search_words
from catalog.database.shape_codec import decode_shapes, decode_studs
from ldraw_tools.findings import BrickyardError
from ldraw_tools.library.places import Component, PartSource
from ldraw_tools.reading.header import FileKind
from tests.measuring import database

quick = settings(deadline=None, derandomize=True, max_examples=60)
HOSTILE = (
    "", " ", '"', '"*) OR 1=1 --', "'; DROP TABLE parts; --", "AND", "NOT x", "NEAR(a b)", "a* OR b*",
    "^brick", "text:brick", "{brick}", "(", "-", "+", "%", "_", "a_b", "0.5", "3001.dat", ".dat", "..", "\0",
    "a\0b", "\ud800", "a\udfffb", "é", "ß", "İ", "½", "²", "٣", "１", "💥", "\u19b0a\u19b0", "\u202e3001",
    "a" * 100_000, "x y " * 20_000, " ".join(f"w{n}" for n in range(5_000)), "NaN", "1 x", "x 1",
    "1 x 1 x 1 x", "2.5 x 3.5",
)  # fmt: skip


def part(number: str) -> PartRecord:
    record = database().find(number)
    assert record is not None, number
    return record


@pytest.fixture(scope="module")
def everything() -> dict[str, PartRecord]:
    return {record.key: record for record in database()}


# The file.


def test_the_file_is_at_most_20_megabytes() -> None:
    assert SHIPPED.stat().st_size <= 20 * 2**20


def test_it_says_what_it_was_made_from(everything: dict[str, PartRecord]) -> None:
    about = database().about
    assert about["release"].isdigit()
    assert len(about["release"]) == 6
    assert int(about["files"]) == database().size == len(everything) > 30_000


def test_reading_changes_nothing_and_leaves_nothing_beside(tmp_path: Path) -> None:
    copy = tmp_path / "parts.sqlite"
    shutil.copy(SHIPPED, copy)
    before = hashlib.sha256(copy.read_bytes()).digest()
    copy.chmod(0o444)
    parts = PartsDatabase(copy)
    assert parts.search("brick 2 x 4")
    assert parts.shapes(["3001.dat"])
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        parts._db.execute("DELETE FROM parts")
    assert [path.name for path in tmp_path.iterdir()] == ["parts.sqlite"]
    parts.close()
    assert [path.name for path in tmp_path.iterdir()] == ["parts.sqlite"]
    assert hashlib.sha256(copy.read_bytes()).digest() == before


def test_a_name_with_odd_characters_opens_too(tmp_path: Path) -> None:
    copy = tmp_path / "parts ?#%20 ü.sqlite"
    copy.write_bytes(SHIPPED.read_bytes())
    parts = PartsDatabase(copy)
    assert parts.find("3001")
    parts.close()


def test_a_missing_or_broken_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BrickyardError, match="the parts database is missing"):
        PartsDatabase(tmp_path / "none.sqlite")
    broken = tmp_path / "broken.sqlite"
    broken.write_bytes(b"no database at all" * 100)
    with pytest.raises(BrickyardError, match="not a parts database"):
        PartsDatabase(broken)
    broken.write_bytes(b"")
    with pytest.raises(BrickyardError, match="not a parts database"):
        PartsDatabase(broken)


def test_a_damaged_file_is_one_sentence(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.sqlite"
    data = bytearray(SHIPPED.read_bytes())
    # The first pages say what is in it; behind them lie the parts.
    data[16 * 4096 :] = b"\xff" * (len(data) - 16 * 4096)
    damaged.write_bytes(data)
    with pytest.raises(BrickyardError, match="install brickyard again"):
        PartsDatabase(damaged).facts(["3001.dat"])


def test_the_database_is_a_source_of_parts() -> None:
    source: PartSource = database()
    assert source.knows_colour(4)
    assert not source.knows_colour(12_345)


# Every row.


def test_every_shape_can_be_decoded(everything: dict[str, PartRecord]) -> None:
    rows = database()._db.execute("SELECT id, outline, studs FROM shapes").fetchall()
    for _, outline, studs in rows:
        assert all(abs(group.axis @ group.axis - 1) < 1e-3 for group in decode_shapes([outline])[0].studs)
        assert all(len(group.places) for group in decode_studs(studs))
    used = {record.shape_id for record in everything.values()}
    assert used == {identity for identity, _, _ in rows}


def test_equal_shapes_are_kept_once() -> None:
    rows = database()._db.execute("SELECT outline, studs FROM shapes").fetchall()
    assert len(set(rows)) == len(rows) < 0.75 * database().size
    assert part("3068b").shape_id == part("3068bp01").shape_id


def test_every_moved_part_went_to_one_that_is_there(everything: dict[str, PartRecord]) -> None:
    moved = [record for record in everything.values() if record.kind is FileKind.MOVED]
    assert len(moved) > 1_000
    assert [record.key for record in moved if record.target not in everything] == []
    assert [record.key for record in moved if database().follow(record).kind is FileKind.MOVED] == []


def test_only_moved_parts_have_a_target(everything: dict[str, PartRecord]) -> None:
    assert {record.kind for record in everything.values() if record.target} == {FileKind.MOVED}


def test_every_component_is_there(everything: dict[str, PartRecord]) -> None:
    components = {component.key for record in everything.values() for component in record.components}
    assert len(components) > 1_000
    assert components - everything.keys() == set()


def test_only_assembled_and_second_names_have_components(everything: dict[str, PartRecord]) -> None:
    kinds = {record.kind for record in everything.values() if record.components}
    assert kinds == {FileKind.SHORTCUT, FileKind.ALIAS, FileKind.PHYSICAL_COLOUR}
    aliases = [record for record in everything.values() if record.kind is FileKind.ALIAS]
    assert all(len(record.components) == 1 for record in aliases)


def test_every_row_has_a_title_and_is_found_by_its_number(everything: dict[str, PartRecord]) -> None:
    assert all(record.title and record.category for record in everything.values())
    for key in list(everything)[::500]:
        assert database().find(everything[key].number) == everything[key]


# Known parts.


def test_there_is_every_kind_of_part(everything: dict[str, PartRecord]) -> None:
    kinds = Counter(record.kind for record in everything.values())
    expected = {
        FileKind.PART: 10_000, FileKind.SHORTCUT: 4_000, FileKind.ALIAS: 300, FileKind.PHYSICAL_COLOUR: 300,
        FileKind.MOVED: 1_000, FileKind.SUBPART: 1_000, FileKind.SUBFILE: 5_000, FileKind.PRIMITIVE: 1_000,
        FileKind.STICKER: 1_000, FileKind.NOT_LEGO: 50, FileKind.FLEXIBLE_SECTION: 50,
    }  # fmt: skip
    assert all(kinds[kind] > number for kind, number in expected.items())
    assert FileKind.UNKNOWN not in kinds
    assert FileKind.MODEL not in kinds


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        ("3001", FileKind.PART),
        ("3023", FileKind.MOVED),
        ("3815c01", FileKind.SHORTCUT),
        ("s/3001s01", FileKind.SUBFILE),
        ("stud", FileKind.PRIMITIVE),
        ("48/4-4cyli", FileKind.PRIMITIVE),
        ("003238a", FileKind.STICKER),
        ("003437b", FileKind.ALIAS),
        ("73200", FileKind.PHYSICAL_COLOUR),
        ("t1006", FileKind.NOT_LEGO),
        ("10041", FileKind.SUBPART),
    ],
)
def test_a_known_part_is_of_its_kind(number: str, kind: FileKind) -> None:
    assert part(number).kind is kind


def test_a_brick_has_its_title_category_and_studs() -> None:
    brick = part("3001")
    assert (brick.title, brick.category, brick.number) == ("Brick  2 x  4", "Brick", "3001")
    (studs,) = database().studs_of(brick)
    assert studs.primitive == "stud.dat"
    assert (studs.turn == np.eye(3)).all()
    places = [[x, 0, z] for x in (-30, -10, 10, 30) for z in (-10, 10)]
    assert studs.places.tolist() == places
    shape = database().shape_of(brick)
    assert shape is not None
    assert len(shape.body) == 8


def test_a_moved_part_is_followed_over_every_hop() -> None:
    assert database().follow(part("3023")).number == "3023b"
    assert database().follow(part("3001")).number == "3001"
    two_hops = [
        record
        for record in database()
        if record.kind is FileKind.MOVED and part(record.target).kind is FileKind.MOVED
    ]
    assert len(two_hops) >= 48
    first = part("134")
    assert part(first.target).kind is FileKind.MOVED
    assert database().follow(first).number == "3794a"


def test_a_shortcut_knows_what_it_is_made_of() -> None:
    assert part("3815c01").components == (
        Component("3815.dat", 16, 1), Component("3816.dat", 16, 1), Component("3817.dat", 16, 1),
    )  # fmt: skip
    assert part("10040c01").components[2] == Component("u9013.dat", 0, 5)


def test_an_alias_and_a_physical_colour_know_the_part_behind_them() -> None:
    assert part("003437b").components == (Component("003440a.dat", 16, 1),)
    assert part("73200").components == (Component("3815c01.dat", 14, 1),)


@pytest.mark.parametrize(
    ("number", "bricklink", "rebrickable"),
    [
        ("3023b", ("3023",), ("3023",)),
        ("3068b", ("3068",), ()),
        ("3069b", ("3069",), ()),
        ("3070b", ("3070",), ()),
        ("3040b", ("3040",), ()),
        ("3062b", ("3062",), ()),
        ("4032a", ("4032",), ()),
        ("3626c", ("3626",), ()),
        ("6141", ("4073",), ()),
        ("59900", ("4589b",), ()),
        ("3001", (), ()),
    ],
)
def test_shop_numbers_are_those_of_the_header(
    number: str, bricklink: tuple[str, ...], rebrickable: tuple[str, ...]
) -> None:
    assert part(number).bricklink == bricklink
    assert part(number).rebrickable == rebrickable
    assert not any("bricklink" in keyword.lower() for keyword in part(number).keywords)


# Finding.


@pytest.mark.parametrize(
    "text", ["3001", "3001.dat", " 3001 ", "3001.DAT", "S\\3001S01", "s/3001s01.dat", "STUD.dat"]
)
def test_a_number_is_found_in_any_case_with_or_without_dat(text: str) -> None:
    record = database().find(text)
    assert record is not None
    assert record.number in ("3001", "s/3001s01", "stud")


def test_an_unknown_number_is_nothing() -> None:
    assert database().find("nobody") is None
    assert database().facts(["nobody.dat"]) == {}
    assert database().shapes(["nobody.dat"]) == {}


def test_many_numbers_are_asked_for_at_once() -> None:
    keys = [f"{number}.dat" for number in range(10_000)]
    facts, shapes = database().facts([*keys, "\0.dat", "\ud800.dat"]), database().shapes(keys)
    assert 2_000 < len(facts) == len(shapes) < 10_000
    assert facts["3001.dat"].kind is FileKind.PART


def test_parts_of_one_shape_share_it() -> None:
    shapes = database().shapes(["3068b.dat", "3068bp01.dat"])
    assert shapes["3068b.dat"] is shapes["3068bp01.dat"]


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("3001q.dat", "3001.dat"),
        ("30011.dat", "3001.dat"),
        ("3068bb.dat", "3068b.dat"),
        ("30233.dat", "3023.dat"),
        ("30233", "3023.dat"),
        ("3023", "3023.dat"),
        ("s/3023s01", "s/3023s01.dat"),
    ],
)
def test_the_nearest_number_is_one_letter_away(wrong: str, right: str) -> None:
    assert database().nearest(wrong) == right


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text[:20]))
def test_nothing_people_type_is_an_error(text: str) -> None:
    assert isinstance(database().search(text), list)
    assert isinstance(database().nearest(text), str)
    assert database().find(text) is None or text == "3001.dat"


@given(st.text(max_size=40))
@quick
def test_no_text_is_an_error(text: str) -> None:
    assert isinstance(database().search(text), list)
    assert isinstance(database().nearest(text), str)
    database().find(text)


def numbers(text: str, most: int = 50) -> list[str]:
    return [record.number for record in database().search(text, most)]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("3001", "3001"),
        ("3001.dat", "3001"),
        ("2x4 brick", "3001"),
        ("brick 2 x 4", "3001"),
        ("BRICK  2 X  4", "3001"),
        ("Brick 2×4".replace("×", "x"), "3001"),
        ("2555", "2555"),
        ("minifig sword shortsword", "3847"),
    ],
)
def test_what_is_meant_comes_first(text: str, number: str) -> None:
    assert numbers(text)[0] == number


def test_a_plate_with_a_clip_is_found_by_words_of_its_title() -> None:
    found = database().search("plate 1 x 2 clip")
    assert {"78256", "92280", "60470a", "60470b"} <= {record.number for record in found}
    assert all(
        {"plate", "1x2"} <= set(search_words(record.title)) for record in found if record.title[0] == "P"
    )


def test_words_may_be_cut_short_and_come_in_any_order() -> None:
    assert set(numbers("plate 1x2 clip")) == set(numbers("cli 1x2 plat"))


def test_sub_files_and_primitives_are_not_found_by_words() -> None:
    assert all(
        record.kind not in (FileKind.SUBFILE, FileKind.PRIMITIVE)
        for record in database().search("stud", 10**6)
    )
    assert numbers("s/3001s01") == []


def test_plain_parts_come_before_moved_ones() -> None:
    kinds = [record.kind is FileKind.MOVED for record in database().search("3023b", 200)]
    assert kinds == sorted(kinds)
    assert numbers("3023")[0] == "3023"


def test_no_more_are_found_than_asked_for() -> None:
    assert len(numbers("brick", 7)) == 7


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Plate  1 x  2 with Clip", ["plate", "1x2", "with", "clip"]),
        ("Brick  1 x  2 x  5", ["brick", "1x2x5"]),
        ("2x4", ["2x4"]),
        ("Wheel x 3", ["wheel", "x", "3"]),
        ("a_b-c.d", ["a", "b", "c", "d"]),
        ("-- * ()", []),
    ],
)
def test_sizes_are_one_word(text: str, words: list[str]) -> None:
    assert search_words(text) == words
