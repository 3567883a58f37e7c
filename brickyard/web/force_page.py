"""The page of a company, a fleet or a 'mech: what it fields, side by side, and whether it may."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image as Images
from PIL.Image import Image

from brickyard.answers.on_parts import parts_list
from brickyard.cards.drawn_cards import draw_mech_card
from brickyard.facts.force_facts import ForceFacts
from brickyard.facts.judged_designs import DesignFile, not_drawn
from brickyard.facts.verdicts import attacks_words, words_of_all
from brickyard.notices import notices
from brickyard.pictures.line_up import in_ranks, line_up
from brickyard.pictures.picture_files import webp_bytes
from brickyard.pictures.shots import Shot, cut_out, tight
from brickyard.pictures.subject import Subject
from brickyard.pictures.system_marks import open_design
from brickyard.plots.mech_figure import mech_picture
from brickyard.plots.plot_writing import force_social_card, social_card_png
from brickyard.printing.sheet_making import SheetKind, sheets_pdf
from brickyard.web.mech_page import MechView, mech_view
from brickyard.web.page_drawings import force_plots, mech_figure
from brickyard.web.page_files import (
    PHOTO,
    Download,
    photo_jpeg,
    photo_of,
    write_bundle,
    write_card,
    write_copy,
)
from brickyard.web.page_pictures import PICTURE, THUMB, brought_down
from brickyard.web.page_values import (
    FindingView,
    dice_marks,
    kind_of,
    mean_view,
    role_of,
    verdict_in_short,
)
from brickyard.web.play_page import write_play
from brickyard.web.site_memory import PageEntry
from brickyard.web.site_pages import PAGE, PREVIEW, Pages
from brickyard.web.systems_view import PartsView, write_lists
from fleets.forces.force import Mech
from fleets.forces.named_files import MANIFEST_SUFFIXES
from ldraw_tools.choosing import file_of
from ldraw_tools.findings import BrickyardError, RefusedError, count_of
from validators.judged_files import JudgeSettings

LINE_UP, DENSE_LINE_UP = "lineup.webp", "lineup-2x.webp"


def write_pictures(pages: Pages, file: DesignFile, place: Path) -> dict[str, Any]:
    """Writes them, and returns what the page must know of them."""
    said: dict[str, Any] = {"photo": "", "photo_size": (0, 0)}
    said |= {"lineup": "", "lineup_size": (0, 0), "lineup_set": "", "lineup_more": ""}
    width = pages.settings.width
    path = photo_of(file)
    is_wanted = path is not None and (pages.settings.outside or not pages.is_outside(path))
    photo = photo_jpeg(path, width) if path and is_wanted else None
    if photo:
        (place / PHOTO).write_bytes(photo[0])
        said |= {"photo": PHOTO, "photo_size": photo[1]}
        _write_card_pictures(_opened(photo[0]), width, place)
    designs = list(drawable(file))
    try:
        said |= _line_up(pages, file, designs, place)
        if designs and not photo:
            _write_card_pictures(ranks_of(designs, width), width, place)
    except RefusedError:
        # The pages of its designs say why.
        pass
    return said


def _line_up(
    pages: Pages, file: DesignFile, designs: list[tuple[Subject, int]], place: Path
) -> dict[str, Any]:
    width = pages.settings.width
    shown = line_up(designs, width * 5 // 3)
    if shown is None:
        return {}
    picture = tight(*cut_out(shown.subject, Shot(shown.size, shown.view)))
    size = width, max(round(picture.height * width / picture.width), 1)
    dense = webp_bytes(picture)
    (place / DENSE_LINE_UP).write_bytes(dense)
    (place / LINE_UP).write_bytes(webp_bytes(brought_down(picture, size)))
    if pages.settings.address:
        (place / PREVIEW).write_bytes(social_card_png(force_social_card(file.facts, dense)))
    files = f"{LINE_UP} {width}w, {DENSE_LINE_UP} {picture.width}w"
    more = count_of(shown.left_out, "more design") if shown.left_out else ""
    return {"lineup": LINE_UP, "lineup_size": size, "lineup_set": files, "lineup_more": more}


def ranks_of(designs: list[tuple[Subject, int]], width: int) -> Image:
    """As large as a card of the gallery is on dense screens, and filling it."""
    shown = in_ranks(designs, width * 3 // 4)
    assert shown is not None
    return cut_out(shown.subject, Shot(shown.size, shown.view))[0]


def _write_card_pictures(picture: Image, width: int, place: Path) -> None:
    for name, most in ((PICTURE, width * 3 // 4), (THUMB, width * 3 // 8)):
        scale = min(1.0, most / picture.width, 0.75 * most / picture.height)
        size = max(round(picture.width * scale), 1), max(round(picture.height * scale), 1)
        (place / name).write_bytes(webp_bytes(brought_down(picture, size)))


def _opened(data: bytes) -> Image:
    with Images.open(BytesIO(data)) as image:
        return image.convert("RGBA")


def drawable(file: DesignFile) -> Iterator[tuple[Subject, int]]:
    for one in file.designs:
        if one.is_spare:
            continue
        try:
            design = open_design(one)
        except RefusedError:
            # Its own page says why.
            continue
        if design:
            yield design.subject, one.count


_SHEET_DPI = 150


def write_force(
    pages: Pages, file: DesignFile, identity: str, units: Sequence[tuple[str, str]], ours: tuple[str, ...]
) -> PageEntry:
    """`units` are the addresses and titles of its designs' pages, `ours` the files of its page as it was."""
    edition, facts, width = file.ruling.edition, file.facts, pages.settings.width
    mech = mech_view(file.subject, edition) if isinstance(file.subject, Mech) else None
    with pages.whole_folder(file.slug, ours) as place:
        picture = write_pictures(pages, file, place)
        if mech and not picture["photo"]:
            _write_card_pictures(mech_picture(mech.drawings[-1], width), width, place)
        parts, lists = _parts(pages, file, place)
        summary = (facts.kind, facts.faction, facts.counts_words, verdict_in_short(facts.verdict))
        html = pages.html(
            "force.html",
            facts.name,
            ", ".join(filter(None, summary)),
            list(notices(edition, facts.author, facts.licence)),
            file.slug,
            f"{file.slug}/{PREVIEW}" if (place / PREVIEW).is_file() else "",
            name=facts.name,
            kind=facts.kind,
            faction=facts.faction,
            author=facts.author,
            summary=facts.counts_words,
            verdict=facts.verdict,
            findings=[FindingView(words) for words in words_of_all(facts.findings, facts.verdict)],
            units=list(_units(pages, file, units)),
            odds=list(_odds(facts)),
            plots=force_plots(facts, edition),
            play=write_play(pages, file, units, place),
            mech=mech,
            figure=mech_figure(mech) if mech else "",
            ranks=PICTURE if (place / PICTURE).is_file() and not picture["photo"] else "",
            parts=parts,
            downloads=[*_own_file(pages, file, place), *_for_the_table(pages, file, place), *lists],
            **picture,
        )
        (place / PAGE).write_bytes(html)
        files = tuple(sorted(written.name for written in place.iterdir()))
    return _entry(file, identity, units, mech, files)


