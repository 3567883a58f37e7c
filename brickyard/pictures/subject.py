"""What a picture is of: a model, a submodel or a single part, opened with all its geometry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from brickyard.pictures.paints import Paints, colours_of
from brickyard.pictures.turning import Turn, turns_of
from catalog.database.part_database import shipped_parts
from fleets.models.model_units import Role, Survey
from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.assembly.graph import Assembly
from ldraw_tools.findings import BrickyardError, and_more, count_of, printable
from ldraw_tools.geometry.mesh import Mesh
from ldraw_tools.geometry.pieces import Mark, Pieces, lay_out
from ldraw_tools.library.part_files import Files
from ldraw_tools.library.source import NoParts
from ldraw_tools.names import key_of, part_number
from ldraw_tools.reading.document import parse
from ldraw_tools.reading.lines import shortened
from ldraw_tools.rendering.mesh_table import MeshTable
from ldraw_tools.workspace import OpenedModel


@dataclass(frozen=True)
class Subject:
    """Pieces and their paints; `role` is what it is on the table, if it is tagged as anything.

    `turns` are how it is held while it is built, by step.
    `table` serves every picture of the same pieces, also of some of them.
    """

    name: str
    pieces: Pieces
    paints: Paints
    table: MeshTable
    role: Role | None = None
    turns: Mapping[int, Turn] = field(default_factory=dict)

    def only(self, pieces: Pieces) -> Subject:
        """Some of its pieces."""
        return replace(self, pieces=pieces)

    @property
    def note(self) -> str:
        """What a picture must say of itself: that outlines stand in for parts."""
        stood_in, number = self.pieces.stood_in, len(self.pieces)
        if not stood_in:
            return ""
        if stood_in == number:
            return "Outlines stand in for the parts, whose files are not at hand"
        return f"Outlines stand in for {stood_in:,} of {count_of(number, 'part')} that the library lacks"

    def remarks(self) -> list[str]:
        """What whoever asked for a picture should know."""
        said = []
        if self.note:
            said.append(f"{self.note[0].lower()}{self.note[1:]} (see: brickyard library status)")
        if self.pieces.undrawn:
            said.append(self._left_out())
        return said

    def caption(self) -> str:
        """The same for those who only look at it."""
        said = [self.note, self._left_out() if self.pieces.undrawn else ""]
        text = "; ".join(filter(None, said))
        return f"{text[:1].upper()}{text[1:]}"

    def _left_out(self) -> str:
        return f"not drawn, for nobody knows their shape: {self._unknown()}"

    def _unknown(self) -> str:
        return and_more([shortened(part_number(key)) for key in self.pieces.undrawn])

    def nothing_to_draw(self) -> BrickyardError:
        why = f": nobody knows the shape of {self._unknown()}" if self.pieces.undrawn else ""
        return BrickyardError(f"{self.name}: nothing in it can be drawn{why}")


class Opened:
    """A model's file with the geometry of its parts, to make subjects of."""

    def __init__(self, model: OpenedModel, library: Files | None) -> None:
        self.model = model
        # Not the database first: it knows sizes, and drawing needs every triangle.
        self.assembly: Assembly = assemble(model.document, NoParts(), library, model.custom)

    @cached_property
    def survey(self) -> Survey:
        from fleets.models.survey import survey

        return survey(self.assembly)

    def node(self, submodel: str) -> int:
        """The node of a submodel by its name; the model itself for none."""
        if not submodel:
            return self.assembly.root
        key = key_of(submodel)
        found = [self.assembly.by_key.get(name) for name in (key, f"{key}.ldr", f"{key}.dat", f"{key}.mpd")]
        node = next((node for node in found if node is not None), None)
        if node is None:
            raise BrickyardError(
                f"{self.model.document.name}: no submodel “{printable(submodel)}”{self._hint()}"
            )
        return node.index

    def _hint(self) -> str:
        names = [node.name for node in self.assembly.nodes if not node.is_part and node.contents is not None]
        names = [name for name in names if name != self.assembly.main.name]
        return f"; it has: {printable(and_more(names, 8))}" if names else "; it has none"

    def subject(self, submodel: str = "", marks: Sequence[Mark] = ()) -> Subject:
        """Of the model or a submodel, with what is marked told apart."""
        node = self.node(submodel)
        pieces = lay_out(self.assembly, node, marks, outline_of)
        name = self.assembly.nodes[node].name if submodel else self.model.document.name
        paints, table = Paints(colours_of(self.assembly)), MeshTable(pieces.meshes)
        role = next((unit.role for unit in self.survey.units if unit.node == node), None)
        return Subject(name, pieces, paints, table, role, turns_in(self.assembly, node))


def turns_in(assembly: Assembly, node: int) -> dict[int, Turn]:
    contents = assembly.nodes[node].contents
    return turns_of(contents) if contents is not None else {}


@cache
def outline_of(key: str) -> Mesh | None:
    """The parts database's outline of a part as a mesh; None where it has none."""
    from ldraw_tools.geometry.stand_ins import stand_in

    parts = shipped_parts()
    record = parts.find(key)
    record = parts.follow(record) if record else None
    shape = parts.shape_of(record) if record else None
    if record is None or shape is None or shape.is_empty:
        return None
    return stand_in(shape, [(studs.turn, studs.places) for studs in parts.studs_of(record)])


def part_subject(number: str, colour: int, library: Files | None) -> Subject:
    """A single part by itself."""
    return replace(parts_subject([number], [colour], library)[0], name=part_number(key_of(number)))


def parts_subject(
    numbers: Sequence[str], colours: Sequence[int], library: Files | None
) -> tuple[Subject, NDArray[np.intp]]:
    """All parts in one place, and for each piece (n,) which of them it is."""
    keys = [f"{key_of(number).removesuffix('.dat')}.dat" for number in numbers]
    for key in keys:
        if not key.isprintable():
            raise BrickyardError(f"no part “{printable(key)}”")
    lines = [f"1 {colour} 0 0 0 1 0 0 0 1 0 0 0 1 {key}" for key, colour in zip(keys, colours, strict=True)]
    document = parse("\n".join(lines).encode(), "parts.ldr")
    assembly = assemble(document, NoParts(), library)
    marks = [Mark(assembly.root, (number,)) for number in range(len(keys))]
    pieces = lay_out(assembly, None, marks, outline_of)
    whose = np.array(pieces.marked, np.intp)[pieces.marks] if len(pieces) else pieces.marks
    return Subject("parts", pieces, Paints(colours_of(assembly)), MeshTable(pieces.meshes)), whose
