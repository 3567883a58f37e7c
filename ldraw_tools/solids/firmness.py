"""Which parts have one hard body that the library draws exactly; nothing is certain about others."""

from __future__ import annotations

import re
from collections.abc import Callable

from ldraw_tools.library.places import PartFacts
from ldraw_tools.reading.document import Document
from ldraw_tools.reading.header import FileKind

FactsOf = Callable[[str], PartFacts]

_FIRM_KINDS = frozenset({FileKind.PART, FileKind.ALIAS, FileKind.PHYSICAL_COLOUR, FileKind.SHORTCUT})
# Soft, bent at will, or drawn in one position of many.
_YIELDING = re.compile(
    r"\b(tyre|tire|rubber|hose|tube|string|rope|cloth|fabric|sheet|paper|cardboard|flexible|chain|tread|belt|band"
    r"|cable|wire|lead|spring|shock absorber|pneumatic|sticker|cape|sail|net|web|plant|balloon|foam|magnet"
    r"|motor|pullback|windup|winch|whip)s?\b",
    re.IGNORECASE,
)
# The library says itself that these are not drawn as they are, or are many things in a case.
_ROUGH = re.compile(
    r"\((obsolete|needs work)\b|^\W*(electric|znap|duplo|quatro|scala|modulex|clikits)\b", re.IGNORECASE
)
_TOOTHED = re.compile(
    r"\b(gears?|gearbox|rack|worm|differential|technic turntable|sprocket|knob)\b", re.IGNORECASE
)
# People and animals, whose limbs are posed by eye.
_BEING = re.compile(
    r"^\W*(figure|animal|belville|homemaker|constraction"
    r"|minifig (arm|baby|beard|body|cap|cape|coat|ghost|hair|hand|hat|head|headdress|helmet|hips?|hood|leg"
    r"|mask|pelvis|pupil|skeleton|skirt|torso|visor|wig|wing)s?)\b",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"^\W*(minifig|figure|animal)\b", re.IGNORECASE)
# Parts that Studio draws just as the library does; of others it has versions of its own.
_PLAIN = re.compile(
    r"^\W*(brick|plate|tile|technic brick|slope brick \d+)( +[\d.]+ +x)* +[\d.]+( with (groove|holes?))?$",
    re.IGNORECASE,
)
STUDIO, DIGITAL_DESIGNER = "Studio", "LEGO Digital Designer"
_BY_DIGITAL_DESIGNER = re.compile(r"\s*0\s+Author:\s*LEGO Digital Designer", re.IGNORECASE)
_STUDIO_LINES = ("0 CustomBrick", "0 FlexibleBrick", "0 NumOfBricks")
_MOST_DEPTH = 4


def is_firm(facts: PartFacts, facts_of: FactsOf, depth: int = 0) -> bool:
    """Whether a part's drawn surface is that of one hard body; an assembled part's pieces must all be so."""
    if not is_sold(facts) or _YIELDING.search(facts.title) or _ROUGH.search(facts.title):
        return False
    if _BEING.match(facts.title) or depth > _MOST_DEPTH:
        return False
    return all(is_firm(facts_of(inner.key), facts_of, depth + 1) for inner in facts.components)


def is_sold(facts: PartFacts) -> bool:
    """Whether it is a single part, and known."""
    return facts.kind in _FIRM_KINDS and bool(facts.title)


def may_interlock(one: PartFacts, other: PartFacts) -> bool:
    """Gears are rarely turned until their teeth fit, and what figures carry until they hold it."""
    return any(kind.search(one.title) and kind.search(other.title) for kind in (_TOOTHED, _FIGURE))


def is_plain(facts: PartFacts) -> bool:
    return _PLAIN.match(facts.title) is not None


def is_figure(facts: PartFacts) -> bool:
    return _FIGURE.match(facts.title) is not None


def foreign_editor(document: Document) -> str:
    """`Studio` or `LEGO Digital Designer`, if it wrote the file: both put some parts where LDraw doesn't."""
    if document.name.lower().endswith(".io"):
        return STUDIO
    lines = document.main.lines
    if any(line.startswith(_STUDIO_LINES) for line in lines):
        return STUDIO
    return DIGITAL_DESIGNER if any(map(_BY_DIGITAL_DESIGNER.match, lines[:20])) else ""
