"""LDraw's colours as shops number them, with how sure that is and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from brickyard.parts.lines import ANY_COLOUR
from catalog import colours
from catalog.colours import Colour
from catalog.shops.shop_numbers import Confidence, Shop

_CONFIDENCE = {str(one): one for one in Confidence}


@dataclass(frozen=True, slots=True)
class ShopColour:
    """`number` is None for any colour, and where there is none (then the confidence is none too)."""

    number: int | None
    name: str
    confidence: Confidence
    reason: str = ""


def shop_colour(code: int, shop: Shop, defined: Mapping[int, str]) -> ShopColour:
    """`defined` has the values, #RRGGBB, of colours that the models themselves define."""
    if code == ANY_COLOUR:
        return ShopColour(None, "any colour", Confidence.HIGH)
    if code in (colours.INHERITED, colours.EDGE):
        return ShopColour(None, "any colour", Confidence.LOW, "the model gives it no colour")
    known = colours.colour(code)
    number = _number(known, shop) if known else None
    if known and number is not None:
        sure = _CONFIDENCE[known.bricklink_confidence] if shop is Shop.BRICKLINK else Confidence.HIGH
        name = known.bricklink_name if shop is Shop.BRICKLINK else known.rebrickable_name
        reason = f"colour: {known.note}" if known.note and sure < Confidence.HIGH else ""
        return ShopColour(number, name, sure, reason)
    return _nearest(code, known, shop, defined)


def _nearest(code: int, known: Colour | None, shop: Shop, defined: Mapping[int, str]) -> ShopColour:
    """The colour most like one that isn't sold; a guess, so never sure."""
    value = defined.get(code) or (known.value if known and known.finish == "solid" else "")
    name = colours.name_of(code)
    if not value or (known and known.family.startswith("internal")):
        return ShopColour(None, name, Confidence.NONE, f"{shop.label} has no colour for {name}")
    near = colours.nearest_solid(colours.rgb_of(value), sold=True)
    shown = near.bricklink_name if shop is Shop.BRICKLINK else near.rebrickable_name
    return ShopColour(_number(near, shop), shown, Confidence.LOW, f"the nearest colour to {name}")


def _number(colour: Colour, shop: Shop) -> int | None:
    return colour.bricklink_id if shop is Shop.BRICKLINK else colour.rebrickable_id
