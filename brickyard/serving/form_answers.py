"""What forms need beyond the commands: lists for shops, pictures of parts, words for demands."""

from __future__ import annotations

import csv
import io
import json
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brickyard.serving.workers import Made
from ldraw_tools.findings import BrickyardError

if TYPE_CHECKING:
    from brickyard.parts.list_files import File
    from brickyard.serving.desk import Desk

_SIDE = 144
_KINDS = {".xml": "application/xml", ".bsx": "application/xml", ".csv": "text/csv", ".html": "text/html"}
# A part's number, its colour and how many, by BrickLink's numbers.
Have = tuple[str, int, int]


def buy(desk: Desk, arguments: Mapping[str, Any]) -> Made:
    """The document of `parts --format json`, or what a shop reads: one file, or a .zip of several.

    `more` is the name of such a file.
    """
    from brickyard.parts.adjusting import parse_recolour, wants_nearest
    from brickyard.parts.forms import Condition, Form
    from brickyard.parts.list_files import files_of, shops_for
    from brickyard.parts.list_making import parts_list

    form, recolour = Form(arguments["format"]), arguments["recolour"]
    with tempfile.TemporaryDirectory(prefix="brickyard-have-") as folder:
        owned = list(arguments["owned"])
        if arguments["have"]:
            ticked = Path(folder, "ticked.csv")
            ticked.write_text(owned_list(arguments["have"]), "utf-8")
            owned.append(str(ticked))
        found = parts_list(
            arguments["paths"],
            owned=owned,
            substitutes=arguments["substitutes"],
            only=arguments["only"],
            recolour=parse_recolour(recolour),
            nearest_colours=wants_nearest(recolour),
            with_pictures=form is Form.HTML,
            also_for=shops_for((form,)),
            workspace=desk.workspace,
        )
    files = files_of(found, form, condition=Condition(arguments["condition"]))
    return Made(files[0].data) if form is Form.JSON else _to_download(files)


def owned_list(have: Iterable[Have]) -> str:
    """The parts as a list that `--owned` reads."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["number", "colour", "quantity"])
    writer.writerows(one for one in have if one[2])
    return text.getvalue()


def _to_download(files: Sequence[File]) -> Made:
    if len(files) == 1:
        kind = _KINDS.get(Path(files[0].name).suffix, "application/octet-stream")
        return Made(files[0].data, kind, more=files[0].name)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            archive.writestr(file.name, file.data)
    return Made(packed.getvalue(), "application/zip", more=f"{Path(files[0].name).stem}.zip")


def part_picture(desk: Desk, arguments: Mapping[str, Any]) -> Made:
    """One part on transparent ground; refused if its shape is not known."""
    from brickyard.pictures.part_icons import each_icon
    from brickyard.pictures.picture_files import webp_bytes
    from brickyard.pictures.subject import parts_subject

    subject, _ = parts_subject([arguments["part"]], [arguments["colour"]], desk.workspace.library)
    for _, image in each_icon(subject, _SIDE):
        return Made(webp_bytes(image), "image/webp")
    raise BrickyardError(f"there is no picture of part {arguments['part']}")


def words(_desk: Desk, _arguments: Mapping[str, Any]) -> Made:
    """What demands of a group's edition may name, by game."""
    return Made(json.dumps({"games": dict(_games())}).encode())


def _games() -> Iterator[tuple[str, dict[str, Any]]]:
    from catalog.editions.demands import COUNTED, WORDS

    for game, known in WORDS.items():
        counted = {one: {"each": known.who_has(one), "words": list(known.codes(one))} for one in COUNTED}
        yield game, {"force": known.force, "each": known.each, "counted": counted}
