"""Meshes of the library's parts, each made once however many models place it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from weakref import WeakKeyDictionary

from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.findings import RefusedError
from ldraw_tools.geometry.kept_arrays import Arrays, KeptArrays, kept_arrays
from ldraw_tools.geometry.mesh import Mesh, Mesher
from ldraw_tools.geometry.round_primitives import LOGOS
from ldraw_tools.geometry.texture_codes import FIRST_TEXTURE
from ldraw_tools.library.part_files import Files
from ldraw_tools.reading import document as documents

# The arrays of a mesh in their order: of what they are made, and the shape of a row.
_LAYOUT = (
    ("triangles", "<f8", (3, 3)),
    ("colours", "<i8", ()),
    ("two_sided", "|b1", ()),
    ("edges", "<f8", (2, 3)),
    ("edge_colours", "<i8", ()),
    ("conditionals", "<f8", (4, 3)),
    ("conditional_colours", "<i8", ()),
)
assert [name for name, _, _ in _LAYOUT] + ["undrawn"] == [field.name for field in fields(Mesh)]

# Triangles and edges to keep, a hundred bytes each; what models in use hold themselves is not counted.
_MOST_KEPT = 160_000
_AT_ONCE = 500
# The lettering of studs.
LOGO = "logo3.dat"
# As many shapes and parts are read at a time.
_MOST_AT_ONCE = 1_200_000


class PartMeshes:
    """Asks one library; the parts that were asked for least recently are forgotten first."""

    def __init__(self, library: Files, cache: KeptArrays | None = None) -> None:
        self._library = library
        self._cache = cache
        self._meshes: dict[tuple[str, int], Mesh | None] = {}
        self._size = 0

    def fetch(self, keys: Iterable[str], detail: int = 0) -> dict[str, Mesh | None]:
        """The meshes of parts by key; None for those that the library lacks or that are too much to draw.

        With `detail` round things have more sides, up to `MOST_DETAIL`; add `LOGOS` for lettering on studs.
        """
        wanted = list(dict.fromkeys(keys))
        new = [key for key in wanted if (key, detail) not in self._meshes]
        for start in range(0, len(new), _AT_ONCE):
            self._make(new[start : start + _AT_ONCE], detail)
        found = {key: self._meshes.pop((key, detail)) for key in wanted}
        self._meshes.update({(key, detail): mesh for key, mesh in found.items()})
        self._forget()
        if self._cache:
            self._cache.note(_what(detail), wanted)
        return found

    def _make(self, keys: list[str], detail: int) -> None:
        self._meshes.update(dict.fromkeys((key, detail) for key in keys))
        found = self._cache.load(_what(detail), keys) if self._cache else {}
        kept = {key: mesh for key, arrays in found.items() if (mesh := _mesh_of(arrays))}
        for key, known in kept.items():
            self._keep(key, detail, known)
        there = [key for key in keys if key not in kept and self._library.read(key) is not None]
        if not there:
            return
        lines = "".join(f"1 16 0 0 0 1 0 0 0 1 0 0 0 1 {key}\n" for key in there)
        assembly = assemble(documents.parse(lines.encode(), "parts.ldr"), library=self._library)
        logo = self.fetch([LOGO], detail % LOGOS)[LOGO] if detail >= LOGOS else None
        mesher = Mesher(assembly, detail=detail, logo=logo)
        if sum(mesher.number(target)[1] for target in assembly.main.targets if target >= 0) > _MOST_AT_ONCE:
            raise RefusedError("too many different parts to draw at once")
        mesher.read_all(assembly.below(assembly.root))
        for key, target in zip(there, assembly.main.targets, strict=True):
            try:
                mesh = mesher.mesh(target) if target >= 0 else None
            except RefusedError:
                mesh = None
            self._keep(key, detail, mesh)
            # The codes of textures are those of one process.
            if self._cache and mesh and not mesh.undrawn and not (mesh.colours >= FIRST_TEXTURE).any():
                made_of = [assembly.nodes[index].key for index in assembly.below(target)]
                arrays = [getattr(mesh, name) for name, _, _ in _LAYOUT]
                self._cache.store(_what(detail), key, arrays, [*made_of, LOGO] if logo else made_of)
        if self._cache:
            self._cache.trim()

    def _keep(self, key: str, detail: int, mesh: Mesh | None) -> None:
        self._meshes[key, detail] = mesh
        self._size += _size(mesh)

    def _forget(self) -> None:
        for key in list(self._meshes):
            if self._size <= _MOST_KEPT:
                break
            self._size -= _size(self._meshes.pop(key))


_SHARED: WeakKeyDictionary[Files, PartMeshes] = WeakKeyDictionary()


def part_meshes(library: Files | None) -> PartMeshes | None:
    """The meshes of a library's parts, shared by all who ask; None without a library."""
    if library is None:
        return None
    if library not in _SHARED:
        _SHARED[library] = PartMeshes(library, kept_arrays(library))
    return _SHARED[library]


def _what(detail: int) -> str:
    return f"mesh {detail}"


def _mesh_of(arrays: Arrays) -> Mesh | None:
    if [(array.dtype.str, array.shape[1:]) for array in arrays] != [told[1:] for told in _LAYOUT]:
        return None
    triangles, colours, two_sided, edges, edge_colours, conditionals, conditional_colours = arrays
    mesh = Mesh(triangles, colours, two_sided, edges, edge_colours, conditionals, conditional_colours)
    pairs = [
        (mesh.triangles, mesh.colours),
        (mesh.triangles, mesh.two_sided),
        (mesh.edges, mesh.edge_colours),
        (mesh.conditionals, mesh.conditional_colours),
    ]
    return mesh if all(len(one) == len(other) for one, other in pairs) else None


def _size(mesh: Mesh | None) -> int:
    return 0 if mesh is None else mesh.number[1]
