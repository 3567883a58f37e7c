"""What a site remembers of its last building, so that only what changed is built again."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ldraw_tools.diagnostics import BrickyardError
from ldraw_tools.writing import write_whole

FILE = "brickyard-site.json"
_FORM = 1
_MOST_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True)
class Entry:
    """A card of the gallery; `identity` is equal for designs that need only one page."""

    slug: str
    identity: str
    name: str
    kind: str
    edition: str
    short: str
    is_legal: bool
    faction: str = ""
    systems: tuple[str, ...] = ()
    dice: tuple[tuple[str, int, str, int], ...] = ()
    pieces: int = 0
    picture: str = ""
    """The design whose picture it shows, by its slug."""
    is_force: bool = False
    words: str = ""


@dataclass(frozen=True)
class Record:
    """One file that was published: the files it was made from by their hashes, and what became of it."""

    inputs: dict[str, str]
    settings: str
    entries: tuple[Entry, ...] = ()
    shared: tuple[str, ...] = ()
    """Slugs of pages that another file's designs brought along."""

    def is_fresh(self, settings: str) -> bool:
        return self.settings == settings and all(
            digest_of(Path(name)) == was for name, was in self.inputs.items()
        )


@dataclass
class Memory:
    records: dict[str, Record] = field(default_factory=dict)

    def entries(self) -> list[Entry]:
        return [entry for record in self.records.values() for entry in record.entries]


def digest_of(path: Path) -> str:
    """Empty where the file is gone."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def recall(folder: Path) -> Memory:
    """What is remembered there; nothing where there is no site, or one that isn't ours to read."""
    file = folder / FILE
    try:
        if file.stat().st_size > _MOST_BYTES:
            return Memory()
        told = json.loads(file.read_text("utf-8"))
        if told["form"] != _FORM:
            return Memory()
        return Memory({name: _record(record) for name, record in told["records"].items()})
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return Memory()


def remember(folder: Path, memory: Memory) -> None:
    told = {"form": _FORM, "records": {name: asdict(record) for name, record in memory.records.items()}}
    text = json.dumps(told, indent=1, sort_keys=True, ensure_ascii=True) + "\n"
    write_whole(folder / FILE, text.encode())


def check_target(folder: Path) -> None:
    """A site is written to an empty folder or over a site; never among other files."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise BrickyardError(f"{folder}: is a file; a site needs a folder of its own")
    if any(folder.iterdir()) and not (folder / FILE).is_file():
        raise BrickyardError(
            f"{folder}: holds other files; give the site a folder of its own, such as {folder / 'site'}"
        )


def _record(told: dict[str, Any]) -> Record:
    entries = tuple(_entry(entry) for entry in told["entries"])
    inputs = {str(name): str(was) for name, was in told["inputs"].items()}
    return Record(inputs, str(told["settings"]), entries, tuple(map(str, told["shared"])))


def _entry(told: dict[str, Any]) -> Entry:
    dice = tuple((str(c), int(s), str(r), int(n)) for c, s, r, n in told.pop("dice"))
    return Entry(**{**told, "dice": dice, "systems": tuple(map(str, told["systems"]))})
