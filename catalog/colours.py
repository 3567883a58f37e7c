"""The colours of LDraw, and what LEGO, BrickLink and Rebrickable call them."""

import csv
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from math import cbrt, dist, hypot
from pathlib import Path

RGB = tuple[int, int, int]
Oklab = tuple[float, float, float]

# What takes the colour of the line that refers to its file, and what its edge colour.
INHERITED = 16
EDGE = 24

LDRAW_BLACK, NEUTRAL_BLACK = "#1B2A34", "#222222"

_DIRECT = 0x2000000
_DIRECT_TRANSPARENT = 0x3000000
_HALF = 128
_CHROMA = 2.5
# What chrome differs from pearl, as a distance: a tenth of that between black and white.
_OTHER_FINISH = 0.1
# So much colour a grey has at most; black bricks are a little blue.
_GREY = 0.075
_METALLIC = ("pearl", "metal", "chrome")
_CLEAR = ("transparent", "milky", "opal", "glitter")
_CONFIDENCES = ("exact", "probable", "uncertain", "none")


@dataclass(frozen=True, slots=True)
class Colour:
    """One colour; the fields are the columns of data/colours.csv, in order."""

    code: int
    name: str
    """LDraw's, with underscores; #RRGGBB for a direct colour."""
    value: str
    """#RRGGBB."""
    edge: str
    """#RRGGBB."""
    alpha: int = 255
    luminance: int = 0
    finish: str = "solid"
    """solid, transparent, milky, opal, glitter, speckle, pearl, metal, chrome, rubber or fabric."""
    family: str = "direct"
    """LDConfig's heading for it; modulex, obsolete and internal colours may look solid too."""
    lego_id: int | None = None
    lego_name: str = ""
    bricklink_id: int | None = None
    bricklink_name: str = ""
    bricklink_confidence: str = "none"
    """exact, probable, uncertain; none if there is no number."""
    bricklink_sources: str = ""
    """Who says so, as explained in data/SOURCES.md."""
    rebrickable_id: int | None = None
    rebrickable_name: str = ""
    bought_as: int | None = None
    """The code whose shop numbers these are: Rubber_Red is sold as Red."""
    note: str = ""

    @property
    def rgb(self) -> RGB:
        return rgb_of(self.value)

    @property
    def shown(self) -> str:
        """#RRGGBB as we draw it: black is neutral, LDraw's has a tint of blue."""
        return NEUTRAL_BLACK if self.value == LDRAW_BLACK else self.value


def colours() -> tuple[Colour, ...]:
    """Every colour of LDConfig, by code; 16 and 24 among them."""
    return tuple(map(_listed, _rows()))


def colour(code: int | str) -> Colour | None:
    """The colour of a code, direct ones made on the spot, or of a name; None if LDraw doesn't know it.

    Raises nothing.
    """
    if isinstance(code, str):
        return find(code)
    return _listed(code) if code in _rows() else _direct(code)


def name_of(code: int) -> str:
    """As people read it: `Light Bluish Grey`; `colour 999` for a code LDraw doesn't know."""
    known = colour(code)
    return known.name.replace("_", " ") if known else f"colour {code}"


def by_bricklink_id(bricklink_id: int) -> Colour | None:
    """The colour to draw for BrickLink's.

    Where several share a number: one sold under its own name before rubber and canvas, then the surer,
    then the one more sources name, then the lower code.
    """
    return _by_bricklink().get(bricklink_id)


def by_rebrickable_id(rebrickable_id: int) -> Colour | None:
    """The colour to draw for Rebrickable's; the same order as for BrickLink's."""
    return _by_rebrickable().get(rebrickable_id)


def id_by_bricklink_name(name: str) -> int | None:
    """BrickLink's number of a colour, by its name there in any case and spacing."""
    return _bricklink_names().get(_folded(name))


def id_by_rebrickable_name(name: str) -> int | None:
    """The same for Rebrickable's."""
    return _rebrickable_names().get(_folded(name))


