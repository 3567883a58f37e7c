"""Every part that a file places, with the number of its line: what `tags --set "lines 40-52=2Rd"` names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ldraw_tools.assembly.inventory import Assembly, Node
from ldraw_tools.names import part_number
from ldraw_tools.reading.contents import DRAWN
from ldraw_tools.reading.lines import parse_number


class NumberedPart(NamedTuple):
    """A line of a file: what it places, where (x, y and z in LDU, y down), and the tag around it."""

    line: int
    submodel: str
    part: str
    title: str
    colour_name: str
    at: tuple[float, float, float]
    tag: str


def numbered_parts(assembly: Assembly) -> tuple[NumberedPart, ...]:
    """In the order of the file; what other files place isn't listed."""
    below = [assembly.nodes[index] for index in assembly.below(assembly.root)]
    found = [one for node in below if node.document is assembly.document for one in _placed(assembly, node)]
    return tuple(sorted(found, key=lambda one: one.line))


def _placed(assembly: Assembly, node: Node) -> Iterator[NumberedPart]:
    from brickyard.inspection import colour_names
    from fleets.tagging.file_tags import TagReader
    from fleets.tagging.tag_values import described

    contents, section = node.contents, assembly.document.find(node.section_key)
    if contents is None or section is None or node.is_part:
        return
    regions = TagReader().read(section, assembly.document).regions
    tags = {member: described(region.tag) for region in regions for member in region.members}
    names = colour_names(assembly, contents.colours)
    for member, fields in enumerate(contents.references):
        if contents.uses[member] & DRAWN:
            facts = assembly.nodes[node.targets[member]].facts if node.targets[member] >= 0 else None
            part = part_number(facts.key) if facts else contents.name_of(member)
            x, y, z = (round(parse_number(field) or 0.0, 3) for field in fields[2:5])
            title = " ".join(assembly.follow(facts).title.split()) if facts else ""
            about = part, title, names[contents.colours[member]], (x, y, z)
            yield NumberedPart(contents.lines[member], node.name, *about, tags.get(member, ""))
