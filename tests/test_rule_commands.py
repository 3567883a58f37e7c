"""`brickyard rules`, `editions` and `explain` as they are read on a terminal."""

from __future__ import annotations

import pytest

from brickyard.commands.editions import editions
from brickyard.commands.explain import explain
from brickyard.commands.rules import rules
from catalog.editions.loading import shipped_editions
from ldraw_tools.findings import WIDTH
from validators.explain import known_codes


@pytest.mark.parametrize("edition", ["", *shipped_editions()])
def test_rules_and_editions_keep_to_the_width_of_a_terminal(
    edition: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rules(edition)
    editions(edition)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 10
    assert max(map(len, lines)) <= WIDTH


def test_every_code_is_explained_within_the_width_of_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    for code in known_codes():
        explain(code)
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if len(line) > WIDTH] == []
    assert {line.split()[0] for line in lines if line and line[0] != " "} == set(known_codes())
