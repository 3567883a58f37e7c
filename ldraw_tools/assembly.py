"""Resolves a document into the graph of its submodels and parts: a DAG, never expanded."""

from __future__ import annotations

from ldraw_tools import oddities
from ldraw_tools.contents import Contents
from ldraw_tools.diagnostics import Diagnostic, Kind, Place, in_file_order
from ldraw_tools.document import Document
from ldraw_tools.graph import Assembly, MissingFile, Node
from ldraw_tools.header import BUILDING_BLOCKS, FileKind
from ldraw_tools.library import Files
from ldraw_tools.lines import shortened
from ldraw_tools.names import key_of
from ldraw_tools.remarks import remarks
from ldraw_tools.resolve import Missing, OpenFile, Resolver, facts_from_header
from ldraw_tools.source import NoParts, PartFacts, PartSource

MOST_FILES = 20_000


def assemble(
    document: Document,
    source: PartSource | None = None,
    library: Files | None = None,
    custom: Files | None = None,
) -> Assembly:
    """Resolve every name of a document: itself, its archive, its folder, then parts and library."""
    source = source or NoParts()
    return _Builder(document, source, Resolver(document, source, library, custom)).build()


class _Builder:
    """Depth first, with a stack of its own: nesting has no limit but the number of files."""

    def __init__(self, document: Document, source: PartSource, resolver: Resolver) -> None:
        self._document = document
        self._source = source
        self._resolver = resolver
        self._nodes: list[Node] = []
        self._by_identity: dict[tuple[int, str], int] = {}
        self._findings: list[Diagnostic] = list(document.findings)
        self._missing: dict[str, MissingFile] = {}
        self._order: list[int] = []
        self._state: dict[int, int] = {}

    def build(self) -> Assembly:
        root = self._open(OpenFile(self._document, self._document.main))
        self._visit(root)
        own = {id(document) for document in self._resolver.own_documents}
        for node in self._nodes:
            if node.contents is not None and id(node.document) in own:
                self._findings.extend(node.contents.findings)
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
        assembly.findings = in_file_order([*self._findings, *remarks(assembly)])
        return assembly

    def _add(self, identity: tuple[int, str], node: Node) -> int:
        self._nodes.append(node)
        self._by_identity[identity] = node.index
        return node.index

    def _open(self, file: OpenFile) -> int:
        """The node of a file that was read."""
        identity = (id(file.document), file.section.name)
        known = self._by_identity.get(identity)
        if known is not None:
            return known
        section = file.section
        key = self._resolver.key_of(file)
        facts = facts_from_header(section.header, key) if self._is_part(file) else None
        node = Node(len(self._nodes), key, section.name, facts, section.contents, file.document)
        node.section_key = key_of(section.name)
        return self._add(identity, node)

    def _is_part(self, file: OpenFile) -> bool:
        """A file that says it is a part is one, with all that is drawn in it; so is any from a library."""
        header = file.section.header
        return header.is_library_file or bool(header.moved_to) or self._resolver.is_from_library(file)

    def _known(self, facts: PartFacts) -> int:
        identity = (0, facts.key)
        known = self._by_identity.get(identity)
        if known is not None:
            return known
        return self._add(identity, Node(len(self._nodes), facts.key, facts.key, facts))

    def _visit(self, root: int) -> None:
        """Post-order over the graph; a reference back into the current path is a cycle and is cut."""
        open_now, done = 1, 2
        stack: list[tuple[int, list[int], int]] = []

        def enter(index: int) -> None:
            self._state[index] = open_now
            children = self._resolve(self._nodes[index])
            stack.append((index, children, 0))

        enter(root)
        while stack:
            index, children, position = stack.pop()
            if position < len(children):
                stack.append((index, children, position + 1))
                child = children[position]
                state = self._state.get(child)
                if state is None:
                    enter(child)
                elif state == open_now:
                    self._cut([entry[0] for entry in stack], child)
                continue
            self._state[index] = done
            self._settle(self._nodes[index])
            self._order.append(index)

    def _resolve(self, node: Node) -> list[int]:
        """Fill in a node's targets; returns the distinct ones in order."""
        contents = node.contents
        if contents is None or node.document is None:
            return []
        keys = contents.keys
        self._resolver.prefetch(node.document, set(keys))
        found: dict[str, int] = {}
        for position, key in enumerate(keys):
            if key not in found:
                found[key] = self._find(node, contents, position, key)
        node.targets = [found[key] for key in keys]
        return list(dict.fromkeys(t for t in node.targets if t >= 0))

    def _find(self, node: Node, contents: Contents, position: int, key: str) -> int:
        assert node.document is not None
        result = self._resolver.resolve(node.document, key)
        if isinstance(result, PartFacts):
            return self._known(result)
        if isinstance(result, OpenFile):
            if len(self._nodes) < MOST_FILES:
                return self._open(result)
            result = Missing(f"more than {MOST_FILES:,} files")
        uses = [i for i, k in enumerate(contents.keys) if k == key and contents.uses[i]]
        if not uses:
            return -1
        place = contents.at(contents.lines[uses[0]])
        name = shortened(contents.name_of(position), 60)
        if result.unsafe:
            self._findings.append(oddities.UNSAFE_NAME.at(place, name=name))
        elif result.reason:
            self._findings.append(oddities.UNREADABLE.at(place, name=name, reason=result.reason))
        missing = self._missing.setdefault(key, MissingFile(key, said=result.unsafe or bool(result.reason)))
        missing.places.extend(contents.at(contents.lines[i]) for i in uses)
        # A part nobody knows is still a piece of the model; a submodel nobody has could be any number.
        return self._known(PartFacts(key, "", FileKind.UNKNOWN)) if key.endswith(".dat") else -1

    def _cut(self, path: list[int], child: int) -> None:
        node = self._nodes[path[-1]]
        assert node.contents is not None
        names = [self._nodes[i].name for i in path[path.index(child) :]] + [self._nodes[child].name]
        positions = [i for i, target in enumerate(node.targets) if target == child]
        for position in positions:
            node.targets[position] = -1
        place = node.contents.at(node.contents.lines[positions[0]])
        shown = [shortened(name, 30) for name in names]
        if len(shown) > 6:
            shown = [*shown[:3], "…", *shown[-2:]]
        self._findings.append(oddities.CYCLE.at(place, path=" → ".join(shown)))

    def _settle(self, node: Node) -> None:
        """Whether a file is one part or holds parts, where its header doesn't decide it."""
        if node.contents is None or node.index == 0:
            return
        children = [self._nodes[target] for target in set(node.targets) if target >= 0]
        if node.facts is None:
            if self._is_drawn(node, children):
                node.facts = PartFacts(node.key, node.name, FileKind.PART)
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
