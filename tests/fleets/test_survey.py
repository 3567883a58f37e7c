"""What a model is: the same loadout however it is tagged, every instance counted."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from catalog.vocabulary import INTERCEPT_ORBIT, RAPID_ATTACK
from fleets.dice.carried_systems import Loadout
from fleets.models.model_units import Role, Survey, TagSource, Unit
from fleets.models.survey import as_force, suggested_game, survey
from fleets.tagging import tag_findings
from fleets.tagging.equipment_words import ManifestTag
from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.findings import Finding, Place, Severity
from ldraw_tools.reading.contents import DRAWN
from ldraw_tools.reading.studio import read_studio
from tests.building import PARTS, assembled, codes, found, model, packed, place, the

BRICK = place("brick.dat")
GROUP = "0 !LEOCAD GROUP BEGIN"
SOLDIER = Loadout.of("B", "B", "Rd", "Y", rockets=2)


def surveyed(*lines: str, name: str = "chub.mpd", **more: object) -> Survey:
    return survey(assembled(model(*lines), name), **more)  # type: ignore[arg-type]


def the_unit(result: Survey) -> Unit:
    (unit,) = result.units
    return unit


def grave(findings: Sequence[Finding]) -> list[str]:
    return [str(finding) for finding in findings if finding.severity > Severity.INFO]


def section(name: str, *lines: str) -> list[str]:
    return [f"0 FILE {name}", *(lines or (BRICK,))]


def tags(**texts: str) -> list[ManifestTag]:
    """`rifle="2Rd"` for the submodels whose names begin with rifle."""
    places = [(Place("co.yaml", line, 3), Place("co.yaml", line, 13)) for line in range(2, 2 + len(texts))]
    return [ManifestTag(f"{k}*", v, *p) for (k, v), p in zip(texts.items(), places, strict=True)]


# The same model, tagged in every way there is.

PLACED = ["rifle", "shield", "shield", "head", "missile", "missile", "torso"]


def by_names() -> Survey:
    names = {"rifle": "[2Rd]", "shield": "[1B]", "head": "[1Y]", "missile": "[rocket]", "torso": "[v2]"}
    files = [section(f"{name} {tag}.ldr") for name, tag in names.items()]
    main = section("main.ldr", *(place(f"{name} {names[name]}.ldr") for name in PLACED))
    return surveyed(*main, *(line for file in files for line in file))


def by_titles() -> Survey:
    names = {"rifle": "[2Rd]", "shield": "[1B]", "head": "[1Y]", "missile": "[rocket]", "torso": ""}
    files = [section(f"{name}.ldr", f"0 The {name} {tag}", BRICK) for name, tag in names.items()]
    main = section("main.ldr", "0 Chub", *(place(f"{name}.ldr") for name in PLACED))
    return surveyed(*main, *(line for file in files for line in file))


def by_metas() -> Survey:
    metas = {"rifle": "SYSTEM 2Rd", "shield": "SYSTEM 1B", "head": "SYSTEM 1Y", "missile": "ROCKET"}
    files = [section(f"{name}.ldr", f"0 !MFZ {meta}", BRICK) for name, meta in metas.items()]
    main = section("main.ldr", *(place(f"{name}.ldr") for name in PLACED))
    return surveyed(*main, *(line for file in files for line in file), *section("torso.ldr"))


def by_manifest() -> Survey:
    files = [section(f"{name}.ldr") for name in dict.fromkeys(PLACED)]
    main = section("main.ldr", *(place(f"{name}.ldr") for name in PLACED))
    said = tags(rifle="2Rd", shield="1B", head="[1Y]", missile="rocket")
    return surveyed(*main, *(line for file in files for line in file), manifest_tags=said)


def by_begin_and_end() -> Survey:
    metas = {
        "rifle": "SYSTEM 2Rd",
        "shield": "SYSTEM 1B",
        "head": "SYSTEM 1Y mast camera",
        "missile": "ROCKET",
    }
    lines = [BRICK]
    for name in PLACED:
        tagged = name in metas
        lines += [f"0 !MFZ BEGIN {metas[name]}"] if tagged else []
        lines += [BRICK, BRICK]
        lines += ["0 !MFZ END"] if tagged else []
    return surveyed(*lines, name="chub.ldr")


def by_leocad_groups() -> Survey:
    names = {"rifle": "[2Rd]", "shield": "[1B]", "head": "[1Y]", "missile": "[rocket]", "torso": ""}
    lines = []
    for name in PLACED:
        lines += [f"0 !LEOCAD GROUP BEGIN {name} {names[name]}", BRICK, BRICK, "0 !LEOCAD GROUP END"]
    return surveyed(*lines, name="chub.ldr")


def by_mlcad_groups() -> Survey:
    names = ["rifle [2Rd]", "left [1B]", "right [1B]", "head [1Y]", "one [rocket]", "two [rocket]", "torso"]
    lines = [line for name in names for line in [f"0 MLCAD BTG {name}", BRICK] * 2]
    return surveyed(*lines, name="chub.ldr")


WAYS = [by_names, by_titles, by_metas, by_manifest, by_begin_and_end, by_leocad_groups, by_mlcad_groups]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_the_same_model_has_the_same_loadout_however_it_is_tagged(way: object) -> None:
    result = way()  # type: ignore[operator]
    unit = the_unit(result)
    assert (unit.role, unit.body, unit.times) == (Role.FRAME, "frame", 1)
    assert unit.loadout == SOLDIER
    assert grave(result.findings) == []
    assert suggested_game(result) == "frames"


def test_an_archive_of_studio_has_the_loadout_of_the_model_in_it(tmp_path: Path) -> None:
    names = ("rifle [2Rd]", "shield [1B]", "shield [1B]", "head [1Y]", "one [rocket]", "one [rocket]")
    lines = section("model.ldr", *(place(name) for name in names))
    lines += [line for name in dict.fromkeys(names) for line in section(name)]
    with zipfile.ZipFile(tmp_path / "chub.io", "w") as archive:
        archive.writestr("model.ldr", model(*lines))
    studio = read_studio(tmp_path / "chub.io")
    unit = the_unit(survey(assemble(studio.document, PARTS, None, studio.custom)))
    assert (unit.role, unit.name, unit.loadout) == (Role.FRAME, "chub", SOLDIER)


def test_marked_parts_of_a_flat_file_are_known_by_their_references() -> None:
    unit = the_unit(by_begin_and_end())
    assert unit.assembly is not None
    rifle, *shields = unit.marked[:3]
    assert (rifle.node, rifle.members, rifle.times) == (unit.node, (1, 2), 1)
    assert [shield.members for shield in shields] == [(3, 4), (5, 6)]
    assert unit.marked[3].name == "mast camera"
    groups = the_unit(by_mlcad_groups())
    assert [piece.members for piece in groups.marked][:2] == [(0, 1), (2, 3)]
    assert groups.marked[0].tag.source is TagSource.GROUP


def test_a_shield_placed_twice_is_one_piece_twice_there() -> None:
    unit = the_unit(by_metas())
    assert [(piece.name, piece.times) for piece in unit.marked] == [
        ("rifle", 1),
        ("shield", 2),
        ("head", 1),
        ("missile", 2),
    ]
    assert all(piece.members is None for piece in unit.marked)


# Counting.


def deep(levels: int, copies: int, meta: str) -> list[str]:
    lines = section("main.ldr", "0 Chub", *[place("l1.ldr")] * copies)
    for level in range(1, levels):
        lines += section(f"l{level}.ldr", *[place(f"l{level + 1}.ldr")] * copies)
    return [*lines, *section(f"l{levels}.ldr", f"0 !MFZ {meta}", BRICK)]


def test_copies_of_copies_are_counted_and_never_made() -> None:
    result = surveyed(*deep(20, 10, "SYSTEM 2Rd"))
    unit = the_unit(result)
    assert unit.marked[0].times == 10**20
    assert len(unit.loadout.systems) == 999
    assert (
        "100,000,000,000,000,000,000 systems" in the(tag_findings.TOO_MANY_CARRIED, result.findings).message
    )


def test_even_rockets_without_number_are_cut() -> None:
    result = surveyed(*deep(20, 10, "ROCKET"))
    assert the_unit(result).loadout.rockets == 999
    assert the(tag_findings.TOO_MANY_CARRIED, result.findings).severity is Severity.ERROR


def test_a_number_with_thousands_of_digits_is_no_trouble() -> None:
    result = surveyed(*deep(5000, 10, "SYSTEM 2Rd"))
    assert the_unit(result).marked[0].times == 10**24
    assert result.submodels


def test_a_submodel_shared_at_different_depths_is_counted_by_every_way_to_it() -> None:
    result = surveyed(
        *section("main.ldr", place("arm.ldr"), place("arm.ldr"), place("gun [2Rd].ldr")),
        *section("arm.ldr", place("hand.ldr"), place("gun [2Rd].ldr")),
        *section("hand.ldr", place("gun [2Rd].ldr")),
        *section("gun [2Rd].ldr"),
    )
    assert the_unit(result).marked[0].times == 5


def test_a_tagged_submodel_inside_a_tagged_one_counts_for_itself() -> None:
    result = surveyed(
        *section("main.ldr", place("launcher [2Ra & d8].ldr")),
        *section("launcher [2Ra & d8].ldr", place("shell [rocket].ldr"), place("shell [rocket].ldr")),
        *section("shell [rocket].ldr"),
    )
    assert the_unit(result).loadout == Loadout.of("Ra", "Ra", rockets=2)


def test_marks_inside_marks_count_for_themselves() -> None:
    result = surveyed(
        "0 !MFZ BEGIN SYSTEM 2Rd rifle",
        BRICK,
        "0 !LEOCAD GROUP BEGIN scope [1Y]",
        BRICK,
        "0 !LEOCAD GROUP END",
        "0 !MFZ END",
    )
    assert the_unit(result).loadout == Loadout.of("Rd", "Y")
    assert [piece.members for piece in the_unit(result).marked] == [(0, 1), (1,)]


def test_a_spare_and_all_that_is_in_it_does_not_count() -> None:
    result = surveyed(
        *section("main.ldr", place("gun [2Rd].ldr"), place("box.ldr")),
        *section("box.ldr", "0 !MFZ SPARE", place("gun [2Rd].ldr"), place("knife [2Rh].ldr")),
        *section("gun [2Rd].ldr"),
        *section("knife [2Rh].ldr"),
    )
    unit = the_unit(result)
    assert unit.loadout == Loadout.of("Rd")
    assert [piece.tag.role for piece in unit.marked] == [Role.SYSTEM, Role.SPARE]


def test_what_is_not_in_the_model_does_not_count() -> None:
    result = surveyed(
        *section("main.ldr", BRICK, "0 !LPUB PART BEGIN IGN", place("gun [2Rd].ldr"), "0 !LPUB PART END"),
        *section("gun [2Rd].ldr"),
        *section("shield [1B].ldr"),
    )
    assert the_unit(result).loadout == Loadout()
    assert [why for name, _, why in result.submodels if "[" in name] == [
        "only in a spare or a hidden line: doesn't count",
        "never placed: doesn't count",
    ]


def test_what_is_only_left_out_of_a_parts_list_counts() -> None:
    result = surveyed(
        *section("main.ldr", "0 !LPUB BOM BEGIN IGN", place("gun [2Rd].ldr"), "0 !LPUB BOM END"),
        *section("gun [2Rd].ldr"),
    )
    assert the_unit(result).loadout == Loadout.of("Rd")


# Who wins.


def test_a_meta_line_wins_over_a_name_and_a_manifest_over_both() -> None:
    lines = [
        *section("main.ldr", place("gun [1B].ldr")),
        *section("gun [1B].ldr", "0 !MFZ SYSTEM 1Y", BRICK),
    ]
    result = surveyed(*lines)
    assert the_unit(result).loadout == Loadout.of("Y")
    info = the(tag_findings.OVERRULED, result.findings)
    assert info.severity is Severity.INFO
    assert info.place == Place("chub.mpd", 3, 13, "gun [1B].ldr")
    assert info.message == "“gun [1B].ldr” is [1B] by its name but [1Y] by its meta line, which counts"
    declared = surveyed(*lines, manifest_tags=tags(gun="2Rd"))
    assert the_unit(declared).loadout == Loadout.of("Rd")
    assert len(found(tag_findings.OVERRULED, declared.findings)) == 2


@pytest.mark.parametrize("is_group_outside", [True, False])
def test_of_two_marks_around_the_same_the_meta_line_wins(is_group_outside: bool) -> None:
    group = "0 !LEOCAD GROUP BEGIN gun [2Ra]", "0 !LEOCAD GROUP END"
    meta = "0 !MFZ BEGIN SYSTEM 2Rd", "0 !MFZ END"
    outside, inside = (group, meta) if is_group_outside else (meta, group)
    result = surveyed(*section("main.ldr", outside[0], inside[0], BRICK, inside[1], outside[1]))
    assert the_unit(result).loadout == Loadout.of("Rd")
    assert "[2Ra] by its group's name" in the(tag_findings.OVERRULED, result.findings).message


def test_tags_that_agree_are_not_worth_a_word() -> None:
    result = surveyed(
        *section("main.ldr", place("gun [2rd].ldr")),
        *section("gun [2rd].ldr", "0 Gun [2Rd]", "0 !MFZ SYSTEM 2Rd Betsy", BRICK),
        manifest_tags=tags(gun="2Rd"),
    )
    assert result.findings == []
    assert the_unit(result).marked[0].name == "Betsy"


def test_a_manifest_mends_a_name_that_may_not_be_edited() -> None:
    lines = [*section("main.ldr", place("gun [2Rx].ldr")), *section("gun [2Rx].ldr")]
    broken = the_unit(surveyed(*lines))
    assert broken.loadout == Loadout()
    assert grave(surveyed(*lines).findings) != []
    mended = surveyed(*lines, manifest_tags=tags(gun="2Rd"))
    assert the_unit(mended).loadout == Loadout.of("Rd")
    assert grave(mended.findings) == []


def test_a_mark_around_one_tagged_submodel_is_the_same_thing_tagged_twice() -> None:
    result = surveyed(
        *section(
            "main.ldr", "0 !LEOCAD GROUP BEGIN gun [2Ra]", place("gun [2Rd].ldr"), "0 !LEOCAD GROUP END"
        ),
        *section("gun [2Rd].ldr", place("shell [rocket].ldr")),
        *section("shell [rocket].ldr"),
    )
    assert the_unit(result).loadout == Loadout.of("Ra", rockets=1)
    assert "[2Ra] by its group's name" in the(tag_findings.OVERRULED, result.findings).message
    assert not [name for name, _, why in result.submodels if "nowhere" in why]


def test_a_group_does_not_win_over_a_meta_line() -> None:
    result = surveyed(
        *section("main.ldr", "0 !LEOCAD GROUP BEGIN gun [2Ra]", place("gun.ldr"), "0 !LEOCAD GROUP END"),
        *section("gun.ldr", "0 !MFZ SYSTEM 2Rd", BRICK),
    )
    assert the_unit(result).loadout == Loadout.of("Rd")
    assert codes(result.findings) == [tag_findings.OVERRULED.code]


@pytest.mark.parametrize(
    ("group", "inside", "units", "loadout"),
    [
        # A unit around a system, and a system around a part of another: neither is the other said again.
        ("Anvil [frame]", [], ["Anvil"], ["Rd"]),
        ("shield [1B]", [BRICK], ["chub"], ["B", "Rd"]),
    ],
)
def test_a_group_around_more_than_a_tag_like_its_own_stands_beside_a_meta_line(
    group: str, inside: list[str], units: list[str], loadout: list[str]
) -> None:
    result = surveyed(
        *section(
            "main.ldr", f"0 !LEOCAD GROUP BEGIN {group}", place("gun.ldr"), *inside, "0 !LEOCAD GROUP END"
        ),
        *section("gun.ldr", "0 !MFZ SYSTEM 2Rd", BRICK),
    )
    assert [unit.name for unit in result.units] == units
    assert the_unit(result).loadout == Loadout.of(*loadout)
    assert tag_findings.OVERRULED.code not in codes(result.findings)


def test_units_are_called_by_their_titles_and_what_they_carry_by_its_file() -> None:
    files = [
        *section("main.ldr", "0 Two of them", place("left [frame].ldr"), place("right [frame].ldr")),
        *section("left [frame].ldr", "0 Lefty", place("gun [2Rd].ldr")),
        *section("right [frame].ldr", "0 Righty", place("gun [2Rd].ldr")),
        *section("gun [2Rd].ldr", "0 A long gun of mine", BRICK),
    ]
    result = surveyed(*files)
    assert [unit.name for unit in result.units] == ["Lefty", "Righty"]
    assert [piece.name for unit in result.units for piece in unit.pieces(Role.SYSTEM)] == ["gun", "gun"]
    untagged = surveyed(*section("main.ldr", "0 All of it", BRICK, place("gun [2Rd].ldr")), *files[-3:])
    assert the_unit(untagged).name == "All of it"


def test_a_group_and_a_mark_around_the_same_parts_count_once() -> None:
    result = surveyed(
        "0 !MFZ BEGIN SYSTEM 1Y",
        "0 !LEOCAD GROUP BEGIN mast [1Y]",
        BRICK,
        "0 !LEOCAD GROUP END",
        "0 !MFZ END",
    )
    assert the_unit(result).loadout == Loadout.of("Y")
    assert result.findings == []


def test_two_meta_lines_that_disagree_are_an_error() -> None:
    result = surveyed(
        *section("main.ldr", place("gun.ldr")),
        *section("gun.ldr", "0 !MFZ SYSTEM 2Rd", "0 !MFZ SYSTEM 1B", BRICK),
    )
    finding = the(tag_findings.TWO_TAGS, result.findings)
    assert finding.place == Place("chub.mpd", 5, 15, "gun.ldr")
    assert finding.message == "“gun.ldr” has another tag, [2Rd] at line 4; the last one counts"
    assert the_unit(result).loadout == Loadout.of("B")


def test_a_pattern_for_parts_must_say_so() -> None:
    lines = [place("plate.dat"), place("plate.dat"), BRICK]
    by_star = surveyed(*lines, name="chub.ldr", manifest_tags=tags(pla="2Rd"))
    assert the_unit(by_star).loadout == Loadout()
    said = [ManifestTag("plate.dat", "1B", Place("co.yaml", 2, 3), Place("co.yaml", 2, 16))]
    result = surveyed(*lines, name="chub.ldr", manifest_tags=said)
    assert the_unit(result).loadout == Loadout.of("B", "B")


def test_a_file_s_own_name_tags_its_main_model() -> None:
    result = surveyed(*section("main.ldr"), name="Depot [station].mpd")
    unit = the_unit(result)
    assert (unit.role, unit.name) == (Role.STATION, "Depot")


# Units.


def test_several_frames_placed_by_the_main_model_are_several_units() -> None:
    result = surveyed(
        *section("main.ldr", place("a.ldr"), place("a.ldr"), place("b.ldr"), place("depot [station].ldr")),
        *section("a.ldr", "0 !MFZ FRAME Brutus", place("gun [2Rd].ldr")),
        *section("b.ldr", "0 !MFZ FRAME Scout", place("gun [2Rd].ldr"), place("gun [2Rd].ldr")),
        *section("depot [station].ldr", place("pole [flag].ldr")),
        *section("gun [2Rd].ldr"),
        *section("pole [flag].ldr"),
    )
    assert [(unit.role, unit.name, unit.times) for unit in result.units] == [
        (Role.FRAME, "Brutus", 2),
        (Role.FRAME, "Scout", 1),
        (Role.STATION, "depot", 1),
    ]
    assert [unit.loadout.count for unit in result.units] == [1, 2, 0]
    assert result.units[2].pieces(Role.FLAG)
    assert result.findings == []
    force = as_force(result, "chub", Place("chub.mpd"))
    assert (force.count(Role.FRAME), force.count(Role.STATION), force.systems) == (3, 1, 4)
    assert force.kind == "company"


@pytest.mark.parametrize(
    ("names", "kind"),
    [
        (["a [frame]"], "model"),
        (["a [frame]", "a [frame]"], "company"),
        (["a [frame]", "b [station]"], "model"),
        (["a [capital]", "b [frigate]"], "fleet"),
        (["a [capital]", "a [frame]", "b [frame]"], "model"),
        (["a [debris]", "b [debris]"], "model"),
    ],
)
def test_several_frames_are_a_company_and_several_ships_a_fleet(names: list[str], kind: str) -> None:
    main = section("main.ldr", *(place(f"{name}.ldr") for name in names))
    result = surveyed(*main, *(line for name in sorted(set(names)) for line in section(f"{name}.ldr")))
    assert as_force(result, "x", Place("x.mpd")).kind == kind


def test_frames_marked_in_a_flat_file_are_units_without_each_other() -> None:
    result = surveyed(
        "0 !MFZ BEGIN FRAME Brutus",
        BRICK,
        "0 !MFZ BEGIN SYSTEM 2Rd",
        BRICK,
        "0 !MFZ END",
        "0 !MFZ END",
        "0 !MFZ BEGIN FRAME Scout",
        BRICK,
        "0 !MFZ END",
        name="both.ldr",
    )
    brutus, scout = result.units
    assert (brutus.name, brutus.loadout) == ("Brutus", Loadout.of("Rd"))
    assert (scout.name, scout.loadout) == ("Scout", Loadout())
    assert brutus.assembly is not None
    assert scout.assembly is not None
    assert brutus.node is not None
    assert [i for i, _ in brutus.assembly.nodes[brutus.node].placed(DRAWN)] == [0, 1]
    assert [i for i, _ in scout.assembly.nodes[brutus.node].placed(DRAWN)] == [2]


def test_a_frame_that_is_nothing_but_its_weapon_carries_it() -> None:
    weapon = ("0 !MFZ BEGIN SYSTEM 2Rd", BRICK, "0 !MFZ END")
    result = surveyed(
        "0 !MFZ BEGIN FRAME Gun", *weapon, "0 !MFZ END", "0 !MFZ BEGIN FRAME Scout", BRICK, "0 !MFZ END"
    )
    assert [(unit.name, unit.loadout) for unit in result.units] == [
        ("Gun", Loadout.of("Rd")),
        ("Scout", Loadout()),
    ]


def test_a_frame_inside_a_carrier_belongs_to_itself() -> None:
    result = surveyed(
        *section("main.ldr", "0 !MFZ SHIP CAPITAL Anvil", place("rail [1K].ldr"), place("mini.ldr")),
        *section("rail [1K].ldr"),
        *section("mini.ldr", "0 !MFZ FRAME", place("gun [2Rd].ldr")),
        *section("gun [2Rd].ldr"),
    )
    ship, frame = result.units
    assert (ship.role, ship.body, ship.name, ship.loadout) == (Role.SHIP, "capital", "Anvil", Loadout.of("K"))
    assert (frame.role, frame.loadout) == (Role.FRAME, Loadout.of("Rd"))
    assert result.findings == []
    assert suggested_game(result) == "fleet"


def test_pilots_and_bases_are_pieces_of_the_unit_they_are_in() -> None:
    result = surveyed(
        *section("main.ldr", "0 !MFZ FRAME", place("man [pilot].ldr"), place("stand [base].ldr")),
        *section("man [pilot].ldr"),
        *section("stand [base].ldr"),
    )
    unit = the_unit(result)
    assert [len(unit.pieces(role)) for role in (Role.PILOT, Role.BASE, Role.FLAG)] == [1, 1, 0]
    assert unit.loadout == Loadout()


def test_a_company_of_the_fleet_has_the_ace_that_is_marked_on_it() -> None:
    result = surveyed(
        *section("main.ldr", "0 !MFZ COMPANY", place("vega [ace red].ldr")), *section("vega [ace red].ldr")
    )
    unit = the_unit(result)
    assert (unit.body, unit.loadout.ace) == ("company", "R")
    assert suggested_game(result) == "fleet"


@pytest.mark.parametrize(
    ("tag", "role", "body", "game"),
    [
        ("frigate", Role.SHIP, "frigate", "fleet"),
        ("hva", Role.HVA, "hva", "fleet"),
        ("debris", Role.DEBRIS, "debris", "fleet"),
        ("terrain", Role.TERRAIN, "terrain", "frames"),
        ("station", Role.STATION, "station", "frames"),
        ("frame", Role.FRAME, "frame", "frames"),
    ],
)
def test_a_unit_s_tag_says_what_it_is_and_which_game_it_is_for(
    tag: str, role: Role, body: str, game: str
) -> None:
    result = surveyed(BRICK, name=f"Thing [{tag}].ldr")
    unit = the_unit(result)
    assert (unit.role, unit.body, unit.name) == (role, body, "Thing")
    assert suggested_game(result) == game


@pytest.mark.parametrize(
    ("pieces", "role"),
    [
        ([], Role.FRAME),
        (["base"], Role.FRAME),
        (["flag"], Role.STATION),
        (["flag", "2Rd"], Role.FRAME),
        (["ace red"], Role.COMPANY),
        (["pilot"], Role.FRAME),
    ],
)
def test_a_model_without_a_unit_s_tag_is_a_frame_unless_something_else_fits(
    pieces: list[str], role: Role
) -> None:
    lines = section("main.ldr", BRICK, *(place(f"x [{tag}].ldr") for tag in pieces))
    result = surveyed(*lines, *(line for tag in pieces for line in section(f"x [{tag}].ldr")))
    assert the_unit(result).role is role
    assert result.findings == []


def test_a_manifest_may_say_what_a_model_without_tags_is() -> None:
    result = surveyed(BRICK, untagged=Role.STATION)
    assert (the_unit(result).role, the_unit(result).body) == (Role.STATION, "station")
    ship = surveyed(BRICK, untagged=Role.SHIP, body="frigate", games=INTERCEPT_ORBIT)
    assert the_unit(ship).body == "frigate"


def test_a_model_that_is_but_a_piece_is_that_piece() -> None:
    unit = the_unit(surveyed(BRICK, name="Ray [pilot].ldr"))
    assert (unit.role, unit.node) == (Role.PILOT, 0)
    assert [piece.node for piece in unit.pieces(Role.PILOT)] == [0]
    rifle = the_unit(surveyed(BRICK, name="Rifle [2Rd].ldr"))
    assert (rifle.role, rifle.loadout) == (Role.SYSTEM, Loadout.of("Rd"))


def test_terrain_beside_an_untagged_frame_leaves_it_a_frame() -> None:
    result = surveyed(
        *section("main.ldr", place("rock [terrain].ldr"), place("gun [2Rd].ldr")),
        *section("rock [terrain].ldr"),
        *section("gun [2Rd].ldr"),
    )
    assert [(unit.role, unit.loadout.count) for unit in result.units] == [(Role.FRAME, 1), (Role.TERRAIN, 0)]
    assert result.findings == []


def test_a_station_marked_in_terrain_is_the_only_unit() -> None:
    result = surveyed(
        *section("main.ldr", BRICK, place("core [station].ldr")), *section("core [station].ldr")
    )
    unit = the_unit(result)
    assert (unit.role, unit.name) == (Role.STATION, "core")


def test_a_piece_in_no_unit_is_warned_of() -> None:
    result = surveyed(
        *section("main.ldr", place("chub [frame].ldr"), place("gun [2Rd].ldr")),
        *section("chub [frame].ldr"),
        *section("gun [2Rd].ldr"),
    )
    assert the_unit(result).loadout == Loadout()
    finding = the(tag_findings.LOOSE, result.findings)
    assert finding.severity is Severity.WARNING
    assert finding.message == "“gun” ([2Rd]) is not inside a unit, so it doesn't count"


def test_a_frame_inside_a_frame_is_warned_of() -> None:
    result = surveyed(
        *section("main.ldr", "0 !MFZ FRAME Chub", place("chassis [frame].ldr")),
        *section("chassis [frame].ldr"),
    )
    assert len(result.units) == 2
    assert "“chassis” is inside the frame “Chub”" in the(tag_findings.UNIT_IN_UNIT, result.findings).message


def test_a_game_without_frames_asks_what_an_untagged_model_is() -> None:
    result = surveyed(BRICK, games=INTERCEPT_ORBIT)
    assert result.units == []
    finding = the(tag_findings.NO_UNIT, result.findings)
    assert finding.message == "no tag says what “chub” is, and Intercept Orbit has no frames"
    assert "0 !MFZ SHIP FRIGATE" in finding.fix
    long = surveyed(*section(f"{'x' * 80}.ldr", BRICK), games=INTERCEPT_ORBIT)
    assert f"“{'x' * 59}…”" in the(tag_findings.NO_UNIT, long.findings).message
    classless = surveyed(BRICK, games=INTERCEPT_ORBIT, untagged=Role.SHIP)
    assert "needs its class" in the(tag_findings.NO_UNIT, classless.findings).message


def test_a_unit_that_only_a_manifest_tags_is_judged_in_its_model() -> None:
    result = surveyed(*section("main.ldr", place("a.ldr")), *section("a.ldr"), manifest_tags=tags(a="frame"))
    assert the_unit(result).place == Place("chub.mpd", 3, 0, "a.ldr")


def test_a_unit_nobody_named_is_called_by_its_title_or_its_file() -> None:
    assert the_unit(surveyed(*section("main.ldr", "0 ST-07 Chub", BRICK))).name == "ST-07 Chub"
    assert the_unit(surveyed(*section("Model.ldr", "0 Untitled", BRICK))).name == "chub"
    assert the_unit(surveyed(*section("frames\\Chub [frame].ldr", BRICK))).name == "Chub"


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("ST-07 Chub", "ST-07 Chub"),
        ("Chub, 1/2 loaded [frame]", "Chub, 1/2 loaded"),
        ("C:\\models\\Old Chub.ldr", "Old Chub"),
        ("Main Model", "scout"),
    ],
)
def test_a_units_title_says_more_than_its_files_name(title: str, name: str) -> None:
    assert the_unit(surveyed(*section("scout [frame].ldr", f"0 {title}", BRICK))).name == name


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ('ST-07 Chub "Brewer"', 'ST-07 Chub "Brewer"'),
        ("ST-07 Chub, soldier", "ST-07 Chub, soldier"),
        ('"ST-07" Chub', '"ST-07" Chub'),
        ("Chub of the north", "ST-07 Chub"),
        ("Untitled", "ST-07 Chub"),
    ],
)
def test_a_label_gives_way_to_a_title_that_begins_with_it_and_says_more(title: str, name: str) -> None:
    found = surveyed(*section("scout.ldr", f"0 {title}", "0 !MFZ FRAME ST-07 Chub", BRICK))
    assert the_unit(found).name == name


def test_a_system_is_called_by_its_files_name_before_its_title() -> None:
    lines = [*section("main.ldr", place("gun [2Rd].ldr")), *section("gun [2Rd].ldr", "0 Beam rifle", BRICK)]
    assert the_unit(surveyed(*lines)).marked[0].name == "gun"


def test_systems_of_another_game_are_an_error_at_their_letter() -> None:
    lines = [*section("main.ldr", place("gun [2Rp].ldr")), *section("gun [2Rp].ldr")]
    result = surveyed(*lines, games=RAPID_ATTACK)
    (finding,) = result.findings
    assert (finding.code, finding.place.line, finding.place.column) == ("DIC013", 3, 15)
    assert the_unit(result).marked[0].times == 1


# What is broken.


def test_begin_without_end_holds_to_the_end_and_is_an_error() -> None:
    result = surveyed("0 !MFZ BEGIN SYSTEM 2Rd rifle", BRICK, BRICK, name="chub.ldr")
    finding = the(tag_findings.NOT_CLOSED, result.findings)
    assert (finding.place.line, finding.severity) == (1, Severity.ERROR)
    assert the_unit(result).marked[0].members == (0, 1)


def test_end_without_begin_is_an_error() -> None:
    finding = the(tag_findings.NOT_OPENED, surveyed(BRICK, "0 !MFZ END").findings)
    assert finding.place == Place("chub.mpd", 2, 3, "chub.mpd")


def test_a_tag_around_nothing_does_not_count() -> None:
    result = surveyed(BRICK, "0 !MFZ BEGIN SYSTEM 2Rd", "0 !MFZ END")
    assert the_unit(result).loadout == Loadout()
    assert the(tag_findings.MARKS_NOTHING, result.findings).severity is Severity.WARNING


def test_a_broken_begin_is_said_once_and_still_closed() -> None:
    result = surveyed("0 !MFZ BEGIN SYTEM 2Rd", BRICK, "0 !MFZ END")
    assert codes(result.findings) == [tag_findings.UNKNOWN.code]


def test_a_tag_without_its_exclamation_mark_is_noted() -> None:
    finding = the(tag_findings.ONLY_A_COMMENT, surveyed(BRICK, "0 MFZ SYSTEM 2Rd rifle").findings)
    assert finding.fix == "Write 0 !MFZ SYSTEM 2Rd rifle."
    assert (finding.place.line, finding.place.column) == (2, 3)
    assert surveyed("0 MFZ Frame of a friend", BRICK).findings == []


def test_more_frames_marked_in_a_file_than_can_be_measured_are_an_error() -> None:
    result = surveyed(*["0 !MFZ BEGIN FRAME", BRICK, "0 !MFZ END"] * 150, name="many.ldr")
    assert len(result.units) == 100
    assert the(tag_findings.TOO_MANY_MARKS, result.findings).severity is Severity.ERROR


def test_marks_in_marks_in_marks_take_no_time() -> None:
    lines = ["0 !MFZ BEGIN SYSTEM 2Rd", BRICK] * 4000
    result = surveyed(*lines, *["0 !MFZ END"] * 4000, name="nest.ldr")
    assert the(tag_findings.TOO_MANY_MARKS, result.findings)


def test_units_that_share_too_much_are_not_all_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fleets.models.survey._MOST_STEPS", 100)
    lines = section("main.ldr", *(place(f"f{number}.ldr") for number in range(20)))
    for number in range(20):
        lines += section(f"f{number}.ldr", "0 !MFZ FRAME", place("s0.ldr"))
    for number in range(9):
        lines += section(f"s{number}.ldr", place(f"s{number + 1}.ldr"))
    result = surveyed(*lines, *section("s9.ldr", "0 !MFZ ROCKET", BRICK))
    assert len(result.units) == 10
    assert the(tag_findings.TOO_TANGLED, result.findings).severity is Severity.ERROR


# Hints.


@pytest.mark.parametrize("title", ["Beam Rifle", "rifle, long", "left shield"])
def test_an_untagged_submodel_that_sounds_like_equipment_is_a_hint(title: str) -> None:
    by_name = surveyed(*section("main.ldr", place(f"{title}.ldr")), *section(f"{title}.ldr"))
    hint = the(tag_findings.EQUIPMENT, by_name.findings)
    assert (hint.severity, hint.place.line) == (Severity.INFO, 3)
    assert f"call it “{title} [" in hint.fix
    by_title = surveyed(*section("main.ldr", place("x.ldr")), *section("x.ldr", f"0 {title}", BRICK))
    assert found(tag_findings.EQUIPMENT, by_title.findings)


@pytest.mark.parametrize(
    ("name", "example"),
    [
        ("cannon (2Rd)", "cannon [2Rd]"),
        ("cannon (2Ra & d8)", "cannon [2Ra & d8]"),
        ("rocket pod (rocket)", "rocket pod [rocket]"),
        ("cannon 2Rd", "cannon [2Rd]"),
        ("cannon (left)", "cannon (left) [2Rh]”, “… [2Rd]”, “… [2Ra]"),
        ("cannon (2Rx)", "cannon (2Rx) [2Rh]”, “… [2Rd]”, “… [2Ra]"),
        ("rifle (left)", "rifle (left) [2Rd]"),
    ],
)
def test_what_says_the_tag_already_makes_room_for_it(name: str, example: str) -> None:
    result = surveyed(*section("main.ldr", place(f"{name}.ldr")), *section(f"{name}.ldr"))
    assert the(tag_findings.EQUIPMENT, result.findings).fix == f"If it is a system, call it “{example}”."


def test_what_is_said_of_a_name_is_said_once_of_its_title_too() -> None:
    result = surveyed(
        *section("main.ldr", place("pod [rocket x2].ldr")),
        *section("pod [rocket x2].ldr", "0 pod [rocket x2]", BRICK),
    )
    assert the(tag_findings.NOT_TAKEN, result.findings).place.line == 3


def test_what_is_in_a_tagged_piece_or_around_one_is_no_hint() -> None:
    result = surveyed(
        *section("main.ldr", place("gun arm.ldr"), place("mast [1Y].ldr")),
        *section("gun arm.ldr", place("rifle [2Rd].ldr")),
        *section("rifle [2Rd].ldr", place("rifle barrel.ldr")),
        *section("rifle barrel.ldr"),
        *section("mast [1Y].ldr", place("radar.ldr")),
        *section("radar.ldr"),
    )
    assert result.findings == []


def test_a_station_s_antenna_is_no_hint() -> None:
    result = surveyed(*section("main.ldr", "0 !MFZ STATION", place("antenna.ldr")), *section("antenna.ldr"))
    assert result.findings == []


# The list of submodels.


def test_every_submodel_is_listed_with_what_it_was_taken_for_and_why() -> None:
    result = surveyed(
        *section("main.ldr", place("gun.ldr"), place("shield [1B].ldr"), place("shield [1B].ldr")),
        *section("gun.ldr", "0 !MFZ SYSTEM 2Rd", place("barrel.ldr")),
        *section("barrel.ldr"),
        *section("shield [1B].ldr"),
        *section("old [base].ldr"),
        manifest_tags=tags(barrel="rocket"),
    )
    assert [(name, tag and tag.role, why) for name, tag, why in result.submodels] == [
        ("main.ldr", None, "no tag: the main model is taken for a frame"),
        ("gun.ldr", Role.SYSTEM, "by meta line 6"),
        ("barrel.ldr", Role.ROCKET, "by line 2 of the manifest"),
        ("shield [1B].ldr", Role.SYSTEM, "by its name, placed 2 times"),
        ("old [base].ldr", Role.BASE, "never placed: doesn't count"),
    ]


# Anything at all.

METAS = ["BEGIN FRAME", "BEGIN SYSTEM 1Y", "FRAME", "ROCKET", "SPARE", "SYSTEM 2Rx", "ACE RED", "STATION"]
LINES = st.one_of(
    st.sampled_from(
        [
            BRICK,
            place("a.ldr"),
            place("b [2Rd].ldr"),
            "0 FILE a.ldr",
            "0 FILE b [2Rd].ldr",
            "0 FILE c.ldr",
            "0 !MFZ END",
            "0 !LEOCAD GROUP END",
            "0 !LEOCAD GROUP BEGIN g [1B]",
            "0 MLCAD BTG h [frame]",
        ]
    ),
    st.sampled_from(
        ["BEGIN FRAME", "BEGIN SYSTEM 1Y", "FRAME", "ROCKET", "SPARE", "SYSTEM 2Rx", "ACE RED"]
    ).map("0 !MFZ {}".format),
    st.text(max_size=12).map("0 !MFZ {}".format),
    st.text(max_size=12).map("0 FILE x [{}]".format),
)


@given(st.lists(LINES, max_size=25), st.text(max_size=8), st.text(max_size=8))
def test_no_model_is_too_odd_to_be_surveyed(lines: list[str], pattern: str, text: str) -> None:
    here = Place("co.yaml", 1, 1)
    assembly = assembled(model(*lines), "odd [frame].mpd")
    for games in (RAPID_ATTACK, INTERCEPT_ORBIT):
        result = survey(assembly, games, [ManifestTag(pattern, text, here, here)])
        assert len(result.units) <= 200
        assert all(unit.times > 0 for unit in result.units)
        assert result.findings == sorted(set(result.findings), key=result.findings.index)


def test_a_packed_model_is_surveyed_like_any_other() -> None:
    data = packed(main=[place("gun.ldr")], gun=["0 Gun [2Rd]", BRICK])
    assert the_unit(survey(assembled(data))).loadout == Loadout.of("Rd")
