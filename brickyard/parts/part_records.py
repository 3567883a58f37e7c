"""What is known of parts and colours: by the shipped database, or else by the models' own files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from brickyard.parts.lots import ANY_COLOUR
from catalog import colours
from catalog.colours import Colour
from catalog.database.part_database import PartRecord, shipped_parts
from catalog.shops.assemblies import colour_of_legs, piece_name
from catalog.shops.shop_numbers import Confidence, NumberBook, Shop, numbers_in
from ldraw_tools.assembly.inventory import Assembly, Node
from ldraw_tools.library.places import Component
from ldraw_tools.names import key_of, part_number
from ldraw_tools.reading.contents import COUNTED
from ldraw_tools.reading.header import FileKind, Header

_VALUE = re.compile(r"#[0-9A-Fa-f]{6}")
_SEGMENT = re.compile(r"^\d+[a-z]?k\d+")
# Models of sets name the parts they bring along after the set: `6959 - 168295a`.
_PACKED = re.compile(r"^\d+(?:-\d+)? - ")
_NO_HEADER = Header()


class Records:
    """Parts by number; what a model brings along is noted before it is asked for."""

    def __init__(self) -> None:
        self._found: dict[str, PartRecord | None] = {}
        self._own: dict[str, PartRecord] = {}
        self._names: dict[str, str] = {}
        self.defined: dict[int, str] = {}
        """Colours that models define, by code: #RRGGBB."""

    def find(self, name: str) -> PartRecord | None:
        """By number or by key."""
        number = part_number(key_of(name))
        if number not in self._found:
            unpacked = _PACKED.sub("", number)
            self._found[number] = (
                self._legs_in_two_colours(number)
                or shipped_parts().find(number)
                or (shipped_parts().find(unpacked) if unpacked != number else None)
                or self._own.get(number)
            )
        return self._found[number]

    def _legs_in_two_colours(self, number: str) -> PartRecord | None:
        named = colour_of_legs(number)
        plain = self.find(named[0]) if named else None
        if named is None or plain is None:
            return None
        hips, *legs = plain.components
        return replace(
            plain,
            key=f"{number}.dat",
            title=f"{plain.title}, Legs {colours.name_of(named[1])}",
            components=(hips, *(replace(leg, colour=named[1]) for leg in legs)),
            bricklink=(),
            rebrickable=(),
        )

    def piece_name(self, number: str) -> str:
        """What tells pieces of assemblies apart, whichever file of a piece a model places."""
        if number not in self._names:
            part = self.find(number)
            self._names[number] = piece_name(part, self.find) if part else number
        return self._names[number]

    def sheet_mates(self, sticker: PartRecord) -> list[PartRecord]:
        return shipped_parts().sheet_mates(sticker)

    def assemblies_with(self, part: PartRecord) -> list[str]:
        return shipped_parts().assemblies_with(part)

    def known(self, number: str) -> PartRecord:
        """The same; for an unknown part a record with only its name."""
        return self.find(number) or PartRecord(
            f"{number}.dat", "", FileKind.UNKNOWN, "", "", (), (), (), (), None
        )

    def note(self, assembly: Assembly) -> None:
        """Remember parts and colours that only this model knows."""
        for node in assembly.nodes:
            if node.contents is not None:
                for code, definition in node.contents.colours_defined.items():
                    if _VALUE.fullmatch(definition.value):
                        self.defined[code] = definition.value
            if node.facts is not None:
                number = part_number(node.facts.key)
                if number not in self._own and (node.facts.kind is not FileKind.UNKNOWN or node.facts.title):
                    self._own[number] = _record(assembly, node)
                    self._found.pop(number, None)


