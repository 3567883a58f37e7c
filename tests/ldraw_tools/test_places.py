"""Where libraries are looked for: every platform on any of them, and nothing but made-up folders."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from ldraw_tools.library import places
from ldraw_tools.library.places import (
    Candidate,
    Checked,
    State,
    candidates,
    describe,
    find_library,
    status,
    wrongly_named,
)

PART = b"0 Brick\n0 !LDRAW_ORG Part UPDATE 2024-03\n"


def make_library(root: Path, *names: str) -> Path:
    for name in ("parts/3001.dat", "p/stud.dat", *names):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(PART)
    return root


def make_zip(path: Path, *names: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        for name in names:
            archive.writestr(name, PART)
    return path


@pytest.fixture(autouse=True)
def _no_place_of_this_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Places outside the made-up home are taken out, whatever is installed here."""
    every = places.candidates

    def made_up(environ: Mapping[str, str], platform: str, home: Path) -> list[Candidate]:
        return [place for place in every(environ, platform, home) if place.path.is_relative_to(tmp_path)]

    monkeypatch.setattr(places, "candidates", made_up)


def checked(found: list[Checked], path: Path) -> Checked:
    return next(one for one in found if one.candidate.path == path)


def paths(platform: str, home: Path, **environ: str) -> list[Path]:
    return [place.path for place in candidates(environ, platform, home)]


def test_the_variable_comes_first_then_ours_and_the_test_library_last() -> None:
    home = Path("/home/ada")
    found = candidates({"LDRAWDIR": "/a:/b.zip: :~/c"}, "linux", home)
    assert [place.path for place in found[:3]] == [Path("/a"), Path("/b.zip"), home / "c"]
    assert all(place.by_user and place.why == "LDRAWDIR" for place in found[:3])
    assert found[3].path == home / ".local/share/brickyard/ldraw"
    assert found[-1] == Candidate(home / ".cache/brickyard/ldraw-library", "fetched for tests and demo")
    assert not any(place.by_user for place in found[3:])


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32", "freebsd14"])
def test_every_platform_has_its_usual_places_each_once(platform: str) -> None:
    found = paths(platform, Path("/home/ada"))
    assert len(found) == len(set(found)) > 8
    assert any(path.name == "library.bin" for path in found)
    assert any("Studio 2.0" in path.parts for path in found)


def test_our_own_folder_is_where_the_platform_keeps_such_things() -> None:
    home = Path("/home/ada")
    assert places.install_folder({"XDG_DATA_HOME": "/data"}, "linux", home) == Path("/data/brickyard/ldraw")
    assert places.install_folder({"XDG_DATA_HOME": "data"}, "linux", home) == (
        home / ".local/share/brickyard/ldraw"
    )
    assert places.install_folder({}, "darwin", home) == home / "Library/Application Support/brickyard/ldraw"
    local = r"C:\Users\Ada\AppData\Local"
    assert places.install_folder({"LOCALAPPDATA": local}, "win32", home) == Path(local) / "brickyard/ldraw"
    assert places.install_folder({}, "win32", home) == home / "AppData/Local/brickyard/ldraw"


def test_windows_has_its_own_separator_and_quotes() -> None:
    found = paths("win32", Path("/home/ada"), LDRAWDIR=r'D:\LDraw;"E:\my parts"', PUBLIC=r"D:\Public")
    assert found[:2] == [Path(r"D:\LDraw"), Path(r"E:\my parts")]
    assert Path(r"D:\Public") / "Documents" / "LDraw" in found


@pytest.mark.parametrize(
    ("environ", "cache"),
    [
        ({"BRICKYARD_CACHE": "/c", "XDG_CACHE_HOME": "/x"}, "/c/ldraw-library"),
        ({"XDG_CACHE_HOME": "/x"}, "/x/brickyard/ldraw-library"),
    ],
)
def test_the_cache_may_be_elsewhere(environ: dict[str, str], cache: str) -> None:
    assert candidates(environ, "linux", Path("/home/ada"))[-1].path == Path(cache)


def test_the_first_library_is_used_and_the_others_are_not_needed(tmp_path: Path) -> None:
    make_library(tmp_path / ".ldraw")
    make_library(tmp_path / "ldraw")
    found = status({}, "linux", tmp_path)
    assert checked(found, tmp_path / "ldraw").state is State.USED
    assert checked(found, tmp_path / ".ldraw").state is State.NOT_NEEDED
    assert checked(found, tmp_path / "LDraw").state is State.ABSENT or (tmp_path / "LDraw").exists()
    library = find_library({}, "linux", tmp_path)
    assert library is not None
    assert library.roots == [tmp_path / "ldraw"]
    assert library.read("3001.dat") is not None


