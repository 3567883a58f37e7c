"""One thing to order for one piece of a model, and how such pieces are counted."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from brickyard.parts.lots import PieceItem
from catalog.shops.shop_numbers import Confidence


class Counting(Enum):
    """How pieces of the model are counted as a shop's lots."""

    EACH = auto()
    """As many as pieces."""
    MOST = auto()
    """As many as of the piece there are most of: one sheet has one of each sticker."""


@dataclass(frozen=True, slots=True)
class OrderedThing:
    """One thing to order for one piece. `part` and `colour` are LDraw's, of the thing itself."""

    part: str
    colour: int
    count: int
    number: str
    shop_colour: int | None
    colour_name: str
    title: str
    confidence: Confidence
    reason: str
    notes: tuple[str, ...] = ()
    counting: Counting = Counting.EACH
    same: str = ""
    """For counting the most: pieces with the same word are the same sticker, or the same leg."""
    is_sheet: bool = False
    is_colour_in_doubt: bool = False
    """The number is sure enough, the colour isn't."""
    made_of: tuple[PieceItem, ...] = ()
    """For an assembly: its pieces, if all of them are sold."""

    @property
    def is_exact(self) -> bool:
        return self.confidence is Confidence.EXACT
