"""A parts draft: bricks poured together, sorted into piles, and shared out turn by turn."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from pathlib import Path
from typing import ClassVar, NamedTuple

from brickyard.answer_text import left_out
from brickyard.parts.lots import FORMAT, PART
from brickyard.parts.owned_list import OwnedList, OwnedLot, owned_csv, owned_list
from brickyard.terminal import cut
from ldraw_tools.findings import BrickyardError, Finding, count_of, printable
from ldraw_tools.names import hint, shown
from ldraw_tools.notebooks import line_of
from ldraw_tools.writing import write_outputs
from validators.reporters.text import TextPaint

_MOST_PLAYERS = 20
_SHOWN = 40

Pile = tuple[str, int | None]
"""A part and its colour, in BrickLink's numbers."""


class Pick(NamedTuple):
    """One turn: who takes which pile, and how many of it they wanted."""

    turn: int
    player: str
    lot: OwnedLot
    wanted: int


class DraftShare(NamedTuple):
    """What a player has in the end; `wanted` are all pieces of their wish list, `got` those they have."""

    player: str
    piles: int
    pieces: int
    wanted: int
    got: int


@dataclass(frozen=True, slots=True)
class PartsDraft:
    """`players` in the order of their turns; `left_out` are lots that nobody knows the part of."""

    __json__: ClassVar = ("format", "players", "piles", "pieces", "picks", "shares", "left_out", "findings")

    players: tuple[str, ...]
    picks: tuple[Pick, ...]
    shares: tuple[DraftShare, ...]
    left_out: int = 0
    findings: tuple[Finding, ...] = ()
    format: int = FORMAT
    written: tuple[Path, ...] = ()
    """The shares as files, in the order of the players."""

    __repr__ = line_of

    @property
    def piles(self) -> int:
        return len(self.picks)

    @property
    def pieces(self) -> int:
        return sum(pick.lot.quantity for pick in self.picks)

    def list_of(self, player: str) -> bytes:
        """A player's share as a list that `--owned` reads."""
        lots = sorted((pick.lot for pick in self.picks if pick.player == player), key=lambda lot: lot.number)
        return owned_csv(OwnedList((), tuple(lots)))


def draft_parts(
    lists: Sequence[Path],
    players: Sequence[str],
    *,
    wishes: Sequence[str] = (),
    copies: int = 1,
    seed: int | None = None,
    overrides: Path | None = None,
    sets: Sequence[Path] = (),
) -> PartsDraft:
    """Each takes the pile that has most of what they still want, else the largest.

    The turns are in the order of the names, or in one that the seed decides.
    """
    _check_names(players)
    poured = owned_list(lists, overrides=overrides, sets=sets)
    wanted, told = _wanted(wishes, players, overrides, sets)
    lots = [lot for lot in poured.lots if lot.is_understood and lot.type == PART]
    piles = [replace(lot, quantity=lot.quantity * copies) for lot in lots]
    piles.sort(key=lambda lot: (-lot.quantity, lot.number, lot.colour or 0))
    order = list(players)
    if seed is not None:
        random.Random(seed).shuffle(order)  # noqa: S311
    hoped = {player: sum(wanted[player].values()) for player in order}
    picks = tuple(_picks(piles, order, wanted))
    shares = tuple(_share(player, picks, hoped[player]) for player in order)
    findings = (*poured.findings, *told)
    return PartsDraft(tuple(order), picks, shares, len(poured.lots) - len(lots), findings)


def write_shares(draft: PartsDraft, folder: Path, *, force: bool = False) -> PartsDraft:
    """Each player's share as a list in the folder: all of them or none."""
    from brickyard.facts.judged_designs import slug_of

    slugs: list[str] = []
    for name in draft.players:
        slugs.append(slug_of(name, slugs))
    shares = zip(slugs, draft.players, strict=True)
    files = {folder / f"{slug}.csv": draft.list_of(name) for slug, name in shares}
    write_outputs(files, force=force)
    return replace(draft, written=tuple(files))


def _check_names(players: Sequence[str]) -> None:
    if not 2 <= len(players) <= _MOST_PLAYERS:
        raise BrickyardError(f"--player: name 2 to {_MOST_PLAYERS} players, each with --player NAME")
    if len({player.casefold() for player in players}) < len(players):
        raise BrickyardError("--player: two players have the same name")


