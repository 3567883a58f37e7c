"""What judging says of a force, a unit or a 'mech: one value that every printer and every page takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from functools import cached_property
from typing import Any, ClassVar, Literal

from catalog.editions.edition import Edition
from fleets.forces.force import NO_GAME, Force, Game, Mech
from fleets.models.model_units import Unit
from ldraw_tools.findings import Finding, Place, Severity, in_file_order
from ldraw_tools.records import record
from validators.rule import Ruling

Subject = Force | Unit | Mech
Verdict = Literal["legal", "not legal"]
LEGAL: Verdict = "legal"
NOT_LEGAL: Verdict = "not legal"


@record
class Suppressed:
    """A finding that its owner has chosen to live with, and why."""

    finding: Finding
    reason: str


@record
class ForceCounts:
    """How many of everything; systems are those that count when sides are compared."""

    frames: int = 0
    stations: int = 0
    ships: int = 0
    companies: int = 0
    hvas: int = 0
    systems: int = 0
    rockets: int = 0


@record
class Report:
    """A force, a unit or a 'mech as judged, or a file with none of them in it; then `kind` is `file`.

    `units` are the reports on a force's units, with how many there are of each. `dice` is the canonical
    notation of what one of it rolls. `findings` are all, in file order, those on its units too.
    """

    __json__: ClassVar = (
        *("edition", "verdict", "name", "kind", "body", "file", "line", "count", "spare", "dice"),
        *("counts", "game", "options", "findings", "suppressed", "units"),
    )

    name: str
    kind: str
    place: Place
    ruling: Ruling
    body: str = ""
    count: int = 1
    is_spare: bool = False
    dice: str = ""
    # What else to show of it.
    lines: tuple[str, ...] = ()
    counts: ForceCounts = field(default_factory=ForceCounts)
    game: Game = NO_GAME
    # If true, it carries more than the counts say.
    has_unread: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)
    own_findings: tuple[Finding, ...] = ()
    own_suppressed: tuple[Suppressed, ...] = ()
    units: tuple[Report, ...] = ()
    # What was judged. Other processes don't get it: it holds the whole model.
    subject: Subject | None = field(default=None, compare=False, repr=False)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "subject": None}

    @property
    def edition(self) -> Edition:
        return self.ruling.edition

    def with_units(self) -> Iterator[Report]:
        yield self
        for unit in self.units:
            yield from unit.with_units()

    @property
    def file(self) -> str:
        return self.place.file

    @property
    def line(self) -> int:
        return self.place.line

    @property
    def spare(self) -> bool:
        return self.is_spare

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """Everything that is not suppressed, in file order."""
        return tuple(in_file_order(found for report in self.with_units() for found in report.own_findings))

    @cached_property
    def suppressed(self) -> tuple[Suppressed, ...]:
        unique = dict.fromkeys(one for report in self.with_units() for one in report.own_suppressed)
        order = {finding: place for place, finding in enumerate(in_file_order(s.finding for s in unique))}
        return tuple(sorted(unique, key=lambda one: order[one.finding]))

    @cached_property
    def tally(self) -> Counter[Severity]:
        return Counter(finding.severity for finding in self.findings)

    @property
    def is_legal(self) -> bool:
        return not self.tally[Severity.ERROR]

    @property
    def verdict(self) -> Verdict:
        return LEGAL if self.is_legal else NOT_LEGAL


@record
class CheckAnswer:
    """What `brickyard check --format json` prints; the verdict is `not legal` if any report's is."""

    __json__: ClassVar = ("format", "verdict", "reports")

    reports: tuple[Report, ...]
    # Goes up when a key goes away or changes its meaning; a new key is no new form.
    format: int = 2

    @property
    def verdict(self) -> Verdict:
        return LEGAL if all(report.is_legal for report in self.reports) else NOT_LEGAL


def exit_status(reports: Iterable[Report], strict: bool = False) -> int:
    """1 if something is wrong; a strict check counts warnings as wrong too."""
    least = Severity.WARNING if strict else Severity.ERROR
    return int(any(severity >= least for report in reports for severity in report.tally))
