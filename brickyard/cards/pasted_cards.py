"""Cards to paste: what a design or a force is, in the markup of a chat or a forum.

Names from files never become markup.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from brickyard.facts.design_facts import DesignFacts, OddsFacts
from brickyard.facts.force_facts import ForceFacts
from brickyard.facts.judged_designs import DesignFile, why_no_design
from brickyard.facts.verdicts import ShownVerdict, attacks_words, errors_in, mean_words
from brickyard.terminal import harmless
from fleets.forces.force import FilledLoadout, Mech, Mount, filled_loadout, in_words, sheet_of
from ldraw_tools.findings import BrickyardError, Finding, count_of, printable

_MARKDOWN = re.compile(r"[\\`*_{}\[\]<>#|~]")
_UNSEEN = "\u200b"
_UNREAD = "what it carries could not be read: no dice, no odds"


class PastedCard(NamedTuple):
    """`facts` are pairs of a word and what it is; `listed` are lines under them."""

    title: str
    under: str
    dice: str
    facts: tuple[tuple[str, str], ...]
    listed: tuple[str, ...]
    verdict: str
    faults: tuple[str, ...]


def cards_of(file: DesignFile) -> list[PastedCard]:
    """A company's own card first, then each of its designs once."""
    if isinstance(file.subject, Mech):
        return [_mech_card(file, file.subject)]
    own = [_force_card(file.facts)] if file.is_force and not file.is_excerpt else []
    return [*own, *(design_card(design.facts) for design in file.designs)]


def design_card(facts: DesignFacts) -> PastedCard:
    by = f" by {facts.author}" if facts.author else ""
    listed = [f"{one.name} ({one.label})" if one.label else one.name for one in facts.systems]
    listed += [count_of(len(facts.rockets), "rocket")] if facts.rockets else []
    return PastedCard(
        facts.name,
        f"{facts.kind}{by}",
        facts.notation,
        tuple(_facts(facts)),
        (_UNREAD,) if facts.is_unread else tuple(listed),
        str(facts.verdict),
        _faults(facts.findings, facts.verdict),
    )


def _facts(facts: DesignFacts) -> Iterator[tuple[str, str]]:
    if facts.pieces:
        yield "made of", count_of(facts.pieces, "piece")
    if facts.size_text:
        yield "size", facts.size_text
    if facts.odds:
        yield from _odds(facts.odds)


def _odds(odds: OddsFacts) -> Iterator[tuple[str, str]]:
    for attack in odds.attacks:
        means = " / ".join(map(mean_words, attack.means))
        yield f"damage, {attack.name}", f"{means} against 0 / 1 / 2 blue"
    yield odds.movement_word, mean_words(odds.movement)
    yield odds.spot_word, mean_words(odds.spot)
    if odds.lasts is not None:
        yield "lasts", f"{attacks_words(odds.lasts)} attacks of {odds.attacked_by}"


def _force_card(force: ForceFacts) -> PastedCard:
    spares = [unit.name for unit in force.units if unit.is_spare]
    facts = [("counts", force.counts_words), ("spare", ", ".join(spares))]
    return PastedCard(
        force.name,
        " · ".join(filter(None, (force.kind, force.faction))),
        "",
        tuple((word, fact) for word, fact in facts if fact),
        tuple(f"{unit.count} × {unit.name}{_rolls(unit)}" for unit in force.fielded),
        str(force.verdict),
        _faults(force.findings, force.verdict),
    )


def _rolls(unit: DesignFacts) -> str:
    if unit.is_unread:
        return ": could not be read"
    return f": {unit.notation}" if unit.notation else f" ({unit.kind})"


def _mech_card(file: DesignFile, mech: Mech) -> PastedCard:
    filled = filled_loadout(mech, sheet_of(file.ruling.edition))
    late = f", every action takes {filled.penalty} T more" if filled.penalty else ""
    force = file.facts
    return PastedCard(
        force.name,
        force.kind,
        "",
        (
            *((in_words(one.part), f"armour {one.armour}") for one in filled.plating),
            ("weight", f"{filled.weight} of {filled.rated} W{late}"),
        ),
        tuple(_mounted(mount, filled) for mount in filled.mounts),
        str(force.verdict),
        _faults(force.findings, force.verdict),
    )


