"""One design's folder: its page, pictures, 3D view and downloads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from brickyard.checking import Request
from brickyard.dice_shapes import each, letters
from brickyard.dossiers import Dossier, Folder, Gift
from brickyard.web.design_view import page_of, piece_numbers
from brickyard.web.drawing import Drawn, draw_design, model_path
from brickyard.web.limits import drawing_svg, fit_of
from brickyard.web.notices import notices
from brickyard.web.page import Pages, Settings
from brickyard.web.records import Entry
from brickyard.web.shop import Download, PartsView, write_lists
from ldraw_tools.diagnostics import count_of, printable
from ldraw_tools.library import Files
from ldraw_tools.names import part_number

_MODEL_SUFFIXES = (".ldr", ".mpd", ".dat", ".io")


def write_design(
    pages: Pages, dossier: Dossier, identity: str, library: Files | None, settings: Settings
) -> Entry:
    drawn = draw_design(dossier, library, settings.width)
    with pages.whole_folder(dossier.slug) as folder:
        said = page_of(dossier)
        said |= _pictures(dossier, drawn, folder, steps=settings.steps)
        parts, lists = _parts(dossier, folder)
        said["parts"] = parts
        said["downloads"] = [
            *_model_file(dossier, folder),
            *_glb(dossier, drawn, folder),
            *lists,
            *_card(dossier, library, folder),
        ]
        said["pieces"] = count_of(dossier.pieces, "piece") if dossier.pieces else ""
        said["forces"] = []
        html = pages.html(
            "design.html",
            printable(dossier.name),
            _description(dossier),
            list(notices(dossier.edition, dossier.author, dossier.licence)),
            **said,
        )
        (folder / "index.html").write_bytes(html)
    return _entry(dossier, identity, drawn)


def _description(dossier: Dossier) -> str:
    dice = next(iter(dossier.dialects.values()), "")
    verdict = "legal" if dossier.is_legal else "not legal"
    return ", ".join(filter(None, (dossier.kind, dice, f"{verdict} by {dossier.edition.title}")))


def _pictures(dossier: Dossier, drawn: Drawn | None, folder: Path, *, steps: bool) -> dict[str, Any]:
    said: dict[str, Any] = dict.fromkeys(
        ("picture", "picture_note", "scene", "systems_picture", "systems_alt", "size_drawing"), ""
    )
    said |= {"steps": 0, "step_pictures": [], "sizes": []}
    if drawn is None:
        return said
    hero = drawn.hero()
    (folder / "picture.png").write_bytes(hero)
    (folder / "thumb.png").write_bytes(drawn.thumb(hero))
    (folder / "scene.js").write_text(drawn.scene(dossier.slug, piece_numbers(dossier)), "utf-8")
    said |= {"picture": "picture.png", "scene": "scene.js", "steps": drawn.last_step}
    said["picture_note"] = drawn.subject.note
    if drawn.systems:
        (folder / "systems.png").write_bytes(drawn.pointed_out())
        said["systems_picture"] = "systems.png"
        said["systems_alt"] = ", ".join(_spoken(gift) for gift in dossier.gifts)
    fit = fit_of(dossier)
    if fit:
        picture, per_stud = drawn.front(fit)
        (folder / "front.png").write_bytes(picture)
        said["sizes"] = fit.rows
        said["size_drawing"] = drawing_svg(fit, "front.png", drawn.front_side, per_stud)
    if steps:
        said["step_pictures"] = list(_steps(drawn, folder))
    return said


def _spoken(gift: Gift) -> str:
    dice = " ".join(letters(die) for die in each(gift.dice))
    return printable(f"{gift.name} {dice}".strip())


def _steps(drawn: Drawn, folder: Path) -> Iterator[dict[str, Any]]:
    parts = drawn.parts_by_step()
    for number, picture in enumerate(drawn.steps(), 1):
        name = f"step-{number}.png"
        (folder / name).write_bytes(picture)
        yield {"number": number, "picture": name, "parts": parts.get(number, [])}


def _parts(dossier: Dossier, folder: Path) -> tuple[PartsView | None, list[Download]]:
    path, unit = model_path(dossier.unit), dossier.unit
    if path is None or unit.assembly is None:
        return None, []
    # A file may hold more than this design.
    only = () if unit.node == unit.assembly.root else (unit.name,)
    return write_lists([path], only, folder)


def _glb(dossier: Dossier, drawn: Drawn | None, folder: Path) -> list[Download]:
    if drawn is None:
        return []
    name = f"{dossier.slug}.glb"
    (folder / name).write_bytes(drawn.glb())
    return [Download(name, "3D model (.glb)")]


def _card(dossier: Dossier, library: Files | None, folder: Path) -> list[Download]:
    """For the table, to be cut out; what doesn't roll has none."""
    from brickyard.sheets.jobs import Order, sheets_pdf
    from brickyard.sheets.values import SheetKind

    if dossier.body is None:
        return []
    alone = Folder(Path(dossier.slug), None, dossier.judged, dossier.ruling, dossier.slug, (dossier,))
    request = Request(library=tuple(getattr(library, "roots", ())))
    pdf, _ = sheets_pdf([alone], request, Order((SheetKind.CARDS,)))
    (folder / "card.pdf").write_bytes(pdf)
    return [Download("card.pdf", "Card for the table (.pdf)")]


def _model_file(dossier: Dossier, folder: Path) -> list[Download]:
    """The model itself, under a name of ours."""
    path = model_path(dossier.unit)
    if path is None or path.suffix.lower() not in _MODEL_SUFFIXES:
        return []
    name = f"{dossier.slug}{path.suffix.lower()}"
    (folder / name).write_bytes(path.read_bytes())
    return [Download(name, f"LDraw model ({path.suffix.lower()})")]


def _entry(dossier: Dossier, identity: str, drawn: Drawn | None) -> Entry:
    keys = Counter(drawn.subject.pieces.keys) if drawn else Counter()
    words = [dossier.name, dossier.kind, *(g.name for g in dossier.gifts), *(g.label for g in dossier.gifts)]
    words += [part_number(key) for key in sorted(keys)]
    return Entry(
        slug=dossier.slug,
        identity=identity,
        name=printable(dossier.name),
        kind=dossier.kind,
        edition=dossier.edition.title,
        short=dossier.edition.title,
        is_legal=dossier.is_legal,
        systems=tuple(sorted({code for gift in dossier.gifts for code in gift.system.codes})),
        dice=tuple((die.colour, die.sides, die.range, die.count) for die in dossier.pool),
        pieces=dossier.pieces,
        picture=dossier.slug if drawn else "",
        words=printable(" ".join(words)).lower(),
    )
