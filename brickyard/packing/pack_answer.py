"""Reads who plays what, and answers what to bring to a game night and what is missing of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from catalog.editions.edition import Edition
from catalog.editions.loading import edition, shipped_editions
from catalog.editions.options import options_in_force
from fleets.forces.force import Fielded, Force, Mech
from fleets.forces.named_files import manifests_in
from fleets.models.model_units import Unit
from fleets.packing.dice_box import read_dice_box
from fleets.packing.game_table import GameTable, game_table
from fleets.packing.needs import kit_of, pack_player
from ldraw_tools.findings import BrickyardError, Finding, Severity, printable
from ldraw_tools.notebooks import line_of
from validators.judged_files import JudgeSettings, ReadFile, read_file


@dataclass(frozen=True)
class PackAnswer:
    """What `brickyard pack` prints: one table for each game among the files."""

    __json__: ClassVar = ("format", "tables", "findings")

    tables: tuple[GameTable, ...]
    findings: tuple[Finding, ...]
    # Goes up when a key goes away or changes its meaning, not when one is added.
    format: int = 2

    __repr__ = line_of


@dataclass(frozen=True)
class _Player:
    """A file's force or 'mech, with the text it names and all the options in force."""

    path: Path
    subject: Force | Mech
    edition: Edition
    options: Mapping[str, Any]


def what_to_pack(paths: Sequence[Path], settings: JudgeSettings, have: Path | None = None) -> PackAnswer:
    """What all players whose files are named need; `have` is a file that lists what you have."""
    read = {file: read_file(file, settings) for path in paths for file in manifests_in(path)}
    players = [player for file, found in read.items() if (player := _player(file, found))]
    texts = [player.edition for player in players]
    box = read_dice_box(have, lambda: _known_things(texts)) if have else None
    findings = [one for found in read.values() for one in found.findings if one.severity > Severity.INFO]
    findings += box.findings if box else ()
    if not players and not findings:
        raise BrickyardError(f"nothing to pack for in {', '.join(str(path) for path in paths)}")
    tables = []
    for first, *others in _games(players):
        packed = [pack_player(one.subject, first.edition) for one in (first, *others)]
        tables.append(game_table(packed, first.edition, first.options, _notes(first, others), box))
    return PackAnswer(tuple(tables), tuple(findings))


def _player(path: Path, read: ReadFile) -> _Player | None:
    text, first = read.ruling.edition, read.subject
    if first is None:
        return None
    if isinstance(first, Mech):
        subject: Force | Mech = first
        kind, game, options = "'mech", "mech", {}
    else:
        force = first if isinstance(first, Force) else Force("model", first.name, first.place)
        units = (Fielded(first, 1, first.place),) if isinstance(first, Unit) else ()
        options = options_in_force(text, force.options, read.ruling.options)
        subject = replace(force, fielded=force.fielded or units, options=options)
        kind, game = force.kind, {"company": "frames", "fleet": "fleet"}.get(force.kind, text.game)
    if game != text.game:
        raise BrickyardError(f"{path}: a {kind} can't be played by {text.title}")
    return _Player(path, subject, text, options)


def _games(players: Sequence[_Player]) -> list[list[_Player]]:
    """Those who play the same game share a table; a 'mech plays alone."""
    games: dict[str, list[_Player]] = {}
    for one in players:
        if isinstance(one.subject, Force):
            games.setdefault(one.edition.game, []).append(one)
    return [*games.values(), *([one] for one in players if isinstance(one.subject, Mech))]


def _notes(first: _Player, others: Sequence[_Player]) -> Iterator[str]:
    """A table plays by one text and with one set of options; those that disagree are named."""
    for other in others:
        name = printable(other.path.name)
        if other.edition.id != first.edition.id:
            yield f"{name} names another edition, {other.edition.title}; here {first.edition.title} is used."
        elif other.options != first.options:
            both = {*other.options, *first.options}
            differing = sorted(one for one in both if other.options.get(one) != first.options.get(one))
            yield f"{name} has other options ({', '.join(differing)}) than {printable(first.path.name)}."


def _known_things(texts: Sequence[Edition]) -> list[str]:
    """Everything that any edition names: one box may serve several games."""
    every = [*texts, *(edition(name) for name in shipped_editions())]
    return list(dict.fromkeys(thing for text in every for thing in kit_of(text).things))
