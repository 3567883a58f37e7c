"""Tables of a group's own: each works where it shows, or is refused with words (rules section 4, V6)."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from pathlib import Path

import pytest

from catalog.editions.loading import edition, edition_named, load_edition
from catalog.vocabulary import Dice, Pool, vocabulary_of
from fleets.battles.folding import fold
from fleets.chances.card_numbers import card_numbers
from fleets.chances.combat import Combat, combat_of, highest_of, highest_two
from fleets.chances.duel import Fighter, actions_of
from fleets.chances.white_dice import Aim, Rolled, assign
from fleets.dice.carried_systems import Loadout
from ldraw_tools.findings import Place, Severity
from scripts.soak_table import OtherFold, differences
from tests.fleets.battles.playing import Table, company
from tests.fleets.test_odds_dice import key
from tests.running import brickyard
from validators.judged_files import check

FACES = range(1, 7)
SPOTTING = "combat: {spotting: {frame: "
BLIND = (
    SPOTTING + "[{reach: none, in-cover: false}, {reach: d, in-cover: true}, {reach: any, in-cover: true}]}}"
)
TWO = (
    SPOTTING
    + "[{reach: d, in-cover: false}, {reach: d, in-cover: true}, {reach: d, in-cover: true, targets: 2}]}}"
)
NO_SPRINT = "combat: {sprint: false}"
NO_ARTILLERY = "combat: {attacks: {a: }}\n  ranges: {a: }"


def house(folder: Path, tables: str = "", more: str = "", extends: str = "rapid-attack") -> str:
    path = folder / "house.yaml"
    said = f"tables:\n  {tables}\n" if tables else ""
    path.write_text(f"extends: {extends}\ntitle: House\nshort: House\n{said}{more}", "utf-8")
    return str(path)


def combat(path: str) -> Combat:
    text = edition(path)
    return combat_of(text, vocabulary_of(text))


def frame(*codes: str) -> Fighter:
    return Fighter("A", "frame", Loadout.of(*codes), 2)


@pytest.mark.parametrize(
    ("tables", "code", "words"),
    [
        # V6
        (
            "combat: {spotting: {frame: [{reach: far, in-cover: true}]}}",
            "MAN016",
            "far.*a, any, none",
        ),
        # 04b: no weapon could be written for it.
        ("ranges: {l: {over: 16}}", "MAN016", "“l”.*one of h, d, a"),
        ("combat: {attacks: {l: {frame: {open: ranged}}}}", "MAN016", "“l”.*one of h, d, a"),
        # Half of 04.
        ("ranges: {a: }", "MAN022", "a stands in combat attacks but not in ranges"),
        ("combat: {attacks: {a: }}", "MAN022", "a stands in ranges but not in combat attacks"),
        ("combat: {attacks: {d: {frame: {open: rangd}}}}", "MAN016", "“rangd”"),
        ("combat: {typical: {frame: {range: x}}}", "MAN016", "typical frame range is “x”"),
        # 17, 21, 22, 25: declined.
        ("frame: {white: 3}", "MAN021", "frame"),
        ("classes: {frame: {white: 3, base: [4, 4]}}", "MAN021", "white"),
        ("systems: {J: {name: jammer, dice: 1B}}", "MAN021", "systems"),
        ("dice: {second: 10}", "MAN021", "dice"),
        ("combat: {repairs: {faces: [6], reference: ours}}", "MAN021", "repairs"),
    ],
)
def test_what_has_no_meaning_or_is_not_had_is_refused_with_words(
    tables: str, code: str, words: str, tmp_path: Path
) -> None:
    found = brickyard(["check", house(tmp_path, tables)])
    assert found.returncode == 1
    told = " ".join(found.stdout.split())
    assert f"error {code}:" in told
    assert "CAN'T BE USED" in told

    assert re.search(words, told)


@pytest.mark.parametrize(
    ("declined", "says"),
    [
        ("frame: {white: 3}", "advises against more of them (RA p.145–146)"),
        ("combat: {repairs: {faces: [6], reference: ours}}", "advises against it (RA p.145–146)"),
        ("systems: {J: {}}", "build yours as one of the game's"),
        ("dice: {second: 10}", "none has another size"),
    ],
)
def test_what_is_declined_says_why_and_what_instead(declined: str, says: str, tmp_path: Path) -> None:
    _, findings = load_edition(house(tmp_path, declined))
    assert [says in found.fix for found in findings] == [True]


@pytest.mark.parametrize(
    ("tables", "notes"),
    [
        ("combat: {charts: {hand-to-hand: {target: [5, 6]}}}", 1),
        ("combat: {charts: {in-cover: {through: []}}}", 1),
        ("combat: {pieces: 3}", 1),
        ("battle: {losses: {safe-cover: {B: 1}}}", 1),
        # What makes attacks stronger, or nothing at all, is no such rule.
        ("combat: {charts: {hand-to-hand: {target: [3, 4, 5, 6]}}}", 0),
        ("combat: {pieces: 9}", 0),
        ("battle: {losses: {safe-cover: {}}}", 0),
        (NO_SPRINT, 0),
    ],
)
def test_ra_p145_stronger_defense_is_noted_when_the_edition_is_checked(
    tables: str, notes: int, tmp_path: Path
) -> None:
    path = house(tmp_path, tables)
    found, findings = load_edition(path)
    assert found is not None
    assert [one.code for one in findings] == ["MAN024"] * notes
    assert brickyard(["check", path]).stdout.count("RA p.145–146") == notes
    # A company that is judged by it isn't told each time.
    assert edition_named("house.yaml", Place("x"), tmp_path)[1] == []


def best_with(
    coloured: tuple[int, ...], yellow: tuple[int, ...], whites: tuple[int, ...], aim: Aim, spots: int
) -> tuple[int, ...]:
    """Every way to hand out white dice, at most one to each action; a spot takes the best of its dice."""
    tried = []
    for places in dict.fromkeys(permutations([0, 1, 2, 3, None, None], len(whites))):
        if spots == 0 and 3 in places:
            continue
        values, spotting = list(coloured), list(yellow)
        for white, place in zip(whites, places, strict=True):
            if place == 3:
                spotting.append(white)
            elif place is not None:
                values[place] = white
        tried.append((*values, sum(sorted(spotting, reverse=True)[:spots])))
    return max(tried, key=lambda values: key(aim, values)) if aim is not Aim.NONE else tried[-1]


@cache
def every_roll(yellow: int, white: int) -> Counter[tuple[tuple[int, ...], ...]]:
    """All rolls of a red die, a blue one, yellow ones and white ones, those alike counted together."""
    return Counter(
        ((red, blue, 0), tuple(sorted(rest[:yellow])), tuple(sorted(rest[yellow:])))
        for red, blue, *rest in product(FACES, repeat=2 + yellow + white)
    )


@pytest.mark.parametrize("aim", list(Aim))
@pytest.mark.parametrize("spots", [0, 2])
@pytest.mark.parametrize(("yellow", "white"), [(0, 2), (1, 1), (2, 1), (2, 2), (3, 1), (2, 0)])
def test_ra_p141_two_spots_and_none_are_as_trying_every_use_of_every_roll(
    yellow: int, white: int, spots: int, aim: Aim
) -> None:
    """One red die, one blue one, yellow ones and white ones: all rolls written out."""
    pairs = highest_two(Pool.of(Dice("Y", count=yellow))) if spots else ()
    die = highest_of(((6, 1),))
    found = assign(Rolled(die, die, white=white, may_spot=spots > 0, pairs=pairs), aim)
    counts: list[Counter[int]] = [Counter() for _ in range(4)]
    rolls = every_roll(yellow, white)
    for (coloured, yellows, whites), ways in rolls.items():
        used = () if aim is Aim.NONE else whites
        for place, value in enumerate(
            best_with(coloured, yellows, used, Aim.BALANCED if not used else aim, spots)
        ):
            counts[place][value] += ways
    for place, action in enumerate((found.attack, found.defense, found.movement, found.spot)):
        chances = {value: chance for value, chance in enumerate(action.chances) if chance}
        assert chances == {value: Fraction(ways, rolls.total()) for value, ways in counts[place].items()}


def test_v6_without_a_yellow_die_nothing_is_spotted_and_no_white_die_is_wasted_on_it(tmp_path: Path) -> None:
    """White dice go to defense and movement: the mean of those rises."""
    rules, book = combat(house(tmp_path, BLIND)), combat("rapid-attack")
    blind, seeing = card_numbers(frame("B", "Rd"), rules), card_numbers(frame("B", "Rd"), book)
    assert blind.spot == 0
    assert blind.movement + blind.actions.defense.mean > seeing.movement + seeing.actions.defense.mean
    assert card_numbers(frame("Y", "Rd"), rules).spot == card_numbers(frame("Y", "Rd"), book).spot
    told = brickyard(["odds", "1B 2Rd", "--edition", house(tmp_path, BLIND)]).stdout
    assert "spot        none: it can't spot" in told


def test_two_yellow_dice_spot_two_frames_wherever_the_number_stands(tmp_path: Path) -> None:
    path = house(tmp_path, TWO)
    card = card_numbers(frame("Y", "Y", "Rd"), combat(path), Aim.NONE)
    assert (card.spot, card.spot_word) == (Fraction(7), "two spots")
    assert "7.00 on average, on two frames together, within direct range" in (
        brickyard(["odds", "2Y 2Rd", "--edition", path]).stdout
    )
    answer = json.loads(brickyard(["odds", "2Y 2Rd", "--edition", path, "--format", "json"]).stdout)
    assert [one["spot_targets"] for one in answer["cards"]] == [2]


def test_ra_p140_without_the_sprint_a_frame_without_guns_rolls_no_green_d8(tmp_path: Path) -> None:
    path = house(tmp_path, NO_SPRINT)
    brawler = frame("B", "Rh")
    for aim, moves in ((Aim.NONE, Fraction(0)), (Aim.BALANCED, Fraction(161, 36))):
        # The better of two white dice, for the other one goes where it adds more.
        found = actions_of(brawler, combat(path), "h", aim).movement.mean
        assert found == moves if aim is Aim.NONE else found <= moves
    assert actions_of(brawler, combat("rapid-attack"), "h", Aim.NONE).movement.mean == Fraction(9, 2)
    assert "Gd8" not in brickyard(["dice", "1B 2Rh", "--edition", path]).stdout
    table = Table(company("A", 3, systems="B Rh"), company("B", 4), text=path)
    assert table.unit("a1")["dice"] == "2W 1B 2Rh"
    assert "sprint" not in table.game["rules"]["learn"]
    assert "combat" in brickyard(["editions", path]).stdout


def test_a_weapon_for_a_range_that_the_house_has_not_is_a_finding(tmp_path: Path) -> None:
    house(tmp_path, NO_ARTILLERY)
    force = tmp_path / "force.yaml"
    force.write_text(
        "company: Belt\nedition: house.yaml\nframes:\n  - {name: Gunner, systems: 1B 2Ra}\n", "utf-8"
    )
    told = [one for one in check(force).findings if one.code == "SYS007"]
    assert [(one.severity, "House has no range a" in one.message) for one in told] == [(Severity.ERROR, True)]


@pytest.mark.parametrize(
    ("tables", "studs", "hinges"),
    [
        ("kit: {ruler: {units: 10}}", "10 units of 5 studs", True),
        ("kit: {ruler: {studs: 7}}", "7 studs", False),
    ],
)
def test_a_ruler_in_the_table_is_the_ruler_that_is_packed(
    tables: str, studs: str, hinges: bool, tmp_path: Path
) -> None:
    """01b: the option's 8 won in silence. Hinges are 5 studs long, so they make no other unit."""
    path = house(tmp_path, tables)
    told = " ".join(brickyard(["pack", "examples/night-shift.yaml", "--edition", path]).stdout.split())
    assert studs in told
    assert ("30387" in told) is hinges


