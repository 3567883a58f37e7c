"""Which commands can be asked over HTTP, and with which of their options: none that names a file to write."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ldraw_tools.findings import BrickyardError

# What a value is: a file of the yard, a file or words (a side of which only numbers are known), an edition, …
Kind = Literal["file", "side", "edition", "text", "number", "flag", "on-off"]
_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,60}")
_PATH = re.compile(r"[/\\]")
_MOST_VALUES = 60
_LONGEST = 1_000
# Finds the path of a file of the yard, with the submodel or unit that is chosen; None if it isn't there.
Finder = Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class Asked:
    """A command: what it is about (`places`, each given once or `many` times), and its options by kind."""

    about: str
    place: Kind = "file"
    many: bool = True
    needed: bool = True
    options: Mapping[str, Kind] = field(default_factory=dict)
    # Options that are given by these names on the command line, one after the other.
    ordered: tuple[str, ...] = ()


_JUDGED: dict[str, Kind] = {"edition": "edition", "option": "text", "game": "text", "players": "number"}
_COUNTED: dict[str, Kind] = {
    "only": "text",
    "spares": "on-off",
    "recolour": "text",
    "any-colour": "text",
    "substitutes": "text",
    "owned": "file",
    "submodel": "text",
}

COMMANDS: dict[str, Asked] = {
    "check": Asked(
        "whether files are legal: findings and verdicts",
        options={**_JUDGED, "buildable": "flag", "no-suppress": "flag", "submodel": "text"},
    ),
    "card": Asked("all facts of designs and forces", options={"edition": "edition", "submodel": "text"}),
    "tags": Asked("what each submodel was taken for", options={"submodel": "text"}),
    "inspect": Asked("what is in models", options={"submodel": "text", "fit": "text", "expand": "flag"}),
    "dice": Asked("dice in any notation", "side", options={"edition": "edition", "submodel": "text"}),
    "odds": Asked(
        "the odds of attacks",
        "side",
        options={
            "matrix": "flag",
            "white": "text",
            "target-white": "text",
            "spot": "number",
            "rocket": "flag",
            "range": "text",
            "cover": "text",
            "cover-hits": "number",
            "boarders": "number",
            "defenders": "number",
            "defending-ace": "flag",
            "hostile": "text",
            "target-hostile": "text",
            "steps-away": "flag",
            "fall": "number",
            "collide": "number",
            "repair": "number",
            "damaged": "number",
            "haste": "number",
            "combo": "flag",
            "squat": "flag",
            "rear": "flag",
            "edition": "edition",
            "submodel": "text",
        },
    ),
    "compare": Asked(
        "who attacks and who defends",
        "side",
        options={"score": "text", "edition": "edition", "option": "text", "game": "text", "submodel": "text"},
    ),
    "bid": Asked(
        "how many frames and systems to bring",
        "side",
        many=False,
        options={**_JUDGED, "against": "side", "likely": "text", "submodel": "text"},
    ),
    "parts": Asked(
        "the parts to buy",
        options={**_COUNTED, "spare": "text", "condition": "text", "with-uncertain": "flag"},
    ),
    "owned": Asked("what is in lists of parts"),
    "can-build": Asked("what can be built from the parts one owns", options=_COUNTED),
    "pack": Asked(
        "what to bring to a game", options={"have": "file", "edition": "edition", "option": "text"}
    ),
    "rules": Asked("the rules", needed=False, options={"edition": "edition"}),
    "explain": Asked("one rule or finding", "text", many=False, options={"edition": "edition"}),
    "editions": Asked("the editions and their numbers", "edition", many=False, needed=False),
    "diff": Asked(
        "what changed between two versions", ordered=("old", "new"), options={"edition": "edition"}
    ),
}


def command_line(command: str, values: Sequence[tuple[str, str]], find: Finder) -> list[str]:
    """The command line that asks the same; options that aren't in the list above are refused."""
    asked = COMMANDS[command]
    if len(values) > _MOST_VALUES or any(len(value) > _LONGEST for _, value in values):
        raise BrickyardError("this question has too many values")
    names = {"path", "file", "side", "what", "code", "id"} if not asked.ordered else set(asked.ordered)
    places = [(name, value) for name, value in values if name in names]
    line = [command, *_options(command, asked, [one for one in values if one[0] not in names], find)]
    if asked.ordered:
        places.sort(key=lambda one: asked.ordered.index(one[0]))
        if tuple(name for name, _ in places) != asked.ordered:
            raise BrickyardError(f"{command} needs {' and '.join(asked.ordered)}")
    elif asked.needed and not places:
        raise BrickyardError(f"{command} needs path=, the name of a file")
    if len(places) > 1 and not asked.many:
        raise BrickyardError(f"{command} takes one at a time")
    found = [_value(asked.place, name, value, find) for name, value in places]
    return [*line, "--format", "json", *(["--", *found] if found else [])]


def _options(command: str, asked: Asked, values: Sequence[tuple[str, str]], find: Finder) -> Iterator[str]:
    for name, value in values:
        option = name.replace("_", "-")
        kind = asked.options.get(option)
        if kind is None:
            known = ", ".join(asked.options) or "none"
            raise BrickyardError(f"{command} has no option {name[:60]}; it has: {known}")
        if kind in ("flag", "on-off"):
            is_on = value.lower() in ("1", "true", "yes", "on", "")
            if is_on:
                yield f"--{option}"
            elif kind == "on-off":
                yield f"--no-{option}"
        else:
            yield f"--{option}={_value(kind, name, value, find)}"


def _value(kind: Kind, name: str, value: str, find: Finder) -> str:
    """A file's path, or words that can't be taken for one."""
    if "\0" in value:
        raise BrickyardError(f"{name}: this is not text")
    if kind in ("file", "side", "edition"):
        found = find(value)
        if found is not None:
            return found
        if kind == "file":
            raise BrickyardError(f"{value}: no such file in this folder")
        if kind == "edition" and not _ID.fullmatch(value):
            raise BrickyardError(f"{value}: no such edition; brickyard editions lists them")
        if kind == "side" and _PATH.search(value) and not re.fullmatch(r"[\d/]+", value):
            raise BrickyardError(f"{value}: no such file in this folder")
    if kind == "number" and not re.fullmatch(r"-?\d{1,9}", value):
        raise BrickyardError(f"{name}: write a number")
    return value
