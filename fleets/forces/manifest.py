"""The manifest of a company, a fleet or a 'mech: YAML to what a player fields."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from catalog import colours
from catalog.editions.edition import EXAMPLE
from catalog.vocabulary import GAMES, Vocabulary
from catalog.yaml import yaml_findings
from catalog.yaml.located_values import Entries, Listing, Missing, Scalar, Value
from catalog.yaml.yaml_reading import YamlDocument, read_yaml_file
from fleets.forces import manifest_findings
from fleets.forces.entries import UNIT_KEYS, EntryReader, read_name
from fleets.forces.file_keys import FILES, MOST_PLAYERS, GameEntry, SuppressionEntry, keys_of
from fleets.forces.force import Fielded, Force, Game, Mech, Suppression
from fleets.forces.named_files import CAMPAIGN, MANIFEST_SUFFIXES
from fleets.forces.named_models import (
    Models,
    OpenModel,
    example_of_path,
    is_absolute,
    path_of_model,
    read_tags,
)
from fleets.models.model_units import Role, Unit
from fleets.tagging.tag_values import ACE_COLOURS, SHIP_CLASSES
from ldraw_tools.choosing import file_of
from ldraw_tools.findings import BrickyardError, Finding, Place, in_file_order
from ldraw_tools.names import did_you_mean, folder_of, nearest, path_from_here, shown
from ldraw_tools.phrases import say
from ldraw_tools.workspace import Workspace

_ABOUT = ("faction", "colour", "author", "licence", "photo")
_LISTS: dict[str, dict[str, Role]] = {
    "company": {"frames": Role.FRAME, "stations": Role.STATION},
    "fleet": {"ships": Role.SHIP, "companies": Role.COMPANY, "hvas": Role.HVA},
    "mech": {},
}
_GAME = keys_of(GameEntry)
_IN_A_GAME = "It belongs to game: indent it by two spaces below game:."
_IN_A_UNIT = "It belongs to a unit: indent it as far as the unit's name."
_BODIES = {"company": (str(Role.FRAME),), "fleet": SHIP_CLASSES}
_COLOURS = "Write a name of LDraw's, such as Dark Red, its number, or #RRGGBB."
_CODE = re.compile(r"[A-Z]{3}[0-9]{3}")
# Each entry is judged, drawn and printed: a page of a site takes a tenth of a second.
MOST_ENTRIES = 150
_EXAMPLE = "company: Estar's Anvil, or begin with what brickyard new company writes"


class Manifest(NamedTuple):
    """What a manifest says. `edition` is an id or a path, as written; `options` are still to be checked.

    `models` are the paths of the models that were read, by the name that findings call them.
    """

    subject: Force | Mech | None
    findings: list[Finding]
    edition: str
    edition_place: Place
    options: Value
    about: Mapping[str, str]
    models: Mapping[str, Path]


def read_manifest(
    path: Path,
    open_model: OpenModel,
    games: Sequence[Vocabulary] = GAMES,
    document: YamlDocument | None = None,
) -> Manifest:
    """The file's company, fleet or 'mech, None where it says neither; whatever is wrong is a finding.

    Paths are as seen from the file's folder. `document` is the file, if it is read already.
    """
    document = document or _document(None, path)
    root = document.root.entries(example=_EXAMPLE)
    kind = _kind(root) if isinstance(document.root, Entries) else ""
    if not kind:
        return Manifest(None, in_file_order(document.findings), "", root.place, root["options"], {}, {})
    said = len(document.findings)
    keys = [key for key in keys_of(FILES[kind]) if key != kind]
    root = root.entries(*keys, *_LISTS, what=f"key of a {kind}", elsewhere=_deeper(kind))
    is_broken = len(document.findings) > said
    name = read_name(root[kind]) or path.stem
    edition = (root["edition"].text() if "edition" in root else None) or ""
    about = _about(root)
    suppressed = _suppressed(root["suppress"]) if "suppress" in root else {}
    if kind == "mech":
        subject: Force | Mech = _mech(root, name, suppressed, about)
        findings, models = document.findings, {}
    else:
        reader = _models(root, kind, folder_of(path), open_model, games)
        # A key that is misspelt may be one of the lists.
        is_partial = is_broken and any(key not in root for key in _LISTS[kind])
        subject = _force(root, kind, name, reader, about, suppressed, is_partial)
        reader.say_unused_tags()
        reader.say_believed()
        findings, models = [*document.findings, *reader.findings], reader.paths
    place = root["edition"].place
    return Manifest(subject, in_file_order(findings), edition, place, root["options"], about, models)


def manifest_in(workspace: Workspace, path: Path) -> Manifest:
    """The same of a file in a workspace, read once with its models."""
    return workspace.once(path, _read)


def _read(workspace: Workspace, path: Path) -> Manifest:
    document = workspace.once(path, _document)
    return read_manifest(path, workspace.assembly, document=document)


def _document(_workspace: Workspace | None, path: Path) -> YamlDocument:
    return read_yaml_file(path, path_from_here(path), example=_EXAMPLE)


def fielding_lists(files: Sequence[Path], workspace: Workspace) -> dict[Path, Path]:
    """The models among these files that a list among them fields or has as a spare, with the first such list.

    No model is opened for it. A list that can't be read fields nothing.
    """
    listed: dict[str, Path] = {}
    for file in files:
        if file.suffix.lower() in MANIFEST_SUFFIXES:
            with suppress(BrickyardError):
                for model in _models_named(workspace.once(file, _document).root, folder_of(file)):
                    listed.setdefault(os.path.realpath(file_of(model)), file)
    real = {file: os.path.realpath(file_of(file)) for file in files}
    return {file: listed[path] for file, path in real.items() if path in listed}


def _models_named(root: Value, folder: Path) -> Iterator[Path]:
    """Asks without telling: what is wrong with the list is found when it is read."""
    for _, units in root.pairs if isinstance(root, Entries) else ():
        for unit in units.values if isinstance(units, Listing) else ():
            model = unit["model"] if isinstance(unit, Entries) else None
            if isinstance(model, Scalar) and not model.is_null and not is_absolute(model.written):
                yield path_of_model(folder, model.written)


def _deeper(kind: str) -> dict[str, str]:
    """What to do with keys at the margin that belong further in."""
    in_units = dict.fromkeys(UNIT_KEYS, _IN_A_UNIT) if _LISTS[kind] else {}
    return {**in_units, **dict.fromkeys(_GAME, _IN_A_GAME), "name": f"Write its name after {kind}:."}


def _kind(root: Entries) -> str:
    """What the file is: its first key of the three, and a word about any other."""
    said = [key for key, _ in root.pairs if key.written in _LISTS]
    if not said and CAMPAIGN in root:
        root[CAMPAIGN].tell(manifest_findings.HERE_A_FORCE)
        return ""
    for other in said[1:]:
        other.tell(manifest_findings.TWO_KINDS, first=said[0].written, second=other.written)
    if not said:
        near = next((close for key in root if (close := nearest(key, _LISTS))), "")
        hint = did_you_mean(f"{near}:") if near else say("Begin with company: and a name.")
        root.tell(manifest_findings.NO_KIND, kinds=" nor ".join(f"{kind}:" for kind in _LISTS), hint=hint)
    return said[0].written if said else ""


def _force(
    root: Entries,
    kind: str,
    name: str,
    models: Models,
    about: Mapping[str, str],
    suppressed: Mapping[str, Suppression],
    is_partial: bool,
) -> Force:
    vocabulary = models.vocabulary
    fielded: list[Fielded] = []
    if _has_too_many(root, kind):
        return Force(kind, name, root[kind].place, (), about=about, suppressed=suppressed, is_partial=True)
    for key, role in _LISTS[kind].items():
        if key in root:
            reader = EntryReader(role, models, vocabulary)
            fielded += reader.fielded(root[key])
            is_partial = is_partial or reader.is_partial
    ace = (root["ace"].choice(ACE_COLOURS) if "ace" in root else None) or ""
    first = next(iter(_LISTS[kind].values()))
    spares = tuple(EntryReader(first, models, vocabulary, is_spare=True).fielded(root["spares"]))
    models.findings += _same_names([*fielded, *spares])
    return Force(
        kind,
        name,
        root[kind].place,
        tuple(_led(fielded, ACE_COLOURS.get(ace, ""))),
        spares,
        read_game(root["game"]) if "game" in root else Game(),
        _plain_options(root["options"]),
        about,
        suppressed,
        ace,
        is_partial,
    )


def _same_names(listed: Sequence[Fielded]) -> Iterator[Finding]:
    """A note on each design that has the name of another one before it."""
    first: dict[str, Fielded] = {}
    for one in listed:
        before = first.setdefault(one.unit.name.casefold(), one)
        if _design(one.unit) != _design(before.unit):
            name, line = shown(one.unit.name), before.place.line
            yield manifest_findings.SAME_NAME.at(one.place, name=name, file=one.place.name, line=line)


def _design(unit: Unit) -> tuple[object, ...]:
    return unit.role, unit.body, unit.loadout, id(unit.assembly), unit.node


def _has_too_many(root: Entries, kind: str) -> bool:
    lists = [value for key in (*_LISTS[kind], "spares") if isinstance(value := root[key], Listing)]
    if sum(len(value.values) for value in lists) <= MOST_ENTRIES:
        return False
    longest = max(lists, key=lambda value: len(value.values))
    longest.tell(manifest_findings.TOO_MANY_ENTRIES, most=MOST_ENTRIES)
    return True


def _led(fielded: list[Fielded], ace: str) -> Iterator[Fielded]:
    """With the fleet's ace on its company, where there is but one design to lead."""
    companies = [one for one in fielded if one.unit.role is Role.COMPANY]
    is_clear = bool(ace) and len(companies) == 1 and not companies[0].unit.loadout.ace
    for one in fielded:
        if is_clear and one is companies[0]:
            loadout = replace(one.unit.loadout, ace=ace)
            yield replace(one, unit=replace(one.unit, loadout=loadout), count=1)
            if one.count > 1:
                yield replace(one, count=one.count - 1)
        else:
            yield one


