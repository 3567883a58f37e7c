"""The page of a company, a fleet or a 'mech: what it fields, and whether it may."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from brickyard.dossiers import Folder
from brickyard.web.design_view import SHORT_HASH, Verdict, dice_marks, finding_view
from brickyard.web.notices import notices
from brickyard.web.page import Pages
from brickyard.web.records import Entry, digest_of
from brickyard.web.shop import Download, write_lists
from fleets.designs import Role
from fleets.force import Force, Mech
from ldraw_tools.diagnostics import count_of, printable


def write_force(pages: Pages, folder: Folder, identity: str, slugs: Mapping[int, str]) -> Entry:
    """`slugs` are the pages of its designs."""
    subject, edition = folder.subject, folder.ruling.edition
    name = printable(subject.name if subject else folder.path.stem)
    kind = "'mech" if isinstance(subject, Mech) else subject.kind if subject else "file"
    about = subject.about if isinstance(subject, Force) else {}
    faction = printable(about.get("faction", ""))
    verdict = Verdict(folder.is_legal, edition.title, edition.version, digest_of(folder.path)[:SHORT_HASH])
    summary = _summary(folder)
    with pages.whole_folder(folder.slug) as place:
        manifest = f"{folder.slug}.yaml"
        (place / manifest).write_bytes(folder.path.read_bytes())
        lists = [] if isinstance(subject, Mech) else write_lists([folder.path], (), place)[1]
        html = pages.html(
            "force.html",
            name,
            f"{kind}, {summary}, {'legal' if folder.is_legal else 'not legal'} by {edition.title}",
            list(notices(edition, about.get("author", ""), about.get("licence", ""))),
            folder.slug,
            name=name,
            kind=kind,
            faction=faction,
            author=printable(about.get("author", "")),
            summary=summary,
            verdict=verdict,
            findings=[finding_view(finding) for finding in folder.all_findings],
            units=list(_units(folder, slugs)),
            lines=_lines(folder),
            downloads=[Download(manifest, "What it fields (.yaml)"), *lists],
        )
        (place / "index.html").write_bytes(html)
    return Entry(
        slug=folder.slug,
        identity=identity,
        name=name,
        kind=kind,
        edition=edition.title,
        short=edition.title,
        is_legal=folder.is_legal,
        faction=faction,
        picture=next((slugs[id(one)] for one in folder.dossiers if one.unit.assembly), ""),
        is_force=True,
        words=f"{name} {kind} {faction} {' '.join(printable(one.name) for one in folder.dossiers)}".lower(),
    )


def _summary(folder: Folder) -> str:
    subject = folder.subject
    if not isinstance(subject, Force):
        return folder.ruling.edition.title
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


def _lines(folder: Folder) -> list[str]:
    """A 'mech's filled loadout."""
    if not isinstance(folder.subject, Mech):
        return []
    from fleets.mech import filled_loadout, loadout_lines, sheet_of

    return loadout_lines(filled_loadout(folder.subject, sheet_of(folder.ruling.edition)))


def _units(folder: Folder, slugs: Mapping[int, str]) -> Iterator[dict[str, object]]:
    for one in folder.dossiers:
        slug = slugs[id(one)]
        yield {
            "href": f"../{slug}/index.html",
            "picture": f"../{slug}/thumb.png" if one.unit.assembly else "",
            "many": f"{one.count} × " if one.count > 1 else "",
            "name": printable(one.name),
            "kind": f"spare {one.kind}" if one.is_spare else one.kind,
            "dice": dice_marks(one.pool),
        }
