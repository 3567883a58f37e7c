"""What files that people write may say: the schemas of their keys for editors, and each key in words."""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from brickyard.settings_reading import SettingsFile
from catalog.editions.demands import Demand
from catalog.editions.edition import OptionSpec
from catalog.editions.loading import edition, known_things, shipped_editions
from catalog.editions.reading import EDITION_KEYS, GAMES, OPTION_KEYS
from catalog.editions.tables import EditionTables
from catalog.yaml.typed_reading import Between, TypeMark, defaults_of, is_record
from fleets.forces.file_keys import FILES, KeyMark, OneOf, fields_of
from ldraw_tools.authorship import is_ours
from ldraw_tools.findings import BrickyardError, Severity, listed
from ldraw_tools.json_values import json_text
from ldraw_tools.names import hint, shown
from ldraw_tools.notebooks import html_table, line_of

_SAID_OF_KEYS = Path(__file__).parent / "data" / "keys.yaml"
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
Schema = dict[str, Any]
MADE = "Made by brickyard."
_DRAFT = "http://json-schema.org/draft-07/schema#"
# YAML takes 7 and no for something else than text; a reader of ours doesn't.
_TEXT: Schema = {"type": ["string", "number", "boolean"], "minLength": 1}
_FLAG: Schema = {"enum": [True, False, "true", "false", "yes", "no", "on", "off"]}
_LIST_OF_TEXT: Schema = {"type": "array", "items": _TEXT}
_WORDS: Schema = {"anyOf": [_TEXT, _LIST_OF_TEXT]}


class ListedKey(NamedTuple):
    """A key, what it says, and how it may be written; without those that `is_needed` a file isn't read."""

    key: str
    says: str
    example: str
    is_needed: bool = False


class ListedThing(NamedTuple):
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

    words: Mapping[str, Mapping[str, Any]] = yaml.safe_load(_SAID_OF_KEYS.read_text("utf-8"))
    return words


def words_for(kind: type) -> str:
    """The part of keys.yaml with the words for a class; empty where there is none."""
    return _OWN_WORDS.get(kind.__name__, "any" if kind.__module__ == _FORCES else "")


def says(about: str, key: str) -> str:
    words = described()
    return str(words.get(about, {}).get(key) or words["any"].get(key, "")) if about else ""


def list_keys(kind: str) -> KeysAnswer:
    if kind not in FILE_KINDS:
        asked = f"there is no file of the kind “{shown(kind)}”." if kind else "of which file?"
        raise BrickyardError(f"{asked} {hint(kind, FILE_KINDS)}")
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


def schema_for(kind: str) -> Schema:
    """The schema of one kind of file, as an editor takes it."""
    made: Mapping[str, Callable[[], Schema]] = {
        **{name: partial(_schema_of, file) for name, file in FILES.items()},
        "edition": _edition,
        "settings": lambda: _schema_of(SettingsFile),
    }
    return {"$schema": _DRAFT, "$comment": MADE, "title": FILE_KINDS[kind], **made[kind]()}


def beside_list(kind: str, target: Path) -> tuple[str, dict[Path, bytes]]:
    """The line that tells editors of the schema, and the schema itself, in a folder beside a new list.

    A schema that somebody has changed stays as it is.
    """
    inner = f".brickyard/{kind}.schema.json"
    path, data = target.parent / inner, json.dumps(schema_for(kind)).encode()
    is_free = not path.exists() or is_ours(path)
    return f"# yaml-language-server: $schema={inner}\n", {path: data} if is_free else {}


