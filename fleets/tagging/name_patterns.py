"""Names as a manifest writes them: `*` and `?` match any letters, brackets only themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from fleets.tagging.tag_reading import without_tag
from ldraw_tools.findings import Place
from ldraw_tools.names import MODEL_SUFFIXES, key_of, stem_of
from ldraw_tools.reading.document import Document, Section
from ldraw_tools.suggestions import nearest

_METAS = frozenset({"MLCAD", "LPUB", "SYNTH", "GHOST", "BUFEXCHG", "ROTSTEP"})
_STARS = re.compile(r"\*+")


@dataclass(frozen=True, slots=True)
class ManifestTag:
    """`"rifle*.ldr": "2Rd"`: which submodels, what they are, and where either is written."""

    pattern: str
    text: str
    place: Place
    text_place: Place

    def fits(self, names: Iterable[str], document: Document | None = None) -> bool:
        """With a document, a name with a tag means the one without, if no submodel has the whole name."""
        names = list(names)
        if any(fits(self.pattern, name) for name in names):
            return True
        if document is None or "[" not in self.pattern:
            return False
        return not _is_in(document, self.pattern) and self.plain.fits(names)

    @property
    def plain(self) -> ManifestTag:
        """The same for the name without its tag."""
        return replace(self, pattern=without_tag(self.pattern))

    @property
    def means_parts(self) -> bool:
        """Only a pattern that ends with .dat means single parts; `*` alone means submodels."""
        return key_of(self.pattern).endswith(".dat")


def fits(pattern: str, name: str) -> bool:
    """Whether a name, whole or without its folder or its ending, is one that the pattern means."""
    compiled = _compiled(key_of(pattern))
    whole = key_of(name)
    last = whole.rpartition("/")[2]
    return any(compiled.fullmatch(way) for way in (whole, last, stem_of(whole), stem_of(last)))


def names_of(section: Section, document: Document) -> Iterator[str]:
    """What a section may be called: without its tag too, and a file's main model by the file's name."""
    yield section.name
    if section is document.main:
        yield document.name
    bare = without_tag(section.name)
    if bare != section.name and not _is_in(document, bare):
        yield bare


def _is_in(document: Document, name: str) -> bool:
    stem = stem_of(key_of(name))
    return any(f"{stem}{ending}" in document.sections for ending in ("", *MODEL_SUFFIXES))


def nearest_name(pattern: str, names: Iterable[str]) -> str:
    """The name that was probably meant, maybe without its ending and its tag."""
    ways = {way: name for name in names for way in (stem_of(without_tag(name)), name)}
    return ways.get(nearest(without_tag(pattern).replace("*", ""), ways), "")


def title_of(section: Section) -> str:
    """A section's description line; what MLCad or LPub begin a file with is none."""
    title = section.header.title
    return "" if title.partition(" ")[0] in _METAS else title


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(_translated(_STARS.sub("*", pattern)), re.DOTALL)


def _translated(pattern: str) -> str:
    """Each star takes as little as will do and never looks back, so that no name takes long."""
    first, *others = pattern.split("*")
    text = _literal(first)
    for index, part in enumerate(others):
        is_last = index == len(others) - 1
        text += f".*{_literal(part)}" if is_last else f"(?>.*?{_literal(part)})"
    return text


def _literal(text: str) -> str:
    return "".join("." if character == "?" else re.escape(character) for character in text)
