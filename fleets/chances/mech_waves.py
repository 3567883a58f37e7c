"""A Paper 'Mech against the waves of its text, played out many times on a stated board by a stated plan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from random import Random
from typing import NamedTuple

from catalog.editions.battle_tables import Action, Board, EnemyAttack, EnemyRow, Keyword
from catalog.editions.edition import Edition
from fleets.battles.radar import Radar
from fleets.chances.mech_odds import MISSES, SIDES, Fighting, fighting_of, hurts, struck
from fleets.forces.force import FilledLoadout, Mount
from ldraw_tools.findings import BrickyardError

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


TORSO, LEGS = "torso", "legs"
MOST_TIME = 400
"""A wave that takes longer is not won: the 'mech can't fight on."""


class GameEnd(NamedTuple):
    """How one game went: how many waves were won, and the open circles at its end."""

    waves: int
    circles: int
    time: int


class _Option(NamedTuple):
    """An attack that can be made now."""

    mount: Mount
    action: Action
    target: WaveEnemy
    keyword: Keyword
    worth: float
    haste: int = 0


@dataclass(eq=False)
class _Game:
    edition: Edition
    filled: FilledLoadout
    fighting: Fighting
    board: Board
    dice: Random
    damage: dict[str, list[bool]] = field(default_factory=dict)
    plates: dict[str, int] = field(default_factory=dict)
    squats: bool = False
    time: int = 0
    last: tuple[str, WaveEnemy | None] = ("", None)
    # The mount of the attack just made; nothing after a move.
    fired: str = ""

    def __post_init__(self) -> None:
        self.damage = {one.name: [False] * self.fighting.circles.weapon for one in self.armed}
        self.plates = {TORSO: 0, LEGS: 0}

    @cached_property
    def radar(self) -> Radar:
        return radar_of(self.board, self.fighting.bands)

    @cached_property
    def armed(self) -> list[Mount]:
        return [mount for mount in self.filled.mounts if mount.weapon]

    @cached_property
    def armours(self) -> Mapping[str, int]:
        plating = {part.part: part.armour for part in self.filled.plating}
        return plating | {mount.name: mount.weapon.armour for mount in self.armed if mount.weapon}

    def play(self) -> GameEnd:
        waves = list(zip(*self.edition.waves.values(), strict=True))
        rolls = list(self.edition.waves)
        for number, wave in enumerate(waves):
            roll = self.dice.randint(1, SIDES)
            row = next(place for place, text in enumerate(rolls) if roll in faces_in(text))
            enemies = [self._entering(letter) for letter in wave[row].split("+")]
            beaten = sum(enemy.row.armour for enemy in enemies)
            if not self._fight(enemies):
                return GameEnd(number, 0, self.time)
            if number + 1 < len(waves):
                self._repair(sum(self.dice.randint(1, SIDES) >= self.board.repair for _ in range(beaten)))
        return GameEnd(len(waves), self._open_circles(), self.time)

    def _entering(self, letter: str) -> WaveEnemy:
        name, row = next(one for one in (self.edition.enemies or {}).items() if one[1].letter == letter)
        each = self.fighting.circles.enemy_attack
        sector = self.dice.randint(1, self.board.entries)
        enemy = WaveEnemy(name, row, [each] * len(row.attacks), sector, len(self.fighting.bands) - 1)
        enemy.choose(self.dice)
        enemy.time = enemy.attack.time
        return enemy

    def _fight(self, enemies: list[WaveEnemy]) -> bool:
        """Whether the wave is beaten. At the same time enemies act first."""
        self.last, self.fired = ("", None), ""
        ends = self.time + MOST_TIME
        act, left = self._next(enemies)
        while enemies and self.time < ends:
            hastens = left - act.haste if isinstance(act, _Option) and act.haste else left
            step = max(0, min(left, hastens, *(enemy.time for enemy in enemies)))
            self.time += step
            left -= step
            for enemy in enemies:
                enemy.time -= step
            if isinstance(act, _Option) and act.haste and left == act.haste:
                self._act(act, enemies)
                enemies[:] = [enemy for enemy in enemies if enemy.left]
                act, left = self._next(enemies)
            for enemy in [one for one in enemies if one.time <= 0]:
                self._enemy_acts(enemy)
                if self.plates[TORSO] >= self.fighting.circles.torso:
                    return False
            if left <= 0:
                self._act(act, enemies)
                enemies[:] = [enemy for enemy in enemies if enemy.left]
                act, left = self._next(enemies)
        return not enemies

    # The 'mech.

    def _next(self, enemies: Sequence[WaveEnemy]) -> tuple[_Option | str, int]:
        """What it does next, and the time that takes."""
        late = self.filled.penalty + (self.board.slow.by if self.plates[TORSO] >= self.board.slow.at else 0)
        best = max(self._options(enemies, late), key=lambda one: (one.worth, -one.target.left), default=None)
        if best is None:
            return "move", 1 + late
        if best.keyword.needs and not self.squats:
            return "squat", 1 + late
        return best, best.action.time + late

    def _options(self, enemies: Sequence[WaveEnemy], late: int) -> Iterator[_Option]:
        for mount in self.armed:
            weapon = mount.weapon
            assert weapon is not None
            keyword = self.fighting.keyword(weapon.keyword)
            if not weapon.range or (weapon.rests and self.fired == mount.name):
                continue
            circles = self.damage[mount.name]
            share = len(circles) // len(weapon.actions)
            for place, action in enumerate(weapon.actions):
                if not action.power or all(circles[place * share : (place + 1) * share]):
                    continue
                used = self.fighting.keyword(action.name)
                time = action.time + late
                for enemy in enemies:
                    haste = self._haste(mount, enemy, time)
                    if haste is not None:
                        power = self._power(mount, action, enemy, keyword)
                        mean = self._mean(power, enemy, keyword, used.destroys, haste)
                        yield _Option(mount, action, enemy, keyword, mean / (time - haste), haste)

    def _haste(self, mount: Mount, enemy: WaveEnemy, time: int) -> int | None:
        """How much too early the attack must be made to catch an enemy; None if it can't be.

        An enemy that acts sooner or at the same time moves first, and its first move can be seen coming.
        """
        where = enemy.sector, enemy.band
        acts = enemy.time
        if acts <= time:
            there = self._reaches(mount, *where)
            where = after_acting(self.radar, enemy)
            if not self._reaches(mount, *where):
                return time - acts if there and 0 < acts < time else None
        return 0 if self._reaches(mount, *where) else None

    def _reaches(self, mount: Mount, sector: int, band: int) -> bool:
        weapon, bands = mount.weapon, self.fighting.bands
        assert weapon is not None
        nearest = bands.index(weapon.nearest) if weapon.nearest else 0
        arc = self.board.arcs.get(mount.name.partition("-")[0], self.board.front)
        return sector in arc and nearest <= band <= bands.index(weapon.range)

    def _power(self, mount: Mount, action: Action, enemy: WaveEnemy, keyword: Keyword) -> int:
        extra = keyword.combo_power if self.last == (mount.name, enemy) else 0
        return max(0, action.power + extra + keyword.power_per_band * enemy.band)

    def _mean(self, power: int, enemy: WaveEnemy, keyword: Keyword, crushes: bool, haste: int) -> float:
        of_keyword = (keyword.armour, keyword.always, keyword.again)
        return _mean_damage(power, enemy.row.armour, enemy.left, *of_keyword, crushes, haste)

    def _act(self, act: _Option | str, enemies: Sequence[WaveEnemy]) -> None:
        self.fired = act.mount.name if isinstance(act, _Option) else ""
        if isinstance(act, _Option):
            self._attack(act, enemies)
            if not self.squats and not any(self._options([one for one in enemies if one.left], 0)):
                self._move([one for one in enemies if one.left], is_free=True)
        elif act == "squat":
            self.squats = True
        else:
            self._move(enemies)

    def _attack(self, act: _Option, enemies: Sequence[WaveEnemy]) -> None:
        weapon = act.mount.weapon
        assert weapon is not None
        target = act.target
        # Enemies may have moved since the attack was chosen.
        if not target.left or not self._reaches(act.mount, target.sector, target.band):
            others = [one for one in enemies if one.left and self._reaches(act.mount, one.sector, one.band)]
            if not others:
                self.last = (act.mount.name, None)
                return
            target = min(others, key=lambda one: one.left)
        power = self._power(act.mount, act.action, target, act.keyword)
        rolled = [self.dice.randint(1, SIDES) for _ in range(power)]
        if act.keyword.again == MISSES:
            rolled = [
                face
                if hurts(face, target.row.armour, act.keyword, act.haste)
                else self.dice.randint(1, SIDES)
                for face in rolled
            ]
        hit = [target]
        if act.keyword.targets > 1:
            near = [one for one in enemies if one.left and one is not target and is_beside(one, target)]
            hit += [one for one in near if self._reaches(act.mount, one.sector, one.band)][:1]
        is_crush = self.fighting.keyword(act.action.name).destroys
        for enemy in hit:
            damage = sum(hurts(face, enemy.row.armour, act.keyword, act.haste) for face in rolled)
            if is_crush and any(face - act.haste > enemy.left for face in rolled):
                damage = enemy.left
            if damage:
                enemy.hurt(damage, self.dice)
                enemy.time += act.keyword.delays
                if act.keyword.restarts and enemy.left:
                    enemy.choose(self.dice)
                    enemy.time = enemy.attack.time
        self.last = (act.mount.name, target)

    def _move(self, enemies: Sequence[WaveEnemy], is_free: bool = False) -> None:
        """Turn if that brings more of them in front, else walk; what is damaged can't be done."""
        moves = list(self.board.moves)
        able = {name for place, name in enumerate(moves) if place >= self.plates[LEGS]}
        if is_free:
            able = {name for name in able if self.board.moves[name].free}
        if not enemies:
            return

        def in_front(turn: int) -> int:
            return sum(self.radar.turned(enemy.sector, turn) in self.board.front for enemy in enemies)

        turn = max((1, -1), key=in_front)
        can_turn = any(name.startswith("turn or") for name in able)
        if can_turn and in_front(0) < max(1, in_front(turn)):
            for enemy in enemies:
                enemy.sector = self.radar.turned(enemy.sector, turn)
        elif any(name.startswith("walk forwards") for name in able):
            for enemy in enemies:
                enemy.sector, enemy.band = self.radar.walked(enemy.sector, enemy.band)

    # The enemy.

    def _enemy_acts(self, enemy: WaveEnemy) -> None:
        if enemy.band <= self.fighting.bands.index(enemy.attack.range):
            self._be_hit(enemy)
        enemy.sector, enemy.band = after_acting(self.radar, enemy)
        enemy.choose(self.dice)
        enemy.time = enemy.attack.time

    def _be_hit(self, enemy: WaveEnemy) -> None:
        is_side = enemy.sector not in (*self.board.front, *self.board.rear)
        side = "left" if enemy.sector <= self.board.entries // 2 else "right"
        table = self.board.hits[side if is_side else next(iter(self.board.hits))]
        power, stances = enemy.attack.power, self.fighting.stances
        where = table[self.dice.randint(1, SIDES)]
        if self.squats:
            power = max(stances.least_power, power - stances.squat_power)
            while where == LEGS:
                where = table[self.dice.randint(1, SIDES)]
        if where not in self.armours:
            where = TORSO
        is_behind = enemy.sector in self.board.rear
        armour = self.armours[where] - (stances.rear_armour if is_behind else 0)
        rolled = [self.dice.randint(1, SIDES) for _ in range(power)]
        mount = next((one for one in self.armed if one.name == where), None)
        if mount and mount.weapon and not is_behind and self.fighting.keyword(mount.weapon.keyword).parries:
            arc = self.board.arcs.get(where.partition("-")[0], self.board.front)
            if enemy.sector in arc:
                rolled = [self.dice.randint(1, SIDES) if face > armour else face for face in rolled]
        self._damage(where, sum(face > armour for face in rolled))

    def _damage(self, where: str, damage: int) -> None:
        while damage:
            if where == TORSO:
                self.plates[TORSO] += damage
                return
            if where == LEGS:
                taken = min(damage, self.fighting.circles.legs - self.plates[LEGS])
                self.plates[LEGS] += taken
                damage -= taken
            elif where in self.damage:
                circles = self.damage[where]
                first = self.dice.randrange(len(circles))
                for place in [(first + step) % len(circles) for step in range(len(circles))]:
                    if damage and not circles[place]:
                        circles[place] = True
                        damage -= 1
            if not damage:
                return
            roll = self.dice.randint(1, SIDES)
            spills = self.board.spills.get(where, {})
            where = next((to for text, to in spills.items() if roll in faces_in(text)), TORSO)

    # Between the waves.

    def _repair(self, repairs: int) -> None:
        mended = min(repairs, self.plates[TORSO])
        self.plates[TORSO] -= mended
        repairs -= mended
        for circles in self.damage.values():
            for place, is_filled in enumerate(circles):
                if repairs and is_filled:
                    circles[place] = False
                    repairs -= 1
        self.plates[LEGS] -= min(repairs, self.plates[LEGS])
        self.squats = False

    def _open_circles(self) -> int:
        circles = self.fighting.circles
        weapons = sum(not filled for mount in self.damage.values() for filled in mount)
        return weapons + circles.torso - self.plates[TORSO] + circles.legs - self.plates[LEGS]


@lru_cache(maxsize=65536)
def _mean_damage(
    power: int, armour: int, left: int, lessened: int, always: int, again: str, crushes: bool, haste: int
) -> float:
    used = Keyword(armour=lessened, always=always, destroys=crushes)
    strike = struck(power, armour, left, used, haste, again)
    counted = (min(damage, left) * float(chance) for damage, chance in enumerate(strike.damage.chances))
    return float(strike.destroys) * left if crushes else sum(counted)


def play_waves(edition: Edition, filled: FilledLoadout, games: int, seed: int) -> list[GameEnd]:
    """So many games; the same seed plays the same games."""
    board, fighting = edition.board, fighting_of(edition)
    if board is None or not edition.waves or not board.arcs:
        raise BrickyardError(f"{edition.title}: the tables “board” and “waves” don't describe games")
    dice = Random(seed)  # noqa: S311
    return [_Game(edition, filled, fighting, board, dice).play() for _ in range(games)]
