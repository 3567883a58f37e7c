"""Floor 2 knows beforehand: parts, colours, shop numbers, editions.

    >>> from catalog import colour, edition, find_part
    >>> find_part("3001").title
    'Brick  2 x  4'
    >>> colour("Dark Red").bricklink_id
    59
    >>> edition("condensed").game
    'frames'

The names in `__all__` are public; everything else is internal and may change.
"""

from ldraw_tools.lazy_names import TYPE_CHECKING, lazy_names

if TYPE_CHECKING:
    from catalog.colours import Colour, colour
    from catalog.database.part_database import PartRecord, find_part
    from catalog.editions.edition import Edition
    from catalog.editions.loading import edition

__part_of__ = "brickyard"
__all__ = ["Colour", "Edition", "PartRecord", "colour", "edition", "find_part"]

# Type checkers know the names from above, and nothing else.
if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "Colour": "catalog.colours",
            "Edition": "catalog.editions.edition",
            "PartRecord": "catalog.database.part_database",
            "colour": "catalog.colours",
            "edition": "catalog.editions.loading",
            "find_part": "catalog.database.part_database",
        },
    )
