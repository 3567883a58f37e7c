"""What is printed or pasted: cards, sheets and instructions; written, or as bytes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from brickyard.answers import OnePath, Paths, Told, Words, choice, each_of, path_or_none
from brickyard.answers.on_models import judge_settings
from brickyard.cards.card_answer import CardAnswer, card_answer
from brickyard.cards.drawn_cards import print_cards
from brickyard.cards.pasted_cards import card_text
from brickyard.facts.judged_designs import open_design_files, why_no_design
from brickyard.printing import PaperName
from brickyard.printing.booklet import buildables, instructions_pdf
from brickyard.printing.pdf_printing import pdf_output, pdf_target
from brickyard.printing.sheet_making import DPI, sheet_kinds, sheets_pdf
from catalog.database.part_database import open_workspace
from catalog.languages import Language
from ldraw_tools.choosing import output_stem, with_submodel
from ldraw_tools.findings import BrickyardError, printable
from ldraw_tools.json_values import json_text
from ldraw_tools.names import paths_in, several
from ldraw_tools.writing import Output, check_output, write_output

if TYPE_CHECKING:
    from ldraw_tools.workspace import Workspace


def card(
    paths: Paths,
    *,
    form: str = "markdown",
    edition: str = "",
    suppress: bool = True,
    target: OnePath | None = None,
    paper: str = PaperName.A4,
    force: bool = False,
    submodel: str = "",
    workspace: Workspace | None = None,
) -> CardAnswer:
    """All facts of designs and forces: dice, odds, size, verdict.

    With a `target` the cards are written to it: drawn if its name ends with .png or .pdf, else as text in the
    format `form`: `markdown`, `text`, `bbcode` or `json`.

    Raises `BrickyardError` if no file can be opened, for a format that there isn't, and for a target that
    may not be written; why some can't be opened is in `problems`.
    """
    named = with_submodel(paths_in(paths), submodel)
    settings = judge_settings(edition, suppress=suppress, workspace=workspace)
    opened, problems = each_of(named, lambda path: open_design_files([path], settings))
    answer = card_answer((file for some in opened for file in some), problems)
    into = path_or_none(target)
    if into is None:
        return answer
    said: list[str] = []
    if into.suffix.lower() in (".png", ".pdf"):
        card_text(answer.files, "text", named[0])
        data, notes, what = print_cards(
            answer.files, into.suffix.lower(), choice(PaperName, paper, "--paper")
        )
        said = [*(f"note: {printable(note)}" for note in notes), f"{printable(str(into))}: {what}"]
    elif form == "json":
        data = json_text(answer).encode()
    else:
        data = card_text(answer.files, form, named[0]).encode()
    write_output(into, data, force=force)
    return replace(answer, written=into, said=tuple(said))


def sheets(
    paths: Paths,
    *,
    target: OnePath | None = None,
    paper: str = PaperName.A4,
    only: str = "",
    against: Words = (),
    pictures: bool = True,
    edition: str = "",
    options: Words | None = None,
    suppress: bool = True,
    game: str = "",
    players: int = 0,
    force: bool = False,
    submodel: str = "",
    language: str = Language.ENGLISH,
    workspace: Workspace | None = None,
    told: Told | None = None,
) -> Output:
    """A PDF for the table: each frame with its dice and boxes, tables, scores, a ruler, cards.

    `only` names sheets, with commas; `against` are others' files or numbers, as `frames=5,systems=20`. The
    yard's cards speak the `language`.

    Raises `BrickyardError` if no list can be opened or `target` written, and for unknown kinds and papers.
    """
    named, kinds = with_submodel(paths_in(paths), submodel), sheet_kinds(only)
    request = judge_settings(edition, options, suppress, game, players, workspace=workspace)
    opened, problems = each_of(named, lambda path: open_design_files([path], request))
    read = [file for some in opened for file in some]
    files = [file for file in read if file.subject or file.designs]
    if not files:
        raise BrickyardError("\n".join(problems) or why_no_design(named[0], read, "nothing in it to print"))
    into = pdf_target(path_or_none(target), files[0].slug)
    if target is not None:
        check_output(into, force=force)
    pdf, notes = sheets_pdf(
        files,
        request,
        kinds,
        paper=choice(PaperName, paper, "--paper"),
        against=several(against),
        dpi=DPI if pictures else 0,
        language=choice(Language, language, "--language"),
        told=told,
    )
    doubted = [one for one in files if one.judged.accepted_errors or not one.is_legal]
    said = [f"{one.path.name} is {one.judged.word.lower()}, and its sheet says so" for one in doubted]
    made = pdf_output(pdf, into, [*notes, *said], write=target is not None, force=force)
    return replace(made, problems=tuple(problems))


def instructions(
    paths: Paths,
    *,
    target: OnePath | None = None,
    paper: str = PaperName.A4,
    submodel: str = "",
    force: bool = False,
    workspace: Workspace | None = None,
    told: Told | None = None,
) -> Output:
    """Building instructions as a PDF: steps with the parts they need, submodels, and a list of all parts.

    Raises `BrickyardError` if no model can be opened, and for a target that may not be written.
    """
    named, room = with_submodel(paths_in(paths), submodel), workspace or open_workspace()
    found, problems = each_of(named, lambda path: buildables([path], room))
    wanted = list(dict.fromkeys(one for some in found for one in some))
    if not wanted:
        raise BrickyardError("\n".join(problems) or f"{named[0]}: no model in it to build")
    into = pdf_target(path_or_none(target), f"{output_stem(wanted[0])}-instructions")
    if target is not None:
        check_output(into, force=force)
    pdf, notes = instructions_pdf(wanted, room, paper=choice(PaperName, paper, "--paper"), told=told)
    made = pdf_output(pdf, into, notes, write=target is not None, force=force)
    return replace(made, problems=tuple(problems))
