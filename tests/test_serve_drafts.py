"""Changes in the workbench: judged like saved files, undone and redone, saved whole, and never lost."""

from __future__ import annotations

import io
import json
import os
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ldraw_tools.findings import BrickyardError
from tests.running import brickyard
from tests.serving import EXAMPLES, Page, workbench

FLAT = """0 Flat mech
0 Name: flat.ldr
1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat
1 1 0 -24 0 1 0 0 0 1 0 0 0 1 3001.dat
0 STEP
1 2 0 -48 0 1 0 0 0 1 0 0 0 1 3001.dat
1 14 0 -72 0 1 0 0 0 1 0 0 0 1 3001.dat
"""
COMPANY = """# Ours, since 2012
company: Lads   # the best
game: {size: skirmish, players: 3}
frames:
  # The one with the gun.
  - {model: chub.mpd, name: Brutus, count: 3}
  - name: Scout
    systems: 1B 1G 2Y  # quick
stations:
  - {name: Depot, count: 2}
"""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """One pair of workers for all tests of this module."""
    with workbench(tmp_path_factory.mktemp("yard")) as page:
        yield page


@pytest.fixture
def page(shared: Page) -> Page:
    """A yard as new, with a model, a flat model and a list."""
    folder = shared.server.yard.roots[0].path
    for file, _ in shared.server.unsaved:
        shared.post("discard", file=file)
    for path in folder.iterdir():
        path.chmod(0o644)
        path.unlink()
    (folder / "chub.mpd").write_bytes((EXAMPLES / "frames" / "chub.mpd").read_bytes())
    (folder / "flat.ldr").write_text(FLAT)
    (folder / "lads.yaml").write_text(COMPANY)
    for name in ("chub.mpd", "flat.ldr", "lads.yaml"):
        shared.server.forget(folder / name)
        shared.server.workers.note(folder / name, None)
    shared.server.kept.clear()
    return shared


def _folder(page: Page) -> Path:
    return page.server.yard.roots[0].path


def _check(page: Page, *arguments: str) -> Any:
    return json.loads(brickyard(["check", "--format", "json", *arguments], _folder(page)).stdout)


def test_a_tag_on_a_submodel_changes_dice_and_verdict_but_not_the_file(page: Page) -> None:
    before = (_folder(page) / "chub.mpd").read_bytes()
    answer = page.tag("chub.mpd", 0, {"submodel": "torso.ldr"}, "2G").json()
    assert answer["draft"] > 0
    assert answer["canUndo"]
    assert answer["check"]["verdict"] == "not legal"
    (unit,) = answer["card"]["cards"][0]["units"]
    assert "G" in {die["colour"] for die in unit["dice"]}
    assert {one["name"]: one["value"] for one in answer["tags"]["models"][0]["submodels"]}[
        "torso.ldr"
    ] == "2G"
    assert (_folder(page) / "chub.mpd").read_bytes() == before
    assert page.file("chub.mpd")["draft"] == answer["draft"]


def test_a_draft_is_judged_exactly_as_the_file_that_it_becomes(page: Page) -> None:
    draft = page.tag("chub.mpd", 0, {"submodel": "shield.ldr"}, "none").json()
    judged = page.get("check", path="chub.mpd").json()
    company = page.get("check", path="lads.yaml").json()
    version = page.file("chub.mpd")["version"]
    saved = page.post("save", file="chub.mpd", version=version, draft=draft["draft"]).json()
    assert saved["kept"] == "chub.mpd.bak"
    assert judged == draft["check"] == _check(page, "chub.mpd") == page.get("check", path="chub.mpd").json()
    assert company == _check(page, "lads.yaml")


def test_only_the_lines_of_the_tag_change(page: Page) -> None:
    folder = _folder(page)
    old = (folder / "chub.mpd").read_bytes()
    draft = page.tag("chub.mpd", 0, {"submodel": "rifle.ldr"}, "2Ra").json()
    page.post("save", file="chub.mpd", version=draft["version"], draft=draft["draft"])
    new = (folder / "chub.mpd").read_bytes()
    assert new == old.replace(b"SYSTEM 2Rd Rifle", b"SYSTEM 2Ra")
    assert (folder / "chub.mpd.bak").read_bytes() == old


