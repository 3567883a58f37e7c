"""Full geometry: every triangle and edge of a model, each moved into its place once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.contents import DRAWN, Contents
from ldraw_tools.diagnostics import RefusedError
from ldraw_tools.graph import Assembly, Node
from ldraw_tools.lines import INHERIT
from ldraw_tools.numbers import FARTHEST, placements, read_shapes
from ldraw_tools.shapes import Points

Colours = NDArray[np.int64]
Flags = NDArray[np.bool_]

# Drawing must expand what counting and measuring need not; this many files placed is a city.
MOST_INSTANCES = 3_000_000
MOST_TRIANGLES = 60_000_000


@dataclass(frozen=True, slots=True)
class Mesh:
    """Triangles (n, 3, 3) wound counter-clockwise, edges (m, 2, 3), conditional edges (k, 4, 3).

    Colours are LDraw codes; 16 and 24 stand for whatever surrounds the mesh. `two_sided`
    marks triangles of files that don't promise their winding; `undrawn` names the parts
    whose files were not read, because a database or nobody knows them.
    """

    triangles: Points
    colours: Colours
    two_sided: Flags
    edges: Points
    edge_colours: Colours
    conditionals: Points
    conditional_colours: Colours
    undrawn: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Instances:
    """A file's placements (n, 3, 4), the colour around each, and which are turned inside out."""

    matrices: Points
    colours: Colours
    inverted: Flags


# Where a file places others, by target.
Layout = dict[int, _Instances]


class Mesher:
    """Meshes of any nodes of one assembly; what a file draws itself is read once."""

    def __init__(self, assembly: Assembly) -> None:
        self._assembly = assembly
        self._own: dict[int, Mesh] = {}
        self._layouts: dict[int, Layout] = {}

    @np.errstate(all="ignore")
    def mesh(self, root: int | None = None) -> Mesh:
        root = self._assembly.root if root is None else root
        start = _Instances(np.eye(3, 4)[None], np.array([INHERIT]), np.zeros(1, np.bool_))
        below = self._assembly.below(root)
        self._check_instances(below)
        waiting: dict[int, list[_Instances]] = {root: [start]}
        pieces: list[Mesh] = []
        undrawn: list[str] = []
        triangles = 0
        for index in below:
            placed = waiting.pop(index, None)
            node = self._assembly.nodes[index]
            if placed is None:
                continue
            if node.contents is None:
                undrawn.append(node.key)
                continue
            here = _without_far(_join_instances(placed))
            if node.contents.shapes:
                own = self._own_mesh(node)
                triangles += len(own.triangles) * len(here.matrices)
                if triangles > MOST_TRIANGLES:
                    self._refuse()
                pieces.append(_place(own, here))
            for target, inner in self._layout(node).items():
                waiting.setdefault(target, []).append(_compose(here, inner))
        return _join(pieces, tuple(sorted(undrawn)))

    def _check_instances(self, below: list[int]) -> None:
        """Counted before anything is placed: a few lines can mean a billion parts."""
        times = dict.fromkeys(below, 0)
        times[below[0]] = 1
        for index in below:
            for _, target in self._assembly.nodes[index].placed(DRAWN):
                times[target] += times[index]
        if sum(times.values()) > MOST_INSTANCES:
            self._refuse()

    def _refuse(self) -> NoReturn:
        raise RefusedError(f"{self._assembly.document.name}: too many parts to draw")

    def _own_mesh(self, node: Node) -> Mesh:
        mesh = self._own.get(node.index)
        if mesh is None:
            assert node.contents is not None
            mesh = self._own[node.index] = _read_mesh(node.contents)
        return mesh

    def _layout(self, node: Node) -> Layout:
        layout = self._layouts.get(node.index)
        if layout is None:
            layout = self._layouts[node.index] = _read_layout(node)
        return layout


def _read_layout(node: Node) -> Layout:
    assert node.contents is not None
    by_target: dict[int, list[int]] = {}
    for i, target in node.placed(DRAWN):
        by_target.setdefault(target, []).append(i)
    if not by_target:
        return {}
    matrices, bad = placements(node.contents)
    colours = np.array(node.contents.colours, np.int64)
    # Mirrored or inverted turns a shape inside out; both together don't.
    inverted = (np.linalg.det(np.nan_to_num(matrices[:, :, :3])) < 0) ^ _inverted(node.contents)
    lost = set(bad)
    targets = {}
    for target, where in by_target.items():
        good = [i for i in where if i not in lost] if lost else where
        if good:
            targets[target] = _Instances(matrices[good], colours[good], inverted[good])
    return targets


def _compose(outer: _Instances, inner: _Instances) -> _Instances:
    """Every inner placement in every outer one."""
    m, n = len(outer.matrices), len(inner.matrices)
    turn = outer.matrices[:, None, :, :3]
    matrices = np.matmul(turn, inner.matrices[None])
    matrices[:, :, :, 3] += outer.matrices[:, None, :, 3]
    colours = np.where(inner.colours[None] == INHERIT, outer.colours[:, None], inner.colours[None])
    inverted = outer.inverted[:, None] ^ inner.inverted[None]
    return _Instances(matrices.reshape(m * n, 3, 4), colours.reshape(-1), inverted.reshape(-1))


