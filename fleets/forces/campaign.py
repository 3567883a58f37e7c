"""A campaign: forces that meet again, the special objective, and the games they have played."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from catalog.yaml import yaml_findings
from catalog.yaml.located_values import Entries, Listing, Missing, Scalar, Value
from catalog.yaml.yaml_reading import read_yaml_file
from fleets.battles.played_result import A_STATION, NOBODY
from fleets.forces import manifest_findings
from fleets.forces.file_keys import (
    MOST_SCORE,
    MOST_STATIONS,
    CampaignFile,
    ObjectiveEntry,
    PlayedEntry,
    keys_of,
)
from fleets.forces.force import NO_GAME, Game
from fleets.forces.manifest import game_in, read_game
from fleets.forces.named_files import CAMPAIGN, MANIFEST_SUFFIXES, is_campaign
from fleets.forces.named_models import is_absolute
from ldraw_tools.file_overlay import is_file_there
from ldraw_tools.findings import Finding, Place, in_file_order, listed
from ldraw_tools.names import did_you_mean, folder_of, hint, leaves_fence, nearest, path_from_here, shown
from ldraw_tools.phrases import say

SIZE, WHERE = "size", "where"
_MOST_FORCES = 50
_EXAMPLE = "campaign: The Transit Gate, or begin with what brickyard new campaign writes"


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game as it went: by force scores, stations held at its end and losses; who held the objective then.

    `winner` is told only where scores don't say it; `log` is the path of its log, as the campaign names it.
    """

    __json__: ClassVar = (
        *("date", "size", "players", "scores", "losses", "objective"),
        *("stations", "winners", "unfinished", "log"),
    )

    date: str
    size: str
    players: int
    scores: Mapping[str, int]
    losses: Mapping[str, tuple[str, ...]]
    objective: str
    stations: Mapping[str, int]
    winner: str = ""
    unfinished: bool = False
    log: str = ""

    @property
    def winners(self) -> tuple[str, ...]:
        """Whoever has the highest score, as far as nobody settled a tie; of a game for one, nobody."""
        if self.winner or len(self.scores) < 2:
            return (self.winner,) if self.winner else ()
        best = max(self.scores.values())
        return tuple(name for name, score in self.scores.items() if score == best)


class ForceStanding(NamedTuple):
    """A force's place, its games and wins, and what breaks ties.

    `difference` adds up the own score less the best of the others, `stations` those held at the end (null if
    no game tells), `losses` counts units.
    """

    place: int
    force: str
    games: int
    wins: int
    difference: int
    stations: int | None
    losses: int

    @property
    def rank(self) -> tuple[int, int, int, int]:
        """What is compared, the best first."""
        return -self.wins, -self.difference, -(self.stations or 0), self.losses


def standings(games: Sequence[PlayedGame], forces: Iterable[str]) -> tuple[ForceStanding, ...]:
    """By wins, then difference, stations, and fewest losses; equal ones share a place."""
    found = sorted((_standing(name, games) for name in forces), key=lambda one: one.rank)
    ranks = [one.rank for one in found]
    return tuple(one._replace(place=ranks.index(one.rank) + 1) for one in found)


def _standing(name: str, games: Sequence[PlayedGame]) -> ForceStanding:
    own = [game for game in games if name in game.scores]
    held = [game.stations[name] for game in games if name in game.stations]
    return ForceStanding(
        place=0,
        force=name,
        games=len(own),
        wins=sum(name in game.winners for game in own),
        difference=sum(_ahead(name, game.scores) for game in own),
        stations=sum(held) if held else None,
        losses=sum(lost != A_STATION for game in games for lost in game.losses.get(name, ())),
    )


def _ahead(name: str, scores: Mapping[str, int]) -> int:
    others = [score for other, score in scores.items() if other != name]
    return scores[name] - max(others) if others else 0


