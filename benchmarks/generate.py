"""Benchmark models made of real parts: the same bytes for the same library and seed."""

import argparse
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

SEED = 20
SIZES = (100, 5_000, 50_000)
DISTINCT = 100
LEVELS = 20
COPIES = 10
PILE = 2_000

COLOURS = (0, 1, 2, 4, 7, 14, 15, 19, 25, 28, 70, 71, 72, 320, 47, 36)
QUARTER_TURNS = ("1 0 0 0 1 0 0 0 1", "0 0 1 0 1 0 -1 0 0", "-1 0 0 0 1 0 0 0 -1", "0 0 -1 0 1 0 1 0 0")
OBLIQUE_SHARE = 0.1

# Enough to have a bench where no library is to be had.
_COMMON_NUMBERS = """
3001 3002 3003 3004 3005 3010 3020 3021 3022 3023b 3024 3031 3034 3036 3039 3040b 3062b 3068b 3069b 3070b
3460 3622 3623 3660a 3665a 3666 3700 3710 3794b 4070 4085c 4589 6141 30374 32000 32028 44728 48729b 54200
60478 61252 63868 85984 87087 99207 99780
"""
COMMON_PARTS = tuple(f"{number}.dat" for number in _COMMON_NUMBERS.split())


@dataclass(frozen=True, slots=True)
class Models:
    """The files of one benchmark run."""

    flat: dict[int, Path]
    like_a_set: Path
    distinct: Path
    levels: Path
    same_lines: Path
    pile: Path


def library_parts(library: Path) -> list[str]:
    """The names of the parts a builder would place: no sub-parts, aliases, colour variants or stickers."""
    return [path.name for path in sorted((library / "parts").glob("*.dat")) if _is_placeable(_title(path))]


def _title(path: Path) -> str:
    with path.open("rb") as file:
        return file.readline().decode("utf-8", "replace").removeprefix("0").strip()


def _is_placeable(title: str) -> bool:
    return bool(title) and title[0] not in "~=_|" and "sticker" not in title.lower()


