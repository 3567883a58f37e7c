"""Odds of a Paper 'Mech: its weapons against an enemy or any armour, an enemy against its parts, waves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import sqrt

from brickyard.answer_text import LONGEST_BAR, bar_behind, note_lines, percent
from brickyard.facts.verdicts import mean_words
from brickyard.fight_odds.odds_answer import (
    EnemyOdds,
    MechAttackRow,
    MechOdds,
    PartAttackRow,
    WaveOdds,
    WaveRow,
)
from brickyard.fight_odds.odds_question import OddsSide
from brickyard.terminal import cut, wrap_lines
from fleets.chances.mech_odds import (
    AttackOnPart,
    Circumstance,
    Enemy,
    Fighting,
    MechAttack,
    attacks_on,
    fighting_of,
    hasted_too_early,
    mech_attacks,
)
from fleets.chances.mech_waves import BOARD, PLAN, play_waves
from fleets.forces.force import FilledLoadout, filled_loadout, in_words, sheet_of
from ldraw_tools.findings import BrickyardError, count_of, printable
from ldraw_tools.names import hint, shown
from validators.reporters.text import TextPaint

_ARMOUR = re.compile(r"armou?r\s*[= ]\s*(\d{1,2})(?:\s*,\s*circles\s*[= ]\s*(\d{1,3}))?", re.IGNORECASE)
_MOST_TIME = 12
# Twice the standard error: 95 of 100 such runs are nearer than this.
_NEAR = 2


def find_mech_odds(
    sides: Sequence[OddsSide], circumstance: Circumstance, damaged: int = 0
) -> MechOdds | EnemyOdds:
    """The 'mech alone, the 'mech against an enemy, or an enemy against the 'mech."""
    side = next(side for side in sides if side.mech)
    if side.mech is None or side.entry is None:
        raise BrickyardError("no 'mech")
    text = side.entry.ruling.edition
    if circumstance.haste > _MOST_TIME:
        raise BrickyardError(f"--haste: at most {_MOST_TIME} T are left on the track")
    fighting, filled = fighting_of(text), filled_loadout(side.mech, sheet_of(text))
    notes = [
        f"{in_words(mount.name)}: “{shown(mount.written)}” is not a weapon in the list and is left out"
        for mount in filled.mounts
        if mount.written and mount.weapon is None
    ]
    if len(sides) == 1:
        attacks = _attacks(filled, _armours_of(fighting, damaged), fighting, circumstance)
        return MechOdds(title=filled.name, edition=text, notes=tuple(notes), mech_attacks=attacks)
    other = next((one for one in sides if one is not side), side)
    if other.entry:
        raise BrickyardError(f"a 'mech fights the enemies of its sheet: {', '.join(fighting.enemies)}")
    enemy = _enemy(other.text, fighting)
    if damaged:
        enemy = _damaged(enemy, damaged)
        left = count_of(enemy.circles, "circle")
        notes.append(f"{enemy.name} has taken {damaged} already; {left} more and it is destroyed.")
    if sides[0] is side:
        early = hasted_too_early(filled, circumstance.haste)
        notes += [f"can't be hasted this early: {', '.join(early)}"] if early else []
        attacks = _attacks(filled, [enemy], fighting, circumstance)
        title = f"{filled.name} against {enemy.name}"
        return MechOdds(title=title, edition=text, notes=tuple(notes), mech_attacks=attacks)
    if not enemy.attacks:
        raise BrickyardError(f"{enemy.name} doesn't attack: name an enemy of the sheet")
    on_parts = tuple(_on_part(one, enemy.name) for one in attacks_on(filled, enemy, fighting, circumstance))
    title = f"{enemy.name} against {filled.name}"
    return EnemyOdds(title=title, edition=text, notes=tuple(notes), on_parts=on_parts)


def _armours_of(fighting: Fighting, damaged: int) -> list[Enemy]:
    """Where no enemy is named: one of each armour that enemies have."""
    if damaged:
        raise BrickyardError("--damaged: name the enemy that is damaged, or armour=3,circles=4")
    armours = sorted({enemy.armour for enemy in fighting.enemies.values()})
    return [Enemy(f"armour {armour}", "", armour, 0) for armour in armours]


def _enemy(text: str, fighting: Fighting) -> Enemy:
    armour = _ARMOUR.fullmatch(text.strip())
    if armour:
        return Enemy(text.strip(), "", int(armour[1]), int(armour[2] or 0))
    found = fighting.enemy(text)
    if found is None:
        names = list(fighting.enemies)
        raise BrickyardError(
            f"no enemy is called “{shown(text)}”. {hint(text, names)} "
            "Or write armour=3, or armour=3,circles=4"
        )
    return found


