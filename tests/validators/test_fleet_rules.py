"""Fleet rules: tactical assets, HVAs, catapults, aces, and what ships and companies carry."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import pytest

from catalog.editions.edition import Citation, Edition, OptionSpec
from catalog.editions.loading import edition_for, load_edition
from catalog.editions.tables import FleetRow, UnitClass
from catalog.vocabulary import INTERCEPT_ORBIT
from fleets.dice.carried_systems import Loadout, System
from fleets.forces.force import NO_GAME, Fielded, Force, Game
from fleets.models.model_units import Marked, Role, Tag, TagSource, Unit
from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.findings import Finding, Place, Severity
from validators.rule import RULES, Ruling

FAMILIES = {
    "SYS008": "systems.ship_with_free_places",
    "SYS009": "systems.third_of_a_type_does_nothing",
    "FLT001": "fleet.wrong_number_of_tactical_assets",
    "FLT002": "fleet.wrong_number_of_hvas",
    "FLT003": "fleet.companies_differ_from_catapults",
    "FLT004": "fleet.wrong_number_of_aces",
    "FLT005": "fleet.ace_not_marked",
    "FLT006": "fleet.company_not_as_fixed",
}
for module in FAMILIES.values():
    import_module(f"validators.rules.{module}")

HERE, THERE = Place("grey.yaml", 1, 1), Place("wasps.ldr")
NUMBERS: dict[str, dict[str, Any]] = {"SYS009": {"effect": 2}, "FLT001": {"major-battle": 2}}
WARNINGS = ("SYS008", "SYS009", "FLT005")
CITED = {
    code: Citation(
        code,
        "p. 22",
        Severity.WARNING if code in WARNINGS else Severity.ERROR,
        NUMBERS.get(code, {}),
    )
    for code in FAMILIES
}
ORBIT = Edition(
    id="orbit",
    title="Orbit",
    version="1",
    date="",
    short="",
    game="fleet",
    words={"capital": "capital ship", "company": "frame company"},
    fleets={
        2: FleetRow(assets=(5, 7), hvas=3),
        3: FleetRow(assets=(4, 6), hvas=2),
        4: FleetRow(assets=(3, 5), hvas=1),
    },
    classes={
        "capital": UnitClass(white=2, systems=4, largest_studs=16, base=(8, 8)),
        "frigate": UnitClass(white=2, systems=3, largest_studs=12, base=(4, 8)),
        "hva": UnitClass(largest_studs=12, base=(8, 4)),
        "company": UnitClass(systems=4, fixed=("Rf", "B", "Y", "G"), base=(4, 4)),
        "debris": UnitClass(base=(4, 4)),
    },
    options={"major-battle": OptionSpec("major-battle", "flag", "Two assets more")},
    citations=CITED,
)
EACH = "5 to 7 for 2 players, 4 to 6 for 3 players or 3 to 5 for 4 players"
STATE = "State players under game: (or with --players) to have it checked for that game"
BRING = "Bring as many high value assets as that number of players has"
EACH_MAJOR = "7 to 9 for 2 players, 6 to 8 for 3 players or 5 to 7 for 4 players"


def told(
    code: str, subject: object, players: int = 0, major: bool = False, edition: Edition = ORBIT
) -> list[Finding]:
    options = {"major-battle": True} if major else {}
    game = Game(players=players) if players else NO_GAME
    return list(RULES[code].apply(subject, Ruling(edition, INTERCEPT_ORBIT, options, game)))


def ship(name: str, *systems: str | System, body: str = "capital") -> Unit:
    return Unit(Role.SHIP, name, body, HERE, Loadout.of(*systems))


def company(name: str, *systems: str | System, ace: str = "") -> Unit:
    return Unit(Role.COMPANY, name, "company", HERE, Loadout.of(*systems, ace=ace))


def modelled(unit: Unit, *aces: str) -> Unit:
    """The same unit with a model, on which these aces are marked."""
    marked = tuple(
        Marked(Tag(Role.ACE, ace, "", TagSource.NAME, f"[ace {ace}]", THERE), "ace.ldr", 1, None, 1)
        for ace in aces
    )
    return replace(unit, assembly=cast(Assembly, object()), node=0, marked=marked, place=THERE)


def hva(name: str = "Shuttle") -> Unit:
    return Unit(Role.HVA, name, "hva", HERE)


def fleet(*fielded: Unit | tuple[Unit, int], ace: str = "", kind: str = "fleet", name: str = "Grey") -> Force:
    entries = [one if isinstance(one, tuple) else (one, 1) for one in fielded]
    return Force(kind, name, HERE, tuple(Fielded(unit, count, HERE) for unit, count in entries), ace=ace)


def with_assets(ships: int, companies: int = 0, hvas: int = 0) -> Force:
    return fleet((ship("Anvil"), ships), (company("Wasps"), companies), (hva(), hvas))


CARRIER = ship("Anvil", "K", "B", "Rs", "Rp")
TWIN = ship("Hammer", "K", "K", "Y", "Ra")
FRIGATE = ship("Dart", "B", "Y", "Ra", body="frigate")
FULL = fleet(
    CARRIER, TWIN, FRIGATE, modelled(company("Wasps"), "red"), (company("Hornets"), 2), (hva(), 2), ace="red"
)


@pytest.mark.parametrize("code", FAMILIES)
def test_a_rule_is_named_as_its_file_and_says_why(code: str) -> None:
    rule = RULES[code]
    assert rule.judge.__module__ == f"validators.rules.{FAMILIES[code]}"
    assert rule.name == FAMILIES[code].partition(".")[2]
    assert rule.title.endswith(".")
    assert rule.reason.count(".") >= 2
    assert rule.fix


@pytest.mark.parametrize("code", FAMILIES)
def test_a_full_fleet_is_fine(code: str) -> None:
    subjects = [FULL, *(one.unit for one in FULL.fielded)]
    assert [finding for subject in subjects for finding in told(code, subject, players=3)] == []


@pytest.mark.parametrize("code", [code for code in FAMILIES if code.startswith("FLT")])
def test_only_fleets_are_judged_as_fleets(code: str) -> None:
    bare = fleet(CARRIER, company("Wasps", ace="R"), company("Hornets", ace="B"), kind="model")
    assert told(code, bare, players=2) == []


@pytest.mark.parametrize("code", FAMILIES)
def test_no_citation_no_rule(code: str) -> None:
    assert (
        told(code, fleet(ship("Anvil", "B", "B", "B"), ace="red"), 2, edition=replace(ORBIT, citations={}))
        == []
    )


@pytest.mark.parametrize(
    ("players", "major", "least", "most"),
    [(2, False, 5, 7), (3, False, 4, 6), (4, False, 3, 5), (2, True, 7, 9), (3, True, 6, 8), (4, True, 5, 7)],
)
def test_tactical_assets_are_ships_and_companies_within_the_table(
    players: int, major: bool, least: int, most: int
) -> None:
    verdicts = {
        number: bool(told("FLT001", with_assets(number - 1, 1, 9), players, major)) for number in range(1, 12)
    }
    assert [number for number, wrong in verdicts.items() if not wrong] == list(range(least, most + 1))


@pytest.mark.parametrize(
    ("force", "players", "major", "severity", "message", "fix"),
    [
        (
            with_assets(6, 2),
            2,
            False,
            Severity.ERROR,
            "Grey has 8 tactical assets (6 ships and 2 frame companies); a game of 2 players has 5 to 7",
            "Take away 1 tactical asset; ships and frame companies together should be 5 to 7"
            "; or all agree on a major battle (option major-battle).",
        ),
        (
            with_assets(1, 1),
            4,
            False,
            Severity.ERROR,
            "Grey has 2 tactical assets (1 ship and 1 frame company); a game of 4 players has 3 to 5",
            "Add 1 tactical asset; ships and frame companies together should be 3 to 5.",
        ),
        (
            with_assets(6),
            2,
            True,
            Severity.ERROR,
            "Grey has 6 tactical assets (6 ships and no frame company); "
            "a major battle of 2 players has 7 to 9",
            "Add 1 tactical asset; ships and frame companies together should be 7 to 9.",
        ),
        (
            with_assets(4, 1),
            5,
            False,
            Severity.ERROR,
            "Grey has 5 tactical assets (4 ships and 1 frame company); with 0 high value assets it can't be"
            " judged: the text has no game of 5 players",
            f"Play with 2, 3 or 4 players; ships and frame companies together should be {EACH}.",
        ),
        (
            with_assets(4, 1, 2),
            0,
            False,
            Severity.INFO,
            "Grey has 5 tactical assets (4 ships and 1 frame company); "
            "with 2 high value assets it is legal for 3 players",
            f"{STATE}; ships and frame companies together should be {EACH}.",
        ),
        (
            with_assets(6, 1, 1),
            0,
            True,
            Severity.INFO,
            "Grey has 7 tactical assets (6 ships and 1 frame company); "
            "with 1 high value asset it is legal for 4 players",
            f"{STATE}; ships and frame companies together should be {EACH_MAJOR}.",
        ),
        (
            with_assets(3, 1, 3),
            0,
            False,
            Severity.ERROR,
            "Grey has 4 tactical assets (3 ships and 1 frame company); "
            "that is right for 3 or 4 players, but 3 high value assets for 2 players",
            f"{BRING}; ships and frame companies together should be {EACH}.",
        ),
        (
            with_assets(4, 1, 8),
            0,
            False,
            Severity.INFO,
            "Grey has 5 tactical assets (4 ships and 1 frame company); "
            "that is right for 2, 3 or 4 players, but 8 high value assets for no number of players",
            f"{BRING}; ships and frame companies together should be {EACH}.",
        ),
        (
            with_assets(1, 0, 1),
            0,
            False,
            Severity.ERROR,
            "Grey has 1 tactical asset (1 ship and no frame company); that is right for no number of players",
            f"Add 2 tactical assets; ships and frame companies together should be {EACH}.",
        ),
        (
            with_assets(9, 0, 1),
            0,
            False,
            Severity.ERROR,
            "Grey has 9 tactical assets (9 ships and no frame company); "
            "that is right for no number of players",
            f"Take away 2 tactical assets; ships and frame companies together should be {EACH}"
            "; or all agree on a major battle (option major-battle).",
        ),
    ],
)
def test_tactical_assets_are_told_with_a_way_out(
    force: Force, players: int, major: bool, severity: Severity, message: str, fix: str
) -> None:
    (finding,) = told("FLT001", force, players, major)
    assert (finding.severity, finding.message, finding.fix) == (severity, message, fix)
    assert (finding.place, finding.reference) == (HERE, "p. 22")


@pytest.mark.parametrize(("players", "exactly"), [(2, 3), (3, 2), (4, 1)])
def test_hvas_are_exactly_those_of_the_table(players: int, exactly: int) -> None:
    fine = [number for number in range(6) if not told("FLT002", with_assets(5, 0, number), players)]
    assert fine == [exactly]


@pytest.mark.parametrize(
    ("hvas", "players", "messages"),
    [
        (2, 2, ["Grey has 2 high value assets; it should be exactly 3 for 2 players"]),
        (0, 4, ["Grey has 0 high value assets; it should be exactly 1 for 4 players"]),
        (
            5,
            0,
            [
                "Grey has 5 high value assets; "
                "it should be exactly 3 for 2 players, 2 for 3 players or 1 for 4 players"
            ],
        ),
        (1, 0, []),
        (5, 7, []),
    ],
)
def test_hvas_are_told_with_the_number_of_the_game(hvas: int, players: int, messages: list[str]) -> None:
    findings = told("FLT002", with_assets(5, 0, hvas), players)
    assert [finding.message for finding in findings] == messages


@pytest.mark.parametrize(
    ("force", "message", "fix"),
    [
        (
            fleet(CARRIER, TWIN, (company("Wasps"), 4)),
            "Grey has 4 frame companies and 3 catapults (aboard Anvil and Hammer); "
            "there should be as many of one as of the other",
            "Make them equal: leave out 1 frame company, or give the ships 1 more catapult.",
        ),
        (
            fleet((TWIN, 2), company("Wasps")),
            "Grey has 1 frame company and 4 catapults (aboard 2 × Hammer); "
            "there should be as many of one as of the other",
            "Make them equal: add 3 frame companies, or carry something else in place of 3 catapults.",
        ),
        (
            fleet(FRIGATE, (company("Wasps"), 2), name=""),
            "The fleet has 2 frame companies and no catapult; there should be as many of one as of the other",
            "Make them equal: leave out 2 frame companies, or give the ships 2 more catapults.",
        ),
        (
            fleet(CARRIER),
            "Grey has no frame company and 1 catapult (aboard Anvil); "
            "there should be as many of one as of the other",
            "Make them equal: add 1 frame company, or carry something else in place of 1 catapult.",
        ),
    ],
)
def test_companies_are_as_many_as_catapults(force: Force, message: str, fix: str) -> None:
    (finding,) = told("FLT003", force)
    assert (finding.message, finding.fix) == (message, fix)


@pytest.mark.parametrize(
    "force",
    [
        fleet(FRIGATE),
        fleet(TWIN, (company("Wasps"), 2)),
        fleet((CARRIER, 3), (company("Wasps"), 3)),
        replace(fleet(FRIGATE), spares=(Fielded(company("Wasps"), 1, HERE),)),
    ],
)
def test_equal_numbers_of_companies_and_catapults_are_fine(force: Force) -> None:
    assert told("FLT003", force) == []


ONE = "Bring one ace (ace: red, blue, green or yellow)."
NONE = "Bring no ace, or a ship with a catapult and a frame company for the ace to lead."


@pytest.mark.parametrize(
    ("force", "message", "fix"),
    [
        (
            fleet(CARRIER, company("Wasps")),
            "Grey has no ace and 1 catapult; it should have exactly one ace",
            ONE,
        ),
        (
            fleet(TWIN, company("Wasps", ace="R"), modelled(company("Hornets"), "blue")),
            "Grey has 2 aces (red on Wasps and blue on Hornets) and 2 catapults; "
            "it should have exactly one ace",
            ONE,
        ),
        (
            fleet(TWIN, (company("Wasps", ace="Y"), 2), ace="yellow"),
            "Grey has 2 aces (2 × yellow on Wasps) and 2 catapults; it should have exactly one ace",
            ONE.removesuffix(".") + ", and list the company it leads by itself.",
        ),
        (
            fleet(CARRIER, modelled(company("Wasps"), "blue"), ace="red"),
            "Grey has 2 aces (blue on Wasps and red declared for the fleet) and 1 catapult; "
            "it should have exactly one ace",
            ONE,
        ),
        (
            fleet(FRIGATE, ace="green"),
            "Grey has 1 ace (green declared for the fleet) and no catapult; it should have none",
            NONE,
        ),
        (
            fleet(FRIGATE, company("Wasps", ace="G")),
            "Grey has 1 ace (green on Wasps) and no catapult; it should have none",
            NONE,
        ),
    ],
)
def test_aces_are_one_with_a_catapult_and_none_without(force: Force, message: str, fix: str) -> None:
    (finding,) = told("FLT004", force)
    assert (finding.message, finding.fix) == (message, fix)


@pytest.mark.parametrize(
    "force",
    [
        fleet(FRIGATE),
        fleet(CARRIER, company("Wasps"), ace="red"),
        fleet(CARRIER, company("Wasps", ace="R")),
        fleet(CARRIER, modelled(company("Wasps", ace="R"), "red"), ace="Red"),
        fleet(TWIN, (company("Hornets"), 1), modelled(company("Wasps"), "yellow")),
    ],
)
def test_one_ace_however_it_is_said_is_fine(force: Force) -> None:
    assert told("FLT004", force) == []


def test_two_aces_of_one_colour_on_one_model_are_two() -> None:
    (finding,) = told("FLT004", fleet(CARRIER, modelled(company("Wasps"), "red", "red")))
    assert "2 aces (2 × red on Wasps)" in finding.message


@pytest.mark.parametrize(
    ("force", "place", "message"),
    [
        (
            fleet(CARRIER, modelled(company("Wasps")), ace="red"),
            THERE,
            "Grey has a red ace that is marked on no model of a frame company (Wasps)",
        ),
        (
            fleet(TWIN, modelled(company("Wasps")), modelled(company("Hornets")), ace="Blue"),
            HERE,
            "Grey has a blue ace that is marked on no model of a frame company (Wasps and Hornets)",
        ),
        (
            fleet(TWIN, modelled(company("Wasps", ace="Y")), modelled(company("Hornets"))),
            THERE,
            "Grey has a yellow ace that is marked on no model of a frame company (Wasps)",
        ),
    ],
)
def test_an_ace_without_a_model_is_told(force: Force, place: Place, message: str) -> None:
    (finding,) = told("FLT005", force)
    assert (finding.place, finding.message, finding.severity) == (place, message, Severity.WARNING)
    assert finding.fix.startswith("Say which company it leads: build the ace into its model")


@pytest.mark.parametrize(
    "force",
    [
        fleet(CARRIER, modelled(company("Wasps"), "red"), ace="red"),
        fleet(CARRIER, company("Wasps"), ace="red"),
        fleet(CARRIER, modelled(company("Wasps"))),
        fleet(TWIN, modelled(company("Wasps")), modelled(company("Hornets"), "red"), ace="red"),
        fleet(FRIGATE, ace="red"),
    ],
)
def test_a_marked_ace_or_one_still_on_paper_is_fine(force: Force) -> None:
    assert told("FLT005", force) == []


FIXED = "1 defense system, 1 comms system, 1 dogfight weapon and 1 movement system"


@pytest.mark.parametrize(
    ("systems", "carried"),
    [
        (("Rf", "B", "Y"), "1 defense system, 1 comms system and 1 dogfight weapon"),
        (("Rf", "Rf", "B", "G"), "1 defense system, 2 dogfight weapons and 1 movement system"),
        (
            ("Rf", "B", "Y", "G", "K"),
            "1 defense system, 1 comms system, 1 catapult system, 1 dogfight weapon and 1 movement system",
        ),
    ],
)
def test_a_company_has_what_every_company_has(systems: tuple[str, ...], carried: str) -> None:
    (finding,) = told("FLT006", company("Wasps", *systems))
    assert finding.message == f"Wasps carries {carried}; a frame company always has {FIXED}"
    assert finding.fix == "List or tag exactly these, or none at all: every company has them anyway."


@pytest.mark.parametrize(
    "unit",
    [
        company("Wasps"),
        company("Wasps", "G", "Y", "B", "Rf"),
        company("Wasps", "G", "Y", "B", "Rf", ace="R"),
        company("Wasps", "Rd"),
        CARRIER,
        hva(),
    ],
)
def test_companies_as_given_untagged_ones_and_other_units_are_fine(unit: Unit) -> None:
    assert told("FLT006", unit) == []


@pytest.mark.parametrize(
    ("unit", "message", "fix"),
    [
        (
            ship("Anvil", "K", "B", "Y"),
            "Anvil carries 3 systems; a capital ship has 4",
            "Tag or build 1 more, or leave it so: sides are compared by what ships carry.",
        ),
        (
            ship("Dart", "B", body="frigate"),
            "Dart carries 1 system; a frigate has 3",
            "Tag or build 2 more, or leave it so: sides are compared by what ships carry.",
        ),
        (
            ship("", body="frigate"),
            "The ship carries no system; a frigate has 3",
            "Tag or build 3 more, or leave it so: sides are compared by what ships carry.",
        ),
    ],
)
def test_a_free_place_is_told(unit: Unit, message: str, fix: str) -> None:
    (finding,) = told("SYS008", unit)
    assert (finding.message, finding.fix, finding.severity) == (message, fix, Severity.WARNING)


@pytest.mark.parametrize(
    "unit", [CARRIER, FRIGATE, ship("Anvil", *"KKBBYY"), company("Wasps"), hva(), ship("Odd", body="barge")]
)
def test_ships_with_all_their_systems_and_other_units_are_fine(unit: Unit) -> None:
    assert told("SYS008", unit) == []


@pytest.mark.parametrize(
    ("unit", "messages"),
    [
        (
            ship("Anvil", "Y", "Y", "Y", "B"),
            ["Anvil carries 3 comms systems; the text says what 2 do and gives no effect to more"],
        ),
        (
            ship("Anvil", "Rp", "Rp", "Rp", "Rp"),
            ["Anvil carries 4 point defense weapons; the text says what 2 do and gives no effect to more"],
        ),
        (
            ship("Anvil", *"BBBKKK"),
            [
                "Anvil carries 3 defense systems; the text says what 2 do and gives no effect to more",
                "Anvil carries 3 catapult systems; the text says what 2 do and gives no dice to more, though"
                " each of them still has its company and its launch",
            ],
        ),
        (ship("Anvil", "Rp", "Rp", System("Rp", "Ra"), System("Rp", "Ra")), []),
        (ship("Anvil", *"BBKK"), []),
        (company("Wasps", "B", "B", "B"), []),
    ],
)
def test_a_third_of_a_type_is_told(unit: Unit, messages: list[str]) -> None:
    assert [finding.message for finding in told("SYS009", unit)] == messages


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ("{2: {assets: 5, hvas: 3}}", "MAN013"),
        ("{two: {assets: [5, 7], hvas: 3}}", "MAN013"),
        ("[1]", "MAN012"),
        ("{5: {}}", "MAN018"),
    ],
)
def test_a_house_edition_with_a_broken_table_is_told_where_it_is_broken(
    tmp_path: Path, rows: str, code: str
) -> None:
    file = tmp_path / "house.yaml"
    file.write_text(f"extends: intercept-orbit\ntables:\n  fleets: {rows}\n", "utf-8")
    house, findings = load_edition(file)
    assert house is None
    assert findings[0].code == code
    assert findings[0].place.line == 3


def shipped_findings(force: Force, players: int = 0, major: bool = False) -> list[tuple[str, Severity]]:
    """By the shipped text, on the fleet and on each of its units."""
    subjects = [force, *(one.unit for one in force.fielded)]
    edition = edition_for("fleet")
    return [
        (finding.code, finding.severity)
        for code in FAMILIES
        for subject in subjects
        for finding in told(code, subject, players, major, edition)
    ]


def test_a_full_fleet_is_fine_by_the_shipped_text() -> None:
    assert all(edition_for("fleet").cites(code) for code in FAMILIES)
    assert shipped_findings(FULL, players=3) == []
    assert shipped_findings(FULL) == [("FLT001", Severity.INFO)]


@pytest.mark.parametrize(
    ("force", "players", "code", "severity"),
    [
        (FULL, 4, "FLT001", Severity.ERROR),
        (FULL, 5, "FLT001", Severity.ERROR),
        (fleet(*[FRIGATE] * 5, (hva(), 2)), 2, "FLT002", Severity.ERROR),
        (fleet(*[FRIGATE] * 4, CARRIER, (hva(), 3), ace="red"), 2, "FLT003", Severity.ERROR),
        (fleet(*[FRIGATE] * 4, CARRIER, company("Wasps"), (hva(), 3)), 2, "FLT004", Severity.ERROR),
        (
            fleet(*[FRIGATE] * 4, CARRIER, modelled(company("Wasps")), (hva(), 3), ace="red"),
            2,
            "FLT005",
            Severity.WARNING,
        ),
        (
            fleet(*[FRIGATE] * 4, CARRIER, company("Wasps", "B", ace="R"), (hva(), 3)),
            2,
            "FLT006",
            Severity.ERROR,
        ),
        (fleet(*[FRIGATE] * 4, ship("Anvil", "B"), (hva(), 3)), 2, "SYS008", Severity.WARNING),
        (fleet(*[FRIGATE] * 4, ship("Anvil", *"BBBY"), (hva(), 3)), 2, "SYS009", Severity.WARNING),
    ],
)
def test_the_shipped_text_has_the_numbers(force: Force, players: int, code: str, severity: Severity) -> None:
    assert (code, severity) in shipped_findings(force, players)
    assert {found for found, _ in shipped_findings(force, players)} <= {code, "FLT002"}
