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


def battle_html(
    game: Mapping[str, Any],
    state: Mapping[str, Any],
    pictures: Mapping[str, str] | None = None,
    language: Language = Language.ENGLISH,
) -> str:
    """`pictures` are addresses by the ids of units."""
    made = {**battle_told(), "language": language}
    return page_of(game, state, pictures or {}, texts(f"{language}-battle"), made)


def battle_told() -> dict[str, str]:
    """What the table's page must know to make the same file."""
    return {"version": __version__, "style": battle_style()}


@cache
def battle_style() -> str:
    return (resources.files("brickyard.table") / "static" / "battle.css").read_text("utf-8")
