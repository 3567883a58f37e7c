"""Who sits at the table: arguments to sides that can be compared, by one edition, in one game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from brickyard.comparison.game_limits import KnownGame, known_games, limits_for
from catalog.editions.edition import Edition
from catalog.editions.loading import edition, edition_for
from fleets.comparing.compared_sides import Side, side_of
from fleets.comparing.hearsay import Hearsay, looks_like_hearsay, numbers_of, read_hearsay, side_from
from fleets.comparing.limits import Limits, faults_of
from fleets.comparing.scoring import by_name
from fleets.comparing.terms import Terms, terms_of
from fleets.forces.force import Fielded, Force, Game, Mech
from fleets.forces.named_files import manifests_in
from fleets.models.model_units import Role, Unit
from ldraw_tools.findings import BrickyardError, Place, Severity, count_of
from ldraw_tools.suggestions import shown
from ldraw_tools.workspace import is_there
from validators.judged_files import Entry, Request, read_entry, ruling_by
from validators.report import make_report
from validators.rule import Ruling

_FLEET, _FRAMES = "fleet", "frames"
_CALLED = {_FRAMES: "a company", _FLEET: "a fleet"}
_OF_FLEETS = (Role.SHIP, Role.HVA, Role.COMPANY)
_EXAMPLE = "frames=5,systems=20,stations=2"
_LONGEST_NAME = 40


@dataclass(frozen=True)
class Contender:
    """One side, where it comes from, and in a line why it isn't legal, if it isn't."""

    side: Side
    path: Path | None = None
    problem: str = ""

    @property
    def name(self) -> str:
        return self.side.name


@dataclass(frozen=True)
class Table:
    """All who were named, by what they are compared, and the games that may be meant."""

    contenders: tuple[Contender, ...]
    edition: Edition
    terms: Terms
    game: Game
    games: tuple[Limits, ...] = ()

    @property
    def sides(self) -> tuple[Side, ...]:
        return tuple(one.side for one in self.contenders)

    @property
    def problems(self) -> list[str]:
        told = [f"{one.name} is not legal: {one.problem}" for one in self.contenders if one.problem]
        return sorted(told, key=by_name)


@dataclass(frozen=True)
class _Guest:
    """An argument as read: a force from a file, or hearsay."""

    argument: str
    path: Path | None = None
    entry: Entry | None = None
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


def seat(arguments: Sequence[str], request: Request, others_may_come: bool = False) -> Table:
    """Sides in the order given; those who were named are all who play, unless others may come."""
    guests = [guest for argument in arguments for guest in _guests(argument, request)]
    text = _edition(guests, request)
    terms = terms_of(text)
    ruling = ruling_by(text, request)
    rulings = [ruling.merged_with(guest.force) if guest.force else ruling for guest in guests]
    known = _known_games(rulings)
    players = _players(guests, request) if others_may_come else len(guests)
    game = Game(_size(guests, request, known), players)
    _check_number(game.players, known, text)
    games = limits_for(known, game)
    sides = _told_apart(guests, [_side(guest, terms, games) for guest in guests], terms)
    contenders = [
        Contender(side, guest.path, _problem(guest, side, replace(own, game=game), terms, games, request))
        for guest, side, own in zip(guests, sides, rulings, strict=True)
    ]
    return Table(tuple(contenders), text, terms, game, games)


def _guests(argument: str, request: Request) -> Iterable[_Guest]:
    path = Path(argument)
    if not is_there(argument):
        if looks_like_hearsay(argument):
            return [_Guest(argument, said=read_hearsay(argument))]
        raise BrickyardError(
            f"{shown(argument, 200)}: No such file or folder; of somebody you only heard of, say {_EXAMPLE}"
        )
    files = manifests_in(path)
    if not files:
        raise BrickyardError(f"{path}: no manifest in this folder")
    return [_opened(file, request) for file in files]


def _opened(path: Path, request: Request) -> _Guest:
    entry = read_entry(path, request)
    if not entry.subjects:
        raise BrickyardError(entry.why_nothing or f"{path}: no company or fleet in it")
    first = entry.subjects[0]
    if isinstance(first, Mech):
        raise BrickyardError(f"{path}: a 'mech fights alone and is compared with nobody")
    if isinstance(first, Force):
        return _Guest(str(path), path, entry, first)
    # A model of one unit is as much of a company as there is.
    units = [unit for unit in entry.subjects if isinstance(unit, Unit)]
    kind = _FLEET if any(unit.role in _OF_FLEETS for unit in units) else "company"
    fielded = tuple(Fielded(unit, unit.times, unit.place) for unit in units)
    return _Guest(str(path), path, entry, Force(kind, first.name, Place(path.name), fielded))


def _edition(guests: Sequence[_Guest], request: Request) -> Edition:
    """The one that was asked for, else the one that the files name, else the usual one of their game."""
    kinds = {guest.kind: guest.argument for guest in reversed(guests) if guest.kind}
    if len(kinds) > 1:
        raise BrickyardError(
            f"{kinds[_FRAMES]} is a company and {kinds[_FLEET]} a fleet: they play different games"
        )
    chosen = _chosen(guests, request) or edition_for(next(iter(kinds), _FRAMES))
    for kind, argument in kinds.items():
        if chosen.game in _CALLED and chosen.game != kind:
            raise BrickyardError(
                f"{argument} is {_CALLED[kind]}; {chosen.title} ({chosen.id}) is a game for "
                f"{_plural(_CALLED[chosen.game].removeprefix('a '))}"
            )
    return chosen


def _chosen(guests: Sequence[_Guest], request: Request) -> Edition | None:
    if request.edition:
        return edition(request.edition)
    entries = [(guest.entry, guest.argument) for guest in guests if guest.entry]
    named = {entry.ruling.edition.id: (entry, by) for entry, by in reversed(entries) if entry.names_edition}
    if len(named) > 1:
        told = ", ".join(f"{by} by {name}" for name, (_, by) in sorted(named.items()))
        first = min(named)
        raise BrickyardError(
            f"{told}: all must be compared by one text; choose it, as with --edition {first}"
        )
    return next((entry.ruling.edition for entry, _ in named.values()), None)


def _known_games(rulings: Sequence[Ruling]) -> list[KnownGame]:
    """What a group has agreed to is agreed by all of it, whoever wrote it down."""
    together = {name: value for ruling in rulings for name, value in ruling.options.items()}
    return known_games(replace(rulings[0], options=together))


def _size(guests: Sequence[_Guest], request: Request, known: Sequence[KnownGame]) -> str:
    """The game's size, where it is stated: by the caller, else by the files, which must agree."""
    sizes = list(dict.fromkeys(one.game.size for one in known if one.game.size))
    stated = {guest.stated_game.size: guest.argument for guest in reversed(guests)}
    stated.pop("", None)
    if request.game.size:
        stated = {request.game.size: "--game"}
    for size, by in stated.items():
        if size not in sizes:
            choices = f"choose {' or '.join(sizes)}" if sizes else "games have no size here"
            raise BrickyardError(f"{by}: there is no game of size “{shown(size)}”; {choices}")
    if len(stated) > 1:
        told = ", ".join(f"{by} is for a {size}" for size, by in sorted(stated.items()))
        raise BrickyardError(f"{told}; say which it is with --game")
    return next(iter(stated), "")


