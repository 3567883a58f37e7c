"""Bids for programs: plain values, with a number for their form and a schema."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from fractions import Fraction

from brickyard.comparison.bid_words import assumption_words, spare_lines
from brickyard.comparison.bids import Bids
from brickyard.comparison.compare_json import CountsDocument, GameDocument
from brickyard.comparison.contenders import Contender
from fleets.comparing.bidding import Bid, Prospect, WayOut
from fleets.comparing.scoring import Position
from validators.json_documents import EditionDocument

# Goes up when a field goes away or changes its meaning; a new field is no new form.
FORMAT = 1


@dataclass(frozen=True)
class FractionDocument:
    """An exact number; `decimal` is for people."""

    numerator: int
    denominator: int
    decimal: str


@dataclass(frozen=True)
class ChancesDocument:
    highest: FractionDocument
    tied_highest: FractionDocument
    others: FractionDocument
    tied_lowest: FractionDocument
    lowest: FractionDocument


@dataclass(frozen=True)
class BidDocument:
    """`units` are frames, or tactical assets; against known opponents one chance is 1."""

    units: int
    systems: int
    per_asset: FractionDocument
    score: FractionDocument
    chances: ChancesDocument


@dataclass(frozen=True)
class WayOutDocument:
    """At a tie for the highest position: a unit with so many systems added or removed."""

    choice: str
    systems: int
    outcome: BidDocument


@dataclass(frozen=True)
class OpponentDocument:
    name: str
    file: str
    legal: bool
    problem: str
    counts: CountsDocument


@dataclass(frozen=True)
class LimitsDocument:
    least_units: int
    most_units: int
    systems_on_one: int


@dataclass(frozen=True)
class AssumedDocument:
    """Opponents that nobody named: each brings any of the bids, all equally likely."""

    opponents: int
    in_words: str
    bids: list[Bid]


@dataclass(frozen=True)
class BidsDocument:
    """What `brickyard bid --format json` prints."""

    format: int
    edition: EditionDocument
    game: GameDocument
    limits: LimitsDocument
    company: OpponentDocument
    own: Bid
    known: list[OpponentDocument]
    assumed: AssumedDocument
    bids: list[BidDocument]
    at_a_tie: list[WayOutDocument]
    spare: list[str]


def document(found: Bids) -> BidsDocument:
    table, limits = found.table, found.limits
    return BidsDocument(
        format=FORMAT,
        edition=EditionDocument.of(table.edition),
        game=GameDocument(table.game.size, table.game.players, limits.title),
        limits=LimitsDocument(limits.least, limits.most, limits.room),
        company=_opponent(found.mine),
        own=found.own,
        known=[_opponent(one) for one in found.against],
        assumed=AssumedDocument(found.field.assumed, assumption_words(found), list(found.field.pool)),
        bids=[_bid(prospect) for prospect in found.prospects.values()],
        at_a_tie=[_way(way) for way in found.ways],
        spare=list(spare_lines(found)),
    )


def _fraction(number: Fraction) -> FractionDocument:
    return FractionDocument(number.numerator, number.denominator, f"{float(number):.6g}")


def _bid(prospect: Prospect) -> BidDocument:
    chances = prospect.chances
    return BidDocument(
        prospect.bid.units,
        prospect.bid.systems,
        _fraction(prospect.per_asset),
        _fraction(prospect.score),
        ChancesDocument(
            highest=_fraction(chances[Position.HIGHEST]),
            tied_highest=_fraction(chances[Position.TIED_HIGHEST]),
            others=_fraction(chances[Position.OTHERS]),
            tied_lowest=_fraction(chances[Position.TIED_LOWEST]),
            lowest=_fraction(chances[Position.LOWEST]),
        ),
    )


def _way(way: WayOut) -> WayOutDocument:
    return WayOutDocument(way.choice.value, way.systems, _bid(way.prospect))


def _opponent(one: Contender) -> OpponentDocument:
    file = "" if one.path is None else one.path.as_posix()
    counts = CountsDocument(**asdict(one.side.counts))
    return OpponentDocument(one.name, file, not one.problem, one.problem, counts)
