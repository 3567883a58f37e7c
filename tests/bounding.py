"""Bounds on work that hold on a busy machine, too."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

_SECONDS = 20


@contextlib.contextmanager
def soon() -> Iterator[None]:
    """Fails what takes minutes of work because it grows too fast; usual is a fraction of a second."""
    begun = time.process_time()
    yield
    assert time.process_time() - begun < _SECONDS
