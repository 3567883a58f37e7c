"""The front door says it: command line, parts lists, cards, sheets, web pages."""

__part_of__ = "brickyard"
__version__ = "0.2.0"
