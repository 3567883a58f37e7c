"""All sheets of some files as plain values: which there are, in which order, and what stands on each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from brickyard.dossiers import Dossier, Folder
from brickyard.sheets import units, words
from brickyard.sheets.cards import card_values
from brickyard.sheets.credits import credit_line, notice_lines
from brickyard.sheets.findings import finding_values, verdict_values
from brickyard.sheets.mech import mech_values
from brickyard.sheets.paper import Paper
from brickyard.sheets.pictures import Album
from brickyard.sheets.reference import reference_values
from brickyard.sheets.ruler import ruler_values
from brickyard.sheets.scores import Sitting, score_values, scoreboard_values
from brickyard.sheets.units import Plain
from fleets.forces.force import Force, Mech
from ldraw_tools.findings import count_of


class SheetKind(StrEnum):
    """In the order in which they are printed."""

    COMPANY = "company"
    BEGINNER = "beginner"
    OPPONENT = "opponent"
    SCOREBOARD = "scoreboard"
    CARDS = "cards"
    RULER = "ruler"


ALL = tuple(SheetKind)
USUAL = tuple(kind for kind in ALL if kind is not SheetKind.BEGINNER)
_MOST_CARDS = 54


@dataclass(frozen=True)
class Group:
    """Files of one edition, and how they compare."""

    folders: tuple[Folder, ...]
    sitting: Sitting
    players: int

    @property
    def first(self) -> Folder:
        return self.folders[0]


def make_values(
    groups: Sequence[Group], kinds: Sequence[SheetKind], paper: Paper, album: Album
) -> dict[str, Any]:
    folders = [folder for group in groups for folder in group.folders]
    sheets = [sheet for group in groups for sheet in _sheets(group, kinds, album)]
    if SheetKind.CARDS in kinds:
        sheets += _card_sheets(folders, album)
    if SheetKind.RULER in kinds:
        sheets += [ruler for group in groups for ruler in _rulers(group, paper)]
    return {
        "title": ", ".join(dict.fromkeys(title_of(folder) for folder in folders))[:200],
        "paper": paper.values(),
        "paints": units.paints(),
        "sheets": sheets,
        "notices": notice_lines(folders),
    }


def title_of(folder: Folder) -> str:
    if folder.subject is not None:
        return words.name(folder.subject.name)
    return words.name(folder.dossiers[0].name if folder.dossiers else folder.path.stem)


def shown_dossiers(folder: Folder) -> list[Dossier]:
    """Those that have a picture and a card; what only changes hands has a box, unless it is all there is."""
    return [one for one in folder.dossiers if not (folder.is_force and units.is_held(one))]


def _sheets(group: Group, kinds: Sequence[SheetKind], album: Album) -> Iterator[Plain]:
    """A company's own sheets together, then what the whole table shares."""
    for folder in group.folders:
        if isinstance(folder.subject, Mech):
            if SheetKind.COMPANY in kinds and (found := mech_values(folder.subject, folder.ruling.edition)):
                yield {**_head("mech", folder), **_reference(folder), "mech": found}
            continue
        if not folder.is_force and not units.fighters(folder.dossiers):
            # A station or a piece of terrain by itself rolls nothing: it has a card.
            continue
        for kind in (SheetKind.COMPANY, SheetKind.BEGINNER, SheetKind.OPPONENT):
            if kind in kinds:
                yield _force_sheet(kind, folder, group.sitting, album)
    edition = group.first.ruling.edition
    forces = [folder for folder in group.folders if folder.is_force]
    board = scoreboard_values(forces, edition, group.sitting, group.players) if forces else None
    if board and SheetKind.SCOREBOARD in kinds:
        yield {"kind": "scoreboard", "edition": edition.title, **_reference(forces[0]), **board}


def _rulers(group: Group, paper: Paper) -> Iterator[Plain]:
    ruling = group.first.ruling
    if ruler := ruler_values(ruling.edition, ruling.vocabulary, _options(group), paper):
        yield {"kind": "ruler", **ruler}


