"""All there is to say of a design: what cards, pages and sheets are made from."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from catalog.editions.edition import Edition
from fleets.dice.carried_systems import Loadout, System, in_order, name_of
from fleets.dice.pool import NO_DICE, Pool
from fleets.dice.rolling import contributions, pool_of
from fleets.dice.vocabulary import Body, Vocabulary
from fleets.forces.force import Force, Mech
from fleets.forces.named_files import files_in
from fleets.models.model_units import Marked, Role, Unit
from fleets.notation import notations
from ldraw_tools.findings import Finding, Severity
from validators.judged_files import JudgeSettings, read_file
from validators.judging import judge
from validators.measuring import in_bricks, in_studs
from validators.report import Report
from validators.rule import Ruling

if TYPE_CHECKING:
    from fleets.chances.card_numbers import CardNumbers
    from fleets.chances.duel import Fighter

_NOT_IN_A_SLUG = re.compile(r"[^a-z0-9]+")
_LONGEST_SLUG = 60
_MOST_COPIES = 100


@dataclass(frozen=True, slots=True)
class Gift:
    """One system of a design: what it adds, and the piece of the model that is it, if there is one.

    `instance` counts the copies of a piece that is placed several times.
    """

    system: System
    name: str
    label: str
    dice: Pool
    marked: Marked | None = None
    instance: int = 0


@dataclass(frozen=True)
class Dossier:
    """One design, judged. `slug` names its files; designs of one site have different ones."""

    unit: Unit
    judged: Report
    slug: str
    count: int = 1
    is_spare: bool = False
    title: str = ""
    author: str = ""
    licence: str = ""

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
        """`frame`, `station`, `capital ship`."""
        role = str(self.unit.role)
        return f"{self.unit.body} {role}" if self.unit.body not in ("", role) else role

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Worst first."""
        return tuple(sorted(self.judged.findings, key=lambda finding: -finding.severity))

    @property
    def is_legal(self) -> bool:
        wrong = any(finding.severity is Severity.ERROR for finding in self.judged.findings)
        return not wrong and not self.unit.is_unread

    @cached_property
    def body(self) -> Body | None:
        return self.vocabulary.body(self.unit.body)

    @cached_property
    def fighter(self) -> Fighter | None:
        """As it fights; none for what doesn't."""
        from fleets.chances.combat import combat_of
        from fleets.chances.duel import fighter_of

        return fighter_of(self.unit, combat_of(self.edition, self.vocabulary))

    @cached_property
    def loadout(self) -> Loadout:
        """What it carries; where the text says what all of a kind carry, that."""
        return self.fighter.loadout if self.fighter else self.unit.loadout

    @cached_property
    def pool(self) -> Pool:
        """What it rolls; of a system by itself, what it adds."""
        if self.body:
            return pool_of(self.loadout, self.vocabulary, self.body)
        return Pool.total(gift.dice for gift in self.gifts)

    @cached_property
    def own_dice(self) -> Pool:
        """What it rolls with nothing aboard."""
        carried = Pool.total(gift.dice for gift in self.gifts)
        return self.pool - carried - self.rocket_dice if self.body else NO_DICE

    @cached_property
    def rocket_dice(self) -> Pool:
        return Pool.total([self.vocabulary.rocket_dice] * self.loadout.rockets)

    @cached_property
    def dialects(self) -> dict[str, str]:
        """The dice in every notation the game has."""
        if not self.gifts and not self.body:
            return {}
        idle = [gift.system for gift in self.gifts if not gift.dice]
        return dict(notations(self.pool, self.vocabulary, idle))

    @property
    def notation(self) -> str:
        """The dice as the game's own book writes them; nothing for what has none."""
        return next(iter(self.dialects.values()), "")

    @cached_property
    def gifts(self) -> tuple[Gift, ...]:
        """Its systems in the game's order, each with its piece where there is one left to give."""
        if not self.body and self.unit.role is not Role.SYSTEM:
            return ()
        pieces = self._pieces_by_system()
        gifts = []
        for given in contributions(self.loadout, self.vocabulary):
            waiting = pieces.get(given.system)
            gift = Gift(given.system, name_of(given.system, self.vocabulary), "", given.pool)
            if waiting:
                marked, instance = waiting.pop(0)
                gift = replace(gift, label=marked.tag.label, marked=marked, instance=instance)
            gifts.append(gift)
        return tuple(gifts)

    def _pieces_by_system(self) -> dict[System, list[tuple[Marked, int]]]:
        pieces: dict[System, list[tuple[Marked, int]]] = {}
        for marked in self.unit.pieces(Role.SYSTEM):
            for system in in_order(marked.loadout.systems, self.vocabulary):
                copies = ((marked, instance) for instance in range(min(marked.times, _MOST_COPIES)))
                pieces.setdefault(system, []).extend(copies)
        return pieces

    @cached_property
    def numbers(self) -> CardNumbers | None:
        """Its odds for a card; none for what doesn't fight."""
        from fleets.chances.card_numbers import card_numbers
        from fleets.chances.combat import combat_of

        combat = combat_of(self.edition, self.vocabulary)
        return card_numbers(self.fighter, combat) if self.fighter else None

    @cached_property
    def pieces(self) -> int:
        """How many pieces it is built of; none on paper."""
        from ldraw_tools.assembly.inventory import count

        unit = self.unit
        return 0 if unit.assembly is None else count(unit.assembly, unit.node).pieces

    @property
    def size_text(self) -> str:
        """`4 × 4 studs, 6.5 bricks tall`; nothing on paper."""
        box = self.unit.sizes.whole.box if self.unit.sizes else None
        if box is None:
            return ""
        return f"{in_studs(box.width, box.depth)}, {in_bricks(box.height)} tall"

    @property
    def files(self) -> tuple[Path, ...]:
        """Every file that was read for it, the library's left out."""
        nodes = self.unit.assembly.nodes if self.unit.assembly else []
        documents = (node.document for node in nodes)
        return tuple(dict.fromkeys(one.path for one in documents if one and one.path))

    @cached_property
    def digest(self) -> str:
        """Of the model's bytes; of what it carries where it is still on paper."""
        if self.unit.assembly is not None:
            return hashlib.sha256(self.unit.assembly.document.encode()).hexdigest()
        return hashlib.sha256(repr((self.name, self.unit.loadout)).encode()).hexdigest()