@dataclass(frozen=True, slots=True)
class Campaign:
    """What a campaign's file says; `choices` are what the holder has settled for the next game.

    `holder` is empty if nobody holds the objective. `edition`, `options` and `choices` are still to
    be checked; `chosen` and `where` are the choices as values, once an edition has read them.
    """

    __json__: ClassVar = ("objective", "holder", "chosen", "where", "games", "standings")

    name: str
    place: Place
    edition: str
    edition_place: Place
    options: Value
    game: Game
    # The paths of its forces that are there, with where the file names them.
    forces: tuple[tuple[Path, Value], ...]
    objective: str
    holder: str
    choices: Value
    games: tuple[PlayedGame, ...]
    chosen: Mapping[str, Any] = field(default_factory=dict)
    where: str = ""
    # Of the forces by their names, once those are known.
    standings: tuple[ForceStanding, ...] = ()
    # How many forces the file names, there or not.
    force_count: int = 0
    # Every name of a force that the file uses, to compare with those that there are.
    named: tuple[Value, ...] = field(default=(), repr=False, compare=False)
    # The sizes of its games as written.
    sizes: tuple[Value, ...] = field(default=(), repr=False, compare=False)


def forces_of(campaigns: Iterable[Path]) -> Iterator[Path]:
    """The lists that campaigns name."""
    for path in campaigns:
        campaign, _ = read_campaign(path)
        yield from (force for force, _ in campaign.forces) if campaign else ()


def read_campaign(path: Path) -> tuple[Campaign | None, list[Finding]]:
    """The campaign, None where the file is not one, and whatever is wrong with it; no force is read."""
    document = read_yaml_file(path, path_from_here(path), example=_EXAMPLE)
    told = document.findings
    if not isinstance(document.root, Entries):
        return None, in_file_order(told)
    root = document.root.entries(*keys_of(CampaignFile), what="key of a campaign")
    objective = root["objective"].entries(
        *keys_of(ObjectiveEntry), what="key of an objective", example="{name: Gate}"
    )
    named: list[Value] = []
    games = tuple(_played(root["games"], named, folder_of(path)))
    campaign = Campaign(
        name=root[CAMPAIGN].text() or path.stem,
        place=root[CAMPAIGN].place,
        edition=(root["edition"].text() if "edition" in root else None) or "",
        edition_place=root["edition"].place,
        options=root["options"],
        game=read_game(root["game"]) if "game" in root else NO_GAME,
        forces=tuple(_forces(root, folder_of(path))),
        objective=(objective["name"].text() if "name" in objective else None) or "",
        holder=_holder(objective, games, named),
        choices=objective["choices"],
        games=games,
        force_count=len(root["forces"].items()) if "forces" in root else 0,
        named=tuple(named),
        sizes=tuple(_sizes(root)),
    )
    return campaign, told


def say_unknown_forces(campaign: Campaign, known: list[str]) -> None:
    """Reports every name that no force of the campaign has."""
    for value in campaign.named:
        name = value.written if isinstance(value, Scalar) else ""
        if name not in known:
            value.tell(manifest_findings.NOT_A_FORCE_HERE, name=shown(name), hint=hint(name, known))


def _forces(root: Entries, folder: Path) -> Iterator[tuple[Path, Value]]:
    forces = root.need("forces")
    items = forces.items()
    if not items and isinstance(forces, Listing):
        root.tell(yaml_findings.MISSING_KEY, key="forces")
    for value in items[:_MOST_FORCES]:
        if path := _force(value, folder):
            yield path, value
    for value in items[_MOST_FORCES:][:1]:
        value.tell(yaml_findings.TOO_LARGE, most=_MOST_FORCES, things=say("forces"))


def _named_path(value: Value, folder: Path, examples: Sequence[str]) -> Path | None:
    """Where a name leads to, there or not; no name leads out of where the file may look."""
    text = value.text()
    if text is None:
        return None
    if is_absolute(text):
        value.tell(yaml_findings.ABSOLUTE_PATH, path=shown(text), example=listed(examples, "or"))
        return None
    path = Path(os.path.normpath(folder / text.replace("\\", "/")))
    if leaves_fence(folder, path):
        value.tell(manifest_findings.OUTSIDE, model=shown(text))
        return None
    return path


def _force(value: Value, folder: Path) -> Path | None:
    path, text = _named_path(value, folder, ["anvil.yaml", "../anvil.yaml"]), value.text() or ""
    if path is None:
        return None
    if not is_file_there(path):
        near = nearest(path.name, _manifests(path.parent))
        way_out = did_you_mean(shown(near)) if near else say("Correct the name, or put the file there.")
        value.tell(manifest_findings.NO_MODEL, model=shown(text), hint=way_out)
        return None
    # A stranger's campaign may name lists, but no other file on this machine.
    if path.suffix.lower() not in MANIFEST_SUFFIXES or is_campaign(path):
        value.tell(manifest_findings.NOT_A_FORCE, file=shown(text))
        return None
    return path


