"""A comparison as one value, and told in its edition's words: the sides, how they stand, ties, events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from brickyard.answer_text import aligned, escape_markdown, show_answer, table_lines
from brickyard.comparison.sides_question import Lineup, NamedSide, read_sides
from brickyard.terminal import Screen, wrap_lines
from catalog.editions.edition import Edition
from fleets.comparing.running_scores import (
    Change,
    Event,
    Running,
    Tie,
    read_event,
    running_scores,
    tie_for_highest,
    tied_for_lowest,
)
from fleets.comparing.scoring import Adjustment, Comparison, Position, Standing, compare
from fleets.comparing.terms import CARRIERS, Terms, TieChoice, noun
from fleets.forces.force import Game
from ldraw_tools.findings import count_of
from ldraw_tools.notebooks import html_rows, line_of
from ldraw_tools.phrases import say
from validators.judged_files import JudgeSettings
from validators.wording import a, capital, listed

_IN_ORDER = (
    Position.HIGHEST,
    Position.TIED_HIGHEST,
    Position.OTHERS,
    Position.TIED_LOWEST,
    Position.LOWEST,
)
_TIED = {Position.TIED_HIGHEST: "highest", Position.TIED_LOWEST: "lowest"}


def game_words(lineup: Lineup) -> str:
    """`a skirmish of 3 players`, or how many play where more than one game may be meant."""
    if len(lineup.games) == 1:
        return lineup.games[0].title
    return f"{a(lineup.game.size or 'game')} of {count_of(lineup.game.players, 'player')}"


def position_words(position: Position, terms: Terms) -> str:
    tied = _TIED.get(position)
    return say("tied for {place}", place=say(terms.word(tied))) if tied else say(terms.word(position.value))


def signed(points: int) -> str:
    return f"−{-points}" if points < 0 else f"+{points}"


def step_words(step: Adjustment) -> str:
    """`most frames (5), tied with Sun's Fang`."""
    tied = f", tied with {listed(step.tied_with)}" if step.tied_with else ""
    return f"{step.extreme} {step.of} ({step.count:,}){tied}"


def sum_words(standing: Standing, terms: Terms) -> str:
    """`× 6 assets (4 frames and 2 stations) = score 42: defense`."""
    counts = standing.side.counts
    held = [counted(kind, counts.of(kind)) for kind in terms.assets if counts.of(kind)]
    made_of = f" ({listed(held)})" if held else ""
    end = f"{terms.word('score')} {standing.score:,}: {position_words(standing.position, terms)}"
    return f"× {count_of(standing.assets, 'asset')}{made_of} = {end}"


def counted(kind: str, number: int) -> str:
    return count_of(number, noun(kind), noun(kind, 2))


def scores_words(comparison: Comparison, terms: Terms) -> str:
    """`Piercing Eye 42 (defense), Sun's Fang 36 (offense)`."""
    return ", ".join(
        f"{one.name} {one.score:,} ({position_words(one.position, terms)})" for one in comparison.standings
    )


def roll_words(tie: Tie, terms: Terms) -> str:
    """Who rolls for the highest position, and what for."""
    who, unit = listed(tie.tied), terms.word("asset-unit")
    each = "each" if len(tie.tied) > 1 else ""
    loser = "the loser" if len(tie.tied) == 2 else "a loser"
    says = {
        TieChoice.ADD: f"adds {a(unit)}",
        TieChoice.REMOVE: f"removes {a(unit)}",
        TieChoice.LOSER_CHOOSES: f"makes {loser} do one of these",
        TieChoice.GO_ON: "goes on with the tie",
    }
    may = listed([says[choice] for choice in terms.choices], "or")
    return (
        f"Tie for {terms.word('highest')}: {who} have {tie.score:,} {each}. They {terms.word('tie-roll')} "
        f"({terms.ties_reference}). The winner {may}; then all are compared again."
    )


def lowest_words(tied: Sequence[str], score: int, terms: Terms) -> str:
    """Who rolls for the lowest position, and what the loser has to do."""
    return (
        f"Tie for {terms.word('lowest')}: {listed(tied)} have {score:,} each. They {terms.word('tie-roll')} "
        f"({terms.lowest_reference}). The loser takes {terms.word('lowest')}, places "
        f"{terms.word('first-placed')} and goes last in {terms.word('order')} until the scores differ."
    )


def change_words(change: Change) -> str:
    """`Sun's Fang removes a frame with 4 systems (Claw or Tooth)`."""
    if change.choice is TieChoice.GO_ON:
        return f"{change.by} wins and goes on"
    verb = "adds" if change.choice is TieChoice.ADD else "removes"
    systems = f" with {systems_words(change.systems)}" if change.kind in CARRIERS else ""
    names = f" ({listed(change.names, 'or')})" if change.names else ""
    return f"{change.by} {verb} {a(noun(change.kind))}{systems}{names}"


def end_words(change: Change, terms: Terms) -> str:
    """Where a change leads: scores and positions, or another roll."""
    if change.result is None:
        return ""
    if change.choice is TieChoice.GO_ON:
        return f"the scores stay; the rules don't say who is {terms.word('highest')}: we take the winner"
    words = scores_words(change.result, terms)
    if change.note:
        words += f"; {change.note}"
    if change.again:
        words += f"; {listed(change.again.tied)} roll again"
        words += ", and so on" if change.again.is_cut else ""
    return words


def placed_words(comparison: Comparison, terms: Terms) -> Iterator[str]:
    """`Defense: Piercing Eye.` and so on, for the last line."""
    for place in _IN_ORDER:
        names = comparison.at(place)
        if names:
            yield f"{capital(position_words(place, terms))}: {listed(names)}."


def leading_words(running: Sequence[Running], terms: Terms) -> str:
    """`Now defense: Sun's Fang; then Piercing Eye and Estar's Anvil.`"""
    first = [one.name for one in running if one.position is not Position.OTHERS]
    rest = [one.name for one in running if one.position is Position.OTHERS]
    then = f"; then {listed(rest)}" if rest else ""
    return f"Now {position_words(running[0].position, terms)}: {listed(first)}{then}."


def event_words(event: Event) -> str:
    """`Sun's Fang took 1 station from Piercing Eye`."""
    what = counted(event.kind or "assets", event.number)
    if event.is_regained:
        return f"{event.taker} regained {what}"
    if not event.loser:
        return f"{event.taker} took {what} that nobody held"
    return f"{event.taker} took {what} from {event.loser}" if event.taker else f"{event.loser} lost {what}"


def open_words(found: Compared) -> Iterator[str]:
    """What the running scores leave open."""
    terms = found.lineup.terms
    if found.tie:
        yield (
            f"The tie for {terms.word('highest')} must be settled before play; these scores take it as it is."
        )
    if any(one.position is Position.TIED_HIGHEST for one in found.running):
        yield "The rules have no roll for a tie during play: agree on one."


def systems_words(systems: Sequence[int]) -> str:
    """`0 to 3 systems`, `4 systems`."""
    low, high = systems[0], systems[-1]
    if low == high:
        return count_of(low, "system")
    if list(systems) == list(range(low, high + 1)):
        return f"{low} to {high} systems"
    return f"{listed([str(number) for number in systems], 'or')} systems"


def verdict(found: Compared) -> str:
    lineup = found.lineup
    if found.running:
        placed = leading_words(found.running, lineup.terms)
    else:
        placed = " ".join(placed_words(found.comparison, lineup.terms))
    return f"{placed} By {lineup.edition.cited}, {game_words(lineup)}."


def standings_table(found: Compared) -> list[list[str]]:
    """What is compared, what else is an asset, and what comes of it."""
    terms = found.lineup.terms
    compared = [measure.label for measure in terms.compared]
    fixed = [noun(kind, 2) for kind in terms.fixed]
    worth = [terms.word("points-per-asset"), "assets", terms.word("score"), "position"]
    rows = [_standing(standing, terms) for standing in found.comparison.standings]
    return [[terms.word("force"), *compared, *fixed, *worth], *rows]


def running_table(found: Compared) -> list[list[str]]:
    terms = found.lineup.terms
    heads = [terms.word("force"), terms.word("points-per-asset"), "assets", terms.word("score")]
    return [
        [*heads, terms.word("order")],
        *(
            [
                one.name,
                str(one.per_asset),
                _moved(one.assets_at_start, one.assets),
                _moved(one.score_at_start, one.score),
                place_now(one, terms),
            ]
            for one in found.running
        ),
    ]


def _standing(standing: Standing, terms: Terms) -> list[str]:
    counts = standing.side.counts
    numbers = [measure.of(counts) for measure in terms.compared]
    numbers += [counts.of(kind) for kind in terms.fixed]
    numbers += [standing.per_asset, standing.assets, standing.score]
    place = position_words(standing.position, terms)
    return [standing.name, *(f"{number:,}" for number in numbers), place]


def place_now(running: Running, terms: Terms) -> str:
    """`1: defense`, `2`."""
    if running.position is Position.OTHERS:
        return str(running.rank)
    return f"{running.rank}: {position_words(running.position, terms)}"


def _moved(before: int, now: int) -> str:
    return f"{before:,} to {now:,}" if before != now else f"{now:,}"


def show(found: Compared, screen: Screen) -> None:
    head, *rest = lines(found)
    show_answer(screen, [screen.paint(head, "head"), *rest], found.lineup.problems, verdict(found))


def lines(found: Compared) -> Iterator[str]:
    terms = found.lineup.terms
    yield from aligned(standings_table(found), last_left=True)
    yield ""
    yield f"{capital(terms.word('points-per-asset'))} step by step ({terms.reference}):"
    for standing in found.comparison.standings:
        yield from _working(standing, terms)
    yield ""
    if found.tie:
        yield from wrap_lines(roll_words(found.tie, terms))
        yield from _changes(found.tie, terms, "  ")
        yield ""
    if found.tied_lowest:
        score = found.comparison.of(found.tied_lowest[0]).score
        yield from wrap_lines(lowest_words(found.tied_lowest, score, terms))
        yield ""
    if found.running:
        yield from _running(found)
        yield ""


def _working(standing: Standing, terms: Terms) -> Iterator[str]:
    yield f"  {standing.name}"
    yield f"    {terms.start:>3}  to start with"
    for step in standing.adjustments:
        yield from wrap_lines(step_words(step), f"    {signed(step.points):>3}  ", " " * 9)
    told = f"{terms.word('points-per-asset')}, {sum_words(standing, terms)}"
    yield from wrap_lines(told, f"    {standing.per_asset:>3}  ", " " * 9)


def _changes(tie: Tie, terms: Terms, indent: str) -> Iterator[str]:
    for change in tie.changes:
        text = f"{change_words(change)}: {end_words(change, terms)}"
        yield from wrap_lines(text, indent, indent + "    ")
        if change.again and change.again.changes:
            yield from _changes(change.again, terms, indent + "    ")


def _running(found: Compared) -> Iterator[str]:
    happened = "; ".join(found.events)
    yield from wrap_lines(f"Since then {happened} ({found.lineup.terms.scoring_reference}):")
    yield from aligned(running_table(found), last_left=True)
    for sentence in open_words(found):
        yield from wrap_lines(sentence)


def markdown_lines(found: Compared) -> Iterator[str]:
    terms = found.lineup.terms
    yield from table_lines(standings_table(found), last_left=True)
    yield ""
    points = escape_markdown(capital(terms.word("points-per-asset")))
    yield f"{points} step by step ({escape_markdown(terms.reference)}):"
    yield ""
    for standing in found.comparison.standings:
        steps = [f"{signed(step.points)} {step_words(step)}" for step in standing.adjustments]
        worked = f"{', '.join([str(terms.start), *steps])}: {standing.per_asset} {sum_words(standing, terms)}"
        yield f"- **{escape_markdown(standing.name)}** {escape_markdown(worked)}"
    if found.tie:
        yield from ("", escape_markdown(roll_words(found.tie, terms)), "")
        yield from _markdown_changes(found.tie, terms)
    if found.tied_lowest:
        score = found.comparison.of(found.tied_lowest[0]).score
        yield from ("", escape_markdown(lowest_words(found.tied_lowest, score, terms)))
    if found.running:
        happened = "; ".join(found.events)
        yield from ("", escape_markdown(f"Since then {happened} ({terms.scoring_reference}):"), "")
        yield from table_lines(running_table(found), last_left=True)
        for sentence in open_words(found):
            yield from ("", escape_markdown(sentence))
    yield ""
    for problem in found.lineup.problems:
        yield from (f"**Warning:** {escape_markdown(problem)}", "")
    yield escape_markdown(verdict(found))


def _markdown_changes(tie: Tie, terms: Terms, indent: str = "") -> Iterator[str]:
    for change in tie.changes:
        yield f"{indent}- {escape_markdown(f'{change_words(change)}: {end_words(change, terms)}')}"
        if change.again:
            yield from _markdown_changes(change.again, terms, indent + "  ")


@dataclass(frozen=True)
class ComparedSide(NamedSide):
    """A side with its standing; `called` is the position in the edition's own words."""

    __json__: ClassVar = (
        *NamedSide.__json__,
        *("start", "adjustments", "per_asset", "assets", "score", "position", "called"),
    )

    start: int = 0
    adjustments: tuple[Adjustment, ...] = ()
    per_asset: int = 0
    assets: int = 0
    score: int = 0
    position: Position = Position.OTHERS
    called: str = ""


