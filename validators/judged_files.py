"""A file to a report: models and manifests, each judged by the edition it names or needs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from catalog.database.part_database import open_workspace
from catalog.editions.citations import in_brackets
from catalog.editions.edition import Citation, Edition, OptionValue, option_words, parse_options
from catalog.editions.loading import edition, edition_for, edition_named, edition_over_parent, with_building
from catalog.vocabulary import VOCABULARIES, vocabulary_of
from catalog.yaml.located_values import one_of
from catalog.yaml.yaml_findings import NOT_A_CHOICE, NUMBER_FOR_NOTHING
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
from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.choosing import file_of
from ldraw_tools.file_overlay import bytes_for
from ldraw_tools.findings import BrickyardError, Finding, Place, Severity, in_file_order
from ldraw_tools.names import folder_of, hint, path_from_here, several, shown
from ldraw_tools.phrases import say
from ldraw_tools.workspace import Workspace
from validators.demand_judging import demand_in_words
from validators.explain import unknown_code
from validators.judging import judge, nothing_to_judge
from validators.report import EDITION, Report, Subject
from validators.rule import Ruling, rules
from validators.usual import Usual, usual, usual_edition


def edition_report(path: Path) -> Report:
    """Everything that is wrong with an edition; if nothing is, how it differs from its parent."""
    file = path_from_here(path)
    found, parent, findings = edition_over_parent(path, file)
    if found:
        named = (found.may_suppress or {}).items()
        unknown = filter(None, (unknown_code(code, place) for code, place in named))
        findings = [*findings, *_wrong_numbers(found, path, file), *unknown]
    shown = found or Edition(id=path.stem, title=Path(file).name, game="")
    ruling = Ruling(shown, vocabulary_of(shown))
    said = _lines(found, parent) if found else ()
    lines = tuple(f"  {line}" for line in said)
    return Report(shown.title, EDITION, Place(file), ruling, lines=lines, own_findings=tuple(findings))


def _wrong_numbers(text: Edition, path: Path, file: str) -> Iterator[Finding]:
    """Numbers that only the rules themselves can check: half a system, a pair instead of one number."""
    for code, cited in text.citations.items():
        for name, wanted in rules()[code].wrong_numbers(text) if code in rules() else ():
            written = (bytes_for(path) or path.read_bytes()).decode("utf-8", "replace").splitlines()
            line = next((at for at, one in enumerate(written, 1) if re.match(rf"\s*{code}\b", one)), 0)
            number = in_brackets(cited.numbers[name])
            yield NUMBER_FOR_NOTHING.at(
                Place(file, line), name=name, code=code, number=number, wanted=wanted, example=f"{name}: 3"
            )


def _lines(text: Edition, parent: Edition | None) -> Iterator[str]:
    if parent is None:
        yield f"Extends no other edition: {len(text.citations)} rules."
    else:
        yield f"Extends {parent.title} ({parent.id})."
        yield from _changed_rules(text, parent)
        yield from _changed_options(text, parent)
    if text.may_suppress is not None:
        yield f"A list may suppress {', '.join(text.may_suppress) or 'nothing'}."
    yield from (f"Demands: {demand_in_words(demand, text)}" for demand in text.demands.values())


def _changed_rules(text: Edition, parent: Edition) -> Iterator[str]:
    for code, cited in text.citations.items():
        before = parent.citations.get(code)
        if before is None:
            yield f"{code} is added: {cited.severity}{_numbers(cited)}. {_title(code)}"
        elif before != cited:
            changes = list(_changes(cited, before)) or ["other words"]
            yield f"{code} is changed: {', '.join(changes)}. {_title(code)}"
    for code in parent.citations:
        if code not in text.citations:
            yield f"{code} is removed. {_title(code)}"


def _changes(cited: Citation, before: Citation) -> Iterator[str]:
    for name, number in cited.numbers.items():
        if number != before.numbers.get(name):
            yield f"{name} {in_brackets(number)} instead of {in_brackets(before.numbers.get(name, ()))}"
    if cited.severity != before.severity:
        yield f"{cited.severity} instead of {before.severity}"


def _changed_options(text: Edition, parent: Edition) -> Iterator[str]:
    for name, option in text.options.items():
        if option != parent.options.get(name):
            agreed = (
                "" if option.default is None else f": {_said(option.default)}, unless a force says otherwise"
            )
            yield f"Option {name} is changed{agreed}."
    for name in parent.options:
        if name not in text.options:
            yield f"Option {name} is removed."


def _said(value: OptionValue) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def _numbers(cited: Citation) -> str:
    return "".join(f", {name} {in_brackets(number)}" for name, number in cited.numbers.items())


def _title(code: str) -> str:
    return rules()[code].title if code in rules() else ""


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


class ReadFile(NamedTuple):
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

    Raises `BrickyardError` if the file can't be opened, and for an edition, options or a number of
    players that there can't be. What is wrong in the file is a finding.
    """
    settings = JudgeSettings(
        edition=edition,
        options=several(options),
        game=game_of(game, players),
        buildable=buildable,
        suppress=suppress,
        workspace=open_workspace() if workspace is None else workspace,
    )
    return check_file(Path(path), settings)


def game_of(size: str, players: int) -> Game:
    if not isinstance(players, int):
        raise BrickyardError(f"players is {shown(repr(players))}, but must be a whole number, such as 3")
    return Game(size.lower(), players)


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
        raise BrickyardError(say("no models and no manifests in {path}", path=path))
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
        ruling = ruling._replace(unknown=manifest.edition)
    subject = manifest.subject
    if subject is not None and not settings.suppress:
        subject = replace(subject, suppressed={})
    if isinstance(subject, Force):
        options, told = parse_options(ruling.edition, manifest.options)
        findings += told if chosen else []
        size, sizes = subject.game.size, ruling.edition.companies if chosen else {}
        if subject.is_partial and sizes and size not in ("", *sizes):
            # No rule on games is asked about a list that can't be read whole.
            words = {"word": shown(size), "wanted": one_of(sizes), "hint": hint(size, sizes)}
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
