"""`brickyard can-build`: what your bricks are enough for."""

from __future__ import annotations

import typer

import brickyard
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
from brickyard.parts import Substitutes
from brickyard.terminal import Screen, stderr
from ldraw_tools.findings import Severity, worst


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
    from brickyard.parts.can_build import answer_lines
    from brickyard.parts.list_text import show_findings
    from catalog.database.part_database import open_workspace

    answer = brickyard.can_build(
        paths,
        owned=owned or (),
        sets=sets or (),
        only=only or (),
        spares=spares,
        recolour=recolour,
        any_colour=any_colour or (),
        substitutes=substitutes,
        overrides=overrides,
        submodel=submodel,
        workspace=open_workspace(library),
    )
    screen = Screen()
    if form is Format.JSON:
        screen.document(answer)
    else:
        names = ", ".join(path.name for path in owned or ())
        screen.lines(answer_lines(answer, names, screen.paint, everything))
    # What wasn't read of the lists or the models may change the answer.
    show_findings(answer.findings, stderr(), everything, Severity.WARNING)
    raise typer.Exit(1 if worst(answer.findings) is Severity.ERROR else 0)
