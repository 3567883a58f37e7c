"""What a state is made of: plain dicts, as JSON has them, with the fields that each has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict

if TYPE_CHECKING:
    from fleets.battles.scores_compared import CountedStep
    from fleets.battles.yard_orders import YardOrder

Json: TypeAlias = dict[str, Any]
"""A JSON object, as rules, forces and events are."""
Said: TypeAlias = tuple[str, dict[str, str | int]]
"""The key of a sentence, and what is filled in."""


class ReadUnit(TypedDict):
    """A unit as a force brings it; what isn't `known` has no systems."""

    name: str
    kind: str
    known: bool
    systems: list[str]
    rockets: int
    ace: str


class ReadForce(TypedDict):
    name: str
    units: list[ReadUnit]
    stations: list[str]
    systems: int
    spares: list[ReadUnit]


class UnitInPlay(TypedDict):
    """`first` brought it, `owner` has it now; `left` and `white` are what damage has not taken yet.

    `called` is its name, with its player's where others have units of that name, `stands_in` the hostile
    terrain around it; `more_spots` are lower dice beside the spot where the text lets all of them stand.
    A company is `aboard` a ship that it touches; a ship has made so many `launches` in this round, given so
    many dice to companies (`served`), and `restored` so many systems of its own, each with a white die.
    """

    id: str
    called: str
    owner: str
    first: str
    name: str
    kind: str
    known: bool
    systems: list[str]
    left: list[str]
    struck: list[str]
    white: int
    rockets: int
    ace: str
    defense: int | None
    spot: int | None
    ace_spot: int | None
    more_spots: list[int]
    stands_in: str
    activated: bool
    lost: str
    owed: int
    stepped: bool
    may_lose: list[str]
    dice: str
    pool: list[list[Any]]
    fuel: int | None
    held_by: str
    aboard: str
    launches: int
    served: int
    restored: int


class Player(TypedDict):
    key: str
    name: str
    force: str
    sealed: str
    ready: bool
    per_asset: int
    assets: int
    counts: dict[str, int]
    systems: int
    score: int
    start_score: int
    start_assets: int
    lost: int
    position: str
    word: str
    is_defender: bool
    steps: list[CountedStep]
    spares: list[ReadUnit]
    units: int
    stations: int


class Station(TypedDict):
    id: str
    name: str
    first: str
    holder: str
    contested_by: list[str]


class OpenTurn(TypedDict):
    """`spots` says how many it may still make; `left` and `pool` are what it had when it rolled."""

    unit: str
    waits: bool
    defended: bool
    moved: bool
    attacked: bool
    spotted: bool
    spots: int
    left: list[str]
    pool: list[list[Any]]


class MadeAttack(TypedDict):
    """Without a defense nobody knows yet how many damage dice there are."""

    unit: str
    target: str
    range: str
    cover: str
    value: int
    spot: int
    rockets: int
    defense: int | None
    damage_dice: int | None
    chart: str
    rolled: list[int] | None
    hits: int
    cover_hits: int
    coverer: str
    faces: dict[str, list[int]]


class BoardedShip(TypedDict):
    """Numbers by the keys of players."""

    unit: str
    yellow: dict[str, int]
    damage: dict[str, int]
    enemies: dict[str, list[str]]
    owed: dict[str, int]
    taken: dict[str, int]
    taker: str


class AskedPlayer(TypedDict):
    player: str
    took: bool | None


class PlaceInRound(TypedDict):
    unit: str
    rolled: list[int]
    at: int
    used: bool


class Question(TypedDict):
    key: str
    words: str
    page: str
    answers: list[dict[str, str]]
    players: list[str]


class MechPart(TypedDict):
    weapon: str
    armour: int
    damage: list[bool]


class MechEnemy(TypedDict):
    """`attack` is the place of what it has chosen, `circles` what each of its attacks has left."""

    id: str
    letter: str
    name: str
    armour: int
    attack: int | None
    time: int | None
    lost: bool
    circles: list[int]
    sector: int | None
    band: str


class MechGame(TypedDict):
    """`guard` is the mount of a shield that stands guard, `pulls` the enemy that a hit may still move."""

    parts: dict[str, MechPart]
    weight: int
    penalty: int
    squat: bool
    wave: int
    time: int
    action: Json | None
    last: str
    last_target: str
    may_move: bool
    guard: str
    pulls: str
    enemies: list[MechEnemy]
    pending: Json | None
    beaten: int
    repairs: int | None
    circles: int
    won: bool


class YardGame(TypedDict):
    """Whom the yard plays for; the order that it last gave, a number for each use of dice, and those uses
    that a white die is for."""

    player: str
    level: str
    unit: str
    round: int
    order: YardOrder | None
    target: str
    uses: dict[str, int] | None
    whites: list[str]


class LogEntry(TypedDict):
    """Without `effect` nothing was changed, and `why` says why; `undone` ones were taken back.

    `insist` is a refusal that `anyway` overrules; `note` is what speaks against an event that stands.
    """

    id: str
    n: int
    do: str
    by: str
    words: str
    effect: bool
    why: str
    insist: bool
    note: str
    anyway: bool
    undone: bool
    round: int
    clock: int
    scores: dict[str, int]


class GameState(TypedDict):
    """A game as it stands; `up` and what follows from the rest is worked out after every event."""

    phase: str
    round: int
    clock: int
    clock_start: int
    rounds_least: int
    rounds_most: int
    players: list[Player]
    order: list[str]
    point: str
    up: str
    up_units: list[str]
    passed: list[str]
    may_pass: bool
    must_go: bool
    combat: bool
    open_turns: list[OpenTurn]
    going: str
    attack: MadeAttack | None
    units: dict[str, UnitInPlay]
    stations: list[Station]
    terrain_spots: list[int]
    objective: dict[str, str] | None
    asked: list[AskedPlayer]
    questions: list[Question]
    answers: dict[str, str]
    rolls: Json
    last: str
    last_tied: list[str]
    options: Json
    turn_order: list[PlaceInRound]
    history: list[Json]
    winners: list[str]
    checklist: list[Json]
    boarding: BoardedShip | None
    mech: MechGame | None
    yard: YardGame | None
    log: list[LogEntry]
