"""Values kept as columns of equal length, which are chosen from and joined all alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import Field
from typing import Any, ClassVar, Self, TypeVar

import numpy as np
from numpy.typing import NDArray


class Columns:
    """The base of dataclasses whose fields are arrays of one length; rows are things."""

    __slots__ = ()
    # Every dataclass has them; `fields` would look at each of them every time.
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def columns(self) -> list[NDArray[Any]]:
        return [getattr(self, name) for name in type(self).__dataclass_fields__]

    def __len__(self) -> int:
        return len(self.columns()[0])

    def where(self, chosen: NDArray[np.bool_] | NDArray[np.int64] | NDArray[np.intp] | slice) -> Self:
        """Some of the rows."""
        return type(self)(*(column[chosen] for column in self.columns()))

    @classmethod
    def joined(cls, some: Sequence[Self]) -> Self:
        """One after the other; there must be one."""
        if len(some) == 1:
            return some[0]
        return cls(*map(np.concatenate, zip(*(one.columns() for one in some), strict=True)))


_Some = TypeVar("_Some", bound=Columns)
_Number = TypeVar("_Number", bound=np.integer[Any])


def in_batches(found: Iterable[_Some], size: int) -> Iterator[_Some]:
    """The same rows in fewer pieces, each joined as soon as it has this many."""
    held: list[_Some] = []
    number = 0
    for one in found:
        held.append(one)
        number += len(one)
        if number >= size:
            yield type(one).joined(held)
            held, number = [], 0
    if held:
        yield type(held[0]).joined(held)


def are_finite(rows: NDArray[np.floating[Any]]) -> NDArray[np.bool_]:
    """(n,): whether each row (n, …) holds numbers only, as nearly all do: then no row is looked at alone."""
    finite = np.isfinite(rows)
    if finite.all():
        return np.ones(len(rows), np.bool_)
    whole: NDArray[np.bool_] = finite.reshape(len(rows), -1).all(axis=1)
    return whole


def distinct(numbers: NDArray[_Number]) -> NDArray[_Number]:
    """Sorted, each once. `np.unique` does the same, but imports all of `numpy.ma` to do it."""
    numbers = np.sort(numbers)
    return numbers[np.diff(numbers, prepend=numbers[:1] - 1) > 0]


def are_among(numbers: NDArray[_Number], known: NDArray[_Number]) -> NDArray[np.bool_]:
    """(n,): whether each is one of those known. `np.isin` does the same, but imports `numpy.ma`, too."""
    if not len(known):
        return np.zeros(len(numbers), np.bool_)
    known = np.sort(known)
    among: NDArray[np.bool_] = known.take(np.searchsorted(known, numbers), mode="clip") == numbers
    return among
