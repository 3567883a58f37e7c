"""Lists of other programs as manifests: Commander's Handbook and mf0, as they show them or keep them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from catalog.vocabulary import VOCABULARIES
from fleets.forces import manifest_findings
from fleets.forces.file_keys import MOST_ROCKETS
from fleets.forces.typed_lines import SIGN, TypedUnit, typed_unit
from fleets.notation import Reading, read_carried
from ldraw_tools.findings import BrickyardError, Finding, Kind, Place, in_file_order
from ldraw_tools.names import nearest, shown

MOST_CHARACTERS = 2_000_000
_MOST_UNITS, _MOST_OF_A_SYSTEM, _DEEPEST = 200, 20, 4
_GAMES = {"company": "frames", "fleet": "fleet"}

# What the Handbook counts of a frame, by its own names; each is one system, as a manifest lists it.
_COUNTED = {
    "rh": "2Rh",
    "rd": "2Rd",
    "ra": "2Ra",
    "rhd": "1Rh 1Rd",
    "rha": "1Rh 1Ra",
    "rda": "1Rd 1Ra",
    "y": "1Y",
    "b": "1B",
    "g": "1G",
    "e": "E",
}
_SIGNS = re.compile(rf"{SIGN}(?:[\s,]*{SIGN})*")
_RUN_TOGETHER = re.compile(rf"{SIGN}{{2,}}")
_LOADOUTS, _END_OF_LOADOUTS = "**Loadouts**", "====="
_TITLE = re.compile(r"\*([^*].*)\*")
# Headings and buttons of its pages.
_HEADINGS = ("Shared Companies", "Add Frame", "Add Company", "Delete", "Structured Units")

# What mf0's page of a battle says of a system, in the words of both its versions.
_ATTACKS = {"p": "p", "a": "a", "s": "s", "point defense": "p", "assault": "a", "support": "s"}
_OF_SHIPS = {"defense": "1B", "sensor": "1Y", "catapult": "1K", "internal": "", "": ""}
_OF_COMPANIES = ("weapon", "comm", "movement", "system")
_NOISE = re.compile(
    r"destroyed|captured\b.*|fueled|out of fuel|origin:.*|transfer\b.*|cancel|send this ship to:"
    r"|\d+ ships? · \d+ compan(y|ies)|\W*",
    re.IGNORECASE,
)
_SHIP_DICE = re.compile(r"(?:\dW)?(?P<frigate>1G)?(?:[13]K)?(?:\dB)?(?:\dY)?(?:R[pas](?:\d|2\+d8))*")
_COMPANY_DICE = re.compile(r"(?:\dW)?(?:2Rd)?(?:\dB)?(?:\dY)?(?:\dG)?(?:\+[RBGY]d8)?")
_ACE = re.compile(r"(red|blue|green|yellow) ace", re.IGNORECASE)

_HOW_TO_COPY = "Open the page in the browser, mark the list, copy it, and paste it into a file"


@dataclass(frozen=True, slots=True)
class BroughtUnit:
    """A frame, ship or company as the other program has it; systems one by one, as a manifest lists them."""

    name: str
    systems: tuple[str, ...] = ()
    rockets: int = 0
    body: str = ""
    count: int = 1


@dataclass(slots=True)
class BroughtList:
    """One company or fleet; `size` and `players` are empty where the program doesn't say the game."""

    kind: str
    name: str
    units: list[BroughtUnit] = field(default_factory=list)
    companies: list[str] = field(default_factory=list)
    stations: int = 0
    hvas: int = 0
    ace: str = ""
    size: str = ""
    players: int = 0


@dataclass(slots=True)
class _Reader:
    kind: str
    file: str
    findings: list[Finding] = field(default_factory=list)

    def tell(self, kind: Kind, line: int = 0, **values: object) -> None:
        self.findings.append(kind.at(Place(self.file, line, 1 if line else 0), **values))

    def unread(self, text: object, line: int = 0) -> None:
        self.tell(manifest_findings.NOT_READ, line, text=shown(str(text)[:200]))


