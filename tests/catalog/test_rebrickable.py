"""Rebrickable's tables as users download them: packed or not, whole or broken."""

from __future__ import annotations

import gzip
import os
import zipfile
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from catalog.database.part_database import read_only, shipped_parts
from catalog.shops import rebrickable
from catalog.shops.rebrickable import (
    ALTERNATE,
    MOULD,
    SHIPPED,
    RebrickableTables,
    add_tables,
    open_tables,
    shipped_tables,
    tables_place,
)
from catalog.shops.shop_numbers import NumberBook, Shop
from ldraw_tools.findings import BrickyardError
from ldraw_tools.reading.header import FileKind
from scripts.make_shop_facts import compile_facts

PARTS = "part_num,name,part_cat_id,part_material\n3001,Brick 2 x 4,11,Plastic\n3001A,Old Brick,11,Plastic\n"
ELEMENTS = (
    "element_id,part_num,color_id,design_id\n300121,3001,4,3001\n4114319,3001,4,\n"
    "300123,3001,1,3001\nx,3001,2,\n1,3002,-1,\n"
)
RELATIONS = "rel_type,child_part_num,parent_part_num\nM,3001A,3001\nA,3002,3001\n"


def folder(tmp_path: Path, **tables: str) -> Path:
    where = tmp_path / "downloads"
    where.mkdir()
    for name, text in tables.items():
        (where / f"{name}.csv").write_text(text, "utf-8")
    return where


def added(tmp_path: Path, **tables: str) -> RebrickableTables:
    target = tmp_path / "data" / "tables.sqlite"
    add_tables(folder(tmp_path, **tables), target)
    return RebrickableTables(target)


def test_numbers_elements_and_relationships_are_found_again(tmp_path: Path) -> None:
    tables = added(tmp_path, parts=PARTS, elements=ELEMENTS, part_relationships=RELATIONS)
    assert tables.has_part("3001")
    assert tables.has_part("3001a")
    assert not tables.has_part("9")
    assert tables.elements("3001", 4) == (4114319, 300121)
    assert tables.element(300123) == ("3001", 1)
    assert tables.is_unknown_in("3001", 15)
    assert not tables.is_unknown_in("3001", 4)
    assert not tables.is_unknown_in("9", 4)
    assert tables.related("3001", MOULD) == ("3001a",)
    assert tables.related("3001a", MOULD) == ("3001",)
    assert tables.related("3001", ALTERNATE) == ("3002",)
    tables.close()


def test_packed_tables_are_read_as_they_are(tmp_path: Path) -> None:
    where = folder(tmp_path)
    (where / "Parts.csv.gz").write_bytes(gzip.compress(PARTS.encode()))
    with zipfile.ZipFile(where / "elements.csv.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("elements.csv", ELEMENTS)
    report = add_tables(where, tmp_path / "t.sqlite")
    assert report.rows == {"parts": 2, "elements": 5}
    assert report.missing == ("part_relationships",)
    tables = RebrickableTables(tmp_path / "t.sqlite")
    assert tables.has_elements
    tables.close()


def test_the_age_of_the_tables_is_that_of_the_oldest_file(tmp_path: Path) -> None:
    where = folder(tmp_path, parts=PARTS, elements=ELEMENTS)
    os.utime(where / "parts.csv", (1_700_000_000, 1_700_000_000))
    assert add_tables(where, tmp_path / "t.sqlite").date == "2023-11-14"


def test_adding_again_replaces_what_was_there(tmp_path: Path) -> None:
    where = folder(tmp_path, parts=PARTS)
    add_tables(where, tmp_path / "t.sqlite")
    (where / "parts.csv").write_text("part_num,name\n9,Nine\n")
    add_tables(where, tmp_path / "t.sqlite")
    tables = RebrickableTables(tmp_path / "t.sqlite")
    assert tables.has_part("9")
    assert not tables.has_part("3001")
    tables.close()


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("parts.csv", b"", "no column part_num"),
        ("parts.csv", b"number,title\n1,2\n", "no column part_num"),
        ("parts.csv", b"part_num,name\n\xff\xfe,x\n", "can't be read"),
        ("parts.csv.gz", b"not packed", "can't be read"),
        ("parts.csv.gz", gzip.compress(PARTS.encode(), mtime=0)[:30], "can't be read"),
        ("parts.zip", b"PK\x03\x04", "damaged"),
        ("elements.csv", b"element_id", "no parts.csv"),
    ],
)
def test_what_is_no_table_is_one_sentence_and_nothing_is_written(
    tmp_path: Path, name: str, data: bytes, said: str
) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / name).write_bytes(data)
    with pytest.raises(BrickyardError, match=said):
        add_tables(tmp_path / "in", tmp_path / "out" / "t.sqlite")
    assert not (tmp_path / "out" / "t.sqlite").exists()


def test_a_folder_that_is_none_is_told(tmp_path: Path) -> None:
    with pytest.raises(BrickyardError, match="no such folder"):
        add_tables(tmp_path / "nowhere", tmp_path / "t.sqlite")


@pytest.mark.parametrize("limit", ["MOST_BYTES", "MOST_ROWS"])
def test_a_bomb_is_refused_before_it_goes_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(rebrickable, limit, 1000)
    where = folder(tmp_path)
    (where / "parts.csv.gz").write_bytes(gzip.compress(b"part_num,name\n" + b"1,x\n" * 100_000))
    with pytest.raises(BrickyardError, match="not Rebrickable's table"):
        add_tables(where, tmp_path / "t.sqlite")


