"""Can it be built? Every connection, and what the library itself assembles: right, and then moved."""

from __future__ import annotations

from pathlib import Path

import pytest

from ldraw_tools.library.part_files import Files
from ldraw_tools.reading.header import FileKind
from tests.boxes import at
from tests.validators.test_buildable_rules import ALONG_Z, TO_THE_FRONT, database, grave, judged, library

ROUND = "-1 0 0 0 1 0 0 0 -1"
A_THIRD = "0.866 0 0.5 0 1 0 -0.5 0 0.866"
NODDING = "1 0 0 0 0.866 -0.5 0 0.5 0.866"
BENT = "0.819 0 0.574 0 1 0 -0.574 0 0.819"
ROLLED = "1 0 0 0 -0.707 -0.707 0 0.707 -0.707"
CLIPPED = "0.174 0.985 0 -0.985 0.174 0 0 0 1"
OVERHEAD = "1 0 0 0 -1 0 0 0 -1"
LYING = "1 0 0 0 0 1 0 -1 0"
TILTED = "0.8 0 0.6 0 1 0 -0.6 0 0.8"

# Two parts as they fit together, many as official sets have them, and the second where it can't be.
JOINTS = {
    "a brick on a brick": (at("3001.dat"), at("3001.dat", "0 -24 0"), at("3001.dat", "0 -16 0")),
    "half a stud aside": (at("3001.dat"), at("3001.dat", "20 -24 0"), at("3001.dat", "10 -24 0")),
    "a brick beside a brick": (at("3001.dat"), at("3001.dat", "80 0 0"), at("3001.dat", "75 0 0")),
    "a plate on a tube": (at("3001.dat"), at("3024.dat", "30 -8 10"), at("3024.dat", "25 -8 10")),
    "a tile on a headlight brick": (
        at("4070.dat"),
        at("3070b.dat", "0 10 -14", TO_THE_FRONT),
        at("3070b.dat", "0 10 -4", TO_THE_FRONT),
    ),
    "a plate on a bracket": (
        at("99780.dat"),
        at("3023b.dat", "0 -2 -22", TO_THE_FRONT),
        at("3023b.dat", "0 -2 -12", TO_THE_FRONT),
    ),
    "a plate on a jumper": (at("15573.dat"), at("3024.dat", "0 -8 0"), at("3024.dat", "0 -3 0")),
    "a bar in a clip": (at("60897.dat"), at("30374.dat", "0 -36 -20"), at("30374.dat", "0 -36 -14")),
    "a bar in a hollow stud": (
        at("3062b.dat"),
        at("30374.dat", "0 -84 0"),
        at("30374.dat", "-40 12 0", "0 1 0 -1 0 0 0 0 1"),
    ),
    "a hinge": (at("3937.dat"), at("3938.dat"), at("3938.dat", "0 6 0")),
    "a ball in its socket": (
        at("14417.dat"),
        at("14704.dat", "0 0 -40", ROUND),
        at("14704.dat", "0 0 -32", ROUND),
    ),
    "a pin in a hole": (
        at("3700.dat"),
        at("6558.dat", "0 10 -10", ALONG_Z),
        at("6558.dat", "10 4 -10", ALONG_Z),
    ),
    "an axle in its hole": (
        at("32064b.dat"),
        at("3705.dat", "0 10 0", ALONG_Z),
        at("3705.dat", "10 10 0", ALONG_Z),
    ),
    "an axle turned in its hole": (
        at("32064b.dat"),
        at("3705.dat", "0 10 0", "0 0.7071 0.7071 0 0.7071 -0.7071 -1 0 0"),
        at("3705.dat", "0 2 0", ALONG_Z),
    ),
    "a turntable": (at("3680.dat"), at("3679.dat"), at("3679.dat", "10 0 0")),
    "a hinge brick that nods": (
        at("3937.dat"),
        at("3938.dat", "0 1.34 -5", NODDING),
        at("3938.dat", "0 7.34 -5", NODDING),
    ),
    "hinge plates at an angle": (
        at("2429.dat"),
        at("2430.dat", "0 0 0", BENT),
        at("2430.dat", "0 0 6", BENT),
    ),
    "a turntable turned": (
        at("3680.dat"),
        at("3679.dat", "0 0 0", A_THIRD),
        at("3679.dat", "6 0 0", A_THIRD),
    ),
    "a ball turned in its socket": (
        at("14417.dat"),
        at("14704.dat", "0 -7.312 -36.968", ROLLED),
        at("14704.dat", "0 -3 -30", ROLLED),
    ),
    "a handle in a clip at an angle": (
        at("60478.dat"),
        at("63868.dat", "22.806 31.196 0", CLIPPED),
        at("63868.dat", "22.806 25 0", CLIPPED),
    ),
    "a bar in a clip on a tile": (
        at("2555.dat"),
        at("30374.dat", "0 -6 10", LYING),
        at("30374.dat", "0 0 10", LYING),
    ),
    "a bar turned in a clip": (
        at("60897.dat"),
        at("30374.dat", "0 -4 -20", TILTED),
        at("30374.dat", "0 -36 -12", TILTED),
    ),
    "slopes face to face": (
        at("3039.dat"),
        at("3039.dat", "0 24 -44", OVERHEAD),
        at("3039.dat", "0 24 -36", OVERHEAD),
    ),
    "a brick behind a panel": (at("4865b.dat"), at("3004.dat", "0 0 20"), at("3004.dat", "0 0 14")),
    "a plate on a bracket that points up": (
        at("99207.dat"),
        at("3023b.dat", "0 -2 -22", TO_THE_FRONT),
        at("3023b.dat", "0 -2 -12", TO_THE_FRONT),
    ),
    "a plate on the side of a brick": (
        at("87087.dat"),
        at("3024.dat", "0 10 -18", TO_THE_FRONT),
        at("3024.dat", "0 10 -8", TO_THE_FRONT),
    ),
    "a plate on a jumper of two studs": (
        at("3794b.dat"),
        at("3023b.dat", "0 -8 0"),
        at("3023b.dat", "0 -3 0"),
    ),
    "a printed tile": (at("3020.dat"), at("3069bp01.dat", "0 -8 10"), at("3069bp01.dat", "0 -2 10")),
    "a wheel on its pin": (
        at("4600.dat"),
        at("4624.dat", "30 10 0", ALONG_Z),
        at("4624.dat", "14 4 0", ALONG_Z),
    ),
}


