"""Our side of the bench.

Imports stand at the top, not inside: importing is measured by the process cases, reading by
these. Every call starts cold: keep no library, cache or document between calls.
Each returns a number that shows the work was done; it is compared with what was generated.
"""

import atexit
import shutil
import sys
import tempfile
from functools import partial
from pathlib import Path

from benchmarks.driver import Job, Run, answer
from catalog.database.part_database import PartsDatabase
from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.assembly.inventory import count
from ldraw_tools.geometry.kept_arrays import KeptArrays
from ldraw_tools.geometry.mesh import Mesher
from ldraw_tools.geometry.part_meshes import PartMeshes
from ldraw_tools.library.part_files import Library
from ldraw_tools.measuring.measure import measure
from ldraw_tools.reading import document
from ldraw_tools.reading.contents import DRAWN

INSPECT_BASELINE = (sys.executable, "-c", "import numpy, pydantic, typer")
IMPORT_BASELINE = (sys.executable, "-c", "pass")
HELP_BASELINE = (sys.executable, "-c", "import typer")

_ROOT = Path(__file__).parent.parent
CHUB = _ROOT / "examples" / "frames" / "chub.mpd"
_FORCES = [_ROOT / "examples" / name for name in ("beginners", "companies", "fleets", "mechs")]
POOL = 1_000
COMMISSAR = CHUB.with_name("commissar.mpd")

# The console script's two lines, so that the bench runs from a checkout too.
_BRICKYARD = (sys.executable, "-c", "import sys; from brickyard.__main__ import main; sys.exit(main())")


def parse(path: Path) -> int:
    """Read the file from disk into lines; how many placements it holds."""
    sections = document.read(path).sections.values()
    return sum(len(section.contents) for section in sections)


def inventory(path: Path) -> int:
    """Read the file and count by part and colour with the shipped database; how many pieces."""
    return count(assemble(document.read(path), PartsDatabase())).pieces


def box(path: Path) -> float:
    """Read the file and measure it with the shipped database; its width in LDU."""
    box = measure(assemble(document.read(path), PartsDatabase())).box
    return box.width if box else 0.0


def geometry(path: Path, library: Path) -> int:
    """Read the file and mesh all of it from the library folder, its index included; how many triangles."""
    assembly = assemble(document.read(path), library=Library([library]))
    return len(Mesher(assembly).mesh().triangles)


def kept_geometry(path: Path, library: Path, folder: Path) -> int:
    """Read the file and get the mesh of each of its parts from those kept on disk; how many triangles."""
    files = Library([library])
    assembly = assemble(document.read(path), PartsDatabase(), files)
    unread = [node.key for node in assembly.nodes if node.contents is None]
    meshes = PartMeshes(files, KeptArrays(folder, files)).fetch(unread)
    placed = [assembly.nodes[target].key for _, target in assembly.main.placed(DRAWN)]
    return sum(len(mesh.triangles) for key in placed if (mesh := meshes[key]) is not None)


def import_command() -> tuple[str, ...]:
    """What a program pays that may read a model."""
    return (sys.executable, "-c", "import ldraw_tools")


def inspect_command(model: Path) -> tuple[str, ...]:
    """Box and inventory of a model, the whole process."""
    return (*_BRICKYARD, "inspect", str(model))


def check_command(folder: Path) -> tuple[str, ...]:
    """A company of five modelled frames and two stations, each in a file of its own."""
    entries: dict[str, list[str]] = {"frames": [], "stations": []}
    for kind, model, number in (("frames", "chub.mpd", 5), ("stations", "depot.mpd", 2)):
        for copy in range(number):
            name = f"{copy}-{model}"
            (folder / name).write_bytes((_ROOT / "examples" / kind / model).read_bytes())
            entries[kind].append(f"  - {{model: {name}, name: {kind} {copy}}}\n")
    manifest = folder / "company.yaml"
    text = "company: Five\ngame: {size: skirmish, players: 3}\noptions: {rockets: 5}\n"
    text += "".join(f"{kind}:\n{''.join(lines)}" for kind, lines in entries.items())
    manifest.write_text(text, encoding="utf-8")
    return (*_BRICKYARD, "check", str(manifest))


