"""Rebrickable's tables, ours and the user's: which numbers exist, in which colours, as which elements."""

from __future__ import annotations

import csv
import re
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import cache, lru_cache
from pathlib import Path
from typing import IO, Any, NamedTuple, cast
from weakref import finalize

from catalog.database.part_database import PartRecord, read_only
from ldraw_tools.findings import BrickyardError, RefusedError
from ldraw_tools.library.places import install_folder
from ldraw_tools.writing import clear_leftovers, replace_when_done

_SHEET = re.compile(r"^[\w.-]*stk\d+[a-z]?$", re.IGNORECASE)
_POSE = re.compile(r"-f\d+$")
_MOULD = re.compile(r"^(\d+)[a-z]$")
_PATTERN = re.compile(r"^[a-z]?\d+[a-z]?(?:c\d+)?(?:p|d)[0-9a-z]+$")
_STEM = re.compile(r"^[a-z]*\d+")
_LETTER_OF_MOULD = re.compile(r"(?<=\d)[a-z](?=$|[pc])")
_ZEROS_OF_PRINT = re.compile(r"(?<=p[bx])0+")


def is_sheet(number: str) -> bool:
    """Whether a BrickLink number is a sticker sheet's: `6397stk01`."""
    return _SHEET.match(number) is not None


def is_decorated(part: PartRecord) -> bool:
    """Printed or with stickers on: by its number (`3068bp01`) and by its title."""
    return _PATTERN.match(part.number) is not None or " Pattern" in part.title


def without_pose(number: str) -> str:
    """`41475-f2` is 41475, bent."""
    return _POSE.sub("", number)


def without_mould(number: str) -> str:
    """`3660b` is a 3660 from another mould."""
    mould = _MOULD.match(number)
    return mould[1] if mould else number


def stem(number: str) -> str:
    """What a number begins with: `3626` of 3626bpb0101."""
    found = _STEM.match(number.lower())
    return found[0] if found else number.lower()


def core(number: str) -> str:
    """A number without pose, letter of its mould and leading zeros: `3626pb1` of 3626bpb0001."""
    plain = _LETTER_OF_MOULD.sub("", without_pose(number).lower(), count=1)
    return _ZEROS_OF_PRINT.sub("", plain)


# Rebrickable's largest table has 120,000 rows and 3 MB; these limits are far above that.
MOST_ROWS = 3_000_000
MOST_BYTES = 300 * 2**20
_LONGEST_LINE = 2**20
_BATCH = 5000

SHIPPED = Path(__file__).parents[1] / "data" / "shops.sqlite"
"""Compiled by scripts/make_shop_facts.py."""
MOULD, ALTERNATE, PRINT, PAIR, SUB_PART, PATTERN = "M", "A", "P", "R", "B", "T"
"""Kinds of relationship: the same part from another mould; another part that mostly will do; a print; …"""
RELATIONSHIPS = frozenset((MOULD, ALTERNATE, PRINT, PAIR, SUB_PART, PATTERN))

_SCHEMA = """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE parts (part TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE elements (part TEXT NOT NULL, colour INTEGER NOT NULL, element INTEGER NOT NULL,
    PRIMARY KEY (part, colour, element)) WITHOUT ROWID;
CREATE INDEX by_element ON elements (element);
CREATE TABLE relationships (part TEXT NOT NULL, kind TEXT NOT NULL, other TEXT NOT NULL,
    PRIMARY KEY (part, kind, other)) WITHOUT ROWID;
"""
_COLUMNS = {
    "parts": ("part_num", "name"),
    "elements": ("element_id", "part_num", "color_id"),
    "part_relationships": ("rel_type", "child_part_num", "parent_part_num"),
}
_ENDINGS = (".csv", ".csv.gz", ".csv.zip", ".zip")

Row = tuple[str | int, ...]


