"""What a picture is of: a model, a submodel, a single part, a model with a person beside it."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from brickyard.pictures.paints import Paints, TextureFiles, colours_of
from brickyard.pictures.step_turns import StepTurn, turns_of
from catalog.database.part_database import shipped_parts
from fleets.models.model_units import Role, Survey
from fleets.tagging.file_tags import plain_name, plain_title
from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.choosing import chosen_part
from ldraw_tools.findings import BrickyardError, and_more, count_of, printable
from ldraw_tools.geometry.mesh import Mesh
from ldraw_tools.geometry.pieces import PieceMark, Pieces, lay_out, posed_places
from ldraw_tools.geometry.stand_ins import stand_in
from ldraw_tools.library.part_files import Files
from ldraw_tools.library.places import wrongly_named
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.names import key_of, part_number
from ldraw_tools.reading import document
from ldraw_tools.reading.document import parse
from ldraw_tools.reading.lines import shortened
from ldraw_tools.rendering.mesh_table import MeshTable
from ldraw_tools.rendering.stage import Stage

MOST_POSES = 4
# How Studio writes textures.
_STUDIOS = "PE_TEX_"


@dataclass(frozen=True, slots=True)
class Subject:
    """Pieces and their paints; `role` is what it is on the table, if it is tagged as anything.

    `turns` are how it is held while it is built, by step.
    `table` serves every picture of the same pieces, also of some of them.
    `has_textures` is about Studio's; `textures` are the names of LDraw's.
    """

    name: str
    pieces: Pieces
    paints: Paints
    table: MeshTable
    role: Role | None = None
    turns: Mapping[int, StepTurn] = field(default_factory=dict)
    has_textures: bool = False
    textures: tuple[str, ...] = ()

    def only(self, pieces: Pieces) -> Subject:
        """Some of its pieces."""
        return replace(self, pieces=pieces)

    def in_black(self, *, neutral: bool) -> Subject:
        """The same with a neutral black, or with LDraw's own."""
        return replace(self, paints=replace(self.paints, neutral_black=neutral))

    def with_detail(self, detail: int) -> Subject:
        """The same, with more sides where it is round."""
        if not detail or self.pieces.source is None:
            return self
        table = self.table.finer(detail, self.pieces.meshes_at)
        return replace(self, pieces=replace(self.pieces, meshes=tuple(table.meshes)), table=table)

    @property
    def note(self) -> str:
        """The note on a picture that shows parts as outlines."""
        outlines = self.pieces.outlines
        if not len(outlines):
            return ""
        if len(outlines) == len(self.pieces):
            return "Outlines stand in for the parts, whose files are not installed"
        of = f"{outlines.number:,} of {count_of(self.pieces.number, 'part')}"
        return f"Outlines stand in for {of}: the library lacks them"

    def remarks(self) -> list[str]:
        """What to tell the person who asked for the picture."""
        said = []
        if self.note:
            has_none = len(self.pieces.outlines) == len(self.pieces)
            why = wrongly_named(os.environ, sys.platform, Path.home()) if has_none else ""
            why = f"; {printable(why)}" if why else ""
            said.append(f"{self.note[0].lower()}{self.note[1:]}{why} (see: brickyard library status)")
        if self.pieces.undrawn:
            said.append(self._left_out())
        if self.has_textures:
            said.append("textures of Studio are not drawn: what has one is in its plain colour")
        picture_of = self.paints.picture_of
        if missing := [name for name in self.textures if picture_of is None or picture_of(name) is None]:
            said.append(f"textures that can't be read are not drawn: {printable(and_more(missing))}")
        return said

    def caption(self) -> str:
        """What to tell people who only look at the picture."""
        said = [self.note, self._left_out() if self.pieces.undrawn else ""]
        text = "; ".join(filter(None, said))
        return f"{text[:1].upper()}{text[1:]}"

    def _left_out(self) -> str:
        return f"not drawn, because their shape is unknown: {self._unknown()}"

    def _unknown(self) -> str:
        return and_more([shortened(part_number(key)) for key in self.pieces.undrawn])

    def nothing_to_draw(self) -> BrickyardError:
        why = f": the shape of {self._unknown()} is unknown" if self.pieces.undrawn else ""
        return BrickyardError(f"{self.name}: nothing in it can be drawn{why}")


def model_subject(assembly: Assembly, found: Survey, marks: Sequence[PieceMark] = ()) -> Subject:
    """Of a model or what is chosen of it, with what is marked told apart; `found` are the file's units."""
    name = assembly.chosen or assembly.document.name
    role = next((unit.role for unit in found.units if unit.node == assembly.root), None)
    return subject_of(assembly, assembly.root, name, marks, role)


def in_other_poses(assembly: Assembly, node: int, role: Role | None = None) -> list[Subject]:
    """The other poses of a model that its file shows, each by its title."""
    return [subject_of(pose, pose.root, name, role=role) for name, pose in _poses_of(assembly, node)]


