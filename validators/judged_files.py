"""A file to a report: models and manifests, each judged by the edition it names or needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from catalog.database.part_database import open_workspace
from catalog.editions.edition import Edition
from catalog.editions.loading import edition, edition_for, edition_named, with_building
from catalog.editions.options import option_words, parse_options
from catalog.yaml.yaml_findings import NOT_A_CHOICE
from fleets.dice.vocabulary import VOCABULARIES, vocabulary_of
from fleets.forces.force import NO_GAME, Force, Game, Mech
from fleets.forces.manifest import Manifest, manifest_in
from fleets.forces.named_files import (
    MANIFEST_SUFFIXES,
    check_suffix,
    files_in,
    is_campaign,
    is_edition,
    split_unit,
    unit_named,
)
from fleets.models.model_units import Unit
from fleets.models.survey import as_force, suggested_game, survey
from ldraw_tools.assembly.graph import Assembly
from ldraw_tools.choosing import file_of
from ldraw_tools.findings import BrickyardError, Finding, Place, Severity, in_file_order
from ldraw_tools.names import folder_of, path_from_here, several
from ldraw_tools.suggestions import hint, shown
from ldraw_tools.workspace import Workspace
from validators.judged_editions import edition_report
from validators.judging import judge, nothing_to_judge
from validators.report import Report, Subject
from validators.rule import Ruling
from validators.usual import Usual, usual, usual_edition

_GAMES = {"company": "frames", "fleet": "fleet", "mech": "mech"}


# Gives the findings on a unit their pictures.
Illustrate = Callable[[Unit, Sequence[Finding]], tuple[Finding, ...]]


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgeSettings:
    """What the caller wants files judged by, beyond what they say themselves."""

    edition: str = ""
    options: tuple[str, ...] = ()
    game: Game = NO_GAME
    # Whether to judge how models are built, too.
    buildable: bool = False
    # Whether lists may suppress findings.
    suppress: bool = True
    workspace: Workspace = field(default_factory=open_workspace, compare=False, repr=False)
    # What holds where neither this nor the files say it.
    usual: Usual = field(default_factory=usual)


@dataclass(frozen=True, slots=True)
class ReadFile:
    """What a file contains, what to judge it by, and what was found while reading it."""

    subject: Subject | None
    ruling: Ruling
    findings: list[Finding]
    # Whether the edition was chosen; else it is the usual one for this kind of file.
    names_edition: bool
    # The edition that the file itself names, as written.
    own_edition: str = ""

    @property
    def units(self) -> list[tuple[Unit, int]]:
        """What is fielded, each design once, and how many of it."""
        if isinstance(self.subject, Force):
            return [(one.unit, one.count) for one in self.subject.fielded]
        return [(self.subject, self.subject.times)] if isinstance(self.subject, Unit) else []

    @property
    def why_nothing(self) -> str:
        """The first error, for a file that contains nothing to judge."""
        wrong = next((one for one in self.findings if one.severity is Severity.ERROR), None)
        return f"{wrong.place}: {sentence(wrong)}" if wrong else ""


def sentence(found: Finding) -> str:
    """The message and the fix, in one line."""
    return f"{found.message}. {found.fix}" if found.fix else found.message


def check(
    path: str | Path,
    *,
    edition: str = "",
    options: str | Iterable[str] = (),
    game: str = "",
    players: int = 0,
    buildable: bool = False,
    suppress: bool = True,
    workspace: Workspace | None = None,
) -> Report:
    """The report on a model, on the manifest of a company, a fleet or a 'mech, or on a group's own edition.

    `edition` is the id or the file of the text to judge by; `options` are what the group agreed to, as in
    `["split-range", "rockets=3"]`; `game` is its size. Without them the files decide. Unless `suppress`, what
    a list suppresses counts.
    """
    if not isinstance(players, int):
        raise BrickyardError(f"players is {shown(repr(players))}, but must be a whole number, such as 3")
    settings = JudgeSettings(
        edition=edition,
        options=several(options),
        game=Game(game.lower(), players),
        buildable=buildable,
        suppress=suppress,
        workspace=open_workspace() if workspace is None else workspace,
    )
    return check_file(Path(path), settings)


def check_file(path: Path, settings: JudgeSettings, illustrate: Illustrate | None = None) -> Report:
    """The report on a file, or on the unit of it that `company.yaml:Name` means."""
    file, name = split_unit(str(path)) or (path, "")
    if name:
        whole = check_file(file, settings, illustrate)
        # If nothing can be read, the report on the file says why.
        unit = whole if whole.kind == "file" else unit_named(name, str(file), whole.units or [whole])
        return replace(unit, own_findings=whole.own_findings) if whole.ruling.unknown else unit
    if is_campaign(path):
        from validators.judged_campaigns import check_campaign

        report = check_campaign(path, settings)
        return report if illustrate is None else _illustrated(report, illustrate)
    if path.suffix.lower() in MANIFEST_SUFFIXES and is_edition(path):
        return edition_report(path)
    read = read_file(path, settings)
    if read.subject is None:
        name = read.findings[0].place.file if read.findings else path_from_here(path)
        return nothing_to_judge(name, read.ruling, read.findings)
    report = judge(read.subject, read.ruling, read.findings)
    return report if illustrate is None else _illustrated(report, illustrate)


def files_to_judge(path: Path) -> list[Path]:
    """The model, the manifest or the unit of one that was named; the models and manifests of a folder."""
    file, name = split_unit(str(path)) or (path, "")
    files = list(files_in(file if name else path, campaigns=True))
    if not files:
        raise BrickyardError(f"no models and no manifests in {path}")
    return [path] if name else files


def read_file(path: Path, settings: JudgeSettings) -> ReadFile:
    """What a file contains and what to judge it by; a workspace reads the file and its models once."""
    check_suffix(path)
    is_manifest = file_of(path).suffix.lower() in MANIFEST_SUFFIXES
    return _read_manifest(path, settings) if is_manifest else _read_model(path, settings)


def _illustrated(report: Report, illustrate: Illustrate) -> Report:
    units = tuple(_illustrated(unit, illustrate) for unit in report.units)
    findings = report.own_findings
    if isinstance(report.subject, Unit):
        findings = illustrate(report.subject, findings)
    return replace(report, own_findings=findings, units=units)


def _odd_sizes(assembly: Assembly) -> list[Finding]:
    """What measuring a model finds."""
    return [one for one in assembly.measurer.measure().findings if one.code not in _TOLD_BY_RULES]


# Left out because a rule says the same with the unit's name.
_TOLD_BY_RULES = frozenset({"LDR060"})


def _read_model(path: Path, settings: JudgeSettings) -> ReadFile:
    workspace = settings.workspace
    assembly = workspace.assembly(path)
    chosen = edition(settings.edition) if settings.edition else None
    games = VOCABULARIES.get(chosen.game) if chosen else None
    found = workspace.of(path, survey, games) if games else workspace.of(path, survey)
    chosen = chosen or usual_edition(suggested_game(found), settings.usual)
    ruling = ruling_by(chosen, settings)
    read = in_file_order([*assembly.findings, *workspace.of(path, _odd_sizes), *found.findings])
    subject: Subject | None = found.units[0] if found.units else None
    if len(found.units) > 1 or any(unit.times > 1 for unit in found.units):
        force = as_force(found, assembly.chosen or assembly.document.name, Place(assembly.document.file))
        subject = replace(force, game=Game(players=settings.usual.players))
    return ReadFile(subject, ruling, read, bool(settings.edition))


def _read_manifest(path: Path, settings: JudgeSettings) -> ReadFile:
    workspace = settings.workspace
    manifest = manifest_in(workspace, path)
    odd = [one for model in manifest.models.values() for one in workspace.of(model, _odd_sizes)]
    findings = in_file_order([*manifest.findings, *odd])
    chosen: Edition | None
    said: list[Finding]
    if settings.edition:
        chosen, said = edition(settings.edition), []
    elif manifest.edition:
        chosen, said = edition_named(manifest.edition, manifest.edition_place, folder_of(path))
    else:
        chosen, said = usual_edition(_game_of(manifest), settings.usual), []
    findings += said
    ruling = ruling_by(chosen or edition_for(_game_of(manifest)), settings)
    if chosen is None:
        ruling = replace(ruling, unknown=manifest.edition)
    subject = manifest.subject
    if subject is not None and not settings.suppress:
        subject = replace(subject, suppressed={})
    if isinstance(subject, Force):
        options, told = parse_options(ruling.edition, manifest.options)
        findings += told if chosen else []
        size, sizes = subject.game.size, ruling.edition.companies if chosen else {}
        if subject.is_partial and sizes and size not in ("", *sizes):
            # No rule on games is asked about a list that can't be read whole.
            words = {"word": shown(size), "wanted": f"one of {', '.join(sizes)}", "hint": hint(size, sizes)}
            findings.append(NOT_A_CHOICE.at(subject.place, label="size", **words))
        players = subject.game.players or settings.usual.players
        subject = replace(subject, options=options, game=Game(subject.game.size, players))
    is_named = chosen is not None and bool(settings.edition or manifest.edition)
    return ReadFile(subject, ruling, findings, is_named, manifest.edition)


def _game_of(manifest: Manifest) -> str:
    subject = manifest.subject
    if isinstance(subject, Mech):
        return "mech"
    return _GAMES.get(subject.kind, "frames") if subject else "frames"


def ruling_by(text: Edition, settings: JudgeSettings) -> Ruling:
    options, findings = parse_options(text, option_words(settings.options))
    if findings:
        raise BrickyardError("; ".join(f"--option: {sentence(found)}" for found in findings))
    text = with_building(text) if settings.buildable else text
    return Ruling(text, vocabulary_of(text), options, settings.game)
