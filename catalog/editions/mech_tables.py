"""The records of a Paper 'Mech edition: weapons, keywords, enemies, the play sheet."""

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated

from catalog.editions.table_cells import Change, Lines, Number, Positive, Words
from catalog.yaml.typed_reading import Between
from ldraw_tools.records import keyword_record


@keyword_record
class Action:
    """One thing a weapon does: its power in dice and its time in units."""

    name: str = ""
    power: Number
    time: Number


@keyword_record
class Weapon:
    """`armour_assumed` where the text doesn't show it."""

    name: str = ""
    range: str
    mounts: Words
    weight: Number
    keyword: str
    armour: Number
    armour_assumed: bool
    note: str = ""
    # Whether it can't attack twice in a row, and the nearest band that it reaches.
    rests: bool = False
    nearest: str = ""
    actions: tuple[Action, ...]


@keyword_record
class Penalty:
    """`rated` is the weight that costs no time, `per` the weight of each further unit of it."""

    rated: Number
    per: Positive


@keyword_record
class Keyword:
    """What a keyword changes; `always` is a face that hurts whatever the armour."""

    armour: Change = 0
    always: Annotated[int, Between(1, 6)] = 0
    power_per_band: Change = 0
    combo_power: Number = 0
    again: str = ""
    targets: Positive = 1
    destroys: bool = False
    parries: bool = False
    # What a hit does to the target's time.
    delays: Number = 0
    restarts: bool = False
    needs: str = ""
    effect: str = ""
    says: str = ""


@keyword_record
class Circles:
    """How much damage each part takes."""

    weapon: Number
    enemy_attack: Number
    torso: Number
    legs: Number

    def of(self, part: str) -> int:
        """Those of a part that carries no weapon."""
        return {"torso": self.torso, "legs": self.legs}.get(part, 0)


@keyword_record
class Stances:
    """What an attack from behind and squatting change."""

    rear_armour: Number
    squat_power: Number
    least_power: Number


@keyword_record
class FightingTable:
    """Distances from near to far, circles, stances."""

    bands: Words
    circles: Circles
    stances: Stances


@keyword_record
class EnemyAttack:
    """One attack of an enemy."""

    name: str
    range: str
    power: Number
    time: Number


@keyword_record
class EnemyRow:
    """An enemy on the sheet."""

    letter: str
    armour: Number
    moves: bool
    attacks: tuple[EnemyAttack, ...]


@keyword_record
class Move:
    """What moving costs, and whether it can be done for nothing after an attack.

    `walks` is 1 forwards and −1 backwards. A 'mech that turns or changes its stance does one of them. What
    is done `standing` can't be done while it squats.
    """

    time: Number
    free: bool
    walks: Change = 0
    turns: bool = False
    squats: bool = False
    changes_stance: bool = False
    standing: bool = False


@keyword_record
class Slow:
    """From how much damage to the legs on moving takes how much longer."""

    at: Number
    by: Number


@keyword_record
class Board:
    """The play sheet around the 'mech."""

    track: Positive
    moves: Mapping[str, Move]
    slow: Slow
    entries: Positive
    front: tuple[Number, ...]
    rear: tuple[Number, ...]
    # Which sectors weapons of a side reach.
    arcs: Mapping[str, tuple[Number, ...]] = field(default_factory=dict)
    hits: Mapping[str, Mapping[Positive, str]]
    spills: Mapping[str, Mapping[str, str]]
    repair: Number
    repair_reference: str = ""
    ours: Lines
