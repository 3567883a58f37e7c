"""What `brickyard inspect` answers, as values: text and JSON are made from these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from brickyard.numbered_parts import NumberedPart
from catalog.colours import name_of
from ldraw_tools import model_findings as oddities
from ldraw_tools.assembly.inventory import Assembly, Inventory, Node, count, count_placed
from ldraw_tools.findings import Finding, Place, in_file_order
from ldraw_tools.measuring.fitting import turn_by_ruler, turns_that_fit
from ldraw_tools.measuring.heaps import Heap, find_heaps
from ldraw_tools.measuring.measure import UP, Measurement, Measurer
from ldraw_tools.measuring.protrusions import protrusions, sticking_out_sideways
from ldraw_tools.names import part_number
from ldraw_tools.notebooks import line_of
from ldraw_tools.reading.contents import COUNTED
from ldraw_tools.reading.header import FileKind
from ldraw_tools.reading.lines import INHERIT, colour_text
from ldraw_tools.units import LDU_PER_BRICK, LDU_PER_STUD, TOLERANCE_LDU, bricks, millimetres, plates, studs
from ldraw_tools.workspace import OpenedModel

if TYPE_CHECKING:
    from ldraw_tools.measuring.protrusions import Protrusion

# Goes up when a key goes away or changes its meaning, not when one is added.
FORMAT = 2
TOP = "at the top"
MOST_HEAPS = 40
# What a person sees who doesn't ask for everything.
HEAPS_SHOWN = 6


class Length(NamedTuple):
    """One length in every unit."""

    ldu: float
    studs: float
    bricks: float
    plates: float
    millimetres: float


class ModelSize(NamedTuple):
    """`complete` is false where a part's size is not known: then the model is at least this large."""

    width: Length
    depth: Length
    height: Length
    height_without_top_studs: Length
    low_corner_ldu: tuple[float, float, float]
    high_corner_ldu: tuple[float, float, float]
    complete: bool
    unmeasured: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PartLine:
    """How many there are of a part in a colour."""

    part: str
    title: str
    kind: str
    colour: str
    colour_name: str
    count: int


class SubmodelLine(NamedTuple):
    """One submodel: how often it is placed in the whole, what it places, and the parts in one of it."""

    name: str
    title: str
    times: int
    parts: int
    steps: int
    submodels: tuple[tuple[str, int], ...]


class HeapLine(NamedTuple):
    """One of the heaps that a model lies in, as a ruler finds it; `#heap 1` in a path means it.

    `submodel` is what all of it is, if it is one.
    """

    name: str
    submodel: str
    pieces: int
    width: Length
    depth: Length
    height: Length


class SticksOut(NamedTuple):
    """A part beyond the box, by how much, and the way down to it."""

    part: str
    by: Length
    where: str
    submodels: tuple[str, ...]
    file: str
    line: int


class BoxFit(NamedTuple):
    """Whether the model fits a box when it may be turned about the vertical axis."""

    fits: bool
    allowed_studs: tuple[float, float]
    allowed_bricks: float | None
    turned_by_degrees: float
    needs_width: Length
    needs_depth: Length
    needs_height: Length
    sticks_out: tuple[SticksOut, ...]


class Inspection(NamedTuple):
    """Everything that is shown of a model."""

    format: int
    file: str
    title: str
    author: str
    submodel: str
    pieces: int
    sold_otherwise: bool
    """Whether shops sell some of it in pieces, or loose pieces as one: `parts` then counts otherwise."""
    lots: int
    steps: int
    size: ModelSize | None
    parts: tuple[PartLine, ...]
    submodels: tuple[SubmodelLine, ...]
    heap_count: int | None
    """None where they weren't told apart: `heap_doubt` says why."""
    heap_doubt: str
    heaps: tuple[HeapLine, ...]
    """Where there are several, the largest forty."""
    fit: BoxFit | None
    findings: tuple[Finding, ...]
    lines: tuple[NumberedPart, ...] = ()
    """Only where they were asked for."""


