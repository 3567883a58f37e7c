"""Rules that a reader of the texts missed at the table, each by its number in the review, with its page."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fleets.battles.playing import Table, company, fleet, frame, heard_of

Json = dict[str, Any]
ORBIT = "intercept-orbit"


def begun(*forces: Json, **more: Any) -> Table:
    found = Table(*forces, **more)
    found.works("start")
    return found


def orbit(ships: int = 4, ace: str = "") -> Table:
    return begun(fleet("A", ace=ace), fleet("B", ships), text=ORBIT, judges=True)


# Rapid Attack.


def test_v5_the_loser_of_the_roll_for_the_lowest_place_is_last_only_in_that_tie() -> None:
    """RA p.130: until your scores change so there's no longer a tie."""
    game = Table(company("A", 3), company("B", 4), company("C", 4))
    game.works("decide", question="tie-lowest", answer="c")
    game.works("start")
    assert game.state["order"] == ["a", "b", "c"]
    game.works("lost", unit="a1")
    game.works("station", station="as1", to="c")
    assert game.scores == {"a": 21, "b": 18, "c": 21}
    assert [one["key"] for one in game.state["questions"]] == ["tied-order:a+c"]


def test_v5_it_stays_last_as_long_as_that_tie_lasts() -> None:
    game = Table(company("A", 3), company("B", 4), company("C", 4))
    game.works("decide", question="tie-lowest", answer="b")
    game.works("start")
    game.works("lost", unit="a1")
    assert game.state["order"] == ["a", "c", "b"]
    game.works("lost", unit="c1")
    game.works("lost", unit="b1")
    # It was over when only C had lost one.
    assert [one["key"] for one in game.state["questions"]] == ["tied-order:b+c"]


def test_v20_the_special_objective_is_placed_last() -> None:
    """RA p.147: after everyone has placed all their frames."""
    game = Table(company("A", 4, 3), company("B", 5, 3), objective=True)
    assert "special objective" in game.state["checklist"][-1]["words"]
    other = Table(company("A", 4, 3), company("B", 5, 3))
    lines = len(other.state["checklist"])
    other.works("objective-on")
    assert len(other.state["checklist"]) == lines + 1 == len(game.state["checklist"])
    assert other.works("check", item=lines, done=True)


@pytest.mark.parametrize(
    ("text", "rolled", "works"),
    [
        ("condensed", [3, 9], True),
        ("condensed", [3], False),
        ("rapid-attack", [3, 9], False),
        ("rapid-attack", [3], True),
    ],
)
def test_v22_condensed_counts_the_systems_that_are_left(text: str, rolled: list[int], works: bool) -> None:
    """Condensed l.790 “has less than four”, RA p.136 “designed with 3 or fewer”."""
    game = begun(company("A", 4, 3), company("B", 5, 3), text=text, options={"per-unit-order": True})
    game.works("strike", unit="a1", system="B")
    assert game.do("order", unit="a1", rolled=rolled)["effect"] is works


def test_v16_in_the_draft_every_spot_stands_and_an_attack_uses_one() -> None:
    """Draft l.565 and 583: a die beside the target; add it, and remove that die."""
    game = begun(company("A", 4, 3), company("B", 5, 3), text="rapid-attack-draft")
    for unit, value in (("a1", 4), ("a2", 6), ("a3", 3)):
        game.works("spot", unit=unit, target="b1", value=value)
    assert (game.unit("b1")["spot"], game.unit("b1")["more_spots"]) == (6, [4, 3])
    assert "2 + 6" in game.works("attack", unit="a4", target="b1", range="d", value=2, spot=True)["words"]
    assert (game.unit("b1")["spot"], game.unit("b1")["more_spots"]) == (4, [3])
    game.works("defend", unit="b1", value=1)
    game.works("done", unit="a4")
    game.works("done", unit="b1")
    assert "1 + 3" in game.works("attack", unit="b2", target="b1", range="d", value=1, spot=3)["words"]
    assert (game.unit("b1")["spot"], game.unit("b1")["more_spots"]) == (4, [])


