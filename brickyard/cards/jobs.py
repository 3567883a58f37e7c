"""The job of `brickyard card`: designs as text to paste, or one as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from brickyard.cards.formats import FORMATS
from brickyard.cards.lines import Card, cards_of, design_card
from brickyard.dossiers import Folder, open_folders
from brickyard.terminal import Screen, harmless
from brickyard.unit_names import split_unit, unit_named
from fleets.forces.force import Mech
from ldraw_tools.findings import BrickyardError, count_of, printable
from ldraw_tools.suggestions import shown
from ldraw_tools.writing import write_output
from validators.judged_files import JudgeSettings

_PNG, _PDF = ".png", ".pdf"


def show(
    paths: list[Path], request: JudgeSettings, form: str, target: Path | None, force: bool = False
) -> int:
    """0 though a design isn't legal: the card says so itself. The name of `target` may ask for a picture."""
    opened = [one for path in paths for one in _open(path, request)]
    folders = [folder for folder, _ in opened]
    cards = [card for _, found in opened for card in found]
    if not cards:
        raise BrickyardError(f"{paths[0]}: no design in it; brickyard check {paths[0]} says why")
    if target is not None and target.suffix.lower() in (_PNG, _PDF):
        return _draw(folders, request, target, force)
    text = harmless("\n".join(FORMATS[form](card) for card in cards))
    if target is not None:
        write_output(target, text.encode(), force=force)
        return 0
    screen = Screen()
    for line in text.splitlines():
        screen.line(line)
    return 0


def _open(path: Path, request: JudgeSettings) -> Iterator[tuple[Folder, list[Card]]]:
    """All that a file or a folder holds; of `company.yaml:Name` that one unit."""
    named = split_unit(str(path))
    if named is None or not named[1]:
        yield from ((folder, cards_of(folder)) for folder in open_folders([path], request))
        return
    file, name = named
    for folder in open_folders([file], request):
        dossier = unit_named(name, str(file), folder.dossiers)
        yield replace(folder, dossiers=(dossier,)), [design_card(dossier)]


def _draw(folders: Sequence[Folder], request: JudgeSettings, target: Path, force: bool) -> int:
    """One design is a card by itself; several are nine a page, which only a PDF can hold."""
    is_png = target.suffix.lower() == _PNG
    number = sum(1 if isinstance(folder.subject, Mech) else len(folder.dossiers) for folder in folders)
    if number == 1:
        data, notes = _single(folders[0], request, is_png)
        what = "a card of 63 × 88 mm"
    elif is_png:
        raise BrickyardError(
            f"a picture holds one card, and there are {number}: name one{_as_in(folders[0])}, "
            f"or write a {_PDF} with all"
        )
    else:
        from brickyard.sheets.jobs import Order, sheets_pdf
        from brickyard.sheets.values import SheetKind

        data, notes = sheets_pdf(folders, request, Order((SheetKind.CARDS,)))
        what = f"cards of {count_of(number, 'design')}"
    write_output(target, data, force=force)
    screen = Screen()
    for note in notes:
        screen.line(f"note: {printable(note)}")
    screen.line(f"{printable(str(target))}: {what}")
    return 0


def _as_in(folder: Folder) -> str:
    if not folder.is_force or not folder.dossiers:
        return " model"
    return f', as in "{shown(str(folder.path), 200)}:{shown(folder.dossiers[0].name)}"'


def _single(folder: Folder, request: JudgeSettings, is_png: bool) -> tuple[bytes, list[str]]:
    from brickyard.cards.picture import draw_card, draw_mech_card
    from brickyard.pictures.designs import open_design

    if isinstance(folder.subject, Mech):
        card, notes = draw_mech_card(folder, folder.subject), list[str]()
    else:
        [dossier] = folder.dossiers
        design = open_design(dossier, request.workspace)
        card = draw_card(dossier, design, folder.subject.name if folder.is_force and folder.subject else "")
        notes = design.subject.remarks() if design else []
    return card.png() if is_png else card.pdf(), [*notes, *card.notes()]
