"""A parts list for the terminal: the lots, what is doubtful and why, findings, and the counts last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath

from brickyard.answer_text import left_out
from brickyard.parts.budget import budget_lines
from brickyard.parts.lots import Lot, LotGroup, PartsList, pieces_needed, pieces_of, pieces_to_buy, total_of
from brickyard.parts.user_numbers import OVERRIDES_HEADER, remedy
from brickyard.terminal import Screen, cut, wrap_lines
from catalog.colours import rgb_of
from catalog.shops.shop_numbers import Confidence
from ldraw_tools.findings import Finding, Severity, abridge, count_of, printable
from ldraw_tools.model_findings import MISSING_SUBMODEL

_SHOWN = 40
_SHOWN_DOUBTFUL = 12
_SHOWN_FINDINGS = 20
_SHOWN_NOTES = 4
_MOST_ALIKE = 8
"""Findings of one kind in one file, unless all are asked for."""


def show_list(parts: PartsList, screen: Screen, everything: bool) -> None:
    """The lots only if no file was written."""
    screen.line(screen.paint(printable(f"Parts for {parts.title}"), "bold"))
    screen.lines(wrap_lines(printable(", ".join(str(source) for source in parts.sources)), "  "))
    for words in parts.options:
        screen.line(f"  {printable(words)}")
    if not parts.files:
        screen.line()
        screen.lines(_lots(parts, screen, everything))
    screen.lines(_never_made(parts, screen, everything))
    screen.lines(_doubtful(parts, screen, everything))
    screen.lines(_changes(parts, screen))
    screen.lines(_budget(parts, screen))
    if parts.findings:
        screen.line()
        show_findings(parts.findings, screen, everything)
    screen.line()
    screen.lines(_counts(parts))
    for file in parts.files:
        screen.line(printable(f"  wrote {file.name}: {count_of(file.lots, 'lot')}"))
    has_second_file = any("-uncertain" in PurePath(file.name).stem for file in parts.files)
    screen.lines(screen.paint(line, "bold") for line in wrap_lines(_verdict(parts, has_second_file)))


def show_findings(
    findings: Sequence[Finding], screen: Screen, everything: bool, least: Severity = Severity.INFO
) -> None:
    """Errors and warnings before notes, and only some of either."""
    findings = [one for one in findings if one.severity >= least]
    worse = [one for one in findings if one.severity > Severity.INFO]
    notes = [one for one in findings if one.severity is Severity.INFO]
    few = [*abridge(worse, _MOST_ALIKE)[:_SHOWN_FINDINGS], *notes[:_SHOWN_NOTES]]
    shown = [*worse, *notes] if everything else few
    for finding in shown:
        screen.finding(finding)
    screen.lines(left_out(len(findings) - len(shown), "finding", ""))


def _lots(parts: PartsList, screen: Screen, everything: bool) -> Iterator[str]:
    """The doubtful ones last, and marked."""
    lots = sorted(parts.to_buy, key=_mark)
    shown = lots if everything else lots[:_SHOWN]
    paint = screen.paint
    # A square in its colour takes two columns.
    indent, width = ("    ", paint.width - 2) if paint.in_colour else ("  ", paint.width)
    numbers = max((len(lot.number) for lot in shown), default=0)
    numbers = max(9, min(numbers, 12))
    colours = min(max((len(lot.colour_name) for lot in shown), default=0), 22, max(12, width // 5))
    head = f"{'BrickLink':{numbers}} {'colour':{colours}} {'pieces':>6}   part"
    yield indent + paint(head.ljust(width - 2), "head").rstrip()
    for lot in shown:
        mark = _mark(lot)
        colour = cut(lot.colour_name, colours)
        row = f"{lot.number:{numbers}} {colour:{colours}} {lot.quantity:6,} {mark} {lot.title}"
        choice = printable(f" ({lot.choice})") if lot.instead else ""
        # Where both don't fit, what can be had instead goes to a line of its own.
        room = width - len(choice) if len(choice) < width // 3 else width
        said = [cut(printable(row), room - 2) + (choice if room < width else "")]
        said += wrap_lines(choice, " " * (numbers + colours + 11)) if choice and room == width else []
        square = paint.swatch(rgb_of(lot.swatch[0])) if lot.swatch else indent[2:]
        starts = [f"  {square}", *(indent for _ in said)]
        for start, line in zip(starts, said, strict=False):
            yield start + (paint(line, "warning") if mark != " " else line)
    yield from left_out(len(lots) - len(shown), "lot")
    if any(lot.confidence is not Confidence.EXACT for lot in shown):
        yield "  ? probable match: check before ordering"
    if any(lot.never_made for lot in shown):
        yield "  ! not known in this colour: see below"


def _mark(lot: Lot) -> str:
    """Nothing where all is certain; sorts such lots first."""
    return "!" if lot.never_made else " " if lot.confidence is Confidence.EXACT else "?"


def _never_made(parts: PartsList, screen: Screen, everything: bool) -> Iterator[str]:
    lots = [lot for lot in (*parts.written, *parts.uncertain) if lot.quantity and lot.never_made]
    if not lots:
        return
    yield ""
    title = f"Not known in that colour, as of {parts.tables.rebrickable}: {count_of(len(lots), 'lot')}"
    yield screen.paint(title, "bold")
    shown = lots if everything else lots[:_SHOWN_DOUBTFUL]
    for lot in shown:
        assert lot.never_made is not None
        yield cut(printable(f"  {lot.quantity:,} × {lot.number}, {lot.colour_name}, {lot.title}"))
        yield from wrap_lines(printable(lot.never_made.way_out), "      ")
    yield from left_out(len(lots) - len(shown), "lot")
    yield "  --recolour nearest puts the nearest colours on the list."


def _doubtful(parts: PartsList, screen: Screen, everything: bool) -> Iterator[str]:
    groups = (("Uncertain", parts.uncertain, ", check each one"), ("Not written", parts.not_written, ""))
    for title, all_lots, hint in groups:
        lots = [lot for lot in all_lots if lot.quantity]
        if not lots:
            continue
        yield ""
        yield screen.paint(f"{title}: {count_of(len(lots), 'lot')}{hint}", "bold")
        shown = lots if everything else lots[:_SHOWN_DOUBTFUL]
        for lot in shown:
            yield from _doubt(lot)
        yield from left_out(len(lots) - len(shown), "lot")
    if any(lot.quantity for lot in (*parts.uncertain, *parts.not_written)):
        yield ""
        yield from wrap_lines(
            "If you know the right number, correct the last line of the lot, put it into a file that begins "
            f"with {OVERRIDES_HEADER}, and name that file with --overrides; “-” as a number means: don't "
            "buy it.",
            "  ",
        )


def _doubt(lot: Lot) -> Iterator[str]:
    number = lot.number or "-"
    yield cut(printable(f"  {lot.quantity:,} × {number}, {lot.colour_name or 'no colour'}, {lot.title}"))
    for line in (lot.reason, *(f"or {one}" for one in lot.instead), *lot.notes):
        yield from wrap_lines(printable(line), "      ")
    # Not cut: it is there to be copied.
    yield f"      {lot.link}"
    yield f"      {printable(remedy(lot))}"


def _changes(parts: PartsList, screen: Screen) -> Iterator[str]:
    changes = parts.changes
    if changes is None:
        return
    yield ""
    yield screen.paint("Since the earlier list", "bold")
    yield f"  new: {count_of(pieces_to_buy(changes.new), 'piece')} in {count_of(len(changes.new), 'lot')}"
    for lot in changes.new[:_SHOWN_DOUBTFUL]:
        yield cut(printable(f"    + {lot.quantity:,} × {lot.number}, {lot.colour_name}, {lot.title}"))
    gone = changes.no_longer_needed
    pieces = sum(one.quantity for one in gone)
    yield f"  no longer needed: {count_of(pieces, 'piece')} in {count_of(len(gone), 'lot')}"
    for one in gone[:_SHOWN_DOUBTFUL]:
        colour = "any colour" if one.colour is None else f"colour {one.colour}"
        still = f", {one.still:,} still needed" if one.still else ""
        yield cut(printable(f"    − {one.quantity:,} × {one.number}, {colour}{still}"))


def _budget(parts: PartsList, screen: Screen) -> Iterator[str]:
    if parts.budget is None:
        return
    yield ""
    yield screen.paint("What it costs by your prices, if you own nothing", "bold")
    for line in budget_lines(parts.budget, parts.currency):
        yield cut(printable(line))


def _counts(parts: PartsList) -> Iterator[str]:
    owned, spare = sum(lot.owned for lot in parts.lots), sum(lot.spare for lot in parts.lots)
    written, sheets, uncertain, not_written = (
        [lot for lot in parts.of(group) if lot.quantity] for group in LotGroup
    )
    check = sum(lot.confidence is not Confidence.EXACT for lot in written)
    yield _count("Written", written, f"{len(written) - check:,} exact, {check:,} probable", owned)
    if sheets:
        stickers = count_of(pieces_of(sheets), "sticker")
        about = f"{count_of(pieces_to_buy(sheets), 'sheet')} for {stickers}"
        yield _count("Sheets", sheets, about, owned)
    if uncertain:
        yield _count("Uncertain", uncertain, "in a separate file", owned)
    if not_written:
        yield _count("Not written", not_written, "no number known, or not sold", owned)
    if owned or spare:
        both = [f"{owned:,} owned"] * bool(owned) + [f"{spare:,} spare"] * bool(spare)
        yield f"  To buy:      {count_of(pieces_to_buy(parts.to_buy), 'piece')} ({', '.join(both)})"
    yield from wrap_lines(_total(parts, owned), "  ")
    if parts.is_priced:
        total = total_of(parts.to_buy)
        amount = f"{total.price:,.2f} {parts.currency}".strip()
        yield f"  Priced {total.priced_lots:,} of {total.lots:,} lots: {amount}"
    tables = parts.tables
    yield f"  Tables: LDraw {tables.ldraw}, colours {tables.colours}, Rebrickable {tables.rebrickable}"


def _count(name: str, lots: Sequence[Lot], about: str, owned: int) -> str:
    pieces = _left(lots) if owned else pieces_of(lots)
    return f"  {name + ':':12} {count_of(len(lots), 'lot')}, {count_of(pieces, 'piece')} ({about})"


def _total(parts: PartsList, owned: int) -> str:
    """What the counts above add up to, and why that isn't what the models hold."""
    pieces = pieces_needed(parts.lots) if owned else parts.sold
    total = f"Total: {count_of(pieces, 'piece')}"
    if owned:
        total += f", {owned:,} of them owned"
    if _lacks_submodels(parts):
        return f"{total}; what missing submodels hold is not counted" + _as_sold(parts, owned)
    if not parts.added and not parts.joined:
        return f"{total}, nothing left out" + _as_sold(parts, owned)
    more = f"{parts.held:,} in the models"
    if parts.added:
        more += f" and {parts.added:,} more for assemblies bought in parts"
    if parts.joined:
        more += f", {parts.joined:,} fewer because pieces that sit together are sold as one"
    return f"{total}: {more}" + _as_sold(parts, owned)


