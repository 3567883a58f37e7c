"""What counting and measuring must be told of a part, and who can tell it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from ldraw_tools.reading.header import FileKind

if TYPE_CHECKING:
    from ldraw_tools.measuring.shapes import Shape


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
        """The known name most like this one, or nothing."""
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
