"""Boxes and studs as parts of a made-up library, for tests of what is solid."""

from __future__ import annotations

from itertools import product

from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.library.part_files import MemoryFiles
from ldraw_tools.reading.document import parse

Size = tuple[float, float, float]
_FACES = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))


def quads(size: Size, middle: Size = (0.0, 0.0, 0.0), inside_out: bool = False) -> list[str]:
    """The six faces of a box, counter-clockwise seen from outside."""
    corners = [
        tuple(m + sign * s / 2 for m, sign, s in zip(middle, signs, size, strict=True))
        for signs in product((-1, 1), repeat=3)
    ]
    faces = [face[::-1] if inside_out else face for face in _FACES]
    return ["4 16 " + " ".join(f"{value:g}" for i in face for value in corners[i]) for face in faces]


def part(title: str, lines: list[str]) -> bytes:
    head = [f"0 {title}", "0 Name: part.dat", "0 !LDRAW_ORG Part", "0 BFC CERTIFY CCW"]
    return "\n".join([*head, *lines, ""]).encode()


def box(size: Size, title: str = "Brick  1 x  1") -> bytes:
    return part(title, quads(size))


def hollow_box(size: Size, wall: float) -> bytes:
    """A closed box with nothing in it."""
    inner = (size[0] - 2 * wall, size[1] - 2 * wall, size[2] - 2 * wall)
    return part("Brick  1 x  1", [*quads(size), *quads(inner, inside_out=True)])


def built(text: str, parts: dict[str, bytes], name: str = "main.ldr") -> Assembly:
    return assemble(parse(text.encode(), name), library=MemoryFiles(parts))


def at(name: str, place: str = "0 0 0", turn: str = "1 0 0 0 1 0 0 0 1") -> str:
    return f"1 16 {place} {turn} {name}\n"
