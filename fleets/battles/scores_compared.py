"""Who gets how many points for an asset, and who is highest and lowest: the book's comparison of numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class CountedStep(TypedDict):
    """One step away from the start; `count` is the side's own number."""

    of: str
    extreme: str
    count: int
    points: int


def steps_of(compared: Mapping[str, Mapping[str, int]], step: int) -> dict[str, list[CountedStep]]:
    """Everybody's steps, in the order of the edition: `compared["frames"]["a"]` is a number."""
    found: dict[str, list[CountedStep]] = {}
    for label, numbers in compared.items():
        most, fewest = max(numbers.values()), min(numbers.values())
        for key, number in numbers.items():
            steps = found.setdefault(key, [])
            if number == most:
                steps.append({"of": label, "extreme": "most", "count": number, "points": -step})
            if number == fewest:
                steps.append({"of": label, "extreme": "fewest", "count": number, "points": step})
    return found


def position_among(score: int, scores: Sequence[int]) -> str:
    """Of a score among all; where all are equal, the tie for the highest comes first."""
    shared = "tied-" if scores.count(score) > 1 else ""
    if score == max(scores):
        return f"{shared}highest"
    return f"{shared}lowest" if score == min(scores) else "others"
