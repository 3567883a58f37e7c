"""Every rule of systems, companies and lint: content with the good case, and what it says of the bad one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from catalog.editions import loading
from catalog.editions.edition import Edition
from catalog.editions.tables import UnitClass
from catalog.vocabulary import INTERCEPT_ORBIT
from fleets.forces.force import Force, Game
from fleets.models.model_units import Marked, Role, Tag, TagSource, Unit
from ldraw_tools.findings import Place, Severity
from tests.fielding import SMALL_BOOK, SOLDIER, anvil, company, frame, ruling, said_by, station, systems
from tests.validators.cases_of_rules import CASES, Case
from validators.rule import rules

SHIPPED = [loading.edition(name) for name in loading.shipped_editions()]
EDITIONS = [SMALL_BOOK, *(edition for edition in SHIPPED if edition.game == SMALL_BOOK.game)]
CITED = [(case, edition) for case in CASES for edition in EDITIONS if edition.cites(case.code)]


def ids(value: Case | Edition) -> str:
    return value.code if isinstance(value, Case) else value.id


@pytest.mark.parametrize(("case", "edition"), CITED, ids=ids)
def test_a_rule_is_content_with_its_good_case(case: Case, edition: Edition) -> None:
    assert said_by(case.code, case.good, ruling(edition, options=case.options)) == []


@pytest.mark.parametrize(("case", "edition"), CITED, ids=ids)
def test_a_rule_says_what_is_wrong_and_how_to_mend_it(case: Case, edition: Edition) -> None:
    [finding] = said_by(case.code, case.bad, ruling(edition, options=case.options))
    assert (finding.message, finding.fix) == (case.message, case.fix)
    assert finding.severity is edition.citations[case.code].severity
    assert finding.reference == edition.citations[case.code].reference
    assert finding.place == replace(case.bad.place, line=case.line)


def messages(code: str, subject: Force | Unit, **options: object) -> list[str]:
    return [finding.message for finding in said_by(code, subject, ruling(options=options))]


def marked(name: str, tag: str, times: int = 1, role: Role = Role.SYSTEM) -> Marked:
    said = Tag(role, tag, "", TagSource.NAME, tag, Place("brutus.mpd", 2))
    return Marked(said, name, 0, None, times, systems("B"))


def test_too_many_systems_are_named_as_often_as_they_are_placed() -> None:
    pieces = (marked("Shield", "1B", 3), marked("Mast", "1Y"), marked("Box", "", 2, Role.SPARE))
    [message] = messages("SYS001", frame("Brutus", SOLDIER + " Rd", marked=pieces))
    assert message == "Brutus carries 5 systems (Shield [1B] ×3 and Mast [1Y]); a frame has room for 4"


def test_three_systems_of_a_type_are_told_in_whole_numbers() -> None:
    [message] = messages("SYS002", frame("Brutus", "Y Y Y"))
    assert message == "Brutus carries 3 comms systems; a frame may have 2 of a type"


def test_a_split_weapon_on_a_model_by_itself_is_only_worth_knowing() -> None:
    [finding] = said_by("SYS003", frame("Brutus", "Rd/Ra"), ruling())
    assert finding.severity is Severity.INFO
    assert finding.message == (
        "Brutus carries 1 split-range weapon: legal only where the group agrees to split weapons"
        " (option split-range)"
    )


def test_a_company_is_told_of_split_weapons_and_its_frames_are_not() -> None:
    by = ruling().merged_with(anvil())
    assert list(rules()["SYS003"].apply(frame("Brutus", "Rd/Ra"), by)) == []


def test_a_spare_with_a_split_weapon_needs_the_groups_consent_too() -> None:
    [message] = messages("SYS003", anvil(spares=(frame("Cassius", "Rd/Ra"),)))
    assert message.startswith("Cassius carries 1 split-range weapon")


def test_consent_can_come_from_the_caller() -> None:
    force = company((frame("Brutus", "Rd/Ra"), 3))
    assert said_by("SYS003", force, ruling(options={"split-range": True})) == []


def test_every_environment_that_was_not_agreed_on_is_told_by_itself() -> None:
    force = company((frame("Diver", "E:vacuum E:mud"), 1))
    assert [message.split(":")[0] for message in messages("SYS005", force)] == [
        "Diver carries 1 environmental system for mud",
        "Diver carries 1 environmental system for vacuum",
    ]


def test_an_environmental_system_on_a_model_by_itself_is_only_worth_knowing() -> None:
    [finding] = said_by("SYS005", frame("Diver", "E:mud"), ruling())
    assert finding.severity is Severity.INFO
    assert "legal only where the group agrees to mud (option environments)" in finding.message


def test_a_type_can_be_banned_by_its_name_and_half_a_weapon_is_of_it() -> None:
    [message] = messages("SYS007", frame("Brutus", "Rd/Ra"), ban=["Artillery Weapon"])
    assert message == "Brutus carries 0.5 artillery weapons; the type is banned in this game (option ban)"


def test_a_ship_is_judged_by_its_class() -> None:
    classes = {"frigate": UnitClass(systems=3, base=(4, 8))}
    navy = replace(SMALL_BOOK, classes=classes, words={"frigate": "frigate of the line"})
    ship = Unit(Role.SHIP, "Argo", "frigate", Place("argo.mpd"), systems("B Y Rp Rs"))
    [finding] = said_by("SYS001", ship, ruling(navy, INTERCEPT_ORBIT))
    assert finding.message == "Argo carries 4 systems; a frigate of the line has room for 3"


def test_systems_of_another_game_and_rockets_without_a_launcher_are_told() -> None:
    [message] = messages("SYS010", frame("Brutus", "K"))
    assert message.startswith("Brutus carries 1 K system; a frame carries defense, movement, comms,")
    ship = Unit(Role.SHIP, "Argo", "frigate", Place("argo.mpd"), systems("B", rockets=2, ace="B"))
    [finding] = said_by("SYS010", ship, ruling(vocabulary=INTERCEPT_ORBIT))
    assert finding.measured == "2 rockets and a blue ace"


def test_a_system_on_a_station_is_told_at_its_own_tag() -> None:
    tag = Tag(Role.SYSTEM, "2Rd", "gun", TagSource.META, "SYSTEM 2Rd gun", Place("depot.ldr", 6, 14))
    gun = Marked(tag, "gun", 0, None, 1, systems("Rd"))
    [finding] = said_by("SYS010", station("Depot", "Rd", marked=(gun,)), ruling())
    assert finding.place == tag.place


def test_declared_systems_are_compared_and_nothing_declared_is_no_difference() -> None:
    assert messages("SYS006", frame("Brutus", SOLDIER)) == []
    [message] = messages("SYS006", frame("Brutus", "", declared=systems("B")))
    assert message == "Brutus is declared with 1B, but its model is tagged with no system"


def test_a_unit_without_a_name_is_called_by_what_it_is() -> None:
    [message] = messages("SYS004", frame("", "", rockets=4))
    assert message == "The frame carries 4 rockets; a frame carries at most 3"


@pytest.mark.parametrize(
    ("frames", "stations", "code", "message"),
    [
        (4, 4, "CMP001", "Estar's Anvil has 4 stations; a company has 1, 2 or 3"),
        (9, 4, "CMP002", "Estar's Anvil has 9 frames; a company of any game has 3 to 8"),
        (8, 1, "CMP002", "Estar's Anvil has 8 frames; a company with 1 station has 3 to 5"),
        (2, 2, "CMP002", "Estar's Anvil has 2 frames; a company with 2 stations has 3 to 7"),
    ],
)
def test_without_a_game_a_number_is_wrong_if_no_game_has_it(
    frames: int, stations: int, code: str, message: str
) -> None:
    force = company((frame(), frames), stations=stations)
    assert messages(code, force) == [message]
    assert messages("CMP004", force) == []


def test_players_alone_narrow_the_games_down() -> None:
    [message] = messages("CMP004", anvil(game=Game(players=4)))
    assert message == "With 5 frames and 2 stations Estar's Anvil is legal for a battle of 4 players"


def test_a_game_that_the_edition_has_no_numbers_for_cant_be_judged() -> None:
    [finding] = said_by("CMP004", anvil(game=Game("skirmish", 6)), ruling())
    assert finding.is_open
    assert finding.message == (
        "With 5 frames and 2 stations Estar's Anvil can't be judged: The Small Book has no numbers for"
        " a skirmish of 6 players"
    )


def test_the_callers_game_wins_over_the_companys() -> None:
    [finding] = said_by("CMP002", anvil(), ruling(game=Game("skirmish", 4)))
    assert finding.allowed == "3 to 4"


@pytest.mark.parametrize(
    ("agreed", "message", "fix"),
    [
        (0, "a company in this group has exactly 0", "Take away 3 rockets"),
        (8, "a company in this group has exactly 8", "Add 5 rockets"),
    ],
)
def test_a_group_may_agree_on_another_number_of_rockets(agreed: int, message: str, fix: str) -> None:
    [finding] = said_by("CMP003", anvil(), ruling(options={"rockets": agreed}))
    assert message in finding.message
    assert finding.fix.startswith(fix)


def test_nobody_is_asked_to_agree_on_more_rockets_than_the_option_allows() -> None:
    [finding] = said_by("CMP003", company((frame(rockets=3), 3)), ruling())
    assert finding.fix == "Take away 6 rockets; every company has the same number."


def test_company_rules_leave_fleets_and_single_models_alone() -> None:
    for kind in ("fleet", "model"):
        force = Force(kind, "Argo", Place("argo.yaml"))
        for code in ("CMP001", "CMP002", "CMP003", "CMP004"):
            assert said_by(code, force, ruling()) == []


def test_frames_that_differ_in_rockets_only_are_alike() -> None:
    one, two = frame("Brutus", rockets=1), frame("Cassius")
    assert len(messages("LNT004", company((one, 1), (two, 1)))) == 1


def test_all_alike_is_told_once_and_no_two_alike_in_words() -> None:
    assert messages("CMP007", company((frame(), 5))) == []
    units = [(frame(f"N{i}", text), 1) for i, text in enumerate(("B", "G", "Y", "Rd", "Ra"))]
    [message] = messages("CMP007", company(*units))
    assert "no two are alike" in message


def test_a_frame_by_itself_is_told_that_it_has_nothing_blue() -> None:
    [message] = messages("LNT005", frame("Glass", "Rd"))
    assert message.startswith("Glass carries nothing blue")


def test_a_frame_that_sprints_anyway_or_never_could_is_not_told_so() -> None:
    assert messages("LNT003", frame("Runner", "Rh G")) == []
    assert messages("LNT003", station("Depot", "Rh/Rd")) == []


@pytest.mark.parametrize(
    ("code", "subject", "options"),
    [
        ("SYS003", company((frame("Brutus", "Rd/Ra"), 1)), {"split-range": "perhaps"}),
        ("CMP003", company((frame(rockets=9), 1)), {"rockets": 9}),
        ("SYS005", company((frame("Diver", "E:mud"), 1)), {"environments": "mud"}),
    ],
)
def test_an_option_that_makes_no_sense_is_no_agreement(
    code: str, subject: Force, options: dict[str, object]
) -> None:
    assert len(said_by(code, subject, ruling(options=options))) == 1


def test_an_average_that_makes_no_sense_binds_nobody() -> None:
    assert said_by("CMP005", anvil(), ruling(options={"average-systems": "three"})) == []


def test_an_edition_without_the_option_knows_no_consent() -> None:
    strict = replace(SMALL_BOOK, options={})
    force = company((frame("Brutus", "Rd/Ra"), 1))
    assert len(said_by("SYS003", force, ruling(strict, options={"split-range": True}))) == 1


def test_a_house_edition_may_take_an_option_as_agreed() -> None:
    split = SMALL_BOOK.options["split-range"]._replace(default=True)
    house = replace(SMALL_BOOK, options={**SMALL_BOOK.options, "split-range": split})
    force = company((frame("Brutus", "Rd/Ra"), 1))
    assert said_by("SYS003", force, ruling(house)) == []
    assert len(said_by("SYS003", force, ruling(house, options={"split-range": False}))) == 1