def test_a_ruler_in_the_table_and_another_in_the_option_are_a_mistake(tmp_path: Path) -> None:
    more = "options:\n  ruler: {choices: [8, 12], default: 12}\n"
    _, findings = load_edition(house(tmp_path, "kit: {ruler: {units: 10}}", more))
    assert [one.code for one in findings] == ["MAN023"]


def test_no_rows_at_all_take_the_parents_rows_away(tmp_path: Path) -> None:
    """11: `safe-cover: {}` was merged away."""
    text = edition(house(tmp_path, "battle: {losses: {safe-cover: {}}}"))
    assert text.battle
    assert text.battle.losses
    assert text.battle.losses.safe_cover == {}


# At the table, by both folds.


@pytest.fixture(scope="module")
def page() -> Iterator[OtherFold]:
    other = OtherFold()
    yield other
    other.close()


def same_on_the_page(table: Table, page: OtherFold) -> None:
    state = fold(table.game, table.events)
    found = page.fold(table.game, table.events, table.text)
    assert list(differences(json.loads(json.dumps(state)), found["state"])) == []


def test_at_the_table_two_yellow_dice_spot_twice_and_one_spots_once(tmp_path: Path, page: OtherFold) -> None:
    table = Table(company("A", 3, systems="Y Y Rd"), company("B", 4), text=house(tmp_path, TWO))
    table.works("start")
    table.works("spot", unit="b1", target="a1", value=3)
    assert table.fails("spot", unit="b1", target="a2", value=3) == "B 1 has spotted already."
    table.works("done", unit="b1")
    table.works("spot", unit="a1", target="b1", value=5)
    assert [one for one in table.offered if one["do"] == "spot"]
    table.fails("attack", unit="a1", target="b1", range="d", value=3)
    table.works("spot", unit="a1", target="b2", value=2)
    table.fails("spot", unit="a1", target="b3", value=2)
    assert [table.unit(one)["spot"] for one in ("b1", "b2", "b3")] == [5, 2, None]
    same_on_the_page(table, page)


