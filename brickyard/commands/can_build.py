"""`brickyard can-build`: what your bricks are enough for."""

from __future__ import annotations

import typer

from brickyard.commands.options import Format, FormatOption, LibraryOption, PathsArgument, SubmodelOption
from brickyard.commands.part_options import (
    AllOption,
    AnyColourOption,
    OnlyOption,
    OverridesOption,
    OwnedOption,
    RecolourOption,
    SetsOption,
    SparesOption,
    SubstitutesOption,
)
from brickyard.parts.forms import Substitutes


def can_build(
    paths: PathsArgument,
    owned: OwnedOption = None,
    sets: SetsOption = None,
    form: FormatOption = Format.TEXT,
    only: OnlyOption = None,
    spares: SparesOption = True,
    recolour: RecolourOption = None,
    any_colour: AnyColourOption = None,
    substitutes: SubstitutesOption = Substitutes.MOULD,
    overrides: OverridesOption = None,
    everything: AllOption = False,
    submodel: SubmodelOption = "",
    library: LibraryOption = None,
) -> None:
    """Show which designs you can build from the parts you own, and what the others lack.

    For example: brickyard can-build company.yaml --owned my-bricks.csv
    """
    from brickyard.parts.adjusting import parse_recolour, wants_nearest
    from brickyard.parts.can_build import answer_lines
    from brickyard.parts.list_making import what_can_be_built
    from brickyard.parts.list_text import show_findings
    from brickyard.terminal import Screen, stderr
    from catalog.database.part_database import open_workspace
    from ldraw_tools.choosing import with_submodel
    from ldraw_tools.findings import BrickyardError, Severity, worst
    from ldraw_tools.json_values import json_text

    paths = with_submodel(paths, submodel)
    if not owned:
        raise BrickyardError("name the list of what you have with --owned FILE")
    answer = what_can_be_built(
        paths,
        owned=owned,
        sets=sets or (),
        substitutes=substitutes,
        only=only or (),
        spares=spares,
        recolour=parse_recolour(recolour or ()),
        nearest_colours=wants_nearest(recolour or ()),
        any_colour=any_colour or (),
        overrides=overrides,
        workspace=open_workspace(library),
    )
    screen = Screen()
    if form is Format.JSON:
        screen.text(json_text(answer))
    else:
        screen.lines(answer_lines(answer, ", ".join(path.name for path in owned), screen.paint, everything))
    # What wasn't read of the lists or the models may change the answer.
    show_findings(answer.findings, stderr(), everything, Severity.WARNING)
    raise typer.Exit(1 if worst(answer.findings) is Severity.ERROR else 0)
