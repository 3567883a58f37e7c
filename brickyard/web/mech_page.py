"""What a 'mech's page says of it: its mounts and armour, its weight, and the exact odds of its weapons."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from brickyard.facts.verdicts import mean_words
from brickyard.plots.flat_drawing import Drawing
from brickyard.plots.mech_figure import mech_drawing
from brickyard.web.page_values import MeanView, mean_view
from catalog.editions.battle_tables import Action
from catalog.editions.edition import Edition
from fleets.chances.mech_odds import Fighting, attacks_on, fighting_of, mech_attacks
from fleets.forces.force import FilledLoadout, Mech, Mount, filled_loadout, in_words, sheet_of
from ldraw_tools.findings import BrickyardError, printable


class ActionView(NamedTuple):
    name: str
    power: int
    time: int


class MountView(NamedTuple):
    """`circles` are those to strike; a mount without a known weapon has a name only, if that."""

    where: str
    name: str
    is_known: bool
    fits: bool
    weight: int = 0
    armour: int = 0
    is_assumed: bool = False
    circles: int = 0
    range: str = ""
    keyword: str = ""
    says: str = ""
    actions: tuple[ActionView, ...] = ()


class PlatingView(NamedTuple):
    part: str
    armour: int
    above: int
    weight: int
    circles: int


class AttackView(NamedTuple):
    weapon: str
    power: int
    time: int
    means: tuple[MeanView, ...]


class EnemyView(NamedTuple):
    """The part of the 'mech that an enemy's attack hurts most, and how much."""

    name: str
    attack: str
    power: int
    part: str
    mean: MeanView


class MechView(NamedTuple):
    """`armours` are the enemies' armours that attacks are calculated against."""

    weight: int
    rated: int
    penalty: int
    mounts: tuple[MountView, ...]
    plating: tuple[PlatingView, ...]
    armours: tuple[int, ...]
    attacks: tuple[AttackView, ...]
    best: str
    enemies: tuple[EnemyView, ...]
    is_assumed: bool
    drawings: tuple[Drawing, Drawing]
    """With the names of its weapons, and without."""

    @property
    def full(self) -> float:
        """How much of its rated weight it carries, in percent."""
        return min(100.0, 100 * self.weight / self.rated) if self.rated else 100.0


def mech_view(mech: Mech, edition: Edition) -> MechView | None:
    """None for an edition whose tables don't make a sheet."""
    try:
        filled = filled_loadout(mech, sheet_of(edition))
        fighting = fighting_of(edition)
    except BrickyardError:
        return None
    armours = tuple(sorted({enemy.armour for enemy in fighting.enemies.values()}))
    attacks, best = _attacks(filled, fighting, armours)
    return MechView(
        filled.weight,
        filled.rated,
        filled.penalty,
        tuple(_mount(mount, filled, fighting) for mount in filled.mounts),
        tuple(
            PlatingView(in_words(one.part), one.armour, one.above, one.weight, fighting.circles.of(one.part))
            for one in filled.plating
        ),
        armours,
        attacks,
        best,
        tuple(_enemies(filled, fighting)),
        any(mount.weapon and mount.weapon.armour_assumed for mount in filled.mounts),
        (mech_drawing(filled, fighting.circles), mech_drawing(filled, fighting.circles, named=False)),
    )


def _mount(mount: Mount, filled: FilledLoadout, fighting: Fighting) -> MountView:
    where, weapon = in_words(mount.name), mount.weapon
    if weapon is None:
        written = printable(mount.written)
        return MountView(where, f"{written}?" if written else "empty", False, not written)
    said = [fighting.keyword(weapon.keyword).says, weapon.note]
    said += [
        f"{a.name}: {fighting.keyword(a.name).says}" for a in weapon.actions if fighting.keyword(a.name).says
    ]
    return MountView(
        where,
        weapon.name,
        True,
        mount.fits,
        weapon.weight,
        weapon.armour,
        weapon.armour_assumed,
        fighting.circles.weapon,
        weapon.range,
        weapon.keyword,
        "; ".join(filter(None, said)),
        tuple(ActionView(a.name, a.power, filled.time_of(a)) for a in weapon.actions),
    )


def _attacks(
    filled: FilledLoadout, fighting: Fighting, armours: tuple[int, ...]
) -> tuple[tuple[AttackView, ...], str]:
    """Every attack against every armour, and the one that does most for its time."""
    columns = [list(mech_attacks(filled, armour, 0, fighting)) for armour in armours]
    rows = [row for row in zip(*columns, strict=True) if row[0].strike.power]
    most = max((one.strike.mean for row in rows for one in row), default=Fraction(0))
    views = tuple(
        AttackView(
            _weapon(row[0].mount, row[0].action, row[0].band, filled),
            row[0].strike.power,
            row[0].time,
            tuple(mean_view(one.strike.mean, most) for one in row),
        )
        for row in rows
    )
    if not rows or not most:
        return views, ""
    best = max(rows, key=lambda row: row[0].strike.mean / max(row[0].time, 1))[0]
    named = f"{_weapon(best.mount, best.action, best.band, filled)}, P{best.strike.power} T{best.time}"
    rate = mean_words(best.strike.mean / max(best.time, 1))
    return views, f"Most damage for its time: {named}, on armour {armours[0]}: {rate} for each T."


def _weapon(mount: Mount, action: Action, band: str, filled: FilledLoadout) -> str:
    """Of two alike it says on which mount."""
    alike = sum(other.weapon == mount.weapon for other in filled.mounts)
    where = in_words(mount.name) if alike > 1 else ""
    name = mount.weapon.name if mount.weapon else ""
    return ", ".join(filter(None, (name, where, action.name, f"{band} range" if band else "")))


def _enemies(filled: FilledLoadout, fighting: Fighting) -> Iterator[EnemyView]:
    worst = [
        (enemy.name, max(attacks_on(filled, enemy, fighting), key=lambda one: one.strike.mean, default=None))
        for enemy in fighting.enemies.values()
    ]
    found = [(name, one) for name, one in worst if one is not None]
    most = max((one.strike.mean for _, one in found), default=Fraction(0))
    for name, one in found:
        mean = mean_view(one.strike.mean, most)
        yield EnemyView(name, one.attack.name, one.attack.power, in_words(one.part), mean)
