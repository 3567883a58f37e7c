"""A budget: what each unit and force costs by the user's prices, and what could be cheaper."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest

from brickyard import parts_list
from brickyard.parts.budget import PartsBudget
from brickyard.parts.lots import total_of
from tests.building import model, place
from tests.running import brickyard

COMPANY = """\
company: Reds
game: {size: skirmish, players: 3}
frames:
  - {model: big.ldr, name: Big, count: 2}
  - {model: small.ldr, name: Small}
"""
PRICES = """\
number,colour,price
3001,5,0.50
3001,59,0.20
3001,7,0.10
3001,12,0.01
4589,80,0.40
4589b,80,0.15
3673,86,0.30
2780,86,0.05
3020,,0.02
"""


@pytest.fixture
def reds(tmp_path: Path) -> Path:
    lines = [place("3001.dat", 4), place("3001.dat", 4), place("4589.dat", 288), place("3673.dat", 71)]
    (tmp_path / "big.ldr").write_bytes(model("0 !MFZ FRAME Big", *lines))
    small = [place("3001.dat", 4), place("3020.dat", 1), place("3024.dat", 1)]
    (tmp_path / "small.ldr").write_bytes(model("0 !MFZ FRAME Small", *small))
    (tmp_path / "reds.yaml").write_text(COMPANY)
    (tmp_path / "prices.csv").write_text(PRICES)
    return tmp_path


def budget(folder: Path, *names: str) -> PartsBudget:
    found = parts_list([folder / name for name in names], prices=folder / "prices.csv").budget
    assert found is not None
    return found


def test_each_unit_and_force_has_its_cost(reds: Path) -> None:
    units = budget(reds, "reds.yaml").units
    assert [(one.force, one.name, one.units, one.each, one.cost, one.unpriced) for one in units] == [
        ("Reds", "Big", 2, Decimal("1.70"), Decimal("3.40"), 0),
        ("Reds", "Small", 1, Decimal("0.52"), Decimal("0.52"), 1),
    ]


def test_the_units_add_up_to_the_list_where_nothing_is_owned(reds: Path) -> None:
    parts = parts_list([reds / "reds.yaml"], prices=reds / "prices.csv")
    assert parts.budget is not None
    assert sum(one.cost for one in parts.budget.units) == total_of(parts.to_buy).price


def test_a_model_by_itself_belongs_to_no_force(reds: Path) -> None:
    assert [(one.force, one.name) for one in budget(reds, "small.ldr").units] == [("", "Small")]


@pytest.mark.parametrize(
    ("number", "cost", "swaps"),
    [
        # The nearest colour that is cheaper; transparent ones are another kind, however cheap.
        ("3001", "2.50", [("another colour", "3001", "Dark Red", "1.50")]),
        ("4589", "0.80", [("another mould", "4589b", "Dark Green", "0.50")]),
        ("3673", "0.60", [("an alternate", "2780", "Light Bluish Gray", "0.50")]),
        ("3020", "0.02", []),
    ],
)
def test_a_dear_lot_names_what_is_cheaper(
    reds: Path, number: str, cost: str, swaps: list[tuple[str, str, str, str]]
) -> None:
    [lot] = [lot for lot in budget(reds, "reds.yaml").dearest if lot.number == number]
    assert lot.cost == Decimal(cost)
    found = [(one.how, one.number, one.colour_name, one.saves) for one in lot.swaps]
    assert found == [(how, other, colour, Decimal(saves)) for how, other, colour, saves in swaps]


def test_the_ten_dearest_are_shown_the_dearest_first(reds: Path) -> None:
    found = parts_list([reds / "reds.yaml"], prices=reds / "prices.csv").budget
    assert found is not None
    costs = [lot.cost for lot in found.dearest]
    assert costs == sorted(costs, reverse=True)
    assert len(costs) <= 10
    assert found.saves == Decimal("2.50")


def test_text_json_and_the_page_say_it(reds: Path) -> None:
    asked = ["parts", "reds.yaml", "--prices", "prices.csv", "--currency", "EUR"]
    said = brickyard(asked, reds).stdout
    assert "Reds: 3.92 EUR" in said
    assert "Big: 2 × 1.70 EUR = 3.40 EUR" in said
    assert "Small: 0.52 EUR (no price for 1 of 3 lots)" in said
    assert "saves 0.50 EUR: another mould, 4589b in Dark Green" in said
    assert "The best of each would save 2.50 EUR." in said
    found = json.loads(brickyard([*asked, "--format", "json"], reds).stdout)["budget"]
    assert found["saves"] == "2.50"
    page = brickyard([*asked, "--format", "html"], reds).stdout
    assert "What it costs" in page
    assert "saves 0.50 EUR: another mould, 4589b in Dark Green" in page


def test_without_prices_there_is_no_budget(reds: Path) -> None:
    assert parts_list([reds / "reds.yaml"]).budget is None
    assert "What it costs" not in brickyard(["parts", "reds.yaml"], reds).stdout
