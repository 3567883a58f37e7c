"""CAM001: what the holder of the special objective settles for the next game."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.forces.campaign import Campaign
from ldraw_tools.phrases import say
from validators.rule import Found, Ruling, rule
from validators.wording import listed


@rule(
    "CAM001",
    "{holder} has made {measured} choices for the next game ({choices}); the text allows {allowed}",
    "Keep {allowed} of them.",
)
def too_many_choices(campaign: Campaign, ruling: Ruling, *, most: int) -> Iterator[Found]:
    """Whoever holds the special objective makes no more choices for the next game than the text allows.

    The text lists what may be chosen and lets the holder have some of it. What is banned and how many
    rockets there are stand in one paragraph, and are one choice.
    """
    table = ruling.edition.campaign
    made = [what for what, keys in table.choices.items() if campaign.chosen.keys() & {*keys}] if table else []
    if len(made) > most:
        values = {"holder": campaign.holder or say("Nobody"), "choices": listed([say(one) for one in made])}
        yield Found(campaign.choices.place, values, str(len(made)), str(most))
