"""A game from its log into a campaign's file: one more entry, and every other line as it was."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from datetime import date
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fleets.battles.played_result import forces_by_player, result_of
from fleets.forces.campaign import read_campaign
from ldraw_tools.findings import BrickyardError, Severity, printable
from ldraw_tools.names import folder_of
from ldraw_tools.writing import write_in_place
from validators.judged_files import JudgeSettings, read_file

if TYPE_CHECKING:
    from ruamel.yaml import YAML

_GAMES = "games"
_ITEM = re.compile(r"^( *)- ", re.MULTILINE)
_IN_A_LINE = ("scores", "stations", "losses")


def add_game(
    path: Path,
    game: Mapping[str, Any],
    state: Mapping[str, Any],
    day: date,
    *,
    log: Path | None = None,
    unfinished: bool = False,
) -> str:
    """Adds the game, and says so in a sentence. Losses are listed, never carried into the next game."""
    played = entry_of(path, force_names(path), game, state, day, log, unfinished)
    data = with_game(path, path.read_text("utf-8"), played)
    kept = write_in_place(path, data.encode("utf-8"))
    scores = ", ".join(f"{name} {score}" for name, score in played["scores"].items())
    end = ", not played to its end" if unfinished and "unfinished" in played else ""
    return (
        f"{path.name}: the game of {day.isoformat()} is added ({printable(scores)}){end}; "
        f"the file as it was is {kept.name}."
    )


def force_names(path: Path) -> list[str]:
    """What the forces of a campaign are called in their own files."""
    campaign, told = read_campaign(path)
    wrong = [one for one in told if one.severity is Severity.ERROR]
    if campaign is None or wrong:
        raise BrickyardError(f"{path}: not a campaign that can be read, so nothing was added", wrong)
    settings = JudgeSettings(edition=campaign.edition)
    subjects = [read_file(force, settings).subject for force, _ in campaign.forces]
    return [subject.name for subject in subjects if subject]


def entry_of(
    path: Path,
    names: list[str],
    game: Mapping[str, Any],
    state: Mapping[str, Any],
    day: date,
    log: Path | None = None,
    unfinished: bool = False,
) -> dict[str, Any]:
    """What the file will say of the game; refused if it isn't one of this campaign, or not over."""
    if state["phase"] in ("setup", "deploy") or not state["players"]:
        raise BrickyardError("the game in this log has not begun, so there is no result to add")
    if state["mech"] is not None:
        raise BrickyardError("a game of one 'mech against waves has no place in a campaign")
    players = list(forces_by_player(state).values())
    for name in players:
        if name not in names:
            known = ", ".join(names)
            raise BrickyardError(
                f"{path}: {printable(name)} is not a force of this campaign ({printable(known)})"
            )
    if len({*players}) != len(players):
        raise BrickyardError(
            f"{path}: two players brought forces of the same name; the file can't tell them apart"
        )
    if state["phase"] != "over" and not unfinished:
        raise BrickyardError(
            f"this game isn't over: the clock shows {state['clock']}; play it to its end, "
            "or add it as it stands with --unfinished"
        )
    beside = {"log": seen_from(path, log)} if log and is_beside(path, log) else {}
    return {"date": day, **result_of(game, state), **beside}


def is_beside(path: Path, log: Path) -> bool:
    """Whether the campaign's file can name the log: on Windows it may be on another drive."""
    return os.path.splitdrive(path.absolute())[0] == os.path.splitdrive(log.absolute())[0]


def seen_from(path: Path, log: Path) -> str:
    return Path(os.path.relpath(log, folder_of(path))).as_posix()


def with_game(path: Path, text: str, played: Mapping[str, Any]) -> str:
    """The campaign's text with one more game; refused if it is there already."""
    from ruamel.yaml.comments import CommentedMap, CommentedSeq
    from ruamel.yaml.error import YAMLError

    yaml = _yaml(text)
    try:
        root = yaml.load(text)
    except YAMLError as error:
        raise BrickyardError(f"{path}: can't be changed, only read; add the game by hand") from error
    entry = CommentedMap(played)
    for key in _IN_A_LINE:
        if key in entry:
            entry[key] = CommentedMap(entry[key])
            entry[key].fa.set_flow_style()
    games = root.get(_GAMES)
    if games is None:
        games = root[_GAMES] = CommentedSeq()
    if any(is_same(one, played) for one in games):
        raise BrickyardError(f"{path}: this game is in it already; nothing was written")
    # `[]`, as a new campaign has it.
    games.fa.set_block_style()
    games.append(entry)
    objective = root.get("objective")
    if isinstance(objective, CommentedMap) and "holder" in objective and "objective" in played:
        objective["holder"] = played["objective"]
    written = StringIO()
    yaml.dump(root, written)
    return written.getvalue()


def is_same(one: Any, played: Mapping[str, Any]) -> bool:
    """By its log, or by its day and what was scored."""
    if not isinstance(one, Mapping):
        return False
    if one.get("log") and played.get("log"):
        return bool(one["log"] == played["log"])
    return str(one.get("date")) == str(played["date"]) and one.get("scores") == played["scores"]


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
