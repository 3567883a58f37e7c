"""What a page offers to take along."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from brickyard.cards.picture import DrawnCard


@dataclass(frozen=True, slots=True)
class Download:
    href: str
    label: str


def write_card(card: DrawnCard, folder: Path) -> list[Download]:
    (folder / "card.png").write_bytes(card.png())
    (folder / "card.pdf").write_bytes(card.pdf())
    return [Download("card.png", "Card (.png)"), Download("card.pdf", "Card (.pdf)")]


def write_copy(file: Path, slug: str, label: str, folder: Path) -> Download:
    """Of a file itself, under a name of ours."""
    suffix = file.suffix.lower()
    (folder / f"{slug}{suffix}").write_bytes(file.read_bytes())
    return Download(f"{slug}{suffix}", f"{label} ({suffix})")
