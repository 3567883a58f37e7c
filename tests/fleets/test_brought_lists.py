"""Lists of Commander's Handbook and mf0 become manifests; what can't be read is named."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

import brickyard as public
from fleets.forces.brought_lists import MOST_CHARACTERS, BroughtList, BroughtUnit
from fleets.forces.brought_manifest import manifest_of
from fleets.forces.force import Force
from fleets.forces.manifest import read_manifest
from ldraw_tools.file_overlay import Overlay, seen_through
from ldraw_tools.findings import BrickyardError
from tests.running import ROOT, brickyard

LOG = """\
Game Type: Skirmish
Doomsday is 11
-------------
**Loadouts**
--
*Ann's Lions*
Soldier:Rd Rd B Y
Soldier:Rd Rd B Y
Sniper:Ra Rda Y SSR SSR
Naked:
--
*Bo: Blue*
Brawler:Rh Rhd B B
Diver:Rh E
=============
12:00 - Round 1 begins
"""
PROFILE = """\
Shared Companies
Night Lions
We fight at night.
Soldier
Rd
Rd
B
Y
Model B
Rh Rh/d Y SSR
Scout RdRdYY
"""
FRAME = {"uuid": "x", "name": "Unnamed Frame", "w": 2} | dict.fromkeys(
    ("rh", "rd", "ra", "b", "y", "g", "e", "ssr", "rhd", "rha", "rda"), 0
)
KEPT = [
    {
        "name": "Lions",
        "color": "#880000",
        "frames": [{**FRAME, "name": "Soldier", "rd": 2, "b": 1, "y": 1}, {**FRAME, "name": "Cat", "rha": 1}],
    },
    {"name": "Empty", "frames": []},
]
GAME = {
    "gameType": "Battle",
    "intendedPlayers": 3,
    "teams": [{"name": "Lions", "gStations": 2, "cFrames": [{**FRAME, "name": "Solo", "rh": 1, "ssr": 3}]}],
}
SHIPS = [
    {
        "name": "Victoria",
        "class": "capital",
        "systems": [
            {"class": "attack", "attackType": "p"},
            {"class": "attack", "attackType": "p", "attackType2": "a"},
            {"class": "catapult"},
            {"class": ""},
        ],
        "hasAce": True,
        "aceType": "red",
    },
    {"name": "no", "class": "frigate", "systems": [{"class": "sensor"}, {"class": "defense"}]},
]
FLEET = {
    "players": [{"name": "Ann", "hva": 3, "tas": 3, "ppa": 5, "ships": SHIPS}],
    "track": True,
    "sync": True,
}
BATTLE = """\
MF0 · Intercept Orbit
Scoreboard
Ann
HVA
TAs
5
PPA
Defender
Ann
2 ships · 1 company
Victoria
2W3K1BRp2
Point Defense
catapult
catapult
defense
internal
internal
Wayfarer
Captured · ex Bo
2W1G1YRp1Ra1
Point Defense / Assault
sensor
internal
internal
red ace
Fueled
2W2Rd1B1Y1G+Rd8
origin: Victoria
weapon
defense
comm
movement
system
system
Bo
1 ship · 0 companies
Titan
Destroyed
attack s
internal
internal
"""


def lines_of(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if not line.startswith("#")]


def brought(kind: str, source: Any, pick: str = "") -> tuple[list[str], list[str]]:
    text = source if isinstance(source, str) else json.dumps(source)
    made = public.new(kind, source=text, pick=pick)
    return lines_of(made.text), [finding.code for finding in made.findings]


def test_a_log_of_the_handbook_is_a_company_with_the_game_it_played() -> None:
    lines, codes = brought("company", LOG, "ann's lions")
    assert lines == [
        "company: Ann's Lions",
        "game: {size: skirmish, players: 2}",
        "options: {split-range: true}",
        "frames:",
        "- {name: Soldier, systems: [2Rd, 2Rd, 1B, 1Y], count: 2}",
        "- {name: Sniper, systems: [2Ra, 1Rd 1Ra, 1Y], rockets: 2}",
        "- {name: Naked, systems: none}",
    ]
    assert codes == ["MAN103"]


def test_a_page_of_the_handbook_has_a_name_and_its_systems_after_it() -> None:
    lines, codes = brought("company", PROFILE)
    assert lines[0] == "company: Night Lions"
    assert lines[3:] == [
        "- {name: Soldier, systems: [2Rd, 2Rd, 1B, 1Y]}",
        "- {name: Model B, systems: [2Rh, 1Rh 1Rd, 1Y], rockets: 1}",
        "- {name: Scout, systems: [2Rd, 2Rd, 1Y, 1Y]}",
    ]
    assert codes == ["MAN101", "MAN102"]


@pytest.mark.parametrize("kept", [KEPT, {"mfz.companies": json.dumps(KEPT)}, KEPT[0]])
def test_what_the_handbook_keeps_in_a_browser_is_read(kept: Any) -> None:
    lines, codes = brought("company", kept)
    assert "- {name: Soldier, systems: [2Rd, 2Rd, 1Y, 1B]}" in lines
    assert "- {name: Cat, systems: 1Rh 1Ra}" in lines
    assert codes == []


def test_a_game_of_the_handbook_says_stations_and_players() -> None:
    lines, _ = brought("company", GAME)
    assert "game: {size: battle, players: 3}" in lines
    assert lines[-2:] == ["stations:", "- {name: Station, count: 2}"]
    for players, is_taken in ((5, True), (6, False)):
        lines, _ = brought("company", {**GAME, "intendedPlayers": players})
        assert (f"game: {{size: battle, players: {players}}}" in lines) is is_taken


def test_what_mf0_keeps_in_a_browser_is_a_fleet() -> None:
    lines, codes = brought("fleet", FLEET)
    assert lines == [
        "fleet: Ann",
        "ships:",
        "- {name: Victoria, class: capital, systems: [2Rp, 1Rp 1Ra, 1K]}",
        '- {name: "no", class: frigate, systems: [1Y, 1B]}',
        "companies:",
        "- {name: Victoria 1}",
        "ace: red",
        "hvas:",
        "- {name: HVA, count: 3}",
    ]
    assert codes == []


def test_the_page_of_a_battle_of_mf0_is_its_fleets() -> None:
    lines, _ = brought("fleet", BATTLE, "Ann")
    assert lines == [
        "fleet: Ann",
        "ships:",
        "- {name: Victoria, class: capital, systems: [2Rp, 1K, 1K, 1B]}",
        "- {name: Wayfarer, class: frigate, systems: [1Rp 1Ra, 1Y]}",
        "companies:",
        "- {name: Victoria}",
        "ace: red",
    ]
    lines, codes = brought("fleet", BATTLE, "bo")
    assert lines == ["fleet: Bo", "ships:", "- {name: Titan, systems: 2Rs}"]
    assert "MAN106" in codes


def test_lines_in_any_notation_with_a_name_before_them_are_read() -> None:
    lines, _ = brought("company", "Lads\n3x Soldier: 1B 1G 1Y 2Rd\nScout - WWBYGRdRd\n")
    assert lines[2:] == [
        "- {name: Soldier, systems: 1B 1G 1Y 2Rd, count: 3}",
        "- {name: Scout, systems: WWBYGRdRd}",
    ]
    assert (
        "- {name: Lantern, class: frigate, systems: 2W1G1B1YRp2}"
        in brought("fleet", "Lantern: 2W1G1B1YRp2\n")[0]
    )


@pytest.mark.parametrize(
    ("link", "says"),
    [
        ("https://example.org/battle.html?battleId=-12", "in the browser that made it"),
        ("https://example.org/?game=5f0c", "on its server"),
        ("https://example.org/view-profile/ann", "holds no list"),
        ("https://[broken", "this is no link"),
    ],
)
def test_a_link_without_a_list_says_where_the_list_is(link: str, says: str) -> None:
    with pytest.raises(BrickyardError, match=says):
        public.new("company", source=link)


def test_a_link_that_holds_a_list_is_read_and_never_fetched() -> None:
    from urllib.parse import quote

    lines, _ = brought("company", f"https://example.org/#{quote(json.dumps(KEPT))}")
    assert lines[0] == "company: Lions"
    assert brought("company", f"https://example.org/?list={quote(json.dumps(KEPT))}")[0] == lines


def test_a_page_names_the_frame_that_has_an_environment() -> None:
    made = public.new("company", source="Lads\nDiver\nRh\nE\n")
    assert [finding.message for finding in made.findings] == [
        "Diver has an E, and the list doesn't say for which environment"
    ]


def test_of_several_lists_one_is_named() -> None:
    with pytest.raises(
        BrickyardError, match=r"holds 2 lists: “Ann's Lions”, “Bo: Blue”. Say which with --pick"
    ):
        public.new("company", source=LOG)
    with pytest.raises(BrickyardError, match="no list is called “Cy”"):
        public.new("company", source=LOG, pick="Cy")


@pytest.mark.parametrize(
    ("kind", "source", "says"),
    [
        ("company", json.dumps(FLEET), "this is a fleet; use: brickyard new fleet"),
        ("fleet", json.dumps(KEPT), "this is a company"),
        ("mech", LOG, "--from brings a company or a fleet, not a mech"),
        ("company", "Hello\nworld\n", "holds no list that can be read"),
        ("company", "{not json", "can't be read as JSON"),
        ("company", "[" * 100_000, "can't be read as JSON"),
        ("company", "x\n" * MOST_CHARACTERS, "too many for a list"),
        ("company", "no-such-file.txt", "No such file"),
    ],
)
def test_what_is_no_list_is_told_in_one_line(kind: str, source: str, says: str) -> None:
    with pytest.raises(BrickyardError, match=says):
        public.new(kind, source=source)


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ({"rd": 10**30}, "MAN100"),
        ({"rd": -1}, "MAN100"),
        ({"rd": "two"}, "MAN100"),
        ({"rd": True}, "MAN100"),
        ({"rd": {"a": []}}, "MAN100"),
        ({"e": 1}, "MAN103"),
    ],
)
def test_what_can_not_be_read_of_a_frame_is_named_and_the_rest_is_kept(
    frame: dict[str, Any], code: str
) -> None:
    lines, codes = brought(
        "company", [{"name": "Lions", "frames": [{**FRAME, "b": 1, **frame}, "junk", None]}]
    )
    assert any("1B" in line for line in lines)
    assert code in codes
    assert codes.count("MAN100") >= 1


def test_other_letters_than_english_ones_stay_as_they_are() -> None:
    units = [BroughtUnit("Bär", ("2Rd", "Öl & Glut"), rockets=1)]
    text = manifest_of(BroughtList("company", "Kölner: 1", units))
    assert 'company: "Kölner: 1"\n' in text
    assert '  - {name: "Bär", systems: [2Rd, "Öl & Glut"], rockets: 1}\n' in text


def test_saved_battles_of_mf0_are_named_as_packed() -> None:
    kept = {"mf0-tools": FLEET, "mf0-battles": {"-12": {"data": "\u1234\ud800", "date": 1}}}
    lines, codes = brought("fleet", kept)
    assert lines[0] == "fleet: Ann"
    assert codes == ["MAN104"]


@pytest.mark.parametrize(
    ("texts", "lists", "is_read"), [(1, 0, True), (1, 1, True), (1, 2, False), (2, 0, False)]
)
def test_texts_in_lists_in_texts_are_read_to_some_depth(texts: int, lists: int, is_read: bool) -> None:
    deep: object = [{"name": "Deep", "frames": [FRAME]}]
    for _ in range(lists):
        deep = [deep]
    source = json.dumps(deep)
    for _ in range(texts):
        source = json.dumps([source])
    if is_read:
        assert "company: Deep" in public.new("company", source=source).text
    else:
        with pytest.raises(BrickyardError):
            public.new("company", source=source)


@given(st.text(), st.text(min_size=1))
def test_whatever_is_called_the_manifest_can_be_read_back(company: str, frame: str) -> None:
    made = public.new(
        "company", source=json.dumps([{"name": company, "frames": [{**FRAME, "name": frame, "b": 1}]}])
    )
    assert "\x1b" not in made.text
    path = ROOT / "brought.yaml"
    with seen_through(Overlay()) as seen:
        seen.draft(path, made.text.encode())
        found = read_manifest(path, open_model=lambda path: pytest.fail(f"{path} is opened"))
    assert isinstance(found.subject, Force)
    assert found.subject.systems == 1


@given(st.text(alphabet='RhdaYBGESW/: -\n\t2x*{}[]"é', max_size=200))
def test_no_text_breaks_the_reader(text: str) -> None:
    for kind in ("company", "fleet"):
        try:
            made = public.new(kind, source=text + "\n")
        except BrickyardError:
            continue
        assert made.text.startswith("# Brought")


def test_the_command_writes_a_file_names_what_is_missing_and_checks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "log.txt").write_text(LOG, "utf-8")
    run = brickyard(["new", "company", "--from", "log.txt", "--pick", "Bo: Blue", "-o", "bo.yaml"], tmp_path)
    assert run.returncode == 0
    assert "bo.yaml written" in run.stdout + run.stderr
    assert "MAN103" in run.stderr
    assert "DIC016" in brickyard(["check", "bo.yaml"], tmp_path).stdout
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(KEPT).encode()), "utf-8"))
    run = brickyard(["new", "company", "--from", "-"], tmp_path)
    assert "company: Lions" in run.stdout
    kept = json.dumps([{"name": "L", "frames": [{**FRAME, "b": -1}]}])
    run = brickyard(["new", "company", "--from", kept], tmp_path)
    assert run.returncode == 1
    assert "b is -1" in run.stderr


@pytest.mark.parametrize(
    ("line", "unit"),
    [
        ("3x Soldier: 1B 1G 1Y 2Rd + rocket", "Soldier, systems: 1B 1G 1Y 2Rd, rockets: 1, count: 3"),
        ("- Soldier x3 (1B 1G 1Y 2Rd)", "Soldier, systems: 1B 1G 1Y 2Rd, count: 3"),
        (
            "* Soldier (1B 1G 1Y 2Rd, 2 rockets) x2",
            "Soldier, systems: 1B 1G 1Y 2Rd, rockets: 2, count: 2",
        ),
        ("1x Scout 1B 1G 2Y", "Scout, systems: 1B 1G 2Y"),
        ("Scout 1B 1G 2Y and a rocket", "Scout, systems: 1B 1G 2Y, rockets: 1"),
        ("Gunner - 2Ra 1Y 1B", "Gunner, systems: 2Ra 1Y 1B"),
        ("Heavy: 2B 2Ra rocket x2", "Heavy, systems: 2B 2Ra, rockets: 2"),
        ("Max 3: 1B 2Rd 1Rd8", "Max 3, systems: 1B 2Rd, rockets: 1"),
        ("Soldier: Rd Rd B Y SSR", "Soldier, systems: [2Rd, 2Rd, 1B, 1Y], rockets: 1"),
    ],
)
def test_a_unit_is_read_as_people_write_it(line: str, unit: str) -> None:
    lines, codes = brought("company", f"Lads\n{line}\n")
    assert (lines[2], codes) == (f"- {{name: {unit}}}", [])
