"""Defaults for what neither the call nor a file says: the edition and the number of players."""

from __future__ import annotations

from typing import NamedTuple

from catalog.editions.loading import edition, edition_for
from ldraw_tools.findings import BrickyardError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from catalog.editions.edition import Edition


class Usual(NamedTuple):
    """`edition` is an id or a path; `source` the file that says so, for messages."""

    edition: str = ""
    players: int = 0
    source: str = ""


# Of the command that runs: the last is meant.
_usual = [Usual()]


def usual() -> Usual:
    return _usual[-1]


def use_as_usual(given: Usual) -> None:
    """Another command begins in the same process."""
    _usual[:] = [given]


def usual_edition(game: str, given: Usual) -> Edition:
    """The usual edition of a game: the one in the settings if it is of that game, else the book.

    Without a game it is only looked at.
    """
    if given.edition:
        try:
            found = edition(given.edition)
        except BrickyardError as error:
            error.summary = f"edition in {given.source}: {error.summary or error}"
            raise
        if not game or found.game == game:
            return found
    return edition_for(game)
