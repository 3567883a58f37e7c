"""3D views of a model for the page, with what each piece of them is."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from brickyard.facts.judged_designs import DesignFile, open_design_file
from brickyard.pictures.exploded import pull_groups
from brickyard.pictures.shots import Shot, camera_for, suiting_view
from brickyard.pictures.subject import Subject, model_subject
from brickyard.pictures.system_marks import SystemMark, system_marks
from brickyard.serving.tag_answers import document_in
from brickyard.serving.workers import Made
from brickyard.web.viewer_scene import make_scene
from catalog import colours
from fleets.models.containment import section_of
from fleets.models.model_units import Tag
from fleets.models.survey import survey
from fleets.tagging.equipment_words import title_of
from fleets.tagging.file_tags import FileTags, TagReader, plain_name, plain_title
from ldraw_tools.assembly.inventory import Assembly, Node
from ldraw_tools.file_overlay import bytes_for
from ldraw_tools.findings import BrickyardError, printable
from ldraw_tools.geometry.pieces import PieceMark, Pieces
from ldraw_tools.names import is_untitled, part_number
from ldraw_tools.reading.contents import DRAWN
from ldraw_tools.reading.numbers import placements
from validators.judged_files import JudgeSettings

if TYPE_CHECKING:
    from brickyard.serving.answerer import Answerer


# A page can't list more; pieces of further instances belong to the instance around them.
_MOST_INSTANCES = 4_000
NOWHERE = -1
# What is lifted off a model that is taken apart.
_LIFTED = ("system", "rocket")
_FARTHEST = 1e9


@dataclass(slots=True)
class Instance:
    """A submodel where it is placed, or marked parts of one; the first is the model itself.

    `how` it is tagged: as a `submodel`, as a `group` of an editor, or around `lines`. `section` is the
    submodel whose lines it has.
    """

    node: int
    name: str
    label: str
    parent: int
    section: str
    how: str
    tag: Tag | None = None
    line: int = 0
    copies: int = 1

    def plain(self) -> dict[str, Any]:
        return {
            "name": printable(self.name),
            "label": printable(self.label),
            "parent": self.parent,
            "section": printable(self.section),
            "how": self.how,
            "role": str(self.tag.role) if self.tag else "",
            "value": printable(self.tag.value) if self.tag else "",
            "called": printable(self.tag.label) if self.tag else "",
            "by": str(self.tag.source) if self.tag else "",
            "line": self.line,
            "copies": self.copies,
        }


class PieceTable(NamedTuple):
    """For each piece, by its number in the scene: the instance that has it, and the line that places it."""

    instances: list[Instance]
    owner: NDArray[np.intp]
    line: NDArray[np.intp]
    reference: NDArray[np.intp]

    def plain(self, assembly: Assembly, pieces: Pieces) -> dict[str, Any]:
        """Columns for the page."""
        keys = [pieces.keys[mesh] for mesh in pieces.mesh.tolist()]
        titles = {key: title_of_part(assembly, key) for key in dict.fromkeys(keys)}
        names = {code: printable(colours.name_of(code)) for code in set(pieces.colours.tolist())}
        # In tenths of an LDU, one after the other: whoever has chosen a piece finds it again by its place.
        places = np.rint(pieces.matrices[:, :, 3].clip(-_FARTHEST, _FARTHEST) * 10).astype(np.int64)
        return {
            "part": [printable(part_number(key)) for key in keys],
            "title": [titles[key] for key in keys],
            "colour": [names[code] for code in pieces.colours.tolist()],
            "instance": self.owner.tolist(),
            "line": self.line.tolist(),
            "step": pieces.steps.tolist(),
            "place": places.ravel().tolist(),
        }


def title_of_part(assembly: Assembly, key: str) -> str:
    """Of a number that has moved, what it is called where it has gone."""
    node = assembly.by_key.get(key)
    return printable((node and node.facts and assembly.follow(node.facts).title) or part_number(key))


def piece_table(assembly: Assembly, pieces: Pieces, root: int | None = None) -> PieceTable:
    """Walks through the model in the order in which `lay_out` has laid out its pieces."""
    return _Walk(assembly, assembly.root if root is None else root, pieces).table()


# An instance, the line and the number of the reference that places something in it.
_Copy = tuple[int, int, int]


class _Walk:
    def __init__(self, assembly: Assembly, root: int, pieces: Pieces) -> None:
        self._assembly, self._root, self._pieces = assembly, root, pieces
        self._reader = TagReader()
        self._instances: list[Instance] = []
        self._tags: dict[int, FileTags] = {}
        self._groups = _groups_of(pieces)

    def table(self) -> PieceTable:
        owner = np.full(len(self._pieces), NOWHERE, np.intp)
        line, reference = owner * 0, owner * 0
        waiting: dict[int, list[_Copy]] = {self._root: [(NOWHERE, 0, 0)]}
        place = 0
        for index in self._below():
            node, copies = self._assembly.nodes[index], waiting.pop(index, [])
            if not copies:
                continue
            if node.is_part or node.contents is None:
                place += self._fill(place, node, copies, owner, line, reference)
                continue
            numbers = [self._enter(node, *copy) for copy in copies]
            if node.contents.shapes:
                own = [(number, node.contents.start, NOWHERE) for number in numbers]
                place += self._fill(place, node, own, owner, line, reference)
            for target, inner in self._inside(node, numbers):
                waiting.setdefault(target, []).extend(inner)
        counts: dict[int, int] = {}
        for one in self._instances:
            if one.how == "submodel":
                counts[one.node] = counts.get(one.node, 0) + 1
        for one in self._instances:
            one.copies = counts.get(one.node, 1) if one.how == "submodel" else 1
        return PieceTable(self._instances, owner, line, reference)

    def _below(self) -> list[int]:
        nodes = self._assembly.nodes
        reached = {self._root}
        for index in reversed(self._assembly.order):
            node = nodes[index]
            if index in reached and not node.is_part and node.contents is not None:
                reached.update(target for _, target in node.placed(DRAWN))
        return [index for index in reversed(self._assembly.order) if index in reached]

    def _fill(
        self,
        place: int,
        node: Node,
        copies: Sequence[_Copy],
        owner: NDArray[np.intp],
        line: NDArray[np.intp],
        reference: NDArray[np.intp],
    ) -> int:
        """Notes whose the pieces at this place of the scene are, unless some of them are not drawn."""
        number = self._groups.get(place, ("", 0))
        if number[0] != node.key:
            return 0
        if number[1] == len(copies):
            told = np.array(copies, np.intp)
            end = place + len(copies)
            owner[place:end], line[place:end], reference[place:end] = told.T
        return number[1]

    def _enter(self, node: Node, parent: int, line: int, reference: int) -> int:
        """A new instance, inside the marked parts of its parent if it is one of them."""
        if len(self._instances) >= _MOST_INSTANCES:
            return max(parent, 0)
        section = section_of(node)
        tags = self._tags_of(node)
        title = title_of(section) if section else ""
        label = plain_name(node.name) if is_untitled(title) else plain_title(title)
        if is_untitled(label) and node.document is not None:
            label = plain_name(node.document.name)
        self._instances.append(
            Instance(node.index, node.name, label or node.name, parent, node.name, "submodel", tags.tag, line)
        )
        return len(self._instances) - 1

    def _inside(self, node: Node, numbers: Sequence[int]) -> Iterator[tuple[int, list[_Copy]]]:
        """What a file places, by target, at every place of the file, as `lay_out` goes through it."""
        contents = node.contents
        assert contents is not None
        lost = set(placements(contents)[1])
        by_target: dict[int, list[int]] = {}
        for reference, target in node.placed(DRAWN):
            if reference not in lost:
                by_target.setdefault(target, []).append(reference)
        owners = [self._owners(node, number) for number in numbers]
        for target, where in by_target.items():
            yield (
                target,
                [
                    (owned.get(reference, number), contents.lines[reference], reference)
                    for number, owned in zip(numbers, owners, strict=True)
                    for reference in where
                ],
            )

    def _owners(self, node: Node, number: int) -> dict[int, int]:
        """By reference: the marked parts or group that it belongs to, the smallest if they are nested."""
        found: dict[int, int] = {}
        for region in self._regions(node):
            if len(self._instances) >= _MOST_INSTANCES:
                break
            how = "group" if region.tag is None or region.tag.source == "group" else "lines"
            parent = found.get(region.members[0], number)
            line = region.tag.place.line if region.tag else region.line
            self._instances.append(
                Instance(node.index, region.name, region.name, parent, node.name, how, region.tag, line)
            )
            found.update(dict.fromkeys(region.members, len(self._instances) - 1))
        return found

    def _regions(self, node: Node) -> list[_Marked]:
        told = [_Marked(one.name, one.members, one.tag) for one in self._tags_of(node).regions]
        known = {one.members for one in told}
        groups = node.contents.groups if node.contents else []
        uses = node.contents.uses if node.contents else b""
        for group in groups:
            members = tuple(sorted(index for index in group.members if uses[index] & DRAWN))
            if members and members not in known:
                told.append(_Marked(group.name, members, None, group.line))
        return sorted(told, key=lambda one: -len(one.members))

    def _tags_of(self, node: Node) -> FileTags:
        if node.index not in self._tags:
            section = section_of(node)
            found = self._reader.read(section, node.document) if section and node.document else FileTags()
            self._tags[node.index] = found
        return self._tags[node.index]


class _Marked(NamedTuple):
    name: str
    members: tuple[int, ...]
    tag: Tag | None
    line: int = 0


def _groups_of(pieces: Pieces) -> dict[int, tuple[str, int]]:
    """By where each begins: copies of one mesh, with its key and how many there are."""
    found: dict[int, tuple[str, int]] = {}
    sizes = np.bincount(pieces.mesh, minlength=len(pieces.keys)).tolist() if len(pieces) else []
    place = 0
    for key, size in zip(pieces.keys, sizes, strict=False):
        if size:
            found[place] = (key, size)
            place += size
    return found


# The size of the still that the view begins with.
_VIEW = (960, 720)
# Pieces: real models of people have a tenth of that.
_MANY = 10_000


def scene(answerer: Answerer, arguments: Mapping[str, Any]) -> Made:
    """The 3D view (null if the page has it already) and the table of its pieces.

    Of a huge model only how many there are, unless it is asked for: a browser may be busy with it for long.
    """
    path = Path(arguments["path"])
    shown, systems = subject_of(answerer, path)
    if not len(shown.pieces):
        raise shown.nothing_to_draw()
    if len(shown.pieces) > _MANY and not arguments.get("all"):
        return Made(json.dumps({"many": len(shown.pieces)}).encode())
    assembly = answerer.workspace.assembly(path)
    table = piece_table(assembly, shown.pieces)
    name = _digest(shown.pieces)
    made = None
    if name != arguments.get("have"):
        camera = camera_for(shown, Shot(_VIEW))
        made = make_scene(shown.pieces, shown.paints, camera, suiting_view(shown))
    answer = {
        "name": name,
        "scene": made,
        "pieces": table.plain(assembly, shown.pieces),
        "instances": [one.plain() for one in table.instances],
        "systems": list(_systems(answerer, path, shown.pieces, systems)),
        "heaps": _heaps(answerer, path, shown.pieces),
        "apart": _apart(shown, table),
        "caption": shown.caption(),
        "flat": _is_flat(path, table),
    }
    return Made(json.dumps(answer, separators=(",", ":")).encode())


def _apart(shown: Subject, table: PieceTable) -> dict[str, Any] | None:
    """How far each piece goes if the model is taken apart, and guide lines: its systems, or its submodels."""
    instances = table.instances
    has_systems = any(one.tag and one.tag.role in _LIFTED for one in instances)
    groups = np.full(len(instances) + 1, NOWHERE, np.intp)
    for number, one in enumerate(instances):
        around = groups[one.parent] if one.parent >= 0 else NOWHERE
        begins = one.tag and one.tag.role in _LIFTED if has_systems else one.parent == 0
        groups[number] = number if begins and around == NOWHERE else around
    # Whose piece nobody knows is the last.
    of_pieces = groups[table.owner]
    if len(set(of_pieces.tolist())) < 2:
        return None
    pulls = pull_groups(shown, of_pieces, NOWHERE)
    return {"shifts": np.round(pulls.shifts, 1).tolist(), "guides": np.round(pulls.guides, 1).tolist()}


def _is_flat(path: Path, table: PieceTable) -> bool:
    """Whether the file on the disk is loose parts without a tag: an editor saves over all of it."""
    if bytes_for(path) is None:
        return len(table.instances) == 1
    try:
        disk = document_in(path.read_bytes(), path.name)
    except (OSError, BrickyardError):
        return False
    is_marked = disk.main.contents.groups or TagReader().read(disk.main, disk).regions
    return len(disk.sections) == 1 and not is_marked


def laid_out_model(answerer: Answerer, path: Path) -> tuple[Subject, PieceTable]:
    """The model as the scene shows it, and what its pieces are."""
    shown, _ = subject_of(answerer, path)
    return shown, piece_table(answerer.workspace.assembly(path), shown.pieces)


def subject_of(answerer: Answerer, path: Path) -> tuple[Subject, list[SystemMark]]:
    assembly, found = answerer.workspace.assembly(path), answerer.workspace.of(path, survey)
    systems = system_marks(found)
    return model_subject(assembly, found, [system.mark for system in systems]), systems


def _digest(pieces: Pieces) -> str:
    """Changes only if the pieces, their places or their order change; tags don't matter."""
    told = hashlib.blake2b(digest_size=12)
    for column in (pieces.mesh, pieces.matrices, pieces.colours, pieces.steps):
        told.update(column.tobytes())
    told.update(repr(pieces.keys).encode())
    return told.hexdigest()


