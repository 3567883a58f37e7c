"""How to tag a model in the editor that wrote its file."""

from __future__ import annotations

import re

from ldraw_tools.phrases import join_texts, say
from ldraw_tools.reading.document import Document

_QUOTED = "“{text}”"
# Lines that only one editor writes.
_MARKS = {
    "LDCad": re.compile(rb"^\s*0\s+!LDCAD\b", re.MULTILINE | re.IGNORECASE),
    "LeoCAD": re.compile(rb"^\s*0\s+!LEOCAD\b", re.MULTILINE | re.IGNORECASE),
    "MLCad": re.compile(
        rb"^\s*0\s+(?:MLCAD\b|BUFEXCHG\b|ROTATION\s+C(?:ENTER|ONFIG)\b|GROUP\s+\d)",
        re.MULTILINE | re.IGNORECASE,
    ),
}
_STEPS = {
    "Studio": "select the parts of each system, make a submodel of them and name it, such as {example}",
    "LeoCAD": "select the parts of each system, group them and name the group, such as {example}",
    "LDCad": "make a submodel of the parts of each system and name it, such as {example}",
    "MLCad": "make a group or a submodel of the parts of each system and name it, such as {example}",
    "your editor": "make a submodel of the parts of each system and name it, such as {example}",
}
NOTHING_TOLD = "Nothing says what it carries."
CLICK_IT = "Or click them on the workbench: brickyard serve."
LIST_IT = "Or write systems: into its entry in a company's list."


def editor_of(document: Document) -> str:
    """`Studio`, `LeoCAD`, `LDCad` or `MLCad`, where the file shows it."""
    if document.name.lower().endswith(".io"):
        return "Studio"
    data = document.encode()
    return next((editor for editor, mark in _MARKS.items() if mark.search(data)), "your editor")


def how_to_begin(document: Document, name: str) -> str:
    """What to do if a file has no submodels, so that no name can mean the parts of a system."""
    editor, called = editor_of(document), say(_QUOTED, text=f"{name} [2Rd]")
    if editor == "Studio":
        # Studio shows neither lines nor, in a file without instructions, steps.
        return say(
            "it has no submodels. In Studio, select the parts that are it, make a submodel of them, name the"
            " submodel {called} and save; brickyard reads the name",
            called=called,
        )
    return say(
        "it has no submodels. In {editor}, make {made} of the parts and name it {called},"
        ' or say which lines or which step they are: --set "lines 40-52=2Rd"',
        editor=say(editor),
        made=say("a group") if editor == "LeoCAD" else say("a submodel"),
        called=called,
    )


def how_to_tag(document: Document | None) -> str:
    """Three sentences; without a model, about the list only."""
    if document is None:
        return say("Add systems: to its entry.")
    editor = editor_of(document)
    example = say(_QUOTED, text="Rifle [2Rd].ldr" if editor == "LDCad" else "Rifle [2Rd]")
    steps = say(_STEPS[editor], example=example)
    begin = say("In {editor}, {steps}.", editor=say(editor), steps=steps)
    return join_texts([begin, say(CLICK_IT), say(LIST_IT)], " ")
