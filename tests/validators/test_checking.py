"""Checking: every cited rule on every subject, suppressions kept in sight, the same every run."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from catalog.editions.edition import Citation
from fleets.forces.force import NO_GAME, Fielded, Force, Game
from ldraw_tools.findings import BrickyardError, Finding, Place, Severity
from tests.fielding import SCOUT, SMALL_BOOK, STRICT_BOOK, anvil, company, frame, ruling, station
from tests.running import ROOT
from validators.judged_files import JudgeSettings, read_file
from validators.judging import findings_on, judge, nothing_to_judge
from validators.report import MODEL_MISSING, Report, exit_status
from validators.rule import cited_rules

FIVE = "B G Y Rd Rd"
READ = Finding("LDR030", Severity.ERROR, Place("brutus.mpd", 7), "“x.dat” was not found")


def codes(findings: Iterable[Finding]) -> list[str]:
    return [finding.code for finding in findings]


def test_a_company_as_the_book_wants_it_has_no_finding() -> None:
    assert codes(findings_on(anvil(), ruling())) == ["LNT001"]
    assert judge(anvil(), ruling()).is_legal
    assert not judge(frame("Brutus", FIVE), ruling()).has_unread


@pytest.mark.parametrize(
    ("asked", "written", "title", "chosen"),
    [
        ("", "", "rapid-attack", False),
        ("", "edition: condensed\n", "condensed", True),
        ("rapid-attack-draft", "", "rapid-attack-draft", True),
        ("rapid-attack-draft", "edition: condensed\n", "rapid-attack-draft", True),
    ],
)
def test_what_the_caller_asks_for_counts_before_what_the_file_says(
    asked: str, written: str, title: str, chosen: bool, tmp_path: Path
) -> None:
    file = tmp_path / "c.yaml"
    file.write_text(f"company: C\n{written}frames:\n  - {{name: A, systems: 1B}}\n", "utf-8")
    read = read_file(file, JudgeSettings(edition=asked))
    assert read.ruling.edition.id == title
    assert read.names_edition is chosen


@pytest.mark.parametrize(
    ("lines", "units"),
    [
        (["0 FILE main.ldr", "0 !MFZ FRAME A"], None),
        (["0 FILE main.ldr", "{}a.ldr", "{}b.ldr"], ["A", "B"]),
        (["0 FILE main.ldr", "{}a.ldr", "{}a.ldr"], ["A"]),
    ],
)
def test_two_units_in_a_model_are_judged_as_a_force(
    lines: list[str], units: list[str] | None, tmp_path: Path
) -> None:
    line = "1 4 0 0 0 1 0 0 0 1 0 0 0 1"
    frames = "".join(f"0 FILE {name}.ldr\n0 !MFZ FRAME {name.upper()}\n{line} 3001.dat\n" for name in "ab")
    file = tmp_path / "m.mpd"
    file.write_text("\n".join(one.format(f"{line} ") for one in lines) + "\n" + frames, "utf-8")
    subject = read_file(file, JudgeSettings()).subject
    found = [one.unit.name for one in subject.fielded] if isinstance(subject, Force) else None
    assert found == units


def test_of_a_unit_that_could_not_be_read_nothing_is_judged() -> None:
    unread = replace(frame("Brutus", FIVE), is_unread=True)
    assert codes(findings_on(unread, ruling())) == []


def test_a_unit_is_judged_once_however_many_are_fielded() -> None:
    unit = frame("Brutus", FIVE)
    force = company((unit, 2), (unit, 3), game=Game("skirmish", 3))
    assert codes(findings_on(force, ruling())).count("SYS001") == 1
    [brutus, depot] = judge(force, ruling()).units
    assert (brutus.count, depot.count) == (5, 2)


def test_counts_multiply_what_a_unit_has() -> None:
    force = company((frame("Brutus", FIVE, rockets=2), 10_000))
    counts = judge(force, ruling()).counts
    assert (counts.frames, counts.systems, counts.rockets, counts.stations) == (10_000, 50_000, 20_000, 2)


def test_findings_come_in_file_order_and_the_same_every_run() -> None:
    one, two = frame("Zeno", FIVE, rockets=4), frame("Abel", "Y Y Y")
    findings = findings_on(company((one, 1), (two, 1)), ruling())
    places = [(found.place.file, found.place.line, found.code) for found in findings]
    assert places == sorted(places)
    assert findings == findings_on(company((one, 1), (two, 1)), ruling())


def test_only_cited_rules_are_applied() -> None:
    little = {"SYS001": SMALL_BOOK.citations["SYS001"]}
    by = ruling(replace(SMALL_BOOK, citations=little))
    assert codes(findings_on(company((frame("Brutus", FIVE, rockets=9), 1)), by)) == ["SYS001"]
    assert [rule.code for rule in cited_rules(by.edition)] == ["SYS001"]


def test_spares_are_judged_and_not_counted() -> None:
    force = anvil(spares=(frame("Cassius", FIVE),))
    report = judge(force, ruling())
    assert report.counts.frames == 5
    assert [unit.name for unit in report.units if unit.is_spare] == ["Cassius"]
    assert "Cassius carries 5 systems; a frame has room for 4" in [f.message for f in report.findings]


def test_a_suppressed_finding_stays_visible_with_its_reason() -> None:
    force = anvil(suppressed={"SYS001": "our group likes them heavy"}, spares=(frame("Cassius", FIVE),))
    report = judge(force, ruling())
    assert "SYS001" not in codes(findings_on(force, ruling()))
    [suppressed] = report.suppressed
    assert (suppressed.finding.code, suppressed.reason) == ("SYS001", "our group likes them heavy")
    assert report.is_legal


def test_a_suppression_without_a_reason_suppresses_nothing() -> None:
    force = anvil(suppressed={"SYS001": " "}, spares=(frame("Cassius", FIVE),))
    assert "SYS001" in codes(findings_on(force, ruling()))


def test_what_reading_found_is_told_with_its_unit_and_can_be_suppressed() -> None:
    judged = judge(anvil(), ruling(), [READ])
    assert [unit.name for unit in judged.units if READ in unit.findings] == ["Brutus"]
    assert READ in judged.findings
    assert READ not in judged.own_findings
    doubt = replace(READ, severity=Severity.WARNING)
    judged = judge(anvil(suppressed={"LDR030": "built from spares"}), ruling(), [doubt])
    assert doubt not in judged.findings
    assert [one.finding for unit in judged.units for one in unit.suppressed] == [doubt]


def test_what_reading_found_in_a_file_of_several_units_is_told_with_the_company() -> None:
    place = Place("all.mpd", 3)
    force = company((frame("Brutus", place=place), 1), (frame("Scout", SCOUT, place=place), 1))
    found = replace(READ, place=Place("all.mpd", 9))
    assert found in judge(force, ruling(), [found]).own_findings


def test_a_file_with_nothing_to_judge_is_reported_by_its_name() -> None:
    report = nothing_to_judge("brutus.mpd", ruling(), [READ])
    assert (report.name, report.kind) == ("brutus.mpd", "file")
    assert not report.is_legal


def test_a_report_goes_to_another_process_without_the_model() -> None:
    report = judge(anvil(), ruling())
    arrived = pickle.loads(pickle.dumps(report))
    assert arrived == report
    assert arrived.subject is None
    assert arrived.findings == report.findings


def test_a_warning_fails_a_strict_check_only() -> None:
    report = judge(frame("Glass", "Rd"), ruling(STRICT_BOOK))
    assert report.is_legal
    assert (exit_status([report]), exit_status([report], strict=True)) == (0, 1)


def test_an_error_fails_every_check_and_a_note_none() -> None:
    assert exit_status([judge(frame("Brutus", FIVE), ruling())]) == 1
    alone = judge(frame("Glass", "Rd"), ruling())
    assert alone.tally[Severity.INFO]
    assert exit_status([alone], strict=True) == 0
    assert exit_status([]) == 0


def test_dice_are_written_canonically_and_a_station_rolls_none() -> None:
    report = judge(anvil(), ruling())
    dice = {unit.name: unit.dice for unit in report.units}
    assert dice == {
        "Brutus": "2W 1B 1G 1Y 2Rd 1Rd8",
        "Scout": "2W 1B 1G 2Y Gd8",
        "Howitzer": "2W 1B 2Y 2Ra",
        "Depot": "",
    }


def test_systems_of_another_game_are_told_and_have_no_dice() -> None:
    report = judge(frame("Brutus", "K"), ruling())
    assert report.dice == ""
    assert "SYS010" in codes(report.findings)


def test_options_and_game_of_the_company_stand_in_the_report() -> None:
    report = judge(anvil(options={"rockets": 3}), ruling(options={"ban": ["Ra"]}))
    assert report.game == Game("skirmish", 3)
    assert report.options == {"rockets": 3, "ban": ["Ra"]}


def test_a_citation_that_lacks_a_number_is_told_in_one_line() -> None:
    lame = replace(SMALL_BOOK, citations={"SYS002": Citation("SYS002", "", Severity.ERROR)})
    with pytest.raises(BrickyardError, match="The Small Book: the citation of SYS002 lacks 'most'"):
        findings_on(frame(), ruling(lame))
    wordy = Citation("SYS002", "", Severity.ERROR, {"most": 2.5}, edition="house")
    with pytest.raises(BrickyardError, match="house: the citation of SYS002 needs a whole number as most"):
        findings_on(frame(), ruling(replace(SMALL_BOOK, citations={"SYS002": wordy})))


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
    assert codes(findings_on(split, ruling(options=caller))).count("SYS003") == breaches


def test_an_empty_company_is_judged_without_a_fall() -> None:
    force = Force("company", "", Place("empty.yaml"))
    assert {"CMP001", "CMP002", "CMP003"} <= set(codes(findings_on(force, ruling())))


def test_a_report_of_nothing_judges_nothing() -> None:
    report = nothing_to_judge("empty.ldr", ruling())
    assert isinstance(report, Report)
    assert (report.verdict, report.reason) == ("not judged", MODEL_MISSING)
    assert findings_on(station(), ruling()) == []


def test_a_unit_listed_in_two_places_is_one_entry() -> None:
    unit = frame()
    force = Force("company", "Twice", Place("t.yaml"), (Fielded(unit, 1, Place("t.yaml", 2)),) * 2)
    assert [one.count for one in judge(force, ruling()).units] == [2]


def test_other_programs_check_a_file_in_one_line() -> None:
    import validators

    report = validators.check(ROOT / "examples" / "companies" / "estars-anvil.yaml")
    assert isinstance(report, validators.Report)
    assert (report.verdict, report.is_legal, report.kind) == ("legal", True, "company")
    assert all(isinstance(found, validators.Finding) for found in report.findings)
    strict = validators.check(ROOT / "examples" / "companies" / "estars-anvil.yaml", players=6)
    assert strict.findings != report.findings
    assert set(validators.__all__) == {"Finding", "Report", "check"}
    with pytest.raises(AttributeError):
        _ = validators.judge  # type: ignore[attr-defined]


def test_importing_the_floor_alone_imports_nothing_else_of_ours() -> None:
    program = (
        "import sys, validators; print(*(name for name in sys.modules if name.startswith('validators.')))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == ""