def test_with_no_library_anywhere_there_is_none(tmp_path: Path) -> None:
    assert find_library({}, "linux", tmp_path) is None
    assert {one.state for one in status({}, "linux", tmp_path)} == {State.ABSENT}


def test_all_that_the_variable_names_is_used_in_order(tmp_path: Path) -> None:
    make_library(tmp_path / "ldraw")
    whole = make_zip(tmp_path / "complete.zip", "ldraw/parts/3001.dat", "ldraw/p/stud.dat")
    more = make_zip(tmp_path / "ldrawunf.zip", "parts/u9000.dat", "p/odd.dat")
    mine = tmp_path / "mine"
    (mine / "PARTS").mkdir(parents=True)
    environ = {"LDRAWDIR": f"{whole}:{more}:{mine}"}
    library = find_library(environ, "linux", tmp_path)
    assert library is not None
    assert library.roots == [whole, more, mine]
    assert library.read("u9000.dat") is not None
    found = status(environ, "linux", tmp_path)
    assert [one.state for one in found[:3]] == [State.USED] * 3
    spare = checked(found, tmp_path / "ldraw")
    assert (spare.state, spare.detail) == (State.NOT_NEEDED, "LDRAWDIR is set")


def test_a_wrong_variable_is_said_and_nothing_else_is_used(tmp_path: Path) -> None:
    make_library(tmp_path / "ldraw")
    environ = {"LDRAWDIR": str(tmp_path / "gone")}
    assert find_library(environ, "linux", tmp_path) is None
    found = status(environ, "linux", tmp_path)
    assert found[0].state is State.ABSENT
    assert checked(found, tmp_path / "ldraw").state is State.NOT_NEEDED
    told = f"LDRAWDIR names {tmp_path / 'gone'}: there is no LDraw library there"
    assert wrongly_named(environ, "linux", tmp_path) == told
    assert wrongly_named({}, "linux", tmp_path) == ""
    assert wrongly_named({"LDRAWDIR": f"{tmp_path / 'gone'}:{tmp_path / 'ldraw'}"}, "linux", tmp_path) == ""


def test_a_zip_of_unofficial_parts_alone_is_no_library(tmp_path: Path) -> None:
    more = make_zip(tmp_path / "ldrawunf.zip", "parts/u9000.dat", "p/odd.dat")
    environ = {"LDRAWDIR": str(more)}
    assert find_library(environ, "linux", tmp_path) is None
    assert status(environ, "linux", tmp_path)[0].detail == "no p/stud.dat in it"


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    make_library(tmp_path / "above" / "ldraw")
    (tmp_path / "parts" / "parts").mkdir(parents=True)
    (tmp_path / "text.zip").write_text("hello")
    (tmp_path / "cut.zip").write_bytes(b"PK\x03\x04")
    below = tmp_path / "above" / "ldraw"
    expected = {
        "above": f"no parts and no p/stud.dat in it; the library is one level down, in {below}",
        "parts": "no p/stud.dat in it",
        "text.zip": "not a zip archive (it begins with “hello”); save or download it again",
        "cut.zip": "the archive is damaged or cut short; save or download it again",
    }
    for name, detail in expected.items():
        found = status({"LDRAWDIR": str(tmp_path / name)}, "linux", tmp_path)[0]
        assert (found.state, found.detail) == (State.NO_LIBRARY, detail)


def test_a_name_no_file_can_have_is_no_library(tmp_path: Path) -> None:
    found = status({"LDRAWDIR": f"{tmp_path}/{'x' * 5000}"}, "linux", tmp_path)[0]
    assert found.state is State.NO_LIBRARY


def test_a_library_is_described_by_its_listings(tmp_path: Path) -> None:
    names = ("parts/3002.dat", "parts/s/3001s01.dat", "p/48/edge.dat", "UnOfficial/parts/u1.dat")
    root = make_library(tmp_path / "ldraw", *names, "models/Note9902.txt", "models/Note2403CA.txt")
    (root / "LDConfig.ldr").write_text("0 LDraw\n0 !LDRAW_ORG Configuration UPDATE 2024-05-06\n")
    found = describe(root)
    assert (found.parts, found.primitives, found.unofficial_parts) == (2, 2, 1)
    assert (found.release, found.colours) == ("2024-03", "2024-05-06")


def test_without_release_notes_the_newest_of_some_parts_tells(tmp_path: Path) -> None:
    packed = make_zip(tmp_path / "library.bin", "ldraw/parts/3001.dat", "ldraw/p/stud.dat")
    assert describe(packed).release == "2024-03 or later"
    assert describe(packed).colours == ""
    empty = make_zip(tmp_path / "empty.zip", "ldraw/p/stud.dat")
    assert describe(empty).release == ""
