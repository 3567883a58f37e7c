"""Pages say what to press, never what to type (newcomer A-F12)."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from catalog.languages import Language, texts_in
from tests.modules import modules, name_of, nodes_of
from tests.running import ROOT
from validators.rule import rules

PAGE = ROOT / "brickyard" / "workbench"
# As the page applies them, one after the other.
RULES = [
    (re.compile(typed), re.sub(r"\$(\d)", r"\\\1", pressed))
    for typed, pressed in json.loads((PAGE / "texts" / "on-pages.json").read_text("utf-8"))
]
# What only somebody with a terminal can follow.
COMMANDS = "|".join(path.stem.replace("_", "-") for path in ROOT.glob("brickyard/commands/[a-z]*.py"))
TYPED = re.compile(
    rf"\bbrickyard (?:{COMMANDS})\b|(?<![\w-])--[a-z]|LDRAWDIR|under (?:options|game):|on the workbench"
)
# What is printed only, is made for a terminal, or is no sentence.
NOT_SHOWN = (
    *(
        "brickyard/commands/",
        "brickyard/cli.py",
        "brickyard/settings",
        "brickyard/starters",
        "fleets/forces/brought_",
    ),
    *("brickyard/watch_checks", "brickyard/table/", "brickyard/web/", "brickyard/serving/starting.py"),
    *("validators/reporters/", "brickyard/plots/flat_drawing.py", "brickyard/parts/printed_page.py"),
    *("brickyard/dice_answer.py", "brickyard/tags_text.py", "brickyard/inspection_text.py"),
    *("brickyard/parts/parts_draft.py", "brickyard/printing/sheet_texts.py", "ldraw_tools/library/"),
    *("brickyard/pictures/model_pictures.py", "brickyard/parts/list_files.py", "brickyard/packing/"),
)
# The beginning of a sentence that has its rule.
BEGUN = "brickyard check"


def on_page(text: str) -> str:
    for typed, pressed in RULES:
        text = typed.sub(pressed, text)
    return text


def said_in(path: Path) -> Iterator[str]:
    """The texts of a module, with x for what is filled in; docstrings are for programmers."""
    nodes = nodes_of(path)
    inner = {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    inner |= {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "x" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inner:
            yield re.sub(r"\{\w+\}", "x", node.value)


def test_a_f12_several_heaps_are_told_by_their_button() -> None:
    german = texts_in(Language.GERMAN)["SIZ013.fix"]
    fixes = {str(rules()["SIZ013"].fix): "Use only this", german: "Nur diesen verwenden"}
    for fix, button in fixes.items():
        for choice in ("mech.io#heap 1", "yard.mpd#arm.ldr#heap 2"):
            told = fix.format(choice=choice)
            assert choice in told
            assert "#" not in on_page(told)
            assert button in on_page(told)


def test_a_f12_no_sentence_that_a_page_can_show_tells_what_to_type() -> None:
    shown = [path for path in modules() if not name_of(path).startswith(NOT_SHOWN)]
    said = [(name_of(path), text) for path in shown for text in said_in(path) if " " in text]
    assert [one for one in said if TYPED.search(on_page(one[1])) and one[1] != BEGUN] == []


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (
            "2 errors in a skirmish; brickyard check lads.yaml --game skirmish --players 2 says why",
            "2 errors in a skirmish; open it to see why",
        ),
        ("Or click them on the workbench: brickyard serve.", "Or click them here and pick a die."),
        (
            "Use 2 rockets, or agree with everybody on more (rockets: 0 under options:)",
            "Use 2 rockets, or agree with everybody on more (“rockets” among the options)",
        ),
        (
            "Install the LDraw library (brickyard library install), or put the part's file beside the model.",
            "Install the LDraw library, or put the part's file beside the model.",
        ),
        ("--recolour 4=x: “x” is not a valid LDraw colour", "recolour 4=x: “x” is not a valid LDraw colour"),
    ],
)
def test_a_f12_sentences_become_what_to_press(said: str, shown: str) -> None:
    assert on_page(said) == shown


def test_a_f12_german_findings_become_what_to_press_too() -> None:
    told = [text for text in texts_in(Language.GERMAN).values() if isinstance(text, str)]
    said = [on_page(re.sub(r"\{[^{}]*\}", "x", text)) for text in told]
    assert [text for text in said if TYPED.search(text) or re.search("unter (options|game):", text)] == []


def test_a_f12_no_text_of_the_page_itself_tells_what_to_type() -> None:
    for language in ("en", "de"):
        texts = (PAGE / "texts" / f"{language}.json").read_text("utf-8")
        assert [line for line in texts.splitlines() if TYPED.search(line)] == []
