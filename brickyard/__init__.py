"""The front door: command line, parts lists, pictures, cards, sheets, web pages.

    >>> from brickyard import design_facts
    >>> design_facts("examples/frames/chub.mpd").notation
    '2W 1B 1G 1Y 2Rd 1Rd8'

The names in `__all__` are public; everything else is internal and may change.
"""

from ldraw_tools.lazy_names import TYPE_CHECKING, lazy_names

if TYPE_CHECKING:
    from brickyard.answers.on_fights import bid, compare, dice, odds
    from brickyard.answers.on_games import pack, replay
    from brickyard.answers.on_models import check
    from brickyard.answers.on_versions import diff
    from brickyard.facts.design_facts import DesignFacts, design_facts
    from brickyard.parts.list_making import parts_list
    from brickyard.parts.lots import PartsList
    from brickyard.web.site import publish
    from ldraw_tools.findings import BrickyardError

__part_of__ = "brickyard"
__version__ = "0.2.0"
__all__ = [
    "BrickyardError",
    "DesignFacts",
    "PartsList",
    "bid",
    "check",
    "compare",
    "design_facts",
    "dice",
    "diff",
    "odds",
    "pack",
    "parts_list",
    "publish",
    "replay",
]

# Type checkers know the names from above, and nothing else.
if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "BrickyardError": "ldraw_tools.findings",
            "DesignFacts": "brickyard.facts.design_facts",
            "PartsList": "brickyard.parts.lots",
            "bid": "brickyard.answers.on_fights",
            "check": "brickyard.answers.on_models",
            "compare": "brickyard.answers.on_fights",
            "design_facts": "brickyard.facts.design_facts",
            "dice": "brickyard.answers.on_fights",
            "diff": "brickyard.answers.on_versions",
            "odds": "brickyard.answers.on_fights",
            "pack": "brickyard.answers.on_games",
            "parts_list": "brickyard.parts.list_making",
            "publish": "brickyard.web.site",
            "replay": "brickyard.answers.on_games",
        },
    )
