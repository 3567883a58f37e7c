"""The job of `brickyard dice`: any dialect in, every dialect out."""

from __future__ import annotations

import sys
from pathlib import Path

from brickyard.dice_text import show_loadout, show_reading
from brickyard.terminal import Screen
from fleets.notation import Reading, Unread, caret, read_dice, read_systems
from fleets.vocabulary import GAMES, Vocabulary
from ldraw_tools.diagnostics import BrickyardError, printable


def read(text: str, edition_name: str, library: list[Path]) -> int:
    """A notation, or the file of a model or a manifest."""
    from brickyard.checking import MANIFEST_SUFFIXES
    from brickyard.opening import MODEL_SUFFIXES

    path = Path(text)
    if path.suffix.lower() in (*MODEL_SUFFIXES, *MANIFEST_SUFFIXES):
        return _read_file(path, edition_name, library)
    return read_text(text, _games(edition_name))


def _games(edition_name: str) -> tuple[Vocabulary, ...]:
    if not edition_name:
        return GAMES
    from brickyard.checking import VOCABULARIES
    from catalog.editions.loading import edition

    game = edition(edition_name).game
    return (VOCABULARIES[game],) if game in VOCABULARIES else GAMES


def _read_file(path: Path, edition_name: str, library: list[Path]) -> int:
    from brickyard.checking import Request, units_of

    screen = Screen(sys.stdout)
    units, vocabulary = units_of(path, Request(edition_name, library=tuple(library)))
    for number, (unit, count) in enumerate(units):
        if number:
            screen.line()
        many = f"{count:,} × " if count > 1 else ""
        screen.line(screen.paint(f"{many}{printable(unit.name)}", "bold") + f" ({unit.role})")
        body = next((known for known in vocabulary.bodies if known.name == unit.body), None)
        if body is None:
            screen.line("  rolls no dice")
        else:
            show_loadout(unit.loadout, vocabulary, body, screen)
    if not units:
        raise BrickyardError(f"{path}: no unit in it; brickyard check {path} says why")
    return 0


def read_text(text: str, games: tuple[Vocabulary, ...] = GAMES) -> int:
    """Dice as rolled; where a text can only be a list of systems, as that."""
    screen = Screen(sys.stdout)
    screen.line(screen.paint(printable(text), "bold"))
    reading = read_either(text, games)
    if isinstance(reading, Reading):
        show_reading(reading, screen)
        return 0
    screen.line()
    for finding in reading.findings:
        for line in caret(text, finding).splitlines():
            screen.line(f"  {line}")
        screen.line()
    return 1


def read_either(text: str, games: tuple[Vocabulary, ...] = GAMES) -> Reading | Unread:
    dice = read_dice(text, games)
    if isinstance(dice, Reading):
        return dice
    systems = read_systems(text, games)
    return systems if isinstance(systems, Reading) else dice
