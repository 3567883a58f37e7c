"""YAML from strangers into plain values that know their places; what is wrong with it are findings."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeAlias

import yaml

from catalog.yaml import yaml_findings as faults
from catalog.yaml.located_values import WHOLE_FILE, Entries, Listing, Missing, Scalar, Value
from ldraw_tools.file_overlay import bytes_for
from ldraw_tools.findings import BrickyardError, Finding, Place, and_more
from ldraw_tools.names import shown
from ldraw_tools.phrases import say
from ldraw_tools.reading.encodings import picture_in
from ldraw_tools.writing import note_input

DEEPEST = 32
MOST_VALUES = 200_000

EXAMPLE = "key: value"
# What escapes in double quotes can smuggle in; only line ends and tabs may pass.
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")

_PLAIN_KEY = re.compile("[A-Za-z0-9_-]{1,40}")


class Stop(Exception):  # noqa: N818 - not an error: the rest is not wanted
    """No more events, please."""


class _Open(NamedTuple):
    """A list or mapping whose end has not come yet."""

    place: Place
    label: str
    is_mapping: bool
    is_flow: bool
    values: list[Value]

    def next_label(self) -> str:
        """What the value to come stands under: a list's own label, a mapping's key."""
        if not self.is_mapping or len(self.values) % 2 == 0:
            return self.label
        key = self.values[-1]
        if not isinstance(key, Scalar):
            return self.label
        return key.written if _PLAIN_KEY.fullmatch(key.written) else shown(key.written, 40)


class Builder:
    """Takes events one by one; `told` is what is wrong, `is_doubtful` where parsers are known to differ."""

    def __init__(self, file: str, example: str = EXAMPLE) -> None:
        self.told: list[Finding] = []
        self.is_doubtful = False
        self.file = file
        self._example = example
        self._open: list[_Open] = []
        self._root: Value | None = None
        self._documents = 0
        self._values = 0

    def root(self) -> Value:
        if self._root is None:
            return Missing(Place(self.file), WHOLE_FILE, self.told)
        return self._root

    def take(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.ScalarEvent):
            self._take_scalar(event)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._begin(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._end()
        elif isinstance(event, yaml.AliasEvent):
            self._take_alias(event)
        elif isinstance(event, yaml.DocumentStartEvent):
            self._start_document(event)
        elif isinstance(event, yaml.StreamEndEvent):
            self._end_stream()

    def _start_document(self, event: yaml.Event) -> None:
        self._documents += 1
        if self._documents > 1:
            self.told.append(faults.SECOND_DOCUMENT.at(self._place(event)))
            raise Stop

    def _end_stream(self) -> None:
        if self._root is None or (isinstance(self._root, Scalar) and self._root.is_null):
            self._root = None
            self.told.append(faults.NOTHING.at(Place(self.file), example=self._example))

    def _take_scalar(self, event: yaml.ScalarEvent) -> None:
        place, text, style = self._checked_place(event), str(event.value), event.style
        is_plain = not style
        if style == '"' and not text.isprintable() and _UNPRINTABLE.search(text):
            self.told.append(faults.NOT_TEXT.at(place, what=say("a control character")))
            text = _UNPRINTABLE.sub("\ufffd", text)
        if is_plain and "?" in text and any(one.is_flow for one in self._open):
            self.is_doubtful = True
        if is_plain and not text:
            place = self._place_of_empty(place)
        self._add(Scalar(place, self._label(), self.told, text, is_plain))

    def _take_alias(self, event: yaml.AliasEvent) -> None:
        place = self._place(event)
        self.told.append(faults.ALIAS.at(place, sign="*", name=shown(str(event.anchor), 30)))
        self._add(Missing(place, self._label(), self.told))

    def _begin(self, event: yaml.CollectionStartEvent) -> None:
        place = self._checked_place(event)
        if len(self._open) >= DEEPEST:
            self._give_up(faults.TOO_DEEP.at(place, most=DEEPEST))
        is_mapping = isinstance(event, yaml.MappingStartEvent)
        self._open.append(_Open(place, self._label(), is_mapping, bool(event.flow_style), []))

    def _end(self) -> None:
        done = self._open.pop()
        if done.is_mapping:
            self._add(Entries(done.place, done.label, self.told, tuple(_unique(_keyed(done.values)))))
        else:
            self._add(Listing(done.place, done.label, self.told, tuple(done.values)))

    def _checked_place(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> Place:
        """Where a value begins; anchors and types are reported, and too many values stop the reading."""
        mark = event.start_mark
        place = Place(self.file, mark.line + 1, mark.column + 1) if mark else Place(self.file)
        self._values += 1
        if self._values > MOST_VALUES:
            self._give_up(faults.TOO_LARGE.at(place, most=f"{MOST_VALUES:,}", things=say("values")))
        if event.anchor:
            self.told.append(faults.ALIAS.at(place, sign="&", name=shown(event.anchor, 30)))
        if event.tag:
            self.is_doubtful = True
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            self.told.append(faults.TAG.at(place, tag=shown(tag, 30)))
        return place

    def _give_up(self, finding: Finding) -> None:
        self.told.append(finding)
        self._root = None
        raise Stop

    def _add(self, value: Value) -> None:
        if self._open:
            self._open[-1].values.append(value)
        else:
            self._root = value

    def _label(self) -> str:
        return self._open[-1].next_label() if self._open else WHOLE_FILE

    def _place(self, event: yaml.Event) -> Place:
        mark = event.start_mark
        if mark is None:
            return Place(self.file)
        return Place(self.file, mark.line + 1, mark.column + 1)

    def _place_of_empty(self, place: Place) -> Place:
        """Where nothing is written there is nothing to point at but its key."""
        around = self._open[-1] if self._open else None
        if around is None or not around.is_mapping:
            return place
        return around.values[-1].place if len(around.values) % 2 else around.place


def _keyed(values: list[Value]) -> Iterator[tuple[Scalar, Value]]:
    for key, value in zip(values[::2], values[1::2], strict=True):
        if isinstance(key, Scalar) and not key.is_null:
            yield key, value
        else:
            key.tell(faults.NOT_A_KEY, what=say("nothing") if key.is_null else key.what)


def _unique(pairs: Iterable[tuple[Scalar, Value]]) -> Iterator[tuple[Scalar, Value]]:
    lines: dict[str, int] = {}
    for key, value in pairs:
        if key.written in lines:
            key.tell(faults.DUPLICATE_KEY, key=shown(key.written), line=lines[key.written])
        else:
            lines[key.written] = key.place.line
            yield key, value


_QUOTE_IT = "Put the text in quotes."
# Most often it is a Windows path, so the message says at once how to write a path.
_BACKSLASH = (
    "Write a path with / and from this file's folder, such as ../frames/mech.io;"
    " other text with \\ goes in single quotes."
)


class Trouble(NamedTuple):
    """Reported where the parser stopped, or where the thing that it was reading began."""

    message: str
    way_out: str = _QUOTE_IT
    where_it_began: bool = False


# By what was being read; the parser's own message adds nothing here.
_WHILE_SCANNING = {
    "a quoted scalar": Trouble(
        "the quote that begins here is never closed",
        "Close it; inside single quotes a quote is written twice.",
        where_it_began=True,
    ),
    "an alias": Trouble("a name that begins with * must be in quotes", where_it_began=True),
    "an anchor": Trouble("a name that begins with & must be in quotes", where_it_began=True),
    "a tag": Trouble("a name that begins with ! must be in quotes", where_it_began=True),
    "a directive": Trouble("a line that begins with % is an instruction to the parser", where_it_began=True),
    "a block scalar": Trouble(
        "text after | or > must be on lines of its own", "Begin a new line.", where_it_began=True
    ),
}
_COMPLAINTS = {
    "mapping values are not allowed": Trouble(
        "“: ” inside a value", "Put the text in quotes, or give the line above its colon."
    ),
    "sequence entries are not allowed": Trouble(
        "a list can't begin here", "Put each - on a line of its own under the key."
    ),
    "mapping keys are not allowed": Trouble("“? ” is not allowed here"),
    "could not find expected ':'": Trouble(
        "this is neither key: value nor part of one", "Write key: value.", where_it_began=True
    ),
    "expected <block end>": Trouble(
        "this doesn't line up with the lines above", "Indent lines that belong together by the same amount."
    ),
    "but got '?'": Trouble("“?” has a meaning of its own between brackets"),
    "expected ',' or ']'": Trouble(
        "the [ of line {line} is not closed before this", "Write a comma before this, or close it with ]."
    ),
    "expected ',' or '}'": Trouble(
        "the {{ of line {line} is not closed before this",
        "Write a comma before the next key, or close it with }}; text that holds “: ” goes in quotes.",
    ),
    "unknown escape character": Trouble(
        "“\\” before this letter has no meaning in double quotes", _BACKSLASH
    ),
    "escape sequence": Trouble("“\\” and what follows it are not a character in double quotes", _BACKSLASH),
    "undefined tag handle": Trouble("a name that begins with ! must be in quotes"),
    "that cannot start any token": Trouble("“{letter}” can't begin a value"),
    "expected the node content": Trouble(
        "a value or a closing bracket is missing here", "Write it, or delete the sign."
    ),
    "<document start>": Trouble("this is neither a key nor part of the lines above", "Write key: value."),
}
_OTHER = Trouble("this is not valid YAML: {problem}", "Look for a missing quote, bracket or space near here.")
_LETTER = re.compile(r"found character '(.)' that")


def trouble_of(context: str, problem: str) -> Trouble:
    known = _WHILE_SCANNING.get(context.removeprefix("while scanning "))
    return known or next((one for words, one in _COMPLAINTS.items() if words in problem), _OTHER)


def said_plainly(trouble: Trouble, problem: str, line: int) -> dict[str, str]:
    """The message and the fix; `line` is where the thing that was being read began."""
    letter = _LETTER.search(problem)
    values = {"line": line, "problem": problem, "letter": letter[1] if letter else ""}
    return {"message": say(trouble.message, **values), "way_out": say(trouble.way_out, **values)}


MOST_CHARACTERS = 1_000_000

Loader: TypeAlias = "type[yaml.SafeLoader] | type[yaml.CSafeLoader]"
_FAST: Loader | None = getattr(yaml, "CSafeLoader", None)
_SLOW: Loader = yaml.SafeLoader
# What YAML forbids, not what it allows: compiling a class of a million characters takes five milliseconds.
_NOT_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff\ufffe\uffff]")
# Here libyaml is more lenient than PyYAML.
_DOUBTFUL = re.compile(r"[|>][-+0-9]*#")
_LINE_END = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_TAB = re.compile(r" *\t\s*[^\s#]")


class YamlDocument(NamedTuple):
    """A file's value, `Missing` where it can't be read, and all that is wrong with it so far.

    Asking the value for types adds to the findings.
    """

    file: str
    root: Value
    findings: list[Finding]


def read_yaml_file(path: Path, file: str = "", example: str = EXAMPLE) -> YamlDocument:
    """The file's values; `file` is its name in findings, `example` what an empty one should hold."""
    file = file or str(path)
    try:
        drafted = bytes_for(path)
        if drafted is None:
            if path.is_fifo():
                raise BrickyardError(f"{file}: is a pipe, not a file")
            with path.open("rb") as stream:
                data = stream.read(4 * MOST_CHARACTERS + 1)
            note_input(path)
        else:
            data = drafted
    except OSError as error:
        raise BrickyardError(f"{file}: can't be read: {error.strerror or error}") from error
    if len(data) > 4 * MOST_CHARACTERS:
        return _refused(file, _too_large(file))
    if picture := picture_in(data):
        raise BrickyardError(f"{file}: not a manifest but {picture}")
    # PowerShell's > and Notepad's "Unicode" write UTF-16.
    encoding = "utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(encoding)
        return _refused(file, faults.NOT_UTF8.at(_place(file, before, len(before))))
    return read_yaml(text, file, example)


