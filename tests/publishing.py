"""Small sites for tests: what is published, and what a page says."""

from __future__ import annotations

import html.parser
from collections.abc import Sequence
from pathlib import Path

import pytest

from brickyard.web import site

SMALL = """0 Small
0 Name: small.ldr
0 Author: Somebody
0 !LICENSE Licensed under CC BY 4.0 : see CAreadme.txt
0 !MFZ FRAME Small
1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat
0 STEP
1 1 0 -24 0 1 0 0 0 1 0 0 0 1 3001.dat
0 !MFZ BEGIN SYSTEM 1B shield
1 14 0 -48 0 1 0 0 0 1 0 0 0 1 3001.dat
0 !MFZ END
"""
COMPANY = """company: Two
faction: Reds
author: Somebody else
licence: CC0
frames:
  - {model: small.ldr, name: One, count: 2}
  - {name: Paper, systems: 2B 2G 1Y}
"""
ON_PAPER = "company: {name}\nframes:\n  - {{name: {frame}, systems: 1B}}\n"


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

    def attributes(self, tag: str, name: str) -> list[str]:
        return [said for found, told in self.tags if found == tag and (said := told.get(name))]

    @property
    def metas(self) -> dict[str, str]:
        """What the head says of the page, by name or property."""
        found = (told for tag, told in self.tags if tag == "meta")
        return {told.get("property") or told.get("name") or "": told.get("content") or "" for told in found}


def read(page: Path) -> Reader:
    reader = Reader()
    reader.feed(page.read_text("utf-8"))
    return reader


def make_place(folder: Path) -> Path:
    """A model, and a company of it and of a frame still on paper."""
    folder.mkdir()
    (folder / "small.ldr").write_text(SMALL, "utf-8")
    (folder / "c.yaml").write_text(COMPANY, "utf-8")
    return folder


def paper(place: Path, frame: str = "Paper", name: str = "P", file: str = "p.yaml") -> None:
    (place / file).write_text(ON_PAPER.format(name=name, frame=frame), "utf-8")


def publish(
    folder: Path, target: Path, name: str = "Designs", address: str = "", *, jobs: int = 1
) -> site.PublishedSite:
    return publish_all([folder], target, name, address, jobs=jobs)


def publish_all(
    paths: Sequence[Path], target: Path, name: str = "Designs", address: str = "", *, jobs: int = 1
) -> site.PublishedSite:
    return site.publish(paths, target, name=name, address=address, jobs=jobs, buildable=False, width=120)


class BlankCard:
    def small_png(self) -> bytes:
        return b"card"

    def small_pdf(self) -> bytes:
        return b"card"


def leave_printing_out(monkeypatch: pytest.MonkeyPatch, models: bool = False) -> None:
    """Cards, sheets and, where they aren't wanted, 3D models have tests of their own, and take their time."""
    if not models:
        monkeypatch.setattr("brickyard.web.page_pictures.DrawnDesign.glb", lambda _: b"glTF")
    monkeypatch.setattr("brickyard.web.design_page.draw_card", lambda *_: BlankCard())
    monkeypatch.setattr("brickyard.web.force_page.sheets_pdf", lambda *_, **__: (b"sheet", []))
