"""An inspection as text for people: what it is, how large, what it is made of, what is odd."""

from __future__ import annotations

from collections import Counter

from brickyard.answer_text import left_out
from brickyard.inspection import HEAPS_SHOWN, TOP, BoxFit, Inspection, Length, ModelSize, SubmodelLine
from brickyard.tags_text import show_lines
from brickyard.terminal import Screen, columns, cut
from ldraw_tools.findings import Finding, Severity, count_of, printable
from ldraw_tools.units import short, with_unit

_MOST_PARTS = 15
_MOST_SUBMODELS = 25
_MOST_NOTES = 8


def show(inspection: Inspection, screen: Screen, everything: bool) -> None:
    _show_head(inspection, screen)
    if inspection.fit:
        _show_fit(inspection.fit, screen)
    _show_tree(inspection, screen, everything)
    _show_heaps(inspection, screen, everything)
    _show_parts(inspection, screen, everything)
    if inspection.lines:
        screen.line()
        show_lines(inspection.lines, screen)
    _show_findings(inspection, screen, everything)
    screen.line()
    screen.line(_verdict(inspection.findings, screen))


def _show_head(inspection: Inspection, screen: Screen) -> None:
    name = printable(inspection.file)
    if inspection.submodel:
        name += f" · {printable(inspection.submodel)}"
    screen.line(screen.paint(name, "bold"))
    about = printable(" ".join(inspection.title.split()))
    if inspection.author:
        about += f" (by {printable(inspection.author)})" if about else printable(inspection.author)
    if about:
        screen.line(f"  {cut(about, screen.paint.width - 2)}")
    screen.line()
    screen.line(f"  Parts   {_parts_line(inspection)}")
    if inspection.sold_otherwise:
        screen.line(
            "          brickyard parts may count more or fewer: it counts assemblies as shops sell them"
        )
    if inspection.size is None:
        screen.line("  Size    nothing to measure")
        return
    for label, text in zip(("Size", "", ""), _size_lines(inspection.size), strict=False):
        screen.line(f"  {label:7} {text}")


def _parts_line(inspection: Inspection) -> str:
    colours = len({part.colour for part in inspection.parts})
    text = f"{count_of(inspection.pieces, 'piece')} in {count_of(inspection.lots, 'lot')}"
    if inspection.lots:
        text += f", {count_of(colours, 'colour')}"
    if inspection.steps > 1:
        text += f", {inspection.steps} steps"
    return text


def _size_lines(size: ModelSize) -> list[str]:
    sides = f"{short(size.width.studs)} × {short(size.depth.studs)} studs on the table"
    lines = [f"{sides}, {_height(size.height)} high"]
    if size.height.ldu != size.height_without_top_studs.ldu:
        lines.append(f"{_height(size.height_without_top_studs)} high without the studs on top")
    exact = " × ".join(short(side.millimetres, 1) for side in (size.width, size.depth, size.height))
    lines.append(f"{exact} mm")
    if not size.complete:
        unknown = count_of(len(size.unmeasured), "part")
        lines[0] = f"at least {lines[0]} (the size of {unknown} is not known)"
    return lines


def _height(value: Length) -> str:
    return f"{with_unit(value.bricks, 'brick')} ({with_unit(value.plates, 'plate')})"


def _show_fit(fit: BoxFit, screen: Screen) -> None:
    box = f"{short(fit.allowed_studs[0])} × {short(fit.allowed_studs[1])} studs"
    if fit.allowed_bricks is not None:
        box += f" × {short(fit.allowed_bricks)} bricks"
    turned = f", turned by {short(fit.turned_by_degrees, 1)}°" if fit.turned_by_degrees else ""
    needs = f"{short(fit.needs_width.studs)} × {short(fit.needs_depth.studs)} studs{turned}"
    if fit.allowed_bricks is not None:
        needs += f", {short(fit.needs_height.bricks)} bricks high without the studs on top"
    verdict = screen.paint("fits", "good") if fit.fits else screen.paint("does not fit", "error")
    screen.line(f"  Box     {verdict} {box}")
    screen.line(f"          it needs {needs}")
    for item in fit.sticks_out:
        inside = f" in {printable(' > '.join(item.submodels))}" if item.submodels else ""
        place = f"{printable(item.file)}:{item.line}"
        how_far = f"{short(item.by.plates)} plates" if item.where == TOP else f"{short(item.by.studs)} studs"
        by = f"{how_far} ({short(item.by.millimetres, 1)} mm)"
        screen.line(f"          {item.where}: {printable(item.part)} sticks out by {by}{inside} ({place})")