@dataclass(frozen=True, slots=True)
class InspectAnswer:
    """What is in each model, and why some can't be opened; JSON lists them only if several were asked for."""

    models: tuple[Inspection, ...]
    problems: tuple[str, ...] = ()
    are_several: bool = False

    __repr__ = line_of

    @property
    def document(self) -> Inspection | tuple[Inspection, ...]:
        return self.models if self.are_several else self.models[0]


def inspect_model(
    model: OpenedModel,
    assembly: Assembly,
    *,
    expand: bool = False,
    box: tuple[float, float, float | None] | None = None,
    most_heaps: int = MOST_HEAPS,
) -> Inspection:
    """A model or what is chosen of it; `expand` counts assembled parts as what they are made of.

    `box` is the one it should fit: studs, studs and bricks. So many heaps are measured at the most.
    """
    root, node = assembly.root, assembly.main
    inventory = count(assembly, root, expand)
    measurer = assembly.measurer
    measurement = measurer.measure(root)
    findings = [*assembly.findings, *measurement.findings, *_wrong_total(model, assembly, inventory)]
    header = _header(node)
    lies = find_heaps(assembly, root)
    return Inspection(
        format=FORMAT,
        file=model.document.file,
        title=header[0],
        author=header[1],
        submodel=assembly.chosen,
        pieces=inventory.pieces,
        sold_otherwise=_is_sold_otherwise(assembly, root, inventory),
        lots=len(inventory.lots),
        steps=_steps(node),
        size=_size(measurement),
        parts=tuple(_part_lines(assembly, inventory)),
        submodels=tuple(_submodels(assembly, root)),
        heap_count=None if lies.doubt else len(lies.heaps),
        heap_doubt=lies.doubt,
        heaps=tuple(_heaps(measurer, lies.sure[:most_heaps])) if len(lies.sure) > 1 else (),
        fit=_fit(assembly, measurer, measurement, root, box) if box else None,
        findings=tuple(in_file_order(findings)),
    )


def _wrong_total(model: OpenedModel, assembly: Assembly, inventory: Inventory) -> Iterator[Finding]:
    if model.total_parts is not None and not assembly.chosen and model.total_parts != inventory.pieces:
        said, found = f"{model.total_parts:,}", f"{inventory.pieces:,}"
        yield oddities.ARCHIVE_TOTAL.at(Place(model.document.file), said=said, found=found)


def _part_lines(assembly: Assembly, inventory: Inventory) -> Iterator[PartLine]:
    names = colour_names(assembly, {colour for _, colour in inventory.lots})
    for part, colour, times in inventory.rows():
        code = colour_text(colour)
        yield PartLine(part_number(part.key), part.title, part.kind.value, code, names[colour], times)


def _is_sold_otherwise(assembly: Assembly, root: int, inventory: Inventory) -> bool:
    if any(part.kind is FileKind.SHORTCUT for part in inventory.facts.values()):
        return True
    from brickyard.parts.joining import found_together
    from catalog.database.part_database import shipped_parts
    from catalog.shops.assemblies import may_sit_together, piece_name

    find = shipped_parts().find
    names = {part_number(key): piece_name(one, find) for key in inventory.facts if (one := find(key))}
    if not may_sit_together(frozenset(names.values())):
        return False

    def name(number: str) -> str:
        # A model may place a part by an older number.
        older = None if number in names else find(number)
        return piece_name(older, find) if older else names.get(number, "")

    return bool(found_together(assembly, root, name))


def length(ldu: float) -> Length:
    ldu = round(ldu, 4) + 0.0
    values = (studs(ldu), bricks(ldu), plates(ldu), millimetres(ldu))
    return Length(ldu, *(round(value, 4) for value in values))


def _header(node: Node) -> tuple[str, str]:
    if node.document is None:
        return "", ""
    section = node.document.find(node.section_key)
    return (section.header.title, section.header.author) if section else ("", "")


