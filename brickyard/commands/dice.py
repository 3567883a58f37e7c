"""`brickyard dice`: any dialect of dice in, every dialect out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from brickyard.answers import each_of
from brickyard.commands.options import (
    EditionOption,
    ForceOption,
    Format,
    FormatOption,
    LibraryOption,
    SubmodelOption,
)
from brickyard.one_by_one import end_with
from brickyard.terminal import Screen, wrapped
from ldraw_tools.findings import BrickyardError, Finding, Severity, printable

if TYPE_CHECKING:
    from brickyard.dice_answer import UnitDice
    from catalog.editions.edition import Edition
    from fleets.dice.vocabulary import Vocabulary
    from fleets.forces.force import Mech
    from fleets.models.model_units import Unit
    from validators.rule import Ruling


def dice(
    what: Annotated[
        list[str],
        typer.Argument(
            metavar="TEXT|PATH...", help="Dice in any notation, models or manifests; - is standard input."
        ),
    ],
    edition: EditionOption = "",
    submodel: SubmodelOption = "",
    form: FormatOption = Format.TEXT,
    target: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Draw what attack, defense, movement and spot of each unit come to: .svg or .png.",
        ),
    ] = None,
    force: ForceOption = False,
    library: LibraryOption = None,
) -> None:
    """Read dice in any notation: every other notation, what each system gives, what a loss leaves.

    For example: brickyard dice 2W 1B 1Y 2Rd
    """
    from ldraw_tools.choosing import with_submodel_in
    from ldraw_tools.workspace import is_there

    texts = what if len(what) > 1 and all(map(_is_file, what)) else [" ".join(what)]
    # A name with spaces may have come in several words.
    if len(what) > 1 and len(texts) == 1 and not is_there(texts[0]) and any(map(_is_existing_file, what)):
        raise BrickyardError("give files or dice, not both")
    texts = with_submodel_in([_from_standard_input() if text == "-" else text for text in texts], submodel)
    if target:
        _draw(texts, edition, library or (), target, force)
    if form is Format.JSON:
        _print_json(texts, edition, library or ())
    statuses, problems = each_of(texts, lambda text: show_dice(text, edition, library or ()))
    if target:
        Screen().line(f"Drawn to {printable(str(target))}.")
    end_with(max(statuses, default=0), problems)


def _draw(texts: Sequence[str], edition: str, library: Sequence[Path], target: Path, force: bool) -> None:
    """One picture of all that was named; nothing is printed of it if it can't be drawn."""
    from brickyard.fight_odds.odds_answer import CardOdds
    from brickyard.fight_odds.odds_counting import find_odds
    from brickyard.fight_odds.odds_question import OddsQuestion
    from brickyard.plots.dice_strips import strips_drawing
    from brickyard.plots.flat_drawing import check_name, write_drawing
    from catalog.database.part_database import open_workspace
    from validators.judged_files import JudgeSettings

    check_name(target, force=force)
    settings = JudgeSettings(edition=edition, workspace=open_workspace(library))
    found = [find_odds([text], OddsQuestion(), settings) for text in texts]
    sides = [one for one in found if isinstance(one, CardOdds)]
    if len(sides) < len(found):
        raise BrickyardError("-o draws what units roll, and a 'mech rolls no dice of its own")
    write_drawing(strips_drawing(sides), target, force=force)


def _is_file(text: str) -> bool:
    from fleets.forces.named_files import MANIFEST_SUFFIXES
    from ldraw_tools.choosing import file_of
    from ldraw_tools.names import MODEL_SUFFIXES

    return file_of(text).suffix.lower() in (*MODEL_SUFFIXES, *MANIFEST_SUFFIXES)


def _is_existing_file(text: str) -> bool:
    from ldraw_tools.choosing import file_of
    from ldraw_tools.workspace import is_there

    return _is_file(text) and is_there(str(file_of(text)))


def _is_meant_as_file(text: str, games: tuple[Vocabulary, ...]) -> bool:
    """A file may have any name, such as 2Rd; an existing name that is not a notation is meant as a file."""
    from fleets.notation import Unread, read_either
    from ldraw_tools.workspace import is_there

    return _is_file(text) or (is_there(text) and isinstance(read_either(text, games), Unread))


