"""The keys of files that people write, in words and with an example: what `brickyard keys` shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, get_args, get_origin, get_type_hints

from brickyard.settings_reading import SettingsFile
from catalog.editions.demands import Demand
from catalog.editions.reading import EDITION_KEYS
from fleets.forces.file_keys import FILES, KeyMark, fields_of
from ldraw_tools.findings import BrickyardError, listed
from ldraw_tools.json_values import json_text
from ldraw_tools.names import hint, shown
from ldraw_tools.notebooks import html_table, line_of

_WORDS = Path(__file__).parent / "data" / "keys.yaml"
FILE_KINDS: Mapping[str, str] = {
    "company": "The file of a company",
    "fleet": "The file of a fleet",
    "mech": "The file of a 'mech",
    "campaign": "The file of a campaign",
    "edition": "The file of an edition, such as house rules",
    "settings": "brickyard.toml, with your settings",
}
# Where keys.yaml has words of their own for the keys of a class; those of lists have the usual ones.
_OWN_WORDS = {
    "CampaignFile": "a campaign",
    "ObjectiveEntry": "an objective",
    "PlayedEntry": "a played game",
    "Demand": "demand",
    "SettingsFile": "settings",
}
_FORCES = "fleets.forces.file_keys"


@dataclass(frozen=True, slots=True)
class ListedKey:
    """A key, what it says, and how it may be written; without those that `is_needed` a file isn't read."""

    key: str
    says: str
    example: str
    is_needed: bool = False


@dataclass(frozen=True, slots=True)
class ListedThing:
    """The keys that stand together: at the margin of the file, or below the keys that the title names."""

    title: str
    keys: tuple[ListedKey, ...]


@dataclass(frozen=True, slots=True)
class KeysAnswer:
    """What `brickyard keys --format json` prints."""

    __json__: ClassVar = ("format", "kind", "things")

    kind: str
    things: tuple[ListedThing, ...]
    format: int = 1

    __repr__ = line_of

    def schema_text(self) -> str:
        """The JSON schema of such a file, for editors."""
        from brickyard.file_schemas import schema_for

        return json_text(schema_for(self.kind))

    def _repr_html_(self) -> str:
        return "".join(
            html_table(
                thing.title,
                ("key", "what it says", "such as"),
                [(one.key, one.says, one.example) for one in thing.keys],
            )
            for thing in self.things
        )


@cache
def described() -> Mapping[str, Mapping[str, Any]]:
    """What each key says, in words; a test sees to it that no key is without."""
    import yaml

    words: Mapping[str, Mapping[str, Any]] = yaml.safe_load(_WORDS.read_text("utf-8"))
    return words


def words_for(kind: type) -> str:
    """The part of keys.yaml with the words for a class; empty where there is none."""
    return _OWN_WORDS.get(kind.__name__, "any" if kind.__module__ == _FORCES else "")


def says(about: str, key: str) -> str:
    words = described()
    return str(words.get(about, {}).get(key) or words["any"].get(key, "")) if about else ""


def list_keys(kind: str) -> KeysAnswer:
    if kind not in FILE_KINDS:
        raise BrickyardError(f"there is no file of the kind “{shown(kind)}”. {hint(kind, FILE_KINDS)}")
    if kind == "edition":
        top = _listed("edition", dict.fromkeys(EDITION_KEYS, False))
        demand = [one.name.replace("_", "-") for one in fields(Demand) if one.name != "name"]
        things = [
            ListedThing(FILE_KINDS[kind], top),
            ListedThing("One of demands", _listed("demand", dict.fromkeys(demand, False))),
        ]
    elif kind == "settings":
        named = dict.fromkeys((one.name for one in fields(SettingsFile)), False)
        things = [ListedThing(FILE_KINDS[kind], _listed("settings", named))]
    else:
        things = [ListedThing(FILE_KINDS[kind], _keys(FILES[kind]))]
        things += [ListedThing(_title(keys), _keys(one)) for one, keys in _inside(FILES[kind]).items()]
    return KeysAnswer(kind, tuple(things))


def _keys(kind: type) -> tuple[ListedKey, ...]:
    hints = get_type_hints(kind, include_extras=True)
    needed = {key: KeyMark.NEEDED in get_args(hints[name]) for key, name in fields_of(kind).items()}
    return _listed(words_for(kind), needed)


def _listed(about: str, needed: Mapping[str, bool]) -> tuple[ListedKey, ...]:
    samples = described()["examples"]
    own = samples.get(about, {})
    return tuple(
        ListedKey(key, says(about, key), str(own.get(key) or samples["any"][key]), is_needed)
        for key, is_needed in needed.items()
    )


def _inside(kind: type) -> dict[type, list[str]]:
    """The classes that stand below keys of a class, each with those keys."""
    hints, found = get_type_hints(kind, include_extras=True), dict[type, list[str]]()
    for key, name in fields_of(kind).items():
        for one in _classes(hints[name]):
            found.setdefault(one, []).append(key)
    return found


def _classes(hint: Any) -> Iterator[type]:
    if isinstance(hint, type) and hint.__module__ == _FORCES and get_origin(hint) is None:
        yield hint
    for inner in get_args(hint):
        yield from _classes(inner)


def _title(keys: list[str]) -> str:
    return keys[0] if keys in (["game"], ["objective"]) else f"One of {listed(keys, 'or')}"