def _show_tree(inspection: Inspection, screen: Screen, everything: bool) -> None:
    if len(inspection.submodels) < 2:
        return
    screen.line()
    screen.line(screen.paint("Submodels", "bold"))
    by_name = {line.name: line for line in inspection.submodels}
    rows: list[tuple[str, str]] = []
    _walk(inspection.submodels[0], by_name, rows)
    most = len(rows) if everything else _MOST_SUBMODELS
    notes = max(len(note) for _, note in rows[:most])
    room = min(max(columns(label) for label, _ in rows[:most]), screen.paint.width - notes - 2)
    for label, note in rows[:most]:
        label = cut(label, room)
        screen.line(f"{label}{' ' * (room - columns(label))}  {note:>{notes}}")
    if len(rows) > most:
        screen.line(f"  … and {len(rows) - most:,} more (--all shows them)")


def _show_heaps(inspection: Inspection, screen: Screen, everything: bool) -> None:
    """A workbench: which of the things on it can be chosen."""
    if not inspection.heaps:
        return
    screen.line()
    screen.line(
        screen.paint("Heaps", "bold") + '  parts that lie together; choose one with --submodel "heap 1"'
    )
    shown = inspection.heaps if everything else inspection.heaps[:HEAPS_SHOWN]
    for heap in shown:
        size = f"{short(heap.width.studs)} × {short(heap.depth.studs)} studs, {_height(heap.height)} high"
        name = f"  {printable(heap.submodel)}" if heap.submodel else ""
        screen.line(
            cut(f"  {heap.name:9} {count_of(heap.pieces, 'piece'):>12}  {size}{name}", screen.paint.width)
        )
    left = (inspection.heap_count or 0) - len(shown)
    if left > 0:
        more = "" if everything else " (--all shows them)"
        screen.line(f"  … and {left:,} more{more}")


def _walk(root: SubmodelLine, by_name: dict[str, SubmodelLine], rows: list[tuple[str, str]]) -> None:
    """Each submodel is opened where it first appears; later it is only named."""
    opened: set[str] = set()
    pending: list[tuple[str, int, int]] = [(root.name, 1, 0)]
    while pending:
        name, times, depth = pending.pop()
        line = by_name[name]
        again = name in opened
        opened.add(name)
        indent = "  " * min(depth, 20)
        often = f"{times:,} × " if times > 1 else ""
        note = "as above" if again else count_of(line.parts, "piece")
        rows.append((f"  {indent}{often}{printable(name)}", note))
        if not again:
            pending.extend((child, n, depth + 1) for child, n in reversed(line.submodels))


def _show_parts(inspection: Inspection, screen: Screen, everything: bool) -> None:
    if not inspection.parts:
        return
    screen.line()
    screen.line(screen.paint("Parts", "bold"))
    rows = sorted(inspection.parts, key=lambda p: (-p.count, p.part, p.colour))
    most = len(rows) if everything else _MOST_PARTS
    shown = [
        (printable(part.part), printable(" ".join(part.title.split()) or part.kind), part)
        for part in rows[:most]
    ]
    numbers = min(max(len(number) for number, _, _ in shown), 16)
    colours = min(max(len(printable(part.colour_name)) for part in rows[:most]), 26)
    # Titles take what is left; in a narrow window names of colours are cut, too.
    colours = min(colours, max(12, (screen.paint.width - numbers - 13) // 3))
    titles = min(max(len(title) for _, title, _ in shown), screen.paint.width - numbers - colours - 13)
    for number, title, part in shown:
        label = f"{part.count:>8,}  {cut(number, numbers):{numbers}} {cut(title, titles):{titles}}"
        screen.line(f"{label}  {cut(printable(part.colour_name), colours)}".rstrip())
    screen.lines(left_out(len(rows) - most, "lot", " " * 10))


def _show_findings(inspection: Inspection, screen: Screen, everything: bool) -> None:
    if not inspection.findings:
        return
    screen.line()
    screen.line(screen.paint("Findings", "bold"))
    shown: Counter[Severity] = Counter()
    for finding in sorted(inspection.findings, key=lambda finding: finding.severity, reverse=True):
        shown[finding.severity] += 1
        is_error = finding.severity is Severity.ERROR
        if everything or is_error or shown[finding.severity] <= _MOST_NOTES:
            screen.finding(finding, "  ")
    hidden = sum(max(0, shown[severity] - _MOST_NOTES) for severity in (Severity.WARNING, Severity.INFO))
    if hidden and not everything:
        screen.line(f"  … and {hidden:,} more (--all shows them)")


def _verdict(findings: tuple[Finding, ...], screen: Screen) -> str:
    counts = Counter(finding.severity for finding in findings)
    if not counts:
        return "Read without a finding."
    errors, warnings, notes = (counts[severity] for severity in sorted(Severity, reverse=True))
    words = [
        screen.paint(count_of(errors, "error"), "error") if errors else "",
        screen.paint(count_of(warnings, "warning"), "warning") if warnings else "",
        count_of(notes, "note") if notes else "",
    ]
    return ", ".join(word for word in words if word) + "."
