"""The filled loadout: weights, time penalties, armour, and the lines a player reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, strategies as st

from catalog.editions.edition import Edition
from catalog.editions.loading import edition_for
from catalog.editions.tables import EditionTables
from catalog.yaml.located_values import locate
from catalog.yaml.typed_reading import read_as
from fleets.forces.force import FilledLoadout, Mech, filled_loadout, sheet_of, time_penalty
from ldraw_tools.findings import WIDTH, BrickyardError, Place
from validators.wording import loadout_lines

HERE = Place("standard.yaml", 1, 1)
ARM, SHOULDER = "arm", "shoulder"


def weapon(
    reach: str,
    mounts: list[str],
    weight: int,
    keyword: str,
    actions: str,
    armour: int = 3,
    assumed: bool = False,
) -> dict[str, Any]:
    """One row of the table; the actions as `2/3` or `crush 1/3`."""
    return {
        "range": reach,
        "mounts": mounts,
        "weight": weight,
        "keyword": keyword,
        "armour": armour,
        "armour-assumed": assumed,
        "actions": [_action(text) for text in actions.split(", ")],
    }


def _action(text: str) -> dict[str, Any]:
    name, _, numbers = text.rpartition(" ")
    power, time = numbers.split("/")
    return {"power": int(power), "time": int(time), **({"name": name} if name else {})}


TABLES: dict[str, Any] = {
    "mounts": {"left-shoulder": SHOULDER, "right-shoulder": SHOULDER, "left-arm": ARM, "right-arm": ARM},
    "weapons": {
        "missile": {
            **weapon("long", [ARM, SHOULDER], 3, "recoil", "2/2, 4/3, 6/4"),
            "note": "not twice in a row",
        },
        "ppc": {
            **weapon("long", [ARM, SHOULDER], 4, "kickback", "4/3, 6/4, 8/5", assumed=True),
            "name": "PPC",
        },
        "wing shield": weapon("none", [SHOULDER], 1, "reflex", "0/1, 0/1, 0/1", armour=4),
        "laser": weapon("medium", [ARM, SHOULDER], 3, "accurate", "2/2, 3/3, 4/4"),
        "mortar": weapon("medium", [SHOULDER], 4, "area", "3/3, 4/4, 5/5"),
        "machine gun": weapon("short", [ARM, SHOULDER], 1, "weak", "3/1, 6/2, 8/3", assumed=True),
        "fist": weapon("close", [ARM], 2, "combo", "2/2, 5/3, crush 1/3"),
        "tower shield": weapon("close", [ARM], 4, "wall", "bash 3/2, guard 0/1, guard 0/1", 4, assumed=True),
    },
    "armour": {"torso": 3, "legs": 3},
    "penalty": {"rated": 12, "per": 2},
}


def tables_of(plain: object) -> tuple[EditionTables | None, list[str]]:
    read, findings = read_as(EditionTables, locate(plain, Place("sheet.yaml"), "tables", []), what="table")
    return read, [finding.code for finding in findings]


BLANK = Edition(id="sheet", title="A sheet", game="mech")
EDITION = replace(BLANK, **vars(tables_of(TABLES)[0]))
STANDARD = Mech(
    "Standard",
    HERE,
    {"left-shoulder": "wing-shield", "right-shoulder": "missile", "left-arm": "laser", "right-arm": "fist"},
    {"torso": 2, "legs": 1},
)
HEAVY = {"left-shoulder": "mortar", "right-shoulder": "ppc", "left-arm": "tower-shield"}


def filled(
    mounts: Mapping[str, str], armour: Mapping[str, int] | None = None, name: str = "Ox"
) -> FilledLoadout:
    return filled_loadout(Mech(name, HERE, mounts, armour or {}), sheet_of(EDITION))


def test_the_standard_loadout_weighs_what_the_text_says() -> None:
    standard = filled_loadout(STANDARD, sheet_of(EDITION))
    assert standard.weight == 12
    assert standard.penalty == 0
    assert [mount.weight for mount in standard.mounts] == [1, 3, 3, 2]
    assert [(part.part, part.armour, part.weight) for part in standard.plating] == [
        ("torso", 5, 2),
        ("legs", 4, 1),
    ]


@pytest.mark.parametrize(
    ("weight", "penalty"),
    [(0, 0), (11, 0), (12, 0), (13, 1), (14, 1), (15, 2), (16, 2), (17, 3), (18, 3), (19, 4), (20, 4)],
)
def test_the_table_of_time_penalties_goes_on_by_twos(weight: int, penalty: int) -> None:
    assert time_penalty(weight, rated=12, per=2) == penalty


def test_an_empty_mech_weighs_nothing_and_has_the_armour_it_starts_with() -> None:
    empty = filled({})
    assert (empty.weight, empty.penalty) == (0, 0)
    assert [part.armour for part in empty.plating] == [3, 3]
    assert [mount.weapon for mount in empty.mounts] == [None] * 4


def test_names_are_read_however_they_are_written() -> None:
    loose = filled({"Left Shoulder": "Wing Shield", "right_arm": "FIST"}, {"Torso": 1})
    exact = filled({"left-shoulder": "wing-shield", "right-arm": "fist"}, {"torso": 1})
    assert [mount.weapon for mount in loose.mounts] == [mount.weapon for mount in exact.mounts]
    assert loose.weight == 4


def test_an_action_takes_longer_on_a_heavy_mech() -> None:
    heavy = filled(HEAVY, {"torso": 2})
    assert (heavy.weight, heavy.penalty) == (14, 1)
    mortar = heavy.mounts[0].weapon
    assert mortar is not None
    assert [heavy.time_of(action) for action in mortar.actions] == [4, 5, 6]


def test_armour_taken_off_gives_no_weight_back() -> None:
    assert filled({}, {"torso": -2}).weight == 0


def test_what_stands_where_the_sheet_has_no_place_is_not_carried() -> None:
    assert filled({"head": "laser", "left-arm": "lazer"}, {"left-arm": 1}).weight == 0


def test_a_weapon_knows_whether_it_fits() -> None:
    mounts = filled({"left-shoulder": "fist", "left-arm": "fist"}).mounts
    assert [mount.fits for mount in mounts] == [False, True, True, True]


def test_the_standard_loadout_reads_like_the_sheet() -> None:
    assert loadout_lines(filled_loadout(STANDARD, sheet_of(EDITION))) == [
        "Standard: 12 W of 12 W, no time penalty",
        "  left shoulder   wing shield  1 W  armour 4          reflex    P0 T1, P0 T1, P0 T1",
        "  right shoulder  missile      3 W  armour 3  long    recoil    P2 T2, P4 T3, P6 T4;",
        "                                                                not twice in a row",
        "  left arm        laser        3 W  armour 3  medium  accurate  P2 T2, P3 T3, P4 T4",
        "  right arm       fist         2 W  armour 3  close   combo     P2 T2, P5 T3, crush P1 T3",
        "  torso           +2           2 W  armour 5",
        "  legs            +1           1 W  armour 4",
    ]


def test_penalties_assumptions_empty_and_unknown_mounts_are_shown() -> None:
    assert loadout_lines(filled({**HEAVY, "right-arm": "lazer"}, {"torso": 1})) == [
        "Ox: 13 W of 12 W, every action takes 1 T more",
        "  left shoulder   mortar        4 W  armour 3   medium  area      P3 T3+1, P4 T4+1, P5 T5+1",
        "  right shoulder  PPC           4 W  armour 3*  long    kickback  P4 T3+1, P6 T4+1, P8 T5+1",
        "  left arm        tower shield  4 W  armour 4*  close   wall      bash P3 T2+1, guard P0 T1+1,",
        "                                                                  guard P0 T1+1",
        "  right arm       lazer?",
        "  torso           +1            1 W  armour 4",
        "  legs                          0 W  armour 3",
        "  * assumed: the text shows no armour for this weapon",
    ]
    assert loadout_lines(filled({}))[1] == "  left shoulder   empty"


@pytest.mark.parametrize(
    ("broken", "codes"),
    [
        ({"mounts": ["left-arm"]}, ["MAN012"]),
        ({"weapons": {"club": {"mounts": ["arm"]}}}, ["MAN018"] * 6),
        ({"penalty": {"rated": 12}}, ["MAN018"]),
        ({"armour": {"torso": "much"}}, ["MAN013"]),
    ],
)
def test_a_broken_sheet_is_not_read(broken: dict[str, Any], codes: list[str]) -> None:
    assert tables_of({**TABLES, **broken}) == (None, codes)


@pytest.mark.parametrize("missing", [[*TABLES], ["mounts"], ["weapons"], ["penalty"], ["armour"]])
def test_an_edition_without_a_whole_sheet_is_told_of_in_one_line(missing: list[str]) -> None:
    tables, _ = tables_of({name: table for name, table in TABLES.items() if name not in missing})
    with pytest.raises(BrickyardError, match=r"^A sheet: the tables .* don't make a sheet$"):
        sheet_of(replace(BLANK, **vars(tables)))


# Weapon, range, mounts, weight, keyword, armour, whether that is assumed, actions: the text's own list.
LISTED = """
missile       long    arm,shoulder 3 recoil    3 shown   2/2 4/3 6/4
rifle         long    arm,shoulder 3 sniper    3 assumed 2/3 3/4 4/5
PPC           long    arm,shoulder 4 kickback  3 assumed 4/3 6/4 8/5
wing-shield   -       shoulder     1 reflex    4 shown   0/1 0/1 0/1
disruptor     medium  arm,shoulder 2 EMP       3 shown   1/2 3/3 5/4
flamethrower  medium  arm,shoulder 2 proximity 3 shown   2/1 4/2 5/3
laser         medium  arm,shoulder 3 accurate  3 shown   2/2 3/3 4/4
mortar        medium  shoulder     4 area      3 shown   3/3 4/4 5/5
machine-gun   short   arm,shoulder 1 weak      3 assumed 3/1 6/2 8/3
energy-whip   short   arm          2 pull      3 assumed 2/2 4/3 6/4
fist          close   arm          2 combo     3 shown   2/2 5/3 1/3
plasma-sword  close   arm          2 parry     3 assumed 3/2 4/3 5/4
tower-shield  close   arm          4 wall      4 assumed 3/2 0/1 0/1
""".strip().splitlines()


@pytest.mark.parametrize("row", LISTED, ids=lambda row: row.split()[0])
def test_the_shipped_list_has_every_weapon_of_the_text(row: str) -> None:
    name, reach, mounts, weight, keyword, armour, known, *actions = row.split()
    listed = sheet_of(edition_for("mech")).weapons[name.casefold()]
    assert listed.name == name.replace("-", " ")
    assert listed.range == reach.strip("-")
    assert listed.mounts == tuple(mounts.split(","))
    assert (listed.weight, listed.keyword) == (int(weight), keyword)
    assert (listed.armour, listed.armour_assumed) == (int(armour), known == "assumed")
    assert [f"{action.power}/{action.time}" for action in listed.actions] == actions


def test_the_shipped_list_has_nothing_else_and_the_standard_loadout_is_worth_its_rating() -> None:
    sheet = sheet_of(edition_for("mech"))
    assert list(sheet.weapons) == [row.split()[0].casefold() for row in LISTED]
    standard = filled_loadout(STANDARD, sheet)
    assert standard.weight == standard.rated == 12
    assert loadout_lines(standard) == loadout_lines(filled_loadout(STANDARD, sheet_of(EDITION)))


names = st.sampled_from(sorted(TABLES["weapons"]))
mounts = st.dictionaries(st.sampled_from(sorted(TABLES["mounts"])), names)
armour = st.fixed_dictionaries({"torso": st.integers(0, 2), "legs": st.integers(0, 2)})


@given(mounts, armour, st.sampled_from(sorted(TABLES["mounts"])), names)
def test_whatever_is_added_makes_a_mech_no_lighter_and_no_quicker(
    carried: dict[str, str], plating: dict[str, int], mount: str, more: str
) -> None:
    without = {name: weapon for name, weapon in carried.items() if name != mount}
    before, after = filled(without, plating), filled({**without, mount: more}, plating)
    thicker = filled(without, {**plating, "legs": plating["legs"] + 1})
    assert after.weight - before.weight == TABLES["weapons"][more]["weight"]
    assert thicker.weight == before.weight + 1
    assert after.penalty >= before.penalty
    assert before.penalty <= thicker.penalty <= before.penalty + 1


@given(st.integers(0, 200), st.integers(0, 50), st.integers(1, 9))
def test_the_penalty_is_the_least_that_makes_up_for_the_weight(weight: int, rated: int, per: int) -> None:
    penalty = time_penalty(weight, rated, per)
    assert weight <= rated + penalty * per
    assert penalty == 0 or weight > rated + (penalty - 1) * per
    assert penalty <= time_penalty(weight + 1, rated, per)


@given(st.dictionaries(st.sampled_from(sorted(TABLES["mounts"])), names | st.text()), armour, st.text())
def test_no_line_is_wider_than_a_terminal(
    carried: dict[str, str], plating: dict[str, int], name: str
) -> None:
    lines = loadout_lines(filled(carried, plating, name))
    assert max(map(len, lines)) <= WIDTH == 100
    assert all(line == line.rstrip() and "\n" not in line for line in lines)


def test_what_is_too_wide_for_its_column_is_cut() -> None:
    lines = loadout_lines(filled({}, {"torso": 123_456}))
    assert [line.split() for line in lines if "torso" in line] == [
        ["torso", "+123456", "12345…", "armour", "12…"]
    ]
