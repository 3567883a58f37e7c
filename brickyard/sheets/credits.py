"""What must stand on every sheet: whose the design, the parts, the bricks and the game are."""

from __future__ import annotations

from collections.abc import Iterable

from brickyard.dossiers import Folder
from brickyard.notices import MADE, notices, short_licence
from brickyard.sheets import words
from catalog.editions.edition import Edition
from fleets.forces.force import Force, Mech

_LONGEST_LICENCE = 80


def credit_line(folder: Folder) -> str:
    """At the foot of a sheet; the rest stands once, at the end."""
    author, licence = _whose(folder)
    licence = _short(licence)
    if isinstance(folder.subject, Mech):
        # Played with a pencil: no parts and no bricks in it, so that this is all there is to say.
        return " ".join(filter(None, (folder.ruling.edition.words.get("notice", ""), MADE)))
    if not author and not licence:
        return MADE
    who = f"Design © {words.label(author)}" if author else "Design"
    return f"{who}{f', {licence}' if licence else ''}. {MADE}"


def notice_lines(folders: Iterable[Folder]) -> list[str]:
    """All there is to say of the files, each thing once; what a 'mech needs stands on its sheet."""
    lines: dict[str, None] = {}
    for folder in folders:
        if not isinstance(folder.subject, Mech):
            lines.update(dict.fromkeys(design_credits(*_whose(folder), folder.ruling.edition)))
    lines.pop(MADE, None)
    return [*lines, MADE] if lines else []


def design_credits(author: str, licence: str, edition: Edition | None = None) -> list[str]:
    return list(notices(edition, words.label(author), _short(licence), "sheet"))


def _whose(folder: Folder) -> tuple[str, str]:
    subject = folder.subject
    about = subject.about if isinstance(subject, Force) else {}
    first = folder.dossiers[0] if folder.dossiers else None
    author = about.get("author", "") or (first.author if first else "")
    return author, about.get("licence", "") or (first.licence if first else "")


def _short(licence: str) -> str:
    return words.name(short_licence(licence), _LONGEST_LICENCE)
