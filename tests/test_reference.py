"""The reference in docs/reference: made from the code, kept in the repository."""

from __future__ import annotations

import ast
import re

from scripts.make_manual import DOCS
from scripts.manual_reference import reference_pages


def test_b6_the_reference_in_the_repository_is_what_the_code_says() -> None:
    folder = DOCS / "reference"
    there = {page.relative_to(folder).as_posix(): page.read_text("utf-8") for page in folder.rglob("*.md")}
    made = reference_pages()
    other = {name for name, text in made.items() if there.get(name) != text}
    assert (other, there.keys() - made.keys()) == (set(), set()), "run make reference"


def test_b5_the_reference_has_the_fields_of_what_functions_return() -> None:
    page = (DOCS / "reference/python.md").read_text("utf-8")
    for name, field in (
        ("Finding", "severity"),
        ("Lot", "quantity"),
        ("Report", "name"),
        ("Colour", "name"),
        ("CampaignAnswer", "standings"),
        ("Replayed", "answer()"),
        ("ReplayAnswer", "events"),
        ("FightOdds", "fights"),
    ):
        entry = re.search(rf"^### (?:\w+\.)?{name}$.*?(?=^### )", page, re.MULTILINE | re.DOTALL)
        assert entry, name
        assert f"| `{field}` |" in entry[0]


def test_every_call_in_the_reference_is_written_as_python_reads_it() -> None:
    page = (DOCS / "reference/python.md").read_text("utf-8")
    calls = re.findall(r"^```python\nfrom \S+ import (\w+)\n\n(.*?)\n```", page, re.DOTALL | re.MULTILINE)
    assert len(calls) > 50
    for name, call in calls:
        if call != name:
            ast.parse(f"def {call}: pass")