def _systems(
    answerer: Answerer, path: Path, pieces: Pieces, systems: list[SystemMark]
) -> Iterator[dict[str, Any]]:
    """For each system of the file's card the pieces that show it: unit and place among its systems."""
    owned: dict[tuple[Any, int], list[int]] = {}
    seen: dict[int, int] = {}
    for instance, mark in enumerate(pieces.marked):
        copy = seen[mark] = seen.get(mark, -1) + 1
        owned[(systems[mark].mark, copy)] = np.flatnonzero(pieces.marks == instance).tolist()
    for place, design in enumerate(file_at(answerer, path).designs):
        for number, one in enumerate(design.facts.carried):
            if one.marked is not None:
                mark_of = PieceMark(one.marked.node, one.marked.members)
                if found := owned.get((mark_of, one.instance)):
                    yield {"unit": place, "system": number, "pieces": found}


def _heaps(answerer: Answerer, path: Path, pieces: Pieces) -> list[list[int]]:
    """The pieces of each heap that the file's unit lies in, the measured one first; none if it is one."""
    designs = file_at(answerer, path).designs
    sizes = designs[0].unit.sizes if len(designs) == 1 else None
    if sizes is None or len(sizes.heaps) < 2:
        return []
    heap_at = {
        matrix.round(2).tobytes(): number
        for number, (_, heap) in enumerate(sizes.heaps)
        for matrix in heap.matrices.astype(float) + 0.0
    }
    found: list[list[int]] = [[] for _ in sizes.heaps]
    for piece, matrix in enumerate(pieces.matrices.astype(float) + 0.0):
        number = heap_at.get(matrix[:3].round(2).tobytes())
        if number is not None:
            found[number].append(piece)
    return found


def file_at(answerer: Answerer, path: Path) -> DesignFile:
    return open_design_file(path, JudgeSettings(workspace=answerer.workspace))
