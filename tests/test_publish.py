"""`brickyard publish`: sites that say the truth, build only what changed, and take no name for markup."""

from __future__ import annotations

import html.parser
import json
import re
from pathlib import Path

import pytest

from brickyard.checking import Request
from brickyard.web.page import Settings
from brickyard.web.records import FILE, recall
from brickyard.web.site import Built, build_site
from tests.test_readme import ROOT, brickyard

CHUB = ROOT / "examples" / "frames" / "chub.mpd"
HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "{{ 7*7 }} {% raw %}",
    "javascript:alert(1)",
    "</title><svg onload=alert(1)>",
    "../../etc/passwd",
    "..\\..\\windows",
    "CON",
    "\u202egnp.exe",
    "a" * 90,
]
SMALL = """0 Small
0 Name: small.ldr
0 Author: Somebody
0 !MFZ FRAME Small
1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat
0 STEP
1 1 0 -24 0 1 0 0 0 1 0 0 0 1 3001.dat
0 !MFZ BEGIN SYSTEM 1B shield
1 14 0 -48 0 1 0 0 0 1 0 0 0 1 3001.dat
0 !MFZ END
"""


def publish(folder: Path, target: Path, name: str = "Designs", address: str = "") -> Built:
    return build_site([folder], target, Request(), Settings(name, address, width=120), None)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "small.ldr").write_text(SMALL, "utf-8")
    (folder / "c.yaml").write_text(
        "company: Two\nfaction: Reds\nframes:\n  - {model: small.ldr, name: One, count: 2}\n"
        "  - {name: Paper, systems: 2B 2G 1Y}\n",
        "utf-8",
    )
    return folder


