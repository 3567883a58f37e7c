"""What written groups mean on one body: dice as rolled, or systems as carried."""

from __future__ import annotations

from typing import NamedTuple

from catalog.vocabulary import COLOURS, NO_DICE, Body, Dice, Pool, Sprint, SystemType, Vocabulary
from fleets.dice.carried_systems import (
    Loadout,
    System,
    list_of,
    pool_of,
    sprint_of,
    systems_pool,
    systems_rolling,
    weapons_rolling,
)
from fleets.notation import notation_findings
from fleets.notation.dialects import Written, write_book
from fleets.notation.groups import Say
from fleets.notation.letter_hints import with_names
from ldraw_tools.phrases import join_texts, say as said

_WHITE = Pool.of(Dice("W"))


class Notation(NamedTuple):
    written: Written
    vocabulary: Vocabulary
    body: Body
    say: Say

    @property
    def carried_types(self) -> list[SystemType]:
        return [system for system in self.vocabulary.types if system.code in self.body.carries]

    @property
    def split_types(self) -> list[SystemType]:
        """The weapons that may be split, so that their dice must be looked at together."""
        return [system for system in self.carried_types if system.half]

    def text(self, pool: Pool) -> str:
        return write_book(pool, self.vocabulary)

    def place(self, pool: Pool) -> int:
        """Where the first die of a kind with these was written."""
        keys = {dice.key for dice in pool}
        return next((at for dice, at in self.written.dice if dice.key in keys), 0)

    def say_not_carried(self, what: str, at: int) -> None:
        choices = with_names(self.carried_types)
        self.say(notation_findings.NOT_ON_THIS_BODY, at, body=self.body.name, dice=what, choices=choices)

    def say_not_carried_names(self) -> None:
        for system, at in self.written.named:
            if system.code not in self.body.carries:
                self.say_not_carried(system.code, at)


def plain_systems(system: SystemType, dice: Pool, at: int, notation: Notation) -> list[System]:
    """As many systems of one type as roll these dice; reports it if no number does."""
    count = systems_rolling(system, dice)
    if count is None:
        rolled = system.given_by(len(dice))
        # Fleet lists count systems even where the further ones add no die.
        count = len(dice) if len(rolled) < len(dice) else 0
        if count:
            _say_read_as_systems(system, dice, rolled, at, notation)
        else:
            ways = join_texts(
                said("{dice} for {n}", dice=notation.text(system.given_by(n)), n=n) for n in (1, 2)
            )
            notation.say(
                notation_findings.NO_SUCH_COUNT, at, name=system.name, dice=notation.text(dice), choices=ways
            )
    return [System(system.code)] * count


def _say_read_as_systems(system: SystemType, dice: Pool, rolled: Pool, at: int, notation: Notation) -> None:
    idle = [system.code for number in range(1, len(dice) + 1) if not system.added_by(number)]
    canonical = " & ".join([notation.text(rolled), *idle])
    values = {
        "count": len(dice),
        "name": system.name,
        "rolled": notation.text(rolled),
        "canonical": canonical,
        "listed": ", ".join([system.code] * len(dice)),
        "code": system.code,
    }
    notation.say(notation_findings.READ_AS_SYSTEMS, at, dice=notation.text(dice), **values)


def weapons_in(pool: Pool, notation: Notation, *, as_systems: bool) -> tuple[System, ...]:
    """The weapons that roll the dice, full ones preferred; reports dice of no weapons or of several sets."""
    found = weapons_rolling(notation.split_types, pool)
    if found is None:
        _say_why_none(pool, notation, as_systems)
        return ()
    if found.instead:
        taken, instead = (list_of(way, notation.vocabulary) for way in (found.systems, found.instead))
        notation.say(
            notation_findings.NOT_UNIQUE,
            notation.place(pool),
            dice=notation.text(pool),
            taken=taken,
            instead=instead,
        )
    return found.systems


