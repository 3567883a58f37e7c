"""The public functions of the floor, as a script uses them."""

from __future__ import annotations

import doctest
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import fleets
from catalog.editions.loading import edition_for
from catalog.vocabulary import RAPID_ATTACK
from fleets import compare, odds, parse_dice, questions
from fleets.chances.combat import combat_of
from fleets.chances.duel import Fighter, attack_rows, fighter_reading
from fleets.comparing.terms import Side, SideCounts
from fleets.dice.carried_systems import Loadout
from fleets.forces.force import Fielded, Force
from fleets.models.model_units import Role, Unit
from fleets.notation import Reading, read_dice
from ldraw_tools.findings import BrickyardError, Place
from tests.running import ROOT

HERE = Place("a.yaml", 1)


def test_the_examples_in_docstrings_are_true() -> None:
    found = doctest.testmod(questions)
    assert found.attempted >= 10
    assert found.failed == 0


def test_the_examples_on_the_page_are_true(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found = doctest.testfile(str(ROOT / "docs" / "api-fleets.md"), module_relative=False, encoding="utf-8")
    assert found.attempted >= 15
    assert found.failed == 0


def test_public_names_are_imported_late_and_are_no_modules() -> None:
    program = "import sys, fleets; print(*sorted(n for n in sys.modules if n.startswith('fleets')))"
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == ["fleets"]
    inside = {path.stem for path in (ROOT / "fleets").iterdir()}
    assert not inside & set(fleets.__all__)
    assert set(fleets.__all__) <= set(dir(fleets))
    with pytest.raises(AttributeError):
        _ = fleets.nothing_of_the_kind  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "game", "read_as"),
    [
        ("2Rd 1B", "", "frames"),
        ("2Rs 1K", "", "fleet"),
        ("2Ra 1B", "fleet", "fleet"),
        ("2Rd", "fleet", "fleet"),
    ],
)
def test_dice_are_read_in_the_game_that_is_asked_for(text: str, game: str, read_as: str) -> None:
    assert parse_dice(text, game=game).game == read_as


def test_dice_that_no_unit_rolls_have_findings_and_no_systems() -> None:
    found = parse_dice("3Rd")
    assert not found.is_valid
    assert found.findings[0].code == "DIC020"
    assert (found.systems, dict(found.notations), len(found.dice), str(found)) == ((), {}, 3, "no systems")


def frame(name: str, *systems: str) -> Unit:
    return Unit(Role.FRAME, name, "frame", HERE, Loadout.of(*systems))


def company(name: str, frames: int, *systems: str) -> Force:
    station = Fielded(Unit(Role.STATION, "Depot", "station", HERE), 1, HERE)
    return Force("company", name, HERE, (Fielded(frame("Chub", *systems), frames, HERE), station))


def test_text_forces_and_numbers_are_the_same_to_a_comparison() -> None:
    other = "name=B,frames=5,systems=5,stations=1"
    ways: list[Force | Side | str] = [
        company("A", 4, "B", "Rd"),
        "name=A,frames=4,systems=8,stations=1",
        Side("A", SideCounts(frames=4, systems=8, stations=1)),
    ]
    scores = [[(one.name, one.score) for one in compare([way, other]).standings] for way in ways]
    assert scores[0] == scores[1] == scores[2]


def test_fleets_are_compared_by_their_own_text() -> None:
    found = compare(["ships=4,companies=1,systems=12,hvas=3", "name=B,ships=3,companies=2,systems=14,hvas=3"])
    assert {one.name for one in found.standings} == {"side 1", "B"}


@pytest.mark.parametrize(
    ("sides", "message"),
    [
        (["frames=5,systems=20,stations=2"], "at least two sides"),
        (["name=A,frames=5,systems=2,stations=2"] * 2, "different names"),
        (["frames=5,systems=20,stations=2", "ships=4,systems=12,hvas=3"], "different games"),
        (["frames=5,systems=20,stations=2", "frames=5,systems=20"], "how many stations"),
        (["frames=5,systems=20,stations=2", 7], "not int"),
    ],
)
def test_what_cannot_be_compared_is_refused(sides: list[str], message: str) -> None:
    with pytest.raises(BrickyardError, match=message):
        compare(sides)


