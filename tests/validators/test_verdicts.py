"""The four verdicts: in which order they are given, what each needs, and what nobody can know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from fleets.forces.force import Game
from ldraw_tools.findings import Finding, Place, Severity
from tests.fielding import SCOUT, SOLDIER, anvil, company, frame, ruling
from tests.marking import Marked
from tests.running import ROOT
from validators.judged_files import check
from validators.judging import judge, nothing_to_judge
from validators.report import (
    HEAPS,
    LEGAL,
    MISTAKE,
    MODEL_MISSING,
    NO_SUCH_GAME,
    NOT_DESCRIBED,
    NOT_JUDGED,
    NOT_LEGAL,
    REASONS,
    SIZE_UNKNOWN,
    WITH_WARNINGS,
    WORST_FIRST,
    CheckAnswer,
    Reason,
    Report,
    Verdict,
    exit_status,
)
from validators.reporters import code_hosts, text

BRICK = "1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n"
UNKNOWN = "1 4 0 0 0 1 0 0 0 1 0 0 0 1 nobody-knows.dat\n"
HEAD = "company: Dogs\nedition: rapid-attack\ngame: {size: skirmish, players: 3}\n"
STATIONS = "stations: [{name: Depot, count: 2}]\n"


def found(code: str, severity: Severity = Severity.ERROR, is_open: bool = False) -> Finding:
    return Finding(code, severity, Place("brutus.mpd", 3), code, is_open=is_open)


BROKEN = found("SYS001")
MISSING = found("MAN052")
WRONG = found("TAG001")
NO_GAME = found("CMP004", is_open=True)
UNTOLD = found("TAG028", is_open=True)
UNMEASURED = found("SIZ010", is_open=True)
SCATTERED = found("SIZ013", is_open=True)
DOUBT = found("SIZ001", Severity.WARNING)
NOTE = found("SIZ003", Severity.INFO)

# Each line lacks what decided the line above it.
ORDER: list[tuple[Sequence[Finding], Verdict, Reason]] = [
    ([NOTE, DOUBT, UNMEASURED, UNTOLD, NO_GAME, WRONG, MISSING, BROKEN], NOT_LEGAL, ""),
    ([NOTE, DOUBT, UNMEASURED, UNTOLD, NO_GAME, WRONG, MISSING], NOT_JUDGED, MODEL_MISSING),
    ([NOTE, DOUBT, UNMEASURED, UNTOLD, NO_GAME, WRONG], NOT_JUDGED, MISTAKE),
    ([NOTE, DOUBT, UNMEASURED, UNTOLD, NO_GAME], NOT_JUDGED, NO_SUCH_GAME),
    ([NOTE, DOUBT, UNMEASURED, UNTOLD], NOT_JUDGED, NOT_DESCRIBED),
    ([NOTE, DOUBT, SCATTERED, UNMEASURED], NOT_JUDGED, SIZE_UNKNOWN),
    ([NOTE, DOUBT, SCATTERED], NOT_JUDGED, HEAPS),
    ([NOTE, DOUBT], WITH_WARNINGS, ""),
    ([NOTE], LEGAL, ""),
    ([], LEGAL, ""),
]


@pytest.mark.parametrize(("findings", "verdict", "reason"), ORDER)
def test_the_verdict_is_the_first_that_holds(
    findings: Sequence[Finding], verdict: Verdict, reason: Reason
) -> None:
    report = judge(frame("Brutus", SOLDIER), ruling(), findings)
    assert (report.verdict, report.reason) == (verdict, reason)
    assert report.is_legal is (verdict in (LEGAL, WITH_WARNINGS))


def test_reasons_and_verdicts_are_closed_lists() -> None:
    assert set(get_args(Reason)) == {"", *REASONS}
    assert set(get_args(Verdict)) == set(WORST_FIRST)
    assert {reason for _, _, reason in ORDER} == {"", *REASONS}
    manual = (ROOT / "docs" / "checking.md").read_text("utf-8")
    places = [manual.index(f"| {reason} |") for reason in REASONS]
    assert places == sorted(places)


@pytest.mark.parametrize("code", ["LDR011", "MAN001", "TAG001", "DIC001", "SYS006"])
def test_what_is_wrong_with_a_file_or_a_list_breaks_no_rule(code: str) -> None:
    assert judge(frame(), ruling(), [found(code)]).verdict == NOT_JUDGED
    assert judge(frame(), ruling(), [found(code, Severity.WARNING)]).verdict == WITH_WARNINGS


@pytest.mark.parametrize("code", ["SYS001", "SIZ004", "BAS002", "CMP001", "FLT001", "MEC001"])
def test_every_other_error_breaks_a_rule(code: str) -> None:
    assert judge(frame(), ruling(), [found(code)]).verdict == NOT_LEGAL


@pytest.mark.parametrize(
    ("told", "verdict"),
    [
        ([DOUBT], WITH_WARNINGS),
        ([DOUBT, UNTOLD], NOT_JUDGED),
        ([DOUBT, UNTOLD, BROKEN], NOT_LEGAL),
    ],
)
def test_a_force_takes_the_worst_of_its_units(told: Sequence[Finding], verdict: Verdict) -> None:
    report = judge(anvil(), ruling(), told)
    assert report.verdict == verdict
    assert {unit.name: unit.verdict for unit in report.units if unit.verdict != LEGAL} == {"Brutus": verdict}


@pytest.mark.parametrize(
    ("findings", "usual", "strict"), [([], 0, 0), ([DOUBT], 0, 1), ([UNTOLD], 1, 1), ([BROKEN], 1, 1)]
)
def test_the_exit_status_is_that_of_the_verdict(findings: Sequence[Finding], usual: int, strict: int) -> None:
    report = judge(frame("Brutus", SOLDIER), ruling(), findings)
    assert (exit_status([report]), exit_status([report], strict=True)) == (usual, strict)


def test_several_files_have_the_worst_verdict_of_them() -> None:
    reports = [judge(frame("Brutus", SOLDIER), ruling(), told) for told in ([], [DOUBT], [UNTOLD], [BROKEN])]
    for number, verdict in enumerate((LEGAL, WITH_WARNINGS, NOT_JUDGED, NOT_LEGAL), 1):
        assert CheckAnswer(tuple(reports[:number])).verdict == verdict
    assert list(text.lines(reports))[-1] == (
        "4 checked: 1 legal, 1 legal with warnings, 1 not judged, 1 not legal"
    )


def test_every_form_says_the_same_words() -> None:
    report = judge(frame("Brutus", SOLDIER), ruling(), [UNTOLD, DOUBT])
    words = f"NOT JUDGED by The Small Book (small-book, version 1), because {NOT_DESCRIBED}"
    assert words in " ".join(" ".join(text.lines([report])).split())
    assert list(code_hosts.workflow_commands([report]))[-1] == f"brutus.mpd: {words}"
    run = code_hosts.sarif_document([report], "1")["runs"][0]
    assert run["properties"]["reports"][0]["verdict"] == NOT_JUDGED
    assert run["properties"]["reports"][0]["reason"] == NOT_DESCRIBED
    warned = judge(frame("Brutus", SOLDIER), ruling(), [DOUBT])
    assert list(text.lines([warned]))[-1].startswith("LEGAL with 1 warning by The Small Book")
    painted = list(text.lines([warned], Marked()))[-1]
    assert painted.startswith("<warning>LEGAL with 1 warning</>")


def test_what_is_not_judged_is_open_in_sarif_and_has_no_level() -> None:
    for told in (UNTOLD, WRONG, MISSING):
        report = judge(frame("Brutus", SOLDIER), ruling(), [told, DOUBT])
        results = code_hosts.sarif_document([report], "1")["runs"][0]["results"]
        left_open = [result for result in results if result["kind"] == "open"]
        assert "NOT-JUDGED" in [result["ruleId"] for result in left_open]
        assert {result["level"] for result in left_open} == {"none"}
        assert [r["level"] for r in results if r["ruleId"] == "SIZ001"] == ["warning"]


def test_an_entry_that_cant_be_read_is_not_judged_even_if_its_finding_is_elsewhere() -> None:
    report = judge(company((replace(frame("Brutus"), is_unread=True), 3)), ruling())
    assert [unit.verdict for unit in report.units][:1] == [NOT_JUDGED]
    assert nothing_to_judge("x.yaml", ruling(), [found("MAN001")]).reason == MISTAKE
    assert nothing_to_judge("x.yaml", ruling()).reason == MODEL_MISSING


def checked(folder: Path, name: str, words: str, **options: int) -> Report:
    path = folder / name
    path.write_text(words, "utf-8")
    return check(path, players=options.get("players", 0))


def submodel(name: str, tag: str = "") -> str:
    return f"0 FILE main.ldr\n{tag}{BRICK}1 4 0 -24 0 1 0 0 0 1 0 0 0 1 {name}\n0 FILE {name}\n{BRICK}"


@pytest.mark.parametrize(
    ("model", "verdict"),
    [
        (BRICK, NOT_JUDGED),
        (submodel("arm.ldr"), NOT_JUDGED),
        (submodel("x [base].ldr"), NOT_JUDGED),
        (submodel("x [pilot].ldr"), NOT_JUDGED),
        (submodel("x [flag].ldr"), NOT_JUDGED),
        (submodel("x [spare].ldr"), NOT_JUDGED),
        (submodel("x [2Rd].ldr"), LEGAL),
        (submodel("x [rocket].ldr"), LEGAL),
        (submodel("x.ldr", "0 !MFZ FRAME Bare\n"), LEGAL),
        (submodel("x.ldr", "0 !MFZ STATION\n"), LEGAL),
    ],
)
def test_a_model_describes_itself_by_a_system_a_rocket_or_its_kind(
    tmp_path: Path, model: str, verdict: Verdict
) -> None:
    report = checked(tmp_path, "main.mpd", model)
    assert (report.verdict, report.reason) == (verdict, NOT_DESCRIBED if verdict == NOT_JUDGED else "")


@pytest.mark.parametrize(
    ("line", "editor", "way"),
    [
        ("0 !LEOCAD MODEL AUTHOR me\n", "LeoCAD", "group them and name the group"),
        ("0 !LDCAD CONTENT [type=path]\n", "LDCad", "“Rifle [2Rd].ldr”"),
        ("0 MLCAD BTG arm\n", "MLCad", "make a group or a submodel"),
        ('0 ROTATION CENTER 0 0 0 1 "Custom"\n', "MLCad", "make a group or a submodel"),
        ("", "your editor", "make a submodel"),
    ],
)
def test_the_way_out_is_that_of_the_editor(tmp_path: Path, line: str, editor: str, way: str) -> None:
    report = checked(tmp_path, "walker.ldr", f"0 Walker\n{line}{BRICK}")
    [told] = [one for one in report.findings if one.code == "TAG028"]
    assert told.message == "nothing says what Walker carries; as a bare frame it would be legal"
    assert told.fix.startswith(f"In {editor}, ")
    assert way in told.fix
    last = " ".join(" ".join(text.lines([report])).split())
    assert last.endswith(f"As a bare frame it would be legal. {told.fix}")


def test_s2_a_model_without_tags_carries_what_its_entry_says(tmp_path: Path) -> None:
    (tmp_path / "ajax.ldr").write_text(BRICK, "utf-8")
    entry = "{model: ajax.ldr, name: Ajax, systems: 1B 1G 1Y 2Rd, rockets: 1, count: 3}"
    report = checked(tmp_path, "dogs.yaml", f"{HEAD}frames:\n  - {entry}\n{STATIONS}")
    assert "SYS006" not in [one.code for one in report.findings]
    assert [one.message for one in report.findings if one.code == "MAN068"] == [
        "what Ajax carries is in this list only: no system is tagged in its model"
    ]
    assert report.verdict == LEGAL
    assert report.units[0].dice == "2W 1B 1G 1Y 2Rd 1Rd8"
    assert (report.counts.systems, report.counts.rockets) == (12, 3)


def test_s2_the_note_is_said_once_for_all_models(tmp_path: Path) -> None:
    (tmp_path / "ajax.ldr").write_text(BRICK, "utf-8")
    entries = "".join(f"  - {{model: ajax.ldr, name: {name}, systems: 1B 2Rd}}\n" for name in ("A", "B", "C"))
    report = checked(tmp_path, "dogs.yaml", f"{HEAD}frames:\n{entries}{STATIONS}")
    [told] = [one for one in report.findings if one.code == "MAN068"]
    assert told.message == "what A, B, C carry is in this list only: no system is tagged in their models"


def test_s2_tags_that_contradict_the_list_are_told_and_not_judged(tmp_path: Path) -> None:
    (tmp_path / "ajax.mpd").write_text(submodel("x [2Rd].ldr"), "utf-8")
    entry = "{model: ajax.mpd, name: Ajax, systems: 1B 2Rd, rockets: 1, count: 3}"
    report = checked(tmp_path, "dogs.yaml", f"{HEAD}frames:\n  - {entry}\n{STATIONS}")
    assert "SYS006" in [one.code for one in report.findings]
    assert (report.verdict, report.reason) == (NOT_JUDGED, MISTAKE)


@pytest.mark.parametrize(
    ("tagged", "listed", "verdict"),
    [
        ("B G Y Rd Rd", SOLDIER, NOT_JUDGED),
        ("B G Y Rd Rd", "B G Y Y Rd", NOT_LEGAL),
        (SOLDIER, "B G Y Y Rd", NOT_JUDGED),
    ],
)
def test_where_list_and_model_disagree_only_what_both_break_is_broken(
    tagged: str, listed: str, verdict: Verdict
) -> None:
    declared = frame("Ajax", listed, rockets=1).loadout
    unit = replace(frame("Ajax", tagged, rockets=1), declared=declared)
    force = company((unit, 3), (frame("Scout", SCOUT), 2), game=Game("skirmish", 3))
    for subject in (unit, force):
        assert judge(subject, ruling()).verdict == verdict


def test_s2_an_entry_that_misspells_its_systems_describes_nothing(tmp_path: Path) -> None:
    (tmp_path / "ajax.ldr").write_text(BRICK, "utf-8")
    report = checked(
        tmp_path, "dogs.yaml", f"{HEAD}frames:\n  - {{model: ajax.ldr, systems: 1X}}\n{STATIONS}"
    )
    assert report.units[0].verdict == NOT_JUDGED
    assert report.reason in ("", MISTAKE)


def test_s3_a_model_in_a_list_that_nothing_describes_is_not_judged(tmp_path: Path) -> None:
    (tmp_path / "ajax.ldr").write_text(BRICK, "utf-8")
    entry = "{model: ajax.ldr, name: Ajax, rockets: 1, count: 3}"
    report = checked(tmp_path, "dogs.yaml", f"{HEAD}frames:\n  - {entry}\n{STATIONS}")
    assert (report.verdict, report.reason) == (NOT_JUDGED, NOT_DESCRIBED)
    assert [unit.verdict for unit in report.units] == [NOT_JUDGED, LEGAL]


def test_s3_a_station_is_described_by_being_listed_as_one(tmp_path: Path) -> None:
    (tmp_path / "depot.ldr").write_text(BRICK, "utf-8")
    frames = "frames: [{name: A, systems: 1B 2Rd, rockets: 1, count: 3}]\n"
    listed = f"{HEAD}{frames}stations: [{{model: depot.ldr, count: 2}}]\n"
    assert checked(tmp_path, "dogs.yaml", listed).verdict == LEGAL


def test_s4_an_unknown_part_is_a_warning_where_size_is_advice(tmp_path: Path) -> None:
    report = checked(tmp_path, "main.ldr", f"0 !MFZ FRAME Chub\n{BRICK}{UNKNOWN}")
    assert report.verdict == WITH_WARNINGS
    assert {one.code: one.severity for one in report.findings if one.code == "LDR030"} == {
        "LDR030": Severity.WARNING
    }


@pytest.mark.parametrize(
    "model",
    [
        f"0 !MFZ STATION\n{BRICK}{UNKNOWN}",
        f"0 !MFZ SHIP CAPITAL\n{BRICK}{UNKNOWN}",
        f"0 FILE main.ldr\n0 !MFZ SHIP CAPITAL\n{BRICK}1 4 0 24 0 1 0 0 0 1 0 0 0 1 x [base].ldr\n"
        f"0 FILE x [base].ldr\n{BRICK}{UNKNOWN}",
    ],
)
def test_s4_an_unknown_part_leaves_open_what_has_a_size_by_rule(tmp_path: Path, model: str) -> None:
    report = checked(tmp_path, "main.mpd", model)
    assert (report.verdict, report.reason) == (NOT_JUDGED, SIZE_UNKNOWN)


def test_s4_what_is_too_large_without_the_unknown_part_is_not_legal(tmp_path: Path) -> None:
    far = BRICK.replace("1 4 0 0 0", "1 4 80 0 0")
    report = checked(tmp_path, "main.ldr", f"0 !MFZ STATION\n{BRICK}{far}{UNKNOWN}")
    assert (report.verdict, report.reason) == (NOT_LEGAL, "")


def test_s4_a_missing_submodel_may_hold_anything(tmp_path: Path) -> None:
    missing = BRICK.replace("3001.dat", "arm.ldr")
    report = checked(tmp_path, "main.ldr", f"0 !MFZ FRAME Chub\n{BRICK}{missing}")
    assert (report.verdict, report.reason) == (NOT_JUDGED, MODEL_MISSING)


@pytest.mark.parametrize(
    ("name", "words", "reason"),
    [
        ("empty.mpd", "", MODEL_MISSING),
        ("tabbed.yaml", "company: Dogs\n\tframes: []\n", MISTAKE),
        ("empty.yaml", "", MISTAKE),
        ("broken.ldr", "0 !MFZ FRAME Chub\n" + BRICK + "1 4 0 0\n", MISTAKE),
        ("gone.yaml", f"{HEAD}frames: [{{model: gone.ldr, count: 3}}]\n{STATIONS}", MODEL_MISSING),
    ],
)
def test_m5_a_file_that_cant_be_read_breaks_no_rule(
    tmp_path: Path, name: str, words: str, reason: Reason
) -> None:
    report = checked(tmp_path, name, words)
    assert (report.verdict, report.reason) == (NOT_JUDGED, reason)


def test_m14_a_unit_that_makes_its_company_illegal_isnt_legal_itself() -> None:
    report = judge(company((frame("Bolt", "B G Y Rd/Ra"), 2), (frame("Ajax", SOLDIER), 3)), ruling())
    assert {unit.name: unit.verdict for unit in report.units if unit.kind == "frame"} == {
        "Bolt": NOT_LEGAL,
        "Ajax": LEGAL,
    }
    codes = [one.code for one in report.findings]
    assert codes.count("SYS003") == 1
    assert "\n".join(text.lines([report])).count("SYS003") == 1


def test_m14_a_unit_is_no_cause_of_a_number_that_is_wrong() -> None:
    report = judge(company((frame("Ajax", SOLDIER), 30)), ruling())
    assert report.verdict == NOT_LEGAL
    assert {unit.verdict for unit in report.units} <= {LEGAL, WITH_WARNINGS}


@pytest.mark.parametrize("players", [1, 6])
def test_w5_a_game_that_the_text_doesnt_have_is_not_judged(players: int) -> None:
    report = check(ROOT / "examples" / "companies" / "estars-anvil.yaml", players=players)
    assert (report.verdict, report.reason) == (NOT_JUDGED, NO_SUCH_GAME)


@pytest.mark.parametrize("players", [1, 5])
def test_w5_so_is_a_fleet_of_such_a_game(players: int) -> None:
    report = check(ROOT / "examples" / "fleets" / "first-patrol.yaml", players=players)
    assert (report.verdict, report.reason) == (NOT_JUDGED, NO_SUCH_GAME)


def test_an_edition_without_a_rule_about_size_leaves_nothing_open(tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text("extends: rapid-attack\nrules:\n  SIZ004: {severity: warning}\n", "utf-8")
    path = tmp_path / "main.ldr"
    path.write_text(f"0 !MFZ STATION\n{BRICK}{UNKNOWN}", "utf-8")
    assert check(path, edition=str(house)).verdict == WITH_WARNINGS
