"""What is found in folders, and what is no name of a file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from brickyard.paths import files_in, is_there, manifests_in
from ldraw_tools.diagnostics import BrickyardError

FILES = {
    "a.yaml": "company: A\n",
    "b.YML": "# ours\nfleet: B\n",
    "c.yaml": "compny: misspelt\nframes: []\n",
    "dice.yaml": "dice: {white: 2}\n",
    "house.yaml": "extends: rapid-attack\n",
    "notes.txt": "company: A\n",
    "m.LDR": "",
    ".hidden/x.yaml": "company: X\n",
    "parts/p.dat": "",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_of_a_folder_all_models_and_manifests_are_taken_even_one_with_a_slip(folder: Path) -> None:
    assert [file.name for file in files_in(folder)] == ["a.yaml", "b.YML", "c.yaml", "m.LDR"]
    assert [file.name for file in manifests_in(folder)] == ["a.yaml", "b.YML", "c.yaml"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no pipes among files")
def test_pipes_among_the_files_are_left_aside(folder: Path) -> None:
    for name in ("d.yaml", "n.ldr"):
        os.mkfifo(folder / name)
    assert [file.name for file in files_in(folder)] == ["a.yaml", "b.YML", "c.yaml", "m.LDR"]


def test_a_file_is_itself_whatever_it_is(folder: Path) -> None:
    assert manifests_in(folder / "notes.txt") == [folder / "notes.txt"]
    with pytest.raises(BrickyardError, match="No such file or folder"):
        list(files_in(folder / "gone.yaml"))


@pytest.mark.parametrize("text", ["", "  ", "a\0b", "x" * 5000, "2Rd & d8"])
def test_what_can_be_no_file_is_not_there(text: str) -> None:
    assert not is_there(text)
