"""One line of a manifest's lists: a unit with its model, or still on paper, and how many of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from catalog.vocabulary import COLOURS, Vocabulary
from catalog.yaml.located_values import Entries, Listing, Missing, Scalar, Value
from fleets.dice.carried_systems import EMPTY, Loadout
from fleets.forces import manifest_findings
from fleets.forces.file_keys import MOST_OF_ONE, MOST_ROCKETS, CompanyEntry, ShipEntry, UnitEntry, keys_of
from fleets.forces.force import Fielded
from fleets.forces.named_models import Models, place_of_text, read_tags
from fleets.models.model_units import CARRYING, Role, Unit
from fleets.notation import Reading, read_carried
from fleets.tagging.file_tags import plain_name
from fleets.tagging.tag_values import ACE_COLOURS, SHIP_CLASSES
from ldraw_tools.choosing import split_choice
from ldraw_tools.findings import Severity, count_of, listed, worst
from ldraw_tools.names import is_model, shown
from ldraw_tools.phrases import join_texts, say

UNIT_KEYS = keys_of(UnitEntry)
_WITH_MORE = {Role.SHIP: keys_of(ShipEntry), Role.COMPANY: keys_of(CompanyEntry)}
# What the whole list says and no unit of it.
_AT_THE_MARGIN = dict.fromkeys(
    ("game", "edition", "options", "suppress", "spares"),
    "It belongs to the whole list: begin its line at the margin.",
)
_AT_THE_MARGIN["spare"] = "List it under spares:, which begins at the margin."
_LISTED = {
    Role.FRAME: "frames",
    Role.STATION: "stations",
    Role.SHIP: "ships",
    Role.COMPANY: "companies",
    Role.HVA: "hvas",
}
_CURLED = "“”„‟‘’‚«»"
# What plays without systems needs no word about them.
_WITH_SYSTEMS = (Role.FRAME, Role.SHIP)


def read_name(value: Value) -> str:
    """A name; with a note on quotation marks that a word processor has curled."""
    name = value.text() or ""
    if len(name) > 2 and name[0] in _CURLED and name[-1] in _CURLED:
        value.tell(manifest_findings.QUOTES_IN_NAME, name=shown(name), bare=shown(name[1:-1]))
    return name


@dataclass(slots=True)
class EntryReader:
    """Reads entries that list units of one role; spares may be of any.

    `is_partial` is whether some entry couldn't be read, and with it how many units there are.
    """

    role: Role
    models: Models
    vocabulary: Vocabulary
    is_spare: bool = False
    is_partial: bool = False

    def fielded(self, value: Value) -> Iterator[Fielded]:
        keys = _WITH_MORE.get(self.role, UNIT_KEYS)
        for item in self._items(value):
            if isinstance(item, Scalar) and not item.is_null:
                item.tell(manifest_findings.NOT_AN_ENTRY, example=_as_an_item(item, self.role))
                self.is_partial = True
                continue
            said = len(item.told)
            entry = item.entries(*keys, what=f"key of a {self.role}", elsewhere=_AT_THE_MARGIN)
            if isinstance(item, Entries):
                yield from self._one(entry, is_broken=len(item.told) > said)
            else:
                self.is_partial = True

    def _items(self, value: Value) -> tuple[Value, ...]:
        if isinstance(value, Missing | Listing):
            return value.items()
        self.is_partial = True
        if value.is_null:
            return value.items()
        value.tell(manifest_findings.NOT_A_LIST, role=self.role, example=_as_an_item(value, self.role))
        return ()

    def _one(self, entry: Entries, is_broken: bool) -> Iterator[Fielded]:
        count = self._count(entry["count"]) if "count" in entry else 1
        # A key that is misspelt may be the count.
        self.is_partial = self.is_partial or count is None or (is_broken and "count" not in entry)
        for unit in self._units(entry, is_broken):
            yield Fielded(unit, (count or 1) * unit.times, entry.place)

    def _count(self, value: Value) -> int | None:
        if isinstance(value, Scalar) and value.written.strip("+-") == "0":
            value.tell(manifest_findings.NONE_OF_IT)
            return None
        return value.integer(1, MOST_OF_ONE)

    def _units(self, entry: Entries, is_broken: bool) -> list[Unit]:
        body = self._body(entry)
        name = read_name(entry["name"]) if "name" in entry else ""
        tags = tuple(read_tags(entry["tags"], self.vocabulary)) if "tags" in entry else ()
        found = self.models.survey(entry["model"], self.role, body, tags) if "model" in entry else None
        if found is None:
            return self._on_paper(entry, name, body, is_broken)
        units = [unit for unit in found.units if self.is_spare or unit.role is self.role]
        self._say_held(entry, units, [] if self.is_spare else _others(found.units, self.role))
        said = len(entry.told)
        declared = self._declared(entry, body)
        is_wrong = worst(entry.told[said:]) is Severity.ERROR
        named = [(unit, _named(name, unit, len(units))) for unit in units]
        return [self._modelled(entry, unit, called, declared, is_wrong) for unit, called in named]

    def _on_paper(self, entry: Entries, name: str, body: str, is_broken: bool) -> list[Unit]:
        is_alone = "model" not in entry and "systems" not in entry
        # A misspelt key was reported already, and is likely to be one of the two.
        if is_alone and self.role in _WITH_SYSTEMS and not is_broken:
            entry.tell(manifest_findings.ONLY_A_NAME, role=self.role)
        if not body:
            # The finding about a model that can't be read is enough.
            if "model" not in entry and "class" not in entry:
                choices = listed([f"class: {name}" for name in SHIP_CLASSES], "or")
                entry.tell(manifest_findings.NO_CLASS, choices=choices)
            self.is_partial = True
            return []
        said = len(entry.told)
        declared = self._declared(entry, body) or EMPTY
        is_wrong = worst(entry.told[said:]) is Severity.ERROR
        is_unread = is_broken if is_alone else is_wrong or "systems" not in entry
        if self.role not in CARRYING:
            # Without its model its size is unknown.
            is_unread = "model" in entry
        rockets = self._rockets(entry)
        rockets = declared.rockets if rockets is None else rockets
        loadout = replace(declared, rockets=rockets, ace=self._ace(entry) or declared.ace)
        is_described = self.role not in _WITH_SYSTEMS or "systems" in entry
        file, chosen = split_choice((entry["model"].text() or "") if "model" in entry else "")
        model = plain_name(chosen or str(file)) if "model" in entry else ""
        name = name or model or str(self.role)
        return [
            Unit(
                *(self.role, name, body, entry.place, loadout),
                is_unread=is_unread,
                is_described=is_described,
                is_missing="model" in entry,
            )
        ]

    def _modelled(
        self, entry: Entries, unit: Unit, name: str, declared: Loadout | None, is_wrong: bool
    ) -> Unit:
        rockets, loadout = self._rockets(entry), unit.loadout
        if rockets is None and declared and declared.rockets:
            rockets = declared.rockets
        if rockets is not None and rockets != loadout.rockets:
            if loadout.rockets:
                tagged = count_of(loadout.rockets, "rocket")
                said_at = entry["rockets" if "rockets" in entry else "systems"]
                said_at.tell(manifest_findings.OTHER_ROCKETS, declared=rockets, tagged=tagged)
            loadout = replace(loadout, rockets=rockets)
        if "class" in entry and (written := entry["class"].choice(SHIP_CLASSES)) not in (None, unit.body):
            entry["class"].tell(manifest_findings.OTHER_CLASS, declared=written, tagged=unit.body)
        ace = self._ace(entry)
        if ace and ace != loadout.ace:
            if loadout.ace:
                colours = {"declared": COLOURS[ace], "tagged": COLOURS[loadout.ace]}
                entry["ace"].tell(manifest_findings.OTHER_ACE, **colours)
            loadout = replace(loadout, ace=loadout.ace or ace)
        is_described = unit.is_described or unit.role not in _WITH_SYSTEMS
        if (name, loadout, is_described, declared) == (unit.name, unit.loadout, unit.is_described, None):
            return unit
        if name != unit.name:
            unit = replace(unit, own_name=unit.name)
        if declared is None:
            return replace(unit, name=name, loadout=loadout, is_described=is_described)
        said = entry["systems"].place
        declared = replace(declared, rockets=loadout.rockets, ace=loadout.ace)
        if unit.pieces(Role.SYSTEM):
            return replace(unit, name=name, loadout=loadout, declared=declared, declared_at=said)
        # No system is tagged in the model, so it can't contradict the list.
        self.models.note_believed(entry, name)
        is_unread = unit.is_unread or is_wrong
        return replace(unit, name=name, loadout=declared, is_described=True, is_unread=is_unread)

    def _say_held(self, entry: Entries, units: list[Unit], others: list[Unit]) -> None:
        model = shown(entry["model"].text() or "")
        held = join_texts(dict.fromkeys(say(f"a {unit.role}") for unit in others))
        held = held or say("nothing tagged as a unit")
        if not units and others:
            self.is_partial = True
            hint = _listed_under(others[0].role, self.role)
            entry["model"].tell(manifest_findings.NOT_HELD, model=model, role=self.role, held=held, hint=hint)
        elif units and others:
            entry["model"].tell(manifest_findings.ALSO_HELD, model=model, held=held)

    def _body(self, entry: Entries) -> str:
        """The class of a ship where the entry says it; other units have a body by their role."""
        if self.role is not Role.SHIP:
            return str(self.role)
        return (entry["class"].choice(SHIP_CLASSES) if "class" in entry else None) or ""

    def _rockets(self, entry: Entries) -> int | None:
        return entry["rockets"].integer(0, MOST_ROCKETS) if "rockets" in entry else None

    def _ace(self, entry: Entries) -> str:
        return ACE_COLOURS.get((entry["ace"].choice(ACE_COLOURS) if "ace" in entry else None) or "", "")

    def _declared(self, entry: Entries, body: str) -> Loadout | None:
        value = entry["systems"]
        if isinstance(value, Missing):
            return None
        total = EMPTY
        for part in value.values if isinstance(value, Listing) else (value,):
            total += self._systems(part, body)
        return total

    def _systems(self, value: Value, body: str) -> Loadout:
        if isinstance(value, Scalar) and _says_none(value):
            return EMPTY
        text = value.text()
        if text is None:
            return EMPTY
        known = body if self.vocabulary.body(body) else ""
        read = read_carried(text, self.vocabulary, body=known, at=place_of_text(value))
        value.told.extend(read.findings)
        return read.loadout if isinstance(read, Reading) else EMPTY


def _says_none(value: Scalar) -> bool:
    """Only in words: a key with nothing after it, or with empty quotes, was rather forgotten."""
    return value.written.strip().casefold() == "none"


def _as_an_item(value: Value, role: Role) -> str:
    """What was written without a -, without keys or with names for keys, as one entry of a list."""
    if isinstance(value, Scalar):
        written = shown(value.written, 40)
        if written.isdigit():
            return f"name: {role.capitalize()}, count: {written}"
        return f"model: {written}" if is_model(written) else f"name: {written}"
    key, inner = value.pairs[0] if isinstance(value, Entries) and value.pairs else (None, None)
    if key and key.written in UNIT_KEYS and isinstance(inner, Scalar):
        return f"{key.written}: {shown(inner.written, 40)}, count: 1"
    return f"name: {shown(key.written, 40) if key else role.capitalize()}, model: chub.mpd"


def _listed_under(held: Role, wanted: Role) -> str:
    key = _LISTED.get(held)
    elsewhere = say("List it under {key}:", key=key) if key else say("Take it off the list")
    tag = say(f", or tag the model as a {wanted}: 0 !MFZ {{tag}}.", tag=wanted.upper())
    return join_texts([elsewhere, tag], "")


def _others(units: list[Unit], role: Role) -> list[Unit]:
    return [unit for unit in units if unit.role is not role]


def _named(name: str, unit: Unit, units: int) -> str:
    if not name:
        return unit.name
    return name if units == 1 else f"{name}: {unit.name}"
