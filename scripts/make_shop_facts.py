"""Compiles Rebrickable's tables into catalog/data/shops.sqlite: numbers, elements, what stands for what."""

from __future__ import annotations

import argparse
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from catalog.shops.rebrickable import PRINT, RELATIONSHIPS, SHIPPED, table_rows
from ldraw_tools.writing import replace_when_done

# Each number is stored once and the rest refers to it: a third of the size. The views have the columns of
# the user's own copy, so that the same look-ups serve both.
SCHEMA = """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE numbers (id INTEGER PRIMARY KEY, part TEXT NOT NULL UNIQUE);
CREATE TABLE made (element INTEGER PRIMARY KEY, part INTEGER NOT NULL, colour INTEGER NOT NULL);
CREATE TABLE related (part INTEGER NOT NULL, kind TEXT NOT NULL, other INTEGER NOT NULL,
    PRIMARY KEY (part, kind, other)) WITHOUT ROWID;
CREATE VIEW parts AS SELECT part FROM numbers WHERE id > 0;
CREATE VIEW elements AS SELECT numbers.part, colour, element
    FROM made JOIN numbers ON numbers.id = made.part;
CREATE VIEW relationships AS SELECT one.part, kind, two.part AS other
    FROM related JOIN numbers AS one ON one.id = related.part JOIN numbers AS two ON two.id = related.other;
"""


def compile_facts(folder: Path, date: str, target: Path) -> dict[str, int]:
    """Rows by table. A number that only elements or relationships name gets a negative id: it is no part."""
    parts = sorted({str(row[0]) for row in table_rows(folder, "parts")})
    ids = {part: place for place, part in enumerate(parts, 1)}

    def number(part: str) -> int:
        return ids.setdefault(part, -len(ids) - 1)

    made = sorted((int(row[2]), number(str(row[0])), int(row[1])) for row in table_rows(folder, "elements"))
    related = sorted(
        {
            (number(str(part)), str(kind), number(str(other)))
            for part, kind, other in table_rows(folder, "part_relationships")
            if kind in RELATIONSHIPS and not (kind == PRINT and _is_told_by_name(str(part), str(other)))
        }
    )
    with (
        replace_when_done(target) as temporary,
        closing(sqlite3.connect(temporary)) as database,
    ):
        database.execute("PRAGMA page_size = 8192")
        database.executescript(SCHEMA)
        database.execute("INSERT INTO about VALUES ('date', ?)", (date,))
        database.executemany("INSERT INTO numbers VALUES (?, ?)", ((id_, part) for part, id_ in ids.items()))
        database.executemany("INSERT OR IGNORE INTO made VALUES (?, ?, ?)", made)
        database.executemany("INSERT INTO related VALUES (?, ?, ?)", related)
        database.execute("CREATE INDEX by_part ON made (part, colour)")
        database.commit()
        database.execute("VACUUM")
    return {"parts": len(parts), "elements": len(made), "relationships": len(related)}


def _is_told_by_name(one: str, other: str) -> bool:
    """3001pr0028 is a print of 3001: nobody needs to be told, and it saves a fifth of the file."""
    plain, printed = sorted((one, other), key=len)
    return printed.startswith(f"{plain}pr")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="Rebrickable's CSV files, packed or not")
    parser.add_argument("--date", required=True, help="of the tables, such as 2026-04-02")
    parser.add_argument("-o", "--output", type=Path, default=SHIPPED)
    arguments = parser.parse_args()
    rows = compile_facts(arguments.folder, arguments.date, arguments.output)
    size = arguments.output.stat().st_size / 2**20
    print(f"{arguments.output}: {size:.1f} MB, " + ", ".join(f"{n:,} {table}" for table, n in rows.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
