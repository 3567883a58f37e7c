"""The front door: command line, parts lists, pictures, cards, sheets, web pages.

    >>> from brickyard import design_facts
    >>> design_facts("examples/frames/chub.mpd").notation
    '2W 1B 1G 1Y 2Rd 1Rd8'

The names in `__all__` are public; everything else is internal and may change.
"""

import warnings

from brickyard.floors import PROBLEM
from ldraw_tools.lazy_names import TYPE_CHECKING, lazy_names

if PROBLEM:
    warnings.warn(PROBLEM, RuntimeWarning, stacklevel=2)

if TYPE_CHECKING:
    from brickyard.answers.on_contents import inspect
    from brickyard.answers.on_fights import bid, compare, dice, odds
    from brickyard.answers.on_games import add_game, campaign, editions, explain, new, pack, replay, rules
    from brickyard.answers.on_models import check
    from brickyard.answers.on_parts import can_build, catalog_search, catalog_show, draft, owned, parts_list
    from brickyard.answers.on_shows import card, export, instructions, render, sheets
    from brickyard.answers.on_tags import set_tags, tags
    from brickyard.answers.on_versions import diff
    from brickyard.facts.design_facts import DesignFacts, design_facts
    from brickyard.parts.lots import PartsList
    from brickyard.web.site import publish
    from ldraw_tools.findings import BrickyardError

__part_of__ = "brickyard"
__version__ = "0.3.0.dev0"
__all__ = [
    "BrickyardError",
    "DesignFacts",
    "PartsList",
    "add_game",
    "bid",
    "campaign",
    "can_build",
    "card",
    "catalog_search",
    "catalog_show",
    "check",
    "compare",
    "design_facts",
    "dice",
    "diff",
    "draft",
    "editions",
    "explain",
    "export",
    "inspect",
    "instructions",
    "new",
    "odds",
    "owned",
    "pack",
    "parts_list",
    "publish",
    "render",
    "replay",
    "rules",
    "set_tags",
    "sheets",
    "tags",
]

# Type checkers know the names from above, and nothing else.
if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "BrickyardError": "ldraw_tools.findings",
            "DesignFacts": "brickyard.facts.design_facts",
            "PartsList": "brickyard.parts.lots",
            "add_game": "brickyard.answers.on_games",
            "bid": "brickyard.answers.on_fights",
            "campaign": "brickyard.answers.on_games",
            "can_build": "brickyard.answers.on_parts",
            "card": "brickyard.answers.on_shows",
            "catalog_search": "brickyard.answers.on_parts",
            "catalog_show": "brickyard.answers.on_parts",
            "check": "brickyard.answers.on_models",
            "compare": "brickyard.answers.on_fights",
            "design_facts": "brickyard.facts.design_facts",
            "dice": "brickyard.answers.on_fights",
            "diff": "brickyard.answers.on_versions",
            "draft": "brickyard.answers.on_parts",
            "editions": "brickyard.answers.on_games",
            "explain": "brickyard.answers.on_games",
            "export": "brickyard.answers.on_shows",
            "inspect": "brickyard.answers.on_contents",
            "instructions": "brickyard.answers.on_shows",
            "new": "brickyard.answers.on_games",
            "odds": "brickyard.answers.on_fights",
            "owned": "brickyard.answers.on_parts",
            "pack": "brickyard.answers.on_games",
            "parts_list": "brickyard.answers.on_parts",
            "publish": "brickyard.web.site",
            "render": "brickyard.answers.on_shows",
            "replay": "brickyard.answers.on_games",
            "rules": "brickyard.answers.on_games",
            "set_tags": "brickyard.answers.on_tags",
            "sheets": "brickyard.answers.on_shows",
            "tags": "brickyard.answers.on_tags",
        },
    )
