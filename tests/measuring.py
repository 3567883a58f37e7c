"""Measuring the long way round, to test the short one against, and small models to measure."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from catalog.database.part_database import PartsDatabase
from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.library.part_files import Files
from ldraw_tools.library.places import PartSource
from ldraw_tools.measuring.measure import Box, Measurement, measure
from ldraw_tools.reading.document import parse

Points = NDArray[np.float64]
Corner = tuple[float, float, float]

UPRIGHT = np.eye(3)
# How far a stud may lean and still point up; the tests lean by much less or much more.
LEAST_COSINE = 0.999
# How exact boxes are said to be, in LDraw units.
PROMISED = 0.05


@cache
def database() -> PartsDatabase:
    return PartsDatabase()


def turned(degrees: float, axis: str = "y") -> Points:
    """The rotation (3, 3) about an axis."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    rows = {
        "x": [[1, 0, 0], [0, c, -s], [0, s, c]],
        "y": [[c, 0, s], [0, 1, 0], [-s, 0, c]],
        "z": [[c, -s, 0], [s, c, 0], [0, 0, 1]],
    }
    return np.array(rows[axis], np.float64)


def line(name: str, at: tuple[float, float, float] = (0, 0, 0), turn: Points = UPRIGHT) -> str:
    """A line that places a file."""
    numbers = [*at, *turn.ravel().tolist()]
    return f"1 16 {' '.join(repr(float(number)) for number in numbers)} {name}"


def mpd(sections: Mapping[str, list[str]]) -> str:
    return "".join(
        f"0 FILE {name}\n" + "".join(f"{text}\n" for text in inner) for name, inner in sections.items()
    )


def assembled(*lines: str, source: PartSource | None = None, library: Files | None = None) -> Assembly:
    """A model of these lines, its parts those of the shipped database."""
    text = "".join(f"{text}\n" for text in lines)
    return assemble(parse(text.encode(), "test.mpd"), source or database(), library)


def measured(*lines: str) -> Measurement:
    return measure(assembled(*lines))


def sides(size: Box | None) -> tuple[float, float, float]:
    """Width, height, depth, rounded to what is promised."""
    assert size is not None
    return round(size.width, 2), round(size.height, 2), round(size.depth, 2)


def box(measurement: Measurement) -> Points:
    """Low and high corner (2, 3)."""
    assert measurement.box is not None
    return np.array([measurement.box.low, measurement.box.high])


def top(measurement: Measurement) -> float:
    assert measurement.box_without_top_studs is not None
    return measurement.box_without_top_studs.low[1]


@dataclass(frozen=True)
class Cloud:
    """All triangles (n, 3, 3) of a thing; for those of studs the stud's axis (n, 3), for others NaN."""

    triangles: Points
    axes: Points
    # The newest release of any file that was read for it, as 202602.
    release: str = ""

    def at(self, turn: Points, shift: Points) -> Cloud:
        return Cloud(self.triangles @ turn.T + shift, self.axes @ turn.T, self.release)

    def box(self) -> Points:
        """Low and high corner (2, 3)."""
        return np.array([self.triangles.min(axis=(0, 1)), self.triangles.max(axis=(0, 1))])

    def top_without_studs(self) -> float:
        """The least y of all but the studs that point up."""
        with np.errstate(invalid="ignore", divide="ignore"):
            cosines = -self.axes[:, 1] / np.linalg.norm(self.axes, axis=1)
        solid = self.triangles[~(cosines >= LEAST_COSINE)]
        return float((solid if len(solid) else self.triangles)[:, :, 1].min())


EMPTY = Cloud(np.empty((0, 3, 3)), np.empty((0, 3)))
Read = Callable[[str], str | None]


def joined(clouds: list[Cloud]) -> Cloud:
    if not clouds:
        return EMPTY
    return Cloud(
        np.concatenate([cloud.triangles for cloud in clouds]),
        np.concatenate([cloud.axes for cloud in clouds]),
        max(cloud.release for cloud in clouds),
    )


class Expander:
    """Reads LDraw files word by word and expands everything: slow, plain, and nothing in common with ours."""

    def __init__(self, read: Read, known: Expander | None = None) -> None:
        self._read = read
        self._clouds: dict[str, Cloud] = dict(known._clouds) if known else {}

    def cloud(self, name: str) -> Cloud:
        key = name.lower().replace("\\", "/")
        if key not in self._clouds:
            text = self._read(key)
            assert text is not None, f"{name} is not there"
            self._clouds[key] = self._expanded(text)
        return self._clouds[key]

    def _expanded(self, text: str) -> Cloud:
        release = re.search(r"^0 !LDRAW_ORG .* UPDATE (\d{4})-(\d\d)", text, re.MULTILINE)
        own: list[list[float]] = []
        pieces: list[Cloud] = []
        for words in _drawing_words(text):
            if words[0] == "1":
                x, y, z, *turn = (float(word) for word in words[2:14])
                inner = self.cloud(" ".join(words[14:]))
                pieces.append(inner.at(np.array(turn).reshape(3, 3), np.array([x, y, z])))
            elif words[0] == "3":
                own.append([float(word) for word in words[2:11]])
            elif words[0] == "4":
                a, b, c, d = ([float(word) for word in words[i : i + 3]] for i in (2, 5, 8, 11))
                own += [a + b + c, a + c + d]
        triangles = np.array(own).reshape(-1, 3, 3)
        newest = "".join(release.groups()) if release else ""
        pieces.append(Cloud(triangles, np.full((len(triangles), 3), np.nan), newest))
        whole = joined(pieces)
        if _is_stud(text):
            return Cloud(whole.triangles, np.tile([0.0, -1.0, 0.0], (len(whole.triangles), 1)), whole.release)
        return whole


def _drawing_words(text: str) -> list[list[str]]:
    """The lines of type 1, 3 and 4 as words; of a texture the textured ones, not the fallback."""
    found, fallback = [], False
    for words in map(str.split, text.splitlines()):
        if words[:2] == ["0", "!TEXMAP"]:
            fallback = words[2] == "FALLBACK"
            continue
        drawn = words[2:] if words[:2] == ["0", "!:"] else words
        if drawn[:1] in (["1"], ["3"], ["4"]) and not fallback:
            found.append(drawn)
    return found


def _is_stud(text: str) -> bool:
    """By its title, not by its name: what stands on top of bricks, not the tubes inside them."""
    title = text.split("\n", 1)[0]
    if "!LDRAW_ORG Primitive" not in text and "!LDRAW_ORG 8_Primitive" not in text:
        return False
    others = "Tube|Underside|Group|Anti|Filler|Extension|Inter-Stud|Hips|Clikits|Primo|Znap|Joint"
    return re.search(r"\bStud\b", title) is not None and re.search(others, title) is None


def library_reader(root: Path, sections: Mapping[str, list[str]] | None = None) -> Read:
    """Files of a model first, then those of the library."""
    own = {name.lower(): "\n".join(lines) for name, lines in (sections or {}).items()}

    def read(key: str) -> str | None:
        if key in own:
            return own[key]
        for folder in ("parts", "p"):
            path = root / folder / key
            if path.is_file():
                return path.read_text("utf-8")
        return None

    return read
