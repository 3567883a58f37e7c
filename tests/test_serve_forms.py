"""What the workbench's forms ask for: lists to buy, pictures of parts, words for demands."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from catalog.editions.demands import COUNTED, WORDS
from tests.running import ROOT, brickyard
from tests.serving import EXAMPLES, Page, workbench

_CHUB = "frames/chub.mpd"


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with workbench(EXAMPLES, read_only=True) as opened:
        yield opened


def listed(*options: str, form: str = "json") -> str:
    return brickyard(["parts", f"examples/{_CHUB}", "--format", form, *options], ROOT).stdout


def test_what_is_bought_is_what_the_command_says(page: Page) -> None:
    assert page.post("buy", files=[_CHUB]).json() == json.loads(listed())


@pytest.mark.parametrize(
    ("form", "name"),
    [
        ("bricklink", "bricklink.xml"),
        ("bsx", "brickstore.bsx"),
        ("rebrickable", "rebrickable.csv"),
        ("csv", "parts.csv"),
    ],
)
def test_a_list_for_a_shop_is_the_commands_file(form: str, name: str, page: Page) -> None:
    answer = page.post("buy", files=[_CHUB], format=form)
    assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
    assert answer.text.splitlines() == listed(form=form).splitlines()


def test_what_is_ticked_counts_as_owned(page: Page, tmp_path: Path) -> None:
    lots = json.loads(listed())["lots"][:5]
    have = [{"number": lot["number"], "colour": lot["colour"], "quantity": lot["needed"]} for lot in lots]
    lines = [
        "number,colour,quantity",
        *(f"{one['number']},{one['colour']},{one['quantity']}" for one in have),
    ]
    owned = tmp_path / "owned.csv"
    owned.write_text("\n".join(lines), "utf-8")
    assert page.post("buy", files=[_CHUB], have=have).json() == json.loads(listed("--owned", str(owned)))


def test_what_needs_several_files_comes_as_an_archive(page: Page) -> None:
    answer = page.post("buy", files=["companies/piercing-eye.yaml"], format="pickabrick")
    assert answer.status_code == 200
    if answer.headers["content-type"] == "application/zip":
        assert zipfile.ZipFile(io.BytesIO(answer.content)).testzip() is None
    else:
        assert answer.headers["content-disposition"] == 'attachment; filename="pick-a-brick.csv"'


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"files": []}, "files"),
        ({"files": ["../pyproject.toml"]}, "no such file"),
        ({"files": [_CHUB], "owned": ["nosuch.csv"]}, "no such file"),
        ({"files": [_CHUB], "format": "exe"}, "format"),
        ({"files": [_CHUB], "have": [{"number": "3001;rm", "colour": 1, "quantity": 1}]}, "number"),
        ({"files": [_CHUB], "have": [{"number": "3001", "colour": 1, "quantity": -1}]}, "quantity"),
        ({"files": [_CHUB], "recolour": ["rainbow"]}, "rainbow"),
        ({"files": [_CHUB], "output": "x"}, "output"),
    ],
)
def test_what_can_t_be_bought_is_refused_with_a_sentence(body: dict[str, Any], said: str, page: Page) -> None:
    answer = page.post("buy", **body)
    assert 400 <= answer.status_code < 500
    assert said in answer.json()["error"]


def test_a_part_has_a_picture_and_an_unknown_one_has_none(page: Page) -> None:
    drawn = page.get("part-picture", part="3001", colour="4")
    assert (drawn.headers["content-type"], drawn.content[:4]) == ("image/webp", b"RIFF")
    assert "max-age" in drawn.headers["cache-control"]
    assert page.get("part-picture", part="nosuch", colour="4").status_code == 204
    for part, colour in (("../x", "4"), ("3001", "red"), ("", "4"), ("3001", "-1")):
        assert page.get("part-picture", part=part, colour=colour).status_code == 400


def test_demands_have_the_words_that_editions_read(page: Page) -> None:
    games = page.get("words").json()["games"]
    assert games.keys() == WORDS.keys()
    for game, known in WORDS.items():
        assert games[game]["force"] == known.force
        for counted in COUNTED:
            assert games[game]["counted"][counted]["words"] == list(known.codes(counted))
