"""A YAML parser's events into located values, without recursion and within limits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import yaml

from catalog.yaml import yaml_findings as faults
from catalog.yaml.located_values import WHOLE_FILE, Entries, Listing, Missing, Scalar, Value
from ldraw_tools.findings import Finding, Place
from ldraw_tools.suggestions import shown

DEEPEST = 32
MOST_VALUES = 200_000

EXAMPLE = "key: value"
# What escapes in double quotes can smuggle in; only line ends and tabs may pass.
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")

_PLAIN_KEY = re.compile("[A-Za-z0-9_-]{1,40}")


class Stop(Exception):  # noqa: N818 - not an error: the rest is not wanted
    """No more events, please."""


@dataclass(frozen=True, slots=True)
class _Open:
    """A list or mapping whose end has not come yet."""

    place: Place
    label: str
    is_mapping: bool
    is_flow: bool
    values: list[Value] = field(default_factory=list)

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
            self.told.append(faults.NOT_TEXT.at(place, what="a control character"))
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
        self._open.append(_Open(place, self._label(), is_mapping, bool(event.flow_style)))

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
            self._give_up(faults.TOO_LARGE.at(place, most=f"{MOST_VALUES:,}", things="values"))
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
            key.tell(faults.NOT_A_KEY, what="nothing" if key.is_null else key.what)


def _unique(pairs: Iterable[tuple[Scalar, Value]]) -> Iterator[tuple[Scalar, Value]]:
    lines: dict[str, int] = {}
    for key, value in pairs:
        if key.written in lines:
            key.tell(faults.DUPLICATE_KEY, key=shown(key.written), line=lines[key.written])
        else:
            lines[key.written] = key.place.line
            yield key, value