def test_a_manifest_without_a_force_is_refused() -> None:
    paths = [ROOT / "examples" / "mechs" / "standard.yaml"] * 2
    with pytest.raises(BrickyardError, match="no company or fleet"):
        compare(paths)


def fighter(text: str) -> Fighter:
    read = read_dice(text, RAPID_ATTACK)
    assert isinstance(read, Reading)
    return fighter_reading(read)


def test_odds_are_those_of_the_floor_below_at_every_range_and_cover() -> None:
    combat = combat_of(edition_for("frames"), RAPID_ATTACK)
    attacker, target = "2Rd 2Ra 1B", "1B 1Y"
    rows = attack_rows(fighter(attacker), fighter(target), combat)
    assert {row.letter for row in rows} == set("hda")
    for row in rows:
        assert odds(attacker, target, range=row.letter, cover=row.cover) == row.outcome


def test_a_unit_a_fighter_and_a_notation_have_the_same_odds() -> None:
    found = odds("2Rd 1B", "1B", range="direct")
    assert isinstance(found.mean, Fraction)
    assert odds(frame("Chub", "Rd", "B"), frame("Tooth", "B"), range="d") == found
    assert odds(fighter("2Rd 1B"), fighter("1B"), range="direct") == found


def test_everything_that_is_said_counts() -> None:
    usual = odds("2Rd 1B 1Rd8", "1B", range="d", cover="cover")
    others = [
        odds("2Rd 1B 1Rd8", "1B", range="d"),
        odds("2Rd 1B 1Rd8", "1B", range="d", cover="cover", spot=2),
        odds("2Rd 1B 1Rd8", "1B", range="d", cover="cover", rockets=1),
        odds("2Rd 1B 1Rd8", "1B", range="d", cover="cover", white="attack"),
        odds("2Rd 1B 1Rd8", "1B", range="d", cover="cover", defender_white="none"),
        odds("2Rd 1B 1Rd8", "1B", range="d", cover="cover", cover_hits=1),
    ]
    assert all(other.mean > usual.mean for other in others)
    assert len({other.mean for other in others}) == len(others)


def test_cover_is_ignored_where_it_makes_no_difference() -> None:
    assert odds("2Rh", "1B", range="h", cover="cover") == odds("2Rh", "1B", range="h")
    assert odds("2Rd", "terrain", range="d", cover="cover") == odds("2Rd", "terrain", range="d")


def test_ships_fight_by_their_own_text() -> None:
    assert odds("2Rs 1B", "1B 2Rp", range="support").mean > 0
    assert odds("2Ra 1B", "1B", range="assault", edition=edition_for("fleet")).mean > 0


@pytest.mark.parametrize(
    ("sides", "keywords", "message"),
    [
        (("2Rd", "1B"), {"range": "far"}, "no range “far”"),
        (("2Rd", "1B"), {"range": "d", "cover": "fog"}, "no cover “fog”"),
        (("2Rd", "1B"), {"range": "d", "white": "all"}, "white dice can't be used for “all”"),
        (("2Rd", "1B"), {"range": "d", "spot": -1}, "can't be below 0"),
        (("2Rx", "1B"), {"range": "d"}, "“2Rx”: "),
        (
            (frame("Chub", "Rd"), Unit(Role.STATION, "Depot", "station", HERE)),
            {"range": "d"},
            "nothing here fights",
        ),
        (("2Rd", "1B"), {"range": "d", "edition": "no-such-text"}, "no edition"),
    ],
)
def test_what_has_no_odds_is_refused(sides: tuple[str, str], keywords: dict[str, str], message: str) -> None:
    with pytest.raises(BrickyardError, match=message):
        odds(*sides, **keywords)  # type: ignore[arg-type]


def test_b10_without_a_weapon_at_the_range_every_number_is_zero() -> None:
    found = odds("2Rd", "1B", range="artillery")
    assert found.mean == found.hits == found.destroys(1) == found.damage.most == 0
    assert sum(found.damage.chances) == 1


def test_a_path_is_a_manifest() -> None:
    book = [ROOT / "examples" / "companies" / f"{name}.yaml" for name in ("estars-anvil", "suns-fang")]
    assert all(isinstance(path, Path) for path in book)
    assert {one.name for one in compare(book).standings} == {"Estar's Anvil", "Sun's Fang"}
