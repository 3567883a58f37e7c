"""Whole battles on a site: companies meet each other, and each page says how its company does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

from markupsafe import Markup

from brickyard.battle_values.battle_answer import (
    BattleAnswer,
    BattleRequest,
    find_battle,
    ready_contest,
)
from brickyard.battle_values.battle_forces import PLAYERS, MetForces, read_forces
from brickyard.battle_values.battle_plot import curve_for_page
from brickyard.battle_values.battle_text import rest_lines, value_words
from brickyard.battle_values.kept_battles import KeptBattles
from brickyard.battle_values.tournament_answer import span_words, turned
from brickyard.plots.flat_drawing import svg_for_page
from brickyard.web.page_pictures import PICTURE, THUMB
from brickyard.web.site_memory import PageEntry
from brickyard.web.site_pages import PAGE, Pages
from fleets.self_play.tactic_tables import Play, TooFewError
from ldraw_tools.findings import BrickyardError, count_of, printable
from validators.judged_files import JudgeSettings

# What was played on this site; no page leads to it.
_KEPT = ".brickyard-battles.jsonl"
# Half the width of the intervals, in battles of 100, and which tactics are played (none named: all).
WITHIN = 10.0
TACTICS: tuple[str, ...] = ()
_SHADES = 9


def section_of_battles(
    pages: Pages,
    request: JudgeSettings,
    companies: Mapping[Path, PageEntry],
    play: Play,
    say: Callable[[str], None],
    told: Callable[[int, int], None],
) -> dict[str, str]:
    """What each company's page says of battles, by its address; what was played before stays as it was.

    A company that is alone meets a usual mix with its own numbers. Ctrl-C goes on to whoever called.
    """
    by = replace(request, game=request.game._replace(players=PLAYERS))
    entries = {str(path): entry for path, entry in companies.items()}
    pairs = {path: pair for path in entries if (pair := _alone(path, by, say))}
    met = list(_met({path: pair for path, pair in pairs.items() if not pair.forces[0].problem}))
    if met:
        say(f"Whole battles of {count_of(len(met), 'pair')}: thirty seconds of a processor for each new one")
    play = KeptBattles(pages.target / _KEPT).keeping(play)
    found: list[tuple[str, str, BattleAnswer]] = []
    asked = BattleRequest(by, TACTICS, within=WITHIN)
    for done, (first, second) in enumerate(met):
        told(done, len(met))
        try:
            one = find_battle(ready_contest([first, second], asked), asked, play)
        except TooFewError as error:
            raise KeyboardInterrupt from error
        if one.stopped:
            raise KeyboardInterrupt
        found.append((first, second, one))
    return {
        entries[path].slug: pages.fragment(
            "battles.html",
            name=entries[path].name,
            problem=pair.forces[0].problem,
            battles=list(_told(path, entries, found)),
            rests=list(_rests([one for *both, one in found if path in both])),
        )
        for path, pair in pairs.items()
    }


def _alone(path: str, by: JudgeSettings, say: Callable[[str], None]) -> MetForces | None:
    """A company twice: whether it can play is known before anybody meets."""
    try:
        return read_forces([path, path], by, anyway=True)
    except BrickyardError as error:
        say(f"No battles: {error}")
        return None


def _met(pairs: Mapping[str, MetForces]) -> Iterator[tuple[str, str]]:
    """All who play by the same edition; whoever is alone meets its numbers."""
    met = [(a, b) for a, b in combinations(pairs, 2) if pairs[a].edition.id == pairs[b].edition.id]
    yield from met
    for path, pair in pairs.items():
        if not any(path in both for both in met):
            force = pair.forces[0]
            yield path, f"frames={force.frames},systems={force.systems},stations={force.stations}"


def _told(
    path: str, entries: Mapping[str, PageEntry], found: Sequence[tuple[str, str, BattleAnswer]]
) -> Iterator[dict[str, Any]]:
    for first, second, one in found:
        if path in (first, second):
            other = entries.get(second if path == first else first)
            picture = f"../{other.picture}" if other and other.picture else ""
            yield tactics_view(one) | {
                "span": span_words(one.value if path == first else turned(one.value)),
                "other": other.name if other else f"a usual mix with its numbers, {one.forces[1].name}",
                "href": f"../{other.slug}/{PAGE}" if other else "",
                "picture": f"{picture}/{THUMB}" if picture else "",
                "dense": f"{picture}/{PICTURE}" if picture else "",
            }


def _rests(found: Sequence[BattleAnswer]) -> Iterator[str]:
    """What the battles of a page have in common."""
    yield from dict.fromkeys(line for one in found for line in list(rest_lines(one))[1:])


def tactics_view(battle: BattleAnswer) -> dict[str, Any]:
    """The table of tactics of one pair, what it says, and the curve of its scores."""
    names = [one.name for one in battle.tactics]
    return {
        "words": value_words(battle),
        "first": printable(battle.forces[0].name),
        "names": names,
        "rows": [(name, list(_shares(battle, name))) for name in names],
        "curve": Markup(svg_for_page(curve_for_page(battle))),  # noqa: S704 - our own, and escaped there
    }


def _shares(battle: BattleAnswer, name: str) -> Iterator[dict[str, object]]:
    for one in battle.cells:
        if one.ours == name:
            share = float(one.share)
            yield {
                "share": round(100 * share),
                "error": round(100 * one.error),
                "shade": round(_SHADES * share),
                "chosen": one.chosen > 0,
            }