@dataclass(frozen=True)
class Compared:
    """What `brickyard compare` prints; `running` is empty if nothing has happened yet.

    In JSON the sides stand from the highest score down. `tie` is a tie for the highest position: those tied
    roll, and the winner has the `choices`; with `loser-chooses` a loser makes one of its own changes. The
    loser of a roll between `tied_lowest` has the lowest position.
    """

    __json__: ClassVar = (
        *("format", "edition", "game", "game_title", "sides", "choices", "tie", "tied_lowest"),
        *("events", "running"),
    )

    lineup: Lineup
    comparison: Comparison
    tie: Tie | None
    tied_lowest: tuple[str, ...]
    happened: tuple[Event, ...] = ()
    running: tuple[Running, ...] = ()
    # Goes up when a key goes away or changes its meaning, not when one is added.
    format: int = 2

    __repr__ = line_of

    def __str__(self) -> str:
        return str(self.comparison)

    def _repr_html_(self) -> str:
        return html_rows(self.game_title, self.sides, "name", "per_asset", "assets", "score", "called")

    @property
    def edition(self) -> Edition:
        return self.lineup.edition

    @property
    def game(self) -> Game:
        return self.lineup.game

    @property
    def game_title(self) -> str:
        return game_words(self.lineup)

    @property
    def choices(self) -> tuple[TieChoice, ...]:
        return self.lineup.terms.choices

    @property
    def sides(self) -> tuple[ComparedSide, ...]:
        named = {side.name: side for side in self.lineup.named}
        return tuple(self._side(named[one.name], one) for one in self.comparison.standings)

    def _side(self, named: NamedSide, standing: Standing) -> ComparedSide:
        return ComparedSide(
            named.side,
            named.path,
            named.problem,
            self.lineup.terms.start,
            standing.adjustments,
            standing.per_asset,
            standing.assets,
            standing.score,
            standing.position,
            position_words(standing.position, self.lineup.terms),
            verdict=named.verdict,
        )

    @property
    def events(self) -> list[str]:
        return [event_words(event) for event in self.happened]


def compare_all(arguments: Sequence[str], settings: JudgeSettings, happened: Sequence[str] = ()) -> Compared:
    lineup = read_sides(arguments, settings)
    comparison = compare(lineup.sides, lineup.terms)
    names = [one.name for one in comparison.standings]
    events = tuple(read_event(text, names, lineup.terms) for text in happened)
    running = running_scores(comparison, events, lineup.terms) if events else []
    return Compared(
        lineup,
        comparison,
        tie_for_highest(comparison, lineup.terms, lineup.games),
        tied_for_lowest(comparison),
        events,
        tuple(running),
    )
