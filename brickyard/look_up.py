"""What one can look up, as values: rules, editions, parts, libraries and tags, for programs as for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from brickyard.numbered_parts import NumberedPart
from catalog.editions.edition import Edition, OptionSpec
from catalog.editions.tables import EditionTables
from catalog.yaml.typed_reading import as_written
from ldraw_tools.findings import Finding, Severity
from ldraw_tools.library.places import Checked, State, describe
from ldraw_tools.notebooks import line_of
from ldraw_tools.units import plates, studs

if TYPE_CHECKING:
    from catalog.database.part_database import PartRecord, PartsDatabase
    from fleets.models.model_units import Proposal, Survey


class ListedRule(NamedTuple):
    """A rule; what an edition says of it only where one was asked for. `demands` are in words."""

    code: str
    name: str
    title: str
    reason: str
    severity: Severity | None = None
    reference: str = ""
    numbers: Mapping[str, Any] | None = None
    demands: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RulesAnswer:
    """What `brickyard rules --format json` prints; without an edition the rules of all."""

    __json__: ClassVar = ("format", "edition", "rules")

    edition: Edition | None
    rules: tuple[ListedRule, ...]
    format: int = 1

    __repr__ = line_of


def listed_rules(text: Edition | None) -> RulesAnswer:
    from validators.demand_judging import demand_in_words, demands_judged_by
    from validators.rule import rules

    found: list[ListedRule] = []
    for code, rule in rules().items():
        if text is None:
            found.append(ListedRule(code, rule.name, rule.title, rule.reason))
        elif cited := text.citations.get(code):
            demands = tuple(demand_in_words(one, text) for one in demands_judged_by(code, text))
            about = (cited.severity, cited.reference, cited.numbers, demands)
            found.append(ListedRule(code, rule.name, rule.title, rule.reason, *about))
    return RulesAnswer(text, tuple(found))


class ListedEdition(NamedTuple):
    """An edition; `tables` only where it was asked for by name."""

    id: str
    title: str
    version: str
    date: str
    extends: str
    game: str
    rules: tuple[str, ...]
    options: tuple[OptionSpec, ...]
    demands: tuple[str, ...]
    tables: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class EditionsAnswer:
    """What `brickyard editions --format json` prints."""

    __json__: ClassVar = ("format", "editions")

    editions: tuple[ListedEdition, ...]
    format: int = 1
    # The same as they were read.
    texts: tuple[Edition, ...] = ()

    __repr__ = line_of


def listed_edition(text: Edition, with_tables: bool) -> ListedEdition:
    from validators.demand_judging import demand_in_words

    return ListedEdition(
        text.id,
        text.title,
        text.version,
        text.date,
        text.extends,
        text.game,
        tuple(text.citations),
        tuple(text.options.values()),
        tuple(demand_in_words(one, text) for one in text.demands.values()),
        as_written(text, EditionTables) if with_tables else None,
    )


class ListedPart(NamedTuple):
    """A part of the database; sizes in studs and, without top studs, plates, if anything can be measured."""

    number: str
    title: str
    kind: str
    category: str
    moved_to: str = ""
    bricklink: tuple[str, ...] = ()
    rebrickable: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    width_studs: float | None = None
    depth_studs: float | None = None
    height_plates: float | None = None


@dataclass(frozen=True, slots=True)
class CatalogAnswer:
    """What `brickyard catalog search` and `show` print as JSON; `has_more` if not all are listed."""

    __json__: ClassVar = ("format", "parts", "has_more")

    parts: tuple[ListedPart, ...]
    has_more: bool = False
    format: int = 1

    __repr__ = line_of


def listed_part(record: PartRecord, database: PartsDatabase) -> ListedPart:
    from ldraw_tools.measuring.measure import Measurement

    final = database.follow(record)
    shape = database.shape_of(record)
    measured = Measurement(shape) if shape is not None else None
    sizes: tuple[float | None, ...] = (None, None, None)
    if measured is not None and measured.box is not None and measured.box_without_top_studs is not None:
        box, solid = measured.box, measured.box_without_top_studs
        lengths = (studs(box.width), studs(box.depth), plates(solid.height))
        sizes = tuple(round(float(length), 3) for length in lengths)
    return ListedPart(
        record.number,
        " ".join(record.title.split()),
        str(final.kind.value),
        final.category or "",
        final.number if final is not record else "",
        final.bricklink,
        final.rebrickable,
        final.keywords,
        *sizes,
    )


class LibraryPlace(NamedTuple):
    """Where a library was looked for, why there, and what was found; `holds` is said of one in use."""

    path: str
    why: str
    state: State
    detail: str
    by_user: bool
    holds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LibraryAnswer:
    """What `brickyard library status --format json` prints: the parts database, and places of libraries."""

    __json__: ClassVar = ("format", "database_files", "database_release", "places")

    database_files: int
    database_release: str
    places: tuple[LibraryPlace, ...]
    format: int = 1

    __repr__ = line_of


def library_place(found: Checked) -> LibraryPlace:
    """A place as the answer has it."""
    place, holds = found.candidate, []
    if found.state is State.USED:
        about = describe(place.path)
        holds = [f"{about.parts:,} parts", f"{about.primitives:,} primitives"]
        if about.unofficial_parts:
            holds.append(f"{about.unofficial_parts:,} unofficial parts")
        if about.release:
            holds.append(f"release {about.release}")
    return LibraryPlace(str(place.path), place.why, found.state, found.detail, place.by_user, tuple(holds))


class ListedSubmodel(NamedTuple):
    """What a submodel was taken for, and why; without a tag it has no role."""

    name: str
    role: str
    value: str
    label: str
    why: str


class ProposedTag(NamedTuple):
    """What a name says that a submodel or group is, by which word: a tag, or choices if it says no die."""

    name: str
    word: str
    tag: str
    choices: tuple[str, ...]
    times: int
    line: int


@dataclass(frozen=True, slots=True)
class TaggedModel:
    """What the submodels of a file were taken for; `path` is the file as it was asked for."""

    __json__: ClassVar = ("file", "submodels", "findings", "lines", "proposals")

    file: str
    path: Path
    submodels: tuple[ListedSubmodel, ...]
    findings: tuple[Finding, ...]
    lines: tuple[NumberedPart, ...] = ()
    """Only where they were asked for."""
    proposals: tuple[ProposedTag, ...] = ()
    """Likewise."""


@dataclass(frozen=True, slots=True)
class TagsAnswer:
    """What `brickyard tags --format json` prints."""

    __json__: ClassVar = ("format", "models")

    models: tuple[TaggedModel, ...]
    format: int = 1
    # Why some can't be opened.
    problems: tuple[str, ...] = ()

    __repr__ = line_of


def proposed_tag(proposal: Proposal) -> ProposedTag:
    tag, choices = (proposal.tags[0], ()) if len(proposal.tags) == 1 else ("", proposal.tags)
    return ProposedTag(proposal.name, proposal.word, tag, choices, proposal.times, proposal.place.line)


def tagged_model(
    file: str,
    path: Path,
    survey: Survey,
    findings: Sequence[Finding],
    lines: tuple[NumberedPart, ...],
    proposals: Iterable[Proposal] = (),
) -> TaggedModel:
    submodels = [
        ListedSubmodel(name, tag.role.value, tag.value, tag.label, why)
        if tag
        else ListedSubmodel(name, "", "", "", why)
        for name, tag, why in survey.submodels
    ]
    proposed = tuple(map(proposed_tag, proposals))
    return TaggedModel(file, path, tuple(submodels), tuple(findings), lines, proposed)
