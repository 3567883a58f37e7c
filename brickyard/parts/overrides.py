"""The user's own table of numbers, read before anybody else's: `ldraw,bricklink,rebrickable,note`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from brickyard.parts.lines import Lot
from brickyard.parts.reading import read_bytes
from brickyard.parts.reading_tables import Rows
from brickyard.parts.reading_text import decode
from brickyard.parts.records import Records
from catalog.shops import shop_findings as faults
from catalog.shops.shop_numbers import NOT_WANTED, Confidence, Override
from ldraw_tools.findings import Finding, Place
from ldraw_tools.reading.lines import colour_text
from ldraw_tools.suggestions import shown

HEADER = "ldraw,bricklink,rebrickable,note"
_LONGEST = 40


@dataclass(frozen=True)
class Overrides:
    by_part: Mapping[str, Override]
    findings: tuple[Finding, ...] = ()


def read_overrides(path: Path, records: Records) -> Overrides:
    return parse_overrides(read_bytes(path), path.name, records)


def parse_overrides(data: bytes, name: str, records: Records) -> Overrides:
    """Lines of part, BrickLink number, Rebrickable number and note; `-` for a number means: don't buy."""
    text, findings = decode(data, name)
    rows = Rows(text.removeprefix("\ufeff"), name)
    found: dict[str, Override] = {}
    for line, row in rows:
        cells = [cell.strip() for cell in row]
        if not any(cells) or cells[0].startswith("#") or cells[0].lower() == "ldraw":
            continue
        place = Place(name, line)
        part = cells[0].lower().removesuffix(".dat")
        numbers = [*cells[1:3], "", ""][:2]
        if reason := _trouble(part, numbers):
            findings.append(faults.NOT_AN_OVERRIDE.at(place, reason=reason))
            continue
        if part in found:
            findings.append(faults.OVERRIDE_TWICE.at(place, part=shown(part, _LONGEST)))
        if not any(records.find(part + pose) for pose in ("", "-f1", "-f2")):
            findings.append(faults.UNUSED_OVERRIDE.at(place, part=shown(part, _LONGEST)))
        found[part] = Override(part, numbers[0], numbers[1], Confidence.HIGH, "your override file")
    return Overrides(found, (*findings, *rows.findings))


def _trouble(part: str, numbers: list[str]) -> str:
    if not part:
        return "it names no LDraw part"
    if not any(numbers):
        return "it gives no number"
    bad = next((one for one in numbers if " " in one or not one.isascii() or len(one) > _LONGEST), "")
    return f"“{shown(bad, _LONGEST)}” is no number" if bad else ""


def remedy(lot: Lot) -> str:
    """What to write once it is known better: a line of the override file, or another colour."""
    if lot.is_colour_in_doubt and lot.ldraw_colour is not None:
        return f"--recolour {colour_text(lot.ldraw_colour)}=COLOUR"
    title = " ".join(lot.title[:_LONGEST].replace('"', "'").replace(",", "").split())
    return f"{lot.part},{lot.number or NOT_WANTED},,{title}"
