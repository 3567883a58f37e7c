"""The parts database as text for people."""

from __future__ import annotations

from brickyard.terminal import Screen, cut
from catalog.database.part_database import PartRecord, PartsDatabase
from ldraw_tools.measuring.measure import Measurement
from ldraw_tools.reading.header import FileKind
from ldraw_tools.units import millimetres, plates, short, studs, with_unit


def show_results(results: list[PartRecord], screen: Screen) -> None:
    for record in results:
        screen.line(f"{record.number:18} {cut(' '.join(record.title.split()), 78)}")


def show_part(record: PartRecord, database: PartsDatabase, screen: Screen) -> None:
    screen.line(screen.paint(f"{record.number}  {' '.join(record.title.split())}", "bold"))
    final = database.follow(record)
    if record.kind is FileKind.MOVED:
        screen.line(f"  Moved       to {final.number}: {' '.join(final.title.split())}")
    screen.line(f"  Kind        {final.kind.value}, category {final.category or 'none'}")
    for line in _size_lines(record, database):
        screen.line(line)
    if final.components:
        parts = ", ".join(
            f"{c.count} × {c.key.removesuffix('.dat')}" if c.count > 1 else c.key.removesuffix(".dat")
            for c in final.components
        )
        screen.line(f"  Made of     {parts}")
    if final.bricklink:
        screen.line(f"  BrickLink   {', '.join(final.bricklink)}")
    if final.rebrickable:
        screen.line(f"  Rebrickable {', '.join(final.rebrickable)}")
    if final.keywords:
        screen.line(f"  Keywords    {', '.join(final.keywords)}")


def _size_lines(record: PartRecord, database: PartsDatabase) -> list[str]:
    shape = database.shape_of(record)
    measured = Measurement(shape) if shape is not None else None
    if measured is None or measured.box is None or measured.box_without_top_studs is None:
        return ["  Size        nothing to measure"]
    box, solid = measured.box, measured.box_without_top_studs
    number = sum(len(group.places) for group in database.studs_of(record))
    lines = [
        f"  Size        {short(studs(box.width))} × {short(studs(box.depth))} studs, "
        f"{with_unit(plates(solid.height), 'plate')} high"
        + (f" ({short(plates(box.height))} with studs)" if box.height != solid.height else ""),
        f"              {short(millimetres(box.width), 1)} × {short(millimetres(box.depth), 1)} × "
        f"{short(millimetres(solid.height), 1)} mm",
    ]
    if number:
        lines.append(f"  Studs       {number:,}")
    return lines
