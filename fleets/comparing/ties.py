"""A tie for the highest score: who rolls, and where everything leads that a company can then do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from fleets.comparing.compared_sides import CARRIERS, Side, SideCounts, SideUnits, noun
from fleets.comparing.scoring import Comparison, Position, by_name, compare
from fleets.comparing.terms import Limits, Terms, TieChoice, fault_of_units, games_that_allow
from ldraw_tools.findings import count_of

# After this many rolls in a row we only say that another one is needed.
MOST_ROLLS = 2


@dataclass(frozen=True)
class Change:
    """What one of the tied sides can do, and what follows.

    `systems` are all the numbers of systems on the unit added or removed that lead to the same scores,
    `names` those units' names where they are known. The texts set no condition, so what the size of the
    game would say of the new number is a caution in the `note`.
    """

    by: str
    choice: TieChoice
    kind: str = ""
    systems: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    note: str = ""
    result: Comparison | None = None
    again: Tie | None = None


@dataclass(frozen=True)
class Tie:
    """`changes` are each company's own; the roll's winner makes one, or has a loser make one of its own.

    `is_cut` says that the search ended here.
    """

    tied: tuple[str, ...]
    score: int
    changes: tuple[Change, ...] = ()
    is_cut: bool = False


@dataclass(frozen=True)
class _Step:
    """A change before it is compared: the piece that comes or goes, and the side it leaves behind.

    `names` are those of all pieces that would do the same.
    """

    piece: SideUnits
    names: tuple[str, ...]
    side: Side
    note: str = ""


@dataclass(frozen=True)
class _Table:
    """What doesn't change while ties are followed."""

    terms: Terms
    games: Sequence[Limits] = field(default_factory=tuple)

    @property
    def room(self) -> int:
        return max((game.room for game in self.games), default=0)


def tie_for_highest(
    comparison: Comparison, terms: Terms, games: Sequence[Limits] = (), rolls: int = MOST_ROLLS
) -> Tie | None:
    """`games` are those that may be meant; of a change that none of them allows a note warns."""
    tied = comparison.at(Position.TIED_HIGHEST)
    if not tied:
        return None
    score = comparison.of(tied[0]).score
    if not rolls:
        return Tie(tied, score, is_cut=True)
    table = _Table(terms, games)
    changes = [change for name in tied for change in _changes(comparison, name, table, rolls)]
    return Tie(tied, score, tuple(changes))


def tied_for_lowest(comparison: Comparison) -> tuple[str, ...]:
    """Who rolls for the lowest position; empty while all are tied for the highest."""
    return comparison.at(Position.TIED_LOWEST)


def _changes(comparison: Comparison, name: str, table: _Table, rolls: int) -> Iterator[Change]:
    side = comparison.of(name).side
    for choice in table.terms.choices:
        if choice is TieChoice.GO_ON:
            yield Change(name, choice, result=comparison)
        elif choice is not TieChoice.LOSER_CHOOSES:
            steps = _additions(side, table) if choice is TieChoice.ADD else _removals(side, table)
            found = [_change(comparison, name, choice, step, table, rolls) for step in steps]
            yield from _together(found)


def _change(
    comparison: Comparison, name: str, choice: TieChoice, step: _Step, table: _Table, rolls: int
) -> Change:
    systems = (step.piece.systems,)
    change = Change(name, choice, step.piece.kind, systems, step.names, step.note)
    sides = [step.side if side.name == name else side for side in comparison.sides]
    result = compare(sides, table.terms)
    return replace(change, result=result, again=tie_for_highest(result, table.terms, table.games, rolls - 1))


def _together(changes: Sequence[Change]) -> list[Change]:
    """Changes that lead to the same scores become one, with all their units."""
    found: dict[object, Change] = {}
    for change in changes:
        key = (change.kind, change.note, _end_of(change))
        before = found.get(key)
        if before:
            systems = tuple(sorted({*before.systems, *change.systems}))
            names = tuple(sorted({*before.names, *change.names}, key=by_name))
            found[key] = replace(before, systems=systems, names=names)
        else:
            found[key] = change
    return list(found.values())


def _end_of(change: Change) -> object:
    """Where a change leads, through further rolls too."""
    scores = change.result and tuple((standing.name, standing.score) for standing in change.result.standings)
    again = change.again.changes if change.again else ()
    return scores, tuple(
        (later.by, later.choice, later.systems, later.names, _end_of(later)) for later in again
    )


