"""Names come from strangers' files: none of them steers a terminal, or the runner of a code host."""

from __future__ import annotations

import ast
import io
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from brickyard.cli import COMMANDS
from brickyard.terminal import Screen, harmless
from tests.modules import every_node, name_of
from tests.running import ROOT, brickyard

pytestmark = pytest.mark.usefixtures("coarse_pictures")

# Colours, a link, a title, a bell, a turned order of letters, an isolate, and two C1 controls.
HOSTILE = "::error::N\x1b[31mred\x1b]8;;http://x\x07L\x1b]0;T\x07\u202eevil\u2066in\u009b2J\u0085x"
STEERING = {
    chr(code) for code in (*range(32), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
}
STEERING -= {"\n"}
MODEL = f"""0 FILE m.ldr
0 {HOSTILE.replace(chr(0x85), "")}
0 Name: m.ldr
0 Author: {HOSTILE.replace(chr(0x85), "")}
0 !MFZ FRAME {HOSTILE.replace(chr(0x85), "")}
1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat
1 4 0 -24 0 1 0 0 0 1 0 0 0 1 {HOSTILE.replace(chr(0x85), "")} [2Rd].ldr
1 4 0 -24 0 1 0 0 0 1 0 0 0 1 {HOSTILE.replace(chr(0x85), "")}lost.dat
0 FILE {HOSTILE.replace(chr(0x85), "")} [2Rd].ldr
1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat
1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat
"""
NAME = json.dumps(HOSTILE)
COMPANY = f"""company: {NAME}
faction: {NAME}
author: {NAME}
licence: {NAME}
options: {{{NAME}: true}}
edition: mine.yaml
frames:
  - {{model: m.ldr, name: {NAME}, count: 2, rockets: 1}}
  - {{name: {NAME}, systems: 1B 1G 1Y 2Rd}}
  - {{model: {NAME}, name: Lost}}
stations:
  - {{name: {NAME}, count: 2}}
{NAME}: 1
"""
OTHER = f"company: {json.dumps(HOSTILE + '2')}\nframes:\n  - {{name: {NAME}, systems: 2B 2G, count: 4}}\n"
# A list may not hold what isn't printed, but a command for a runner is printed.
COMMANDING = "company: '::error::evil'\nframes:\n  - {name: '::error::evil', systems: 1B 1G, count: 5}\n"
MECH = f"mech: {NAME}\nmounts:\n  left-arm: fist\n  right-arm: {NAME}\narmour: {{torso: 2, legs: 1}}\n"
LOG = {
    "brickyard": "log",
    "version": 1,
    "game": {
        "id": "x",
        "edition": "rapid-attack",
        "options": {HOSTILE: HOSTILE},
        "players": [
            {
                "key": key,
                "name": HOSTILE,
                "force": {"name": HOSTILE, "units": [{"kind": "frame", "name": HOSTILE}] * 3},
            }
            for key in "ab"
        ],
    },
    "events": [
        {"id": "1", "do": "start", "by": HOSTILE},
        {"id": "2", "do": "note", "text": HOSTILE},
        {"id": "3", "do": "lost", "unit": "a1"},
    ],
}
FILE_NAME = "::error::\x1b[31m\x07\u202eevil\u2066.ldr"
FILE = shlex.quote(FILE_NAME)
CALLS = [
    "inspect m.ldr --all",
    f"inspect m.ldr --submodel {shlex.quote(HOSTILE)}",
    "inspect m.ldr --format json",
    "check m.ldr c.yaml mech.yaml --all",
    "check m.ldr c.yaml --format json",
    "check m.ldr c.yaml --format sarif",
    "check m.ldr c.yaml --format github",
    "dice m.ldr",
    "dice c.yaml",
    f"dice {shlex.quote(HOSTILE)}",
    "compare c.yaml d.yaml",
    "compare c.yaml d.yaml --format markdown",
    "compare c.yaml d.yaml --format json",
    f"compare c.yaml {shlex.quote('frames=4,systems=12,name=' + HOSTILE)}",
    f"compare {FILE} e.yaml --score {shlex.quote('::error::evil lost 1 frame')}",
    f"compare {FILE} m.ldr",
    f"compare {FILE} m.ldr --format markdown",
    f"check {FILE} nowhere.ldr",
    f"check {FILE}",
    f"inspect {FILE}",
    f"parts {FILE}",
    f"tags {FILE}",
    f"card {FILE}",
    f"render {FILE} --size 40x30",
    "compare m.ldr e.yaml",
    "compare e.yaml frames=4,systems=12 --format markdown",
    "battle c.yaml d.yaml --anyway --tactics rush --tactics hold --within 40",
    "tournament c.yaml d.yaml --anyway --tactics rush --within 50 -o cup",
    "bid c.yaml --against d.yaml",
    f"bid {FILE} --against m.ldr",
    "bid e.yaml --players 3",
    "odds m.ldr",
    "odds e.yaml",
    "pack e.yaml",
    "table e.yaml c.yaml -o game",
    "replay log.json",
    "replay log.json --format json",
    "replay log.json -o battle.html",
    "settings",
    "campaign campaign.yaml",
    "campaign campaign.yaml --format markdown",
    "keys campaign",
    f"manual {shlex.quote(HOSTILE)}",
    "diff m.ldr e.yaml",
    "card e.yaml --format text",
    "check e.yaml --all",
    "odds c.yaml",
    "odds --matrix c.yaml d.yaml",
    "odds mech.yaml",
    "parts c.yaml --all",
    "parts m.ldr --format csv",
    "parts m.ldr --format json",
    "parts m.ldr --format html",
    "parts m.ldr --format rebrickable",
    "parts m.ldr --owned own.csv --all",
    "can-build m.ldr --owned own.csv",
    "can-build m.ldr --owned own.csv --format json",
    "owned own.csv",
    "owned own.csv --format json",
    "owned own.csv --format csv",
    f"draft own.csv --player {shlex.quote(HOSTILE)} --player B",
    "draft own.csv --player A --player B --format json",
    "pack c.yaml d.yaml",
    "pack c.yaml --format markdown",
    "card m.ldr",
    "card c.yaml --format text",
    "card c.yaml --format bbcode",
    "sheets c.yaml --no-pictures --only company -o s.pdf",
    "instructions m.ldr -o i.pdf",
    "publish . -o site",
    "render m.ldr --size 40x30 -o m.png",
    "export m.ldr -o m.glb",
    "tags m.ldr",
    f"tags m.ldr --set {shlex.quote(HOSTILE + '=2Ra')} -o t.mpd",
    "rules --edition mine.yaml",
    "explain SYS001 --edition mine.yaml",
    "editions mine.yaml",
    "new company",
    "library status",
    f"catalog search {shlex.quote(HOSTILE)}",
    f"catalog show {shlex.quote(HOSTILE)}",
]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    for name, text in {
        "m.ldr": MODEL,
        "c.yaml": COMPANY,
        "d.yaml": OTHER,
        "e.yaml": COMMANDING,
        "mech.yaml": MECH,
        "campaign.yaml": f"campaign: {NAME}\nforces: [c.yaml, d.yaml]\n",
        "log.json": json.dumps(LOG),
        "own.csv": f"bricklink,color,quantity\n{HOSTILE},5,1\n3001,{HOSTILE},1\n",
    }.items():
        (folder / name).write_text(text, "utf-8")
    if sys.platform != "win32":
        (folder / FILE_NAME).write_text(MODEL, "utf-8")
    shipped = (ROOT / "catalog/editions/rapid-attack.yaml").read_text("utf-8")
    lines = ["title: '::error::evil'" if line.startswith("title:") else line for line in shipped.splitlines()]
    (folder / "mine.yaml").write_text("\n".join(lines).replace("id: rapid-attack", "id: house", 1), "utf-8")
    return folder


def test_every_command_is_among_the_calls() -> None:
    # `serve` keeps running and prints one address of its own making: see test_serve_process.
    assert {call.split()[0] for call in CALLS} == set(COMMANDS) - {"serve"}


@pytest.mark.parametrize("call", CALLS)
def test_no_name_steers_the_terminal_or_the_runner(call: str, place: Path) -> None:
    run = brickyard(shlex.split(call), place)
    for said in (run.stdout, run.stderr):
        assert not STEERING & set(said)
        if "github" not in call:
            assert not [line for line in said.splitlines() if line.lstrip().startswith("::")]


@pytest.mark.parametrize(
    ("call", "file"),
    [
        ("card c.yaml -o card.md", "card.md"),
        ("card c.yaml --format text -o card.txt", "card.txt"),
        ("pack c.yaml -o pack.txt", "pack.txt"),
        ("pack c.yaml --format markdown -o pack.md", "pack.md"),
        ("parts m.ldr -o list.csv", "list.csv"),
        ("parts m.ldr -o list.xml", "list.xml"),
    ],
)
def test_no_name_steers_from_a_file_that_is_shown_or_pasted(call: str, file: str, place: Path) -> None:
    assert brickyard(shlex.split(call), place).returncode < 2
    assert not (STEERING - {"\r"}) & set((place / file).read_bytes().decode())


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("::error::x", ": :error::x"),
        ("  ::warning x", "  : :warning x"),
        ("a::b", "a::b"),
        ("see ##[error]x", "see # #[error]x"),
        ("a\nb\tc", "a?b?c"),
        ("\x1b[1mbold\x1b[0m", "?[1mbold?[0m"),
        ("東京 @\u200beveryone ×", "東京 @\u200beveryone ×"),
    ],
)
def test_a_line_is_made_harmless_where_it_is_printed(line: str, shown: str) -> None:
    said = io.StringIO()
    Screen(said, colour=False).line(line)
    assert said.getvalue() == f"{shown}\n"


