"""What stands on the table: frames, stations and cover, who has which score, and the log of what happens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from math import inf

import numpy as np

from fleets.battles.game_types import Json
from fleets.self_play.dice_streams import TABLE, Purpose, Stream
from fleets.self_play.play_rules import COVER, FRAME_COVER, OPEN, DiceBook, FrameDice, PlayRules
from fleets.self_play.table_distances import TOUCH, Bools, Disc, Floats, Spots, covering, gaps
from fleets.self_play.tactics import Tactic, Weights
from fleets.self_play.terrain_sets import CoverPiece

# Where frames stand that are lost and cover that is shot away: out of everything's reach.
GONE = complex(1e6)
# Two play, or three.
FORCES = ("a", "b", "c")
NOBODY = -1
# What an asset counts of whom one spares, because one goes for a third.
_SPARED = 0.25


@dataclass(slots=True, eq=False)
class FramePlayed:
    """A frame in a battle. `row` is its place in the table's arrays, `unit` what its dice are drawn by.

    `dice` are those it would roll now; `spots` stand beside it, the highest first.
    """

    id: str
    row: int
    unit: int
    side: int
    name: str
    systems: tuple[str, ...]
    left: list[str]
    white: int
    rockets: int
    dice: FrameDice
    defense: int | None = None
    spots: list[int] = field(default_factory=list)
    has_gone: bool = False
    is_lost: bool = False

    @property
    def life(self) -> int:
        return len(self.left) + self.white


@dataclass(slots=True, eq=False)
class StationPlayed:
    """`holder` is nobody while several contest it who don't own it."""

    id: str
    first: int
    holder: int


@dataclass(slots=True)
class PlayedSide:
    """`seized` counts stations taken from others."""

    key: str
    tactic: Tactic
    per_asset: int = 0
    assets: int = 0
    seized: int = 0

    @property
    def score(self) -> int:
        return self.per_asset * self.assets


