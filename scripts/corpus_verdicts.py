"""Judges every model of a folder twice: as it is, and as a frame of a company that says what it carries.

python -m scripts.corpus_verdicts folder [--csv table.csv]
"""

from __future__ import annotations

import argparse
import csv
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from catalog.database.part_database import open_workspace
from ldraw_tools.findings import BrickyardError, Severity
from validators.judged_files import JudgeSettings, check_file
from validators.report import Report

MODELS = (".ldr", ".mpd", ".io")
REFUSED = "not opened"
# Three frames on paper and three stations: with one more frame this is a company that breaks no rule.
COMPANY = """\
company: Corpus
edition: rapid-attack
frames:
  - {{model: "{model}", name: Tried, systems: 2Rd 1B 1Y}}
  - {{name: Second, systems: 2Rd 1B 1Y, rockets: 3}}
  - {{name: Third, systems: 2Rd 1B 1Y}}
  - {{name: Fourth, systems: 2Rd 1B 1Y}}
stations:
  - {{name: Station, count: 3}}
"""


def as_it_is(path: Path) -> tuple[str, str]:
    """The verdict, and why: the reason, or the codes of what is wrong or odd."""
    try:
        return _said(check_file(path, JudgeSettings(workspace=open_workspace())))
    except BrickyardError as error:
        return REFUSED, str(error).removeprefix(f"{path}: ").removeprefix(f"{path.name}: ")


def as_a_frame(path: Path, folder: Path) -> tuple[str, str]:
    """The same of a company that fields it, with its systems named in the list."""
    manifest = folder / "company.yaml"
    model = os.path.relpath(path, folder).replace(os.sep, "/")
    manifest.write_text(COMPANY.format(model=model.replace('"', '\\"')), encoding="utf-8")
    return _said(check_file(manifest, JudgeSettings(workspace=open_workspace())))


def _said(report: Report) -> tuple[str, str]:
    if report.reason:
        return report.verdict, report.reason
    wanted = Severity.ERROR if report.verdict == "not legal" else Severity.WARNING
    codes = sorted({found.code for found in report.findings if found.severity is wanted})
    return report.verdict, ", ".join(codes)


def judged(folder: Path) -> Iterator[tuple[str, tuple[str, str], tuple[str, str]]]:
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() in MODELS and path.is_file())
    with tempfile.TemporaryDirectory() as scratch:
        for path in paths:
            yield str(path.relative_to(folder)), as_it_is(path), as_a_frame(path, Path(scratch))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--csv", type=Path, help="also write what each model got")
    arguments = parser.parse_args()
    rows = list(judged(arguments.folder))
    if arguments.csv:
        with arguments.csv.open("w", encoding="utf-8", newline="") as file:
            table = csv.writer(file)
            table.writerow(["model", "as it is", "why", "as a frame", "why"])
            table.writerows([name, *alone, *fielded] for name, alone, fielded in rows)
    print(f"{len(rows)} models")
    alone, fielded = [row[1] for row in rows], [row[2] for row in rows]
    for title, said in (("as it is", alone), ("as a frame of a company that says what it carries", fielded)):
        print(f"\n{title}:")
        for (verdict, why), number in Counter(said).most_common():
            print(f"  {number:4}  {verdict}{f': {why}' if why else ''}")
    return 0 if rows else 1


if __name__ == "__main__":
    sys.exit(main())
