"""From where a thing is seen, where nobody says: one rule for pictures, pages, sheets and cards."""

from __future__ import annotations

import numpy as np

from fleets.models.model_units import Role
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.rendering.camera import ELEVATION, EYE_LEVEL, View

ABOVE = View()
# Ships are long: seen more from the side than from the bow.
ALONGSIDE = View(52.0, ELEVATION)
# What flies is looked down on, however tall its mast.
_FLYING = frozenset({Role.SHIP, Role.HVA, Role.DEBRIS})
# A thing that stands, and is no taller than a house to a 7p person, is looked at from the ground.
_TALLEST_LDU = 700.0


def view_for(points: Points, role: Role | None = None) -> View:
    """What stands is seen from a 7p person's eye level, what lies from above, a ship from its side too."""
    if role in _FLYING:
        return ALONGSIDE
    sides = np.ptp(points, axis=0) if len(points) else np.zeros(3)
    stands = sides[1] >= 0.9 * max(sides[0], sides[2])
    return EYE_LEVEL if stands and sides[1] <= _TALLEST_LDU else ABOVE
