"""What counting and measuring need to know about a part, and the sources that know it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from ldraw_tools.reading.header import FileKind

if TYPE_CHECKING:
    from ldraw_tools.measuring.shapes import Shape


# There are thousands of both, more than records are made for.
@dataclass(frozen=True, slots=True)
class Component:
    """A part inside a part: of a shortcut, an alias, a physical colour."""

    key: str
    colour: int
    count: int


@dataclass(frozen=True, slots=True)
class PartFacts:
    """A part file without its geometry. `target` is where a moved part went."""

    key: str
    title: str
    kind: FileKind
    target: str = ""
    components: tuple[Component, ...] = ()


class PartSource(Protocol):
    """Knows parts beforehand: the shipped database is one, an empty one is `NoParts`."""

    def facts(self, keys: Iterable[str]) -> dict[str, PartFacts]:
        """Those of the keys that are known."""
        ...

    def shapes(self, keys: Iterable[str]) -> dict[str, Shape]:
        """The shapes of those that are known and have one."""
        ...

    def nearest(self, key: str) -> str:
        """The known name that is most like this one, or nothing."""
        ...

    def knows_colour(self, code: int) -> bool: ...


class NoParts:
    """A source that knows nothing: everything must come from the model or a library."""

    def facts(self, keys: Iterable[str]) -> dict[str, PartFacts]:
        return {}

    def shapes(self, keys: Iterable[str]) -> dict[str, Shape]:
        return {}

    def nearest(self, key: str) -> str:
        return ""

    def knows_colour(self, code: int) -> bool:
        return True


class LateParts:
    """The default source, chosen when it is first asked.

    A library that is found is read itself. Without one, an installed package may have registered a
    source as an entry point of the group `ldraw_tools.parts`: a function that returns one.
    """

    def __init__(self, has_library: Callable[[], bool]) -> None:
        self._has_library = has_library

    @cached_property
    def source(self) -> PartSource:
        make = None if self._has_library() else registered("ldraw_tools.parts")
        return NoParts() if make is None else make()

    def facts(self, keys: Iterable[str]) -> dict[str, PartFacts]:
        return self.source.facts(keys)

    def shapes(self, keys: Iterable[str]) -> dict[str, Shape]:
        return self.source.shapes(keys)

    def nearest(self, key: str) -> str:
        return self.source.nearest(key)

    def knows_colour(self, code: int) -> bool:
        return self.source.knows_colour(code)


def registered(group: str) -> Callable[..., Any] | None:
    """What an installed package registers under this group of entry points; the first by name."""
    from importlib.metadata import entry_points

    found = sorted(entry_points(group=group), key=lambda entry: entry.name)
    return found[0].load() if found else None