def _say_why_none(pool: Pool, notation: Notation, as_systems: bool) -> None:
    halves = {system.code: pool.like(system.half) for system in notation.split_types}
    odd = [system for system in notation.split_types if len(halves[system.code]) % 2]
    lone = [system for system in notation.split_types if _lacks_first(system, pool)]
    if len(odd) % 2:
        say = _say_half_a_weapon if as_systems else _say_odd
        say(odd[0], Pool.total(halves.values()), notation)
    elif lone:
        _say_second_without_first(lone[0], notation)
    else:
        most = max(notation.split_types, key=lambda system: len(halves[system.code]))
        full, second, half = (notation.text(p) for p in (most.adds[0], most.added_by(2), most.half))
        at, dice = notation.place(most.dice), notation.text(pool)
        notation.say(notation_findings.NO_SUCH_WEAPONS, at, dice=dice, full=full, second=second, half=half)


def _say_odd(system: SystemType, sixes: Pool, notation: Notation) -> None:
    full, half, dice = (notation.text(pool) for pool in (system.adds[0], system.half, sixes))
    die = system.half.dice[0].name
    notation.say(
        notation_findings.ODD_DICE, notation.place(system.half), dice=dice, die=die, full=full, half=half
    )


def _say_half_a_weapon(system: SystemType, sixes: Pool, notation: Notation) -> None:
    other = next(t for t in reversed(notation.split_types) if t.code != system.code)
    full, half, rest = (notation.text(pool) for pool in (system.adds[0], system.half, other.half))
    dice = notation.text(sixes.like(system.half))
    notation.say(
        notation_findings.HALF_A_WEAPON,
        notation.place(system.half),
        dice=dice,
        full=full,
        split=f"{half} {rest}",
    )


def _say_second_without_first(system: SystemType, notation: Notation) -> None:
    full, second, both = (notation.text(p) for p in (system.adds[0], system.adds[1], system.given_by(2)))
    rocket = notation.vocabulary.rocket
    if rocket and rocket.reach == system.range:
        both = said("{both}, or {rocket} for a rocket", both=both, rocket=notation.text(rocket.dice))
    notation.say(
        notation_findings.SECOND_WITHOUT_FIRST,
        notation.place(system.adds[1]),
        dice=second,
        full=full,
        both=both,
    )


def _lacks_first(system: SystemType, pool: Pool) -> bool:
    """Whether a further weapon's die is there without the first weapon's dice."""
    return any(pool.like(adds) for adds in system.adds[1:]) and not pool.holds(system.adds[0])


def dice_meaning(notation: Notation) -> tuple[Loadout, Pool]:
    """What a body with these dice carries, and all it rolls."""
    vocabulary, written = notation.vocabulary, notation.written.pool
    white, rockets = written.like(_WHITE), written.like(vocabulary.rocket_dice)
    if len(white) > notation.body.white:
        most = notation.text(Pool.of(Dice("W", count=notation.body.white)))
        values = {"dice": notation.text(white), "body": notation.body.name, "white": most}
        notation.say(notation_findings.TOO_MANY_WHITE, notation.place(white), **values)
    ace = _ace(written, notation)
    own = white + rockets
    for extra in (notation.body.dice, vocabulary.ace(ace), vocabulary.sprint_dice):
        own += extra if (written - own).holds(extra) else NO_DICE
    behind = Loadout(tuple(_systems(written - own, notation)), len(rockets), ace)
    carried = behind + notation.written.loadout
    notation.say_not_carried_names()
    _say_sprint(carried, notation)
    if notation.written.lists_systems:
        return carried, pool_of(carried, vocabulary, notation.body, len(white) or None)
    return carried, own + systems_pool(carried, vocabulary)


def _ace(written: Pool, notation: Notation) -> str:
    aces = notation.vocabulary.aces if notation.body.may_have_ace else ()
    return next((dice.colour for dice in aces if written.count_like(dice)), "")


