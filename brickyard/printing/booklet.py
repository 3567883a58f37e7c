"""Building instructions as values and pictures: cover, steps with part call-outs, bill of parts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from brickyard.facts.force_colours import colour_of_bricks, ink_on
from brickyard.facts.judged_designs import open_design_files
from brickyard.pictures.paints import MAIN_COLOUR, Paints, colours_of
from brickyard.pictures.shots import ABOVE, Shot, icon, picture_png, step_picture
from brickyard.pictures.step_arrows import pointed_at
from brickyard.pictures.step_views import seeing_view
from brickyard.pictures.subject import Subject, outline_of, turns_in
from brickyard.printing import PaperName, sheet_texts as texts
from brickyard.printing.album import MM_PER_INCH, Album, crop
from brickyard.printing.building_plan import Item, PlanSection, Step, Use, plan_building
from brickyard.printing.pdf_printing import PAPERS, letter_notes, print_pdf
from brickyard.printing.sheet_texts import Plain
from catalog import colours
from catalog.database.part_database import PartRecord, number_today, shipped_parts
from fleets.forces.named_files import MANIFEST_SUFFIXES, files_in, refuse_campaign
from fleets.models.model_units import Unit
from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.choosing import file_of, short_name, with_choice
from ldraw_tools.findings import BrickyardError, printable
from ldraw_tools.geometry.pieces import Numbers, PieceMark, lay_out
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.names import is_untitled
from ldraw_tools.reading.contents import DRAWN
from ldraw_tools.reading.header import Header
from ldraw_tools.reading.lines import INHERIT
from ldraw_tools.rendering.camera import View
from ldraw_tools.rendering.mesh_table import MeshTable
from ldraw_tools.rendering.stage import Stage
from ldraw_tools.units import millimetres, studs
from ldraw_tools.workspace import Workspace
from validators.judged_files import JudgeSettings
from validators.wording import capital

if TYPE_CHECKING:
    from PIL.Image import Image

# The cover is as wide as the paper: its shadow runs over the edge.
_COVER_MM = (216.0, 194.0)
_STEP_MM = 150.0
_ICON_MM = 26.0
# The largest size of a stud on paper: a third more than in real life, and less in call-outs.
_STUD_MM, _ICON_STUD_MM = 10.5, 4.4
_MOST_IN_A_CALLOUT = 18
_MOST_USES = 6
# Near things look larger, so what is drawn to scale gets only this share of a picture's side.
_FITS = 0.9
# What is called by its length, and how long it may be in millimetres to be drawn so.
_LONG = {
    "bar": re.compile(r"Bar\s+\d"),
    "axle": re.compile(r"Technic Axle\s+\d"),
    "beam": re.compile(r"Technic Beam\s+\d"),
}
_THICK = {"bar": 3.2, "axle": 4.8, "beam": 8.0}
_LEAST_LONG, _MOST_LONG = 14.0, 82.0

Told = Callable[[int, int], None]


def instructions_pdf(
    wanted: Sequence[Path],
    workspace: Workspace,
    *,
    paper: PaperName = PaperName.A4,
    dpi: int = 160,
    told: Told | None = None,
) -> tuple[bytes, list[str]]:
    """The PDF, and notes on how it was made; `told` hears how many steps of a booklet are drawn."""
    album = Album()
    booklets = [_booklet(one, workspace, album, dpi, told or _untold) for one in wanted]
    values = {
        "title": ", ".join(booklet["name"] for booklet in booklets)[:200],
        "paper": PAPERS[paper].values(),
        "booklets": booklets,
    }
    return print_pdf("instructions", values, album.files), [*album.notes(), *letter_notes(values)]


def buildables(paths: Sequence[Path], workspace: Workspace) -> list[Path]:
    """A model is itself; of a manifest each model that it lists, with the units in it."""
    return list(dict.fromkeys(one for path in paths for one in _buildables(path, workspace)))


def _buildables(path: Path, workspace: Workspace) -> Iterator[Path]:
    refuse_campaign(path)
    for file in files_in(path):
        if file.suffix.lower() not in MANIFEST_SUFFIXES:
            yield file
            continue
        for found in open_design_files([file], JudgeSettings(workspace=workspace)):
            yield from filter(None, (model_of(design.unit) for design in found.designs))


def model_of(unit: Unit) -> Path | None:
    """The file of its model, and what of it is the unit; None on paper."""
    assembly = unit.assembly
    if assembly is None or assembly.path is None or unit.node is None:
        return None
    key = assembly.nodes[unit.node].key
    return assembly.path if unit.node == assembly.root else with_choice(file_of(assembly.path), key)


def _untold(_done: int, _all: int) -> None:
    """For those who don't ask."""


