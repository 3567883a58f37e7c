"""The values of a parts list: pieces of a model, lots of a shop, and the list they make."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import StrEnum
from functools import cached_property
from typing import ClassVar, NamedTuple
from urllib.parse import quote

from brickyard.parts.budget import PartsBudget
from catalog.colours import by_bricklink_id, colour
from catalog.shops.made_colours import NeverMade
from catalog.shops.shop_numbers import Confidence, Shop
from ldraw_tools.findings import Finding, count_of
from ldraw_tools.notebooks import html_rows, line_of

FORMAT = 1
"""Of the JSON documents: goes up when a key goes away or changes its meaning; a new key changes nothing."""
LIST_FORMAT = 2
"""The same of a parts list: since 2, confidence is exact, probable or uncertain."""
PART = "P"
"""BrickLink's letter for a part; others are M minifigure, S set, G gear, B book, C catalogue, I, O, U."""
_SIZE = re.compile(r"(\d+(?:\.\d+)?) x (\d+(?:\.\d+)?)(?: x (\d+(?:\.\d+)?))?")
_DIGITS = re.compile(r"([0-9]{1,9})")
ANY_COLOUR = -1
"""The colour of a piece that may be bought in any."""


class Key(NamedTuple):
    """What distinguishes lots in a shop, the number in lower case; unique in a list."""

    item_type: str
    number: str
    colour: int | None


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the model as LDraw has it: number without `.dat`, colour code or ANY_COLOUR, how many."""

    part: str
    colour: int
    count: int


class Origin(NamedTuple):
    """Who needs it: a unit or a file by name, how many of the unit, and the pieces for all of them."""

    name: str
    units: int
    pieces: int

    def __str__(self) -> str:
        return f"{self.name} ×{self.units}" if self.units > 1 else self.name


class PieceItem(NamedTuple):
    """So many of a shop's number and colour."""

    number: str
    colour: int | None
    quantity: int


class Instead(NamedTuple):
    """Another number that will do: of another mould of the same part, or of an alternate."""

    number: str
    fit: str
    """`mould` or `alternate`."""

    def __str__(self) -> str:
        return f"{self.number}, {'another mould' if self.fit == 'mould' else 'an alternate'}"


@dataclass(frozen=True, slots=True)
class Joined:
    """Loose pieces that sit together as LDraw's shortcut `part`: how often, and the pieces of one."""

    part: str
    colour: int
    count: int
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """A unit, or a model that is not a unit: what one of it is made of, and how many are wanted.

    `pieces` counts the pieces in one of it.
    """

    __json__: ClassVar = ("name", "units", "pieces")

    name: str
    units: int
    contents: tuple[Piece, ...]
    joined: tuple[Joined, ...] = ()
    force: str = ""
    """The company or fleet that fields it."""

    @property
    def pieces(self) -> int:
        return sum(piece.count for piece in self.contents)

    def __str__(self) -> str:
        many = f" ×{self.units} ({self.pieces:,} each)" if self.units > 1 else f" ({self.pieces:,})"
        return self.name + many


class LotGroup(StrEnum):
    """Which part of the list a lot belongs to."""

    WRITTEN = "written"
    """Sure enough to upload: exact or probable."""
    SHEETS = "sheets"
    """Sticker sheets, whose pieces are the model's stickers; uploaded with the written lots."""
    UNCERTAIN = "uncertain"
    """The number or the colour is doubtful; written to a second file."""
    NOT_WRITTEN = "not written"
    """No number is known, or the part is not sold; the reason says why."""


