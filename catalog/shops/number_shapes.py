"""How part numbers are written, at LDraw and in shops: poses, moulds, prints, wholes, sheets."""

from __future__ import annotations

import re

from catalog.database.part_database import PartRecord

_SHEET = re.compile(r"^[\w.-]*stk\d+[a-z]?$", re.IGNORECASE)
_POSE = re.compile(r"-f\d+$")
_MOULD = re.compile(r"^(\d+)[a-z]$")
_PATTERN = re.compile(r"^[a-z]?\d+[a-z]?(?:c\d+)?(?:p|d)[0-9a-z]+$")
_STEM = re.compile(r"^[a-z]*\d+")
_LETTER_OF_MOULD = re.compile(r"(?<=\d)[a-z](?=$|[pc])")
_ZEROS_OF_PRINT = re.compile(r"(?<=p[bx])0+")


def is_sheet(number: str) -> bool:
    """Whether a BrickLink number is a sticker sheet's: `6397stk01`."""
    return _SHEET.match(number) is not None


def is_decorated(part: PartRecord) -> bool:
    """Printed or with stickers on: by its number (`3068bp01`) and by its title."""
    return _PATTERN.match(part.number) is not None or " Pattern" in part.title


def without_pose(number: str) -> str:
    """`41475-f2` is 41475, bent."""
    return _POSE.sub("", number)


def without_mould(number: str) -> str:
    """`3660b` is a 3660 from another mould."""
    mould = _MOULD.match(number)
    return mould[1] if mould else number


def stem(number: str) -> str:
    """What a number begins with: `3626` of 3626bpb0101."""
    found = _STEM.match(number.lower())
    return found[0] if found else number.lower()


def core(number: str) -> str:
    """A number without pose, letter of its mould and leading zeros: `3626pb1` of 3626bpb0001."""
    plain = _LETTER_OF_MOULD.sub("", without_pose(number).lower(), count=1)
    return _ZEROS_OF_PRINT.sub("", plain)
