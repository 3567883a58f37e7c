"""The records of what happens beside attacks: hostile terrain, stations, falls, collisions, repairs."""

from catalog.editions.table_cells import Face, Positive, Words
from ldraw_tools.records import keyword_record


@keyword_record
class HostileTerrain:
    """How many white dice a unit without the right system sets aside unrolled."""

    aside: Positive
    reference: str


@keyword_record
class SteppingAway:
    """Beside a station: how much damage a unit of some kinds may ignore by abandoning its position."""

    ignored: Positive
    kinds: Words
    reference: str


@keyword_record
class Falling:
    """One damage die for so many bricks of height, and the chart that they are read by."""

    bricks: Positive
    chart: str
    reference: str


@keyword_record
class Collision:
    """A die for each unit of speed: the faces that hurt the ship that rams, and the one that is rammed."""

    rammer: tuple[Face, ...]
    target: tuple[Face, ...]
    reference: str


@keyword_record
class Repairs:
    """The faces of white dice with which a ship repairs itself; the colour of dice that serve companies."""

    faces: tuple[Face, ...]
    reference: str
    companies: str
    companies_reference: str
