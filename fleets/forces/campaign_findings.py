"""Every kind of finding that a campaign's own keys can give, declared once."""

from __future__ import annotations

from ldraw_tools.findings import Kind, Severity

_INFO, _WARNING, _ERROR = Severity.INFO, Severity.WARNING, Severity.ERROR

NOT_A_FORCE = Kind(
    "MAN080", _ERROR, "“{file}” holds neither a company nor a fleet", "Name the list of a company or a fleet."
)
NOT_A_FORCE_HERE = Kind("MAN081", _ERROR, "no force of this campaign is called “{name}”", "{hint}")
SAME_NAME = Kind(
    "MAN082", _ERROR, "two forces are called “{name}”", "Give each a name of its own, or list it once."
)
OTHER_HOLDER = Kind(
    "MAN083",
    _ERROR,
    "holder is {holder}, but {other} held the objective at the end of the last game",
    "Correct one of the two.",
)
NOBODY_CHOOSES = Kind(
    "MAN084",
    _ERROR,
    "nobody holds the objective, so nobody has choices to make",
    "Name the holder, or leave choices out.",
)
NO_CHOICES_IN_TEXT = Kind(
    "MAN085",
    _ERROR,
    "{edition} has no special objective, so its holder has no choices",
    "Leave choices out, or play by an edition that has them, such as rapid-attack.",
)
NOT_A_DATE = Kind("MAN086", _ERROR, "“{text}” is not a date", "Write it as 2026-10-03.")
EARLIER = Kind(
    "MAN087", _WARNING, "this game was before the one above it ({before})", "List the games in order."
)
OTHER_NUMBER = Kind(
    "MAN088",
    _WARNING,
    "scores of {scores} forces, but {players} played",
    "List the score of everybody who played.",
)
OTHER_EDITION = Kind(
    "MAN089",
    _INFO,
    "this list names the edition {own}; in this campaign it is judged by {edition}",
    "Nothing to mend, if everybody knows.",
)
OTHER_SIZE = Kind(
    "MAN090",
    _ERROR,
    "the next game is a {size}, but the holder of the objective has chosen a {chosen}",
    "Correct one of the two.",
)
HERE_A_FORCE = Kind(
    "MAN091",
    _ERROR,
    "this is a campaign, and here one of its forces is needed",
    "Give the list of one of its forces; brickyard check takes a campaign.",
)
NO_SCORE = Kind(
    "MAN092",
    _ERROR,
    "{name} is named as the winner, but has no score in this game",
    "Correct the name, or add the score.",
)
NO_LOG = Kind(
    "MAN093",
    _WARNING,
    "the log “{file}” isn't there, so this game has no curve and no report",
    "Put the file there, correct the name, or leave log out.",
)
