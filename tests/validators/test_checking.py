"""Checking: every cited rule on every subject, suppressions kept in sight, the same every run."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from catalog.editions.edition import Citation
from fleets.forces.force import NO_GAME, Fielded, Force, Game
from ldraw_tools.findings import BrickyardError, Finding, Place, Severity
from tests.fielding import SCOUT, SMALL_BOOK, anvil, company, frame, ruling, station
from validators.book import cited_rules
from validators.judging import check, judge
from validators.report import Report, exit_status, make_report

FIVE = "B G Y Rd Rd"
READ = Finding("LDR030", Severity.ERROR, Place("brutus.mpd", 7), "“x.dat” is found nowhere")


def codes(findings: list[Finding]) -> list[str]:
    return [finding.code for finding in findings]


def test_a_company_as_the_book_wants_it_has_no_finding() -> None:
    assert codes(check([anvil()], ruling())) == ["LNT001"]
    assert make_report([anvil()], ruling()).is_legal


def test_a_unit_is_judged_once_however_many_are_fielded() -> None:
    unit = frame("Brutus", FIVE)
    force = company((unit, 2), (unit, 3), game=Game("skirmish", 3))
    assert codes(check([force], ruling())).count("SYS001") == 1
    [brutus, depot] = make_report([force], ruling()).subjects[0].units
    assert (brutus.count, depot.count) == (5, 2)


def test_counts_multiply_what_a_unit_has() -> None:
    force = company((frame("Brutus", FIVE, rockets=2), 10_000))
    counts = make_report([force], ruling()).subjects[0].counts
    assert (counts.frames, counts.systems, counts.rockets, counts.stations) == (10_000, 50_000, 20_000, 2)


def test_findings_come_in_file_order_and_the_same_every_run() -> None:
    one, two = frame("Zeno", FIVE, rockets=4), frame("Abel", "Y Y Y")
    findings = check([company((one, 1), (two, 1))], ruling())
    places = [(found.place.file, found.place.line, found.code) for found in findings]
    assert places == sorted(places)
    assert findings == check([company((one, 1), (two, 1))], ruling())


def test_only_cited_rules_are_applied() -> None:
    little = {"SYS001": SMALL_BOOK.citations["SYS001"]}
    by = ruling(replace(SMALL_BOOK, citations=little))
    assert codes(check([company((frame("Brutus", FIVE, rockets=9), 1))], by)) == ["SYS001"]
    assert [rule.code for rule in cited_rules(by.edition)] == ["SYS001"]


def test_spares_are_judged_and_not_counted() -> None:
    force = anvil(spares=(frame("Cassius", FIVE),))
    report = make_report([force], ruling())
    assert report.subjects[0].counts.frames == 5
    assert [unit.name for unit in report.subjects[0].units if unit.is_spare] == ["Cassius"]
    assert "Cassius carries 5 systems; a frame has room for 4" in [f.message for f in report.findings]


def test_a_suppressed_finding_stays_visible_with_its_reason() -> None:
    force = anvil(suppressed={"SYS001": "our group likes them heavy"}, spares=(frame("Cassius", FIVE),))
    report = make_report([force], ruling())
    assert "SYS001" not in codes(check([force], ruling()))
    [suppressed] = report.suppressed
    assert (suppressed.finding.code, suppressed.reason) == ("SYS001", "our group likes them heavy")
    assert report.is_legal


def test_a_suppression_without_a_reason_suppresses_nothing() -> None:
    force = anvil(suppressed={"SYS001": " "}, spares=(frame("Cassius", FIVE),))
    assert "SYS001" in codes(check([force], ruling()))


def test_what_reading_found_is_told_with_its_unit_and_can_be_suppressed() -> None:
    judged = judge(anvil(), ruling(), [READ])
    assert [unit.subject.name for unit in judged.units if READ in unit.findings] == ["Brutus"]
    judged = judge(anvil(suppressed={"LDR030": "built from spares"}), ruling(), [READ])
    assert READ not in list(judged.all_findings())
    assert [one.finding for unit in judged.units for one in unit.suppressed] == [READ]


def test_what_reading_found_in_a_file_of_several_units_is_told_with_the_company() -> None:
    place = Place("all.mpd", 3)
    force = company((frame("Brutus", place=place), 1), (frame("Scout", SCOUT, place=place), 1))
    found = replace(READ, place=Place("all.mpd", 9))
    assert found in judge(force, ruling(), [found]).findings


def test_a_file_with_nothing_to_judge_is_reported_by_its_name() -> None:
    report = make_report([], ruling(), [READ])
    assert [(subject.name, subject.kind) for subject in report.subjects] == [("brutus.mpd", "file")]
    assert not report.is_legal


def test_findings_of_several_subjects_go_to_the_one_whose_file_it_is() -> None:
    other = replace(READ, place=Place("elsewhere.ldr"))
    report = make_report([frame("Brutus"), frame("Cassius")], ruling(), [READ, other])
    told = {subject.name: list(subject.findings) for subject in report.subjects}
    assert READ in told["Brutus"]
    assert told["elsewhere.ldr"] == [other]


def test_a_warning_fails_a_strict_check_only() -> None:
    report = make_report([anvil(game=Game("skirmish", 6))], ruling())
    assert report.is_legal
    assert (exit_status([report]), exit_status([report], strict=True)) == (0, 1)


def test_an_error_fails_every_check_and_a_note_none() -> None:
    assert exit_status([make_report([frame("Brutus", FIVE)], ruling())]) == 1
    alone = make_report([frame("Glass", "Rd")], ruling())
    assert alone.tally[Severity.INFO]
    assert exit_status([alone], strict=True) == 0
    assert exit_status([]) == 0


def test_dice_are_written_canonically_and_a_station_rolls_none() -> None:
    report = make_report([anvil()], ruling())
    dice = {unit.name: unit.dice for unit in report.subjects[0].units}
    assert dice == {
        "Brutus": "2W 1B 1G 1Y 2Rd 1Rd8",
        "Scout": "2W 1B 1G 2Y Gd8",
        "Howitzer": "2W 1B 2Y 2Ra",
        "Depot": "",
    }


def test_systems_of_another_game_are_told_and_have_no_dice() -> None:
    report = make_report([frame("Brutus", "K")], ruling())
    assert report.subjects[0].dice == ""
    assert "SYS010" in codes(report.findings)


def test_options_and_game_of_the_company_stand_in_the_report() -> None:
    report = make_report([anvil(options={"rockets": 3})], ruling(options={"ban": ["Ra"]}))
    subject = report.subjects[0]
    assert (subject.game_size, subject.players) == ("skirmish", 3)
    assert subject.options == {"rockets": 3, "ban": ["Ra"]}


def test_a_citation_that_lacks_a_number_is_told_in_one_line() -> None:
    lame = replace(SMALL_BOOK, citations={"SYS002": Citation("SYS002", "", Severity.ERROR)})
    with pytest.raises(BrickyardError, match="The Small Book: the citation of SYS002 lacks 'most'"):
        check([frame()], ruling(lame))
    wordy = Citation("SYS002", "", Severity.ERROR, {"most": 2.5}, edition="house")
    with pytest.raises(BrickyardError, match="house: the citation of SYS002 needs a whole number as most"):
        check([frame()], ruling(replace(SMALL_BOOK, citations={"SYS002": wordy})))


@pytest.mark.parametrize(
    ("caller", "file", "merged"),
    [
        ({}, {}, {}),
        ({}, {"split-range": False}, {"split-range": False}),
        ({"split-range": True}, {}, {"split-range": True}),
        ({"split-range": True}, {"split-range": False, "rockets": 4}, {"split-range": True, "rockets": 4}),
    ],
)
def test_an_option_of_the_caller_wins_over_the_files(
    caller: dict[str, Any], file: dict[str, Any], merged: dict[str, Any]
) -> None:
    assert ruling(options=caller).merged_with(anvil(options=file)).options == merged


@pytest.mark.parametrize(
    ("caller", "file", "merged"),
    [
        (NO_GAME, Game("skirmish", 3), Game("skirmish", 3)),
        (Game("battle", 4), NO_GAME, Game("battle", 4)),
        (Game("battle", 4), Game("skirmish", 3), Game("battle", 4)),
        (Game(players=4), Game("skirmish", 3), Game("skirmish", 4)),
        (Game("battle"), Game("skirmish", 3), Game("battle", 3)),
    ],
)
def test_a_game_of_the_caller_wins_over_the_files(caller: Game, file: Game, merged: Game) -> None:
    assert ruling(game=caller).merged_with(anvil(game=file)).game == merged


@pytest.mark.parametrize(("caller", "breaches"), [({}, 1), ({"split-range": True}, 0)])
def test_what_the_caller_agreed_to_changes_the_verdict_of_a_file(
    caller: dict[str, Any], breaches: int
) -> None:
    split = company((frame("Brutus", "B G Y Rd/Ra"), 3), options={"split-range": False})
    assert codes(check([split], ruling(options=caller))).count("SYS003") == breaches


def test_an_empty_company_is_judged_without_a_fall() -> None:
    force = Force("company", "", Place("empty.yaml"))
    assert {"CMP001", "CMP002", "CMP003"} <= set(codes(check([force], ruling())))


def test_a_report_of_nothing_is_legal() -> None:
    report = make_report([], ruling())
    assert isinstance(report, Report)
    assert report.is_legal
    assert check([station()], ruling()) == []


def test_a_unit_listed_in_two_places_is_one_entry() -> None:
    unit = frame()
    force = Force("company", "Twice", Place("t.yaml"), (Fielded(unit, 1, Place("t.yaml", 2)),) * 2)
    assert [one.count for one in judge(force, ruling()).units] == [2]
