"""Full geometry: every triangle and edge of a model, each moved into its place once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.findings import RefusedError
from ldraw_tools.geometry.drawn import NOTHING, Drawn, Layer, read_drawn
from ldraw_tools.geometry.round_primitives import is_round, round_shape
from ldraw_tools.geometry.texture_codes import FIRST_TEXTURE, moved_codes, with_textures
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.reading.array_columns import Columns
from ldraw_tools.reading.contents import DRAWN, Contents
from ldraw_tools.reading.digits import FARTHEST, Codes, Flags, Numbers, Places
from ldraw_tools.reading.lines import INHERIT


@dataclass(frozen=True, slots=True)
class References(Columns):
    """What files place: who places whom, where, in which colour, and whether it turns inside out.

    Files are numbered so that each comes before the files that it places; number 0 is the root.
    """

    placers: Places
    targets: Places
    matrices: Numbers
    colours: Codes
    inverted: Flags


class Instances(NamedTuple):
    """Places (n, 3, 4) of files, the colour around each, and which are turned inside out.

    Those of file i are from firsts[i] to lasts[i].
    """

    matrices: Numbers
    colours: Codes
    inverted: Flags
    firsts: Places
    lasts: Places


def times_placed(files: int, references: References) -> list[int]:
    """How often each file is placed in all: whole numbers of any size."""
    times = [1] + [0] * (files - 1)
    for placer, target, number in _pairs(files, references):
        times[target] += times[placer] * number
    return times


def _pairs(files: int, references: References) -> list[tuple[int, int, int]]:
    """Placer, placed, and how many references of the one to the other."""
    pairs, numbers = np.unique(references.placers * files + references.targets, return_counts=True)
    return list(zip((pairs // files).tolist(), (pairs % files).tolist(), numbers.tolist(), strict=True))


def expand(files: int, references: References) -> Instances:
    """All places of all files; the caller has made sure that there are not too many."""
    levels = [0] * files
    for placer, target, _ in _pairs(files, references):
        levels[target] = max(levels[target], levels[placer] + 1)
    times = np.array(times_placed(files, references), np.intp)
    level_of = np.array(levels, np.intp)
    # Files by level; the places of each stand together, and come from its placers in their order.
    order = np.argsort(level_of, kind="stable")
    rank = np.empty(files, np.intp)
    rank[order] = np.arange(files)
    lasts = np.empty(files, np.intp)
    lasts[order] = np.cumsum(times[order])
    firsts = lasts - times
    references = references.where(np.lexsort((references.placers, rank[references.targets])))
    outer, inner = _origins(files, references, times, firsts)
    matrices = np.empty((len(outer) + 1, 3, 4))
    colours, inverted = np.empty(len(matrices), np.int64), np.empty(len(matrices), np.bool_)
    matrices[0], colours[0], inverted[0] = np.eye(3, 4), INHERIT, False
    lost = np.zeros(len(matrices), np.bool_)
    has_textures = bool((references.colours >= FIRST_TEXTURE).any())
    for first, last in _levels(level_of[order], lasts[order]):
        here, around, which = slice(first, last), outer[first - 1 : last - 1], inner[first - 1 : last - 1]
        matrices[here] = np.matmul(matrices[around, :, :3], references.matrices[which])
        matrices[here, :, 3] += matrices[around, :, 3]
        own = references.colours[which]
        if has_textures:
            own = moved_codes(own, matrices[around])
        colours[here] = np.where(own == INHERIT, colours[around], own)
        inverted[here] = inverted[around] ^ references.inverted[which]
        # Scaling up at every level can overflow; measuring reports that.
        far = ~(np.abs(matrices[here]).max(axis=(1, 2)) <= FARTHEST)
        lost[here] = lost[around] | far
        matrices[here][lost[here]] = 0
    instances = Instances(matrices, colours, inverted, firsts, lasts)
    return _without(instances, lost) if lost.any() else instances


def _origins(files: int, references: References, times: Places, firsts: Places) -> tuple[Places, Places]:
    """For each place but the root's: the place it lies in, and by which reference.

    Of several references to one file all come before the next place of the placer.
    """
    pair = references.placers + files * references.targets
    begins = np.flatnonzero(np.diff(pair, prepend=-1))
    sizes = np.diff(begins, append=len(pair))
    placers = references.placers[begins]
    numbers = sizes * times[placers]
    group = np.repeat(np.arange(len(begins)), numbers)
    within = np.arange(len(group)) - np.repeat(np.cumsum(numbers) - numbers, numbers)
    which, turn = np.divmod(within, sizes[group])
    return firsts[placers][group] + which, begins[group] + turn


def _levels(levels: Places, lasts: Places) -> list[tuple[int, int]]:
    """From where to where the places of each level but the root's are."""
    ends = np.append(lasts[np.flatnonzero(np.diff(levels))], lasts[-1:]).tolist()
    return list(pairwise(ends))


