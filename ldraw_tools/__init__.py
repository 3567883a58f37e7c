"""Floor 1 reads LDraw models: files, assemblies, sizes, counts, meshes; nothing of any game.

The names in `__all__` are public; everything else is internal and may change. They are imported when
they are first used, so `import ldraw_tools` costs nothing.
"""

from ldraw_tools.lazy_names import TYPE_CHECKING, lazy_names

if TYPE_CHECKING:
    from ldraw_tools.assembly.inventory import Inventory
    from ldraw_tools.model import Model, Size, read
    from ldraw_tools.workspace import Workspace

__part_of__ = "brickyard"
__all__ = ["Inventory", "Model", "Size", "Workspace", "read"]

# Type checkers know the names from above, and nothing else.
if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "Inventory": "ldraw_tools.assembly.inventory",
            "Model": "ldraw_tools.model",
            "Size": "ldraw_tools.model",
            "Workspace": "ldraw_tools.workspace",
            "read": "ldraw_tools.model",
        },
    )