def _lacks_submodels(parts: PartsList) -> bool:
    return any(finding.code == MISSING_SUBMODEL.code for finding in parts.findings)


def _as_sold(parts: PartsList, owned: int) -> str:
    differs = owned and pieces_needed(parts.lots) != parts.sold
    return "; a sheet of stickers or a hose counts as one piece" if differs else ""


def _verdict(parts: PartsList, has_second_file: bool) -> str:
    """About the list that was made: not what is owned, and not what is doubtful."""
    owned, spare = sum(lot.owned for lot in parts.lots), sum(lot.spare for lot in parts.to_buy)
    # Owned ones are counted as they are sold: a sheet is one.
    count = _left if owned else pieces_of
    total = pieces_needed(parts.lots) if owned else parts.sold
    elsewhere = {
        f"uncertain{' (second file)' if has_second_file else ''}": count(parts.uncertain),
        "not written": count(parts.not_written),
    }
    on_it = total - owned - sum(elsewhere.values())
    rest = ", ".join(f"{number:,} {name}" for name, number in elsewhere.items() if number)
    rest = f"; {rest}." if rest else "."
    if _lacks_submodels(parts):
        rest = f", without those of missing submodels{rest}"
    more = f", plus {spare:,} spare" if spare else ""
    all_pieces, are = (f"All {total:,} pieces", "are") if total > 1 else ("The one piece", "is")
    if owned == total:
        everything = f"all {total:,} pieces" if total > 1 else "the one piece"
        return f"You own {everything}: nothing to buy{f' but {spare:,} spare' if spare else ''}."
    if owned:
        verb = "is" if on_it == 1 else "are"
        said = f"You own {owned:,} of {total:,} pieces"
        return f"{said}; {count_of(on_it, 'piece')} {verb} on the list{more}{rest}"
    if on_it == total:
        return f"{all_pieces} {are} on the list{more}{rest}"
    if total == 1:
        return f"{all_pieces} {are} not on the list{more}{rest}"
    return f"{on_it:,} of {total:,} pieces are on the list{more}{rest}"


def _left(lots: Iterable[Lot]) -> int:
    return sum(lot.needed - lot.owned for lot in lots)
