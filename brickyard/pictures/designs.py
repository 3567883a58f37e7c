"""A design's model opened for drawing: its pieces, and which of them are its systems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from brickyard.dossiers import Dossier
from brickyard.pictures.paints import Paints, colours_of
from brickyard.pictures.subject import Opened, Subject, outline_of, turns_in
from brickyard.pictures.systems import SystemMark, system_marks
from fleets.models.model_units import Marked, Survey, Unit
from ldraw_tools.geometry.pieces import Mark, lay_out
from ldraw_tools.rendering.mesh_table import MeshTable
from ldraw_tools.workspace import Workspace


@dataclass(frozen=True)
class DesignSubject:
    """A unit laid out for drawing, with its systems told apart.

    `marked` is what each mark is in the unit as it was read for counting.
    """

    subject: Subject
    systems: tuple[SystemMark, ...]
    marked: Mapping[Mark, Marked]


def open_design(dossier: Dossier, workspace: Workspace) -> DesignSubject | None:
    """None for a design on paper, and for one with nothing to see."""
    counted = dossier.unit
    path = model_path(counted)
    if path is None or counted.assembly is None or counted.node is None:
        return None
    # The first reading was for counting: it knows the sizes of parts, not their shapes.
    assembly = Opened(workspace.model(path), workspace.library).assembly
    nodes = counted.assembly.nodes

    def there(node: int) -> int:
        return assembly.by_key[nodes[node].key].index

    moved = tuple(replace(marked, node=there(marked.node)) for marked in counted.marked)
    node = there(counted.node)
    unit = replace(counted, assembly=assembly, node=node, marked=moved)
    systems = tuple(system_marks(Survey([unit])))
    pieces = lay_out(assembly, node, [system.mark for system in systems], outline_of)
    table = MeshTable(pieces.meshes)
    if not any(len(spots) for spots in table.spots):
        return None
    paints = Paints(colours_of(assembly))
    subject = Subject(unit.name, pieces, paints, table, unit.role, turns_in(assembly, node))
    marked = {Mark(m.node, m.members): was for m, was in zip(moved, counted.marked, strict=True)}
    return DesignSubject(subject, systems, marked)


def model_path(unit: Unit) -> Path | None:
    """The file a design was read from."""
    return unit.assembly.document.path if unit.assembly else None
