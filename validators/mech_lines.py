"""A 'mech's filled loadout for a terminal: a heading, a line a mount, a line a plated part."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from fleets.forces.paper_mech import FilledLoadout, Mount, Plating, spoken
from ldraw_tools.findings import WIDTH
from ldraw_tools.suggestions import shown

# Mount, weapon, weight, armour, range, keyword: with the widest of all there is room for an action.
_COLUMNS = (16, 18, 6, 10, 8, 10)
_LEAST_ROOM = 8
_UNBROKEN = "\u00a0"
_GAP = "  "
_ASSUMED = "*"


def loadout_lines(filled: FilledLoadout) -> list[str]:
    rows = [_mount_cells(mount) for mount in filled.mounts]
    rows += [_plating_cells(plating) for plating in filled.plating]
    rows = [tuple(map(shown, cells, _COLUMNS)) for cells in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    starts = [_GAP + _GAP.join(map(str.ljust, cells, widths)) for cells in rows]
    details = [_actions(mount, filled.penalty) for mount in filled.mounts] + [""] * len(filled.plating)
    lines = [_heading(filled)]
    for start, detail in zip(starts, details, strict=True):
        lines += _beside(start, detail)
    if any(mount.weapon and mount.weapon.armour_assumed for mount in filled.mounts):
        lines.append(f"{_GAP}{_ASSUMED} assumed: the text shows no armour for this weapon")
    return [line.rstrip()[:WIDTH] for line in lines]


def _heading(filled: FilledLoadout) -> str:
    extra = f"every action takes {filled.penalty} T more" if filled.penalty else "no time penalty"
    name = shown(filled.name, WIDTH // 2) or "The mech"
    return f"{name}: {filled.weight} W of {filled.rated} W, {extra}"


def _mount_cells(mount: Mount) -> Sequence[str]:
    weapon = mount.weapon
    if weapon is None:
        return (spoken(mount.name), f"{mount.written}?" if mount.written else "empty", "", "", "", "")
    armour = f"armour {weapon.armour}{_ASSUMED if weapon.armour_assumed else ''}"
    return (spoken(mount.name), weapon.name, f"{weapon.weight} W", armour, weapon.range, weapon.keyword)


def _plating_cells(plating: Plating) -> Sequence[str]:
    above = f"{plating.above:+}" if plating.above else ""
    return (spoken(plating.part), above, f"{plating.weight} W", f"armour {plating.armour}", "", "")


def _actions(mount: Mount, penalty: int) -> str:
    """`P2 T3, P3 T4; not twice in a row`, with a penalty `P2 T3+1`: the printed time stays readable."""
    if mount.weapon is None:
        return ""
    extra = f"+{penalty}" if penalty else ""
    texts = [f"{action.name} P{action.power} T{action.time}{extra}" for action in mount.weapon.actions]
    told = ", ".join(_unbroken(text) for text in texts)
    return f"{told}; {_unbroken(mount.weapon.note)}" if mount.weapon.note else told


def _unbroken(text: str) -> str:
    return text.strip().replace(" ", _UNBROKEN)


def _beside(start: str, text: str) -> list[str]:
    wrapped = textwrap.wrap(text, max(_LEAST_ROOM, WIDTH - len(start) - len(_GAP))) or [""]
    heads = [start, *[" " * len(start)] * (len(wrapped) - 1)]
    return [head + _GAP + line.replace(_UNBROKEN, " ") for head, line in zip(heads, wrapped, strict=True)]
