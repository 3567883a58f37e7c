"""Where part files come from: folders, zips, several in order, and nothing outside them."""

from __future__ import annotations

import multiprocessing
import os
import sys
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from ldraw_tools.assembly.inventory import count
from ldraw_tools.findings import BrickyardError
from ldraw_tools.library import part_files as libraries
from ldraw_tools.library.part_files import FoundFile, Library, MemoryFiles, ZipShelf, is_library
from tests.building import TRIANGLE, assembled, model, place

FILES = {
    "parts/a.dat": b"official a",
    "parts/s/as01.dat": b"side",
    "p/stud.dat": b"stud",
    "p/48/ring.dat": b"ring",
}


def folder(root: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return root


def zipped(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def data_of(library: Library, key: str) -> bytes | None:
    found = library.read(key)
    return found.data if found else None


@pytest.fixture(params=["folder", "zip", "zip in ldraw", "zip in LDRAW", "zip with backslashes"])
def root(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The same small library in every form it may have."""
    if request.param == "folder":
        return folder(tmp_path / "ldraw", FILES)
    files = FILES
    if " in " in request.param:
        prefix = request.param.split(" in ")[1]
        files = {f"{prefix}/{name}": data for name, data in FILES.items()}
    if "backslashes" in request.param:
        files = {name.replace("/", "\\"): data for name, data in FILES.items()}
    return zipped(tmp_path / "complete.zip", files)


@pytest.mark.parametrize(
    ("key", "data", "label"),
    [
        ("a.dat", b"official a", "parts/a.dat"),
        ("s/as01.dat", b"side", "parts/s/as01.dat"),
        ("stud.dat", b"stud", "p/stud.dat"),
        ("48/ring.dat", b"ring", "p/48/ring.dat"),
    ],
)
def test_a_folder_and_a_zip_answer_alike(root: Path, key: str, data: bytes, label: str) -> None:
    assert is_library(root)
    assert Library([root]).read(key) == FoundFile(data, label)


@pytest.mark.parametrize(
    "key", ["b.dat", "ring.dat", "s/a.dat", "parts/a.dat", "", ".", "s", "parts", "a.dat/x"]
)
def test_what_is_not_there_is_nothing(root: Path, key: str) -> None:
    assert Library([root]).read(key) is None


def test_the_names_of_a_folder_are_sorted_and_each_said_once(root: Path, tmp_path: Path) -> None:
    other = folder(
        tmp_path / "other", {"parts/a.dat": b"", "parts/B.DAT": b"", "parts/readme.txt": b"", "p/x.dat": b""}
    )
    assert Library([root, other]).names("parts") == ["a.dat", "b.dat"]
    assert Library([root]).names("parts/s") == ["as01.dat"]
    assert Library([root]).names("nothing") == []


def test_libraries_are_asked_in_order(tmp_path: Path) -> None:
    one = folder(tmp_path / "one", {"parts/a.dat": b"one"})
    two = zipped(tmp_path / "two.zip", {"parts/a.dat": b"two", "parts/b.dat": b"two"})
    library = Library([one, two])
    assert (data_of(library, "a.dat"), data_of(library, "b.dat")) == (b"one", b"two")
    assert data_of(Library([two, one]), "a.dat") == b"two"


def test_official_files_of_any_library_come_before_unofficial_ones(tmp_path: Path) -> None:
    one = folder(
        tmp_path / "one", {"Unofficial/Parts/a.dat": b"unofficial", "Unofficial/p/x.dat": b"unofficial"}
    )
    two = folder(tmp_path / "two", {"parts/a.dat": b"official"})
    library = Library([one, two])
    assert library.read("a.dat") == FoundFile(b"official", "parts/a.dat")
    assert library.read("x.dat") == FoundFile(b"unofficial", "unofficial/p/x.dat")


def test_unofficial_files_of_a_zip_are_found_too(tmp_path: Path) -> None:
    path = zipped(tmp_path / "l.zip", {"ldraw/UNOFFICIAL/parts/s/Xs01.dat": b"x"})
    assert Library([path]).read("s/xs01.dat") == FoundFile(b"x", "unofficial/parts/s/xs01.dat")


@pytest.mark.parametrize("top", ["parts", "PARTS", "Parts"])
@pytest.mark.parametrize("name", ["a.dat", "A.DAT", "A.dat"])
def test_names_on_disk_may_be_written_in_any_case(tmp_path: Path, top: str, name: str) -> None:
    root = folder(tmp_path, {f"{top}/{name}": b"a", "P/Stud.dat": b"stud"})
    assert is_library(root)
    library = Library([root])
    assert (data_of(library, "a.dat"), data_of(library, "stud.dat")) == (b"a", b"stud")


def test_an_official_file_in_capitals_comes_before_an_unofficial_one(tmp_path: Path) -> None:
    root = folder(tmp_path, {"PARTS/A.DAT": b"official", "UNOFFICIAL/parts/a.dat": b"unofficial"})
    assert data_of(Library([root]), "a.dat") == b"official"


def test_sub_folders_on_disk_may_be_written_in_any_case(tmp_path: Path) -> None:
    library = Library([folder(tmp_path, {"PARTS/S/AS01.DAT": b"side", "P/48/RING.dat": b"ring"})])
    assert (data_of(library, "s/as01.dat"), data_of(library, "48/ring.dat")) == (b"side", b"ring")


@pytest.mark.parametrize("form", ["folder", "zip"])
@pytest.mark.parametrize(
    "key", ["../secret.dat", "s/../../secret.dat", "/etc/passwd", "c:/secret.dat", "a\0.dat", "s/../a.dat"]
)
def test_keys_that_lead_out_of_the_library_are_refused(tmp_path: Path, form: str, key: str) -> None:
    files = {
        "parts/a.dat": b"a",
        "secret.dat": b"secret",
        "parts/../secret.dat": b"secret",
        "parts/s/as.dat": b"s",
    }
    root = folder(tmp_path / "l", files) if form == "folder" else zipped(tmp_path / "l.zip", files)
    folder(tmp_path, {"secret.dat": b"secret"})
    assert Library([root]).read(key) is None


def test_a_damaged_member_is_missing_and_the_others_are_read(tmp_path: Path) -> None:
    path = zipped(tmp_path / "l.zip", {"parts/a.dat": b"a" * 500, "parts/b.dat": b"fine"})
    data = bytearray(path.read_bytes())
    at = data.index(b"parts/a.dat") + len("parts/a.dat")
    data[at : at + 5] = b"\xff" * 5
    path.write_bytes(data)
    library = Library([path])
    assert (data_of(library, "a.dat"), data_of(library, "b.dat")) == (None, b"fine")


def test_a_damaged_member_does_not_hide_the_same_part_of_the_next_library(tmp_path: Path) -> None:
    path = zipped(tmp_path / "l.zip", {"parts/a.dat": b"a" * 500})
    data = bytearray(path.read_bytes())
    at = data.index(b"parts/a.dat") + len("parts/a.dat")
    data[at : at + 5] = b"\xff" * 5
    path.write_bytes(data)
    other = folder(tmp_path / "other", {"parts/a.dat": b"whole"})
    assert data_of(Library([path, other]), "a.dat") == b"whole"


@pytest.mark.parametrize("form", ["folder", "zip"])
def test_a_part_larger_than_any_part_is_not_read_half(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    monkeypatch.setattr(libraries, "MOST_PART_BYTES", 100)
    files = {"parts/a.dat": b"a" * 101, "parts/b.dat": b"b" * 100}
    root = folder(tmp_path / "l", files) if form == "folder" else zipped(tmp_path / "l.zip", files)
    library = Library([root])
    assert (data_of(library, "a.dat"), data_of(library, "b.dat")) == (None, b"b" * 100)


def test_a_part_that_comes_bit_by_bit_is_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = os.read
    root = folder(tmp_path, {"parts/a.dat": b"of a slow network", "parts/b.dat": b"", "p/stud.dat": b""})
    monkeypatch.setattr(os, "read", lambda file, most: read(file, min(most, 3)))
    assert data_of(Library([root]), "a.dat") == b"of a slow network"
    assert data_of(Library([root]), "b.dat") == b""


def test_a_folder_that_is_called_like_a_part_is_none(tmp_path: Path) -> None:
    root = folder(tmp_path, {"parts/a.dat/b.txt": b"", "p/stud.dat": b""})
    assert data_of(Library([root]), "a.dat") is None


@pytest.mark.parametrize("data", [b"", b"not a zip", b"PK\x03\x04", b"PK\x05\x06" + b"\0" * 18])
def test_what_is_no_library_says_so_or_is_empty(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "l.zip"
    path.write_bytes(data)
    assert not is_library(path)
    if data.startswith(b"PK\x05\x06"):
        assert Library([path]).read("a.dat") is None
    else:
        with pytest.raises(BrickyardError, match=r"l\.zip"):
            Library([path])


def test_a_folder_without_parts_or_primitives_is_no_library(tmp_path: Path) -> None:
    assert not is_library(tmp_path)
    assert not is_library(tmp_path / "nothing")
    assert not is_library(folder(tmp_path, {"parts/a.dat": b""}))
    assert is_library(folder(tmp_path, {"p/stud.dat": b""}))
    with pytest.raises(BrickyardError, match="nothing"):
        Library([tmp_path / "nothing"])


@given(st.data())
@settings(max_examples=60)
def test_a_zip_damaged_anywhere_gives_parts_or_a_sentence(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = zipped(tmp_path_factory.mktemp("zip") / "l.zip", {"parts/a.dat": b"a" * 50, "p/stud.dat": b"stud"})
    whole = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    path.write_bytes(whole[: data.draw(st.integers(0, len(whole)))] if data.draw(st.booleans()) else whole)
    try:
        found = Library([path]).read("a.dat")
    except BrickyardError:
        return
    assert found is None or found.data == b"a" * 50


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_a_part_that_may_not_be_read_is_not_there(tmp_path: Path) -> None:
    root = folder(tmp_path, {"parts/b.dat": b"b"})
    (root / "parts" / "a.dat").mkdir()
    library = Library([root])
    assert (data_of(library, "a.dat"), data_of(library, "b.dat")) == (None, b"b")


def test_each_name_is_looked_for_once(tmp_path: Path) -> None:
    root = folder(tmp_path, {"parts/a.dat": b"a"})
    library = Library([root])
    assert data_of(library, "a.dat") == b"a"
    (root / "parts" / "a.dat").unlink()
    assert data_of(library, "a.dat") == b"a"


def test_files_at_hand_are_found_by_key_and_labelled() -> None:
    files = MemoryFiles({"S\\A.DAT": b"a"}, label="archive/")
    assert files.read("s/a.dat") == FoundFile(b"a", "archive/s/a.dat")
    assert files.read("a.dat") is None


def test_a_model_finds_its_parts_in_a_library(root: Path) -> None:
    (root.parent / "extra").mkdir()
    header = ["0 Extra", "0 !LDRAW_ORG Part", place("stud.dat"), TRIANGLE]
    extra = folder(root.parent / "extra", {"parts/extra.dat": model(*header), "p/stud.dat": model(TRIANGLE)})
    inventory = count(assembled(model(place("Extra.DAT", 4)), library=Library([root, extra])))
    assert [(facts.title, colour, number) for facts, colour, number in inventory.rows()] == [("Extra", 4, 1)]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")
def test_a_forked_process_opens_a_zip_of_its_own(tmp_path: Path) -> None:
    shelf = ZipShelf(zipped(tmp_path / "l.zip", {"parts/a.dat": b"a" * 50_000, "parts/b.dat": b"b"}))
    before = shelf._zip
    assert shelf.open("parts/a.dat") == b"a" * 50_000
    assert shelf._zip is before
    with multiprocessing.get_context("fork").Pool(1, _keep, (shelf, before)) as pool:
        assert pool.apply(_is_read_apart)


_KEPT: list[object] = []


def _keep(shelf: ZipShelf, before: object) -> None:
    _KEPT[:] = [shelf, before]


def _is_read_apart() -> bool:
    shelf, before = _KEPT
    assert isinstance(shelf, ZipShelf)
    return shelf.open("parts/b.dat") == b"b" and shelf._zip is not before