def read_brought(text: str, kind: str, file: str) -> tuple[list[BroughtList], list[Finding]]:
    """The lists of this kind that a text or a link holds, and what of it can't be read."""
    if len(text) > MOST_CHARACTERS:
        raise BrickyardError(f"{file}: more than {MOST_CHARACTERS:,} characters, too many for a list")
    reader = _Reader(kind, file)
    text = text.lstrip("\ufeff").strip()
    if re.match(r"[a-z]+://\S+$", text, re.IGNORECASE):
        found = list(_in_link(text, reader))
    elif text[:1] in ("{", "["):
        found = list(_in_json(_parsed(text, file), reader))
    else:
        found = list(_in_text(text, reader))
    found = [one for one in found if one.units or one.companies]
    others = [one for one in found if one.kind != kind]
    if others and len(others) == len(found):
        raise BrickyardError(f"{file}: this is a {others[0].kind}; use: brickyard new {others[0].kind}")
    if not found:
        raise BrickyardError(f"{file}: holds no list that can be read. {_HOW_TO_COPY}")
    return [one for one in found if one.kind == kind], in_file_order(reader.findings)


def pick_list(lists: Sequence[BroughtList], wanted: str, file: str) -> BroughtList:
    """The one that is meant; of several its name must be said."""
    names = [one.name for one in lists]
    if wanted:
        found = [one for one in lists if one.name.casefold() == wanted.strip().casefold()]
        if found:
            return found[0]
        hint = nearest(wanted, names) or ", ".join(shown(name) for name in names[:10])
        raise BrickyardError(f"{file}: no list is called “{shown(wanted)}”; there is {hint}")
    if len(lists) > 1:
        listed = ", ".join(f"“{shown(name)}”" for name in names[:10])
        raise BrickyardError(f"{file}: holds {len(lists)} lists: {listed}. Say which with --pick NAME")
    return lists[0]


