"""Where enemies stand around a Paper 'Mech, and where they go when it walks or turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


class Radar:
    """Sectors around the 'mech, clockwise, and bands from near to far."""

    def __init__(self, entries: int, front: Sequence[int], rear: Sequence[int], bands: Sequence[str]) -> None:
        self.entries, self.front, self.rear, self.bands = entries, front, rear, bands

    def turned(self, sector: int, by: int) -> int:
        return (sector - 1 + by) % self.entries + 1

    def walked(self, sector: int, band: int, by: int = 1) -> tuple[int, int]:
        """Where an enemy is when the 'mech has walked: by 1 forwards, by −1 backwards."""
        furthest = len(self.bands) - 1
        if sector in self.front:
            return sector, min(furthest, max(0, band - by))
        if sector in self.rear:
            return sector, min(furthest, max(0, band + by))
        return self.to_the_rear(sector) if by > 0 else self.to_the_front(sector), band

    def to_the_rear(self, sector: int) -> int:
        if sector in self.rear:
            return sector
        ways = self._beside(sector)
        return next((one for one in ways if one not in self.front), ways[0])

    def to_the_front(self, sector: int) -> int:
        ways = self._beside(sector)
        return next((one for one in ways if one in self.front), ways[0])

    def is_near(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        """Whether two places are within one space of each other."""
        apart = abs(one[1] - other[1])
        return apart <= 1 if one[0] == other[0] else apart == 0 and other[0] in self._beside(one[0])

    def _beside(self, sector: int) -> list[int]:
        return [self.turned(sector, 1), self.turned(sector, -1)]

    def acted(self, sector: int, band: int, is_in_range: bool) -> tuple[int, int]:
        """Where an enemy is after its attack: out of range one band nearer, else one sector to the rear."""
        return (self.to_the_rear(sector), band) if is_in_range else (sector, max(0, band - 1))
