"""The public face of a model file: read it, count its parts, measure it, turn it into a trimesh scene."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from ldraw_tools import units
from ldraw_tools.assembly.inventory import Assembly, Inventory, Node, count
from ldraw_tools.findings import BrickyardError, Finding
from ldraw_tools.library.places import PartSource
from ldraw_tools.reading.header import Header
from ldraw_tools.workspace import Workspace

if TYPE_CHECKING:
    import trimesh

    from ldraw_tools.geometry.mesh import Mesh
    from ldraw_tools.geometry.pieces import Pieces
    from ldraw_tools.measuring.measure import Measurement
    from ldraw_tools.rendering.finishes import PaintOf

_NO_SHAPES = (
    "the shapes of its parts are not known; set LDRAWDIR to the folder of an LDraw library, "
    "give one with parts=, or install brickyard, which brings the outlines of all parts"
)


def read(path: str | os.PathLike[str], parts: PartSource | str | os.PathLike[str] | None = None) -> Model:
    """Read a model from a .ldr, .mpd, .dat or .io file.

    `parts` says where the shapes of parts come from: the folder or zip of an LDraw library, or a source
    of parts. If it is not given, a library in one of the usual places is used, else the outlines that an
    installed package registers (brickyard does).

    A file that can't be read raises `BrickyardError`. What is odd inside a file is in `Model.findings`.

    >>> from ldraw_tools import read
    >>> model = read("chub.mpd")
    >>> model.title
    'ST-07 Chub'
    """
    if parts is None or not isinstance(parts, str | os.PathLike):
        return Workspace(parts=parts).read(path)
    root = Path(parts)
    if not root.exists():
        raise BrickyardError(f"{root}: not an LDraw library")
    return Workspace([root]).read(path)


@dataclass(frozen=True, slots=True)
class Size:
    """How large a model is: x is its width, z its depth, y its height.

    `unmeasured` names the parts whose shape is not known; without them the size may be too small.

    >>> from ldraw_tools import Size
    >>> size = Size(80, 40, 28, 24)
    >>> size.width_studs, size.depth_studs, size.without_top_studs.height_bricks
    (4.0, 2.0, 1.0)
    >>> size.mm
    (32.0, 16.0, 11.2)
    >>> print(size)
    4.00 × 2.00 studs, 1.17 bricks tall
    """

    width_ldu: float
    depth_ldu: float
    height_ldu: float
    height_without_top_studs_ldu: float
    unmeasured: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.width_studs:.2f} × {self.depth_studs:.2f} studs, {self.height_bricks:.2f} bricks tall"

    @property
    def without_top_studs(self) -> Size:
        """The same without the studs that point up from the top."""
        return replace(self, height_ldu=self.height_without_top_studs_ldu)

    @property
    def is_complete(self) -> bool:
        return not self.unmeasured

    @property
    def width_studs(self) -> float:
        return units.studs(self.width_ldu)

    @property
    def depth_studs(self) -> float:
        return units.studs(self.depth_ldu)

    @property
    def height_bricks(self) -> float:
        return units.bricks(self.height_ldu)

    @property
    def height_plates(self) -> float:
        return units.plates(self.height_ldu)

    @property
    def ldu(self) -> tuple[float, float, float]:
        """Width, depth and height in LDraw units."""
        return self.width_ldu, self.depth_ldu, self.height_ldu

    @property
    def mm(self) -> tuple[float, float, float]:
        """Width, depth and height in millimetres."""
        width, depth, height = (round(units.millimetres(side), 6) for side in self.ldu)
        return width, depth, height


class Model:
    """A model file, or one of its submodels; made by `read` or `Workspace.read`.

    >>> from ldraw_tools import read
    >>> model = read("chub.mpd")
    >>> model.inventory().total
    75
    >>> round(model.size().width_studs, 2)
    9.07
    """

    def __init__(self, workspace: Workspace, path: Path, node: int | None = None) -> None:
        self.path = path
        self._workspace = workspace
        self._node = node

    def __repr__(self) -> str:
        return f"<Model {self.name!r}>"

    @property
    def name(self) -> str:
        """The name of the file, or of the submodel."""
        if self._node is None:
            return self._assembly.chosen or self.path.name
        return self._place.name

    @property
    def title(self) -> str:
        return self._header.title

    @property
    def author(self) -> str:
        return self._header.author

    @property
    def licence(self) -> str:
        return self._header.licence

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is odd about the file, in file order."""
        return tuple(self._assembly.findings)

    @property
    def submodels(self) -> dict[str, Model]:
        """The submodels that this model places, and those that they place, by name.

        >>> from ldraw_tools import read
        >>> rifle = read("chub.mpd").submodels["rifle.ldr"]
        >>> rifle.title, rifle.inventory().total
        ('Rifle', 6)
        """
        assembly = self._assembly
        nodes = [assembly.nodes[index] for index in assembly.below(self._root)]
        return {
            node.name: Model(self._workspace, self.path, node.index)
            for node in nodes
            if not node.is_part and node.index != self._root
        }

    def inventory(self, shortcuts: bool = False) -> Inventory:
        """The parts by part and colour. With `shortcuts` assembled parts are counted as their components.

        >>> from ldraw_tools import read
        >>> inventory = read("chub.mpd").inventory()
        >>> part, colour, number = next(iter(inventory))
        >>> part.key, part.title, colour, number
        ('11211.dat', 'Brick  1 x  2 with Two Studs on One Side', 72, 2)
        """
        return count(self._assembly, self._root, shortcuts)

    def size(self) -> Size:
        """The box around the model."""
        measurement = self._measured()
        unmeasured = tuple(part.name for part in measurement.unmeasured)
        if unmeasured and not self._workspace.has_shapes:
            raise BrickyardError(f"{self.path}: {_NO_SHAPES}")
        box, solid = measurement.box, measurement.box_without_top_studs
        if box is None or solid is None:
            return Size(0.0, 0.0, 0.0, 0.0, unmeasured)
        return Size(box.width, box.depth, box.height, solid.height, unmeasured)

    def scene(self, unit: str = "mm", up: str = "z") -> trimesh.Scene:
        """The model as a `trimesh.Scene`: each part once in each colour, its copies as nodes.

        Lengths are in `unit`, "mm", "m" or "ldu"; `up` is "z" or "y". The front of the model looks along
        -y where z is up, and along +z where y is up. Geometries and nodes are named after their part. A
        part of which only the outline is known is drawn as that. A geometry's metadata says `closed` where
        its surface is: only then its volume means something.

        >>> from ldraw_tools import read
        >>> scene = read("chub.mpd").scene()
        >>> len(scene.geometry), len(scene.graph.nodes_geometry), scene.units
        (39, 75, 'mm')
        """
        from ldraw_tools.exporting.export_parts import LengthUnit, Up, export_parts, world
        from ldraw_tools.exporting.scenes import scene_of

        for given, known in ((unit, LengthUnit), (up, Up)):
            if given not in list(known):
                raise BrickyardError(f"“{given}” is not one of {', '.join(known)}")
        scene = scene_of(export_parts(self._pieces()), self._paints(), world(LengthUnit(unit), Up(up)))
        scene.units = unit
        scene.metadata.update(name=self.name, title=self.title)
        return scene

    def _repr_png_(self) -> bytes:
        """The picture that notebooks show."""
        from PIL import Image

        from ldraw_tools.rendering.camera import View, aim
        from ldraw_tools.rendering.picture import draw
        from ldraw_tools.rendering.stage import Stage

        stage = Stage(self._pieces(), self._paints())
        if not len(stage.points):
            raise BrickyardError(f"{self.path}: nothing to draw")
        drawn = draw(stage, aim(stage.points, View(), (480, 360)))
        written = BytesIO()
        Image.fromarray(drawn.pixels[:, :, :3]).save(written, "PNG")
        return written.getvalue()

    def _pieces(self) -> Pieces:
        from ldraw_tools.geometry.pieces import lay_out

        pieces = lay_out(self._assembly, self._root, stand_in=self._outline)
        if pieces.undrawn and not self._workspace.has_shapes:
            raise BrickyardError(f"{self.path}: {_NO_SHAPES}")
        return pieces

    def _paints(self) -> PaintOf:
        from ldraw_tools.exporting.scenes import paints_for

        return paints_for(self._assembly, self._workspace.library.library())

    @property
    def _assembly(self) -> Assembly:
        return self._workspace.assembly(self.path)

    @property
    def _root(self) -> int:
        return self._assembly.root if self._node is None else self._node

    @property
    def _place(self) -> Node:
        return self._assembly.nodes[self._root]

    @property
    def _header(self) -> Header:
        place = self._place
        document = place.document or self._assembly.document
        section = document.sections.get(place.section_key, document.main)
        return section.header

    def _measured(self) -> Measurement:
        return self._assembly.measurer.measure(self._root)

    def _outline(self, key: str) -> Mesh | None:
        """What stands in for a part without a file."""
        from ldraw_tools.geometry.stand_ins import stand_in

        shape = self._assembly.source.shapes([key]).get(key)
        return None if shape is None or shape.is_empty else stand_in(shape, ())
