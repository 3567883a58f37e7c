"""Makes the fonts of brickyard/data/fonts from complete ones: fewer letters, other names.

A one-off, kept so that it can be done again. It needs fonttools and brotli, and three files: Source Sans 3
Regular and Bold (TrueType) and Fira Sans Condensed SemiBold (any format), both under the SIL Open Font
License. The names change because "Source" is reserved to its authors.

    python scripts/make_fonts.py SourceSans3-Regular.ttf SourceSans3-Bold.ttf FiraSansCondensed-SemiBold.woff2
"""

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

TARGET = Path(__file__).parent.parent / "brickyard" / "data" / "fonts"
LETTERS = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *range(0x218, 0x21C),
    *range(0x400, 0x460),
    *(ord(letter) for letter in "–—‘’‚“”„†•…‹›€™−×÷≈≠≤≥←↑→↓■□▢●○◆✓✗°½¼¾⅓⅔"),
]
# A box to tick that few fonts have; a square does.
LIKE = {0x25A2: 0x25A1}
FAMILIES = [
    ("BrickyardSans-Regular", "Brickyard Sans", "Regular", 400),
    ("BrickyardSans-Bold", "Brickyard Sans", "Bold", 700),
    ("BrickyardSansCondensed-SemiBold", "Brickyard Sans Condensed", "SemiBold", 600),
]


def make(source: Path, lender: TTFont, name: str, family: str, style: str, weight: int) -> None:
    font = TTFont(source)
    lend(font, lender)
    for table in font["cmap"].tables:
        for letter, like in LIKE.items():
            if like in table.cmap:
                table.cmap[letter] = table.cmap[like]
    options = Options()
    options.layout_features = ["kern", "liga", "tnum", "lnum", "mark", "mkmk", "ccmp", "locl"]
    options.name_IDs = [0, 7, 8, 9, 10, 11, 13, 14]
    options.hinting = False
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=LETTERS)
    subsetter.subset(font)
    rename(font, name, family, style)
    font["OS/2"].usWeightClass = weight
    font["head"].modified = font["head"].created = 3_786_912_000
    font.recalcTimestamp = False
    font.flavor = None
    font.save(TARGET / f"{name}.ttf")
    font.flavor = "woff2"
    font.save(TARGET / f"{name}.woff2")


def lend(font: TTFont, lender: TTFont) -> None:
    """Signs that a font lacks, from one that has them; simple outlines only, of the same grid."""
    have, lent = font.getBestCmap(), lender.getBestCmap()
    for letter in LETTERS:
        if letter in have or letter < 0x2000 or letter not in lent:
            continue
        glyph, called = lender["glyf"][lent[letter]], f"lent{letter:04X}"
        if glyph.isComposite() or font["head"].unitsPerEm != lender["head"].unitsPerEm:
            continue
        font["glyf"][called] = glyph
        font["hmtx"][called] = lender["hmtx"][lent[letter]]
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap[letter] = called
    font.setGlyphOrder(list(dict.fromkeys(font["glyf"].glyphOrder)))


def rename(font: TTFont, name: str, family: str, style: str) -> None:
    for number, text in {
        1: family if style in ("Regular", "Bold") else f"{family} {style}",
        2: style if style in ("Regular", "Bold") else "Regular",
        3: f"brickyard;{name}",
        4: f"{family} {style}".removesuffix(" Regular"),
        5: "Version 1.000",
        6: name,
        16: family,
        17: style,
    }.items():
        font["name"].setName(text, number, 3, 1, 0x409)
        font["name"].setName(text, number, 1, 0, 0)


def main(paths: list[Path]) -> None:
    lender = TTFont(paths[1])
    for path, described in zip(paths, FAMILIES, strict=True):
        make(path, lender, *described)


if __name__ == "__main__":
    main([Path(text) for text in sys.argv[1:]])