def _booklet(path: Path, workspace: Workspace, album: Album, dpi: int, tell: Told) -> Plain:
    assembly = workspace.assembly(path)
    root = assembly.root
    node = assembly.nodes[root]
    if node.is_part or node.contents is None:
        raise BrickyardError(f"{path.name}: {printable(node.name)} is a single part, nothing to build")
    booklet = Booklet(assembly, root, album, dpi)
    main = assembly.document.main.header
    section = node.document.find(node.section_key) if node.document else None
    header = section.header if section else Header()
    values = booklet.values(tell)
    if not values["pieces"]:
        raise BrickyardError(f"{path.name}: nothing in it can be drawn")
    return {
        "name": texts.name(_title(header, main) or short_name(path)),
        "author": texts.label(header.author or main.author),
        "credits": texts.design_credits(header.author or main.author, header.licence or main.licence),
        **values,
    }


def _title(*headers: Header) -> str:
    return next((header.title for header in headers if not is_untitled(header.title)), "")


@dataclass
class Booklet:
    """One model being turned into instructions; every picture is drawn once."""

    assembly: Assembly
    root: int
    album: Album
    dpi: int
    _subjects: dict[tuple[Item, bytes], tuple[Subject, Points]] = field(default_factory=dict)
    _icons: dict[Item, Plain] = field(default_factory=dict)
    # From where each was seen last.
    _held: dict[Item, View | None] = field(default_factory=dict)

    def values(self, tell: Told) -> Plain:
        plan = plan_building(self.assembly, self.root, outline_of)
        whole = self._subject(Item(self.root, INHERIT), None)[0]
        for said in whole.remarks():
            self.album.remark(whole.name, said)
        colour = colour_of_bricks((str(item.colour), count) for item, count in _counted(self.assembly, whole))
        done = 0
        sections = []
        for section in plan.sections:
            sections.append(self._section(section))
            done += len(section.steps)
            tell(done, plan.steps)
        return {
            "sections": sections,
            "steps": plan.steps,
            "ours": plan.has_our_steps,
            "cover": self._cover(whole) | {"colour": colour, "ink": ink_on(colour)},
            "remarks": [texts.sentence(capital(remark)) for remark in whole.remarks()],
            "pieces": whole.pieces.number,
            "bill": list(self._bill(whole)),
        }

    # Pictures.

    def _pixels(self, mm: float) -> int:
        return max(8, round(mm / MM_PER_INCH * self.dpi))

    def _cover(self, whole: Subject) -> Plain:
        width, height = (self._pixels(mm) for mm in _COVER_MM)
        shot = Shot((width, height), transparent=True, notes=False)
        return {"file": self.album.add(picture_png(whole, shot)), "width": width, "height": height}

    def _subject(self, item: Item, steps: Numbers | None) -> tuple[Subject, Points]:
        key = (item, b"" if steps is None else steps.tobytes())
        if key not in self._subjects:
            self._subjects[key] = self._laid_out(item, steps)
        return self._subjects[key]

    def _laid_out(self, item: Item, steps: Numbers | None) -> tuple[Subject, Points]:
        """With `steps` each reference has a mark: the step's number is that of its reference."""
        node = self.assembly.nodes[item.node]
        marks = [PieceMark(item.node, (number,)) for number in range(0 if steps is None else len(steps))]
        pieces = lay_out(self.assembly, item.node, marks, outline_of)
        if steps is not None and len(pieces) and pieces.marked:
            owners = np.array(pieces.marked, np.intp)[pieces.marks]
            pieces = replace(pieces, steps=np.where(pieces.marks >= 0, steps[owners], pieces.steps))
        if item.colour != INHERIT:
            pieces = pieces.in_colour(item.colour)
        paints = Paints(colours_of(self.assembly))
        subject = Subject(texts.name(node.name), pieces, paints, MeshTable(pieces.meshes))
        return subject, Stage(pieces, paints, None, subject.table).points

    def _section(self, section: PlanSection) -> Plain:
        subject, points = self._subject(section.item, section.steps_by_reference)
        if not section.is_ours:
            subject = replace(subject, turns=turns_in(self.assembly, section.item.node))
        return {
            "title": self.title(section.item),
            "main": section.is_main,
            "times": section.times,
            "uses": self._uses(section) if section.first <= 1 else "",
            "begins": section.first <= 1,
            "steps": list(self._steps(section, subject, points)),
        }

    def _scale(self, points: Points, most_mm: float, stud_mm: float) -> float:
        """Millimetres on paper for a stud, so that all fits and nothing is larger than life."""
        return min(stud_mm, most_mm / max(_across(points), 0.1)) if len(points) else stud_mm

    def _steps(self, section: PlanSection, subject: Subject, points: Points) -> Iterator[Plain]:
        """With the sign that it is held otherwise: as the file says, or to see what would be hidden."""
        shot = self._shot(points)
        for step in section.steps:
            held = self._held.get(section.item)
            view = seeing_view(subject, shot, step.number) if len(points) else None
            yield {
                "number": step.shown,
                "turned": _is_turned(subject, step.number) or (step.shown > 1 and view != held),
                "picture": self._step_picture(step, section.item, subject, shot._replace(view=view or ABOVE)),
                "parts": [self._called_out(*pair) for pair in step.parts[:_MOST_IN_A_CALLOUT]],
                "submodels": [self._called_out(*pair) for pair in step.submodels[:_MOST_IN_A_CALLOUT]],
                "more": max(0, len(step.parts) - _MOST_IN_A_CALLOUT)
                + max(0, len(step.submodels) - _MOST_IN_A_CALLOUT),
            }
            self._held[section.item] = view

    def _shot(self, points: Points) -> Shot:
        """How all steps of a submodel are taken."""
        per_stud = self._scale(points, _STEP_MM, _STUD_MM)
        # No more paper than the whole of it needs: a small submodel is drawn sooner.
        side = self._pixels(min(_STEP_MM, per_stud * _across(points)) / _FITS)
        return Shot(
            (side, side),
            ABOVE,
            transparent=True,
            pixels_per_stud=self._pixels_per_stud(per_stud),
            shadows=False,
            ground=False,
            notes=False,
            framed_by=points,
        )

    def _step_picture(self, step: Step, item: Item, subject: Subject, shot: Shot) -> Plain | None:
        if not len(subject.pieces.up_to_step(step.number)):
            return None
        image = step_picture(subject, shot, step.number, fade=True)
        left, top, _, _ = image.getchannel("A").getbbox() or (0, 0, 1, 1)
        node = self.assembly.nodes[item.node]
        placed = {} if not step.submodels else dict(node.placed(DRAWN))
        submodels = [at for at, target in placed.items() if self.assembly.nodes[target].contents is not None]
        mm = MM_PER_INCH / self.dpi
        arrows = [
            [(x - left) * mm, (y - top) * mm, dx, dy]
            for x, y, dx, dy in pointed_at(subject, shot, step.number, submodels)
        ]
        return {**self._placed(image), "arrows": arrows}

    def _pixels_per_stud(self, per_stud: float) -> float:
        return per_stud / MM_PER_INCH * self.dpi

    def _placed(self, picture: Image) -> Plain:
        data, width, height = crop(picture)
        return {
            "file": self.album.add(data),
            "width": width / self.dpi * MM_PER_INCH,
            "height": height / self.dpi * MM_PER_INCH,
        }

    def _called_out(self, item: Item, count: int) -> Plain:
        return {
            "icon": self.icon(item),
            "count": count,
            "name": self.title(item),
            "length": self._true_length(item),
        }

    def _true_length(self, item: Item) -> Plain | None:
        """Bars, axles and beams look alike but for their length: they are drawn as long as they are, too."""
        node, record = self.assembly.nodes[item.node], self._record(item)
        kind = next((kind for kind, start in _LONG.items() if record and start.match(record.title)), None)
        points = self._subject(item, None)[1] if kind and node.is_part else ()
        if kind is None or not len(points):
            return None
        sides = sorted(millimetres(side) for side in np.ptp(points, axis=0).tolist())
        if not _LEAST_LONG <= sides[-1] <= _MOST_LONG:
            return None
        return {"kind": kind, "long": sides[-1], "wide": min(sides[1], _THICK[kind])}

    def icon(self, item: Item) -> Plain | None:
        """A part or a submodel by itself; all to one scale, but for what is too large."""
        if item not in self._icons:
            subject, points = self._subject(item, None)
            if not len(subject.pieces) or not len(points):
                return None
            side = self._pixels(_ICON_MM / _FITS)
            per_stud = self._pixels_per_stud(self._scale(points, _ICON_MM, _ICON_STUD_MM))
            self._icons[item] = self._placed(icon(subject, (side, side), per_stud))
        return self._icons[item]

    # Words.

    def title(self, item: Item) -> str:
        """A part's number, a submodel's title or name."""
        node = self.assembly.nodes[item.node]
        if node.is_part or node.contents is None:
            return self._number(item)
        section = node.document.find(node.section_key) if node.document else None
        title = section.header.title if section else ""
        return texts.label(title or node.name)

    def _uses(self, section: PlanSection) -> str:
        """`1 for the left arm, 2 for each leg`; nothing where all of them go to one place."""
        if len(section.uses) < 2 and all(use.parents == 1 for use in section.uses):
            return ""
        told = section.uses if len(section.uses) <= _MOST_USES else section.uses[: _MOST_USES - 1]
        titles = Counter(self.title(use.parent) for use in told)
        said = [self._use(use, titles[self.title(use.parent)] > 1) for use in told]
        others = sum(use.copies for use in section.uses[len(told) :])
        return ", ".join([*said, f"{others} for others"] if others else said)

    def _use(self, use: Use, in_colour: bool) -> str:
        each = "each " if use.parents > 1 else ""
        title = "the model" if use.is_main else self.title(use.parent)
        colour = f" in {self._named(use.parent)[1]}" if in_colour and use.parent.colour != INHERIT else ""
        return f"{use.each} for {each}{title}{colour}"

    def _bill(self, whole: Subject) -> Iterator[Plain]:
        """Every part of the whole model once, by colour and title, under the number it has today."""
        rows: dict[tuple[str, str, str], Plain] = {}
        for item, count in _counted(self.assembly, whole):
            title, colour = self._named(item)
            row = rows.setdefault((colour, title, self._number(item)), {"icon": self.icon(item), "count": 0})
            row["count"] += count
        for (colour, title, number), row in sorted(rows.items(), key=lambda one: one[0]):
            yield {**row, "number": number, "title": title, "colour": colour}

    def _record(self, item: Item) -> PartRecord | None:
        """As the part is known today, under whatever number the file has it."""
        record = shipped_parts().find(self.assembly.nodes[item.node].key)
        return shipped_parts().follow(record) if record else None

    def _number(self, item: Item) -> str:
        return texts.label(number_today(self.assembly.nodes[item.node].key))

    def _named(self, item: Item) -> tuple[str, str]:
        node, record = self.assembly.nodes[item.node], self._record(item)
        title = record.title if record else (node.facts.title if node.facts else "")
        colour = colours.name_of(MAIN_COLOUR if item.colour == INHERIT else item.colour)
        return texts.name(title), texts.label(colour)


def _across(points: Points) -> float:
    """The longest diagonal in studs."""
    return studs(float(np.linalg.norm(np.ptp(points, axis=0)))) if len(points) else 0.0


def _is_turned(subject: Subject, step: int) -> bool:
    """Whether it is held otherwise than for the step before."""
    now, before = subject.turns.get(step), subject.turns.get(step - 1)
    return not now.is_same(before) if now else before is not None


def _counted(assembly: Assembly, whole: Subject) -> Iterable[tuple[Item, int]]:
    pieces = whole.pieces
    by_key = assembly.by_key
    counts: Counter[Item] = Counter()
    for mesh, colour in zip(pieces.mesh.tolist(), pieces.colours.tolist(), strict=True):
        node = by_key.get(pieces.keys[mesh])
        if node is not None and (node.is_part or node.contents is None):
            counts[Item(node.index, colour)] += 1
    return counts.items()
