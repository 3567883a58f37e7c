"""What is found in folders, and what is no name of a file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fleets.forces.named_files import check_suffix, files_in, manifests_in, split_unit
from ldraw_tools.findings import BrickyardError
from ldraw_tools.workspace import is_there
from tests.running import brickyard

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


@pytest.mark.skipif(os.name == "nt", reason="not everybody may make links there")
def test_what_cant_even_be_looked_at_is_left_to_who_reads_it(folder: Path) -> None:
    (folder / "n.ldr").symlink_to("x" * 300)
    assert [file.name for file in files_in(folder)] == ["a.yaml", "b.YML", "c.yaml", "m.LDR", "n.ldr"]


def test_sites_in_a_folder_hold_copies_and_are_left_aside(folder: Path) -> None:
    site = folder / "site"
    (site / "chub").mkdir(parents=True)
    (site / "chub" / "chub.mpd").write_text("0 Chub\n")
    assert [file.name for file in files_in(folder)][-1] == "chub.mpd"
    (site / "brickyard-site.json").write_text("{}")
    assert [file.name for file in files_in(folder)] == ["a.yaml", "b.YML", "c.yaml", "m.LDR"]
    assert [file.name for file in files_in(site)] == ["chub.mpd"]


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("pod.txt", b"\xef\xbb\xbf0 Pod\r\n", "contains LDraw text; rename it to end with .mpd"),
        ("pod.txt", b"1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n", "rename it to end with .mpd"),
        ("c.yaml.txt", b"# mine\ncompany: C\n", "contains a manifest; rename it to end with .yaml"),
        ("notes.txt", b"dear diary", "neither a model nor a manifest"),
        ("old.lxf", b"PK\x03\x04", "LEGO Digital Designer; open it in Studio and save it as .io"),
        ("gone.txt", None, "neither a model nor a manifest"),
    ],
)
def test_a_file_by_another_name_is_told_by_what_it_holds(
    tmp_path: Path, name: str, data: bytes | None, said: str
) -> None:
    if data is not None:
        (tmp_path / name).write_bytes(data)
    with pytest.raises(BrickyardError, match=said):
        check_suffix(tmp_path / name)


def test_a_name_that_is_nearly_right_is_offered(folder: Path) -> None:
    with pytest.raises(BrickyardError, match=r"No such file or folder; did you mean m\.LDR\?"):
        list(files_in(folder / "n.ldr"))
    for command in ("check", "inspect", "render", "parts"):
        run = brickyard([command, "ntoes.txt"], folder)
        assert run.returncode == 2
        assert "ntoes.txt: No such file or folder; did you mean notes.txt?" in run.stderr


def test_a_file_is_itself_whatever_it_is(folder: Path) -> None:
    assert manifests_in(folder / "notes.txt") == [folder / "notes.txt"]
    with pytest.raises(BrickyardError, match="No such file or folder"):
        list(files_in(folder / "gone.yaml"))


@pytest.mark.parametrize("text", ["", "  ", "a\0b", "x" * 5000, "2Rd & d8"])
def test_what_can_be_no_file_is_not_there(text: str) -> None:
    assert not is_there(text)


@pytest.mark.parametrize(
    ("text", "file", "unit"),
    [("a.ldr:Anvil", "a.ldr", "Anvil"), (" b.YML: Fang ", "b.YML", "Fang"), ("c.io", "c.io", "")],
)
def test_a_unit_is_named_after_its_file_and_a_colon(text: str, file: str, unit: str) -> None:
    assert split_unit(text) == (Path(file), unit)
    assert split_unit(text.replace(".", "-")) is None
