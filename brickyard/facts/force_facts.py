"""All there is to say about a company, a fleet or a 'mech as a whole."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from brickyard.facts.design_facts import DesignFacts
from brickyard.facts.judged_designs import DesignFile
from brickyard.facts.verdicts import ShownVerdict, verdict_in, worst_first
from fleets.forces.force import Force, Mech
from ldraw_tools.choosing import file_of, short_name
from ldraw_tools.file_overlay import read_bytes
from ldraw_tools.findings import Finding, count_of, printable
from validators.report import ForceCounts
from validators.wording import counts_in_words


@dataclass(frozen=True, slots=True)
class ForceFacts:
    """A force in plain values; `kind` is `file` where nothing to judge came out of one.

    If `has_unread`, it carries more than the counts say. `game` is what it is meant for, if it says so.
    """

    name: str
    kind: str
    verdict: ShownVerdict
    findings: tuple[Finding, ...] = ()
    faction: str = ""
    author: str = ""
    licence: str = ""
    counts: ForceCounts = field(default_factory=ForceCounts)
    has_unread: bool = False
    game: str = ""
    units: tuple[DesignFacts, ...] = ()

    @property
    def counts_words(self) -> str:
        """`5 frames, at least 8 systems, 2 stations`."""
        return counts_in_words(self.counts, self.has_unread)

    @property
    def fielded(self) -> list[DesignFacts]:
        return [unit for unit in self.units if not unit.is_spare]

    @property
    def pieces(self) -> int:
        """The pieces of everything that is fielded."""
        return sum(unit.pieces * unit.count for unit in self.fielded)


def force_facts(file: DesignFile) -> ForceFacts:
    subject = file.subject
    about = {word: printable(said) for word, said in (subject.about if subject else {}).items()}
    force = subject if isinstance(subject, Force) else None
    return ForceFacts(
        printable(subject.name if subject else short_name(file.path)),
        "'mech" if isinstance(subject, Mech) else force.kind if force else "file",
        verdict_in(file.judged, "file", _digest(file)),
        worst_first(file.judged.findings),
        about.get("faction", ""),
        about.get("author", ""),
        about.get("licence", ""),
        file.judged.counts if force else ForceCounts(),
        force.has_unread_loads if force else False,
        _game(file, force) if force else "",
        tuple(design.facts for design in file.designs),
    )


def _digest(file: DesignFile) -> str:
    try:
        return hashlib.sha256(read_bytes(file_of(file.path))).hexdigest()
    except OSError:
        return ""


def _game(file: DesignFile, force: Force) -> str:
    game = file.ruling.merged_with(force).game
    players = count_of(game.players, "player") if game.players else ""
    return ", ".join(filter(None, (game.size, players)))