def _wanted(
    wishes: Sequence[str], players: Sequence[str], overrides: Path | None, sets: Sequence[Path]
) -> tuple[dict[str, dict[Pile, int]], list[Finding]]:
    """What each player still wants, from lists named as NAME=FILE."""
    wanted: dict[str, dict[Pile, int]] = {player: {} for player in players}
    told: list[Finding] = []
    for wish in wishes:
        name, _, file = wish.partition("=")
        if name not in wanted or not file:
            way_out = hint(name, players) if file else "Write --wants NAME=FILE."
            raise BrickyardError(f"--wants {shown(wish)}: no player is called “{shown(name)}”. {way_out}")
        found = owned_list([Path(file)], overrides=overrides, sets=sets)
        told += found.findings
        for lot in found.lots:
            pile = _pile(lot)
            wanted[name][pile] = wanted[name].get(pile, 0) + lot.quantity
    return wanted, told


def _pile(lot: OwnedLot) -> Pile:
    return lot.number.lower(), lot.colour


def _picks(
    piles: list[OwnedLot], order: Sequence[str], wanted: Mapping[str, dict[Pile, int]]
) -> Iterator[Pick]:
    of_pile: dict[Pile, list[int]] = {}
    for index, lot in enumerate(piles):
        of_pile.setdefault(_pile(lot), []).append(index)

    def got(player: str, index: int) -> int:
        return min(piles[index].quantity, wanted[player].get(_pile(piles[index]), 0))

    # For each player the piles they want: most wanted pieces first, then the larger pile.
    hoped = {
        player: [(-got(player, index), index) for pile in wanted[player] for index in of_pile.get(pile, ())]
        for player in order
    }
    for some in hoped.values():
        heapify(some)
    taken = [False] * len(piles)
    largest = 0
    for turn in range(len(piles)):
        player = order[turn % len(order)]
        some = hoped[player]
        # What was written down shrinks when a player takes another pile of the same part and colour.
        while some and (taken[some[0][1]] or -some[0][0] != got(player, some[0][1])):
            _, index = heappop(some)
            if not taken[index]:
                heappush(some, (-got(player, index), index))
        while taken[largest]:
            largest += 1
        best = some[0][1] if some and some[0][0] else largest
        count = got(player, best)
        if count:
            wanted[player][_pile(piles[best])] -= count
        taken[best] = True
        yield Pick(turn + 1, player, piles[best], count)


def _share(player: str, picks: Sequence[Pick], wanted: int) -> DraftShare:
    own = [pick for pick in picks if pick.player == player]
    pieces = sum(pick.lot.quantity for pick in own)
    return DraftShare(player, len(own), pieces, wanted, sum(pick.wanted for pick in own))


def draft_lines(draft: PartsDraft, paint: TextPaint, everything: bool = False) -> Iterator[str]:
    yield f"{count_of(draft.piles, 'pile')} of {count_of(draft.pieces, 'piece')}, in turns: " + printable(
        ", ".join(draft.players)
    )
    yield ""
    shown_picks = draft.picks if everything else draft.picks[:_SHOWN]
    longest = max((len(player) for player in draft.players), default=0)
    for pick in shown_picks:
        lot = pick.lot
        wanted = f" ({pick.wanted:,} wanted)" if pick.wanted else ""
        pile = f"{lot.quantity:,} × {lot.number} {lot.colour_name}{wanted}  {lot.title}"
        yield cut(printable(f"  {pick.turn:4}  {pick.player:{longest}}  {pile}"), paint.width).rstrip()
    yield from left_out(len(draft.picks) - len(shown_picks), "turn")
    if draft.left_out:
        aside = count_of(draft.left_out, "lot")
        yield f"  {aside} left out: not a part, or not known which (see brickyard owned)"
    yield ""
    for share in draft.shares:
        got = f"; {share.got:,} of {share.wanted:,} wanted pieces" if share.wanted else ""
        piles = count_of(share.piles, "pile")
        yield paint(f"{printable(share.player)}: {piles}, {count_of(share.pieces, 'piece')}{got}", "bold")