def _parsed(text: str, file: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        told = f": {error}" if isinstance(error, ValueError) else ""
        raise BrickyardError(f"{file}: begins like JSON and can't be read as JSON{told}") from None


def _in_link(link: str, reader: _Reader) -> Iterator[BroughtList]:
    """What the link itself says; nothing is fetched."""
    try:
        parts = urlsplit(link)
    except ValueError:
        raise BrickyardError(f"{reader.file}: this is no link") from None
    said = dict(parse_qsl(parts.query)) | dict(parse_qsl(parts.fragment))
    texts = [*said.values(), unquote(parts.fragment)]
    for text in texts:
        if text.strip()[:1] in ("{", "[") or "\n" in text:
            yield from _in_json(text, reader) if text.strip()[:1] in ("{", "[") else _in_text(text, reader)
            return
    where = "in the browser that made it" if "battleId" in said else "on its server"
    raise BrickyardError(
        f"{shown(link)}: this link holds no list, only where the list is kept: {where}. {_HOW_TO_COPY}"
    )


def _in_json(value: Any, reader: _Reader, depth: int = 0) -> Iterator[BroughtList]:
    """Lists at any depth: what a browser keeps may be texts within texts."""
    if depth > _DEEPEST:
        return
    if isinstance(value, str):
        if value.strip()[:1] in ("{", "["):
            yield from _in_json(_parsed(value, reader.file), reader, depth + 1)
    elif isinstance(value, list):
        frames = [one for one in value if isinstance(one, dict) and "rd" in one and "frames" not in one]
        if frames:
            yield _company({"name": "Loadouts", "frames": frames}, reader)
            return
        for one in value[:_MOST_UNITS]:
            yield from _in_json(one, reader, depth + 1)
    elif isinstance(value, dict):
        yield from _in_object(value, reader, depth)


def _in_object(value: dict[str, Any], reader: _Reader, depth: int) -> Iterator[BroughtList]:
    if isinstance(teams := value.get("teams"), list):
        for team in (one for one in teams[:_MOST_UNITS] if isinstance(one, dict)):
            found = _company({**team, "frames": team.get("cFrames")}, reader)
            found.stations = _number(team.get("gStations"), _MOST_OF_A_SYSTEM)
            found.size = str(value.get("gameType", "")).lower()
            found.players = _number(value.get("intendedPlayers"), 5)
            yield found
    elif isinstance(value.get("frames"), list):
        yield _company(value, reader)
    elif isinstance(value.get("ships"), list):
        yield _fleet(value, reader)
    elif isinstance(value.get("data"), str) and "date" in value:
        reader.tell(manifest_findings.PACKED)
    else:
        for one in list(value.values())[:_MOST_UNITS]:
            yield from _in_json(one, reader, depth + 1)


def _number(value: Any, most: int) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most else 0


def _name(value: Any, otherwise: str) -> str:
    return (shown(value, 80) if isinstance(value, str) else "") or otherwise


def _company(value: Mapping[str, Any], reader: _Reader) -> BroughtList:
    found = BroughtList("company", _name(value.get("name") or value.get("title"), "My Company"))
    frames = value.get("frames")
    for frame in frames[:_MOST_UNITS] if isinstance(frames, list) else ():
        if isinstance(frame, dict):
            found.units.append(_frame(frame, reader))
        elif frame is not None:
            reader.unread(frame)
    return found


def _frame(value: dict[str, Any], reader: _Reader) -> BroughtUnit:
    name, systems = _name(value.get("name"), "Frame"), []
    for key, system in _COUNTED.items():
        said = value.get(key, 0)
        if said and not _number(said, _MOST_OF_A_SYSTEM):
            reader.unread(f"{name}: {key} is {said!r}")
        systems += [system] * _number(said, _MOST_OF_A_SYSTEM)
    _tell_environment(name, systems, reader)
    return BroughtUnit(name, tuple(systems), _number(value.get("ssr"), MOST_ROCKETS))


def _tell_environment(name: str, systems: Sequence[str], reader: _Reader, line: int = 0) -> None:
    if "E" in systems:
        reader.tell(manifest_findings.NO_ENVIRONMENT, line, name=name)


def _fleet(value: dict[str, Any], reader: _Reader) -> BroughtList:
    found = BroughtList("fleet", _name(value.get("name"), "My Fleet"), hvas=_number(value.get("hva"), 99))
    for ship in value["ships"][:_MOST_UNITS]:
        if not isinstance(ship, dict):
            reader.unread(ship)
            continue
        name, systems = _name(ship.get("name"), "Ship"), []
        listed = ship.get("systems")
        for system in listed[:_MOST_OF_A_SYSTEM] if isinstance(listed, list) else ():
            said = _ship_system(system)
            if said is None:
                reader.unread(f"{name}: {system}")
            elif said:
                systems.append(said)
        body = ship.get("class") if ship.get("class") in ("capital", "frigate") else ""
        found.units.append(BroughtUnit(name, tuple(systems), body=str(body)))
        found.companies += [f"{name} {number}" for number in range(1, systems.count("1K") + 1)]
        if ship.get("hasAce") and ship.get("aceType") in ("red", "blue", "green", "yellow"):
            found.ace = str(ship["aceType"])
    return found


def _ship_system(system: Any) -> str | None:
    """As a manifest writes it: nothing for what every ship has, None if it can't be read."""
    kind = system.get("class") if isinstance(system, dict) else None
    if kind == "attack":
        return _attack([str(system.get(key)) for key in ("attackType", "attackType2") if system.get(key)])
    return _OF_SHIPS.get(kind or "") if kind is None or isinstance(kind, str) else None


def _attack(types: Sequence[str]) -> str | None:
    letters = [_ATTACKS.get(one.strip().lower(), "") for one in types]
    if not letters or "" in letters or len(letters) > 2:
        return None
    return f"2R{letters[0]}" if len(set(letters)) == 1 else " ".join(f"1R{letter}" for letter in letters)


def _in_text(text: str, reader: _Reader) -> Iterator[BroughtList]:
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if any(_shown_system(line) for _, line in lines if line.lower() not in ("defense", "")):
        return _in_battle_page(lines, reader)
    if any(line == _LOADOUTS for _, line in lines):
        return iter(_in_log(lines, reader))
    return iter(_in_lines(lines, reader))


def _in_log(lines: Sequence[tuple[int, str]], reader: _Reader) -> list[BroughtList]:
    """The log of a game in the Handbook: a team between stars, below it `Frame:Rd Rd B`."""
    size, found = "", list[BroughtList]()
    start = next(number for number, line in lines if line == _LOADOUTS)
    for number, line in lines:
        if number < start:
            size = line.partition(":")[2].strip().lower() if line.startswith("Game Type:") else size
        elif line.startswith(_END_OF_LOADOUTS):
            break
        elif title := _TITLE.fullmatch(line) if number > start else None:
            found.append(BroughtList("company", shown(title[1], 80), size=size))
        elif found and ":" in line:
            name, _, says = line.rpartition(":")
            unit = _as_unit(TypedUnit(name, 1, says.strip()), number, reader) if says.strip() else None
            found[-1].units += [unit] if unit else [BroughtUnit(shown(name, 80))] if not says.strip() else []
            if says.strip() and not unit:
                reader.unread(line, number)
    for one in found:
        one.players = len(found)
    return found


@dataclass(slots=True)
class _Lines:
    """What was read so far; `waiting` are lines that may be a list's name, a unit's, or neither."""

    reader: _Reader
    lists: list[BroughtList]
    waiting: list[tuple[int, str]] = field(default_factory=list)

    @property
    def last_name(self) -> str:
        units = self.lists[-1].units
        return shown(self.waiting[-1][1], 80) if self.waiting else units[-1].name if units else ""

    def add(self, unit: BroughtUnit, titles: Sequence[tuple[int, str]]) -> None:
        if titles and (self.lists[-1].units or not self.lists[-1].name):
            if self.lists[-1].units:
                self.lists.append(BroughtList(self.reader.kind, ""))
            self.lists[-1].name = shown(titles[0][1], 80)
            titles = titles[1:]
        self.leave_out(titles)
        self.waiting.clear()
        self.lists[-1].units.append(unit)

    def add_to_last(self, more: BroughtUnit) -> None:
        last = self.lists[-1].units.pop()
        joined = replace(last, systems=last.systems + more.systems, rockets=last.rockets + more.rockets)
        self.lists[-1].units.append(joined)

    def leave_out(self, lines: Sequence[tuple[int, str]]) -> None:
        for line, text in lines[:_MOST_UNITS]:
            self.reader.tell(manifest_findings.LEFT_OUT, line, text=shown(text))


def _in_lines(lines: Sequence[tuple[int, str]], reader: _Reader) -> list[BroughtList]:
    """Name and systems on one line, or the name first and its systems on the lines after it."""
    read = _Lines(reader, [BroughtList(reader.kind, "")])
    for line, text in lines:
        if text in _HEADINGS:
            continue
        typed = typed_unit(text, reader.kind == "company")
        if _SIGNS.fullmatch(text) and (unit := _as_unit(TypedUnit(read.last_name, 1, text), line, reader)):
            if read.waiting:
                read.add(unit, read.waiting[:-1])
                continue
            if read.lists[-1].units:
                read.add_to_last(unit)
                continue
        elif typed and (unit := _as_unit(typed, line, reader)):
            read.add(unit, list(read.waiting))
            continue
        read.waiting.append((line, text))
    read.leave_out(read.waiting)
    for one in read.lists:
        one.name = one.name or f"My {reader.kind.capitalize()}"
        one.units = one.units[:_MOST_UNITS]
    return read.lists


def _as_unit(typed: TypedUnit, line: int, reader: _Reader) -> BroughtUnit | None:
    name, says = shown(typed.name, 80), typed.says
    words = re.findall(SIGN, says)
    is_together = any(_RUN_TOGETHER.fullmatch(part) for part in says.split())
    if reader.kind == "company" and _SIGNS.fullmatch(says) and not (is_together and "W" in words):
        keys = [word.lower().replace("/", "") for word in words]
        systems = tuple(_COUNTED[key] for key in keys if key in _COUNTED)
        if is_together and any(keys.count(key) > 1 for key in ("rh", "rd", "ra")):
            reader.tell(manifest_findings.TAKEN_AS_EACH, line, text=shown(says), count=len(systems))
        _tell_environment(name, systems, reader, line)
        return BroughtUnit(name, systems, keys.count("ssr") + typed.rockets, count=typed.count)
    read = read_carried(says, VOCABULARIES[_GAMES[reader.kind]])
    if not isinstance(read, Reading):
        return None
    body = read.body.name if reader.kind == "fleet" else ""
    return BroughtUnit(name, (shown(says, 200),), typed.rockets, body=body, count=typed.count)


def _in_battle_page(lines: Sequence[tuple[int, str]], reader: _Reader) -> Iterator[BroughtList]:
    """mf0's page of a battle as text: after a name and its dice, the systems, one on each line."""
    found: list[BroughtList] = []
    before: list[tuple[int, str]] = []
    systems: list[str] = []

    def close() -> None:
        if not systems:
            return
        dice = [text for _, text in before if _is_dice(text)]
        names = [text for _, text in before if text not in dice and not _NOISE.fullmatch(text)]
        name = shown(names[-1], 80) if names else "Ship"
        if len(names) > 1 or not found:
            found.append(BroughtList("fleet", shown(names[-2], 80) if len(names) > 1 else "My Fleet"))
            reader.tell(manifest_findings.NO_ASSETS, before[-1][0], name=found[-1].name)
        if any(system in _OF_COMPANIES for system in systems):
            origin = [text.partition(":")[2].strip() for _, text in before if text.startswith("origin:")]
            found[-1].companies.append(shown(origin[0], 80) if origin else "Company")
            found[-1].ace = name.split()[0].lower() if _ACE.fullmatch(name) else found[-1].ace
        else:
            _close_ship(name, dice, systems, before, found[-1], reader)
        before.clear()
        systems.clear()

    for line, text in lines:
        system = _shown_system(text)
        if system is None:
            close()
            before.append((line, text))
        elif before:
            systems.append(system)
    close()
    return iter(found)


def _close_ship(
    name: str,
    dice: Sequence[str],
    systems: Sequence[str],
    before: Sequence[tuple[int, str]],
    fleet: BroughtList,
    reader: _Reader,
) -> None:
    carried = tuple(system for system in systems if system)
    said = _SHIP_DICE.fullmatch(dice[-1]) if dice else None
    body = "" if said is None else "frigate" if said["frigate"] else "capital"
    if not body:
        reader.tell(manifest_findings.CLASS_NOT_SHOWN, before[-1][0], name=name)
    fleet.units.append(BroughtUnit(name, carried, body=body))


def _is_dice(text: str) -> bool:
    return bool(_SHIP_DICE.fullmatch(text) or _COMPANY_DICE.fullmatch(text))


def _shown_system(text: str) -> str | None:
    """The system that a line of the page names; a company's stays its word."""
    said = text.lower()
    if said in _OF_COMPANIES:
        return said
    if said.startswith("attack "):
        return _attack(said.removeprefix("attack ").split("/"))
    return _attack(said.split("/")) if len(said) > 3 and _attack(said.split("/")) else _OF_SHIPS.get(said)