def _players(guests: Sequence[_Guest], request: Request) -> int:
    """As many as the caller says, or the first one's file, and never fewer than were named."""
    stated = request.game.players
    if stated and stated < len(guests):
        raise BrickyardError(f"--players {stated}: {len(guests)} are named already")
    players = max(stated or guests[0].stated_game.players, len(guests))
    if players < 2:
        raise BrickyardError("how many play? Say it with --players 3, or name the others with --against")
    return players


def _check_number(number: int, known: Sequence[KnownGame], text: Edition) -> None:
    """By the edition's own numbers of players; one without a table lets any number play."""
    allowed = sorted({one.game.players for one in known})
    if number in allowed or (not allowed and number > 1):
        return
    span = f"{allowed[0]} to {allowed[-1]}" if allowed else "2 or more"
    forces = _plural(text.words.get("force", "side"))
    raise BrickyardError(f"{text.title} is for {span} players: compare {span} {forces}, not {number}")


def _side(guest: _Guest, terms: Terms, games: Sequence[Limits]) -> Side:
    if guest.said is not None:
        given = {kind: {game.fixed[kind] for game in games if kind in game.fixed} for kind in terms.fixed}
        fixed = {kind: numbers.pop() for kind, numbers in given.items() if len(numbers) == 1}
        return side_from(guest.said, terms, fixed)
    if guest.force is None or guest.entry is None:
        raise ValueError(f"{guest.argument}: neither a force nor hearsay")
    types = guest.entry.ruling.vocabulary.types
    return side_of(guest.force, next((one.code for one in types if one.name == "catapult"), ""))


