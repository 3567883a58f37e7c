"""A shopping list for the terminal: the lots, what is doubtful and why, and the counts last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from brickyard.parts.lines import Confidence, Lot, pieces_of, pieces_to_buy
from brickyard.parts.overrides import HEADER, remedy
from brickyard.parts.prices import total
from brickyard.parts.shopping import Shopping, link
from brickyard.terminal import Screen, cut, wrapped
from ldraw_tools.diagnostics import Diagnostic, Severity, count_of, printable

_SHOWN = 40
_SHOWN_DOUBTFUL = 12
_SHOWN_FINDINGS = 20
_SHOWN_NOTES = 4


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
    screen.line(screen.paint(_verdict(shopping), "bold"))


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
    for title, lots, hint in groups:
        if not lots:
            continue
        yield ""
        yield screen.paint(f"{title}: {count_of(len(lots), 'lot')}{f', {hint}' if hint else ''}", "bold")
        for lot in lots if everything else lots[:_SHOWN_DOUBTFUL]:
            yield from _doubt(lot)
        if len(lots) > _SHOWN_DOUBTFUL and not everything:
            yield f"  … and {count_of(len(lots) - _SHOWN_DOUBTFUL, 'lot')} more (--all shows them)"
    if parts.uncertain or parts.not_written:
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


def _show_findings(findings: Sequence[Diagnostic], screen: Screen, everything: bool) -> None:
    """Errors and warnings before notes, and only so many of either."""
    worse = [one for one in findings if one.severity > Severity.INFO]
    notes = [one for one in findings if one.severity is Severity.INFO]
    if findings:
        screen.line()
    shown = findings if everything else [*worse[:_SHOWN_FINDINGS], *notes[:_SHOWN_NOTES]]
    for finding in shown:
        word = str(finding.severity)
        line = cut(printable(f"{finding.place}: {word}: {finding.message} ({finding.code})"))
        screen.line(line.replace(f": {word}: ", f": {screen.paint(word, word)}: ", 1))
        if finding.fix:
            screen.lines(wrapped(printable(finding.fix), "    "))
    if len(findings) > len(shown):
        screen.line(f"… and {count_of(len(findings) - len(shown), 'finding')} more (--all shows them)")


def _counts(shopping: Shopping) -> Iterator[str]:
    parts = shopping.parts
    exact = [lot for lot in parts.written if lot.confidence is Confidence.HIGH]
    check = len(parts.written) - len(exact)
    yield _count("Written", parts.written, f"{len(exact):,} exact, {check:,} to check")
    if parts.sheets:
        sheets = count_of(pieces_to_buy(parts.sheets), "sheet")
        yield _count("Sheets", parts.sheets, f"{sheets} for {count_of(pieces_of(parts.sheets), 'sticker')}")
    if parts.uncertain:
        yield _count("Uncertain", parts.uncertain, "in a file of their own")
    if parts.not_written:
        yield _count("Not written", parts.not_written, "no number, or not sold")
    owned = sum(lot.owned for _, lots in shopping.groups() for lot in lots)
    spare = sum(lot.spare for _, lots in shopping.groups() for lot in lots)
    if owned or spare:
        both = [f"{owned:,} yours already"] * bool(owned) + [f"{spare:,} to spare"] * bool(spare)
        yield f"  To buy:      {count_of(pieces_to_buy(parts.to_buy), 'piece')} ({', '.join(both)})"
    added = f" and {parts.added:,} more for assemblies bought in parts" if parts.added else ""
    yield f"  Together {parts.held + parts.added:,}: all {count_of(parts.held, 'piece')} of the models{added}"
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


def _verdict(shopping: Shopping) -> str:
    parts = shopping.parts
    missing = {
        "uncertain": pieces_of(parts.uncertain),
        "not written": pieces_of(parts.not_written),
    }
    all_pieces = count_of(parts.held + parts.added, "piece")
    if not any(missing.values()):
        return f"All {all_pieces} are on the list." if parts.held > 1 else "The one piece is on the list."
    on_it = parts.held + parts.added - sum(missing.values())
    rest = ", ".join(f"{count:,} {name}" for name, count in missing.items() if count)
    return f"{on_it:,} of {all_pieces} are on the list; {rest}."


def _count(name: str, lots: tuple[Lot, ...], about: str) -> str:
    pieces = f"{count_of(len(lots), 'lot')}, {count_of(pieces_of(lots), 'piece')}"
    return f"  {name + ':':12} {pieces} ({about})"
