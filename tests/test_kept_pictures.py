"""Issue 29: pictures are there at the second start, and drawn anew when what made them has changed."""

from __future__ import annotations

import os
import time
from base64 import b64encode
from pathlib import Path

import pytest

from brickyard.facts.made_from import digest_of
from brickyard.serving import kept_pictures
from brickyard.serving.kept_pictures import ENDING, KeptPictures, MadeFrom, written
from brickyard.serving.yard import forces_in, role_of
from ldraw_tools.library.part_files import Library
from tests.serving import EXAMPLES, workbench

_HOW = " 64"
_LATER_NS = 60 * 10**9


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "designs" / "gun.mpd"
    path.parent.mkdir()
    path.write_text("0 FILE gun.ldr\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n")
    return path


def kept(tmp_path: Path, maker: str = "ours") -> KeptPictures:
    return KeptPictures(tmp_path / "kept", maker)


def keep(into: KeptPictures, model: Path, picture: bytes = b"drawn") -> None:
    """As if it was drawn a minute from now."""
    inputs = {one.name: digest_of(one) for one in model.parent.iterdir()}
    into.keep(model, _HOW, MadeFrom(inputs), picture, time.time_ns() + _LATER_NS)


def test_a_picture_is_there_at_the_next_start(model: Path, tmp_path: Path) -> None:
    keep(kept(tmp_path), model)
    assert kept(tmp_path).find(model, _HOW, {}) == b"drawn"
    assert kept(tmp_path).find(model, " 128", {}) is None


def test_a_copy_of_the_folder_elsewhere_has_the_same_picture(model: Path, tmp_path: Path) -> None:
    keep(kept(tmp_path), model)
    moved = model.parent.rename(tmp_path / "moved") / model.name
    assert kept(tmp_path).find(moved, _HOW, {}) == b"drawn"


def test_whatever_changes_it_is_drawn_anew(model: Path, tmp_path: Path) -> None:
    beside = model.with_name("barrel.ldr")
    beside.write_text("0 barrel\n")
    keep(kept(tmp_path), model)
    assert kept(tmp_path, "newer code or library").find(model, _HOW, {}) is None
    assert kept(tmp_path).find(model, _HOW, {model: b"0 a draft\n"}) is None
    assert kept(tmp_path).find(model, _HOW, {beside: b"0 a draft\n"}) is None
    assert kept(tmp_path).find(model, _HOW, {}) == b"drawn"
    beside.write_text("0 another barrel\n")
    assert kept(tmp_path).find(model, _HOW, {}) is None
    beside.unlink()
    assert kept(tmp_path).find(model, _HOW, {}) is None


def test_a_part_of_the_library_that_changes_is_drawn_anew(model: Path, tmp_path: Path) -> None:
    for folder in ("parts", "p"):
        (tmp_path / "ldraw" / folder).mkdir(parents=True)
    parts = [tmp_path / "ldraw" / "parts" / name for name in ("3001.dat", "3002.dat")]
    for path in parts:
        path.write_text("0 Brick\n")
    for path in (tmp_path / "ldraw", *(tmp_path / "ldraw").rglob("*")):
        os.utime(path, (1_000_000_000, 1_000_000_000))
    library = Library([tmp_path / "ldraw"])
    library.read("3001.dat")
    used = library.state(library.used())
    inputs = {model.name: digest_of(model)}
    KeptPictures(tmp_path / "kept", "ours", library).keep(
        model, _HOW, MadeFrom(inputs, used), b"drawn", time.time_ns() + _LATER_NS
    )

    def found() -> bytes | None:
        return KeptPictures(tmp_path / "kept", "ours", library).find(model, _HOW, {})

    parts[1].write_text("0 Another brick, which it doesn't show\n")
    assert found() == b"drawn"
    parts[0].write_text("0 A brick that was corrected\n")
    assert found() is None