def _schema_of(hint: Any) -> Schema:
    """What may be written for a type, as `typed_reading` and the readers of lists take it."""
    marks: tuple[Any, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *rest = get_args(hint)
        marks = tuple(rest)
    for mark in marks:
        if mark is KeyMark.OPTIONS:
            return _options()
        if mark is TypeMark.WORDS:
            return _WORDS
        if isinstance(mark, OneOf):
            return _choice(mark.words)
    if hint in (int, float):
        return _number(hint, next((mark for mark in marks if isinstance(mark, Between)), Between()))
    if hint in (str, bool, Any):
        return {str: _TEXT, bool: _FLAG, Any: {}}[hint]
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Literal:
        return _choice(inside)
    if origin in (Union, types.UnionType):
        some = [{"type": "null"} if one is types.NoneType else _schema_of(one) for one in inside]
        return {"anyOf": some}
    if origin is Mapping:
        row = {"anyOf": [_schema_of(inside[1]), {"type": "null"}]} if is_record(inside[1]) else None
        return {"type": "object", "additionalProperties": row or _schema_of(inside[1])}
    if origin is tuple:
        return {"type": "array", "items": _schema_of(inside[0])}
    return _thing(hint)


def _thing(kind: type) -> Schema:
    """Keys of a class; a typed reader needs those without a default, unless a file changes another."""
    hints = get_type_hints(kind, include_extras=True)
    if is_record(kind):
        named = {name.replace("_", "-"): name for name in defaults_of(kind) if not _is_key(hints[name])}
    else:
        named = fields_of(kind)
    properties = {key: _said(words_for(kind), key, _schema_of(hints[name])) for key, name in named.items()}
    needed = [key for key, name in named.items() if KeyMark.NEEDED in get_args(hints[name])]
    return _object(properties, needed)


def _said(about: str, key: str, schema: Schema) -> Schema:
    said = says(about, key)
    return {"description": said, **schema} if said else schema


def _is_key(hint: Any) -> bool:
    return get_origin(hint) is Annotated and TypeMark.KEY in get_args(hint)


def _object(properties: Mapping[str, Schema], needed: Iterable[str] = ()) -> Schema:
    required = {"required": list(needed)} if needed else {}
    return {
        "type": "object",
        "properties": dict(properties),
        **required,
        "additionalProperties": False,
    }


def _number(hint: object, limits: Between) -> Schema:
    """In digits, in quotes or without."""
    bounds = {"minimum": limits.low, "maximum": limits.high}
    plain = {"type": "integer" if hint is int else "number"}
    digits = r"^[+-]?[0-9]+$" if hint is int else r"^[+-]?[0-9]+(\.[0-9]+)?$"
    bounded = {**plain, **{word: limit for word, limit in bounds.items() if limit is not None}}
    return {"anyOf": [bounded, {"type": "string", "pattern": digits}]}


def _choice(words: Iterable[Any]) -> Schema:
    """Any case will do; the words themselves are what an editor offers."""
    texts = [str(word) for word in words]
    numbers = [int(word) for word in texts if word.isdecimal()]
    cases = "|".join("".join(f"[{c.lower()}{c.upper()}]" if c.isalpha() else c for c in one) for one in texts)
    return {"anyOf": [{"enum": [*texts, *numbers]}, {"type": "string", "pattern": f"^({cases})$"}]}


def _options() -> Schema:
    """All that any edition knows: which one is meant, a schema can't ask."""
    found: dict[str, list[OptionSpec]] = {}
    for text in map(edition, shipped_editions()):
        for name, spec in text.options.items():
            found.setdefault(name, []).append(spec)
    return _object({name: {"description": specs[0].title, **_option(specs)} for name, specs in found.items()})


def _option(specs: Iterable[OptionSpec]) -> Schema:
    ways: list[Schema] = []
    for spec in specs:
        limits, way = Between(spec.low, spec.high), _WORDS
        if spec.kind == "flag":
            way = _FLAG
        elif spec.kind in ("number", "decimal"):
            way = _number(int if spec.kind == "number" else float, limits)
        elif spec.kind == "choice":
            way = _choice(spec.choices)
        ways += [way] if way not in ways else []
    return {"anyOf": ways}


def _edition() -> Schema:
    """House rules, and shipped texts: rules, numbers, words and options are those of the shipped ones."""
    known = known_things()
    option = _object({key: _TEXT if key in ("title", "reference") else {} for key in OPTION_KEYS})
    rules = {code: _or_nothing(_rule(rule.samples)) for code, rule in known.rules.items()}
    inside: dict[str, Schema] = {
        "game": _choice(GAMES),
        "may-suppress": _WORDS,
        "words": _object(dict.fromkeys(sorted(known.words), _TEXT)),
        "tables": _thing(EditionTables),
        "options": _object(dict.fromkeys(sorted(known.options), _or_nothing(option))),
        "rules": _object(rules),
        "demands": {"type": "object", "additionalProperties": _or_nothing(_thing(Demand))},
    }
    sections = {key: _or_nothing(inside[key]) if key in inside else _TEXT for key in EDITION_KEYS}
    return _object({key: _said("edition", key, schema) for key, schema in sections.items()})


def _rule(samples: Iterable[str]) -> Schema:
    """A number may stand beside the other keys, or below numbers."""
    numbers: dict[str, Schema] = {name: {} for name in samples}
    said = {"reference": _TEXT, "severity": _choice(Severity), "reason": _TEXT, "numbers": _object(numbers)}
    return _object({**numbers, **said})


def _or_nothing(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}
