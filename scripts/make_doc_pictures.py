"""Draws the pictures of docs/pictures anew after a change of look or examples.

It needs the LDraw library, pdftoppm for pages of paper and Chromium for pages of the web; `make pictures`
draws those of the other scripts, too:

    python -m scripts.make_doc_pictures
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageChops

from brickyard.facts.judged_designs import open_design_file
from brickyard.pictures.line_up import line_up
from brickyard.pictures.shots import Shot, picture
from brickyard.pictures.subject import in_other_poses, subject_of
from brickyard.pictures.system_marks import open_design
from ldraw_tools.choosing import with_choice
from ldraw_tools.rendering.camera import View
from validators.judged_files import JudgeSettings

ROOT = Path(__file__).parent.parent
TARGET, EXAMPLES = ROOT / "docs" / "pictures", ROOT / "examples"
DESK, PAGE = "#e0e1db", (620, 876)
GAP = 24
LINED_UP = ("hi-leg", "mauler", "chub", "scrambler-runner", "osprey", "lancer")
IN_ACTION = {"mauler": "striking.ldr", "osprey": "aiming.ldr", "lancer": "charging.ldr"}
IN_THE_YARD = ("bulwark", "lancer", "lookout", "mauler", "scrambler-runner", "wader")
POSED = ("mauler", "lancer", "osprey")
LINE_UP_SIZE, SCREEN = (1600, 460), (1085, 850)
# The README's first picture, in points of a page, and half of its line-up.
HERO, RANK_SIZE = (830, 460), (1400, 620)
HERO_PAGE = """<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="only light">
<link rel="stylesheet" href="../style.css"><style>
body {{ display: grid; grid-template-columns: 460px 1fr; gap: 0 20px; align-content: center }}
body {{ justify-items: start; height: 460px; max-width: none; margin: 0; padding: 0 26px 0 14px }}
body > * {{ grid-column: 2; margin: 0 }} h1 {{ font-size: 31px; margin: 0 0 12px }}
img {{ width: 460px; grid-column: 1; grid-row: 1 / span 4; align-self: center }}
.pool {{ gap: 5px }} .pool a {{ border: 0; padding: 0; background: none }}
.stamp {{ margin: 18px 0 22px }} figure {{ margin-left: -10px }} figure svg {{ width: 100%; height: auto }}
</style><img src="systems.png" alt=""><h1>{name}</h1>{parts}
"""
# Small pictures that stand side by side, and how large what they show is drawn.
TILE, SHEET = (720, 540), (1120, 840)


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
    """In two ranks, so that a phone shows more than specks."""
    ranks = [draw_rank(LINED_UP[:3]), draw_rank(LINED_UP[3:])]
    drawn = Image.new("RGB", (RANK_SIZE[0], sum(rank.height for rank in ranks)))
    for place, rank in enumerate(ranks):
        drawn.paste(rank, (0, place * ranks[0].height))
    save_true(drawn, target)


def draw_rank(names: tuple[str, ...]) -> Image.Image:
    paths = (with_choice(frame(name), IN_ACTION.get(name, "")) for name in names)
    folders = (open_design_file(path, JudgeSettings()) for path in paths)
    designs = (open_design(folder.designs[0]) for folder in folders)
    lined_up = line_up([(design.subject, 1) for design in designs if design], RANK_SIZE[0])
    assert lined_up is not None
    return without_margins(picture(lined_up.subject, Shot(RANK_SIZE, View(elevation=12.0))))


def draw_hero(target: Path) -> None:
    """A design with its systems pointed out; beside it dice, stamp and one plot of its own page."""
    with tempfile.TemporaryDirectory() as folder:
        brickyard("publish", frame("hi-leg"), "-o", Path(folder) / "site", "--no-steps")
        page = Path(folder) / "site" / "hi-leg" / "hero.html"
        brickyard(
            "render", frame("hi-leg"), "--systems", "--size", "920x820", "-o", page.with_name("systems.png")
        )
        text = page.with_name("index.html").read_text("utf-8")
        dice, stamp = '<div class="dice pool".*?</div>', '<p class="stamp.*?</p>'
        plot = "<figure>((?!</figure>).)*What its dice come to.*?</figure>"
        parts = [re.search(one, text, re.DOTALL) for one in (dice, stamp, plot)]
        name = re.search("<h1>(.*?)</h1>", text)
        assert all(parts)
        assert name
        page.write_text(
            HERO_PAGE.format(name=name[1], parts="".join(part[0] for part in parts if part)), "utf-8"
        )
        photograph_page(page, target, HERO, points=2)


def without_margins(image: Image.Image) -> Image.Image:
    """As wide as it was, and little above and below what is seen."""
    plain = Image.new("RGB", image.size, image.convert("RGB").getpixel((0, 0)))
    differs = ImageChops.difference(image.convert("RGB"), plain).convert("L")
    seen = differs.point([255 * (step > 12) for step in range(256)])
    _, top, _, bottom = seen.getbbox() or (0, 0, *image.size)
    return image.crop((0, max(top - GAP, 0), image.width, min(bottom + GAP, image.height)))


def draw_tile(shown: Path, target: Path) -> None:
    """The upper left of a picture, as much as a tile has room for, brought down to its size."""
    with Image.open(shown) as image:
        high = min(image.height, image.width * TILE[1] // TILE[0])
        part = image.convert("RGB").crop((0, 0, high * TILE[0] // TILE[1], high))
    save_true(part.resize(TILE, Image.Resampling.LANCZOS), target)


def draw_poses(target: Path) -> None:
    """Frames beside themselves, as `render --poses` draws each."""
    opened = (open_design_file(frame(name), JudgeSettings()).designs[0].unit for name in POSED)
    subjects = [
        subject
        for unit in opened
        if unit.assembly is not None and unit.node is not None
        for subject in (
            subject_of(unit.assembly, unit.node, unit.name, role=unit.role),
            *in_other_poses(unit.assembly, unit.node, unit.role),
        )
    ]
    lined_up = line_up([(subject, 1) for subject in subjects], LINE_UP_SIZE[0])
    assert lined_up is not None
    drawn = picture(lined_up.subject, Shot((LINE_UP_SIZE[0], 420), View(elevation=14.0)))
    save_true(drawn, target)


def photograph_page(page: Path, target: Path, size: tuple[int, int] = SCREEN, points: int = 1) -> None:
    """As a browser shows the top of it, with so many points of the picture for one of the page."""
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with tempfile.TemporaryDirectory() as folder:
        shown = Path(folder) / "shown.png"
        wide, high = size
        command = [browser, "--headless", "--no-sandbox", "--hide-scrollbars", f"--window-size={wide},{high}"]
        command += [f"--force-device-scale-factor={points}", "--virtual-time-budget=5000"]
        command += [f"--user-data-dir={folder}/profile", f"--screenshot={shown}", page.as_uri()]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        with Image.open(shown) as image:
            save_true(image, target)


def draw_plot(target: Path, *command: str | Path) -> None:
    """As a command draws it, in fewer bytes."""
    with tempfile.TemporaryDirectory() as folder:
        drawn = Path(folder) / "plot.png"
        brickyard(*command, "-o", drawn)
        with Image.open(drawn) as image:
            save_true(image, target)


def save_true(image: Image.Image, target: Path) -> None:
    """With all colours: in few of them shadows have steps, and red glass turns brown."""
    image.convert("RGB").save(target, quality=88, method=6)


def save_small(image: Image.Image, target: Path) -> None:
    image.convert("RGB").quantize(256, dither=Image.Dither.FLOYDSTEINBERG).save(target, optimize=True)


def main() -> None:
    chub = frame("chub")
    companies = sorted((EXAMPLES / "companies").glob("*.yaml"))
    brickyard("render", chub, "--systems", "--size", "1000x700", "-o", TARGET / "chub-systems.png")
    brickyard("card", chub, "-o", TARGET / "card.png")
    duel = [EXAMPLES / "duels" / f"{name}.yaml" for name in ("lantern-watch", "long-wall")]
    draw_plot(TARGET / "odds.webp", "odds", chub, "soldier")
    draw_plot(TARGET / "battle.webp", "battle", *duel, "--within", "10")
    draw_hero(TARGET / "hero.webp")
    draw_line_up(TARGET / "lineup.webp")
    draw_poses(TARGET / "two-poses.webp")
    with tempfile.TemporaryDirectory() as folder:
        sheets, steps = Path(folder) / "sheets.pdf", Path(folder) / "steps.pdf"
        brickyard("sheets", *companies, "--only", "company,opponent", "-o", sheets)
        on_a_desk(sheets, (1, 2), TARGET / "sheets.png")
        brickyard("instructions", frame("hi-leg"), "-o", steps)
        on_a_desk(steps, (3, 4), TARGET / "instructions.png")
        yard = Path(folder) / "yard"
        shown = (*companies, *map(frame, IN_THE_YARD))
        brickyard("publish", *shown, "--outside", "-o", yard, "--no-steps", "--name", "The yard")
        photograph_page(yard / "index.html", TARGET / "page.webp")
        photograph_page(yard / "index.html", Path(folder) / "site.webp", SHEET)
        draw_tile(Path(folder) / "site.webp", TARGET / "tile-site.webp")


if __name__ == "__main__":
    main()