def _without(instances: Instances, lost: Flags) -> Instances:
    kept = ~lost
    before = np.append(0, np.cumsum(kept))
    return Instances(
        instances.matrices[kept],
        instances.colours[kept],
        instances.inverted[kept],
        before[instances.firsts],
        before[instances.lasts],
    )


Colours = NDArray[np.int64]

# Drawing, unlike counting, expands every placement; this many placed files are a city.
MOST_INSTANCES = 3_000_000
MOST_TRIANGLES = 60_000_000
# The primitive of all studs that aren't open, and where it ends.
_STUD, _STUD_TOP = "stud.dat", -4.0


@dataclass(frozen=True)
class Mesh:
    """Triangles (n, 3, 3) wound counter-clockwise, edges (m, 2, 3), conditional edges (k, 4, 3).

    Colours are LDraw codes; 16 and 24 stand for whatever surrounds the mesh. `two_sided`
    marks triangles of files that don't promise their winding; `undrawn` names the parts
    whose files were not read, because only a database knows them or they are unknown.
    """

    triangles: Points
    colours: Colours
    two_sided: Flags
    edges: Points
    edge_colours: Colours
    conditionals: Points
    conditional_colours: Colours
    undrawn: tuple[str, ...] = ()

    @property
    def number(self) -> tuple[int, int]:
        """How many triangles, and how many shapes in all."""
        return len(self.triangles), len(self.triangles) + len(self.edges) + len(self.conditionals)


# Meshes by key of parts whose files the assembly left unread.
Fetch = Callable[[Iterable[str]], Mapping[str, Mesh | None]]


