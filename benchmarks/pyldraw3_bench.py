"""Times pyldraw3 at one task, run by the Python it is installed for.

parse      ldraw.read_model(path): read, decode and turn every line into an object.
inventory  the same, then bill_of_materials by part and colour, without titles.
geometry   a fresh parts list, then Parts.geometry(code) of every part placed: its expanded points, studs
           and connections. It makes no triangles, and has no way to do without the connections.
"""

import importlib
import importlib.metadata
import logging
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.driver import Job, Run, answer

ldraw: Any = importlib.import_module("ldraw")
part_geometry: Any = importlib.import_module("ldraw.part_geometry")


def parse(path: Path) -> int:
    """How many placements the model has."""
    return len(ldraw.read_model(path).pieces)


def inventory(path: Path) -> int:
    """How many pieces the bill of materials has."""
    return sum(row.quantity for row in ldraw.bill_of_materials(ldraw.read_model(path)))


def geometry(path: Path, parts_list: Path) -> int:
    """How many points the placed parts expand to."""
    part_geometry.clear_part_geometry_cache()
    parts = ldraw.Parts(parts_list)
    return sum(len(parts.geometry(piece.part).points) for piece in ldraw.read_model(path).pieces)


def _prepare_geometry(job: Job) -> Run:
    return partial(geometry, job.model_path, _library_with_list(job))


def _library_with_list(job: Job) -> Path:
    """The library beside a parts.lst: pyldraw3 needs one, the short one of this model is its best case."""
    folder = Path(tempfile.mkdtemp(dir=job.model_path.parent))
    for name in ("parts", "p", "LDConfig.ldr"):
        (folder / name).symlink_to((job.library_path / name).resolve())
    codes = sorted({piece.part for piece in ldraw.read_model(job.model_path).pieces})
    (folder / "parts.lst").write_text("".join(f"{code}.dat {code}\n" for code in codes), encoding="utf-8")
    return folder / "parts.lst"


if __name__ == "__main__":
    logging.disable(logging.WARNING)
    answer(
        {
            "parse": lambda job: partial(parse, job.model_path),
            "inventory": lambda job: partial(inventory, job.model_path),
            "geometry": _prepare_geometry,
        },
        version=importlib.metadata.version("pyldraw3"),
    )
