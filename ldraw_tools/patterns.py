"""Regular expressions that are compiled when they are first used: a command uses a few of a hundred."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import AnyStr, cast

_ASKED = ("match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer")


def pattern(text: AnyStr, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[AnyStr]:
    """As `re.compile`; for patterns of modules, which are made whether they are needed or not."""
    return cast("re.Pattern[AnyStr]", _Pattern(text, flags))


@contextmanager
def patterns_made_later() -> Iterator[None]:
    """Patterns that another package compiles while it is imported here are compiled when first used."""
    compiling = re.compile
    re.compile = pattern  # type: ignore[assignment]
    try:
        yield
    finally:
        re.compile = compiling


class _Pattern:
    def __init__(self, text: str | bytes, flags: re.RegexFlag) -> None:
        self.pattern = text
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        """Asked for once: from then on the methods are its own."""
        if name.startswith("__"):
            raise AttributeError(name)
        compiled = re.compile(self.pattern, self._flags)
        self.__dict__.update({one: getattr(compiled, one) for one in _ASKED})
        return getattr(compiled, name)
