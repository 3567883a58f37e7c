"""A Paper 'Mech's attacks and those on it: power against armour, with what keywords do to the dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import NamedTuple

from catalog.editions.battle_tables import Action, Circles, EnemyAttack, Keyword, Stances, Weapon
from catalog.editions.edition import Edition
from fleets.battles.mech_state import key_of
from fleets.chances.combat import Distribution, DoesDamage
from fleets.forces.force import FilledLoadout, Mount
from ldraw_tools.findings import BrickyardError

SIDES = 6
MISSES, HITS = "misses", "hits"


NO_KEYWORD = Keyword()


class Enemy(NamedTuple):
    """`circles` is how much damage destroys it."""

    name: str
    letter: str
    armour: int
    circles: int
    attacks: tuple[EnemyAttack, ...] = ()


class Fighting(NamedTuple):
    """An edition's numbers for fights: distances from near to far, circles, stances, keywords, enemies."""

    bands: tuple[str, ...]
    circles: Circles
    stances: Stances
    keywords: Mapping[str, Keyword]
    enemies: Mapping[str, Enemy]

    def keyword(self, name: str) -> Keyword:
        return self.keywords.get(name, NO_KEYWORD)

    def enemy(self, text: str) -> Enemy | None:
        """By name or by the letter of the sheet."""
        word = key_of(text)
        found = (one for key, one in self.enemies.items() if word in (key_of(key), one.letter.casefold()))
        return next(found, None)


class Circumstance(NamedTuple):
    """`haste` is the time left when an attack is rushed; `combo` that the last attack was the same one.

    `rear` and `squat` are about attacks on the 'mech.
    """

    haste: int = 0
    combo: bool = False
    rear: bool = False
    squat: bool = False


CALM = Circumstance()


@dataclass(frozen=True, slots=True)
class Strike(DoesDamage):
    """Damage of one attack, and the chance that the target is destroyed by it."""

    power: int
    damage: Distribution
    destroys: Fraction


class MechAttack(NamedTuple):
    """One action of a weapon from one distance; `band` is empty where the distance makes no difference.

    `time` is what the action takes, `spent` what has passed of it when the attack is made.
    """

    mount: Mount
    action: Action
    time: int
    spent: int
    band: str
    strike: Strike
    keyword: Keyword

    @property
    def mean_per_time(self) -> Fraction:
        return self.strike.mean / max(1, self.spent)


class AttackOnPart(NamedTuple):
    """An enemy's attack that hits one part of the 'mech."""

    attack: EnemyAttack
    part: str
    armour: int
    is_assumed: bool
    strike: Strike


def fighting_of(edition: Edition) -> Fighting:
    table = edition.fighting
    if table is None or not edition.keywords or not edition.enemies:
        raise BrickyardError(
            f"{edition.title}: the tables “fighting”, “keywords” and “enemies” don't describe fights"
        )
    each = table.circles.enemy_attack
    return Fighting(
        table.bands,
        table.circles,
        table.stances,
        edition.keywords,
        {
            name: Enemy(name, row.letter, row.armour, each * len(row.attacks), row.attacks)
            for name, row in edition.enemies.items()
        },
    )


def struck(
    power: int, armour: int, circles: int, keyword: Keyword = NO_KEYWORD, haste: int = 0, again: str = ""
) -> Strike:
    """So many dice against armour; `again` names the dice that are rolled once more."""
    faces = _last_faces(armour, keyword, haste, again)
    cases = sum(faces.values())
    hurting = sum(ways for face, ways in faces.items() if hurts(face, armour, keyword, haste))
    ways = [comb(power, k) * hurting**k * (cases - hurting) ** (power - k) for k in range(power + 1)]
    if keyword.destroys and circles:
        ways = _crushing(power, circles, faces, armour, keyword, haste)
    damage = Distribution(tuple(ways))
    return Strike(power, damage, damage.at_least(circles))


