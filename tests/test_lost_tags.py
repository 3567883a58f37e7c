"""Tags that an editor saves over are told and kept, in flat files of Studio too (newcomer A-F2)."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from fleets.tagging.remembered_tags import RememberedTag, change_for, lost_tags, tags_in
from ldraw_tools.reading.document import parse
from tests.running import brickyard
from tests.serving import Page, workbench
from tests.test_check_watch import checks_of
from tests.test_serve_watching import Disk
from tests.test_studio_writing import FLAT, archive, systems

TURN = "1 0 0 0 1 0 0 0 1"
GUN = [f"1 4 0 -24 0 {TURN} 3005.dat", f"1 7 20 -24 0 {TURN} 3004.dat", f"1 7 40 -24 0 {TURN} 3004.dat"]
BODY = [f"1 4 0 0 0 {TURN} 3001.dat", f"1 4 80 0 0 {TURN} 3001.dat"]
PLAIN = "\n".join(["0 Mech", BODY[0], *GUN, BODY[1], ""])
PLACED = f"1 16 0 0 0 {TURN}"


def with_submodel(name: str, *parts: str, placed: str = PLACED) -> str:
    return "\n".join(["0 FILE mech", *BODY, f"{placed} {name}", "0 NOFILE", f"0 FILE {name}", *parts, ""])


def between(parts: list[str], *tags: str) -> str:
    begins, ends = [f"0 !MFZ BEGIN {tag}" for tag in tags], ["0 !MFZ END"] * len(tags)
    return "\n".join(["0 Mech", BODY[0], *begins, *parts, *ends, BODY[1], ""])


def lost(*texts: str) -> list[RememberedTag]:
    """What is lost after each of these was saved."""
    before: tuple[RememberedTag, ...] = ()
    gone: tuple[RememberedTag, ...] = ()
    for text in texts:
        document = parse(text.encode(), "mech.ldr")
        gone, before = lost_tags(before, gone, document), tags_in(document)
    return list(gone)


def names(found: list[RememberedTag]) -> list[str]:
    return [f"{one.shown} {one.in_name}" for one in found]


TAGGED = with_submodel("gun [2Rd]", *GUN)
NESTED = with_submodel("arm [1B]", GUN[0], f"{PLACED} gun [2Rd]", "0 NOFILE", "0 FILE gun [2Rd]", GUN[1])
TURNED = [f"1 16 24 0 0 {TURN} 3005.dat", f"1 7 24 20 0 {TURN} 3004.dat", f"1 7 24 40 0 {TURN} 3004.dat"]


@pytest.mark.parametrize(
    ("saved", "gone"),
    [
        ([TAGGED, PLAIN], ["gun [2Rd]"]),
        ([TAGGED, TAGGED], []),
        # A submodel that stands elsewhere and turned: its parts are known by where it places them.
        ([with_submodel("gun [2Rd]", *TURNED, placed="1 4 0 0 0 0 1 0 -1 0 0 0 0 1"), PLAIN], ["gun [2Rd]"]),
        # Another name, another tag, lines instead of a submodel: it is still tagged.
        ([TAGGED, with_submodel("rifle [2Rd]", *GUN)], []),
        ([TAGGED, with_submodel("gun [1B]", *GUN)], []),
        ([TAGGED, between(GUN, "SYSTEM 2Rd")], []),
        ([TAGGED, with_submodel("gun", *GUN)], ["gun [2Rd]"]),
        # A system that is mostly another one.
        ([NESTED, PLAIN], ["arm [1B]", "gun [2Rd]"]),
        # Deleted by its builder.
        ([TAGGED, "\n".join(["0 Mech", *BODY])], []),
        # A second save doesn't hide the loss, though the parts were moved; if they are deleted, it ends.
        ([TAGGED, PLAIN, PLAIN.replace("-24", "-32")], ["gun [2Rd]"]),
        ([TAGGED, PLAIN, "\n".join(["0 Mech", *BODY])], []),
        ([TAGGED, PLAIN, TAGGED], []),
        # A system in a unit isn't tagged by the unit's tag, nor the unit by the system's.
        ([between(GUN, "FRAME Chub", "SYSTEM 2Rd gun"), between(GUN, "FRAME Chub")], ["gun [2Rd]"]),
        ([between(GUN, "FRAME Chub", "SYSTEM 2Rd gun"), between(GUN, "SYSTEM 2Rd gun")], ["Chub [frame]"]),
    ],
)
def test_what_is_gone_is_told_and_nothing_else(saved: list[str], gone: list[str]) -> None:
    assert names(lost(*saved)) == gone


def test_what_was_tagged_is_kept_with_number_colour_and_place() -> None:
    [one] = lost(TAGGED, PLAIN)
    assert one.parts == (
        ("3005.dat", "4", 0, -240, 0),
        ("3004.dat", "7", 200, -240, 0),
        ("3004.dat", "7", 400, -240, 0),
    )
    assert change_for(parse(PLAIN.encode(), "mech.ldr"), one) == ("lines 3-5", "SYSTEM 2Rd gun", [])
    less = PLAIN.replace(f"{GUN[1]}\n", f"0 // {GUN[1]}\n")
    assert change_for(parse(less.encode(), "mech.ldr"), one) is None, "two of three are not enough"


def test_many_copies_of_one_part_are_looked_through_once() -> None:
    many = "\n".join(["0 Mech", "0 !MFZ BEGIN SYSTEM 2Rd", *[BODY[0]] * 20_000, "0 !MFZ END", ""])
    [one] = lost(many, many.replace("!MFZ", "//"))
    assert len(one.parts) == 20_000


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("yard")
    archive(folder / "pod.io", FLAT)
    with workbench(folder) as page:
        yield page


def test_a_flat_studio_file_that_is_saved_over_tells_its_tags_and_gets_them_back(page: Page) -> None:
    """newcomer A-F2: select parts, give each group a die, save; then Studio saves the model it still has."""
    disk = Disk(page)
    path = disk.folder / "pod.io"
    original = path.read_bytes()
    draft = page.tag("pod.io", 0, {"pieces": [1, 2]}, "2Rd gun").json()
    draft = page.tag("pod.io", draft["draft"], {"pieces": [0]}, "1B fin").json()
    page.post("save", file="pod.io", version=draft["version"], draft=draft["draft"])
    disk.save("pod.io", path.read_bytes())
    tagged = systems(path)
    told = dict(disk.save("pod.io", original))
    assert {tag["name"] + tag["inName"] for tag in told["tags-lost"]["tags"]} == {"gun[2Rd]", "fin[1B]"}
    assert page.file("pod.io")["lost"] == told["tags-lost"]["tags"]
    answer = page.post("restore", file="pod.io").json()
    assert answer["said"] == []
    page.post("save", file="pod.io", version=answer["version"], draft=answer["draft"])
    assert systems(path) == tagged


def test_watching_in_the_terminal_tells_them_and_how_to_put_them_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = archive(tmp_path / "pod.io", FLAT)
    (tmp_path / "lads.yaml").write_text("company: Lads\nframes:\n  - {model: pod.io, name: A}\n")
    original = path.read_bytes()
    checks = checks_of([Path("lads.yaml")])
    checks.tell_all()
    sets = ["--set", "lines 6-8=2Rd gun", "--set", "lines 5=rocket"]
    assert brickyard(["tags", "pod.io", *sets, "--in-place"], tmp_path).returncode == 0
    checks.run([[path]])
    tagged = systems(path)
    assert "gone" not in capsys.readouterr().out
    path.write_bytes(original)
    checks.run([[path]])
    said = capsys.readouterr().out
    assert "“gun” [2Rd]" in said
    assert "“lines 5” [rocket]" in said
    [command] = [line for line in said.splitlines() if line.startswith("  brickyard tags")]
    assert brickyard(shlex.split(command)[1:], tmp_path).returncode == 0
    assert set(systems(path)) == set(tagged)
    path.write_bytes(original)
    checks.run([[path]])
    assert "gone" not in capsys.readouterr().out, "it is told once"


def test_endless_numbers_are_places_too() -> None:
    gun = [GUN[0].replace(" 0 -24 0 ", " 1e308 -1e308 nan ")]
    far = PLACED.replace(TURN, "1e308 -1e308 0 1e308 1 1 1 1 1")
    text = with_submodel("gun [2Rd]", *gun, placed=far)
    assert names(lost(text, text.replace(" [2Rd]", ""))) == ["gun [2Rd]"]


def moved(text: str, way: int) -> str:
    """All parts but the first body brick, by that many LDU along x."""
    lines = [line.split(" ") for line in text.splitlines()]
    for fields in lines:
        if fields[0] == "1":
            fields[2] = str(float(fields[2]) + way)
    return "\n".join(" ".join(fields) for fields in lines) + "\n"


TWIN = [line.replace(" -24 0 ", " -72 0 ") for line in GUN]
BOTH = between([*GUN, "0 !MFZ END", "0 !MFZ BEGIN SYSTEM 2Ra", *TWIN], "SYSTEM 2Rd gun")


@pytest.mark.parametrize("way", [100, -7, 0.4])
def test_a_f2_a_model_that_was_moved_as_a_whole_gets_every_tag_back_at_its_place(way: int) -> None:
    """Two guns of the same parts with other tags: how all of them moved says which is which."""
    bare = moved("\n".join(line for line in BOTH.splitlines() if "!MFZ" not in line), way)
    gone = lost(BOTH, bare)
    document = parse(bare.encode(), "mech.ldr")
    found = [change_for(document, one, gone) for one in gone]
    assert found == [("lines 3-5", "SYSTEM 2Rd gun", []), ("lines 6-8", "SYSTEM 2Ra", [])]


def test_a_f2_parts_that_were_moved_together_are_found_and_what_was_deleted_is_not_looked_for() -> None:
    gun = "\n".join(GUN)
    elsewhere = PLAIN.replace(gun, moved(gun, 300).strip())
    [one] = lost(TAGGED, elsewhere)
    assert change_for(parse(elsewhere.encode(), "mech.ldr"), one) == ("lines 3-5", "SYSTEM 2Rd gun", [])
    # The same parts stood elsewhere before, and were never tagged: the gun is deleted.
    twin = "\n".join(["", *TWIN, ""])
    assert lost(TAGGED.replace("0 NOFILE", f"{twin}0 NOFILE"), "\n".join(["0 Mech", *BODY]) + twin) == []


def test_a_f2_where_two_places_look_alike_nobody_knows_and_that_is_said(page: Page) -> None:
    disk = Disk(page)
    disk.save("two.ldr", between(GUN, "SYSTEM 2Rd gun").encode())
    disk.save("two.ldr", PLAIN.encode())
    gun = "\n".join(GUN)
    disk.save("two.ldr", PLAIN.replace(gun, moved(gun, 300) + moved(gun, -300).strip()).encode())
    answer = page.post("restore", file="two.ldr").json()
    assert answer["said"] == [
        "“gun” [2Rd] can't be put back: what it was on isn't found again."
        " It was 3005 (Red), 2 × 3004 (Light Grey). Click it, and tag it anew."
    ]
    assert [one["name"] for one in page.file("two.ldr")["lost"]] == ["gun"]


def test_a_f2_parts_that_are_missing_are_named(page: Page) -> None:
    disk = Disk(page)
    long = [*GUN, f"1 1 60 -24 0 {TURN} 3004.dat"]
    disk.save("long.ldr", between(long, "SYSTEM 2Rd gun").encode())
    disk.save("long.ldr", PLAIN.encode())
    [said] = page.post("restore", file="long.ldr").json()["said"]
    assert said == "“gun” [2Rd] is back, but for what isn't there any more: 3004 (Blue)."


def test_a_f2_before_a_flat_file_is_first_saved_its_tags_can_go_into_a_list_instead(page: Page) -> None:
    folder = page.server.yard.roots[0].path
    original = archive(folder / "safe.io", FLAT).read_bytes()
    draft = page.tag("safe.io", 0, {"pieces": [1, 2]}, "2Rd gun").json()
    draft = page.tag("safe.io", draft["draft"], {"pieces": [0]}, "rocket").json()
    page.post("new", what="company", name="Lads", empty=True)
    kept = page.post("keep-in-list", file="safe.io", manifest="lads.yaml").json()
    assert kept["value"]["frames"] == [{"model": "safe.io", "systems": "2Rd", "rockets": 1}]
    assert (
        kept["check"]["reports"][0]["units"][0]["dice"] == draft["card"]["cards"][0]["units"][0]["notation"]
    )
    assert page.file("safe.io")["draft"] == 0
    assert (folder / "safe.io").read_bytes() == original
    page.tag("safe.io", 0, {"pieces": [0]}, "1B")
    kept = page.post("keep-in-list", file="safe.io", manifest="lads.yaml").json()
    assert kept["value"]["frames"] == [{"model": "safe.io", "systems": "1B", "rockets": 1}]


def test_a_f2_what_an_editor_saved_while_no_workbench_ran_is_told_at_the_next_start(
    tmp_path: Path,
) -> None:
    folder, unsaved = tmp_path / "mechs", tmp_path / "state" / "unsaved"
    folder.mkdir()
    (folder / "mech.ldr").write_text(PLAIN)
    with workbench(folder, unsaved=unsaved) as page:
        draft = page.tag("mech.ldr", 0, {"pieces": [0, 1, 2]}, "2Rd gun").json()
        page.post("save", file="mech.ldr", version=draft["version"], draft=draft["draft"])
        Disk(page).save("mech.ldr", (folder / "mech.ldr").read_bytes())
    (folder / "mech.ldr").write_text(PLAIN)
    with workbench(folder, unsaved=unsaved) as page:
        assert page.client.portal is not None
        page.client.portal.call(Disk(page).watcher._remember_all)
        assert [one["name"] for one in page.file("mech.ldr")["lost"]] == ["gun"]
        answer = page.post("restore", file="mech.ldr").json()
        assert answer["said"] == []
        page.post("discard", file="mech.ldr")
    [noted] = (unsaved.parent / "tags").iterdir()
    noted.write_text('[{"parts": 3}]')
    with workbench(folder, unsaved=unsaved) as page:
        assert page.client.portal is not None
        page.client.portal.call(Disk(page).watcher._remember_all)
        assert page.file("mech.ldr")["lost"] == []
