"""Steps of a file that leave something in the air until a later one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ldraw_tools.geometry.pieces import steps_of
from ldraw_tools.measuring.shapes import Points, compose
from ldraw_tools.reading.contents import Contents
from ldraw_tools.solids.clashes import inverse
from ldraw_tools.solids.contacts import Contacts, Rows, join, lead
from ldraw_tools.solids.placements import PlacedParts, Way


class StepInTheAir(NamedTuple):
    """After step `step` of a file (a node), counted from 1, a reference hangs until step `until`.

    `others` are further steps of the file that leave something.
    """

    node: int
    step: int
    until: int
    reference: int
    others: tuple[int, ...] = ()


@dataclass
class _Instance:
    """A file where the model has it first: the way to it, and the parts of each of its references."""

    way: Way
    parts: dict[int, list[int]]


def steps_in_the_air(contacts: Contacts, above: float) -> list[StepInTheAir]:
    """One finding a file, by its first such step."""
    if not contacts.are_certain:
        return []
    nodes = contacts.parts.assembly.nodes
    found = []
    for index, instance in sorted(_instances(contacts.parts).items()):
        contents = nodes[index].contents
        if contents is not None and contents.steps and len(instance.parts) > 1:
            hanging = _hanging(contacts, instance, contents, above)
            if hanging:
                first = hanging[0]
                others = tuple(dict.fromkeys(each[0] for each in hanging if each[0] != first[0]))
                found.append(StepInTheAir(index, *first, others))
    return found


def _instances(parts: PlacedParts) -> dict[int, _Instance]:
    found: dict[int, _Instance] = {}
    for number, part in enumerate(parts):
        for depth, (node, reference) in enumerate(part.way):
            way = part.way[:depth]
            instance = found.setdefault(node, _Instance(way, {}))
            if instance.way == way and reference >= 0:
                instance.parts.setdefault(reference, []).append(number)
    return found


def _hanging(
    contacts: Contacts, instance: _Instance, contents: Contents, above: float
) -> list[tuple[int, int, int]]:
    """(step, until, reference) for all that hang after a step and later don't, in the order of steps."""
    references = sorted(instance.parts)
    owner = np.full(len(contacts.parts), -1, np.intp)
    for place, reference in enumerate(references):
        owner[instance.parts[reference]] = place
    lowest = _lowest(contacts, instance, references)
    steps = steps_of(contents)[references].tolist()
    touching = _touching(contacts, owner)
    weights = [len(instance.parts[reference]) for reference in references]
    leader = list(range(len(references)))
    waiting: dict[int, tuple[int, int]] = {}
    done: list[tuple[int, int, int]] = []
    for step in sorted(set(steps)):
        here = [place for place, its in enumerate(steps) if its <= step]
        for place in here:
            if steps[place] == step:
                for near in touching.get(place, ()):
                    if steps[near] <= step:
                        join(leader, place, near)
        in_air = _in_the_air(here, leader, lowest, weights, above)
        for place in sorted(set(waiting) - in_air):
            began, reference = waiting.pop(place)
            done.append((began, step, reference))
        for place in sorted(in_air - set(waiting)):
            waiting[place] = (step, references[place])
    # What still hangs in the air at the end is reported by another rule.
    return sorted(done)


def _in_the_air(
    here: list[int], leader: list[int], lowest: Points, weights: list[int], above: float
) -> set[int]:
    together: dict[int, list[int]] = {}
    for place in here:
        together.setdefault(lead(leader, place), []).append(place)
    main = max(together.values(), key=lambda group: (sum(weights[place] for place in group), -group[0]))
    table = max(lowest[place] for place in main) - above
    hanging = (group for group in together.values() if max(lowest[place] for place in group) < table)
    return {place for group in hanging for place in group}


def _touching(contacts: Contacts, owner: Rows) -> dict[int, set[int]]:
    one, other = owner[contacts.pairs.one], owner[contacts.pairs.other]
    good = (one >= 0) & (other >= 0) & (one != other)
    found: dict[int, set[int]] = {}
    for a, b in set(zip(one[good].tolist(), other[good].tolist(), strict=True)):
        found.setdefault(a, set()).add(b)
        found.setdefault(b, set()).add(a)
    return found


def _lowest(contacts: Contacts, instance: _Instance, references: list[int]) -> Points:
    """How low each reference reaches as the file itself stands, before it is placed."""
    matrix = np.eye(3, 4)
    for node, reference in instance.way:
        matrix = compose(matrix, contacts.parts.assembly.measurer.placements(node)[reference])
    if abs(np.linalg.det(matrix[:, :3])) < 1e-6:
        return np.zeros(len(references))
    down = inverse(matrix)[1]
    heights = []
    for reference in references:
        points = np.concatenate([contacts.parts[index].points for index in instance.parts[reference]])
        heights.append(float((points @ down[:3]).max() + down[3]))
    return np.array(heights)
