"""One line of a manifest's lists: a unit with its model, or still on paper, and how many of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from catalog.marked_values import Entries, Listing, Missing, Scalar, Value
from catalog.suggestions import shown
from fleets import manifest_faults as faults
from fleets.carrying import has_body
from fleets.designs import Role, Unit
from fleets.force import Fielded
from fleets.models import Models
from fleets.notation import Reading, read_systems
from fleets.systems import EMPTY, Loadout
from fleets.tag_words import SHIP_CLASSES
from fleets.tagging import plain_name
from fleets.vocabulary import Vocabulary
from ldraw_tools.diagnostics import Place, count_of

MOST_OF_ONE = 100_000
MOST_ROCKETS = 999
_KEYS = ("name", "model", "count", "rockets", "systems")
_ONLY_SHIPS = ("class",)
# What plays without systems needs no word about them.
_WITH_SYSTEMS = (Role.FRAME, Role.SHIP)


def place_of_text(value: Value) -> Place:
    """Where a value's text starts, after its quote if it has one."""
    quoted = isinstance(value, Scalar) and not value.is_plain
    return replace(value.place, column=value.place.column + 1) if quoted else value.place


@dataclass(frozen=True, slots=True)
class EntryReader:
    """Reads entries that list units of one role; spares may be of any."""

    role: Role
    models: Models
    vocabulary: Vocabulary
    is_spare: bool = False

    def fielded(self, value: Value) -> Iterator[Fielded]:
        keys = (*_KEYS, *_ONLY_SHIPS) if self.role is Role.SHIP else _KEYS
        for item in value.items():
            entry = item.entries(*keys, what=f"key of a {self.role}")
            if isinstance(item, Entries):
                yield from self._one(entry)

    def _one(self, entry: Entries) -> Iterator[Fielded]:
        count = entry["count"].integer(1, MOST_OF_ONE) if "count" in entry else 1
        for unit in self._units(entry):
            yield Fielded(unit, (count or 1) * unit.times, entry.place)

    def _units(self, entry: Entries) -> list[Unit]:
        body = self._body(entry)
        name = (entry["name"].text() if "name" in entry else None) or ""
        found = self.models.survey(entry["model"], self.role, body) if "model" in entry else None
        if found is None:
            return self._on_paper(entry, name, body)
        units = [unit for unit in found.units if self.is_spare or unit.role is self.role]
        self._say_held(entry, units, [] if self.is_spare else _others(found.units, self.role))
        declared = self._declared(entry, body)
        return [self._modelled(entry, unit, _named(name, unit, len(units)), declared) for unit in units]

    def _on_paper(self, entry: Entries, name: str, body: str) -> list[Unit]:
        is_alone = "model" not in entry and "systems" not in entry
        if is_alone and self.role in _WITH_SYSTEMS:
            entry.tell(faults.ONLY_A_NAME, role=self.role)
        if not body:
            # What was said of a model that can't be read is enough.
            if "model" not in entry and "class" not in entry:
                entry.tell(faults.NO_CLASS, choices=" or class: ".join(SHIP_CLASSES))
            return []
        declared = self._declared(entry, body) or EMPTY
        rockets = self._rockets(entry)
        loadout = replace(declared, rockets=declared.rockets if rockets is None else rockets)
        model = plain_name(entry["model"].text() or "") if "model" in entry else ""
        return [Unit(self.role, name or model or str(self.role), body, entry.place, loadout)]

    def _modelled(self, entry: Entries, unit: Unit, name: str, declared: Loadout | None) -> Unit:
        rockets, loadout = self._rockets(entry), unit.loadout
        if rockets is not None and rockets != loadout.rockets:
            if loadout.rockets:
                tagged = count_of(loadout.rockets, "rocket")
                entry["rockets"].tell(faults.OTHER_ROCKETS, declared=rockets, tagged=tagged)
            loadout = replace(loadout, rockets=rockets)
        if "class" in entry and (written := entry["class"].choice(SHIP_CLASSES)) not in (None, unit.body):
            entry["class"].tell(faults.OTHER_CLASS, declared=written, tagged=unit.body)
        if declared is not None:
            declared = replace(declared, rockets=loadout.rockets)
        if (name, loadout, declared) == (unit.name, unit.loadout, None):
            return unit
        return replace(unit, name=name, loadout=loadout, declared=declared)

    def _say_held(self, entry: Entries, units: list[Unit], others: list[Unit]) -> None:
        model = shown(entry["model"].text() or "")
        held = ", ".join(dict.fromkeys(f"a {unit.role}" for unit in others)) or "nothing tagged as a unit"
        if not units and others:
            entry["model"].tell(faults.NOT_HELD, model=model, role=self.role, held=held)
        elif units and others:
            entry["model"].tell(faults.ALSO_HELD, model=model, held=held)

    def _body(self, entry: Entries) -> str:
        """The class of a ship where the entry says it; other units have a body by their role."""
        if self.role is not Role.SHIP:
            return str(self.role)
        return (entry["class"].choice(SHIP_CLASSES) if "class" in entry else None) or ""

    def _rockets(self, entry: Entries) -> int | None:
        return entry["rockets"].integer(0, MOST_ROCKETS) if "rockets" in entry else None

    def _declared(self, entry: Entries, body: str) -> Loadout | None:
        value = entry["systems"]
        if isinstance(value, Missing):
            return None
        total = EMPTY
        for part in value.values if isinstance(value, Listing) else (value,):
            total += self._systems(part, body)
        return total

    def _systems(self, value: Value, body: str) -> Loadout:
        text = value.text()
        if text is None:
            return EMPTY
        known = body if has_body(self.vocabulary, body) else ""
        read = read_systems(text, self.vocabulary, body=known, at=place_of_text(value))
        value.told.extend(read.findings)
        return read.loadout if isinstance(read, Reading) else EMPTY


def _others(units: list[Unit], role: Role) -> list[Unit]:
    return [unit for unit in units if unit.role is not role]


def _named(name: str, unit: Unit, units: int) -> str:
    if not name:
        return unit.name
    return name if units == 1 else f"{name}: {unit.name}"
