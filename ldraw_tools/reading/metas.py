"""What the meta lines of LDraw and its editors do to the lines around them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from ldraw_tools import model_findings as oddities
from ldraw_tools.findings import Kind, count_of
from ldraw_tools.phrases import say
from ldraw_tools.reading.contents import (
    COUNTED,
    DRAWN,
    EVERYTHING,
    MEASURED,
    ColourDefinition,
    Contents,
    EditorGroup,
    SectionLines,
    UnreadMeta,
)
from ldraw_tools.reading.editor_metas import Buffers, Joins, Textures, read_colour, read_ldlite_colour
from ldraw_tools.reading.lines import parse_number, shortened

SYNTH_NAME = re.compile(r"^ls\d+[a-z]?\.(dat|ldr)$")
_PLACED = re.compile(r"^\s*[1-5]\s")
# MLCad writes what these make between SKIP_BEGIN and SKIP_END: a hose, a belt, a spring of the model.
_MAKERS = ("FLEXHOSE", "RUBBER_BELT", "SPRING")
_IDENTITY = ["0", "0", "0", "1", "0", "0", "0", "1", "0", "0", "0", "1"]


# PLI BEGIN IGN keeps a part out of one page's list because another page has it; the
# part is in the model. BOM leaves it out of the whole list, PART out of everything.
_KEPT_BY_LIST = {"PLI": EVERYTHING, "BOM": DRAWN | MEASURED, "PART": 0}


class _Region(NamedTuple):
    """An opened BEGIN … END: what it says, and where it began in lines and in references."""

    what: str
    line: int
    first: int


class MetaReader:
    """Reads the type 0 lines of one section and, at its end, decides what each reference is good for."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents
        self._open: dict[str, list[_Region]] = {}
        self._ghosts: list[int] = []
        self._hidden: list[int] = []
        # Where MLCad's last maker stands, in references, and the skipped lines.
        self._made_at = -1
        self._skipped: list[tuple[int, int]] = []
        self._buffers = Buffers()
        self._retrieved: list[int] = []
        self._uses_synth = False
        self._drawn_from = 0
        self._drawn: list[tuple[_Region, int, int]] = []
        self._ignored: dict[str, list[tuple[int, int, int]]] = {}
        self._masked: list[tuple[int, int, int]] = []
        self._joins = Joins()
        self._transforms = False
        self._textures = Textures(contents)

    def read(self, words: list[str], line: str, number: int) -> None:
        """Read a line that was split into its zero, a word and, maybe, the rest."""
        word = words[1]
        handler = _HANDLERS.get(word)
        if handler is not None:
            handler(self, words[2].rstrip() if len(words) > 2 else "", number)
        elif word[0] == "!":
            self._contents.marks.append(
                UnreadMeta(number, line.split(None, 1)[1].rstrip(), len(self._contents))
            )
        elif len(words) == 2 and word.upper() == "STEP":
            self._step("", number)

    def finish(self) -> None:
        contents = self._contents
        for family, regions in self._open.items():
            effect = say("it holds to the end" if family in ("synth", "texmap") else "it is ignored")
            for region in regions:
                self._find(oddities.NOT_CLOSED, region.line, opening=shortened(region.what), effect=effect)
        skipped = self._drop_skipped()
        self._textures.finish()
        contents.uses = bytearray([EVERYTHING]) * len(contents)
        for keep in {keep for _, _, keep in self._masked}:
            for index in _covered((first, last) for first, last, kept in self._masked if kept == keep):
                contents.uses[index] &= keep
        self._textures.drop()
        self._drop_buffered()
        self._drop_synth()
        self._add_joined(skipped)
        self._note_ignored()
        self._count(oddities.GHOSTS, self._ghosts)
        self._count(oddities.HIDDEN, self._hidden)
        self._count(oddities.TEXTURED_SKIPPED, self._textures.dropped)

    # Findings.

    def _find(self, kind: Kind, line: int, **values: object) -> None:
        self._contents.findings.append(kind.at(self._contents.at(line), **values))

    def _count(self, kind: Kind, lines: list[int], noun: str = "line") -> None:
        if lines:
            self._find(kind, lines[0], count=count_of(len(lines), noun))

    def _incomplete(self, meta: str, rest: str, line: int, reason: str) -> None:
        text = shortened(f"{meta} {rest}".strip())
        self._find(oddities.BAD_META, line, text=text, meta=meta, reason=reason)

    # BEGIN … END.

    def _begin(self, family: str, what: str, line: int) -> None:
        self._open.setdefault(family, []).append(_Region(what, line, len(self._contents)))

    def _end(self, family: str, closing: str, line: int) -> _Region | None:
        regions = self._open.get(family)
        if not regions:
            self._find(oddities.NOT_OPENED, line, closing=closing)
            return None
        return regions.pop()

    # Steps.

    def _step(self, rest: str, number: int) -> None:
        self._contents.steps.append(len(self._contents))

    def _rotated_step(self, rest: str, number: int) -> None:
        self._contents.rotations.append((len(self._contents.steps), rest))
        self._step(rest, number)

    # MLCad: lines shown only while building, and buffers of the screen.

    def _ghost(self, rest: str, number: int) -> None:
        if _PLACED.match(rest):
            self._ghosts.append(number)

    def _mlcad(self, rest: str, number: int) -> None:
        word, *more = rest.split(None, 1) or [""]
        here = len(self._contents)
        if word == "HIDE" and more and _PLACED.match(more[0]):
            self._hidden.append(number)
        elif word == "BTG" and more:
            self._joins.join(more[0], number, here)
        elif word == "SKIP_BEGIN":
            self._begin("made" if self._made_at == here else "skip", "MLCAD SKIP_BEGIN", number)
        elif word == "SKIP_END":
            family = "made" if self._open.get("made") else "skip"
            region = self._end(family, "MLCAD SKIP_END", number)
            if region and family == "skip":
                self._skipped.append((region.line, number))
                self._masked.append((region.first, here, 0))
        if word != "BTG":
            self._made_at = here if word in _MAKERS else -1

    def _drop_skipped(self) -> list[int]:
        """Take what MLCad drew for instructions off the page; returns its lines."""
        contents = self._contents
        if not self._skipped:
            return []
        page, start = list(contents.page.lines), contents.start
        lines = [number for number in _covered(self._skipped) if _PLACED.match(page[number - start])]
        self._count(oddities.SKIPPED, lines)
        own = set(contents.lines)
        for number in lines:
            if number not in own:
                page[number - start] = ""
        contents.page = SectionLines(page)
        return lines

    def _buffer(self, rest: str, number: int) -> None:
        words = rest.upper().split()
        if len(words) != 2 or words[1] not in ("STORE", "RETRIEVE"):
            self._incomplete("BUFEXCHG", rest, number, say("a letter, then STORE or RETRIEVE"))
            return
        letter, verb = words
        if verb == "STORE":
            self._buffers.store(letter, len(self._contents))
        elif self._buffers.retrieve(letter, len(self._contents)):
            self._retrieved.append(number)
        else:
            self._find(oddities.BUFFER_NEVER_STORED, number, buffer=shortened(letter))

    def _drop_buffered(self) -> None:
        # A file with ghosts says itself which lines are the model: all that aren't ghosts (MLCad's own rule).
        if not self._retrieved or self._ghosts:
            return
        dropped = self._buffers.dropped(len(self._contents))
        for index in dropped:
            self._contents.uses[index] = 0
        if dropped:
            self._find(oddities.BUFFER_DROPPED, self._retrieved[0], count=count_of(len(dropped), "reference"))

    # LSynth: helpers shape a hose, segments draw it; both have names like LS11.

    def _synth(self, rest: str, number: int) -> None:
        words = rest.upper().split()
        here = len(self._contents)
        if words[:1] == ["BEGIN"]:
            self._begin("synth", " ".join(["SYNTH BEGIN", *words[1:2]]), number)
            self._uses_synth = True
        elif words[:1] == ["END"]:
            self._end("synth", "SYNTH END", number)
        elif words[:2] == ["SYNTHESIZED", "BEGIN"]:
            self._drawn_from = here
        elif words[:2] == ["SYNTHESIZED", "END"] and (regions := self._open.get("synth")):
            self._drawn.append((regions[-1], self._drawn_from, here))
            self._drawn_from = here

    def _drop_synth(self) -> None:
        if not self._uses_synth:
            return
        contents = self._contents
        helpers = {index for index, key in enumerate(contents.keys) if SYNTH_NAME.match(key)}
        for region, first, last in self._drawn:
            kind = region.what.removeprefix("SYNTH BEGIN").strip() or "a hose"
            contents.synthesized.append(EditorGroup(kind, region.line, range(first, last)))
            helpers.difference_update(range(first, last))
        for index in helpers:
            contents.uses[index] = 0
        self._count(oddities.SYNTH_HELPERS, [contents.lines[index] for index in sorted(helpers)])

    # LPub: what its own lists leave out.

    def _lpub(self, rest: str, number: int) -> None:
        words = rest.split()
        if len(words) < 2 or words[0] not in ("PLI", "PART", "BOM"):
            return
        family = words[0]
        if words[1] == "BEGIN" and len(words) > 2:
            self._begin(family, " ".join(["LPUB", *words]), number)
        elif words[1] == "END" and (region := self._end(family, f"LPUB {family} END", number)):
            self._end_of_list(family, region)

    def _end_of_list(self, family: str, region: _Region) -> None:
        here = len(self._contents)
        words = region.what.split()[3:]
        count = count_of(here - region.first, "reference")
        meta = " ".join(["LPUB", family, "BEGIN", words[0]])
        if words[0] == "SUB" and len(words) >= 2:
            self._masked.append((region.first, here, DRAWN | MEASURED))
            colour = words[2] if len(words) > 2 else "16"
            self._contents.add_reference(["1", colour, *_IDENTITY, words[1]], region.line)
            self._masked.append((here, here + 1, COUNTED))
            runs = self._contents.runs
            # One inside another is left out.
            if here > region.first and (not runs or region.first > runs[-1][-1]):
                runs.append(range(region.first, here))
            self._find(oddities.LIST_SUBSTITUTE, region.line, count=count, name=shortened(words[1]))
        elif words[0] == "SUB":
            text = shortened(region.what)
            reason = say("the part that stands for the others")
            self._find(oddities.BAD_META, region.line, text=text, meta=meta, reason=reason)
        elif words[0] == "IGN" and here > region.first:
            self._masked.append((region.first, here, _KEPT_BY_LIST[family]))
            self._ignored.setdefault(meta, []).append((region.line, region.first, here))

    def _note_ignored(self) -> None:
        for meta, regions in self._ignored.items():
            keep = _KEPT_BY_LIST[meta.split()[1]]
            effect = say("counted all the same" if keep & COUNTED else "not counted")
            number = sum(1 for _ in _covered((first, last) for _, first, last in regions))
            line = min(line for line, _, _ in regions)
            count = count_of(number, "reference")
            self._find(oddities.LIST_IGNORED, line, count=count, meta=meta, effect=effect)

    # LDView.

    def _ldview(self, rest: str, number: int) -> None:
        words = rest.upper().split()
        if words[:1] != ["BBOX_IGNORE"]:
            return
        if words[1:2] in (["BEGIN"], ["START"]):
            self._begin("box", "BBOX_IGNORE BEGIN", number)
        elif words[1:2] == ["END"] and (region := self._end("box", "BBOX_IGNORE END", number)):
            here = len(self._contents)
            self._masked.append((region.first, here, COUNTED | DRAWN))
            self._find(oddities.BOX_IGNORED, region.line, count=count_of(here - region.first, "reference"))

    # Groups.

    def _add_joined(self, skipped: list[int]) -> None:
        if not self._joins:
            return
        contents = self._contents
        shapes = (number for column in contents.shapes.values() for number in column.lines)
        others = [*self._ghosts, *self._hidden, *self._textures.dropped, *skipped, *shapes]
        contents.groups.extend(self._joins.groups(contents.lines, others))

    def _leocad(self, rest: str, number: int) -> None:
        words = rest.split(None, 2)
        if words[:2] == ["GROUP", "BEGIN"]:
            self._begin("leocad", f"LEOCAD GROUP BEGIN {words[2] if len(words) > 2 else ''}".strip(), number)
        elif words[:2] == ["GROUP", "END"] and (region := self._end("leocad", "LEOCAD GROUP END", number)):
            name = region.what.removeprefix("LEOCAD GROUP BEGIN").strip()
            members = range(region.first, len(self._contents))
            self._contents.groups.append(EditorGroup(name, region.line, members))

    def _ldcad(self, rest: str, number: int) -> None:
        self._joins.read_ldcad(rest, number, len(self._contents))

    # Textures.

    def _texmap(self, rest: str, number: int) -> None:
        word = rest.split(None, 1)[0].upper() if rest else ""
        if word == "START":
            self._begin("texmap", "!TEXMAP START", number)
            self._textures.begin(rest, number)
        elif word == "NEXT":
            self._textures.only_next(rest, number)
        elif word == "FALLBACK":
            if self._open.get("texmap"):
                self._textures.fall_back(number)
            else:
                self._find(oddities.NOT_OPENED, number, closing="!TEXMAP FALLBACK")
        elif word == "END" and self._end("texmap", "!TEXMAP END", number):
            self._textures.end(number)

    def _textured(self, rest: str, number: int) -> None:
        self._textures.add(rest, number)

    # Colours.

    def _colour(self, rest: str, number: int) -> None:
        defined = read_colour(rest)
        if defined is None:
            self._incomplete("!COLOUR", rest, number, say("it needs a name, CODE and VALUE"))
        else:
            self._define(defined, number)

    def _ldlite_colour(self, rest: str, number: int) -> None:
        defined = read_ldlite_colour(rest)
        if defined is not None:
            self._define(defined, number)

    def _define(self, definition: ColourDefinition, number: int) -> None:
        defined = self._contents.colours_defined
        if not defined:
            self._find(oddities.COLOURS_DEFINED, number)
        defined[definition.code] = definition

    # Kept for drawing.

    def _bfc(self, rest: str, number: int) -> None:
        self._contents.winding.append((number, rest.upper()))

    def _ldlite_transform(self, rest: str, number: int) -> None:
        if not self._transforms and parse_number(rest.split(None, 1)[0] if rest else "") is not None:
            self._transforms = True
            self._find(
                oddities.LDLITE_TRANSFORM, number, meta=say("a ROTATE, TRANSLATE, TRANSFORM or SCALE line")
            )