def _models(
    root: Entries, kind: str, folder: Path, open_model: OpenModel, games: Sequence[Vocabulary]
) -> Models:
    bodies = _BODIES[kind]
    vocabulary = next((game for game in games if any(game.body(body) for body in bodies)), games[0])
    tags = list(read_tags(root["tags"], vocabulary)) if "tags" in root else []
    return Models(folder, open_model, vocabulary, tags)


def _mech(root: Entries, name: str, suppressed: Mapping[str, Suppression], about: Mapping[str, str]) -> Mech:
    mounts: dict[str, str] = {}
    armour: dict[str, int] = {}
    places: dict[str, Place] = {}
    for key, value in root["mounts"].entries(example="left-arm: laser").pairs if "mounts" in root else ():
        # An empty mount is legal.
        mounts[key.written] = "" if value.is_null else value.text() or ""
        places[key.written] = value.place
    for key, value in root["armour"].entries(example="torso: 1").pairs if "armour" in root else ():
        number = value.integer()
        if number is not None:
            armour[key.written] = number
            places[key.written] = value.place
    return Mech(name, root["mech"].place, mounts, armour, places, suppressed, about)


def read_game(value: Value) -> Game:
    return game_in(value.entries(*_GAME, what="key of a game", example="{size: skirmish, players: 3}"))


