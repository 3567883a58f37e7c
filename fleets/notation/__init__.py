"""Dice notation: every dialect read, the book's and Condensed's written."""

from fleets.notation.dialects import Dialect, notations, write_book, write_condensed, write_loadout
from fleets.notation.notation_reading import (
    Reading,
    Unread,
    caret,
    read_carried,
    read_dice,
    read_either,
    read_systems,
)

__all__ = [
    "Dialect",
    "Reading",
    "Unread",
    "caret",
    "notations",
    "read_carried",
    "read_dice",
    "read_either",
    "read_systems",
    "write_book",
    "write_condensed",
    "write_loadout",
]
