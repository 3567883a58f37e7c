"""Draws the pictures of docs/pictures anew after a change of look or examples.

It needs the LDraw library, pdftoppm for pages of paper and Chromium for pages of the web:

    python scripts/make_doc_pictures.py
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

from brickyard.facts.judged_designs import open_design_file
from brickyard.pictures.line_up import line_up
from brickyard.pictures.shots import Shot, picture
from brickyard.pictures.system_marks import open_design
from ldraw_tools.rendering.camera import View
from validators.judged_files import JudgeSettings

ROOT = Path(__file__).parent.parent
TARGET, EXAMPLES = ROOT / "docs" / "pictures", ROOT / "examples"
DESK, PAGE = "#e0e1db", (620, 876)
GAP = 24
LINED_UP = ("hi-leg", "mauler", "chub", "scrambler-runner", "osprey", "salvo")
IN_THE_YARD = ("bulwark", "chub", "hi-leg", "lancer", "mauler", "osprey", "salvo", "scrambler-runner")
LINE_UP_SIZE, SCREEN = (1600, 460), (1085, 850)


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
    save_small(desk, target)


def frame(name: str) -> Path:
    return EXAMPLES / "frames" / f"{name}.mpd"


def draw_line_up(target: Path) -> None:
    folders = (open_design_file(frame(name), JudgeSettings()) for name in LINED_UP)
    designs = (open_design(folder.designs[0]) for folder in folders)
    lined_up = line_up([(design.subject, 1) for design in designs if design], LINE_UP_SIZE[0])
    assert lined_up is not None
    drawn = picture(lined_up.subject, Shot(LINE_UP_SIZE, View(elevation=12.0)))
    # In few colours its shadows would have steps.
    drawn.convert("RGB").save(target, optimize=True)


def photograph_page(page: Path, target: Path) -> None:
    """As a browser shows the top of it."""
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with tempfile.TemporaryDirectory() as folder:
        shown = Path(folder) / "shown.png"
        wide, high = SCREEN
        command = [browser, "--headless", "--no-sandbox", "--hide-scrollbars", f"--window-size={wide},{high}"]
        command += [f"--user-data-dir={folder}/profile", f"--screenshot={shown}", page.as_uri()]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        with Image.open(shown) as image:
            save_small(image, target)


def save_small(image: Image.Image, target: Path) -> None:
    image.convert("RGB").quantize(256, dither=Image.Dither.FLOYDSTEINBERG).save(target, optimize=True)


def main() -> None:
    chub = frame("chub")
    companies = sorted((EXAMPLES / "companies").glob("*.yaml"))
    brickyard("render", chub, "--systems", "--size", "1000x700", "-o", TARGET / "chub-systems.png")
    brickyard("card", chub, "-o", TARGET / "card.png")
    brickyard("odds", chub, "soldier", "-o", TARGET / "odds.png")
    draw_line_up(TARGET / "lineup.png")
    with tempfile.TemporaryDirectory() as folder:
        sheets, steps = Path(folder) / "sheets.pdf", Path(folder) / "steps.pdf"
        brickyard("sheets", *companies, "--only", "company,opponent", "-o", sheets)
        on_a_desk(sheets, (1, 2), TARGET / "sheets.png")
        brickyard("instructions", frame("osprey"), "-o", steps)
        on_a_desk(steps, (6, 7), TARGET / "instructions.png")
        yard = Path(folder) / "yard"
        brickyard("publish", *map(frame, IN_THE_YARD), "-o", yard, "--no-steps", "--name", "The yard")
        photograph_page(yard / "index.html", TARGET / "page.png")


if __name__ == "__main__":
    main()