def _problem(
    guest: _Guest, side: Side, ruling: Ruling, terms: Terms, games: Sequence[Limits], request: Request
) -> str:
    if guest.entry is None or guest.force is None:
        return "; ".join(faults_of(side.counts, games, terms))
    report = make_report([guest.force], ruling, guest.entry.findings)
    if report.is_legal:
        return ""
    errors = count_of(report.tally[Severity.ERROR], "error")
    if guest.force.is_partial or guest.force.has_unread_loads:
        errors = f"a part of it can't be read, so its numbers are too low; {errors}"
    game = f" in {games[0].title}" if len(games) == 1 else ""
    said = [f"--edition {request.edition}"] if request.edition else []
    said += [f"--option {word}" for word in request.options]
    said += [f"--game {request.game.size}"] if request.game.size else []
    players = ruling.game.players
    said += [f"--players {players}"] if players != guest.force.game.players else []
    return f"{errors}{game}; {' '.join(['brickyard check', str(guest.path), *said])} says why"


def _told_apart(guests: Sequence[_Guest], sides: Sequence[Side], terms: Terms) -> list[Side]:
    """Names that are all different, whatever the order: by file, by path, by numbers, at last by counting."""
    ways = [_ways_to_call(guest, side, terms) for guest, side in zip(guests, sides, strict=True)]
    labels = [way[0] for way in ways]
    for step in range(1, max(len(way) for way in ways)):
        shared = _shared(labels)
        labels = [
            way[min(step, len(way) - 1)] if label.casefold() in shared else label
            for way, label in zip(ways, labels, strict=True)
        ]
    order = sorted(range(len(labels)), key=lambda at: guests[at].argument)
    for label in _shared(labels):
        alike = [at for at in order if labels[at].casefold() == label]
        # Where they are all the same, the longer name says nothing.
        base = ways[alike[0]][0]
        short = sum(way[0].casefold() == base.casefold() for way in ways) == len(alike)
        for number, at in enumerate(alike, 1):
            labels[at] = f"{base if short else labels[at]} ({number})"
    return [replace(side, name=label) for side, label in zip(sides, labels, strict=True)]


def _ways_to_call(guest: _Guest, side: Side, terms: Terms) -> list[str]:
    """The shortest first; somebody without a name is called by the numbers that are compared."""
    if guest.path is None:
        units, systems = terms.units_of(side.counts), side.counts.systems
        force = terms.word("force")
        name = shown(side.name, _LONGEST_NAME) or f"{force[:1].upper()}{force[1:]} {units}/{systems}"
        return [name, f"{name} ({numbers_of(side.counts, terms)})"]
    name = shown(side.name, _LONGEST_NAME) or shown(guest.path.stem, _LONGEST_NAME)
    return [name, f"{name} ({shown(guest.path.name)})", f"{name} ({shown(str(guest.path), 100)})"]


def _shared(labels: Iterable[str]) -> set[str]:
    return {label for label, number in Counter(label.casefold() for label in labels).items() if number > 1}


def _plural(noun: str) -> str:
    return f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
