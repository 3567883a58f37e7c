"""Where the Python functions take several paths or words, one is enough; none is taken letter by letter."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

import brickyard
import catalog
import fleets
import ldraw_tools
import validators
from brickyard import design_facts, parts_list, publish
from catalog.shops.shop_numbers import Shop
from fleets import compare
from ldraw_tools import Workspace
from ldraw_tools.findings import BrickyardError
from tests.serving import EXAMPLES
from validators import check

pytestmark = pytest.mark.usefixtures("coarse_pictures")

CHUB = str(EXAMPLES / "frames" / "chub.mpd")


@pytest.mark.parametrize("path", [CHUB, Path(CHUB), [CHUB], (Path(CHUB),)])
def test_b3_a_parts_list_of_one_model(path: str | Path | list[str]) -> None:
    found = parts_list(path, only="rifle", any_colour="rifle", also_for=Shop.REBRICKABLE)
    assert 0 < sum(lot.needed for lot in found.lots) < 20
    assert "only rifle" in found.options
    assert list(found.others) == [Shop.REBRICKABLE]


def test_b3_bricks_that_are_there_may_be_one_list(tmp_path: Path) -> None:
    owned = tmp_path / "mine.csv"
    owned.write_text("Part,Color,Quantity\n3023,72,1000\n")
    assert parts_list(CHUB, owned=str(owned)).lots == parts_list([CHUB], owned=[owned]).lots


def test_b3_a_site_of_one_model(tmp_path: Path) -> None:
    site = publish(CHUB, tmp_path / "site", steps=False, buildable=False, source=False)
    assert site.made == 1


def test_b3_one_option_is_a_word() -> None:
    path = EXAMPLES / "companies" / "suns-fang.yaml"
    assert check(path, options="split-range") == check(path, options=["split-range"])


def test_b3_one_side_is_too_few() -> None:
    with pytest.raises(BrickyardError, match="at least two sides"):
        compare("frames=5,systems=20,stations=2")


def test_b3_a_library_is_one_path(tmp_path: Path) -> None:
    assert Workspace(str(tmp_path)).roots == Workspace([tmp_path]).roots == (tmp_path,)
    assert design_facts(CHUB, library=tmp_path).pieces == design_facts(CHUB).pieces


def test_b3_whatever_takes_several_takes_one() -> None:
    """A public function that takes an Iterable of paths or words says that it takes one, too."""
    for package in (brickyard, catalog, fleets, ldraw_tools, validators):
        for name in package.__all__:
            public = getattr(package, name)
            if public is compare or not (inspect.isfunction(public) or public is Workspace):
                # One side alone can't be compared.
                continue
            for argument in inspect.signature(public).parameters.values():
                kind = str(argument.annotation)
                if "Iterable[" in kind or "Sequence[" in kind:
                    assert kind.startswith(("str |", "Path |")), f"{name}({argument})"
