"""Reads the sides of a comparison or a bid: by one edition, in one game, with that game's limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, NamedTuple

from catalog.editions.edition import Edition
from catalog.editions.loading import edition, edition_for, shipped_editions
from fleets.comparing.hearsay import Hearsay, looks_like_hearsay, numbers_of, read_hearsay, side_from
from fleets.comparing.scoring import by_name
from fleets.comparing.terms import Limits, Side, SideCounts, Terms, faults_of, side_of, terms_of
from fleets.forces.force import Fielded, Force, Game, Mech
from fleets.forces.named_files import manifests_in
from fleets.models.model_units import Role, Unit
from ldraw_tools.choosing import file_of, short_name
from ldraw_tools.findings import BrickyardError, Place, Severity, count_of
from ldraw_tools.names import is_model, path_from_here, shown, shown_file
from ldraw_tools.phrases import say
from ldraw_tools.workspace import is_there
from validators.games import in_words, possible_games
from validators.judged_files import JudgeSettings, ReadFile, read_file, ruling_by
from validators.judging import judge
from validators.report import NOT_LEGAL, WITH_WARNINGS, Verdict
from validators.rule import Ruling, cited_whole
from validators.rules.fleet import games_in
from validators.usual import usual_edition

_FLEET, _FRAMES = "fleet", "frames"
_CALLED = {_FRAMES: "a company", _FLEET: "a fleet"}
_OF_FLEETS = (Role.SHIP, Role.HVA, Role.COMPANY)
_EXAMPLE = "frames=5,systems=20,stations=2"
_LONGEST_NAME = 40
_MAJOR, _ASSETS, _CATAPULTS, _ROOM = "major-battle", "FLT001", "FLT003", "SYS001"


@dataclass(frozen=True)
class NamedSide:
    """One side, where it comes from, and in a line why its verdict isn't plainly legal, if it isn't."""

    __json__: ClassVar[tuple[str, ...]] = ("name", "file", "hearsay", "legal", "problem", "counts")

    side: Side
    path: Path | None = None
    problem: str = ""
    verdict: Verdict = field(default=NOT_LEGAL, kw_only=True)
    # For pictures: what it fields and how many of each, and the colour that its list says.
    fielded: tuple[tuple[Unit, int], ...] = field(default=(), kw_only=True)
    colour: str = field(default="", kw_only=True)

    @property
    def name(self) -> str:
        return self.side.name

    @property
    def file(self) -> str:
        return "" if self.path is None else shown_file(self.path)

    @property
    def hearsay(self) -> bool:
        return self.path is None

    @property
    def legal(self) -> bool:
        return not self.problem or self.verdict == WITH_WARNINGS

    @property
    def counts(self) -> SideCounts:
        return self.side.counts


class Lineup(NamedTuple):
    """All sides that were named, the edition that compares them, and the possible games."""

    named: tuple[NamedSide, ...]
    edition: Edition
    terms: Terms
    game: Game
    games: tuple[Limits, ...] = ()

    @property
    def sides(self) -> tuple[Side, ...]:
        return tuple(one.side for one in self.named)

    @property
    def problems(self) -> list[str]:
        problems = [f"{one.name} is {one.verdict}: {one.problem}" for one in self.named if one.problem]
        return sorted(problems, key=by_name)


class _GivenSide(NamedTuple):
    """An argument as read: a force from a file, or hearsay."""

    argument: str
    path: Path | None = None
    entry: ReadFile | None = None
    force: Force | None = None
    said: Hearsay | None = None

    @property
    def kind(self) -> str:
        """Which kind of game it is for; empty where hearsay leaves it open."""
        if self.force is not None:
            return _FLEET if self.force.kind == _FLEET or self.force.count(*_OF_FLEETS) else _FRAMES
        said = set(self.said.numbers) if self.said else set()
        kinds = {game: set(terms_of(edition_for(game)).kinds) for game in _CALLED}
        shared = set.intersection(*kinds.values())
        fitting = [game for game, known in kinds.items() if said & (known - shared)]
        return fitting[0] if len(fitting) == 1 else ""

    @property
    def stated_game(self) -> Game:
        return self.force.game if self.force else Game()


def read_sides(arguments: Sequence[str], settings: JudgeSettings, others_may_come: bool = False) -> Lineup:
    """Sides in the order given; they are all the players, unless others may come."""
    read = [given for argument in arguments for given in _given_sides(argument, settings)]
    text = _edition(read, settings)
    terms = terms_of(text)
    ruling = ruling_by(text, settings)
    rulings = [ruling.merged_with(given.force) if given.force else ruling for given in read]
    known = _known_games(rulings)
    players = _players(read, settings) if others_may_come else len(read)
    game = Game(_size(read, settings, known), players)
    _check_number(game.players, known, text)
    games = _limits_for(known, game)
    sides = _with_different_names(read, [_side(given, terms, games) for given in read], terms)
    named = [
        NamedSide(
            side, given.path, problem, verdict=verdict, fielded=_units_of(given), colour=_colour_of(given)
        )
        for given, side, own in zip(read, sides, rulings, strict=True)
        for problem, verdict in [_problem(given, side, own._replace(game=game), terms, games, settings)]
    ]
    return Lineup(tuple(named), text, terms, game, games)


def _units_of(given: _GivenSide) -> tuple[tuple[Unit, int], ...]:
    return tuple(given.entry.units) if given.entry else ()


def _colour_of(given: _GivenSide) -> str:
    return given.force.about.get("colour", "") if given.force else ""


def _given_sides(argument: str, settings: JudgeSettings) -> Iterable[_GivenSide]:
    path = Path(argument)
    if not is_there(str(file_of(argument))):
        if looks_like_hearsay(argument):
            return [_GivenSide(argument, said=read_hearsay(argument))]
        raise BrickyardError(
            f"{shown(argument, 200)}: No such file or folder; "
            f"for a side you only know by its numbers, write {_EXAMPLE}"
        )
    files = manifests_in(path)
    if not files:
        raise BrickyardError(f"{path}: no manifest in this folder")
    return [_opened(file, settings) for file in files]


def _opened(path: Path, settings: JudgeSettings) -> _GivenSide:
    entry = read_file(path, settings)
    first = entry.subject
    if first is None:
        raise BrickyardError(entry.why_nothing or f"{path}: no company or fleet in it")
    if isinstance(first, Mech):
        raise BrickyardError(f"{path}: a 'mech fights alone and can't be compared")
    if isinstance(first, Force):
        return _GivenSide(str(path), path, entry, first)
    # A model with one unit is compared as a company of one.
    kind = _FLEET if first.role in _OF_FLEETS else "company"
    fielded = (Fielded(first, first.times, first.place),)
    return _GivenSide(str(path), path, entry, Force(kind, first.name, Place(path_from_here(path)), fielded))


def _edition(read: Sequence[_GivenSide], settings: JudgeSettings) -> Edition:
    """The one that was asked for, else the one that the files name, else the usual one of their game."""
    kinds = {given.kind: given.argument for given in reversed(read) if given.kind}
    if len(kinds) > 1:
        raise BrickyardError(
            f"{kinds[_FRAMES]} is a company and {kinds[_FLEET]} a fleet: they play different games"
        )
    chosen = _chosen(read, settings) or usual_edition(next(iter(kinds), _FRAMES), settings.usual)
    for kind, argument in kinds.items():
        if chosen.game in _CALLED and chosen.game != kind:
            raise BrickyardError(
                f"{argument} is {_CALLED[kind]}; {chosen.title} ({chosen.id}) is a game for "
                f"{_plural(_CALLED[chosen.game].removeprefix('a '))}"
            )
    return chosen


def _chosen(read: Sequence[_GivenSide], settings: JudgeSettings) -> Edition | None:
    if settings.edition:
        return edition(settings.edition)
    entries = [(given.entry, given.argument) for given in read if given.entry]
    named = {entry.ruling.edition.id: (entry, by) for entry, by in reversed(entries) if entry.names_edition}
    if len(named) > 1:
        told = ", ".join(f"{by} by {name}" for name, (_, by) in sorted(named.items()))
        chosen = named[min(named)][0].ruling.edition
        first = chosen.id if chosen.id in shipped_editions() else chosen.file
        raise BrickyardError(
            f"{told}: all must be compared by one edition; choose it, for example with --edition {first}"
        )
    return next((entry.ruling.edition for entry, _ in named.values()), None)


def _known_games(rulings: Sequence[Ruling]) -> list[_KnownGame]:
    """Options that any of the files states are agreed by all players."""
    together = {name: value for ruling in rulings for name, value in ruling.options.items()}
    return _games_of(rulings[0]._replace(options=together))


def _size(read: Sequence[_GivenSide], settings: JudgeSettings, known: Sequence[_KnownGame]) -> str:
    """The game's size, where it is stated: by the caller, else by the files, which must agree."""
    sizes = list(dict.fromkeys(one.game.size for one in known if one.game.size))
    stated = {given.stated_game.size: given.argument for given in reversed(read)}
    stated.pop("", None)
    if settings.game.size:
        stated = {settings.game.size: "--game"}
    for size, by in stated.items():
        if size not in sizes:
            choices = f"choose {' or '.join(sizes)}" if sizes else "games have no size here"
            raise BrickyardError(f"{by}: there is no game of size “{shown(size)}”; {choices}")
    if len(stated) > 1:
        told = ", ".join(f"{by} is for a {size}" for size, by in sorted(stated.items()))
        raise BrickyardError(f"{told}; say which it is with --game")
    return next(iter(stated), "")