def set_model(parts: Sequence[str], placements: int = 5_000, seed: int = SEED) -> str:
    """As many different parts as a large set has: 5 to 15 % of the pieces in ten official ones."""
    draw = random.Random(f"{seed}/set")
    return flat_model(draw.sample(list(parts), min(len(parts), placements // 10)), placements, seed)


def flat_model(parts: Sequence[str], placements: int, seed: int = SEED) -> str:
    """So many placements of parts drawn at random."""
    draw = random.Random(f"{seed}/{placements}")
    return _file(
        f"{placements} placements", [_placement(draw, draw.choice(parts)) for _ in range(placements)]
    )


def distinct_model(parts: Sequence[str], count: int = DISTINCT, seed: int = SEED) -> str:
    """Each of so many different parts, once."""
    draw = random.Random(f"{seed}/distinct/{count}")
    chosen = draw.sample(parts, min(count, len(parts)))
    return _file(f"{len(chosen)} different parts", [_placement(draw, part) for part in chosen])


def levels_model(levels: int = LEVELS, copies: int = COPIES) -> str:
    """Every level places copies of the next; the last holds bricks: copies to the power of levels."""
    lines: list[str] = []
    for level in range(1, levels + 1):
        placed = f"level {level + 1}.ldr" if level < levels else "3001.dat"
        lines += [f"0 FILE level {level}.ldr", f"0 Level {level}", f"0 Name: level {level}.ldr"]
        turn, y = QUARTER_TURNS[level % 4], -24 * (level % 3)
        lines += [f"1 16 {copy * 80} {y} {copy * 20 - level * 10} {turn} {placed}" for copy in range(copies)]
        lines.append("0 NOFILE")
    return _text(lines)


def levels_width(levels: int = LEVELS, copies: int = COPIES) -> int:
    """The width (along x, in LDU) of `levels_model`, from the size of its brick and its offsets alone."""
    x, z = 80, 40
    for level in range(levels, 0, -1):
        x, z = (z, x) if level % 2 else (x, z)
        x, z = x + 80 * (copies - 1), z + 20 * (copies - 1)
    return x


def same_lines_model(levels: int = LEVELS, copies: int = COPIES) -> str:
    """A flat model with as many lines, and as many placements among them, as `levels_model`."""
    draw = random.Random(f"{SEED}/same lines")
    lines: list[str] = []
    for level in range(1, levels + 1):
        lines += [f"0 // {level}"] * 3
        lines += [_placement(draw, "3001.dat") for _ in range(copies)]
        lines.append("0 STEP")
    return _text(lines)


def pile_model(placements: int = PILE, seed: int = SEED) -> str:
    """So many of the commonest parts close together, in the colours and turns that models have."""
    draw = random.Random(f"{seed}/pile/{placements}")
    side = math.ceil(placements ** (1 / 3))
    lines = []
    for number in range(placements):
        x, y, z = number % side, number // side // side, number // side % side
        place = f"{x * 40} {y * -24} {z * 40}"
        part, turn = draw.choice(COMMON_PARTS), draw.choice(QUARTER_TURNS)
        lines.append(f"1 {draw.choice(COLOURS)} {place} {turn} {part}")
    return _file(f"{placements} common parts", lines)


def _placement(draw: random.Random, part: str) -> str:
    colour = draw.choice(COLOURS)
    if draw.random() < OBLIQUE_SHARE:
        place = " ".join(_number(draw.uniform(-1000, 1000), 4) for _ in range(3))
        return f"1 {colour} {place} {_oblique(draw)} {part}"
    x, y, z = draw.randrange(-50, 51) * 10, draw.randrange(-60, 1) * 8, draw.randrange(-50, 51) * 10
    return f"1 {colour} {x} {y} {z} {draw.choice(QUARTER_TURNS)} {part}"


def _oblique(draw: random.Random) -> str:
    """A rotation about y and then x, with the six decimals editors write."""
    sin_y, cos_y = _sin_cos(draw)
    sin_x, cos_x = _sin_cos(draw)
    matrix = (cos_y, 0.0, sin_y, sin_x * sin_y, cos_x, -sin_x * cos_y, -cos_x * sin_y, sin_x, cos_x * cos_y)
    return " ".join(_number(value, 6) for value in matrix)


def _sin_cos(draw: random.Random) -> tuple[float, float]:
    angle = math.radians(draw.uniform(-180, 180))
    return math.sin(angle), math.cos(angle)


def _number(value: float, decimals: int) -> str:
    return f"{value:.{decimals}f}".rstrip("0").rstrip(".")


def _file(title: str, placements: list[str]) -> str:
    return _text([f"0 {title}", "0 Author: brickyard benchmarks", *placements])


def _text(lines: list[str]) -> str:
    return "\r\n".join([*lines, ""])


def write_models(folder: Path, parts: Sequence[str], seed: int = SEED) -> Models:
    """Write every model of the benchmark."""
    folder.mkdir(parents=True, exist_ok=True)
    return Models(
        flat={size: _write(folder / f"flat-{size}.ldr", flat_model(parts, size, seed)) for size in SIZES},
        like_a_set=_write(folder / "like-a-set.ldr", set_model(parts, seed=seed)),
        distinct=_write(folder / "distinct.ldr", distinct_model(parts, seed=seed)),
        levels=_write(folder / "levels.mpd", levels_model()),
        same_lines=_write(folder / "same-lines.ldr", same_lines_model()),
        pile=_write(folder / "pile.ldr", pile_model(seed=seed)),
    )


def _write(path: Path, text: str) -> Path:
    path.write_bytes(text.encode())
    return path


def main() -> None:
    """Write the models into a folder, from a library or from a list of part names."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--library", type=Path, help="an LDraw folder with parts/ and p/")
    parser.add_argument("--parts", type=Path, help="a file of part names, one a line")
    parser.add_argument("--seed", type=int, default=SEED)
    given = parser.parse_args()
    parts: Sequence[str] = COMMON_PARTS
    if given.library:
        parts = library_parts(given.library)
    elif given.parts:
        parts = given.parts.read_text(encoding="utf-8").split()
    write_models(given.folder, parts, given.seed)


if __name__ == "__main__":
    main()
