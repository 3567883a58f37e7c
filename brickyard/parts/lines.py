"""The values of a parts list: pieces of a model, lots of a shop, and the list they make."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from catalog.shops.shop_numbers import Confidence, Shop
from ldraw_tools.findings import Finding

__all__ = [
    "ANY_COLOUR",
    "PART",
    "Confidence",
    "Key",
    "Lot",
    "Origin",
    "PartsList",
    "Piece",
    "Shop",
    "pieces_needed",
    "pieces_of",
    "pieces_to_buy",
]

PART = "P"
"""BrickLink's letter for a part; others are M minifigure, S set, G gear, B book, C catalogue, I, O, U."""
ANY_COLOUR = -1
"""The colour of a piece that may be bought in any."""


class Key(NamedTuple):
    """What a shop tells lots apart by, the number in lower case; no two lots of a list share it."""

    item_type: str
    number: str
    colour: int | None


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the model as LDraw has it: number without `.dat`, colour code or ANY_COLOUR, how many."""

    part: str
    colour: int
    count: int


@dataclass(frozen=True, slots=True)
class Origin:
    """Who needs it: a unit or a file by name, how many of the unit, and the pieces for all of them."""

    name: str
    units: int
    pieces: int

    def __str__(self) -> str:
        return f"{self.name} ×{self.units}" if self.units > 1 else self.name


@dataclass(frozen=True, slots=True)
class Lot:
    """One line of a list. `quantity` is what to buy: what is needed, without what is owned, with spares."""

    number: str
    """As the list's shop has it; empty where no number is known."""
    colour: int | None
    """The shop's colour id; None for any colour, or where there is none."""
    quantity: int
    pieces: tuple[Piece, ...] = ()
    """What it stands for in the model; several, where LDraw tells moulds apart that the shop doesn't."""
    title: str = ""
    colour_name: str = ""
    confidence: Confidence = Confidence.HIGH
    reason: str = ""
    """Why this number; for a lot not written, why not."""
    origins: tuple[Origin, ...] = ()
    item_type: str = PART
    owned: int = 0
    spare: int = 0
    notes: tuple[str, ...] = ()
    """What a buyer should know: check the length, not known in this colour."""
    is_colour_in_doubt: bool = False
    """Where a line is uncertain because of its colour, and its number is sure enough."""

    @property
    def key(self) -> Key:
        return Key(self.item_type, self.number.lower(), self.colour)

    @property
    def needed(self) -> int:
        """How many the model needs: owned ones among them, spares not."""
        return self.quantity + self.owned - self.spare

    @property
    def part(self) -> str:
        """The LDraw number it mostly stands for."""
        return self.pieces[0].part if self.pieces else ""

    @property
    def ldraw_colour(self) -> int | None:
        return self.pieces[0].colour if self.pieces else None

    def taking(self, owned: int) -> Lot:
        """The same with so many of it owned, at most what is needed; the pieces still say what for."""
        owned = min(owned, self.needed - self.owned)
        return replace(self, quantity=self.quantity - owned, owned=self.owned + owned)


@dataclass(frozen=True)
class PartsList:
    """All that is needed, each lot once and in one of four groups; the same order every run.

    In pieces of the model (`pieces_of`): written + sheets + uncertain + not written = `held` + `added`.
    """

    shop: Shop
    written: tuple[Lot, ...]
    """Sure enough to upload: confidence high (exact) or medium (check)."""
    sheets: tuple[Lot, ...] = ()
    """One line a sticker sheet, its pieces the model's stickers; uploaded with the written ones."""
    uncertain: tuple[Lot, ...] = ()
    """A number there is, but a doubtful one: written to a second file."""
    not_written: tuple[Lot, ...] = ()
    """No number, or not sold: the reason says why."""
    held: int = 0
    """Pieces in the model, an assembled part counted as one."""
    added: int = 0
    """Pieces more, because assembled parts are bought as what they are made of."""
    findings: tuple[Finding, ...] = ()

    @property
    def lots(self) -> tuple[Lot, ...]:
        """All of them, group by group."""
        return (*self.written, *self.sheets, *self.uncertain, *self.not_written)

    @property
    def to_buy(self) -> tuple[Lot, ...]:
        """What an upload holds: the written lots and the sheets that aren't all owned."""
        return tuple(lot for lot in (*self.written, *self.sheets) if lot.quantity > 0)

    @property
    def doubtful(self) -> tuple[Lot, ...]:
        """What the second file holds."""
        return tuple(lot for lot in self.uncertain if lot.quantity > 0)


def pieces_of(lots: Iterable[Lot]) -> int:
    """The model's pieces that lots stand for; many stickers are one sheet, many segments one hose."""
    return sum(piece.count for lot in lots for piece in lot.pieces)


def pieces_to_buy(lots: Iterable[Lot]) -> int:
    return sum(lot.quantity for lot in lots)


def pieces_needed(lots: Iterable[Lot]) -> int:
    return sum(lot.needed for lot in lots)
