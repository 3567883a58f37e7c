"""What is kept of parts: the same as made anew, never out of date, and harmless whatever is in the folder."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from ldraw_tools.geometry import kept_arrays
from ldraw_tools.geometry.kept_arrays import KeptArrays
from ldraw_tools.geometry.mesh import Mesh
from ldraw_tools.geometry.part_meshes import PartMeshes, _mesh_of
from ldraw_tools.library.part_files import Library
from ldraw_tools.library.places import kept_folder
from ldraw_tools.solids import solid
from ldraw_tools.solids.solid import Solids

PART = """0 Thing
0 !LDRAW_ORG Part
0 BFC CERTIFY CCW
1 16 0.1 0.2 0.3 1 0 0 0 1 0 0 0 1 s/half.dat
1 4 0 0 0 0.7 0 0.7 0 1 0 -0.7 0 0.7 round.dat
2 24 0 0 0 1 1 1
5 24 0 0 0 1 1 1 2 0 0 0 2 0
"""
HALF = "0 Half\n0 !LDRAW_ORG Subpart\n4 16 0 0 0 1 0 0 1 1 0.3 0 1 0\n"
ROUND = "0 Round\n0 !LDRAW_ORG Primitive\n0 BFC CERTIFY CCW\n3 16 0 0 0 0 0 1 1 0 0\n"
FILES = {"parts/thing.dat": PART, "parts/s/half.dat": HALF, "p/round.dat": ROUND}
LONG_AGO = 1_000_000_000


def write(root: Path, name: str, text: str, age: int = LONG_AGO) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    os.utime(path, (age, age))
    grow_old(root, age)


def grow_old(root: Path, age: int = LONG_AGO) -> None:
    """As if nothing had been changed for years: what was changed just now is not kept."""
    for folder in (root, *(path for path in root.rglob("*") if path.is_dir())):
        os.utime(folder, (age, age))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        write(tmp_path / "ldraw", name, text)
    return tmp_path / "ldraw"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "meshes"


def fetched(
    root: Path, folder: Path, key: str = "thing.dat", most: int = kept_arrays.MOST_BYTES
) -> Mesh | None:
    """As a new process would get it."""
    library = Library([root])
    return PartMeshes(library, KeptArrays(folder, library, most)).fetch([key])[key]


def kept(root: Path, folder: Path, key: str = "thing.dat") -> Mesh | None:
    arrays = KeptArrays(folder, Library([root])).load("mesh 0", [key]).get(key)
    return _mesh_of(arrays) if arrays else None


def same(one: Mesh, other: Mesh) -> bool:
    """To the bit."""
    pairs = [(getattr(one, field.name), getattr(other, field.name)) for field in fields(Mesh)]
    return all(
        a == b
        if isinstance(a, tuple)
        else a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
        for a, b in pairs
    )


def test_what_is_kept_is_what_was_made_to_the_bit(root: Path, folder: Path) -> None:
    cold = fetched(root, folder)
    warm = kept(root, folder)
    assert cold is not None
    assert warm is not None
    assert (len(cold.triangles), len(cold.edges), len(cold.conditionals)) == (3, 1, 1)
    assert set(cold.two_sided.tolist()) == {True, False}
    assert same(cold, warm)


def test_parts_of_the_library_are_the_same_from_the_cache(library_root: Path, folder: Path) -> None:
    keys = ["3001.dat", "3794b.dat", "4070.dat", "2420.dat", "u9132c01.dat", "30374.dat"]
    library = Library([library_root])
    made = PartMeshes(library).fetch(keys)
    PartMeshes(library, KeptArrays(folder, library)).fetch(keys)
    loaded = {key: found for key in keys if (found := kept(library_root, folder, key))}
    there = {key: mesh for key, mesh in made.items() if mesh is not None and not mesh.undrawn}
    assert len(there) > 3
    assert loaded.keys() == there.keys()
    assert all(same(mesh, loaded[key]) for key, mesh in there.items())


def test_a_warm_run_reads_no_part_file(root: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fetched(root, folder)
    library = Library([root])

    def refuse(key: str) -> None:
        raise AssertionError(f"{key} was read")

    monkeypatch.setattr(library, "read", refuse)
    assert PartMeshes(library, KeptArrays(folder, library)).fetch(["thing.dat"])["thing.dat"] is not None


def test_solids_are_the_same_from_the_folder_and_read_no_part_file(
    library_root: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = ["3001.dat", "2420.dat", "4070.dat", "3704.dat", "30374.dat"]
    monkeypatch.setenv("BRICKYARD_MESHES", str(folder))
    cold = Solids(Library([library_root])).fetch(keys)
    library = Library([library_root])
    monkeypatch.setattr(solid, "solids_in", None)
    warm = Solids(library).fetch(keys)
    assert len([one for one in cold.values() if one]) == len(keys)
    for key, one in cold.items():
        found = warm[key]
        assert one
        assert found
        assert (found.is_axle, found.grid.size, found.size) == (one.is_axle, one.grid.size, one.size)
        pairs = zip(solid._arrays_of(one), solid._arrays_of(found), strict=True)
        assert all(a.dtype == b.dtype and np.array_equal(a, b) for a, b in pairs)
    assert any("3001.dat" in place for place in library.used())


def test_what_is_no_solid_is_made_anew(root: Path) -> None:
    assert solid._solid_of([np.zeros(3)] * 6) is None


CHANGES: dict[str, Callable[[Path], None]] = {
    "the part is edited": lambda root: write(root, "parts/thing.dat", PART + "3 1 0 0 0 1 0 0 0 1 0\n"),
    "a file inside it is edited": lambda root: write(
        root, "parts/s/half.dat", HALF.replace("0.3", "0.4"), LONG_AGO + 5
    ),
    "a primitive is edited, size and time as before": lambda root: write(
        root, "p/round.dat", ROUND.replace("1 0 0\n", "2 0 0\n")
    ),
    "a file comes first that hides another": lambda root: write(root, "parts/round.dat", HALF, LONG_AGO),
    "a primitive is gone": lambda root: (root / "p/round.dat").unlink(),
}
if sys.platform == "win32":
    # Windows has no time of the last change that nobody can set.
    del CHANGES["a primitive is edited, size and time as before"]


def wait_for_another_time(clock: Path) -> None:
    """Disks tell time in steps."""
    clock.touch()
    first = clock.stat().st_mtime_ns
    while clock.stat().st_mtime_ns == first:
        clock.touch()


@pytest.mark.parametrize("change", CHANGES)
def test_nothing_is_kept_after(change: str, root: Path, folder: Path) -> None:
    before = fetched(root, folder)
    wait_for_another_time(root.with_name("clock"))
    CHANGES[change](root)
    after = PartMeshes(Library([root])).fetch(["thing.dat"])["thing.dat"]
    now = fetched(root, folder)
    assert before is not None
    assert after is not None
    assert now is not None
    assert same(now, after)
    assert not same(now, before)


def test_another_version_of_our_code_makes_its_own(
    root: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetched(root, folder)
    assert kept(root, folder) is not None
    monkeypatch.setattr(kept_arrays, "_code", lambda: "another")
    assert kept(root, folder) is None


def test_another_library_has_its_own(root: Path, folder: Path, tmp_path: Path) -> None:
    fetched(root, folder)
    write(tmp_path / "other", "parts/thing.dat", ROUND)
    assert kept(tmp_path / "other", folder) is None


def test_what_was_changed_just_now_is_not_kept(root: Path, folder: Path) -> None:
    """It may be changed again before we look at its time."""
    (root / "p/round.dat").write_text(ROUND)
    assert fetched(root, folder) is not None
    assert kept(root, folder) is None


def test_a_part_with_a_file_missing_is_not_kept(root: Path, folder: Path) -> None:
    write(root, "parts/thing.dat", PART + "1 16 0 0 0 1 0 0 0 1 0 0 0 1 nobody.dat\n")
    mesh = fetched(root, folder)
    assert mesh is not None
    assert mesh.undrawn == ("nobody.dat",)
    assert kept(root, folder) is None


def only_file(folder: Path) -> Path:
    [path] = folder.iterdir()
    return path


def test_any_wrong_bit_is_seen_or_changes_nothing(root: Path, folder: Path) -> None:
    cold = fetched(root, folder)
    assert cold is not None
    path = only_file(folder)
    data = path.read_bytes()
    for place in range(len(data)):
        for bit in (1, 128):
            spoiled = bytearray(data)
            spoiled[place] ^= bit
            path.write_bytes(spoiled)
            found = kept(root, folder)
            assert found is None or same(found, cold), place
    path.write_bytes(data)
    assert kept(root, folder) is not None


def test_half_a_file_is_none(root: Path, folder: Path) -> None:
    fetched(root, folder)
    path = only_file(folder)
    data = path.read_bytes()
    for size in range(len(data)):
        path.write_bytes(data[:size])
        assert kept(root, folder) is None
    path.write_bytes(data + bytes(8))
    assert kept(root, folder) is None


@pytest.mark.parametrize(
    "header",
    [
        [],
        {},
        None,
        {"arrays": [["<f8", [-1, 3, 3]]]},
        {"arrays": [["<f8", [2**62, 3, 3]]]},
        {"arrays": [["<f8", [1e400]]]},
        {"arrays": [["<f8", [1, 3, 3]]]},
        {"arrays": [["<f8", [0, 3, 3]], *([["<i8", [0]]] * 6)]},
        {"arrays": [["|O8", [1]]]},
        {"arrays": [["<f8", 7]]},
        {"arrays": "many"},
        {"places": 7},
        {"places": "9:p/round.dat"},
        {"places": "x"},
        {"places": "0:../../../thing\x00"},
        {"stamps": None},
    ],
)
def test_a_header_that_lies_is_ignored(header: object, root: Path, folder: Path) -> None:
    fetched(root, folder)
    path = only_file(folder)
    data = path.read_bytes()
    start = len(kept_arrays._MAGIC) + 8
    size = int.from_bytes(data[start - 8 : start], "little")
    told = json.loads(data[start : start + size])
    text = json.dumps({**told, **header} if isinstance(header, dict) and header else header).encode()
    text += b" " * (-(start + len(text)) % 8)
    body = data[start + size :]
    path.write_bytes(kept_arrays._MAGIC + len(text).to_bytes(8, "little") + text + body)
    assert kept(root, folder) is None


def test_deep_nesting_is_ignored(root: Path, folder: Path) -> None:
    fetched(root, folder)
    text = b"[" * 200_000
    only_file(folder).write_bytes(kept_arrays._MAGIC + len(text).to_bytes(8, "little") + text)
    assert kept(root, folder) is None


def test_the_folder_stays_within_its_bound(root: Path, folder: Path) -> None:
    for number in range(12):
        write(root, f"parts/thing{number}.dat", PART)
    fetched(root, folder, "thing0.dat")
    size = only_file(folder).stat().st_size
    os.utime(only_file(folder), (LONG_AGO, LONG_AGO))
    for number in range(1, 12):
        fetched(root, folder, f"thing{number}.dat", most=5 * size)
        assert sum(path.stat().st_size for path in folder.iterdir()) <= 5 * size
    assert kept(root, folder, "thing0.dat") is None, "the oldest goes first"
    assert kept(root, folder, "thing11.dat") is not None


def test_what_is_used_stays_young(root: Path, folder: Path) -> None:
    fetched(root, folder)
    os.utime(only_file(folder), (LONG_AGO, LONG_AGO))
    assert kept(root, folder) is not None
    assert only_file(folder).stat().st_mtime > LONG_AGO


def test_one_part_too_large_for_the_bound_is_not_kept(root: Path, folder: Path) -> None:
    assert fetched(root, folder, most=100) is not None
    assert not list(folder.glob("*"))


def test_a_folder_that_can_not_be_written_is_harmless(root: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file, not a folder")
    assert fetched(root, blocked) is not None
    assert fetched(root, blocked / "below") is not None


def test_deleting_the_folder_is_harmless(root: Path, folder: Path) -> None:
    first = fetched(root, folder)
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    again = fetched(root, folder)
    assert first is not None
    assert again is not None
    assert same(first, again)


def test_files_of_others_in_the_folder_stay(root: Path, folder: Path) -> None:
    folder.mkdir()
    (folder / "letter.txt").write_bytes(bytes(10_000))
    fetched(root, folder, most=4_000)
    assert (folder / "letter.txt").exists()


def test_only_libraries_on_disk_are_kept(monkeypatch: pytest.MonkeyPatch, root: Path, tmp_path: Path) -> None:
    from ldraw_tools.library.part_files import MemoryFiles

    monkeypatch.setenv("BRICKYARD_MESHES", str(tmp_path / "here"))
    assert kept_arrays.kept_arrays(MemoryFiles({})) is None
    assert kept_arrays.kept_arrays(Library([root])) is not None
    monkeypatch.setenv("BRICKYARD_MESHES", "off")
    assert kept_arrays.kept_arrays(Library([root])) is None


HOME = Path("/home/me")


@pytest.mark.parametrize(
    ("environ", "platform", "expected"),
    [
        ({}, "linux", "/home/me/.cache/brickyard/meshes"),
        ({"XDG_CACHE_HOME": "/var/tmp/c"}, "linux", "/var/tmp/c/brickyard/meshes"),
        ({}, "darwin", "/home/me/Library/Caches/brickyard/meshes"),
        ({"LOCALAPPDATA": "C:\\Local"}, "win32", "C:\\Local/brickyard/Cache/meshes"),
        ({"BRICKYARD_CACHE": "/somewhere"}, "linux", "/somewhere/meshes"),
        ({"BRICKYARD_CACHE": "/somewhere", "BRICKYARD_MESHES": "/else"}, "darwin", "/else"),
        ({"BRICKYARD_MESHES": "off"}, "linux", None),
    ],
)
def test_the_folder_is_where_the_system_keeps_caches(
    environ: dict[str, str], platform: str, expected: str | None
) -> None:
    assert kept_folder(environ, platform, HOME, "meshes") == (None if expected is None else Path(expected))


def test_arrays_from_the_cache_can_not_be_changed_by_mistake(root: Path, folder: Path) -> None:
    fetched(root, folder)
    mesh = kept(root, folder)
    assert mesh is not None
    with pytest.raises(ValueError, match="read-only"):
        mesh.triangles[0] = np.nan
