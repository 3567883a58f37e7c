"""Building the database: from a library of a dozen files everything about it can be said beforehand."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from catalog.database.database_building import PartRow, _rows_of, build
from catalog.database.part_database import PartsDatabase
from catalog.database.shape_codec import decode_shapes, decode_studs
from ldraw_tools.findings import BrickyardError
from ldraw_tools.library.places import Component
from ldraw_tools.measuring.measure import Measurement
from ldraw_tools.measuring.shapes import Shape
from ldraw_tools.reading.header import FileKind
from tests.measuring import Points, database

AT = "1 0 0 0 1 0 0 0 1"
# The sides of a cube from -1 to 1 as six quadrilaterals would be; two are enough for its hull.
FACES = "4 16 -1 -1 -1 1 -1 -1 1 -1 1 -1 -1 1\n4 16 -1 1 -1 -1 1 1 1 1 1 1 1 -1\n"


def file(title: str, org: str, *lines: str) -> str:
    """A library file, with the line ends of the library."""
    text = "\n".join([f"0 {title}", "0 Name: x.dat", "0 Author: Nobody", f"0 !LDRAW_ORG {org}", *lines])
    return text.replace("\n", "\r\n") + "\r\n"


LIBRARY = {
    "LDConfig.ldr": "0 LDraw.org Configuration File\n0 !LDRAW_ORG Configuration UPDATE 2021-02-03\n",
    "p/stud.dat": file("Stud", "Primitive UPDATE 2012-01", "1 16 0 -2 0 6 0 0 0 2 0 0 0 6 cube.dat"),
    "p/stud4.dat": file("Stud Tube Open", "Primitive", "1 16 0 -2 0 8 0 0 0 2 0 0 0 8 cube.dat"),
    "p/cube.dat": file("Cube", "Primitive", FACES),
    "p/48/cube.dat": file("Cube, fine", "48_Primitive", FACES),
    "p/8/stud.dat": file("Stud, coarse", "8_Primitive", "1 16 0 -2 0 6 0 0 0 2 0 0 0 6 cube.dat"),
    "parts/s/bricks01.dat": file("~Brick Walls", "Subpart", "1 16 0 12 0 20 0 0 0 12 0 0 0 10 cube.dat"),
    "parts/brick.dat": file(
        "Brick  1 x  2",
        "Part UPDATE 2020-03",
        "0 !KEYWORDS BrickLink b12, wall, Rebrickable r12, bricklink b13",
        "0 !KEYWORDS Bricklink two words, tall thing",
        f"1 16 0 0 0 {AT} s\\bricks01.dat",
        f"1 16 -10 0 0 {AT} stud.dat",
        f"1 16 10 0 0 {AT} stud.dat",
        "1 16 0 20 0 1 0 0 0 -1 0 0 0 1 stud4.dat",
        "2 24 0 0 0 0 -900 0",
    ),
    "parts/sideways.dat": file(
        "Brick  1 x  2 with Stud on Side",
        "Part UPDATE 2019-01",
        "0 !CATEGORY Bracket",
        f"1 16 0 0 0 {AT} brick.dat",
        "1 16 0 12 -10 1 0 0 0 0 -1 0 1 0 stud.dat",
    ),
    "parts/old.dat": file("~Moved to older", "Part UPDATE 2018-01", f"1 16 0 0 0 {AT} brick.dat"),
    "parts/older.dat": file("~Moved to brick", "Part UPDATE 2018-01", f"1 16 0 0 0 {AT} brick.dat"),
    "parts/s/gones01.dat": file("~Moved to bricks01", "Subpart", f"1 16 0 0 0 {AT} s\\bricks01.dat"),
    "parts/alias.dat": file("=Brick  1 x  2", "Part Alias UPDATE 2018-01", f"1 16 0 0 0 {AT} brick.dat"),
    "parts/red.dat": file("_Brick  1 x  2 Red", "Part Physical_Colour", f"1 4 0 0 0 {AT} brick.dat"),
    "parts/wall.dat": file(
        "Wall of Bricks",
        "Shortcut UPDATE 2021-05",
        f"1 16 0 0 0 {AT} brick.dat",
        f"1 16 0 24 0 {AT} brick.dat",
        f"1 14 40 0 0 {AT} sideways.dat",
    ),
    "parts/label.dat": file("Sticker  1 x  1 with Label", "Part", "4 16 -5 0 -5 5 0 -5 5 0 5 -5 0 5"),
    "parts/other.dat": file("| Somebody's Brick", "Part", f"1 16 0 0 0 {AT} brick.dat"),
    "parts/half.dat": file("~Brick Half", "Part", f"1 16 0 0 0 {AT} s\\bricks01.dat"),
    "parts/nothing.dat": file("Thing of Lines", "Part", "2 24 0 0 0 1 1 1"),
    "parts/painted.dat": file("Brick  1 x  2 with Pattern", "Part", f"1 4 0 0 0 {AT} brick.dat"),
}  # fmt: skip


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("library")
    for name, text in LIBRARY.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return root


@pytest.fixture(scope="module")
def built(library: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PartsDatabase]:
    target = tmp_path_factory.mktemp("built") / "parts.sqlite"
    assert build(library, target, jobs=1) == len(LIBRARY) - 1
    parts = PartsDatabase(target)
    yield parts
    parts.close()


def sides(shape: Shape | None) -> tuple[float, float, float, float]:
    """Width, height, depth, and height without the studs on top."""
    assert shape is not None
    size = Measurement(shape)
    assert size.box is not None
    assert size.box_without_top_studs is not None
    return size.box.width, size.box.height, size.box.depth, size.box_without_top_studs.height


def test_every_file_of_the_library_is_a_row(built: PartsDatabase) -> None:
    keys = sorted(name.removeprefix("parts/").removeprefix("p/") for name in LIBRARY if name.endswith(".dat"))
    assert [record.key for record in built] == keys


def test_it_is_called_by_its_newest_file_and_its_colours(built: PartsDatabase) -> None:
    assert (built.about["release"], built.about["colours"]) == ("202105", "2021-02-03")
    assert built.about["files"] == str(len(LIBRARY) - 1)


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        ("brick", FileKind.PART),
        ("old", FileKind.MOVED),
        ("alias", FileKind.ALIAS),
        ("red", FileKind.PHYSICAL_COLOUR),
        ("wall", FileKind.SHORTCUT),
        ("label", FileKind.STICKER),
        ("other", FileKind.NOT_LEGO),
        ("half", FileKind.SUBPART),
        ("s/bricks01", FileKind.SUBFILE),
        ("stud", FileKind.PRIMITIVE),
        ("48/cube", FileKind.PRIMITIVE),
        ("8/stud", FileKind.PRIMITIVE),
    ],
)
def test_a_file_is_of_the_kind_its_header_says(built: PartsDatabase, number: str, kind: FileKind) -> None:
    record = built.find(number)
    assert record is not None
    assert record.kind is kind


def test_a_part_has_what_its_header_says(built: PartsDatabase) -> None:
    brick, sideways = built.find("brick"), built.find("sideways")
    assert brick is not None
    assert sideways is not None
    assert (brick.title, brick.category) == ("Brick  1 x  2", "Brick")
    assert brick.bricklink == ("b12", "b13")
    assert brick.rebrickable == ("r12",)
    assert brick.keywords == ("wall", "tall thing")
    assert sideways.category == "Bracket"


def test_a_moved_part_knows_where_it_went_and_is_drawn_as_it_is(built: PartsDatabase) -> None:
    old = built.find("old")
    assert old is not None
    assert old.target == "older.dat"
    assert built.follow(old).number == "brick"
    assert old.shape_id == built.follow(old).shape_id


def test_a_moved_sub_file_that_forgets_its_folder_went_to_what_it_places(built: PartsDatabase) -> None:
    gone = built.find("s/gones01")
    assert gone is not None
    assert gone.target == "s/bricks01.dat"


def test_components_are_told_with_colour_and_count(built: PartsDatabase) -> None:
    found = {
        number: record.components
        for number in ("wall", "alias", "red", "painted", "brick")
        if (record := built.find(number))
    }
    assert found == {
        "wall": (Component("brick.dat", 16, 2), Component("sideways.dat", 14, 1)),
        "alias": (Component("brick.dat", 16, 1),),
        "red": (Component("brick.dat", 4, 1),),
        "painted": (),
        "brick": (),
    }


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        ("brick", (40, 28, 20, 24)),
        ("old", (40, 28, 20, 24)),
        ("red", (40, 28, 20, 24)),
        # The stud on the side stays.
        ("sideways", (40, 28, 24, 24)),
        # The lower bricks' studs are inside.
        ("wall", (80, 52, 24, 48)),
        ("half", (40, 24, 20, 24)),
        ("label", (10, 0, 10, 0)),
        ("stud", (12, 4, 12, 4)),
        ("stud4", (16, 4, 16, 4)),
    ],
)
def test_a_shape_has_the_size_that_was_drawn(
    built: PartsDatabase, number: str, expected: tuple[float, float, float, float]
) -> None:
    record = built.find(number)
    assert record is not None
    assert sides(built.shape_of(record)) == expected


def test_a_part_of_lines_has_no_size(built: PartsDatabase) -> None:
    nothing = built.find("nothing")
    assert nothing is not None
    shape = built.shape_of(nothing)
    assert shape is not None
    assert shape.is_empty


def test_studs_are_kept_by_direction_and_tubes_are_body(built: PartsDatabase) -> None:
    record = built.find("sideways")
    assert record is not None
    shape = built.shape_of(record)
    assert shape is not None
    assert sorted(group.axis.round(3).tolist() for group in shape.studs) == [[0, -1, 0], [0, 0, -1]]
    places = [(group.primitive, group.places.tolist()) for group in built.studs_of(record)]
    assert sorted(places) == [("stud.dat", [[-10, 0, 0], [10, 0, 0]]), ("stud.dat", [[0, 12, -10]])]


def test_parts_that_look_alike_share_a_shape(built: PartsDatabase) -> None:
    identities = {
        record.shape_id
        for record in built
        if record.key in ("brick.dat", "alias.dat", "red.dat", "other.dat")
    }
    assert len(identities) == 1


def test_words_find_parts_and_not_what_they_are_made_of(built: PartsDatabase) -> None:
    assert built.search("brick 1 x 2")[0].number == "brick"
    assert [record.number for record in built.search("tall wal")] == ["brick"]
    assert built.search("cube") == built.search("tube") == []


def test_the_same_library_gives_the_same_bytes(library: Path, tmp_path: Path) -> None:
    for name in ("one", "other"):
        build(library, tmp_path / name, jobs=1)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_several_processes_give_the_same_bytes_as_one(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(library, tmp_path / "one", jobs=1)
    monkeypatch.setattr("catalog.database.database_building._CHUNK", 3)
    seen: list[tuple[int, int]] = []
    build(library, tmp_path / "other", jobs=2, progress=lambda done, total: seen.append((done, total)))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()
    assert seen[-1] == (len(LIBRARY) - 1, len(LIBRARY) - 1)
    assert seen == sorted(seen)


def test_a_folder_that_is_no_library_is_refused_and_the_old_file_stays(tmp_path: Path) -> None:
    target = tmp_path / "parts.sqlite"
    target.write_bytes(b"old")
    with pytest.raises(BrickyardError, match="no LDraw library here"):
        build(tmp_path, target, jobs=1)
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["parts.sqlite"]


def test_a_database_is_compact(built: PartsDatabase) -> None:
    with closing(sqlite3.connect(built.path)) as file, file:
        assert file.execute("PRAGMA freelist_count").fetchone() == (0,)
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    file.close()


def reaches(points: Points, ways: Points) -> Points:
    return np.asarray((points @ ways.T).max(axis=0)) if len(points) else np.zeros(len(ways))


def assert_same_outline(row: PartRow, outline: bytes, ways: Points) -> None:
    one, other = decode_shapes([row.outline])[0], decode_shapes([outline])[0]
    assert np.abs(reaches(one.points(), ways) - reaches(other.points(), ways)).max() < 0.03, row.key
    assert np.abs(reaches(one.body, ways) - reaches(other.body, ways)).max() < 0.03, row.key
    axes = [sorted(group.axis.round(3).tolist() for group in shape.studs) for shape in (one, other)]
    assert axes[0] == axes[1], row.key


def test_200_parts_built_anew_are_the_rows_that_are_shipped(library_root: Path) -> None:
    shipped = {record.key: record for record in database()}
    keys = random.Random(200).sample(sorted(shipped), 200)
    ways = np.random.default_rng(200).normal(size=(100, 3))
    ways /= np.linalg.norm(ways, axis=1)[:, None]
    rows = {row.key: row for row in _rows_of((library_root, keys))}
    # A library newer than the database may say otherwise of some.
    same = [key for key in keys if key in rows and rows[key].release <= database().about["release"]]
    assert len(same) > 100
    for key in same:
        row, record = rows[key], shipped[key]
        assert (row.title, row.kind, row.category, row.target) == (
            record.title, record.kind.value, record.category, record.target,
        ), key  # fmt: skip
        assert tuple(row.bricklink.split()) == record.bricklink, key
        assert tuple(row.rebrickable.split()) == record.rebrickable, key
        assert tuple(row.keywords.split("\n") if row.keywords else ()) == record.keywords, key
        outline, studs = (
            database()
            ._db.execute("SELECT outline, studs FROM shapes WHERE id = ?", (record.shape_id,))
            .fetchone()
        )
        assert_same_outline(row, outline, ways)
        assert [(group.primitive, len(group.places)) for group in decode_studs(row.studs)] == [
            (group.primitive, len(group.places)) for group in decode_studs(studs)
        ], key
