"""Suppressions can't lie: what is accepted, what can't be, what an edition allows, and what does nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from catalog.editions.loading import load_edition
from ldraw_tools.findings import Finding, Place, Severity
from tests.fielding import SCOUT, anvil, company, frame, ruling
from validators.judged_files import check
from validators.judging import judge
from validators.report import Accepted, CheckAnswer, Report, Suppressed, Verdict as Word, exit_status

# newcomer B1.
HEAVY = """company: The Heavies
edition: {edition}
game: {{size: skirmish, players: 3}}
frames:
  - {{name: Guard, systems: 1B 1G 1Y 2Rd, rockets: 1, count: 2}}
  - {{name: Atlas, systems: 2B 2G 1Y}}
  - {{name: Brutus, systems: 2B 2G 1Y}}
  - {{name: Triple, systems: 3B 2Rd, rockets: 1}}
stations:
  - {{name: Depot, count: 2}}
suppress: {suppress}
"""
WHY = "{SYS001: our group likes them heavy, SYS002: a test}"
ACCEPTED = (Accepted("SYS001", "our group likes them heavy", 2), Accepted("SYS002", "a test", 1))


def judged(folder: Path, suppress: str = WHY, house: str = "", *, suppressing: bool = True) -> Report:
    """The company, judged by house rules that only say what lists may suppress."""
    if house:
        (folder / "house.yaml").write_text(f"extends: rapid-attack\nmay-suppress: {house}\n", "utf-8")
    path = folder / "heavies.yaml"
    edition = "house.yaml" if house else "rapid-attack"
    path.write_text(HEAVY.format(edition=edition, suppress=suppress), "utf-8")
    return check(path, suppress=suppressing)


def codes(report: Report, severity: Severity = Severity.WARNING) -> list[str]:
    return [found.code for found in report.findings if found.severity is severity]


def test_accepted_errors_are_counted_by_code_with_their_reason(tmp_path: Path) -> None:
    report = judged(tmp_path)
    assert report.accepted == ACCEPTED
    assert (report.verdict, report.word) == ("legal with warnings", "LEGAL but for 3 accepted errors")
    assert report.sentence.startswith("LEGAL but for 3 accepted errors by Mobile Frame Zero: Rapid Attack")
    assert (exit_status([report]), exit_status([report], strict=True)) == (0, 1)
    assert report.is_legal
    assert CheckAnswer((report,)).verdict == "legal with warnings"


def test_a_unit_whose_error_is_accepted_is_not_plainly_legal(tmp_path: Path) -> None:
    words = {unit.name: unit.word for unit in judged(tmp_path).units}
    assert words == {
        "Guard": "LEGAL",
        "Atlas": "LEGAL but for 1 accepted error",
        "Brutus": "LEGAL but for 1 accepted error",
        "Triple": "LEGAL but for 1 accepted error",
        "Depot": "LEGAL",
    }


def test_a_unit_that_causes_an_accepted_error_of_its_force_is_not_plainly_legal() -> None:
    """A split weapon needs everybody's consent, and the finding is the company's."""
    split = frame("Duelist", "B Rd/Ra")
    force = company((frame("Scout", SCOUT), 4), (split, 1), suppressed={"SYS003": "all said yes"})
    report = judge(force, ruling())
    assert [(one.code, one.count) for one in report.accepted] == [("SYS003", 1)]
    told = {unit.name: [one.code for one in unit.accepted] for unit in report.units}
    assert told == {"Scout": [], "Duelist": ["SYS003"], "Depot": []}


@pytest.mark.parametrize(
    ("suppress", "house", "verdict", "accepted", "warnings"),
    [
        # What the list says, what the edition allows; the verdict, what is accepted, what is found.
        (WHY, "", "legal with warnings", ["SYS001", "SYS002"], []),
        ("{SYS001: heavy}", "", "not legal", ["SYS001"], []),
        (WHY, "none", "not legal", [], ["MAN077", "MAN077"]),
        (WHY, "[]", "not legal", [], ["MAN077", "MAN077"]),
        (WHY, "[SYS001, SYS002, LNT001]", "legal with warnings", ["SYS001", "SYS002"], []),
        (WHY, "sys001, sys002", "legal with warnings", ["SYS001", "SYS002"], []),
        (WHY, "[SYS001]", "not legal", ["SYS001"], ["MAN077"]),
        # A note that the edition doesn't let it suppress counts, too.
        ("{SYS001: a, SYS002: b, LNT001: c}", "[SYS001, SYS002]", "legal with warnings", None, ["MAN077"]),
        ("{SYS001: a, SYS002: b, SIZ999: c}", "", "legal with warnings", None, ["MAN076"]),
        ("{SYS001: a, SYS002: b, SIZ999: c}", "none", "not legal", [], ["MAN076", "MAN077", "MAN077"]),
        # Codes of reading and of other games are codes.
        ("{SYS001: a, SYS002: b, LDR030: c, MEC001: d}", "", "legal with warnings", None, []),
    ],
)
def test_what_an_edition_does_not_allow_and_what_nothing_is_called_is_found(
    tmp_path: Path,
    suppress: str,
    house: str,
    verdict: Word,
    accepted: list[str] | None,
    warnings: list[str],
) -> None:
    report = judged(tmp_path, suppress, house)
    assert (report.verdict, sorted(codes(report))) == (verdict, warnings)
    assert [one.code for one in report.accepted] == (["SYS001", "SYS002"] if accepted is None else accepted)


def test_a_suppression_that_does_nothing_is_told_where_it_stands(tmp_path: Path) -> None:
    report = judged(tmp_path, "{SYS001: a, SYS02: b}")
    assert codes(report, Severity.ERROR) == ["SYS002", "MAN062"]
    unknown, forbidden = (
        next(found for found in judged(tmp_path, suppress, house).findings if found.code in found_code)
        for suppress, house, found_code in (("{SYN001: a}", "", "MAN076"), ("{SYS001: a}", "none", "MAN077"))
    )
    assert (unknown.place, unknown.fix) == (Place("heavies.yaml", 11, 12), "Did you mean SYS001?")
    assert forbidden.place == Place("heavies.yaml", 11, 12)
    assert "house rules house doesn't let lists suppress SYS001" in forbidden.message


@pytest.mark.parametrize(
    ("read", "reason"),
    [
        (Finding("MAN052", Severity.ERROR, Place("company.yaml", 3), "no file"), "a model is missing"),
        (Finding("DIC030", Severity.ERROR, Place("company.yaml", 3), "half a weapon"), "a mistake in"),
        (Finding("SIZ010", Severity.ERROR, Place("brutus.mpd"), "unknown", is_open=True), "of unknown size"),
    ],
)
def test_what_makes_not_judged_can_not_be_suppressed_and_says_so(read: Finding, reason: str) -> None:
    report = judge(anvil(suppressed={read.code: "never mind"}), ruling(), [read])
    assert report.verdict == "not judged"
    assert reason in report.reason
    assert read in report.findings
    assert (report.suppressed, report.accepted) == ((), ())
    [told] = [found for found in report.findings if found.code == "MAN078"]
    assert (told.place, told.severity) == (Place("company.yaml", 30), Severity.WARNING)
    assert f"{read.code} can't be suppressed" in told.message


def test_a_finding_about_a_suppression_can_not_be_suppressed(tmp_path: Path) -> None:
    both = "{SYS001: a, SYS002: b, SIZ999: c, MAN076: d}"
    assert codes(judged(tmp_path, both)) == ["MAN076"]


def test_what_is_no_error_is_only_counted() -> None:
    doubt = Finding("LDR030", Severity.WARNING, Place("brutus.mpd", 3), "not found")
    report = judge(anvil(suppressed={"LDR030": "an old part"}), ruling(), [doubt])
    assert (report.word, report.accepted) == ("LEGAL", ())
    assert report.suppressed == (Suppressed(doubt, "an old part"),)


def test_without_suppressions_it_is_judged_as_if_there_were_none(tmp_path: Path) -> None:
    told = judged(tmp_path, "{SYS001: a, SYS002: b, SIZ999: c}", suppressing=False)
    assert (told.verdict, codes(told), told.suppressed) == ("not legal", [], ())
    assert sorted(codes(told, Severity.ERROR)) == ["SYS001", "SYS001", "SYS002"]


def test_a_spare_unit_of_five_systems_is_accepted_too() -> None:
    report = judge(anvil(suppressed={"SYS001": "heavy"}, spares=(frame("Cassius", "B G Y Rd Rd"),)), ruling())
    assert report.word == "LEGAL but for 1 accepted error"


def house(folder: Path, text: str, parent: str = "rapid-attack", name: str = "house") -> Path:
    path = folder / f"{name}.yaml"
    path.write_text(f"extends: {parent}\n{text}\n", "utf-8")
    return path


def test_house_rules_pass_on_what_lists_may_suppress_and_nothing_after_the_key_takes_it_away(
    tmp_path: Path,
) -> None:
    house(tmp_path, "may-suppress: none")
    child = house(tmp_path, "title: The same", "house.yaml", "child")
    looser = house(tmp_path, "may-suppress:", "house.yaml", "looser")
    for path, allowed in ((child, {}), (looser, None)):
        found, findings = load_edition(path)
        assert (found and found.may_suppress, findings) == (allowed, [])


@pytest.mark.parametrize(
    ("written", "code", "line", "fix", "verdict"),
    [
        ("[SYS001, SYS0001]", "MAN016", 2, "Write none, or [SIZ003, LNT001].", "can't be used"),
        ("nothing", "MAN016", 2, "Write none, or [SIZ003, LNT001].", "can't be used"),
        ("{SYS001: yes}", "MAN013", 2, "Write [one, another].", "can't be used"),
        ("[SYS001, LNT112]", "MAN076", 2, "Did you mean LNT012?", "can be used"),
    ],
)
def test_mistakes_in_what_lists_may_suppress_are_found(
    tmp_path: Path, written: str, code: str, line: int, fix: str, verdict: Word
) -> None:
    report = check(house(tmp_path, f"may-suppress: {written}"))
    [found] = report.findings
    assert (found.code, found.line, found.fix, report.verdict) == (code, line, fix, verdict)


@pytest.mark.parametrize(
    ("written", "said"),
    [("none", "A list may suppress nothing."), ("[SIZ003, LNT001]", "A list may suppress SIZ003, LNT001.")],
)
def test_check_says_what_lists_may_suppress(tmp_path: Path, written: str, said: str) -> None:
    assert f"  {said}" in check(house(tmp_path, f"may-suppress: {written}")).lines
