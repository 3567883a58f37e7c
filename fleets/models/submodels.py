"""Every submodel of a model with what it was taken for and why."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.models.model_units import Role, Tag, TagSource
from fleets.models.tagged_model import Scene
from fleets.tagging.tag_values import described
from ldraw_tools.assembly.graph import Assembly
from ldraw_tools.findings import count_of
from ldraw_tools.reading.contents import COUNTED
from ldraw_tools.reading.lines import shortened

Entry = tuple[str, Tag | None, str]
_BODY = "the body"
_MOST_NAMED = 2


def is_figure(assembly: Assembly, name: str) -> bool:
    """Whether a submodel is a minifigure: more than half of its parts are parts of one."""
    node = next((one for one in assembly.nodes if one.name == name and not one.is_part), None)
    placed = [assembly.nodes[target] for _, target in node.placed(COUNTED)] if node else []
    titles = [one.facts.title.lstrip("~=_|") if one.facts else "" for one in placed]
    return 2 * sum(title.startswith("Minifig") for title in titles) > len(titles)


def submodels_of(scene: Scene, taken_for: Role | None) -> list[Entry]:
    """In the order the model places them; `taken_for` is what an untagged main model became."""
    return [*_placed(scene, taken_for), *_not_placed(scene)]


def _placed(scene: Scene, taken_for: Role | None) -> Iterator[Entry]:
    nodes, around = scene.assembly.nodes, _tagged_around(scene)
    for index in scene.in_order:
        holder = scene.holder(index)
        is_file = index < len(nodes)
        # A file that is here again without its tag is listed already.
        if not is_file and holder.region is None:
            continue
        name = nodes[index].name if is_file else scene.name(index)
        if holder.tag:
            yield name, holder.tag, _why(holder.tag) + _times(scene.counts[index])
        elif index != scene.root:
            yield name, None, f"no tag: belongs to {around[index]}" + _times(scene.counts[index])
        elif taken_for:
            yield name, None, f"no tag: the main model is taken for a {taken_for}"
        else:
            yield name, None, "no tag: the main model only places the units"


def _tagged_around(scene: Scene) -> dict[int, str]:
    """For each holder what it is a part of: the body, or the tagged pieces that place it."""
    found: dict[int, dict[str, None]] = {}
    for index in scene.holders.order:
        holder = scene.holder(index)
        around = list(found.get(index) or [_BODY])
        if holder.tag:
            called = f"{shortened(scene.name(index))} {described(holder.tag)}"
            around = [_BODY if holder.is_unit else called]
        for child in holder.children:
            # Few are named, and no more are handed down.
            found.setdefault(child, {}).update(dict.fromkeys(around[: _MOST_NAMED + 1]))
    return {index: _together(list(found.get(index) or [_BODY])) for index in scene.in_order}


def _together(names: list[str]) -> str:
    first = sorted(names, key=lambda name: (name != _BODY, name))[:_MOST_NAMED]
    return " and ".join(first + ["others"] * (len(names) > _MOST_NAMED))


def _not_placed(scene: Scene) -> Iterator[Entry]:
    document = scene.assembly.document
    if scene.assembly.chosen:
        # What was not chosen is of no interest.
        return
    elsewhere = {scene.holder(index).node for index in scene.in_order}
    own = {node.section_key: node for node in scene.assembly.nodes if node.document is document}
    for key, section in document.sections.items():
        node = own.get(key)
        if section.header.is_library_file or (node and (node.is_part or node.index in elsewhere)):
            continue
        tag = scene.reader.read(section, document).tag
        if key in scene.assembly.poses:
            posed = shortened(scene.assembly.nodes[scene.assembly.poses[key]].name)
            yield section.name, tag, f"never placed: {posed} in another pose"
            continue
        why = "only in a spare or a hidden line" if node else "never placed"
        yield section.name, tag, f"{why}: doesn't count"


def _why(tag: Tag) -> str:
    match tag.source:
        case TagSource.META:
            return f"by meta line {tag.place.line}"
        case TagSource.MANIFEST:
            return f"by line {tag.place.line} of the manifest"
        case TagSource.GROUP:
            return "by its group's name"
        case _:
            return "by its name"


def _times(count: int) -> str:
    return f", placed {count_of(count, 'time')}" if count > 1 else ""
