"""Numbers and names as they stand in a rule's sentences."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from fleets.forces.force import Fielded, FilledLoadout, Mount, Plating, in_words
from fleets.models.model_units import Unit
from ldraw_tools.findings import WIDTH, Place, count_of, listed as listed
from ldraw_tools.highlights import HighlightedGroup, PartAt
from ldraw_tools.names import part_number, shown
from ldraw_tools.phrases import count, join_texts, say
from ldraw_tools.reading.lines import shortened
from ldraw_tools.units import millimetres, short
from validators.rule import Ruling

if TYPE_CHECKING:
    from fleets.models.structure import Structure
    from ldraw_tools.library.places import PartFacts
    from ldraw_tools.solids.placements import PlacedParts, Way
    from validators.report import ForceCounts


# The fix of a rule that only informs; reports for people leave it out.
NOTHING_TO_MEND = "Worth knowing; nothing to fix."


def plain_number(value: Fraction) -> str:
    """`3`, `2.5`: counts are whole or halves, averages are rounded to two places."""
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.2f}".rstrip("0")


def a(noun: str) -> str:
    """`a frame`, `an ace`."""
    return say(f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}")


def capital(text: str) -> str:
    """As a sentence begins; the rest stays, names and abbreviations included."""
    return text[:1].upper() + text[1:]


def span(low: int, high: int) -> str:
    """`3 to 5`, `exactly 2`."""
    return say("{low} to {high}", low=low, high=high) if low != high else say("exactly {low}", low=low)


def name_of_unit(unit: Unit) -> str:
    return unit.name or say(f"The {unit.role}")


def kind_of_unit(unit: Unit, ruling: Ruling) -> str:
    """`a frame`, `a capital ship`: in the edition's own word."""
    return a(ruling.word(unit.body or unit.role.value))


def names_of(fielded: Iterable[Fielded]) -> str:
    """`3 × Brutus and Scout`; entries of one name are taken together."""
    counts: dict[str, int] = {}
    for one in fielded:
        name = name_of_unit(one.unit)
        counts[name] = counts.get(name, 0) + one.count
    times = "{count:,} × {name}"
    return listed(
        [say(times, count=count, name=name) if count > 1 else name for name, count in counts.items()]
    )


def agree(fielded: Iterable[Fielded], one: str, many: str) -> str:
    """The verb in the singular or the plural."""
    return say(one if sum(each.count for each in fielded) == 1 else many)


def counted(number: Fraction, noun: str) -> str:
    """`3 comms systems`, `2.5 direct-fire weapons`."""
    return count(f"{number.numerator:,}" if number.denominator == 1 else plain_number(number), noun)


def nearest_change(number: int, allowed: Iterable[int], noun: str) -> str:
    """`Add 1 station`, `Take away 2 frames`: the smallest change that helps."""
    goal = min(allowed, key=lambda each: (abs(each - number), each))
    verb = "Add {change}" if goal > number else "Take away {change}"
    return say(verb, change=count_of(abs(goal - number), noun))


def counts_in_words(counts: ForceCounts, is_least: bool = False) -> str:
    """`5 frames, 20 systems, 3 stations`; `at least` where some of what is carried could not be read."""
    named = (
        (counts.frames, "frame", "", False),
        (counts.ships, "ship", "", False),
        (counts.systems, "system", "", is_least),
        (counts.stations, "station", "", False),
        (counts.companies, "company", "companies", False),
        (counts.hvas, "HVA", "", False),
        (counts.rockets, "rocket", "", is_least),
    )
    told = ((count_of(number, noun, plural), least) for number, noun, plural, least in named if number)
    return join_texts(say("at least {low}", low=text) if least else text for text, least in told)


# No one reads a longer list of one kind on one unit.
MOST_FOUND = 20
_MOST_NAMED = 3
_MOST_FILES = 2
_LONGEST = 60


def built(unit: Unit) -> Structure | None:
    """A unit's structure, where its parts could be laid out."""
    structure = unit.structure
    return structure if structure is not None and structure.parts.is_whole else None


def in_ldu(ldu: float) -> str:
    """`4 LDU (1.6 mm)`."""
    return f"{short(ldu, 1)} LDU ({short(millimetres(ldu), 1)} mm)"


