"""Who wins the exchange: each of two units attacks the other once, where its attack does most."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple

from brickyard.facts.verdicts import mean_words

_NOTHING = Fraction(0)
_MARKS = {"attacker": "+", "target": "−", "neither": "="}
WORDS = (
    "Each attacks the other once, where its attack does most. Who deals more than it takes wins the exchange "
    "(+), who deals less loses it (−). A spot and rockets count for the attacker alone."
)


class Exchange(NamedTuple):
    """The mean damage that the attacker deals and takes; None where no attack is possible."""

    attacker: str
    target: str
    deals: Fraction | None
    takes: Fraction | None
    winner: Literal["attacker", "target", "neither"]

    def __str__(self) -> str:
        """`0.73 : 0.61 +`, or `-` if neither can attack."""
        if self.deals is None and self.takes is None:
            return "-"
        deals, takes = (mean_words(one or _NOTHING) for one in (self.deals, self.takes))
        return f"{deals} : {takes} {_MARKS[self.winner]}"


def exchange_between(attacker: str, target: str, deals: Fraction | None, takes: Fraction | None) -> Exchange:
    more = (deals or 0) - (takes or 0)
    return Exchange(
        attacker, target, deals, takes, "attacker" if more > 0 else "target" if more < 0 else "neither"
    )
