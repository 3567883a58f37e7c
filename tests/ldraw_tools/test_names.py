"""File names: one key however they are written, and which could lead out of the model's folder."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from ldraw_tools.names import is_unsafe, key_of, library_key, part_number


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("3001.dat", "3001.dat"),
        ("3001.DAT", "3001.dat"),
        ("  Left Wing.ldr \t", "left wing.ldr"),
        ("Left  Wing.ldr", "left  wing.ldr"),
        ("s\\3001s01.dat", "s/3001s01.dat"),
        ("S/3001S01.dat\r", "s/3001s01.dat"),
        ("48\\1-4cyli.dat", "48/1-4cyli.dat"),
        ("wing.ldr\N{NO-BREAK SPACE}", "wing.ldr"),
        ("FLÜGEL.ldr", "flügel.ldr"),
        ("Flu\N{COMBINING DIAERESIS}gel.ldr", "flügel.ldr"),
    ],
)
def test_case_slashes_and_outer_blanks_do_not_tell_names_apart(written: str, key: str) -> None:
    assert key_of(written) == key


@given(st.text(max_size=30))
def test_a_key_is_its_own_key(name: str) -> None:
    assert key_of(key_of(name)) == key_of(name)


@pytest.mark.parametrize(
    "name",
    [
        "../../secret",
        "..\\..\\secret.dat",
        "parts/../../secret.dat",
        "..",
        "C:\\x.ldr",
        "c:x.ldr",
        "C:/x.ldr",
        "/etc/passwd",
        "\\\\server\\share\\x.ldr",
        "nul\0.ldr",
        "bell\x07.ldr",
        "delete\x7f.ldr",
    ],
)
def test_names_that_could_leave_the_folder_are_unsafe(name: str) -> None:
    assert is_unsafe(key_of(name))


@pytest.mark.parametrize(
    "name",
    ["3001.dat", "s\\3001s01.dat", "left wing.ldr", "v..2.ldr", "...", "a..b/c.ldr", "cc:x.ldr", "~.ldr"],
)
def test_names_that_only_look_odd_are_safe(name: str) -> None:
    assert not is_unsafe(key_of(name))


@pytest.mark.parametrize(
    ("key", "in_library", "number"),
    [
        ("3001.dat", "3001.dat", "3001"),
        ("parts/3001.dat", "3001.dat", "3001"),
        ("ldraw/parts/3001.dat", "3001.dat", "3001"),
        ("unofficial/parts/3001.dat", "3001.dat", "3001"),
        ("parts/s/3001s01.dat", "s/3001s01.dat", "s/3001s01"),
        ("p/48/1-4cyli.dat", "48/1-4cyli.dat", "48/1-4cyli"),
        ("wing.ldr", "wing.ldr", "wing.ldr"),
        ("spare parts/3001.dat", "spare parts/3001.dat", "spare parts/3001"),
    ],
)
def test_packed_models_name_library_files_by_folder(key: str, in_library: str, number: str) -> None:
    assert library_key(key) == in_library
    assert part_number(key) == number
