"""Notices on everything we publish and print: rights in the parts, the bricks, the game and the design."""

from __future__ import annotations

from collections.abc import Iterator

from brickyard import __version__
from catalog.editions.edition import Edition
from ldraw_tools.findings import printable

_LDRAW = (
    "Shapes of parts are from the LDraw Parts Library, © LDraw.org and its part authors, "
    "CC BY 4.0 and CC BY 2.0."
)
_LEGO = (
    "LEGO® is a trademark of the LEGO Group of companies, which does not sponsor, authorize "
    "or endorse this {where}."
)
MADE = f"Made with brickyard {__version__}."


def notices(
    edition: Edition | None = None, author: str = "", licence: str = "", where: str = "site"
) -> Iterator[str]:
    """The design's own first, then the parts', the bricks' and the game's; `where` is what they stand on."""
    if author or licence:
        whose = f"Design © {printable(author)}" if author else "Design"
        yield f"{whose}, {printable(short_licence(licence)) if licence else 'all rights with its author'}."
    yield _LDRAW
    yield _LEGO.format(where=where)
    if edition is not None:
        yield from game_notices(edition)
    yield MADE


def game_notices(edition: Edition) -> Iterator[str]:
    """What goes with a game's name and text."""
    yield from (said for word, said in edition.words.items() if word.startswith("notice"))


def short_licence(licence: str) -> str:
    """A licence without the words that LDraw's line has before and after it."""
    return licence.partition(" : see ")[0].removeprefix("Licensed under ")
