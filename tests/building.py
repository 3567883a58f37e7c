"""Small models made up for tests: lines, files, parts, and short ways to read them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import Path

from hypothesis import settings

from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.assembly.inventory import Assembly, Lot, count
from ldraw_tools.findings import Finding, Kind
from ldraw_tools.library.part_files import Files
from ldraw_tools.library.places import Component, PartFacts, PartSource
from ldraw_tools.measuring.shapes import Shape
from ldraw_tools.reading.document import Document, parse
from ldraw_tools.reading.header import FileKind
from ldraw_tools.reading.lines import is_direct

# A busy machine is no reason to fail.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

UPRIGHT = "1 0 0 0 1 0 0 0 1"
TRIANGLE = "3 16 0 0 0 10 0 0 0 10 0"


def place(name: str, colour: int | str = 16, at: str = "0 0 0") -> str:
    """A line that places a file."""
    return f"1 {colour} {at} {UPRIGHT} {name}"


def model(*lines: str) -> bytes:
    """A file of these lines."""
    return "".join(f"{line}\n" for line in lines).encode()


def packed(**sections: Iterable[str]) -> bytes:
    """An MPD; `a_b` is the section `a_b.ldr`."""
    lines = [line for name, inner in sections.items() for line in (f"0 FILE {name}.ldr", *inner)]
    return model(*lines)


class Parts:
    """A source that knows a handful of made-up parts and the colours below 512."""

    def __init__(self, *facts: PartFacts) -> None:
        self._facts = {part.key: part for part in facts}

    def facts(self, keys: Iterable[str]) -> dict[str, PartFacts]:
        return {key: self._facts[key] for key in keys if key in self._facts}

    def shapes(self, keys: Iterable[str]) -> dict[str, Shape]:
        return {}

    def nearest(self, key: str) -> str:
        return next(iter(difflib.get_close_matches(key, self._facts, n=1)), "")

    def knows_colour(self, code: int) -> bool:
        return code < 512 or is_direct(code)


def part(name: str, kind: FileKind = FileKind.PART, target: str = "", *inside: Component) -> PartFacts:
    return PartFacts(f"{name}.dat", name.capitalize(), kind, f"{target}.dat" if target else "", inside)


PARTS = Parts(
    part("brick"),
    part("plate"),
    part("link"),
    part("tile"),
    part("old", FileKind.MOVED, "older"),
    part("older", FileKind.MOVED, "tile"),
    part("round", FileKind.MOVED, "about"),
    part("about", FileKind.MOVED, "round"),
    part("gone", FileKind.MOVED, "nowhere"),
    part("30", FileKind.MOVED, "30b"),
    part("30b"),
    part("same", FileKind.ALIAS),
    part("painted", FileKind.PHYSICAL_COLOUR),
    part("segment", FileKind.FLEXIBLE_SECTION),
    part("sticker", FileKind.STICKER),
    part("stud", FileKind.PRIMITIVE),
    part("s/side", FileKind.SUBFILE),
    part("door", FileKind.SHORTCUT, "", Component("brick.dat", 16, 1), Component("old.dat", 47, 2)),
)


def read(data: bytes | str, name: str = "main.ldr", folder: Path | None = None) -> Document:
    return parse(data.encode() if isinstance(data, str) else data, name, folder)


def assembled(
    data: bytes | str,
    name: str = "main.ldr",
    source: PartSource = PARTS,
    library: Files | None = None,
    custom: Files | None = None,
    folder: Path | None = None,
) -> Assembly:
    """The model in these bytes, with the made-up parts above."""
    return assemble(read(data, name, folder), source, library, custom)


def counted(
    data: bytes | str,
    name: str = "main.ldr",
    source: PartSource = PARTS,
    library: Files | None = None,
    folder: Path | None = None,
) -> dict[Lot, int]:
    """How many of each part and colour; parts without their `.dat`."""
    lots = count(assembled(data, name, source, library, folder=folder)).lots
    return {(key.removesuffix(".dat"), colour): number for (key, colour), number in lots.items()}


def codes(findings: Iterable[Finding]) -> list[str]:
    return [finding.code for finding in findings]


def found(kind: Kind, findings: Iterable[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.code == kind.code]


def the(kind: Kind, findings: Iterable[Finding]) -> Finding:
    """The only finding of a kind."""
    (finding,) = found(kind, findings)
    return finding
