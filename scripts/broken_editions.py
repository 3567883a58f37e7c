"""Editions to start fuzzing from, and ways to break them that a reader of YAML lets in."""

from __future__ import annotations

import io
import random
import re
import tempfile
from collections import Counter
from contextlib import chdir, redirect_stdout, suppress
from pathlib import Path

import typer

from brickyard.commands.editions import editions
from brickyard.commands.explain import explain
from brickyard.commands.rules import rules
from brickyard.starters import edition_starter
from catalog.editions.loading import edition, load_edition, shipped_editions
from ldraw_tools.findings import BrickyardError
from ldraw_tools.json_values import json_text
from validators.judged_files import JudgeSettings, check_file
from validators.report import CheckAnswer

ROOT = Path(__file__).parent.parent
_FORCES = ("night-shift.yaml", "fleets/first-patrol.yaml", "mechs/standard.yaml")
# A value: after a colon, a bracket or a comma.
_VALUE = re.compile(r"(?<=[:,\[] )([^\s,{}\[\]#:]+)|(?<=\[)(\d+)")
_ODD = (
    *("0", "-1", "1000001", "3.5", "99999999999999999999", "[]", "[1, 2]", "{}", "null", "~", "yes", "''"),
    *(
        "error",
        "Y",
        "yellow",
        "company",
        "frame",
        "h",
        "../x.yaml",
        "“”",
        "'{0}'",
        "'%s'",
        "\N{COMBINING ACUTE ACCENT}",
    ),
)


def edition_seeds() -> list[str]:
    """Whole editions: each shipped one over itself, and all that a new one could change."""
    starters = [edition_starter(edition(name)) for name in shipped_editions()]
    whole = [re.sub(r"(?m)^  # ([\w-]+: \{)", r"  \1", text) for text in starters]
    over = []
    for name in shipped_editions():
        text = (ROOT / "catalog" / "editions" / f"{name}.yaml").read_text("utf-8")
        over.append(re.sub(r"(?m)^(id|game|extends):.*\n", "", text) + f"\nextends: {name}\n")
    return [*whole, *over, (ROOT / "examples" / "garage-rules.yaml").read_text("utf-8")]


def broken_edition(seeds: list[str], rng: random.Random) -> str:
    """One of the seeds with some values, lines or keys changed; most of the rest stays valid."""
    text = rng.choice(seeds)
    for _ in range(rng.choice((1, 1, 2, 3, 6))):
        change = rng.choice((_other_value, _other_value, _odd_value, _without_line, _line_twice, _cut))
        text = change(text, seeds, rng)
    return text[:200_000]


def _other_value(text: str, seeds: list[str], rng: random.Random) -> str:
    """A value of another key, or of another edition."""
    values = [found[0] for found in _VALUE.finditer(rng.choice([text, *seeds]))]
    return _with_value(text, rng.choice(values or ["1"]), rng)


def _odd_value(text: str, _seeds: list[str], rng: random.Random) -> str:
    return _with_value(text, rng.choice(_ODD), rng)


def _with_value(text: str, value: str, rng: random.Random) -> str:
    places = list(_VALUE.finditer(text))
    if not places:
        return text
    place = rng.choice(places)
    return text[: place.start()] + value + text[place.end() :]


def _without_line(text: str, _seeds: list[str], rng: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    del lines[rng.randrange(len(lines)) : rng.randrange(len(lines)) + 1]
    return "".join(lines) or text


def _line_twice(text: str, _seeds: list[str], rng: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))
    return "".join(lines)


def _cut(text: str, _seeds: list[str], rng: random.Random) -> str:
    start = rng.randrange(len(text))
    return text[:start] + text[start + rng.choice((1, 1, 5, 50)) :]


def use_edition(text: str, codes: Counter[str]) -> bool:
    """All that is done with an edition: judged, shown, and forces judged by it; whether it can be used."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        path = Path("house.yaml")
        path.write_text(text, "utf-8")
        codes.update(found.code for found in check_file(path, JudgeSettings()).findings)
        found, _ = load_edition(path)
        if found is None:
            return False
        settings = JudgeSettings(edition=str(path))
        for force in _FORCES:
            with suppress(BrickyardError):
                report = check_file(ROOT / "examples" / force, settings)
                codes.update(one.code for one in report.findings)
                json_text(CheckAnswer((report,)))
        with redirect_stdout(io.StringIO()), suppress(typer.Exit):
            rules(str(path))
            editions(str(path))
            explain("CMP020", str(path))
        edition_starter(found)
    return True
