"""A file to a report: models and manifests, each judged by the edition it names or needs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from catalog.database.part_database import open_workspace
from catalog.editions.edition import Edition
from catalog.editions.loading import edition, edition_for, edition_named, with_building
from catalog.editions.options import option_words, parse_options
from fleets.dice.vocabulary import INTERCEPT_ORBIT, RAPID_ATTACK, Vocabulary
from fleets.forces.force import NO_GAME, Force, Game, Mech
from fleets.forces.manifest import Manifest, manifest_in
from fleets.forces.named_files import MANIFEST_SUFFIXES, check_suffix
from fleets.models.model_units import Unit
from fleets.models.survey import as_force, suggested_game, survey
from ldraw_tools.assembly.graph import Assembly
from ldraw_tools.findings import BrickyardError, Finding, Place, Severity, in_file_order
from ldraw_tools.workspace import Workspace
from validators.judging import Subject
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
    # Whether to judge how models are built, too.
    buildable: bool = False
    workspace: Workspace = field(default_factory=open_workspace, compare=False, repr=False)


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


def check_file(path: Path, request: Request, illustrate: Illustrate | None = None) -> Report:
    entry = read_entry(path, request)
    return make_report(entry.subjects, entry.ruling, entry.findings, illustrate)


def read_entry(path: Path, request: Request) -> Entry:
    """What a file holds and by what it is judged; the file and its models are read once in a workspace."""
    check_suffix(path)
    is_manifest = path.suffix.lower() in MANIFEST_SUFFIXES
    return _read_manifest(path, request) if is_manifest else _read_model(path, request)


def _odd_sizes(assembly: Assembly) -> list[Finding]:
    """What measuring a model finds."""
    return [one for one in assembly.measurer.measure().findings if one.code not in _TOLD_BY_RULES]


# What a rule says again, with the unit's name in it.
_TOLD_BY_RULES = frozenset({"LDR060"})


def _read_model(path: Path, request: Request) -> Entry:
    workspace = request.workspace
    assembly = workspace.assembly(path)
    chosen = edition(request.edition) if request.edition else None
    games = VOCABULARIES.get(chosen.game) if chosen else None
    found = workspace.of(path, survey, games) if games else workspace.of(path, survey)
    chosen = chosen or edition_for(suggested_game(found))
    ruling = ruling_by(chosen, request)
    read = in_file_order([*assembly.findings, *workspace.of(path, _odd_sizes), *found.findings])
    subjects: list[Subject] = list(found.units)
    if len(found.units) > 1 or any(unit.times > 1 for unit in found.units):
        subjects = [as_force(found, assembly.document.name, Place(assembly.document.name))]
    return Entry(subjects, ruling, read, bool(request.edition))


def _read_manifest(path: Path, request: Request) -> Entry:
    workspace = request.workspace
    manifest = manifest_in(workspace, path)
    odd = [one for model in manifest.models.values() for one in workspace.of(model, _odd_sizes)]
    findings = in_file_order([*manifest.findings, *odd])
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