def test_only_our_own_colours_reach_a_terminal() -> None:
    said = io.StringIO()
    screen = Screen(said, colour=True)
    screen.line(f"{screen.paint('wrong', 'error')} \x1b[41m\x1b]0;T\x07 {screen.paint('x', 'dim')}")
    assert said.getvalue() == "\x1b[31;1mwrong\x1b[0m ?[41m?]0;T? \x1b[2mx\x1b[0m\n"


def test_commands_for_a_runner_are_written_where_they_are_meant() -> None:
    said = io.StringIO()
    Screen(said, colour=False, commands=True).line("::error::x")
    assert said.getvalue() == "::error::x\n"


def test_text_for_files_keeps_its_lines() -> None:
    assert harmless("a\tb\r\nc\u202e\x07") == "a\tb\r\nc??"


# The last writes bytes that were asked for with `-o -`, never a line.
BYTES_AND_LINES = ("brickyard/terminal.py", "brickyard/cli.py", "ldraw_tools/writing.py")


def test_nobody_prints_but_the_terminal() -> None:
    """One place makes lines harmless: whoever goes around it could forget to."""
    around = ("stdout", "echo", "secho", "print", "__stdout__", "__stderr__")
    found = [
        f"{name_of(path)}:{node.lineno}"
        for path, node in every_node()
        if (isinstance(node, ast.Attribute) and node.attr in around)
        or (isinstance(node, ast.Name) and node.id in around)
    ]
    assert [place for place in found if not place.startswith(BYTES_AND_LINES)] == []


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell that closes streams")
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(
    ("call", "status"),
    [
        ("check examples/frames/chub.mpd", 0),
        ("inspect nowhere.mpd", 2),
        ("parts examples/frames/chub.mpd --format csv", 0),
        ("--version", 0),
        ("inpsect", 2),
    ],
)
def test_whoever_closes_a_stream_gets_no_traceback(closed: str, call: str, status: int) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = f"{shlex.quote(sys.executable)} -m brickyard {call} {closed}"
    run = subprocess.run(
        ["/bin/sh", "-c", command], cwd=ROOT, env=environment, capture_output=True, check=False
    )
    assert b"Traceback" not in run.stderr
    assert run.returncode == status


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell that closes streams")
def test_a_site_is_whole_though_every_stream_is_closed(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    model = ROOT / "examples/frames/chub.mpd"
    command = f"{shlex.quote(sys.executable)} -m brickyard publish {model} -o site --no-steps <&- >&- 2>&-"
    run = subprocess.run(["/bin/sh", "-c", command], cwd=tmp_path, env=environment, check=False)
    assert run.returncode == 0
    assert (tmp_path / "site/index.html").is_file()
