"""A shopping list for the terminal: the lots, what is doubtful and why, and the counts last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath

from brickyard.parts.lines import Lot, PartsList, pieces_needed, pieces_of, pieces_to_buy
from brickyard.parts.overrides import HEADER, remedy
from brickyard.parts.prices import total
from brickyard.parts.shopping import Shopping, link
from brickyard.terminal import Screen, cut, wrapped
from catalog.shops.shop_numbers import Confidence
from ldraw_tools.findings import Finding, Severity, abridged, count_of, printable

_SHOWN = 40
_SHOWN_DOUBTFUL = 12
_SHOWN_FINDINGS = 20
_SHOWN_NOTES = 4
MOST_ALIKE = 8
"""Findings of one kind in one file, unless all are asked for."""


def show(shopping: Shopping, screen: Screen, everything: bool, written: Sequence[tuple[str, int]]) -> None:
    """`written` are the files and how many lots are in each; without any the lots are shown here."""
    screen.line(screen.paint(printable(f"Parts for {shopping.title}"), "bold"))
    screen.lines(wrapped(printable(shopping.sources_in_words), "  "))
    for words in shopping.options:
        screen.line(f"  {printable(words)}")
    if not written:
        screen.line()
        _show_lots(shopping, screen, everything)
    screen.lines(_doubtful(shopping, screen, everything))
    screen.lines(_changes(shopping, screen))
    _show_findings(shopping.parts.findings, screen, everything)
    screen.line()
    screen.lines(_counts(shopping))
    for name, lots in written:
        screen.line(printable(f"  wrote {name}: {count_of(lots, 'lot')}"))
    has_second_file = any("-uncertain" in PurePath(name).stem for name, _ in written)
    screen.lines(screen.paint(line, "bold") for line in wrapped(_verdict(shopping.parts, has_second_file)))


def _show_lots(shopping: Shopping, screen: Screen, everything: bool) -> None:
    lots = shopping.parts.to_buy
    shown = lots if everything else lots[:_SHOWN]
    screen.line(f"  {'BrickLink':12} {'colour':22} {'pieces':>6}   part")
    for lot in shown:
        check = " " if lot.confidence is Confidence.HIGH else "?"
        row = f"  {lot.number:12} {lot.colour_name:22} {lot.quantity:6,} {check} {lot.title}"
        screen.line(cut(printable(row)))
    if len(lots) > len(shown):
        screen.line(f"  … and {count_of(len(lots) - len(shown), 'lot')} more (--all shows them)")
    if any(lot.confidence is not Confidence.HIGH for lot in shown):
        screen.line("  ? number mostly right: look before you order")


def _doubtful(shopping: Shopping, screen: Screen, everything: bool) -> Iterator[str]:
    parts = shopping.parts
    groups = (("Uncertain", parts.uncertain, "look each up"), ("Not written", parts.not_written, ""))
    for title, all_lots, hint in groups:
        lots = [lot for lot in all_lots if lot.quantity]
        if not lots:
            continue
        yield ""
        yield screen.paint(f"{title}: {count_of(len(lots), 'lot')}{f', {hint}' if hint else ''}", "bold")
        for lot in lots if everything else lots[:_SHOWN_DOUBTFUL]:
            yield from _doubt(lot)
        if len(lots) > _SHOWN_DOUBTFUL and not everything:
            yield f"  … and {count_of(len(lots) - _SHOWN_DOUBTFUL, 'lot')} more (--all shows them)"
    if any(lot.quantity for lot in (*parts.uncertain, *parts.not_written)):
        yield ""
        yield from wrapped(
            f"Known better? Correct the last line of each, put it into a file that begins with {HEADER}, "
            "and name the file with --overrides; “-” for a number means: don't buy it.",
            "  ",
        )


def _doubt(lot: Lot) -> Iterator[str]:
    number = lot.number or "-"
    yield cut(printable(f"  {lot.quantity:,} × {number}, {lot.colour_name or 'no colour'}, {lot.title}"))
    for line in (lot.reason, *lot.notes):
        yield from wrapped(printable(line), "      ")
    # Not cut: it is there to be copied.
    yield f"      {link(lot)}"
    yield f"      {printable(remedy(lot))}"


def _changes(shopping: Shopping, screen: Screen) -> Iterator[str]:
    changes = shopping.changes
    if changes is None:
        return
    yield ""
    yield screen.paint("Since the earlier list", "bold")
    yield f"  new: {count_of(pieces_to_buy(changes.new), 'piece')} in {count_of(len(changes.new), 'lot')}"
    for lot in changes.new[:_SHOWN_DOUBTFUL]:
        yield cut(f"    + {lot.quantity:,} × {lot.number}, {lot.colour_name}, {lot.title}")
    gone = sum(one.quantity for one in changes.gone)
    yield f"  no longer needed: {count_of(gone, 'piece')} in {count_of(len(changes.gone), 'lot')}"
    for one in changes.gone[:_SHOWN_DOUBTFUL]:
        colour = "any colour" if one.colour is None else f"colour {one.colour}"
        still = f", {one.still:,} still are" if one.still else ""
        yield cut(printable(f"    − {one.quantity:,} × {one.number}, {colour}{still}"))


def _show_findings(findings: Sequence[Finding], screen: Screen, everything: bool) -> None:
    """Errors and warnings before notes, and only so many of either."""
    worse = [one for one in findings if one.severity > Severity.INFO]
    notes = [one for one in findings if one.severity is Severity.INFO]
    if findings:
        screen.line()
    few = [*abridged(worse, MOST_ALIKE)[:_SHOWN_FINDINGS], *notes[:_SHOWN_NOTES]]
    shown = findings if everything else few
    for finding in shown:
        word = str(finding.severity)
        text = printable(f"{finding.place}: {word}: {finding.message} ({finding.code})")
        first, *more = wrapped(text, later="  ")
        screen.line(first.replace(f": {word}: ", f": {screen.paint(word, word)}: ", 1))
        screen.lines(more)
        if finding.fix:
            screen.lines(wrapped(printable(finding.fix), "    "))
    if len(findings) > len(shown):
        screen.line(f"… and {count_of(len(findings) - len(shown), 'finding')} more (--all shows them)")


def _counts(shopping: Shopping) -> Iterator[str]:
    parts = shopping.parts
    owned, spare = sum(lot.owned for lot in parts.lots), sum(lot.spare for lot in parts.lots)
    written, sheets, uncertain, not_written = (
        [lot for lot in lots if lot.quantity] for _, lots in shopping.groups()
    )
    check = sum(lot.confidence is not Confidence.HIGH for lot in written)
    yield _count("Written", written, f"{len(written) - check:,} exact, {check:,} to check", owned)
    if sheets:
        stickers = count_of(pieces_of(sheets), "sticker")
        about = f"{count_of(pieces_to_buy(sheets), 'sheet')} for {stickers}"
        yield _count("Sheets", sheets, about, owned)
    if uncertain:
        yield _count("Uncertain", uncertain, "in a file of their own", owned)
    if not_written:
        yield _count("Not written", not_written, "no number, or not sold", owned)
    if owned or spare:
        both = [f"{owned:,} yours already"] * bool(owned) + [f"{spare:,} to spare"] * bool(spare)
        yield f"  To buy:      {count_of(pieces_to_buy(parts.to_buy), 'piece')} ({', '.join(both)})"
    yield from wrapped(_together(parts, owned), "  ")
    if shopping.prices.by_key:
        found = total(parts.to_buy, shopping.prices)
        amount = f"{found.amount:,.2f} {shopping.prices.currency}".strip()
        yield f"  Priced {found.priced:,} of {found.lots:,} lots: {amount}"
    tables = shopping.tables
    rebrickable = tables.rebrickable or "none"
    yield f"  Tables: LDraw {tables.ldraw}, colours {tables.colours}, Rebrickable {rebrickable}"
    if not tables.rebrickable and check:
        yield "  Rebrickable's would make numbers surer, and a list for Pick a Brick:"
        yield "  see brickyard catalog add rebrickable --help"


def _together(parts: PartsList, owned: int) -> str:
    held = f"all {count_of(parts.held, 'piece')} of the models"
    added = f" and {parts.added:,} more for assemblies bought in parts" if parts.added else ""
    together = parts.held + parts.added
    if not owned:
        return f"Together {together:,}: {held}{added}"
    sold = pieces_needed(parts.lots)
    as_sold = "" if sold == together else "; a sheet or a hose is one"
    return f"Together {sold:,}, {owned:,} of them yours: {held}{added}{as_sold}"


def _verdict(parts: PartsList, has_second_file: bool) -> str:
    """What is on the list that was made: not what is yours, and not what is doubtful."""
    owned, spare = sum(lot.owned for lot in parts.lots), sum(lot.spare for lot in parts.to_buy)
    # Owned ones are counted as they are sold: a sheet is one.
    count = _left if owned else pieces_of
    together = pieces_needed(parts.lots) if owned else parts.held + parts.added
    elsewhere = {
        f"uncertain{' (second file)' if has_second_file else ''}": count(parts.uncertain),
        "not written": count(parts.not_written),
    }
    on_it = together - owned - sum(elsewhere.values())
    rest = ", ".join(f"{number:,} {name}" for name, number in elsewhere.items() if number)
    rest = f"; {rest}." if rest else "."
    more = f", and {spare:,} more to spare" if spare else ""
    all_pieces, are = (f"All {together:,} pieces", "are") if together > 1 else ("The one piece", "is")
    if owned == together:
        return (
            f"{all_pieces} {are} yours already: nothing to buy{f' but {spare:,} to spare' if spare else ''}."
        )
    if owned:
        said = f"{owned:,} of {together:,} pieces are yours already"
        verb = "is" if on_it == 1 else "are"
        return f"{said}; {count_of(on_it, 'piece')} {verb} on the list{more}{rest}"
    if on_it == together:
        return f"{all_pieces} {are} on the list{more}."
    return f"{on_it:,} of {count_of(together, 'piece')} are on the list{more}{rest}"


def _left(lots: Iterable[Lot]) -> int:
    return sum(lot.needed - lot.owned for lot in lots)


def _count(name: str, lots: Sequence[Lot], about: str, owned: int) -> str:
    pieces = _left(lots) if owned else pieces_of(lots)
    return f"  {name + ':':12} {count_of(len(lots), 'lot')}, {count_of(pieces, 'piece')} ({about})"
