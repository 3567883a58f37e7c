"""Reads who plays what, and finds what to bring to a game night and what is missing of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from brickyard.packing.pack_answer import PackAnswer, game_table
from catalog.editions.edition import Edition
from catalog.editions.loading import edition, shipped_editions
from catalog.editions.options import settled
from catalog.vocabulary import vocabulary_of
from fleets.forces.force import Fielded, Force, Mech
from fleets.forces.named_files import manifests_in
from fleets.models.model_units import Unit
from fleets.packing.dice_box import read_dice_box
from fleets.packing.kit import kit_of
from fleets.packing.needs import PackedTable, pack_force, pack_mech, pack_table
from ldraw_tools.findings import BrickyardError, Severity, printable
from validators.judged_files import JudgeSettings, ReadFile, read_file


def what_to_pack(paths: Sequence[Path], settings: JudgeSettings, have: Path | None = None) -> PackAnswer:
    """What all players whose files are named need; `have` is a file that lists what you have."""
    files = [file for path in paths for file in manifests_in(path)]
    read = {file: read_file(file, settings) for file in files}
    players = [player for file, found in read.items() if (player := _player(file, found))]
    tables = list(_tables(players))
    box = read_dice_box(have, lambda: _known_things(tables)) if have else None
    findings = [one for found in read.values() for one in found.findings if one.severity > Severity.INFO]
    findings += box.findings if box else ()
    if not tables and not findings:
        raise BrickyardError(f"nothing to pack for in {', '.join(str(path) for path in paths)}")
    answers = tuple(game_table(table, notes, box) for table, notes in tables)
    return PackAnswer(answers, tuple(findings))


@dataclass(frozen=True)
class _Player:
    """A file's force or 'mech, with the text it names and all the options in force."""

    path: Path
    subject: Force | Mech
    edition: Edition
    options: Mapping[str, Any]


def _player(path: Path, read: ReadFile) -> _Player | None:
    text, first = read.ruling.edition, read.subject
    if first is None:
        return None
    subject = first if isinstance(first, Force | Mech) else Force("model", first.name, first.place)
    if isinstance(subject, Mech):
        game = "mech"
    else:
        units = (Fielded(first, 1, first.place),) if isinstance(first, Unit) else ()
        agreed = settled(text, subject.options, read.ruling.options)
        subject = replace(subject, fielded=subject.fielded or units, options=agreed)
        game = {"company": "frames", "fleet": "fleet"}.get(subject.kind, text.game)
    if game != text.game:
        raise BrickyardError(f"{path}: a {_kind_of(subject)} can't be played by {text.title}")
    return _Player(path, subject, text, {} if isinstance(subject, Mech) else subject.options)


def _kind_of(subject: Force | Mech) -> str:
    return "'mech" if isinstance(subject, Mech) else subject.kind


def _tables(players: list[_Player]) -> Iterator[tuple[PackedTable, list[str]]]:
    """Those who play the same game share a table; a 'mech plays alone."""
    games: dict[str, list[_Player]] = {}
    for one in players:
        if isinstance(one.subject, Force):
            games.setdefault(one.edition.game, []).append(one)
    for together in games.values():
        first, *others = together
        text, kit, words = first.edition, kit_of(first.edition), vocabulary_of(first.edition)
        forces = [
            pack_force(one.subject, kit, text, words) for one in together if isinstance(one.subject, Force)
        ]
        yield pack_table(forces, kit, text, first.options), _notes(first, others)
    for one in players:
        if isinstance(one.subject, Mech):
            kit = kit_of(one.edition)
            mech = pack_mech(one.subject, kit, one.edition)
            yield pack_table([mech], kit, one.edition, one.options), []


def _notes(first: _Player, others: list[_Player]) -> list[str]:
    """A table plays by one text and with one set of options; those that disagree are named."""
    notes = []
    for other in others:
        name = printable(other.path.name)
        if other.edition.id != first.edition.id:
            notes.append(
                f"{name} names another edition, {other.edition.title}; here {first.edition.title} is used."
            )
        elif other.options != first.options:
            differing = sorted(
                option
                for option in {*other.options, *first.options}
                if other.options.get(option) != first.options.get(option)
            )
            notes.append(
                f"{name} has other options ({', '.join(differing)}) than {printable(first.path.name)}."
            )
    return notes


def _known_things(tables: list[tuple[PackedTable, list[str]]]) -> list[str]:
    """Everything that any edition names: one box may serve several games."""
    shipped = [kit_of(edition(name)) for name in shipped_editions()]
    kits = [*(table.kit for table, _ in tables), *shipped]
    return list(dict.fromkeys(thing.id for kit in kits for thing in kit.things))
