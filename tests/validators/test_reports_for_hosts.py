"""Reports for code hosts: SARIF as its standard says, and annotations that no name can break out of."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from urllib.parse import unquote

import pytest

from ldraw_tools.findings import Place
from tests.fielding import frame, ruling
from tests.validators.json_schemas import SARIF, breaches
from tests.validators.sample_reports import HOSTILE, broken, hostile, reports
from validators.judging import judge
from validators.reporters import code_hosts
from validators.rule import rules


def test_sarif_is_as_its_standard_says() -> None:
    document = json.loads(json.dumps(code_hosts.sarif_document(reports(), "0.1.0")))
    assert list(breaches(document, SARIF, SARIF)) == []
    [run] = document["runs"]
    descriptors = run["tool"]["driver"]["rules"]
    ids = [descriptor["id"] for descriptor in descriptors]
    assert len(ids) == len(set(ids))
    assert set(rules()) <= set(ids)
    for result in run["results"]:
        assert ids[result["ruleIndex"]] == result["ruleId"]
    assert all("suppressions" in result for result in run["results"])


def test_sarif_says_where_and_what_was_suppressed() -> None:
    results = code_hosts.sarif_document([broken()], "0.1.0")["runs"][0]["results"]
    [missing] = [result for result in results if result["ruleId"] == "LDR030"]
    assert missing["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "brutus.mpd", "uriBaseId": "%SRCROOT%"},
                "region": {"startLine": 12, "startColumn": 3},
            },
            "logicalLocations": [{"name": "arm.ldr"}],
        }
    ]
    [kept] = [result for result in results if result["suppressions"]]
    assert kept["suppressions"] == [
        {"kind": "external", "status": "accepted", "justification": "it is meant to spot"}
    ]
    assert kept["level"] == "note"


def test_no_name_makes_a_link_or_a_placeholder_of_a_sarif_message() -> None:
    for result in code_hosts.sarif_document([hostile()], "0.1.0")["runs"][0]["results"]:
        message = result["message"]["text"]
        assert "](" not in message
        assert "{" not in message.replace("{{", "")
        uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert re.fullmatch(r"[A-Za-z0-9._~/%-]+", uri)
        # A path has no two slashes in a row.
        assert HOSTILE.lower().replace("//", "/") in unquote(uri).lower()


@pytest.mark.parametrize(
    ("file", "uri"),
    [
        ("a b/ü.mpd", "a%20b/%C3%BC.mpd"),
        ("..\\frames\\chub.mpd", "../frames/chub.mpd"),
        ("C:\\mechs\\chub.mpd", "file:///C%3A/mechs/chub.mpd"),
        ("/home/me/chub.mpd", "file:///home/me/chub.mpd"),
        ("caf\udce9.mpd", "caf%E9.mpd"),
    ],
)
def test_a_file_is_a_valid_address_in_sarif(file: str, uri: str) -> None:
    report = judge(frame("Brutus", "Rd", place=Place(file)), ruling())
    results = code_hosts.sarif_document([report], "0.1.0")["runs"][0]["results"]
    assert results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


def test_a_finding_without_a_file_has_no_location_in_sarif() -> None:
    report = judge(frame("Brutus", "Rd", place=Place("")), ruling())
    assert code_hosts.sarif_document([report], "0.1.0")["runs"][0]["results"][0]["locations"] == []


def unescaped(value: str) -> str:
    for escape, character in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        value = value.replace(escape, character)
    return value


def test_no_name_can_slip_a_command_into_a_workflow() -> None:
    for line in code_hosts.workflow_commands([hostile()]):
        assert not set(line) & set("\r\n\x1b")
        if line.startswith("::"):
            command, _, rest = line.removeprefix("::").partition(" ")
            properties, _, message = rest.partition("::")
            assert command in ("error", "warning", "notice")
            assert [pair.partition("=")[0] for pair in properties.split(",")] == ["file", "line", "title"]
            assert "::error::gotcha, %0A [x]" in unescaped(message)


def test_a_workflow_is_told_file_line_column_code_and_way_out() -> None:
    lines = list(code_hosts.workflow_commands([broken()]))
    assert (
        "::error file=brutus.mpd,line=12,col=3,title=LDR030::“x.dat” was not found%0ACorrect the name."
        in lines
    )
    assert lines[-1] == f"{broken().file}: NOT LEGAL by The Small Book (small-book, version 1)"


def test_b25_the_verdict_in_a_workflow_names_its_file_and_is_never_a_command() -> None:
    report = replace(broken(), place=Place("::error::##[error]x.yaml"))
    last = list(code_hosts.workflow_commands([report]))[-1]
    assert last.startswith(": :error: :# #[error]x.yaml: NOT LEGAL by")


def test_a_workflow_sees_what_was_suppressed() -> None:
    [line] = [line for line in code_hosts.workflow_commands([broken()]) if "suppressed::" in line]
    assert line.startswith("::notice file=scout.mpd,line=1,title=LNT001 suppressed::")
    assert line.endswith("%0ASuppressed because: it is meant to spot")


def test_a_whole_file_has_no_line_for_a_workflow() -> None:
    report = judge(frame("Brutus", "Rd", place=Place("b.mpd", 0, 7)), ruling())
    assert all("line=" not in line and "col=" not in line for line in code_hosts.workflow_commands([report]))
