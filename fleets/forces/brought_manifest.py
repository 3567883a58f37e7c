"""A list brought from another program as the text of a manifest."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace

from fleets.forces.brought_lists import BroughtList, BroughtUnit

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9 '-]*[A-Za-z0-9]")
_RESERVED = {"null", "true", "false", "yes", "no", "on", "off", "none"}


def _written(text: str) -> str:
    """A text in a manifest: quoted wherever it might mean something else."""
    is_plain = _PLAIN.fullmatch(text) and text.casefold() not in _RESERVED
    return text if is_plain else json.dumps(text, ensure_ascii=False)


def manifest_of(brought: BroughtList) -> str:
    """The text of a manifest; what the other program doesn't say is a comment."""
    lines = [f"# Brought from another program. Check it with: brickyard check THIS-FILE\n{brought.kind}: "]
    lines[0] += _written(brought.name)
    is_company = brought.kind == "company"
    sizes = {"battle": "size: battle, ", "skirmish": "size: skirmish, "} if is_company else {"": ""}
    size = sizes.get(brought.size)
    if size is not None and brought.players:
        lines.append(f"game: {{{size}players: {brought.players}}}")
    else:
        lines.append(f"# game: {{{'size: skirmish, players: 3' if is_company else 'players: 2'}}}")
    if is_company and any(_is_split(system) for unit in brought.units for system in unit.systems):
        lines.append("options: {split-range: true}")
    lines.append("frames:" if is_company else "ships:")
    lines += [_entry(unit, count) for unit, count in _counted(brought.units).items()]
    if is_company:
        name = f"  - {{name: Station, count: {brought.stations or 2}}}"
        lines += ["stations:", name] if brought.stations else ["# stations:", f"# {name}"]
        return "\n".join(lines) + "\n"
    if brought.companies:
        lines += ["companies:", *(f"  - {{name: {_written(name)}}}" for name in brought.companies)]
    lines += [f"ace: {brought.ace}"] if brought.ace else []
    asset = f"  - {{name: HVA, count: {brought.hvas or 3}}}"
    lines += ["hvas:", asset] if brought.hvas else ["# hvas:", f"# {asset}"]
    return "\n".join(lines) + "\n"


def _is_split(system: str) -> bool:
    return system.startswith("1R") and " " in system


def _counted(units: Sequence[BroughtUnit]) -> dict[BroughtUnit, int]:
    found: dict[BroughtUnit, int] = {}
    for unit in units:
        alone = replace(unit, count=1)
        found[alone] = found.get(alone, 0) + unit.count
    return found


def _entry(unit: BroughtUnit, count: int) -> str:
    systems = ", ".join(map(_system, unit.systems)) if unit.systems else "none"
    said = [f"name: {_written(unit.name)}"]
    said += [f"class: {unit.body}"] if unit.body else []
    said.append(f"systems: [{systems}]" if len(unit.systems) > 1 else f"systems: {systems}")
    said += [f"rockets: {unit.rockets}"] if unit.rockets else []
    said += [f"count: {count}"] if count > 1 else []
    return f"  - {{{', '.join(said)}}}"


def _system(text: str) -> str:
    return text if re.fullmatch(r"[0-9A-Za-z][0-9A-Za-z ]*", text) else json.dumps(text, ensure_ascii=False)
