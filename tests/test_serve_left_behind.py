"""Robustness 6 and code 5.4: what a killed workbench leaves is cleared by the next, after drafts are kept."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from brickyard.serving.unsaved import PREFIX, clear_servers, hold, note_draft
from ldraw_tools import writing
from ldraw_tools.writing import clear_leftover_files, write_in_place
from tests.serving import EXAMPLES, Running, running, workbench

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and locks are other ones there")
CHUB = (EXAMPLES / "frames" / "chub.mpd").read_bytes()
TAGGED = [{"target": {"submodel": "rifle.ldr"}, "tag": "2Ra"}]
NOBODY = 999_999_999


def kill(server: Running) -> None:
    server.process.send_signal(signal.SIGKILL)
    server.process.wait()


def test_robustness_6_what_a_killed_workbench_had_unsaved_is_kept_and_said_at_the_next_start(
    tmp_path: Path,
) -> None:
    mechs, temporary, state = tmp_path / "mechs", tmp_path / "temporary", tmp_path / "state"
    for folder in (mechs, temporary):
        folder.mkdir()
    (mechs / "chub.mpd").write_bytes(CHUB)
    with running(str(mechs), temporary=temporary, state=state) as server:
        server.client.post("/api/drop", files=[("files", ("private.mpd", CHUB))])
        assert server.post("tag", file="chub.mpd", draft=0, changes=TAGGED).status_code == 200
        draft = server.client.get("/api/download", params={"file": "chub.mpd"}).content
        kill(server)
    (dead,) = temporary.glob(f"{PREFIX}*")
    assert (dead / "dropped" / "private.mpd").is_file()
    with running(str(mechs), temporary=temporary, state=state) as living:
        assert not dead.exists()
        with running(temporary=temporary, state=state) as third:
            assert len(list(temporary.glob(f"{PREFIX}*"))) == 2, "the living one keeps its folder"
            assert third.stop() == 0
            assert third.told() == ""
        assert living.client.get("/api/yard").status_code == 200
        assert living.stop() == 0
        said = living.told()
    (kept,) = (state / "brickyard" / "unsaved").glob("*/chub.mpd")
    assert kept.read_bytes() == draft != CHUB
    assert said.startswith("brickyard: 1 file with changes that were not saved: chub.mpd\n")
    assert str(kept.parent) in said.replace("\n", "")
    assert list(temporary.glob(f"{PREFIX}*")) == []
    assert len(list(kept.parent.parent.iterdir())) == 1


def test_a_draft_is_on_the_disk_only_while_it_is_unsaved(tmp_path: Path) -> None:
    (tmp_path / "mechs" / "inner").mkdir(parents=True)
    (tmp_path / "mechs" / "chub.mpd").write_bytes(CHUB)
    with workbench(tmp_path / "mechs", unsaved=tmp_path / "unsaved") as page:
        assert page.server.noted is not None
        noted = page.server.noted / "chub.mpd"
        told = page.tag("chub.mpd", 0, {"submodel": "rifle.ldr"}, "2Ra").json()
        assert noted.read_bytes() == page.server.unsaved.data("chub.mpd")
        page.post("undo", file="chub.mpd", draft=told["draft"])
        assert not noted.exists()
        redone = page.post("redo", file="chub.mpd", draft=0).json()
        assert noted.exists()
        page.post("save", file="chub.mpd", draft=redone["draft"], version=redone["version"])
        assert not noted.exists()
        page.post("new", what="company", name="Lions")
        assert (page.server.noted / "lions.yaml").is_file()
        page.post("discard", file="lions.yaml")
        assert not (tmp_path / "unsaved").exists()


@pytest.mark.parametrize(("option", "left"), [((), 1), (("--read-only",), 0)])
def test_a_workbench_that_writes_nothing_notes_no_drafts(
    tmp_path: Path, option: tuple[str, ...], left: int
) -> None:
    (tmp_path / "chub.mpd").write_bytes(CHUB)
    with running(str(tmp_path), *option, state=tmp_path / "state") as server:
        assert server.post("tag", file="chub.mpd", draft=0, changes=TAGGED).status_code == 200
        kill(server)
    assert len(list((tmp_path / "state").rglob("chub.mpd"))) == left


def home(folder: Path, name: str) -> Path:
    made = folder / f"{PREFIX}{name}"
    made.mkdir()
    return made


def test_only_folders_of_dead_servers_are_cleared(tmp_path: Path) -> None:
    living, dead, other = (home(tmp_path, name) for name in ("living", "dead", "other"))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for one in (dead, elsewhere):
        hold(one).close()
    (tmp_path / f"{PREFIX}link").symlink_to(elsewhere)
    with hold(living):
        assert list(clear_servers(tmp_path, tmp_path / "kept")) == []
    assert not dead.exists()
    # One without a lock is of an older version, or just begins.
    assert all(one.exists() for one in (living, other, elsewhere, tmp_path / f"{PREFIX}link"))


def test_the_newest_copies_and_those_of_living_servers_are_kept(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    for day in range(1, 30):
        note_draft(kept / f"2026-11-{day:02}", "a.yaml", b"company: A\n")
    with hold(home(tmp_path, "2026-11-01")):
        assert list(clear_servers(tmp_path, kept)) == []
    assert [path.name[-2:] for path in sorted(kept.iterdir())] == ["01", *(str(day) for day in range(10, 30))]


LITTER = (f".c.yaml.{NOBODY}.bbqxlint", f".chub.mpd.bak2.{NOBODY}.a_b_c_12", f".A.IO.{NOBODY}.12345678")
NOT_OURS = (
    f".c.yaml.{os.getpid()}.bbqxlint",
    f".c.yaml.{NOBODY}.swp",
    f".c.txt.{NOBODY}.bbqxlint",
    f"c.yaml.{NOBODY}.bbqxlint",
    f".c.yaml.{NOBODY}.bbqxlint.old",
    ".c.yaml.v12.bbqxlint",
    "c.yaml.bak",
)


def test_robustness_6_half_saves_of_dead_processes_are_cleared_from_the_folder(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    for folder in (tmp_path, inner):
        for name in ("c.yaml", *LITTER, *NOT_OURS):
            (folder / name).write_text("company: A\n")
    with workbench(tmp_path) as page:
        page.server.yard.clear_leftovers()
    for folder in (tmp_path, inner):
        assert {path.name for path in folder.iterdir() if path.is_file()} == {"c.yaml", *NOT_OURS}


def test_a_folder_of_such_a_name_and_a_read_only_one_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / LITTER[0]).mkdir()
    clear_leftover_files(tmp_path, (".yaml",))
    (tmp_path / LITTER[1]).write_text("0 x\n")
    with workbench(tmp_path, read_only=True) as page:
        page.server.yard.clear_leftovers()
    assert {path.name for path in tmp_path.iterdir()} == set(LITTER[:2])


def test_robustness_6_a_copy_of_the_same_bytes_is_kept_once(tmp_path: Path) -> None:
    path = tmp_path / "c.yaml"
    path.write_bytes(b"one")
    # As a save leaves it that was killed after it had made its copy.
    (tmp_path / "c.yaml.bak").write_bytes(b"zero")
    (tmp_path / "c.yaml.bak2").write_bytes(b"one")
    assert write_in_place(path, b"two").name == "c.yaml.bak2"
    assert write_in_place(path, b"three").name == "c.yaml.bak3"
    assert [(tmp_path / f"c.yaml.bak{number}").read_bytes() for number in ("", "2", "3")] == [
        b"zero",
        b"one",
        b"two",
    ]


def test_code_5_5_the_mask_for_new_files_is_never_changed_while_others_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "umask")
    writing.write_whole(tmp_path / "new.txt", b"x")
    beside = tmp_path / "usual.txt"
    beside.write_text("x")
    assert (tmp_path / "new.txt").stat().st_mode == beside.stat().st_mode


def test_code_5_6_bytes_of_saved_files_are_not_kept_for_ever(tmp_path: Path) -> None:
    names = [f"list{number}.yaml" for number in range(30)]
    for name in names:
        (tmp_path / name).write_text("company: A\n")
    with workbench(tmp_path) as page:
        for name in names:
            page.server.note_saved(name, name, b"company: B\n")
        assert len(page.server.saved) < len(names)
        assert tmp_path.resolve() / names[-1] in page.server.saved


def leave_unsaved(folder: Path, unsaved: Path) -> bytes:
    """A workbench that ends with a changed model, a new list and a changed model that was dropped."""
    with workbench(folder, unsaved=unsaved) as page:
        page.tag("chub.mpd", 0, {"submodel": "rifle.ldr"}, "2Ra")
        page.post("new", what="company", name="Lions")
        page.drop(pod__mpd=CHUB)
        page.tag("dropped/pod.mpd", 0, {"submodel": "rifle.ldr"}, "2Rh")
        assert page.get("yard").json()["kept"] == [], "what is open here is not offered here"
        return page.server.data_of("chub.mpd")


def test_a_f10_what_was_unsaved_at_the_end_is_offered_at_the_next_start_and_taken_up(tmp_path: Path) -> None:
    folder, unsaved = tmp_path / "mechs", tmp_path / "unsaved"
    folder.mkdir()
    (folder / "chub.mpd").write_bytes(CHUB)
    draft = leave_unsaved(folder, unsaved)
    with workbench(folder, unsaved=unsaved) as page:
        [kept] = page.get("yard").json()["kept"]
        assert (kept["files"], kept["isOurs"]) == (["chub.mpd", "dropped/pod.mpd", "lions.yaml"], True)
        taken = page.post("take-up", id=kept["id"]).json()
        assert taken == {"files": ["chub.mpd", "dropped/pod.mpd", "lions.yaml"]}
        assert page.server.data_of("chub.mpd") == draft
        assert (folder / "chub.mpd").read_bytes() == CHUB, "it is a draft again"
        assert b"2Rh" in page.server.data_of("dropped/pod.mpd")
        assert page.get("yard").json()["kept"] == []
        assert "no longer kept" in page.post("take-up", id=kept["id"]).json()["error"]
        # It is noted for this server's end, too.
        assert len(list(unsaved.rglob("chub.mpd"))) == 1
        one = page.file("chub.mpd")
        saved = page.post("save", file="chub.mpd", version=one["version"], draft=one["draft"])
        assert (saved.status_code, (folder / "chub.mpd").read_bytes()) == (200, draft)


def test_a_f10_what_was_saved_elsewhere_since_is_not_written_over_unasked(tmp_path: Path) -> None:
    folder, unsaved = tmp_path / "mechs", tmp_path / "unsaved"
    folder.mkdir()
    (folder / "chub.mpd").write_bytes(CHUB)
    leave_unsaved(folder, unsaved)
    (folder / "chub.mpd").write_bytes(CHUB + b"0 // newer\n")
    later = next(unsaved.rglob("chub.mpd")).stat().st_mtime + 60
    os.utime(folder / "chub.mpd", (later, later))
    with workbench(folder, unsaved=unsaved) as page:
        page.post("take-up", id=page.get("yard").json()["kept"][0]["id"])
        one = page.file("chub.mpd")
        saved = page.post("save", file="chub.mpd", version=one["version"], draft=one["draft"])
        assert (saved.status_code, "changed on disk" in saved.json()["error"]) == (409, True)


def test_a_f10_work_of_another_folder_comes_as_copies_and_can_be_thrown_away(tmp_path: Path) -> None:
    folder, other, unsaved = tmp_path / "mechs", tmp_path / "other", tmp_path / "unsaved"
    for one in (folder, other):
        one.mkdir()
        (one / "chub.mpd").write_bytes(CHUB)
    draft = leave_unsaved(folder, unsaved)
    with workbench(other, unsaved=unsaved) as page:
        [kept] = page.get("yard").json()["kept"]
        assert not kept["isOurs"]
        files = page.post("take-up", id=kept["id"]).json()["files"]
        assert files == ["dropped/chub.mpd", "dropped/pod.mpd", "dropped/lions.yaml"]
        assert page.server.data_of("dropped/chub.mpd") == draft
        assert page.file("chub.mpd")["draft"] == 0
    with workbench(folder, unsaved=unsaved) as page:
        [kept] = page.get("yard").json()["kept"]
        assert page.post("take-up", id=kept["id"], discard=True).json() == {"files": []}
        assert list(unsaved.rglob("*.mpd")) == []
