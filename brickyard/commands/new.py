"""`brickyard new`: a manifest or an edition to start from."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from brickyard.commands.options import ForceOption, QuietOption
from brickyard.terminal import Screen, talk
from ldraw_tools.findings import BrickyardError

_COMPANY = """\
# A company. Check it with: brickyard check THIS-FILE
company: My Company
game: {size: skirmish, players: 3}
# What your group has agreed to; see: brickyard editions
# options: {split-range: true}
frames:
  # A design still on paper: its systems in any notation.
  - {name: Soldier, systems: 1B 1G 1Y 2Rd, count: 3, rockets: 1}
  - {name: Scout, systems: 1B 1G 2Y}
  # A design with a model: its tags say what it carries.
  # - {model: chub.mpd, name: Brutus}
stations:
  - {name: Depot, count: 2}
"""

_FLEET = """\
# A fleet. Check it with: brickyard check THIS-FILE
fleet: My Fleet
game: {players: 2}
ships:
  - {name: Flagship, class: capital, systems: 1B 1Y 1K 2Ra}
  - {name: Escort, class: frigate, systems: 1B 1Y 2Rp, count: 3}
companies:
  - {name: First Company}
ace: red
hvas:
  - {name: Freighter, count: 3}
"""

_MECH = """\
# A 'mech. Check it with: brickyard check THIS-FILE
mech: My 'Mech
mounts:
  left-shoulder: wing shield
  right-shoulder: missile
  left-arm: laser
  right-arm: fist
# Armour above the 3 that torso and legs start with; each costs 1 W.
armour: {torso: 2, legs: 1}
"""


class Starter(StrEnum):
    COMPANY = "company"
    FLEET = "fleet"
    MECH = "mech"
    EDITION = "edition"


# The manifests; an edition's file is made from what it extends.
STARTERS = {Starter.COMPANY: _COMPANY, Starter.FLEET: _FLEET, Starter.MECH: _MECH}


def new(
    kind: Annotated[
        Starter,
        typer.Argument(
            metavar="company|fleet|mech|edition", help="What to start; an edition is house rules."
        ),
    ],
    target: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write it to this file instead of showing it."),
    ] = None,
    extends: Annotated[
        str,
        typer.Option(
            metavar="ID|FILE",
            help="The edition that yours changes (see: brickyard editions); usually the book.",
        ),
    ] = "",
    force: ForceOption = False,
    _quiet: QuietOption = False,
) -> None:
    """Write a manifest or an edition of house rules to start from.

    For example: brickyard new company -o company.yaml
    """
    if extends and kind is not Starter.EDITION:
        raise BrickyardError(f"--extends is for brickyard new edition, not for a {kind}")
    text = _edition(extends, target) if kind is Starter.EDITION else STARTERS[kind]
    if target is None:
        Screen().text(text)
        return
    from ldraw_tools.writing import write_output

    write_output(target, text.encode(), force=force)
    talk().line(f"{target} written; check it with: brickyard check {target}")


def _edition(extends: str, target: Path | None) -> str:
    import os
    from dataclasses import replace

    from brickyard.edition_starter import edition_starter
    from catalog.editions.loading import edition, edition_for, shipped_editions

    parent = edition(extends) if extends else edition_for("frames")
    if parent.id not in shipped_editions():
        # As seen from the new file.
        beside = target.parent if target else Path()
        parent = replace(parent, id=Path(os.path.relpath(extends, beside)).as_posix())
    return edition_starter(parent)