def _covered(ranges: Iterable[tuple[int, int]]) -> Iterator[int]:
    """Every place in any of the ranges, once: they may overlap, in a malicious file a million times."""
    end = 0
    for first, last in sorted(ranges):
        yield from range(max(first, end), last)
        end = max(end, last)


_HANDLERS: dict[str, Callable[[MetaReader, str, int], None]] = {
    "STEP": MetaReader._step,
    "ROTSTEP": MetaReader._rotated_step,
    "GHOST": MetaReader._ghost,
    "BUFEXCHG": MetaReader._buffer,
    "MLCAD": MetaReader._mlcad,
    "SYNTH": MetaReader._synth,
    "LPUB": MetaReader._lpub,
    "!LPUB": MetaReader._lpub,
    "!LDCAD": MetaReader._ldcad,
    "!LEOCAD": MetaReader._leocad,
    "!LDVIEW": MetaReader._ldview,
    "!TEXMAP": MetaReader._texmap,
    "!:": MetaReader._textured,
    "!COLOUR": MetaReader._colour,
    "COLOR": MetaReader._ldlite_colour,
    "BFC": MetaReader._bfc,
    "ROTATE": MetaReader._ldlite_transform,
    "TRANSLATE": MetaReader._ldlite_transform,
    "TRANSFORM": MetaReader._ldlite_transform,
    "SCALE": MetaReader._ldlite_transform,
}
