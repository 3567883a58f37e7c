"""Settings: what `brickyard.toml` says, here and in the user's folder; options and manifests override it."""

from __future__ import annotations

import os
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from catalog.editions.loading import shipped_editions
from catalog.editions.table_cells import Words
from catalog.yaml.located_values import Entries, Scalar, Value, locate
from catalog.yaml.typed_reading import Between, read_as
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
        values["edition"] = _from(folder, read.edition) if _is_path(read.edition) else read.edition
    return {name: str(value) for name, value in values.items()}


def _is_path(edition: str) -> bool:
    return "/" in edition or "\\" in edition or edition.lower().endswith((".yaml", ".yml"))


def _from(folder: Path, path: str) -> str:
    return str(Path(os.path.normpath(folder / Path(path).expanduser())))


def _entries(path: Path) -> Entries:
    """The file's values, each with its line."""
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


NAME = "brickyard.toml"
# What a setting of the library becomes; LDRAWDIR is stronger.
_LIBRARY = "BRICKYARD_LIBRARY"


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting in effect: its value, and the file or variable it comes from, or `default`."""

    name: str
    value: str
    source: str


@dataclass(frozen=True, slots=True)
class SettingsAnswer:
    """What `brickyard settings --format json` prints.

    `files` are those that were read, `places` where they were looked for; the strongest is first.
    """

    __json__: ClassVar = ("format", "settings", "files", "places")

    settings: tuple[Setting, ...]
    files: tuple[str, ...]
    places: tuple[str, ...]
    format: int = 1


def places(environ: Mapping[str, str], platform: str, home: Path) -> tuple[Path, ...]:
    """Where settings are looked for, the strongest first: the current folder, then the user's."""
    return Path(NAME), user_folder(environ, platform, home) / NAME


def user_folder(environ: Mapping[str, str], platform: str, home: Path) -> Path:
    if platform == "win32":
        return Path(environ.get("APPDATA") or home / "AppData" / "Roaming") / "brickyard"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "brickyard"
    own = environ.get("XDG_CONFIG_HOME", "")
    return (Path(own) if own.startswith("/") else home / ".config") / "brickyard"


def settings_files() -> list[Path]:
    """The settings files that exist; without any, this costs two look-ups."""
    return [path for path in places(os.environ, sys.platform, Path.home()) if path.is_file()]


def settings_in_force(files: list[Path]) -> dict[str, Setting]:
    """What the files say; for each setting the first file counts."""

    found: dict[str, Setting] = {}
    for path in reversed(files):
        said = read_settings(path)
        found.update({name: Setting(name, value, str(path)) for name, value in said.items()})
    return found


def settings_answer() -> SettingsAnswer:
    """All settings, with their values and where those come from."""
    files = settings_files()
    found = settings_in_force(files) if files else {}
    if named := os.environ.get("LDRAWDIR"):
        found["library"] = Setting("library", named, "LDRAWDIR")
    rows = tuple(found.get(name) or Setting(name, _DEFAULTS[name], "default") for name in _DEFAULTS)
    looked = places(os.environ, sys.platform, Path.home())
    return SettingsAnswer(rows, tuple(map(str, files)), tuple(map(str, looked)))


def apply_settings(found: Mapping[str, Setting]) -> dict[str, str]:
    """Apply them to the command that begins; the rest become defaults of options."""
    from validators.usual import Usual, use_as_usual

    values = {name: setting.value for name, setting in found.items()}
    if library := values.pop("library", ""):
        os.environ[_LIBRARY] = library
    edition, players = values.pop("edition", ""), int(values.pop("players", "0"))
    source = found["edition"].source if "edition" in found else ""
    use_as_usual(Usual(edition, players, source))
    return values


def check_libraries(given: Sequence[Path]) -> None:
    """Refuse a library that doesn't exist: one of those given, or else of those in the settings."""
    from ldraw_tools.findings import BrickyardError

    for path in given:
        if not path.exists():
            raise BrickyardError(f"--library {path}: no such file or folder")
    if given or _LIBRARY not in os.environ:
        return
    from ldraw_tools.library.places import VARIABLE, candidates

    for place in candidates(os.environ, sys.platform, Path.home()):
        if place.by_user and place.why != VARIABLE and not place.path.exists():
            raise BrickyardError(
                f"library = {place.path}: no such file or folder; correct {NAME} (see: brickyard settings)"
            )


def forget_settings() -> None:
    """The command has ended."""
    usual = sys.modules.get("validators.usual")
    if usual is not None:
        usual.use_as_usual(usual.Usual())
    os.environ.pop(_LIBRARY, None)


_DEFAULTS = {
    "library": "the first that is found",
    "edition": "as the files say, else the game's own book",
    "players": "as the files say",
    "paper": "a4",
    "currency": "none",
    "condition": "any",
}
