"""Every submodel of a model with what it was taken for and why."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.designs import Role, Source, Tag
from fleets.scene import Scene
from ldraw_tools.diagnostics import count_of

Entry = tuple[str, Tag | None, str]


def submodels_of(scene: Scene, taken_for: Role | None) -> list[Entry]:
    """In the order the model places them; `taken_for` is what an untagged main model became."""
    return [*_placed(scene, taken_for), *_not_placed(scene)]


def _placed(scene: Scene, taken_for: Role | None) -> Iterator[Entry]:
    nodes = scene.assembly.nodes
    for index in scene.in_order:
        holder = scene.holder(index)
        is_file = index < len(nodes)
        # A file that stands in for itself without its tag is listed once already.
        if not is_file and holder.region is None:
            continue
        name = nodes[index].name if is_file else scene.name(index)
        if holder.tag:
            yield name, holder.tag, _why(holder.tag) + _times(scene.counts[index])
        elif index != scene.root:
            yield name, None, "no tag: belongs to the body" + _times(scene.counts[index])
        elif taken_for:
            yield name, None, f"no tag: the main model is taken for a {taken_for}"
        else:
            yield name, None, "no tag: the main model only places the units"


def _not_placed(scene: Scene) -> Iterator[Entry]:
    document = scene.assembly.document
    elsewhere = {scene.holder(index).node for index in scene.in_order}
    own = {node.section_key: node for node in scene.assembly.nodes if node.document is document}
    for key, section in document.sections.items():
        node = own.get(key)
        if section.header.is_library_file or (node and (node.is_part or node.index in elsewhere)):
            continue
        tag = scene.reader.read(section, document).tag
        why = "only in a spare or a hidden line" if node else "placed nowhere"
        yield section.name, tag, f"{why}: doesn't count"


def _why(tag: Tag) -> str:
    match tag.source:
        case Source.META:
            return f"by meta line {tag.place.line}"
        case Source.MANIFEST:
            return f"by line {tag.place.line} of the manifest"
        case Source.GROUP:
            return "by its group's name"
        case _:
            return "by its name"


def _times(count: int) -> str:
    return f", placed {count_of(count, 'time')}" if count > 1 else ""
