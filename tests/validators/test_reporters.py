"""Reporters: the same findings for people, programs and code hosts, whatever names are in them."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from catalog.editions.tables import UnitClass
from catalog.vocabulary import INTERCEPT_ORBIT
from fleets.forces.force import Fielded, Force
from fleets.models.model_units import Role, Unit
from ldraw_tools.findings import WIDTH, Finding, Place, Severity
from ldraw_tools.json_values import schema_of, to_plain
from tests.fielding import SMALL_BOOK, SOLDIER, STRICT_BOOK, anvil, company, frame, ruling, systems
from tests.marking import Marked
from tests.validators.json_schemas import breaches
from tests.validators.sample_reports import broken, reports
from validators.judging import judge
from validators.report import CheckAnswer
from validators.reporters import code_hosts, text
from validators.wording import NOTHING_TO_MEND

GOLDEN = Path(__file__).parent / "golden"
UPDATE = os.environ.get("BRICKYARD_UPDATE") == "1"


def as_text(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("report.txt", lambda: "\n".join(text.lines(reports())) + "\n"),
        ("report.json", lambda: as_text(to_plain(CheckAnswer(tuple(reports()))))),
        ("report.github.txt", lambda: "\n".join(code_hosts.workflow_commands(reports())) + "\n"),
    ],
)
def test_the_report_is_as_it_was(name: str, written: Any) -> None:
    golden, found = GOLDEN / name, written()
    if UPDATE:
        GOLDEN.mkdir(exist_ok=True)
        golden.write_text(found, "utf-8")
    assert golden.read_text("utf-8") == found


def test_a_report_for_people_ends_with_the_verdict_the_edition_and_its_version() -> None:
    last = list(text.lines([broken()]))[-1]
    assert last.startswith("NOT LEGAL by The Small Book (small-book, version 1): 4 errors")
    assert list(text.lines([judge(anvil(), ruling())]))[-1].startswith("LEGAL by The Small Book")


def test_people_see_the_worst_first() -> None:
    lines = list(text.lines([broken()]))
    of_brutus = lines[next(i for i, line in enumerate(lines) if line.startswith("  3 × Brutus")) :]
    words = [line.split()[0] for line in of_brutus if re.match(r"    (error|warning|info) ", line)]
    assert words == sorted(words, key=["error", "warning", "info"].index)


def test_units_with_errors_stand_before_clean_ones() -> None:
    lines = [line for line in text.lines([broken()]) if re.match(r"  \w.*\(frame", line)]
    assert [line.partition(" (")[0].split()[-1] for line in lines] == ["Brutus", "Scout", "Cassius"]


def test_the_number_that_is_wrong_stands_out() -> None:
    painted = "\n".join(text.lines([broken()], Marked()))
    assert "<error>error</> SYS001: Brutus carries <bold>5 systems</>; a frame has room for 4" in painted
    assert "<error>NOT LEGAL</> by" in painted


def test_a_note_has_a_way_out_unless_there_is_nothing_to_mend() -> None:
    mended = "\n".join(text.lines([judge(frame("Glass", "Rd"), ruling())]))
    assert "-> Give up another system for a defense system, or keep to cover." in mended
    told = Finding("SIZ003", Severity.INFO, Place("brutus.mpd", 1), "tall", NOTHING_TO_MEND)
    assert "->" not in "\n".join(text.lines([judge(frame(), ruling(), [told])]))


def test_lines_for_people_are_short_and_can_steer_no_terminal() -> None:
    for line in text.lines(reports(), everything=True):
        assert len(line) <= WIDTH
        assert line.isprintable()


def test_the_marks_are_plain_characters() -> None:
    """What is not ASCII comes from names and messages, never from the form."""
    report = judge(frame("Brutus", SOLDIER + " G"), ruling())
    assert "\n".join(text.lines([report])).isascii()


def test_a_strict_check_says_why_it_fails() -> None:
    report = judge(frame("Glass", "Rd"), ruling(STRICT_BOOK))
    assert list(text.lines([report], strict=True))[-1].endswith("with --strict, warnings are errors")
    assert "--strict" not in list(text.lines([report]))[-1]


def test_many_clean_units_and_many_notes_are_counted() -> None:
    many = company(*[(frame(f"N{number}"), 1) for number in range(40)])
    short, long = ("\n".join(text.lines([judge(many, ruling())], everything=e)) for e in (False, True))
    assert "... and 29 more without a finding (--all shows them)" in short
    assert "N39" in long
    notes = [Finding("LDR040", Severity.INFO, Place("n.mpd", n + 1), f"note {n}") for n in range(9)]
    told = "\n".join(text.lines([judge(frame("N"), ruling(), notes)]))
    assert "... and 3 notes more (--all shows them)" in told
    assert [n for n in range(9) if f"note {n}" in told] == list(range(6))


def test_a_fleet_is_told_in_ships_and_companies() -> None:
    ship = Unit(Role.SHIP, "Argo", "capital", Place("argo.mpd"), systems("B K Rp Ra"))
    wasps = Unit(Role.COMPANY, "Wasps", "company", Place("wasps.mpd"))
    units = tuple(Fielded(unit, 2, Place("fleet.yaml", 3)) for unit in (ship, wasps))
    fixed = UnitClass(fixed=("Rf", "B", "Y", "G"), base=(4, 4))
    navy = replace(SMALL_BOOK, classes={"company": fixed})
    fleet = Force("fleet", "Grey", Place("fleet.yaml"), units)
    report = judge(fleet, ruling(navy, vocabulary=INTERCEPT_ORBIT))
    lines = list(text.lines([report]))
    assert "  2 ships, 8 systems, 2 companies" in lines
    assert any("2 × Argo (ship, capital, argo.mpd)  2W 1B 1K 2Rp 2Ra" in line for line in lines)
    assert any("2 × Wasps (company, wasps.mpd)  2W 1G 1B 1Y 1Rf" in line for line in lines)


def test_the_json_is_as_its_schema_says() -> None:
    schema = schema_of(CheckAnswer)
    document = json.loads(json.dumps(to_plain(CheckAnswer(tuple(reports())))))
    assert list(breaches(document, schema, schema)) == []
    assert document["format"] == 2
    assert document["verdict"] == "not legal"
    document["reports"][0]["findings"][0]["severity"] = "awful"
    del document["reports"][0]["edition"]
    assert len(list(breaches(document, schema, schema))) == 2


def test_the_findings_of_a_report_are_those_of_its_units_too() -> None:
    [report] = to_plain(CheckAnswer((broken(),)))["reports"]
    of_units = [finding for unit in report["units"] for finding in unit["findings"]]
    assert of_units
    assert all(finding in report["findings"] for finding in of_units)


def test_the_json_tells_a_suppressed_finding_with_its_reason() -> None:
    [subject] = to_plain(CheckAnswer((broken(),)))["reports"]
    [scout] = [unit for unit in subject["units"] if unit["name"] == "Scout"]
    assert [(one["finding"]["code"], one["reason"]) for one in scout["suppressed"]] == [
        ("LNT001", "it is meant to spot")
    ]
