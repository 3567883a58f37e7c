"""Reads every model of a folder and says what was found; fails on any exception or unequal pair."""

from __future__ import annotations

import argparse
import csv
import sys
import time
import traceback
from collections import Counter
from pathlib import Path

from catalog.database.part_database import open_workspace
from ldraw_tools.assembly.inventory import Lot, count
from ldraw_tools.findings import BrickyardError
from ldraw_tools.measuring.measure import measure
from ldraw_tools.names import MODEL_SUFFIXES


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    paths = sorted(p for p in folder.rglob("*") if p.suffix.lower() in MODEL_SUFFIXES and p.is_file())
    codes: Counter[str] = Counter()
    refused, broken, unfaithful = [], [], []
    pieces = 0
    slowest = (0.0, "")
    start = time.perf_counter()
    for path in paths:
        name = str(path.relative_to(folder))
        began = time.perf_counter()
        try:
            workspace = open_workspace()
            opened, assembly = workspace.model(path), workspace.assembly(path)
            pieces += count(assembly).pieces
            codes.update(f.code for f in [*assembly.findings, *measure(assembly).findings])
            if path.suffix.lower() != ".io" and opened.document.encode() != path.read_bytes():
                unfaithful.append(name)
        except BrickyardError as error:
            refused.append(f"{name}: {error}")
        except Exception:
            broken.append(f"{name}\n{traceback.format_exc()}")
        slowest = max(slowest, (time.perf_counter() - began, name))
    print(f"{len(paths)} models, {pieces:,} pieces, {time.perf_counter() - start:.1f} s")
    print(f"slowest: {slowest[1]}, {slowest[0]:.2f} s")
    print("findings: " + ", ".join(f"{code} {number}" for code, number in sorted(codes.items())))
    print(f"refused: {len(refused)}", *refused, sep="\n  ")
    print(f"not written back alike: {len(unfaithful)}", *unfaithful, sep="\n  ")
    print(f"exceptions: {len(broken)}", *broken, sep="\n  ")
    unequal = compare_pairs(folder)
    return 1 if broken or unfaithful or unequal or not paths else 0


def compare_pairs(folder: Path) -> int:
    """Pairs that must hold the same parts in the same colours."""
    table = folder / "equal-inventories.csv"
    if not table.is_file():
        return 0
    unequal = total = 0
    with table.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            total += 1
            one, other = inventory(folder / row["file_a"]), inventory(folder / row["file_b"])
            if one != other:
                unequal += 1
                print(f"unequal: {row['file_a']} and {row['file_b']}")
    print(f"pairs that must count alike: {total - unequal} of {total} do")
    return unequal


def inventory(path: Path) -> dict[Lot, int]:
    return count(open_workspace().assembly(path)).lots


if __name__ == "__main__":
    sys.exit(main())
