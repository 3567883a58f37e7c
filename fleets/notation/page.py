"""One text on its way to a meaning: what was written, the game, the body, and who is told."""

from __future__ import annotations

from dataclasses import dataclass

from fleets.dice.pool import Pool
from fleets.dice.vocabulary import Body, SystemType, Vocabulary
from fleets.notation import faults
from fleets.notation.groups import Say
from fleets.notation.writing import write_book
from fleets.notation.written import Written


@dataclass(frozen=True, slots=True)
class Page:
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
        choices = ", ".join(f"{system.code} {system.name}" for system in self.carried_types)
        self.say(faults.NOT_ON_THIS_BODY, at, body=self.body.name, dice=what, choices=choices)

    def say_not_carried_names(self) -> None:
        for system, at in self.written.named:
            if system.code not in self.body.carries:
                self.say_not_carried(system.code, at)
