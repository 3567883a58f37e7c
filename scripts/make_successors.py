"""Makes catalog/data/successors.csv: LDraw's obsolete part files and the newer file of the same part."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

from catalog.database.part_database import PartRecord, PartsDatabase
from ldraw_tools.reading.header import FileKind

TARGET = Path(__file__).parent.parent / "catalog" / "data" / "successors.csv"
_OBSOLETE = "(Obsolete)"
_OLD = (FileKind.SUBPART, FileKind.SHORTCUT, FileKind.ALIAS)
_NEW = (FileKind.PART, FileKind.SHORTCUT)
# Their titles differ, for the newer files say how the legs stand, and the colour of the lever.
_BY_HAND = {"3815c01": "73200b-f1", "3815c02": "73200b-f2", "4592c01": "73587p01"}


def successors(database: PartsDatabase) -> dict[str, str]:
    """An obsolete file's title is the newer one's with a mark before and after it."""
    newer: dict[str, list[str]] = {}
    older: list[PartRecord] = []
    for part in database:
        if part.kind in _OLD and _OBSOLETE in part.title and not part.bricklink:
            older.append(part)
        elif part.kind in _NEW and not part.title.startswith("~"):
            newer.setdefault(_plain(part.title), []).append(part.number)
    found = {part.number: newer.get(_plain(part.title), []) for part in older}
    only = {old: new[0] for old, new in found.items() if len(new) == 1}
    return dict(sorted((only | _BY_HAND).items()))


def _plain(title: str) -> str:
    return " ".join(title.lstrip("~=").replace(_OBSOLETE, "").split())


def main() -> int:
    with TARGET.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(("ldraw", "successor"))
        rows.writerows(successors(PartsDatabase()).items())
    return 0


if __name__ == "__main__":
    sys.exit(main())