@dataclass(frozen=True, slots=True)
class Lot:
    """One line of a list: numbers and colours are the shop's, `pieces` are LDraw's.

    `quantity` is what to buy: what is needed, without what is owned, with spares.
    """

    __json__: ClassVar = (
        *("list", "type", "number", "colour", "colour_name", "quantity", "needed", "owned", "spare", "title"),
        *("confidence", "reason", "notes", "never_made", "needed_for", "pieces", "instead", "made_of"),
        *("price", "link"),
    )

    number: str
    """As the list's shop has it; empty where no number is known."""
    colour: int | None
    """The shop's colour id; None for any colour, or where there is none."""
    quantity: int
    pieces: tuple[Piece, ...] = ()
    """What it stands for in the model; several, where LDraw tells moulds apart that the shop doesn't."""
    title: str = ""
    colour_name: str = ""
    confidence: Confidence = Confidence.EXACT
    reason: str = ""
    """Why this number; for a lot not written, why not."""
    needed_for: tuple[Origin, ...] = ()
    item_type: str = PART
    owned: int = 0
    spare: int = 0
    notes: tuple[str, ...] = ()
    """What a buyer should know: check the length, not known in this colour."""
    never_made: NeverMade | None = None
    """Where no element is known in this colour, of any of its moulds."""
    is_colour_in_doubt: bool = False
    """Where a line is uncertain because of its colour, and its number is sure enough."""
    group: LotGroup = LotGroup.WRITTEN
    price: Decimal | None = None
    """The price of one, from the user's own table."""
    instead: tuple[Instead, ...] = ()
    """What else will do, the likeliest to be for sale first."""
    made_of: tuple[PieceItem, ...] = ()
    """What one of an assembly can be bought as instead, where all its pieces are sold."""

    __repr__ = line_of

    def __str__(self) -> str:
        return " ".join(filter(None, (f"{self.quantity} ×", self.number, self.colour_name, self.title)))

    @property
    def key(self) -> Key:
        return Key(self.item_type, self.number.lower(), self.colour)

    @property
    def needed(self) -> int:
        """How many the model needs, including owned ones but not spares."""
        return self.quantity + self.owned - self.spare

    @property
    def part(self) -> str:
        """The LDraw number it mostly stands for."""
        return self.pieces[0].part if self.pieces else ""

    @property
    def ldraw_colour(self) -> int | None:
        return self.pieces[0].colour if self.pieces else None

    @property
    def list(self) -> LotGroup:
        return self.group

    @property
    def type(self) -> str:
        return self.item_type

    @property
    def link(self) -> str:
        """Where to look it up at BrickLink; a lot without a number is searched for by its title."""
        if not self.number:
            return f"https://www.bricklink.com/v2/search.page?q={quote(self.title, safe='')}"
        item, number = quote(self.item_type, safe=""), quote(self.number, safe="")
        colour_part = f"&idColor={self.colour}" if self.colour is not None else ""
        return f"https://www.bricklink.com/v2/catalog/catalogitem.page?{item}={number}{colour_part}"

    @property
    def swatch(self) -> tuple[str, bool] | None:
        """The look of its BrickLink colour, #RRGGBB, and whether it is transparent; None for any colour."""
        found = by_bricklink_id(self.colour) if self.colour is not None else None
        if found is None and self.ldraw_colour is not None and not self.number:
            found = colour(self.ldraw_colour) if self.ldraw_colour >= 0 else None
        return (found.shown, found.alpha < 255) if found else None

    @property
    def choice(self) -> str:
        """What else will do, for lists that have little room: `or 60470a`."""
        return f"or {', '.join(one.number for one in self.instead)}" if self.instead else ""

    def taking(self, owned: int) -> Lot:
        """The same with this many owned, at most as many as needed; the pieces stay as they are."""
        owned = min(owned, self.needed - self.owned)
        return replace(self, quantity=self.quantity - owned, owned=self.owned + owned)


class Total(NamedTuple):
    """A group of lots added up: `pieces` are the model's, `quantity` is what to buy."""

    list: str
    lots: int
    pieces: int
    quantity: int
    price: Decimal
    priced_lots: int


class Gone(NamedTuple):
    """A lot that the earlier list has more of: `quantity` fewer are needed now, `still` are needed."""

    number: str
    colour: int | None
    quantity: int
    still: int


class Changes(NamedTuple):
    """Since an earlier list; lots in `new` have the quantity that the earlier list lacks."""

    new: tuple[Lot, ...]
    no_longer_needed: tuple[Gone, ...]


class TableDates(NamedTuple):
    """The dates of the tables that numbers were looked up in."""

    ldraw: str = ""
    colours: str = ""
    rebrickable: str = ""


NO_DATES = TableDates()


class ListFile(NamedTuple):
    """A file of a list: its name, with its folder once it is written, and how many lots are in it."""

    name: str
    data: bytes
    lots: int
    is_upload: bool = False
    """For BrickLink's upload, which accepts little."""


