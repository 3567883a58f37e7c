"""One `brickyard.toml`: TOML into values of the right types, or one line that says what is wrong with it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from catalog.editions.loading import looks_like_a_path, shipped_editions
from catalog.yaml.located_values import Entries, Scalar, Value, locate
from catalog.yaml.typed_reading import Between, Words, read_as
from ldraw_tools.findings import BrickyardError, Finding, Place

_MOST_BYTES = 100_000


@dataclass(frozen=True, kw_only=True, slots=True)
class SettingsFile:
    """What may be written in one."""

    library: Words = ()
    edition: str = ""
    players: Annotated[int, Between(1, 99)] = 1
    paper: Literal["a4", "letter"] = "a4"
    currency: str = ""
    condition: Literal["any", "new", "used"] = "any"
    language: Literal["en", "de"] = "en"


def read_settings(path: Path) -> dict[str, str]:
    """What the file says, as text; paths start at its folder."""
    entries = _entries(path)
    read, findings = read_as(SettingsFile, entries, what="setting")
    if read is None or findings:
        first = findings[0]
        raise BrickyardError(f"{first.place}: {first.message}. {first.fix}")
    folder = path.parent.absolute()
    values = {name: getattr(read, name) for name in entries}
    if read.library:
        values["library"] = os.pathsep.join(_from(folder, one) for one in read.library)
    if read.edition and read.edition not in shipped_editions():
        values["edition"] = _from(folder, read.edition) if looks_like_a_path(read.edition) else read.edition
    return {name: str(value) for name, value in values.items()}


def _from(folder: Path, path: str) -> str:
    return str(Path(os.path.normpath(folder / Path(path).expanduser())))


def _entries(path: Path) -> Entries:
    """The file's values, each with its line."""
    import tomllib

    try:
        with path.open("rb") as stream:
            data = stream.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise BrickyardError(f"{path}: too long for settings")
        text = data.decode("utf-8-sig")
        values = tomllib.loads(text.replace("\r\n", "\n"))
    except UnicodeDecodeError as error:
        raise BrickyardError(f"{path}: not saved as UTF-8") from error
    except OSError as error:
        raise BrickyardError(f"{path}: can't be read: {error.strerror or error}") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        example = 'Write lines such as paper = "letter".'
        raise BrickyardError(f"{path}: not TOML: {str(error) or 'nested too deep'}. {example}") from error
    told: list[Finding] = []
    pairs = tuple(_pairs(values, str(path), text, told))
    return Entries(Place(str(path)), "settings", told, pairs)


def _pairs(
    values: dict[str, object], file: str, text: str, told: list[Finding]
) -> Iterator[tuple[Scalar, Value]]:
    for key, value in values.items():
        found = re.search(rf"(?m)^\s*(?:\[+\s*)?[\"']?{re.escape(key)}\b", text)
        place = Place(file, text.count("\n", 0, found.end()) + 1 if found else 0)
        yield Scalar(place, "settings", told, key), locate(value, place, key, told)
