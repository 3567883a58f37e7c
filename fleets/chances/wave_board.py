"""The board that a Paper 'Mech's waves are played on, and the enemies there; the text's drawings are lost."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from catalog.editions.mech_tables import Board, EnemyAttack, EnemyRow
from fleets.battles.radar import Radar
from fleets.chances.mech_odds import SIDES

PLAN = (
    "of all attacks that reach a target, the one that does most damage for its time; the enemy with the"
    " fewest circles left first",
    "without a target it turns, or walks towards them; after an attack it does so as its free move",
    "with a weapon that fires only while squatting it squats before its first shot and stays so",
    "it hastes an attack only if its target is about to leave its arc",
    "it never defends with a shield and never walks back",
    "repairs: torso, then weapons, then legs",
)
BOARD = (
    "six sectors by four bands; 3 and 4 are in front, 2 and 5 at the sides, 1 and 6 behind",
    "weapons on the left reach sectors 2 to 4, those on the right 3 to 5",
    "walking forward brings enemies in front one band nearer, moves those at the sides one sector to the"
    " rear, and leaves those behind one band farther",
    "which d6 chooses which attack: equal shares in the order of the sheet; an attack that is disabled"
    " is replaced and keeps its time",
    "what hits an empty mount hits the torso",
)


@dataclass(eq=False)
class WaveEnemy:
    name: str
    row: EnemyRow
    circles: list[int]
    sector: int
    band: int
    chosen: int = 0
    time: int = 0

    @property
    def left(self) -> int:
        return sum(self.circles)

    @property
    def attack(self) -> EnemyAttack:
        return self.row.attacks[self.chosen]

    def choose(self, dice: Random) -> None:
        """By a die; of an attack that is disabled the first that isn't."""
        chosen = dice.randrange(SIDES) * len(self.row.attacks) // SIDES
        if not self.circles[chosen]:
            chosen = next(place for place, left in enumerate(self.circles) if left)
        self.chosen = chosen

    def hurt(self, damage: int, dice: Random) -> None:
        for place, left in enumerate(self.circles):
            taken = min(left, damage)
            self.circles[place] -= taken
            damage -= taken
        if self.left and not self.circles[self.chosen]:
            self.choose(dice)


def radar_of(board: Board, bands: tuple[str, ...]) -> Radar:
    return Radar(board.entries, board.front, board.rear, bands)


def after_acting(radar: Radar, enemy: WaveEnemy) -> tuple[int, int]:
    if not enemy.row.moves:
        return enemy.sector, enemy.band
    is_in_range = enemy.band <= radar.bands.index(enemy.attack.range)
    return radar.acted(enemy.sector, enemy.band, is_in_range)


def faces_in(text: str) -> range:
    """`1–3` or `2`."""
    first, _, last = text.partition("–")
    return range(int(first), int(last or first) + 1)


def is_beside(one: WaveEnemy, other: WaveEnemy) -> bool:
    apart = abs(one.sector - other.sector)
    return min(apart, SIDES - apart) + abs(one.band - other.band) <= 1
