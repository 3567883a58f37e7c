"""`brickyard odds`, as players ask it: who hits whom, how hard, and what white dice are worth."""

from __future__ import annotations

import json
import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from brickyard.cli import make_app
from brickyard.fight_odds.odds_answer import MatrixOdds, OddsAnswer
from brickyard.fight_odds.odds_counting import find_odds
from brickyard.fight_odds.odds_question import OddsQuestion
from brickyard.fight_odds.odds_text import text_lines
from ldraw_tools.findings import BrickyardError
from ldraw_tools.json_values import json_text, schema_of
from tests.bounding import soon
from tests.running import ROOT, brickyard
from tests.validators.json_schemas import breaches
from validators.judged_files import JudgeSettings
from validators.reporters.text import unpainted

GOLDEN = Path(__file__).parent / "golden"
ANVIL, FANG = "examples/companies/estars-anvil.yaml", "examples/companies/suns-fang.yaml"
FLEET, MECH = "examples/fleets/first-patrol.yaml", "examples/mechs/standard.yaml"


def called(*arguments: str, folder: Path = ROOT) -> Result:
    """The command in this process, which is quicker; that it is the same elsewhere is tried once."""
    here = Path.cwd()
    os.chdir(folder)
    try:
        return CliRunner().invoke(make_app(["odds"]), ["odds", *arguments])
    finally:
        os.chdir(here)


def told(*arguments: str, folder: Path = ROOT, status: int = 0) -> dict[str, Any]:
    run = called(*arguments, "--format", "json", folder=folder)
    assert run.exit_code == status, run.stdout + str(run.exception)
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def refused(*arguments: str, folder: Path = ROOT) -> str:
    run = called(*arguments, folder=folder)
    assert isinstance(run.exception, BrickyardError), run.stdout + str(run.exception)
    assert not run.stdout
    assert "\n" not in str(run.exception)
    return str(run.exception)


def plain(found: OddsAnswer) -> str:
    return "\n".join(text_lines(found, unpainted)) + "\n"


def test_coloured_dice_alone_2rd_against_1b_at_direct_range_deal_0_486() -> None:
    found = told("2Rd", "1B", "--white", "none", "--range", "direct", "--cover", "open")
    (row,) = found["fights"][0]["rows"]
    assert row["mean"] == {"exact": "35/72", "value": 35 / 72}
    assert sum(Fraction(one["exact"]) for one in row["damage"]) == 1
    run = brickyard(["odds", "2Rd", "1B", "--white", "none"])
    assert "direct, 0.49 damage" in run.stdout
    assert not run.stderr
    wrong = brickyard(["odds", "2W 1Q", "1B"])
    assert (wrong.returncode, wrong.stdout, wrong.stderr.count("\n")) == (2, "", 1)


GOLDENS = {
    "fight": [f"{ANVIL}:Brutus", f"{FANG}:Brewer"],
    "boarding": [f"{FLEET}:torch", f"{FLEET}:Lantern"],
    "matrix": [ANVIL, FANG],
    "cards": [ANVIL],
    "fleet": [FLEET],
    "mech": [MECH],
    "tank": [MECH, "tank"],
    "attacked": ["tank", MECH],
}


