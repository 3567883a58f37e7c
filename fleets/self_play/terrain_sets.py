"""Terrain as data: how large the table is, and which pieces of cover stand on it, placed anew each battle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from math import hypot, sqrt
from pathlib import Path
from typing import Annotated, NamedTuple

from catalog.yaml.typed_reading import Between, TypeMark, read_as
from catalog.yaml.yaml_reading import read_yaml_file
from fleets.self_play.dice_streams import TABLE, Purpose, Stream
from fleets.self_play.play_rules import PlayRules
from fleets.self_play.tactics import refuse_mistakes
from ldraw_tools.findings import BrickyardError
from ldraw_tools.names import hint, path_from_here, shown

_FOLDER = Path(__file__).parents[2] / "catalog" / "data" / "terrain"
USUAL_TERRAIN = "city"
MOST_PIECES = 60
_TRIES = 60


@dataclass(frozen=True, kw_only=True, slots=True)
class CoverKind:
    """Pieces of one kind: how many, how far across, and how many bricks stand above the third, which are
    those that have to go before it is no cover."""

    number: Annotated[int, Between(1, 40)]
    studs: Annotated[tuple[int, int], TypeMark.ASCENDING]
    bricks: Annotated[tuple[int, int], TypeMark.ASCENDING]


@dataclass(frozen=True, kw_only=True, slots=True)
class TerrainSet:
    """`rulers` is the diagonal of a square table in lengths of the ruler, `gap` what is left free between
    pieces, in units."""

    name: str = ""
    says: str = ""
    reference: str = ""
    rulers: Annotated[float, Between(3, 10)] = 5
    gap: Annotated[float, Between(1, 9)] = 1
    pieces: Mapping[str, CoverKind] = field(default_factory=dict)


class CoverPiece(NamedTuple):
    """A round piece of cover; so many hits destroy it."""

    x: float
    y: float
    radius: float
    hits: int


@cache
def shipped_terrain() -> tuple[TerrainSet, ...]:
    return tuple(_read(path) for path in sorted(_FOLDER.iterdir()) if path.suffix == ".yaml")


def terrain_named(name: str) -> TerrainSet:
    """A shipped set by its name, or a player's own by its path."""
    found = next((one for one in shipped_terrain() if one.name == name), None)
    if found is not None:
        return found
    if Path(name).suffix not in (".yaml", ".yml"):
        names = [one.name for one in shipped_terrain()]
        raise BrickyardError(f"there is no terrain “{shown(name)}”. {hint(name, names)}")
    return _read(Path(name))


def _read(path: Path) -> TerrainSet:
    example = "pieces: {trees: {number: 6, studs: [2, 4], bricks: [6, 12]}}"
    document = read_yaml_file(path, path_from_here(path), example=example)
    terrain, _ = read_as(TerrainSet, document.root, what="word of a terrain")
    refuse_mistakes(document.findings)
    if terrain is None:
        raise BrickyardError(f"{path}: this is no terrain")
    for name, kind in terrain.pieces.items():
        if kind.studs[0] < 1 or kind.studs[1] > 40 or kind.bricks[0] < 1 or kind.bricks[1] > 2000:
            raise BrickyardError(
                f"{path}: {shown(name)}: 1 to 40 studs across, and 1 to 2,000 bricks above the third"
            )
    if sum(kind.number for kind in terrain.pieces.values()) > MOST_PIECES:
        raise BrickyardError(f"{path}: at most {MOST_PIECES} pieces of cover fit on a table")
    return replace(terrain, name=terrain.name or shown(path.stem))


def side_of_table(terrain: TerrainSet, rules: PlayRules) -> float:
    return terrain.rulers * rules.ruler / sqrt(2)


def lay_out(terrain: TerrainSet, rules: PlayRules, seed: int) -> list[CoverPiece]:
    """Where the pieces stand in this battle; one for which there is no room is left in the box."""
    stream, side = Stream(seed, TABLE, 0, Purpose.TERRAIN), side_of_table(terrain, rules)
    found: list[CoverPiece] = []
    for kind in terrain.pieces.values():
        for _ in range(kind.number):
            radius = stream.between(*kind.studs) / 2 / rules.unit_studs
            bricks = kind.bricks[0] + stream.below(kind.bricks[1] - kind.bricks[0] + 1)
            for _ in range(_TRIES):
                x, y = stream.between(radius, side - radius), stream.between(radius, side - radius)
                room = radius + terrain.gap
                if all(hypot(x - one.x, y - one.y) >= room + one.radius for one in found):
                    found.append(CoverPiece(x, y, radius, max(1, bricks // rules.pieces)))
                    break
    return found
