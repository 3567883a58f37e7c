"""What players look up in play: ranges, damage, turns, clock, manoeuvres; and a ruler to cut out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from brickyard.pictures.lettering import PAINTS
from brickyard.printing import sheet_texts as texts
from brickyard.printing.pdf_printing import Paper
from brickyard.printing.sheet_texts import Plain
from brickyard.printing.unit_values import die
from catalog.editions.edition import Edition
from catalog.editions.tables import Play, RangeRow, Ruler
from catalog.vocabulary import Dice, Vocabulary
from catalog.yaml.typed_reading import RULER, Distance
from fleets.chances.combat import COVER, OPEN, Combat, combat_of
from fleets.packing.game_table import field_words, ruler_of
from ldraw_tools.findings import BrickyardError, count_of
from ldraw_tools.units import LDU_PER_STUD, millimetres
from validators.demand_judging import demand_in_words
from validators.wording import a, listed

_COVERS = {OPEN: "in the open", COVER: "in cover"}
_TERRAIN = "terrain"
_MOST_DEMANDS = 6
# The tab that glues a strip to the next one.
TAB_MM = 12.0
CHECK_MM = 100.0


def reference_values(edition: Edition, vocabulary: Vocabulary, options: Mapping[str, Any]) -> Plain:
    """Every table that the edition has; a sheet prints those that are there."""
    ruler = ruler_of(edition, options)
    play = edition.play or Play(reference="")
    combat = combat_of(edition, vocabulary) if edition.combat else None
    return {
        "ranges": ranges(edition, vocabulary, ruler),
        "damage": damage(combat) if combat else None,
        "dice": [_meaning(letter, said) for letter, said in play.dice.items()],
        "turns": [{"who": who, "lines": list(lines)} for who, lines in play.turns.items()],
        "hits": list(play.damage_with(options)),
        "round": list(play.round),
        "scoring": list(play.scoring),
        "reference": play.reference,
        "clock": clock(edition),
        "demands": _demands(edition),
        # Where the ruler's page has a key of manoeuvres, there is no room for it there.
        "field": field(edition, ruler) if edition.manoeuvre else None,
    }


def field(edition: Edition, ruler: Ruler | None) -> Plain | None:
    area = edition.field
    if area is None or ruler is None:
        return None
    return {
        "size": field_words(area, ruler),
        "otherwise": list(area.otherwise),
        "reference": area.reference,
        "placing": list(area.placing),
        "placing_reference": area.placing_reference,
    }


def _demands(edition: Edition) -> list[str]:
    """What the group's own edition demands, as far as there is room for it."""
    said = [demand_in_words(demand, edition) for demand in edition.demands.values()]
    more = [f"and {len(said) - _MOST_DEMANDS} more"] if len(said) > _MOST_DEMANDS else []
    return [texts.sentence(one) for one in said[:_MOST_DEMANDS]] + more


def _meaning(letter: str, said: str) -> Plain:
    return {"die": die(Dice(letter)) if letter in PAINTS else None, "said": said}


def ranges(edition: Edition, vocabulary: Vocabulary, ruler: Ruler | None) -> list[Plain]:
    """Nearest first."""
    names = {known.letter: known.name for known in vocabulary.ranges}
    end = ruler.units if ruler else 0
    return [
        {
            "letter": letter,
            "name": names.get(letter, letter),
            "reach": _reach(row, end),
            "also": row.also,
            "from": _units(row.over or 0, end),
            "to": _units(row.to, end) if row.to is not None else None,
        }
        for letter, row in edition.ranges.items()
    ]


def _units(distance: Distance, end: int) -> int:
    return end if distance == RULER else int(distance)


def _reach(row: RangeRow, end: int) -> str:
    """`up to 1 unit`, `over 1, up to 8 units`, `beyond 8 units`."""
    if row.to is None:
        return f"beyond {_distance(row.over or 0, end)}"
    if row.over is None:
        return f"up to {_distance(row.to, end)}"
    return f"over {_units(row.over, end)}, up to {_distance(row.to, end)}"


def _distance(distance: Distance, end: int) -> str:
    return count_of(_units(distance, end), "unit")


Faces = tuple[tuple[int, ...], tuple[int, ...]]