def _parts(pages: Pages, file: DesignFile, place: Path) -> tuple[PartsView | None, list[Download]]:
    if not file.is_force:
        return None, []
    return write_lists(lambda: parts_list([file.path], workspace=pages.workspace), place)


def _entry(
    file: DesignFile,
    identity: str,
    units: Sequence[tuple[str, str]],
    mech: MechView | None,
    files: tuple[str, ...],
) -> PageEntry:
    facts = file.facts
    words = (facts.name, facts.kind, facts.faction, facts.author, *_words(facts, units, mech))
    return PageEntry(
        slug=file.slug,
        identity=identity,
        name=facts.name,
        kind=facts.kind,
        role={"'mech": "mech", "file": ""}.get(facts.kind, facts.kind),
        edition=file.ruling.edition.title,
        verdict=facts.verdict.verdict,
        accepted=len(facts.verdict.accepted),
        stamp=facts.verdict.word,
        faction=facts.faction,
        author=facts.author,
        fields=tuple((slug, one.name, one.count) for (slug, _), one in zip(units, facts.units, strict=True)),
        pieces=facts.pieces,
        picture=file.slug if THUMB in files else "",
        lines=("on paper",),
        is_force=True,
        words=" ".join(words).lower(),
        files=files,
    )


def _own_file(pages: Pages, file: DesignFile, place: Path) -> Iterator[Download]:
    if not pages.settings.source:
        return
    # A list without the models it names is of no use to others.
    named = [path for one in file.designs for path in (*one.files, *one.textures)]
    models = [path for path in named if pages.may_copy(path)]
    if file.is_force and models:
        yield write_bundle(file.path, models, file.slug, place)
    elif (path := file_of(file.path)).suffix.lower() in MANIFEST_SUFFIXES or pages.may_copy(path):
        label = "The list" if file.subject else "The file itself"
        yield write_copy(path, file.slug, label, place)


