"""Paths to reports: models, manifests and folders, each judged by the edition it names or needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from pathlib import Path

from brickyard.opening import LateLibrary, assemble_model, open_model
from brickyard.paths import MANIFEST_SUFFIXES, check_suffix, files_in
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
from ldraw_tools.findings import BrickyardError, Finding, Place, Severity, in_file_order
from ldraw_tools.graph import Assembly
from validators.check import Subject
from validators.report import Illustrate, Report, make_report
from validators.rule import Ruling

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
    findings: list[Finding]
    # Whether somebody chose the edition; else it is the usual one for what the file holds.
    names_edition: bool

    @property
    def units(self) -> list[tuple[Unit, int]]:
        """What is fielded, each design once, and how many of it."""
        found: list[tuple[Unit, int]] = []
        for subject in self.subjects:
            if isinstance(subject, Force):
                found += [(one.unit, one.count) for one in subject.fielded]
            elif isinstance(subject, Unit):
                found.append((subject, subject.times))
        return found

    @property
    def why_nothing(self) -> str:
        """The first thing that is wrong, for a file that nothing came out of."""
        wrong = next((one for one in self.findings if one.severity is Severity.ERROR), None)
        return f"{wrong.place}: {sentence(wrong)}" if wrong else ""


def sentence(found: Finding) -> str:
    """What is wrong and the way out, in one line."""
    return f"{found.message}. {found.fix}" if found.fix else found.message


def check_paths(
    paths: list[Path], request: Request, jobs: int = 1, pictures: Path | None = None
) -> list[Report]:
    """With a folder for pictures, each finding that can be shown in one gets one there."""
    files = [file for path in paths for file in files_in(path)]
    if not files:
        raise BrickyardError(f"no models and no manifests in {', '.join(str(path) for path in paths)}")
    at_a_time = min(jobs, len(files))
    drawers: Sequence[Illustrate | None] = [None] * len(files)
    if pictures is not None:
        from brickyard.pictures.finding_files import galleries

        drawers = galleries(files, pictures, is_alone=at_a_time == 1)
    if at_a_time > 1:
        from concurrent.futures import ProcessPoolExecutor

        with ProcessPoolExecutor(at_a_time) as pool:
            return list(pool.map(check_file, files, repeat(request), drawers, chunksize=4))
    return [check_file(file, request, drawer) for file, drawer in zip(files, drawers, strict=True)]


def check_file(path: Path, request: Request, illustrate: Illustrate | None = None) -> Report:
    entry = read_entry(path, request)
    return make_report(entry.subjects, entry.ruling, entry.findings, illustrate)


def read_entry(path: Path, request: Request) -> Entry:
    check_suffix(path)
    is_manifest = path.suffix.lower() in MANIFEST_SUFFIXES
    return _read_manifest(path, request) if is_manifest else _read_model(path, request)


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
    said: list[Finding]
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
        raise BrickyardError("; ".join(f"--option: {sentence(found)}" for found in findings))
    text = with_building(text) if request.buildable else text
    return Ruling(text, VOCABULARIES.get(text.game, RAPID_ATTACK), options, request.game)
