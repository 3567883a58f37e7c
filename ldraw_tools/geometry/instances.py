"""Every place at which every file of a graph stands, found level by level."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ldraw_tools.geometry.texture_codes import FIRST_TEXTURE, moved_codes
from ldraw_tools.reading.array_columns import Columns
from ldraw_tools.reading.digits import FARTHEST, Flags, Numbers, Places
from ldraw_tools.reading.fields import Codes
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


@dataclass(frozen=True, slots=True)
class Instances:
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