def mech_attacks(
    filled: FilledLoadout, armour: int, circles: int, fighting: Fighting, circumstance: Circumstance = CALM
) -> Iterator[MechAttack]:
    """Every attack that can be made; more than once where the distance changes its power."""
    haste = circumstance.haste
    for mount, weapon, action in _armed_actions(filled):
        time = filled.time_of(action)
        if _is_too_early(time, haste):
            continue
        keyword = fighting.keyword(weapon.keyword)
        used = keyword._replace(destroys=fighting.keyword(action.name).destroys)
        extra = keyword.combo_power if circumstance.combo else 0
        for band, change in _bands(weapon.range, keyword, fighting):
            power = max(0, action.power + extra + change)
            strike = struck(power, armour, circles, used, haste, keyword.again)
            yield MechAttack(mount, action, time, time - haste, band, strike, used)


def hasted_too_early(filled: FilledLoadout, haste: int) -> list[str]:
    """`machine gun P3 T1`: attacks that can't be hasted yet, because no time has passed."""
    early = (
        f"{weapon.name} P{action.power} T{filled.time_of(action)}"
        for _, weapon, action in _armed_actions(filled)
        if _is_too_early(filled.time_of(action), haste)
    )
    return list(dict.fromkeys(early))


def attacks_on(
    filled: FilledLoadout, enemy: Enemy, fighting: Fighting, circumstance: Circumstance = CALM
) -> Iterator[AttackOnPart]:
    """Every attack of an enemy on every part that has armour."""
    stances = fighting.stances
    parts = [
        (
            mount.name,
            mount.weapon.armour,
            mount.weapon.armour_assumed,
            mount.weapon.keyword,
            fighting.circles.weapon,
        )
        for mount in filled.mounts
        if mount.weapon
    ]
    parts += [(part.part, part.armour, False, "", fighting.circles.of(part.part)) for part in filled.plating]
    for attack in enemy.attacks:
        power = attack.power
        if circumstance.squat:
            power = max(stances.least_power, power - stances.squat_power)
        for name, armour, assumed, word, circles in parts:
            if circumstance.squat and name == "legs":
                continue
            # From behind nothing is parried: the arcs of all weapons lie in front.
            again = HITS if fighting.keyword(word).parries and not circumstance.rear else ""
            there = armour - stances.rear_armour if circumstance.rear else armour
            strike = struck(power, there, circles, again=again)
            yield AttackOnPart(attack, name, there, assumed, strike)


def _armed_actions(filled: FilledLoadout) -> Iterator[tuple[Mount, Weapon, Action]]:
    for mount in filled.mounts:
        weapon = mount.weapon
        if weapon and weapon.range:
            yield from ((mount, weapon, action) for action in weapon.actions if action.power)


def _is_too_early(time: int, haste: int) -> bool:
    """At least one T must have passed since an attack was chosen (PM Haste attacks)."""
    return haste > 0 and time <= haste


def _bands(furthest: str, keyword: Keyword, fighting: Fighting) -> list[tuple[str, int]]:
    if not keyword.power_per_band or furthest not in fighting.bands:
        return [("", 0)]
    reached = fighting.bands[: fighting.bands.index(furthest) + 1]
    return [(band, keyword.power_per_band * steps) for steps, band in enumerate(reached)]


def hurts(face: int, armour: int, keyword: Keyword, haste: int = 0) -> bool:
    return face - haste > armour + keyword.armour or face == keyword.always


def _last_faces(armour: int, keyword: Keyword, haste: int, again: str) -> dict[int, int]:
    """What a die shows at last, in how many of the cases: one roll, or two where it may be rolled again."""
    if not again:
        return dict.fromkeys(range(1, SIDES + 1), 1)
    faces = dict.fromkeys(range(1, SIDES + 1), 0)
    for first in faces:
        if hurts(first, armour, keyword, haste) is (again == HITS):
            for second in faces:
                faces[second] += 1
        else:
            faces[first] += SIDES
    return faces


def _crushing(
    power: int, circles: int, faces: Mapping[int, int], armour: int, keyword: Keyword, haste: int
) -> list[int]:
    """Damage where a die that beats the circles fills them all."""
    mild = {face: ways for face, ways in faces.items() if face - haste <= circles}
    hurting = sum(ways for face, ways in mild.items() if hurts(face, armour, keyword, haste))
    harmless = sum(mild.values()) - hurting
    most = min(power, circles - 1)
    ways = [comb(power, k) * hurting**k * harmless ** (power - k) for k in range(most + 1)]
    rest = sum(faces.values()) ** power - sum(ways)
    return [*ways, *[0] * (circles - 1 - most), rest]