class Mesher:
    """Meshes of any nodes of one assembly; what a file draws itself is read once.

    `fetch` gives the meshes of parts that the assembly knows without their files.
    """

    def __init__(
        self, assembly: Assembly, fetch: Fetch | None = None, detail: int = 0, logo: Mesh | None = None
    ) -> None:
        """`detail` above 0 gives round primitives more sides than their files have; a logo is for studs."""
        self._assembly = assembly
        self._detail = detail
        self._logo = logo
        self._fetch = fetch
        self._drawn: dict[int, Drawn] = {}
        self._undrawn: dict[int, tuple[str, ...]] = {}
        self._numbers: dict[int, tuple[int, int]] = {}

    def own_number(self, index: int) -> tuple[int, int]:
        """How many triangles a file draws itself, and how many shapes in all; no number of it is read."""
        contents = self._assembly.nodes[index].contents
        sizes = {} if contents is None else contents.shape_counts
        triangles = sizes.get(3, 0) + 2 * sizes.get(4, 0)
        return triangles, triangles + sizes.get(2, 0) + sizes.get(5, 0)

    def number(self, root: int) -> tuple[int, int]:
        """The same with all that it places: counted by multiplication, whole numbers of any size."""
        for index in reversed(self._assembly.below(root)):
            if index not in self._numbers:
                triangles, shapes = self.own_number(index)
                for _, target in self._assembly.nodes[index].placed(DRAWN):
                    inner = self._numbers[target]
                    triangles, shapes = triangles + inner[0], shapes + inner[1]
                self._numbers[index] = triangles, shapes
        return self._numbers[root]

    @np.errstate(all="ignore")
    def mesh(self, root: int | None = None) -> Mesh:
        root = self._assembly.root if root is None else root
        if self.number(root)[1] > MOST_TRIANGLES:
            self._refuse()
        below = self._assembly.below(root)
        return self._mesh(below, self._references(below))

    @np.errstate(all="ignore")
    def own_mesh(self, index: int) -> Mesh:
        """What a file draws itself, without what it places."""
        nothing = np.empty(0, np.intp)
        return self._mesh([index], self._references([index]).where(nothing))

    def _mesh(self, below: list[int], references: References) -> Mesh:
        times = times_placed(len(below), references)
        # Counted before anything is placed: a few lines can mean a billion parts.
        if sum(times) > MOST_INSTANCES:
            self._refuse()
        nodes = [self._assembly.nodes[index] for index in below]
        placed = [node for node, number in zip(nodes, times, strict=True) if number]
        everywhere = expand(len(below), references)
        drawn = [self._drawn.get(index, NOTHING) for index in below]
        if self._detail:
            drawn = [
                self._rounded(node.key, one, everywhere.matrices[first:last])
                for node, one, first, last in zip(
                    nodes, drawn, everywhere.firsts.tolist(), everywhere.lasts.tolist(), strict=True
                )
            ]
        triangles, colours, two_sided = self._place([one.triangles for one in drawn], everywhere, 3)
        edges, edge_colours, _ = self._place([one.edges for one in drawn], everywhere, 2)
        conditionals, conditional_colours, _ = self._place([one.conditionals for one in drawn], everywhere, 4)
        return Mesh(
            triangles,
            colours,
            two_sided,
            edges,
            edge_colours,
            conditionals,
            conditional_colours,
            tuple(sorted({key for node in placed for key in self._undrawn.get(node.index, ())})),
        )

    def _rounded(self, key: str, drawn: Drawn, places: Points) -> Drawn:
        if key == _STUD and self._logo is not None:
            return _with_logo(drawn, self._logo)
        if not len(places) or not is_round(key):
            return drawn
        radius = float(np.sqrt(np.square(places[:, :, [0, 2]]).sum(axis=1).max()))
        return round_shape(key, drawn, radius, self._detail)

    def prepare(self, below: Iterable[int]) -> None:
        """Get ready to draw parts that were not read, many at once."""
        nodes = [self._assembly.nodes[index] for index in below]
        new = [node for node in nodes if node.contents is None and node.index not in self._undrawn]
        found = self._fetch([node.key for node in new]) if self._fetch and new else {}
        for node in new:
            mesh = found.get(node.key)
            self._undrawn[node.index] = (node.key,) if mesh is None else mesh.undrawn
            if mesh is not None:
                self._drawn[node.index] = _as_drawn(mesh)

    def read_all(self, below: Iterable[int]) -> None:
        """Read what these files draw in one go: a hundred parts one by one take twice as long."""
        nodes = (self._assembly.nodes[index] for index in below)
        new = {
            node.index: node.contents
            for node in nodes
            if node.contents is not None and node.index not in self._drawn
        }
        if new:
            self._drawn.update(zip(new, read_drawn(list(new.values())), strict=True))

    def placements(self, index: int) -> Points:
        """Where the references of a file that was read stand, (n, 3, 4); NaN where that can't be read."""
        return self._drawn[index].matrices

    def _refuse(self) -> NoReturn:
        raise RefusedError(f"{self._assembly.document.name}: too many parts to draw")

    def _references(self, below: list[int]) -> References:
        """What these nodes place, numbered by their place in the list."""
        self.prepare(below)
        self.read_all(below)
        nodes = [(number, self._assembly.nodes[index]) for number, index in enumerate(below)]
        read = [(number, node, node.contents) for number, node in nodes if node.contents is not None]
        drawn = [self._drawn[node.index] for _, node, _ in read]
        numbers = np.empty(len(self._assembly.nodes) + 1, np.intp)
        numbers[below] = np.arange(len(below))
        targets = np.array([target for _, node, _ in read for target in node.targets], np.intp)
        uses = np.frombuffer(b"".join([contents.uses for _, _, contents in read]), np.uint8)
        references = References(
            np.array([number for number, node, _ in read for _ in node.targets], np.intp),
            numbers[targets],
            np.concatenate([np.empty((0, 3, 4)), *(one.matrices for one in drawn)]),
            colours_placed([contents for _, _, contents in read]),
            np.concatenate([np.empty(0, np.bool_), *(one.inverted for one in drawn)]),
        )
        good = (targets >= 0) & (uses & DRAWN != 0) & ~np.isnan(references.matrices[:, 0, 0])
        return references.where(good)

    def _place(
        self, layers: list[Layer | None], everywhere: Instances, corners: int
    ) -> tuple[Points, Colours, Flags]:
        """What files draw themselves, at each of their places."""
        firsts, lasts = everywhere.firsts.tolist(), everywhere.lasts.tolist()
        drawn = zip(layers, firsts, lasts, strict=True)
        jobs = [(layer, first, last) for layer, first, last in drawn if layer is not None and last > first]
        total = sum(len(layer.colours) * (last - first) for layer, first, last in jobs)
        if total > MOST_TRIANGLES:
            self._refuse()
        places = np.ascontiguousarray(everywhere.matrices.transpose(0, 2, 1))
        points = np.empty((total, corners, 3))
        colours, two_sided = np.empty(total, np.int64), np.zeros(total, np.bool_)
        start = 0
        for layer, first, last in jobs:
            size, times = len(layer.colours), last - first
            stop = start + size * times
            moved = points[start:stop].reshape(times, size * corners, 3)
            np.matmul(layer.corners, places[first:last], out=moved)
            around = everywhere.colours[first:last, None]
            painted = colours[start:stop].reshape(times, size)
            if layer.colour == INHERIT:
                painted[:] = around
            elif layer.colour is not None:
                painted[:] = layer.colour
            else:
                painted[:] = np.where(layer.colours == INHERIT, around, layer.colours)
            if layer.textured and corners == 3:
                for which, turn in enumerate(everywhere.matrices[first:last]):
                    own = painted[which][layer.colours >= FIRST_TEXTURE]
                    turned_by = np.broadcast_to(turn, (len(own), 3, 4))
                    painted[which][layer.colours >= FIRST_TEXTURE] = moved_codes(own, turned_by)
            if layer.two_sided is not None:
                two_sided[start:stop].reshape(times, size)[:] = layer.two_sided
            if corners == 3 and (turned := everywhere.inverted[first:last]).any():
                faces = moved.reshape(times, size, corners, 3)
                faces[turned] = faces[turned][:, :, ::-1]
            start = stop
        return points, colours, two_sided


