"""Cards to print: one design on 63 by 88 millimetres, as PNG and as PDF."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import NamedTuple

from brickyard.facts.force_colours import force_colour
from brickyard.facts.judged_designs import DesignFile, JudgedDesign
from brickyard.pictures.picture_files import png_bytes
from brickyard.pictures.shots import Shot
from brickyard.pictures.subject import Subject
from brickyard.pictures.system_marks import open_design
from brickyard.plots.damage_paints import HIT
from brickyard.printing import PaperName, sheet_texts as texts
from brickyard.printing.album import MM_PER_INCH, Album, CroppedPicture, cropped_picture
from brickyard.printing.pdf_printing import letter_notes, print_pdf, print_png
from brickyard.printing.sheet_texts import Plain
from brickyard.printing.unit_values import CARD_MM, card_values, mech_card_values, paints
from fleets.forces.force import Mech
from ldraw_tools.findings import BrickyardError, count_of
from ldraw_tools.names import shown
from validators.judged_files import JudgeSettings

DPI = 300
_QUALITY = 92
# Of a site's 256 colours those for the shadow on the paper.
_SHADES = 80
# The largest share of a card for the picture, if there are few words and dice.
_PICTURE_MM = (63.0, 50.0)
CARD_PICTURE = round(_PICTURE_MM[0] / MM_PER_INCH * DPI), round(_PICTURE_MM[1] / MM_PER_INCH * DPI)


class DrawnCard(NamedTuple):
    """A card with its picture; the same bytes every run."""

    values: Plain
    pictures: dict[str, bytes]

    def png(self) -> bytes:
        """At 300 pixels an inch."""
        from PIL import Image

        with Image.open(BytesIO(print_png("card", self.values, self.pictures, DPI))) as image:
            return png_bytes(image.convert("RGB"), DPI)

    def small_png(self) -> bytes:
        """The same with 256 colours, for a site: a quarter of its size, and hard to tell apart."""
        from PIL import Image, ImageColor

        with Image.open(BytesIO(print_png("card", self.values, self.pictures, DPI))) as opened:
            image = opened.convert("RGB")
        # With few shades of its paper the shadow would have rings, or need a third more room for dots.
        paper = ImageColor.getrgb(self.values["card"]["tint"])
        shades = [round(part * (1 - step / 128)) for step in range(_SHADES) for part in paper]
        # The other colours are found in a sixteenth of the pixels.
        others = image.reduce(4).quantize(256 - _SHADES, Image.Quantize.MEDIANCUT, kmeans=1)
        colours = Image.new("P", (1, 1))
        colours.putpalette(shades + (others.getpalette() or [])[: 768 - len(shades)])
        return png_bytes(image.quantize(palette=colours, dither=Image.Dither.NONE), DPI)

    def pdf(self) -> bytes:
        """One page of the card's size."""
        return print_pdf("card", self.values, self.pictures)

    def small_pdf(self) -> bytes:
        """The same with its picture as a JPEG, for a site: a third of its size."""
        face = self.values["card"]
        shown = face.get("picture")
        if not shown:
            return self.pdf()
        name = shown["file"].replace(".png", ".jpg")
        values = self.values | {"card": face | {"picture": shown | {"file": name}}}
        return print_pdf("card", values, {name: _on_paper(self.pictures[shown["file"]], face["tint"])})

    def notes(self) -> list[str]:
        """Notes on how it was made."""
        return letter_notes(self.values)


def _on_paper(picture: bytes, colour: str) -> bytes:
    from PIL import Image

    with Image.open(BytesIO(picture)) as opened:
        image = opened.convert("RGBA")
    paper = Image.new("RGBA", image.size, colour)
    paper.alpha_composite(image)
    written = BytesIO()
    paper.convert("RGB").save(written, "JPEG", quality=_QUALITY, subsampling=0, optimize=True)
    return written.getvalue()


def print_cards(
    files: Sequence[DesignFile], suffix: str, paper: PaperName = PaperName.A4
) -> tuple[bytes, list[str], str]:
    """A picture or a PDF of all designs, notes on how it was made, and what it contains.

    One design is a single card; several are printed nine per page, which needs a PDF.
    """
    number = sum(1 if isinstance(file.subject, Mech) else len(file.designs) for file in files)
    if number == 1:
        card, notes = _single(files[0])
        data = card.png() if suffix == ".png" else card.pdf()
        return data, [*notes, *card.notes()], "a card of 63 × 88 mm"
    if suffix == ".png":
        raise BrickyardError(
            f"a picture shows one card, and there are {number}: name one{_as_in(files[0])}, "
            "or write a .pdf with all"
        )
    from brickyard.printing.sheet_making import SheetKind, sheets_pdf

    data, notes = sheets_pdf(files, JudgeSettings(), (SheetKind.CARDS,), paper=paper)
    return data, notes, f"cards of {count_of(number, 'design')}"


def _as_in(file: DesignFile) -> str:
    if not file.is_force or not file.designs:
        return " model"
    return f', as in "{shown(str(file.path), 200)}:{shown(file.designs[0].name)}"'


def _single(file: DesignFile) -> tuple[DrawnCard, list[str]]:
    if isinstance(file.subject, Mech):
        return draw_mech_card(file, file.subject), []
    [design] = file.designs
    drawn = open_design(design)
    force = file.subject.name if file.is_force and file.subject else ""
    colour = force_colour(file)
    picture = card_picture(drawn.subject) if drawn else None
    return draw_card(design, picture, force, colour), drawn.subject.remarks() if drawn else []


def draw_card(
    design: JudgedDesign, picture: CroppedPicture | None, force: str = "", colour: str = ""
) -> DrawnCard:
    """The values of a card; without a picture it has room for a sketch. `force` is the owner."""
    album = Album()
    values = picture.values(album) if picture else None
    return _card(design.name, card_values(design, 0, values, force, colour), album)


def draw_mech_card(file: DesignFile, mech: Mech) -> DrawnCard:
    """A Paper 'Mech has no model, so its card lists what it carries."""
    return _card(mech.name, mech_card_values(file, mech), Album())


def _card(title: str, card: Plain, album: Album) -> DrawnCard:
    width, height = CARD_MM
    paper = {"width": width, "height": height, "margin": 0}
    values = {"title": texts.name(title), "paper": paper, "paints": paints(), "hit": HIT, "card": card}
    return DrawnCard(values, album.files)


def card_picture(subject: Subject) -> CroppedPicture:
    shot = Shot(CARD_PICTURE, transparent=True, notes=False)
    return cropped_picture(subject, shot)