def _players(read: Sequence[_GivenSide], settings: JudgeSettings) -> int:
    """As many as the caller says, or the first one's file, and never fewer than were named."""
    stated = settings.game.players
    if stated and stated < len(read):
        raise BrickyardError(f"--players {stated}: {len(read)} are named already")
    players = max(stated or read[0].stated_game.players, len(read))
    if players < 2:
        raise BrickyardError("how many play? Say it with --players 3, or name the others with --against")
    return players


def _check_number(number: int, known: Sequence[_KnownGame], text: Edition) -> None:
    """By the edition's own numbers of players; one without a table lets any number play."""
    allowed = sorted({one.game.players for one in known})
    if number in allowed or (not allowed and number > 1):
        return
    span = f"{allowed[0]} to {allowed[-1]}" if allowed else "2 or more"
    forces = _plural(text.words.get("force", "side"))
    raise BrickyardError(f"{text.title} is for {span} players: compare {span} {forces}, not {number}")


def _side(given: _GivenSide, terms: Terms, games: Sequence[Limits]) -> Side:
    if given.said is not None:
        known = {kind: {game.fixed[kind] for game in games if kind in game.fixed} for kind in terms.fixed}
        fixed = {kind: numbers.pop() for kind, numbers in known.items() if len(numbers) == 1}
        return side_from(given.said, terms, fixed)
    if given.force is None or given.entry is None:
        raise ValueError(f"{given.argument}: neither a force nor hearsay")
    types = given.entry.ruling.vocabulary.types
    return side_of(given.force, next((one.code for one in types if one.name == "catapult"), ""))