def test_parts_of_a_flat_model_that_stand_apart_are_moved_together_and_that_is_said(page: Page) -> None:
    answer = page.tag("flat.ldr", 0, {"pieces": [1, 3]}, "1Y mast").json()
    assert answer["said"] == ["1 line was moved down, so that all 2 parts stand together."]
    text = page.get("text", file="flat.ldr").json()["text"]
    assert text == (
        "0 Flat mech\n0 Name: flat.ldr\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n0 STEP\n"
        "1 2 0 -48 0 1 0 0 0 1 0 0 0 1 3001.dat\n0 !MFZ BEGIN SYSTEM 1Y mast\n"
        "1 1 0 -24 0 1 0 0 0 1 0 0 0 1 3001.dat\n1 14 0 -72 0 1 0 0 0 1 0 0 0 1 3001.dat\n0 !MFZ END\n"
    )


def test_parts_that_stand_together_are_not_moved_and_their_tag_can_be_changed_and_removed(page: Page) -> None:
    first = page.tag("flat.ldr", 0, {"pieces": [0, 1]}, "1B").json()
    assert first["said"] == []
    second = page.tag("flat.ldr", first["draft"], {"pieces": [0, 1]}, "2B").json()
    scene = page.get("scene", file="flat.ldr").json()
    assert [(one["how"], one["value"]) for one in scene["instances"]] == [("submodel", ""), ("lines", "2B")]
    assert scene["pieces"]["instance"] == [1, 1, 0, 0]
    assert scene["systems"] == [
        {"unit": 0, "system": 0, "pieces": [0, 1]},
        {"unit": 0, "system": 1, "pieces": [0, 1]},
    ]
    page.tag("flat.ldr", second["draft"], {"pieces": [0, 1]}, "none")
    assert page.get("text", file="flat.ldr").json()["text"] == FLAT


def test_a_scene_that_only_has_other_tags_need_not_be_sent_again(page: Page) -> None:
    scene = page.get("scene", file="chub.mpd").json()
    assert len(scene["pieces"]["part"]) == 75
    page.tag("chub.mpd", 0, {"submodel": "torso.ldr"}, "1B")
    again = page.get("scene", file="chub.mpd", have=scene["name"]).json()
    assert again["scene"] is None
    assert [one["value"] for one in again["instances"] if one["name"] == "torso.ldr"] == ["1B"]


@pytest.mark.parametrize(
    ("target", "tag", "said"),
    [
        ({"submodel": "nothing.ldr"}, "1B", "no submodel is called"),
        ({"submodel": "torso.ldr"}, "9Q", "9Q"),
        ({"submodel": "torso.ldr"}, "none", "has no tag in the file"),
        ({"pieces": [5000]}, "1B", "no such pieces"),
        ({"pieces": [0, 40]}, "1B", "several submodels"),
        ({}, "1B", "name a submodel"),
        ({"submodel": "torso.ldr", "group": "x"}, "1B", "name a submodel"),
    ],
)
def test_a_tag_that_cant_be_is_a_sentence_and_no_draft(
    page: Page, target: dict[str, Any], tag: str, said: str
) -> None:
    answer = page.tag("chub.mpd", 0, target, tag)
    assert answer.status_code == 400
    assert said in answer.json()["error"]
    assert page.file("chub.mpd")["draft"] == 0
    assert page.get("check", path="chub.mpd").json()["verdict"] == "legal"


def test_changes_are_undone_and_redone_and_the_numbers_never_come_back(page: Page) -> None:
    first = page.tag("chub.mpd", 0, {"submodel": "torso.ldr"}, "1B").json()["draft"]
    second = page.tag("chub.mpd", first, {"submodel": "torso.ldr"}, "1G").json()["draft"]
    third = page.post("undo", file="chub.mpd", draft=second).json()
    assert third["draft"] not in (0, first, second)
    value = {one["name"]: one["value"] for one in third["tags"]["models"][0]["submodels"]}
    assert value["torso.ldr"] == "1B"
    fourth = page.post("undo", file="chub.mpd", draft=third["draft"]).json()
    assert (fourth["draft"], fourth["canUndo"], fourth["canRedo"]) == (0, False, True)
    assert fourth["check"]["verdict"] == "legal"
    assert page.post("undo", file="chub.mpd", draft=0).json()["error"] == "There is nothing to undo."
    fifth = page.post("redo", file="chub.mpd", draft=0).json()
    sixth = page.post("redo", file="chub.mpd", draft=fifth["draft"]).json()
    assert not sixth["canRedo"]
    page.post("discard", file="chub.mpd")
    assert page.file("chub.mpd")["draft"] == 0


