"""Floor 3 names it: designs, dice, companies, fleets, comparison, odds.

The names in `__all__` are public; everything else is internal and may change.
"""

from ldraw_tools.lazy_names import TYPE_CHECKING, lazy_names

if TYPE_CHECKING:
    from fleets.questions import ParsedDice, compare, odds, parse_dice

__part_of__ = "brickyard"
__all__ = ["ParsedDice", "compare", "odds", "parse_dice"]

# Type checkers know the names from above, and nothing else.
if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "ParsedDice": "fleets.questions",
            "compare": "fleets.questions",
            "odds": "fleets.questions",
            "parse_dice": "fleets.questions",
        },
    )