def _systems(dice: Pool, notation: Notation) -> list[System]:
    systems: list[System] = []
    for system in notation.carried_types:
        part = dice.like(system.dice)
        if part and not system.half:
            systems += plain_systems(system, part, notation.place(part), notation)
            dice -= part
    weapons = dice.like(Pool.total(system.dice for system in notation.split_types))
    for left in dice - weapons:
        said = notation.written.pool.like(Pool.of(left))
        notation.say_not_carried(notation.text(said), notation.place(said))
    return [*systems, *weapons_in(weapons, notation, as_systems=False)]


def _say_sprint(carried: Loadout, notation: Notation) -> None:
    sprint, written = notation.vocabulary.sprint, notation.written
    if sprint is None:
        return
    if not sprint_of(carried, notation.vocabulary):
        if written.pool.like(sprint.dice):
            values = _sprint_values(sprint, notation)
            notation.say(
                notation_findings.SPRINT_WITH_WEAPON,
                notation.place(sprint.dice),
                body=notation.body.name,
                **values,
            )
    elif _has_dice_against(sprint, notation):
        return  # Which weapons these are couldn't be told, but some of them keep it from sprinting.
    elif written.pool.like(_WHITE) and not (written.lists_systems or written.pool.like(sprint.dice)):
        # Without white dice it is not a whole frame, but a piece of one.
        notation.say(notation_findings.SPRINT_LEFT_OUT, 0, **_sprint_values(sprint, notation))


def _has_dice_against(sprint: Sprint, notation: Notation) -> bool:
    types = [notation.vocabulary.system_type(code) for code in sprint.unless]
    return bool(notation.written.pool.like(Pool.total(system.dice for system in types)))


def _sprint_values(sprint: Sprint, notation: Notation) -> dict[str, str]:
    names, *others = (said(notation.vocabulary.system_type(code).name) for code in sprint.unless)
    for name in others:
        names = said("{names} and no {name}", names=names, name=name)
    return {"sprint": notation.text(sprint.dice), "types": names}


def systems_meaning(notation: Notation) -> tuple[Loadout, Pool]:
    """The systems that the groups name, two pieces alike being two systems, and the dice they add."""
    systems: list[System] = []
    loose = NO_DICE
    all_full = True
    for dice, at in notation.written.dice:
        piece = Pool.of(dice)
        system = next((s for s in notation.carried_types if piece.like(s.dice)), None)
        if system is None:
            _say_no_system(dice, at, notation)
        elif not system.half:
            systems += plain_systems(system, piece, at, notation)
        elif not piece.like(system.half):
            systems += [System(system.code)] * dice.count
        elif piece == system.adds[0] and loose.like(system.half):
            systems.append(System(system.code))
        else:
            loose += piece
            all_full = all_full and piece == system.adds[0]
    if all_full:
        systems += [System(dice.colour + dice.range) for dice in loose]
    else:
        systems += weapons_in(loose, notation, as_systems=True)
    notation.say_not_carried_names()
    loadout = Loadout(tuple(systems)) + notation.written.loadout
    return loadout, systems_pool(loadout, notation.vocabulary)


def _say_no_system(dice: Dice, at: int, notation: Notation) -> None:
    vocabulary, piece = notation.vocabulary, Pool.of(dice)
    text = notation.text(piece)
    if dice.colour == "W":
        return  # A whole unit's dice were pasted in; its own white ones do no harm.
    if vocabulary.rocket and piece.like(vocabulary.rocket_dice):
        second = f"{dice.colour}{vocabulary.rocket.reach}{dice.sides}"
        notation.say(notation_findings.ROCKET_BY_DICE, at, dice=text, second=second)
    elif piece.like(vocabulary.sprint_dice):
        notation.say(
            notation_findings.NO_SYSTEM, at, dice=text, why=said("comes from carrying no ranged weapon")
        )
    elif piece.like(notation.body.dice):
        why = said("belongs to every {body}", body=said(notation.body.name))
        notation.say(notation_findings.NO_SYSTEM, at, dice=text, why=why)
    elif notation.body.may_have_ace and piece.like(Pool(vocabulary.aces)):
        notation.say(notation_findings.ACE_BY_DICE, at, dice=text, colour=COLOURS[dice.colour])
    else:
        notation.say_not_carried(text, at)