def test_two_tabs_dont_lose_each_others_changes(page: Page) -> None:
    one = page.tag("chub.mpd", 0, {"submodel": "torso.ldr"}, "1B").json()["draft"]
    late = page.tag("chub.mpd", 0, {"submodel": "head.ldr"}, "1Y")
    assert late.status_code == 409
    assert "Another page has changed this file" in late.json()["error"]
    assert page.post("save", file="chub.mpd", version="", draft=0).status_code == 409
    assert page.post("undo", file="chub.mpd", draft=0).status_code == 409
    assert page.file("chub.mpd")["draft"] == one


def test_what_another_program_saved_is_not_overwritten_unless_asked_for(page: Page) -> None:
    path = _folder(page) / "flat.ldr"
    version = page.file("flat.ldr")["version"]
    draft = page.tag("flat.ldr", 0, {"pieces": [0, 1]}, "1B").json()["draft"]
    theirs = FLAT + "1 4 0 -96 0 1 0 0 0 1 0 0 0 1 3001.dat\n"
    path.write_text(theirs)
    answer = page.post("save", file="flat.ldr", version=version, draft=draft)
    assert answer.status_code == 409
    assert answer.json()["yours"] == version
    assert path.read_text() == theirs
    forced = page.post("save", file="flat.ldr", version=version, draft=draft, force=True)
    assert forced.status_code == 200
    assert "BEGIN SYSTEM 1B" in path.read_text()
    assert (_folder(page) / forced.json()["kept"]).read_text() == theirs


def test_saving_again_keeps_one_copy_of_how_it_was(page: Page) -> None:
    old = (_folder(page) / "flat.ldr").read_bytes()
    version, draft = page.file("flat.ldr")["version"], 0
    for tag in ("1B", "1G", "1Y"):
        draft = page.tag("flat.ldr", draft, {"pieces": [0, 1]}, tag).json()["draft"]
        saved = page.post("save", file="flat.ldr", version=version, draft=draft).json()
        version, draft = saved["version"], 0
        assert saved["kept"] == "flat.ldr.bak"
    assert (_folder(page) / "flat.ldr.bak").read_bytes() == old
    assert len(list(_folder(page).iterdir())) == 4
    undone = page.post("undo", file="flat.ldr", draft=0).json()
    assert undone["draft"] > 0, "what was saved can still be undone"


