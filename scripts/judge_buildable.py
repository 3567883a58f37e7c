"""Judges how every model of a folder is built: how many models, how many findings, each to be looked at."""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from brickyard.pictures.finding_pictures import Gallery
from catalog.database.part_database import open_workspace, shipped_parts
from catalog.editions.loading import building_rules
from catalog.vocabulary import RAPID_ATTACK
from fleets.models.model_units import Unit
from fleets.models.survey import survey
from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.findings import BrickyardError, Finding, Severity
from ldraw_tools.names import MODEL_SUFFIXES
from ldraw_tools.reading.document import parse
from ldraw_tools.reading.header import FileKind
from ldraw_tools.workspace import LateLibrary
from validators.rule import Ruling, cited_rules


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("words", nargs="*", help="only files with one of these in their path")
    parser.add_argument("--notes", action="store_true", help="tell notes (info), too")
    parser.add_argument("--pictures-in", type=Path, metavar="DIR", help="draw what is told")
    parser.add_argument(
        "--assembled", action="store_true", help="judge what the library itself puts together"
    )
    wanted = parser.parse_args()
    if wanted.assembled:
        return judge_assembled()
    if wanted.folder is None:
        parser.error("which folder?")
    paths = [path for path in sorted(wanted.folder.rglob("*")) if _is_model(path, wanted.words)]
    if wanted.pictures_in:
        wanted.pictures_in.mkdir(parents=True, exist_ok=True)
    least = Severity.INFO if wanted.notes else Severity.WARNING
    return judge_models(paths, wanted.folder, least, wanted.pictures_in)


def _is_model(path: Path, words: Sequence[str]) -> bool:
    suffix = path.suffix.lower()
    is_model = suffix in MODEL_SUFFIXES and suffix != ".dat" and path.is_file()
    return is_model and (not words or any(word in str(path) for word in words))


@dataclass
class Tally:
    codes: Counter[str] = field(default_factory=Counter)
    silent: int = 0
    refused: int = 0
    broken: int = 0
    slowest: tuple[float, str] = (0.0, "")


def judge_models(paths: Sequence[Path], folder: Path, least: Severity, pictures: Path | None) -> int:
    tally = Tally()
    for path in paths:
        name = path.relative_to(folder).as_posix()
        began = time.process_time()
        try:
            found = judged(open_workspace().assembly(path))
        except BrickyardError as error:
            tally.refused += 1
            print(f"refused: {name}: {error}")
            continue
        except Exception:
            tally.broken += 1
            print(f"exception: {name}\n{traceback.format_exc()}")
            continue
        tally.slowest = max(tally.slowest, (time.process_time() - began, name))
        tell(
            name,
            found,
            least,
            tally,
            Gallery(pictures, path.parent.name, is_alone=False) if pictures else None,
        )
    print(
        f"{len(paths)} models: {tally.refused} refused, {tally.broken} exceptions, "
        f"{tally.silent} without error or warning"
    )
    print("findings: " + ", ".join(f"{code} {number}" for code, number in sorted(tally.codes.items())))
    print(f"slowest: {tally.slowest[1]}, {tally.slowest[0]:.1f} s of work")
    return 1 if tally.broken or not paths else 0


def tell(
    name: str, found: list[tuple[Unit, list[Finding]]], least: Severity, tally: Tally, draw: Gallery | None
) -> None:
    findings = [finding for _, of_unit in found for finding in of_unit]
    tally.codes.update(finding.code for finding in findings)
    tally.silent += all(finding.severity < Severity.WARNING for finding in findings)
    if any(finding.severity >= least for finding in findings):
        print(name)
    for unit, of_unit in found:
        told: Sequence[Finding] = [finding for finding in of_unit if finding.severity >= least]
        for finding in draw(unit, told) if draw else told:
            print(f"    {finding.place.line}: {finding.code}: {finding.message} {finding.picture}".rstrip())


def judge_assembled() -> int:
    """Parts made of parts, as their authors placed them: whatever is found here is false."""
    library = LateLibrary()
    shortcuts = [part for part in shipped_parts() if part.kind is FileKind.SHORTCUT]
    keys = [part.key for part in shortcuts if "Sticker" not in part.category]
    false = 0
    for key in keys:
        file = library.read(key)
        lines = file.data.decode("utf-8", "replace").splitlines() if file else []
        inside = "".join(f"{line}\n" for line in lines if line.startswith("1 "))
        assembly = assemble(parse(inside.encode(), key), shipped_parts(), library)
        overlaps = [f for _, findings in judged(assembly) for f in findings if f.code == "BLD002"]
        false += len(overlaps)
        for finding in overlaps:
            print(f"{key}: {finding.message}")
    print(f"{len(keys)} assembled parts, {false} false overlaps")
    return 1 if false or not keys else 0


def judged(assembly: Assembly) -> list[tuple[Unit, list[Finding]]]:
    """The units of a model, each with what the rules of building find on it."""
    assembly.measurer.measure()
    ruling = Ruling(building_rules(), RAPID_ATTACK)
    rules = cited_rules(ruling.edition)
    return [
        (unit, [finding for rule in rules for finding in rule.apply(unit, ruling)])
        for unit in survey(assembly).units
    ]


if __name__ == "__main__":
    sys.exit(main())