def test_in_the_book_only_the_higher_spot_stands() -> None:
    game = begun(company("A", 4, 3), company("B", 5, 3))
    for unit, value in (("a1", 4), ("a2", 6), ("a3", 3)):
        game.works("spot", unit=unit, target="b1", value=value)
    assert (game.unit("b1")["spot"], game.unit("b1")["more_spots"]) == (6, [])


def test_a_white_die_is_set_aside_in_hostile_terrain() -> None:
    """RA p.135: without the appropriate system, set one of your white dice aside unrolled."""
    suited = {"name": "A", "units": [frame("Diver", "B G Rd E:deep-water"), *[frame()] * 3]}
    game = begun(
        {**suited, "stations": [{"name": "S"}] * 3},
        company("B", 5, 3),
        options={"environments": ["deep water"]},
    )
    assert [one["key"] for one in game.state["questions"]] == ["hostile-where"]
    game.works("decide", question="hostile-where", answer="some")
    assert game.unit("b1")["dice"].startswith("2W")
    assert "1W" in game.works("enter", unit="b1", terrain="deep water")["words"]
    game.works("enter", unit="a1", terrain="deep water")
    assert game.unit("b1")["pool"][0] == [1, "W", 6, ""]
    assert game.unit("a1")["dice"].startswith("2W")
    game.works("enter", unit="b1", terrain="")
    assert game.unit("b1")["dice"].startswith("2W")
    assert game.fails("enter", unit="b1", terrain="lava")
    whole = begun(company("A", 4, 3), company("B", 5, 3), options={"environments": ["vacuum"]})
    whole.works("decide", question="hostile-where", answer="all")
    assert {one["dice"][:2] for one in whole.state["units"].values()} == {"1W"}


def test_a_fall_is_a_damage_die_for_three_bricks_read_as_hand_to_hand() -> None:
    """RA p.135."""
    game = begun(company("A", 4, 3), company("B", 5, 3), options={"climbing": True}, judges=True)
    assert "dice to roll: 2" in game.fails("fall", unit="a1", bricks=8, rolled=[4])
    game.works("fall", unit="a1", bricks=8, rolled=[4, 3])
    assert game.unit("a1")["owed"] == 1
    entry = game.works("move", unit="a2", value=4, climbed=7)
    assert "climbs 7 bricks: 2 of it" in entry["words"]
    bare = begun(company("A", 4, 3, "Rd Y"), company("B", 5, 3), options={"climbing": True}, judges=True)
    assert "stairs and ladders" in bare.fails("move", unit="a1", value=4, climbed=6)


@pytest.mark.parametrize(
    ("systems", "told", "is_seen"),
    [
        ("Rd", {"range": "d"}, True),
        ("Rd", {"range": "d", "cover": "cover"}, False),
        ("Rd Y", {"range": "d", "cover": "cover"}, True),
        ("Rd Y", {"range": "a"}, False),
        ("Rd Y Y", {"range": "a", "cover": "cover"}, True),
    ],
)
def test_comms_systems_say_how_far_a_frame_spots(systems: str, told: Json, is_seen: bool) -> None:
    """RA p.63, 101."""
    game = begun(company("A", 4, 3, systems), company("B", 5, 3), judges=True)
    assert game.do("spot", unit="a1", target="b1", value=4, **told)["effect"] is is_seen


def test_all_may_agree_that_it_is_over() -> None:
    game = begun(company("A", 4, 3), company("B", 5, 3))
    assert any(one["do"] == "agree" for one in game.offered)
    assert game.fails("agree", round=7)
    assert "All agree" in game.works("agree", round=1)["words"]
    assert (game.state["phase"], game.state["winners"]) == ("over", ["a"])
    assert game.fails("agree")


def test_newcomer_a_f11_units_of_one_name_are_called_by_their_side() -> None:
    game = begun(heard_of(4, 16, 3), heard_of(5, 20, 3))
    words = game.works("attack", unit="a1", target="b1", range="d", value=4)["words"]
    assert words.startswith("Frame 1 (Player A) attacks Frame 1 (Player B) (direct)")
    assert game.unit("a1")["name"] == "Frame 1"
    # Nobody else has a fifth.
    assert game.unit("b5")["called"] == "Frame 5"


