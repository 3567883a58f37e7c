"""The page of a company, a fleet or a 'mech: what it fields, and whether it may."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from brickyard.dossiers import Folder
from brickyard.notices import notices
from brickyard.pictures.designs import open_design
from brickyard.pictures.png import png_bytes
from brickyard.web.design_view import (
    dice_marks,
    finding_view,
    kind_of,
    mean_view,
    range_name,
    rolled,
    verdict_in_words,
    verdict_of,
)
from brickyard.web.downloads import Download, write_bundle, write_card, write_copy
from brickyard.web.lineup import line_up
from brickyard.web.mech_view import MechView, mech_view
from brickyard.web.page import PAGE, PREVIEW, Pages
from brickyard.web.photo import PHOTO, photo_jpeg, photo_path
from brickyard.web.records import Entry, digest_of
from brickyard.web.shop import write_lists
from fleets.chances.card_numbers import BLUE, CardNumbers
from fleets.forces.force import Force, Mech
from fleets.forces.named_files import MANIFEST_SUFFIXES
from fleets.models.model_units import Role
from ldraw_tools.findings import BrickyardError, count_of, printable
from validators.judged_files import JudgeSettings

_SHEET_DPI = 150
_THUMB = "thumb.png"


def write_force(
    pages: Pages, folder: Folder, identity: str, slugs: Mapping[int, str], ours: tuple[str, ...]
) -> Entry:
    """`slugs` are the pages of its designs, `ours` the files of its page as it was."""
    edition, about = folder.ruling.edition, about_of(folder)
    name, kind = printable(name_of(folder)), _kind(folder)
    faction = about.get("faction", "")
    mech = mech_view(folder.subject, edition) if isinstance(folder.subject, Mech) else None
    with pages.whole_folder(folder.slug, ours) as place:
        picture = _pictures(pages, folder, place)
        lists = write_lists([folder.path], (), place) if folder.is_force else (None, [])
        summary = _summary(folder)
        html = pages.html(
            "force.html",
            name,
            ", ".join(filter(None, (kind, faction, summary, verdict_in_words(folder.is_legal, edition)))),
            list(notices(edition, about.get("author", ""), about.get("licence", ""))),
            folder.slug,
            f"{folder.slug}/{PREVIEW}" if (place / PREVIEW).is_file() else "",
            name=name,
            kind=kind,
            faction=faction,
            author=about.get("author", ""),
            summary=summary,
            verdict=verdict_of(folder.is_legal, edition, "file", digest_of(folder.path)),
            findings=[finding_view(finding) for finding in folder.all_findings],
            units=list(_units(folder, slugs)),
            odds=list(_odds(folder)),
            mech=mech,
            parts=lists[0],
            downloads=[
                *_own_file(pages, folder, place),
                *_for_the_table(pages, folder, place),
                *lists[1],
            ],
            **picture,
        )
        (place / PAGE).write_bytes(html)
        files = tuple(sorted(file.name for file in place.iterdir()))
    return Entry(
        slug=folder.slug,
        identity=identity,
        name=name,
        kind=kind,
        edition=edition.title,
        is_legal=folder.is_legal,
        faction=faction,
        pieces=sum(one.pieces * one.count for one in folder.dossiers if not one.is_spare),
        picture=folder.slug if _THUMB in files else "",
        lines=tuple(mount.name for mount in mech.mounts) if mech else ("on paper",),
        is_force=True,
        words=" ".join([name, kind, faction, about.get("author", ""), *_words(folder, mech)]).lower(),
        files=files,
    )


def _own_file(pages: Pages, folder: Folder, place: Path) -> Iterator[Download]:
    # By itself a list of models on other people's disks is of no use.
    models = [file for one in folder.dossiers for file in one.files if pages.may_copy(file)]
    if folder.is_force and models:
        yield write_bundle(folder.path, models, folder.slug, place)
    elif folder.path.suffix.lower() in MANIFEST_SUFFIXES or pages.may_copy(folder.path):
        label = "What it fields" if folder.subject else "The file itself"
        yield write_copy(folder.path, folder.slug, label, place)


def _words(folder: Folder, mech: MechView | None) -> Iterator[str]:
    """What else it may be looked for by."""
    yield from (printable(one.name) for one in folder.dossiers)
    yield from (f"{mount.name} {mount.keyword}" for mount in mech.mounts) if mech else ()


def name_of(folder: Folder) -> str:
    return folder.subject.name if folder.subject else folder.path.stem


def about_of(folder: Folder) -> dict[str, str]:
    """Faction, author, licence and photograph, as far as they are told."""
    about = folder.subject.about if folder.subject else {}
    return {word: printable(said) for word, said in about.items()}


def photo_of(folder: Folder) -> Path | None:
    return photo_path(folder.subject.about, folder.path.parent) if folder.subject else None


def _kind(folder: Folder) -> str:
    if isinstance(folder.subject, Mech):
        return "'mech"
    return folder.subject.kind if folder.subject else "file"


def _pictures(pages: Pages, folder: Folder, place: Path) -> dict[str, Any]:
    """Its own photograph if it has one, and all its models side by side."""
    from PIL import Image

    said: dict[str, Any] = {"photo": "", "photo_size": (0, 0), "lineup": "", "lineup_size": (0, 0)}
    width = pages.settings.width
    path = photo_of(folder)
    is_wanted = path is not None and (pages.settings.outside or not pages.is_outside(path))
    photo = photo_jpeg(path, width) if path and is_wanted else None
    thumb = None
    if photo:
        (place / PHOTO).write_bytes(photo[0])
        said |= {"photo": PHOTO, "photo_size": photo[1]}
        thumb = place / PHOTO
    fielded = (one for one in folder.dossiers if not one.is_spare)
    opened = ((open_design(one, pages.workspace), one.count) for one in fielded)
    shown = line_up([(design.subject, count) for design, count in opened if design], width)
    if shown:
        (place / "lineup.png").write_bytes(shown.png())
        said |= {"lineup": "lineup.png", "lineup_size": shown.size}
        thumb = thumb or place / "lineup.png"
        if pages.settings.address:
            (place / PREVIEW).write_bytes(shown.preview())
    if thumb:
        with Image.open(thumb) as picture:
            picture.thumbnail((width // 3, width // 4))
            (place / _THUMB).write_bytes(png_bytes(picture.convert("RGB")))
    return said


def _for_the_table(pages: Pages, folder: Folder, place: Path) -> Iterator[Download]:
    """Its sheet; of a 'mech its card, too."""
    from brickyard.cards.picture import draw_mech_card
    from brickyard.sheets.jobs import Order, sheets_pdf
    from brickyard.sheets.values import SheetKind

    if folder.subject is None:
        return
    request = JudgeSettings(workspace=pages.workspace)
    try:
        pdf, _ = sheets_pdf([folder], request, Order((SheetKind.COMPANY,), dpi=_SHEET_DPI))
        (place / "sheet.pdf").write_bytes(pdf)
        yield Download("sheet.pdf", "Sheet for the table (.pdf)")
        if isinstance(folder.subject, Mech):
            yield from write_card(draw_mech_card(folder, folder.subject), place)
    except BrickyardError:
        # A house edition need not have all the tables of a sheet.
        return


