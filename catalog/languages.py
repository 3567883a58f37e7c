"""The languages that findings are told in: English in code, the others as data, by code and English words."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from pathlib import Path

from ldraw_tools.findings import BrickyardError
from ldraw_tools.names import shown
from ldraw_tools.phrases import Texts

_HERE = Path(__file__).parent / "data" / "languages"


class Language(StrEnum):
    ENGLISH = "en"
    GERMAN = "de"


def language_named(word: str) -> Language:
    if word not in list(Language):
        raise BrickyardError(f"language {shown(word)}: choose {' or '.join(Language)}")
    return Language(word)


@cache
def texts_in(language: Language) -> Texts:
    """What findings say in a language, by key; nothing for English, which stands in the code."""
    if language is Language.ENGLISH:
        return {}
    import json

    read = json.loads((_HERE / f"{language}.json").read_text("utf-8"))
    told = {f"{code}.{part}": text for code, one in read["findings"].items() for part, text in one.items()}
    return {**told, **read["phrases"]}
