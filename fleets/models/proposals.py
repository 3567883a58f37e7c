"""Tags that names propose: submodels and groups that sound like systems. Nothing is tagged by itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from catalog.vocabulary import Body, Vocabulary
from fleets.models.containment import section_of
from fleets.models.model_units import Proposal, Role, Unit
from fleets.models.tagged_model import Scene, is_figure_node
from fleets.notation import Reading, read_systems
from fleets.tagging import tag_findings
from fleets.tagging.equipment_words import Meaning, equipment_meant, fits, has_legs, is_of_people, title_of
from fleets.tagging.file_tags import plain_name
from fleets.tagging.tag_values import folded, is_notation
from ldraw_tools.findings import BrickyardError, Finding, and_more, listed
from ldraw_tools.phrases import about_file, say
from ldraw_tools.reading.contents import DRAWN
from ldraw_tools.reading.lines import shortened

_END = re.compile(r"([^()]*[^()\s])\s*\(([^()]*)\)")
_LONGEST_NAME = 200
# A company's systems are fixed; stations and terrain have none.
_EQUIPPED = (Role.FRAME, Role.SHIP)


class _Names(NamedTuple):
    """Reads names as equipment of one unit."""

    body: Body
    vocabulary: Vocabulary
    walks: bool

    def meaning(self, *names: str) -> Meaning | None:
        """What names of one thing mean together; what one of them says at its end is believed."""
        bare, said = list(names), ""
        for place, name in enumerate(names):
            end = _END.fullmatch(name)
            if end and self._is_tag(end[2].strip()):
                bare[place], said = end[1], end[2].strip()
        meant = equipment_meant(bare, self.body, self.vocabulary, walks=self.walks or bool(said))
        if meant and not said:
            said = next((tag for tag in meant.tags if any(_ends_with(name, tag) for name in names)), "")
        return meant._replace(tags=(said,)) if meant and said else meant

    def _is_tag(self, text: str) -> bool:
        is_system = is_notation(text) and isinstance(read_systems(text, self.vocabulary), Reading)
        return is_system or folded(text) == Role.ROCKET


def _ends_with(name: str, tag: str) -> bool:
    """`cannon 2Rd`."""
    return name.endswith(tag) and name.removesuffix(tag)[-1:] in (" ", "_", "-")


def proposals(
    scene: Scene, index: int, unit: Unit, counts: Mapping[int, int], vocabulary: Vocabulary
) -> Iterator[Proposal]:
    """Submodels and groups of the unit's body that sound like systems and hold nothing tagged."""
    body = vocabulary.body(unit.body)
    if unit.role not in _EQUIPPED or body is None:
        return
    names = _Names(body, vocabulary, any(has_legs(name) for one in counts for name in _all_names(scene, one)))
    # What is around each part of the body, so that nothing of a pilot's is proposed.
    around = {index: index}
    taken: set[int] = set()
    for other, count in counts.items():
        if other not in around or not count:
            continue
        meant = None
        if other != index and other not in scene.around_tags:
            meant = names.meaning(*_called(scene, other))
        if meant and not _is_of_people(scene, other, around):
            taken.add(other)
            name = scene.assembly.nodes[scene.holder(other).node].name
            yield Proposal(name, meant.word, meant.tags, count, scene.place(other), _is_here(scene, other))
        elif not meant:
            held = scene.holder(other).children
            around.update(
                (child, other) for child in held if scene.tag(child) is None and child not in around
            )
    for other in around:
        if other not in taken and counts[other]:
            yield from _groups(scene, other, names, taken, counts[other], around)


