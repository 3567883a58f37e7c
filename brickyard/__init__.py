"""The front door: command line, parts lists, pictures, cards, sheets, web pages.

    >>> from brickyard import design_facts
    >>> design_facts("examples/frames/chub.mpd").notation
    '2W 1B 1G 1Y 2Rd 1Rd8'

The names in `__all__` are public, and one import is enough: those of the floors below are here too, but
for `fleets.compare`, `fleets.odds` and `validators.check`, which give one bare value. Everything else is
internal and may change.
"""

import warnings

from brickyard.floors import PROBLEM, is_command
from ldraw_tools.lazy_names import TYPE_CHECKING, lazy_names

if PROBLEM and not is_command():
    warnings.warn(PROBLEM, RuntimeWarning, stacklevel=2)

if TYPE_CHECKING:
    from brickyard.answers.on_battles import battle, battle_story, tournament
    from brickyard.answers.on_contents import inspect
    from brickyard.answers.on_fights import bid, compare, dice, odds
    from brickyard.answers.on_games import (
        add_game,
        campaign,
        editions,
        explain,
        keys,
        manual,
        new,
        pack,
        replay,
        rules,
    )
    from brickyard.answers.on_models import check
    from brickyard.answers.on_parts import (
        can_build,
        catalog_search,
        catalog_show,
        draft,
        library_status,
        owned,
        parts_list,
    )
    from brickyard.answers.on_pictures import export, render
    from brickyard.answers.on_shows import card, instructions, sheets
    from brickyard.answers.on_tags import set_tags, tags
    from brickyard.answers.on_versions import diff
    from brickyard.facts.design_facts import DesignFacts, design_facts
    from brickyard.parts.lots import PartsList
    from brickyard.web.site import publish
    from catalog.colours import Colour, colour
    from catalog.database.part_database import PartRecord, find_part
    from catalog.editions.edition import Edition
    from catalog.editions.loading import edition
    from fleets.questions import ParsedDice, parse_dice
    from ldraw_tools.assembly.inventory import Inventory
    from ldraw_tools.findings import BrickyardError, Finding, Severity
    from ldraw_tools.model import Model, Size, read
    from ldraw_tools.workspace import Workspace
    from validators.report import Report

__part_of__ = "brickyard"
__version__ = "0.4.0.dev0"
__all__ = [
    "BrickyardError",
    "Colour",
    "DesignFacts",
    "Edition",
    "Finding",
    "Inventory",
    "Model",
    "ParsedDice",
    "PartRecord",
    "PartsList",
    "Report",
    "Severity",
    "Size",
    "Workspace",
    "add_game",
    "battle",
    "battle_story",
    "bid",
    "campaign",
    "can_build",
    "card",
    "catalog_search",
    "catalog_show",
    "check",
    "colour",
    "compare",
    "design_facts",
    "dice",
    "diff",
    "draft",
    "edition",
    "editions",
    "explain",
    "export",
    "find_part",
    "inspect",
    "instructions",
    "keys",
    "library_status",
    "manual",
    "new",
    "odds",
    "owned",
    "pack",
    "parse_dice",
    "parts_list",
    "publish",
    "read",
    "render",
    "replay",
    "rules",
    "set_tags",
    "sheets",
    "tags",
    "tournament",
]

# Type checkers know the names from above, and nothing else.
if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "BrickyardError": "ldraw_tools.findings",
            "Colour": "catalog.colours",
            "DesignFacts": "brickyard.facts.design_facts",
            "Edition": "catalog.editions.edition",
            "Finding": "ldraw_tools.findings",
            "Inventory": "ldraw_tools.assembly.inventory",
            "Model": "ldraw_tools.model",
            "ParsedDice": "fleets.questions",
            "PartRecord": "catalog.database.part_database",
            "PartsList": "brickyard.parts.lots",
            "Report": "validators.report",
            "Severity": "ldraw_tools.findings",
            "Size": "ldraw_tools.model",
            "Workspace": "ldraw_tools.workspace",
            "add_game": "brickyard.answers.on_games",
            "battle": "brickyard.answers.on_battles",
            "battle_story": "brickyard.answers.on_battles",
            "tournament": "brickyard.answers.on_battles",
            "bid": "brickyard.answers.on_fights",
            "campaign": "brickyard.answers.on_games",
            "can_build": "brickyard.answers.on_parts",
            "card": "brickyard.answers.on_shows",
            "catalog_search": "brickyard.answers.on_parts",
            "catalog_show": "brickyard.answers.on_parts",
            "check": "brickyard.answers.on_models",
            "colour": "catalog.colours",
            "compare": "brickyard.answers.on_fights",
            "design_facts": "brickyard.facts.design_facts",
            "dice": "brickyard.answers.on_fights",
            "diff": "brickyard.answers.on_versions",
            "draft": "brickyard.answers.on_parts",
            "edition": "catalog.editions.loading",
            "editions": "brickyard.answers.on_games",
            "explain": "brickyard.answers.on_games",
            "export": "brickyard.answers.on_pictures",
            "find_part": "catalog.database.part_database",
            "inspect": "brickyard.answers.on_contents",
            "instructions": "brickyard.answers.on_shows",
            "keys": "brickyard.answers.on_games",
            "library_status": "brickyard.answers.on_parts",
            "manual": "brickyard.answers.on_games",
            "new": "brickyard.answers.on_games",
            "odds": "brickyard.answers.on_fights",
            "owned": "brickyard.answers.on_parts",
            "pack": "brickyard.answers.on_games",
            "parse_dice": "fleets.questions",
            "parts_list": "brickyard.answers.on_parts",
            "publish": "brickyard.web.site",
            "read": "ldraw_tools.model",
            "render": "brickyard.answers.on_pictures",
            "replay": "brickyard.answers.on_games",
            "rules": "brickyard.answers.on_games",
            "set_tags": "brickyard.answers.on_tags",
            "sheets": "brickyard.answers.on_shows",
            "tags": "brickyard.answers.on_tags",
        },
    )
