"""Nothing of a user's is lost or hidden: forced saves, other names, drafts below drops, and odd files."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from brickyard.serving.request_guard import cookie_name
from brickyard.serving.yard import title_of
from tests.serving import ADDRESS, EXAMPLES, PORT, TOKEN, Page, TestClient, workbench

CHUB = (EXAMPLES / "frames" / "chub.mpd").read_bytes()
TORSO = {"submodel": "torso.ldr"}


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with workbench(tmp_path_factory.mktemp("yard")) as page:
        yield page


@pytest.fixture
def page(shared: Page) -> Page:
    folder = _folder(shared)
    for file, _ in shared.server.unsaved:
        shared.post("discard", file=file)
    for path in folder.iterdir():
        path.unlink()
        shared.server.workers.note(path, None)
    (folder / "chub.mpd").write_bytes(CHUB)
    shared.server.workers.note(folder / "chub.mpd", None)
    shared.server.kept.clear()
    return shared


def _folder(page: Page) -> Path:
    return page.server.yard.roots[0].path


def _verdict(page: Page, file: str) -> str:
    verdict: str = page.get("check", path=file).json()["verdict"]
    return verdict


def test_what_another_program_saved_is_kept_when_it_is_overwritten_however_often_was_saved(
    page: Page,
) -> None:
    path = _folder(page) / "chub.mpd"
    first = page.tag("chub.mpd", 0, TORSO, "2G").json()
    saved = page.post("save", file="chub.mpd", draft=first["draft"], version=first["version"]).json()
    second = page.tag("chub.mpd", 0, {"submodel": "head.ldr"}, "1Y").json()
    theirs = path.read_bytes() + b"0 // An hour of work\n"
    path.write_bytes(theirs)
    body = {"file": "chub.mpd", "draft": second["draft"], "version": saved["version"]}
    assert page.post("save", **body).status_code == 409
    kept = page.post("save", **body, force=True).json()["kept"]
    assert (_folder(page) / kept).read_bytes() == theirs
    assert (_folder(page) / saved["kept"]).read_bytes() == CHUB


def test_a_file_that_was_saved_under_another_name_is_as_the_disk_has_it(page: Page) -> None:
    before = _verdict(page, "chub.mpd")
    tagged = page.tag("chub.mpd", 0, TORSO, "2G").json()
    assert tagged["check"]["verdict"] != before
    last = page.server.events.last
    saved = page.post("save", file="chub.mpd", draft=tagged["draft"], **{"as": "other.mpd"})
    assert saved.json()["file"] == "other.mpd"
    assert _verdict(page, "other.mpd") == tagged["check"]["verdict"]
    assert _verdict(page, "chub.mpd") == before
    assert (_folder(page) / "chub.mpd").read_bytes() == CHUB
    told = {one.name for one in page.server.events._kept if one.number > last and '"chub.mpd"' in one.text}
    assert told == {"changed"}, "it is still there"


def test_a_list_is_saved_under_another_name_beside_what_it_names(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "chub.mpd").write_bytes(CHUB)
    (tmp_path / "inner" / "lads.yaml").write_text("company: Lads\nframes:\n  - {model: chub.mpd}\n")
    with workbench(tmp_path) as page:
        saved = page.post("save", file="inner/lads.yaml", **{"as": "girls.yaml"}).json()
        assert saved["file"] == "inner/girls.yaml"
        saved = page.post("save", file="inner/lads.yaml", **{"as": "other/girls.yaml"}).json()
        assert saved["file"] == "other/girls.yaml"


def test_another_files_draft_is_not_saved_over_without_a_question(page: Page) -> None:
    one, two = (page.post("new", what="company", name=name).json() for name in ("One", "Two"))
    body = {"file": one["file"], "draft": one["draft"], "as": two["file"]}
    refused = page.post("save", **body)
    assert refused.status_code == 409
    assert "two.yaml exists already" in refused.json()["error"]
    assert page.get("text", file=two["file"]).json()["value"]["company"] == "Two"
    assert page.post("save", **body, force=True).status_code == 200


def test_what_is_dropped_again_holds_and_what_was_done_to_it_can_be_had_back(page: Page) -> None:
    (file,) = page.drop(chub__mpd=CHUB)["files"]
    tagged = page.tag(file, 0, TORSO, "2G").json()
    mine = page.get("download", file=file).content
    newer = CHUB + b"0 // Newer\n"
    page.drop(chub__mpd=newer)
    assert page.get("download", file=file).content == newer
    assert _verdict(page, file) != tagged["check"]["verdict"]
    undone = page.post("undo", file=file, draft=page.file(file)["draft"]).json()
    assert page.get("download", file=file).content == mine
    assert undone["check"]["verdict"] == tagged["check"]["verdict"]


def test_an_old_windows_text_keeps_its_letters_when_a_field_changes(page: Page) -> None:
    (_folder(page) / "old.yaml").write_bytes("company: Möwe\ngame: {players: 3}\n".encode("cp1252"))
    answer = page.post("edit", file="old.yaml", draft=0, edits=[{"at": ["game", "players"], "set": 4}])
    assert answer.json()["text"] == "company: Möwe\ngame: {players: 4}\n"


def test_a_file_that_is_too_large_hides_no_other(page: Page) -> None:
    with (_folder(page) / "huge.csv").open("wb") as huge:
        huge.truncate(65 * 2**20)
    listed = page.get("yard")
    assert listed.status_code == 200
    assert {"chub.mpd", "huge.csv"} <= {one["file"] for one in listed.json()["files"]}


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every name is text")
def test_a_name_in_an_old_encoding_hides_no_other(page: Page) -> None:
    (_folder(page) / os.fsdecode(b"M\xf6we.ldr")).write_bytes(CHUB)
    listed = page.get("yard")
    assert listed.status_code == 200
    assert page.file("chub.mpd")


@pytest.mark.parametrize("file", ["./chub.mpd", ".//chub.mpd", "chub.mpd/"])
def test_a_file_has_one_name_so_that_it_has_one_draft(page: Page, file: str) -> None:
    assert page.get("download", file=file).status_code == 404


@pytest.mark.parametrize("others", ['bad={"x": 1}', "alone", 'open="never closed', "a[b]=c"])
def test_cookies_of_other_programs_on_this_machine_dont_shut_the_page_out(page: Page, others: str) -> None:
    stranger = TestClient(page.client.app, base_url=ADDRESS)
    headers = {"cookie": f"{others}; {cookie_name(PORT)}={TOKEN}"}
    assert stranger.get("/static/nothing.js", headers=headers).status_code == 404, "it is let in"


def test_lists_of_sets_outside_of_the_folder_cant_be_asked_for(page: Page, tmp_path: Path) -> None:
    (_folder(page) / "mine.csv").write_text("number,colour,quantity\n3001,5,4\n")
    for command in ("parts", "owned", "can-build"):
        assert page.get(command, path="mine.csv", sets=str(tmp_path)).status_code == 400


def test_a_worker_begins_with_all_drafts_though_a_model_of_a_list_is_gone(page: Page) -> None:
    page.server.companions["lads.yaml"] = {_folder(page) / "gone.mpd": "elsewhere.mpd"}
    tagged = page.tag("chub.mpd", 0, TORSO, "2G").json()
    try:
        page.server.workers.stop()
        for worker in page.server.workers._workers:
            worker.stopping = False
        assert [_verdict(page, "chub.mpd") for _ in range(2)] == [tagged["check"]["verdict"]] * 2
    finally:
        page.server.companions.clear()


@pytest.mark.parametrize(
    ("name", "text", "shown"),
    [
        ("a.ldr", '0 ST-07 Chub "Brewer"\n', 'ST-07 Chub "Brewer"'),
        ("a.ldr", "0 The Lads'\n", "The Lads'"),
        ("a.yaml", 'company: "Sun\'s Fang"\n', "Sun's Fang"),
        ("a.yaml", "company: 'Sun''s Fang'\n", "Sun's Fang"),
        ("a.yaml", "company: The Lads'\n", "The Lads'"),
        ("a.yaml", 'company: Chub "Brewer"\n', 'Chub "Brewer"'),
        ("a.yaml", 'company: "The \\"Lads\\""\n', 'The "Lads"'),
    ],
)
def test_a_f6_names_keep_their_quotation_marks(name: str, text: str, shown: str) -> None:
    assert title_of(Path(name), text.encode()) == shown


def test_a_f14_a_file_of_digital_designer_is_told_where_to_go(tmp_path: Path) -> None:
    with workbench(tmp_path) as page:
        [refused] = page.drop_named({"old.lxf": b"PK"})["refused"]
    assert refused["why"].endswith("LEGO Digital Designer; open it in Studio and save it as .io")
