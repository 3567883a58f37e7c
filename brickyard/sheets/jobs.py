"""The job of `brickyard sheets`: files to a PDF for the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from brickyard.dossiers import Folder, open_folders
from brickyard.sheets.output import pdf_target, write_pdf
from brickyard.sheets.paper import PAPERS, PaperName
from brickyard.sheets.pictures import Album, Wishes, fill_album
from brickyard.sheets.press import letter_notes, print_pdf
from brickyard.sheets.scores import NOBODY, sit_down
from brickyard.sheets.values import Group, SheetKind, make_values, shown_dossiers
from brickyard.terminal import Progress
from fleets.forces.force import Force
from ldraw_tools.findings import BrickyardError
from ldraw_tools.writing import check_output
from validators.judged_files import JudgeSettings

DPI = 250


@dataclass(frozen=True)
class Order:
    """What to print: which sheets, on which paper, with how fine pictures (0 for none)."""

    kinds: tuple[SheetKind, ...]
    paper: PaperName = PaperName.A4
    against: tuple[str, ...] = ()
    dpi: int = DPI


def make_sheets(
    paths: Sequence[Path], request: JudgeSettings, order: Order, target: Path | None, force: bool = False
) -> int:
    """0 though a force isn't legal: the sheet says so itself."""
    folders = [folder for folder in open_folders(paths, request) if folder.subject or folder.dossiers]
    if not folders:
        raise BrickyardError(f"{paths[0]}: nothing in it to print; brickyard check {paths[0]} says why")
    target = pdf_target(target, folders[0].slug)
    check_output(target, force=force)
    pdf, notes = sheets_pdf(folders, request, order)
    illegal = [folder.path.name for folder in folders if not folder.is_legal]
    notes += [f"{name} is not legal, and its sheet says so" for name in illegal]
    write_pdf(pdf, target, notes, force=force)
    return 0


def sheets_pdf(folders: Sequence[Folder], request: JudgeSettings, order: Order) -> tuple[bytes, list[str]]:
    """The PDF, and what is worth saying about its making."""
    groups = _groups(folders, request, order)
    album = _album(folders, request, order)
    values = make_values(groups, order.kinds, PAPERS[order.paper], album)
    if not values["sheets"]:
        raise BrickyardError(f"none of these sheets can be made of it: {', '.join(order.kinds)}")
    notes = [f"scores are left open: {group.sitting.why}" for group in groups if group.sitting.why]
    return print_pdf("sheets", values, album.files), [*notes, *album.notes(), *letter_notes(values)]


def _groups(folders: Sequence[Folder], request: JudgeSettings, order: Order) -> list[Group]:
    """One for every edition, in the order of the files."""
    by_edition: dict[str, list[Folder]] = {}
    for folder in folders:
        by_edition.setdefault(folder.ruling.edition.id, []).append(folder)
    groups = []
    for members in by_edition.values():
        forces = [folder for folder in members if folder.is_force]
        stated = [folder.subject.game.players for folder in forces if isinstance(folder.subject, Force)]
        # Nobody plays alone.
        players = max(2, request.game.players, len(forces) + len(order.against), *stated)
        is_scored = not {*order.kinds} <= {SheetKind.CARDS, SheetKind.RULER}
        sitting = sit_down(forces, order.against, request) if is_scored else NOBODY
        groups.append(Group(tuple(members), sitting, players))
    return groups


def _album(folders: Sequence[Folder], request: JudgeSettings, order: Order) -> Album:
    """Only pictures that some sheet shows."""
    kinds = set(order.kinds)
    plain = bool(kinds & {SheetKind.COMPANY, SheetKind.BEGINNER, SheetKind.CARDS, SheetKind.OPPONENT})
    wishes = Wishes(order.dpi, plain, SheetKind.OPPONENT in kinds)
    album = Album()
    with Progress("pictures") as progress:
        for number, folder in enumerate(folders):
            progress(number, len(folders))
            fill_album(shown_dossiers(folder), request.workspace, wishes, album)
    return album
