"""The parts database: what every LDraw part is called, is made of, and how large it is."""

from __future__ import annotations

import difflib
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote
from weakref import finalize

from catalog import colours
from ldraw_tools.findings import BrickyardError
from ldraw_tools.library.places import Component, PartFacts
from ldraw_tools.names import part_number
from ldraw_tools.reading.header import FileKind
from ldraw_tools.workspace import Workspace

if TYPE_CHECKING:
    from catalog.database.shape_codec import StudPlaces
    from ldraw_tools.measuring.shapes import Shape

SHIPPED = Path(__file__).parents[1] / "data" / "parts.sqlite"
# SQLite takes at most 999 variables in a statement where it is old.
_BATCH = 900
_MOST_KEPT = 5_000
_DIMENSION = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)\s*x\s*(?=\d)", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_MOST_WORDS = 40
_SHEET = re.compile(r"^\d{5,}(?=[a-z])")
_KINDS = {kind.value: kind for kind in FileKind}
_COLUMNS = "key, title, kind, category, target, components, bricklink, rebrickable, keywords, shape"


@dataclass(frozen=True, slots=True)
class PartRecord:
    """All that the database knows of a part but its shape."""

    key: str
    title: str
    kind: FileKind
    category: str
    target: str
    components: tuple[Component, ...]
    bricklink: tuple[str, ...]
    rebrickable: tuple[str, ...]
    keywords: tuple[str, ...]
    shape_id: int | None

    @property
    def number(self) -> str:
        return self.key.removesuffix(".dat")


