"""The page of a battle that was played, as a file; what is on it is written in fleets/battles."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from brickyard import __version__
from brickyard.table import Language
from brickyard.table.table_texts import texts
from fleets.battles.played_page import page_of

CURVE_STYLE = "curve.css"


def battle_html(
    game: Mapping[str, Any],
    state: Mapping[str, Any],
    pictures: Mapping[str, str] | None = None,
    language: Language = Language.ENGLISH,
    home: tuple[str, str] = ("", ""),
    more_style: str = "",
) -> str:
    """`pictures` are addresses by the ids of units; `home` has the address and name of where it belongs."""
    made = {**battle_told(), "language": language, "home": home[0], "home_name": home[1]}
    made["style"] += more_style
    return page_of(game, state, pictures or {}, texts(f"{language}-battle"), made)


def battle_told() -> dict[str, str]:
    """What the table's page must know to make the same file."""
    return {"version": __version__, "style": battle_style()}


@cache
def battle_style() -> str:
    """With the lines of the curve, which sites show, too."""
    static = resources.files("brickyard.table") / "static"
    return "".join((static / name).read_text("utf-8") for name in (CURVE_STYLE, "battle.css"))
