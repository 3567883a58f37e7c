"""Sentences that know how they were made, so that they can be said in another language.

A phrase is its English text. Texts of another language are a mapping: by code and part for the sentences of
findings (`SYS001.message`), by the English template for all that is filled in. In them `{what:word}` is the
language's word for what is filled in, `{what:the}` what it has for “the” and that word, `{count:n}` a number
as it is written there; of {"one": …, "other": …} `count` chooses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

Texts = Mapping[str, Any]
ENGLISH: Texts = {}
_PLACEHOLDER = re.compile(r"\{[^{}]*\}")
_NUMBERS = str.maketrans(",.", ".,")


class Phrase(str):
    """`key` finds it in other languages; those values that are phrases are said there, too."""

    key: str
    template: str
    values: Mapping[str, Any]

    def __new__(
        cls, text: str, key: str = "", template: str = "", values: Mapping[str, Any] | None = None
    ) -> Phrase:
        made = super().__new__(cls, text)
        made.key, made.template, made.values = key, template, values or {}
        return made


def say(template: str, /, **values: Any) -> Phrase:
    """The template with its values filled in."""
    return Phrase(template.format(**values) if values else template, template, template, values)


def count(number: str, noun: str, plural: str = "") -> Phrase:
    """`1 line`, `2.5 lines`; in other languages by `{count} line`."""
    text = f"{number} {noun if number == '1' else plural or noun + 's'}"
    template, values = (noun.template, noun.values) if isinstance(noun, Phrase) else (noun, {})
    return Phrase(text, f"{{count}} {template}", text, {**values, "count": number})


def join_texts(texts: Iterable[str], by: str = ", ") -> str:
    """`A, B`: the texts with a sign between them."""
    parts = {f"t{number}": text for number, text in enumerate(texts)}
    return say(by.join(f"{{{name}}}" for name in parts), **parts)


def about_file(file: object, why: str) -> Phrase:
    """What is wrong with a file, after its name."""
    return say("{file}: {why}", file=file, why=why)


def in_language(text: str, texts: Texts) -> str:
    """The same in another language; without texts, or where it has no words for it, in English."""
    if not isinstance(text, Phrase) or not texts:
        return text
    found = texts.get(text.key)
    if found is None:
        # What has no words of its own is the same in every language, but for what is filled in.
        if not _is_wordless(text.template):
            return text
        found = text.template
    if not isinstance(found, str):
        found = found["one" if str(text.values.get("count")) == "1" else "other"]
    values = {name: _Filling(value, texts) for name, value in text.values.items()}
    return Phrase(found.format(**values) if values else found, text.key, text.template, text.values)


def _is_wordless(template: str) -> bool:
    return not any(map(str.isalpha, _PLACEHOLDER.sub("", template)))


class _Filling:
    """A value on its way into a sentence of another language."""

    def __init__(self, value: Any, texts: Texts) -> None:
        self._value, self._texts = value, texts

    def __format__(self, how: str) -> str:
        value, texts = self._value, self._texts
        if isinstance(value, Phrase):
            key = f"{how} {value.key}" if f"{how} {value.key}" in texts else value.key
            return in_language(Phrase(value, key, value.template, value.values), texts)
        if how in ("n", ","):
            return (f"{value:,}" if isinstance(value, int) else str(value)).translate(_NUMBERS)
        word = str(value)
        if not how:
            return word
        return str(texts.get(f"{how} {word}") or texts.get(word) or word)