@pytest.mark.parametrize("name", GOLDENS)
def test_what_is_said_is_what_was_said_before(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = plain(find_odds(GOLDENS[name], OddsQuestion(matrix=name == "matrix"), JudgeSettings()))
    golden = GOLDEN / f"{name}.odds.txt"
    if os.environ.get("BRICKYARD_UPDATE") == "1":
        golden.write_text(text, "utf-8")
    assert text == golden.read_text("utf-8")
    assert max(map(len, text.splitlines())) <= 100


def test_white_dice_are_shown_with_what_they_cost() -> None:
    found = told("soldier", "soldier", "--white", "attack", "--target-white", "defense")
    attacker, target = found["fights"][0]["white_dice"]
    uses = {use["aim"]: use for use in attacker["uses"]}
    assert uses["attack"]["attack"]["value"] > uses["balanced"]["attack"]["value"]
    assert uses["attack"]["movement"]["value"] < uses["balanced"]["movement"]["value"]
    taken = {use["aim"]: use["damage"]["value"] for use in target["uses"]}
    assert min(taken, key=lambda aim: taken[aim]) == "defense"
    (direct,) = [r for r in found["fights"][0]["rows"] if (r["range"], r["cover"]) == ("d", "open")]
    assert uses["attack"]["damage"] == direct["mean"]
    assert taken["defense"] == direct["mean"]["value"]


def test_spot_rockets_and_cover_that_breaks_change_the_odds() -> None:
    def mean(*options: str, cover: str = "open") -> float:
        wanted = ("2Rd 1Rd8", "1B", "--white", "none", "--range", "d", "--cover", cover, *options)
        value: float = told(*wanted)["fights"][0]["rows"][0]["mean"]["value"]
        return value

    bare = mean()
    assert mean("--spot", "3") > mean("--rocket") > bare
    assert mean(cover="cover") < mean("--cover-hits", "1", cover="cover") < bare


def test_a_matrix_has_every_frame_against_every_frame_and_is_drawn(tmp_path: Path) -> None:
    svg, png = tmp_path / "m.svg", tmp_path / "m.png"
    found = told("--matrix", ANVIL, FANG, "-o", str(svg))
    assert found["targets"] == 3
    pairs = [(fight["attacker"]["name"], fight["target"]["name"]) for fight in found["fights"]]
    assert len(pairs) == len(set(pairs)) == 9
    assert {row["range"] for row in found["fights"][0]["rows"]} == {"h", "d", "a"}
    assert "Brutus" in svg.read_text("utf-8")
    run = called("--matrix", ANVIL, FANG, "--range", "direct", "-o", str(png))
    assert run.exit_code == 0, run.exception
    assert png.read_bytes().startswith(b"\x89PNG")
    assert "Artillery" not in run.stdout


def test_b14_a_matrix_says_who_wins_the_exchange() -> None:
    sides, plain = ("1B 2Rd 1Rd8", "2Rd 1Y"), ("--white", "none")
    [found] = told("--matrix", *sides, "--rocket", *plain)["exchanges"]

    def best(*asked: str) -> float:
        rows = told(*asked, *plain)["fights"][0]["rows"]
        return max(float(row["mean"]["value"]) for row in rows if row["possible"])

    assert found["deals"]["value"] == best(*sides, "--rocket")
    assert found["takes"]["value"] == best(*reversed(sides))
    assert found["winner"] == ("attacker" if found["deals"]["value"] > found["takes"]["value"] else "target")
    assert "The exchange" in called("--matrix", *sides).stdout
    assert "The exchange" not in called("--matrix", sides[0], "terrain").stdout


def company(path: Path, frames: list[str]) -> Path:
    lines = [f"  - {{name: F{place}, systems: {one}}}" for place, one in enumerate(frames)]
    path.write_text("\n".join(["company: X", "frames:", *lines, ""]), "utf-8")
    return path


def test_a_six_by_six_matrix_over_all_ranges_and_covers_is_little_work(tmp_path: Path) -> None:
    ours = ["1B 1G 1Y 2Rd", "2B 1Y 2Rh", "1B 1G 2Y 2Rd", "1B 1Y 2Ra & d8", "2G 2Rh & d8", "2B 1G 2Ra"]
    theirs = ["2B 1Y 2Rd", "1B 1G 2Rd & d8", "1G 1Y 2Rd 2Ra", "1B 2Rh 2Rd 2Ra", "1B 1G 1Y 2Rh", "2B 2G"]
    texts = [str(company(tmp_path / "a.yaml", ours)), str(company(tmp_path / "b.yaml", theirs))]
    with soon():
        found = find_odds(texts, OddsQuestion(matrix=True), JudgeSettings())
    assert isinstance(found, MatrixOdds)
    assert len(found.fights) == 36


def test_two_units_of_one_name_stay_two_and_columns_go_on_below(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("company: X\nframes: [{systems: 2Rd 1B}, {systems: 2Rd 2B}]\n")
    many = company(tmp_path / "b.yaml", ["1B"] * 30)
    text = plain(find_odds([str(tmp_path / "a.yaml"), str(many)], OddsQuestion(matrix=True), JudgeSettings()))
    assert "frame 1" in text
    assert "frame 2" in text
    assert "F29" in text
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["2W 1Q", "1B"], "not a die or system"),
        (["5W", "1B"], "more white dice"),
        ([" ", "1B"], "“”"),
        (["2Rd", "1B", "1Y"], "in quotes"),
        ([ANVIL, FANG], "Brutus, Anvil, Hammer"),
        ([f"{ANVIL}:Brtus", "1B"], "Did you mean Brutus?"),
        (["examples/companies", "1B"], "a folder; name one model or manifest in it"),
        (["README.md", "1B"], "neither a model nor a manifest"),
        (["nothere.yaml", "1B"], "No such file"),
        (["2Rd", "terain"], "“terain”: did you mean terrain?"),
        (["2Rd", "soldjer"], "“soldjer”: did you mean soldier?"),
        (["examples", "1B"], "a folder; name one model or manifest in it"),
        (["2Rd", "1B", "--rocket"], "no rockets"),
        (["terrain", "1B"], "doesn't attack"),
        (["terrain"], "doesn't attack"),
        (["2Rd", "1B", "--range", "x"], "d (direct)"),
        (["2Rd", "1B", "--cover", "wall"], "open, cover, frame"),
        (["examples/frames/chub.mpd", f"{FLEET}:Lantern"], "different games"),
        (["examples/frames/chub.mpd", "1B", "--edition", "intercept-orbit"], "nothing in it fights"),
        (["examples/stations/depot.mpd"], "nothing in it fights"),
        (["2Rd", "1B", "--edition", "paper-mech"], "no dice to write down"),
        (["2Rd", "1B", "--haste", "2"], "for a 'mech"),
        (["2Rd", "1B", "--boarders", "2"], "a company and a ship"),
        (["2Rd", "1B", "-o", "x.txt"], ".svg or .png"),
        (["2Rd", "--fall", "9", "-o", "x.svg"], "-o draws attacks"),
        (["--matrix", "2Rd"], "two sides"),
        (["--matrix", "2Rd", "1B", "-o", "x.txt"], ".svg or .png"),
        ([MECH, "dragon"], "attack bike"),
        ([MECH, MECH], "enemies of its sheet"),
        ([MECH, "tank", "--spot", "3"], "accept only --haste"),
        (["armour=3", MECH], "doesn't attack"),
    ],
)
def test_a_mistake_in_the_call_is_one_line_with_a_way_out(arguments: list[str], said: str) -> None:
    assert said in refused(*arguments)


