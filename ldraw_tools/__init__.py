"""Floor 1 reads LDraw models: files, assemblies, sizes, counts, meshes; nothing of any game.

The public names are those in `__all__`; every other module is internal and may change. They are
imported when they are first used, so `import ldraw_tools` costs nothing.
"""

# What `typing` would say; importing it takes longer than all the rest here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from ldraw_tools.assembly.inventory import Inventory
    from ldraw_tools.model import Model, Size, read
    from ldraw_tools.workspace import Workspace

__part_of__ = "brickyard"
__all__ = ["Inventory", "Model", "Size", "Workspace", "read"]

_HOMES = {
    "Inventory": "ldraw_tools.assembly.inventory",
    "Model": "ldraw_tools.model",
    "Size": "ldraw_tools.model",
    "Workspace": "ldraw_tools.workspace",
    "read": "ldraw_tools.model",
}


# Type checkers know the names from above, and nothing else.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        found: object = getattr(import_module(_HOMES[name]), name)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