def nearest_solid(rgb: RGB, *, sold: bool = False) -> Colour:
    """The ordinary solid colour that looks most like `rgb`; with `sold`, among those BrickLink has."""
    here = _oklab(rgb)
    solids = (pair for pair in _solids() if pair[0].bricklink_id is not None or not sold)
    return min(solids, key=lambda pair: dist(here, pair[1]))[0]


def nearest(wanted: Colour, among: Iterable[Colour]) -> Colour | None:
    """The one that looks most like it of the same kind: solid, transparent, or metallic.

    Who wants white, grey or black rather takes another grey than a colour.
    """
    here, kind = _oklab(wanted.rgb), _kind(wanted)

    def distance(one: Colour) -> float:
        there = _oklab(one.rgb)
        is_coloured = _is_grey(here) and not _is_grey(there)
        return dist(here, there) + _OTHER_FINISH * ((one.finish != wanted.finish) + is_coloured)

    return min((one for one in among if _kind(one) == kind), key=distance, default=None)


@cache
def shop_ids() -> tuple[tuple[int | None, int | None], ...]:
    """Rebrickable's and BrickLink's number of each colour, those that only shops have among them."""
    rows = [(row[14], row[10]) for row in _rows().values()] + [(row[4], row[2]) for row in _shop_rows()]
    return tuple((int(rb) if rb else None, int(bl) if bl else None) for rb, bl in rows)


def find(text: str) -> Colour | None:
    """The colour that a user typed: a code, #RRGGBB, or LDraw's name in any case and spacing."""
    code = _typed_code(text.strip().lower())
    return colour(code) if code is not None else _by_name().get(_folded(text))


def suggest(text: str) -> Colour | None:
    """The colour that was probably meant: the nearest of LDraw's and BrickLink's names."""
    names = {_folded(c.bricklink_name): c for c in _by_bricklink().values()} | _by_name()
    close = get_close_matches(_folded(text), names, n=1)
    return names[close[0]] if close else None


@cache
def _rows() -> dict[int, list[str]]:
    return {int(row[0]): row for row in _read("colours.csv")}


@cache
def _shop_rows() -> list[list[str]]:
    return _read("shop_colours.csv")


def _read(name: str) -> list[list[str]]:
    # Not importlib.resources: importing that takes longer than reading the table.
    with Path(__file__).with_name("data").joinpath(name).open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))[1:]


@cache
def _listed(code: int) -> Colour:
    """One of LDConfig's: a model has a dozen of its three hundred colours."""
    row = _rows()[code]
    _, name, value, edge, alpha, luminance, finish, family, *shops = row
    lego, lego_name, bl, bl_name, bl_confidence, bl_sources, rb, rb_name, bought_as, note = shops
    return Colour(
        code,
        name,
        value,
        edge,
        int(alpha),
        int(luminance),
        finish,
        family,
        int(lego) if lego else None,
        lego_name,
        int(bl) if bl else None,
        bl_name,
        bl_confidence,
        bl_sources,
        int(rb) if rb else None,
        rb_name,
        int(bought_as) if bought_as else None,
        note,
    )


@cache
def _without_code() -> tuple[Colour, ...]:
    """Colours of shops that LDraw has no code for, under the direct code of their look."""
    found = []
    for value, finish, bl, bl_name, rb, rb_name in _shop_rows():
        known = replace(
            _made(_DIRECT | int(value[1:], 16), rgb_of(value), 255),
            name=(bl_name or rb_name).replace(" ", "_"),
            finish=finish,
            rebrickable_id=int(rb) if rb else None,
            rebrickable_name=rb_name,
        )
        if bl:
            known = replace(known, bricklink_id=int(bl), bricklink_name=bl_name, bricklink_confidence="exact")
        found.append(known)
    return tuple(found)


@cache
def _by_name() -> dict[str, Colour]:
    return {_folded(c.name): c for c in colours()}


@cache
def _by_bricklink() -> dict[int, Colour]:
    return {c.bricklink_id: c for c in _least_preferred_first() if c.bricklink_id is not None}


@cache
def _bricklink_names() -> dict[str, int]:
    return {_folded(c.bricklink_name): number for number, c in _by_bricklink().items()}


