"""One unit of a file, as people name it: company.yaml:Name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from fleets.forces.named_files import MANIFEST_SUFFIXES
from ldraw_tools.choosing import split_choice
from ldraw_tools.findings import BrickyardError
from ldraw_tools.names import MODEL_SUFFIXES
from ldraw_tools.stand_in_bytes import is_file_there
from ldraw_tools.suggestions import hint, shown

_SUFFIXES = "|".join(suffix[1:] for suffix in (*MODEL_SUFFIXES, *MANIFEST_SUFFIXES))
_FILE = re.compile(rf"(?P<path>.+?\.(?:{_SUFFIXES}))(?::(?P<unit>[^/\\]+))?", re.IGNORECASE)


class HasName(Protocol):
    @property
    def name(self) -> str: ...


_Named = TypeVar("_Named", bound=HasName)


def split_unit(text: str) -> tuple[Path, str] | None:
    """The file, and the name of a unit in it, if any; None if the text has no file's ending."""
    if split_choice(text.strip())[1]:
        return Path(text.strip()), ""
    found = _FILE.fullmatch(text.strip())
    if found is None:
        return None
    whole = Path(text.strip())
    if is_file_there(whole):
        return whole, ""
    return Path(found["path"]), (found["unit"] or "").strip()


def unit_named(name: str, file: str, found: Sequence[_Named]) -> _Named:
    """By its whole name, or by a beginning that only one name has."""
    word = name.casefold()
    exact = [one for one in found if one.name.casefold() == word]
    close = exact or [one for one in found if one.name.casefold().startswith(word)]
    if close and (exact or len(close) == 1):
        return close[0]
    names = [shown(one.name) for one in found]
    raise BrickyardError(f"no unit “{shown(name)}” in {shown(file, 200)}. {hint(name, names)}")