def read_yaml(text: str, file: str, example: str = EXAMPLE) -> YamlDocument:
    """Any text gives values or findings, never an exception."""
    text = text.removeprefix("\ufeff")
    refusal = _refusal(text, file)
    if refusal:
        return _refused(file, refusal)
    # The parsers disagree about tabs and about a last line without an end, so they get neither.
    plain = text.replace("\t", " ") + "\n"
    builder = partial(Builder, file, example)
    document = _built(plain, builder(), _FAST) if _FAST and not _DOUBTFUL.search(plain) else None
    # Where the fast parser stumbles the slow one decides, so that both machines say the same.
    return document or _built(plain, builder(), _SLOW) or _refused(file)


def _refusal(text: str, file: str) -> Finding | None:
    if len(text) > MOST_CHARACTERS:
        return _too_large(file)
    # What can be printed is text; most files need no closer look.
    odd = None if text.replace("\n", "").isprintable() else _NOT_TEXT.search(text)
    if odd:
        what = say("character U+{code}", code=f"{ord(odd[0]):04X}")
        return faults.NOT_TEXT.at(_place(file, text, odd.start()), what=what)
    if "\t" not in text:
        return None
    tabs = {number: line for number, line in enumerate(_LINE_END.split(text), 1) if _TAB.match(line)}
    if tabs:
        first = min(tabs)
        return faults.TAB.at(Place(file, first, tabs[first].index("\t") + 1), lines=and_more(tabs))
    return None


