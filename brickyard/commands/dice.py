"""`brickyard dice`: any dialect of dice in, every dialect out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from brickyard.commands.options import EditionOption, LibraryOption, SubmodelOption
from brickyard.terminal import Screen, wrapped
from ldraw_tools.findings import BrickyardError, Severity, printable

if TYPE_CHECKING:
    from catalog.editions.edition import Edition
    from fleets.dice.vocabulary import Vocabulary
    from fleets.forces.force import Mech
    from fleets.models.model_units import Unit
    from validators.rule import Ruling


def dice(
    what: Annotated[
        list[str],
        typer.Argument(
            metavar="TEXT|PATH", help="Dice in any notation, a model or a manifest; - is standard input."
        ),
    ],
    edition: EditionOption = "",
    submodel: SubmodelOption = "",
    library: LibraryOption = None,
) -> None:
    """Read dice in any notation: every other notation, what each system gives, what a loss leaves.

    For example: brickyard dice 2W 1B 1Y 2Rd
    """
    from ldraw_tools.choosing import with_submodel_in

    text = " ".join(what)
    (text,) = with_submodel_in([_from_standard_input() if text == "-" else text], submodel)
    raise typer.Exit(show_dice(text, edition, library or ()))


def _from_standard_input() -> str:
    """Dice on one line, or a model or a manifest, which is put in a file."""
    from brickyard.standard_input import as_file, standard_input

    data = standard_input()
    lines = data.decode("utf-8", "replace").split("\n")
    is_notation = len([line for line in lines if line.strip()]) == 1 and not data.startswith(b"PK")
    return " ".join(lines).strip() if is_notation else str(as_file(data))


def show_dice(text: str, edition: str = "", library: Sequence[Path] = ()) -> int:
    """Of a notation, or of the file of a model or a manifest; the status is 1 if something can't be read."""
    from fleets.forces.named_files import MANIFEST_SUFFIXES
    from fleets.notation import Unread, read_either
    from ldraw_tools.choosing import file_of
    from ldraw_tools.names import MODEL_SUFFIXES
    from ldraw_tools.workspace import is_there

    path, games = Path(text), _games(edition)
    is_file = file_of(path).suffix.lower() in (*MODEL_SUFFIXES, *MANIFEST_SUFFIXES)
    # A file may have any name, such as 2Rd; an existing name that is not a notation is meant as a file.
    if is_file or (is_there(text) and isinstance(read_either(text, games), Unread)):
        return _show_file(path, edition, library)
    return _show_notation(text, games)


def _games(edition: str) -> tuple[Vocabulary, ...]:
    from fleets.dice.vocabulary import GAMES, VOCABULARIES

    if not edition:
        return GAMES
    from catalog.editions.loading import edition as edition_called

    game = edition_called(edition).game
    return (VOCABULARIES[game],) if game in VOCABULARIES else GAMES


def _show_file(path: Path, edition: str, library: Sequence[Path]) -> int:
    from catalog.database.part_database import open_workspace
    from fleets.forces.force import Mech
    from validators.judged_files import JudgeSettings, read_file

    screen = Screen()
    read = read_file(path, JudgeSettings(edition=edition, workspace=open_workspace(library)))
    if isinstance(read.subject, Mech):
        _show_mech(read.subject, read.ruling.edition, screen)
    for number, (unit, count) in enumerate(read.units):
        if number:
            screen.line()
        many = f"{count:,} × " if count > 1 else ""
        screen.line(screen.paint(f"{many}{printable(unit.name)}", "bold") + f" ({unit.role})")
        _show_unit(unit, read.ruling, screen)
    if read.subject is None:
        raise BrickyardError(read.why_nothing or f"{path}: no unit in it")
    wrong = [found for found in read.findings if found.severity is Severity.ERROR]
    if wrong:
        screen.line()
    for found in wrong:
        screen.finding(found)
    for line in _not_told([unit for unit, _ in read.units]):
        screen.line()
        screen.lines(wrapped(line, "", "  "))
    return int(bool(wrong))


def _not_told(units: Sequence[Unit]) -> Iterator[str]:
    """What to do if the dice above are those of bare frames, because nothing says what they carry."""
    from fleets.tagging.editors import NOTHING_TOLD, how_to_tag

    for unit in units:
        if not unit.is_described and not unit.is_unread:
            yield f"{NOTHING_TOLD} {how_to_tag(unit.assembly.document if unit.assembly else None)}"
            return


def _show_mech(mech: Mech, edition: Edition, screen: Screen) -> None:
    from fleets.forces.paper_mech import filled_loadout, sheet_of
    from validators.mech_lines import loadout_lines

    screen.lines(printable(line) for line in loadout_lines(filled_loadout(mech, sheet_of(edition))))


def _show_unit(unit: Unit, ruling: Ruling, screen: Screen) -> None:
    from brickyard.dice_text import show_loadout, show_piece
    from fleets.models.model_units import carried_by_unit

    vocabulary, loadout = ruling.vocabulary, carried_by_unit(unit, ruling.edition)
    body = vocabulary.body(unit.body)
    if unit.is_unread:
        screen.line("  what it carries can't be read")
    elif body is None:
        show_piece(loadout, vocabulary, screen)
    else:
        show_loadout(loadout, vocabulary, body, screen)


def _show_notation(text: str, games: tuple[Vocabulary, ...]) -> int:
    """Dice as rolled; a text that can only be a list of systems, as that."""
    from brickyard.dice_text import show_reading
    from fleets.notation import Reading, caret, read_either

    screen = Screen()
    screen.line(screen.paint(printable(text), "bold"))
    reading = read_either(text, games)
    if isinstance(reading, Reading):
        show_reading(reading, screen)
        return 0
    screen.line()
    for finding in reading.findings:
        screen.lines(f"  {line}" for line in caret(text, finding).splitlines()[:2])
        screen.finding(finding, "  ")
        screen.line()
    return 1
