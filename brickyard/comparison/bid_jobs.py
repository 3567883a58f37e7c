"""The job of `brickyard bid`: what every size of a company would come to, as text, JSON or a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from brickyard.comparison.bids import all_bids
from brickyard.pictures.flat_drawing import SUFFIXES
from brickyard.terminal import Screen, stderr
from fleets.comparing.bidding import LIKELY
from ldraw_tools.findings import BrickyardError
from validators.judged_files import Request


def bid(
    mine: str,
    against: Sequence[str],
    request: Request,
    likely: str,
    output: str,
    target: Path | None,
    everything: bool,
    force: bool = False,
) -> int:
    if target and target.suffix.lower() not in SUFFIXES:
        raise BrickyardError(f"{target}: a picture's name ends with {' or '.join(SUFFIXES)}")
    found = all_bids(mine, against, request, _likely(likely))
    if target:
        from brickyard.comparison.bid_picture import heat_map
        from brickyard.pictures.heatmap import write_heat_map

        write_heat_map(target, heat_map(found), force=force)
        stderr().line(f"{target} written")
    if output == "json":
        from brickyard.comparison.bid_json import document
        from validators.json_documents import json_text

        Screen().text(json_text(document(found)))
    else:
        from brickyard.comparison.bid_text import show

        show(found, Screen(), everything)
    return 0


def _likely(text: str) -> tuple[int, int]:
    """`3-4`, or one number."""
    if not text:
        return LIKELY
    low, _, high = text.replace("–", "-").partition("-")
    words = (low.strip(), (high or low).strip())
    if not all(word.isascii() and word.isdecimal() and len(word) < 3 for word in words):
        raise BrickyardError(f"--likely {text}: write the systems a unit carries on average, such as 3-4")
    numbers = (int(words[0]), int(words[1]))
    if numbers[0] > numbers[1]:
        raise BrickyardError(f"--likely {text}: the lower number comes first")
    return numbers
