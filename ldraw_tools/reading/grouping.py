"""Groups of editors whose members are named one by one: MLCad's and LDCad's."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence

from ldraw_tools.reading.contents import Group

# One pair of brackets may stand inside a value: groups may be named like `Rifle [2Rd]`.
_OPTION = re.compile(r"\[(\w+)=([^][]*(?:\[[^][]*\])?[^][]*)\]")


class Joins:
    """Which references are said to belong to which groups."""

    def __init__(self) -> None:
        self._joined: dict[str, list[tuple[int, int]]] = {}
        self._names: dict[str, str] = {}

    def __bool__(self) -> bool:
        return bool(self._joined)

    def join(self, name: str, line: int, index: int) -> None:
        """The next reference, which will be this one, belongs to this group."""
        self._joined.setdefault(name, []).append((line, index))

    def read_ldcad(self, rest: str, line: int, index: int) -> None:
        word = rest.split(None, 1)[0] if rest else ""
        if word == "GROUP_DEF":
            options = dict(_OPTION.findall(rest))
            self._names[options.get("LID", "")] = options.get("name", "")
        elif word == "GROUP_NXT":
            for identity in dict(_OPTION.findall(rest)).get("ids", "").split():
                if name := self._names.get(identity):
                    self.join(name, line, index)

    def groups(self, lines: Sequence[int], others: Iterable[int]) -> Iterator[Group]:
        """The groups, of references in these lines.

        Where one of the `others` comes next, a line that places something and is no reference, that was
        the member, and no reference is.
        """
        between = sorted(others)
        for name, joins in self._joined.items():
            members = dict.fromkeys(
                index
                for line, index in joins
                if index < len(lines) and bisect(between, line) >= bisect(between, lines[index])
            )
            yield Group(name, joins[0][0], tuple(members))