def _damaged(enemy: Enemy, damage: int) -> Enemy:
    """With fewer circles left, which is also what some attacks compare their dice with."""
    if not enemy.circles:
        raise BrickyardError(f"--damaged: how much {enemy.name} takes isn't known; write armour=3,circles=4")
    if damage >= enemy.circles:
        raise BrickyardError(f"--damaged {damage}: {enemy.name} is destroyed by {enemy.circles}")
    return enemy._replace(circles=enemy.circles - damage)


def _attacks(
    filled: FilledLoadout, targets: list[Enemy], fighting: Fighting, circumstance: Circumstance
) -> tuple[MechAttackRow, ...]:
    return tuple(
        _mech_attack(one, target.name, target.armour, target.circles)
        for target in targets
        for one in mech_attacks(filled, target.armour, target.circles, fighting, circumstance)
    )


def _mech_attack(one: MechAttack, target: str, armour: int, circles: int) -> MechAttackRow:
    weapon, strike, keyword = one.mount.weapon, one.strike, one.keyword
    notes = [keyword.effect and f"if it hurts, {keyword.effect}", keyword.needs and keyword.says]
    notes += ["the same dice against two targets"] if keyword.targets > 1 else []
    if keyword.destroys:
        counted = "all of its circles" if circles else "1, because its circles aren't known here"
        notes.append(f"what {one.action.name} destroys counts as {counted}")
    notes += [weapon.note] if weapon and weapon.note else []
    return MechAttackRow(
        one.mount.name,
        weapon.name if weapon else "",
        one.action.name,
        strike.power,
        one.time,
        one.band,
        target,
        armour,
        strike.hurts,
        strike.mean,
        one.mean_per_time,
        strike.destroys if circles else None,
        strike.damage.chances,
        tuple(note for note in notes if note),
    )


def _on_part(one: AttackOnPart, enemy: str) -> PartAttackRow:
    return PartAttackRow(
        enemy,
        one.attack.name,
        one.strike.power,
        one.part,
        one.armour,
        one.is_assumed,
        one.strike.hurts,
        one.strike.mean,
        one.strike.destroys,
        one.strike.damage.chances,
    )


def find_waves(sides: Sequence[OddsSide], games: int, seed: int) -> WaveOdds:
    side = sides[0]
    if len(sides) != 1 or side.mech is None or side.entry is None:
        raise BrickyardError("--waves: name one 'mech, the file that brickyard new mech writes")
    text = side.entry.ruling.edition
    filled = filled_loadout(side.mech, sheet_of(text))
    ends = play_waves(text, filled, games, seed)
    last = len(next(iter(text.waves.values())))
    rows = tuple(_wave(number, [end.waves for end in ends]) for number in range(1, last + 1))
    scores = [end.circles for end in ends if end.waves == last]
    return WaveOdds(
        title=f"{filled.name} against the waves",
        edition=text,
        games=games,
        seed=seed,
        rows=rows,
        score=Fraction(sum(scores), len(scores)) if scores else None,
        plan=PLAN,
        board=BOARD,
    )


def _wave(number: int, won: Sequence[int]) -> WaveRow:
    reached, beaten = sum(one >= number - 1 for one in won), sum(one >= number for one in won)
    return WaveRow(number, Fraction(reached, len(won)), Fraction(beaten, len(won)))


def mech_lines(found: MechOdds, paint: TextPaint) -> Iterator[str]:
    yield paint(printable(found.title), "bold")
    yield f"  {found.edition.title}"
    yield ""
    targets = list(dict.fromkeys(one.target for one in found.mech_attacks))
    if len(targets) > 1:
        yield from _armours(found.mech_attacks, targets, paint)
    else:
        yield from _one_target(found.mech_attacks, paint)
    yield ""
    effects = {one.weapon: "; ".join(one.notes) for one in found.mech_attacks if one.notes}
    for weapon, text in effects.items():
        yield f"  {weapon}: {text}"
    yield from note_lines(found.notes)
    best = max(found.mech_attacks, key=lambda one: one.mean_per_time, default=None)
    if best is None:
        yield paint("None of its weapons can attack.", "bold")
    elif not best.mean_per_time:
        yield paint("None of these attacks can do damage.", "bold")
    else:
        where = f" at {best.band} range" if best.band else ""
        text = f"Most damage for its time: {best.weapon} P{best.power} T{best.time}{where}, on {best.target}:"
        yield paint(f"{printable(text)} {mean_words(best.mean_per_time)} per T.", "bold")