@cache
def _rebrickable_names() -> dict[str, int]:
    return {_folded(c.rebrickable_name): number for number, c in _by_rebrickable().items()}


@cache
def _by_rebrickable() -> dict[int, Colour]:
    return {c.rebrickable_id: c for c in _least_preferred_first() if c.rebrickable_id is not None}


@cache
def _solids() -> tuple[tuple[Colour, Oklab], ...]:
    return tuple((c, _oklab(c.rgb)) for c in colours() if c.family == "solid")


def _least_preferred_first() -> Iterable[Colour]:
    def preference(c: Colour) -> tuple[bool, int, int, int]:
        confidence = _CONFIDENCES.index(c.bricklink_confidence)
        return c.bought_as is not None, confidence, -len(c.bricklink_sources.split()), c.code

    return [*_without_code(), *sorted(colours(), key=preference, reverse=True)]


def _kind(one: Colour) -> str:
    if one.finish in _METALLIC:
        return "metallic"
    return "transparent" if one.alpha < 255 or one.finish in _CLEAR else "solid"


def _folded(name: str) -> str:
    letters = "".join(character for character in name.lower() if character.isalnum())
    return letters.replace("gray", "grey").replace("color", "colour")


def _typed_code(text: str) -> int | None:
    if re.fullmatch(r"[0-9]{1,9}", text):
        return int(text)
    if re.fullmatch(r"0x[0-9a-f]{1,7}", text):
        return int(text, 16)
    if found := re.fullmatch(r"(trans[ _]?)?#([0-9a-f]{6})", text):
        return (_DIRECT_TRANSPARENT if found[1] else _DIRECT) | int(found[2], 16)
    return None


def _direct(code: int) -> Colour | None:
    """The colour a code spells out.

    The standard has 0x2RRGGBB only. Older programs also wrote 0x3RRGGBB, transparent, and a chequerboard
    of two 12-bit colours, 0x4RGBRGB, where 5, 6 and 7 leave out the second, the first or both.
    """
    kind, rest = divmod(code, 0x1000000)
    first, second = _wide(rest >> 12), _wide(rest & 0xFFF)
    match kind:
        case 2:
            return _made(code, _split(rest), 255)
        case 3:
            return _made(code, _split(rest), _HALF)
        case 4:
            red, green, blue = ((a + b) // 2 for a, b in zip(first, second, strict=True))
            return _made(code, (red, green, blue), 255)
        case 5:
            return _made(code, first, _HALF)
        case 6:
            return _made(code, second, _HALF)
        case 7:
            return _made(code, (0, 0, 0), 0)
        case _:
            return None


def _made(code: int, rgb: RGB, alpha: int) -> Colour:
    value = "#{:02X}{:02X}{:02X}".format(*rgb)
    # LDConfig's own rule for edges: dark grey, and lighter where the lightness of HSL is under a fifth.
    edge = "#333333" if max(rgb) + min(rgb) > 2 * 255 // 5 else "#808080"
    if alpha == 255:
        return Colour(code, value, value, edge)
    return Colour(code, f"Trans_{value}", value, edge, alpha, finish="transparent")


def _split(rgb: int) -> RGB:
    return rgb >> 16, rgb >> 8 & 0xFF, rgb & 0xFF


def _wide(rgb: int) -> RGB:
    """Eight bits a channel of four."""
    return (rgb >> 8) * 17, (rgb >> 4 & 0xF) * 17, (rgb & 0xF) * 17


def rgb_of(value: str) -> RGB:
    """Of #RRGGBB."""
    return _split(int(value[1:], 16))


def _oklab(rgb: RGB) -> Oklab:
    """A point where equal distances look about equally far.

    Oklab, because CIELAB takes pure blue for a purple; chroma counts more, so that greys stay grey.
    """
    red, green, blue = (_linear(channel / 255) for channel in rgb)
    long = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    medium = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        _CHROMA * (1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short),
        _CHROMA * (0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short),
    )


def _is_grey(place: Oklab) -> bool:
    return hypot(*place[1:]) < _GREY


def _linear(channel: float) -> float:
    return float(((channel + 0.055) / 1.055) ** 2.4) if channel > 0.04045 else channel / 12.92
