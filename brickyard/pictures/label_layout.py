"""Where labels go: in columns left and right of the model; names cut so that no two read alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from brickyard.pictures.lettering import Face, elide, width_of
from catalog.vocabulary import Dice


def fit_names(names: Sequence[str], rooms: Sequence[float], size: float) -> list[str]:
    """As much of each name as fits: its beginning, else both ends, else the part that differs.

    Names that would still look the same are numbered.
    """
    texts = [elide(name, size, room) for name, room in zip(names, rooms, strict=True)]
    for at in [at for at, text in enumerate(texts) if _is_shared(text, names[at], names)]:
        texts[at] = _cut(names[at], size, rooms[at], _without_the_middle)
    for group in _confused(names, texts):
        same = _length_in_common([names[at] for at in group])
        for at in _shortened(group, names, texts):
            texts[at] = _cut(names[at][same:], size, rooms[at], _without_the_start)
    for group in _confused(names, texts):
        numbers = {name: f" {number}" for number, name in enumerate(sorted({names[at] for at in group}), 1)}
        for at in _shortened(group, names, texts):
            kept = elide(names[at], size, rooms[at] - width_of(numbers[names[at]], size))
            texts[at] = f"{kept}{numbers[names[at]]}" if kept else ""
    for group in _confused(names, texts):
        for at in _shortened(group, names, texts):
            texts[at] = ""
    return texts


def _length_in_common(names: Sequence[str]) -> int:
    """Of their beginnings; at least one letter of each is left."""
    columns = list(zip(*names, strict=False))
    differs = (at for at, letters in enumerate(columns) if len(set(letters)) > 1)
    return next(differs, len(columns) - 1)


def _shortened(group: Sequence[int], names: Sequence[str], texts: Sequence[str]) -> list[int]:
    return [at for at in group if texts[at] != names[at]]


def _is_shared(text: str, name: str, names: Sequence[str]) -> bool:
    """Whether what is left of a name is the beginning of another, too."""
    return text not in ("", name) and any(other != name and other.startswith(text[:-1]) for other in names)


def _confused(names: Sequence[str], texts: Sequence[str]) -> Iterator[list[int]]:
    """The places of names that differ but would look the same when cut; empty names don't matter."""
    places: dict[str, list[int]] = {}
    for at, text in enumerate(texts):
        if text:
            places.setdefault(text, []).append(at)
    yield from [group for group in places.values() if len({names[at] for at in group}) > 1]


def _cut(name: str, size: float, room: float, way: Callable[[str, int], str]) -> str:
    """With as many letters as there is room for."""
    kept = len(name)
    while kept and width_of(way(name, kept), size) > room:
        kept -= 1
    return way(name, kept) if kept else ""


def _without_the_middle(name: str, kept: int) -> str:
    """More of the end than of the beginning: there names of one family differ."""
    start = kept // 3
    return name if kept == len(name) else f"{name[:start].rstrip()}…{name[len(name) - (kept - start) :]}"


def _without_the_start(name: str, kept: int) -> str:
    return f"…{name}" if kept == len(name) else f"…{name[:kept].rstrip()}…"


_GAP = 0.3
# The size of type in two lines, compared with that in one.
_SMALLER = 0.8
_MOST_DICE = 6
# Sides of a die in a label, in pixels, and how much of the picture's width a column may take.
_LEAST_DIE, _LARGEST_DIE = 9.0, 44.0
_WIDEST = 0.26


class Wanted(NamedTuple):
    """A label before it has a place: dice, a name, and the spots (x, y) it points at."""

    dice: tuple[Dice, ...]
    name: str
    spots: tuple[tuple[float, float], ...]
    hidden: bool = False


class Label(NamedTuple):
    """A label in its place: the box is left, top, width, height; `die` is the side of a die.

    `dice` are those drawn, `more` how many there was no room for; `to_left` says that it stands left of
    the model, so that its name is read towards it.
    """

    wanted: Wanted
    dice: tuple[Dice, ...]
    more: int
    text: str
    left: float
    top: float
    width: float
    height: float
    die: float
    to_left: bool

    @property
    def lines(self) -> list[str]:
        """Of its name: one, or two where one is too long."""
        return self.text.split("\n") if self.text else []

    @property
    def size(self) -> float:
        """Of its type."""
        return text_size(self.die) * (_SMALLER if len(self.lines) > 1 else 1)

    @property
    def tip(self) -> tuple[float, float]:
        """Where its leader begins."""
        gap = _GAP * self.die
        x = self.left + self.width + gap if self.to_left else self.left - gap
        return x, self.top + self.height / 2