def poses_with_places(
    assembly: Assembly, node: int, role: Role | None = None
) -> list[tuple[Subject, Points | None]]:
    """The same with (n, 3, 4) where each piece of the model is then; None if that can't be told."""
    return [
        (subject_of(pose, pose.root, name, role=role), posed_places(assembly, node, pose, outline_of))
        for name, pose in _poses_of(assembly, node)
    ]


def _poses_of(assembly: Assembly, node: int) -> list[tuple[str, Assembly]]:
    keys = [key for key, posed in assembly.poses.items() if posed == node]
    found = []
    for section in (assembly.document.sections[key] for key in keys[:MOST_POSES]):
        name = plain_title(section.header.title) or plain_name(section.name)
        found.append((shortened(printable(name), 40), chosen_part(assembly, section.name)))
    return found


def subject_of(
    assembly: Assembly, node: int, name: str, marks: Sequence[PieceMark] = (), role: Role | None = None
) -> Subject:
    pieces, table = laid_out(assembly, node, marks)
    paints = Paints(colours_of(assembly), picture_of=TextureFiles(assembly))
    turns, pictures = turns_in(assembly, node), _textures_in(assembly)
    return Subject(name, pieces, paints, table, role, turns, _has_textures(assembly), pictures)


def _has_textures(assembly: Assembly) -> bool:
    return any(_STUDIOS in document.text.content for document in assembly.resolver.own_documents)


def _textures_in(assembly: Assembly) -> tuple[str, ...]:
    """The names of their pictures, as the model's own files have them."""
    read = (node.contents for node in assembly.nodes if node.contents is not None)
    return tuple(sorted({one.map.image for contents in read for one in contents.textures}))


class _LaidOut(NamedTuple):
    marks: tuple[PieceMark, ...]
    pieces: Pieces
    table: MeshTable


# Freed with the model.
_LAID_OUT: WeakKeyDictionary[Assembly, dict[int, _LaidOut]] = WeakKeyDictionary()


def laid_out(
    assembly: Assembly, node: int, marks: Sequence[PieceMark] | None = None
) -> tuple[Pieces, MeshTable]:
    """All pieces below a node, laid out once for every picture of them; None for `marks` takes any."""
    known = _LAID_OUT.setdefault(assembly, {})
    before = known.get(node)
    if before is None or (marks is not None and before.marks != tuple(marks)):
        pieces = lay_out(assembly, node, marks or (), outline_of)
        before = known[node] = _LaidOut(tuple(marks or ()), pieces, MeshTable(pieces.meshes))
    return before.pieces, before.table


def forget_laid_out() -> bool:
    """Of all models: when their pictures are drawn, it is most of what they take. False if there was none."""
    were_there = bool(_LAID_OUT)
    _LAID_OUT.clear()
    return were_there


def turns_in(assembly: Assembly, node: int) -> dict[int, StepTurn]:
    contents = assembly.nodes[node].contents
    return turns_of(contents) if contents is not None else {}


@lru_cache(maxsize=1024)
def outline_of(key: str) -> Mesh | None:
    """The parts database's outline of a part as a mesh; None where it has none."""

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
    assembly = assemble(document, shipped_parts(), library)
    marks = [PieceMark(assembly.root, (number,)) for number in range(len(keys))]
    pieces = lay_out(assembly, None, marks, outline_of)
    whose = np.array(pieces.marked, np.intp)[pieces.marks] if len(pieces) else pieces.marks
    paints = Paints(colours_of(assembly), picture_of=TextureFiles(assembly))
    return Subject("parts", pieces, paints, MeshTable(pieces.meshes)), whose


_FIGURE = Path(__file__).parent.parent / "data" / "figure.ldr"
_GAP_LDU = 30.0


def with_figure(subject: Subject, library: Files | None, azimuth: float) -> Subject:
    """The subject with a figure on the same ground, beside it in this view."""
    assembly = assemble(document.read(_FIGURE), shipped_parts(), library)
    figure = lay_out(assembly, stand_in=outline_of)
    model, person = _points(subject.pieces), _points(figure)
    if not len(model) or not len(person):
        return subject
    turn = np.radians(azimuth)
    right = np.array([np.cos(turn), 0.0, -np.sin(turn)])
    shift = right * (float((model @ right).max() - (person @ right).min()) + _GAP_LDU)
    # In line with the middle of the model, and on the table.
    across = np.array([right[2], 0.0, -right[0]])
    middle = (
        (model @ across).min() + (model @ across).max() - (person @ across).min() - (person @ across).max()
    )
    shift += across * float(middle) / 2
    shift[1] = float(model[:, 1].max() - person[:, 1].max())
    moved = figure.matrices.copy()
    moved[:, :, 3] += shift
    pieces = subject.pieces.joined(replace(figure, matrices=moved))
    return replace(subject, pieces=pieces, table=MeshTable(pieces.meshes))


def _points(pieces: Pieces) -> Points:
    return Stage(pieces, Paints()).points