def test_pictures_that_come_with_us_fit_any_library(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wheel has those of the examples (scripts/make_yard_pictures)."""
    monkeypatch.setattr(kept_pictures, "CARRIED", tmp_path)
    inputs = {model.name: digest_of(model)}
    name = kept_pictures.name_of(kept_pictures.SHIPPED, inputs[model.name], _HOW)
    (tmp_path / name).write_bytes(written(MadeFrom(inputs), b"drawn"))
    assert kept(tmp_path).find(model, _HOW, {}) == b"drawn"
    model.write_text("0 another gun\n")
    assert kept(tmp_path).find(model, _HOW, {}) is None


def test_what_was_saved_just_now_is_kept_in_memory_only(model: Path, tmp_path: Path) -> None:
    """The process that draws may not have heard of the change yet."""
    one = kept(tmp_path)
    one.keep(model, _HOW, MadeFrom({model.name: digest_of(model)}), b"drawn", time.time_ns())
    assert one.find(model, _HOW, {}) == b"drawn"
    assert kept(tmp_path).find(model, _HOW, {}) is None


@pytest.mark.parametrize(
    "data", [b"", b"{}\nx", b'{"inputs": 1}\nx', written(MadeFrom({}), b"drawn")[:-1], b"\xff\n"]
)
def test_a_broken_file_among_them_is_none(data: bytes, model: Path, tmp_path: Path) -> None:
    keep(kept(tmp_path), model)
    (file,) = (tmp_path / "kept").iterdir()
    file.write_bytes(data)
    assert kept(tmp_path).find(model, _HOW, {}) is None


def test_they_take_a_bounded_room(model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that were used last stay."""
    for age in range(4):
        model.write_text(f"0 gun {age}\n")
        keep(kept(tmp_path), model, b"x" * 1000)
        for file in (tmp_path / "kept").iterdir():
            os.utime(file, ns=(0, file.stat().st_mtime_ns - _LATER_NS))
    monkeypatch.setattr(kept_pictures, "MOST_BYTES", 2_500)
    assert kept(tmp_path).find(model, _HOW, {}) == b"x" * 1000
    assert len(list((tmp_path / "kept").glob(f"*{ENDING}"))) == 2


def test_the_workbench_keeps_the_pictures_of_models_and_of_lists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_pictures, "_JUST_NOW_NS", 0)
    files = ("stations/well.mpd", "companies/suns-fang.yaml")
    with workbench(EXAMPLES, examples=True, pictures=tmp_path) as page:
        first = [page.get("picture", file=file, width=64).content for file in files]
    with workbench(EXAMPLES, examples=True, pictures=tmp_path) as page:
        monkeypatch.setattr(page.server, "ask", None)
        assert [page.get("picture", file=file, width=64).content for file in files] == first


def test_a_page_has_all_that_was_drawn_before_in_one_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing where there is nothing to draw, and no word of what must be drawn."""
    well, paper, relay = "stations/well.mpd", "night-shift.yaml", "stations/relay.mpd"
    with workbench(EXAMPLES, examples=True) as page:
        drawn = page.get("picture", file=well, width=64).content
        assert page.get("picture", file=paper, width=64).status_code == 204
        monkeypatch.setattr(page.server, "ask", None)
        asked = [("file", name) for name in (well, paper, relay, "../secret.ldr")]
        answer = page.client.get("/api/pictures", params=[*asked, ("width", "64")])
        assert page.client.get("/api/pictures", params=[*asked, ("width", "many")]).status_code == 400
    data = f"data:image/webp;base64,{b64encode(drawn).decode()}"
    assert answer.json() == {"pictures": {well: data, paper: ""}}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "forces:\n  - ../a.yaml # ours\n  - 'b c.YML'\n\n  # - d.yaml\n- e.yaml\ngames: [f.yaml]",
            3,
        ),
        ('forces: [a.yaml, "b.yaml"]', 2),
        ("forces:\n  - a.yaml.txt\n  - a", 0),
        ("forces: []\n", 0),
        ("campaign: A\n", 0),
        ("forces:\n" + "- " * 50_000, 0),
        ("forces:\n" + " \n" * 50_000, 0),
    ],
)
def test_the_lists_of_a_campaign_are_seen_without_reading_it(text: str, names: int) -> None:
    found = forces_in(Path("games/campaign.yaml"), text.encode())
    assert len(found) == names
    assert all(one.parent in (Path("games"), Path("games/..")) for one in found)


def test_a_campaign_says_which_lists_it_shows() -> None:
    with workbench(EXAMPLES, examples=True) as page:
        files = {one["file"]: one for one in page.get("yard").json()["files"]}
    assert files["campaigns/the-long-dry.yaml"]["fielded"][0] == "companies/estars-anvil.yaml"
    assert files["companies/estars-anvil.yaml"]["fielded"] == []


@pytest.mark.parametrize(
    ("name", "text", "role"),
    [
        ("a.mpd", "0 FILE a.ldr\n0 Walker\n0 !MFZ FRAME Walker\n", "frame"),
        ("a.ldr", "0 Walker [frame]\n", "frame"),
        ("a.mpd", "0 FILE gun.ldr\n0 Gun\n0 !MFZ SYSTEM 2Rd\n0 FILE b.ldr\n0 B\n", "system"),
        ("a.mpd", "0 FILE a.ldr\n0 Walker\n0 FILE gun.ldr\n0 Gun\n0 !MFZ SYSTEM 2Rd\n", ""),
        ("a.mpd", "0 FILE a.ldr\n0 FILE gun.ldr\n0 !MFZ SYSTEM 2Rd\n0 FILE b.ldr\n0 !MFZ FRAME\n", "frame"),
        ("a.ldr", "0 Walker\n", ""),
        ("a.ldr", "0 Walker\n0 !MFZ NONSENSE\n", ""),
        ("a.yaml", "# Ours.\ncompany: Night Watch\n", "company"),
        ("a.yaml", "mech: Siege\n", "mech"),
    ],
)
def test_a_file_is_sorted_by_its_first_tag(name: str, text: str, role: str) -> None:
    assert role_of(Path(name), text.encode()) == role
