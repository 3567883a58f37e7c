"""Makes the parts database from an LDraw library: the same rows from the same library every time."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import numpy as np

from catalog.database.part_database import search_words
from catalog.database.shape_codec import StudPlaces, encode_shape, encode_studs
from catalog.shops.shop_numbers import Shop, is_shop_keyword, numbers_in
from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.assembly.resolve import facts_from_header
from ldraw_tools.findings import BrickyardError
from ldraw_tools.library.part_files import Library
from ldraw_tools.measuring.hulls import reduce_points
from ldraw_tools.measuring.measure import Measurer, is_stud
from ldraw_tools.measuring.shapes import Points, Shape, StudGroup, compose
from ldraw_tools.reading import document as documents
from ldraw_tools.reading.contents import COUNTED
from ldraw_tools.reading.header import FileKind, Header
from ldraw_tools.writing import clear_leftovers, replace_when_done

_CHUNK = 250
_RELEASE = re.compile(r"UPDATE\s+(\d{4})-(\d\d)")
_HAVE_COMPONENTS = (FileKind.SHORTCUT, FileKind.ALIAS, FileKind.PHYSICAL_COLOUR)
# Hulls are thinned by this much: with rounding it stays well under the promised 0.05.
_TOLERANCE = 0.01
_SCHEMA = Path(__file__).parent / "schema.sql"

Progress = Callable[[int, int], None]


class PartRow(NamedTuple):
    """One part, ready to be written."""

    key: str
    title: str
    kind: str
    category: str
    target: str
    components: str
    bricklink: str
    rebrickable: str
    keywords: str
    release: str
    outline: bytes
    studs: bytes


def build(library_root: Path, target: Path, jobs: int = 2, progress: Progress | None = None) -> int:
    """Write the database of a library; returns the number of files in it."""
    library = Library([library_root])
    names = [
        *library.names("parts"),
        *(f"s/{name}" for name in library.names("parts/s")),
        *library.names("p"),
        *(f"48/{name}" for name in library.names("p/48")),
        *(f"8/{name}" for name in library.names("p/8")),
    ]
    if not names:
        raise BrickyardError(f"{library_root}: no LDraw library here (no parts folder)")
    chunks = [(library_root, names[i : i + _CHUNK]) for i in range(0, len(names), _CHUNK)]
    rows: list[PartRow] = []
    with ProcessPoolExecutor(jobs) as pool:
        for done in pool.map(_rows_of, chunks) if jobs > 1 else map(_rows_of, chunks):
            rows.extend(done)
            if progress:
                progress(len(rows), len(names))
    clear_leftovers(target)
    with replace_when_done(target) as temporary:
        _write(temporary, sorted(rows, key=lambda row: row.key), _colour_date(library_root))
    return len(rows)


def _colour_date(root: Path) -> str:
    path = root / "LDConfig.ldr"
    match = (
        re.search(r"Configuration UPDATE (\S+)", path.read_text("utf-8", "replace"))
        if path.is_file()
        else None
    )
    return match[1] if match else ""


def _rows_of(chunk: tuple[Path, list[str]]) -> list[PartRow]:
    root, names = chunk
    library = Library([root])
    placed = "\n".join(f"1 16 0 0 0 1 0 0 0 1 0 0 0 1 {name}" for name in names)
    assembly = assemble(documents.parse(placed.encode(), "all parts.ldr"), library=library)
    measurer = Measurer(assembly, often=0)
    measurer.measure()
    studs = _StudFinder(assembly, measurer)
    rows = []
    for index in dict.fromkeys(assembly.main.targets):
        if index >= 0:
            shape = _thinned(measurer.shape(index))
            rows.append(_row(assembly, index, encode_shape(shape), encode_studs(studs.places(index))))
    return rows


def _thinned(shape: Shape) -> Shape:
    body = reduce_points(shape.body, _TOLERANCE)
    studs = []
    for group in shape.studs:
        points = _outside(reduce_points(group.points, _TOLERANCE), body)
        if len(points):
            studs.append(StudGroup(group.axis, points))
    return Shape(_sorted(body), tuple(sorted(studs, key=lambda g: g.axis.round(3).tolist())))


def _outside(points: Points, body: Points) -> Points:
    """Those of the points that widen the hull of the body: a stud's foot doesn't, its head does."""
    together = reduce_points(np.concatenate([body, points]), _TOLERANCE)
    own = {tuple(p) for p in points.tolist()} - {tuple(p) for p in body.tolist()}
    kept = [p for p in together.tolist() if tuple(p) in own]
    return _sorted(np.array(kept).reshape(-1, 3)) if kept or len(body) else _sorted(points)


def _sorted(points: Points) -> Points:
    return points[np.lexsort(points.T[::-1])] if len(points) else points.reshape(0, 3)


class _StudFinder:
    """Where the studs of a part are, by walking only the branches that hold any."""

    def __init__(self, assembly: Assembly, measurer: Measurer) -> None:
        self._assembly = assembly
        self._measurer = measurer
        self._holds: set[int] = set()
        for index in assembly.order:
            node = assembly.nodes[index]
            if is_stud(node.key) or any(t in self._holds for t in node.targets):
                self._holds.add(index)

    def places(self, index: int) -> list[StudPlaces]:
        if index not in self._holds:
            return []
        found: dict[tuple[str, tuple[float, ...]], list[tuple[float, ...]]] = {}
        pending = [(index, np.eye(3, 4))]
        while pending:
            here, outer = pending.pop()
            node = self._assembly.nodes[here]
            if is_stud(node.key):
                turn = tuple((outer[:, :3].round(4) + 0.0).ravel().tolist())
                found.setdefault((node.key, turn), []).append(tuple((outer[:, 3] + 0.0).tolist()))
                continue
            matrices = self._measurer.placements(here)
            for i, target in node.placed(COUNTED):
                if target in self._holds:
                    pending.append((target, compose(outer, matrices[i])))
        return [
            StudPlaces(name, np.array(turn).reshape(3, 3), _sorted(np.array(places)))
            for (name, turn), places in sorted(found.items())
        ]


def _row(assembly: Assembly, index: int, outline: bytes, studs: bytes) -> PartRow:
    node = assembly.nodes[index]
    assert node.document is not None
    header = node.document.main.header
    facts = facts_from_header(header, node.key)
    release = _RELEASE.search(header.org)
    return PartRow(
        node.key,
        header.title,
        facts.kind.value,
        header.category or _category(header),
        _target(assembly, index, facts.target),
        _components(assembly, index) if facts.kind in _HAVE_COMPONENTS else "",
        " ".join(numbers_in(header.keywords, Shop.BRICKLINK)),
        " ".join(numbers_in(header.keywords, Shop.REBRICKABLE)),
        "\n".join(k for k in header.keywords if not is_shop_keyword(k)),
        "".join(release.groups()) if release else "",
        outline,
        studs,
    )


def _target(assembly: Assembly, index: int, target: str) -> str:
    """Where a part moved; some sub-files leave out their folder, but place the right file."""
    placed = {assembly.nodes[t].key for t in assembly.nodes[index].targets if t >= 0}
    if target and len(placed) == 1 and assembly.resolver.facts_of(target) is None:
        return placed.pop()
    return target


def _category(header: Header) -> str:
    """The first word of the title, where a file doesn't say otherwise (the library's own rule)."""
    words = header.title.lstrip("~=_|").split()
    return words[0] if words else ""


def _components(assembly: Assembly, index: int) -> str:
    node = assembly.nodes[index]
    if node.contents is None:
        return ""
    colours = node.contents.colours
    counts: Counter[tuple[str, int]] = Counter()
    for i, target in node.placed(COUNTED):
        counts[assembly.nodes[target].key, colours[i]] += 1
    facts = assembly.nodes[index].facts
    if facts is not None and facts.kind is not FileKind.SHORTCUT and len(counts) != 1:
        return ""
    return " ".join(f"{key}:{colour}:{count}" for (key, colour), count in sorted(counts.items()))


def _write(path: Path, rows: Iterable[PartRow], colour_date: str) -> None:
    # Closed whatever happens: Windows deletes no file that is open.
    with closing(sqlite3.connect(path)) as database:
        _fill(database, rows, colour_date)


def _fill(database: sqlite3.Connection, rows: Iterable[PartRow], colour_date: str) -> None:
    database.executescript("PRAGMA page_size = 4096; PRAGMA journal_mode = OFF;" + _SCHEMA.read_text("utf-8"))
    shapes: dict[tuple[bytes, bytes], int] = {}
    release = ""
    count = 0
    with database:
        for number, row in enumerate(rows, 1):
            shape = shapes.setdefault((row.outline, row.studs), len(shapes) + 1)
            if shape == len(shapes):
                database.execute(
                    "INSERT OR IGNORE INTO shapes VALUES (?, ?, ?)", (shape, row.outline, row.studs)
                )
            database.execute(
                "INSERT INTO parts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (number, row.key, row.title, row.kind, row.category, row.target, row.components,
                 row.bricklink, row.rebrickable, row.keywords, shape),
            )  # fmt: skip
            if row.kind not in (FileKind.SUBFILE.value, FileKind.PRIMITIVE.value):
                text = " ".join(
                    search_words(f"{row.key.removesuffix('.dat')} {row.title} {row.category} {row.keywords}")
                )
                database.execute("INSERT INTO words (rowid, text) VALUES (?, ?)", (number, text))
            release = max(release, row.release)
            count += 1
        about = {"release": release, "colours": colour_date, "files": str(count), "shapes": str(len(shapes))}
        database.executemany("INSERT INTO about VALUES (?, ?)", sorted(about.items()))
        database.execute("INSERT INTO words(words) VALUES ('optimize')")
    database.execute("VACUUM")
