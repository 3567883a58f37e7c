"""Settings: what `brickyard.toml` says, here and in the user's folder; options and manifests override it."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, NamedTuple

from ldraw_tools.findings import BrickyardError

NAME = "brickyard.toml"
# What a setting of the library becomes; LDRAWDIR is stronger.
_LIBRARY = "BRICKYARD_LIBRARY"


class Setting(NamedTuple):
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
    from brickyard.settings_reading import read_settings

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
    "language": "en",
}
