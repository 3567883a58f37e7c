"""Resolves a document into the graph of its submodels and parts: a DAG, never expanded."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

from ldraw_tools import model_findings as oddities
from ldraw_tools.assembly.assembly_checks import remarks
from ldraw_tools.assembly.inventory import Assembly, MissingFile, Node
from ldraw_tools.assembly.resolve import (
    LAMP,
    NO_BRICKS,
    NotFound,
    OpenFile,
    Resolver,
    StandIn,
    facts_from_header,
    is_helper,
    is_lamp,
)
from ldraw_tools.findings import Finding, Kind, Place, RefusedError, abridge, count_of, in_file_order
from ldraw_tools.library.part_files import Files
from ldraw_tools.library.places import NoParts, PartFacts, PartSource
from ldraw_tools.names import key_of, library_key
from ldraw_tools.reading.contents import COUNTED, Contents, EditorGroup
from ldraw_tools.reading.document import Document, Section
from ldraw_tools.reading.header import BUILDING_BLOCKS, FileKind
from ldraw_tools.reading.lines import shortened
from ldraw_tools.reading.metas import SYNTH_NAME

_FAMILY = re.compile(r"^(\d+[a-z]?)k\d+")
MOST_FILES = 20_000
# Names are looked up in the database and in folders; LDraw has some 25,000 parts.
MOST_NAMES = 50_000
MOST_MISSING = 20_000


def is_segment(facts: PartFacts) -> bool:
    """Whether a part is only a piece of a flexible one; older files have no kind for that but a title."""
    if facts.kind is FileKind.FLEXIBLE_SECTION:
        return True
    return facts.kind is FileKind.SUBPART and " Segment" in facts.title


def synth_segments(contents: Contents, group: EditorGroup) -> list[int]:
    """The references of a group that LSynth's own segments are placed by; others are parts one can buy."""
    return [index for index in group.members if SYNTH_NAME.match(contents.keys[index])]


def undrawn_bands(contents: Contents, lost: Collection[str]) -> Iterator[tuple[EditorGroup, list[int]]]:
    """What LSynth drew with segments that have no files."""
    for group in contents.synthesized:
        segments = [index for index in synth_segments(contents, group) if contents.keys[index] in lost]
        if segments:
            yield group, segments


def runs_of_segments(
    contents: Contents, targets: Sequence[int], facts_of: Callable[[int], PartFacts | None]
) -> list[list[int]]:
    """References that are one flexible part together: what LSynth drew at once, or one after the other.

    A run ends where another part, another colour, or a segment of another part begins.
    """
    segments = {target for target in set(targets) if target >= 0 and _is(facts_of(target))}
    own = {index: group.line for group in contents.synthesized for index in synth_segments(contents, group)}
    if not segments and not own:
        return []
    region = {index: group.line for group in contents.synthesized for index in group.members}
    runs: list[list[int]] = []
    before: object = None
    of = ""
    for index, target in enumerate(targets):
        if target < 0 or not contents.uses[index] & COUNTED:
            continue
        if target not in segments and index not in own:
            before = None
            continue
        numbered = _FAMILY.match(contents.keys[index])
        family = numbered[1] if numbered else of
        alike = (contents.colours[index], region.get(index, 0))
        if alike != before or (of and family != of):
            runs.append([])
            family = numbered[1] if numbered else ""
        runs[-1].append(index)
        before, of = alike, family
    return runs


def _is(facts: PartFacts | None) -> bool:
    return facts is not None and is_segment(facts)


def counted_once(contents: Contents, runs: list[list[int]]) -> Contents:
    """The same with only the first reference of each run counted; all are drawn and measured."""
    uses = bytearray(contents.uses)
    for run in runs:
        for index in run[1:]:
            uses[index] &= ~COUNTED
    return replace(contents, uses=uses, runs=[*contents.runs, *runs])


def assemble(
    document: Document,
    source: PartSource | None = None,
    library: Files | None = None,
    custom: Files | None = None,
    main: Section | None = None,
) -> Assembly:
    """Resolve every name of a document: itself, its archive, its folder, then parts and library.

    The model is the first section of the document, unless another is named.
    """
    source = source or NoParts()
    builder = _Builder(document, source, Resolver(document, source, library, custom))
    return builder.build(main or document.main)


