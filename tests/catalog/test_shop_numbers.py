"""Shop numbers: which rule gives one, how sure it is, and that our tables are sound."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from catalog.database.part_database import PartRecord, PartsDatabase
from catalog.shops.rebrickable import (
    RebrickableTables,
    is_decorated,
    is_sheet,
    shipped_tables,
    without_mould,
    without_pose,
)
from catalog.shops.shop_numbers import (
    Confidence,
    NumberBook,
    Override,
    Shop,
    numbers_in,
    our_overrides,
    successors,
)
from ldraw_tools.reading.header import FileKind
from scripts.make_successors import successors as found_successors
from tests.running import brickyard

EXACT, PROBABLE, UNCERTAIN, NONE = (
    Confidence.EXACT,
    Confidence.PROBABLE,
    Confidence.UNCERTAIN,
    Confidence.NONE,
)
DATA = Path(__file__).parent.parent.parent / "catalog" / "data"


@pytest.fixture(scope="module")
def database() -> PartsDatabase:
    return PartsDatabase()


class Known(RebrickableTables):
    """Tables with a few numbers in them: `606*` is made only printed."""

    def __init__(self, *numbers: str) -> None:
        super().__init__()
        self._numbers = numbers

    def _has_part(self, number: str) -> bool:
        return number in self._numbers or f"{number}*" in self._numbers

    def _has_prints(self, number: str) -> bool:
        return f"{number}*" in self._numbers or f"{number}pr01" in self._numbers

    def _is_made(self, number: str) -> bool:
        return number in self._numbers

    def is_unknown_in(self, number: str, colour: int) -> bool:
        return False


NOBODY = Known()


def part(number: str, title: str = "Brick", kind: FileKind = FileKind.PART, **more: object) -> PartRecord:
    bricklink = more.get("bricklink", ())
    assert isinstance(bricklink, tuple)
    return PartRecord(f"{number}.dat", title, kind, "", "", (), bricklink, (), (), None)


# From the research: moulds that BrickLink has dropped, numbers that differ, numbers that don't.
@pytest.mark.parametrize(
    ("number", "bricklink", "confidence"),
    [
        ("3068b", "3068", EXACT),
        ("3069b", "3069", EXACT),
        ("3070b", "3070", EXACT),
        ("3062b", "3062", EXACT),
        ("3626b", "3626", EXACT),
        ("3626c", "3626", EXACT),
        ("6141", "4073", EXACT),
        ("59900", "4589b", EXACT),
        ("3023b", "3023", EXACT),
        ("15573", "15573", EXACT),
        ("3001", "3001", EXACT),
        ("87087", "87087", EXACT),
        ("3816c", "971", EXACT),
        ("3709b", "3709", PROBABLE),
        ("6628", "6628a", PROBABLE),
        ("4266c01", "4266c02", PROBABLE),
        ("u9410-f2", "", NONE),
        ("20460bp0a", "970c00pb1023", UNCERTAIN),
        ("3039p34", "3039p34", PROBABLE),
        ("4865b", "4865b", EXACT),
        ("3068a", "3068a", EXACT),
        ("2436b", "2436b", PROBABLE),
        ("10057", "10057", UNCERTAIN),
    ],
)
def test_the_bricklink_number_of_a_part(
    database: PartsDatabase, number: str, bricklink: str, confidence: Confidence
) -> None:
    record = database.find(number)
    assert record is not None
    found = NumberBook({}, shipped_tables(), database).number(record, Shop.BRICKLINK)
    assert (found.number, found.confidence) == (bricklink, confidence)
    assert found.reason


def test_the_users_override_comes_before_everything(database: PartsDatabase) -> None:
    mine = {
        "3068b": Override("3068b", "mine", "", EXACT, "mine"),
        "4266c01": Override("4266c01", "my2", "", EXACT, ""),
    }
    book = NumberBook(mine, shipped_tables(), database)
    for number, meant in (("3068b", "mine"), ("4266c01", "my2")):
        record = database.find(number)
        assert record is not None
        found = book.number(record, Shop.BRICKLINK)
        assert (found.number, found.confidence, found.reason) == (meant, EXACT, "your override file")


def test_an_override_of_one_shop_leaves_the_other_to_the_rules(database: PartsDatabase) -> None:
    record = database.find("3068b")
    assert record is not None
    book = NumberBook({"3068b": Override("3068b", "", "x", EXACT, "")}, shipped_tables(), database)
    assert book.number(record, Shop.BRICKLINK).number == "3068"
    assert book.number(record, Shop.REBRICKABLE).number == "x"


def test_an_override_of_a_bent_part_may_leave_its_pose_out() -> None:
    book = NumberBook({"41475": Override("41475", "x1", "", EXACT, "")}, NOBODY)
    assert book.number(part("41475-f2"), Shop.BRICKLINK).number == "x1"


@pytest.mark.parametrize(
    ("number", "known", "confidence"),
    [
        ("4070", ("4070",), EXACT),
        ("4070", (), PROBABLE),
        ("41475-f2", ("41475",), EXACT),
        # A mould's letter stays: 4865b is not 4865.
        ("4070b", ("4070",), PROBABLE),
        ("4070b", ("4070b", "4070"), EXACT),
        ("4070b", ("4070b*",), EXACT),
        # Sold only printed: the plain number is there for the prints' sake, or not there at all.
        ("606", ("606*",), UNCERTAIN),
        ("10055", ("10055pr01",), UNCERTAIN),
        ("3039p34", (), PROBABLE),
        ("3039p34", ("3039p34",), PROBABLE),
    ],
)
def test_the_same_number_is_as_sure_as_what_rebrickable_knows_of_it(
    number: str, known: tuple[str, ...], confidence: Confidence
) -> None:
    found = NumberBook({}, Known(*known)).number(part(number), Shop.BRICKLINK)
    assert (found.number, found.confidence) == (without_pose(number), confidence)


@pytest.mark.parametrize(
    ("number", "known", "meant", "confidence"),
    [
        ("4070b", ("4070b",), "4070b", EXACT),
        ("4070b", ("4070",), "4070", UNCERTAIN),
        ("4070b", (), "4070b", UNCERTAIN),
        ("3039p34", ("3039p34",), "3039p34", EXACT),
        ("3039p34", (), "3039p34", UNCERTAIN),
    ],
)
def test_rebrickables_own_number_is_one_that_it_has(
    number: str, known: tuple[str, ...], meant: str, confidence: Confidence
) -> None:
    found = NumberBook({}, Known(*known)).number(part(number), Shop.REBRICKABLE)
    assert (found.number, found.confidence) == (meant, confidence)


def test_bricklinks_number_is_rebrickables_too_where_rebrickable_has_it() -> None:
    record = part("4070b", bricklink=("4070x",))
    found = NumberBook({}, Known("4070x")).number(record, Shop.REBRICKABLE)
    assert (found.number, found.confidence) == ("4070x", PROBABLE)


def test_a_number_that_other_files_keywords_name_is_bricklinks(database: PartsDatabase) -> None:
    # 43337's file gives BrickLink's 30413, so BrickLink has it, though Rebrickable hasn't.
    assert not shipped_tables().has_part("30413")
    found = NumberBook({}, NOBODY, database).number(part("30413"), Shop.BRICKLINK)
    assert (found.number, found.confidence) == ("30413", EXACT)


def test_tables_only_add_certainty(database: PartsDatabase) -> None:
    """No number is another one with tables, and none is less sure, but where they show that it isn't sold."""
    for record in database:
        if record.kind is FileKind.PART and record.number[0].isdigit():
            ours = NumberBook({}, shipped_tables()).number(record, Shop.BRICKLINK)
            alone = NumberBook({}, NOBODY).number(record, Shop.BRICKLINK)
            assert ours.number == alone.number or not alone.number
            assert ours.confidence >= alone.confidence or "only printed" in ours.reason, record.number