def _armours(attacks: Sequence[MechAttackRow], targets: list[str], paint: TextPaint) -> Iterator[str]:
    """Mean damage against each armour, one line an action; in a narrow window a few armours at a time."""
    start = _Start(attacks, paint, 2 * 12)
    each = max(1, (paint.width - start.width) // 12)
    by_target: dict[tuple[str, str, int, int, str], dict[str, Fraction]] = {}
    for one in attacks:
        key = (one.mount, _weapon(one), one.power, one.time, one.band)
        by_target.setdefault(key, {})[one.target] = one.mean
    for first in range(0, len(targets), each):
        block = targets[first : first + each]
        yield start.line("weapon", "where", "power", "time") + "".join(f"{target:>12}" for target in block)
        for (mount, weapon, power, time, band), means in by_target.items():
            line = start.line(weapon, _where(mount, band), f"P{power}", f"T{time}")
            yield line + "".join(f"{mean_words(means[target]):>12}" for target in block)


def _one_target(attacks: Sequence[MechAttackRow], paint: TextPaint) -> Iterator[str]:
    start = _Start(attacks, paint, 4 * 9)
    wide = 10 if start.width + 40 <= paint.width else 9
    heads = ("hurts", "mean", "per T", "destroys")
    yield start.line("weapon", "where", "power", "time") + "".join(head.rjust(wide) for head in heads)
    left = min(paint.width - start.width - 4 * wide - 2, LONGEST_BAR) if paint.is_watched else 0
    for one in attacks:
        line = start.line(_weapon(one), _where(one.mount, one.band), f"P{one.power}", f"T{one.time}")
        cells = [percent(one.hurts), mean_words(one.mean), mean_words(one.mean_per_time)]
        yield (
            line
            + "".join(cell.rjust(wide) for cell in (*cells, percent(one.destroys)))
            + bar_behind(one.hurts, left)
        )


def on_part_lines(found: EnemyOdds, paint: TextPaint) -> Iterator[str]:
    yield paint(printable(found.title), "bold")
    yield f"  {found.edition.title}; if the attack hits that part"
    yield ""
    yield f"  {'attack':22}{'part':18}{'armour':>8}{'hurts':>10}{'mean':>10}{'fills it':>10}"
    for one in found.on_parts:
        armour = f"{one.armour}{'*' if one.armour_assumed else ' '}"
        yield (
            f"  {f'{one.attack} P{one.power}':22}{in_words(one.part):18}{armour:>8}"
            f"{percent(one.hurts):>10}{mean_words(one.mean):>10}{percent(one.fills):>10}"
        )
    yield ""
    if any(one.armour_assumed for one in found.on_parts):
        yield "  * assumed: the text shows no armour for this weapon"
    yield from note_lines(found.notes)
    worst = max(found.on_parts, key=lambda one: one.mean, default=None)
    if worst is not None:
        part, mean = in_words(worst.part), mean_words(worst.mean)
        text = f"Worst: {worst.attack} on the {part}, {mean} damage on average."
        yield paint(printable(text), "bold")


def wave_lines(found: WaveOdds, paint: TextPaint) -> Iterator[str]:
    yield paint(printable(found.title), "bold")
    yield f"  {found.edition.named}"
    yield f"  {count_of(found.games, 'game')} played out with seed {found.seed}"
    yield ""
    yield "  wave   reached    beaten"
    for row in found.rows:
        yield f"  {row.wave:4} {percent(row.reached):>9} {percent(row.beaten):>9}"
    yield ""
    yield from _stated("How it plays:", found.plan)
    yield from _stated("Ours, because the drawings of the text are lost:", found.board)
    wins = found.rows[-1].beaten
    near = _NEAR * sqrt(wins * (1 - wins) / found.games)
    score = f", with {mean_words(found.score)} circles open on average" if found.score is not None else ""
    said = f"It beats all waves in {percent(wins)} of the games, give or take {100 * near:.1f}{score}."
    yield from wrap_lines(paint(said, "bold"), "", "  ")


def _stated(head: str, sentences: Sequence[str]) -> Iterator[str]:
    yield f"  {head}"
    for one in sentences:
        yield from wrap_lines(one, "  - ", "    ")
    yield ""


class _Start:
    """The columns that name an action; names are cut if a window has no room for them and what `follows`."""

    def __init__(self, attacks: Sequence[MechAttackRow], paint: TextPaint, follows: int) -> None:
        self._weapon, self._where, self._number = 20, 22, 6
        room = paint.width - 2 - follows - 2 * self._number
        if paint.is_watched and room < self._weapon + self._where:
            self._number, room = 3, room + 6
            longest = max((len(_weapon(one)) for one in attacks), default=0) + 1
            self._weapon = min(longest, room * 3 // 5)
            self._where = min(22, room - self._weapon)
        self.width = 2 + self._weapon + self._where + 2 * self._number

    def line(self, weapon: str, where: str, power: str, time: str) -> str:
        # The heads are as short as what is below them.
        power, time = (text if len(text) < self._number else text[:1].upper() for text in (power, time))
        names = ((weapon, self._weapon), (where, self._where))
        start = "".join(f"{cut(name, width - 1):{width}}" for name, width in names)
        return f"  {start}{power:>{self._number}}{time:>{self._number}}"


def _weapon(one: MechAttackRow) -> str:
    return f"{one.weapon}, {one.action}" if one.action else one.weapon


def _where(mount: str, band: str) -> str:
    return f"{in_words(mount)}, {band}" if band else in_words(mount)
