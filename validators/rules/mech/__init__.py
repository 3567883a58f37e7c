"""Rules for a Paper 'Mech, and how they speak of it."""

from __future__ import annotations

from fleets.forces.force import Mech
from ldraw_tools.findings import Place
from ldraw_tools.names import shown
from ldraw_tools.phrases import say

_LONGEST_WRITTEN = 40


def name_of_mech(mech: Mech) -> str:
    return mech.name or say("The mech")


def place_of(mech: Mech, written: str) -> Place:
    """Where a mount or a plated part stands in the file, or the whole 'mech."""
    return mech.places.get(written, mech.place)


def quoted(written: str) -> str:
    """A text from the file, short enough for a sentence."""
    return say("“{text}”", text=shown(written, _LONGEST_WRITTEN))