def test_prints_have_as_many_digits_as_bricklink_writes_now(database: PartsDatabase) -> None:
    """BrickLink widens all numbers of a part's prints at once: 2431pb013 has become 2431pb0013."""
    book = NumberBook({}, shipped_tables(), database)
    widths: dict[str, set[int]] = {}
    for record in database:
        given = book.from_header(record, Shop.BRICKLINK)
        if given and (found := re.match(r"^(.*?pb)(\d+)", given.number)):
            widths.setdefault(found[1].lower(), set()).add(len(found[2]))
    assert widths["2431pb"] == {4}
    assert [stem for stem, several in widths.items() if len(several) > 1] == []


def test_what_the_header_names_wins_over_the_same_number() -> None:
    record = part("4070", bricklink=("4070a",))
    assert NumberBook({}, Known("4070")).number(record, Shop.BRICKLINK).number == "4070a"


def test_a_sheet_of_stickers_is_no_number_of_the_part() -> None:
    record = part("3678ad21", bricklink=("1554stk01", "BA250pb01"))
    assert NumberBook({}, NOBODY).number(record, Shop.BRICKLINK).number == "BA250pb01"


@pytest.mark.parametrize("name", ["my wing", "wing.ldr", "jacena2", "6959 - 123"])
def test_a_name_that_is_no_number_gets_none(name: str) -> None:
    assert NumberBook({}, NOBODY).number(part(name), Shop.BRICKLINK).confidence is NONE