def _problem(
    given: _GivenSide,
    side: Side,
    ruling: Ruling,
    terms: Terms,
    games: Sequence[Limits],
    settings: JudgeSettings,
) -> tuple[str, Verdict]:
    if given.entry is None or given.force is None:
        return "; ".join(faults_of(side.counts, games, terms)), NOT_LEGAL
    ruling = ruling._replace(unknown=given.entry.ruling.unknown)
    report = judge(given.force, ruling, given.entry.findings)
    if report.is_legal and not report.accepted_errors:
        return "", report.verdict
    errors = report.reason or count_of(report.tally[Severity.ERROR], "error")
    errors = count_of(len(report.accepted_errors), "accepted error") if report.is_legal else errors
    if given.force.is_partial or given.force.has_unread_loads:
        errors = f"not all of it is known, so its numbers are too low; {errors}"
    game = f" in {games[0].title}" if len(games) == 1 else ""
    if given.path and is_model(file_of(given.path).name):
        return f"{errors}{game}, as a company of one model", report.verdict
    said = [f"--edition {settings.edition}"] if settings.edition else []
    said += [f"--option {word}" for word in settings.options]
    said += [f"--game {settings.game.size}"] if settings.game.size else []
    players = ruling.game.players
    said += [f"--players {players}"] if players != given.force.game.players else []
    why = f"{errors}{game}; {' '.join(['brickyard check', shown_file(given.path or Path()), *said])} says why"
    return why, report.verdict


