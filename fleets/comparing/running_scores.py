"""Running scores by events in words; and a tie for the highest: who rolls, and what that leads to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from fleets.comparing.scoring import Comparison, Position, by_name, compare, position
from fleets.comparing.terms import (
    CARRIERS,
    Limits,
    Side,
    SideCounts,
    SideUnits,
    Terms,
    TieChoice,
    fault_of_units,
    games_that_allow,
    noun,
)
from ldraw_tools.findings import BrickyardError, and_more, count_of
from ldraw_tools.names import nearest, shown

ANY_ASSET = "asset"
HOW = "write “NAME lost 1” (a contested station, too), “NAME took 1 from NAME” or “NAME regained 1”"
_LOST = ("lost", "loses", "lose")
_TOOK = ("took", "takes", "captured", "captures", "seized", "seizes")
_REGAINED = ("regained", "regains", "regain")
_VERB = re.compile(rf"\s({'|'.join((*_LOST, *_TOOK, *_REGAINED))})\b", re.IGNORECASE)
_WHAT = re.compile(
    r"\s*(?:(?P<number>\d{1,6})|(?:an?|the)(?=\s))?\s*(?P<noun>[^\d\s]+(?:\s[^\d\s]+)?)?\s*", re.IGNORECASE
)
_FROM = re.compile(r"\bfrom\s", re.IGNORECASE)
# After this many rolls in a row we only say that another one is needed.
MOST_ROLLS = 2


class Event(NamedTuple):
    """Assets that were lost, or taken by another side; `kind` is empty if the text doesn't name it.

    Without a loser it was nobody's before: a station that was contested, or the special objective. What is
    regained was the taker's own.
    """

    loser: str
    number: int
    kind: str = ""
    taker: str = ""
    is_regained: bool = False


def read_event(text: str, names: Sequence[str], terms: Terms) -> Event:
    """`Piercing Eye lost 2 frames`, `Sun's Fang took 1 station from Piercing Eye`."""
    unknown = ""
    full = {name.casefold() for name in names}
    # A name may contain such a word itself; a verb right after a full name comes first.
    verbs = sorted(_VERB.finditer(text), key=lambda verb: _key(text[: verb.start()]) not in full)
    for verb in verbs:
        who, found = text[: verb.start()].strip(), _named(text[: verb.start()], names)
        if not found:
            unknown = unknown or who
            continue
        rest = text[verb.end() :]
        if verb[1].lower() in _LOST:
            number, kind = _what(rest, text, terms)
            return Event(found, number, kind)
        if verb[1].lower() in _REGAINED:
            number, kind = _what(rest, text, terms)
            return _regained(Event("", number, kind, found, is_regained=True), text, terms)
        what, whom = _taken(rest, text, names)
        number, kind = _what(what, text, terms)
        return _capture(Event(whom, number, kind, found), text, terms)
    if unknown:
        raise BrickyardError(f"--score “{shown(text)}”: {_nobody(unknown, names)}")
    raise BrickyardError(f"--score “{shown(text)}”: {HOW}")


def _what(text: str, whole: str, terms: Terms) -> tuple[int, str]:
    found = _WHAT.fullmatch(text)
    if not found:
        raise BrickyardError(f"--score “{shown(whole)}”: {HOW}")
    number = 1 if found["number"] is None else int(found["number"])
    word = (found["noun"] or ANY_ASSET).lower()
    kinds = {noun(kind, many).lower(): kind for kind in terms.assets for many in (1, 2)}
    kinds |= {noun(kind, many).split()[-1]: kind for kind in terms.unowned for many in (1, 2)}
    kinds |= {noun(kind, many): kind for kind in terms.unowned for many in (1, 2)}
    kinds |= dict.fromkeys((ANY_ASSET, f"{ANY_ASSET}s"), "")
    if word not in kinds:
        close = nearest(word, kinds) or and_more(kinds, 12)
        raise BrickyardError(
            f"--score “{shown(whole)}”: “{shown(word)}” is not an asset here; did you mean {close}?"
        )
    return number, kinds[word]


def _taken(rest: str, text: str, names: Sequence[str]) -> tuple[str, str]:
    """What was taken, and from whom; from nobody, if it is named and no side is."""
    unknown = ""
    for word in _FROM.finditer(rest):
        whom = _named(rest[word.end() :], names)
        if whom:
            return rest[: word.start()], whom
        unknown = rest[word.end() :].strip()
    if not unknown and (found := _WHAT.fullmatch(rest)) and found["noun"]:
        return rest, ""
    raise BrickyardError(f"--score “{shown(text)}”: {_nobody(unknown, names) if unknown else HOW}")


def _capture(event: Event, text: str, terms: Terms) -> Event:
    if event.taker == event.loser:
        raise BrickyardError(f"--score “{shown(text)}”: a side can't take anything from itself")
    if event.kind and event.kind not in (*terms.captured, *terms.unowned):
        can = " and ".join(noun(kind, 2) for kind in terms.captured)
        raise BrickyardError(f"--score “{shown(text)}”: only {can} can be taken; {HOW}")
    # Where only one kind can be taken, that one was.
    kind = event.kind or (terms.captured[0] if len(terms.captured) == 1 else "")
    return Event(event.loser, event.number, kind, event.taker)


def _regained(event: Event, text: str, terms: Terms) -> Event:
    if not terms.regained or event.kind not in ("", *terms.regained):
        can = " and ".join(noun(kind, 2) for kind in terms.regained) or "nothing"
        raise BrickyardError(f"--score “{shown(text)}”: {can} can be regained in this game; {HOW}")
    return event._replace(kind=event.kind or terms.regained[0])


def _named(text: str, names: Sequence[str]) -> str:
    """The name that is meant: in full or its beginning, if no other begins so."""
    wanted = _key(text)
    if not wanted:
        return ""
    exact = [name for name in names if name.casefold() == wanted]
    found = exact or [name for name in names if name.casefold().startswith(wanted)]
    return found[0] if len(found) == 1 else ""


def _key(text: str) -> str:
    return text.strip().strip('"“”').casefold()


def _nobody(who: str, names: Sequence[str]) -> str:
    return f"no side here is called “{shown(who)}”; {_hint(who, names)}"


def _hint(who: str, names: Sequence[str]) -> str:
    close = nearest(who, names)
    return f"did you mean {close}?" if close else f"they are {', '.join(_quoted(names))}"


def _quoted(names: Iterable[str]) -> Iterator[str]:
    return (f"“{shown(name)}”" for name in names)


class Running(NamedTuple):
    """One side now and at the start; `rank` is its place in the order of play, shared by equal scores."""

    name: str
    rank: int
    per_asset: int
    assets_at_start: int
    assets: int
    score_at_start: int
    score: int
    position: Position


def running_scores(comparison: Comparison, events: Iterable[Event], terms: Terms) -> list[Running]:
    """Highest score first. Assets change hands; what each of them is worth to whom doesn't change."""
    assets = {
        standing.name: Counter({kind: standing.side.counts.of(kind) for kind in terms.assets})
        for standing in comparison.standings
    }
    # What nobody holds: what was lost without another taking it, and what nobody brought.
    free = Counter(terms.unowned)
    adrift = {standing.name: Counter[str]() for standing in comparison.standings}
    for event in events:
        if event.loser:
            _take(assets[event.loser], event)
        else:
            _take_from_nobody(adrift[event.taker] if event.is_regained else free, event)
        if event.taker:
            assets[event.taker][event.kind or ANY_ASSET] += event.number
        else:
            free[event.kind] += event.number
            adrift[event.loser][event.kind] += event.number
    scores = {
        standing.name: standing.per_asset * assets[standing.name].total() for standing in comparison.standings
    }
    running = [
        Running(
            standing.name,
            1 + sum(score > scores[standing.name] for score in scores.values()),
            standing.per_asset,
            standing.assets,
            assets[standing.name].total(),
            standing.score,
            scores[standing.name],
            _position(scores[standing.name], list(scores.values())),
        )
        for standing in comparison.standings
    ]
    return sorted(running, key=lambda row: -row.score)