class PartsDatabase:
    """Read-only. Implements `ldraw_tools.library.places.PartSource`."""

    def __init__(self, path: Path = SHIPPED) -> None:
        if not path.is_file():
            raise BrickyardError(f"{path}: the parts database is missing; install brickyard again")
        self.path = path
        # The models of one company are made of the same parts.
        self._facts: dict[str, PartFacts] = {}
        self._shape_ids: dict[str, int | None] = {}
        self._decoded: dict[int, Shape] = {}
        self.reopen()
        try:
            self.about = dict(self._db.execute("SELECT name, value FROM about"))
        except sqlite3.Error as error:
            raise BrickyardError(f"{path}: not a parts database: {error}") from error

    def __reduce__(self) -> tuple[object, ...]:
        """Another process opens the file itself."""
        return PartsDatabase, (self.path,)

    def reopen(self) -> None:
        """Also for a process that was forked: a connection must not be shared."""
        # The file ships with us and is never written to: no locks, no journal.
        uri = f"{read_only(self.path.absolute())}&immutable=1"
        try:
            self._db = sqlite3.connect(uri, uri=True, check_same_thread=False)
        except sqlite3.Error as error:
            raise BrickyardError(f"{self.path}: not a parts database: {error}") from error
        # From Python 3.13 on, one that nobody closed is warned about.
        finalize(self, self._db.close)

    def close(self) -> None:
        self._db.close()

    # What counting and measuring ask.

    def facts(self, keys: Iterable[str]) -> dict[str, PartFacts]:
        known = self._facts
        if len(known) > _MOST_KEPT:
            known.clear()
        wanted = set(keys)
        query = "SELECT key, title, kind, target, components, shape FROM parts WHERE key IN"
        for key, title, kind, target, components, shape in self._rows(query, wanted - known.keys()):
            parts = _components(components) if components else ()
            known[key] = PartFacts(key, title, _KINDS[kind], target, parts)
            self._shape_ids[key] = shape
        return {key: known[key] for key in wanted if key in known}

    def shapes(self, keys: Iterable[str]) -> dict[str, Shape]:
        from catalog.database.shape_codec import decode_shapes

        wanted = set(keys)
        ids = self._shape_ids
        unasked = [key for key in wanted if key not in ids]
        ids.update(self._rows("SELECT key, shape FROM parts WHERE key IN", unasked))
        known = {key: identity for key in wanted if (identity := ids.get(key)) is not None}
        decoded = self._decoded
        unread = {identity for identity in known.values() if identity not in decoded}
        rows = list(self._batches("SELECT id, outline FROM shapes WHERE id IN", sorted(unread)))
        shapes = decode_shapes([outline for _, outline in rows])
        decoded.update((identity, shape) for (identity, _), shape in zip(rows, shapes, strict=True))
        found = {key: decoded[identity] for key, identity in known.items()}
        if len(decoded) > _MOST_KEPT:
            decoded.clear()
        return found

    def nearest(self, key: str) -> str:
        """A close number, cheaply: only among names that begin alike."""
        if not key.isprintable():
            return ""
        if "." not in key and any(letter.isdigit() for letter in key):
            key += ".dat"
            if self.find(key):
                return key
        for length in (len(key) - 5, 4, 3):
            stem = key[: max(length, 2)]
            rows = self._db.execute(
                "SELECT key FROM parts WHERE key >= ? AND key < ? LIMIT 2000", (stem, stem + "\uffff")
            )
            close = difflib.get_close_matches(key, [row[0] for row in rows], n=10, cutoff=0.75)
            if close:
                # One letter too many at the end is likelier than one left out in the middle.
                shorter = f"{key.removesuffix('.dat')[:-1]}.dat"
                return shorter if shorter in close else str(close[0])
        return ""

    def knows_colour(self, code: int) -> bool:
        return colours.colour(code) is not None

    # What people ask.

    def find(self, number: str) -> PartRecord | None:
        """By number, with or without `.dat`, in any case."""
        key = number.strip().lower().replace("\\", "/").removesuffix(".dat") + ".dat"
        if not key.isprintable():
            return None
        row = self._db.execute(f"SELECT {_COLUMNS} FROM parts WHERE key = ?", (key,)).fetchone()
        return _record(row) if row else None

    def follow(self, part: PartRecord) -> PartRecord:
        """Where a moved part ended up."""
        for _ in range(20):
            target = self.find(part.target) if part.kind is FileKind.MOVED else None
            if target is None:
                break
            part = target
        return part

    def search(self, text: str, most: int = 50) -> list[PartRecord]:
        """Parts whose number, title or keywords hold all the words; plain parts and short titles first."""
        text = text.strip().lower().removesuffix(".dat")
        words = list(dict.fromkeys(search_words(text)))[:_MOST_WORDS]
        if not words:
            return []
        match = " AND ".join(
            f'"{word}"*' if len(word) > 2 and word[0].isalpha() else f'"{word}"' for word in words
        )
        query = (
            f"SELECT {_COLUMNS} FROM parts WHERE id IN (SELECT rowid FROM words WHERE words MATCH ?) "
            "AND kind NOT IN ('sub-file', 'primitive')"
        )
        try:
            records = [_record(row) for row in self._db.execute(query, (match,))]
        except sqlite3.OperationalError:
            # Letters that SQLite doesn't know as such are in no title.
            return []
        first = text.split()[0]

        def rank(record: PartRecord) -> tuple[bool, bool, bool, bool, int, str]:
            title = record.title.lower()
            return (
                record.number != text,
                record.kind is FileKind.MOVED,
                record.kind is not FileKind.PART,
                not title.startswith(first),
                len(title.split()),
                record.key,
            )

        return sorted(records, key=rank)[:most]

    @cached_property
    def bricklink_numbers(self) -> frozenset[str]:
        """All that parts' files name, in lower case."""
        rows = self._db.execute("SELECT DISTINCT bricklink FROM parts WHERE bricklink <> ''")
        return frozenset(number.lower() for row in rows for number in row[0].split())

    @cached_property
    def by_bricklink(self) -> dict[str, list[str]]:
        """Which parts' files name a number, by that in lower case; aliases and obsolete files aside."""
        wanted = "bricklink <> '' AND kind <> 'alias' AND title NOT LIKE '~%'"
        found: dict[str, list[str]] = {}
        for given, key in self._db.execute(f"SELECT bricklink, key FROM parts WHERE {wanted} ORDER BY id"):
            for number in given.lower().split():
                found.setdefault(number, []).append(key.removesuffix(".dat"))
        return found

    @cached_property
    def by_rebrickable(self) -> dict[str, str]:
        """The LDraw number of each number that only Rebrickable uses, by that in lower case."""
        wanted = "rebrickable <> '' AND kind <> 'sticker'"
        rows = self._db.execute(f"SELECT rebrickable, key FROM parts WHERE {wanted} ORDER BY id DESC")
        return {one.lower(): key.removesuffix(".dat") for given, key in rows for one in given.split()}

    def sheet_mates(self, sticker: PartRecord) -> list[PartRecord]:
        """Stickers of the same sheet: `003497a` to `003497g`, its number and a letter."""
        sheet = _SHEET.match(sticker.number)
        if sheet is None:
            return []
        query = f"SELECT {_COLUMNS} FROM parts WHERE key > ? AND key < ? AND kind = 'sticker' ORDER BY key"
        rows = self._db.execute(query, (sheet[0] + "a", sheet[0] + "zz"))
        return [_record(row) for row in rows]

    def assemblies_with(self, part: PartRecord, most: int = 3) -> list[str]:
        """Numbers of shortcuts that place this part, short ones first."""
        query = "SELECT key FROM parts WHERE kind = 'shortcut' AND instr(' ' || components, ?)"
        keys = [row[0].removesuffix(".dat") for row in self._db.execute(query, (f" {part.key}:",))]
        return sorted(keys, key=lambda key: (len(key), key))[:most]

    def shape_of(self, part: PartRecord) -> Shape | None:
        return self.shapes([part.key]).get(part.key)

    def studs_of(self, part: PartRecord) -> list[StudPlaces]:
        """Each stud's place and how it is turned."""
        from catalog.database.shape_codec import decode_studs

        row = self._db.execute("SELECT studs FROM shapes WHERE id = ?", (part.shape_id,)).fetchone()
        return decode_studs(row[0]) if row else []

    def __iter__(self) -> Iterator[PartRecord]:
        for row in self._db.execute(f"SELECT {_COLUMNS} FROM parts ORDER BY key"):
            yield _record(row)

    @cached_property
    def size(self) -> int:
        count: int = self._db.execute("SELECT count(*) FROM parts").fetchone()[0]
        return count

    def _rows(self, query: str, keys: Iterable[str]) -> Iterator[tuple[Any, ...]]:
        # Names come from files; text that can't be encoded isn't the name of a part.
        return self._batches(query, sorted(key for key in set(keys) if key.isprintable()))

    def _batches(self, query: str, wanted: Sequence[str] | Sequence[int]) -> Iterator[tuple[Any, ...]]:
        for start in range(0, len(wanted), _BATCH):
            batch = wanted[start : start + _BATCH]
            try:
                yield from self._db.execute(f"{query} ({','.join('?' * len(batch))})", batch).fetchall()
            except sqlite3.DatabaseError as error:
                raise BrickyardError(f"{self.path}: damaged ({error}); install brickyard again") from error