def _options(group: Group) -> Mapping[str, Any]:
    """What a group has agreed to is agreed by all of it, whoever wrote it down."""
    return {name: value for folder in group.folders for name, value in _options_of(folder).items()}


def _options_of(folder: Folder) -> Mapping[str, Any]:
    force = folder.subject
    return folder.ruling.merged_with(force).options if isinstance(force, Force) else folder.ruling.options


def _head(kind: str, folder: Folder) -> Plain:
    subject = folder.subject
    about = subject.about if isinstance(subject, Force) else {}
    digest = folder.dossiers[0].digest if subject is None and folder.dossiers else ""
    return {
        "kind": kind,
        "name": title_of(folder),
        "faction": words.label(about.get("faction", "")),
        "verdict": verdict_values(folder.is_legal, folder.ruling.edition, digest, _game(folder)),
        "findings": finding_values(folder.all_findings),
        "credits": credit_line(folder),
        "outlines": "",
    }


def _reference(folder: Folder) -> Plain:
    ruling = folder.ruling
    return {"reference": reference_values(ruling.edition, ruling.vocabulary, _options_of(folder))}


def _game(folder: Folder) -> str:
    force = folder.subject
    if not isinstance(force, Force):
        return ""
    game = folder.ruling.merged_with(force).game
    players = count_of(game.players, "player") if game.players else ""
    return ", ".join(filter(None, (game.size, players)))


def _force_sheet(kind: SheetKind, folder: Folder, sitting: Sitting, album: Album) -> Plain:
    fighters = units.fighters(folder.dossiers)
    each, more = units.expanded(fighters, album.plain)
    force = folder.subject if isinstance(folder.subject, Force) else None
    return {
        **_head(kind, folder),
        **_reference(folder),
        "outlines": _outlines(folder, album),
        "counts": _counts(folder),
        "units": each,
        "more": f"and {count_of(more, 'unit')} more" if more else "",
        "designs": [_design(one, album) for one in fighters],
        "holdings": units.holdings(folder.dossiers),
        "ace": units.ace_values(force, folder.ruling.vocabulary) if force else None,
        "score": score_values(folder, sitting),
    }


def _outlines(folder: Folder, album: Album) -> str:
    """What pictures must say of themselves where outlines stand in for parts."""
    notes = [album.plain[one.slug]["note"] for one in folder.dossiers if one.slug in album.plain]
    return next((f"{note}." for note in notes if note), "")


def _design(dossier: Dossier, album: Album) -> Plain:
    return {**units.unit_values(dossier, 0, album.plain), "labelled": album.labelled.get(dossier.slug)}


def _counts(folder: Folder) -> str:
    """`5 frames, 20 systems, 3 rockets`."""
    force = folder.subject
    if not isinstance(force, Force):
        return ""
    parts: dict[str, int] = {}
    for one in folder.dossiers:
        if not one.is_spare:
            noun = "HVA" if one.unit.role == "hva" else str(one.unit.role)
            parts[noun] = parts.get(noun, 0) + one.count
    told = [
        count_of(number, noun, "companies" if noun == "company" else "") for noun, number in parts.items()
    ]
    least = "at least " if force.has_unread_loads else ""
    told.append(f"{least}{count_of(force.systems, 'system')}")
    if force.rockets:
        told.append(count_of(force.rockets, "rocket"))
    return ", ".join(told)


def _card_sheets(folders: Sequence[Folder], album: Album) -> list[Plain]:
    cards = [card for folder in folders for card in _cards(folder, album)][:_MOST_CARDS]
    return [{"kind": "cards", "cards": cards}] if cards else []


def _cards(folder: Folder, album: Album) -> Iterator[Plain]:
    force = title_of(folder) if folder.is_force else ""
    for dossier in shown_dossiers(folder):
        for number in range(1, min(dossier.count, _MOST_CARDS) + 1):
            yield card_values(dossier, number, album.plain.get(dossier.slug), force)