def test_a_part_that_ldraw_lacks_is_doubtful() -> None:
    unknown = part("99999", "", FileKind.UNKNOWN)
    assert NumberBook({}, NOBODY).number(unknown, Shop.BRICKLINK).confidence is UNCERTAIN


def test_keywords_give_numbers_in_any_case_and_free_text_none() -> None:
    keywords = [
        "Bricklink 3068",
        "BRICKLINK 3068pb01",
        "Set 1",
        "BrickLink see also 5",
        "Rebrickable 3068b",
        "bricklink 3068",
    ]
    assert numbers_in(keywords, Shop.BRICKLINK) == ("3068", "3068pb01")
    assert numbers_in(keywords, Shop.REBRICKABLE) == ("3068b",)


@pytest.mark.parametrize(
    ("number", "is_one"),
    [("6397stk01", True), ("7730stk01a", True), ("355.1stk02", True), ("3068pb01", False)],
)
def test_a_sheet_is_known_by_its_number(number: str, is_one: bool) -> None:
    assert is_sheet(number) is is_one


def test_decoration_is_known_by_number_and_title() -> None:
    assert is_decorated(part("3068bp01"))
    assert is_decorated(part("4286d08"))
    assert is_decorated(part("20460", "Minifig Leg with Red Pattern"))
    assert not is_decorated(part("3068b", "Tile 2 x 2"))


def test_poses_and_moulds_come_off() -> None:
    assert [without_pose(one) for one in ("41475-f2", "3001", "x-f")] == ["41475", "3001", "x-f"]
    assert [without_mould(one) for one in ("3660b", "3001", "3001p01")] == ["3660", "3001", "3001p01"]


def test_our_overrides_name_their_sources_and_none_is_called_exact(database: PartsDatabase) -> None:
    with (DATA / "overrides.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    said = (DATA / "SOURCES.md").read_text("utf-8")
    assert [row["ldraw"] for row in rows] == sorted(our_overrides())
    for row in rows:
        assert database.find(row["ldraw"]), row
        assert f"`{row['source']}`" in said
        assert row["confidence"] == "probable"
        assert row["bricklink"] != row["ldraw"]


def test_no_override_of_ours_contradicts_a_header(database: PartsDatabase) -> None:
    for number in our_overrides():
        record = database.find(number)
        assert record is not None
        assert not NumberBook({}, NOBODY).from_header(record, Shop.BRICKLINK)


def test_the_table_of_successors_is_what_the_database_gives(database: PartsDatabase) -> None:
    assert dict(successors()) == found_successors(database)
    assert all(database.find(new) for new in successors().values())


def test_s4_a_print_that_is_numbered_as_bricklinks_are_is_probable(tmp_path: Path) -> None:
    (tmp_path / "m.ldr").write_text("1 72 0 0 0 1 0 0 0 1 0 0 0 1 3069bpb777.dat\n")
    [lot] = json.loads(brickyard(["parts", "m.ldr", "--format", "json"], tmp_path).stdout)["lots"]
    assert (lot["number"], lot["confidence"]) == ("3069bpb777", "probable")
    assert lot["reason"] == "numbered as BrickLink numbers its prints"
