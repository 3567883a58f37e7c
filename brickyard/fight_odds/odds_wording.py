"""How odds are written: percentages, notes, the situation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from brickyard.terminal import wrap_lines
from catalog.editions.tables import ANYWHERE, BLIND
from fleets.chances.combat import Combat
from fleets.chances.duel import Situation
from ldraw_tools.findings import count_of, printable

AIMS = {
    "none": "none are used",
    "attack": "attack first",
    "defense": "defense first",
    "balanced": "balanced",
}
_FAR = {ANYWHERE: "anywhere", BLIND: "nowhere"}


_MEANT = {
    "none": "they stay unused",
    "attack": "for the highest attack, then the highest defense",
    "defense": "for the highest defense, then the highest attack",
    "balanced": "each where it adds most to attack, defense, movement and spot together",
}


def aim_in_words(aim: str) -> str:
    return f"White dice, {AIMS[aim]}: {_MEANT[aim]}"


def aims_in_words(situation: Situation, are_theirs: bool = True) -> str:
    """What both sides do with their white dice, if the target has any."""
    same = "the same" if situation.target_aim == situation.aim else AIMS[situation.target_aim]
    theirs = f"; the target's ({same}) as if it attacked at that range" if are_theirs else ""
    return f"{aim_in_words(situation.aim)}{theirs}."


def note_lines(texts: Sequence[str]) -> Iterator[str]:
    for text in texts:
        yield from wrap_lines(printable(text), "  ")


def percent(chance: Fraction | None) -> str:
    """`34.3%`; what is possible but rare never reads as impossible."""
    if chance is None:
        return ""
    value = float(chance)
    if 0 < value < 0.0005:
        return "<0.1%"
    if 0.9995 <= value < 1:
        return ">99.9%"
    return f"{100 * value:.1f}%"


def situation_in_words(situation: Situation) -> str:
    parts = [f"spot {situation.spot}" if situation.spot else "no spot"]
    parts += [f"{count_of(situation.rockets, 'rocket')} fired"] if situation.rockets else []
    if situation.cover_hits is not None:
        parts.append(f"cover is gone after {count_of(situation.cover_hits, 'hit')}")
    white = AIMS[situation.aim]
    if situation.target_aim != situation.aim:
        white = f"{white} (attacker), {AIMS[situation.target_aim]} (target)"
    return f"{', '.join(parts)}; white dice: {white}"


def range_name(letter: str, combat: Combat) -> str:
    return _FAR.get(letter) or next(one.name for one in combat.vocabulary.ranges if one.letter == letter)