def search_words(text: str) -> list[str]:
    """Words to look for; sizes stay together (`2 x 4` is one word)."""
    joined = _DIMENSION.sub(r"\1x", text.lower())
    return _WORD.findall(joined)


def _components(text: str) -> tuple[Component, ...]:
    found = []
    for item in text.split():
        key, colour, count = item.rsplit(":", 2)
        found.append(Component(key, int(colour), int(count)))
    return tuple(found)


def _record(row: tuple[Any, ...]) -> PartRecord:
    key, title, kind, category, target, components, bricklink, rebrickable, keywords, shape = row
    return PartRecord(
        key,
        title,
        FileKind(kind),
        category,
        target,
        _components(components),
        tuple(bricklink.split()),
        tuple(rebrickable.split()),
        tuple(keywords.split("\n")) if keywords else (),
        None if shape is None else int(shape),
    )


@cache
def shipped_parts() -> PartsDatabase:
    """The database, opened once however many models are read."""
    return PartsDatabase()


def open_workspace(library: str | Path | Iterable[str | Path] | None = None) -> Workspace:
    """A workspace that knows all parts of the shipped database."""
    return Workspace(library or (), shipped_parts())


def find_part(number: str) -> PartRecord | None:
    """A part of the shipped database by its LDraw number, such as `3001` or `3001.dat`; None if unknown.

    Raises nothing.
    """
    return shipped_parts().find(number)


def number_today(key: str) -> str:
    """A part's number, wherever it has moved to since a file was written."""
    record = shipped_parts().find(key)
    return part_number(shipped_parts().follow(record).key if record else key)


def read_only(path: PurePath) -> str:
    """A file that is only read, by its absolute path.

    Not `as_uri`: what lies on a server would be given with the server as host, and SQLite knows none.
    """
    name = quote(path.as_posix(), safe="/:")
    return f"file://{name if name.startswith('/') else '/' + name}?mode=ro"