def _mounted(mount: Mount, filled: FilledLoadout) -> str:
    """`left arm: fist, close combat; P2 T2, P5 T3, crush P1 T3`."""
    weapon = mount.weapon
    if weapon is None:
        return f"{in_words(mount.name)}: {printable(mount.written) or 'empty'}"
    about = ", ".join(filter(None, (weapon.name, weapon.range, weapon.keyword, f"armour {weapon.armour}")))
    said = (f"{in_words(mount.name)}: {about}", filled.actions_of(weapon), weapon.note)
    return "; ".join(filter(None, said))


def _faults(findings: tuple[Finding, ...], verdict: ShownVerdict) -> tuple[str, ...]:
    """The errors, then those that are accepted, with the reason."""
    told = [(f"{one.code}: {one.message}", "") for one in errors_in(findings)]
    told += [(f"accepted {one.finding.code}: {one.finding.message}", one.reason) for one in verdict.accepted]
    return tuple(printable(f"{said} (because: {why})" if why else said) for said, why in told)


def as_text(card: PastedCard) -> str:
    """For anywhere: no markup at all."""
    lines = [f"{card.title} ({card.under})"]
    lines += [card.dice] if card.dice else []
    lines += [f"  - {line}" for line in card.listed]
    lines += [f"{word}: {fact}" for word, fact in card.facts]
    lines += [card.verdict, *(f"  - {fault}" for fault in card.faults)]
    return "\n".join(lines) + "\n"


def as_markdown(card: PastedCard) -> str:
    """For Discord, Reddit and the like."""
    return "\n".join(_marked(card, _escaped, "**", "**", "`", "`", "- ", "")) + "\n"


def as_bbcode(card: PastedCard) -> str:
    """For forums."""
    lines = _marked(card, _without_brackets, "[b]", "[/b]", "[b]", "[/b]", "[*]", "list")
    return "\n".join(lines) + "\n"


FORMATS: dict[str, Callable[[PastedCard], str]] = {
    "markdown": as_markdown,
    "text": as_text,
    "bbcode": as_bbcode,
}


def card_text(files: Sequence[DesignFile], form: str, named: Path) -> str:
    """All cards of the files in a format; an exception if there is none in what was `named`."""
    cards = [card for file in files for card in cards_of(file)]
    if not cards:
        raise BrickyardError(why_no_design(named, files, "no design in it"))
    return harmless("\n".join(FORMATS[form](card) for card in cards))


def _marked(
    card: PastedCard,
    safe: Callable[[str], str],
    bold: str,
    thin: str,
    code: str,
    plain: str,
    bullet: str,
    wrapper: str,
) -> Iterator[str]:
    def items(texts: tuple[str, ...]) -> Iterator[str]:
        if texts:
            yield from [f"[{wrapper}]"] if wrapper else []
            yield from (f"{bullet}{safe(text)}" for text in texts)
            yield from [f"[/{wrapper}]"] if wrapper else []

    yield f"{bold}{safe(card.title)}{thin} ({safe(card.under)})"
    if card.dice:
        # Our own notation contains only letters, digits, & and blanks.
        yield f"{code}{card.dice}{plain}"
    yield from items(card.listed)
    yield from items(tuple(f"{word}: {fact}" for word, fact in card.facts))
    yield f"{bold}{safe(card.verdict)}{thin}"
    yield from items(card.faults)


def _escaped(text: str) -> str:
    """Escape everything that Markdown could take for markup, and @, which would call somebody."""
    return _MARKDOWN.sub(lambda mark: f"\\{mark[0]}", text).replace("@", f"@{_UNSEEN}")


def _without_brackets(text: str) -> str:
    """BBCode has no escaping, so brackets are replaced by similar ones."""
    return text.replace("[", "(").replace("]", ")")
