"""The records of a Paper 'Mech edition: weapons, keywords, enemies, the play sheet."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from catalog.editions.table_cells import Change, Lines, Number, Positive, Words
from catalog.yaml.typed_reading import Between


@dataclass(frozen=True, kw_only=True, slots=True)
class Action:
    """One thing a weapon does: its power in dice and its time in units."""

    name: str = ""
    power: Number
    time: Number


@dataclass(frozen=True, kw_only=True, slots=True)
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


@dataclass(frozen=True, kw_only=True, slots=True)
class Penalty:
    """`rated` is the weight that costs no time, `per` the weight of each further unit of it."""

    rated: Number
    per: Positive


@dataclass(frozen=True, kw_only=True, slots=True)
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


@dataclass(frozen=True, kw_only=True, slots=True)
class Circles:
    """How much damage each part takes."""

    weapon: Number
    enemy_attack: Number
    torso: Number
    legs: Number

    def of(self, part: str) -> int:
        """Those of a part that carries no weapon."""
        return {"torso": self.torso, "legs": self.legs}.get(part, 0)


@dataclass(frozen=True, kw_only=True, slots=True)
class Stances:
    """What an attack from behind and squatting change."""

    rear_armour: Number
    squat_power: Number
    least_power: Number


@dataclass(frozen=True, kw_only=True, slots=True)
class FightingTable:
    """Distances from near to far, circles, stances."""

    bands: Words
    circles: Circles
    stances: Stances


@dataclass(frozen=True, kw_only=True, slots=True)
class EnemyAttack:
    """One attack of an enemy."""

    name: str
    range: str
    power: Number
    time: Number


@dataclass(frozen=True, kw_only=True, slots=True)
class EnemyRow:
    """An enemy on the sheet."""

    letter: str
    armour: Number
    moves: bool
    attacks: tuple[EnemyAttack, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
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


@dataclass(frozen=True, kw_only=True, slots=True)
class Slow:
    """From how much damage to the legs on moving takes how much longer."""

    at: Number
    by: Number


@dataclass(frozen=True, kw_only=True, slots=True)
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