def _summary(folder: Folder) -> str:
    subject = folder.subject
    if not isinstance(subject, Force):
        return ""
    counted = (
        (Role.FRAME, "frame", ""),
        (Role.SHIP, "ship", ""),
        (Role.STATION, "station", ""),
        (Role.COMPANY, "company", "companies"),
        (Role.HVA, "HVA", ""),
    )
    words = [
        count_of(number, noun, plural) for role, noun, plural in counted if (number := subject.count(role))
    ]
    systems = sum(one.count * one.unit.loadout.count for one in subject.of(Role.FRAME, Role.SHIP))
    words += [count_of(systems, "system")] if systems else []
    words += [count_of(subject.rockets, "rocket")] if subject.rockets else []
    return ", ".join(words)


def _units(folder: Folder, slugs: Mapping[int, str]) -> Iterator[dict[str, object]]:
    for one in folder.dossiers:
        slug = slugs[id(one)]
        yield {
            "href": f"../{slug}/index.html",
            "picture": f"../{slug}/thumb.png" if one.unit.assembly else "",
            "many": f"{one.count} × " if one.count > 1 else "",
            "name": printable(one.name),
            "kind": f"spare {kind_of(one)}" if one.is_spare else kind_of(one),
            "is_legal": one.is_legal,
            "dice": dice_marks(rolled(one)),
        }


def _odds(folder: Folder) -> Iterator[dict[str, object]]:
    """Each unit that fights: its damage at its own range, what it survives, how it moves and spots."""
    fighting = [(one, one.numbers) for one in folder.dossiers if one.numbers and not one.unit.is_unread]
    deals = [_dealt(numbers) for _, numbers in fighting]
    most = max(deals, default=Fraction(0))
    for (one, numbers), damage in zip(fighting, deals, strict=True):
        lasting = numbers.durability
        yield {
            "name": printable(one.name),
            "deals": mean_view(damage, most),
            "range": range_name(one, numbers.letter),
            "lasts": mean_view(lasting.attacks) if lasting and lasting.attacks is not None else None,
            "from": lasting.attacker.name if lasting else "",
            "moves": mean_view(numbers.movement),
            "spots": mean_view(numbers.spot),
        }


def _dealt(numbers: CardNumbers) -> Fraction:
    """To the kind of target that it hurts most, with one blue die."""
    own = (dealt.means[BLUE.index(1)] for dealt in numbers.dealt if dealt.letter == numbers.letter)
    return max(own, default=Fraction(0))
