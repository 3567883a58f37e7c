"""What a page offers to take along."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Sequence
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


def write_bundle(manifest: Path, files: Sequence[Path], slug: str, folder: Path) -> Download:
    """A manifest with all it names, in one archive where each lies as the manifest says."""
    places = [Path(os.path.normpath(file.absolute())) for file in (manifest, *files)]
    root = os.path.commonpath([place.parent for place in places])
    with zipfile.ZipFile(folder / f"{slug}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for place in sorted(set(places)):
            # The same bytes every run: no time, no owner.
            member = zipfile.ZipInfo(place.relative_to(root).as_posix())
            member.compress_type, member.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(member, place.read_bytes())
    return Download(f"{slug}.zip", "What it fields, with its models (.zip)")
