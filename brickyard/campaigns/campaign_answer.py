"""What brickyard campaign says: how the forces stand, what was played; and logs of games that are added."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from brickyard.answer_text import aligned, escape_markdown, note_lines, table_lines
from brickyard.table.hosted_log import opened_log
from brickyard.table.replay_answer import Replayed, replay_log
from brickyard.terminal import Screen, pasteable, wrap_lines
from fleets.battles.event_fields import MOST_PLAYERS, list_in, object_of
from fleets.battles.played_result import forces_by_player, result_of
from fleets.forces.campaign import Campaign, ForceStanding, PlayedGame, read_campaign
from fleets.forces.named_files import is_campaign
from ldraw_tools.findings import BrickyardError, Severity, count_of, printable
from ldraw_tools.names import folder_of, leaves_fence
from ldraw_tools.notebooks import html_rows, line_of
from ldraw_tools.writing import write_in_place
from validators.judged_campaigns import check_campaign
from validators.judged_files import JudgeSettings, read_file
from validators.report import Accepted, Report

if TYPE_CHECKING:
    from ruamel.yaml import YAML

_GAMES = "games"
_ITEM = re.compile(r"^( *)- ", re.MULTILINE)
_IN_A_LINE = ("scores", "stations", "losses")
# Logs are looked at one by one.
_MOST_LOGS, _MOST_FILES = 100, 2_000
_HEADS = ("Force", "Place", "Games", "Wins", "Difference", "Stations", "Losses")
OURS = (
    "By wins, then by the difference to the best of the others' scores, stations held at the end, and fewest "
    "units lost."
)
NOT_THE_BOOKS = "This order is ours: the book has none."


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
    choices = " Its choices were for this game: who holds the objective now settles new ones."
    return (
        f"{path.name}: the game of {day.isoformat()} is added ({printable(scores)}){end}; "
        f"the file as it was is {kept.name}.{choices if has_choices(path) else ''}"
    )


def has_choices(path: Path) -> bool:
    """Whether the file still tells what the holder of the objective had settled."""
    campaign, _ = read_campaign(path)
    return campaign is not None and bool(campaign.choices)


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


class WaitingLog(NamedTuple):
    """A log beside the campaign that isn't in it; `over` unless the game goes on. `why` says why it can't
    be added; empty if it can."""

    file: str
    date: str
    scores: Mapping[str, int]
    over: bool
    why: str = ""


@dataclass(frozen=True)
class CampaignAnswer:
    """The standings and games of a campaign, the verdict on its forces for the next one, and waiting logs."""

    __json__: ClassVar = (
        *("format", "campaign", "verdict", "accepted", "objective", "holder", "standings", "games", "logs"),
    )

    path: Path
    report: Report
    told: Campaign
    logs: tuple[WaitingLog, ...] = field(default=())
    format: int = 1

    @property
    def campaign(self) -> str:
        return self.told.name

    @property
    def verdict(self) -> str:
        return self.report.verdict

    @property
    def accepted(self) -> tuple[Accepted, ...]:
        return self.report.accepted

    __repr__ = line_of

    def __str__(self) -> str:
        first = ", ".join(f"{one.place}. {one.force}" for one in self.standings[:3])
        return f"{self.campaign}: {count_of(len(self.games), 'game')}{f'; {first}' if first else ''}"

    def _repr_html_(self) -> str:
        return html_rows(
            self.campaign,
            self.standings,
            *("place", "force", "games", "wins", "difference", "stations", "losses"),
        )

    @property
    def objective(self) -> str:
        return self.told.objective

    @property
    def holder(self) -> str:
        return self.told.holder

    @property
    def standings(self) -> tuple[ForceStanding, ...]:
        return self.told.standings

    @property
    def games(self) -> tuple[PlayedGame, ...]:
        return self.told.games


def ask_campaign(path: Path, settings: JudgeSettings, *, with_logs: bool = True) -> CampaignAnswer:
    if not is_campaign(path):
        # Whether it is there at all is told first.
        path.stat()
        raise BrickyardError(f"{path}: not a campaign; brickyard new campaign writes one to start from")
    report = check_campaign(path, settings)
    if report.campaign is None:
        raise BrickyardError(f"{path}: not a campaign that can be read", list(report.findings))
    logs = _waiting(path, report, report.campaign) if with_logs else ()
    return CampaignAnswer(path, report, report.campaign, tuple(logs))


def _waiting(path: Path, report: Report, campaign: Campaign) -> Iterator[WaitingLog]:
    names = [one.force for one in campaign.standings]
    folder = folder_of(path)
    folders = dict.fromkeys([folder, *(force.parent for force, _ in campaign.forces)])
    folders |= dict.fromkeys((folder / game.log).parent for game in campaign.games if game.log)
    known = [{"log": game.log, "date": game.date, "scores": game.scores} for game in campaign.games]
    logs = (file for place in folders for file in islice(sorted(place.glob("*.json")), _MOST_FILES))
    mine = (file for file in logs if not leaves_fence(folder, file) and _plays_here(file, names))
    for file in islice(mine, _MOST_LOGS):
        try:
            found = replay_log(file, known=report.ruling.edition)
        except BrickyardError as error:
            yield WaitingLog(file.name, "", {}, False, printable(str(error)))
            continue
        waiting = _waiting_log(path, file, found, names)
        if not any(is_same(one, {**waiting._asdict(), "log": waiting.file}) for one in known):
            yield waiting


def _waiting_log(path: Path, file: Path, found: Replayed, names: list[str]) -> WaitingLog:
    day, name = found.day.isoformat(), seen_from(path, file) if is_beside(path, file) else file.name
    try:
        entry = entry_of(path, names, found.game, found.state, found.day, unfinished=True)
    except BrickyardError as error:
        return WaitingLog(name, day, {}, False, str(error).removeprefix(f"{path}: "))
    return WaitingLog(name, day, entry["scores"], "unfinished" not in entry)


def _plays_here(file: Path, names: list[str]) -> bool:
    """Whether it is the log of a game that a force of the campaign began; other files are none of ours."""
    try:
        players = list_in(opened_log(file)["game"].get("players"), MOST_PLAYERS)
    except BrickyardError:
        return False
    return any(object_of(object_of(one).get("force")).get("name") in names for one in players)


def text_with_log(path: Path, text: str, log: str, unfinished: bool, settings: JudgeSettings) -> str:
    """The campaign's text with the game of one of the logs that wait."""
    found = ask_campaign(path, settings)
    if log not in [one.file for one in found.logs]:
        raise BrickyardError(f"{printable(log)}: no log that waits to be added")
    file = folder_of(path) / log
    played = replay_log(file, known=found.report.ruling.edition)
    names = [one.force for one in found.standings]
    entry = entry_of(path, names, played.game, played.state, played.day, file, unfinished)
    return with_game(path, text, entry)


