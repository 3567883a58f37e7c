"""The job of `brickyard render`: a picture of a model, a submodel, a step or a part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from brickyard.pictures.figure import with_figure
from brickyard.pictures.lettering import lacking
from brickyard.pictures.making import (
    Shot,
    at_step,
    fits,
    photo_png,
    picture_png,
    picture_svg,
    step_frame,
    step_png,
    suiting_view,
)
from brickyard.pictures.subject import Opened, Subject, part_subject
from brickyard.pictures.systems import SystemMark, system_marks
from brickyard.terminal import Screen
from catalog import colours
from catalog.database.part_database import open_workspace
from fleets.forces.force import Force
from fleets.forces.named_files import MANIFEST_SUFFIXES
from ldraw_tools.findings import BrickyardError, and_more, count_of, printable
from ldraw_tools.reading.lines import INHERIT
from ldraw_tools.workspace import LateLibrary
from ldraw_tools.writing import check_output, write_output

SUFFIXES = (".png", ".svg")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to draw of a model; with `part` no model is needed. Step 0 is the whole."""

    submodel: str = ""
    step: int = 0
    part: str = ""
    colour: str = ""
    systems: bool = False
    figure: bool = False
    fade: bool = False
    photo: bool = False


def render(
    model: Path | None,
    wanted: Wanted,
    shot: Shot,
    target: Path | None,
    library: list[Path],
    force: bool = False,
) -> int:
    written = _target(model, wanted, target)
    check_output(written, force=force)
    if wanted.photo and (wanted.systems or wanted.fade or written.suffix.lower() != ".png"):
        raise BrickyardError("--photo makes a .png of things as they are: leave out --systems and --fade")
    workspace = open_workspace(library)
    shelves = workspace.library
    systems: list[SystemMark] | None = None
    if wanted.part:
        subject = _part(wanted, shelves)
    elif model is None:
        raise BrickyardError("say what to draw: a model, or a part with --part")
    elif model.suffix.lower() in MANIFEST_SUFFIXES and model.is_file():
        raise _is_a_list(model, library)
    else:
        opened = Opened(workspace.model(model), shelves)
        systems = system_marks(opened.survey) if wanted.systems else None
        subject = opened.subject(wanted.submodel, [system.mark for system in systems or ()])
    if shot.view is not None:
        # Whoever says from where to look isn't contradicted by the file.
        subject = replace(subject, turns={})
    if wanted.figure:
        subject = with_figure(subject, shelves, (shot.view or suiting_view(subject)).azimuth)
    write_output(written, _data(subject, wanted, shot, systems, written.suffix.lower()), force=force)
    _say(written, subject, wanted, shot, systems)
    return 0


def _is_a_list(manifest: Path, library: list[Path]) -> BrickyardError:
    """A manifest has no picture of its own: which models there are to draw."""
    from brickyard.pictures.designs import model_path
    from validators.judged_files import JudgeSettings, read_file

    entry = read_file(manifest, JudgeSettings(workspace=open_workspace(library)))
    spares = [one.unit for one in entry.subject.spares] if isinstance(entry.subject, Force) else []
    units = [*(unit for unit, _ in entry.units), *spares]
    models = list(dict.fromkeys(str(path) for unit in units if (path := model_path(unit))))
    name = printable(str(manifest))
    if not models:
        why = f"; brickyard check {name} says why" if entry.why_nothing else ""
        return BrickyardError(f"{name} lists no model that can be drawn{why}")
    return BrickyardError(f"{name} is a list: name one of its models, {printable(and_more(models, 8))}")


def _data(
    subject: Subject, wanted: Wanted, shot: Shot, systems: Sequence[SystemMark] | None, suffix: str
) -> bytes:
    if wanted.step:
        last = subject.pieces.last_step
        if wanted.step > last:
            raise BrickyardError(f"{subject.name} has {count_of(last, 'step')}, not {wanted.step}")
        if suffix == ".png" and systems is None and not wanted.photo:
            return step_png(subject, step_frame(subject, shot), wanted.step, fade=wanted.fade)
        subject, shot = at_step(subject, step_frame(subject, shot), wanted.step)
    if wanted.photo:
        return photo_png(subject, shot)
    if suffix == ".svg":
        return picture_svg(subject, shot, systems).encode()
    return picture_png(subject, shot, systems)


def _part(wanted: Wanted, library: LateLibrary) -> Subject:
    code = INHERIT
    if wanted.colour:
        found = colours.find(wanted.colour)
        if found is None:
            near = colours.suggest(wanted.colour)
            hint = f"; did you mean {near.name}?" if near else ""
            raise BrickyardError(f"no colour “{printable(wanted.colour)}”{hint}")
        code = found.code
    subject = part_subject(wanted.part, code, library)
    if not len(subject.pieces):
        from catalog.database.part_database import shipped_parts

        near_part = shipped_parts().nearest(f"{wanted.part.strip().lower().removesuffix('.dat')}.dat")
        hint = f"; did you mean {near_part.removesuffix('.dat')}?" if near_part else ""
        raise BrickyardError(f"no part “{printable(wanted.part)}”{hint}")
    return subject


def _target(model: Path | None, wanted: Wanted, target: Path | None) -> Path:
    if target is not None:
        if target.suffix.lower() not in SUFFIXES:
            raise BrickyardError(f"{target}: a picture's name ends with {' or '.join(SUFFIXES)}")
        return target
    stem = wanted.part.replace("/", "-").replace("\\", "-") if wanted.part or model is None else model.stem
    if wanted.step:
        stem += f"-step-{wanted.step}"
    return Path(f"{stem.removesuffix('.dat')}.png")


def _say(
    written: Path, subject: Subject, wanted: Wanted, shot: Shot, systems: Sequence[SystemMark] | None
) -> None:
    screen = Screen()
    pieces = subject.pieces.up_to_step(wanted.step) if wanted.step else subject.pieces
    for line in subject.remarks():
        screen.line(f"note: {line}")
    if systems is not None and not subject.pieces.marked:
        screen.line("note: no part of it is tagged as a system (see: brickyard tags)")
    if written.suffix.lower() == ".png" and (lost := lacking(system.name for system in systems or ())):
        screen.line(f"note: letters that our type lacks are question marks: {lost}; an .svg keeps them")
    if shot.pixels_per_stud and not fits(subject, shot):
        screen.line("note: at this scale it is larger than the picture")
    width, height = shot.size
    screen.line(f"{printable(str(written))}: {width}×{height} pixels, {count_of(len(pieces), 'part')}")
