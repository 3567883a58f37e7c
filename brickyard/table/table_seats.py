"""Who plays: forces from files, numbers and campaigns, their edition and what was agreed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from catalog.editions.edition import Edition, options_in_force
from catalog.editions.loading import edition, edition_for, shipped_editions
from fleets.comparing.hearsay import Hearsay, looks_like_hearsay, read_hearsay
from fleets.forces.force import Fielded, Force, Mech
from fleets.forces.named_files import is_campaign, manifests_in
from fleets.models.model_units import Role, Unit
from ldraw_tools.choosing import file_of
from ldraw_tools.findings import BrickyardError, Place, Severity, and_more, count_of
from ldraw_tools.names import path_from_here, shown
from ldraw_tools.workspace import is_there
from validators.usual import usual_edition

if TYPE_CHECKING:
    from brickyard.facts.judged_designs import DesignFile
    from fleets.forces.campaign import Campaign
    from validators.judged_files import JudgeSettings

_OF_FLEETS = (Role.SHIP, Role.HVA, Role.COMPANY)
_FLEET_WORDS = frozenset({"ships", "companies", "hvas"})
_CALLED = {"frames": "a company", "fleet": "a fleet", "mech": "a 'mech"}
_EXAMPLE = "frames=5,systems=20,stations=2"


class Seat(NamedTuple):
    """One player's force; without a file if only its numbers are known."""

    argument: str
    side: Force | Mech | Hearsay
    file: DesignFile | None = None

    @property
    def name(self) -> str:
        return self.side.name

    @property
    def game(self) -> str:
        """Which kind of game it is for; empty if its numbers leave that open."""
        if isinstance(self.side, Mech):
            return "mech"
        if isinstance(self.side, Hearsay):
            said = set(self.side.numbers)
            return "fleet" if said & _FLEET_WORDS else "frames" if "frames" in said else ""
        return "fleet" if self.side.kind == "fleet" or self.side.count(*_OF_FLEETS) else "frames"


class Seats(NamedTuple):
    """All players, their edition, and what was agreed before the evening."""

    seats: tuple[Seat, ...]
    edition: Edition
    options: Mapping[str, Any]
    size: str = ""
    campaign: Campaign | None = None
    campaign_file: Path | None = None


def take_seats(arguments: Sequence[str], settings: JudgeSettings) -> Seats:
    """In the order given; a campaign brings its forces: all, or those named after it."""
    if campaign := next(filter(_is_campaign, arguments), ""):
        players = [argument for argument in arguments if argument != campaign]
        return _of_campaign(Path(campaign), players, settings)
    seats = [seat for argument in arguments for seat in _seats(argument, settings)]
    text = _edition(seats, settings)
    if any(seat.file and seat.file.ruling.edition.id != text.id for seat in seats):
        # If one list names an edition, it is for all of them.
        by = replace(settings, edition=called_by(text))
        seats = [seat for argument in arguments for seat in _seats(argument, by)]
    else:
        by = settings
    _check_number(seats, text)
    seats = _for_this_game(seats, by)
    return Seats(tuple(seats), text, _options(seats, text, settings), _size(seats, settings))


def _for_this_game(seats: list[Seat], settings: JudgeSettings) -> list[Seat]:
    """Lists are judged for as many players as sit here, whatever number they were written for."""
    number = settings.game.players or len(seats)
    lists = [seat.side for seat in seats if seat.file and isinstance(seat.side, Force)]
    if number < 2 or all(side.game.players == number for side in lists):
        return seats
    by = replace(settings, game=settings.game._replace(players=number))
    return [seat if seat.file is None else next(_seats(seat.argument, by)) for seat in seats]


def seats_of_file(opened: DesignFile) -> Seats:
    """One force by itself, whose opponents are typed in on the page."""
    seat = Seat(str(opened.path), _side(opened, opened.path), opened)
    text = opened.ruling.edition
    stated = seat.side.options if isinstance(seat.side, Force) else {}
    size = seat.side.game.size if isinstance(seat.side, Force) else ""
    return Seats((seat,), text, options_in_force(text, stated, opened.ruling.options), size)


def _is_campaign(argument: str) -> bool:
    return is_there(argument) and Path(argument).is_file() and is_campaign(Path(argument))


def _of_campaign(path: Path, players: Sequence[str], settings: JudgeSettings) -> Seats:
    from validators.judged_campaigns import check_campaign

    report = check_campaign(path, settings)
    campaign, text = report.campaign, report.ruling.edition
    wrong = [one for one in report.own_findings if one.severity is Severity.ERROR]
    if campaign is None or wrong:
        raise BrickyardError(f"{path}: not all of it can be read", wrong)
    by = replace(settings, edition=called_by(text))
    forces = [force for force, _ in campaign.forces]
    if not forces:
        raise BrickyardError(f"{path}: this campaign names no force")
    if players:
        forces = [_one_of(forces, player, path) for player in players]
    elif len(forces) > (most := _most_players(text)):
        raise BrickyardError(
            f"{path} has {len(forces)} forces, and {count_of(most, 'player')} are the most: "
            "say which of them play, after the campaign"
        )
    seats = [seat for force in forces for seat in _seats(str(force), by)]
    _check_number(seats, text)
    seats = _for_this_game(seats, by)
    return Seats(tuple(seats), text, options_in_force(text, report.options), report.game.size, campaign, path)


