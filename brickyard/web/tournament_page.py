"""The folder of a tournament: its page in the look of our sites, its values as JSON, the battles played."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from brickyard.battle_values.tournament_answer import TournamentAnswer, TournamentPair, span_words
from brickyard.battle_values.tournament_text import beating_words, rest_lines, sentences
from brickyard.facts.judged_designs import DesignFile
from brickyard.notices import notices
from brickyard.pictures.picture_files import webp_bytes
from brickyard.web.force_page import drawable, ranks_of
from brickyard.web.site import write_look
from brickyard.web.site_battles import tactics_view
from brickyard.web.site_pages import PAGE, Pages, SiteSettings
from brickyard.web.site_plan import text_digest
from ldraw_tools.findings import BrickyardError, RefusedError, count_of, printable
from ldraw_tools.json_values import json_text
from ldraw_tools.writing import write_whole

# What was played; where it is, the folder is ours.
BATTLES, VALUES = "brickyard-battles.jsonl", "tournament.json"
_TITLE = "Tournament"
_SHADES = 9
_WIDTH = 320
_OUR_PICTURE = re.compile(r"[0-9a-f]{16}\.webp")


def battles_in(folder: Path) -> Path:
    """The file of battles in the folder of a tournament: an older one, or an empty or new one."""
    if folder.exists() and not folder.is_dir():
        raise BrickyardError(f"{folder}: is a file; a tournament needs a folder of its own")
    file = folder / BATTLES
    if (
        folder.exists()
        and not file.is_file()
        and any(not one.name.startswith(".") for one in folder.iterdir())
    ):
        raise BrickyardError(
            f"{folder}: contains other files; give the tournament a folder of its own, such as "
            f"{folder / 'tournament'}"
        )
    return file


def write_tournament(found: TournamentAnswer, folder: Path) -> None:
    write_look(folder)
    write_whole(folder / VALUES, json_text(found).encode())
    write_whole(folder / PAGE, tournament_html(found, _pictures(found, folder)))


def _pictures(found: TournamentAnswer, folder: Path) -> dict[str, str]:
    """The file with each force's picture, by its name; one that shows the same as before stays."""
    drawn = dict[str, str]()
    for name, force in zip(found.names, found.entered, strict=True):
        designs = force.opened.designs if force.opened else ()
        told = repr([(one.digest, one.count, one.is_spare) for one in designs])
        file = f"{text_digest(told)[:16]}.webp"
        if (folder / file).is_file() or (force.opened and _draw(force.opened, folder / file)):
            drawn[name] = file
    for left in folder.glob("*.webp"):
        if _OUR_PICTURE.fullmatch(left.name) and left.name not in drawn.values():
            left.unlink()
    return drawn


def _draw(opened: DesignFile, target: Path) -> bool:
    """Whether there is anything to see of it."""
    try:
        designs = list(drawable(opened))
        if designs:
            write_whole(target, webp_bytes(ranks_of(designs, _WIDTH)))
    except RefusedError:
        return False
    return bool(designs)


def tournament_html(found: TournamentAnswer, pictures: Mapping[str, str]) -> bytes:
    places = {one.name: place for place, one in enumerate(found.forces, 1)}
    order = [*places]
    lead = next(sentences(found), "")
    return Pages(Path(), SiteSettings(_TITLE)).html(
        "tournament.html",
        f"{_TITLE} of {count_of(len(order), 'company', 'companies')}",
        lead,
        list(notices(found.edition)),
        lead=lead,
        forces=[
            {
                "name": printable(one.name),
                "picture": pictures.get(one.name, ""),
                "about": f"{one.force.frames} frames, {one.force.systems} systems",
                "mean": "" if one.mean is None else round(100 * one.mean),
                "beating": beating_words(one),
                "cells": [_cell(found, one.name, other) for other in order],
            }
            for one in found.forces
        ],
        pairs=[
            _pair(one) for one in sorted(found.pairs, key=lambda one: (places[one.first], places[one.second]))
        ],
        rests=list(rest_lines(found)),
        decisions=found.decisions,
        values=VALUES,
    )


def _cell(found: TournamentAnswer, name: str, other: str) -> dict[str, object]:
    value = found.value(name, other)
    if value is None:
        return {"text": "" if name != other else "–", "shade": -1, "sure": False}
    sure = value.low > 0.5 or value.high < 0.5
    return {"text": span_words(value), "shade": round(_SHADES * float(value.share)), "sure": sure}


def _pair(pair: TournamentPair) -> dict[str, object]:
    """With its table of tactics."""
    title = f"{printable(pair.first)} against {printable(pair.second)}"
    return tactics_view(pair.battle) | {"title": title, "span": span_words(pair.value)}
