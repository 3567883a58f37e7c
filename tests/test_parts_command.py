"""`brickyard parts` as people use it: one file or a folder, and what it says."""

from __future__ import annotations

import json
import os
import re
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from brickyard import parts_list
from brickyard.cli import make_app
from brickyard.parts import Form, list_files
from brickyard.parts.list_files import clipboard_programs
from brickyard.parts.stock import read_stock
from brickyard.web.systems_view import write_lists
from catalog.shops.rebrickable import add_tables, tables_place
from ldraw_tools.findings import BrickyardError
from tests.building import place
from tests.running import brickyard
from tests.test_inspect import GOLDEN, UPDATE

MIXED = GOLDEN / "parts" / "mixed.ldr"
PAIR = GOLDEN / "parts" / "pair.yaml"
ALL = (
    "bricklink.xml",
    "brickstore.bsx",
    "rebrickable.csv",
    "pick-a-brick.csv",
    "parts.csv",
    "parts.json",
    "parts.html",
)


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user who has added no tables."""
    folder = tmp_path_factory.mktemp("home")
    for name in ("HOME", "XDG_DATA_HOME", "LOCALAPPDATA", "USERPROFILE"):
        monkeypatch.setenv(name, str(folder))
    return folder


def bricks(tmp_path: Path, *parts: tuple[str, int], name: str = "model.ldr") -> Path:
    path = tmp_path / name
    path.write_text("".join(place(f"{part}.dat", colour) + "\n" for part, colour in parts))
    return path


def make(path: Path, output: Path | None = None, command: str = "parts", **asked: object) -> int:
    """`max_lots=2` stands for --max-lots 2, `all=True` for --all, and a tuple for an option given often."""
    words = [command, str(path), *(["-o", str(output)] if output else [])]
    words += ["--no-pictures"] if command == "parts" and "pictures" not in asked else []
    for name, value in asked.items():
        for one in value if isinstance(value, tuple) else (value,):
            words += [f"--{name.replace('_', '-')}", *([] if one is True else [str(one)])]
    status: int = make_app([command])(words, standalone_mode=False)
    return status


def in_one_line(capsys: pytest.CaptureFixture[str]) -> str:
    return " ".join(capsys.readouterr().out.split())


def numbers(path: Path) -> dict[str, int]:
    stock = read_stock(path)
    return {lot.number: lot.quantity for lot in stock.lots}


@pytest.mark.parametrize("source", [MIXED, PAIR], ids=lambda source: source.stem)
def test_the_lists_are_as_they_were(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Findings name files as seen from the current folder.
    monkeypatch.chdir(MIXED.parent)
    made = tmp_path / source.stem
    make(source, made)
    golden = source.with_suffix("")
    fonts = re.compile(rb'base64,[^"]+"\) format')
    found = {
        path.name: fonts.sub(b'base64,") format', path.read_bytes())
        for path in (tmp_path / source.stem).iterdir()
    }
    found["report.txt"] = capsys.readouterr().out.replace(str(tmp_path), "").replace(os.sep, "/").encode()
    if UPDATE:
        golden.mkdir(exist_ok=True)
        for path in golden.iterdir():
            path.unlink()
        for file, data in found.items():
            (golden / file).write_bytes(data)
    assert sorted(found) == sorted(path.name for path in golden.iterdir())
    for file, data in found.items():
        assert data == (golden / file).read_bytes(), f"{file}: BRICKYARD_UPDATE=1 writes it anew"


def test_the_same_every_run(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        make(MIXED, tmp_path / folder)
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()


def test_a_folder_gets_every_format_and_a_file_its_own(tmp_path: Path) -> None:
    model = bricks(tmp_path, ("3001", 4))
    assert make(model, tmp_path / "buy") == 0
    assert sorted(path.name for path in (tmp_path / "buy").iterdir()) == sorted(ALL)
    for name in ("list.xml", "list.bsx", "list.csv", "list.json", "list.html"):
        make(model, tmp_path / name)
        assert (tmp_path / name).stat().st_size
    assert numbers(tmp_path / "list.xml") == numbers(tmp_path / "list.bsx") == numbers(tmp_path / "list.csv")
    make(model, tmp_path / "rb.txt", format=Form.REBRICKABLE)
    assert (tmp_path / "rb.txt").read_text() == "Part,Color,Quantity\n3001,4,1\n"


def test_a_name_without_a_known_ending_needs_a_format(tmp_path: Path) -> None:
    with pytest.raises(BrickyardError, match="which format"):
        make(bricks(tmp_path, ("3001", 4)), tmp_path / "list.txt")


def test_uncertain_lines_go_to_a_second_file_unless_they_are_wanted(tmp_path: Path) -> None:
    model = bricks(tmp_path, ("3001", 4), ("973p8l", 1))
    make(model, tmp_path / "list.xml")
    assert numbers(tmp_path / "list.xml") == {"3001": 1}
    assert numbers(tmp_path / "list-uncertain.xml") == {"973pb0899c01": 1}
    make(model, tmp_path / "all.xml", with_uncertain=True)
    assert numbers(tmp_path / "all.xml") == {"3001": 1, "973pb0899c01": 1}
    assert not (tmp_path / "all-uncertain.xml").exists()


def test_a_file_from_an_earlier_list_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make(bricks(tmp_path, ("3001", 4), ("973p8l", 1)), tmp_path / "list.xml")
    make(bricks(tmp_path, ("3001", 4)), tmp_path / "list.xml")
    assert in_one_line(capsys).count(
        "PRT033: is left over from an earlier list; this one doesn't write it list-uncertain.xml"
    )


def test_lists_are_split_into_files_of_so_many_lots(tmp_path: Path) -> None:
    model = bricks(tmp_path, *((part, 4) for part in ("3001", "3002", "3003", "3004", "3005")))
    make(model, tmp_path / "list.xml", max_lots=2)
    files = sorted(tmp_path.glob("list-*.xml"))
    assert [path.name for path in files] == ["list-1.xml", "list-2.xml", "list-3.xml"]
    assert [len(numbers(path)) for path in files] == [2, 2, 1]


def test_one_format_without_a_place_goes_to_stdout_alone(tmp_path: Path) -> None:
    bricks(tmp_path, ("3001", 4))
    run = brickyard(["parts", "model.ldr", "--format", "json"], tmp_path)
    assert run.returncode == 0
    assert not run.stderr
    document = json.loads(run.stdout)
    assert [lot["number"] for lot in document["lots"]] == ["3001"]
    assert (document["held"], document["added"]) == (1, 0)


def test_what_is_wrong_with_a_model_is_told_and_is_status_1(tmp_path: Path) -> None:
    (tmp_path / "model.ldr").write_text(f"{place('3001.dat', 4)}\n{place('gone.ldr', 4)}\n")
    run = brickyard(["parts", "model.ldr", "--format", "bricklink"], tmp_path)
    assert run.returncode == 1
    assert run.stdout.count("<ITEM>") == 1
    assert "gone.ldr" in run.stderr


def test_one_piece_that_is_left_out_is_not_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make(bricks(tmp_path, ("3828", 7)))
    said = capsys.readouterr().out.splitlines()[-1]
    assert said == "The one piece is not on the list; 1 not written."


def test_the_report_says_why_where_to_look_and_what_to_paste(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make(bricks(tmp_path, ("3001", 4), ("973p8l", 1), ("3828", 7)))
    said = capsys.readouterr().out
    assert "BrickLink sells this torso with arms and hands" in said
    assert "https://www.bricklink.com/v2/catalog/catalogitem.page?P=973pb0899c01&idColor=7" in said
    assert "973p8l,973pb0899c01,,Minifig Torso" in said
    assert "look at 3829c01" in said
    assert said.splitlines()[-1] == "1 of 3 pieces are on the list; 1 uncertain, 1 not written."
    lines = [line for line in said.splitlines() if "https://" not in line]
    assert max(map(len, lines)) <= 100


def test_a_pasted_line_is_taken_from_the_override_file(tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text("ldraw,bricklink,rebrickable,note\n3828,3829c01,,wheel\n")
    make(bricks(tmp_path, ("3828", 7)), tmp_path / "list.xml", overrides=tmp_path / "mine.csv")
    assert numbers(tmp_path / "list.xml") == {"3829c01": 1}


def test_an_odd_number_of_the_users_is_told_before_bricklink_refuses_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.csv").write_text("3001,?what\n")
    model = bricks(tmp_path, ("3001", 4))
    assert make(model, tmp_path / "list.xml", overrides=tmp_path / "mine.csv") == 1
    assert "BrickLink would refuse" in capsys.readouterr().out


def test_prices_are_summed_and_may_be_the_most_to_pay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "prices.csv").write_text("number,colour,price\n3001,5,0.25\n")
    model = bricks(tmp_path, ("3001", 4), ("3001", 4), ("3003", 4))
    prices = tmp_path / "prices.csv"
    make(model, tmp_path / "list.xml", prices=prices, currency="EUR", max_prices=True)
    assert "Priced 1 of 2 lots: 0.50 EUR" in capsys.readouterr().out
    assert "<MAXPRICE>0.25</MAXPRICE>" in (tmp_path / "list.xml").read_text()
    with pytest.raises(BrickyardError, match="--prices"):
        make(model, tmp_path / "list.xml", max_prices=True)


def test_an_earlier_list_is_updated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make(bricks(tmp_path, ("3001", 4), ("3003", 4)), tmp_path / "old.xml")
    model = bricks(tmp_path, ("3001", 4), ("3001", 4))
    make(model, tmp_path / "list.xml", update=tmp_path / "old.xml")
    said = capsys.readouterr().out
    assert "new: 1 piece in 1 lot" in said
    assert "1 × 3003, colour 5" in said
    assert numbers(tmp_path / "list.xml") == {"3001": 2}
    assert numbers(tmp_path / "list-new.xml") == {"3001": 1}


def test_spares_owned_bricks_and_condition_meet_in_one_list(tmp_path: Path) -> None:
    (tmp_path / "have.csv").write_text("number,colour,quantity\n3024,5,2\n")
    model = bricks(tmp_path, *[("3024", 4)] * 5)
    make(model, tmp_path / "l.xml", owned=(tmp_path / "have.csv",), spare="5%", condition="new")
    assert numbers(tmp_path / "l.xml") == {"3024": 4}
    assert "<CONDITION>N</CONDITION>" in (tmp_path / "l.xml").read_text()


def test_what_is_owned_is_off_every_shops_list(tmp_path: Path) -> None:
    (tmp_path / "have.csv").write_text("Part,Color,Quantity\n3023,4,2\n")
    model = bricks(tmp_path, *[("3023", 4)] * 5)
    for name, form in (("a.xml", Form.BRICKLINK), ("b.csv", Form.REBRICKABLE)):
        make(model, tmp_path / name, owned=(tmp_path / "have.csv",), format=form)
        assert numbers(tmp_path / name) == {"3023": 3}


def test_an_owned_list_with_a_mistake_is_told_at_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "have.csv").write_text("number,colour,quantity\n3001,5,two\n")
    assert make(bricks(tmp_path, ("3001", 4)), owned=(tmp_path / "have.csv",)) == 1
    assert "error PRT004: “two” is not a valid quantity; 3001 is not counted have.csv:2" in in_one_line(
        capsys
    )


def test_owned_bricks_under_another_number_are_taken_off_and_unknown_ones_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "have.csv").write_text("number,colour,quantity\n6141,White,1\n9999999,1,4\n")
    model = bricks(tmp_path, ("6141", 15), ("6141", 15), ("3001", 4))
    assert make(model, tmp_path / "l.xml", owned=(tmp_path / "have.csv",)) == 0
    said = in_one_line(capsys)
    assert numbers(tmp_path / "l.xml") == {"4073": 1, "3001": 1}
    assert "6141 is a number of LDraw's or Rebrickable's; read as BrickLink's 4073 have.csv:2" in said
    assert "warning PRT074: no known part has the number 9999999; not taken off have.csv:3" in said


def test_of_many_unknown_numbers_the_first_are_told_unless_all_are_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = "".join(f"99999{number},5,1\n" for number in range(10, 40))
    (tmp_path / "have.csv").write_text(f"number,colour,quantity\n{rows}")
    model = bricks(tmp_path, ("3001", 4))
    asked: list[tuple[str, dict[str, object]]] = [("parts", {}), ("can-build", {}), ("parts", {"all": True})]
    counts = []
    for command, one in asked:
        make(model, None, command, owned=(tmp_path / "have.csv",), **one)
        said = capsys.readouterr()
        text = " ".join((said.out + said.err).split())
        counts.append(text.count("no known part has the number"))
        assert ("(and 22 more of this kind in the file)" in text) == (not one.get("all"))
        assert max(map(len, said.out.splitlines())) <= 100
    assert counts == [8, 8, 30]


OWNED_AND_SAID = [
    (
        "3001,5,1\n",
        {},
        2,
        "You own 1 of 4 pieces; 2 pieces are on the list; 1 uncertain (second file).",
    ),
    (
        "3001,5,9\n3024,5,9\n",
        {},
        0,
        "You own 3 of 4 pieces; 0 pieces are on the list; 1 uncertain (second file).",
    ),
    ("3001,5,1\n", {"with_uncertain": True}, 3, "You own 1 of 4 pieces; 3 pieces are on the list."),
    ("3003,5,1\n", {"with_uncertain": True}, 4, "All 4 pieces are on the list."),
    (
        "3001,5,1\n",
        {"spare": "50"},
        3,
        "You own 1 of 4 pieces; 2 pieces are on the list, plus 1 spare; 1 uncertain (second file).",
    ),
]


@pytest.mark.parametrize(("owned", "asked", "on_the_list", "verdict"), OWNED_AND_SAID)
def test_the_verdict_is_about_the_list_that_was_written(
    owned: str,
    asked: dict[str, Any],
    on_the_list: int,
    verdict: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "have.csv").write_text(f"number,colour,quantity\n{owned}")
    model = bricks(tmp_path, ("3001", 4), ("3024", 4), ("3024", 4), ("973p8l", 1))
    make(model, tmp_path / "l.xml", owned=(tmp_path / "have.csv",), **asked)
    assert sum(numbers(tmp_path / "l.xml").values()) == on_the_list
    assert re.split(r" lots? ", " ".join(capsys.readouterr().out.split()))[-1] == verdict


def test_where_all_is_owned_there_is_nothing_to_buy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = bricks(tmp_path, ("3001", 4), ("3024", 4))
    make(model, tmp_path / "all.xml")
    capsys.readouterr()
    make(model, tmp_path / "l.xml", owned=(tmp_path / "all.xml",))
    said = capsys.readouterr().out
    assert "Written:     0 lots, 0 pieces" in said
    assert "Total: 2 pieces, 2 of them owned, nothing left out" in said
    assert said.endswith("You own all 2 pieces: nothing to buy.\n")
    make(bricks(tmp_path, ("3001", 4)), owned=(tmp_path / "all.xml",))
    assert capsys.readouterr().out.endswith("You own the one piece: nothing to buy.\n")


def test_what_is_counted_adds_up_with_stickers_and_assemblies_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make(MIXED, tmp_path / "all.csv")
    capsys.readouterr()
    make(MIXED, owned=(tmp_path / "all.csv",))
    said = capsys.readouterr().out
    rows = re.findall(r"^  (?:Written|Sheets|Uncertain|Not written):.* (\d+) pieces?", said, re.MULTILINE)
    together = re.search(r"Total: (\d+) pieces, (\d+) of them owned", said)
    assert together
    assert sum(map(int, rows)) + int(together[2]) == int(together[1])


def test_what_can_be_built_from_what_is_owned(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "have.csv").write_text("number,colour,quantity\n3001,5,1\n")
    model = bricks(tmp_path, ("3001", 4))
    assert make(model, None, "can-build", owned=(tmp_path / "have.csv",)) == 0
    assert "model  yes" in capsys.readouterr().out
    with pytest.raises(BrickyardError, match="--owned"):
        make(model, None, "can-build")


# With Rebrickable's tables.

PARTS = "part_num,name\n3001,Brick\n3024,Plate\n970c03,Legs\n"
ELEMENTS = (
    "element_id,part_num,color_id,design_id\n300121,3001,4,3001\n4114319,3001,4,3001\n302423,3024,1,3024\n"
)


@pytest.fixture
def tables(tmp_path: Path, home: Path) -> Path:
    (tmp_path / "rb").mkdir()
    (tmp_path / "rb" / "parts.csv").write_text(PARTS)
    (tmp_path / "rb" / "elements.csv").write_text(ELEMENTS)
    os.utime(tmp_path / "rb" / "parts.csv", (1_700_000_000, 1_700_000_000))
    add_tables(tmp_path / "rb", tables_place(os.environ, sys.platform, Path.home()))
    return tmp_path / "rb"


def test_pick_a_brick_and_the_remainder_are_all_of_it(tmp_path: Path) -> None:
    # 3001 was never made in Metallic Silver.
    model = bricks(tmp_path, ("3001", 4), ("3001", 4), ("3001", 80), ("3024", 1))
    make(model, tmp_path / "pab.csv", format=Form.PICK_A_BRICK)
    assert (tmp_path / "pab.csv").read_text() == "elementId,quantity\n300121,2\n302423,1\n"
    assert numbers(tmp_path / "pab-remainder.xml") == {"3001": 1}


def test_of_several_elements_the_newest_is_picked_be_it_from_the_users_tables(
    tables: Path, tmp_path: Path
) -> None:
    make(bricks(tmp_path, ("3001", 4)), tmp_path / "pab.csv", format=Form.PICK_A_BRICK)
    assert (tmp_path / "pab.csv").read_text() == "elementId,quantity\n4114319,1\n"


def test_the_age_of_the_newest_tables_is_told(
    tables: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make(bricks(tmp_path, ("3001", 4)))
    assert "Rebrickable 2026-04-02" in capsys.readouterr().out
    for name in ("parts", "elements"):
        os.utime(tables / f"{name}.csv", (1_790_000_000, 1_790_000_000))
    add_tables(tables, tables_place(os.environ, sys.platform, Path.home()))
    make(bricks(tmp_path, ("3001", 4)))
    assert "Rebrickable 2026-09-21" in capsys.readouterr().out


def test_a_part_not_known_in_its_new_colour_gets_a_note(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make(bricks(tmp_path, ("3001", 4), ("3001", 0)), tmp_path / "l.json", recolour=("4=80", "0=4"))
    lots = {lot["colour_name"]: lot["notes"] for lot in json.loads((tmp_path / "l.json").read_text())["lots"]}
    note = "not known in Metallic Silver, as of 2026-04-02; nearest made: Flat Silver"
    assert lots == {"Metallic Silver": [note], "Red": []}


def test_the_command_adds_tables_and_says_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "parts.csv").write_text(PARTS)
    run = brickyard(["catalog", "add", "rebrickable", "."], tmp_path)
    assert run.returncode == 0
    assert "3 parts" in run.stdout
    assert "elements.csv" in run.stdout
    assert "Pick a Brick" in run.stdout


# What can go wrong with the call or the machine.


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nothere.ldr"], "No such file"),
        (["model.txt"], "neither a model nor a manifest"),
        (["empty"], "no models and no manifests"),
        (["model.ldr", "--only", "wing"], "nothing here is called that"),
        (["model.ldr", "--recolour", "4"], "old=new"),
        (["model.ldr", "--spare", "lots"], "5%"),
        (["model.ldr", "--format", "csv", "--format", "json"], "-o buy/"),
        (["model.ldr", "--owned", "gone.bsx"], "gone.bsx"),
        (["model.ldr", "-o", "model.ldr/list.xml"], "can't be"),
        (["paper.yaml"], "nothing to buy"),
        (["paper.yaml", "--only", "läufer"], "Läufer is still on paper: no model, so no parts to buy"),
        (["paper.yaml", "--only", "*"], "A, Läufer are still on paper"),
        (["paper.yaml", "--only", "Laufer"], "nothing here is called that. Did you mean Läufer?"),
    ],
)
def test_what_is_wrong_with_the_call_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    bricks(tmp_path, ("3001", 4))
    (tmp_path / "model.txt").write_text("")
    (tmp_path / "empty").mkdir()
    (tmp_path / "paper.yaml").write_text(
        "company: P\nframes:\n  - {name: A, systems: 1B}\n  - {name: Läufer, systems: 2Rd}\n", "utf-8"
    )
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BrickyardError, match=re.escape(said)) as caught:
        make_app(["parts"])(["parts", *arguments], standalone_mode=False)
    assert "\n" not in str(caught.value)


def test_files_are_written_together_or_not_at_all(tmp_path: Path) -> None:
    model = bricks(tmp_path, ("3001", 4))
    make(model, tmp_path / "buy")
    before = (tmp_path / "buy" / "bricklink.xml").read_bytes()
    # A folder in the way of the last file; the first ones must not have changed.
    (tmp_path / "buy" / "parts.html").unlink()
    (tmp_path / "buy" / "parts.html").mkdir()
    with pytest.raises(BrickyardError, match="is a folder"):
        make(bricks(tmp_path, ("3003", 4)), tmp_path / "buy")
    assert (tmp_path / "buy" / "bricklink.xml").read_bytes() == before
    assert not [path.name for path in (tmp_path / "buy").iterdir() if path.name.startswith(".")]


@pytest.mark.parametrize(
    ("environ", "platform", "first"),
    [
        ({}, "win32", "clip"),
        ({}, "darwin", "pbcopy"),
        ({"WAYLAND_DISPLAY": "w"}, "linux", "wl-copy"),
        ({"DISPLAY": ":0"}, "linux", "xclip"),
    ],
)
def test_every_system_has_its_clipboard(environ: dict[str, str], platform: str, first: str) -> None:
    assert clipboard_programs(environ, platform)[0][0] == first


def test_the_list_is_copied_where_there_is_a_clipboard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "copier"
    program.write_text(f"#!/bin/sh\ncat > {tmp_path}/copied\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(list_files, "_programs", lambda: [[str(program)]])
    make(bricks(tmp_path, ("3001", 4)), clipboard=True)
    assert b"<ITEMID>3001</ITEMID>" in (tmp_path / "copied").read_bytes()


def test_where_there_is_no_clipboard_the_list_is_written_and_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_files, "_programs", list)
    with pytest.raises(BrickyardError, match="no clipboard"):
        make(bricks(tmp_path, ("3001", 4)), tmp_path / "list.xml", clipboard=True)
    assert (tmp_path / "list.xml").exists()


def test_names_of_strangers_do_no_harm_in_any_format(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evil = "=cmd()<script>\x1b[2J&\"'"
    path = tmp_path / "m.mpd"
    path.write_bytes(f"0 FILE m.ldr\n0 !MFZ FRAME {evil}\n{place('3001.dat', 4)}\n".encode())
    make(path, tmp_path / "buy")
    assert "\x1b" not in capsys.readouterr().out
    for file in (tmp_path / "buy").iterdir():
        text = file.read_text("utf-8")
        assert "\x1b" not in text
        assert "<script" not in text or file.suffix in (".csv", ".json")
        assert ",=cmd" not in text


def test_the_page_shows_pictures_of_parts_unless_they_are_not_wanted(tmp_path: Path) -> None:
    (tmp_path / "m.ldr").write_text(
        "1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n1 4 0 -24 0 1 0 0 0 1 0 0 0 1 nobody-knows.dat\n", "utf-8"
    )
    plain = brickyard(["parts", "m.ldr", "--format", "html", "--no-pictures"], tmp_path).stdout
    shown = brickyard(["parts", "m.ldr", "--format", "html"], tmp_path).stdout
    assert "<img" not in plain
    assert plain.count('url("data:font/woff2;base64,') == 3
    assert shown.count('<img src="data:image/png;base64,') == 1
    assert "img-src data:" in shown


def test_p6_the_page_of_one_design_is_titled_with_its_name_and_no_row_repeats_it() -> None:
    page = brickyard(["parts", "examples/frames/chub.mpd", "--format", "html", "--no-pictures"]).stdout
    assert "<h1>Parts for ST-07 Chub</h1>" in page
    assert "<td class=for>" not in page
    page = brickyard(
        ["parts", "examples/companies/suns-fang.yaml", "--format", "html", "--no-pictures"]
    ).stdout
    assert "<td class=for>Brewer" in page


def test_where_nothing_can_be_bought_the_worst_reason_is_told_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "c.yaml"
    file.write_text("company: X\nframes:\n  - {name: Solo, systems: 2Rd}\n  - {model: gone.mpd}\n")
    with pytest.raises(BrickyardError, match=r"nothing to buy: c.yaml:4:13: there is no file “gone.mpd”"):
        parts_list([file])


def test_one_piece_is_one_piece(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "one.ldr"
    file.write_text("1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n")
    assert make(file) == 0
    assert capsys.readouterr().out.endswith("The one piece is on the list.\n")


def test_a_page_says_why_there_is_more_to_buy_than_in_the_model(tmp_path: Path) -> None:
    view, _ = write_lists(lambda: parts_list([MIXED]), tmp_path)
    assert view
    assert view.summary == (
        "21 pieces in 20 lots, 8 of them uncertain: check before you buy; "
        "1 more than in the model, for assemblies bought in parts; "
        "a sheet of stickers or a hose is one piece"
    )
    view, _ = write_lists(lambda: parts_list([bricks(tmp_path, ("3001", 4))]), tmp_path)
    assert view
    assert view.summary == "1 piece in 1 lot"
