"""The job of `brickyard instructions`: models to a booklet of building steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from brickyard.dossiers import open_folders
from brickyard.pictures.designs import model_path
from brickyard.pictures.subject import Opened
from brickyard.sheets import words
from brickyard.sheets.booklet import Booklet
from brickyard.sheets.credits import design_credits
from brickyard.sheets.output import pdf_target, write_pdf
from brickyard.sheets.paper import PAPERS, PaperName
from brickyard.sheets.pictures import Album
from brickyard.sheets.press import letter_notes, print_pdf
from brickyard.sheets.units import Plain
from brickyard.terminal import Progress
from catalog.database.part_database import open_workspace
from fleets.forces.named_files import MANIFEST_SUFFIXES, files_in
from fleets.models.tagged_model import is_untitled
from ldraw_tools.findings import BrickyardError, printable
from ldraw_tools.reading.header import Header
from ldraw_tools.workspace import Workspace
from ldraw_tools.writing import check_output
from validators.judged_files import JudgeSettings


@dataclass(frozen=True)
class Wanted:
    """One booklet: a file, and the submodel of it, if not all of it is meant."""

    path: Path
    submodel: str = ""


@dataclass(frozen=True)
class Printing:
    """How it is printed."""

    paper: PaperName = PaperName.A4
    dpi: int = 200


def make_instructions(
    paths: Sequence[Path],
    submodel: str,
    library: Sequence[Path],
    printing: Printing,
    target: Path | None,
    force: bool = False,
) -> int:
    workspace = open_workspace(library)
    wanted = list(dict.fromkeys(one for path in paths for one in _wanted(path, submodel, workspace)))
    if not wanted:
        raise BrickyardError(f"{paths[0]}: no model in it to build")
    target = pdf_target(target, f"{wanted[0].path.stem}-instructions")
    check_output(target, force=force)
    pdf, notes = instructions_pdf(wanted, workspace, printing)
    write_pdf(pdf, target, notes, force=force)
    return 0


def instructions_pdf(
    wanted: Sequence[Wanted], workspace: Workspace, printing: Printing
) -> tuple[bytes, list[str]]:
    """The PDF, and what is worth saying about its making."""
    album = Album()
    booklets = [_booklet(one, workspace, printing, album) for one in wanted]
    values = {
        "title": ", ".join(booklet["name"] for booklet in booklets)[:200],
        "paper": PAPERS[printing.paper].values(),
        "booklets": booklets,
    }
    return print_pdf("instructions", values, album.files), [*album.notes(), *letter_notes(values)]


def _wanted(path: Path, submodel: str, workspace: Workspace) -> Iterator[Wanted]:
    """A model is itself; of a manifest each model that it lists, with the units in it."""
    for file in files_in(path):
        if file.suffix.lower() not in MANIFEST_SUFFIXES:
            yield Wanted(file, submodel)
            continue
        for folder in open_folders([file], JudgeSettings(workspace=workspace)):
            for dossier in folder.dossiers:
                unit = dossier.unit
                model = model_path(unit)
                if model is not None and unit.assembly is not None and unit.node is not None:
                    is_all = unit.node == unit.assembly.root
                    yield Wanted(model, "" if is_all else unit.assembly.nodes[unit.node].key)


def _booklet(one: Wanted, workspace: Workspace, printing: Printing, album: Album) -> Plain:
    opened = Opened(workspace.model(one.path), workspace.library)
    root = opened.node(one.submodel)
    node = opened.assembly.nodes[root]
    if node.is_part or node.contents is None:
        raise BrickyardError(f"{one.path.name}: {printable(node.name)} is a single part, nothing to build")
    booklet = Booklet(opened.assembly, root, album, printing.dpi)
    main = opened.model.document.main.header
    section = node.document.find(node.section_key) if node.document else None
    header = section.header if section else Header()
    with Progress("steps") as progress:
        values = booklet.values(progress)
    if not values["pieces"]:
        raise BrickyardError(f"{one.path.name}: nothing in it can be drawn")
    return {
        "name": words.name(_title(header, main) or one.path.stem),
        "author": words.label(header.author or main.author),
        "credits": design_credits(header.author or main.author, header.licence or main.licence),
        **values,
    }


def _title(*headers: Header) -> str:
    return next((header.title for header in headers if not is_untitled(header.title)), "")