@pytest.mark.parametrize(
    ("systems", "rockets", "asked", "most"),
    [
        ("B Rd", 0, "attack", 6),
        ("B Rd", 1, "attack", 8),
        ("B Rd Rd", 0, "attack", 8),
        # Its only d8 is the green one of a sprint.
        ("B Rh", 0, "attack", 6),
        ("B Rd", 0, "defend", 6),
        ("B Rd", 0, "spot", 6),
    ],
)
def test_numbers_that_a_unit_cant_roll_are_not_offered(
    systems: str, rockets: int, asked: str, most: int
) -> None:
    force = {"name": "A", "units": [frame("A 1", systems, rockets)] * 4, "stations": [{"name": "S"}] * 3}
    game = begun(force, company("B", 5, 3))
    game.works("turn", unit="a1")
    offer = next(one for one in game.offered if one["do"] == asked)
    assert max(offer["choices"]["value"]) == most


# Intercept Orbit.


def test_v4_the_blue_ace_is_always_in_cover() -> None:
    """IO p.36: takes hits as though in cover."""
    game = orbit(ace="B")
    game.works("launch", unit="a4", fuel=5)
    game.works("attack", unit="b2", target="a4", range="p", value=6)
    game.works("defend", unit="a4", value=1)
    assert game.state["attack"]["faces"]["target"] == [6]
    game.works("hits", unit="b2", rolled=[5, 5, 5, 1, 1])
    assert game.unit("a4")["owed"] == 0


def test_v8_a_rammed_high_value_asset_takes_no_damage_but_is_turned() -> None:
    """IO p.33, l.665–667."""
    game = orbit()
    words = game.works("collide", unit="b2", target="a7", rolled=[1, 2, 3, 4, 5, 6])["words"]
    assert "2 damage to itself; Ah2 takes none." in words
    assert "may turn Ah2, clicks at most: 3. Player A may turn B2, clicks at most: 2." in words
    assert (game.unit("a7")["owed"], game.unit("b2")["owed"]) == (0, 2)


def test_v12_debris_is_a_target_and_has_no_defense() -> None:
    """IO p.29."""
    game = orbit()
    game.works("turn", unit="b3")
    assert "debris" in next(one for one in game.offered if one["do"] == "attack")["choices"]["target"]
    game.works("attack", unit="b3", target="debris", range="a", value=2)
    assert (game.state["attack"]["damage_dice"], game.state["attack"]["faces"]["target"]) == (2, [4, 5, 6])
    assert "Hits on the debris: 1" in game.works("hits", unit="b3", rolled=[4, 3])["words"]
    assert game.fails("attack", unit="b4", target="terrain", range="a", value=2)


def test_v13_a_launch_uses_its_carriers_catapult_in_this_round_only() -> None:
    game = orbit()
    game.works("turn", unit="a1")
    for unit, left in (("a4", ["a4", "a5"]), ("a5", ["a5"])):
        assert [one["unit"] for one in game.offered if one["do"] == "launch"] == left
        game.works("launch", unit=unit, fuel=3)
    assert not [one for one in game.offered if one["do"] == "launch"]
    assert game.unit("a1")["launches"] == 2
    assert "each launches one company" in game.fails("launch", unit="a5", fuel=6)
    game.works("round-end")
    game.works("next-round")
    assert game.works("launch", unit="a5", fuel=6)["note"] == ""


def test_black_and_white_dice_serve_so_many_companies() -> None:
    """IO p.34: each launch, fuelling and repair takes a black or remaining white die."""
    game = orbit()
    game.works("launch", unit="a4", fuel=3)
    for code in ("Y", "G"):
        game.works("strike", unit="a4", system=code)
    # Three black dice and two white ones, one of which launched it.
    for _ in range(4):
        game.works("mend", unit="a4", value=5, systems=["Y"])
        game.works("strike", unit="a4", system="Y")
    assert "no black or white die left" in game.fails("mend", unit="a4", value=5, systems=["Y"])


def test_v14_dodging_with_the_last_fuel_leaves_the_other_hits_due() -> None:
    """IO p.36: one fuel rather than taking one hit."""
    game = orbit()
    game.works("launch", unit="a4", fuel=1)
    game.works("hurt", unit="a4", number=2)
    game.works("ignore", unit="a4", how="fuel")
    assert (game.unit("a4")["lost"], game.unit("a4")["owed"]) == ("adrift", 1)
    assert any(one["do"] == "strike" and one["unit"] == "a4" for one in game.offered)
    game.works("strike", unit="a4", system="Y")
    assert (game.unit("a4")["owed"], game.unit("a4")["left"]) == (0, ["B", "G", "Rf"])
    assert game.fails("strike", unit="a4", system="B")