class Frame(NamedTuple):
    """What labels may use: the picture's size, and strips at its top and bottom that are taken.

    `model` is from where to where the model reaches sideways: labels stand near it.
    """

    width: float
    height: float
    top: float = 0.0
    bottom: float = 0.0
    model: tuple[float, float] | None = None


def text_size(die: float) -> float:
    return 0.62 * die


def die_size(frame: Frame, number: int) -> float:
    """How large dice are drawn so that all labels fit in two columns."""
    room = frame.height - frame.top - frame.bottom - 2 * edge(frame)
    rows = max((number + 1) // 2, 1)
    return max(min(_LARGEST_DIE, 0.052 * frame.height, room / (rows * 1.5)), _LEAST_DIE)


def edge(frame: Frame) -> float:
    return 0.02 * min(frame.width, frame.height) + 2


def column_width(labels: Sequence[Wanted], frame: Frame) -> float:
    """What either column needs, with the gap to the model."""
    die = die_size(frame, len(labels))
    boxes = [_box(label, die, _WIDEST * frame.width) for label in labels]
    texts = _in_lines([box.label.name for box in boxes], [box.room for box in boxes], text_size(die))
    widest = max((box.width(text) for box, text in zip(boxes, texts, strict=True)), default=0.0)
    return widest + edge(frame) + 2 * _GAP * die if labels else 0.0


def place(labels: Sequence[Wanted], frame: Frame) -> list[Label]:
    """Every label in its place; where there are too many for the picture, the last are left out."""
    die = die_size(frame, len(labels))
    rows = int((frame.height - frame.top - frame.bottom - 2 * edge(frame)) // _pitch(die))
    if rows < 1 or frame.width < 6 * die:
        return []
    kept = list(labels)[: 2 * rows]
    left, right = _sides(kept, frame, rows)
    boxes = [_box(label, die, _most(frame, die, True)) for label in left]
    boxes += [_box(label, die, _most(frame, die, False)) for label in right]
    texts = _in_lines([box.label.name for box in boxes], [box.room for box in boxes], text_size(die))
    told = list(zip(boxes, texts, strict=True))
    return _column(told[: len(left)], frame, die, True) + _column(told[len(left) :], frame, die, False)


def _in_lines(names: Sequence[str], rooms: Sequence[float], size: float) -> list[str]:
    """Names in one line, else in two of smaller type, else as much as fits in one."""
    halves = [_halved(name, size, room) for name, room in zip(names, rooms, strict=True)]
    # What is written in full is like no other.
    free = [float("inf") if half else room for half, room in zip(halves, rooms, strict=True)]
    return [half or text for half, text in zip(halves, fit_names(names, free, size), strict=True)]


def _halved(name: str, size: float, room: float) -> str:
    """A name that is too long for one line in two, as equal as can be; empty where that doesn't help."""
    words = name.split()
    if len(words) < 2 or width_of(name, size) <= room:
        return ""
    ways = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    wide = {pair: max(width_of(line, size * _SMALLER) for line in pair) for pair in ways}
    best = min(wide, key=lambda pair: wide[pair])
    return "\n".join(best) if wide[best] <= room else ""


def text_width(text: str, size: float) -> float:
    """Of a name in one line, or in two of smaller type."""
    first, _, second = text.partition("\n")
    if not second:
        return width_of(text, size)
    return max(width_of(first, size * _SMALLER), width_of(second, size * _SMALLER))


def _pitch(die: float) -> float:
    return 1.3 * die


def _sides(labels: list[Wanted], frame: Frame, rows: int) -> tuple[list[Wanted], list[Wanted]]:
    """Those that point to the left half go left, as far as there is room."""
    ordered = sorted(labels, key=lambda label: label.spots[0])
    middle = frame.width / 2
    number = sum(label.spots[0][0] < middle for label in ordered)
    number = min(max(number, len(ordered) - rows), rows)
    return ordered[:number], ordered[number:]


def _column(told: list[tuple[_Box, str]], frame: Frame, die: float, to_left: bool) -> list[Label]:
    ordered = sorted(told, key=lambda one: _height_order(one[0].label))
    low = frame.top + edge(frame)
    high = frame.height - frame.bottom - edge(frame)
    wished = [box.label.spots[0][1] for box, _ in ordered]
    middles = spread(wished, _pitch(die), low + die / 2, high - die / 2)
    widest = max((box.width(text) for box, text in ordered), default=0.0)
    inner = _inner_edge(frame, die, widest, to_left)
    placed = []
    for (box, text), middle in zip(ordered, middles, strict=True):
        width = box.width(text)
        # Dice stand below each other, next to the model.
        left = inner - width if to_left else inner
        top, more = middle - die / 2, len(box.label.dice) - len(box.dice)
        placed.append(Label(box.label, box.dice, more, text, left, top, width, die, die, to_left))
    return _uncrossed(placed)


def _height_order(label: Wanted) -> tuple[float, float, str]:
    x, y = label.spots[0]
    return y, x, label.name


def _most(frame: Frame, die: float, to_left: bool) -> float:
    """How wide a label may be: its share, or all that the model leaves free on its side."""
    low, high = frame.model or (0.0, frame.width)
    beside = low if to_left else frame.width - high
    return max(_WIDEST * frame.width, min(beside - 1.5 * die, frame.width / 2) - edge(frame))


def _inner_edge(frame: Frame, die: float, widest: float, to_left: bool) -> float:
    """Where a column ends towards the model: as near to it as its own width allows."""
    low, high = frame.model or (0.0, frame.width)
    if to_left:
        return max(edge(frame) + widest, min(low - 1.5 * die, frame.width / 2))
    return min(frame.width - edge(frame) - widest, max(high + 1.5 * die, frame.width / 2))


def spread(wished: Sequence[float], pitch: float, low: float, high: float) -> list[float]:
    """Ascending places at least a pitch apart between low and high, each as near its wish as can be."""
    if not wished:
        return []
    pitch = min(pitch, (high - low) / max(len(wished) - 1, 1))
    # Groups that push each other stand around the middle of their wishes.
    groups: list[tuple[float, int]] = []
    for wish in wished:
        start, number = wish, 1
        while groups and groups[-1][0] + groups[-1][1] * pitch > start:
            before, count = groups.pop()
            start = (before * count + (start - count * pitch) * number) / (count + number)
            number += count
            start = min(max(start, low), high - (number - 1) * pitch)
        groups.append((min(max(start, low), high - (number - 1) * pitch), number))
    places = [start + step * pitch for start, number in groups for step in range(number)]
    # Clamping one group may push it over another: settle from both ends.
    for i in range(1, len(places)):
        places[i] = max(places[i], places[i - 1] + pitch)
    for i in reversed(range(len(places))):
        places[i] = min(places[i], high - (len(places) - 1 - i) * pitch)
    return places


def _uncrossed(labels: list[Label]) -> list[Label]:
    """Labels of a column change places while their leaders cross."""
    for _ in range(len(labels) ** 2):
        pair = next(((i, i + 1) for i in range(len(labels) - 1) if _cross(labels[i], labels[i + 1])), None)
        if pair is None:
            break
        one, other = pair
        top_one, top_other = labels[one].top, labels[other].top
        labels[one], labels[other] = (
            labels[other]._replace(top=top_one),
            labels[one]._replace(top=top_other),
        )
    return labels


def _cross(one: Label, other: Label) -> bool:
    a, b, c, d = one.tip, one.wanted.spots[0], other.tip, other.wanted.spots[0]
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


class _Box(NamedTuple):
    """The dice that a label shows, how wide they are, and the room that is left for its name."""

    label: Wanted
    dice: tuple[Dice, ...]
    used: float
    room: float
    die: float

    def width(self, text: str) -> float:
        gap = _GAP * self.die if self.dice else 0.0
        return self.used + (text_width(text, text_size(self.die)) + gap if text else 0.0)


def _box(label: Wanted, die: float, most: float) -> _Box:
    step = 1.1 * die
    room = max(int(most // step), 1)
    dice = label.dice[: min(room, _MOST_DICE)]
    used = len(dice) * step
    more = len(label.dice) - len(dice)
    if more:
        used += width_of(f"+{more}", text_size(die), Face.BOLD) + _GAP * die
    return _Box(label, dice, used, most - used - _GAP * die, die)