class _Builder:
    """Depth first, with a stack of its own: nesting has no limit but the number of files."""

    def __init__(self, document: Document, source: PartSource, resolver: Resolver) -> None:
        self._document = document
        self._source = source
        self._resolver = resolver
        self._nodes: list[Node] = []
        self._by_identity: dict[tuple[int, str], int] = {}
        self._findings: list[Finding] = []
        self._missing: dict[str, MissingFile] = {}
        self._order: list[int] = []
        self._state: dict[int, int] = {}
        self._cuts: dict[int, dict[int, str]] = {}
        # What is no brick, by what is said of it.
        self._no_bricks: dict[Kind, list[Place]] = {}
        # Where segments are counted as one, how many there are, and as how many they are counted.
        self._segments: list[tuple[Place, int, int]] = []

    def build(self, main: Section) -> Assembly:
        root = self._open(OpenFile(self._document, main))
        self._visit(root)
        for kind, used in self._no_bricks.items():
            noun = "light source" if kind is oddities.LAMPS else "arrow or other helper"
            self._findings.append(kind.at(min(used), count=count_of(len(used), noun)))
        if self._segments:
            places, segments, pieces = zip(*self._segments, strict=True)
            count, whole = count_of(sum(segments), "segment"), count_of(sum(pieces), "piece")
            self._findings.append(oddities.SEGMENTS_AS_ONE.at(min(places), count=count, pieces=whole))
        assembly = Assembly(
            self._document,
            self._nodes,
            root,
            self._source,
            self._findings,
            self._missing,
            self._order,
            self._resolver,
        )
        remarked = list(remarks(assembly))
        assembly.findings = in_file_order(abridge([*self._findings, *remarked, *self._said_by_files()]))
        return assembly

    def _said_by_files(self) -> Iterator[Finding]:
        """What reading the user's own files found; the library's are taken as they are."""
        own = {id(document): document for document in self._resolver.own_documents}
        for document in own.values():
            yield from document.findings
        for node in self._nodes:
            if node.contents is not None and id(node.document) in own:
                # Colours are read when they are asked for, and what is wrong with them is found then.
                _ = node.contents.colours
                yield from node.contents.findings

    def _add(self, identity: tuple[int, str], node: Node) -> int:
        self._nodes.append(node)
        self._by_identity[identity] = node.index
        return node.index

    def _open(self, file: OpenFile) -> int:
        """The node of a file that was read."""
        identity = _identity(file)
        known = self._by_identity.get(identity)
        if known is not None:
            return known
        section = file.section
        key = self._resolver.key_of(file)
        facts = self._facts(file, key) if self._is_part(file) else None
        node = Node(len(self._nodes), key, section.name, facts, section.contents, file.document)
        node.section_key = key_of(section.name)
        return self._add(identity, node)

    def _facts(self, file: OpenFile, key: str) -> PartFacts:
        bent = key_of(file.section.header.flexible_part)
        if bent:
            return self._resolver.known(bent) or PartFacts(bent, file.section.header.title, FileKind.PART)
        return facts_from_header(file.section.header, key)

    def _is_part(self, file: OpenFile) -> bool:
        """A file that says it is a part is one, with everything in it; so is any file of a library."""
        header = file.section.header
        if self._resolver.is_from_library(file) or header.is_library_file or header.moved_to:
            return True
        # If only the title says so, it counts as a part if it draws anything itself.
        return header.is_titled_as_part and bool(file.section.contents.shape_counts)

    def _known(self, facts: PartFacts) -> int:
        identity = (0, facts.key)
        known = self._by_identity.get(identity)
        if known is not None:
            return known
        return self._add(identity, Node(len(self._nodes), facts.key, facts.key, facts))

    def _visit(self, root: int) -> None:
        """Post-order over the graph; a reference back into the current path is a cycle and is cut."""
        done = -1
        path: list[int] = []
        stack: list[Iterator[int]] = []

        def enter(index: int) -> None:
            # While a file is open its state is its place on the path.
            self._state[index] = len(path)
            path.append(index)
            stack.append(iter(self._resolve(self._nodes[index])))

        enter(root)
        while stack:
            child = next(stack[-1], None)
            if child is None:
                stack.pop()
                index = path.pop()
                self._state[index] = done
                self._leave(self._nodes[index])
            elif child not in self._state:
                if self._nodes[child].contents is None:
                    # A part that was not read places nothing.
                    self._state[child] = done
                    self._order.append(child)
                else:
                    enter(child)
            elif self._state[child] != done:
                self._cut(path, child)

    def _leave(self, node: Node) -> None:
        """Everything that a file places is read, so its kind can be decided."""
        cuts = self._cuts.pop(node.index, None)
        if cuts:
            self._note_cuts(node, cuts)
        self._settle(node)
        if node.facts is None and node.contents is not None:
            self._fold_segments(node, node.contents)
        self._order.append(node.index)

    def _fold_segments(self, node: Node, contents: Contents) -> None:
        """A hose in a hundred segments is one piece."""
        runs = runs_of_segments(contents, node.targets, self._followed)
        if any(len(run) > 1 for run in runs):
            node.contents = counted_once(contents, runs)
            place = contents.at(contents.lines[runs[0][0]])
            self._segments.append((place, sum(map(len, runs)), len(runs)))

    def _followed(self, target: int) -> PartFacts | None:
        node = self._nodes[target]
        # A plain part of the source is what it is.
        if (facts := node.facts) is None or (node.contents is None and facts.kind is FileKind.PART):
            return facts
        return self._resolver.follow(facts)

    def _resolve(self, node: Node) -> list[int]:
        """Fill in a node's targets; returns the distinct ones in order."""
        contents = node.contents
        if contents is None or node.document is None:
            return []
        keys = contents.keys
        if len(keys) > MOST_NAMES and len(set(keys)) > MOST_NAMES:
            raise RefusedError(f"{node.document.file}: more than {MOST_NAMES:,} different parts in one model")
        self._resolver.prefetch(node.document, keys)
        found: dict[str, int] = {}
        lost: dict[str, NotFound] = {}
        no_bricks: dict[str, Kind] = {}
        for key in keys:
            if key not in found:
                result = self._find(node.document, key)
                if kind := self._no_brick(key, result):
                    no_bricks[key] = kind
                    result = -1
                elif isinstance(result, NotFound):
                    lost[key] = result
                found[key] = -1 if isinstance(result, NotFound) else result
        for i, key in enumerate(keys) if no_bricks else ():
            if key in no_bricks and contents.uses[i]:
                self._no_bricks.setdefault(no_bricks[key], []).append(contents.at(contents.lines[i]))
        bands = self._note_bands(contents, lost) if lost and contents.synthesized else set()
        if lost:
            self._note_lost(contents, lost, found, bands)
        node.targets = [found[key] for key in keys]
        for index in bands:
            node.targets[index] = -1
        return list(dict.fromkeys(t for t in node.targets if t >= 0))

    def _find(self, document: Document, key: str) -> int | NotFound:
        result = self._resolver.resolve(document, key)
        if isinstance(result, PartFacts):
            return self._known(result)
        if isinstance(result, OpenFile):
            if len(self._nodes) < MOST_FILES or _identity(result) in self._by_identity:
                return self._open(result)
            return NotFound(f"more than {MOST_FILES:,} files")
        return self._standing_in(result) if isinstance(result, StandIn) else result

    def _standing_in(self, result: StandIn) -> int:
        """A node that is placed and drawn as the plain part, and counted by its own name."""
        facts, plain = result.facts, result.plain
        identity = (0, facts.key)
        known = self._by_identity.get(identity)
        if known is not None:
            return known
        number = len(self._nodes)
        if isinstance(plain, PartFacts):
            return self._add(identity, Node(number, plain.key, facts.key, facts))
        node = Node(number, self._resolver.key_of(plain), facts.key, facts)
        node.contents, node.document = plain.section.contents, plain.document
        node.section_key = key_of(plain.section.name)
        return self._add(identity, node)

    def _no_brick(self, key: str, found: int | NotFound) -> Kind | None:
        """What to say of a file that is no part of the model: a lamp, an arrow."""
        if isinstance(found, NotFound):
            name = library_key(key)
            helper = oddities.HELPERS if is_helper(name, None) else None
            return oddities.LAMPS if name == LAMP else helper
        node = self._nodes[found]
        if (facts := node.facts) is not None:
            if facts.title[:1] not in NO_BRICKS and facts.kind is not FileKind.HELPER:
                # As nearly all of thousands.
                return None
            name = library_key(key)
            helper = oddities.HELPERS if is_helper(name, facts.kind, facts.title) else None
            return oddities.LAMPS if is_lamp(name, facts.title, is_part=True) else helper
        section = node.document.find(node.section_key) if node.document else None
        is_light = section is not None and is_lamp(library_key(key), section.header.title, is_part=False)
        return oddities.LAMPS if is_light else None

    def _note_bands(self, contents: Contents, lost: dict[str, NotFound]) -> set[int]:
        """Hoses and bands that LSynth drew with segments that have no files; returns those segments."""
        unknown: set[int] = set()
        for group, segments in undrawn_bands(contents, lost):
            unknown.update(segments)
            # Where LPub's list names the piece, it is counted.
            if any(contents.uses[index] & COUNTED for index in segments):
                count = count_of(len(segments), "segment")
                place = contents.at(group.line)
                finding = oddities.SYNTH_SEGMENTS.at(place, type=shortened(group.name), count=count)
                self._findings.append(finding)
        return unknown

    def _note_lost(
        self, contents: Contents, lost: dict[str, NotFound], found: dict[str, int], bands: set[int]
    ) -> None:
        """Say once for each name what is wrong with it, and where it is used."""
        uses: dict[str, list[int]] = {}
        for index, key in enumerate(contents.keys):
            if key in lost and contents.uses[index] and index not in bands:
                uses.setdefault(key, []).append(index)
        if len(self._missing) + len(uses) > MOST_MISSING:
            raise RefusedError(
                f"{contents.place.file}: more than {MOST_MISSING:,} of its parts were not found"
            )
        for key, where in uses.items():
            found[key] = self._lose(contents, lost[key], key, where)

    def _lose(self, contents: Contents, result: NotFound, key: str, uses: list[int]) -> int:
        place = contents.at(contents.lines[uses[0]])
        name = shortened(contents.name_of(uses[0]), 60)
        if result.unsafe:
            self._findings.append(oddities.UNSAFE_NAME.at(place, name=name))
        elif result.reason:
            self._findings.append(oddities.UNREADABLE.at(place, name=name, reason=result.reason))
        said = result.unsafe or bool(result.reason)
        missing = self._missing.setdefault(key, MissingFile(key, [], said, step=contents.step_of(uses[0])))
        missing.places.extend(contents.at(contents.lines[i]) for i in uses)
        # An unknown part is still one piece of the model; a missing submodel could be any number.
        return self._known(PartFacts(key, "", FileKind.UNKNOWN)) if key.endswith(".dat") else -1

    def _cut(self, path: list[int], child: int) -> None:
        """Remember the cycle from a file to itself; its last reference is removed when everything is read."""
        first = self._state[child]
        around = path[first:] if len(path) - first < 6 else [*path[first : first + 3], -1, path[-1]]
        shown = ["…" if i < 0 else shortened(self._nodes[i].name, 30) for i in [*around, child]]
        self._cuts.setdefault(path[-1], {})[child] = " → ".join(shown)

    def _note_cuts(self, node: Node, cuts: dict[int, str]) -> None:
        assert node.contents is not None
        for position, target in enumerate(node.targets):
            if target in cuts:
                node.targets[position] = -1
                if way := cuts[target]:
                    place = node.contents.at(node.contents.lines[position])
                    self._findings.append(oddities.CYCLE.at(place, path=way))
                    cuts[target] = ""

    def _settle(self, node: Node) -> None:
        """Whether a file is one part or holds parts, where its header doesn't decide it."""
        if node.contents is None or node.index == 0:
            return
        children = [self._nodes[target] for target in set(node.targets) if target >= 0]
        if node.facts is None:
            if self._is_drawn(node, children):
                # Libraries keep the pieces of a part in a folder of their own.
                inside = library_key(node.key).startswith(("s/", "8/", "48/"))
                node.facts = PartFacts(node.key, node.name, FileKind.SUBFILE if inside else FileKind.PART)
                if not inside:
                    self._say(oddities.PART_WITHOUT_HEADER, node)
        elif node.facts.kind is FileKind.GENERATED:
            # What LDCad generates is one flexible part, unless it is made of parts one can buy (a chain).
            if children and all(self._is_whole(child) for child in children):
                node.facts = None
            else:
                self._say(oddities.GENERATED, node)
        elif node.facts.kind is FileKind.SUBFILE and (known := self._resolver.known(node.key)):
            # Older libraries called pieces of hoses sub-files that are parts today.
            node.facts = PartFacts(node.key, node.facts.title, known.kind, known.target, known.components)

    def _is_drawn(self, node: Node, children: list[Node]) -> bool:
        assert node.contents is not None
        if not node.key.endswith(".dat") or not (children or node.contents.shapes):
            return False
        return all(child.facts and child.facts.kind in BUILDING_BLOCKS for child in children)

    def _is_whole(self, child: Node) -> bool:
        if child.facts is None:
            return False
        kind = self._resolver.follow(child.facts).kind
        return kind in (FileKind.PART, FileKind.ALIAS, FileKind.SHORTCUT)

    def _say(self, kind: Kind, node: Node) -> None:
        assert node.contents is not None
        place = Place(
            node.contents.place.file, max(node.contents.start - 1, 1), 0, node.contents.place.submodel
        )
        self._findings.append(kind.at(place, name=shortened(node.name)))


def _identity(file: OpenFile) -> tuple[int, str]:
    return id(file.document), file.section.name
