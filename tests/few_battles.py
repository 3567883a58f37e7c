"""One battle instead of many, for tests that have battles played and don't look at who wins."""

from __future__ import annotations

from dataclasses import replace

import pytest

from brickyard.answers import on_battles
from fleets.self_play.battle_sums import BattleBatch, BattleSums, play_batch


def play_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """All battles of a batch end like its first."""
    monkeypatch.setattr(on_battles, "play_batch", play_first_again)


def play_first_again(batch: BattleBatch) -> BattleSums:
    first, sums = play_batch(replace(batch, count=1)), BattleSums()
    for _ in range(batch.count):
        sums = sums.plus(first)
    return sums