def test_v21_the_winner_of_the_roll_defends_when_a_tie_goes_on() -> None:
    """As `compare` says; IO p.28 is silent."""
    game = Table(fleet("A"), fleet("B"), text=ORBIT)
    game.works("decide", question="tie-highest", answer="b")
    game.works("tie", player="b", choice="go-on")
    game.works("start")
    assert [one["is_defender"] for one in game.state["players"]] == [False, True]
    game.works("lost", unit="b1")
    assert [one["is_defender"] for one in game.state["players"]] == [True, False]


def test_companies_begin_on_their_carriers_and_drift_when_those_are_destroyed() -> None:
    game = orbit()
    assert [game.unit(key)["aboard"] for key in ("a4", "a5")] == ["a1", "a1"]
    game.works("launch", unit="a4", fuel=4, aboard="b2")
    assert game.unit("a4")["aboard"] == "b2"
    assert "Ac2 was in its hangar and drifts." in game.works("lost", unit="a1")["words"]
    assert [game.unit(key)["lost"] for key in ("a4", "a5")] == ["", "adrift"]


def test_a_company_with_fuel_leaves_a_ship_that_is_lost() -> None:
    game = orbit()
    game.works("launch", unit="a4", fuel=4, aboard="a1")
    game.works("lost", unit="a1")
    assert (game.unit("a4")["lost"], game.unit("a4")["aboard"]) == ("", "")


def test_a_captured_ship_goes_back_when_the_last_of_its_captors_is_gone() -> None:
    """IO p.37, l.757: it flies away, is destroyed or runs out of fuel."""
    leaves: list[Json] = [
        {"kind": "aboard", "unit": "a4", "ship": ""},
        {"kind": "lost", "unit": "a4"},
        {"kind": "fuel", "unit": "a4", "value": 0},
    ]
    for event in leaves:
        game = orbit()
        for unit in ("a4", "a5"):
            game.works("launch", unit=unit, fuel=4, aboard="b2")
        game.works("round-end")
        game.works("capture", unit="b2", to="a")
        game.works("next-round")
        assert "its white dice are Player B's" in game.works("turn", unit="b2")["words"]
        game.works("done", unit="b2")
        game.works("aboard", unit="a5", ship="a1")
        assert game.unit("b2")["owner"] == "a"
        assert "Player B has it back" in game.works(**event)["words"]
        assert game.unit("b2")["owner"] == "b"


def test_who_takes_a_ship_holds_the_companies_that_drift_with_it() -> None:
    """IO p.39: only by capturing or destroying the ship that's holding it."""
    game = orbit()
    game.works("launch", unit="a4", fuel=4)
    game.works("fuel", unit="a4", value=0)
    game.works("hold", unit="a4", to="b", ship="b2")
    game.works("round-end")
    game.works("capture", unit="b2", to="a")
    assert game.unit("a4")["held_by"] == "a"
    game.works("lost", unit="b2")
    assert (game.unit("a4")["held_by"], game.unit("a4")["aboard"]) == ("", "")


def test_the_green_ace_moves_what_it_touches() -> None:
    """IO p.36."""
    game = orbit(ace="G")
    game.works("launch", unit="a4", fuel=4, aboard="b1")
    assert "moves or turns B1 by one" in game.works("nudge", unit="a4", ship="b1")["words"]
    assert "isn't on A2" in game.fails("nudge", unit="a4", ship="a2")


def test_a_ship_that_covers_takes_no_damage() -> None:
    """IO p.31: the cover absorbs hits; only debris is removed."""
    game = orbit()
    game.works("attack", unit="b3", target="a2", range="a", value=5, cover="cover", coverer="a3")
    game.works("defend", unit="a2", value=1)
    game.works("hits", unit="b3", rolled=[4, 4, 5, 1])
    assert (game.unit("a2")["owed"], game.unit("a3")["owed"]) == (1, 0)
