"""Memory that a picture has done with is kept for the next array, instead of given back to the system."""

from __future__ import annotations

from functools import cache

# The names of glibc's malloc.h, which has them as numbers only.
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
# The most that glibc takes. Arrays of a picture are smaller.
_LARGE = 32 * 1024 * 1024
_KEPT = 64 * 1024 * 1024


@cache
def keep_freed_memory() -> None:
    """Once for the process; drawing has hundreds of large arrays, and new pages take a fifth of its time.

    Where the C library isn't glibc, all stays as it is.
    """
    import ctypes

    try:
        adjust = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return
    adjust(_MMAP_THRESHOLD, _LARGE)
    adjust(_TRIM_THRESHOLD, _KEPT)