@dataclass(frozen=True)
class PartsList:
    """All that is needed, each lot once and in one of four groups; the same order every run.

    In pieces of the model: written + sheets + uncertain + not written = `held` + `added` - `joined`.
    """

    __json__: ClassVar = (
        *("format", "shop", "title", "sources", "held", "added", "joined", "totals", "currency", "budget"),
        *("lots", "changes", "tables", "findings"),
    )

    shop: Shop
    lots: tuple[Lot, ...] = ()
    held: int = 0
    """Pieces in the models, an assembled part counted as one."""
    added: int = 0
    """Pieces more, because assembled parts are bought as what they are made of."""
    joined: int = 0
    """Pieces fewer, because loose pieces are bought as the assembly that they make."""
    findings: tuple[Finding, ...] = ()
    title: str = ""
    sources: tuple[Source, ...] = ()
    tables: TableDates = NO_DATES
    currency: str = ""
    is_priced: bool = False
    """Whether the user gave prices."""
    changes: Changes | None = None
    budget: PartsBudget | None = None
    """Where the user gave prices."""
    options: tuple[str, ...] = ()
    """What was asked for beyond the models, in words."""
    pictures: Mapping[tuple[str, int | None], str] = field(default_factory=dict)
    """Addresses that hold the pictures of parts, by LDraw number and colour."""
    others: Mapping[Shop, PartsList] = field(default_factory=dict)
    """The same needs as lists of other shops."""
    remainder: PartsList | None = None
    """Of a list for Pick a Brick: what it doesn't sell, as a BrickLink list."""
    files: tuple[ListFile, ...] = ()
    """In the formats that were asked for."""

    __repr__ = line_of

    def _repr_html_(self) -> str:
        return html_rows(
            str(self), self.lots, "quantity", "number", "colour_name", "title", "needed_for", "list"
        )

    def __str__(self) -> str:
        return f"{self.title or 'parts'}: {count_of(len(self.lots), 'lot')}, {count_of(self.sold, 'piece')}"

    @property
    def format(self) -> int:
        return LIST_FORMAT

    @property
    def sold(self) -> int:
        """Pieces as they are sold: what the models hold, assemblies opened or put together."""
        return self.held + self.added - self.joined

    @property
    def totals(self) -> tuple[Total, ...]:
        return tuple(total_of(self.of(group), group) for group in LotGroup)

    def of(self, group: LotGroup) -> tuple[Lot, ...]:
        return tuple(lot for lot in self.lots if lot.group is group)

    @cached_property
    def written(self) -> tuple[Lot, ...]:
        return self.of(LotGroup.WRITTEN)

    @cached_property
    def sheets(self) -> tuple[Lot, ...]:
        return self.of(LotGroup.SHEETS)

    @cached_property
    def uncertain(self) -> tuple[Lot, ...]:
        return self.of(LotGroup.UNCERTAIN)

    @cached_property
    def not_written(self) -> tuple[Lot, ...]:
        return self.of(LotGroup.NOT_WRITTEN)

    @property
    def to_buy(self) -> tuple[Lot, ...]:
        """What an upload holds: the written lots and the sheets that aren't all owned."""
        return tuple(lot for lot in (*self.written, *self.sheets) if lot.quantity > 0)

    @property
    def doubtful(self) -> tuple[Lot, ...]:
        """What the second file holds."""
        return tuple(lot for lot in self.uncertain if lot.quantity > 0)


def in_order(lots: Iterable[Lot]) -> tuple[Lot, ...]:
    """Group by group, and in each as people pick."""
    places = {group: place for place, group in enumerate(LotGroup)}
    return tuple(sorted(in_picking_order(lots), key=lambda lot: places[lot.group]))


def in_picking_order(lots: Iterable[Lot]) -> list[Lot]:
    """As people pick: by kind, then by size, then by colour."""
    return sorted(lots, key=_picking_place)


def kind_of(lot: Lot) -> str:
    """The drawer that people look in: LDraw's titles begin with it."""
    return lot.title.split(" ", 1)[0]


def _picking_place(lot: Lot) -> tuple[object, ...]:
    """1 x 2 before 1 x 10 and 2 x 2, whichever way round; of one size by title, then by colour."""
    found = _SIZE.search(lot.title)
    sides = sorted(float(side) for side in found.groups()[:2]) if found else []
    height = float(found[3] or 0) if found else 0
    # Axle 3 before Axle 12: texts and numbers take turns.
    title = tuple(
        (word, 0) if place % 2 == 0 else ("", int(word))
        for place, word in enumerate(_DIGITS.split(lot.title))
    )
    return kind_of(lot), sides, height, title, lot.colour_name, lot.number, lot.part


def total_of(lots: Iterable[Lot], name: str = "") -> Total:
    """Only lots with a number and a price add to the price."""
    lots = tuple(lots)
    priced = [(lot.price, lot.quantity) for lot in lots if lot.price is not None and lot.quantity]
    amount = sum((price * quantity for price, quantity in priced), Decimal(0))
    return Total(name, len(lots), pieces_of(lots), pieces_to_buy(lots), amount, len(priced))


def pieces_of(lots: Iterable[Lot]) -> int:
    """The model's pieces that lots stand for; many stickers are one sheet, many segments one hose."""
    return sum(piece.count for lot in lots for piece in lot.pieces)


def pieces_to_buy(lots: Iterable[Lot]) -> int:
    return sum(lot.quantity for lot in lots)


def pieces_needed(lots: Iterable[Lot]) -> int:
    return sum(lot.needed for lot in lots)