def test_a_full_disk_leaves_the_old_file_whole(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _folder(page) / "flat.ldr"
    draft = page.tag("flat.ldr", 0, {"pieces": [0, 1]}, "1B").json()["draft"]
    old, version = path.read_bytes(), page.file("flat.ldr")["version"]

    def full(self: Path, data: bytes) -> int:
        with self.open("wb") as file:
            file.write(data[:7])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    answer = page.post("save", file="flat.ldr", version=version, draft=draft)
    monkeypatch.undo()
    assert answer.status_code == 400
    assert "No space left on device" in answer.json()["error"]
    assert path.read_bytes() == old
    assert {one.name for one in _folder(page).iterdir()} == {"flat.ldr", "chub.mpd", "lads.yaml"}
    assert page.post("save", file="flat.ldr", version=version, draft=draft).status_code == 200


def test_a_file_that_vanished_is_saved_anew_only_if_asked_for(page: Page) -> None:
    path = _folder(page) / "flat.ldr"
    draft = page.tag("flat.ldr", 0, {"pieces": [0, 1]}, "1B").json()["draft"]
    version = page.file("flat.ldr")["version"]
    path.unlink()
    assert page.get("check", path="flat.ldr").status_code == 200, "the draft is still there"
    refused = page.post("save", file="flat.ldr", version=version, draft=draft)
    assert (refused.status_code, refused.json()["theirs"]) == (409, "")
    assert refused.json()["error"] == "The file is no longer on the disk. Write it again?"
    assert page.post("save", file="flat.ldr", version=version, draft=draft, force=True).status_code == 200
    assert path.is_file()
    path.unlink()
    page.server.forget(path)
    assert page.get("check", path="flat.ldr").status_code == 400
    assert page.file("flat.ldr") == {}


def test_a_locked_file_is_not_replaced_though_its_folder_would_allow_it(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked, allowed = _folder(page) / "flat.ldr", os.access
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != locked and allowed(path, mode))
    assert [page.file(name)["writable"] for name in ("flat.ldr", "chub.mpd")] == [False, True]
    assert page.get("yard").json()["home"]
    draft = page.tag("flat.ldr", 0, {"pieces": [0, 1]}, "1B").json()["draft"]
    body = {"file": "flat.ldr", "version": page.file("flat.ldr")["version"], "draft": draft}
    assert "read-only: download it" in page.post("save", **body).json()["error"]
    assert locked.read_text() == FLAT
    assert page.post("save", **body, **{"as": "mine.ldr"}).status_code == 200
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert not page.get("yard").json()["home"]


def test_a_refusal_of_the_disk_names_files_as_the_page_does(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = page.tag("flat.ldr", 0, {"pieces": [0, 1]}, "1B").json()["draft"]

    def refuse(path: Path, *_: object) -> Path:
        raise BrickyardError(f"{path}: can't be written: No space left on device")

    monkeypatch.setattr("brickyard.serving.saving.write_in_place", refuse)
    said = page.post("save", file="flat.ldr", version=page.file("flat.ldr")["version"], draft=draft).json()
    assert said["error"] == "flat.ldr: can't be written: No space left on device"


def test_parts_of_a_studio_file_that_are_tagged_with_a_name_become_a_submodel_of_it(page: Page) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("model.ldr", FLAT)
    page.drop_named({"flat.io": packed.getvalue()})
    target = {"pieces": [0, 2]}
    before = page.get("scene", file="dropped/flat.io").json()["pieces"]
    assert page.tag("dropped/flat.io", 0, target, 'system "2Rd" Long gun').status_code == 200
    scene = page.get("scene", file="dropped/flat.io").json()
    (gun,) = (one for one in scene["instances"] if one["role"] == "system")
    assert (gun["label"], gun["value"]) == ("Long gun", "2Rd")
    # Other numbers, the same places.
    index, after = scene["instances"].index(gun), scene["pieces"]
    chosen = [piece for piece, owner in enumerate(after["instance"]) if owner == index]
    assert sorted(_places(after, chosen)) == sorted(_places(before, target["pieces"]))


def _places(pieces: dict[str, Any], chosen: list[int]) -> list[list[int]]:
    return [pieces["place"][3 * piece : 3 * piece + 3] for piece in chosen]


def test_a_tag_keeps_the_name_that_stands_beside_it(page: Page) -> None:
    page.tag("flat.ldr", 0, {"pieces": [0, 1]}, 'system "2Rd" Long gun')
    (gun,) = (one for one in page.get("scene", file="flat.ldr").json()["instances"] if one["role"])
    assert (gun["how"], gun["called"], gun["value"]) == ("lines", "Long gun", "2Rd")


def test_only_what_was_dropped_can_be_taken_out_and_its_draft_goes_with_it(page: Page) -> None:
    page.drop_named({"gone.ldr": FLAT.encode()})
    assert page.tag("dropped/gone.ldr", 0, {"pieces": [0]}, "1B").status_code == 200
    assert page.post("forget", file="dropped/gone.ldr").status_code == 200
    assert page.file("dropped/gone.ldr") == {}
    assert page.post("forget", file="dropped/gone.ldr").status_code == 404
    assert page.post("forget", file="flat.ldr").status_code == 400
    assert (_folder(page) / "flat.ldr").is_file()


def test_saving_two_at_once_loses_neither(page: Page) -> None:
    version = page.file("flat.ldr")["version"]
    draft = page.tag("flat.ldr", 0, {"pieces": [0, 1]}, "1B").json()["draft"]
    answers: list[int] = []
    threads = [
        threading.Thread(
            target=lambda: answers.append(
                page.post("save", file="flat.ldr", version=version, draft=draft).status_code
            )
        )
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200, 409, 409, 409]


def test_fields_change_and_comments_stay(page: Page) -> None:
    edits = [
        {"at": ["frames", 0, "count"], "set": 2},
        {"at": ["frames"], "add": {"model": {"file": "chub.mpd"}, "name": "Third"}},
        {"at": ["frames", 1], "move": 0},
        {"at": ["options", "split-range"], "set": True},
        {"at": ["stations", 0], "remove": True},
    ]
    answer = page.post("edit", file="lads.yaml", draft=0, edits=edits).json()
    text = answer["text"]
    for kept in ("# Ours, since 2012", "# the best", "# quick"):
        assert kept in text
    assert answer["value"]["frames"] == [
        {"name": "Scout", "systems": "1B 1G 2Y"},
        {"model": "chub.mpd", "name": "Brutus", "count": 2},
        {"model": "chub.mpd", "name": "Third"},
    ]
    assert answer["value"]["options"] == {"split-range": True}
    (report,) = answer["check"]["reports"]
    assert (report["kind"], report["units"][0]["name"]) == ("company", "Scout")


def test_a_change_of_one_field_changes_one_line(page: Page) -> None:
    edits = [{"at": ["frames", 0, "count"], "set": 2}]
    text = page.post("edit", file="lads.yaml", draft=0, edits=edits).json()["text"]
    assert text == COMPANY.replace("count: 3", "count: 2")


@pytest.mark.parametrize(
    "edit",
    [
        {"at": ["frames", 9], "remove": True},
        {"at": ["nothing", "here", "deep"], "set": 1},
        {"at": ["company"], "add": 1},
        {"at": [], "remove": True},
        {"at": ["frames", 0], "move": 99},
        {"at": ["frames"]},
        {"at": ["frames", 0, "count"], "set": 1, "remove": True},
        {"at": ["frames"], "add": {"model": {"file": "../../x.mpd"}}},
    ],
)
def test_a_change_that_cant_be_made_is_a_sentence(page: Page, edit: dict[str, Any]) -> None:
    answer = page.post("edit", file="lads.yaml", draft=0, edits=[edit])
    assert answer.status_code in (400, 404)
    assert answer.json()["error"]
    assert page.file("lads.yaml")["draft"] == 0


def test_a_list_as_text_has_its_findings_at_their_lines(page: Page) -> None:
    text = COMPANY.replace("stations:", "statoins:")
    answer = page.post("text", file="lads.yaml", draft=0, text=text).json()
    (report,) = answer["check"]["reports"]
    assert answer["check"]["verdict"] == "not judged"
    assert next(found["line"] for found in report["findings"] if found["code"].startswith("MAN")) == 9
    broken = page.post("text", file="lads.yaml", draft=answer["draft"], text="frames: [").json()
    assert broken["value"] is None
    assert broken["check"]["verdict"] == "not judged"
    edit = page.post("edit", file="lads.yaml", draft=broken["draft"], edits=[{"at": ["a"], "set": 1}])
    assert "can't be read as YAML" in edit.json()["error"]


def test_a_new_company_is_in_the_yard_but_on_disk_only_when_it_is_saved(page: Page) -> None:
    made = page.post("new", what="company", name="Große Lads!", empty=True).json()
    assert made["file"] == "grosse-lads.yaml" or made["file"] == "groe-lads.yaml"
    assert made["value"]["company"] == "Große Lads!"
    assert "frames" not in made["value"]
    assert made["text"].startswith("# A company.")
    assert not (_folder(page) / made["file"]).exists()
    assert page.file(made["file"])["draft"] == made["draft"]
    second = page.post("new", what="company", name="Große Lads!").json()
    assert second["file"] == made["file"].replace(".yaml", "-2.yaml")
    saved = page.post("save", file=made["file"], version="", draft=made["draft"]).json()
    assert saved["kept"] == ""
    assert (_folder(page) / made["file"]).is_file()


@pytest.mark.parametrize("what", ["company", "fleet", "mech", "edition", "campaign"])
def test_everything_can_be_begun(page: Page, what: str) -> None:
    made = page.post("new", what=what, name="Mine")
    assert made.status_code == 200, made.text
    assert made.json()["kind"] == {"edition": "edition", "campaign": "campaign"}.get(what, "manifest")


def test_a_fleet_that_is_begun_has_nothing_in_it(page: Page) -> None:
    made = page.post("new", what="fleet", name="Con", empty=True).json()
    assert (made["file"], set(made["value"]) & {"ships", "companies", "hvas", "ace"}) == ("con_.yaml", set())
    page.post("discard", file=made["file"])


def test_a_model_of_elsewhere_is_judged_beside_the_list_and_copied_when_that_is_saved(page: Page) -> None:
    page.drop(stray__mpd=(EXAMPLES / "frames" / "lancer.mpd").read_bytes())
    made = page.post("new", what="company", name="Strays", empty=True).json()
    edits = [{"at": ["frames"], "add": {"model": {"file": "dropped/stray.mpd"}, "name": "Stray"}}]
    answer = page.post("edit", file=made["file"], draft=made["draft"], edits=edits).json()
    assert answer["value"]["frames"] == [{"model": "stray.mpd", "name": "Stray"}]
    (card,) = page.get("card", file=made["file"]).json()["cards"]
    assert card["units"][0]["pieces"] > 10
    assert not (_folder(page) / "stray.mpd").exists()
    bundle = page.get("bundle", file=made["file"])
    assert sorted(zipfile.ZipFile(io.BytesIO(bundle.content)).namelist()) == ["stray.mpd", "strays.yaml"]
    page.post("save", file=made["file"], version="", draft=answer["draft"])
    assert (_folder(page) / "stray.mpd").is_file()
    assert _check(page, "strays.yaml") == page.get("check", path="strays.yaml").json()


def test_a_company_leaves_as_one_file_and_comes_back_by_dropping_it(page: Page) -> None:
    bundle = page.get("bundle", file="lads.yaml")
    assert bundle.headers["content-disposition"].startswith('attachment; filename="lads.zip"')
    found = page.drop_named({"lads.zip": bundle.content})
    assert found == {"files": ["dropped/lads/chub.mpd", "dropped/lads/lads.yaml"], "refused": []}
    ours = page.get("check", path="lads.yaml").json()
    theirs = page.get("check", path="dropped/lads/lads.yaml").json()
    assert json.dumps(theirs).replace("dropped/lads/", "") == json.dumps(ours)


def test_a_studio_model_is_tagged_in_its_names_and_taken_away_as_text(page: Page, tmp_path: Path) -> None:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("model.ldr", FLAT)
        packed.writestr(".info", '{"version": "2.24", "total_parts": 4}')
    page.drop(mech__io=archive.getvalue())
    answer = page.tag("dropped/mech.io", 0, {"pieces": [1, 3]}, "1Y").json()
    names = [one["name"] for one in answer["tags"]["models"][0]["submodels"]]
    assert any(name.endswith("[1Y]") for name in names)
    text = page.get("download", file="dropped/mech.io", **{"as": "mpd"})
    (tmp_path / "mech.mpd").write_bytes(text.content)
    told = brickyard(["tags", "mech.mpd", "--format", "json"], tmp_path)
    assert "1Y" in told.stdout
    whole = page.get("download", file="dropped/mech.io")
    assert zipfile.ZipFile(io.BytesIO(whole.content)).testzip() is None
    refused = page.post("save", file="dropped/mech.io", version="", draft=answer["draft"])
    assert "no place to be saved to" in refused.json()["error"]
    kept = page.post("save", file="dropped/mech.io", version="", draft=answer["draft"], **{"as": "mine.io"})
    assert kept.json()["file"] == "mine.io"
    assert (_folder(page) / "mine.io").is_file()


def test_save_as_writes_another_file_and_leaves_the_first_as_it_was(page: Page) -> None:
    folder = _folder(page)
    before = (folder / "flat.ldr").read_bytes()
    draft = page.tag("flat.ldr", 0, {"pieces": [0, 1]}, "1B").json()
    body = {"file": "flat.ldr", "version": draft["version"], "draft": draft["draft"], "as": "mine.ldr"}
    saved = page.post("save", **body).json()
    assert (saved["file"], saved["kept"]) == ("mine.ldr", "")
    assert (folder / "flat.ldr").read_bytes() == before
    assert "BEGIN SYSTEM 1B" in (folder / "mine.ldr").read_text()
    assert (page.file("flat.ldr")["draft"], page.file("mine.ldr")["draft"]) == (0, 0)
    assert page.file("mine.ldr")["version"] == saved["version"]
    assert page.get("check", path="mine.ldr").json() == _check(page, "mine.ldr")


def test_save_as_never_replaces_another_file_unasked(page: Page) -> None:
    other = _folder(page) / "mine.ldr"
    other.write_text("0 Theirs\n")
    draft = page.tag("flat.ldr", 0, {"pieces": [0, 1]}, "1B").json()
    body = {"file": "flat.ldr", "version": draft["version"], "draft": draft["draft"], "as": "mine.ldr"}
    assert page.post("save", **body).status_code == 409
    assert other.read_text() == "0 Theirs\n"
    assert page.file("flat.ldr")["draft"] == draft["draft"], "nothing is lost by being asked"
    saved = page.post("save", **body, force=True).json()
    assert (_folder(page) / saved["kept"]).read_text() == "0 Theirs\n"


@pytest.mark.parametrize("name", ["mine.mpd", "mine", ".mine.ldr", "../mine.ldr", "a:b.ldr", "con.ldr"])
def test_save_as_takes_only_names_of_the_same_kind(page: Page, name: str) -> None:
    draft = page.tag("flat.ldr", 0, {"pieces": [0, 1]}, "1B").json()["draft"]
    files = {path.name for path in _folder(page).iterdir()}
    answer = page.post("save", file="flat.ldr", draft=draft, **{"as": name})
    assert answer.status_code == 400
    assert name in answer.json()["error"]
    assert {path.name for path in _folder(page).iterdir()} == files


def test_a_studio_model_is_called_by_the_title_inside(page: Page) -> None:
    first = FLAT.partition("\n")[0]
    for name, text in {
        "named.io": FLAT,
        "tagged.io": FLAT.replace(first, "0 FILE Siege.ldr\r\n0 Siege engine [frame]"),
        "untitled.io": FLAT.replace(first, "0 Untitled Model"),
    }.items():
        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
            packed.writestr("model.ldr", "\ufeff" + text)
        (_folder(page) / name).write_bytes(archive.getvalue())
    (_folder(page) / "damaged.io").write_bytes(archive.getvalue()[:-40])
    names = {name: page.file(f"{name}.io")["name"] for name in ("named", "tagged", "untitled", "damaged")}
    assert names == {
        "named": "Flat mech",
        "tagged": "Siege engine",
        "untitled": "untitled",
        "damaged": "damaged",
    }


def test_all_that_touches_stops_at_what_is_tagged(page: Page) -> None:
    assert page.get("touching", file="flat.ldr", piece=0).json() == {"pieces": [0, 1, 2, 3]}
    assert page.get("touching", file="flat.ldr", piece=0, steps=1).json() == {"pieces": [0, 1]}
    page.tag("flat.ldr", 0, {"pieces": [2]}, "1B")
    assert page.get("touching", file="flat.ldr", piece=0).json() == {"pieces": [0, 1]}
    assert page.get("touching", file="flat.ldr", piece=2).json() == {"pieces": [2]}
    for piece in ("x", "-1", "99", ""):
        assert page.get("touching", file="flat.ldr", piece=piece).status_code == 400


def test_a_read_only_workbench_writes_nothing(tmp_path: Path) -> None:
    (tmp_path / "flat.ldr").write_text(FLAT)
    with workbench(tmp_path, read_only=True) as page:
        assert not page.file("flat.ldr")["writable"]
        version = page.file("flat.ldr")["version"]
        answer = page.post("save", file="flat.ldr", version=version, draft=0)
        assert answer.status_code == 400
        assert page.get("yard").json()["readOnly"]
    assert [path.name for path in tmp_path.iterdir()] == ["flat.ldr"]