def owned_command(folder: Path) -> tuple[str, ...]:
    """A list of owned bricks, read and shown."""
    return (*_BRICKYARD, "owned", str(_pool(folder)))


def can_build_command(folder: Path) -> tuple[str, ...]:
    """The same list, and which designs of all forces of the examples it is enough for."""
    return (*_BRICKYARD, "can-build", *map(str, _FORCES), "--owned", str(_pool(folder)))


def _pool(folder: Path) -> Path:
    """What the forces need, of each lot about what one of them does, and other parts that LEGO made."""
    from brickyard import parts_list
    from catalog.colours import by_rebrickable_id
    from catalog.database.part_database import shipped_parts
    from catalog.shops.rebrickable import shipped_tables

    lots = [
        (lot.number, lot.colour, 1 + lot.quantity * (place % 4) // 3)
        for place, lot in enumerate(parts_list(_FORCES).written)
    ]
    for part in shipped_parts():
        colours = sorted(shipped_tables().colours(part.number)) if part.number.isdecimal() else []
        made = by_rebrickable_id(colours[0]) if colours else None
        if len(lots) < POOL and made and made.bricklink_id:
            lots.append((part.number, made.bricklink_id, 5))
    rows = "".join(f"{number},{colour},{quantity}\n" for number, colour, quantity in lots)
    pool = folder / "pool.csv"
    pool.write_text(f"number,colour,quantity\n{rows}", encoding="utf-8")
    return pool


def buildable_command(library: Path, model: Path) -> tuple[str, ...]:
    """Whether a model can be built, the whole process."""
    return (*_BRICKYARD, "check", "--buildable", str(model), "--library", str(library))


def picture_command(library: Path, target: Path, model: Path = CHUB) -> tuple[str, ...]:
    """A model, 800 by 600 pixels with shadows, the whole process."""
    return (*_BRICKYARD, "render", str(model), "-o", str(target), "--library", str(library))


# A page as it was when its bar was set: picture, systems, front and the nine steps of the file itself. Since
# then pages have every submodel's steps and further views.
_AS_THEN = """
from brickyard.web import page_pictures, page_steps
plan = page_steps.plan_building
def of_the_file(*given):
    found = plan(*given)
    return found._replace(sections=tuple(one for one in found.sections if one.is_main))
page_steps.plan_building = of_the_file
page_pictures.DrawnDesign.further = lambda _: ()
"""


def site_command(library: Path, target: Path, *, as_then: bool = False) -> tuple[str, ...]:
    """The Chub's page with all its pictures, and the gallery; the folder is a new one every time.

    If `as_then`, only with the twelve pictures that it had when its bar was set.
    """
    publish = (
        "from brickyard.__main__ import main\n"
        f"import shutil, sys\n{_AS_THEN if as_then else ''}"
        f"shutil.rmtree({str(target)!r}, ignore_errors=True); sys.exit(main())"
    )
    model, place = str(CHUB), str(target)
    return (sys.executable, "-c", publish, "publish", model, "-o", place, "--library", str(library))


def publish_command(library: Path, designs: Path, site: Path) -> tuple[str, ...]:
    """A folder of designs; what hasn't changed since the last time stays."""
    return (*_BRICKYARD, "publish", str(designs), "-o", str(site), "--library", str(library))


def publish_help() -> tuple[str, ...]:
    """What can be asked of publish."""
    return (*_BRICKYARD, "publish", "--help")


def help_command() -> tuple[str, ...]:
    """What a player who mistypes waits for."""
    return (*_BRICKYARD, "--help")


def _geometry(job: Job) -> Run:
    return partial(geometry, job.model_path, job.library_path)


def _kept_geometry(job: Job) -> Run:
    folder = Path(tempfile.mkdtemp(prefix="brickyard-meshes-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    run = partial(kept_geometry, job.model_path, job.library_path, folder)
    # Filled once, not measured.
    run()
    return run


def main() -> None:
    answer(
        {
            "parse": lambda job: partial(parse, job.model_path),
            "inventory": lambda job: partial(inventory, job.model_path),
            "box": lambda job: partial(box, job.model_path),
            "geometry": _geometry,
            "kept geometry": _kept_geometry,
        },
        version="",
    )
