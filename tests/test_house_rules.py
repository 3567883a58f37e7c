"""House rules: a group's own edition started, judged, used and shown (review S6; rules 5, point 3)."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from catalog.editions.citations import KnownRule
from catalog.editions.demands import COUNTED, WORDS
from catalog.editions.loading import edition, load_edition, shipped_editions
from catalog.vocabulary import COLOURS, VOCABULARIES
from fleets.models.model_units import Role
from ldraw_tools.findings import Severity
from scripts.broken_editions import broken_edition, edition_seeds, use_edition
from tests.running import ROOT, brickyard
from validators.judged_files import check

COMPANY = """\
company: Belt
edition: house.yaml
game: {size: skirmish, players: 3}
frames:
  - {name: Soldier, systems: 1B 1G 1Y 2Rd, count: 3, rockets: 1}
  - {name: Brawler, systems: 1B 1G 2Rh}
stations:
  - {name: Depot, count: 2}
"""
FLEET = """\
fleet: Line
edition: house.yaml
game: {players: 2}
ships:
  - {name: Flagship, class: capital, systems: 1B 1Y 1K 2Ra}
  - {name: Escort, class: frigate, systems: 1B 1Y 2Rp, count: 3}
companies:
  - {name: First Company}
ace: red
hvas:
  - {name: Freighter, count: 3}
"""


def told(folder: Path, house: str, force: str = COMPANY) -> list[str]:
    """What the demands of an edition say of a force."""
    extends = "intercept-orbit" if force is FLEET else "rapid-attack"
    (folder / "house.yaml").write_text(f"extends: {extends}\nshort: House\n{house}\n", "utf-8")
    (folder / "force.yaml").write_text(force, "utf-8")
    report = check(folder / "force.yaml")
    assert not [found for found in report.findings if found.code.startswith("MAN")]
    return [
        f"{found.severity} {found.message}" for found in report.findings if found.code in ("SYS020", "CMP020")
    ]


def uncommented(text: str) -> str:
    return re.sub(r"(?m)^  # ([\w-]+: \{)", r"  \1", text)


# Starting one


@pytest.mark.parametrize("extends", ["", *shipped_editions()])
def test_s6_a_new_edition_can_be_used_as_it_is_and_with_every_comment_taken_away(
    extends: str, tmp_path: Path
) -> None:
    words = ["--extends", extends] if extends else []
    run = brickyard(["new", "edition", *words, "-o", "house.yaml"], tmp_path)
    assert run.returncode == 0, run.stderr
    assert "brickyard check house.yaml" in run.stdout
    found, findings = load_edition(tmp_path / "house.yaml")
    assert not findings
    assert found
    assert found.extends == (extends or "rapid-attack")
    whole = uncommented((tmp_path / "house.yaml").read_text("utf-8"))
    (tmp_path / "whole.yaml").write_text(whole, "utf-8")
    found, findings = load_edition(tmp_path / "whole.yaml")
    assert not findings
    assert found
    parent = edition(found.extends)
    assert {code: cited.numbers for code, cited in found.citations.items()} == {
        code: cited.numbers for code, cited in parent.citations.items()
    }
    assert bool(found.demands) == (found.game in WORDS)


def test_s6_a_new_edition_may_extend_a_groups_own_from_another_folder(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text("extends: condensed\n", "utf-8")
    run = brickyard(["new", "edition", "--extends", "house.yaml", "-o", "sub/next.yaml"], tmp_path)
    assert run.returncode == 0, run.stderr
    found, findings = load_edition(tmp_path / "sub" / "next.yaml")
    assert not findings
    assert found
    assert found.extends == "house"


def test_s6_a_new_edition_is_never_written_over_a_file(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text("mine\n", "utf-8")
    run = brickyard(["new", "edition", "-o", "house.yaml"], tmp_path)
    assert run.returncode == 2
    assert (tmp_path / "house.yaml").read_text("utf-8") == "mine\n"


def test_only_an_edition_extends_another(tmp_path: Path) -> None:
    run = brickyard(["new", "company", "--extends", "condensed"], tmp_path)
    assert (run.returncode, run.stdout) == (2, "")
    assert "--extends is for brickyard new edition" in run.stderr


# Judging one

WRONG = """\
extends: rapid-attack
name: Belt
rules:
  SYS001: {mst: 5}
  SYS999: {most: 1}