def _manifests(folder: Path) -> list[str]:
    try:
        found = (path for path in folder.iterdir() if path.suffix.lower() in MANIFEST_SUFFIXES)
        return sorted(path.name for path in found if not is_campaign(path))
    except OSError:
        return []


def _sizes(root: Entries) -> Iterator[Value]:
    games = root["games"].items() if "games" in root else ()
    for entry in (root["game"], *games):
        if isinstance(entry, Entries) and SIZE in entry and not entry[SIZE].is_null:
            yield entry[SIZE]


def _holder(objective: Entries, games: tuple[PlayedGame, ...], named: list[Value]) -> str:
    """Who holds the objective now: as written, else as the last game ended."""
    after = next((game.objective for game in reversed(games) if game.objective), NOBODY)
    said = _holder_in(objective["holder"], named) if "holder" in objective else ""
    if said and games and after != said and games[-1].objective:
        objective["holder"].tell(manifest_findings.OTHER_HOLDER, holder=shown(said), other=shown(after))
    holder = said or after
    if holder == NOBODY and not isinstance(objective["choices"], Missing):
        objective["choices"].tell(manifest_findings.NOBODY_CHOOSES)
    return "" if holder == NOBODY else holder


def _holder_in(value: Value, named: list[Value]) -> str:
    name = value.text() or ""
    if name.casefold() == NOBODY:
        return NOBODY
    named += [value] if name else []
    return name


def _played(value: Value, named: list[Value], folder: Path) -> Iterator[PlayedGame]:
    before = ""
    for item in value.items() if value else ():
        entry = item.entries(*keys_of(PlayedEntry), what="key of a played game", example="{date: 2026-10-03}")
        if not isinstance(item, Entries):
            continue
        day = _day(entry["date"]) if "date" in entry else ""
        if day and day < before:
            entry["date"].tell(manifest_findings.EARLIER, before=before)
        before = day or before
        game = game_in(entry)
        scores = dict(_numbers(entry["scores"], named, MOST_SCORE, "{Estar's Anvil: 21}"))
        if scores and game.players and len(scores) != game.players:
            entry["scores"].tell(manifest_findings.OTHER_NUMBER, scores=len(scores), players=game.players)
        yield PlayedGame(
            date=day,
            size=game.size,
            players=game.players,
            scores=scores,
            stations=dict(_numbers(entry["stations"], named, MOST_STATIONS, "{Estar's Anvil: 2}")),
            losses=dict(_losses(entry["losses"], named)),
            objective=_holder_in(entry["objective"], named) if "objective" in entry else "",
            winner=_winner(entry["winner"], scores),
            unfinished=bool(entry["unfinished"].flag() if "unfinished" in entry else False),
            log=_log(entry["log"], folder) if "log" in entry else "",
        )


def _winner(value: Value, scores: Mapping[str, int]) -> str:
    name = (value.text() if value else None) or ""
    if name and name not in scores:
        value.tell(manifest_findings.NO_SCORE, name=shown(name))
        return ""
    return name


def _log(value: Value, folder: Path) -> str:
    """As the file names it, if there is one that may be read."""
    path = _named_path(value, folder, ["tuesday.json", "games/tuesday.json"])
    if path is None:
        return ""
    if not is_file_there(path):
        value.tell(manifest_findings.NO_LOG, file=shown(value.text() or ""))
        return ""
    return value.text() or ""


def _day(value: Value) -> str:
    text = (value.text(40) or "").strip()
    try:
        return date.fromisoformat(text).isoformat() if text else ""
    except ValueError:
        value.tell(manifest_findings.NOT_A_DATE, text=shown(text))
        return ""


def _numbers(value: Value, named: list[Value], most: int, example: str) -> Iterator[tuple[str, int]]:
    for key, one in value.entries(example=example).pairs:
        named.append(key)
        number = one.integer(0, most)
        if number is not None:
            yield key.written, number


def _losses(value: Value, named: list[Value]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for key, one in value.entries(example="{Estar's Anvil: [Brutus, a station]}").pairs:
        named.append(key)
        if lost := one.words():
            yield key.written, lost
