"""Every rule shown in files: a good one, a bad one that differs in what the rule is about, and its report."""

from __future__ import annotations

import contextlib
import difflib
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from ldraw_tools.findings import WIDTH, Finding, Severity
from validators.judged_files import JudgeSettings, check_file
from validators.report import Report
from validators.reporters import text
from validators.rule import rules

HERE = Path(__file__).parent
SHELF = HERE / "rules"
UPDATE = os.environ.get("BRICKYARD_UPDATE") == "1"
# Families whose cases are in tests of their own; `test_every_rule` sees that there are some.
ELSEWHERE = ("BLD",)
CODES = [code for code in rules() if not code.startswith(ELSEWHERE)]
# What the same mistake is told as too.
ALSO = {"LNT005": {"TAG020"}, "SIZ010": {"LDR030"}}
MOST_CHANGED_LINES = 12

every_rule = pytest.mark.parametrize("code", CODES)


@pytest.fixture(scope="module", autouse=True)
def _no_library() -> Iterator[None]:
    """Reports are the same on machines with and without an LDraw library."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ldraw_tools.library.places.find_library", lambda *_: None)
        yield


def file_of(code: str, stem: str) -> Path:
    [path] = [path for path in (SHELF / code).glob(f"{stem}.*") if path.suffix != ".txt"]
    return path


@cache
def checked(code: str, stem: str) -> Report:
    with contextlib.chdir(SHELF / code):
        return check_file(file_of(code, stem), JudgeSettings())


def found(code: str, stem: str) -> list[Finding]:
    return [finding for finding in checked(code, stem).findings if finding.code == code]


def test_every_rule_has_a_folder_and_every_folder_a_rule() -> None:
    assert sorted(path.name for path in SHELF.iterdir() if path.is_dir()) == CODES


@every_rule
def test_the_good_file_has_nothing_to_mend(code: str) -> None:
    assert not found(code, "good")
    assert not [finding for finding in checked(code, "good").findings if finding.severity > Severity.INFO]


@every_rule
def test_the_bad_file_is_told_with_its_line_the_page_and_a_way_out(code: str) -> None:
    cited = checked(code, "bad").edition.citations[code]
    assert found(code, "bad")
    for finding in found(code, "bad"):
        assert (finding.severity, finding.reference) == (cited.severity, cited.reference)
        assert (SHELF / code / finding.place.file).is_file()
        assert finding.place.line
        assert finding.fix


@every_rule
def test_the_two_files_differ_in_nothing_else(code: str) -> None:
    good, bad = ({finding.code for finding in checked(code, stem).findings} for stem in ("good", "bad"))
    assert bad - good - ALSO.get(code, set()) == {code}
    one, other = (file_of(code, stem).read_text("utf-8").splitlines() for stem in ("good", "bad"))
    changed = [line for line in difflib.ndiff(one, other) if line.startswith(("+", "-"))]
    assert len(changed) <= MOST_CHANGED_LINES


@pytest.mark.parametrize(
    ("code", "stem"),
    [
        *((code, "bad") for code in CODES),
        *((path.parent.name, "good") for path in sorted(SHELF.glob("*/good.txt"))),
    ],
)
def test_the_report_is_as_it_was(code: str, stem: str) -> None:
    golden = SHELF / code / f"{stem}.txt"
    lines = list(text.lines([checked(code, stem)]))
    if UPDATE:
        golden.write_text("\n".join(lines) + "\n", "utf-8", newline="\n")
    assert golden.read_text("utf-8").splitlines() == lines
    assert max(map(len, lines)) <= WIDTH
    assert not [line for line in lines if str(HERE) in line]