def _position(score: int, scores: Sequence[int]) -> Position:
    """In play only the highest score has a place of its own."""
    found = position(score, scores)
    return found if found in (Position.HIGHEST, Position.TIED_HIGHEST) else Position.OTHERS


def _take_from_nobody(free: Counter[str], event: Event) -> None:
    left, one, many = free[event.kind], noun(event.kind), noun(event.kind, 2)
    if event.number > left:
        number = count_of(left, one, many) if left else f"no {one}"
        if event.is_regained:
            raise BrickyardError(f"--score: {event.taker} has lost {number} that could be regained")
        wanted = f"{event.taker} took {count_of(event.number, one, many)} from NAME"
        raise BrickyardError(f"--score: there is {number} that nobody holds; write “{wanted}”")
    free[event.kind] -= event.number


def _take(assets: Counter[str], event: Event) -> None:
    """No side can lose more than it has; assets of no named kind come off the total."""
    left = assets.total() if not event.kind else min(assets[event.kind], assets.total())
    if event.number > left:
        kind = event.kind or f"{ANY_ASSET}s"
        wanted = count_of(event.number, noun(kind), noun(kind, 2))
        raise BrickyardError(
            f"--score: {event.loser} has only {left:,} {noun(kind, left)} left and can't lose {wanted}"
        )
    assets[event.kind or ANY_ASSET] -= event.number


class Change(NamedTuple):
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


class Tie(NamedTuple):
    """`changes` are each company's own; the roll's winner makes one, or has a loser make one of its own.

    `is_cut` says that the search ended here.
    """

    tied: tuple[str, ...]
    score: int
    changes: tuple[Change, ...] = ()
    is_cut: bool = False


class _Step(NamedTuple):
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
    return change._replace(result=result, again=tie_for_highest(result, table.terms, table.games, rolls - 1))


def _together(changes: Sequence[Change]) -> list[Change]:
    """Changes that lead to the same scores become one, with all their units."""
    found: dict[object, Change] = {}
    for change in changes:
        key = (change.kind, change.note, _end_of(change))
        before = found.get(key)
        if before:
            systems = tuple(sorted({*before.systems, *change.systems}))
            names = tuple(sorted({*before.names, *change.names}, key=by_name))
            found[key] = before._replace(systems=systems, names=names)
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
