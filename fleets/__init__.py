"""Floor 3 names it: designs, dice, companies, fleets, comparison, odds.

Public: `parse_dice`, `compare` and `odds`, and the values they return. Everything else is internal.
"""

from typing import TYPE_CHECKING

__part_of__ = "brickyard"
__all__ = ["ParsedDice", "compare", "odds", "parse_dice"]

if TYPE_CHECKING:
    from fleets.questions import ParsedDice, compare, odds, parse_dice


def __getattr__(name: str) -> object:
    """Imports a public name when it is first asked for, so that `import fleets` stays cheap."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from fleets import questions

    return getattr(questions, name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
