"""Files that other programs save: waited for, told, judged; and tags that an editor has saved over."""

from __future__ import annotations

import asyncio
import io
import json
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from brickyard.serving.server_state import Events
from brickyard.serving.watching import Watcher
from brickyard.whole_files import Settling
from tests.serving import EXAMPLES, Page, workbench

FLAT = """0 Flat mech
1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat
0 !MFZ BEGIN SYSTEM 2Rd gun
1 1 0 -24 0 1 0 0 0 1 0 0 0 1 3001.dat
1 2 0 -48 0 1 0 0 0 1 0 0 0 1 3001.dat
0 !MFZ END
1 14 0 -72 0 1 0 0 0 1 0 0 0 1 3001.dat
"""


def _told(events: Events, since: int = 0) -> list[tuple[str, Any]]:
    """What pages have heard after an event, without jobs."""
    kept = [one for one in events._kept if one.number > since and one.name != "job"]
    return [(one.name, json.loads(one.text)) for one in kept]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with workbench(tmp_path_factory.mktemp("yard")) as page:
        yield page


@pytest.fixture
def page(shared: Page) -> Page:
    folder = shared.server.yard.roots[0].path
    for path in folder.iterdir():
        path.unlink()
    for file, _ in shared.server.unsaved:
        shared.post("discard", file=file)
    shared.server.lost.clear()
    return shared


class Disk:
    """Saves files as other programs do, and lets the watcher look at once."""

    def __init__(self, page: Page) -> None:
        self.page, self.folder = page, page.server.yard.roots[0].path
        self.watcher = Watcher(page.server)
        self.since = page.server.events.last

    def save(self, name: str, data: bytes | None) -> list[tuple[str, Any]]:
        path = self.folder / name
        if data is None:
            path.unlink()
        else:
            path.write_bytes(data)
        self.since = self.page.server.events.last
        portal = self.page.client.portal
        assert portal is not None
        portal.call(self.watcher.tell, path, data)
        return self.heard()

    def heard(self) -> list[tuple[str, Any]]:
        return _told(self.page.server.events, self.since)


def test_a_file_that_is_new_changed_and_gone_is_told_and_judged(page: Page) -> None:
    disk = Disk(page)
    chub = (EXAMPLES / "frames" / "chub.mpd").read_bytes()
    told = disk.save("chub.mpd", chub)
    assert [name for name, _ in told] == ["added", "judged"]
    assert told[1][1]["verdict"] == "legal"
    told = disk.save("chub.mpd", chub.replace(b"SYSTEM 1B", b"SYSTEM 3B"))
    assert [name for name, _ in told] == ["changed", "judged"]
    assert told[1][1]["verdict"] == "not legal"
    assert told[0][1]["version"] == told[1][1]["version"] == page.file("chub.mpd")["version"]
    assert disk.save("chub.mpd", chub.replace(b"SYSTEM 1B", b"SYSTEM 3B")) == [], "the same once more"
    assert [name for name, _ in disk.save("chub.mpd", None)] == ["removed"]


def test_a_list_is_judged_by_the_model_that_was_just_saved(page: Page) -> None:
    disk = Disk(page)
    disk.save("lads.yaml", b"company: Lads\nframes:\n  - {model: chub.mpd, name: A}\n")
    before = page.get("card", file="lads.yaml").json()["cards"][0]["units"][0]
    assert before["pieces"] == 0
    disk.save("chub.mpd", (EXAMPLES / "frames" / "chub.mpd").read_bytes())
    after = page.get("card", file="lads.yaml").json()["cards"][0]["units"][0]
    assert after["pieces"] == 75


def test_tags_that_a_save_took_away_are_told_and_put_back(page: Page) -> None:
    disk = Disk(page)
    chub = (EXAMPLES / "frames" / "chub.mpd").read_text()
    disk.save("chub.mpd", chub.encode())
    bare = "\n".join(line for line in chub.split("\n") if not line.startswith("0 !MFZ SYSTEM"))
    told = dict(disk.save("chub.mpd", bare.encode()))
    assert [tag["name"] for tag in told["tags-lost"]["tags"]] == [
        *("rifle.ldr", "shield.ldr", "mast.ldr", "jets.ldr"),
    ]
    # A page that is loaded now has not heard it.
    assert page.file("chub.mpd")["lost"] == told["tags-lost"]["tags"]
    answer = page.post("restore", file="chub.mpd").json()
    assert answer["check"]["verdict"] == "legal"
    assert answer["said"] == []
    assert answer["draft"] > 0
    assert page.file("chub.mpd")["lost"] == []
    assert page.post("restore", file="chub.mpd").status_code == 400


