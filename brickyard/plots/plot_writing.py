"""Writes what `render` draws beside pictures of models: line-ups, parts laid flat, sizes, cards for links."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from brickyard.facts.judged_designs import DesignFile, open_design_files, why_no_design
from brickyard.pictures.subject import Subject
from brickyard.pictures.system_marks import open_design
from brickyard.plots.flat_drawing import Drawing, check_name, drawing_bytes
from brickyard.plots.force_line_up import WIDTH as LINE_UP_WIDTH
from brickyard.plots.force_line_up import line_up_drawing
from ldraw_tools.choosing import output_stem
from ldraw_tools.findings import BrickyardError, RefusedError, count_of, printable
from ldraw_tools.workspace import Workspace
from ldraw_tools.writing import Output, make_output
from validators.judged_files import JudgeSettings

# In units of two pixels.
_LEAST_WIDTH = 150.0


class PlotKind(StrEnum):
    LINE_UP = "line-up"
    PARTS = "parts"
    SIZES = "sizes"
    LINK = "link"


def write_plot(
    kind: PlotKind,
    paths: Sequence[Path],
    target: Path | None,
    workspace: Workspace,
    *,
    width: float = 0.0,
    force: bool = False,
    write: bool = True,
) -> Output:
    """A plot, with its usual name if there is no target; a width of 0 is the usual one."""
    if 0 < width < _LEAST_WIDTH:
        raise BrickyardError(f"--size: {2 * _LEAST_WIDTH:.0f} pixels of width is the least for this picture")
    written = target or _usual_name(kind, paths)
    if write:
        check_name(written, force=force)
    files = open_design_files(paths, JudgeSettings(workspace=workspace))
    for file in files:
        if not file.designs:
            raise BrickyardError(why_no_design(file.path, [file], "nothing in it has a model to draw"))
    drawing = _drawn(kind, files, workspace, width)
    fielded = sum(one.count for file in files for one in file.designs if not one.is_spare)
    said = [f"{printable(str(written))}: {drawing.title}, {count_of(fielded, 'unit')}"]
    return make_output({written: drawing_bytes(drawing, written)}, said, write=write, force=force)


def _usual_name(kind: PlotKind, paths: Sequence[Path]) -> Path:
    if kind is PlotKind.SIZES:
        return Path("sizes.png")
    stem = "-".join(output_stem(path) for path in paths[:2])
    return Path(f"{stem}.png" if kind is PlotKind.LINE_UP else f"{stem}-{kind}.png")


def _drawn(kind: PlotKind, files: Sequence[DesignFile], workspace: Workspace, width: float) -> Drawing:
    if kind is PlotKind.LINE_UP:
        return line_up_drawing(files, workspace.library, width or LINE_UP_WIDTH)
    if kind is PlotKind.SIZES:
        from brickyard.plots import size_line_up

        designs = [one for file in files for one in file.designs if not one.is_spare]
        return size_line_up.size_drawing(designs, width or size_line_up.WIDTH)
    if len(files) != 1:
        raise BrickyardError(f"--{kind} draws one thing: name one file")
    if kind is PlotKind.LINK:
        return link_drawing(files[0])
    if files[0].is_force:
        raise BrickyardError("--parts lays out one model: name the model, not the list that fields it")
    from brickyard.plots import parts_flat

    subject = _first_subject(files[0])
    if subject is None:
        raise BrickyardError(f"{printable(str(files[0].path))}: nothing in it can be drawn")
    return parts_flat.parts_drawing(subject, files[0].designs[0].facts.name, width or parts_flat.WIDTH)


def _first_subject(file: DesignFile) -> Subject | None:
    opened = open_design(file.designs[0])
    return opened.subject if opened else None


def link_drawing(file: DesignFile) -> Drawing:
    """Of a company or a fleet, or of a design by itself."""
    from brickyard.plots.social_card import CardModel, design_social_card, force_social_card

    if not file.is_force:
        return design_social_card(file.designs[0].facts, _first_subject(file))
    models = []
    for one in file.designs:
        try:
            opened = None if one.is_spare else open_design(one)
        except RefusedError:
            opened = None
        if opened:
            many = f"{one.count} × " if one.count > 1 else ""
            models.append(CardModel(opened.subject, many + one.facts.name, one.facts.dice))
    return force_social_card(file.facts, models)
