"""Public names of a package, imported when they are first asked for: importing the package stays cheap."""

from __future__ import annotations

# What `typing` would say; importing it takes longer than all the rest here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def lazy_names(
    package: str, homes: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` for a package; `homes` says which module each name comes from."""

    def get(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(homes[name]), name)

    return get, lambda: sorted(homes)
