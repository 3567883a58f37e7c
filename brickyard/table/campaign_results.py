"""Adds a game that was played to its campaign's file: scores, losses, the objective; comments stay."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fleets.forces.campaign import NOBODY, read_campaign
from ldraw_tools.findings import BrickyardError, Severity, printable
from ldraw_tools.writing import write_in_place
from validators.judged_files import JudgeSettings, read_file

if TYPE_CHECKING:
    from ruamel.yaml import YAML

_GAMES = "games"
_ITEM = re.compile(r"^( *)- ", re.MULTILINE)
_STATION = "a station"


def add_game(path: Path, game: Mapping[str, Any], state: Mapping[str, Any], day: date) -> str:
    """Adds the game, and says so in a sentence. Losses are listed, never carried into the next game."""
    text, names = _checked(path)
    played = _played(game, state, day, names, path)
    data, is_new = _with_game(text, played, path)
    if not is_new:
        raise BrickyardError(f"{path}: this game is in it already; nothing was written")
    kept = write_in_place(path, data.encode("utf-8"))
    scores = ", ".join(f"{name} {score}" for name, score in played["scores"].items())
    return (
        f"{path.name}: the game of {day.isoformat()} is added ({printable(scores)}); "
        f"the file as it was is {kept.name}."
    )


def _checked(path: Path) -> tuple[str, list[str]]:
    """The file's text, and the names of its forces as their own files have them."""
    campaign, told = read_campaign(path)
    wrong = [one for one in told if one.severity is Severity.ERROR]
    if campaign is None or wrong:
        raise BrickyardError(f"{path}: not a campaign that can be read, so nothing was added", wrong)
    settings = JudgeSettings(edition=campaign.edition)
    subjects = [read_file(force, settings).subject for force, _ in campaign.forces]
    return path.read_text("utf-8"), [subject.name for subject in subjects if subject]


def _played(
    game: Mapping[str, Any], state: Mapping[str, Any], day: date, names: list[str], path: Path
) -> dict[str, Any]:
    if state["phase"] in ("setup", "deploy") or not state["players"]:
        raise BrickyardError("the game in this log has not begun, so there is no result to add")
    players = {player["key"]: str(player["force"] or player["name"]) for player in state["players"]}
    for name in players.values():
        if name not in names:
            known = ", ".join(names)
            raise BrickyardError(
                f"{path}: {printable(name)} is not a force of this campaign ({printable(known)})"
            )
    if len({*players.values()}) != len(players):
        raise BrickyardError(
            f"{path}: two players brought forces of the same name; the file can't tell them apart"
        )
    played: dict[str, Any] = {"date": day}
    if size := game.get("size"):
        played["size"] = str(size)
    played["players"] = len(players)
    played["scores"] = {players[one["key"]]: int(one["score"]) for one in state["players"]}
    if losses := _losses(state, players):
        played["losses"] = losses
    if state["objective"] is not None:
        played["objective"] = players.get(state["objective"]["holder"], NOBODY)
    return played


def _losses(state: Mapping[str, Any], players: Mapping[str, str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for key, name in players.items():
        lost = [
            str(unit["name"]) for unit in state["units"].values() if unit["first"] == key and unit["lost"]
        ]
        lost += [_STATION for one in state["stations"] if one["first"] == key and one["holder"] != key]
        if lost:
            found[name] = lost
    return found


def _with_game(text: str, played: Mapping[str, Any], path: Path) -> tuple[str, bool]:
    """The file with one more game; False if it is there already."""
    from ruamel.yaml.comments import CommentedMap, CommentedSeq
    from ruamel.yaml.error import YAMLError

    yaml = _yaml(text)
    try:
        root = yaml.load(text)
    except YAMLError as error:
        raise BrickyardError(f"{path}: can't be changed, only read; add the game by hand") from error
    entry = CommentedMap(played)
    for key in ("scores", "losses"):
        if key in entry:
            entry[key] = CommentedMap(entry[key])
            entry[key].fa.set_flow_style()
    games = root.get(_GAMES)
    if games is None:
        games = root[_GAMES] = CommentedSeq()
    if games and dict(games[-1]) == dict(played):
        return text, False
    games.append(entry)
    objective = root.get("objective")
    if isinstance(objective, CommentedMap) and "holder" in objective and "objective" in played:
        objective["holder"] = played["objective"]
    written = StringIO()
    yaml.dump(root, written)
    return written.getvalue(), True


def _yaml(text: str) -> YAML:
    """Writes as the file is written: its quotes, its indents, its long lines."""
    from ruamel.yaml import YAML

    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = 10_000
    item = _ITEM.search(text)
    offset = len(item[1]) if item else 2
    yaml.indent(mapping=2, sequence=offset + 2, offset=offset)
    return yaml
