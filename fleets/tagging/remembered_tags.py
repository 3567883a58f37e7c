"""The tags of a file as they were: which are gone after a save, and where the tagged parts stand now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from fleets.models.model_units import UNITS, Tag
from fleets.tagging.file_tags import TagReader
from fleets.tagging.marking import labelled
from fleets.tagging.selections import lines_called
from fleets.tagging.tag_reading import META, read_meta, without_tag
from fleets.tagging.tag_values import described, written
from ldraw_tools.findings import Place
from ldraw_tools.names import key_of, shown, stem_of
from ldraw_tools.reading.document import Document, Section
from ldraw_tools.reading.lines import parse_number

# A part as it stands in its file: name, colour and place, in tenths of an LDU.
Standing = tuple[str, str, int, int, int]
# The share of the tagged parts that must be there again.
_ENOUGH = 0.7
_MOST_TAGS = 2_000
_FAR = 1e12
_COLOUR_AROUND = "16"


@dataclass(frozen=True, slots=True)
class RememberedTag:
    """A tag, and the name (without the tag) of the submodel that has it.

    `text` is the tag as a meta line has it, `in_name` as a name has it. `parts` are what is tagged, as
    they stand in the submodel called `inside`. `is_of_parts`: there is no submodel to put it on, only parts.
    """

    name: str
    text: str
    in_name: str
    shown: str
    inside: str
    parts: tuple[Standing, ...]
    is_of_parts: bool
    is_unit: bool


def tags_in(document: Document) -> tuple[RememberedTag, ...]:
    return tuple(islice(_tags_in(document), _MOST_TAGS))


def lost_tags(
    before: Iterable[RememberedTag], told: Sequence[RememberedTag], document: Document
) -> tuple[RememberedTag, ...]:
    """The tags that are gone, though what they were on is still there.

    What was told once counts as there even if it was moved; else a second save would hide the loss.
    """
    now, there, known = tags_in(document), FoundAgain(document), set(told)
    named = {one.name for one in now if not one.is_of_parts}
    tagged = {(part, one.is_unit) for one in now for part in one.parts}
    gone: dict[RememberedTag, None] = {}
    for one in (*told, *before):
        is_named = not one.is_of_parts and one.name in named
        if is_named or any((part, one.is_unit) in tagged for part in one.parts):
            continue
        if not one.is_of_parts and one.name in there.named:
            gone[one] = None
        elif there.parts(one) or (one in known and there.has_such(one)):
            gone[_of_parts(one)] = None
    return tuple(gone)


def change_for(document: Document, one: RememberedTag) -> tuple[str, str, int] | None:
    """What puts a tag back: what `tags --set` names, the tag, and how many of its parts are missing."""
    there = FoundAgain(document)
    if one.is_of_parts:
        section, members = there.parts(one) or (document.main, [])
        missing = len(one.parts) - len(members)
        return (lines_called(section, members), one.text, missing) if members else None
    return (there.named[one.name].name, one.text, 0) if one.name in there.named else None


class FoundAgain:
    """A file's submodels by their names without tags, and where its parts stand."""

    def __init__(self, document: Document) -> None:
        self.named: dict[str, Section] = {}
        self._sections = document.sections
        self._where: dict[Standing, dict[str, list[int]]] = {}
        self._kinds: dict[str, Counter[tuple[str, str]]] = {}
        for key, section in document.sections.items():
            if section.header.is_library_file:
                continue
            self.named.setdefault(_key(section.name), section)
            kinds = self._kinds[key] = Counter()
            for member, fields in enumerate(section.contents.references):
                stands = _standing(fields)
                self._where.setdefault(stands, {}).setdefault(key, []).append(member)
                kinds[stands[:2]] += 1

    def parts(self, one: RememberedTag) -> tuple[Section, list[int]] | None:
        """The references that place the same parts: in the same submodel, or else in any other."""
        found: dict[str, list[int]] = {}
        for part, count in Counter(one.parts).items():
            for key, members in self._where.get(part, {}).items():
                found.setdefault(key, []).extend(members[:count])
        enough = [key for key, members in found.items() if len(members) >= _ENOUGH * len(one.parts)]
        if not enough:
            return None
        best = max(enough, key=lambda key: (_key(self._sections[key].name) == one.inside, len(found[key])))
        return self._sections[best], sorted(found[best])

    def has_such(self, one: RememberedTag) -> bool:
        """Whether a submodel has such parts, wherever they stand."""
        wanted = Counter(part[:2] for part in one.parts)
        enough = max(1, _ENOUGH * wanted.total())
        return any((wanted & kinds).total() >= enough for kinds in self._kinds.values())


def _tags_in(document: Document) -> Iterator[RememberedTag]:
    reader = TagReader()
    placing = {
        key: (section, fields)
        for section in reversed(document.sections.values())
        for key, fields in zip(section.contents.keys, section.contents.references, strict=True)
        if key in document.sections
    }
    for key, section in document.sections.items():
        if section.header.is_library_file:
            continue
        found, bare = reader.read(section, document), _key(section.name)
        # Saving doesn't remove what is in the name of the file itself.
        is_in_file_name = section is document.main and found.tag and found.tag.place.line == 0
        if found.tag and not (is_in_file_name and "[" in document.name):
            outer, around = placing.get(key, (section, None))
            # The model itself is found by its name alone; what is tagged inside is remembered for itself.
            placed = () if section is document.main else section.contents.references
            parts = tuple(
                _standing(fields, around) for fields in placed if fields[14] == without_tag(fields[14])
            )
            yield _remembered(found.tag, bare, without_tag(section.name), _key(outer.name), parts, False)
        for region in found.regions:
            parts = tuple(_standing(section.contents.references[member]) for member in region.members)
            yield _remembered(region.tag, bare, region.name, bare, parts, True)


def _remembered(
    tag: Tag, name: str, called: str, inside: str, parts: tuple[Standing, ...], is_of_parts: bool
) -> RememberedTag:
    said = written(tag), described(tag), shown(called)
    return RememberedTag(name, *said, inside, parts, is_of_parts, tag.role in UNITS)


def _of_parts(one: RememberedTag) -> RememberedTag:
    """For a submodel that is gone: its name goes into the tag."""
    tag = read_meta(f"{META} {one.text}", Place("")).reading.tag
    if one.is_of_parts or tag is None:
        return one
    return replace(one, text=labelled(tag, stem_of(one.shown)), is_of_parts=True)


def _key(name: str) -> str:
    return key_of(without_tag(name))


def _standing(fields: Sequence[str], around: Sequence[str] | None = None) -> Standing:
    """A part of a submodel stands where the reference `around` places it."""
    colour, place = fields[1], [parse_number(text) or 0.0 for text in fields[2:5]]
    if around is not None:
        numbers = [parse_number(text) or 0.0 for text in around[2:14]]
        rows = (numbers[start : start + 3] for start in (3, 6, 9))
        turned = [sum(a * b for a, b in zip(row, place, strict=True)) for row in rows]
        place = [moved + origin for moved, origin in zip(turned, numbers, strict=False)]
        colour = around[1] if colour == _COLOUR_AROUND else colour
    # Numbers from strangers may be endless once they are multiplied.
    x, y, z = (round(max(-_FAR, min(10 * number, _FAR))) for number in place)
    return _key(fields[14]), colour, x, y, z
