"""Designs as they were read and judged: what facts, pictures and pages are made from."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING

from brickyard.facts.verdicts import worst_first
from catalog.editions.edition import Edition
from catalog.vocabulary import Body, Vocabulary
from fleets.chances.combat import combat_of
from fleets.chances.duel import fighter_of
from fleets.dice.carried_systems import Loadout
from fleets.forces.force import Force, Mech
from fleets.forces.named_files import files_in, split_unit, unit_named
from fleets.models.model_units import Unit
from ldraw_tools.choosing import short_name
from ldraw_tools.findings import Finding, Severity
from ldraw_tools.names import is_untitled
from validators.judged_files import JudgeSettings, read_file, sentence
from validators.judging import judge, nothing_to_judge
from validators.report import Report
from validators.rule import Ruling

if TYPE_CHECKING:
    from brickyard.facts.design_facts import DesignFacts
    from brickyard.facts.force_facts import ForceFacts
    from fleets.chances.duel import Fighter

_NOT_IN_A_SLUG = re.compile(r"[^a-z0-9]+")
_LONGEST_SLUG = 60


@dataclass(frozen=True)
class JudgedDesign:
    """One design, judged. `slug` names its files; designs of one file have different ones."""

    unit: Unit
    judged: Report
    slug: str
    count: int = 1
    is_spare: bool = False
    title: str = ""
    author: str = ""
    licence: str = ""
    beside: tuple[Unit, ...] = ()
    """The other units of its file."""

    @property
    def name(self) -> str:
        return self.unit.name

    @property
    def ruling(self) -> Ruling:
        return self.judged.ruling

    @property
    def edition(self) -> Edition:
        return self.judged.ruling.edition

    @property
    def vocabulary(self) -> Vocabulary:
        return self.judged.ruling.vocabulary

    @property
    def kind(self) -> str:
        """`frame`, `capital ship`, `high value asset`: in the edition's own word."""
        return self.ruling.word(self.unit.body or str(self.unit.role))

    @property
    def findings(self) -> tuple[Finding, ...]:
        return worst_first(self.judged.findings)

    @cached_property
    def body(self) -> Body | None:
        """None for what rolls no dice of its own."""
        return self.vocabulary.body(self.unit.body)

    @cached_property
    def fighter(self) -> Fighter | None:
        """The design as a fighter; None if it doesn't fight."""

        return fighter_of(self.unit, combat_of(self.edition, self.vocabulary))

    @cached_property
    def loadout(self) -> Loadout:
        """What it carries; if the edition fixes that for its class, what the edition says."""
        return self.fighter.loadout if self.fighter else self.unit.loadout

    @cached_property
    def facts(self) -> DesignFacts:
        from brickyard.facts.design_facts import facts_of

        return facts_of(self)

    @property
    def model_path(self) -> Path | None:
        """The file of its model; None on paper."""
        return self.unit.assembly.document.path if self.unit.assembly else None

    @property
    def files(self) -> tuple[Path, ...]:
        """Every file that was read for it, except the library's."""
        nodes = self.unit.assembly.nodes if self.unit.assembly else []
        documents = (node.document for node in nodes)
        return tuple(dict.fromkeys(one.path for one in documents if one and one.path))

    @cached_property
    def textures(self) -> tuple[Path, ...]:
        """The pictures beside its model that its surfaces show."""
        from brickyard.pictures.paints import textures_beside

        return tuple(textures_beside(self.unit.assembly)) if self.unit.assembly else ()

    @cached_property
    def digest(self) -> str:
        """The digest of the model's bytes; for a design on paper, of what it carries."""
        if self.unit.assembly is not None:
            told = self.unit.assembly.document.encode() + self.unit.assembly.chosen.encode()
            return hashlib.sha256(told).hexdigest()
        return hashlib.sha256(repr((self.name, self.unit.loadout)).encode()).hexdigest()