def _too_large(file: str) -> Finding:
    return faults.TOO_LARGE.at(Place(file), most=f"{MOST_CHARACTERS:,}", things=say("characters"))


def _refused(file: str, *findings: Finding) -> YamlDocument:
    told = list(findings)
    return YamlDocument(file, Missing(Place(file), WHOLE_FILE, told), told)


def _place(file: str, text: str, index: int) -> Place:
    before = _LINE_END.split(text[:index])
    return Place(file, len(before), len(before[-1]) + 1)


def _built(text: str, builder: Builder, loader: Loader) -> YamlDocument | None:
    """The document, or None where the fast parser's word is not to be trusted."""
    file = builder.file
    try:
        for event in _events(text, loader):
            builder.take(event)
    except Stop:
        pass
    except yaml.YAMLError as error:
        if loader is not _SLOW:
            return None
        builder.told.append(_broken(error, file, text))
        return _refused(file, *builder.told)
    if builder.is_doubtful and loader is not _SLOW:
        return None
    return YamlDocument(file, builder.root(), builder.told)


def _events(text: str, loader: Loader) -> Iterator[yaml.Event]:
    parser = loader(text)
    try:
        while parser.check_event():
            if event := parser.get_event():
                yield event
    except (ValueError, OverflowError) as error:
        mark = parser.get_mark() if isinstance(parser, yaml.SafeLoader) else None
        raise yaml.MarkedYAMLError(problem="escape sequence", problem_mark=mark) from error
    finally:
        parser.dispose()


def _broken(error: yaml.YAMLError, file: str, text: str) -> Finding:
    context, problem = getattr(error, "context", None) or "", getattr(error, "problem", None) or str(error)
    begun, stopped = getattr(error, "context_mark", None), getattr(error, "problem_mark", None)
    if stopped and text[stopped.index : stopped.index + 1] != "?":
        # What the parser calls so is any key.
        problem = problem.replace("but got '?'", "but got a key")
    trouble = trouble_of(context, problem)
    mark = (begun if trouble.where_it_began else stopped) or stopped or begun
    said = said_plainly(trouble, shown(problem, 100), begun.line + 1 if begun else 0)
    return faults.BROKEN.at(_marked_place(mark, file, text), **said)


def _marked_place(mark: yaml.Mark | None, file: str, text: str) -> Place:
    if mark is None:
        return Place(file)
    end = _place(file, text, len(text.rstrip()))
    return min(Place(file, mark.line + 1, mark.column + 1), end)
