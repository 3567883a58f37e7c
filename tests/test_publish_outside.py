"""A list from somebody else may name any file: what is no model or picture, or lies elsewhere, stays here."""

from __future__ import annotations

import multiprocessing
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from brickyard import batches
from brickyard.web import site as web_site
from ldraw_tools.reading.document import is_ldraw
from tests.publishing import COMPANY, SMALL, leave_printing_out

SECRET = b"xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKm"
STRANGERS = """company: Strangers
photo: ../secret/private.jpg
frames:
  - {model: ../secret/wallet.dat, name: Wallet}
  - {model: ../secret/mine.ldr, name: Mine}
  - {model: small.ldr, name: Small}
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    leave_printing_out(monkeypatch)
    for name in ("theirs", "secret"):
        (tmp_path / name).mkdir()
    (tmp_path / "theirs/c.yaml").write_text(STRANGERS)
    (tmp_path / "theirs/small.ldr").write_text(SMALL)
    (tmp_path / "secret/wallet.dat").write_bytes(SECRET)
    (tmp_path / "secret/mine.ldr").write_text(SMALL.replace("Small", "Mine"))
    picture, exif = Image.new("RGB", (60, 40), "red"), Image.Exif()
    exif[0x010E] = "my home"
    picture.save(tmp_path / "secret/private.jpg", exif=exif)
    return tmp_path


def publish(place: Path, *paths: str, outside: bool = False) -> tuple[Path, list[str]]:
    said: list[str] = []
    site = place / "site"
    built = web_site.publish(
        [place / path for path in paths],
        site,
        outside=outside,
        buildable=False,
        width=120,
        say=said.append,
    )
    return site, [*said, *built.remarks]


def everything_in(site: Path) -> dict[str, bytes]:
    """All bytes of a site, those in its archives too."""
    found = {}
    for file in site.rglob("*"):
        if file.is_file():
            found[file.relative_to(site).as_posix()] = file.read_bytes()
        if file.suffix == ".zip":
            with zipfile.ZipFile(file) as archive:
                found.update({f"{file.name}/{name}": archive.read(name) for name in archive.namelist()})
    return found


def test_robustness_1_what_lies_elsewhere_is_named_and_not_shown(place: Path) -> None:
    site, said = publish(place, "theirs/c.yaml")
    files = everything_in(site)
    private = [(place / "secret" / name).read_bytes() for name in ("wallet.dat", "mine.ldr", "private.jpg")]
    assert not [name for name, data in files.items() if data in private]
    assert not [name for name, data in files.items() if SECRET in data]
    assert not [name for name in files if name.endswith("photo.jpg")]
    packed = {name for name in files if ".zip/" in name and not name.endswith(".glb")}
    assert packed == {"c.zip/c.yaml", "c.zip/small.ldr"}
    assert len(said) == 1
    for name in ("wallet.dat", "mine.ldr", "private.jpg", "--outside"):
        assert name in said[0].replace("\\", "/")
    # The company's page says so; the unit's has no picture, no title and no 3D view.
    page = files["c/index.html"].decode()
    assert "“../secret/mine.ldr” lies outside" in page
    assert "--outside" in page
    assert "c-mine/index.html" in files
    assert [name for name in files if name.endswith("thumb.webp")] == ["small/thumb.webp", "c/thumb.webp"]
    assert len([name for name in files if name.startswith("3d/")]) == 1


@pytest.mark.parametrize("through", ["edition", "extends", "a link"])
def test_robustness_1_no_word_of_a_text_outside_is_published(through: str, place: Path) -> None:
    (place / "secret/plain.yaml").write_text("my password is SECRETMARK hunter2")
    (place / "secret/house.yaml").write_text("extends: rapid-attack\ntitle: SECRETMARK\n")
    (place / "theirs/own.yaml").write_text("extends: ../secret/plain.yaml\n")
    (place / "theirs/link.yaml").symlink_to(place / "secret/house.yaml")
    names = {"edition": "../secret/house.yaml", "extends": "own.yaml", "a link": "link.yaml"}
    text = f"company: C\nedition: {names[through]}\nframes:\n- {{name: A, systems: 2Rd 1B}}\n"
    (place / "theirs/c.yaml").write_text(text)
    site, said = publish(place, "theirs/c.yaml")
    assert not [name for name, data in everything_in(site).items() if b"SECRETMARK" in data]
    name = "../secret/plain.yaml" if through == "extends" else names[through]
    assert f"c.yaml: left out, because they are in other folders: {name}" in said[0]
    site, said = publish(place, "theirs/c.yaml", outside=True)
    quoted = [name for name, data in everything_in(site).items() if b"SECRETMARK" in data]
    # A house edition's title is shown; a text that is no edition at all is quoted nowhere.
    assert bool(quoted) is (through != "extends")


def test_robustness_1_a_link_in_a_folder_to_a_file_elsewhere_is_left_out(place: Path) -> None:
    (place / "theirs/link.ldr").symlink_to(place / "secret/mine.ldr")
    site, said = publish(place, "theirs")
    assert "link" not in [page.parent.name for page in site.glob("*/index.html")]
    assert "these lead to other folders" in said[0]
    assert "link.ldr" in said[0]
    site, _ = publish(place, "theirs", outside=True)
    assert (site / "link/index.html").is_file()
    # Whoever names it means it.
    site, _ = publish(place, "theirs/link.ldr")
    assert (site / "link/index.html").is_file()
    assert not (site / "c").exists()


def test_a_repository_is_one_folder_and_a_home_is_none(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (place / ".git").mkdir()
    site, said = publish(place, "theirs/c.yaml")
    assert (site / "mine/thumb.webp").is_file()
    assert not [line for line in said if "other folders" in line]
    monkeypatch.setenv("HOME", str(place / "secret"))
    site, said = publish(place, "theirs/c.yaml")
    assert not (site / "mine").exists()


def test_another_process_is_fenced_too(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "_context", lambda: multiprocessing.get_context("spawn"))
    site = place / "site"
    web_site.publish([place / "theirs"], site, buildable=False, width=120, jobs=2, steps=False)
    assert not [name for name, data in everything_in(site).items() if SECRET in data]
    assert "mine" not in [page.parent.name for page in site.glob("*/index.html")]


def test_only_models_and_pictures_are_copied_though_all_is_asked_for(place: Path) -> None:
    site, said = publish(place, "theirs/c.yaml", outside=True)
    files = everything_in(site)
    assert not [name for name, data in files.items() if SECRET in data]
    assert files["c.zip/secret/mine.ldr"] == (place / "secret/mine.ldr").read_bytes()
    assert "published with it, from another folder" in said[0]
    assert "wallet.dat is not copied: there is no LDraw line in it" in said[-1]
    photo = files["c/photo.jpg"]
    assert not Image.open(BytesIO(photo)).getexif()


def test_a_folder_that_is_published_is_all_inside(place: Path) -> None:
    site, said = publish(place, "theirs", "secret")
    files = everything_in(site)
    assert "c.zip/secret/mine.ldr" in files
    assert not [line for line in said if "other folders" in line]
    assert not [name for name, data in files.items() if SECRET in data]


def test_what_was_not_copied_is_once_it_is_asked_for_and_goes_again(place: Path) -> None:
    for outside in (False, True, False):
        site, _ = publish(place, "theirs/c.yaml", outside=outside)
        assert ("c.zip/secret/mine.ldr" in everything_in(site)) is outside


def test_a_link_out_of_the_folder_lies_elsewhere(place: Path) -> None:
    (place / "theirs/link.ldr").symlink_to(place / "secret/mine.ldr")
    (place / "theirs/c.yaml").write_text(COMPANY.replace("small.ldr", "link.ldr"))
    site, said = publish(place, "theirs/c.yaml")
    files = everything_in(site)
    assert (place / "secret/mine.ldr").read_bytes() not in files.values()
    assert "link/thumb.webp" not in files
    assert "link.ldr" in said[0]


@pytest.mark.parametrize(
    ("text", "known"),
    [
        (SMALL, True),
        ("1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat", True),
        ("3 16 0 0 0 1 0 0 0 1 0", True),
        ("0 FILE a.ldr\r\n", True),
        ("", False),
        ("0", False),
        ("0 is a number\n1 is another\n", False),
        ("127.0.0.1 localhost\n", False),
        ("1 of you owes 2 of us 3 of 4 beers and 5 of 6 of the chips", False),
        ("name,price\n3001,0.10\n", False),
    ],
)
def test_a_model_has_a_line_that_only_models_have(text: str, known: bool) -> None:
    assert is_ldraw(text.encode()) is known
    assert is_ldraw(text.encode("utf-16")) is known
