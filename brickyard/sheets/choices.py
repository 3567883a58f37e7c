"""Which sheets were asked for."""

from __future__ import annotations

from brickyard.sheets.values import ALL, USUAL, SheetKind
from ldraw_tools.findings import BrickyardError
from ldraw_tools.suggestions import hint, shown

# What people also call them.
_ALSO = {
    "fleet": SheetKind.COMPANY,
    "mech": SheetKind.COMPANY,
    "frames": SheetKind.COMPANY,
    "score": SheetKind.SCOREBOARD,
    "scores": SheetKind.SCOREBOARD,
    "card": SheetKind.CARDS,
    "rulers": SheetKind.RULER,
    "opponents": SheetKind.OPPONENT,
    "beginners": SheetKind.BEGINNER,
}


def sheet_kinds(text: str) -> tuple[SheetKind, ...]:
    """`company,cards`; nothing means the usual ones, `all` every one."""
    asked = [word.strip().lower() for word in text.split(",") if word.strip()]
    if not asked:
        return USUAL
    known: dict[str, SheetKind] = {**{str(kind): kind for kind in ALL}, **_ALSO}
    found: set[SheetKind] = set()
    for word in asked:
        if word == "all":
            found |= set(ALL)
        elif word in known:
            found.add(known[word])
        else:
            raise BrickyardError(f"--only: there is no sheet “{shown(word)}”. {hint(word, list(ALL))}")
    return tuple(kind for kind in ALL if kind in found)