class Reader(html.parser.HTMLParser):
    """Every tag with its attributes, and all text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def read(page: Path) -> Reader:
    reader = Reader()
    reader.feed(page.read_text("utf-8"))
    return reader


def test_a_design_has_page_picture_scene_and_model(place: Path, tmp_path: Path) -> None:
    built = publish(place, tmp_path / "site")
    # The frame by itself, the frame of the company under its own name, the one on paper, the company.
    assert built.made == 4
    folder = tmp_path / "site" / "small"
    names = {file.name for file in folder.iterdir()}
    assert {"index.html", "picture.png", "thumb.png", "scene.js", "systems.png", "small.ldr"} <= names
    page = read(folder / "index.html")
    assert "LEGAL" in page.text
    assert "defense system" in page.text
    assert "Somebody" in page.text
    assert "LDraw Parts Library" in page.text
    assert "LEGO® is a trademark" in page.text
    assert (folder / "small.ldr").read_text("utf-8") == SMALL


def test_an_illegal_design_is_published_and_says_so(place: Path, tmp_path: Path) -> None:
    built = publish(place, tmp_path / "site")
    assert "Paper" in built.not_legal
    page = read(tmp_path / "site" / "paper" / "index.html")
    assert "NOT LEGAL" in page.text
    assert "SYS001" in page.text
    gallery = read(tmp_path / "site" / "index.html")
    assert "not legal" in gallery.text


def test_every_link_of_a_site_leads_somewhere_in_it(place: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    publish(place, site)
    for page in site.rglob("*.html"):
        for tag, attributes in read(page).tags:
            for name in ("href", "src"):
                link = attributes.get(name)
                # Shops are a click away; nothing is fetched from them.
                if not link or link.startswith(("#", "https://www.bricklink.com/") if tag == "a" else "#"):
                    continue
                assert not re.match(r"[a-z]+:", link), f"{page}: {link}"
                assert (page.parent / link).resolve().is_file(), f"{page}: {link}"
                assert (page.parent / link).resolve().is_relative_to(site.resolve())


def test_building_again_makes_only_what_changed(place: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    publish(place, site)
    before = {page: page.stat().st_mtime_ns for page in site.rglob("*.png")}
    again = publish(place, site)
    assert (again.made, again.kept) == (0, 4)
    assert {page: page.stat().st_mtime_ns for page in site.rglob("*.png")} == before
    (place / "c.yaml").write_text("company: Two\nframes:\n  - {name: Other, systems: 1B}\n", "utf-8")
    changed = publish(place, site)
    assert (changed.made, changed.kept) == (2, 1)
    assert not (site / "paper").exists()
    assert (site / "other" / "index.html").is_file()


def test_a_models_change_makes_the_company_anew(place: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    publish(place, site)
    (place / "small.ldr").write_text(SMALL + "1 2 0 -72 0 1 0 0 0 1 0 0 0 1 3001.dat\n", "utf-8")
    assert publish(place, site).kept == 0
    assert "4 pieces" in read(site / "small" / "index.html").text


def test_the_same_files_give_the_same_bytes(place: Path, tmp_path: Path) -> None:
    publish(place, tmp_path / "a")
    publish(place, tmp_path / "b")
    for file in (tmp_path / "a").rglob("*"):
        if file.is_file() and file.name != FILE:
            other = tmp_path / "b" / file.relative_to(tmp_path / "a")
            assert file.read_bytes() == other.read_bytes(), file


@pytest.mark.parametrize("name", HOSTILE, ids=lambda name: repr(name[:20]))
def test_a_hostile_name_is_text_and_stays_in_its_folder(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    text = json.dumps(name)
    (folder / "c.yaml").write_text(
        f"company: {text}\nauthor: {text}\nlicence: {text}\nfaction: {text}\n"
        f"frames:\n  - {{name: {text}, systems: 1B 1Y}}\n",
        "utf-8",
    )
    site = tmp_path / "site"
    plain = site.parent / "plain"
    publish(folder, site, name=name)
    (folder / "c.yaml").write_text(
        "company: c\nauthor: c\nlicence: c\nfaction: c\nframes:\n  - {name: c, systems: 1B 1Y}\n", "utf-8"
    )
    publish(folder, plain, name="c")
    assert {file.name for file in tmp_path.iterdir()} == {"in", "site", "plain"}
    for page in site.rglob("*.html"):
        tags = [tag for tag, _ in read(page).tags]
        twins = [[tag for tag, _ in read(twin).tags] for twin in plain.rglob("*.html")]
        # A name adds no tag: some page of plain names has the very same ones.
        assert tags in twins, page
        for _, attributes in read(page).tags:
            assert not any(key.startswith("on") for key in attributes)


def test_a_scene_is_data_and_nothing_else(place: Path, tmp_path: Path) -> None:
    publish(place, tmp_path / "site")
    text = (tmp_path / "site" / "small" / "scene.js").read_text("utf-8")
    assert text.startswith("brickyardScene({")
    scene = json.loads(text.removeprefix("brickyardScene(").removesuffix(");\n"))
    assert scene["steps"] == 2
    assert sum(shape["copies"] for shape in scene["shapes"]) == 3


def test_a_site_goes_into_a_folder_of_its_own(place: Path, tmp_path: Path) -> None:
    target = tmp_path / "full"
    target.mkdir()
    (target / "letter.txt").write_text("mine")
    run = brickyard(["publish", str(place), "-o", str(target)])
    assert run.returncode == 2
    assert "holds other files" in run.stderr
    assert [file.name for file in target.iterdir()] == ["letter.txt"]


def test_what_a_site_remembers_can_be_broken_without_harm(place: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    publish(place, site)
    for text in ("", "[]", '{"form": 1, "records": {"a": 3}}', "\0\0"):
        (site / FILE).write_text(text, "utf-8")
        assert recall(site).records == {}
    assert publish(place, site).made == 4


def test_links_show_a_picture_where_the_site_has_an_address(place: Path, tmp_path: Path) -> None:
    publish(place, tmp_path / "site", address="https://example.org/yard/")
    tags = read(tmp_path / "site" / "small" / "index.html").tags
    said = {a.get("property"): a.get("content") for tag, a in tags if tag == "meta"}
    assert said["og:image"] == "https://example.org/yard/small/picture.png"
    assert said["og:title"] == "Small"
