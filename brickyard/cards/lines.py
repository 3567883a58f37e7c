"""What a card says, as lines of words; how they are marked up is the format's business."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from brickyard.dossiers import Dossier, Folder
from fleets.chances.card_numbers import CardNumbers
from fleets.forces.force import Force, Mech
from fleets.forces.paper_mech import FilledLoadout, Mount, filled_loadout, sheet_of, spoken
from ldraw_tools.findings import Finding, Severity, count_of, printable

_UNREAD = "what it carries could not be read: no dice, no odds"


@dataclass(frozen=True, slots=True)
class Card:
    """`facts` are pairs of a word and what it is; `listed` are lines under them."""

    title: str
    under: str
    dice: str
    facts: tuple[tuple[str, str], ...]
    listed: tuple[str, ...]
    verdict: str
    faults: tuple[str, ...]


def cards_of(folder: Folder) -> list[Card]:
    """A company's own card first, then each of its designs once."""
    if isinstance(folder.subject, Mech):
        return [_mech_card(folder, folder.subject)]
    own = [_force_card(folder)] if folder.is_force else []
    return [*own, *(design_card(dossier) for dossier in folder.dossiers)]


def design_card(dossier: Dossier) -> Card:
    by = f" by {printable(dossier.author)}" if dossier.author else ""
    listed = tuple(
        f"{gift.name}{f' ({printable(gift.label)})' if gift.label else ''}" for gift in dossier.gifts
    )
    if rockets := dossier.loadout.rockets:
        listed = (*listed, count_of(rockets, "rocket"))
    is_unread = dossier.unit.is_unread
    return Card(
        printable(dossier.name),
        f"{dossier.kind}{by}",
        "" if is_unread else dossier.notation,
        tuple(_facts(dossier)),
        (_UNREAD,) if is_unread else listed,
        _verdict(dossier.is_legal, dossier.edition.title, dossier.edition.version, dossier.digest),
        _faults(dossier.findings),
    )


def _force_card(folder: Folder) -> Card:
    subject = folder.subject
    assert isinstance(subject, Force)
    listed = tuple(
        f"{one.count} × {printable(one.name)}{_rolls(one)}" for one in folder.dossiers if not one.is_spare
    )
    spares = [printable(one.name) for one in folder.dossiers if one.is_spare]
    facts = [("spare", ", ".join(spares))] if spares else []
    if subject.rockets:
        facts.append(("rockets", str(subject.rockets)))
    edition = folder.ruling.edition
    return Card(
        printable(subject.name),
        " · ".join(filter(None, (subject.kind, printable(subject.about.get("faction", ""))))),
        "",
        tuple(facts),
        listed,
        _verdict(folder.is_legal, edition.title, edition.version, ""),
        _faults(folder.all_findings),
    )


def _rolls(dossier: Dossier) -> str:
    if dossier.unit.is_unread:
        return ": could not be read"
    return f": {dossier.notation}" if dossier.notation else f" ({dossier.kind})"


def _mech_card(folder: Folder, mech: Mech) -> Card:
    edition = folder.ruling.edition
    filled = filled_loadout(mech, sheet_of(edition))
    late = f", every action takes {filled.penalty} T more" if filled.penalty else ""
    return Card(
        printable(mech.name),
        "'mech",
        "",
        (
            *((spoken(one.part), f"armour {one.armour}") for one in filled.plating),
            ("weight", f"{filled.weight} of {filled.rated} W{late}"),
        ),
        tuple(_mounted(mount, filled) for mount in filled.mounts),
        _verdict(folder.is_legal, edition.title, edition.version, ""),
        _faults(folder.all_findings),
    )


def _mounted(mount: Mount, filled: FilledLoadout) -> str:
    """`left arm: fist, close combat; P2 T2, P5 T3, crush P1 T3`."""
    weapon = mount.weapon
    if weapon is None:
        return f"{spoken(mount.name)}: {printable(mount.written) or 'empty'}"
    about = ", ".join(filter(None, (weapon.name, weapon.range, weapon.keyword, f"armour {weapon.armour}")))
    said = (f"{spoken(mount.name)}: {about}", filled.actions_of(weapon), weapon.note)
    return "; ".join(filter(None, said))


def _facts(dossier: Dossier) -> Iterator[tuple[str, str]]:
    if dossier.pieces:
        yield "made of", count_of(dossier.pieces, "piece")
    if dossier.size_text:
        yield "size", dossier.size_text
    if dossier.numbers and not dossier.unit.is_unread:
        yield from _odds(dossier, dossier.numbers)


def _odds(dossier: Dossier, numbers: CardNumbers) -> Iterator[tuple[str, str]]:
    names = {known.letter: known.name for known in dossier.vocabulary.ranges}
    for dealt in numbers.dealt:
        means = " / ".join(f"{float(mean):.2f}" for mean in dealt.means)
        target = f" on a {dealt.kind}" if len({one.kind for one in numbers.dealt}) > 1 else ""
        yield f"damage, {names.get(dealt.letter, dealt.letter)}{target}", f"{means} against 0 / 1 / 2 blue"
    yield "movement", f"{float(numbers.movement):.2f}"
    yield "spot", f"{float(numbers.spot):.2f}"
    lasting = numbers.durability
    if lasting is not None and lasting.attacks is not None:
        yield "lasts", f"{float(lasting.attacks):.1f} attacks of {lasting.attacker.name}"


def _verdict(is_legal: bool, title: str, version: str, digest: str) -> str:
    word = "LEGAL" if is_legal else "NOT LEGAL"
    return f"{word} by {title}, rules {version}" + (f", model {digest[:8]}" if digest else "")


def _faults(findings: tuple[Finding, ...]) -> tuple[str, ...]:
    errors = (finding for finding in findings if finding.severity is Severity.ERROR)
    return tuple(printable(f"{finding.code}: {finding.message}") for finding in errors)
