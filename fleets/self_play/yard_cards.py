"""The yard on printed cards: its rules so short that a person needs no screen."""

from __future__ import annotations

from fleets.battles.yard_orders import KnownFrame, RolledDice, YardOrder, YardView, ways_to_use

# A level that no page offers: it is printed, and measured in the engine.
CARDS = "cards"
# What a pip is worth in each use; in defense only those that an attack which waits would get through.
WORTH = {"attack": 4, "defend": 4, "spot": 2, "move": 1}
# A defense that is still to be rolled counts as much.
UNROLLED = 4


def targets_by_card(standing: YardView) -> list[str]:
    """First whose defense is lowest, less the spot beside it; of equals who has the fewest dice left."""
    return [one["id"] for one in sorted(standing["enemies"], key=_hardness)]


def _hardness(one: KnownFrame) -> tuple[int, int]:
    return (UNROLLED if one["defense"] is None else one["defense"]) - one["spot"], one["life"]


def use_by_card(
    me: KnownFrame, order: YardOrder, target: str, dice: RolledDice, awaited: int
) -> dict[str, int]:
    """A number for each use. What takes it to the station comes first."""

    def worth(way: dict[str, int]) -> tuple[bool, int]:
        reaches = order["goal"] == "seize" and way.get("move", 0) >= order["far"]
        uses = [use for use in ("attack", "spot", "move") if target or use != "attack"]
        through = max(0, awaited + me["spot"] - way["defend"]) if awaited and "defend" in way else 0
        return reaches, sum(WORTH[use] * way.get(use, 0) for use in uses) - WORTH["defend"] * through

    return max(ways_to_use(dice), key=worth)