def colours_placed(sections: Sequence[Contents]) -> Colours:
    """The colour of each reference of some sections, with its texture."""
    colours = np.array([colour for contents in sections for colour in contents.colours], np.int64)
    last = 0
    for contents in sections:
        first, last = last, last + len(contents)
        if contents.textures:
            lines = np.array(contents.lines, np.intp)
            colours[first:last] = with_textures(colours[first:last], lines, contents.textures)
    return colours


def _with_logo(stud: Drawn, logo: Mesh) -> Drawn:
    """A stud's file draws nothing itself: it gets the logo, without lines, which would fill it."""
    top = np.array([0.0, _STUD_TOP, 0.0])
    return stud._replace(triangles=_layer(logo.triangles + top, logo.colours, logo.two_sided))


def _as_drawn(mesh: Mesh) -> Drawn:
    """A whole mesh as if one file drew all of it."""
    return Drawn(
        _layer(mesh.triangles, mesh.colours, mesh.two_sided),
        _layer(mesh.edges, mesh.edge_colours),
        _layer(mesh.conditionals, mesh.conditional_colours),
        NOTHING.matrices,
        NOTHING.inverted,
    )


def _layer(points: Points, colours: Colours, two_sided: Flags | None = None) -> Layer | None:
    if not len(points):
        return None
    wide = np.ones((*points.shape[:2], 4))
    wide[:, :, :3] = points
    alike = int(colours[0]) if (colours == colours[0]).all() else None
    doubtful = two_sided if two_sided is not None and two_sided.any() else None
    return Layer(wide.reshape(-1, 4), colours, alike, doubtful)