class Added(NamedTuple):
    """What was read of a folder: rows by table, and the tables that weren't there."""

    target: Path
    rows: Mapping[str, int]
    missing: tuple[str, ...]
    date: str


def tables_place(environ: Mapping[str, str], platform: str, home: Path) -> Path:
    """Where `brickyard catalog add rebrickable` keeps them."""

    return install_folder(environ, platform, home).with_name("rebrickable.sqlite")


def add_tables(folder: Path, target: Path) -> Added:
    """Read the tables of a folder, packed or not, into one file; what was there before is replaced."""
    found = {table: path for table in _COLUMNS if (path := _find(folder, table))}
    if "parts" not in found:
        where = "download it from Rebrickable's page Downloads"
        raise BrickyardError(f"{folder}: no parts.csv and no parts.csv.gz in it; {where}")
    oldest = min(path.stat().st_mtime for path in found.values())
    date = datetime.fromtimestamp(oldest, UTC).date().isoformat()
    rows: dict[str, int] = {}
    clear_leftovers(target)
    try:
        with (
            replace_when_done(target) as temporary,
            closing(sqlite3.connect(temporary)) as database,
            database,
        ):
            database.executescript(_SCHEMA)
            for table, path in found.items():
                rows[table] = _fill(database, table, path)
            database.execute("INSERT INTO about VALUES ('date', ?)", (date,))
    except (OSError, sqlite3.Error) as error:
        raise BrickyardError(f"{target}: can't be written: {error}") from error
    missing = tuple(table for table in _COLUMNS if table not in found)
    return Added(target, rows, missing, date)


