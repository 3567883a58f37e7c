"""Whole sets among what is owned, by the user's own inventories; and colours that LDraw has no code for."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tests.building import model, place
from tests.running import brickyard

INVENTORIES = "id,version,set_num\n1,1,6959-1\n2,2,6959-1\n3,1,fig-000001\n4,1,1999-1\n5,1,6960-1\n"
PARTS = (
    "inventory_id,part_num,color_id,quantity,is_spare\n"
    "1,3001,0,99,f\n2,3001,4,3,f\n2,3001,4,1,t\n2,3024,9999,2,f\n3,3626b,14,1,f\n5,3020,1,2,f\n"
)
MINIFIGS = "inventory_id,fig_num,quantity\n2,fig-000001,2\n"
SETS = "inventory_id,set_num,quantity\n4,6959-1,1\n4,6960-1,3\n"


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    folder = tmp_path / "rebrickable"
    folder.mkdir()
    (folder / "inventories.csv").write_text(INVENTORIES)
    (folder / "inventory_parts.csv.gz").write_bytes(gzip.compress(PARTS.encode()))
    (folder / "inventory_minifigs.csv").write_text(MINIFIGS)
    (folder / "inventory_sets.csv").write_text(SETS)
    return folder


def lots(tmp_path: Path, *arguments: str) -> dict[tuple[str, int | None], int]:
    run = brickyard(["owned", *arguments, "--format", "json"], tmp_path)
    return {(lot["number"], lot["colour"]): lot["quantity"] for lot in json.loads(run.stdout)["lots"]}


def test_a_set_is_the_parts_of_its_newest_inventory_with_its_minifigures(
    tmp_path: Path, tables: Path
) -> None:
    (tmp_path / "mine.csv").write_text("Set Number,Quantity\n6959-1,2\n")
    assert lots(tmp_path, "mine.csv", "--sets", "rebrickable") == {
        ("3001", 5): 8,
        ("3024", None): 4,
        ("3626", 3): 4,
    }


def test_sets_in_a_set_are_opened_too(tmp_path: Path, tables: Path) -> None:
    (tmp_path / "mine.csv").write_text("set\n1999\n6959\n")
    found = lots(tmp_path, "mine.csv", "--sets", "rebrickable")
    assert found["3020", 7] == 6
    assert found["3001", 5] == 8


def test_a_set_in_a_bricklink_list_is_opened_by_a_list_that_is_called_after_it(tmp_path: Path) -> None:
    (tmp_path / "sets").mkdir()
    item = "<ITEM><ITEMTYPE>{}</ITEMTYPE><ITEMID>{}</ITEMID>{}<QTY>{}</QTY></ITEM>"
    brick = item.format("P", "3001", "<COLOR>5</COLOR>", 4)
    (tmp_path / "sets" / "6959-1.xml").write_text(f"<INVENTORY>{brick}</INVENTORY>")
    owned = item.format("S", "6959-1", "", 3)
    (tmp_path / "mine.xml").write_text(f"<INVENTORY>{owned}</INVENTORY>")
    assert lots(tmp_path, "mine.xml", "--sets", "sets") == {("3001", 5): 12}
    assert lots(tmp_path, "mine.xml", "--sets", "sets/6959-1.xml") == {("3001", 5): 12}


def test_a_set_that_no_inventory_has_is_told_and_not_used(tmp_path: Path, tables: Path) -> None:
    (tmp_path / "mine.csv").write_text("set,quantity\n10182-1,1\n")
    run = brickyard(["owned", "mine.csv", "--sets", "rebrickable"], tmp_path)
    assert "PRT076: 10182-1 is a set; its parts are not counted" in run.stdout
    assert "--sets FOLDER" not in run.stdout
    assert "add its inventory to rebrickable: Rebrickable's inventories.csv" in " ".join(run.stdout.split())
    assert "--sets FOLDER" in brickyard(["owned", "mine.csv"], tmp_path).stdout
    run = brickyard(["owned", "mine.csv", "--sets", "nowhere"], tmp_path)
    assert run.returncode == 2
    assert "--sets nowhere: no such file or folder" in run.stderr


def test_bricks_of_sets_are_taken_off_and_built_with(tmp_path: Path, tables: Path) -> None:
    (tmp_path / "wall.ldr").write_bytes(model(place("3001.dat", 4), place("3001.dat", 4)))
    (tmp_path / "mine.csv").write_text("set\n6959-1\n")
    given = ["wall.ldr", "--owned", "mine.csv", "--sets", "rebrickable"]
    assert "You own all 2 pieces" in brickyard(["parts", *given], tmp_path).stdout
    assert "It can be built." in brickyard(["can-build", *given], tmp_path).stdout
    assert "You own" not in brickyard(["parts", *given[:3]], tmp_path).stdout


@pytest.mark.parametrize("colour", [242, 171, 165, 166, 172, 234, 238, 239, 243, 247])
def test_colours_without_an_ldraw_code_are_understood(tmp_path: Path, colour: int) -> None:
    (tmp_path / "mine.csv").write_text(f"number,colour,quantity\n3001,{colour},2\n")
    run = brickyard(["owned", "mine.csv", "--format", "json"], tmp_path)
    [lot] = json.loads(run.stdout)["lots"]
    assert (lot["colour"], lot["quantity"], lot["is_understood"]) == (colour, 2, True)
    assert not lot["colour_name"].startswith("colour")
    assert json.loads(run.stdout)["findings"] == []
