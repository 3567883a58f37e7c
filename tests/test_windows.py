"""What commands print in windows of 60 to 140 columns: nothing too wide, no broken word, no open colour."""

from __future__ import annotations

import re
import sys

import pytest

from brickyard.cli import COMMANDS as COMMANDS_OF_ALL
from tests.running import brickyard

if sys.platform == "win32":
    pytest.skip("no pseudo-terminals here", allow_module_level=True)

from tests.windows import shown_in_window

COMPANIES = [f"examples/companies/{name}.yaml" for name in ("estars-anvil", "piercing-eye", "suns-fang")]
CHUB, BREWER = "examples/frames/chub.mpd", "examples/frames/chub-brewer.mpd"
# Every command that prints lines for people. Those that draw or write say little, folded as all else.
COMMANDS = {
    "check": ["check", "examples/campaigns", "examples/mechs/brawler.yaml", "examples/garage-rules.yaml"],
    "tags": ["tags", "examples/frames/suzerain.mpd"],
    "inspect": ["inspect", CHUB, "--box", "8x8x9", "--all"],
    "dice": ["dice", "examples/companies/piercing-eye.yaml"],
    "dice of a fleet": ["dice", "examples/fleets/red-convoy.yaml"],
    "compare": ["compare", COMPANIES[0], "4/15/2", "4/16/2"],
    "bid": ["bid", COMPANIES[0]],
    "certain bid": ["bid", COMPANIES[0], "--against", "4/15/2", "--against", "4/16/2"],
    "odds": ["odds", CHUB, "examples/frames/hi-leg.mpd"],
    "matrix": ["odds", *COMPANIES[:2], "--matrix"],
    "cards of odds": ["odds", COMPANIES[1]],
    "a fall": ["odds", CHUB, "--fall", "20"],
    "odds of a mech": ["odds", "examples/mechs/siege.yaml"],
    "diff": ["diff", CHUB, BREWER],
    "parts": ["parts", COMPANIES[0], "--all"],
    "pack": ["pack", *COMPANIES[1:]],
    "replay": ["replay", "tests/fleets/battles/example-round.json"],
    "rules": ["rules", "--edition", "rapid-attack"],
    "explain": ["explain", "SIZ001"],
    "editions": ["editions", "rapid-attack"],
    "catalog": ["catalog", "search", "plate", "1x2"],
    "part": ["catalog", "show", "14417"],
}
CODES = re.compile(r"\x1b\[([0-9;]+)m")
FOREIGN = re.compile(r"\x1b(?!\[[0-9;]+m)")


@pytest.fixture(scope="module", params=list(COMMANDS.values()), ids=list(COMMANDS))
def command(request: pytest.FixtureRequest) -> list[str]:
    arguments: list[str] = request.param
    return arguments


def test_a_command_fits_its_window_without_breaking_a_word(command: list[str]) -> None:
    shown = {columns: shown_in_window(command, columns) for columns in (60, 80, 120, 140)}
    # In the widest window the least is cut.
    whole = words(CODES.sub("", shown[140])) | SHORTER
    for columns, text in shown.items():
        assert not FOREIGN.search(text)
        lines = CODES.sub("", text).split("\n")
        assert not [line for line in lines if len(line) > columns and " " in line.strip()]
        assert words("\n".join(lines)) <= whole
        for line in text.split("\n"):
            codes = CODES.findall(line)
            assert not codes or codes[-1] == "0", line


# Heads that only a narrow window has.
SHORTER = {"move"}


def words(text: str) -> set[str]:
    """The longer words of it but those that are cut, which end with dots."""
    return set(re.findall(r"[^\W\d_]{2,}", re.sub(r"\S*…", "", text)))


@pytest.mark.parametrize("columns", [60, 80, 140])
def test_the_help_of_every_command_fits_its_window_in_whole_words(columns: int) -> None:
    for command in COMMANDS_OF_ALL:
        shown = brickyard([command, "--help"], COLUMNS=str(columns)).stdout
        # The names of a list's formats are one long word.
        lines = [line for line in shown.splitlines() if not line.strip().startswith("--format <")]
        assert max(map(len, lines)) <= columns, command
        assert words(shown) <= words(brickyard([command, "--help"], COLUMNS="100").stdout), command
