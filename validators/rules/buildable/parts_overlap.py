"""BLD002: parts in the same space."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from fleets.models.model_units import Unit
from ldraw_tools.highlights import LETTERS, Highlight
from validators.rule import Found, Ruling, rule
from validators.wording import MOST_FOUND, built, cut_short, in_ldu, listed, named, often, pointed_out

if TYPE_CHECKING:
    from ldraw_tools.solids.clashes import Clash
    from ldraw_tools.solids.placements import Way

_MOST_NAMED = 3


@rule(
    "BLD002",
    "{part} overlaps {others} by at least {measured}{often}{rest}",
    "Move one of them. If it looks right in your editor, the editor has another LDraw library"
    " (brickyard library status).",
)
def parts_overlap(unit: Unit, _ruling: Ruling, *, depth_ldu: float) -> Iterator[Found]:
    """Two parts are never in the same space.

    Plastic gives a tenth of a millimetre, not more. Studs in tubes, clips on bars and pins in holes don't
    overlap, and what is soft, bent, posed or not drawn in full is not judged.
    """
    structure = built(unit)
    if structure is None:
        return
    parts, allowed = structure.parts, depth_ldu
    lines = [part.way[-1:] for part in parts]
    culprits = _by_culprit(structure.clashes(allowed).found, lines)
    for place, (culprit, clashes) in enumerate(culprits[:MOST_FOUND], 1):
        others = [clash.other if lines[clash.one] == lines[culprit] else clash.one for clash in clashes]
        deepest = max(clashes, key=lambda clash: clash.depth)
        deep = in_ldu(deepest.depth)
        values = {
            "part": named(parts, culprit),
            "others": listed(list(dict.fromkeys(named(parts, other) for other in others)), most=_MOST_NAMED),
            "often": often(max(clash.times for clash in clashes)),
            "rest": cut_short(len(culprits)) if place == MOST_FOUND else "",
        }
        shown = _of_one_instance(clashes, deepest, culprit, lines)
        groups = [pointed_out(parts, named(parts, index), [index]) for index in shown]
        caption = f"A overlaps {listed(LETTERS[1 : len(groups)])} by at least {deep}, in the ring"
        highlight = Highlight(caption, tuple(groups), (*deepest.middle, deepest.depth))
        yield Found(parts.place(culprit), values, deep, in_ldu(allowed), highlight=highlight)


def _of_one_instance(
    clashes: Sequence[Clash], deepest: Clash, culprit: int, lines: Sequence[Way]
) -> list[int]:
    """The part of the culprit's line that overlaps most, what it overlaps there first, and some others."""
    here = deepest.one if lines[deepest.one] == lines[culprit] else deepest.other
    near = [clash for clash in (deepest, *clashes) if here in (clash.one, clash.other)]
    others = dict.fromkeys(clash.one + clash.other - here for clash in near)
    return [here, *list(others)[:_MOST_NAMED]]


def _by_culprit(clashes: Sequence[Clash], lines: Sequence[Way]) -> list[tuple[int, list[Clash]]]:
    """Each overlap once, with the line of the file that has most of them; of two alike with the later one."""
    left = list(clashes)
    found: list[tuple[int, list[Clash]]] = []
    while left:
        counts: dict[Way, int] = {}
        for clash in left:
            for line in {lines[clash.one], lines[clash.other]}:
                counts[line] = counts.get(line, 0) + 1
        worst = max(counts, key=lambda line: (counts[line], line))
        its = [clash for clash in left if worst in (lines[clash.one], lines[clash.other])]
        left = [clash for clash in left if worst not in (lines[clash.one], lines[clash.other])]
        found.append((its[0].one if lines[its[0].one] == worst else its[0].other, its))
    return sorted(found, key=lambda one: one[0])
