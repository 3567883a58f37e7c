"""Poses: submodels that nothing places, with the same pieces as one that is placed, in other positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from ldraw_tools.reading.contents import COUNTED, Contents

if TYPE_CHECKING:
    from ldraw_tools.assembly.inventory import Assembly
    from ldraw_tools.reading.document import Document, Section

# A model of a single piece has no joints.
_FEWEST_PIECES = 2
# Some files are full of unplaced submodels; they are not searched to the end.
_MOST_LOOKED_AT = 60

_Pieces = frozenset[tuple[tuple[str, int], int]]


def find_poses(assembly: Assembly) -> dict[str, int]:
    """By the keys of sections of its file: the node that each shows in another pose."""
    own = ((key, section) for file, key, section in unplaced_sections(assembly) if file is assembly.document)
    looked_at = list(islice(own, _MOST_LOOKED_AT))
    if not looked_at:
        return {}
    placed: dict[_Pieces, int] = {}
    for index in assembly.below(assembly.root):
        node = assembly.nodes[index]
        if node.contents is not None and not node.is_part and node.document is assembly.document:
            placed.setdefault(_pieces(node.contents), index)
    found = {}
    for key, section in looked_at:
        index = placed.get(_pieces(section.contents), -1)
        if index >= 0 and _is_put_otherwise(section.contents, assembly.nodes[index].contents):
            found[key] = index
    return found


def unplaced_sections(assembly: Assembly) -> Iterator[tuple[Document, str, Section]]:
    """The sections of the user's own files that nothing places, with their keys."""
    used = {(id(node.document), node.section_key) for node in assembly.nodes}
    for document in assembly.resolver.own_documents:
        for key, section in document.sections.items():
            if (id(document), key) not in used and not section.header.is_library_file:
                yield document, key, section


def _pieces(contents: Contents) -> _Pieces:
    """What it places, in which colours and how often, but not where."""
    counted = zip(contents.keys, contents.colours, contents.uses, strict=True)
    return frozenset(Counter((key, colour) for key, colour, use in counted if use & COUNTED).items())


def _is_put_otherwise(one: Contents, other: Contents | None) -> bool:
    if other is None or len(one) < _FEWEST_PIECES:
        return False
    return sorted(fields[1:15] for fields in one.references) != sorted(
        fields[1:15] for fields in other.references
    )
