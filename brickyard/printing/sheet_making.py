"""Sheets for the table: which there are, in which order, what stands on each, and all of them as one PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from brickyard.facts.force_colours import force_colour
from brickyard.facts.judged_designs import DesignFile, JudgedDesign
from brickyard.plots.damage_paints import HIT
from brickyard.printing import PaperName, sheet_texts as texts, unit_values
from brickyard.printing.album import Album, fill_album
from brickyard.printing.pdf_printing import PAPERS, Paper, letter_notes, print_pdf
from brickyard.printing.reference_tables import reference_values, ruler_values
from brickyard.printing.score_values import NOBODY, Sitting, score_values, scoreboard_values, sit_down
from brickyard.printing.sheet_texts import Plain
from brickyard.printing.yard_sheet import yard_values
from brickyard.table import Language
from catalog.editions.battle_tables import Circles, EnemyRow, Keyword
from catalog.editions.edition import Edition
from fleets.forces.force import (
    FilledLoadout,
    Force,
    Mech,
    Mount,
    Plating,
    filled_loadout,
    in_words,
    key_of,
    sheet_of,
)
from ldraw_tools.choosing import short_name
from ldraw_tools.findings import BrickyardError, count_of
from ldraw_tools.names import hint, shown
from validators.judged_files import JudgeSettings
from validators.wording import capital

_FACES = 6


def mech_values(mech: Mech, edition: Edition) -> Plain | None:
    """None for an edition whose tables don't make a board."""
    board, fighting = edition.board, edition.fighting
    if board is None or fighting is None or not (edition.waves and edition.enemies and edition.keywords):
        return None
    filled = filled_loadout(mech, sheet_of(edition))
    circles, keywords = fighting.circles, edition.keywords
    letters = {name: name[:1].upper() for name in fighting.bands}
    return {
        "name": texts.name(mech.name) or "The 'mech",
        "mounts": {one.name: _mount(one, filled, circles.weapon, keywords, letters) for one in filled.mounts},
        "torso": _plating(filled, "torso", circles.torso),
        "legs": _plating(filled, "legs", circles.legs),
        "moves": [
            {"name": capital(name), "time": row.time + filled.penalty, "free": row.free}
            for name, row in board.moves.items()
        ],
        "slow": {"at": board.slow.at, "by": board.slow.by},
        "weight": filled.weight,
        "rated": filled.rated,
        "penalty": filled.penalty,
        "track": max(board.track, _longest(filled) + board.slow.by),
        "bands": [{"letter": letters[name], "name": name} for name in fighting.bands],
        "entries": board.entries,
        "front": list(board.front),
        "rear": list(board.rear),
        "hits": [
            {"from": side, "rows": [{"roll": roll, "where": in_words(where)} for roll, where in row.items()]}
            for side, row in board.hits.items()
        ],
        "spills": [
            {"from": in_words(where), "to": [f"{roll} {in_words(other)}" for roll, other in row.items()]}
            for where, row in board.spills.items()
        ],
        "waves": [{"roll": roll, "waves": list(row)} for roll, row in edition.waves.items()],
        "enemies": [_enemy(name, row, circles, letters) for name, row in edition.enemies.items()],
        "ours": list(board.ours),
        "assumed": any(mount.weapon and mount.weapon.armour_assumed for mount in filled.mounts),
    }


def _longest(filled: FilledLoadout) -> int:
    times = [
        filled.time_of(action) for mount in filled.mounts if mount.weapon for action in mount.weapon.actions
    ]
    return max(times, default=0)


