"""One function for work on many things: in this process, in several, or on the machines of a Dask cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sized
from typing import TypeVar

_Item = TypeVar("_Item")
_Made = TypeVar("_Made")


def spread(
    function: Callable[[_Item], _Made], items: Iterable[_Item], *, jobs: int = 1, cluster: str = ""
) -> Iterator[tuple[int, _Made]]:
    """What a function makes of each item, with the item's place, as soon as it is done.

    `jobs` is how many processes to use; `cluster` the address of a Dask scheduler, `tcp://HOST:PORT`, whose
    workers are used instead. What is made must not depend on which: an item has all that the function needs,
    and files as their bytes. Items are taken not long before their turn. If a worker dies, another does what
    it was doing.

    Raises `BrickyardError` if there is no such cluster or its workers can't be used, and what the function
    raises.
    """
    if cluster:
        from brickyard.batches import in_batches
        from brickyard.dask_workers import DaskWorkers

        return in_batches(function, items, DaskWorkers(cluster))
    if jobs > 1 and not (isinstance(items, Sized) and len(items) < 2):
        from brickyard.batches import LocalWorkers, in_batches

        return in_batches(function, items, LocalWorkers(jobs))
    return ((place, function(item)) for place, item in enumerate(items))