def _steps(node: Node) -> int:
    """Steps that add something; the last one needs no STEP line."""
    if node.contents is None or not len(node.contents):
        return 0
    ends = [*node.contents.steps, len(node.contents)]
    return len({end for end in ends if end > 0})


def colour_names(assembly: Assembly, codes: Iterable[int]) -> dict[int, str]:
    own = {
        code: definition.name.replace("_", " ")
        for node in assembly.nodes
        if node.contents is not None
        for code, definition in node.contents.colours_defined.items()
    }
    names = {code: own.get(code) or name_of(code) for code in set(codes)}
    return names | {INHERIT: "Main colour"}


def _size(measurement: Measurement) -> ModelSize | None:
    box, solid = measurement.box, measurement.box_without_top_studs
    if box is None or solid is None:
        return None
    return ModelSize(
        length(box.width),
        length(box.depth),
        length(box.height),
        length(solid.height),
        _rounded(box.low),
        _rounded(box.high),
        measurement.is_complete,
        tuple(part_number(item.name) for item in measurement.unmeasured),
    )


def _rounded(corner: tuple[float, float, float]) -> tuple[float, float, float]:
    return (round(corner[0], 4) + 0.0, round(corner[1], 4) + 0.0, round(corner[2], 4) + 0.0)


def _submodels(assembly: Assembly, root: int) -> Iterable[SubmodelLine]:
    for index, times in count_placed(assembly, root).items():
        node = assembly.nodes[index]
        if node.is_part:
            continue
        placed: dict[str, int] = {}
        for _, target in node.placed(COUNTED):
            child = assembly.nodes[target]
            if child.facts is None:
                placed[child.name] = placed.get(child.name, 0) + 1
        title = _header(node)[0]
        yield SubmodelLine(
            node.name, title, times, assembly.pieces[index], _steps(node), tuple(placed.items())
        )


def _heaps(measurer: Measurer, heaps: Sequence[Heap]) -> Iterator[HeapLine]:

    for number, heap in enumerate(heaps, 1):
        found = measurer.measure_parts(heap.nodes, heap.matrices)
        turn, box = found.snuggest, found.box_without_top_studs
        sides = (turn.width, turn.depth, box.height if box else 0.0)
        yield HeapLine(f"heap {number}", heap.name, heap.pieces, *map(length, sides))


def _fit(
    assembly: Assembly,
    measurer: Measurer,
    measurement: Measurement,
    root: int,
    limit: tuple[float, float, float | None],
) -> BoxFit | None:

    box = measurement.box_without_top_studs
    if box is None:
        return None
    width, depth = limit[0] * LDU_PER_STUD, limit[1] * LDU_PER_STUD
    height = None if limit[2] is None else limit[2] * LDU_PER_BRICK
    turn = turns_that_fit(measurement.footprint, width, depth, TOLERANCE_LDU)
    lies_inside = turn is not None
    if turn is None:
        turn = turn_by_ruler(measurement.footprint, width, depth)
    too_high = height is not None and box.height > height + TOLERANCE_LDU
    sticks: list[SticksOut] = []
    if not lies_inside:
        ends = sticking_out_sideways(assembly, measurer, root, turn, (width, depth), TOLERANCE_LDU)
        for end, found in ends.items():
            sticks += _named(found, f"at the {end}")
    if too_high and height is not None:
        beyond = -box.high[1] + height
        sticks += _named(protrusions(assembly, measurer, root, UP, beyond), TOP)
    return BoxFit(
        lies_inside and not too_high,
        limit[:2],
        limit[2],
        round(turn.angle_degrees, 3),
        length(turn.width),
        length(turn.depth),
        length(box.height),
        tuple(sticks),
    )


def _named(found: list[Protrusion], where: str) -> list[SticksOut]:
    return [
        SticksOut(part_number(p.name), length(p.by), where, p.path, p.place.file, p.place.line) for p in found
    ]
