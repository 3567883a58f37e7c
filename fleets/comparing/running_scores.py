"""Running scores: events in words, what was lost and captured since the start, and who defends now."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from fleets.comparing.compared_sides import noun
from fleets.comparing.scoring import Comparison, Position, position
from fleets.comparing.terms import Terms
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


@dataclass(frozen=True, slots=True)
class Event:
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
    return replace(event, kind=event.kind or terms.regained[0])


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


@dataclass(frozen=True, slots=True)
class Running:
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
