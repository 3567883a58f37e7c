"""Every part of a model where it stands, each different one read once: for drawing and exporting."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.assembly.inventory import Assembly, Node
from ldraw_tools.findings import RefusedError
from ldraw_tools.geometry.drawn import inverted_references
from ldraw_tools.geometry.mesh import Colours, Mesh, Mesher, colours_placed
from ldraw_tools.geometry.part_meshes import PartMeshes, part_meshes
from ldraw_tools.geometry.texture_codes import FIRST_TEXTURE, plain, plain_codes, seen_from
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.reading.array_columns import Columns
from ldraw_tools.reading.contents import DRAWN, Contents
from ldraw_tools.reading.digits import FARTHEST, Flags
from ldraw_tools.reading.header import BUILDING_BLOCKS
from ldraw_tools.reading.lines import INHERIT

Numbers = NDArray[np.intp]

# Drawing must expand what counting need not: this many parts are a city.
# A hundred thousand bricks take twenty seconds to draw.
MOST_PIECES = 80_000
MOST_TRIANGLES = 16_000_000
# Real ones have about as many as triangles.
MOST_LINES = 24_000_000
# Triangles and lines of the different parts, each once: the largest models have half a million.
MOST_SHAPES = 1_200_000

_COLUMNS = ("mesh", "matrices", "colours", "inverted", "steps", "marks", "counted")

# The mesh for a part without a file; None if there is none.
StandIn = Callable[[str], Mesh | None]


class PieceMark(NamedTuple):
    """Something to mark in pictures: a file wherever it is placed, or some of its references."""

    node: int
    members: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Pieces:
    """`n` parts, and the `meshes` they are copies of.

    `mesh` (n,) says which, `matrices` (n, 3, 4) where, `colours` (n,) the LDraw code of what inherits;
    `inverted` (n,) marks those turned inside out. `steps` (n,) counts from 1 in the file that was drawn;
    `marks` (n,) is -1 or an instance of a mark, and `marked` says for each instance of which mark. `counted`
    (n,) marks those that are a piece each: of a hose in segments only the first, triangles of a file never.
    """

    mesh: Numbers
    matrices: Points
    colours: Colours
    inverted: Flags
    steps: Numbers
    marks: Numbers
    counted: Flags
    meshes: tuple[Mesh, ...]
    keys: tuple[str, ...]
    marked: tuple[int, ...] = ()
    stand_ins: frozenset[int] = frozenset()
    undrawn: tuple[str, ...] = ()
    # Where parts can be had with more detail, and which meshes are such parts.
    source: PartMeshes | None = None
    of_library: frozenset[int] = frozenset()

    def __len__(self) -> int:
        return len(self.mesh)

    @property
    def number(self) -> int:
        """How many pieces they are, as the inventory counts them."""
        return int(self.counted.sum())

    @property
    def triangle_count(self) -> int:
        sizes = np.array([len(mesh.triangles) for mesh in self.meshes], np.intp)
        return int(sizes[self.mesh].sum()) if len(self) else 0

    @property
    def last_step(self) -> int:
        return int(self.steps.max(initial=0))

    @property
    def outlines(self) -> Pieces:
        """Those of which only the outline is known."""
        return self.where(np.isin(self.mesh, sorted(self.stand_ins)))

    def where(self, chosen: Flags | Numbers) -> Pieces:
        """Some of the pieces, the meshes shared."""
        columns: dict[str, Any] = {name: getattr(self, name)[chosen] for name in _COLUMNS}
        return replace(self, **columns)

    def joined(self, other: Pieces) -> Pieces:
        """Both together; the other pieces belong to the first step and to no mark."""
        number = len(self.meshes)
        return Pieces(
            np.concatenate((self.mesh, other.mesh + number)),
            np.concatenate((self.matrices, other.matrices)),
            np.concatenate((self.colours, other.colours)),
            np.concatenate((self.inverted, other.inverted)),
            np.concatenate((self.steps, np.ones(len(other), np.intp))),
            np.concatenate((self.marks, np.full(len(other), -1, np.intp))),
            np.concatenate((self.counted, other.counted)),
            self.meshes + other.meshes,
            self.keys + other.keys,
            self.marked,
            self.stand_ins | {mesh + number for mesh in other.stand_ins},
            tuple(sorted({*self.undrawn, *other.undrawn})),
            self.source or other.source,
            self.of_library | {mesh + number for mesh in other.of_library},
        )

    def meshes_at(self, detail: int) -> tuple[Mesh, ...]:
        """The same meshes with more sides where they are round."""
        if self.source is None or not detail:
            return self.meshes
        found = self.source.fetch([self.keys[place] for place in sorted(self.of_library)], detail)
        return tuple(
            found[key] or mesh if place in self.of_library else mesh
            for place, (key, mesh) in enumerate(zip(self.keys, self.meshes, strict=True))
        )

    def without_textures(self) -> Pieces:
        """For who shows plain colours only."""
        codes = [self.colours, *(mesh.colours for mesh in self.meshes)]
        if all((some < FIRST_TEXTURE).all() for some in codes):
            return self
        meshes = tuple(replace(mesh, colours=plain_codes(mesh.colours)) for mesh in self.meshes)
        return replace(self, meshes=meshes, colours=plain_codes(self.colours))

    def up_to_step(self, step: int) -> Pieces:
        return self.where(self.steps <= step)

    def in_colour(self, code: int) -> Pieces:
        """The same, with this colour for pieces that inherit theirs."""
        return replace(self, colours=np.where(self.colours == INHERIT, code, self.colours))


def lay_out(
    assembly: Assembly,
    root: int | None = None,
    marks: Sequence[PieceMark] = (),
    stand_in: StandIn | None = None,
) -> Pieces:
    """The parts below a node, the model itself if none is named; an inner mark counts before an outer."""
    return _Layout(assembly, assembly.root if root is None else root, marks, stand_in).lay_out()


@dataclass(frozen=True, slots=True)
class _Copies(Columns):
    """Where a file stands (n, 3, 4), and for each place what it takes from there."""

    matrices: Points
    colours: Colours
    inverted: Flags
    steps: Numbers
    marks: Numbers
    counted: Flags


_ONCE = _Copies(
    np.eye(3, 4)[None],
    np.array([INHERIT], np.int64),
    np.zeros(1, np.bool_),
    np.ones(1, np.intp),
    np.full(1, -1, np.intp),
    np.ones(1, np.bool_),
)


class _Layout:
    def __init__(
        self, assembly: Assembly, root: int, marks: Sequence[PieceMark], stand_in: StandIn | None
    ) -> None:
        self._assembly = assembly
        self._root = root
        self._stand_in = stand_in
        self._source = part_meshes(assembly.resolver.library)
        self._fetch = self._source.fetch if self._source else None
        self._of_library: set[int] = set()
        self._mesher = Mesher(assembly, self._fetch)
        self._library: Mapping[str, Mesh | None] = {}
        self._whole = {mark.node: number for number, mark in enumerate(marks) if mark.members is None}
        self._regions: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
        for number, mark in enumerate(marks):
            if mark.members is not None:
                self._regions.setdefault(mark.node, []).append((number, mark.members))
        self._marked: list[int] = []
        self._meshes: list[Mesh] = []
        self._keys: list[str] = []
        self._stand_ins: set[int] = set()
        self._undrawn: set[str] = set()
        self._placed: list[_Copies] = []
        self._triangles = 0

    @np.errstate(all="ignore")
    def lay_out(self) -> Pieces:
        nodes = self._assembly.nodes
        below = self._models_below()
        self._check_number(below)
        self._mesher.read_all(self._assembly.below(self._root))
        waiting: dict[int, list[_Copies]] = {self._root: [_ONCE]}
        for index in below:
            if index not in waiting:
                continue
            copies = self._enter(index, _near(_Copies.joined(waiting.pop(index))))
            if self._is_piece(nodes[index]):
                self._place_part(nodes[index], copies)
            else:
                self._place_own_shapes(nodes[index], copies)
                self._note_bands(nodes[index])
                for target, inner in self._inside(nodes[index], copies):
                    waiting.setdefault(target, []).append(inner)
        return self._gathered()

    def _is_piece(self, node: Node) -> bool:
        return node.is_part or node.contents is None

    def _models_below(self) -> list[int]:
        """As `Assembly.below`, but not into parts."""
        nodes = self._assembly.nodes
        reached = {self._root}
        for index in reversed(self._assembly.order):
            if index in reached and not self._is_piece(nodes[index]):
                reached.update(target for _, target in nodes[index].placed(DRAWN))
        return [index for index in reversed(self._assembly.order) if index in reached]

    def _check_number(self, below: list[int]) -> None:
        """Counted before anything is read or placed: a few lines can mean a billion parts."""
        times = dict.fromkeys(below, 0)
        times[self._root] = 1
        for index in below:
            node = self._assembly.nodes[index]
            if not self._is_piece(node):
                for _, target in node.placed(DRAWN):
                    times[target] += times[index]
        if sum(times.values()) > MOST_PIECES:
            self._refuse()
        nodes = self._assembly.nodes
        unread = [nodes[index].key for index in below if nodes[index].contents is None]
        self._library = self._fetch(unread) if self._fetch else {}
        placed = different = lines = 0
        for index, number in times.items():
            if number:
                triangles, shapes = self._number(nodes[index])
                placed, different = placed + number * triangles, different + shapes
                lines += number * (shapes - triangles)
        if placed > MOST_TRIANGLES or different > MOST_SHAPES or lines > MOST_LINES:
            self._refuse()

    def _number(self, node: Node) -> tuple[int, int]:
        if node.contents is None:
            mesh = self._library.get(node.key)
            return mesh.number if mesh else (0, 0)
        return (self._mesher.number if self._is_piece(node) else self._mesher.own_number)(node.index)

    def _refuse(self) -> NoReturn:
        raise RefusedError(
            f"{self._assembly.document.name}: too many parts to draw at once; draw one of its submodels"
        )

    def _enter(self, index: int, copies: _Copies) -> _Copies:
        """A marked file begins an instance of its mark at each of its places."""
        if index in self._whole and len(copies):
            copies = replace(copies, marks=self._new_marks(self._whole[index], len(copies)))
        return copies

    def _new_marks(self, mark: int, times: int) -> Numbers:
        first = len(self._marked)
        self._marked += [mark] * times
        return np.arange(first, first + times)

    def _place_part(self, node: Node, copies: _Copies) -> None:
        number = len(self._meshes)
        mesh = self._library.get(node.key) if node.contents is None else self._mesher.mesh(node.index)
        if mesh is None or (mesh.undrawn and not len(mesh.triangles)):
            mesh = self._stand_in(node.key) if self._stand_in else None
            if mesh is not None:
                self._stand_ins.add(number)
        if mesh is None:
            self._undrawn.add(node.key)
            return
        if node.contents is None and number not in self._stand_ins:
            self._of_library.add(number)
        self._undrawn.update(mesh.undrawn)
        is_block = node.facts is not None and self._assembly.follow(node.facts).kind in BUILDING_BLOCKS
        self._add(mesh, node.key, _uncounted(copies) if is_block else copies)

    def _place_own_shapes(self, node: Node, copies: _Copies) -> None:
        """Triangles and lines that stand in a model's file itself."""
        if node.contents is None or not node.contents.shapes:
            return
        own = self._mesher.own_mesh(node.index)
        if len(own.triangles) or len(own.edges):
            self._add(own, node.key, _uncounted(copies))

    def _note_bands(self, node: Node) -> None:
        """LSynth's hoses and bands whose segments have no files."""
        for group in node.contents.synthesized if node.contents else ():
            if any(node.targets[index] < 0 for index in group.members):
                self._undrawn.add(f"{group.name} (LSynth)")

    def _add(self, mesh: Mesh, key: str, copies: _Copies) -> None:
        self._triangles += len(mesh.triangles) * len(copies)
        if self._triangles > MOST_TRIANGLES:
            self._refuse()
        self._placed.append(copies)
        self._meshes.append(mesh)
        self._keys.append(key)

    def _inside(self, node: Node, outer: _Copies) -> Iterable[tuple[int, _Copies]]:
        """What a file places, by target, at every place of the file."""
        assert node.contents is not None
        placed = node.placed(DRAWN)
        if not placed or not len(outer):
            return
        matrices, colours = self._mesher.placements(node.index), colours_placed([node.contents])
        inverted = np.zeros(len(node.contents), np.bool_)
        inverted[inverted_references(node.contents)] = True
        steps = steps_of(node.contents) if node.index == self._root else None
        marks = self._marks_inside(node, outer)
        counted = np.frombuffer(node.contents.pieces, np.bool_)
        lost = set(np.flatnonzero(np.isnan(matrices[:, 0, 0])).tolist())
        by_target: dict[int, list[int]] = {}
        for reference, target in placed:
            if reference not in lost:
                by_target.setdefault(target, []).append(reference)
        for target, where in by_target.items():
            inner = np.array(where, np.intp)
            painted = np.where(colours[inner][None] == INHERIT, outer.colours[:, None], colours[inner][None])
            if (painted >= FIRST_TEXTURE).any():
                painted = seen_from(painted, matrices[inner])
            yield (
                target,
                _Copies(
                    _composed(outer.matrices, matrices[inner]),
                    painted.reshape(-1),
                    (outer.inverted[:, None] ^ inverted[inner][None]).reshape(-1),
                    np.repeat(outer.steps, len(inner)) if steps is None else steps[inner],
                    marks[:, inner].reshape(-1),
                    (outer.counted[:, None] & counted[inner][None]).reshape(-1),
                ),
            )

    def _marks_inside(self, node: Node, outer: _Copies) -> Numbers:
        """(places, references): whose each reference is at each place."""
        marks = np.repeat(outer.marks[:, None], len(node.targets), axis=1)
        # Small regions lie in large ones.
        for mark, members in sorted(self._regions.get(node.index, ()), key=lambda one: -len(one[1])):
            chosen = np.array(members, np.intp)
            marks[:, chosen] = self._new_marks(mark, len(outer))[:, None]
        return marks

    def _gathered(self) -> Pieces:
        whole = _Copies.joined(self._placed or [_ONCE.where(slice(0, 0))])
        return Pieces(
            np.repeat(np.arange(len(self._placed)), [len(copies) for copies in self._placed]),
            *(whole.matrices, whole.colours, whole.inverted, whole.steps, whole.marks, whole.counted),
            tuple(self._meshes),
            tuple(self._keys),
            tuple(self._marked),
            frozenset(self._stand_ins),
            tuple(sorted(self._undrawn)),
            self._source,
            frozenset(self._of_library),
        )