def _print_json(texts: Sequence[str], edition: str, library: Sequence[Path]) -> NoReturn:
    from brickyard.dice_answer import DiceAnswer
    from ldraw_tools.json_values import json_text

    found, problems = each_of(texts, lambda text: _answer(text, edition, library))
    units = tuple(unit for some, _ in found for unit in some)
    findings = tuple(finding for _, some in found for finding in some)
    if found:
        Screen().text(json_text(DiceAnswer(units, findings)))
    end_with(int(any(one.severity is Severity.ERROR for one in findings)), problems)


def _answer(text: str, edition: str, library: Sequence[Path]) -> tuple[list[UnitDice], Sequence[Finding]]:
    """Of a notation, or of all units of a file."""
    from brickyard.dice_answer import UnitDice, unit_dice
    from catalog.database.part_database import open_workspace
    from fleets.forces.force import Mech
    from fleets.models.model_units import carried_by_unit
    from fleets.notation import Reading, read_either
    from validators.judged_files import JudgeSettings, read_file

    games = _games(edition)
    if not _is_meant_as_file(text, games):
        read = read_either(text, games)
        if not isinstance(read, Reading):
            return [], read.findings
        found = unit_dice(text, read.body.name, 1, read.loadout, read.vocabulary, read.body, read.pool)
        return [found], read.findings
    file = read_file(Path(text), JudgeSettings(edition=edition, workspace=open_workspace(library)))
    if file.subject is None:
        raise BrickyardError(file.why_nothing or f"{text}: no unit in it")
    if isinstance(file.subject, Mech):
        lines = tuple(_mech_lines(file.subject, file.ruling.edition))
        return [UnitDice(file.subject.name, "mech", 1, True, {}, lines=lines)], file.findings
    units = []
    for unit, count in file.units:
        vocabulary = file.ruling.vocabulary
        body, loadout = vocabulary.body(unit.body), carried_by_unit(unit, file.ruling.edition)
        if unit.is_unread:
            units.append(UnitDice(unit.name, str(unit.role), count, False, {}))
        else:
            units.append(unit_dice(unit.name, str(unit.role), count, loadout, vocabulary, body))
    return units, [one for one in file.findings if one.severity is Severity.ERROR]


def _from_standard_input() -> str:
    """Dice on one line, or a model or a manifest, which is put in a file."""
    from brickyard.standard_input import as_file, standard_input

    data = standard_input()
    lines = data.decode("utf-8", "replace").split("\n")
    is_notation = len([line for line in lines if line.strip()]) == 1 and not data.startswith(b"PK")
    return " ".join(lines).strip() if is_notation else str(as_file(data))


def show_dice(text: str, edition: str = "", library: Sequence[Path] = ()) -> int:
    """Of a notation, or of the file of a model or a manifest; the status is 1 if something can't be read."""
    games = _games(edition)
    if _is_meant_as_file(text, games):
        return _show_file(Path(text), edition, library)
    return _show_notation(text, games)


def _games(edition: str) -> tuple[Vocabulary, ...]:
    from fleets.dice.vocabulary import GAMES, VOCABULARIES, vocabulary_of

    if not edition:
        return GAMES
    from catalog.editions.loading import edition as edition_called

    text = edition_called(edition)
    return (vocabulary_of(text),) if text.game in VOCABULARIES else GAMES


def _show_file(path: Path, edition: str, library: Sequence[Path]) -> int:
    from catalog.database.part_database import open_workspace
    from fleets.forces.force import Mech
    from validators.judged_files import JudgeSettings, read_file

    screen = Screen()
    read = read_file(path, JudgeSettings(edition=edition, workspace=open_workspace(library)))
    if isinstance(read.subject, Mech):
        screen.lines(_mech_lines(read.subject, read.ruling.edition))
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


def _mech_lines(mech: Mech, edition: Edition) -> list[str]:
    from fleets.forces.paper_mech import filled_loadout, sheet_of
    from validators.mech_lines import loadout_lines

    return [printable(line) for line in loadout_lines(filled_loadout(mech, sheet_of(edition)))]


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