def test_a_broken_manifest_gives_its_odds_with_a_warning_and_status_1(tmp_path: Path) -> None:
    text = "company: X\nframes: [{name: A, systems: 2Rd 1B}, {model: nothere.mpd}]\n"
    (tmp_path / "c.yaml").write_text(text)
    run = called("c.yaml:A", "1B", folder=tmp_path)
    assert run.exit_code == 1
    assert "nothere.mpd" in run.stdout
    assert "may be wrong, too" in run.stdout
    assert told("c.yaml:A", "1B", folder=tmp_path, status=1)["findings"]
    (tmp_path / "empty.yaml").write_text("company: [\n")
    refused("empty.yaml", "1B", folder=tmp_path)


def test_what_can_not_be_read_has_no_odds(tmp_path: Path) -> None:
    ghost = "  - {name: Ghost, model: gone.mpd}\n"
    (tmp_path / "c.yaml").write_text(f"company: X\nframes:\n{ghost}")
    assert refused("c.yaml", "1B", folder=tmp_path).startswith("c.yaml:3:26: there is no file “gone.mpd”. ")
    (tmp_path / "c.yaml").write_text(f"company: X\nframes:\n{ghost}  - {{name: Solo, systems: 2Rd}}\n")
    found = told("c.yaml", "1B", folder=tmp_path, status=1)
    assert found["fights"][0]["attacker"]["name"] == "Solo"
    said = " ".join(called("c.yaml", "1B", folder=tmp_path).stdout.split())
    assert "there is no file “gone.mpd”" in said
    assert "-> Correct the name" in said


