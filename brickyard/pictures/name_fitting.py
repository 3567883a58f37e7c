"""Names cut to the room they have, so that two that differ are never read as one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from brickyard.pictures.lettering import elided, width_of


def fitted(names: Sequence[str], rooms: Sequence[float], size: float) -> list[str]:
    """As much of each name as its room holds: of the beginning, else of both ends, else of what differs.

    What still reads as another is numbered.
    """
    texts = [elided(name, size, room) for name, room in zip(names, rooms, strict=True)]
    for at in [at for at, text in enumerate(texts) if _is_shared(text, names[at], names)]:
        texts[at] = _cut(names[at], size, rooms[at], _without_the_middle)
    for group in _confused(names, texts):
        same = _length_in_common([names[at] for at in group])
        for at in _shortened(group, names, texts):
            texts[at] = _cut(names[at][same:], size, rooms[at], _without_the_start)
    for group in _confused(names, texts):
        numbers = {name: f" {number}" for number, name in enumerate(sorted({names[at] for at in group}), 1)}
        for at in _shortened(group, names, texts):
            kept = elided(names[at], size, rooms[at] - width_of(numbers[names[at]], size))
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
    """The places of names that differ and would be read as one; what says nothing confuses nobody."""
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
