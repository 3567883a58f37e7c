"""A game in words for a terminal: every event, with the scores after it, round by round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from brickyard.table.replay_answer import Replayed
from brickyard.terminal import Screen, wrapped
from ldraw_tools.findings import count_of, printable


def show(found: Replayed, screen: Screen, everything: bool = True) -> None:
    state = found.state
    screen.line(screen.paint(f"{_players(state)}, by {found.edition.named}", "bold"))
    for line in _forces(state):
        screen.line(line)
    screen.line()
    screen.lines(_events(state, screen, everything))
    screen.line()
    for line in ending(state):
        screen.lines(wrapped(line, "", "    "))


def _players(state: Mapping[str, Any]) -> str:
    names = [printable(player["name"]) for player in state["players"]]
    return " against ".join(names) if len(names) < 3 else ", ".join(names)


def _forces(state: Mapping[str, Any]) -> Iterator[str]:
    for player in state["players"]:
        force = printable(player["force"]) or "nothing shown yet"
        if state["mech"] is not None:
            yield f"  {printable(player['name'])}: {force}, {count_of(state['mech']['weight'], 'W', 'W')}"
        else:
            worth = f"{player['startAssets']} assets × {player['perAsset']} = {player['startScore']}"
            yield f"  {player['key']}  {printable(player['name'])}: {force}, {worth}"


def _events(state: Mapping[str, Any], screen: Screen, everything: bool) -> Iterator[str]:
    """Events in order, with a line between rounds. Events without effect are dimmed."""
    scored = state["mech"] is None
    if scored and state["players"]:
        yield f"{'':>5}  {_columns(state, {one['key']: one['key'] for one in state['players']})}"
    last = 0
    for entry in state["log"]:
        has_effect = entry["effect"] and not entry["undone"]
        if not has_effect and not everything:
            continue
        mark = "taken back: " if entry["undone"] else ""
        scores = f"{_columns(state, entry['scores'])}  " if scored else ""
        first = f"{entry['n']:>5}  {scores}"
        for line in wrapped(f"{mark}{printable(entry['words'])}", first, " " * len(first)):
            yield line if has_effect else screen.paint(line, "dim")
        if scored and entry["round"] > last:
            last = entry["round"]
            yield screen.paint(f"{'':>7}Round {last}, the clock at {entry['clock']}", "bold")


def _columns(state: Mapping[str, Any], values: Mapping[str, Any]) -> str:
    return " ".join(f"{values.get(player['key'], ''):>4}" for player in state["players"])


def ending(state: Mapping[str, Any]) -> Iterator[str]:
    """How it stands or ended, and what is still to be decided."""
    if state["mech"] is not None:
        yield from _mech_ending(state)
        return
    order = [player for key in state["order"] for player in state["players"] if player["key"] == key]
    scores = ", ".join(f"{printable(player['name'])} {player['score']}" for player in order)
    if state["phase"] == "over":
        names = " and ".join(printable(one["name"]) for one in order if one["key"] in state["winners"])
        yield f"{names} won after {count_of(state['round'], 'round')}: {scores}."
    elif state["phase"] in ("setup", "deploy"):
        yield "The battle has not begun."
    else:
        left = f"{state['roundsLeast']} to {state['roundsMost']}"
        yield f"Round {state['round']}, the clock at {state['clock']}, {left} rounds left: {scores}."
    for question in state["questions"]:
        yield f"Open: {printable(question['words'])} ({question['page']})"


def _mech_ending(state: Mapping[str, Any]) -> Iterator[str]:
    mech = state["mech"]
    if state["phase"] != "over":
        yield f"Wave {mech['wave']}, {count_of(mech['circles'], 'circle')} open."
    elif mech["won"]:
        yield f"All waves beaten: the score is {count_of(mech['circles'], 'open circle')}."
    else:
        yield f"Destroyed in wave {mech['wave']}."
