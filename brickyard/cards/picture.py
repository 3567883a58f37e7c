"""A card as a picture: one design on 63 by 88 millimetres, as PNG and as PDF."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

from brickyard.dossiers import Dossier, Folder
from brickyard.pictures.designs import DesignSubject
from brickyard.pictures.making import Shot
from brickyard.pictures.png import png_bytes
from brickyard.sheets import words
from brickyard.sheets.cards import CARD_MM, card_values, mech_card_values
from brickyard.sheets.pictures import MM_PER_INCH, Album, add_picture
from brickyard.sheets.press import letter_notes, print_pdf, print_png
from brickyard.sheets.units import Plain, paints
from fleets.forces.force import Mech

DPI = 300
# How much of a card a picture may take, words and dice being few.
_PICTURE_MM = (63.0, 50.0)


@dataclass(frozen=True)
class DrawnCard:
    """A card with its picture; the same bytes every run."""

    values: Plain
    pictures: dict[str, bytes]

    def png(self) -> bytes:
        """At 300 pixels an inch."""
        from PIL import Image

        with Image.open(BytesIO(print_png("card", self.values, self.pictures, DPI))) as image:
            return png_bytes(image.convert("RGB"), DPI)

    def pdf(self) -> bytes:
        """One page of the card's size."""
        return print_pdf("card", self.values, self.pictures)

    def notes(self) -> list[str]:
        """What is worth saying about its making."""
        return letter_notes(self.values)


def draw_card(dossier: Dossier, design: DesignSubject | None, force: str = "") -> DrawnCard:
    """`design` is the dossier's own, opened; None leaves room for a sketch. `force` is whose it is."""
    album = Album()
    picture = _picture(design, album) if design else None
    return _card(dossier.name, card_values(dossier, 0, picture, force), album)


def draw_mech_card(folder: Folder, mech: Mech) -> DrawnCard:
    """A Paper 'Mech has no model: its card says what it carries."""
    return _card(mech.name, mech_card_values(folder, mech), Album())


def _card(title: str, card: Plain, album: Album) -> DrawnCard:
    width, height = CARD_MM
    paper = {"width": width, "height": height, "margin": 0}
    values = {"title": words.name(title), "paper": paper, "paints": paints(), "card": card}
    return DrawnCard(values, album.files)


def _picture(design: DesignSubject, album: Album) -> Plain:
    width, height = (round(mm / MM_PER_INCH * DPI) for mm in _PICTURE_MM)
    shot = Shot((width, height), transparent=True, ground=False, shadows=False, notes=False)
    return add_picture(design.subject, shot, album)
