"""The forms that a parts list is written in, and what their files are called."""

from __future__ import annotations

from enum import StrEnum


class Form(StrEnum):
    BRICKLINK = "bricklink"
    BSX = "bsx"
    REBRICKABLE = "rebrickable"
    PICK_A_BRICK = "pickabrick"
    CSV = "csv"
    JSON = "json"
    HTML = "html"


SUFFIXES = {
    Form.BRICKLINK: ".xml",
    Form.BSX: ".bsx",
    Form.REBRICKABLE: ".csv",
    Form.PICK_A_BRICK: ".csv",
    Form.CSV: ".csv",
    Form.JSON: ".json",
    Form.HTML: ".html",
}
STEMS = {
    Form.BRICKLINK: "bricklink",
    Form.BSX: "brickstore",
    Form.REBRICKABLE: "rebrickable",
    Form.PICK_A_BRICK: "pick-a-brick",
    Form.CSV: "parts",
    Form.JSON: "parts",
    Form.HTML: "parts",
}
BY_SUFFIX = {
    ".xml": Form.BRICKLINK,
    ".bsx": Form.BSX,
    ".csv": Form.CSV,
    ".json": Form.JSON,
    ".html": Form.HTML,
}