def _words(facts: ForceFacts, units: Sequence[tuple[str, str]], mech: MechView | None) -> Iterator[str]:
    """More words that the search finds it by: its units as it calls them, and as their models are called."""
    yield from (unit.name for unit in facts.units)
    yield from (title for _, title in units)
    yield from (f"{mount.name} {mount.keyword}" for mount in mech.mounts) if mech else ()


def _for_the_table(pages: Pages, file: DesignFile, place: Path) -> Iterator[Download]:
    """Its sheet; of a 'mech its card, too."""

    if file.subject is None:
        return
    request = JudgeSettings(workspace=pages.workspace)
    try:
        pdf, _ = sheets_pdf([file], request, (SheetKind.COMPANY,), dpi=_SHEET_DPI)
        (place / "sheet.pdf").write_bytes(pdf)
        yield Download("sheet.pdf", "Sheet for the table (.pdf)")
        if isinstance(file.subject, Mech):
            yield from write_card(draw_mech_card(file, file.subject), place)
    except BrickyardError:
        # A house edition may lack tables that a sheet needs.
        return


def _units(pages: Pages, file: DesignFile, units: Sequence[tuple[str, str]]) -> Iterator[dict[str, object]]:
    for design, (slug, title) in zip(file.designs, units, strict=True):
        one = design.facts
        kind = kind_of(design.unit, one.kind)
        yield {
            "href": f"../{slug}/index.html",
            "picture": f"../{slug}/{THUMB}" if pages.has(slug, THUMB) else "",
            "dense": f"../{slug}/{PICTURE}",
            "many": f"{one.count} × " if one.count > 1 else "",
            "name": one.name,
            "model": title if title != one.name else "",
            "kind": f"spare {kind}" if one.is_spare else kind,
            "role": role_of(design.unit),
            "lines": [not_drawn(design.unit)],
            "verdict": one.verdict,
            "dice": dice_marks(one.dice),
        }


def _odds(facts: ForceFacts) -> Iterator[dict[str, object]]:
    """Each unit that fights: its damage at its own range, what it survives, how it moves and spots."""
    fighting = [(one.name, one.odds) for one in facts.units if one.odds]
    most = max((odds.damage for _, odds in fighting), default=Fraction(0))
    for name, odds in fighting:
        yield {
            "name": name,
            "deals": mean_view(odds.damage, most),
            "range": odds.range,
            "lasts": odds.lasts and mean_view(odds.lasts, words=attacks_words(odds.lasts, "")),
            "from": odds.attacked_by,
            "moves": mean_view(odds.movement),
            "moving": odds.movement_word,
            "spots": mean_view(odds.spot),
        }