@dataclass(frozen=True)
class DesignFile:
    """One file's designs: a company or a fleet, a 'mech, or a model by itself."""

    path: Path
    subject: Force | Mech | None
    judged: Report
    ruling: Ruling
    slug: str
    designs: tuple[JudgedDesign, ...] = ()
    is_excerpt: bool = False
    """Whether only some of its designs were asked for."""
    unread: str = ""
    """Why the file itself can't be read."""

    @property
    def files(self) -> tuple[Path, ...]:
        """Other files that were read: models, what they place, and a house edition."""
        models = [file for one in self.designs for file in one.files]
        return tuple(dict.fromkeys([*models, *map(Path, self.ruling.edition.files)]))

    @property
    def is_force(self) -> bool:
        return isinstance(self.subject, Force) and self.subject.kind in ("company", "fleet")

    @property
    def is_legal(self) -> bool:
        return self.judged.is_legal

    @cached_property
    def facts(self) -> ForceFacts:
        from brickyard.facts.force_facts import force_facts

        return force_facts(self)


def slug_of(name: str, given: Collection[str]) -> str:
    """A name for files: plain letters, and not one of the names in use."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = _NOT_IN_A_SLUG.sub("-", plain).strip("-")[:_LONGEST_SLUG].strip("-") or "design"
    slug, number = stem, 2
    while slug in given:
        slug, number = f"{stem}-{number}", number + 1
    return slug


def open_design_files(paths: Sequence[Path], request: JudgeSettings) -> list[DesignFile]:
    """Everything the paths hold, judged; of `company.yaml:Name` that one unit."""
    return [file for path in paths for file in _opened(path, request)]


def why_no_design(path: Path, files: Sequence[DesignFile], what: str) -> str:
    """The first mistake in files that hold no design, or what the caller says."""
    wrong = [one for file in files for one in file.judged.findings if one.severity is Severity.ERROR]
    return f"{wrong[0].place}: {sentence(wrong[0])}" if wrong else f"{path}: {what}"


def _opened(path: Path, request: JudgeSettings) -> Iterator[DesignFile]:
    named = split_unit(str(path))
    if named is None or not named[1]:
        yield from (open_design_file(file, request) for file in files_in(path))
        return
    file, name = named
    for found in map(open_design_file, files_in(file), repeat(request)):
        yield replace(found, designs=(unit_named(name, str(file), found.designs),), is_excerpt=True)


def open_design_file(path: Path, request: JudgeSettings) -> DesignFile:
    """A file's designs, judged; their slugs differ within the file."""
    entry = read_file(path, request)
    ruling, subject = entry.ruling, entry.subject
    if subject is None:
        judged = nothing_to_judge(path.name, ruling, entry.findings)
        return DesignFile(path, None, judged, ruling, slug_of(short_name(path), ()))
    judged = judge(subject, ruling, entry.findings)
    if isinstance(subject, Unit):
        design = _design(judged, subject, ())
        return DesignFile(path, None, judged, ruling, design.slug, (design,))
    slug = slug_of(subject.name, ())
    return DesignFile(path, subject, judged, ruling, slug, tuple(_designs(judged, slug)))


def _designs(judged: Report, taken: str) -> Iterator[JudgedDesign]:
    given = {taken}
    units = [one.subject for one in judged.units if isinstance(one.subject, Unit)]
    for one in judged.units:
        if isinstance(one.subject, Unit):
            design = _design(one, one.subject, given)
            given.add(design.slug)
            others = tuple(unit for unit in units if unit is not one.subject)
            yield replace(design, count=one.count, is_spare=one.is_spare, beside=others)


def _design(judged: Report, unit: Unit, given: Collection[str]) -> JudgedDesign:
    slug = slug_of(unit.name, given)
    if unit.assembly is None or unit.node is None:
        return JudgedDesign(unit, judged, slug)
    header = unit.assembly.document.main.header
    section = unit.assembly.document.find(unit.assembly.main.section_key)
    # A submodel that was chosen has a title of its own, but seldom an author.
    title = section.header.title if section and unit.assembly.chosen else header.title
    title = "" if is_untitled(title) else title
    return JudgedDesign(unit, judged, slug, title=title, author=header.author, licence=header.licence)


def not_drawn(unit: Unit) -> str:
    """What stands in place of the picture of a unit that has none."""
    return "no picture" if unit.assembly else "model not found" if unit.is_missing else "on paper"
