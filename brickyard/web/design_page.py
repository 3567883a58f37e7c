"""One design's folder: its page, pictures, 3D view and downloads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from brickyard.cards.picture import draw_card
from brickyard.dossiers import Dossier
from brickyard.notices import notices
from brickyard.pictures.designs import model_path, open_design
from brickyard.pictures.dice_shapes import each, letters
from brickyard.web.design_view import (
    FindingView,
    finding_view,
    kind_of,
    page_of,
    piece_numbers,
    rolled,
    unread_view,
    verdict_in_words,
)
from brickyard.web.downloads import Download, write_card, write_copy
from brickyard.web.drawing import FRONT, PARTS, PICTURE, SYSTEMS, Drawn, size_of
from brickyard.web.kept import Kept
from brickyard.web.limits import drawing_svg, fit_of
from brickyard.web.page import PAGE, PREVIEW, Pages
from brickyard.web.part_icons import Icons
from brickyard.web.records import Entry
from brickyard.web.shop import PartsView, write_lists
from catalog import colours
from ldraw_tools.findings import Severity, count_of, printable
from ldraw_tools.names import MODEL_SUFFIXES, part_number

# More would make a heavy page, and the first few are mended first.
_MOST_FINDINGS_SHOWN = 6


@dataclass(frozen=True, slots=True)
class Home:
    """The page of the company or fleet that a design is shown with."""

    slug: str = ""
    name: str = ""


def write_design(
    pages: Pages,
    dossier: Dossier,
    identity: str,
    home: Home,
    ours: tuple[str, ...],
    looks: Mapping[str, str],
) -> Entry:
    """`ours` are the files of its page as it was, and `looks` what those of its pictures were made from."""
    design = open_design(dossier, pages.workspace)
    kept = Kept(pages.folder(dossier.slug), looks)
    drawn = Drawn(design, pages.settings.width, kept) if design else None
    with pages.whole_folder(dossier.slug, ours) as folder:
        icons = drawn.icons() if drawn else None
        if icons:
            (folder / PARTS).write_bytes(icons.sheet)
        said = page_of(dossier)
        if not drawn or not drawn.has_systems:
            # Nothing to point at: a system by itself is all there is.
            said["systems"] = [replace(system, index=None) for system in said["systems"]]
        said |= _pictures(pages, dossier, drawn, icons, folder)
        said["parts"], lists = _parts(dossier, folder, icons)
        said["findings"] = [*unread_view(dossier), *_findings(dossier, folder)]
        said["downloads"] = [
            *_model_file(pages, dossier, folder),
            *_glb(dossier, drawn, folder),
            *lists,
            *write_card(draw_card(dossier, design, home.name), folder),
        ]
        said["pieces"] = count_of(dossier.pieces, "piece") if dossier.pieces else ""
        said["home"] = home
        html = pages.html(
            "design.html",
            printable(dossier.name),
            _description(dossier),
            list(notices(dossier.edition, dossier.author, dossier.licence)),
            preview=f"{dossier.slug}/{PREVIEW}" if (folder / PREVIEW).is_file() else "",
            **said,
        )
        (folder / PAGE).write_bytes(html)
        files = tuple(sorted(file.name for file in folder.iterdir()))
    return replace(_entry(dossier, identity, drawn), home=home.slug, files=files, looks=kept.now)


def _description(dossier: Dossier) -> str:
    dice = dossier.notation if rolled(dossier) else ""
    verdict = verdict_in_words(dossier.is_legal, dossier.edition)
    return ", ".join(filter(None, (kind_of(dossier), dice, verdict)))


def _pictures(
    pages: Pages, dossier: Dossier, drawn: Drawn | None, icons: Icons | None, folder: Path
) -> dict[str, Any]:
    said: dict[str, Any] = dict.fromkeys(
        ("picture", "picture_note", "scene", "systems_picture", "systems_alt", "size_drawing"), ""
    )
    said |= {"steps": 0, "step_pictures": [], "sizes": [], "picture_size": (0, 0), "systems_size": (0, 0)}
    if drawn is None:
        return said
    hero = drawn.hero()
    (folder / PICTURE).write_bytes(hero)
    (folder / "thumb.png").write_bytes(drawn.thumb(hero))
    (folder / "scene.js").write_text(drawn.scene(dossier.slug, piece_numbers(dossier)), "utf-8")
    said |= {"picture": PICTURE, "scene": "scene.js", "steps": drawn.last_step}
    said |= {"picture_size": drawn.hero_size, "picture_note": printable(drawn.subject.caption())}
    if pages.settings.address:
        (folder / PREVIEW).write_bytes(drawn.preview())
    if drawn.has_systems:
        pointed_out = drawn.pointed_out()
        (folder / SYSTEMS).write_bytes(pointed_out)
        said |= {"systems_picture": SYSTEMS, "systems_size": size_of(pointed_out)}
        said["systems_alt"] = printable(", ".join(_spoken(dossier)))
    fit = fit_of(dossier)
    if fit:
        picture, front = drawn.front(fit)
        (folder / FRONT).write_bytes(picture)
        said["sizes"] = fit.rows
        said["size_drawing"] = drawing_svg(fit, FRONT, front)
    if pages.settings.steps:
        said["step_pictures"] = list(_steps(drawn, icons, folder))
    return said


def _spoken(dossier: Dossier) -> Iterator[str]:
    for gift in dossier.gifts:
        yield " ".join([gift.name, *(letters(die) for die in each(gift.dice))])
    if dossier.loadout.rockets:
        yield count_of(dossier.loadout.rockets, "rocket")


def _steps(drawn: Drawn, icons: Icons | None, folder: Path) -> Iterator[dict[str, Any]]:
    parts = drawn.parts_by_step()
    for number, (name, picture) in enumerate(drawn.steps(), 1):
        (folder / name).write_bytes(picture)
        called_out = [
            {
                "count": count,
                "what": printable(f"{part} {colours.name_of(colour)}"),
                "icon": icons.cut(part, colour) if icons else None,
            }
            for part, colour, count in parts.get(number, [])
        ]
        yield {"number": number, "picture": name, "parts": called_out}


def _findings(dossier: Dossier, folder: Path) -> Iterator[FindingView]:
    """Worst first; those about parts with a picture of them, as far as a page can bear."""
    from brickyard.pictures.finding_making import finding_pngs

    shown = [finding for finding in dossier.findings if finding.highlight]
    shown = [finding for finding in shown if finding.severity > Severity.INFO][:_MOST_FINDINGS_SHOWN]
    pictures = dict(zip(map(id, shown), finding_pngs(dossier.unit, shown), strict=True))
    for number, finding in enumerate(dossier.findings, 1):
        picture = pictures.get(id(finding))
        name = f"finding-{number}.png" if picture else ""
        if picture:
            (folder / name).write_bytes(picture)
        yield finding_view(finding, name)


def _parts(dossier: Dossier, folder: Path, icons: Icons | None) -> tuple[PartsView | None, list[Download]]:
    path, unit = model_path(dossier.unit), dossier.unit
    if path is None or unit.assembly is None:
        return None, []
    # A file may hold more than this design.
    only = () if unit.node == unit.assembly.root else (unit.name,)
    return write_lists([path], only, folder, icons)


def _glb(dossier: Dossier, drawn: Drawn | None, folder: Path) -> Iterator[Download]:
    if drawn is not None:
        name = f"{dossier.slug}.glb"
        (folder / name).write_bytes(drawn.glb())
        yield Download(name, "3D model (.glb)")


def _model_file(pages: Pages, dossier: Dossier, folder: Path) -> Iterator[Download]:
    path = model_path(dossier.unit)
    if path is not None and path.suffix.lower() in MODEL_SUFFIXES and pages.may_copy(path):
        label = "Studio model" if path.suffix.lower() == ".io" else "LDraw model"
        yield write_copy(path, dossier.slug, label, folder)


def _entry(dossier: Dossier, identity: str, drawn: Drawn | None) -> Entry:
    keys = set(drawn.subject.pieces.keys) if drawn else set()
    words = [dossier.name, kind_of(dossier), dossier.author, *dossier.dialects.values()]
    words += [text for gift in dossier.gifts for text in (gift.name, gift.label)]
    words += [part_number(key) for key in sorted(keys)]
    return Entry(
        slug=dossier.slug,
        identity=identity,
        name=printable(dossier.name),
        kind=kind_of(dossier),
        edition=dossier.edition.title,
        is_legal=dossier.is_legal,
        systems=tuple(sorted({code for gift in dossier.gifts for code in gift.system.codes})),
        dice=tuple((die.colour, die.sides, die.range, die.count) for die in rolled(dossier)),
        pieces=dossier.pieces,
        picture=dossier.slug if drawn else "",
        lines=() if drawn else ("on paper",),
        words=printable(" ".join(dict.fromkeys(words))).lower(),
    )
