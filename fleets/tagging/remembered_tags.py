"""The tags of a file as they were: which are gone after a save, and where the tagged parts stand now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

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
_Spot = tuple[int, int, int]
_NOWHERE: _Spot = (0, 0, 0)
_MOST_ASKED = 200_000


class RememberedTag(NamedTuple):
    """A tag, and the name (without the tag) of the submodel that has it.

    `text` is the tag as a meta line has it, `in_name` as a name has it. `parts` are what is tagged, as
    they stand in the submodel called `inside`. `is_of_parts`: there is no submodel to put it on, only parts.
    `alike`: how many parts of such numbers and colours the file has.
    """

    name: str
    text: str
    in_name: str
    shown: str
    inside: str
    parts: tuple[Standing, ...]
    is_of_parts: bool
    is_unit: bool
    alike: int = 0


def tags_in(document: Document) -> tuple[RememberedTag, ...]:
    return tuple(islice(_tags_in(document), _MOST_TAGS))


def lost_tags(
    before: Iterable[RememberedTag], told: Sequence[RememberedTag], document: Document
) -> tuple[RememberedTag, ...]:
    """The tags that are gone, though what they were on is still there.

    What was told once counts as there even if it was moved; else a second save would hide the loss.
    """
    now, known = tags_in(document), set(told)
    there = FoundAgain(document, now)
    named = {one.name for one in now if not one.is_of_parts}
    tagged = {(part, one.is_unit) for one in now for part in one.parts}
    gone: dict[RememberedTag, None] = {}
    left = [
        one
        for one in (*told, *before)
        if (one.is_of_parts or one.name not in named)
        and not any((part, one.is_unit) in tagged for part in one.parts)
    ]
    for one in left:
        if not one.is_of_parts and one.name in there.named:
            gone[one] = None
        elif there.parts(one, left) or (one in known and there.has_such(one)):
            gone[_of_parts(one)] = None
    return tuple(gone)


def change_for(
    document: Document, one: RememberedTag, lost: Sequence[RememberedTag] = ()
) -> tuple[str, str, list[Standing]] | None:
    """What puts a tag back: what `tags --set` names, the tag, and which of its parts are missing.

    `lost` are all tags of the file that are: if it was moved as a whole, they tell where to.
    """
    there = FoundAgain(document, tags_in(document))
    if one.is_of_parts:
        found = there.parts(one, lost or (one,))
        return (lines_called(found.section, found.members), one.text, found.missing) if found else None
    return (there.named[one.name].name, one.text, []) if one.name in there.named else None


class FoundParts(NamedTuple):
    section: Section
    members: list[int]
    missing: list[Standing]


class FoundAgain:
    """A file's submodels by their names without tags, and where its parts stand."""

    def __init__(self, document: Document, now: Iterable[RememberedTag]) -> None:
        self.named: dict[str, Section] = {}
        self._sections = document.sections
        self._tagged = {(part, one.is_unit) for one in now for part in one.parts}
        self._where: dict[Standing, dict[str, list[int]]] = {}
        self._kinds: dict[str, Counter[tuple[str, str]]] = {}
        self._places: dict[tuple[str, str], list[_Spot]] = {}
        for key, section in _own_sections(document):
            self.named.setdefault(_key(section.name), section)
            kinds = self._kinds[key] = Counter()
            for member, fields in enumerate(section.contents.references):
                stands = _standing(fields)
                self._where.setdefault(stands, {}).setdefault(key, []).append(member)
                self._places.setdefault(stands[:2], []).append(stands[2:])
                kinds[stands[:2]] += 1

    def parts(self, one: RememberedTag, lost: Sequence[RememberedTag]) -> FoundParts | None:
        """The references that place the same parts: where they stood, or all moved by the same way.

        What was deleted isn't looked for elsewhere, among parts that only look like it.
        """
        found = self._moved_by(one, _NOWHERE)
        kinds = {part[:2] for part in one.parts}
        if found or sum(len(self._places.get(kind, ())) for kind in kinds) < one.alike:
            return found
        for parts in ([part for each in lost for part in each.parts], one.parts):
            if (way := self._way(parts)) and (found := self._moved_by(one, way)):
                return found
        return None

    def _moved_by(self, one: RememberedTag, way: _Spot) -> FoundParts | None:
        found: dict[str, list[int]] = {}
        there: dict[str, Counter[Standing]] = {}
        for part, count in Counter(one.parts).items():
            now = (*part[:2], part[2] + way[0], part[3] + way[1], part[4] + way[2])
            is_taken = way != _NOWHERE and (now, one.is_unit) in self._tagged
            for key, members in ({} if is_taken else self._where.get(now, {})).items():
                found.setdefault(key, []).extend(members[:count])
                there.setdefault(key, Counter())[part] = min(count, len(members))
        enough = [key for key, members in found.items() if len(members) >= _ENOUGH * len(one.parts)]
        if not enough:
            return None
        best = max(enough, key=lambda key: (_key(self._sections[key].name) == one.inside, len(found[key])))
        missing = (Counter(one.parts) - there[best]).elements()
        return FoundParts(self._sections[best], sorted(found[best]), list(missing))

    def _way(self, parts: Iterable[Standing]) -> _Spot | None:
        """How most of them were moved; None if another way has as many votes. Rare parts are asked first."""
        votes: Counter[_Spot] = Counter()
        asked = 0
        for part in sorted(set(parts), key=lambda part: (len(self._places.get(part[:2], ())), part)):
            spots = self._places.get(part[:2], ())
            asked += len(spots)
            if asked > _MOST_ASKED:
                break
            votes.update((x - part[2], y - part[3], z - part[4]) for x, y, z in spots)
        best = votes.most_common(2)
        return best[0][0] if len({count for _, count in best}) == len(best) > 0 else None

    def has_such(self, one: RememberedTag) -> bool:
        """Whether a submodel has such parts, wherever they stand."""
        wanted = Counter(part[:2] for part in one.parts)
        enough = max(1, _ENOUGH * wanted.total())
        return any((wanted & kinds).total() >= enough for kinds in self._kinds.values())


