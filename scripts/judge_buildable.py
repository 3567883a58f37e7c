"""Judges how every model of a folder is built: how many models, how many findings, each to be looked at."""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from pathlib import Path

from brickyard.opening import MODEL_SUFFIXES, LateLibrary, assemble_model, open_model, shipped_parts
from catalog.editions.loading import building
from fleets.designs import Unit
from fleets.survey import survey
from fleets.vocabulary import RAPID_ATTACK
from ldraw_tools.assembly import assemble
from ldraw_tools.diagnostics import BrickyardError, Diagnostic, Severity, in_file_order
from ldraw_tools.document import parse
from ldraw_tools.graph import Assembly
from ldraw_tools.header import FileKind
from validators.book import cited_rules
from validators.rule import Ruling


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("words", nargs="*", help="only files with one of these in their path")
    parser.add_argument("--notes", action="store_true", help="print notes (info), too")
    parser.add_argument(
        "--assembled", action="store_true", help="judge what the library itself puts together"
    )
    wanted = parser.parse_args()
    if wanted.assembled:
        return judge_assembled()
    if wanted.folder is None:
        parser.error("which folder?")
    folder: Path = wanted.folder
    paths = sorted(p for p in folder.rglob("*") if p.suffix.lower() in MODEL_SUFFIXES and p.is_file())
    paths = [p for p in paths if p.suffix.lower() != ".dat"]
    if wanted.words:
        paths = [p for p in paths if any(word in str(p) for word in wanted.words)]
    library = LateLibrary()
    codes: Counter[str] = Counter()
    silent = refused = broken = 0
    slowest = (0.0, "")
    for path in paths:
        name = str(path.relative_to(folder))
        began = time.process_time()
        try:
            found = judged(assemble_model(open_model(path), library))
        except BrickyardError as error:
            refused += 1
            print(f"refused: {name}: {error}")
            continue
        except Exception:
            broken += 1
            print(f"exception: {name}\n{traceback.format_exc()}")
            continue
        slowest = max(slowest, (time.process_time() - began, name))
        codes.update(finding.code for finding in found)
        grave = [finding for finding in found if finding.severity > Severity.INFO]
        silent += not grave
        shown = found if wanted.notes else grave
        if shown:
            print(
                name,
                *(f"    {finding.place.line}: {finding.code}: {finding.message}" for finding in shown),
                sep="\n",
            )
    print(f"{len(paths)} models: {refused} refused, {broken} exceptions, {silent} without error or warning")
    print("findings: " + ", ".join(f"{code} {number}" for code, number in sorted(codes.items())))
    print(f"slowest: {slowest[1]}, {slowest[0]:.1f} s of work")
    return 1 if broken or not paths else 0


def judge_assembled() -> int:
    """Parts made of parts, as their authors placed them: whatever is found here is false."""
    library = LateLibrary()
    shortcuts = [part for part in shipped_parts() if part.kind is FileKind.SHORTCUT]
    keys = [part.key for part in shortcuts if "Sticker" not in part.category]
    false = 0
    for key in keys:
        found = library.read(key)
        lines = found.data.decode("utf-8", "replace").splitlines() if found else []
        inside = "".join(f"{line}\n" for line in lines if line.startswith("1 "))
        assembly = assemble(parse(inside.encode(), key), shipped_parts(), library)
        overlaps = [finding for finding in judged(assembly) if finding.code == "BLD002"]
        false += len(overlaps)
        for finding in overlaps:
            print(f"{key}: {finding.message}")
    print(f"{len(keys)} assembled parts, {false} false overlaps")
    return 1 if false or not keys else 0


def judged(assembly: Assembly) -> list[Diagnostic]:
    assembly.measurer.measure()
    ruling = Ruling(building(), RAPID_ATTACK)
    units: list[Unit] = survey(assembly).units
    rules = cited_rules(ruling.edition)
    return in_file_order(finding for unit in units for rule in rules for finding in rule.apply(unit, ruling))


if __name__ == "__main__":
    sys.exit(main())