class TableTop:
    """One battle as it stands. Lost frames and ruined cover are moved out of everything's reach.

    `at` has the places of all cover, then stations, then frames, and `rooms` how near a frame's middle comes
    to each; `cover_at`, `station_at` and `frame_at` are parts of it.
    """

    def __init__(
        self,
        rules: PlayRules,
        book: DiceBook,
        tactics: Sequence[Tactic],
        cover: Sequence[CoverPiece],
        seed: int,
        goes_for: int = NOBODY,
    ) -> None:
        self.rules, self.book, self.seed, self.goes_for = rules, book, seed, goes_for
        self.sides = [PlayedSide(key, tactic) for key, tactic in zip(FORCES, tactics, strict=False)]
        self.frames: list[FramePlayed] = []
        self.stations: list[StationPlayed] = []
        self.cover_hits = [piece.hits for piece in cover]
        room = rules.radius
        self.discs = [(complex(piece.x, piece.y), piece.radius + room) for piece in cover] or [(GONE, room)]
        self.width = 0.0
        self.clock, self.round = rules.clock[0], 0
        self.events: list[Json] = []
        self.history: list[tuple[int, ...]] = []
        # Sides by their scores; who has the highest, and in which round by a station (0: not by one).
        self.order = list(range(len(self.sides)))
        self.leader, self.led_by_station = NOBODY, 0
        # Who has lost the roll for the lowest place, and all who rolled.
        self.last, self.tied_last = NOBODY, set[int]()
        self.weigh_assets()
        # How often something has changed that nobody planned: a loss, a ruin, a frame that steps away.
        self.upsets = 0
        # Of sides with equal scores, who has won the roll.
        self._first: dict[tuple[int, ...], int] = {}
        self._ties = 0
        self._ids = count(1)
        self.set_up()

    # Who is where.

    def set_up(self) -> None:
        """Room for all frames and stations, which are not placed yet."""
        covers, stations = len(self.discs), len(self.stations)
        unplaced = [complex(np.inf)] * (stations + len(self.frames))
        self.at: Spots = np.array([at for at, _ in self.discs] + unplaced)
        rooms = [room for _, room in self.discs] + [2 * self.rules.radius] * len(unplaced)
        self.rooms: Floats = np.array(rooms)
        self.cover_at, self.station_at = self.at[:covers], self.at[covers : covers + stations]
        self.frame_at = self.at[covers + stations :]
        self._spots = [complex(np.inf)] * len(self.frames)
        self.station_spots = [complex(np.inf)] * stations
        self._sort_frames()

    def _sort_frames(self) -> None:
        sides, turn = range(len(self.sides)), 1 if self.seed & 1 else -1
        standing = [one for one in self.frames if not one.is_lost]
        self._standing = [[one for one in standing if one.side == side] for side in sides]
        # Of enemies that promise the same the first is attacked: for each side another one, so that it
        # doesn't matter in which order three are named.
        self._against = [
            [one for step in sides[1:] for one in self._standing[(side + turn * step) % len(sides)]]
            for side in sides
        ]

    def place(self, frame: FramePlayed) -> complex:
        return self._spots[frame.row]

    def put(self, frame: FramePlayed, spot: complex) -> None:
        self.frame_at[frame.row] = self._spots[frame.row] = spot

    def put_station(self, row: int, spot: complex) -> None:
        self.station_at[row] = self.station_spots[row] = spot

    def distance(self, one: FramePlayed, other: FramePlayed) -> float:
        """From base to base."""
        return abs(self._spots[one.row] - self._spots[other.row]) - 2 * self.rules.radius

    def nearest(self, spot: complex, frames: Iterable[FramePlayed]) -> float:
        """How near the nearest of these frames is to a station there; endless without any."""
        found = [abs(self._spots[one.row] - spot) for one in frames]
        return min(found) - 2 * self.rules.radius if found else inf

    def obstacles(self, frame: FramePlayed, far: float) -> list[Disc]:
        """What a frame that doesn't pass through cover must go around within so long a move, and how near it
        comes: all but stations and itself."""
        here = self._spots[frame.row]
        discs = [*self.discs, *self._bases_but(frame)]
        return [(at, room) for at, room in discs if abs(at - here) < far + room]

    def _bases_but(self, *frames: FramePlayed) -> list[Disc]:
        """Of all frames by their rows, these ones out of reach."""
        rows, width = [one.row for one in frames], 2 * self.rules.radius
        return [(GONE if row in rows else at, width) for row, at in enumerate(self._spots)]

    def gaps_of(self, places: Spots, mine: int = -1) -> Floats:
        """From each place to everything on the table, but for one's own frame."""
        found = gaps(places, self.at, self.rooms)
        if mine >= 0:
            found[:, len(self.at) - len(self.frames) + mine] = np.inf
        return found

    def are_free(self, places: Spots, gap: Floats) -> Bools:
        """Where a base can stand: on the table, and on nothing else that stands there."""
        middle = self.width / 2
        off = places - complex(middle, middle)
        to_edge = np.maximum(np.abs(off.real), np.abs(off.imag))
        found: Bools = (gap > -TOUCH).all(axis=1) & (to_edge <= middle - self.rules.radius)
        return found

    def station_gap(self, frame: FramePlayed, station: int) -> float:
        return abs(self._spots[frame.row] - self.station_spots[station]) - 2 * self.rules.radius

    def cover_against(self, attacker: FramePlayed, target: FramePlayed) -> tuple[str, int]:
        """What covers the target, and its number: a piece of terrain, else the frame nearest to it."""
        here, there, arm = self._spots[attacker.row], self._spots[target.row], self.rules.arm
        piece = covering(here, there, arm, self.discs)
        if piece >= 0:
            return COVER, piece
        frame = covering(here, there, arm, self._bases_but(attacker, target))
        return (FRAME_COVER, frame) if frame >= 0 else (OPEN, -1)

    def of_side(self, side: int) -> list[FramePlayed]:
        """Its frames that are not lost."""
        return self._standing[side]

    def against(self, side: int) -> list[FramePlayed]:
        """All enemies' frames that are not lost."""
        return self._against[side]

    def able(self, side: int) -> list[FramePlayed]:
        """Those that still have their turn in this round."""
        return [one for one in self._standing[side] if not one.has_gone]

    def able_against(self, side: int) -> int:
        """How many enemies still have their turn in this round."""
        return sum(not one.has_gone for one in self._against[side])

    def stream(self, frame: FramePlayed, purpose: Purpose) -> Stream:
        return Stream(self.seed, frame.unit, self.round, purpose)

    def weights(self, side: int) -> Weights:
        tactic = self.sides[side].tactic
        return tactic.leading if self.leader == side else tactic.weights

    # What is told.

    def tell(self, do: str, **fields: object) -> Json:
        event: Json = {"id": f"e{next(self._ids)}", "do": do, **fields}
        self.events.append(event)
        return event

    # Scores.

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(side.score for side in self.sides)

    def count_scores(self) -> None:
        """Assets anew, and who comes before whom; equal scores are decided by rolls that hold until they
        change."""
        for number, side in enumerate(self.sides):
            frames = sum(one.side == number and not one.is_lost for one in self.frames)
            side.assets = frames + sum(one.holder == number for one in self.stations)
        groups = [
            [number for number, one in enumerate(self.scores) if one == score]
            for score in sorted(set(self.scores), reverse=True)
        ]
        self._first = {
            key: first for key, first in self._first.items() if any(set(key) <= set(one) for one in groups)
        }
        if not any(self.tied_last <= set(one) for one in groups):
            self.last = NOBODY
        self.order = [side for group in groups for side in self._in_order(group)]
        self.leader = self.order[0]

    def _in_order(self, group: Sequence[int]) -> Iterator[int]:
        """Sides of one score; before the first round nobody goes yet, so nobody rolls."""
        left = [side for side in group if side != self.last]
        while len(left) > 1 and self.round:
            if tuple(left) not in self._first:
                self._ties += 1
                won = left[Stream(self.seed, TABLE, self._ties, Purpose.ROLL_OFF).below(len(left))]
                self._first[tuple(left)] = won
                tied = "+".join(FORCES[side] for side in left)
                self.tell("decide", question=f"tied-order:{tied}", answer=FORCES[won])
            first = self._first[tuple(left)]
            left.remove(first)
            yield first
        yield from left
        yield from (side for side in group if side == self.last)

    def weigh_assets(self) -> None:
        """What an asset of each other is worth to each: its points, less if one rather goes for a third."""
        points = [side.per_asset for side in self.sides]
        self.stakes: list[list[float]] = [
            [
                0 if other == side else all_ if self.goes_for in (NOBODY, side, other) else all_ * _SPARED
                for other, all_ in enumerate(points)
            ]
            for side in range(len(points))
        ]

    def changed(self, by_station: bool) -> None:
        """After a loss or a seizure: whoever leads now owes it to that."""
        before = self.leader
        self.count_scores()
        if self.leader != before:
            self.led_by_station = self.round if by_station else 0

    # Stations.

    def points_of(self, station: StationPlayed, side: int) -> float:
        """What it is worth to a side to take it: its own points, and what the holder loses."""
        lost = self.stakes[side][station.holder] if station.holder != NOBODY else 0
        return self.sides[side].per_asset + lost

    def beside(self) -> list[set[int]]:
        """For each station the sides that have a frame within arm's reach."""
        near = self.rules.arm + 2 * self.rules.radius + 1e-9
        standing = [(one.side, self._spots[one.row]) for one in self.frames if not one.is_lost]
        return [{side for side, spot in standing if abs(spot - at) <= near} for at in self.station_spots]

    def seize_stations(self) -> None:
        """Where a move has ended, or a guard is gone: whoever is alone beside a station has it; nobody has it
        while several are who don't own it."""
        if not self.rules.seizes_last:
            for station, there in zip(self.stations, self.beside(), strict=True):
                if len(there) == 1:
                    self._seize(station, there.pop())
                elif there and station.holder not in {NOBODY, *there}:
                    station.holder = NOBODY
                    self.tell(
                        "station", station=station.id, to="", contested=[FORCES[one] for one in sorted(there)]
                    )
                    self.changed(by_station=True)

    def end_turn(self, frame: FramePlayed) -> None:
        """The step of the draft's turn; elsewhere nobody who comes or goes is still to be counted."""
        if self.rules.seizes_last and not frame.is_lost:
            for row, station in enumerate(self.stations):
                near = [one for one in self.frames if self.station_gap(one, row) <= self.rules.arm + 1e-9]
                if near == [frame]:
                    self._seize(station, frame.side)

    def _seize(self, station: StationPlayed, side: int) -> None:
        if station.holder != side:
            station.holder = side
            self.sides[side].seized += 1
            self.tell("station", station=station.id, to=FORCES[side])
            self.changed(by_station=True)

    # Losses.

    def lose(self, frame: FramePlayed) -> None:
        frame.is_lost, frame.spots, frame.defense = True, [], None
        self._sort_frames()
        self.upsets += 1
        self.put(frame, GONE)
        self.changed(by_station=False)
        self.seize_stations()

    def ruin(self, cover: int) -> None:
        self.discs[cover] = (GONE, self.rules.radius)
        self.upsets += 1
        self.cover_at[cover] = GONE

    def refresh(self, frames: Iterable[FramePlayed]) -> None:
        for frame in frames:
            frame.dice = self.book.dice(frame.left, frame.white, frame.rockets)
