"""Parts lists: what a model needs, as shops number it, and the words that commands offer for it."""

from __future__ import annotations

from enum import StrEnum


class Form(StrEnum):
    """The formats, by the words of `--format`."""

    BRICKLINK = "bricklink"
    BSX = "bsx"
    REBRICKABLE = "rebrickable"
    PICK_A_BRICK = "pickabrick"
    CSV = "csv"
    JSON = "json"
    HTML = "html"


class Condition(StrEnum):
    ANY = "any"
    NEW = "new"
    USED = "used"


class Substitutes(StrEnum):
    """Which owned bricks will do for a lot."""

    EXACT = "exact"
    MOULD = "mould"
    ALTERNATE = "alternate"
