"""What the table says in each language: JSON beside the page's scripts, from which those are made too."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import Any

from brickyard.table import Language
from fleets.battles.event_fields import filled
from ldraw_tools.findings import BrickyardError

Texts = Mapping[str, str]
Rules = dict[str, Any]
_WORDS = "words"


@cache
def texts(name: str) -> Texts:
    """`de` are the page's sentences, `de-words` those of the rules, `de-say` what the log says.

    A language is one file, with a table for each part beside the page's own texts.
    """
    language, _, part = name.partition("-")
    place = resources.files("brickyard.table") / "static" / "texts" / f"{language}.json"
    try:
        whole = json.loads(place.read_text("utf-8"))
    except OSError as error:
        raise BrickyardError(f"there are no texts called {name}") from error
    found: Texts = whole[part] if part else {key: one for key, one in whole.items() if isinstance(one, str)}
    return found


def sentences(language: Language = Language.ENGLISH) -> Texts:
    """What the log says about each event, by key; the fold gets them with the rules."""
    return texts(f"{language}-say")


def text_script(name: str) -> bytes:
    """`de-say` becomes the texts of `de` under `say`; words of the rules stand among the others."""
    language, _, part = name.partition("-")
    ours = f"((window.brickyardTexts ??= {{}}).{language} ??= {{}})"
    told = json.dumps(texts(name), separators=(",", ":"))
    made = f"Object.assign({ours}, {told});\n" if part in ("", _WORDS) else f"{ours}.{part} = {told};\n"
    return made.encode("ascii")


def said_with(language: Language, part: str) -> Callable[..., str]:
    """A sentence by its key, with its places filled in."""
    known = texts(f"{language}-{part}")
    return lambda key, **values: filled(known[key], values)


def rules_in(rules: Rules, language: Language) -> Rules:
    """The rules with their sentences, questions and names in another language, as the page has them."""
    if language is Language.ENGLISH:
        return rules
    known = {**texts(language), **texts(f"{language}-{_WORDS}")}
    game = rules["game"]

    def ours(kind: str, name: object, otherwise: str) -> str:
        found = known.get(f"{kind}.{game}.{name}", known.get(f"{kind}.{name}", otherwise))
        # Where a narrow card may break a word matters to the page only.
        return found.replace("\u00ad", "")

    made = {**rules, "say": {**rules["say"], **sentences(language)}}
    made["open"] = {key: _asked(key, one, ours) for key, one in rules["open"].items()}
    made["words"] = {key: ours("position", key, word) for key, word in rules["words"].items()}
    edition = rules["edition"]
    made["placing"] = [ours(f"placing.{edition}", at, line) for at, line in enumerate(rules["placing"])]
    for kind, table in (("range", "ranges"), ("system", "system_names")):
        if table in rules:
            made[table] = {key: ours(kind, key, name) for key, name in rules[table].items()}
    if "kinds" in rules:
        made["kinds"] = {key: {**row, "called": ours("kind", key, "")} for key, row in rules["kinds"].items()}
    if rules["mech"]:
        made["mech"] = _mech(rules["mech"], ours)
    return made


def _asked(key: str, point: Mapping[str, Any], ours: Callable[[str, object, str], str]) -> Rules:
    answers = [[answer, ours("answer", answer, words)] for answer, words in point["answers"]]
    return {**point, "asks": ours("question", key, point["asks"]), "answers": answers}


def _mech(mech: Mapping[str, Any], ours: Callable[[str, object, str], str]) -> Rules:
    """The fold knows moves and what a weapon does by their English names: `called` has the others."""
    actions = [action["name"] for weapon in mech["weapons"].values() for action in weapon["actions"]]
    names = [*(row["name"] for row in mech["board"]["moves"]), *actions]
    return {
        **mech,
        "called": {name: ours("move", name, name) for name in names if name},
        "weapons": {
            key: {**row, "name": ours("weapon", key, row["name"])} for key, row in mech["weapons"].items()
        },
        "enemies": {
            key: {
                **row,
                "name": ours("enemy", key, row["name"]),
                "attacks": [
                    {**one, "name": ours("shot", one["name"], one["name"])} for one in row["attacks"]
                ],
            }
            for key, row in mech["enemies"].items()
        },
    }