def named(parts: PlacedParts, index: int) -> str:
    """`Plate 1 x 2 (3023, line 12, leg.ldr › foot.ldr)`: which part, on which line, in which submodels."""
    part = parts[index]
    where = _where(parts, parts.place(index), part.way)
    if part.facts is None:
        return say("what the file draws itself ({where})", where=where)
    return _called(part.facts, where)


def named_target(parts: PlacedParts, reference: tuple[int, int], where: str = "") -> str:
    """`Plate 1 x 2 (3023)` or `leg.ldr`: what a reference places."""
    nodes = parts.assembly.nodes
    target = nodes[nodes[reference[0]].targets[reference[1]]]
    if target.facts is None:
        return _in_brackets(shortened(target.name, _LONGEST), where)
    return _called(parts.assembly.follow(target.facts), where)


def named_reference(parts: PlacedParts, reference: tuple[int, int]) -> str:
    """`Plate 1 x 2 (3023, line 12)` or `leg.ldr (line 12)`: what a reference places, and where."""
    return named_target(parts, reference, say("line {line}", line=parts.place_of(reference).line))


def _called(facts: PartFacts, where: str) -> str:
    number = shortened(part_number(facts.key), _LONGEST)
    title = shortened(" ".join(facts.title.split()).lstrip("~=_| "), _LONGEST)
    return _in_brackets(title, number, where) if title else _in_brackets(number, where)


def _in_brackets(name: str, *more: str) -> str:
    told = join_texts(text for text in more if text)
    return say("{name} ({told})", name=name, told=told) if told else name


def in_lines(places: Sequence[Place], home: str) -> str:
    """`line 12`, `lines 12 and 15`, or with their files where they are not of the model's own."""
    if all(place.file == home for place in places):
        lines = listed([str(place.line) for place in places])
        return say("lines {lines}", lines=lines) if len(places) > 1 else say("line {line}", line=lines)
    return listed([place.short for place in places])


def _where(parts: PlacedParts, place: Place, way: Way) -> str:
    is_ours = place.file == parts.assembly.document.file
    line = say("line {line}", line=place.line) if is_ours else place.short
    inner = [shortened(parts.assembly.nodes[node].name, _LONGEST) for node, _ in way[1:]]
    if len(inner) > _MOST_FILES:
        inner = ["…", *inner[-_MOST_FILES:]]
    return join_texts([line, " › ".join(inner)]) if inner else line


def named_group(parts: PlacedParts, group: Sequence[int]) -> str:
    """`A, B, C and 4 more parts`."""
    names = [named(parts, index) for index in group[:_MOST_NAMED]]
    rest = len(group) - len(names)
    return listed([*names, count_of(rest, "more part")] if rest else names)


def pointed_out(parts: PlacedParts, name: str, indexes: Iterable[int]) -> HighlightedGroup:
    """Parts as a picture of a finding shows them together."""
    nodes = parts.assembly.nodes
    found = [
        PartAt(nodes[parts[i].node].key, parts.place(i), tuple(parts[i].matrix.ravel().tolist()))
        for i in indexes
    ]
    return HighlightedGroup(name, tuple(found))


def cut_short(number: int) -> str:
    """What the last of a long list says of the rest."""
    more = number - MOST_FOUND
    return say("; {count:,} more of this kind are not listed", count=more) if more > 0 else ""


def often(times: int) -> str:
    return say(", {times:,} times", times=times) if times > 1 else ""


def distinct(parts: PlacedParts, groups: Iterable[Sequence[int]]) -> list[tuple[Sequence[int], int]]:
    """Groups of the same lines once, with how often they are there."""
    counts: dict[tuple[tuple[int, int], ...], tuple[Sequence[int], int]] = {}
    for group in groups:
        lines = tuple(parts[index].way[-1] for index in group if parts[index].way)
        first, times = counts.get(lines, (group, 0))
        counts[lines] = (first, times + 1)
    return list(counts.values())


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
        return (in_words(mount.name), f"{mount.written}?" if mount.written else "empty", "", "", "", "")
    armour = f"armour {weapon.armour}{_ASSUMED if weapon.armour_assumed else ''}"
    return (in_words(mount.name), weapon.name, f"{weapon.weight} W", armour, weapon.range, weapon.keyword)


def _plating_cells(plating: Plating) -> Sequence[str]:
    above = f"{plating.above:+}" if plating.above else ""
    return (in_words(plating.part), above, f"{plating.weight} W", f"armour {plating.armour}", "", "")


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