class RebrickableTables:
    """Read-only; numbers are compared in lower case. Of several files, what any of them knows is known."""

    def __init__(self, *paths: Path) -> None:
        self._databases: list[sqlite3.Connection] = []
        dates: list[str] = []
        for path in paths:
            # The file ships with us and is never written to: no locks, no journal.
            uri = read_only(path.absolute()) + ("&immutable=1" if path == SHIPPED else "")
            try:
                database = sqlite3.connect(uri, uri=True, check_same_thread=False)
                finalize(self, database.close)
                dates.append(database.execute("SELECT value FROM about WHERE name = 'date'").fetchone()[0])
            except (sqlite3.Error, TypeError) as error:
                again = "add the tables again: brickyard catalog add rebrickable DIR"
                hint = "install brickyard again" if path == SHIPPED else again
                said = f"{path}: not a copy of Rebrickable's tables ({error}); {hint}"
                raise BrickyardError(said) from error
            self._databases.append(database)
        self.date = max(dates, default="")
        self.has_part = lru_cache(maxsize=65536)(self._has_part)
        self.has_prints = lru_cache(maxsize=65536)(self._has_prints)
        self.related = lru_cache(maxsize=65536)(self._related)
        self.is_made = lru_cache(maxsize=65536)(self._is_made)

    def _has_part(self, number: str) -> bool:
        return self._is_there("SELECT 1 FROM parts WHERE part = ?", number.lower())

    def _has_prints(self, number: str) -> bool:
        """Whether there are printed versions of a number, whether it is a part's or not: `973pr0001`.

        Only by the first file: prints speak against a plain part, and newer tables only add certainty.
        """
        start = number.lower() + "pr"
        query = (
            "SELECT 1 FROM parts WHERE part > ? AND part < ? "
            "UNION ALL SELECT 1 FROM relationships WHERE part = ? AND kind = ? LIMIT 1"
        )
        values = (start, start + ":", number.lower(), PRINT)
        return self._databases[0].execute(query, values).fetchone() is not None

    def _is_made(self, number: str) -> bool:
        """Whether LEGO has an element of it in any colour."""
        return self._is_there("SELECT 1 FROM elements WHERE part = ? LIMIT 1", number.lower())

    def elements(self, number: str, colour: int) -> tuple[int, ...]:
        """LEGO's numbers for a part in a colour of Rebrickable's, the newest first."""
        query = "SELECT element FROM elements WHERE part = ? AND colour = ?"
        return tuple(sorted({row[0] for row in self._all(query, number.lower(), colour)}, reverse=True))

    def element(self, number: int) -> tuple[str, int] | None:
        """The part and the colour of one of LEGO's elements."""
        rows = self._all("SELECT part, colour FROM elements WHERE element = ? LIMIT 1", number)
        return next(((row[0], row[1]) for row in rows), None)

    def colours(self, number: str) -> frozenset[int]:
        """Rebrickable's colours that a part has elements in."""
        query = "SELECT DISTINCT colour FROM elements WHERE part = ?"
        return frozenset(row[0] for row in self._all(query, number.lower()))

    def made_in(self, numbers: Iterable[str], colours: Iterable[int]) -> dict[str, set[int]]:
        """Which of these colours each of these parts has elements in; of many colours, only the first 99."""
        # SQLite takes at most 999 variables in a statement where it is old. Names come from files.
        asked, codes = sorted(one for one in numbers if one.isprintable()), sorted(colours)[:99]
        made: dict[str, set[int]] = {}
        for start in range(0, len(asked), 900):
            batch = asked[start : start + 900]
            some, few = (",".join("?" * len(one)) for one in (batch, codes))
            query = f"SELECT DISTINCT part, colour FROM elements WHERE part IN ({some}) AND colour IN ({few})"
            for part, colour in self._all(query, *batch, *codes):
                made.setdefault(part, set()).add(colour)
        return made

    def is_unknown_in(self, number: str, colour: int) -> bool:
        """Whether the part is known in other colours, but not in this one; False where nothing is known."""
        return not self.elements(number, colour) and self.is_made(number)

    def _related(self, number: str, kind: str) -> tuple[str, ...]:
        """Parts in a relationship of this kind with it, either way round.

        Moulds of a mould are moulds of the same part: 4085c and 60897 both replace 4085a.
        """
        query = "SELECT other FROM relationships WHERE part = ? AND kind = ?"
        start = number.lower()
        found, pending = {start}, [start]
        while pending:
            others = {row[0] for row in self._all(query, pending.pop(), kind)} - found
            found |= others
            pending += others if kind == MOULD else ()
        return tuple(sorted(found - {start}))

    def are_two_parts(self, one: str, other: str) -> bool:
        """Whether both numbers are there, and neither will do for the other."""
        if not self.has_part(one) or not self.has_part(other):
            return False
        return not any(other.lower() in self.related(one, kind) for kind in (MOULD, ALTERNATE))

    @property
    def has_elements(self) -> bool:
        return self._is_there("SELECT 1 FROM elements LIMIT 1")

    def close(self) -> None:
        for database in self._databases:
            database.close()

    def _all(self, query: str, *values: str | int) -> Iterator[tuple[Any, ...]]:
        for database in reversed(self._databases):
            yield from database.execute(query, values)

    def _is_there(self, query: str, *values: str | int) -> bool:
        return next(self._all(query, *values), None) is not None


@cache
def shipped_tables() -> RebrickableTables:
    """Ours alone, opened once."""
    return RebrickableTables(SHIPPED)


def open_tables(environ: Mapping[str, str], platform: str, home: Path) -> RebrickableTables:
    """Ours, and those that the user has added, which take nothing away."""
    place = tables_place(environ, platform, home)
    return RebrickableTables(SHIPPED, place) if place.is_file() else shipped_tables()


def table_rows(folder: Path, table: str) -> Iterator[Row]:
    """A table of a folder as it is stored; nothing if it isn't there."""
    path = _find(folder, table)
    for row in _rows(path, _COLUMNS[table]) if path else ():
        yield from _stored(table, row)


def rows_of_table(folder: Path, table: str, columns: tuple[str, ...]) -> Iterator[list[str]]:
    """These columns of a table of a folder, packed or not; nothing if it isn't there."""
    path = _find(folder, table)
    yield from _rows(path, columns) if path else ()


