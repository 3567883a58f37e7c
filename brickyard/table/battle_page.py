"""The page of a battle that was played, as a file; what is on it is written in fleets/battles."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from brickyard import __version__
from brickyard.facts.judged_designs import open_design_files
from brickyard.table import CURVE_STYLE, Language
from brickyard.table.replay_answer import Replayed
from brickyard.table.table_game import pictures_of_units
from brickyard.table.table_texts import texts
from fleets.battles.played_page import page_of
from validators.judged_files import JudgeSettings

_FACES = (
    ("Source Sans 3", 400, "BrickyardSans-Regular"),
    ("Yard Narrow", 700, "BrickyardSansCondensed-SemiBold"),
)


def battle_html(
    game: Mapping[str, Any],
    state: Mapping[str, Any],
    pictures: Mapping[str, str] | None = None,
    language: Language = Language.ENGLISH,
    home: tuple[str, str] = ("", ""),
    more_style: str = "",
) -> str:
    """`pictures` are addresses by the ids of units; `home` has the address and name of where it belongs.

    `more_style` brings typefaces of its own.
    """
    made = {**battle_told(), "language": language, "home": home[0], "home_name": home[1]}
    if more_style:
        made["style"] = _style() + more_style
    return page_of(game, state, pictures or {}, texts(f"{language}-battle"), made)


def page_with_models(told: Replayed, lists: Sequence[Path], language: Language = Language.ENGLISH) -> bytes:
    """With the portraits of all that stand in these lists."""
    pictures = pictures_of_units(told.state, open_design_files(lists, JudgeSettings()))
    return battle_html(told.game, told.state, pictures, language).encode("utf-8", "replace")


def battle_told() -> dict[str, str]:
    """What the table's page must know to make the same file, which has its typefaces in itself."""
    return {"version": __version__, "style": _faces() + _style()}


@cache
def _faces() -> str:
    fonts = resources.files("brickyard") / "data" / "fonts"
    said = []
    for family, weight, name in _FACES:
        data = b64encode((fonts / f"{name}.woff2").read_bytes()).decode()
        source = f'src: url("data:font/woff2;base64,{data}")'
        said.append(f'@font-face {{ font-family: "{family}"; {source}; font-weight: {weight}; }}\n')
    return "".join(said)


@cache
def _style() -> str:
    """With the lines of the curve, which sites show, too."""
    static = resources.files("brickyard.table") / "static"
    return "".join((static / name).read_text("utf-8") for name in (CURVE_STYLE, "battle.css"))