def test_a_strangers_name_steers_neither_the_terminal_nor_the_picture(tmp_path: Path) -> None:
    text = 'company: "<script>"\nframes: [{name: "\\x1b[31m<b>", systems: 2Rd 1B}]\n'
    (tmp_path / "c.yaml").write_text(text)
    run = called("--matrix", "c.yaml", "c.yaml", "-o", "m.svg", folder=tmp_path)
    assert run.exit_code == 1, "a control character in a name is an error of its own"
    assert "\x1b" not in run.stdout
    drawn = (tmp_path / "m.svg").read_text("utf-8")
    assert "<script>" not in drawn
    assert "\x1b" not in drawn


def test_a_unit_is_found_by_its_name_or_the_beginning_of_it(tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text("company: X\nframes: [{name: Old Brutus, systems: 2Rd 1B}]\n")
    for unit in ("Old Brutus", "old brutus", "old"):
        found = told(f"c.yaml:{unit}", "1B", folder=tmp_path)
        assert found["fights"][0]["attacker"]["name"] == "Old Brutus"


def test_one_company_of_several_is_led_by_the_fleets_ace(tmp_path: Path) -> None:
    text = "fleet: X\nships: [{name: S, class: capital, systems: 1K}]\nace: red\n"
    text += "companies: [{name: T, count: 3}]\n"
    (tmp_path / "f.yaml").write_text(text)
    units = [card["unit"] for card in told("f.yaml", folder=tmp_path)["cards"]]
    assert [(unit["name"], unit["count"]) for unit in units] == [("S", 1), ("T (red ace)", 1), ("T", 2)]
    assert units[1]["dice"] == "2W 1G 1B 1Y 1Rf 1Rf8"


def test_boarding_is_told_with_the_ships_own_guns() -> None:
    found = told(f"{FLEET}:torch", f"{FLEET}:Lantern", "--boarders", "2", "--defenders", "1")["boarding"]
    assert (found["boarders"], found["boarders_have_ace"], found["defenders"]) == (2, True, 1)
    assert found["red_dice"] == "2 red d6"
    assert 0.5 < found["taken"]["value"] < 1


def test_texts_decide_the_game_together() -> None:
    assert told("2Ra", "2Rp")["edition"]["id"] == "intercept-orbit"
    assert told("2Ra", "2Rd")["edition"]["id"] == "rapid-attack"
    assert told("2Ra", "1B", "--edition", "condensed")["edition"]["id"] == "condensed"


def test_another_edition_in_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text(
        "company: X\nedition: rapid-attack-draft\nframes: [{name: A, systems: 2Rd 1B}]\n"
    )
    (tmp_path / "d.yaml").write_text("company: Y\nedition: condensed\nframes: [{name: B, systems: 2Rd 1B}]\n")
    found = told("c.yaml:A", "d.yaml:B", folder=tmp_path)
    assert found["edition"]["id"] == "rapid-attack-draft"
    assert "Condensed" in found["notes"][0]


def test_every_document_is_of_the_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    schema = schema_of(OddsAnswer)
    for name, texts in GOLDENS.items():
        found = find_odds(texts, OddsQuestion(matrix=name == "matrix"), JudgeSettings())
        assert list(breaches(json.loads(json_text(found)), schema, schema)) == []


PATROL = "examples/fleets/first-patrol.yaml"
STANDARD = "examples/mechs/standard.yaml"


def answered(*arguments: str) -> dict[str, Any]:
    run = brickyard(["odds", *arguments, "--format", "json"])
    assert run.returncode == 0, run.stderr
    return dict(json.loads(run.stdout))


def test_a_frame_without_the_system_has_a_white_die_less_and_one_with_it_has_not() -> None:
    how = ("soldier", "--range", "d", "--white", "attack")
    lacking = answered("1B 2Rd", *how, "--hostile", "Deep Water")
    plain = answered("1B 2Rd", *how)
    ready = answered("1B 2Rd E:deep-water", *how, "--hostile", "Deep Water")
    [row], [other] = lacking["fights"][0]["rows"][:1], plain["fights"][0]["rows"][:1]
    assert row["mean"]["value"] < other["mean"]["value"]
    assert lacking["notes"] == ["In deep-water, 1B 2Rd sets 1 white die aside (RA p.135)."]
    assert ready["fights"][0]["rows"][0]["mean"] == other["mean"]
    assert "carries the system for deep-water" in ready["notes"][0]
    hit = answered(
        "1B 2Rd", "soldier", "--range", "d", "--target-hostile", "ice", "--target-white", "defense"
    )
    usual = answered("1B 2Rd", "soldier", "--range", "d", "--target-white", "defense")
    assert hit["fights"][0]["rows"][0]["mean"]["value"] > usual["fights"][0]["rows"][0]["mean"]["value"]


def test_falls_collisions_and_repairs_are_told_with_their_pages() -> None:
    said = brickyard(["odds", "1B 2Rd", "--fall", "11"]).stdout
    assert "3 dice (RA p.135)" in said
    assert "1.50 on average" in said
    said = brickyard(["odds", f"{PATROL}:Steadfast", f"{PATROL}:Lantern", "--collide", "4"]).stdout
    assert "Steadfast rams: 4 dice (IO p.33)" in said
    assert "Lantern is rammed: 4 dice (IO p.33)" in said
    [own, company, fuelled] = answered(f"{PATROL}:Steadfast", "--repair", "2")["rows"]
    assert (own["mean"]["exact"], own["reference"]) == ("2/3", "IO p.30")
    assert (company["dice"], company["reference"]) == (1, "IO p.34")
    assert fuelled["mean"]["exact"] == "7/2"
    [row] = answered(STANDARD, "--repair", "7")["rows"]
    assert (row["mean"]["exact"], row["reference"]) == ("14/3", "PM Repairs")


def test_an_enemy_that_is_damaged_is_destroyed_sooner_and_crushed_by_lower_dice() -> None:
    """PM: a crush destroys if its die beats the circles that are left."""

    def destroys(*arguments: str) -> list[str]:
        found = answered(STANDARD, "tank", *arguments)["mech_attacks"]
        return [row["destroys"]["exact"] for row in found if row["action"] == "crush"]

    assert destroys() == ["1/3"]
    assert destroys("--damaged", "1") == ["1/2"]
    assert destroys("--damaged", "3") == ["5/6"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["1B 2Rd", "--fall", "3", "--repair", "1"], "ask one thing at a time: --fall or --repair"),
        (["1B 2Rd", "soldier", "--fall", "3"], "--fall: name one unit"),
        (["1B 2Rd", "--fall", "3", "--spot", "2"], "--fall goes with no other option"),
        (["1B 2Rd", "soldier", "--collide", "3"], "has no rule for that"),
        ([f"{PATROL}:Steadfast", "--fall", "3"], "has no rule for that"),
        ([f"{PATROL}:Steadfast", "--collide", "3"], "name two ships"),
        ([f"{PATROL}:Steadfast", "company", "--collide", "3"], "is not a ship"),
        ([f"{PATROL}:Steadfast", "ship", "--hostile", "ice"], "has no hostile terrain"),
        (["1B 2Rd", "soldier", "--damaged", "1"], "are for a 'mech"),
        ([STANDARD, "tank", "--damaged", "4"], "tank is destroyed by 4"),
        ([STANDARD, "--damaged", "1"], "name the enemy that is damaged"),
        (["1B 2Rd", "--target-hostile", "ice"], "there is no target"),
    ],
)
def test_what_goes_not_together_is_refused(arguments: list[str], said: str) -> None:
    run = brickyard(["odds", *arguments])
    assert run.returncode == 2
    assert said in run.stderr


def test_section_4_a_matrix_with_terrain_says_that_its_spot_is_not_counted() -> None:
    run = brickyard(["odds", "--matrix", "1B 2Rd", "terrain", "--spot", "3"])
    assert "Terrain can't be spotted, so the spot isn't counted" in run.stdout


def test_s4_odds_tell_nothing_of_units_that_are_not_asked_about(tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text(
        "company: C\nframes:\n  - {name: A, systems: 1B 2Rd}\n  - {name: B, systems: 1Y}\n"
        "  - {name: Wrong, systems: 1Q}\n"
    )
    run = brickyard(["odds", "c.yaml:A", "c.yaml:B"], tmp_path)
    assert (run.returncode, "DIC" in run.stdout) == (0, False)
    # Of the whole file it is told, and once.
    run = brickyard(["odds", "--matrix", "c.yaml", "c.yaml"], tmp_path)
    assert run.stdout.count("error DIC") == 1