def _additions(side: Side, table: _Table) -> Iterator[_Step]:
    """The spares that a side has with it; where none are listed, any that it could have."""
    pieces = [piece for piece in side.spares if piece.kind in table.terms.changed]
    kinds = [kind for kind in table.terms.changed if kind in CARRIERS]
    pieces = pieces or [SideUnits("", kind, systems) for kind in kinds for systems in range(table.room + 1)]
    for alike in _alike(pieces):
        piece = alike[0]
        counts = side.counts.changed(piece.kind, 1, piece.systems)
        fielded = (*side.pieces, replace(piece, count=1)) if side.pieces else ()
        left = Side(side.name, counts, fielded, _less(side.spares, piece))
        yield _step(alike, TieChoice.ADD, left, table)


def _removals(side: Side, table: _Table) -> Iterator[_Step]:
    pieces = list(_unknown_pieces(side.counts, table)) if side.is_hearsay else side.pieces
    for alike in _alike([piece for piece in pieces if piece.kind in table.terms.changed]):
        piece = alike[0]
        counts = side.counts.changed(piece.kind, -1, -piece.systems)
        left = Side(side.name, counts, _less(side.pieces, piece), side.spares)
        yield _step(alike, TieChoice.REMOVE, left, table)


def _unknown_pieces(counts: SideCounts, table: _Table) -> Iterator[SideUnits]:
    """What may be removed from a side known by its numbers: the others must have room for what is left."""
    for kind in table.terms.changed:
        others = counts.of(kind) - 1
        if others >= 0 and kind in CARRIERS:
            least = max(0, counts.systems - table.room * others)
            yield from (SideUnits("", kind, on) for on in range(least, min(table.room, counts.systems) + 1))
        elif others >= 0:
            yield SideUnits("", kind)


def _step(alike: Sequence[SideUnits], choice: TieChoice, left: Side, table: _Table) -> _Step:
    piece = alike[0]
    names = tuple(sorted({piece.name for piece in alike if piece.name}, key=by_name))
    return _Step(piece, names, left, _note(piece, choice, left, table))


def _note(piece: SideUnits, choice: TieChoice, left: Side, table: _Table) -> str:
    units = table.terms.units_of(left.counts)
    only = games_that_allow(units, table.games)
    notes = [f"only in {only}"] if only else []
    cautions = [fault_of_units(units, table.games, table.terms.word("asset-unit"))]
    if any(game.as_catapults for game in table.games):
        cautions.append(_catapult_caution(piece, left))
    notes += [f"caution: {caution}" for caution in cautions if caution]
    if piece.rockets:
        # The number of rockets of a side is fixed, whichever unit carries them.
        place = f"must go to another {noun(piece.kind)}" if choice is TieChoice.REMOVE else "must stay behind"
        notes.append(f"its {count_of(piece.rockets, 'rocket')} {place}")
    return "; ".join(notes)


def _catapult_caution(piece: SideUnits, left: Side) -> str:
    """Of what is known: every company needs a catapult and the other way round."""
    catapults = sum(piece.count * piece.catapults for piece in left.pieces)
    if left.is_hearsay:
        return "its catapult would be without a company" if piece.kind == "companies" else ""
    if catapults == left.counts.companies:
        return ""
    have = f"{count_of(catapults, 'catapult')} and {count_of(left.counts.companies, 'company', 'companies')}"
    return f"that leaves {have}, where a fleet has as many of both"


def _less(pieces: tuple[SideUnits, ...], piece: SideUnits) -> tuple[SideUnits, ...]:
    """Without one of this piece."""
    left = list(pieces)
    place = left.index(piece) if piece in left else -1
    if place >= 0:
        left[place] = replace(piece, count=piece.count - 1)
    return tuple(piece for piece in left if piece.count)


def _alike(pieces: Sequence[SideUnits]) -> list[list[SideUnits]]:
    """Pieces that differ only in name and number, taken together."""
    found: dict[tuple[str, int, int, int], list[SideUnits]] = {}
    for piece in pieces:
        found.setdefault((piece.kind, piece.systems, piece.rockets, piece.catapults), []).append(piece)
    return [found[key] for key in sorted(found)]
