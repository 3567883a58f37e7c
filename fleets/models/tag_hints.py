"""What a scene's tags leave open: pieces in no unit, units in units, equipment without a tag."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from fleets.dice.vocabulary import Body, Vocabulary
from fleets.models.containment import section_of
from fleets.models.model_units import UNITS, Role, Unit
from fleets.models.tagged_model import Scene
from fleets.notation import Reading, read_systems
from fleets.tagging import tag_findings
from fleets.tagging.equipment_words import equipment_tag
from fleets.tagging.file_tags import plain_name
from fleets.tagging.name_patterns import title_of
from fleets.tagging.tag_values import BRACKETS, described, folded, is_notation
from ldraw_tools.findings import Finding
from ldraw_tools.reading.lines import shortened

_IN_PARENTHESES = re.compile(r"([^()]*[^()\s])\s*\(([^()]*)\)")
# A company's systems are fixed; stations and terrain have none.
_EQUIPPED = (Role.FRAME, Role.SHIP)


def loose_pieces(scene: Scene) -> Iterator[Finding]:
    for index, tag in scene.loose.items():
        if tag.role is not Role.SPARE:
            yield tag_findings.LOOSE.at(tag.place, name=shortened(scene.name(index), 60), tag=described(tag))


def units_in_units(scene: Scene, index: int, unit: Unit, counts: Mapping[int, int]) -> Iterator[Finding]:
    for other, count in counts.items():
        tag = scene.tag(other)
        if other != index and count and tag and tag.role is unit.role and unit.role in UNITS:
            names = {"name": shortened(scene.name(other)), "around": shortened(unit.name)}
            yield tag_findings.UNIT_IN_UNIT.at(tag.place, role=unit.role, **names)


def untagged_equipment(
    scene: Scene, index: int, unit: Unit, counts: Mapping[int, int], vocabulary: Vocabulary
) -> Iterator[Finding]:
    """Submodels of the unit's body that sound like systems and hold nothing tagged."""
    body = vocabulary.body(unit.body)
    if unit.role not in _EQUIPPED or body is None:
        return
    in_body = {index}
    for other, count in counts.items():
        if other not in in_body or not count:
            continue
        found = None
        if other != index and other not in scene.around_tags:
            found = _equipment(scene, other, body, vocabulary)
        if found:
            yield found
        else:
            in_body.update(child for child in scene.holder(other).children if scene.tag(child) is None)


def _equipment(scene: Scene, index: int, body: Body, vocabulary: Vocabulary) -> Finding | None:
    node = scene.assembly.nodes[scene.holder(index).node]
    section = section_of(node)
    title = title_of(section) if section else ""
    for text in (node.name, title):
        name = plain_name(text)
        if tag := equipment_tag(name, body, vocabulary):
            example = _example(name, tag, vocabulary)
            return tag_findings.EQUIPMENT.at(
                scene.place(index), name=shortened(node.name, 60), example=example
            )
    return None


def _example(name: str, tag: str, vocabulary: Vocabulary) -> str:
    """The name with its tag in brackets; what says the same at its end already makes room for it."""
    if said := _IN_PARENTHESES.fullmatch(name):
        is_word = folded(said[2]) in BRACKETS
        if is_word or (is_notation(said[2]) and isinstance(read_systems(said[2], vocabulary), Reading)):
            name, tag = said[1], said[2].strip()
    bare = name.removesuffix(tag).rstrip(" _-")
    return f"{shortened(bare or name, 60)} [{tag}]"