def test_at_the_table_a_frame_without_comms_cant_spot(tmp_path: Path, page: OtherFold) -> None:
    table = Table(company("A", 3, systems="B Rd"), company("B", 4), text=house(tmp_path, BLIND))
    table.works("start")
    assert table.fails("spot", unit="a1", target="b1", value=5) == "A 1 can't spot without a comms system."
    table.works("turn", unit="a1")
    assert not [one for one in table.offered if one["do"] == "spot"]
    table.works("done", unit="a1")
    table.works("spot", unit="b1", target="a1", value=5)
    same_on_the_page(table, page)


@pytest.mark.parametrize(
    ("tables", "pieces"), [("", 6), ("combat: {pieces: 2}", 2), ("combat: {pieces: 0}", 0)]
)
def test_ra_p122_the_log_says_how_many_pieces_terrain_and_cover_lose(
    tables: str, pieces: int, tmp_path: Path, page: OtherFold
) -> None:
    table = Table(company("A", 3), company("B", 4), text=house(tmp_path, tables))
    table.works("start")
    table.works("attack", unit="a1", target="terrain", range="d", value=3)
    lost = f", which loses {2 * pieces} pieces" if pieces else ""
    assert table.works("hits", unit="a1", number=2)["words"] == f"A 1: 2 damage on the terrain{lost}."
    table.works("done", unit="a1")
    table.works("attack", unit="a2", target="b1", range="d", value=6, cover="cover")
    table.works("defend", unit="b1", value=2)
    lost = f", which loses {pieces} pieces" if pieces else ""
    assert table.works("hits", unit="a2", number=1, cover=1)["words"].endswith(f"1 on its cover{lost}.")
    same_on_the_page(table, page)


@pytest.mark.parametrize(
    ("tables", "is_asked"),
    [
        ("", True),
        ("combat: {charts: {terrain: {target: [3, 4, 5, 6]}}}", False),
        ("combat: {pieces: 3}", True),
    ],
)
def test_faces_that_the_house_has_settled_are_not_asked_about(
    tables: str, is_asked: bool, tmp_path: Path
) -> None:
    """16: the table asked again."""
    table = Table(company("A", 3), company("B", 4), text=house(tmp_path, tables))
    table.works("start")
    table.works("attack", unit="a1", target="terrain", range="d", value=3)
    assert [one["key"] for one in table.state["questions"] if one["key"] == "charts"] == ["charts"] * is_asked
    if not is_asked:
        assert table.works("hits", unit="a1", rolled=[3, 2, 1])["words"].count("1 damage") == 1