def _one_of(forces: Sequence[Path], player: str, campaign: Path) -> Path:
    """The force that a player named."""
    for force in forces:
        if is_there(player) and force.samefile(player):
            return force
    known = and_more([str(one) for one in forces], 8)
    raise BrickyardError(f"{shown(player, 200)} is not a force of {campaign}; it has {known}")


def called_by(text: Edition) -> str:
    """The edition as --edition names it: a house edition by its file."""
    return text.id if text.id in shipped_editions() else text.files[-1]


def _seats(argument: str, settings: JudgeSettings) -> Iterator[Seat]:
    if not is_there(str(file_of(argument))):
        if not looks_like_hearsay(argument):
            raise BrickyardError(
                f"{shown(argument, 200)}: No such file or folder; "
                f"for a side you only know by its numbers, write {_EXAMPLE}"
            )
        yield Seat(argument, read_hearsay(argument))
        return
    from brickyard.facts.judged_designs import open_design_file

    files = list(manifests_in(Path(argument)))
    if not files:
        raise BrickyardError(f"{argument}: no manifest in this folder")
    for path in files:
        opened = open_design_file(path, settings)
        yield Seat(str(path), _side(opened, path), opened)


def _side(opened: DesignFile, path: Path) -> Force | Mech:
    if opened.subject is not None:
        return opened.subject
    units = [design.unit for design in opened.designs if design.unit.role is not Role.SYSTEM]
    if not units:
        from brickyard.facts.judged_designs import why_no_design

        raise BrickyardError(why_no_design(path, [opened], "no company, fleet or 'mech in it"))
    return _alone(units, path)


def _alone(units: Sequence[Unit], path: Path) -> Force:
    """A model plays as a company of one."""
    kind = "fleet" if units[0].role in _OF_FLEETS else "company"
    fielded = tuple(Fielded(unit, unit.times, unit.place) for unit in units)
    return Force(kind, units[0].name, Place(path_from_here(path)), fielded)


def _edition(seats: Sequence[Seat], settings: JudgeSettings) -> Edition:

    games = {seat.game: seat.argument for seat in reversed(seats) if seat.game}
    if len(games) > 1:
        told = " and ".join(f"{shown(by, 200)} is {_CALLED[game]}" for game, by in sorted(games.items()))
        raise BrickyardError(f"{told}: they play different games")
    game = next(iter(games), "frames")
    if settings.edition:
        chosen = edition(settings.edition)
    else:
        named = {text.id: (text, by) for seat in reversed(seats) for text, by in _named(seat, settings)}
        if len(named) > 1:
            told = ", ".join(f"{shown(by, 200)} by {name}" for name, (_, by) in sorted(named.items()))
            raise BrickyardError(f"{told}: all must play by one edition; choose it with --edition")
        found = next((text for text, _ in named.values()), None)
        chosen = found or usual_edition(game, settings.usual)
    if chosen.game != game:
        right = edition_for(game).id
        raise BrickyardError(
            f"{shown(games.get(game, ''), 200)} is {_CALLED[game]}; {chosen.title} is another game; "
            f"try --edition {right}"
        )
    return chosen


def _named(seat: Seat, settings: JudgeSettings) -> Iterator[tuple[Edition, str]]:
    from validators.judged_files import read_file

    if seat.file and read_file(seat.file.path, settings).names_edition:
        yield seat.file.ruling.edition, seat.argument


def _check_number(seats: Sequence[Seat], text: Edition) -> None:
    most = _most_players(text)
    if len(seats) > most:
        forces = count_of(most, "player")
        raise BrickyardError(f"{text.title} is for at most {forces}, and {len(seats)} are named")


def _most_players(text: Edition) -> int:
    if text.battle is None:
        raise BrickyardError(f"{text.title} has no table “battle”, so there is no page for its games")
    return text.battle.players[-1]


def _options(seats: Sequence[Seat], text: Edition, settings: JudgeSettings) -> dict[str, Any]:
    """What one list states holds for all; the command line overrides it."""
    from validators.judged_files import ruling_by

    stated = [seat.side.options for seat in seats if isinstance(seat.side, Force)]
    return options_in_force(text, *stated, ruling_by(text, settings).options)


def _size(seats: Sequence[Seat], settings: JudgeSettings) -> str:
    sizes = {seat.side.game.size for seat in seats if isinstance(seat.side, Force)} - {""}
    return settings.game.size or (sizes.pop() if len(sizes) == 1 else "")