def _tags_in(document: Document) -> Iterator[RememberedTag]:
    reader = TagReader()
    alike = Counter(
        _standing(fields)[:2]
        for _, section in _own_sections(document)
        for fields in section.contents.references
    )
    placing = {
        key: (section, fields)
        for section in reversed(document.sections.values())
        for key, fields in zip(section.contents.keys, section.contents.references, strict=True)
        if key in document.sections
    }
    for key, section in _own_sections(document):
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
            named = bare, without_tag(section.name), _key(outer.name)
            yield _remembered(found.tag, *named, parts, False, alike)
        for region in found.regions:
            parts = tuple(_standing(section.contents.references[member]) for member in region.members)
            yield _remembered(region.tag, bare, region.name, bare, parts, True, alike)


def _own_sections(document: Document) -> Iterator[tuple[str, Section]]:
    """All but parts that the file brings along."""
    return ((key, one) for key, one in document.sections.items() if not one.header.is_library_file)


def _remembered(
    tag: Tag,
    name: str,
    called: str,
    inside: str,
    parts: tuple[Standing, ...],
    is_of_parts: bool,
    alike: Counter[tuple[str, str]],
) -> RememberedTag:
    said = written(tag), described(tag), shown(called)
    count = sum(alike[kind] for kind in {part[:2] for part in parts})
    return RememberedTag(name, *said, inside, parts, is_of_parts, tag.role in UNITS, count)


def _of_parts(one: RememberedTag) -> RememberedTag:
    """For a submodel that is gone: its name goes into the tag."""
    tag = read_meta(f"{META} {one.text}", Place("")).reading.tag
    if one.is_of_parts or tag is None:
        return one
    return one._replace(text=labelled(tag, stem_of(one.shown)), is_of_parts=True)


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
