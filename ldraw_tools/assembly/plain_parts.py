"""Which plain part a printed or shop-numbered part looks like, by rule, so that unlisted prints work."""

from __future__ import annotations

from collections.abc import Iterator

from ldraw_tools.patterns import pattern

# Studio puts this before BrickLink's numbers of parts that LDraw lacks.
_STUDIO = "bl_"
_NUMBER = r"[a-z]{0,2}\d+[a-z]?"
# 3069bp01 and 3069bpzb (LDraw), 3069bpb777 (BrickLink), 3069bpr0001 and 3069bpat0001 (Rebrickable).
_PRINTED = pattern(rf"^({_NUMBER}(?:c\d\d)?)p[0-9a-z]{{1,12}}?(c\d\d[a-z]?)?$")
_ASSEMBLED = pattern(rf"^({_NUMBER})c\d\d[a-z]?$")
LAMP = "light.dat"


def plain_names(key: str) -> Iterator[str]:
    """The parts that may stand in for an unknown one, best first: `bl_973pb0001c01` gives 973c01 and 973."""
    number = key.removesuffix(".dat")
    if not number.isalnum() and not number.startswith(_STUDIO):
        return
    if number.startswith(_STUDIO):
        number = number.removeprefix(_STUDIO)
        yield f"{number}.dat"
    printed = _PRINTED.match(number)
    if printed:
        number = printed[1] + (printed[2] or "")
        yield f"{number}.dat"
    assembled = _ASSEMBLED.match(number)
    if assembled:
        # Another assembly of the same part, a torso with other hands, is more like it than a part of it.
        yield f"{assembled[1]}c01.dat"
        yield f"{assembled[1]}.dat"


def is_print(key: str) -> bool:
    """Whether a number says that something is printed on the part."""
    return _PRINTED.match(key.removesuffix(".dat").removeprefix(_STUDIO)) is not None


def is_lamp(key: str, title: str, is_part: bool) -> bool:
    """Whether a file is a light for ray tracers: it is drawn as a sphere and is not a brick."""
    says_so = title.lstrip("~=_| ").lower().startswith("light source")
    return says_so and (key == LAMP or (is_part and title[:1] == "~"))