@dataclass(frozen=True)
class Folder:
    """One file's designs: a company or a fleet, a 'mech, or a model by itself."""

    path: Path
    subject: Force | Mech | None
    judged: Report | None
    ruling: Ruling
    slug: str
    dossiers: tuple[Dossier, ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def files(self) -> tuple[Path, ...]:
        """All that was read beside it: models with what they place, and a house edition."""
        models = [file for one in self.dossiers for file in one.files]
        house = [Path(self.ruling.edition.file)] if self.ruling.edition.file else []
        return tuple(dict.fromkeys([*models, *house]))

    @property
    def is_force(self) -> bool:
        return isinstance(self.subject, Force) and self.subject.kind in ("company", "fleet")

    @property
    def all_findings(self) -> tuple[Finding, ...]:
        found = [*self.findings, *(self.judged.findings if self.judged else ())]
        return tuple(sorted(dict.fromkeys(found), key=lambda finding: -finding.severity))

    @property
    def is_legal(self) -> bool:
        return all(finding.severity is not Severity.ERROR for finding in self.all_findings)


def slug_of(name: str, given: Collection[str]) -> str:
    """A name for files: plain letters, and not one of those given already."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = _NOT_IN_A_SLUG.sub("-", plain).strip("-")[:_LONGEST_SLUG].strip("-") or "design"
    slug, number = stem, 2
    while slug in given:
        slug, number = f"{stem}-{number}", number + 1
    return slug


def open_folders(paths: Sequence[Path], request: JudgeSettings) -> list[Folder]:
    """Everything the paths hold, judged."""
    return [open_folder(file, request) for path in paths for file in files_in(path)]


def open_folder(path: Path, request: JudgeSettings) -> Folder:
    """A file's designs, judged; their slugs differ within the file."""
    entry = read_file(path, request)
    ruling = entry.ruling
    subject = entry.subject
    if subject is None:
        return Folder(path, None, None, ruling, slug_of(path.stem, ()), (), tuple(entry.findings))
    judged = judge(subject, ruling, entry.findings)
    if isinstance(subject, Unit):
        dossier = _dossier(judged, subject, ())
        return Folder(path, None, judged, ruling, dossier.slug, (dossier,))
    slug = slug_of(subject.name, ())
    return Folder(path, subject, judged, ruling, slug, tuple(_dossiers(judged, slug)))


def _dossiers(judged: Report, taken: str) -> Iterator[Dossier]:
    given = {taken}
    for one in judged.units:
        if isinstance(one.subject, Unit):
            dossier = _dossier(one, one.subject, given)
            given.add(dossier.slug)
            yield replace(dossier, count=one.count, is_spare=one.is_spare)


def _dossier(judged: Report, unit: Unit, given: Collection[str]) -> Dossier:
    slug = slug_of(unit.name, given)
    if unit.assembly is None or unit.node is None:
        return Dossier(unit, judged, slug)
    header = unit.assembly.document.main.header
    return Dossier(unit, judged, slug, title=header.title, author=header.author, licence=header.licence)
