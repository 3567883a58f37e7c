"""The front door: command line, parts lists, pictures, cards, sheets, web pages.

    >>> from brickyard import design_facts
    >>> design_facts("examples/frames/chub.mpd").notation
    '2W 1B 1G 1Y 2Rd 1Rd8'

The names in `__all__` are public; everything else is internal and may change.
"""

from ldraw_tools.lazy_names import TYPE_CHECKING, lazy_names

if TYPE_CHECKING:
    from brickyard.answers.on_models import check
    from brickyard.answers.on_parts import can_build, catalog_search, catalog_show, draft, owned, parts_list
    from brickyard.answers.on_shows import card, export, instructions, render, sheets
    from brickyard.facts.design_facts import DesignFacts, design_facts
    from brickyard.parts.lots import PartsList
    from brickyard.web.site import publish
    from ldraw_tools.findings import BrickyardError

__part_of__ = "brickyard"
__version__ = "0.2.0"
__all__ = [
    "BrickyardError",
    "DesignFacts",
    "PartsList",
    "can_build",
    "card",
    "catalog_search",
    "catalog_show",
    "check",
    "design_facts",
    "draft",
    "export",
    "instructions",
    "owned",
    "parts_list",
    "publish",
    "render",
    "sheets",
]

# Type checkers know the names from above, and nothing else.
if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "BrickyardError": "ldraw_tools.findings",
            "DesignFacts": "brickyard.facts.design_facts",
            "PartsList": "brickyard.parts.lots",
            "can_build": "brickyard.answers.on_parts",
            "card": "brickyard.answers.on_shows",
            "catalog_search": "brickyard.answers.on_parts",
            "catalog_show": "brickyard.answers.on_parts",
            "check": "brickyard.answers.on_models",
            "design_facts": "brickyard.facts.design_facts",
            "draft": "brickyard.answers.on_parts",
            "export": "brickyard.answers.on_shows",
            "instructions": "brickyard.answers.on_shows",
            "owned": "brickyard.answers.on_parts",
            "parts_list": "brickyard.answers.on_parts",
            "publish": "brickyard.web.site",
            "render": "brickyard.answers.on_shows",
            "sheets": "brickyard.answers.on_shows",
        },
    )