def _groups(
    scene: Scene, index: int, names: _Names, taken: set[int], times: int, around: Mapping[int, int]
) -> Iterator[Proposal]:
    """Groups of parts, not of submodels that are proposed or tagged themselves."""
    holder = scene.holder(index)
    node = scene.assembly.nodes[holder.node]
    section = section_of(node)
    if section is None or holder.region is not None:
        return
    regions = (scene.holder(child).region for child in holder.children)
    marked = {member for region in regions if region for member in region.members}
    for group in section.contents.groups:
        meant = names.meaning(plain_name(group.name))
        members = (
            {member for member in group.members if section.contents.uses[member] & DRAWN} if meant else set()
        )
        held = {node.targets[member] for member in members}
        if not meant or not members or members & marked or held & (taken | scene.around_tags):
            continue
        if not any(scene.tag(target) for target in held) and not _is_of_people(scene, index, around):
            place = section.contents.at(group.line)
            is_here = _is_here(scene, index, group.name)
            yield Proposal(group.name, meant.word, meant.tags, times, place, is_here)


def hint(proposal: Proposal) -> Finding:
    """The same as a finding."""
    bare = plain_name(proposal.name)
    if (end := _END.fullmatch(bare)) and end[2].strip() in proposal.tags:
        bare = end[1]
    for tag in proposal.tags:
        bare = bare.removesuffix(tag).rstrip(" _-") if _ends_with(bare, tag) else bare
    first, *others = proposal.tags
    example = "”, “".join([f"{shortened(bare, 60)} [{first}]", *(f"… [{tag}]" for tag in others)])
    return tag_findings.EQUIPMENT.at(proposal.place, name=shortened(proposal.name, 60), example=example)


def _called(scene: Scene, index: int) -> list[str]:
    """A submodel's name and title."""
    node = scene.assembly.nodes[scene.holder(index).node]
    section = section_of(node)
    titles = [title] if section and (title := title_of(section)) else []
    return [plain_name(name[:_LONGEST_NAME]) for name in (node.name, *titles)]


def _all_names(scene: Scene, index: int) -> list[str]:
    section = section_of(scene.assembly.nodes[scene.holder(index).node])
    groups = section.contents.groups if section else ()
    return [*_called(scene, index), *(group.name for group in groups)]


def _is_of_people(scene: Scene, index: int, around: Mapping[int, int]) -> bool:
    """Whether it is a figure, or something that a figure holds; the unit itself is none."""
    while around[index] != index:
        node = scene.assembly.nodes[scene.holder(index).node]
        if any(map(is_of_people, _called(scene, index))) or is_figure_node(scene.assembly, node):
            return True
        index = around[index]
    return False


def _is_here(scene: Scene, index: int, name: str = "") -> bool:
    """Whether it is in the file itself, where its tag can be written by its name."""
    node = scene.assembly.nodes[scene.holder(index).node]
    return node.document is scene.assembly.document and not {"*", "?"} & set(name or node.name)


def accepted_tags(
    file: Path, proposed: Sequence[Proposal], names: Sequence[str], others: Iterable[str]
) -> dict[str, str]:
    """The tags that names propose, by name: of these, else of all that say a die; not of `others`."""
    others = list(others)
    left = [one for one in proposed if not any(fits(other, one.name) for other in others)]
    wanted = [one for one in left if len(one.tags) == 1] if not names else []
    for name in names:
        meant = [one for one in left if fits(name, one.name)]
        if not meant:
            names = and_more([say("“{text}”", text=shortened(one.name)) for one in proposed])
            told = {"name": shortened(name, 60), "known": names or say("nothing")}
            why = say("“{name}” is not proposed; by name {known} would be", **told)
            raise BrickyardError(about_file(file, why))
        wanted += meant
    open_ones = [one for one in (wanted if names else left) if len(one.tags) > 1]
    if open_ones and (names or not (wanted or others)):
        first = open_ones[0]
        told = {"name": shortened(first.name, 60), "tags": listed(first.tags, "or"), "tag": first.tags[1]}
        why = say('“{name}” may be {tags}; choose one: --set "{name}={tag}"', **told)
        raise BrickyardError(about_file(file, why))
    if not wanted and not others:
        why = say("no name in it says a system; write --set NAME=TAG")
        raise BrickyardError(about_file(file, why))
    return {one.name: one.tags[0] for one in wanted}