def _with_different_names(read: Sequence[_GivenSide], sides: Sequence[Side], terms: Terms) -> list[Side]:
    """Names that are all different, whatever the order: by file, by path, by numbers, at last by counting."""
    ways = [_ways_to_call(given, side, terms) for given, side in zip(read, sides, strict=True)]
    labels = [way[0] for way in ways]
    for step in range(1, max(len(way) for way in ways)):
        shared = _shared(labels)
        labels = [
            way[min(step, len(way) - 1)] if label.casefold() in shared else label
            for way, label in zip(ways, labels, strict=True)
        ]
    order = sorted(range(len(labels)), key=lambda at: read[at].argument)
    for label in _shared(labels):
        alike = [at for at in order if labels[at].casefold() == label]
        # A longer name that is the same for all doesn't help.
        base = ways[alike[0]][0]
        short = sum(way[0].casefold() == base.casefold() for way in ways) == len(alike)
        for number, at in enumerate(alike, 1):
            labels[at] = f"{base if short else labels[at]} ({number})"
    return [side._replace(name=label) for side, label in zip(sides, labels, strict=True)]


def _ways_to_call(given: _GivenSide, side: Side, terms: Terms) -> list[str]:
    """Possible names, the shortest first; a side without a name is called by its numbers."""
    if given.path is None:
        units, systems = terms.units_of(side.counts), side.counts.systems
        force = terms.word("force")
        name = shown(side.name, _LONGEST_NAME) or f"{force[:1].upper()}{force[1:]} {units}/{systems}"
        return [name, f"{name} ({numbers_of(side.counts, terms)})"]
    name = shown(side.name, _LONGEST_NAME) or shown(short_name(given.path), _LONGEST_NAME)
    return [name, f"{name} ({shown(given.path.name)})", f"{name} ({shown(shown_file(given.path), 100)})"]


def _shared(labels: Iterable[str]) -> set[str]:
    return {label for label, number in Counter(label.casefold() for label in labels).items() if number > 1}


def _plural(noun: str) -> str:
    return f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"


class _KnownGame(NamedTuple):
    """A row of an edition's tables; fleets have games without a size."""

    game: Game
    limits: Limits


def _games_of(ruling: Ruling) -> list[_KnownGame]:
    """Every game that the edition has, whatever is stated."""
    text = ruling.edition
    anywhere, room = ruling._replace(game=Game()), _room(text)
    frames = [
        _KnownGame(
            Game(row.size, row.players),
            Limits(in_words([row]), row.least, row.most, room, {"stations": row.stations}),
        )
        for row in possible_games(anywhere)
    ]
    more = _more(ruling)
    title = say("a major battle") if more else say("a game")
    fleets = [
        _KnownGame(
            Game("", row.players),
            Limits(
                say("{game} of {players} players", game=title, players=row.players),
                row.least + more,
                row.most + more,
                room,
                {"hvas": row.hvas},
                text.cites(_CATAPULTS),
            ),
        )
        for row in games_in(anywhere)
    ]
    return [*frames, *fleets]


def _limits_for(known: Sequence[_KnownGame], game: Game) -> tuple[Limits, ...]:
    """The games that may be meant by what is stated."""
    return tuple(
        one.limits
        for one in known
        if game.size in ("", one.game.size) and game.players in (0, one.game.players)
    )


def _more(ruling: Ruling) -> int:
    """How many tactical assets more a major battle has, if everybody has agreed to one."""
    if not ruling.agreed(_MAJOR) or not ruling.edition.cites(_ASSETS):
        return 0
    return cited_whole(ruling.edition.citations[_ASSETS], _MAJOR)


def _room(text: Edition) -> int:
    """The most systems on one unit: by its class, else the one number for all."""
    rooms = [one.systems for one in text.classes.values() if one.systems and not one.fixed]
    if text.cites(_ROOM) and "most" in text.citations[_ROOM].numbers:
        rooms.append(cited_whole(text.citations[_ROOM], "most"))
    return max(rooms, default=0)
