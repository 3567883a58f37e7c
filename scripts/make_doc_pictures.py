"""Draws the pictures of docs/pictures that brickyard makes itself, anew after a change of look or examples.

It needs the LDraw library, and pdftoppm for pages:

    python scripts/make_doc_pictures.py
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parent.parent
TARGET, EXAMPLES = ROOT / "docs" / "pictures", ROOT / "examples"
DESK, PAGE = "#e0e1db", (620, 876)
GAP = 24


def brickyard(*arguments: object) -> None:
    subprocess.run([sys.executable, "-m", "brickyard", *map(str, arguments)], cwd=ROOT, check=True)


def on_a_desk(pdf: Path, pages: tuple[int, int], target: Path) -> None:
    """Two pages beside each other."""
    desk = Image.new("RGB", (2 * PAGE[0] + 3 * GAP, PAGE[1] + 2 * GAP), DESK)
    for place, page in enumerate(pages):
        made = pdf.with_suffix("")
        command = ["pdftoppm", "-png", "-r", "150", "-f", page, "-l", page, "-singlefile", pdf, made]
        subprocess.run(list(map(str, command)), check=True)
        with Image.open(made.with_suffix(".png")) as image:
            small = image.convert("RGB").resize(PAGE, Image.Resampling.LANCZOS)
        desk.paste(small, (GAP + place * (PAGE[0] + GAP), GAP))
    desk.quantize(256).save(target, optimize=True)


def main() -> None:
    chub = EXAMPLES / "frames" / "chub.mpd"
    companies = sorted((EXAMPLES / "companies").glob("*.yaml"))
    brickyard("render", chub, "--systems", "--size", "1000x700", "-o", TARGET / "chub-systems.png")
    brickyard("card", chub, "-o", TARGET / "card.png")
    with tempfile.TemporaryDirectory() as folder:
        sheets, steps = Path(folder) / "sheets.pdf", Path(folder) / "steps.pdf"
        brickyard("sheets", *companies, "--only", "company,opponent", "-o", sheets)
        on_a_desk(sheets, (1, 2), TARGET / "sheets.png")
        brickyard("instructions", EXAMPLES / "frames" / "osprey.mpd", "-o", steps)
        on_a_desk(steps, (6, 7), TARGET / "instructions.png")


if __name__ == "__main__":
    main()