def test_tags_around_parts_are_found_again_by_the_parts_themselves(page: Page) -> None:
    disk = Disk(page)
    disk.save("flat.ldr", FLAT.encode())
    lines = [line for line in FLAT.split("\n") if "!MFZ" not in line]
    # The editor has another order, another part, and other digits.
    moved = [lines[0], "1 7 80 0 0 1 0 0 0 1 0 0 0 1 3005.dat", *lines[:0:-1]]
    text = "\n".join(line.replace("-24 0", "-24.000 0.000") for line in moved if line.strip()) + "\n"
    told = dict(disk.save("flat.ldr", text.encode()))
    assert told["tags-lost"]["tags"] == [{"name": "gun", "tag": "SYSTEM 2Rd gun", "inName": "[2Rd]"}]
    answer = page.post("restore", file="flat.ldr").json()
    assert answer["card"]["cards"][0]["units"][0]["notation"].endswith("2Rd")
    scene = page.get("scene", file="flat.ldr").json()
    marked = [place for place, one in enumerate(scene["instances"]) if one["how"] == "lines"]
    assert scene["pieces"]["instance"].count(marked[0]) == 2


def test_lost_tags_can_be_kept_in_a_list_instead(page: Page) -> None:
    disk = Disk(page)
    chub = (EXAMPLES / "frames" / "chub.mpd").read_text()
    disk.save("lads.yaml", b"# Ours\ncompany: Lads\nframes:\n  - {model: chub.mpd, name: A}\n")
    disk.save("chub.mpd", chub.encode())
    disk.save("chub.mpd", chub.replace("0 !MFZ SYSTEM 2Rd Rifle\n", "").encode())
    answer = page.post("keep-in-list", file="chub.mpd", manifest="lads.yaml").json()
    assert answer["value"]["tags"] == {"rifle.ldr": "SYSTEM 2Rd Rifle"}
    assert answer["text"].startswith("# Ours\n")
    unit = page.get("card", file="lads.yaml").json()["cards"][0]["units"][0]
    assert unit["notation"] == "2W 1B 1G 1Y 2Rd 1Rd8"


def test_what_the_workbench_saved_itself_is_no_loss_and_not_told_twice(page: Page) -> None:
    disk = Disk(page)
    disk.save("flat.ldr", FLAT.encode())
    draft = page.tag("flat.ldr", 0, {"pieces": [1, 2]}, "none").json()
    page.post("save", file="flat.ldr", version=draft["version"], draft=draft["draft"])
    assert disk.save("flat.ldr", (disk.folder / "flat.ldr").read_bytes()) == []


def test_a_draft_stays_when_the_file_below_it_changes(page: Page) -> None:
    disk = Disk(page)
    disk.save("flat.ldr", FLAT.encode())
    draft = page.tag("flat.ldr", 0, {"pieces": [0]}, "1B").json()
    told = dict(disk.save("flat.ldr", (FLAT + "0 STEP\n").encode()))
    assert told["changed"]["draft"] == draft["draft"]
    assert "BEGIN SYSTEM 1B" in page.get("text", file="flat.ldr").json()["text"]
    saved = page.post("save", file="flat.ldr", version=draft["version"], draft=draft["draft"])
    assert saved.status_code == 409


def test_a_page_that_is_loaded_again_does_not_overwrite_what_the_draft_never_saw(page: Page) -> None:
    disk = Disk(page)
    disk.save("flat.ldr", FLAT.encode())
    draft = page.tag("flat.ldr", 0, {"pieces": [0]}, "1B").json()
    theirs = FLAT + "0 STEP\n"
    disk.save("flat.ldr", theirs.encode())
    # What a page has after F5: the version of now, and a draft that began before it.
    again = page.file("flat.ldr")
    body = {"file": "flat.ldr", "version": again["version"], "draft": again["draft"]}
    refused = page.post("save", **body)
    assert refused.status_code == 409
    assert refused.json()["yours"] == draft["version"] != refused.json()["theirs"] == again["version"]
    assert (disk.folder / "flat.ldr").read_text() == theirs
    # The draft goes on from there, and still has not seen it.
    more = page.tag("flat.ldr", again["draft"], {"pieces": [0]}, "1G").json()
    assert page.post("save", **{**body, "draft": more["draft"]}).status_code == 409
    assert page.post("save", **{**body, "draft": more["draft"], "force": True}).status_code == 200
    assert "BEGIN SYSTEM 1G" in (disk.folder / "flat.ldr").read_text()


def test_a_file_that_is_saved_again_while_it_is_looked_at_is_looked_at_again(page: Page) -> None:
    disk = Disk(page)
    path = disk.folder / "flat.ldr"

    async def twice() -> None:
        path.write_text(FLAT)
        disk.watcher.look([path])
        while path not in disk.watcher._known:
            await asyncio.sleep(0.01)
        # Read already, and not yet judged.
        path.write_text(FLAT + "0 STEP\n")
        disk.watcher.look([path])
        while disk.watcher._waiting:
            await asyncio.sleep(0.01)

    portal = page.client.portal
    assert portal is not None
    portal.call(twice)
    told = [about["version"] for name, about in disk.heard() if name == "judged"]
    assert told[-1] == page.file("flat.ldr")["version"]
    assert len(told) == 2


def _looks(path: Path, *writes: Callable[[], object]) -> list[bool]:
    """Whether it is settled after each look, with something written before the look."""
    settling, found = Settling(path), []
    for write in writes:
        write()
        settling.look()
        found.append(settling.is_settled)
    return found