def game_in(game: Entries) -> Game:
    """Its size and its players, by their keys."""
    size = game["size"].text() if "size" in game else None
    players = game["players"].integer(1, MOST_PLAYERS) if "players" in game else None
    return Game((size or "").strip().lower(), players or 0)


def _about(root: Entries) -> dict[str, str]:
    about = {key: text for key in _ABOUT if key in root and (text := root[key].text())}
    colour = about.get("colour", "")
    if colour and colours.find(colour) is None:
        meant = colours.suggest(colour)
        advice = did_you_mean(meant.name.replace("_", " ")) if meant else ""
        root["colour"].tell(manifest_findings.NO_COLOUR, colour=shown(colour), hint=advice or say(_COLOURS))
        del about["colour"]
    photo = about.get("photo", "")
    if is_absolute(photo):
        root["photo"].tell(yaml_findings.ABSOLUTE_PATH, path=shown(photo), example=example_of_path(photo))
        del about["photo"]
    return about


def _suppressed(value: Value) -> dict[str, Suppression]:
    """`{SIZ003: it crouches}`, or a list of `{code: …, reason: …}`; never without a reason."""
    suppressed: dict[str, Suppression] = {}
    if isinstance(value, Listing):
        pairs = []
        for item in value.values:
            if isinstance(item, Scalar) and not item.is_null:
                item.tell(manifest_findings.NO_REASON, code=shown(item.written))
                continue
            entry = item.entries(*keys_of(SuppressionEntry), what="key of a suppression")
            if isinstance(item, Entries):
                pairs.append((entry.need("code"), entry.need("reason")))
    else:
        pairs = list(value.entries(example="{SIZ003: it crouches}").pairs)
    for code, reason in pairs:
        written = code.text()
        why = reason.text()
        if written is None or why is None:
            continue
        if _CODE.fullmatch(written.strip().upper()):
            suppressed[written.strip().upper()] = Suppression(why, code.place)
        else:
            code.tell(manifest_findings.NOT_A_CODE, code=shown(written))
    return suppressed


def _plain_options(value: Value) -> dict[str, Any]:
    """Options by what they look like; an edition that knows them reads them better."""
    if isinstance(value, Missing):
        return {}
    return {key.written: each.guessed() for key, each in value.entries(example=EXAMPLE).pairs}
