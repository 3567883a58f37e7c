"""One design's folder: its page, pictures, 3D view and downloads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from brickyard.cards.drawn_cards import draw_card
from brickyard.facts.design_facts import DesignFacts, each
from brickyard.facts.judged_designs import JudgedDesign, not_drawn
from brickyard.facts.size_fit import fit_of
from brickyard.facts.verdicts import words_of_all
from brickyard.notices import notices
from brickyard.parts.list_making import unit_parts_list
from brickyard.pictures.finding_pictures import finding_pngs
from brickyard.pictures.lettering import letters
from brickyard.pictures.part_icons import PartIcons
from brickyard.pictures.subject import Subject, poses_with_places
from brickyard.pictures.system_marks import DesignSubject, open_design
from brickyard.plots.plot_writing import design_social_card, social_card_png
from brickyard.printing.booklet import instructions_pdf, model_of
from brickyard.web.page_drawings import design_plots, drawing_svg
from brickyard.web.page_files import Download, write_card, write_copy, write_packed
from brickyard.web.page_pictures import (
    CUT_OUT,
    FRONT,
    FURTHER,
    LABELLED,
    LABELS,
    PICTURE,
    SYSTEMS,
    DrawnDesign,
    PagePictures,
    PictureStore,
)
from brickyard.web.page_steps import building_steps
from brickyard.web.page_values import (
    FindingView,
    compared_odds,
    finding_view,
    kind_of,
    page_values,
    piece_numbers,
    role_of,
    unread_view,
    verdict_in_short,
)
from brickyard.web.site_memory import PageEntry
from brickyard.web.site_pages import PAGE, PREVIEW, Pages, scene_file
from brickyard.web.systems_view import systems_view, write_lists
from fleets.models.model_units import Role
from ldraw_tools.findings import BrickyardError, RefusedError, Severity, count_of, printable
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.names import MODEL_SUFFIXES, part_number

# More would make the page heavy, and people fix the first few first.
_MOST_FINDINGS_SHOWN = 6
# A page has half a dozen pictures.
_MOST_PIECES = 12_000
_BOOKLET_DPI = 120


def write_design(
    pages: Pages,
    design: JudgedDesign,
    identity: str,
    home: str,
    ours: tuple[str, ...],
    store: PictureStore,
) -> PageEntry:
    """`home` is the force that alone has it, `ours` are the files of its page as it was.

    What can't be drawn gets a page that says why.
    """
    try:
        return _written(pages, design, identity, home, ours, store)
    except RefusedError as error:
        why = printable(str(error))
    except MemoryError:
        why = "it takes more memory than there is"
    # What was half drawn is forgotten by now.
    return _written(pages, design, identity, home, ours, store, why)


def _written(
    pages: Pages,
    design: JudgedDesign,
    identity: str,
    home: str,
    ours: tuple[str, ...],
    store: PictureStore,
    undrawn: str = "",
) -> PageEntry:
    facts, kind = design.facts, kind_of(design.unit, design.facts.kind)
    subject = None if undrawn else _drawable(design)
    with pages.whole_folder(design.slug, ours) as folder, ThreadPoolExecutor(1) as packer:
        pictures = PagePictures(store, packer)
        drawn = DrawnDesign(subject, pages.settings.width, pictures) if subject else None
        if drawn:
            drawn.stills()
        card = packer.submit(_card, design, drawn, home, folder)
        icons = drawn.icons() if drawn else None
        said = page_values(facts, has_pieces=bool(drawn and drawn.has_systems))
        said["plots"] = design_plots(facts, design.edition)
        said |= _pictures(pages, design, drawn, icons, folder) | {"undrawn": undrawn, "kind": kind}
        lists: list[Download] = []
        said["parts"] = None
        if design.unit.assembly is not None:
            make = partial(unit_parts_list, design.unit, design.beside, pages.workspace)
            said["parts"], lists = write_lists(make, folder, icons)
        accepted = map(FindingView, words_of_all((), facts.verdict))
        views = [*unread_view(facts), *accepted, *_findings(design, folder, pictured=not undrawn)]
        said["findings"] = sorted(views, key=lambda one: not one.words.is_error)
        said["downloads"] = [*_downloads(pages, design, drawn, folder), *lists, *card.result()]
        (folder / PAGE).write_bytes(_html(pages, design, said, folder))
        pictures.write(folder)
        files = tuple(sorted(file.name for file in folder.iterdir()))
    store.add(design.slug, pictures.looks)
    entry = replace(_entry(design, identity, drawn), size=said["size"], scene=said["scene_name"])
    return replace(entry, files=files, looks=pictures.looks, undrawn=undrawn)


def _card(design: JudgedDesign, drawn: DrawnDesign | None, home: str, folder: Path) -> list[Download]:
    return write_card(draw_card(design, drawn.card() if drawn else None, home), folder)


def _downloads(
    pages: Pages, design: JudgedDesign, drawn: DrawnDesign | None, folder: Path
) -> Iterator[Download]:
    yield from _instructions(pages, design, drawn, folder)
    if pages.settings.source:
        yield from _model_file(pages, design, folder)
        yield from _glb(design, drawn, folder)
    yield from _picture_file(drawn)


def _html(pages: Pages, design: JudgedDesign, said: dict[str, Any], folder: Path) -> bytes:
    facts = design.facts
    return pages.html(
        "design.html",
        facts.name,
        ", ".join(filter(None, (said["kind"], facts.notation, verdict_in_short(facts.verdict)))),
        list(notices(design.edition, design.author, design.licence)),
        preview=f"{design.slug}/{PREVIEW}" if (folder / PREVIEW).is_file() else "",
        slug=design.slug,
        is_missing=design.unit.is_missing,
        role="HVA" if facts.role is Role.HVA else str(facts.role),
        pieces=facts.pieces,
        **said,
    )


def _drawable(design: JudgedDesign) -> DesignSubject | None:
    # Counted first: so many take long to place, too.
    are_many = design.facts.pieces > _MOST_PIECES
    subject = None if are_many else open_design(design)
    if are_many or (subject and len(subject.subject.pieces) > _MOST_PIECES):
        raise RefusedError(f"more than {_MOST_PIECES:,} pieces are too many for all pictures of a page")
    return subject


def _pictures(
    pages: Pages,
    design: JudgedDesign,
    drawn: DrawnDesign | None,
    icons: PartIcons | None,
    folder: Path,
) -> dict[str, Any]:
    said: dict[str, Any] = dict.fromkeys(("picture", "picture_note", "scene", "scene_name"), "")
    said |= {"views": [], "poses": [], "marks": [], "systems_picture": None, "step_pictures": [], "sizes": []}
    if drawn is None:
        return said
    others = _other_poses(design)
    # A pose that can't be told piece by piece has a picture, and isn't in the 3D view.
    told = [(other.name, places) for other, places in others if places is not None]
    scene = drawn.scene(pages.share_scene, [places for _, places in told])
    said |= {"picture": PICTURE, "scene": scene_file(scene), "scene_name": scene}
    said["poses"] = [name for name, _ in told]
    said["marks"] = drawn.marks(piece_numbers(design.facts))
    said |= {"picture_size": drawn.hero_size, "picture_note": printable(drawn.subject.caption())}
    said["views"] = list(_views(drawn, [other for other, _ in others]))
    if pages.settings.address:
        shown = drawn.kept.data(CUT_OUT)
        (folder / PREVIEW).write_bytes(social_card_png(design_social_card(design.facts, shown)))
    if drawn.has_systems:
        drawn.pointed_out()
        said["systems_picture"] = systems_view(drawn.kept.data(LABELS), SYSTEMS)
        said["systems_alt"] = ", ".join(_spoken(design.facts))
    if fit := fit_of(design):
        drawing = drawing_svg(fit, FRONT, drawn.front(fit))
        said |= {"sizes": fit.rows, "size": fit.in_short, "size_drawing": drawing}
    if pages.settings.steps:
        said["step_pictures"] = list(_steps(design, drawn, icons))
    return said


def _views(drawn: DrawnDesign, poses: Sequence[Subject]) -> Iterator[dict[str, Any]]:
    """From other sides, and in other poses."""
    seen = [(FURTHER[name], name) for name in drawn.further()]
    seen += [(f"Pose: {pose.name}", name) for pose, name in zip(poses, drawn.poses(poses), strict=True)]
    return ({"file": name, "what": what, "size": drawn.further_size} for what, name in seen)


def _other_poses(design: JudgedDesign) -> list[tuple[Subject, Points | None]]:
    """Each with the places of all pieces in it."""
    unit = design.unit
    if unit.assembly is None or unit.node is None:
        return []
    return poses_with_places(unit.assembly, unit.node, unit.role)


def _spoken(facts: DesignFacts) -> Iterator[str]:
    for system in facts.systems:
        yield " ".join([system.name, *(letters(die) for die in each(system.dice))])
    if facts.rockets:
        yield count_of(len(facts.rockets), "rocket")


def _steps(design: JudgedDesign, drawn: DrawnDesign, icons: PartIcons | None) -> Iterator[dict[str, Any]]:
    building, assembly = building_steps(design.unit), design.unit.assembly
    if building is None or assembly is None:
        return
    names = list(drawn.steps(building))
    for name, said in zip(names, building.said(assembly, icons), strict=False):
        submodels = [one | {"picture": one["step"] and names[one["step"] - 1]} for one in said["submodels"]]
        yield said | {"picture": name, "submodels": submodels}


def _instructions(
    pages: Pages, design: JudgedDesign, drawn: DrawnDesign | None, folder: Path
) -> Iterator[Download]:
    """The same as `brickyard instructions` writes."""

    model = model_of(design.unit)
    if drawn is None or model is None or not pages.settings.instructions:
        return
    try:
        pdf, _ = instructions_pdf([model], pages.workspace, dpi=_BOOKLET_DPI)
    except BrickyardError:
        # A single part, or too many steps: there is nothing to build, or a page is not the place.
        return
    (folder / "instructions.pdf").write_bytes(pdf)
    yield Download("instructions.pdf", "Instructions (.pdf)")


def _picture_file(drawn: DrawnDesign | None) -> Iterator[Download]:
    if drawn is not None:
        yield Download(CUT_OUT, "Picture, cut out (.png)")
        if drawn.has_systems:
            yield Download(LABELLED, "Picture with labels (.png)")


def _findings(design: JudgedDesign, folder: Path, pictured: bool) -> Iterator[FindingView]:
    """Worst first; those about parts with a picture of them, as far as a page can bear."""

    shown = [finding for finding in design.findings if finding.highlight and pictured]
    shown = [finding for finding in shown if finding.severity > Severity.INFO][:_MOST_FINDINGS_SHOWN]
    pictures = dict(zip(map(id, shown), finding_pngs(design.unit, shown), strict=True))
    for number, finding in enumerate(design.findings, 1):
        picture = pictures.get(id(finding))
        name = f"finding-{number}.png" if picture else ""
        if picture:
            (folder / name).write_bytes(picture)
        yield finding_view(finding, name)


def _glb(design: JudgedDesign, drawn: DrawnDesign | None, folder: Path) -> Iterator[Download]:
    if drawn is not None:
        # Packed, it takes a third of the room.
        name = f"{design.slug}-3d.zip"
        write_packed(drawn.glb(), f"{design.slug}.glb", name, folder)
        yield Download(name, "3D model (.glb, zipped)")


def _model_file(pages: Pages, design: JudgedDesign, folder: Path) -> Iterator[Download]:
    path = design.model_path
    if path is not None and path.suffix.lower() in MODEL_SUFFIXES and pages.may_copy(path):
        label = "Studio model" if path.suffix.lower() == ".io" else "LDraw model"
        yield write_copy(path, design.slug, label, folder)


def _entry(design: JudgedDesign, identity: str, drawn: DrawnDesign | None) -> PageEntry:
    facts = design.facts
    keys = set(drawn.subject.pieces.keys) if drawn else set()
    kind = kind_of(design.unit, facts.kind)
    words = [facts.name, kind, facts.author, *facts.dialects.values()]
    words += [text for system in facts.systems for text in (system.name, system.label)]
    words += [part_number(key) for key in sorted(keys)]
    codes = {code for system in facts.systems if system.system for code in system.system.codes}
    return PageEntry(
        slug=design.slug,
        identity=identity,
        name=facts.name,
        kind=kind,
        role=role_of(design.unit),
        edition=facts.verdict.edition,
        verdict=facts.verdict.verdict,
        accepted=len(facts.verdict.accepted),
        systems=tuple(sorted(codes)),
        dice=tuple((die.colour, die.sides, die.range, die.count) for die in facts.dice),
        pieces=facts.pieces,
        stamp=facts.verdict.word,
        odds=tuple(compared_odds(facts.odds)) if facts.odds else (),
        picture=design.slug if drawn else "",
        lines=() if drawn else (not_drawn(design.unit),),
        words=printable(" ".join(dict.fromkeys(words))).lower(),
    )
