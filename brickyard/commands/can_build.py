"""`brickyard can-build`: what your bricks are enough for."""

from __future__ import annotations

import brickyard
from brickyard.commands import options, part_options
from brickyard.commands.options import Format, workspace_of
from brickyard.parts import Substitutes
from brickyard.terminal import Screen


def can_build(
    paths: options.PathsArgument,
    owned: part_options.OwnedOption = None,
    sets: part_options.SetsOption = None,
    form: options.FormatOption = Format.TEXT,
    only: part_options.OnlyOption = None,
    spares: part_options.SparesOption = True,
    recolour: part_options.RecolourOption = None,
    any_colour: part_options.AnyColourOption = None,
    substitutes: part_options.SubstitutesOption = Substitutes.MOULD,
    overrides: part_options.OverridesOption = None,
    everything: part_options.AllOption = False,
    submodel: options.SubmodelOption = "",
    library: options.LibraryOption = None,
) -> None:
    """Show which designs you can build from the parts you own, and what the others lack.

    For example: brickyard can-build company.yaml --owned my-bricks.csv
    """
    from brickyard.parts.can_build import answer_lines

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
        workspace=workspace_of(library),
    )
    screen = Screen()
    if form is Format.JSON:
        screen.document(answer)
    else:
        screen.lines(answer_lines(answer, owned or (), screen.paint, everything))
    part_options.end_with_findings(answer.findings, everything)
