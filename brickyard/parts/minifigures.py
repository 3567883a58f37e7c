"""Minifigures: BrickLink sells torsos with arms and hands, and hips with legs, as one."""

from __future__ import annotations

import re

from brickyard.parts.part_records import Records
from catalog.colours import INHERITED, colour
from catalog.database.part_database import PartRecord
from catalog.shops.assemblies import colour_of_legs, number_in_colour
from catalog.shops.shop_numbers import Confidence, NumberBook, Shop, ShopNumber

HIPS = "hips"
_LEG = re.compile(r"Minifig (?:Leg (?:Left|Right)|Hips)\b(?! and)")
_LEGS_NUMBER = re.compile(r"^970[a-z]", re.IGNORECASE)
_PRINTED_TORSO = re.compile(r"^973(p\w+)$")
_HIPS_AND_LEGS = ("970", "971", "972")
_ARMS_AND_HANDS = ("981", "982", "983")
# 970c05pb01: hips, usually black, with red legs; at Rebrickable 970c22pr0001.
_NAMED_BY_LEGS = re.compile(r"^970c(?!00)\d+", re.IGNORECASE)
_HIPS_FILE = "3815"
_PLAIN_LEGS = "970c01"
_BY_LEGS = "numbered by the colour of the legs"
LEGS_TOGETHER = "hips and both legs together"
COMES_WITH_ARMS = "comes with arms and hands: if you buy it, leave out 981, 982 and 983"


def is_leg_of_printed_legs(title: str, number: str) -> bool:
    """Whether LDraw's file of a single leg, or of hips, names the number of all three together."""
    return _LEG.match(title) is not None and _LEGS_NUMBER.match(number) is not None


def which_leg(title: str, part: str) -> str:
    return HIPS if title.startswith("Minifig Hips") else part


def torso_with_arms(part: PartRecord, records: Records, book: NumberBook) -> ShopNumber | None:
    """LDraw has a printed torso with arms and hands under another number with the same pattern."""
    pattern = _PRINTED_TORSO.match(part.number)
    whole = records.find(f"76382{pattern[1]}") if pattern else None
    given = book.from_header(whole, Shop.BRICKLINK) if whole else None
    if given is None:
        return None
    return ShopNumber(given.number, Confidence.UNCERTAIN, "BrickLink sells this torso with arms and hands")


def colour_of_hips(part: PartRecord, number: str) -> int | None:
    """The colour that hips with legs of another colour are sold in, where the number names the legs'."""
    if not _NAMED_BY_LEGS.match(number):
        return None
    hips = [one.colour for one in part.components if one.key.startswith(_HIPS_FILE)]
    return hips[0] if len(hips) == 1 and hips[0] != INHERITED else None


def legs_in_two_colours(part: PartRecord, shop: Shop) -> ShopNumber | None:
    """Plain legs below hips of another colour: both shops number them by the colour of the legs.

    BrickLink's has its own number of that colour in 30 of the 32 files of LDraw that name both shops'.
    """
    named = colour_of_legs(part.number)
    legs = colour(named[1]) if named else None
    if legs is None:
        return None
    if shop is Shop.BRICKLINK:
        if legs.bricklink_id is None:
            return None
        return ShopNumber(f"970c{legs.bricklink_id:02}", Confidence.PROBABLE, _BY_LEGS)
    number = number_in_colour(_PLAIN_LEGS, legs.rebrickable_id) if legs.rebrickable_id is not None else ""
    return ShopNumber(number, Confidence.EXACT, _BY_LEGS) if number else None


def sold_together(number: str) -> str:
    """A note for buyers of single limbs."""
    if number in _HIPS_AND_LEGS:
        return "hips and legs are usually sold together, as 970c00"
    if number in _ARMS_AND_HANDS:
        return "arms and hands are usually sold with a torso, as 973…c01"
    return ""
