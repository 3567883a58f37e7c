"""What the texts work out themselves comes out of the engine, too (RA p.73, 80–81, 105–116, 124)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import hypot, inf

import numpy as np
import pytest

from catalog.editions.loading import edition
from fleets.self_play import played_turns, turn_choices
from fleets.self_play.battle_sides import FramePlayed, TableTop
from fleets.self_play.candidate_places import _worth
from fleets.self_play.dice_streams import Purpose, Stream
from fleets.self_play.fielding import field_all, fielding_order
from fleets.self_play.matrix_games import GameValue, solve
from fleets.self_play.play_rules import COVER, OPEN, DiceBook, HitFaces, play_rules
from fleets.self_play.played_turns import SharedHits, share_hits, take_turns
from fleets.self_play.table_distances import how_far_off, way_round
from fleets.self_play.tactics import Weights
from fleets.self_play.terrain_sets import CoverPiece
from fleets.self_play.turn_choices import Act, Aimed, Chosen, TurnPlayed, assignments
from fleets.self_play.whole_battle import _bring, _compare, points_per_asset
from tests.fleets.battles.playing import golden
from tests.fleets.self_play.duels import company, contest

RULES = play_rules(edition("rapid-attack"), {}, [])


def test_a_text_that_says_nothing_of_stepping_away_is_played_without_it() -> None:
    text = edition("rapid-attack")
    assert text.combat
    bare = replace(text, combat=text.combat._replace(stepping_away=None))
    assert (RULES.steps_away, play_rules(bare, {}, []).steps_away) == (True, False)


def fielded(number: int, width: float) -> Iterator[TableTop]:
    """So many tables on which two sides have placed all they have."""
    played = contest()
    for seed in range(number):
        top = TableTop(played.rules, DiceBook(played.rules), played.tactics, [], seed)
        _bring(top, played.forces)
        _compare(top, played.at_ties)
        field_all(top, width)
        yield top


def test_the_point_frame_stands_near_the_middle_of_the_table_rather_than_near_an_edge() -> None:
    points = [top.place(top.of_side(top.order[-1])[0]) for top in fielded(12, 36)]
    assert sum(abs(at.real - 18) for at in points) / len(points) < 9


def test_most_stations_of_the_attacker_stand_out_of_its_enemies_reach() -> None:
    gaps = [
        top.nearest(at, top.against(one.first))
        for top in fielded(30, 36)
        for one, at in zip(top.stations, top.station_spots, strict=True)
        if one.first == top.order[-1]
    ]
    assert sum(gap > 1.5 * RULES.ruler for gap in gaps) > 5 / 6 * len(gaps)


def test_a_tactic_counts_a_frame_at_arms_length_from_a_station_as_beside_it() -> None:
    played = contest(company("A", "B"), company("B", "B"))
    top = TableTop(played.rules, DiceBook(played.rules), played.tactics, [], 1)
    _bring(top, played.forces)
    for side in top.sides:
        side.per_asset = 5
    arm, nobody = played.rules.arm, np.empty((3, 0))
    gaps = np.tile([[0.0], [arm], [arm + 1]], len(top.stations))
    touching, at_arm, beyond = _worth(top, top.frames[0], [], gaps, nobody, nobody > 0)
    assert beyond < 0 < at_arm < touching, "nearer is a little better, too"


def test_the_three_companies_of_the_book_get_3_6_and_7_points_per_asset_p73() -> None:
    counts = {
        "Anvil": {"frames": 5, "systems": 20, "stations": 2},
        "Fang": {"frames": 4, "systems": 16, "stations": 2},
        "Eye": {"frames": 4, "systems": 15, "stations": 2},
    }
    points = points_per_asset(RULES, counts)
    assert points == {"Anvil": 3, "Fang": 6, "Eye": 7}
    assert {key: points[key] * (one["frames"] + one["stations"]) for key, one in counts.items()} == {
        "Anvil": 21,
        "Fang": 36,
        "Eye": 42,
    }


def test_bases_are_four_studs_wide_and_arms_are_as_long_as_the_text_says() -> None:
    assert (RULES.ruler, RULES.radius, RULES.arm) == (8, 0.4, 1)
    large = play_rules(edition("rapid-attack"), {"unit-studs": 8, "ruler": 6}, [])
    assert (large.ruler, large.radius, large.arm) == (6, 0.25, 1)


def test_the_books_companies_are_placed_in_the_order_of_its_letters_p80() -> None:
    order = list(fielding_order([("J", 21, 5, 2), ("V", 36, 4, 2), ("S", 42, 4, 2)], "J"))
    letters = dict(zip("ABCDEFGHIJKLMNOPQRS", order, strict=True))
    assert {letters[one] for one in "AB"} == {("S", "station")}
    assert {letters[one] for one in "CDRS"} == {("S", "frame")}
    assert letters["E"] == ("J", "point")
    assert {letters[one] for one in "FHJL"} == {("V", "frame")}
    assert {letters[one] for one in "GIKM"} == {("J", "frame")}
    assert [letters[one] for one in "NOPQ"] == [("J", "station"), ("V", "station")] * 2


@pytest.mark.parametrize(
    ("discs", "rooms", "far"),
    [
        pytest.param([5 + 3j], [1.0], 10, id="beside its way"),
        pytest.param([5], [1.0], 2 * hypot(5, 1.05), id="in its way"),
        pytest.param([5, 5 + 1.5j], [1.0, 1.0], 2 * hypot(5, 1.05), id="one side is shut"),
        pytest.param([5, 5 - 1.5j], [1.0, 1.0], 2 * hypot(5, 1.05), id="the other side is shut"),
        pytest.param([5, 5 + 1.5j, 5 - 1.5j], [1.0] * 3, inf, id="both sides are shut"),
    ],
)
def test_a_frame_goes_round_what_stands_in_its_way(
    discs: list[complex], rooms: list[float], far: float
) -> None:
    assert way_round(0j, 10 + 0j, list(zip(discs, rooms, strict=True))) == pytest.approx(far)


@pytest.mark.parametrize(
    ("to", "way", "far"),
    [(5 + 3j, 10, 3), (2 - 6j, 10j, hypot(2, 6)), (13 + 4j, 10, 5), (-3 + 4j, 10, 5), (3 + 4j, 0, 5)],
    ids=["beside", "behind one that goes up", "beyond its end", "before its start", "no way at all"],
)
def test_how_far_a_point_is_from_a_way(to: complex, way: complex, far: float) -> None:
    assert how_far_off(to, way) == pytest.approx(far)


# What was rolled, by colour, and what the player took for defense, movement, attack and spot.
@pytest.mark.parametrize(
    ("whites", "best", "taken"),
    [
        pytest.param([6, 2], [0, 5, 5, 5], (6, 5, 5, 5), id="S1: W6 W2 R5 R1 G5 Y3 Y5, defends with W6"),
        pytest.param([5, 1], [5, 0, 6, 4], (5, 5, 6, 4), id="J1: W5 W1 R2 R6 B4 B5 Y4, defends with B5"),
        pytest.param([2, 4], [0, 2, 3, 1], (4, 2, 3, 1), id="S2: W2 W4 R3 R3 G2 Y1, defends with W4"),
        pytest.param([4, 6], [4, 0, 5, 5], (4, 4, 6, 5), id="V1: W4 W6 R1 R2 d8R5 B4 Y5, attacks with W6"),
        pytest.param([5, 2], [0, 4, 6, 6], (5, 4, 6, 6), id="S3: W5 W2 R2 R6 G4 Y6 Y5, defends with W5"),
        pytest.param([5, 4], [2, 6, 6, 5], (5, 6, 6, 5), id="J2: W5 W4 R6 R3 B2 G6 Y5, defends with W5"),
    ],
)
def test_what_the_players_took_of_their_dice_may_be_taken(
    whites: list[int], best: list[int], taken: tuple[int, ...]
) -> None:
    assert taken in assignments(whites, best, set())


def test_without_systems_only_white_dice_defend_move_or_spot_condensed() -> None:
    ways = assignments([3, 4], [0, 0, 5, 0], set())
    assert {tuple(sorted(row[act] for act in (Act.DEFEND, Act.MOVE, Act.SPOT))) for row in ways} == {
        (0, 0, 0),
        (0, 0, 3),
        (0, 0, 4),
        (0, 3, 4),
    }


@pytest.mark.parametrize(
    ("cover", "rolled", "stands", "shared"),
    [
        pytest.param(
            COVER, [1, 4, 5], 1, SharedHits(1, 1, 1), id="p.124: the 4 ruins the wall, the 5 goes through"
        ),
        pytest.param(COVER, [1, 4, 5], 2, SharedHits(0, 0, 2), id="a stronger wall takes both"),
        pytest.param(COVER, [4, 4, 5, 6], 1, SharedHits(2, 1, 1), id="a second 4 is lost, 5 and 6 hurt"),
        pytest.param(OPEN, [5, 5, 6], 0, SharedHits(3, 0, 0), id="p.115: 5 5 6 in the open"),
        pytest.param(OPEN, [1, 4, 5], 0, SharedHits(1, 0, 0), id="in the open a 4 does nothing"),
        pytest.param("frame", [4, 5, 6], 6, SharedHits(1, 0, 1), id="a frame in between takes the 5"),
        pytest.param("frame", [5, 5, 6], 1, SharedHits(2, 1, 1), id="what destroys it lets the rest through"),
        pytest.param("frame", [5, 5, 6], None, SharedHits(1, 0, 2), id="two defense systems: safe cover"),
    ],
)
def test_hits_are_shared_between_cover_and_target(
    cover: str, rolled: list[int], stands: int | None, shared: SharedHits
) -> None:
    assert share_hits(RULES.faces_for("d", cover), rolled, stands) == shared


def test_in_the_draft_nothing_goes_through_ruined_cover() -> None:
    faces: HitFaces = play_rules(edition("rapid-attack-draft"), {}, []).faces_for("d", COVER)
    assert share_hits(faces, [4, 5, 5], 1) == SharedHits(0, 0, 1)


# The first exchange of the book's round and the chain of three, between two players: dice, numbers and
# targets are printed, who waits for whom has to come out.
SCRIPT = {
    "a1": ("b1", [6, 2], [0, 5, 5, 5], (6, 5, 5, 5), True),
    "b1": ("a1", [5, 1], [5, 0, 6, 4], (5, 5, 6, 4), False),
}
CHAIN = {
    "a2": ("b2", [4, 6], [4, 0, 5, 5], (4, 0, 6, 0), True),
    "b2": ("a3", [5, 2], [0, 4, 6, 6], (5, 0, 6, 6), True),
    "a3": ("b2", [5, 4], [2, 6, 6, 5], (5, 0, 6, 5), True),
}

SCRIPT_OF = SCRIPT | CHAIN


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> TableTop:
    """Three frames a side, in the open, in direct range of each other, who do as the script says."""

    def rolled(top: TableTop, aimed: Aimed, awaited: int | None) -> TurnPlayed:
        _, whites, best, _, _ = SCRIPT_OF[aimed.frame.id]
        return TurnPlayed(aimed, aimed.frame.dice, list(whites), list(best), awaited=awaited)

    def aimed_at(top: TableTop, frame: object) -> Aimed:
        mine = next(one for one in top.frames if one is frame)
        target = SCRIPT_OF[mine.id][0]
        return Aimed(mine, next(one for one in top.frames if one.id == target), "d")

    def chosen(top: TableTop, turn: TurnPlayed) -> Chosen:
        _, _, _, values, attacks_first = SCRIPT_OF[turn.frame.id]
        place = top.place(turn.frame) + 0.1j if values[Act.MOVE] and Act.MOVE not in turn.done else None
        return Chosen(values, place, attacks_first and Act.ATTACK not in turn.done)

    monkeypatch.setattr(played_turns, "_roll", rolled)
    monkeypatch.setattr(played_turns, "aim", aimed_at)
    monkeypatch.setattr(played_turns, "choose", chosen)
    monkeypatch.setattr(played_turns, "choose_defense", lambda top, turn: chosen(top, turn).values[0])
    frames = ["Rd Rd Y Y"] * 3
    played = contest(company("A", *frames), company("B", *frames))
    top = TableTop(played.rules, DiceBook(played.rules), played.tactics, [CoverPiece(25, 25, 1, 3)], 5)
    _bring(top, played.forces)
    top.width, top.round = 28.0, 1
    for frame, place in zip(top.frames, (4 + 4j, 8 + 4j, 12 + 4j, 4 + 9j, 8 + 9j, 12 + 9j), strict=True):
        top.put(frame, place)
    for row, east in enumerate(range(1, 24, 4)):
        top.put_station(row, east + 20j)
    for side in top.sides:
        side.per_asset = 5
    return top


def aim_of(top: TableTop, frame: str) -> Aimed:
    found = next(one for one in top.frames if one.id == frame)
    return Aimed(found, next(one for one in top.frames if one.id == SCRIPT_OF[frame][0]), "d")


def told(top: TableTop, *kinds: str) -> list[tuple[str, str]]:
    return [(event["do"], event["unit"]) for event in top.events if event["do"] in kinds]


def test_the_first_exchange_runs_as_the_book_tells_it_p106(table: TableTop) -> None:
    take_turns(table, aim_of(table, "a1"))
    kinds = ("turn", "defend", "attack", "hits", "move", "spot", "done")
    printed = [
        (event["do"], {"c1": "a1", "a1": "b1"}[event["unit"]])
        for event in golden("example-round")["events"][1:13]
    ]
    # The attack of 5 on a defense of 5 doesn't hit; Joshua's does: he rolls dice against W6 of his own.
    assert [one for one in told(table, *kinds) if one[0] != "hits"] == printed
    first = next(event for event in table.events if event["do"] == "attack")
    assert (first["value"], first["range"], first["cover"]) == (5, "d", "open")
    defenses = {event["unit"]: event["value"] for event in table.events if event["do"] == "defend"}
    assert defenses == {"a1": 6, "b1": 5}
    # Red 6 against white 6 isn't a hit either.
    assert told(table, "hits") == []


def test_the_chain_of_three_has_one_damage_die_each_p109_to_112(table: TableTop) -> None:
    take_turns(table, aim_of(table, "a2"))
    assert told(table, "turn", "attack", "defend", "hits", "done") == [
        *(
            ("turn", "a2"),
            ("defend", "a2"),
            ("attack", "a2"),
            ("turn", "b2"),
            ("defend", "b2"),
            ("hits", "a2"),
        ),
        *(("done", "a2"), ("attack", "b2"), ("turn", "a3"), ("defend", "a3"), ("hits", "b2"), ("done", "b2")),
        *(("attack", "a3"), ("hits", "a3"), ("done", "a3")),
    ]
    assert [len(event["rolled"]) for event in table.events if event["do"] == "hits"] == [1, 1, 1]


def test_numbers_are_those_of_splitmix64_from_its_seed_1234567() -> None:
    stream = Stream(0, 0, 0, Purpose.WHITE)
    stream._at = 1234567
    assert [stream.number() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_units_rounds_and_purposes_have_dice_of_their_own() -> None:
    streams = [
        Stream(7, unit, turn, purpose) for unit in range(40) for turn in range(12) for purpose in Purpose
    ]
    assert len({stream.number() for stream in streams}) == len(streams) == 40 * 12 * len(Purpose)


@pytest.mark.parametrize(("hits", "worth"), [(0, 0), (1.5, 5 * 0.75), (3, 5 * 2), (6, 5 * 6), (9, 5 * 6)])
def test_damage_is_worth_its_share_and_finishing_the_square_of_it(hits: float, worth: float) -> None:
    systems = ["B", "G", "Y", "Rd"]
    dice = DiceBook(RULES).dice(systems, white=2, rockets=0)
    target = FramePlayed("b1", 0, 0, 1, "Target", tuple(systems), systems, 2, 0, dice)
    assert turn_choices._hurt_worth(Weights(hurt=2, finish=4), hits, target, points=5) == worth


@pytest.mark.parametrize(
    ("payoffs", "value", "rows", "columns"),
    [
        pytest.param(["5"], "5", "1", "1", id="no choice"),
        pytest.param(["1 -1", "-1 1"], "0", "1/2 1/2", "1/2 1/2", id="matching pennies"),
        pytest.param(["0 -1 1", "1 0 -1", "-1 1 0"], "0", "1/3 1/3 1/3", "1/3 1/3 1/3", id="stone and paper"),
        pytest.param(["4 2", "3 1"], "2", "1 0", "0 1", id="a saddle"),
        pytest.param(["3 0", "0 3", "1 1"], "3/2", "1/2 1/2 0", "1/2 1/2", id="a row that nobody chooses"),
        pytest.param(
            ["1 1", "3 0", "0 3"], "3/2", "0 1/2 1/2", "1/2 1/2", id="the first row that nobody chooses"
        ),
        pytest.param(["3 0 4", "0 1 4"], "3/4", "1/4 3/4", "1/4 3/4 0", id="an answer that nobody chooses"),
    ],
)
def test_games_of_two_are_solved(payoffs: list[str], value: str, rows: str, columns: str) -> None:
    found = solve([[Fraction(one) for one in row.split()] for row in payoffs])
    assert found == GameValue(
        Fraction(value), *(tuple(map(Fraction, one.split())) for one in (rows, columns))
    )
