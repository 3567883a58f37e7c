"""Dice notation: every dialect read, the book's and Condensed's written."""

from fleets.notation.caret import caret
from fleets.notation.reading import Reading, Unread, read_dice, read_systems
from fleets.notation.writing import notations, write_book, write_condensed, write_loadout
from fleets.notation.written import Dialect

__all__ = [
    "Dialect",
    "Reading",
    "Unread",
    "caret",
    "notations",
    "read_dice",
    "read_systems",
    "write_book",
    "write_condensed",
    "write_loadout",
]
