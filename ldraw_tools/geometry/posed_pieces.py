"""Where the pieces of a model are in another pose of it, each by its own number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable

import numpy as np

from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.geometry.pieces import PieceMark, StandIn, lay_out
from ldraw_tools.geometry.texture_codes import plain
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.reading.contents import DRAWN


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
