"""The job of `brickyard dice`: any dialect in, every dialect out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from brickyard.dice_text import show_loadout, show_piece, show_reading
from brickyard.terminal import Screen, wrapped
from fleets.dice.vocabulary import GAMES, Vocabulary
from fleets.forces.force import Mech
from fleets.models.model_units import Unit, carried_by_unit
from fleets.notation import Reading, Unread, caret, read_dice, read_systems
from ldraw_tools.findings import BrickyardError, Severity, printable
from ldraw_tools.names import MODEL_SUFFIXES

if TYPE_CHECKING:
    from catalog.editions.edition import Edition
    from validators.rule import Ruling


def read(text: str, edition_name: str, library: list[Path]) -> int:
    """A notation, or the file of a model or a manifest."""
    from fleets.forces.named_files import MANIFEST_SUFFIXES
    from ldraw_tools.workspace import is_there

    path, games = Path(text), _games(edition_name)
    is_file = path.suffix.lower() in (*MODEL_SUFFIXES, *MANIFEST_SUFFIXES)
    # A file may have any name, such as 2Rd; what is no notation and is there was meant as a file.
    if is_file or (is_there(text) and isinstance(read_either(text, games), Unread)):
        return _read_file(path, edition_name, library)
    return read_text(text, games)


def _games(edition_name: str) -> tuple[Vocabulary, ...]:
    if not edition_name:
        return GAMES
    from catalog.editions.loading import edition
    from validators.judged_files import VOCABULARIES

    game = edition(edition_name).game
    return (VOCABULARIES[game],) if game in VOCABULARIES else GAMES


def _read_file(path: Path, edition_name: str, library: list[Path]) -> int:
    from catalog.database.part_database import open_workspace
    from validators.judged_files import Request, read_entry

    screen = Screen()
    entry = read_entry(path, Request(edition_name, workspace=open_workspace(library)))
    for subject in entry.subjects:
        if isinstance(subject, Mech):
            _show_mech(subject, entry.ruling.edition, screen)
    for number, (unit, count) in enumerate(entry.units):
        if number:
            screen.line()
        many = f"{count:,} × " if count > 1 else ""
        screen.line(screen.paint(f"{many}{printable(unit.name)}", "bold") + f" ({unit.role})")
        _show_unit(unit, entry.ruling, screen)
    if not entry.subjects:
        raise BrickyardError(entry.why_nothing or f"{path}: no unit in it")
    wrong = [found for found in entry.findings if found.severity is Severity.ERROR]
    if wrong:
        screen.line()
    for found in wrong:
        screen.finding(found)
    return int(bool(wrong))


def _show_mech(mech: Mech, edition: Edition, screen: Screen) -> None:
    from fleets.forces.paper_mech import filled_loadout, sheet_of
    from validators.mech_lines import loadout_lines

    screen.lines(printable(line) for line in loadout_lines(filled_loadout(mech, sheet_of(edition))))


def _show_unit(unit: Unit, ruling: Ruling, screen: Screen) -> None:
    vocabulary, loadout = ruling.vocabulary, carried_by_unit(unit, ruling.edition)
    body = vocabulary.body(unit.body)
    if unit.is_unread:
        screen.line("  what it carries can't be read")
    elif body is None:
        show_piece(loadout, vocabulary, screen)
    else:
        show_loadout(loadout, vocabulary, body, screen)


def read_text(text: str, games: tuple[Vocabulary, ...] = GAMES) -> int:
    """Dice as rolled; where a text can only be a list of systems, as that."""
    screen = Screen()
    screen.line(screen.paint(printable(text), "bold"))
    reading = read_either(text, games)
    if isinstance(reading, Reading):
        show_reading(reading, screen)
        return 0
    screen.line()
    for finding in reading.findings:
        shown, mark, *told = caret(text, finding).splitlines()
        screen.lines([f"  {shown}", f"  {mark}"])
        for line in told:
            screen.lines(wrapped(line, "  "))
        screen.line()
    return 1


def read_either(text: str, games: tuple[Vocabulary, ...] = GAMES) -> Reading | Unread:
    dice = read_dice(text, games)
    if isinstance(dice, Reading):
        return dice
    systems = read_systems(text, games)
    return systems if isinstance(systems, Reading) else dice