def steps_of(contents: Contents) -> Numbers:
    """The step of each reference, from 1; steps that add nothing don't count."""
    ends = np.array(sorted({end for end in contents.steps if end > 0}), np.intp)
    return np.searchsorted(ends, np.arange(len(contents)), side="right") + 1


def _composed(outer: Points, inner: Points) -> Points:
    """Every inner placement (n, 3, 4) in every outer one (m, 3, 4), as (m * n, 3, 4)."""
    matrices: Points = np.matmul(outer[:, None, :, :3], inner[None])
    matrices[:, :, :, 3] += outer[:, None, :, 3]
    return matrices.reshape(-1, 3, 4)


def _uncounted(copies: _Copies) -> _Copies:
    return replace(copies, counted=np.zeros(len(copies), np.bool_))


def _near(copies: _Copies) -> _Copies:
    """Scaling up at every level can overflow; measuring reports that."""
    near = np.abs(copies.matrices).max(axis=(1, 2)) <= FARTHEST
    return copies if near.all() else copies.where(near)


def posed_places(
    assembly: Assembly, node: int, pose: Assembly, stand_in: StandIn | None = None
) -> Points | None:
    """(n, 3, 4): for each of the model's pieces its place in the pose; None if the two don't match.

    What a model places twice in one colour is told apart by its order in the file.
    """
    ours, _ = _by_what_it_is(assembly, node, stand_in)
    theirs, places = _by_what_it_is(pose, pose.root, stand_in)
    if {what: len(own) for what, own in ours.items()} != {what: len(own) for what, own in theirs.items()}:
        return None
    found = np.empty_like(places)
    for what, own in ours.items():
        found[own] = places[theirs[what]]
    return found


def _by_what_it_is(
    assembly: Assembly, node: int, stand_in: StandIn | None
) -> tuple[dict[Hashable, list[int]], Points]:
    """The numbers of pieces by part, colour and the reference they belong to; and where they are."""
    contents = assembly.nodes[node].contents
    assert contents is not None
    references = [number for number, _ in assembly.nodes[node].placed(DRAWN)]
    pieces = lay_out(assembly, node, [PieceMark(node, (number,)) for number in references], stand_in)
    names: list[Hashable] = []
    seen: dict[Hashable, int] = defaultdict(int)
    for number in references:
        one = contents.keys[number], contents.colours[number]
        names.append((*one, seen[one]))
        seen[one] += 1
    found: dict[Hashable, list[int]] = defaultdict(list)
    for number, (mesh, code, mark) in enumerate(zip(pieces.mesh, pieces.colours, pieces.marks, strict=True)):
        owner = names[pieces.marked[mark]] if mark >= 0 else None
        found[owner, pieces.keys[mesh], plain(int(code))].append(number)
    return dict(found), pieces.matrices