def _join_instances(pieces: list[_Instances]) -> _Instances:
    if len(pieces) == 1:
        return pieces[0]
    return _Instances(
        np.concatenate([piece.matrices for piece in pieces]),
        np.concatenate([piece.colours for piece in pieces]),
        np.concatenate([piece.inverted for piece in pieces]),
    )


def _without_far(instances: _Instances) -> _Instances:
    """Scaled up level after level a part leaves the world of numbers; measuring says so."""
    near = np.abs(instances.matrices).max(axis=(1, 2)) <= FARTHEST
    if near.all():
        return instances
    return _Instances(instances.matrices[near], instances.colours[near], instances.inverted[near])


def _place(mesh: Mesh, instances: _Instances) -> Mesh:
    """What a file draws itself at each of its placements."""
    times = len(instances.matrices)
    triangles = _move(mesh.triangles, instances.matrices)
    if instances.inverted.any():
        turned = np.repeat(instances.inverted, len(mesh.triangles))
        triangles[turned] = triangles[turned][:, ::-1]
    return Mesh(
        triangles,
        _paint(mesh.colours, instances.colours),
        np.tile(mesh.two_sided, times),
        _move(mesh.edges, instances.matrices),
        _paint(mesh.edge_colours, instances.colours),
        _move(mesh.conditionals, instances.matrices),
        _paint(mesh.conditional_colours, instances.colours),
    )


def _move(corners: Points, matrices: Points) -> Points:
    """Corners (n, k, 3) at each placement, as (m * n, k, 3)."""
    n, k, _ = corners.shape
    if n == 0:
        return corners
    moved: Points = np.matmul(corners.reshape(1, n * k, 3), matrices[:, :, :3].transpose(0, 2, 1))
    moved += matrices[:, None, :, 3]
    return moved.reshape(-1, k, 3)


def _paint(codes: Colours, around: Colours) -> Colours:
    return np.where(codes[None] == INHERIT, around[:, None], codes[None]).reshape(-1)


def _join(pieces: list[Mesh], undrawn: tuple[str, ...]) -> Mesh:
    none = np.empty(0, np.int64)
    nothing = Mesh(
        np.empty((0, 3, 3)), none, np.empty(0, np.bool_), np.empty((0, 2, 3)), none, np.empty((0, 4, 3)), none
    )
    pieces = pieces or [nothing]
    return Mesh(
        np.concatenate([piece.triangles for piece in pieces]),
        np.concatenate([piece.colours for piece in pieces]),
        np.concatenate([piece.two_sided for piece in pieces]),
        np.concatenate([piece.edges for piece in pieces]),
        np.concatenate([piece.edge_colours for piece in pieces]),
        np.concatenate([piece.conditionals for piece in pieces]),
        np.concatenate([piece.conditional_colours for piece in pieces]),
        undrawn,
    )


def _read_mesh(contents: Contents) -> Mesh:
    """The shapes drawn in the file itself."""
    three, four = read_shapes(contents, 3), read_shapes(contents, 4)
    triangles = np.concatenate([three.corners, four.corners[:, [0, 1, 2]], four.corners[:, [0, 2, 3]]])
    colours = np.concatenate([three.colours, four.colours, four.colours])
    clockwise, uncertified = _winding(contents, [*three.lines, *four.lines, *four.lines])
    if clockwise.any():
        triangles[clockwise] = triangles[clockwise][:, ::-1]
    edges, conditionals = read_shapes(contents, 2), read_shapes(contents, 5)
    return Mesh(
        triangles,
        colours,
        uncertified,
        edges.corners,
        edges.colours,
        conditionals.corners,
        conditionals.colours,
    )


def _winding(contents: Contents, lines: list[int]) -> tuple[Flags, Flags]:
    """For each line whether it is wound clockwise, and whether nobody promises its winding."""
    clockwise, uncertified = np.zeros(len(lines), np.bool_), np.ones(len(lines), np.bool_)
    numbers = np.array(lines, np.int64)
    certified = turned = False
    clip = True
    for line, command in contents.winding:
        words = command.split()
        if "NOCERTIFY" in words:
            certified = False
        elif {"CERTIFY", "CW", "CCW"} & set(words):
            # The format lets a winding stand alone; it is a promise too.
            certified = True
        if "NOCLIP" in words:
            clip = False
        elif "CLIP" in words:
            clip = True
        if {"CW", "CCW"} & set(words):
            turned = "CW" in words
        after = numbers > line
        clockwise[after] = turned
        uncertified[after] = not (certified and clip)
    return clockwise & ~uncertified, uncertified


def _inverted(contents: Contents) -> Flags:
    """Which references follow a BFC INVERTNEXT."""
    flags = np.zeros(len(contents), np.bool_)
    marks = [line for line, command in contents.winding if "INVERTNEXT" in command.split()]
    if marks and len(flags):
        # A substitute in a parts list stands after its region with the line of its beginning.
        lines = np.maximum.accumulate(contents.lines)
        positions = np.searchsorted(lines, np.array(marks), side="right")
        flags[positions[positions < len(flags)]] = True
    return flags