demands:
  a: {each: fleet, dice: yelow, at-least: 3, at-most: 1}
  b: {each: frame}
  c: {dice: yellow, systems: B, at-most: 1}
  d: null
"""
MISTAKES = [
    ("2:1", "MAN017", "Write its name after title:."),
    ("4:12", "MAN017", "Did you mean most?"),
    ("5:3", "MAN034", "Did you mean SYS009?"),
    ("7:6", "MAN044", "Write at-least: 1, at-most: 3."),
    ("7:13", "MAN016", "Choose from company, frame, station."),
    ("7:26", "MAN016", "Did you mean yellow?"),
    ("8:6", "MAN042", "Write one of them, such as dice: yellow or systems: [direct, artillery]."),
    ("8:6", "MAN043", "Write at-least: 1, at-most: 3, or both."),
    ("9:6", "MAN042", "Write one of them, such as dice: yellow or systems: [direct, artillery]."),
    ("9:6", "MAN047", "Add each: and one of company, frame, station."),
    ("10:3", "MAN035", "Leave it out."),
]


def test_s6_every_mistake_in_an_edition_is_listed_with_its_place_and_choices(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text(WRONG, "utf-8")
    run = brickyard(["check", "house.yaml", "--format", "json"], tmp_path)
    assert run.returncode == 1
    (report,) = json.loads(run.stdout)["reports"]
    assert (report["kind"], report["verdict"], report["reason"]) == ("edition", "can't be used", "")
    found = [(f"{one['line']}:{one['column']}", one["code"], one["fix"]) for one in report["findings"]]
    assert found == MISTAKES
    assert {one["file"] for one in report["findings"]} == {"house.yaml"}


def test_s6_a_company_judged_by_a_broken_edition_shows_all_its_mistakes(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text(WRONG, "utf-8")
    company = str(ROOT / "examples" / "companies" / "estars-anvil.yaml")
    for command in (["check", company], ["check", company, company], ["dice", company], ["rules"]):
        run = brickyard([*command, "--edition", "house.yaml"], tmp_path)
        assert run.returncode == 2
        assert not run.stdout
        assert len(re.findall(r"house.yaml:\d", run.stderr)) == len(MISTAKES)
        assert run.stderr.endswith("brickyard: nothing can be judged by house.yaml: 10 mistakes\n")


@pytest.mark.parametrize("command", ["dice", "card", "sheets", "parts", "pack"])
def test_s6_other_commands_say_what_an_edition_is(command: str, tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text("extends: rapid-attack\n", "utf-8")
    run = brickyard([command, "house.yaml"], tmp_path)
    assert run.returncode == 2
    assert "house.yaml: an edition, not a company or a fleet; brickyard check house.yaml" in run.stderr


def test_s6_an_edition_is_not_judged_by_the_book(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text("extends: rapid-attack\nrules: {FLT001: null}\n", "utf-8")
    run = brickyard(["check", "house.yaml"], tmp_path)
    assert run.returncode == 0
    last = run.stdout.splitlines()[-1]
    assert last.startswith("CAN BE USED: Mobile Frame Zero: Rapid Attack, house rules house (house)")
    assert last.endswith("1 warning")
    assert "LEGAL" not in run.stdout
    assert brickyard(["check", "house.yaml", "--strict"], tmp_path).returncode == 1
    github = brickyard(["check", "house.yaml", "--format", "github"], tmp_path)
    assert "::warning file=house.yaml,line=2,col=9,title=MAN035::" in github.stdout
    sarif = json.loads(brickyard(["check", "house.yaml", "--format", "sarif"], tmp_path).stdout)
    (result,) = sarif["runs"][0]["results"]
    assert (result["ruleId"], result["level"], result["kind"]) == ("MAN035", "warning", "fail")
    assert sarif["runs"][0]["properties"]["reports"][0]["verdict"] == "can be used"


def test_s6_an_edition_says_what_differs_from_the_one_it_extends() -> None:
    run = brickyard(["check", "examples/garage-rules.yaml"])
    said = " ".join(run.stdout.split())
    for part in (
        "Extends Mobile Frame Zero: Rapid Attack (rapid-attack).",
        "SYS001 is changed: most 5 instead of 4.",
        "SIZ001 is changed: info instead of warning.",
        "Option split-range is changed: yes, unless a force says otherwise.",
        "Demands: Every company can spot. Each company has at least 1 yellow die (error, Garage)",
    ):
        assert part in said


@pytest.mark.parametrize(
    "rule",
    ["SYS001: {most: 5}", "SYS001: {numbers: {most: 5}}", "SYS001: {severity: error, most: 5}"],
)
def test_s6_a_rules_number_is_read_beside_the_other_keys_and_apart(rule: str, tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text(f"extends: rapid-attack\nrules: {{{rule}}}\n", "utf-8")
    found, findings = load_edition(tmp_path / "house.yaml")
    assert not findings
    assert found
    assert found.citations["SYS001"].numbers == {"most": 5}


def test_a_number_that_its_rule_cannot_use_is_told_by_the_check_of_the_edition(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text("extends: rapid-attack\nrules:\n  SYS001: {most: 4.5}\n", "utf-8")
    report = check(tmp_path / "house.yaml")
    (found,) = report.findings
    assert (found.code, found.place.line, report.verdict) == ("MAN048", 3, "can't be used")
    assert found.message == "most of SYS001 is 4.5, but must be a whole number"


def test_a_number_given_twice_is_told(tmp_path: Path) -> None:
    text = "extends: rapid-attack\nrules: {SYS001: {most: 5, numbers: {most: 6}}}\n"
    (tmp_path / "house.yaml").write_text(text, "utf-8")
    found, (finding,) = load_edition(tmp_path / "house.yaml")
    assert found is None
    assert (finding.code, finding.message) == ("MAN046", "most of SYS001 is given twice")


def test_no_number_of_a_rule_is_called_like_one_of_its_other_keys() -> None:
    numbers = {
        name
        for shipped in shipped_editions()
        for cited in edition(shipped).citations.values()
        for name in KnownRule.of([cited]).samples
    }
    assert len(numbers) > 5
    assert not numbers & {"reference", "severity", "numbers", "reason"}


# Demands


@pytest.mark.parametrize(
    ("demand", "said"),
    [
        # The book's three examples.
        ("{each: company, dice: yellow, at-least: 1}", []),
        (
            "{each: company, dice: yellow, at-least: 4}",
            ["error Belt has 3 yellow dice; a company has at least 4"],
        ),
        (
            "{each: frame, range: hand-to-hand, at-least: 1}",
            ["error Soldier has no hand-to-hand weapon; a frame has at least 1"],
        ),
        (
            "{each: company, range: [direct, artillery], at-most: 2, says: Guns are rare., severity: info}",
            ["info Guns are rare: Belt has 3 direct or artillery weapons; a company has at most 2"],
        ),
        # Systems by code and by name, dice of the body and of the sprint, kinds of units.
        ("{each: frame, systems: 'B, G', at-least: 2, at-most: 2}", []),
        (
            "{each: frame, systems: comms, at-most: 0, severity: warning}",
            ["warning Soldier has 1 comms system; a frame has none"],
        ),
        ("{each: frame, dice: white, at-least: 2, at-most: 2}", []),
        ("{each: frame, dice: G, at-most: 1}", ["error Brawler has 2 green dice; a frame has at most 1"]),
        (
            "{each: company, units: [frame, station], at-least: 1, at-most: 5}",
            ["error Belt has 6 frames or stations; a company has 1 to 5"],
        ),
        # A word and its code are one thing, and so is a word that is written twice.
        (
            "{each: frame, systems: [defense, B], at-least: 2, severity: info}",
            [f"info {name} has 1 defense system; a frame has at least 2" for name in ("Soldier", "Brawler")],
        ),
        ("{each: company, units: [station, Station], at-least: 2, at-most: 2}", []),
    ],
)
def test_point_3_what_a_group_demands_is_judged(demand: str, said: list[str], tmp_path: Path) -> None:
    assert told(tmp_path, f"demands: {{ours: {demand}}}") == said


@pytest.mark.parametrize(
    ("demand", "said"),
    [
        ("{each: fleet, units: frigate, at-least: 1}", []),
        ("{each: fleet, units: capital, at-least: 2}", ["Line has 1 capital ship; a fleet has at least 2"]),
        (
            "{each: frigate, systems: catapult, at-least: 1}",
            ["Escort has no catapult system; a frigate has at least 1"],
        ),
        (
            "{each: ship, range: point-defense, at-least: 1}",
            ["Flagship has no point defense weapon; a ship has at least 1"],
        ),
        ("{each: company, dice: green, at-least: 1}", []),
    ],
)
def test_point_3_fleets_have_demands_too(demand: str, said: list[str], tmp_path: Path) -> None:
    assert told(tmp_path, f"demands: {{ours: {demand}}}", FLEET) == [f"error {one}" for one in said]


def test_a_split_weapon_is_half_a_system_and_a_weapon_at_both_its_ranges(tmp_path: Path) -> None:
    company = COMPANY.replace("2Rh}", "1Rh 1Rd}")
    options = "options: {split-range: {default: true}}\n"
    halves = options + "demands: {ours: {each: frame, systems: [hand-to-hand], at-least: 1}}"
    assert told(tmp_path, halves, company) == [
        "error Soldier has no hand-to-hand weapon; a frame has at least 1",
        "error Brawler has 0.5 hand-to-hand weapons; a frame has at least 1",
    ]
    ranges = options + "demands: {ours: {each: company, range: [hand-to-hand, direct], at-most: 3}}"
    (said,) = told(tmp_path, ranges, company)
    assert said.startswith("error Belt has 4 hand-to-hand or direct weapons")


def test_a_demand_has_its_own_reference_else_the_editions(tmp_path: Path) -> None:
    few = "{each: company, dice: red, at-most: 0"
    told(tmp_path, f"demands: {{a: {few}, reference: 3 May}}, b: {few}}}}}")
    found = [one for one in check(tmp_path / "force.yaml").findings if one.code == "CMP020"]
    assert sorted(one.reference for one in found) == ["3 May", "House"]


def test_a_child_changes_and_takes_away_demands_singly(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text(
        "extends: rapid-attack\ndemands:\n"
        "  a: {each: company, dice: yellow, at-least: 1}\n  b: {each: frame, range: h, at-least: 1}\n"
    )
    (tmp_path / "next.yaml").write_text("extends: house.yaml\ndemands: {a: {at-least: 2}, b: null}\n")
    found, findings = load_edition(tmp_path / "next.yaml")
    assert not findings
    assert found
    assert [(one.name, one.each, one.dice, one.at_least) for one in found.demands.values()] == [
        ("a", "company", ("Y",), 2)
    ]


def test_a_demand_that_nothing_would_judge_by_is_told(tmp_path: Path) -> None:
    text = (
        "extends: rapid-attack\nrules: {CMP020: null}\ndemands: {a: {each: company, dice: red, at-most: 3}}\n"
    )
    (tmp_path / "house.yaml").write_text(text)
    found, (finding,) = load_edition(tmp_path / "house.yaml")
    assert found is None
    assert (finding.code, finding.place.line) == ("MAN045", 3)


@pytest.mark.parametrize(
    ("extends", "demand", "message", "fix"),
    [
        ("rapid-attack", "each: frame, units: station", "counts units, and no frame has any", "company"),
        (
            "rapid-attack",
            "each: station, dice: blue",
            "counts dice, and no station has any",
            "company, frame",
        ),
        (
            "rapid-attack",
            "each: station, systems: B",
            "counts systems, and no station has any",
            "company, frame",
        ),
        (
            "rapid-attack",
            "each: station, range: d",
            "counts weapons, and no station has any",
            "company, frame",
        ),
        ("intercept-orbit", "each: company, units: hva", "counts units, and no company has any", "fleet"),
        (
            "intercept-orbit",
            "each: hva, dice: red",
            "counts dice, and no hva has any",
            "fleet, ship, capital, frigate, company",
        ),
    ],
)
def test_a_demand_that_can_never_be_met_is_told(
    extends: str, demand: str, message: str, fix: str, tmp_path: Path
) -> None:
    (tmp_path / "house.yaml").write_text(f"extends: {extends}\ndemands: {{a: {{{demand}, at-least: 1}}}}\n")
    found, findings = load_edition(tmp_path / "house.yaml")
    assert found is None
    assert [one.code for one in findings] == ["MAN049"]
    assert message in findings[0].message
    assert findings[0].fix == f"Choose each: from {fix}."


def test_mechs_have_no_demands(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text("extends: paper-mech\ndemands: {a: {each: mech}}\n")
    found, (finding,) = load_edition(tmp_path / "house.yaml")
    assert (found, finding.code) == (None, "MAN041")


def test_what_is_unknown_breaks_no_demand_for_certain(tmp_path: Path) -> None:
    """A model that nobody has described may carry the blade that is demanded."""
    (tmp_path / "house.yaml").write_text(
        "extends: rapid-attack\ndemands: {a: {each: frame, range: h, at-least: 1}}\n"
    )
    (tmp_path / "mech.ldr").write_text("0 Mech\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n")
    report = check(tmp_path / "mech.ldr", edition=str(tmp_path / "house.yaml"))
    assert (report.verdict, report.reason) == ("not judged", "nothing says what it carries")


def test_the_words_of_demands_are_those_of_the_games() -> None:
    assert set(WORDS) == set(VOCABULARIES)
    for game, words in WORDS.items():
        vocabulary = VOCABULARIES[game]
        assert set(words.systems.values()) == set(vocabulary.by_code)
        assert set(words.range.values()) == {one.letter for one in vocabulary.ranges}
        assert set(words.dice.values()) == vocabulary.colours
        assert {COLOURS[letter]: letter for letter in words.dice.values()} == words.dice
        bodies = {body.name for body in vocabulary.bodies}
        assert set(words.bare) == {*words.units} - bodies - {"ship"}
        assert bodies <= set(words.units) <= bodies | {str(role) for role in Role}
        assert not [one for one in COUNTED if not words.codes(one)]


# Showing them


@pytest.mark.parametrize(
    "command",
    [
        ["explain", "CMP020", "--edition"],
        ["rules", "--edition"],
        ["editions"],
        ["check"],
    ],
)
def test_demands_are_shown(command: list[str]) -> None:
    run = brickyard([*command, "examples/garage-rules.yaml"])
    assert run.returncode == 0
    said = " ".join(run.stdout.split())
    assert "Every company can spot. Each company has at least 1 yellow die (error, Garage)" in said
    assert max(map(len, run.stdout.splitlines())) <= 100


def test_sheets_print_demands() -> None:
    from brickyard.printing.reference_tables import reference_values

    found, _ = load_edition(ROOT / "examples" / "garage-rules.yaml")
    assert found
    lines = reference_values(found, VOCABULARIES[found.game], {})["demands"]
    assert lines[0] == "Every company can spot. Each company has at least 1 yellow die (error, Garage)"
    assert len(lines) == 3


def test_the_example_breaks_its_house_rules_without_a_blade(tmp_path: Path) -> None:
    examples = ROOT / "examples"
    (tmp_path / "garage-rules.yaml").write_bytes((examples / "garage-rules.yaml").read_bytes())
    text = (examples / "night-shift.yaml").read_text("utf-8")
    (tmp_path / "shift.yaml").write_text(text.replace("2Y 2Rh", "2Y"), "utf-8")
    report = check(tmp_path / "shift.yaml")
    (found,) = [one for one in report.findings if one.severity is Severity.ERROR]
    assert found.message.startswith(
        "Nobody goes to the field without a blade: Foreman has no hand-to-hand weapon"
    )
    assert check(examples / "night-shift.yaml").verdict == "legal"


def test_fuzzing_reaches_editions_that_can_be_used() -> None:
    """Robustness 11: most broken editions were refused at the door."""
    rng, seeds, codes = random.Random(7), edition_seeds(), Counter[str]()
    usable = [use_edition(broken_edition(seeds, rng), codes) for _ in range(12)]
    assert True in usable
    assert False in usable
    assert {code[:3] for code in codes} > {"MAN"}


@pytest.mark.parametrize(("line", "said"), [("", "house)"), ('version: "3"\n', "house, version 3)")])
def test_a_house_edition_never_shows_the_version_of_its_parent(tmp_path: Path, line: str, said: str) -> None:
    (tmp_path / "house.yaml").write_text(f"extends: rapid-attack\n{line}rules: {{SYS001: {{most: 5}}}}\n")
    (tmp_path / "belt.yaml").write_text(COMPANY)
    assert said in brickyard(["check", "belt.yaml"], tmp_path).stdout.splitlines()[-1]
    for command in (
        ["odds", "2Rd", "1B"],
        ["pack", "belt.yaml"],
        ["editions"],
        ["rules"],
        ["card", "belt.yaml"],
    ):
        words = command + (["house.yaml"] if command == ["editions"] else ["--edition", "house.yaml"])
        run = brickyard(words, tmp_path)
        assert run.returncode == 0, run.stderr
        assert "version 001" not in run.stdout