def test_tables_are_kept_in_the_users_own_folder(tmp_path: Path) -> None:
    environ = {"XDG_DATA_HOME": str(tmp_path)}
    assert tables_place(environ, "linux", tmp_path) == tmp_path / "brickyard" / "rebrickable.sqlite"
    assert open_tables(environ, "linux", tmp_path) is shipped_tables()
    add_tables(
        folder(tmp_path, parts="part_num,name\nbrandnew1,New\n"), tables_place(environ, "linux", tmp_path)
    )
    tables = open_tables(environ, "linux", tmp_path)
    assert tables.has_part("brandnew1")
    tables.close()


def test_the_users_tables_add_to_ours_and_take_nothing_away(tmp_path: Path) -> None:
    target = tmp_path / "user.sqlite"
    new = "part_num,name\nbrandnew1,New\n99999pr0001,Printed\n"
    elements = "element_id,part_num,color_id\n99999999,3001,4\n88888888,brandnew1,0\n"
    add_tables(folder(tmp_path, parts=new, elements=elements), target)
    ours, both = shipped_tables(), RebrickableTables(SHIPPED, target)
    assert both.has_part("brandnew1")
    assert both.has_part("3001")
    assert both.elements("3001", 4) == (99999999, *ours.elements("3001", 4))
    assert both.element(88888888) == ("brandnew1", 0)
    assert both.related("3660", MOULD) == ours.related("3660", MOULD)
    assert both.date > ours.date == "2026-04-02"
    # A print is no reason to doubt a number that wasn't doubted before.
    assert not both.has_prints("99999")
    both.close()


def test_newer_tables_never_make_a_right_number_worse(tmp_path: Path) -> None:
    """Whatever they say: that all parts are only printed, that they are made, or that there are no others."""
    records = [one for one in shipped_parts() if one.kind in (FileKind.PART, FileKind.SHORTCUT)][::12]
    assert len(records) > 1000
    numbers = [one.number for one in records]
    printed = "".join(f"{number}pr0001,Printed\n" for number in numbers)
    known = "".join(f"{number},Known\n" for number in numbers)
    relations = "".join(f"P,{number}pr0001,{number}\nM,{number},3001\n" for number in numbers)
    ours = NumberBook({}, shipped_tables(), shipped_parts())
    for name, parts in {"printed": printed, "known": known, "nothing": ""}.items():
        target = tmp_path / f"{name}.sqlite"
        tables = {
            "parts": f"part_num,name\n{parts}",
            "part_relationships": f"rel_type,child_part_num,parent_part_num\n{relations}",
        }
        (tmp_path / name).mkdir()
        add_tables(folder(tmp_path / name, **tables), target)
        both = RebrickableTables(SHIPPED, target)
        newer = NumberBook({}, both, shipped_parts())
        for record in records:
            before, after = ours.number(record, Shop.BRICKLINK), newer.number(record, Shop.BRICKLINK)
            assert after.confidence >= before.confidence, (name, record.number)
            assert after.number == before.number or not before.number, (name, record.number)
        both.close()


def test_what_ships_is_what_the_script_makes_of_the_tables(tmp_path: Path) -> None:
    where = folder(tmp_path, parts=PARTS, elements=ELEMENTS, part_relationships=RELATIONS)
    rows = compile_facts(where, "2026-04-02", tmp_path / "facts.sqlite")
    assert rows == {"parts": 2, "elements": 4, "relationships": 4}
    add_tables(where, tmp_path / "user.sqlite")
    made, user = (RebrickableTables(tmp_path / f"{name}.sqlite") for name in ("facts", "user"))
    # 3002 is named by an element and a relationship only, so it is no part.
    for number in ("3001", "3001A", "3002", "9"):
        assert made.has_part(number) == user.has_part(number)
        assert made.colours(number) == user.colours(number)
        assert made.elements(number, 4) == user.elements(number, 4)
        assert [made.related(number, kind) for kind in "AM"] == [user.related(number, kind) for kind in "AM"]
    assert made.element(300123) == user.element(300123) == ("3001", 1)
    made.close()
    user.close()


def test_what_ships_knows_parts_colours_elements_and_prints() -> None:
    tables = shipped_tables()
    assert tables.date == "2026-04-02"
    assert tables.has_elements
    assert (tables.has_part("3001"), tables.has_part("30413")) == (True, False)
    assert tables.element(300121) == ("3001", 4)
    assert tables.has_prints("973")
    assert not tables.has_part("973")
    assert tables.is_unknown_in("24309", 378)
    assert shipped_tables() is tables


def test_a_file_that_is_no_copy_says_how_to_mend_it(tmp_path: Path) -> None:
    (tmp_path / "t.sqlite").write_bytes(b"something else")
    with pytest.raises(BrickyardError, match="catalog add rebrickable"):
        RebrickableTables(tmp_path / "t.sqlite")


@pytest.mark.parametrize(
    ("path", "name"),
    [
        (PurePosixPath("/home/b k/100%?.sqlite"), "file:///home/b%20k/100%25%3F.sqlite?mode=ro"),
        (PureWindowsPath(r"C:\Users\Jörg\a.sqlite"), "file:///C:/Users/J%C3%B6rg/a.sqlite?mode=ro"),
        (PureWindowsPath(r"\\school\homes\a.sqlite"), "file:////school/homes/a.sqlite?mode=ro"),
    ],
)
def test_sqlite_is_given_names_it_can_open_on_a_server_too(
    path: PurePosixPath | PureWindowsPath, name: str
) -> None:
    assert read_only(path) == name


def test_tables_in_a_folder_with_an_odd_name_are_found_again(tmp_path: Path) -> None:
    odd = tmp_path / "50% off? #1"
    odd.mkdir()
    assert added(odd, parts=PARTS).has_part("3001")


def test_a_place_that_can_not_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(BrickyardError, match="can't be made a folder"):
        add_tables(folder(tmp_path, parts=PARTS), tmp_path / "file" / "tables.sqlite")
