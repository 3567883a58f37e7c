"""A game in words for a terminal: every event, with the scores after it, round by round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from brickyard.table.replay_answer import Replayed
from brickyard.table.table_texts import said_with
from brickyard.terminal import Screen, wrapped
from ldraw_tools.findings import printable

Say = Callable[..., str]


def show(found: Replayed, screen: Screen, everything: bool = True) -> None:
    state, say = found.state, said_with(found.language, "replay")
    screen.line(screen.paint(say("by", players=_players(state, say), edition=found.edition.named), "bold"))
    for line in _forces(state, say):
        screen.line(line)
    screen.line()
    screen.lines(_events(state, screen, everything, say))
    screen.line()
    for line in ending(state, say):
        screen.lines(wrapped(line, "", "    "))


def _players(state: Mapping[str, Any], say: Say) -> str:
    names = [printable(player["name"]) for player in state["players"]]
    return say("against").join(names) if len(names) < 3 else ", ".join(names)


def _forces(state: Mapping[str, Any], say: Say) -> Iterator[str]:
    for player in state["players"]:
        force = printable(player["force"]) or say("nothing")
        if state["mech"] is not None:
            yield f"  {printable(player['name'])}: {force}, {say('weighs', n=state['mech']['weight'])}"
        else:
            worth = say(
                "worth",
                assets=player["start_assets"],
                each=player["per_asset"],
                score=player["start_score"],
            )
            yield f"  {player['key']}  {printable(player['name'])}: {force}, {worth}"


def _events(state: Mapping[str, Any], screen: Screen, everything: bool, say: Say) -> Iterator[str]:
    """Events in order, with a line between rounds. Events without effect are dimmed."""
    scored = state["mech"] is None
    if scored and state["players"]:
        yield f"{'':>5}  {_columns(state, {one['key']: one['key'] for one in state['players']})}"
    last = 0
    for entry in state["log"]:
        has_effect = entry["effect"] and not entry["undone"]
        if not has_effect and not everything:
            continue
        mark = say("taken-back") if entry["undone"] else ""
        scores = f"{_columns(state, entry['scores'])}  " if scored else ""
        first = f"{entry['n']:>5}  {scores}"
        for line in wrapped(f"{mark}{printable(entry['words'])}", first, " " * len(first)):
            yield line if has_effect else screen.paint(line, "dim")
        if scored and entry["round"] > last:
            last = entry["round"]
            yield screen.paint(f"{'':>7}{say('round', round=last, clock=entry['clock'])}", "bold")


def _columns(state: Mapping[str, Any], values: Mapping[str, Any]) -> str:
    return " ".join(f"{values.get(player['key'], ''):>4}" for player in state["players"])


def ending(state: Mapping[str, Any], say: Say) -> Iterator[str]:
    """How it stands or ended, and what is still to be decided."""
    if state["mech"] is not None:
        yield _mech_ending(state, say)
        return
    order = [player for key in state["order"] for player in state["players"] if player["key"] == key]
    scores = ", ".join(f"{printable(player['name'])} {player['score']}" for player in order)
    told = {"scores": scores, "n": state["round"], "round": state["round"], "clock": state["clock"]}
    if state["phase"] == "over":
        names = say("and").join(printable(one["name"]) for one in order if one["key"] in state["winners"])
        yield say("won-1" if state["round"] == 1 else "won", names=names, **told)
    elif state["phase"] in ("setup", "deploy"):
        yield say("not-begun")
    else:
        yield say("left", least=state["rounds_least"], most=state["rounds_most"], **told)
    for question in state["questions"]:
        yield say("open", question=printable(question["words"]), page=question["page"])


def _mech_ending(state: Mapping[str, Any], say: Say) -> str:
    mech = state["mech"]
    told = {"n": mech["wave"], "circles": mech["circles"]}
    return say("wave" if state["phase"] != "over" else "beaten" if mech["won"] else "destroyed", **told)
