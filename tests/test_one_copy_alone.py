"""A-F14: one of several placed copies is tagged alone, as a submodel of its own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.running import brickyard
from tests.serving import workbench
from tests.test_studio_writing import NESTED, WAYS, archive, held, members, systems, told, with_member
from tests.workbench import at_the_bench, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def place(name: str, x: int = 0) -> str:
    return f"1 71 {x} 0 0 1 0 0 0 1 0 0 0 1 {name}\n"


ARM = "0 Name: arm.ldr\n" + place("3003.dat")
TWO = (
    "0 FILE mech.ldr\n0 Mech\n"
    + place("3001.dat")
    + place("arm.ldr", 100)
    + place("arm.ldr", -100)
    + "0 FILE arm.ldr\n0 arm\n"
    + ARM
)
# Two sides, each with two arms.
FOUR = (
    "0 FILE mech.ldr\n0 Mech\n"
    + place("side.ldr", 100)
    + place("side.ldr", -100)
    + "0 FILE side.ldr\n0 Side\n"
    + place("arm.ldr", 20)
    + place("arm.ldr", -20)
    + "0 FILE arm.ldr\n0 arm\n"
    + ARM
)


def tagged(folder: Path, text: str, *changes: str) -> str:
    (folder / "m.mpd").write_bytes(text.encode())
    asked = [word for change in changes for word in ("--set", change)]
    ran = brickyard(["tags", "m.mpd", *asked, "-o", "out.mpd", "--force"], folder)
    assert ran.returncode == 0, ran.stderr
    return (folder / "out.mpd").read_bytes().decode()


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_the_copy_is_written_at_the_end_one_line_places_it_and_the_rest_stays(
    tmp_path: Path, end: str
) -> None:
    text = TWO.replace("\n", end)
    copy = "0 FILE arm-2.ldr\n0 arm-2\n0 Name: arm-2.ldr\n0 !MFZ SYSTEM 2Rd\n" + place("3003.dat")
    expected = text.replace("-100 0 0 1 0 0 0 1 0 0 0 1 arm.ldr", "-100 0 0 1 0 0 0 1 0 0 0 1 arm-2.ldr")
    assert tagged(tmp_path, text, "arm.ldr at line 5=2Rd") == expected + copy.replace("\n", end)
    assert systems(tmp_path / "out.mpd") == {"arm-2 2Rd": 1}
    assert held(tmp_path / "out.mpd") == held(tmp_path / "m.mpd")


@pytest.mark.parametrize("text", [TWO.rstrip("\n"), TWO + "0 NOFILE\n", TWO + "\n\n"])
def test_a_file_may_end_in_any_way(tmp_path: Path, text: str) -> None:
    tagged(tmp_path, text, "arm at line 4=1B", "arm at line 5=1Y")
    assert systems(tmp_path / "out.mpd") == {"arm-2 1B": 1, "arm 1Y": 1}
    assert held(tmp_path / "out.mpd") == held(tmp_path / "m.mpd")


@pytest.mark.parametrize("end", ["0 NOFILE", "0 NOFILE\n", "0 NOFILE\nLeft to itself.\n"])
def test_where_a_submodel_ends_with_nofile_its_copy_does_too(tmp_path: Path, end: str) -> None:
    written = tagged(tmp_path, TWO + end, "arm at line 5=1Y")
    assert written.startswith(TWO.partition(place("arm.ldr", -100))[0])
    assert end in written
    assert written.rstrip().endswith(place("3003.dat") + "0 NOFILE")


def test_one_of_four_needs_what_is_around_it_too(tmp_path: Path) -> None:
    written = tagged(tmp_path, FOUR, "arm at lines 4, 8=2Rd")
    assert systems(tmp_path / "out.mpd") == {"arm-2 2Rd": 1}
    assert written.count("0 FILE side-2.ldr") == written.count("0 FILE arm-2.ldr") == 1
    assert held(tmp_path / "out.mpd") == held(tmp_path / "m.mpd")
    changed = set(FOUR.splitlines()) - set(written.splitlines())
    assert changed == {place("side.ldr", -100).strip()}


def test_only_the_title_says_the_new_name_and_not_what_else_speaks_of_it(tmp_path: Path) -> None:
    remark = "0 // This arm is the left arm.\n"
    written = tagged(tmp_path, TWO + remark, "arm at line 5=1B")
    assert written.count(remark) == 2


def test_a_line_alone_is_meant_wherever_its_submodel_is_placed(tmp_path: Path) -> None:
    tagged(tmp_path, FOUR, "arm at line 8=2Rd")
    assert systems(tmp_path / "out.mpd") == {"arm-2 2Rd": 2}


def test_a_submodel_with_one_place_is_tagged_itself(tmp_path: Path) -> None:
    once = TWO.replace(place("arm.ldr", -100), "")
    assert tagged(tmp_path, once, "arm at line 4=2Rd") == tagged(tmp_path, once, "arm=2Rd")


@pytest.mark.parametrize("name", ["arm [2Rd].ldr", "arm.ldr"])
def test_of_tagged_copies_one_gets_another_tag_or_none(tmp_path: Path, name: str) -> None:
    text = TWO.replace("arm.ldr", name).replace("0 arm\n", "0 arm [2Rd]\n")
    tagged(tmp_path, text, "arm at line 5=1B")
    assert sorted(systems(tmp_path / "out.mpd").values()) == [1, 1]
    assert {one.split()[-1] for one in systems(tmp_path / "out.mpd")} == {"2Rd", "1B"}
    assert "TAG" not in brickyard(["tags", "out.mpd"], tmp_path).stdout
    tagged(tmp_path, text.replace(ARM, "0 !MFZ SYSTEM 2Rd\n" + ARM), "arm at line 5=none")
    assert list(systems(tmp_path / "out.mpd").values()) == [1]


REFUSED = [
    ("arm at line 3=1B", "“3001.dat”, which line 3 places, is a part and no submodel"),
    ("leg at line 4=1B", "line 4 places “arm.ldr”, not “leg”"),
    ("arm at line 90=1B", "line 90 places nothing"),
    ("arm at line 7=1B", "line 7 places nothing"),
    ("arm at lines 4, 5=1B", "line 5 is not in “arm.ldr”, which the line before it places"),
    ("arm at line 4=9Q", "“9Q”"),
]


@pytest.mark.parametrize(("change", "why"), REFUSED)
def test_what_is_no_copy_is_refused_in_words(tmp_path: Path, change: str, why: str) -> None:
    (tmp_path / "m.mpd").write_text(TWO)
    ran = brickyard(["tags", "m.mpd", "--set", change, "-o", "out.mpd"], tmp_path)
    assert (ran.returncode, (tmp_path / "out.mpd").exists()) == (2, False)
    assert why in ran.stderr


def test_another_file_and_what_an_editor_made_are_refused(tmp_path: Path) -> None:
    hose = "0 !LDCAD GENERATED [generator=x]\n"
    (tmp_path / "arm.ldr").write_text("0 arm\n" + ARM)
    for text, why in [
        (TWO.partition("0 FILE arm.ldr")[0], "“arm.ldr”, which line 4 places, is a file of its own"),
        (TWO.replace(ARM, hose + ARM), "is a part and no submodel; tag the part: “line 4”"),
    ]:
        (tmp_path / "m.mpd").write_text(text)
        ran = brickyard(["tags", "m.mpd", "--set", "arm.ldr at line 4=1B", "-o", "out.mpd"], tmp_path)
        assert (ran.returncode, (tmp_path / "out.mpd").exists()) == (2, False)
        assert why in ran.stderr


def test_every_copy_in_a_studio_file_has_it(tmp_path: Path) -> None:
    """The second gun of the pod, at line 10 of model.ldr."""
    source = archive(tmp_path / "pod.io", NESTED)
    target = told(tmp_path, "gun at line 10=2Rd")
    assert held(target) == held(source)
    assert systems(target) == {"gun-2 2Rd": 1}
    after, before = members(target), members(source)
    for member in WAYS:
        lines = after[member].decode("utf-8-sig").split("\r\n")
        was = before[member].decode("utf-8-sig").split("\r\n")
        assert sum(one != other for one, other in zip(was, lines, strict=False)) == 2, "a line and the end"
        assert [line.rpartition(" ")[0] for line in lines if line.endswith("gun-2 [2Rd]")] != []
    assert after["model.lxfml"].count(b'name="gun-2 [2Rd]"') == after["model.lxfml"].count(b'name="gun"') == 1
    assert after["model.lxfml"].index(b'name="gun"') < after["model.lxfml"].index(b'name="gun-2')


NAMES = (b'name="side"', b'name="side-2"', b'name="gun"', b'name="gun-2 [2Rd]"')


def test_nested_copies_in_a_studio_file(tmp_path: Path) -> None:
    sections = {"pod": [("side", 0), ("side", 900)], "side": NESTED["pod"][:4], "gun": NESTED["gun"]}
    source = archive(tmp_path / "pod.io", sections)
    lines = members(source)["model.ldr"].decode("utf-8-sig").split("\r\n")
    outer = next(number for number, line in enumerate(lines, 1) if line.endswith(" side") and " 900." in line)
    inner = next(number for number, line in enumerate(lines, 1) if line.endswith(" gun") and " 180." in line)
    target = told(tmp_path, f"gun at lines {outer}, {inner}=2Rd")
    assert held(target) == held(source)
    assert systems(target) == {"gun-2 2Rd": 1}
    lxfml = members(target)["model.lxfml"]
    assert [lxfml.count(name) for name in NAMES] == [1, 1, 3, 1]


def test_where_the_copies_of_an_archive_disagree_nothing_is_written(tmp_path: Path) -> None:
    for member in ("model.lxfml", "modelv2.ldr"):
        archive(tmp_path / "pod.io", NESTED)
        data = members(tmp_path / "pod.io")[member]
        odd = data.replace(b'name="gun"', b'name="bun"').replace(b" gun\r\n", b" fin & <co>\r\n")
        with_member(tmp_path / "pod.io", member, odd)
        ran = brickyard(["tags", "pod.io", "--set", "gun at line 10=2Rd", "-o", "out.io"], tmp_path)
        assert (ran.returncode, (tmp_path / "out.io").exists()) == (2, False)
        assert f"{member} in the archive" in ran.stderr


def copies_in(scene: dict[str, Any], name: str) -> list[list[int]]:
    """For each copy of a submodel the lines that lead to it, as the page tells them."""
    instances = scene["instances"]

    def way(index: int) -> list[int]:
        one = instances[index]
        return [*way(one["parent"]), one["line"]] if one["parent"] >= 0 else []

    return [way(index) for index, one in enumerate(instances) if one["name"] == name]


@pytest.mark.parametrize(("text", "count"), [(TWO, 2), (FOUR, 4)])
def test_a_page_tags_one_copy_and_undoes_it(tmp_path: Path, text: str, count: int) -> None:
    (tmp_path / "m.mpd").write_text(text)
    with workbench(tmp_path) as page:
        ways = copies_in(page.get("scene", file="m.mpd").json(), "arm.ldr")
        assert len(ways) == count
        target = {"submodel": "arm.ldr", "lines": ways[-1]}
        answer = page.tag("m.mpd", 0, target, "2Rd").json()
        assert answer["draft"] == 1
        scene = page.get("scene", file="m.mpd").json()
        assert len(copies_in(scene, "arm.ldr")) == count - 1
        [one] = [one for one in scene["instances"] if one["role"] == "system"]
        assert (one["name"], one["value"]) == ("arm-2.ldr", "2Rd")
        page.post("undo", file="m.mpd", draft=1)
        assert copies_in(page.get("scene", file="m.mpd").json(), "arm.ldr") == ways
        assert page.tag("m.mpd", 0, {"group": "x", "lines": [4]}, "2Rd").status_code == 400


def test_a_box_on_the_page_tags_this_copy_only(tmp_path: Path, light_browser: Browser) -> None:
    (tmp_path / "m.mpd").write_text(TWO)
    with serving(tmp_path) as address, at_the_bench(light_browser, address) as bench:
        bench.design("m.mpd")
        bench.click_part("arm.ldr")
        bench.see(".said", "Placed 2 times").locator("input[type=checkbox]").check()
        bench.tag("2Rd")
        assert bench.dice == "2W 2Rd"
        assert bench.page.locator(".said", has_text="arm-2").count() == 1
        bench.page.click("[data-do=undo]")
        bench.until("document.querySelector('.notation b')?.innerText !== '2W 2Rd'")
        bench.click_part("arm.ldr")
        bench.tag("1B")
        assert bench.dice.startswith("2W 2B"), "both, unless one is asked for"
