"""Paper 'Mech rules: what is told, in which words, and what is fine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from catalog.editions.battle_tables import Penalty
from catalog.editions.edition import Citation, Edition
from catalog.editions.loading import edition_for
from catalog.vocabulary import INTERCEPT_ORBIT
from fleets.forces.force import Mech
from fleets.forces.manifest import read_manifest
from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.findings import BrickyardError, Finding, Place, Severity
from tests.fleets.test_mech import EDITION, HERE, STANDARD
from validators.rule import RULES, Ruling

FAMILY = "validators.rules.mech"
NAMES = {
    "MEC001": "unknown_weapon",
    "MEC002": "weapon_on_the_wrong_mount",
    "MEC003": "armour_out_of_range",
    "MEC004": "overweight",
}
for name in NAMES.values():
    import_module(f"{FAMILY}.{name}")

CITED = {
    "MEC001": Citation("MEC001", "p. 9", Severity.ERROR),
    "MEC002": Citation("MEC002", "p. 9", Severity.ERROR),
    "MEC003": Citation("MEC003", "p. 7", Severity.ERROR, {"least": 3, "most": 5}),
    "MEC004": Citation("MEC004", "p. 7", Severity.INFO),
}
SHEET = replace(EDITION, citations=CITED)
ALL = "missile, PPC, wing shield, laser, mortar, machine gun, fist, tower shield"


def told(code: str, mech: Mech, edition: Edition = SHEET) -> list[Finding]:
    return list(RULES[code].apply(mech, Ruling(edition, INTERCEPT_ORBIT)))


def ox(mounts: Mapping[str, str], armour: Mapping[str, int] | None = None) -> Mech:
    return Mech("Ox", HERE, mounts, armour or {})


def no_model(path: Path) -> Assembly:
    raise AssertionError(f"a 'mech's file names no models, but {path} was asked for")


@pytest.mark.parametrize("code", NAMES)
def test_a_rule_is_named_as_its_file_and_says_why(code: str) -> None:
    rule = RULES[code]
    assert rule.name == NAMES[code]
    assert rule.judge.__module__ == f"{FAMILY}.{rule.name}"
    assert rule.title.endswith(".")
    assert rule.reason.count(".") >= 2
    assert rule.fix
    assert rule.subject is Mech


@pytest.mark.parametrize("code", NAMES)
@pytest.mark.parametrize("mech", [STANDARD, ox({})], ids=["standard", "empty"])
def test_the_standard_and_the_empty_mech_are_fine(code: str, mech: Mech) -> None:
    assert told(code, mech) == []


@pytest.mark.parametrize("code", NAMES)
def test_no_citation_no_rule(code: str) -> None:
    worst = ox({"head": "club", "left-arm": "mortar"}, {"torso": 90})
    assert told(code, worst, replace(SHEET, citations={})) == []


@pytest.mark.parametrize(
    ("code", "mech", "message", "fix"),
    [
        (
            "MEC001",
            ox({"left-arm": "lazer"}),
            "Ox has “lazer” on its left arm; there is no such weapon",
            "Did you mean laser? Leave a mount out to keep it empty.",
        ),
        (
            "MEC001",
            ox({"left-shoulder": "Missiles"}),
            "Ox has “Missiles” on its left shoulder; there is no such weapon",
            "Did you mean missile? Leave a mount out to keep it empty.",
        ),
        (
            "MEC001",
            ox({"right-arm": "Zweihänder"}),
            "Ox has “Zweihänder” on its right arm; there is no such weapon",
            f"Choose from {ALL}. Leave a mount out to keep it empty.",
        ),
        (
            "MEC001",
            replace(ox({"right-arm": "x" * 99}), name=""),
            f"The mech has “{'x' * 39}…” on its right arm; there is no such weapon",
            f"Choose from {ALL}. Leave a mount out to keep it empty.",
        ),
        (
            "MEC002",
            ox({"left-arm": "wing-shield"}),
            "Ox has a wing shield on its left arm; it goes on shoulders only",
            "Put it on the left shoulder or the right shoulder.",
        ),
        (
            "MEC002",
            ox({"right-shoulder": "Fist"}),
            "Ox has a fist on its right shoulder; it goes on arms only",
            "Put it on the left arm or the right arm.",
        ),
        (
            "MEC002",
            ox({"head": "laser"}),
            "Ox has a laser on its “head”; there is no such mount",
            "Put it on the left shoulder, the right shoulder, the left arm or the right arm.",
        ),
        (
            "MEC003",
            ox({}, {"torso": 3}),
            "Ox has armour 6 on its torso; 5 is the most",
            "Write torso: 2 or less under armour:; it is added to the 3 that it starts with.",
        ),
        (
            "MEC003",
            ox({}, {"legs": -1}),
            "Ox has armour 2 on its legs; 3 is the least",
            "Write legs: 0 or more under armour:; it is added to the 3 that it starts with.",
        ),
        (
            "MEC003",
            ox({"left-arm": "fist"}, {"left-arm": 1}),
            "Ox has armour 1 on its “left-arm”; a weapon keeps the armour it comes with",
            "Leave it out under armour:; only torso and legs can have more than they start with.",
        ),
        (
            "MEC003",
            ox({}, {"head": 1}),
            "Ox has armour 1 on its “head”; there is no such part",
            "Leave it out under armour:; only torso and legs can have more than they start with.",
        ),
        (
            "MEC004",
            replace(STANDARD, armour={"torso": 2, "legs": 2}),
            "Standard weighs 13 W, rated for 12 W: every action takes 1 T more",
            "Take off 1 W to avoid that, or accept being slow.",
        ),
        (
            "MEC004",
            ox({"left-shoulder": "mortar", "right-shoulder": "ppc", "left-arm": "ppc", "right-arm": "ppc"}),
            "Ox weighs 16 W, rated for 12 W: every action takes 2 T more",
            "Take off 4 W to avoid that, or accept being slow.",
        ),
    ],
)
def test_what_is_wrong_is_said_with_names_and_numbers(code: str, mech: Mech, message: str, fix: str) -> None:
    (finding,) = told(code, mech)
    assert finding.message == message
    assert finding.fix == fix
    assert (finding.severity, finding.reference) == (CITED[code].severity, CITED[code].reference)


def test_an_unknown_weapon_on_a_known_mount_is_told_once() -> None:
    mech = ox({"left-arm": "lazer"})
    assert [finding.code for code in NAMES for finding in told(code, mech)] == ["MEC001"]


def test_numbers_stand_side_by_side() -> None:
    (heavy,) = told("MEC004", replace(STANDARD, armour={"torso": 2, "legs": 2}))
    assert (heavy.measured, heavy.allowed) == ("13 W", "12 W")
    (thick,) = told("MEC003", ox({}, {"torso": 3}))
    assert (thick.measured, thick.allowed) == ("6", "3 to 5")


@pytest.mark.parametrize(
    ("code", "mech", "key"),
    [
        ("MEC001", ox({"left-arm": "lazer"}), "left-arm"),
        ("MEC002", ox({"left-arm": "mortar"}), "left-arm"),
        ("MEC003", ox({}, {"torso": 9}), "torso"),
    ],
)
def test_a_finding_stands_where_it_was_written(code: str, mech: Mech, key: str) -> None:
    there = Place("ox.yaml", 4, 3)
    (finding,) = told(code, replace(mech, places={key: there}))
    assert finding.place == there
    (finding,) = told(code, mech)
    assert finding.place == HERE


def test_the_limits_are_the_editions() -> None:
    stricter = {**CITED, "MEC003": replace(CITED["MEC003"], numbers={"least": 3, "most": 4})}
    house = replace(SHEET, penalty=Penalty(rated=10, per=1), citations=stricter)
    (heavy,) = told("MEC004", STANDARD, house)
    assert heavy.message == "Standard weighs 12 W, rated for 10 W: every action takes 2 T more"
    assert [finding.message for finding in told("MEC003", STANDARD, house)] == [
        "Standard has armour 5 on its torso; 4 is the most"
    ]


@pytest.mark.parametrize("code", NAMES)
def test_the_standard_mech_is_fine_by_the_shipped_text(code: str) -> None:
    shipped = edition_for("mech")
    assert shipped.cites(code)
    assert told(code, STANDARD, shipped) == []


@pytest.mark.parametrize(
    ("mech", "code", "severity", "message"),
    [
        (
            ox({"left-arm": "missle"}),
            "MEC001",
            Severity.ERROR,
            "Ox has “missle” on its left arm; there is no such weapon",
        ),
        (
            ox({"left-shoulder": "energy whip"}),
            "MEC002",
            Severity.ERROR,
            "Ox has an energy whip on its left shoulder; it goes on arms only",
        ),
        (ox({}, {"legs": 3}), "MEC003", Severity.ERROR, "Ox has armour 6 on its legs; 5 is the most"),
        (
            ox(
                {"left-shoulder": "mortar", "right-shoulder": "PPC", "left-arm": "Tower shield"}, {"torso": 1}
            ),
            "MEC004",
            Severity.INFO,
            "Ox weighs 13 W, rated for 12 W: every action takes 1 T more",
        ),
    ],
)
def test_the_shipped_text_has_the_numbers(mech: Mech, code: str, severity: Severity, message: str) -> None:
    shipped = edition_for("mech")
    findings = [finding for each in NAMES for finding in told(each, mech, shipped)]
    assert [(one.code, one.severity, one.message) for one in findings] == [(code, severity, message)]


def test_a_slip_in_a_mechs_own_file_is_told_at_its_line_and_column(tmp_path: Path) -> None:
    file = tmp_path / "ox.yaml"
    file.write_text("mech: Ox\nmounts:\n  left arm: lazer\n  right arm:\narmour: {torso: 3}\n", "utf-8")
    read = read_manifest(file, open_model=no_model)
    assert isinstance(read.subject, Mech)
    findings = [finding for code in NAMES for finding in told(code, read.subject, edition_for("mech"))]
    assert [str(finding) for finding in findings] == [
        "ox.yaml:3:13: error MEC001: Ox has “lazer” on its left arm; there is no such weapon",
        "ox.yaml:5:17: error MEC003: Ox has armour 6 on its torso; 5 is the most",
    ]


def test_a_citation_may_state_the_limits_of_weight_itself() -> None:
    cited = {**CITED, "MEC004": replace(CITED["MEC004"], numbers={"rated": 9, "step": 3})}
    (heavy,) = told("MEC004", STANDARD, replace(SHEET, citations=cited))
    assert heavy.message == "Standard weighs 12 W, rated for 9 W: every action takes 1 T more"
    still = {**CITED, "MEC004": replace(CITED["MEC004"], numbers={"step": 0}, edition="ours")}
    with pytest.raises(BrickyardError, match="ours: the citation of MEC004 needs a step of 1 or more"):
        told("MEC004", STANDARD, replace(SHEET, citations=still))