def _find(folder: Path, table: str) -> Path | None:
    if not folder.is_dir():
        raise BrickyardError(f"{folder}: no such folder")
    there = {path.name.lower(): path for path in sorted(folder.iterdir()) if path.is_file()}
    return next((there[table + ending] for ending in _ENDINGS if table + ending in there), None)


def _fill(database: sqlite3.Connection, table: str, path: Path) -> int:
    count = 0
    batch: list[Row] = []
    statement = {
        "parts": "INSERT OR IGNORE INTO parts VALUES (?, ?)",
        "elements": "INSERT OR IGNORE INTO elements VALUES (?, ?, ?)",
        "part_relationships": "INSERT OR IGNORE INTO relationships VALUES (?, ?, ?)",
    }[table]
    for row in _rows(path, _COLUMNS[table]):
        count += 1
        if count > MOST_ROWS:
            raise RefusedError(f"{path}: more than {MOST_ROWS:,} rows; this is not Rebrickable's table")
        batch.extend(_stored(table, row))
        if len(batch) >= _BATCH:
            database.executemany(statement, batch)
            batch.clear()
    database.executemany(statement, batch)
    return count


def _stored(table: str, row: list[str]) -> Iterator[Row]:
    if table == "parts":
        yield row[0].lower(), row[1]
    elif table == "elements":
        if row[0].isdecimal() and row[2].removeprefix("-").isdecimal() and len(row[0]) < 19:
            yield row[1].lower(), int(row[2][:9]), int(row[0])
    else:
        kind, child, parent = row[0].upper(), row[1].lower(), row[2].lower()
        yield child, kind, parent
        yield parent, kind, child


def _rows(path: Path, columns: tuple[str, ...]) -> Iterator[list[str]]:
    """The wanted columns of every row, wherever they stand."""
    try:
        with path.open("rb") as file, _unpacked(path, file) as unpacked:
            rows = csv.reader(_lines(unpacked, path))
            header = [name.strip().lower() for name in next(rows, [])]
            missing = [name for name in columns if name not in header]
            if missing:
                raise BrickyardError(f"{path}: no column {missing[0]}; this is not Rebrickable's table")
            places = [header.index(name) for name in columns]
            for row in rows:
                if len(row) > max(places):
                    yield [row[place] for place in places]
    except (csv.Error, EOFError, OSError, ValueError, zlib.error) as error:
        raise BrickyardError(f"{path}: can't be read: {error}") from error


def _lines(stream: IO[bytes], path: Path) -> Iterator[str]:
    """Lines as they are unpacked, and never more than a table can hold."""
    left = MOST_BYTES
    encoding = "utf-8-sig"
    while line := stream.readline(_LONGEST_LINE):
        left -= len(line)
        if left < 0:
            raise RefusedError(f"{path}: larger than {MOST_BYTES // 2**20} MB; not Rebrickable's table")
        yield line.decode(encoding)
        encoding = "utf-8"


@contextmanager
def _unpacked(path: Path, file: IO[bytes]) -> Iterator[IO[bytes]]:
    name = path.name.lower()
    if name.endswith(".gz"):
        import gzip

        with gzip.open(file) as unpacked:
            yield cast(IO[bytes], unpacked)
    elif name.endswith(".zip"):
        from ldraw_tools.reading.archives import DAMAGE, header_trouble, open_archive

        with open_archive(file, 100) as archive:
            member = next((one for one in archive.infolist() if one.filename.lower().endswith(".csv")), None)
            if member is None:
                raise BrickyardError(f"{path}: no .csv in it")
            if trouble := header_trouble(member, MOST_BYTES):
                raise RefusedError(f"{path}: {trouble}")
            try:
                with archive.open(member) as inside:
                    yield inside
            except DAMAGE as error:
                raise BrickyardError(f"{path}: it is damaged") from error
    else:
        yield file