def standings_table(found: CampaignAnswer) -> list[list[str]]:
    return [list(_HEADS), *(standing_cells(one) for one in found.standings)]


def standing_cells(one: ForceStanding) -> list[str]:
    stations = "–" if one.stations is None else str(one.stations)
    numbers = [str(one.games), str(one.wins), difference(one.difference), stations, str(one.losses)]
    return [one.force, str(one.place), *numbers]


def difference(number: int) -> str:
    """`+12`, `0` or `−3`."""
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


def order_words(found: CampaignAnswer) -> list[str]:
    """What the places rest on, and that they are worth nothing in the next game."""
    table = found.report.ruling.edition.campaign
    advice = f" It advises against advantages won by results ({table.no_advantage})." if table else ""
    return [OURS, f"{NOT_THE_BOOKS}{advice}"]


def show(found: CampaignAnswer, screen: Screen) -> None:
    edition = found.report.ruling.edition
    screen.line(screen.paint(f"{found.campaign} (campaign, by {edition.named})", "bold"))
    screen.lines(note_lines([f"Its forces are {found.report.word}."]))
    for line in found.report.lines:
        indent = line[: len(line) - len(line.lstrip())]
        screen.lines(wrap_lines(line.strip(), indent, f"{indent}   "))
    screen.line()
    if found.standings:
        screen.lines(aligned(standings_table(found), "  "))
        screen.line()
        screen.lines(note_lines(order_words(found)))
    else:
        why = pasteable("brickyard", "check", str(found.path))
        screen.lines(note_lines([f"None of its forces can be read: {why} says why."]))
    for log in found.logs:
        screen.lines(note_lines([_waiting_words(found, log)]))


def _waiting_words(found: CampaignAnswer, log: WaitingLog) -> str:
    if log.why:
        return f"{log.file} can't be added: {log.why}."
    scores = ", ".join(f"{name} {score}" for name, score in log.scores.items())
    what = "is not in it yet" if log.over else "is not over"
    more = [] if log.over else ["--unfinished"]
    file = str(folder_of(found.path) / log.file)
    command = pasteable("brickyard", "replay", file, "--campaign", str(found.path), *more)
    return (
        f"{log.file} ({log.date}; {scores}) {what}: {command} adds it{'' if log.over else ' as it stands'}."
    )


def markdown(found: CampaignAnswer) -> Iterator[str]:
    yield f"**{escape_markdown(found.campaign)}**"
    yield ""
    yield from table_lines(standings_table(found))
    yield ""
    yield " ".join(order_words(found))
