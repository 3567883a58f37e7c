"""The job of `brickyard pack`: what to bring to a game night, and what is missing of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from brickyard.packing.checklist import markdown_lines
from brickyard.packing.document import PackDocument, document
from brickyard.packing.text import text_lines
from brickyard.terminal import Screen, harmless
from catalog.editions.edition import Edition
from catalog.editions.loading import edition, settled, shipped_editions
from fleets.dice.vocabulary import RAPID_ATTACK
from fleets.forces.force import Fielded, Force, Mech
from fleets.forces.named_files import manifests_in
from fleets.models.model_units import Unit
from fleets.packing.dice_box import read_dice_box
from fleets.packing.kit import kit_of
from fleets.packing.needs import PackedTable, pack_force, pack_mech, pack_table
from ldraw_tools.findings import BrickyardError, Severity, printable
from ldraw_tools.writing import write_output
from validators.json_documents import json_text
from validators.judged_files import VOCABULARIES, Entry, Request, read_entry


def pack(
    paths: list[Path],
    request: Request,
    have: Path | None,
    output: str,
    target: Path | None = None,
    force: bool = False,
) -> int:
    files = [file for path in paths for file in manifests_in(path)]
    entries = {file: read_entry(file, request) for file in files}
    seated = [one for file, entry in entries.items() if (one := _seated(file, entry))]
    tables = list(_tables(seated))
    box = read_dice_box(have, lambda: _known_things(tables)) if have else None
    findings = [f for entry in entries.values() for f in entry.findings if f.severity > Severity.INFO]
    findings += box.findings if box else ()
    if not tables and not findings:
        raise BrickyardError(f"nothing to pack for in {', '.join(str(path) for path in paths)}")
    packed = document(tables, box, findings)
    _say(packed, output, target, force)
    lacks = any(table.verdict == "not enough" for table in packed.tables)
    return int(lacks or any(f.severity is Severity.ERROR for f in findings))


def _say(packed: PackDocument, output: str, target: Path | None, force: bool) -> None:
    if output == "json":
        text = json_text(packed)
    elif output == "markdown":
        text = "\n".join(markdown_lines(packed)) + "\n"
    elif target:
        text = "\n".join(text_lines(packed, lambda line, _style: line)) + "\n"
    else:
        screen = Screen()
        screen.lines(text_lines(packed, screen.paint))
        return
    if target:
        write_output(target, harmless(text).encode("utf-8"), force=force)
    elif output == "json":
        Screen().text(text)
    else:
        Screen(colour=False).lines(text.splitlines())


@dataclass(frozen=True)
class _Seated:
    """A file's force or 'mech, with the text it names and all the options in force."""

    path: Path
    subject: Force | Mech
    edition: Edition
    options: Mapping[str, Any]


def _seated(path: Path, entry: Entry) -> _Seated | None:
    if not entry.subjects:
        return None
    text, first = entry.ruling.edition, entry.subjects[0]
    subject = first if isinstance(first, Force | Mech) else Force("model", first.name, first.place)
    if isinstance(subject, Mech):
        game = "mech"
    else:
        units = tuple(Fielded(one, 1, one.place) for one in entry.subjects if isinstance(one, Unit))
        agreed = settled(text, subject.options, entry.ruling.options)
        subject = replace(subject, fielded=subject.fielded or units, options=agreed)
        game = {"company": "frames", "fleet": "fleet"}.get(subject.kind, text.game)
    if game != text.game:
        raise BrickyardError(f"{path}: a {_kind_of(subject)} can't be played by {text.title}")
    return _Seated(path, subject, text, {} if isinstance(subject, Mech) else subject.options)


def _kind_of(subject: Force | Mech) -> str:
    return "'mech" if isinstance(subject, Mech) else subject.kind


def _tables(seated: list[_Seated]) -> Iterator[tuple[PackedTable, list[str]]]:
    """Who plays the same game sits at one table; a 'mech sits alone."""
    games: dict[str, list[_Seated]] = {}
    for one in seated:
        if isinstance(one.subject, Force):
            games.setdefault(one.edition.game, []).append(one)
    for game, players in games.items():
        first, *others = players
        text, kit, words = first.edition, kit_of(first.edition), VOCABULARIES.get(game, RAPID_ATTACK)
        forces = [
            pack_force(one.subject, kit, text, words) for one in players if isinstance(one.subject, Force)
        ]
        yield pack_table(forces, kit, text, first.options), _notes(first, others)
    for one in seated:
        if isinstance(one.subject, Mech):
            kit = kit_of(one.edition)
            mech = pack_mech(one.subject, kit, one.edition)
            yield pack_table([mech], kit, one.edition, one.options), []


def _notes(first: _Seated, others: list[_Seated]) -> list[str]:
    """A table plays by one text and with one set of options; whoever disagrees is named."""
    notes = []
    for other in others:
        name = printable(other.path.name)
        if other.edition.id != first.edition.id:
            notes.append(
                f"{name} names another text, {other.edition.title}; here {first.edition.title} counts."
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
    """Whatever any text names: a box may serve for several games."""
    shipped = [kit_of(edition(name)) for name in shipped_editions()]
    kits = [*(table.kit for table, _ in tables), *shipped]
    return list(dict.fromkeys(thing.id for kit in kits for thing in kit.things))
