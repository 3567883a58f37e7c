"""Robustness 1 and 7: the workbench shows nothing but what is listed, unless --outside allows more."""

from __future__ import annotations

import io
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from catalog.yaml.yaml_findings import WAY_IN
from tests.serving import EXAMPLES, Page, workbench

SECRET = "SECRETMARK hunter2"
LIST = "company: Spies\nframes:\n  - {model: %s, name: A}\n"
OUTSIDE = {
    "edition.yaml": "company: C\nedition: ../secret/plain.yaml\nframes:\n  - {name: A, systems: 2Rd 1B}\n",
    "linked-edition.yaml": "company: C\nedition: linked.yaml\nframes:\n  - {name: A, systems: 2Rd 1B}\n",
    "titled-edition.yaml": "company: C\nedition: ../secret/house.yaml\n",
    "house.yaml": "extends: ../secret/house.yaml\ntitle: Ours\n",
    "linked-house.yaml": "extends: linked.yaml\ntitle: Ours\n",
    "model.yaml": LIST % "../secret/mine.mpd",
    "linked-model.yaml": LIST % "linked.mpd",
    "by-folder.yaml": LIST % "there/mine.mpd",
    "campaign.yaml": "campaign: K\nforces: [../secret/force.yaml]\n",
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("place")
    for name in ("mine", "secret"):
        (place / name).mkdir()
    model = (EXAMPLES / "frames" / "chub.mpd").read_text().replace("Chub", SECRET)
    (place / "secret/mine.mpd").write_text(model)
    (place / "secret/plain.yaml").write_text(f"my password is {SECRET}\n")
    (place / "secret/house.yaml").write_text(f"extends: rapid-attack\ntitle: {SECRET}\n")
    (place / "secret/force.yaml").write_text(f"company: {SECRET}\n")
    (place / "mine/linked.yaml").symlink_to(place / "secret/plain.yaml")
    (place / "mine/linked.mpd").symlink_to(place / "secret/mine.mpd")
    (place / "mine/there").symlink_to(place / "secret", target_is_directory=True)
    for name, text in OUTSIDE.items():
        (place / "mine" / name).write_text(text)
    shutil.copy(EXAMPLES / "frames" / "chub.mpd", place / "mine")
    return place


@pytest.fixture(scope="module")
def page(place: Path) -> Iterator[Page]:
    with workbench(place / "mine") as found:
        yield found


@pytest.mark.parametrize("language", ["en", "de"])
def test_robustness_1_no_table_is_started_for_a_list_that_leads_outside(page: Page, language: str) -> None:
    page.client.headers["Accept-Language"] = language
    told = page.post("play", files=["model.yaml"])
    del page.client.headers["Accept-Language"]
    assert (told.status_code, page.server.tables) == (400, [])
    assert ("außerhalb" if language == "de" else "outside") in told.json()["error"]


@pytest.mark.parametrize("file", OUTSIDE)
def test_robustness_1_nothing_outside_of_the_open_folder_is_shown(page: Page, file: str) -> None:
    checked = page.get("check", path=file)
    assert WAY_IN in checked.text
    answers = [
        checked,
        page.get("text", file=file),
        page.get("card", path=file),
        page.get("tags", path=file),
        page.get("parts", path=file),
        page.get("parts", path=file, spares="no"),
        page.get("picture", file=file),
        page.get("picture", file=f"{file}:A"),
        page.get("scene", file=f"{file}:A"),
        page.get("bundle", file=file),
        page.post("buy", files=[file]),
        page.post("play", files=[file]),
    ]
    assert not [answer.url for answer in answers if SECRET in answer.text or "rifle" in answer.text]
    kinds = {answer.headers.get("content-type", "none") for answer in answers}
    assert not [kind for kind in kinds if kind.startswith("image/")]
    assert page.server.tables == []


def test_robustness_1_a_new_list_doesnt_quote_what_a_link_leads_to(page: Page) -> None:
    for what in ("company", "fleet", "campaign"):
        answer = page.post("new", what=what, edition="linked.yaml")
        assert SECRET not in answer.text
        page.post("discard", file=answer.json()["file"])
    assert SECRET not in page.post("new", what="edition", extends="linked.yaml").text
    changed = page.post("edit", file="model.yaml", draft=0, edits=[{"at": ["edition"], "set": "linked.yaml"}])
    assert changed.status_code == 200
    assert SECRET not in changed.text
    page.post("discard", file="model.yaml")


def test_robustness_1_with_the_switch_a_list_may_name_what_lies_elsewhere(place: Path) -> None:
    with workbench(place / "mine", outside=True) as page:
        for file in ("titled-edition.yaml", "model.yaml", "linked-model.yaml", "campaign.yaml"):
            assert WAY_IN not in page.get("check", path=file).text
        assert SECRET in page.get("check", path="titled-edition.yaml").text
        assert "3001" in page.get("parts", path="model.yaml").text
        page.drop(spy__yaml=f"company: S\nedition: {place}/secret/house.yaml\n".encode())
        assert SECRET not in page.get("check", path="dropped/spy.yaml").text, "dropped files stay fenced"


def test_robustness_1_folders_that_are_opened_together_may_name_each_others_files(tmp_path: Path) -> None:
    for name in ("frames", "companies"):
        shutil.copytree(EXAMPLES / name, tmp_path / name)
    (tmp_path / "companies/mine.yaml").write_text(LIST % "../frames/chub.mpd")
    with workbench(tmp_path / "companies") as page:
        assert WAY_IN in page.get("check", path="mine.yaml").text
    for opened in ((tmp_path,), (tmp_path / "companies", tmp_path / "frames")):
        with workbench(*opened) as page:
            checked = page.get("check", path="companies/mine.yaml")
            assert checked.status_code == 200
            assert WAY_IN not in checked.text


def _site(page: Page, file: str) -> dict[str, bytes]:
    """All bytes of a site that the workbench makes of a list."""
    job = page.post("make", what="site", files=[file], steps=False).json()["job"]
    with page.client.stream("GET", "/api/events", params={"since": 0}) as stream:
        for line in stream.iter_lines():
            if f'"id":"{job}"' in line and ('"state":"done"' in line or '"state":"failed"' in line):
                break
    with zipfile.ZipFile(io.BytesIO(page.get("made", job=job).content)) as archive:
        found = {name: archive.read(name) for name in archive.namelist()}
    for name, data in list(found.items()):
        if name.endswith(".zip"):
            with zipfile.ZipFile(io.BytesIO(data)) as inner:
                found |= {f"{name}/{one}": inner.read(one) for one in inner.namelist()}
    return found


def test_robustness_1_a_site_holds_what_the_folder_holds_and_no_more(tmp_path: Path) -> None:
    for name in ("mine/companies", "mine/frames", "secret"):
        (tmp_path / name).mkdir(parents=True)
    for name in ("mine/frames/chub.mpd", "secret/other.mpd"):
        shutil.copy(EXAMPLES / "frames" / "chub.mpd", tmp_path / name)
    for name in ("mine/frames/us.png", "secret/me.png"):
        Image.new("RGB", (60, 40), "red").save(tmp_path / name)
    near = LIST.replace("frames:", "photo: ../frames/us.png\nframes:") % "../frames/chub.mpd"
    far = LIST.replace("frames:", "photo: ../../secret/me.png\nframes:") % "../../secret/other.mpd"
    (tmp_path / "mine/companies/near.yaml").write_text(near)
    (tmp_path / "mine/companies/far.yaml").write_text(far)
    with workbench(tmp_path / "mine") as page:
        inside, outside = _site(page, "companies/near.yaml"), _site(page, "companies/far.yaml")
    assert [name for name in inside if name.endswith("chub.mpd")]
    assert [name for name in inside if name.endswith("photo.jpg")]
    assert not [name for name in outside if name.endswith((".mpd", ".glb", "photo.jpg"))]


def test_robustness_7_other_yaml_is_neither_listed_nor_served(tmp_path: Path) -> None:
    (tmp_path / "settings.yaml").write_text(f"password: {SECRET}\n")
    shutil.copy(EXAMPLES / "frames" / "chub.mpd", tmp_path)
    with workbench(tmp_path) as page:
        assert page.file("settings.yaml") == {}
        answers = [
            page.get("text", file="settings.yaml"),
            page.get("download", file="settings.yaml"),
            page.get("bundle", file="settings.yaml"),
            page.get("picture", file="settings.yaml"),
            page.get("check", path="settings.yaml"),
            page.get("owned", path="settings.yaml"),
            page.get("parts", path="chub.mpd", owned="settings.yaml"),
            page.post("buy", files=["chub.mpd"], owned=["settings.yaml"]),
            page.post("text", file="settings.yaml", draft=0, text="company: A\n"),
            page.post("save", file="settings.yaml", **{"as": "mine.yaml"}),
        ]
    assert not [answer.url for answer in answers if SECRET in answer.text or answer.status_code == 200]
    assert not (tmp_path / "mine.yaml").exists()


def test_a_list_that_was_changed_here_stays_though_it_is_no_list_any_more(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("company: A\n")
    with workbench(tmp_path) as page:
        told = page.post("text", file="a.yaml", draft=0, text="compny: A\n").json()
        saved = page.post("save", file="a.yaml", draft=told["draft"], version=told["version"])
        assert saved.status_code == 200
        assert page.get("text", file="a.yaml").status_code == 200
        assert page.post("undo", file="a.yaml", draft=0).status_code == 200
