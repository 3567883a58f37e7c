"""The sizes of paper that sheets are made for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class PaperName(StrEnum):
    A4 = "a4"
    LETTER = "letter"


@dataclass(frozen=True, slots=True)
class Paper:
    """In millimetres; the margin is what every printer can do without."""

    title: str
    width: float
    height: float
    margin: float = 10.0

    @property
    def inner_width(self) -> float:
        return self.width - 2 * self.margin

    @property
    def inner_height(self) -> float:
        return self.height - 2 * self.margin

    def values(self) -> dict[str, float]:
        return {"width": self.width, "height": self.height, "margin": self.margin}


PAPERS = {
    PaperName.A4: Paper("A4", 210.0, 297.0),
    PaperName.LETTER: Paper("Letter", 215.9, 279.4),
}
