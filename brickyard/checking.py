"""Paths to reports: models, manifests and folders, each judged by the edition it names or needs."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from brickyard.opening import MODEL_SUFFIXES, LateLibrary, assemble_model, open_model
from catalog.editions.edition import Edition
from catalog.editions.loading import (
    edition,
    edition_for,
    edition_named,
    option_words,
    parse_options,
    with_building,
)
from fleets.designs import Unit
from fleets.force import NO_GAME, Force, Game, Mech
from fleets.manifest import Manifest, read_manifest
from fleets.survey import as_force, suggested_game, survey
from fleets.vocabulary import INTERCEPT_ORBIT, RAPID_ATTACK, Vocabulary
from ldraw_tools.diagnostics import BrickyardError, Diagnostic, Place, in_file_order
from ldraw_tools.graph import Assembly
from validators.check import Subject
from validators.report import Report, make_report
from validators.rule import Ruling

MANIFEST_SUFFIXES = (".yaml", ".yml")
_MODELS_IN_FOLDERS = (".ldr", ".mpd", ".io")
_MANIFEST = re.compile(r"^(company|fleet|mech)\s*:", re.MULTILINE)
_GAMES = {"company": "frames", "fleet": "fleet", "mech": "mech"}
VOCABULARIES: dict[str, Vocabulary] = {"frames": RAPID_ATTACK, "fleet": INTERCEPT_ORBIT}


@dataclass(frozen=True)
class Request:
    """What the caller wants judged by, beyond what the files say."""

    edition: str = ""
    options: tuple[str, ...] = ()
    game: Game = NO_GAME
    library: tuple[Path, ...] = ()
    # Whether to judge how models are built, too.
    buildable: bool = False


@dataclass(frozen=True)
class Entry:
    """What a file holds, by what it is to be judged, and what reading it has found already."""

    subjects: list[Subject]
    ruling: Ruling
    findings: list[Diagnostic]
    # Whether somebody chose the edition; else it is the usual one for what the file holds.
    names_edition: bool


def check_paths(paths: list[Path], request: Request, jobs: int = 1) -> list[Report]:
    files = [file for path in paths for file in files_in(path)]
    if not files:
        raise BrickyardError(f"no models and no manifests in {', '.join(str(path) for path in paths)}")
    if jobs > 1 and len(files) > 1:
        from concurrent.futures import ProcessPoolExecutor

        with ProcessPoolExecutor(min(jobs, len(files))) as pool:
            return list(pool.map(partial(check_file, request=request), files, chunksize=4))
    return [check_file(file, request) for file in files]


def files_in(path: Path) -> Iterator[Path]:
    """A file is itself; of a folder its manifests and models, parts and other YAML left aside."""
    if not path.is_dir():
        if not path.exists():
            raise BrickyardError(f"{path}: No such file or folder")
        yield path
        return
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            file = Path(folder, name)
            suffix = file.suffix.lower()
            if suffix in _MODELS_IN_FOLDERS or (suffix in MANIFEST_SUFFIXES and _is_manifest(file)):
                yield file


def _is_manifest(file: Path) -> bool:
    try:
        with file.open("rb") as opened:
            return _MANIFEST.search(opened.read(100_000).decode("utf-8", "replace")) is not None
    except OSError:
        return False


def check_file(path: Path, request: Request) -> Report:
    entry = read_entry(path, request)
    return make_report(entry.subjects, entry.ruling, entry.findings)


def read_entry(path: Path, request: Request) -> Entry:
    suffix = path.suffix.lower()
    if suffix in MANIFEST_SUFFIXES:
        return _read_manifest(path, request)
    if suffix in MODEL_SUFFIXES:
        return _read_model(path, request)
    wanted = ", ".join((*MODEL_SUFFIXES, *MANIFEST_SUFFIXES))
    raise BrickyardError(f"{path}: neither a model nor a manifest (they end with {wanted})")


def opened_assembly(path: Path, library: tuple[Path, ...]) -> Assembly:
    """A model's graph, with what measuring finds odd among its findings."""
    model = open_model(path)
    assembly = assemble_model(model, LateLibrary(list(library)))
    odd = [finding for finding in assembly.measurer.measure().findings if finding.code not in _TOLD_BY_RULES]
    assembly.findings = in_file_order([*model.findings, *assembly.findings, *odd])
    return assembly


# What a rule says again, with the unit's name in it.
_TOLD_BY_RULES = frozenset({"LDR060"})


def _read_model(path: Path, request: Request) -> Entry:
    assembly = opened_assembly(path, request.library)
    chosen = edition(request.edition) if request.edition else None
    games = VOCABULARIES.get(chosen.game) if chosen else None
    found = survey(assembly, games) if games else survey(assembly)
    chosen = chosen or edition_for(suggested_game(found))
    ruling = ruling_by(chosen, request)
    read = [*assembly.findings, *found.findings]
    subjects: list[Subject] = list(found.units)
    if len(found.units) > 1 or any(unit.times > 1 for unit in found.units):
        subjects = [as_force(found, assembly.document.name, Place(assembly.document.name))]
    return Entry(subjects, ruling, read, bool(request.edition))


def _read_manifest(path: Path, request: Request) -> Entry:
    manifest = read_manifest(path, lambda model: opened_assembly(model, request.library))
    findings = list(manifest.findings)
    chosen: Edition | None
    said: list[Diagnostic]
    if request.edition:
        chosen, said = edition(request.edition), []
    elif manifest.edition:
        chosen, said = edition_named(manifest.edition, manifest.edition_place, path.parent)
    else:
        chosen, said = edition_for(_game_of(manifest)), []
    findings += said
    # A verdict needs a text to judge by; the one for this kind of game stands in, and the finding says so.
    ruling = ruling_by(chosen or edition_for(_game_of(manifest)), request)
    subject = manifest.subject
    if isinstance(subject, Force):
        options, told = parse_options(ruling.edition, manifest.options)
        findings += told
        subject = replace(subject, options=options)
    names_edition = bool(request.edition or manifest.edition)
    return Entry([subject] if subject else [], ruling, findings, names_edition)


def _game_of(manifest: Manifest) -> str:
    subject = manifest.subject
    if isinstance(subject, Mech):
        return "mech"
    return _GAMES.get(subject.kind, "frames") if subject else "frames"


def ruling_by(text: Edition, request: Request) -> Ruling:
    options, findings = parse_options(text, option_words(request.options))
    if findings:
        raise BrickyardError("; ".join(f"--option: {f.message} {f.fix}".strip() for f in findings))
    text = with_building(text) if request.buildable else text
    return Ruling(text, VOCABULARIES.get(text.game, RAPID_ATTACK), options, request.game)


def units_of(path: Path, request: Request) -> tuple[list[tuple[Unit, int]], Vocabulary]:
    """The units of a model or a manifest with how many of each, and the game they are of."""
    if path.suffix.lower() in MANIFEST_SUFFIXES:
        manifest = read_manifest(path, lambda model: opened_assembly(model, request.library))
        subject = manifest.subject
        fielded = subject.fielded if isinstance(subject, Force) else ()
        return [(one.unit, one.count) for one in fielded], VOCABULARIES.get(_game_of(manifest), RAPID_ATTACK)
    found = survey(opened_assembly(path, request.library))
    return [(unit, unit.times) for unit in found.units], VOCABULARIES[suggested_game(found)]
