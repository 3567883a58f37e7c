"""What a battle needs of an edition: ranges, charts, dice and clock as plain values, looked up quickly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import inf
from typing import Any, NamedTuple

from catalog.editions.edition import Edition
from fleets.battle_tables.battle_rules import battle_rules
from fleets.battles.battle_state import loadout_key
from fleets.battles.game_types import Json
from fleets.chances.combat import highest_of
from ldraw_tools.findings import BrickyardError

FRAME = "frame"
OPEN, COVER, FRAME_COVER = "open", "cover", "frame"
# What changes how a battle goes and isn't played here.
_NOT_PLAYED = ("per-unit-order", "environments")
# The base of a frame and the most that a station may measure, in studs (RA p.61, 206).
BASE_STUDS = 4
# How far one sees who can't spot.
BLIND = -1.0
# A defense that isn't known yet: the highest of so many dice is expected, one of them white.
MOST_DEFENDING = 3
_MOST = 40


class HitFaces(NamedTuple):
    """The faces of damage dice: those that hurt the target, and of those that hurt the cover first the ones
    that are lost with it, then the ones that go through."""

    target: frozenset[int]
    stopped: frozenset[int]
    through: frozenset[int]

    @property
    def chance(self) -> float:
        return len(self.target) / 6


class Arm(NamedTuple):
    """A range at which a frame attacks, and the distances that it lies between; the number that it expects to
    show, one white die helping; the share of damage dice that hurt, by what covers the target."""

    letter: str
    over: float
    to: float
    attack: int
    hurts: Mapping[str, float]


class FrameDice(NamedTuple):
    """What a frame rolls with what is left of it: sides of dice by colour; red ones by range.

    `passes` says whether it moves through cover, `safe` whether it covers others without risk. The rest is
    what a player expects of them: `arms` from the nearest range, `best` the one that shows most; `feared` has
    the damage done in the open at each range, a row for each number of dice that defend.
    """

    white: tuple[int, ...]
    blue: tuple[int, ...]
    green: tuple[int, ...]
    yellow: tuple[int, ...]
    red: Mapping[str, tuple[int, ...]]
    comms: int
    passes: bool
    safe: bool
    arms: tuple[Arm, ...]
    best: Arm
    feared: tuple[tuple[float, ...], ...]
    # How many dice defend, white ones being wanted elsewhere, too; what they are expected to show.
    defends: int
    defense: float
    moves_far: tuple[float, ...]


class PlayRules(NamedTuple):
    """`reaches` are ranges with the distances that they lie between, the nearest first; all in units."""

    edition: str
    title: str
    players: tuple[int, int]
    unit_studs: float
    ruler: float
    table: tuple[float, float]
    reaches: tuple[tuple[str, float, float], ...]
    faces: Mapping[tuple[str, str], HitFaces]
    unarmed: frozenset[str]
    sights: tuple[tuple[float, bool], ...]
    high_spot: bool
    safe_cover: Mapping[str, int]
    steps_away: bool
    # The draft has it so: whoever ends a turn as the only frame beside a station takes it.
    seizes_last: bool
    sprint_passes: bool
    pieces: int
    white: int
    rocket: tuple[str, int]
    pools: Mapping[str, tuple[tuple[int, str, int, str], ...]]
    clock: tuple[int, int, int]
    comparison: Json
    doomsday_answer: str
    # Of a base or a station: a disc in place of its square.
    radius: float
    # Within this distance one stands beside something: hand-to-hand range.
    arm: float

    def letter_at(self, distance: float) -> str:
        """The range of a distance, at its very edge the nearer one; nothing where no weapon reaches."""
        return next((letter for letter, _, to in self.reaches if distance <= to + 1e-9), "")

    def is_in(self, letter: str, distance: float) -> bool:
        return any(one == letter and over - 1e-9 < distance <= to + 1e-9 for one, over, to in self.reaches)

    def faces_for(self, letter: str, cover: str) -> HitFaces:
        return self.faces.get((letter, cover)) or self.faces[letter, OPEN]


def play_rules(edition: Edition, options: Mapping[str, Any], forces: Iterable[Json]) -> PlayRules:
    """By the edition's own numbers; an exception where its game or what was agreed can't be played here."""
    if name := next(filter(options.get, _NOT_PLAYED), ""):
        raise BrickyardError(f"battles are not played with the option {name} yet: leave it out")
    if edition.game != "frames":
        raise BrickyardError(f"{edition.title}: only battles between companies of frames can be played")
    rules = battle_rules(edition, options, forces)
    doomsday = rules["open"].get("doomsday-tie")
    ruler, studs = _ruler_of(edition, options)
    clock, rocket = rules["clock"], rules["rocket_dice"]
    answers = [answer for answer, _ in doomsday["answers"]] if doomsday else []
    passing = edition.combat.through_cover if edition.combat else None
    ranges = edition.ranges.items()
    reaches = tuple((letter, _far(row.over, ruler, 0.0), _far(row.to, ruler, inf)) for letter, row in ranges)
    return PlayRules(
        edition=edition.id,
        title=edition.title,
        players=(rules["players"][0], rules["players"][1]),
        unit_studs=studs,
        ruler=ruler,
        table=_table_of(edition),
        reaches=reaches,
        faces=_faces(rules),
        unarmed=frozenset(letter for letter, row in rules["attacks"].items() if row["unarmed"]),
        sights=tuple(_sights(rules, reaches)),
        high_spot=rules["high_spot"],
        safe_cover=rules["losses"]["safe_cover"],
        steps_away=bool(rules["stepping"] and FRAME in rules["stepping"]["kinds"]),
        seizes_last=not rules["contested"],
        sprint_passes=bool(passing and passing.sprint),
        pieces=rules["pieces"] or 6,
        white=rules["kinds"][FRAME]["white"],
        rocket=(rules["rocket_reach"], rocket[0][2] if rocket else 0),
        pools={key: tuple(map(tuple, row[1])) for key, row in rules["loadouts"][FRAME].items()},
        clock=(clock["start"], clock["each_round"], clock["optional"]),
        comparison=rules["comparison"],
        doomsday_answer="assets" if "assets" in answers else "",
        radius=BASE_STUDS / 2 / studs,
        arm=reaches[0][2],
    )


def _ruler_of(edition: Edition, options: Mapping[str, Any]) -> tuple[float, float]:
    """How many units the ruler has, and how many studs a unit."""
    kit = edition.kit
    if kit is None or kit.ruler is None:
        raise BrickyardError(f"{edition.title}: its tables don't say how long the ruler is")
    ruler = kit.ruler
    return float(options.get("ruler") or ruler.units), float(options.get("unit-studs") or ruler.studs or 5)


def _table_of(edition: Edition) -> tuple[float, float]:
    """How large the table is: the least and the most rulers."""
    if edition.field is None:
        raise BrickyardError(f"{edition.title}: its tables don't say how large the table is")
    least, most = sorted((float(edition.field.rulers[0]), float(edition.field.rulers[-1])))
    return least, most


def _far(distance: object, ruler: float, otherwise: float) -> float:
    """A distance of a range: a number of units, or the ruler."""
    if distance is None:
        return otherwise
    return float(distance) if isinstance(distance, int | float) else ruler


def _sights(rules: Json, reaches: Iterable[tuple[str, float, float]]) -> Iterator[tuple[float, bool]]:
    ends = {letter: to for letter, _, to in reaches}
    for one, number in zip(rules["sights"][FRAME], rules["spotting"][FRAME], strict=True):
        yield ends.get(one["reach"], inf) if number else BLIND, bool(one["in_cover"])


def _faces(rules: Json) -> dict[tuple[str, str], HitFaces]:
    found = {}
    for letter, row in rules["attacks"].items():
        for cover, name in row["targets"].get(FRAME, {}).items():
            chart = rules["charts"][name]
            through = frozenset(chart["through"])
            found[letter, cover] = HitFaces(
                frozenset(chart["target"]), frozenset(chart["cover"]) - through, through
            )
    return found


class DiceBook:
    """The dice of every loadout that comes up in a battle, worked out once each."""

    def __init__(self, rules: PlayRules) -> None:
        self._rules = rules
        self._known: dict[tuple[tuple[str, ...], int, bool], FrameDice] = {}

    def dice(self, left: Iterable[str], white: int, rockets: int) -> FrameDice:
        key = tuple(left), white, rockets > 0
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = _dice(self._rules, *key)
        return found


def _dice(rules: PlayRules, codes: Sequence[str], white: int, has_rocket: bool) -> FrameDice:
    by_colour: dict[str, list[int]] = {colour: [] for colour in "BGY"}
    red: dict[str, list[int]] = {letter: [] for letter in rules.unarmed}
    for count, colour, sides, letter in rules.pools[loadout_key(codes)]:
        (red.setdefault(letter, []) if colour == "R" else by_colour[colour]).extend([sides] * count)
    if has_rocket:
        red.setdefault(rules.rocket[0], [])
    whites = (6,) * white
    greens = tuple(by_colour["G"])
    rocket = {rules.rocket[0]: (rules.rocket[1],)} if has_rocket else {}
    means = {letter: _mean((*dice, *rocket.get(letter, ()), *whites[:1])) for letter, dice in red.items()}
    arms = tuple(_arms(rules, means))
    armed = [arm for arm in arms if red[arm.letter]] or [Arm(*rules.reaches[0], 0, {})]
    return FrameDice(
        white=whites,
        blue=tuple(by_colour["B"]),
        green=greens,
        yellow=tuple(by_colour["Y"]),
        red={letter: tuple(red[letter]) for letter, _, _ in rules.reaches if letter in red},
        comms=codes.count("Y"),
        passes="G" in codes or (rules.sprint_passes and 8 in greens),
        safe=any(codes.count(code) >= count for code, count in rules.safe_cover.items()),
        arms=arms,
        best=max(armed, key=lambda arm: means.get(arm.letter, 0.0)),
        feared=tuple(_feared(rules, arms, defending) for defending in range(MOST_DEFENDING + 1)),
        defends=min(MOST_DEFENDING, len(by_colour["B"]) + bool(white)),
        defense=_mean((*by_colour["B"], *whites[:1])),
        moves_far=_moves_far(greens or whites[:1]),
    )


def _arms(rules: PlayRules, means: Mapping[str, float]) -> Iterator[Arm]:
    for letter, over, to in rules.reaches:
        if letter in means:
            hurts = {cover: rules.faces_for(letter, cover).chance for cover in (OPEN, COVER, FRAME_COVER)}
            yield Arm(letter, over, to, int(means[letter] + 0.5), hurts)


def _feared(rules: PlayRules, arms: Iterable[Arm], defending: int) -> tuple[float, ...]:
    found = {arm.letter: EXCESS[defending][arm.attack] * arm.hurts[OPEN] for arm in arms}
    return tuple(found.get(letter, 0.0) for letter, _, _ in rules.reaches)


def _excess(dice: int) -> list[float]:
    """By how much 0, 1, 2 … is expected to beat the highest of so many d6."""
    chances = highest_of(((6, dice),)).chances
    return [
        float(sum(chance * max(0, total - shown) for shown, chance in enumerate(chances)))
        for total in range(_MOST)
    ]


EXCESS: Sequence[Sequence[float]] = [_excess(dice) for dice in range(MOST_DEFENDING + 1)]


@lru_cache(maxsize=512)
def _mean(sides: tuple[int, ...]) -> float:
    return float(highest_of(_counted(sides)).mean) if sides else 0.0


def _moves_far(sides: tuple[int, ...]) -> tuple[float, ...]:
    """The chance to move at least 0, 1, 2 … 8 units."""
    if not sides:
        return (1.0, *[0.0] * 8)
    found = highest_of(_counted(sides))
    return tuple(float(found.at_least(far)) if far else 1.0 for far in range(9))


def _counted(sides: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    return tuple((one, sides.count(one)) for one in sorted(set(sides)))
