"""Battles that were played, kept in a file: what was played once isn't played again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from brickyard.what_runs import what_runs
from fleets.self_play.battle_sums import BattleBatch, BattleSums
from fleets.self_play.tactic_tables import Play
from ldraw_tools.findings import BrickyardError
from ldraw_tools.writing import make_folder

_MOST_BYTES = 256 * 1024 * 1024


class KeptBattles:
    """Batches are known by all that their battles follow from: rules, forces, terrain, tactics and seed, and
    the program itself, to the byte."""

    def __init__(self, file: Path) -> None:
        self._file, self._known = file, dict(_read(file))

    def keeping(self, play: Play) -> Play:
        """The same, but what is in the file comes from there, and what is played is in it at once."""

        def playing(batches: Sequence[BattleBatch]) -> Iterator[tuple[int, BattleSums]]:
            keys = list(_keys(batches))
            missing = []
            for at, (key, batch) in enumerate(zip(keys, batches, strict=True)):
                known = self._known.get(key)
                if known is not None and known.battles == batch.count:
                    yield at, known
                else:
                    missing.append(at)
            make_folder(self._file.parent)
            for place, sums in play([batches[at] for at in missing]):
                at = missing[place]
                self._known[keys[at]] = sums
                self._keep(_line(keys[at], sums))
                yield at, sums

        return playing

    def _keep(self, line: str) -> None:
        try:
            with self._file.open("a", encoding="ascii") as log:
                log.write(line)
        except OSError as error:
            raise BrickyardError(f"{self._file}: can't be written: {error.strerror or error}") from error


def _keys(batches: Sequence[BattleBatch]) -> Iterator[str]:
    runs, told = json.dumps(what_runs()), dict[int, str]()
    for batch in batches:
        # Many batches are of one contest.
        place = id(batch.contest)
        if place not in told:
            told[place] = json.dumps(_plain(batch.contest))
        said = f"{runs} {told[place]} {batch.seed} {batch.first} {batch.count}"
        yield hashlib.sha256(said.encode()).hexdigest()[:32]


def _plain(value: Any) -> Any:
    """What JSON can hold, the same in each process: sets in order, mappings as pairs."""
    if is_dataclass(value):
        return [_plain(getattr(value, field.name)) for field in fields(value)]
    if isinstance(value, Mapping):
        return [[_plain(key), _plain(one)] for key, one in value.items()]
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    return [_plain(one) for one in value] if isinstance(value, (list, tuple)) else value


def _line(key: str, sums: BattleSums) -> str:
    winners = "".join(map(str, sums.winners))
    return json.dumps([key, winners, sums.by_station, sums.curve], separators=(",", ":")) + "\n"


def _read(file: Path) -> Iterator[tuple[str, BattleSums]]:
    """A line that was cut off, or isn't ours, is left out: its battles are played again."""
    if not file.exists():
        return
    if file.stat().st_size > _MOST_BYTES:
        raise BrickyardError(f"{file}: too large to read again; delete it, or take another folder")
    for line in file.read_text("utf-8", "replace").splitlines():
        try:
            key, winners, by_station, curve = json.loads(line)
            rows = tuple(tuple(map(int, row)) for row in curve)
            if isinstance(key, str) and set(winners) <= set("1234567") and all(row[-1] > 0 for row in rows):
                yield key, BattleSums(bytes(map(int, winners)), int(by_station), rows)
        except (ValueError, TypeError, IndexError):
            continue