class PartRelations:
    """Rebrickable's relationships, asked by LDraw's numbers too: 3023b is its 3023."""

    def __init__(self, book: NumberBook, records: Records) -> None:
        self.book, self.records = book, records
        self._names: dict[str, frozenset[str]] = {}
        self._bricklinks: dict[str, str] = {}

    def related(self, number: str, kind: str) -> tuple[str, ...]:
        names = self.names(number)
        found = {other for name in names for other in self.book.tables.related(name, kind)}
        return tuple(sorted(found - names))

    def names(self, number: str) -> frozenset[str]:
        """The number itself, and Rebrickable's of the part that LDraw has under it."""
        if number not in self._names:
            given = self.records.find(number)
            part = shipped_parts().follow(given) if given else None
            self._names[number] = frozenset(
                {number.lower(), self._known(part, Shop.REBRICKABLE).lower()} - {""}
            )
        return self._names[number]

    def part(self, other: str) -> PartRecord | None:
        """LDraw's of a number of Rebrickable's."""
        return self.records.find(shipped_parts().by_rebrickable.get(other, other))

    def bricklink(self, other: str) -> str:
        """What BrickLink calls a part of Rebrickable's; empty if that isn't known well."""
        if other not in self._bricklinks:
            self._bricklinks[other] = self._known(self.part(other), Shop.BRICKLINK)
        return self._bricklinks[other]

    def _known(self, part: PartRecord | None, shop: Shop) -> str:
        found = self.book.number(part, shop) if part else None
        return found.number if found and found.confidence >= Confidence.PROBABLE else ""


def _record(assembly: Assembly, node: Node) -> PartRecord:
    facts = node.facts
    assert facts is not None
    section = node.document.find(node.section_key) if node.document else None
    header = section.header if section else _NO_HEADER
    components = facts.components or _components(assembly, node)
    target = facts.target
    if facts.kind is FileKind.GENERATED:
        # A hose that LDCad made is known by the segments it is drawn with.
        target = next((one.key for one in components if _SEGMENT.match(part_number(one.key))), "")
    return PartRecord(
        facts.key,
        facts.title,
        facts.kind,
        header.category,
        target,
        components,
        numbers_in(header.keywords, Shop.BRICKLINK),
        numbers_in(header.keywords, Shop.REBRICKABLE),
        tuple(header.keywords),
        None,
    )


def _components(assembly: Assembly, node: Node) -> tuple[Component, ...]:
    if node.contents is None:
        return ()
    colours = node.contents.colours
    placed = Counter((assembly.nodes[target].key, colours[i]) for i, target in node.placed(COUNTED))
    return tuple(Component(key, colour, count) for (key, colour), count in sorted(placed.items()))


class ShopColour(NamedTuple):
    """`number` is None for any colour, and where there is none (then the confidence is none too)."""

    number: int | None
    name: str
    confidence: Confidence
    reason: str = ""


def shop_colour(code: int, shop: Shop, defined: Mapping[int, str]) -> ShopColour:
    """`defined` has the values, #RRGGBB, of colours that the models themselves define."""
    if code == ANY_COLOUR:
        return ShopColour(None, "any colour", Confidence.EXACT)
    if code in (colours.INHERITED, colours.EDGE):
        return ShopColour(None, "any colour", Confidence.UNCERTAIN, "the model gives it no colour")
    known = colours.colour(code)
    number = _number(known, shop) if known else None
    if known and number is not None:
        sure = Confidence(known.bricklink_confidence) if shop is Shop.BRICKLINK else Confidence.EXACT
        name = known.bricklink_name if shop is Shop.BRICKLINK else known.rebrickable_name
        reason = f"colour: {known.note}" if known.note and sure < Confidence.EXACT else ""
        return ShopColour(number, name, sure, reason)
    return _nearest(code, known, shop, defined)


def _nearest(code: int, known: Colour | None, shop: Shop, defined: Mapping[int, str]) -> ShopColour:
    """The colour most like one that isn't sold; a guess, so never sure."""
    value = defined.get(code) or (known.value if known and known.finish == "solid" else "")
    name = colours.name_of(code)
    if not value or (known and known.family.startswith("internal")):
        return ShopColour(None, name, Confidence.NONE, f"{shop.label} has no colour for {name}")
    near = colours.nearest_solid(colours.rgb_of(value), sold=True)
    shown = near.bricklink_name if shop is Shop.BRICKLINK else near.rebrickable_name
    return ShopColour(_number(near, shop), shown, Confidence.UNCERTAIN, f"the nearest colour to {name}")


def _number(colour: Colour, shop: Shop) -> int | None:
    return colour.bricklink_id if shop is Shop.BRICKLINK else colour.rebrickable_id