@pytest.mark.library
@pytest.mark.parametrize("name", JOINTS)
def test_joints_that_fit_are_no_overlap(name: str, library_root: Path) -> None:
    first, right, _ = JOINTS[name]
    assert grave(judged(first + right, library(library_root))) == []


@pytest.mark.library
@pytest.mark.parametrize("name", JOINTS)
def test_joints_pushed_into_each_other_are(name: str, library_root: Path) -> None:
    first, _, wrong = JOINTS[name]
    found = judged(first + wrong, library(library_root))
    assert grave(found) == ["BLD002"]
    assert found[0].place.line == 2
    assert "line 1" in found[0].message
    assert "at least" in found[0].message


# What the library assembles, and a piece of it, by its place in the file, moved so far that it can't be.
MOVED = {
    "a finger hinge": ("3149dc01.dat", 1, (6, 0, 0)),
    "a hinge plate with a friction pin": ("98286c01.dat", 1, (0, -6, 0)),
    "a large turntable": ("3403c01.dat", 1, (6, 0, 0)),
    "a turntable of three plates": ("61485c01.dat", 1, (0, 6, 0)),
    "a turntable with a hinge": ("4508c01.dat", 1, (6, 0, 0)),
    "cupboard doors": ("2042c01.dat", 1, (6, 0, 0)),
    "a windscreen in its cab": ("45406c01.dat", 1, (0, -6, 0)),
    "a ladder in a ladder": ("420c01-f1.dat", 1, (0, 6, 0)),
    "a grab jaw": ("4220ac01.dat", 1, (0, -6, 0)),
    "the balls of a steering arm": ("41894c01.dat", 1, (0, 6, 0)),
    "a tipper on its hinge": ("19001.dat", 1, (6, 0, 0)),
}
# Soft, posed, thin or sprung: right, and silence wherever the pieces are.
YIELDING = {
    "a tyre on its wheel": "11208c01.dat",
    "a tyre and its train wheel": "244c02.dat",
    "a torso with arms and hands": "12896.dat",
    "hips and legs": "18386.dat",
    "a shock absorber": "41475-f1.dat",
    "a magnet in its holder": "2607bc01.dat",
    "a link of tread and its foot": "88323c01.dat",
    "a winch and its drum": "586c01.dat",
}
RIGHT = {
    "glass in a window": "27bc01.dat",
    "glass in a door": "30178c01.dat",
    "a universal joint": "61903.dat",
    "a technic turntable": "76421.dat",
    "a lever in its base": "73587a.dat",
    "a palm and its leaves": "2518c01.dat",
    "points of a train track": "75541c01-f1.dat",
    "a garage door": "822bc01.dat",
    "a ball in a technic socket": "39370c01.dat",
    **{name: key for name, (key, _, _) in MOVED.items()},
    **YIELDING,
}


def pieces(files: Files, key: str) -> list[str]:
    found = files.read(key)
    assert found is not None
    return [line for line in found.data.decode("utf-8", "replace").splitlines() if line.startswith("1 ")]


def moved(line: str, by: tuple[float, float, float]) -> str:
    words = line.split()
    places = (f"{float(word) + step:g}" for word, step in zip(words[2:5], by, strict=True))
    return " ".join([*words[:2], *places, *words[5:]])


@pytest.mark.library
@pytest.mark.parametrize("name", RIGHT)
def test_what_the_library_assembles_fits(name: str, library_root: Path) -> None:
    files = library(library_root)
    assert grave(judged("\n".join(pieces(files, RIGHT[name])) + "\n", files)) == []


def assembled_parts(every: int) -> list[str]:
    """Some of the parts that the library itself puts together from others, stickers left out."""
    shortcuts = [
        part.key for part in database() if part.kind is FileKind.SHORTCUT and "Sticker" not in part.category
    ]
    return shortcuts[::every]


@pytest.mark.library
def test_what_the_library_itself_puts_together_fits(library_root: Path) -> None:
    """Its authors placed these parts as they fit: every finding would be false."""
    files = library(library_root)
    for key in assembled_parts(every=100):
        assert "BLD002" not in grave(judged("\n".join(pieces(files, key)) + "\n", files)), key


@pytest.mark.library
@pytest.mark.parametrize("name", MOVED)
def test_a_piece_of_it_pushed_into_another_is_found(name: str, library_root: Path) -> None:
    key, which, by = MOVED[name]
    files = library(library_root)
    lines = pieces(files, key)
    lines[which] = moved(lines[which], by)
    assert set(grave(judged("\n".join(lines) + "\n", files))) == {"BLD002"}


@pytest.mark.library
@pytest.mark.parametrize("name", YIELDING)
def test_of_what_gives_nothing_is_said(name: str, library_root: Path) -> None:
    files = library(library_root)
    lines = pieces(files, YIELDING[name])
    lines[-1] = moved(lines[-1], (4, 6, 4))
    assert grave(judged("\n".join(lines) + "\n", files)) == []