def damage(combat: Combat) -> Plain:
    """A row for ranges and targets that are hit alike, a column for every cover."""
    covers = combat.covers
    rows: dict[tuple[str, tuple[Faces, ...]], list[str]] = {}
    for kind in dict.fromkeys(kind for by_kind in combat.charts.values() for kind in by_kind):
        for known in combat.ranges:
            by_cover = combat.against(known.letter, kind)
            if by_cover:
                charts = [by_cover.get(cover, by_cover[OPEN]) for cover in covers]
                faces = tuple((chart.target, chart.cover) for chart in charts)
                rows.setdefault((kind, faces), []).append(known.name)
    several = len({kind for kind, _ in rows} - {_TERRAIN}) > 1
    return {
        "columns": [_COVERS.get(cover, f"behind {a(cover)}") for cover in covers],
        "rows": [
            {
                "what": _row_name(kind, names, len(combat.ranges), several),
                "cells": [{"target": texts.spans(hit), "cover": texts.spans(kept)} for hit, kept in faces],
            }
            for (kind, faces), names in rows.items()
        ],
        "notes": list(_through(combat)),
    }


def _row_name(kind: str, names: Sequence[str], every: int, several: bool) -> str:
    if len(names) == every:
        return kind
    ranges = listed(list(names))
    return f"{ranges}: {kind}" if several else ranges


def _through(combat: Combat) -> Iterator[str]:
    faces = {
        face
        for by_kind in combat.charts.values()
        for by_cover in by_kind.values()
        for chart in by_cover.values()
        for face in chart.through
    }
    if faces:
        yield f"Once the cover is gone, its {texts.spans(faces)}s go on to the target."
    table = combat.edition.combat
    if table and table.pieces:
        yield f"Terrain and cover lose {count_of(table.pieces, 'piece')} by each damage."


def clock(edition: Edition) -> Plain | None:
    kit = edition.kit
    if kit is None or kit.clock is None:
        return None
    name = edition.words.get("clock", "clock")
    return {"name": name, "start": kit.clock.start}


def manoeuvres(edition: Edition) -> Plain | None:
    table = edition.manoeuvre
    if table is None:
        return None
    return {
        "speed": table.speed,
        "pips": list(table.pips),
        "clicks": [{"who": who, "clicks": clicks} for who, clicks in table.clicks.items()],
        "most": max(table.clicks.values(), default=1),
        "degrees": 360 / table.full_turn,
        "reference": table.reference,
    }


def unit_mm(studs: int) -> float:
    return millimetres(studs * LDU_PER_STUD)


def ruler_values(
    edition: Edition, vocabulary: Vocabulary, options: Mapping[str, Any], paper: Paper
) -> Plain | None:
    """None where the edition has no ruler. Each strip is a list of units, each unit the range it ends."""
    ruler = ruler_of(edition, options)
    if ruler is None:
        return None
    length = unit_mm(ruler.studs)
    most = int((paper.inner_height - 2 * TAB_MM) // length)
    if most < 1:
        raise BrickyardError(
            f"a ruler unit of {ruler.studs} studs is {length:.0f} mm long: too long for {paper.title} paper"
        )
    # Strips of about the same length are easier to glue.
    each = -(-ruler.units // -(-ruler.units // most))
    known = ranges(edition, vocabulary, ruler)
    bands = [row for row in known if row["to"] is not None and row["to"] > row["from"]]
    strips = [
        [_unit(number, bands) for number in range(first, min(first + each, ruler.units + 1))]
        for first in range(1, ruler.units + 1, each)
    ]
    return {
        "title": edition.title,
        "units": ruler.units,
        "studs": ruler.studs,
        "unit_mm": length,
        "total_mm": length * ruler.units,
        "tab_mm": TAB_MM,
        "check_mm": CHECK_MM,
        "strips": strips,
        "ranges": known,
        "manoeuvre": manoeuvres(edition),
        "field": field(edition, ruler),
    }


def _unit(number: int, bands: list[Plain]) -> Plain:
    """Which range this unit belongs to, the nearest that reaches so far; and its place among them."""
    for place, band in enumerate(bands):
        if band["from"] < number <= band["to"]:
            return {"number": number, "name": band["name"], "letter": band["letter"], "band": place}
    return {"number": number, "name": "", "letter": "", "band": len(bands)}