def _mount(
    mount: Mount,
    filled: FilledLoadout,
    circles: int,
    keywords: Mapping[str, Keyword],
    letters: Mapping[str, str],
) -> Plain:
    weapon = mount.weapon
    head = {"mount": in_words(mount.name), "written": texts.label(mount.written), "weapon": None}
    if weapon is None:
        return head
    each = -(-circles // max(len(weapon.actions), 1))
    return {
        **head,
        "fits": mount.fits,
        "weapon": {
            "name": capital(weapon.name),
            "keyword": weapon.keyword,
            "says": list(_said(weapon.keyword, keywords)),
            "note": capital(weapon.note),
            "range": letters.get(weapon.range, ""),
            "armour": weapon.armour,
            "assumed": weapon.armour_assumed,
            "weight": weapon.weight,
            "actions": [
                {
                    "name": capital(action.name),
                    "power": action.power,
                    "time": filled.time_of(action),
                    "circles": list(range(place * each + 1, min((place + 1) * each, circles) + 1)),
                    "said": list(_said(action.name, keywords)),
                }
                for place, action in enumerate(weapon.actions)
            ],
        },
    }


def _said(keyword: str, keywords: Mapping[str, Keyword]) -> Iterator[str]:
    """What a keyword does, where it is one."""
    row = keywords.get(keyword)
    if row and row.says:
        yield f"{capital(keyword)}: {row.says}."


def _plating(filled: FilledLoadout, part: str, circles: int) -> Plain:
    found = next((one for one in filled.plating if key_of(one.part) == part), Plating(part, 0))
    above = f"+{found.above}" if found.above > 0 else ""
    return {"armour": found.armour, "above": above, "weight": found.weight, "circles": circles}


def _enemy(name: str, row: EnemyRow, circles: Circles, letters: Mapping[str, str]) -> Plain:
    attacks = row.attacks
    share = _FACES // max(len(attacks), 1)
    return {
        "name": capital(name),
        "letter": row.letter,
        "armour": row.armour,
        "moves": row.moves,
        "attacks": [
            {
                "name": capital(attack.name),
                "roll": texts.spans(range(place * share + 1, (place + 1) * share + 1)),
                "range": letters.get(attack.range, ""),
                "power": attack.power,
                "time": attack.time,
                "circles": circles.enemy_attack,
            }
            for place, attack in enumerate(attacks)
        ],
    }


class SheetKind(StrEnum):
    """In the order in which they are printed."""

    COMPANY = "company"
    BEGINNER = "beginner"
    OPPONENT = "opponent"
    SCOREBOARD = "scoreboard"
    CARDS = "cards"
    SLEEVES = "sleeves"
    YARD = "yard"
    RULER = "ruler"


ALL = tuple(SheetKind)
USUAL = tuple(kind for kind in ALL if kind not in (SheetKind.BEGINNER, SheetKind.SLEEVES, SheetKind.YARD))
_CARDS = {SheetKind.CARDS, SheetKind.SLEEVES}
# What is printed around a card, so that no white shows where the knife slips.
_BLEED_MM = 1.5
_MOST_CARDS = 54
DPI = 250


# What people also call them.
_ALSO = {
    "fleet": SheetKind.COMPANY,
    "mech": SheetKind.COMPANY,
    "frames": SheetKind.COMPANY,
    "score": SheetKind.SCOREBOARD,
    "scores": SheetKind.SCOREBOARD,
    "card": SheetKind.CARDS,
    "sleeve": SheetKind.SLEEVES,
    "rulers": SheetKind.RULER,
    "opponents": SheetKind.OPPONENT,
    "beginners": SheetKind.BEGINNER,
}


def sheet_kinds(text: str) -> tuple[SheetKind, ...]:
    """`company,cards`; nothing means the usual ones, `all` every one."""
    asked = [word.strip().lower() for word in text.split(",") if word.strip()]
    if not asked:
        return USUAL
    known: dict[str, SheetKind] = {**{str(kind): kind for kind in ALL}, **_ALSO}
    found: set[SheetKind] = set()
    for word in asked:
        if word == "all":
            found |= set(ALL)
        elif word in known:
            found.add(known[word])
        else:
            raise BrickyardError(f"--only: there is no sheet “{shown(word)}”. {hint(word, list(ALL))}")
    return tuple(kind for kind in ALL if kind in found)


class EditionGroup(NamedTuple):
    """Files of one edition, and how they compare."""

    files: tuple[DesignFile, ...]
    sitting: Sitting
    players: int

    @property
    def first(self) -> DesignFile:
        return self.files[0]


def sheets_pdf(
    files: Sequence[DesignFile],
    request: JudgeSettings,
    kinds: Sequence[SheetKind],
    *,
    paper: PaperName = PaperName.A4,
    against: Sequence[str] = (),
    dpi: int = DPI,
    language: Language = Language.ENGLISH,
    told: Callable[[int, int], None] | None = None,
) -> tuple[bytes, list[str]]:
    """The PDF, and notes on how it was made; `against` are the other players, for the scores.

    The yard's cards speak the `language`. `told` hears of how many files the pictures are drawn.
    """
    groups = _groups(files, request, kinds, against)
    album = _album(files, kinds, dpi, told)
    values = make_values(groups, kinds, PAPERS[paper], album, language)
    if not values["sheets"]:
        raise BrickyardError(f"none of these sheets can be made from it: {', '.join(kinds)}")
    notes = [f"scores are left open: {group.sitting.why}" for group in groups if group.sitting.why]
    return print_pdf("sheets", values, album.files), [*notes, *album.notes(), *letter_notes(values)]


def _groups(
    files: Sequence[DesignFile], request: JudgeSettings, kinds: Sequence[SheetKind], against: Sequence[str]
) -> list[EditionGroup]:
    """One for every edition, in the order of the files."""
    by_edition: dict[str, list[DesignFile]] = {}
    for file in files:
        by_edition.setdefault(file.ruling.edition.id, []).append(file)
    groups = []
    for members in by_edition.values():
        forces = [file for file in members if file.is_force]
        stated = [file.subject.game.players for file in forces if isinstance(file.subject, Force)]
        # A game needs at least two players.
        players = max(2, request.game.players, len(forces) + len(against), *stated)
        is_scored = not {*kinds} <= {*_CARDS, SheetKind.RULER}
        sitting = sit_down(forces, against, request) if is_scored else NOBODY
        groups.append(EditionGroup(tuple(members), sitting, players))
    return groups


def _album(
    files: Sequence[DesignFile],
    kinds: Sequence[SheetKind],
    dpi: int,
    told: Callable[[int, int], None] | None,
) -> Album:
    """Only pictures that some sheet shows."""
    plain = bool({SheetKind.COMPANY, SheetKind.BEGINNER, SheetKind.OPPONENT, *_CARDS} & {*kinds})
    album = Album()
    for number, file in enumerate(files):
        if told:
            told(number, len(files))
        labelled = SheetKind.OPPONENT in kinds
        fill_album(shown_designs(file), album, dpi=dpi, plain=plain, labelled=labelled)
        if _CARDS & {*kinds}:
            # To a scale of their own: a station may be much larger than a frame.
            held = [one for one in file.designs if file.is_force and unit_values.is_held(one)]
            fill_album(held, album, dpi=dpi, labelled=False)
    return album


def make_values(
    groups: Sequence[EditionGroup],
    kinds: Sequence[SheetKind],
    paper: Paper,
    album: Album,
    language: Language = Language.ENGLISH,
) -> dict[str, Any]:
    files = [file for group in groups for file in group.files]
    sheets = [sheet for group in groups for sheet in _sheets(group, kinds, album)]
    for kind in (kind for kind in kinds if kind in _CARDS):
        sheets += _card_sheets(files, album, for_sleeves=kind is SheetKind.SLEEVES)
    if SheetKind.YARD in kinds:
        yards = [yard_values(file, _options_of(file), language) for file in files]
        sheets += [{"kind": "yard", **yard} for yard in yards if yard]
    if SheetKind.RULER in kinds:
        sheets += [ruler for group in groups for ruler in _rulers(group, paper)]
    return {
        "title": ", ".join(dict.fromkeys(title_of(file) for file in files))[:200],
        "paper": paper.values(),
        "paints": unit_values.paints(),
        "hit": HIT,
        "sheets": sheets,
        "notices": texts.notice_lines(files, with_mechs=all(sheet["kind"] != "mech" for sheet in sheets)),
    }


def title_of(file: DesignFile) -> str:
    if file.subject is not None:
        return texts.name(file.subject.name)
    return texts.name(file.designs[0].name if file.designs else short_name(file.path))


def shown_designs(file: DesignFile) -> list[JudgedDesign]:
    """Designs with a picture on sheets; stations and HVAs only have a box, unless there is nothing else."""
    return [one for one in file.designs if not (file.is_force and unit_values.is_held(one))]


def _sheets(group: EditionGroup, kinds: Sequence[SheetKind], album: Album) -> Iterator[Plain]:
    """A company's own sheets together, then what the whole table shares."""
    for file in group.files:
        if isinstance(file.subject, Mech):
            if SheetKind.COMPANY in kinds and (found := mech_values(file.subject, file.ruling.edition)):
                yield {**_head("mech", file), **_reference(file), "mech": found}
            continue
        if not file.is_force and not unit_values.fighters(file.designs):
            # A station or a piece of terrain by itself rolls nothing: it has a card.
            continue
        for kind in (SheetKind.COMPANY, SheetKind.BEGINNER, SheetKind.OPPONENT):
            if kind in kinds:
                yield _force_sheet(kind, file, group.sitting, album)
    edition = group.first.ruling.edition
    forces = [file for file in group.files if file.is_force]
    board = scoreboard_values(forces, edition, group.sitting, group.players) if forces else None
    if board and SheetKind.SCOREBOARD in kinds:
        yield {"kind": "scoreboard", "edition": edition.title, **_reference(forces[0]), **board}


def _rulers(group: EditionGroup, paper: Paper) -> Iterator[Plain]:
    ruling = group.first.ruling
    if ruler := ruler_values(ruling.edition, ruling.vocabulary, _options(group), paper):
        yield {"kind": "ruler", **ruler}


def _options(group: EditionGroup) -> Mapping[str, Any]:
    """Options that any of the files states are agreed by all players."""
    return {name: value for file in group.files for name, value in _options_of(file).items()}


def _options_of(file: DesignFile) -> Mapping[str, Any]:
    force = file.subject
    return file.ruling.merged_with(force).options if isinstance(force, Force) else file.ruling.options


def _head(kind: str, file: DesignFile) -> Plain:
    facts = file.facts
    verdict = file.designs[0].facts.verdict if file.subject is None and file.designs else facts.verdict
    return {
        "kind": kind,
        "name": title_of(file),
        "faction": texts.label(facts.faction),
        "verdict": texts.verdict_values(verdict, facts.game),
        "findings": texts.finding_values(facts.findings, facts.verdict),
        "credits": texts.credit_line(file),
        "outlines": "",
    }


def _reference(file: DesignFile) -> Plain:
    ruling = file.ruling
    return {"reference": reference_values(ruling.edition, ruling.vocabulary, _options_of(file))}


def _force_sheet(kind: SheetKind, file: DesignFile, sitting: Sitting, album: Album) -> Plain:
    fighters = unit_values.fighters(file.designs)
    each, more = unit_values.single_units(fighters, album.plain)
    force = file.subject if isinstance(file.subject, Force) else None
    return {
        **_head(kind, file),
        **_reference(file),
        "outlines": _outlines(file, album),
        "counts": file.facts.counts_words,
        "units": each,
        "more": f"and {count_of(more, 'unit')} more" if more else "",
        "designs": [_design(one, album) for one in fighters],
        "holdings": unit_values.holdings(file.designs),
        "ace": unit_values.ace_values(force, file.ruling.vocabulary) if force else None,
        "score": score_values(file, sitting),
    }


def _outlines(file: DesignFile, album: Album) -> str:
    """What pictures must say of themselves where outlines stand in for parts."""
    notes = [album.plain[one.slug]["note"] for one in file.designs if one.slug in album.plain]
    return next((f"{note}." for note in notes if note), "")


def _design(design: JudgedDesign, album: Album) -> Plain:
    return {**unit_values.unit_values(design, 0, album.plain), "labelled": album.labelled.get(design.slug)}


def _card_sheets(files: Sequence[DesignFile], album: Album, for_sleeves: bool) -> list[Plain]:
    """With bleed and backs; for sleeves, which hide the back, edge to edge."""
    cards: list[Plain] = []
    backs: list[Plain] = []
    for file in files:
        colour = force_colour(file)
        behind = (
            len(backs) if file.is_force and not for_sleeves and not isinstance(file.subject, Mech) else None
        )
        if behind is not None:
            backs.append(unit_values.back_values(file, colour, album.plain))
        cards += [card | {"back": behind} for card in _cards(file, album, colour)]
    bleed = 0.0 if for_sleeves else _BLEED_MM
    return [{"kind": "cards", "cards": cards[:_MOST_CARDS], "backs": backs, "bleed": bleed}] if cards else []


def _cards(file: DesignFile, album: Album, colour: str) -> Iterator[Plain]:
    if isinstance(file.subject, Mech):
        yield unit_values.mech_card_values(file, file.subject)
    force = title_of(file) if file.is_force else ""
    for design in sorted(file.designs, key=unit_values.is_held):
        for number in range(1, min(design.count, _MOST_CARDS) + 1):
            yield unit_values.card_values(design, number, album.plain.get(design.slug), force, colour)