def test_a_file_that_still_grows_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "a.ldr"

    def grow() -> None:
        with path.open("a") as file:
            file.write("0 more\n")

    assert _looks(path, grow, grow, grow, lambda: None, lambda: None) == [False] * 4 + [True]


def test_an_empty_file_and_half_an_archive_are_waited_for(tmp_path: Path) -> None:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        archive.writestr("model.ldr", FLAT)
    path = tmp_path / "a.io"
    steps = [
        lambda: path.write_bytes(b""),
        lambda: None,
        lambda: path.write_bytes(whole.getvalue()[:60]),
        lambda: None,
        lambda: None,
        lambda: path.write_bytes(whole.getvalue()),
        lambda: None,
        lambda: None,
    ]
    assert _looks(path, *steps) == [False] * 7 + [True]


def test_a_file_that_an_editor_deletes_and_writes_anew_is_not_gone(tmp_path: Path) -> None:
    path = tmp_path / "a.ldr"
    path.write_text("0 old\n")
    still: Callable[[], object] = lambda: None  # noqa: E731
    steps: list[Callable[[], object]] = [still, path.unlink, still, lambda: path.write_text("0 new\n")]
    steps += [still, still]
    settling = Settling(path)
    for step in steps:
        step()
        settling.look()
    assert settling.is_settled
    assert settling.data == b"0 new\n"
    path.unlink()
    gone = Settling(path)
    for _ in range(21):
        gone.look()
    assert gone.is_settled
    assert gone.data is None


def test_who_was_away_hears_what_was_missed_and_who_was_away_too_long_begins_anew() -> None:
    async def heard(events: Events, last: int | None, number: int) -> list[str]:
        found = []
        async for data in events.since(last):
            found.append(data.decode())
            if len(found) == number:
                break
        return found

    async def try_it() -> None:
        events = Events()
        for number in range(3):
            events.tell("changed", {"file": f"{number}.ldr"})
        first = await heard(events, 1, 3)
        assert first[1:] == [
            'id: 2\nevent: changed\ndata: {"file":"1.ldr"}\n\n',
            'id: 3\nevent: changed\ndata: {"file":"2.ldr"}\n\n',
        ]
        for number in range(600):
            events.tell("changed", {"file": f"{number}.ldr"})
        late = await heard(events, 1, 2)
        assert "event: restarted" in late[1]
        future = await heard(events, 10_000, 2)
        assert "event: restarted" in future[1]
        events.end()
        assert await heard(events, None, 9) == ["retry: 1000\n\n"]

    asyncio.run(try_it())


def test_where_the_system_cant_watch_files_are_looked_at_in_rounds(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    from brickyard.serving import watching

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "no more watches")

    monkeypatch.setattr("watchfiles.awatch", full)
    monkeypatch.setattr(watching, "_ROUND_SECONDS", 0.05)
    disk = Disk(page)
    portal = page.client.portal
    assert portal is not None
    (disk.folder / "old.ldr").write_bytes(FLAT.encode())
    portal.call(disk.watcher.run)
    (disk.folder / "flat.ldr").write_bytes(FLAT.encode())
    (disk.folder / "old.ldr").unlink()
    for _ in range(200):
        names = {(name, told["file"]) for name, told in disk.heard()}
        if {("judged", "flat.ldr"), ("removed", "old.ldr")} <= names:
            break
        time.sleep(0.05)
    assert {("added", "flat.ldr"), ("judged", "flat.ldr"), ("removed", "old.ldr")} <= names
    for task in list(page.server.background):
        portal.call(task.cancel)


def test_several_folders_and_files_each_have_their_name_first(tmp_path: Path) -> None:
    for name in ("ours", "more/ours"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "flat.ldr").write_text(FLAT)
    (tmp_path / "alone.ldr").write_text(FLAT)
    (tmp_path / "beside.ldr").write_text(FLAT)
    paths = (tmp_path / "ours", tmp_path / "more" / "ours", tmp_path / "alone.ldr")
    with workbench(*paths) as page:
        yard = page.get("yard").json()
        assert yard["folder"] == "ours, ours, alone.ldr"
        files = {one["file"] for one in yard["files"]}
        assert files == {"ours/flat.ldr", "ours-2/flat.ldr", "alone.ldr"}
        assert page.get("check", path="beside.ldr").status_code == 400
        for file in sorted(files):
            (report,) = page.get("check", path=file).json()["reports"]
            assert {found["file"] for found in report["findings"]} <= {file}


def test_a_folder_of_theirs_may_be_called_dropped(tmp_path: Path) -> None:
    (tmp_path / "dropped").mkdir()
    (tmp_path / "dropped" / "flat.ldr").write_text(FLAT)
    with workbench(tmp_path) as page:
        assert page.drop(flat__ldr=b"0 Another\n")["files"] == ["dropped-2/flat.ldr"]
        assert page.get("text", file="dropped/flat.ldr").json()["text"] == FLAT
        assert page.file("dropped/flat.ldr")["writable"]
        assert page.file("dropped-2/flat.ldr")["dropped"]
