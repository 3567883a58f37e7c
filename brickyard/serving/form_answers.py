"""What forms need beyond the commands: lists for shops, pictures of parts, words for demands."""

from __future__ import annotations

import csv
import io
import json
import os
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import brickyard
from brickyard.serving.workers import Made
from ldraw_tools.file_overlay import bytes_for
from ldraw_tools.findings import BrickyardError, RefusedError

if TYPE_CHECKING:
    from brickyard.parts.forms import ListFile
    from brickyard.serving.desk import Desk


_MOST_FILES = 500
_MOST_BYTES = 256 * 1024 * 1024
FILE = "application/octet-stream"


def bundle(desk: Desk, arguments: Mapping[str, Any]) -> Made:
    """A list or a model with all files that it names, with unsaved changes; nothing from outside `folder`."""
    from brickyard.web.page_files import packed_together

    folder = Path(arguments["folder"])
    found: dict[Path, bytes] = {}
    for path in _named(desk, Path(arguments["path"])):
        place = Path(os.path.normpath(path.absolute()))
        if place in found or not Path(os.path.realpath(place)).is_relative_to(folder):
            continue
        data = bytes_for(place)
        try:
            found[place] = place.read_bytes() if data is None else data
        except OSError:
            continue
        if len(found) > _MOST_FILES or sum(map(len, found.values())) > _MOST_BYTES:
            raise RefusedError("these are too many files for one archive")
    if not found:
        raise BrickyardError("there is nothing to pack")
    return Made(packed_together(found), "application/zip")


def converted(desk: Desk, arguments: Mapping[str, Any]) -> Made:
    """The model as text: an .io with the parts that it brings along."""
    from brickyard.answers.on_tags import retagged

    path = Path(arguments["path"])
    opened = desk.workspace.model(path)
    if path.suffix.lower() != ".io":
        return Made(opened.document.encode(), FILE)
    return Made(retagged(path, opened, {}, name=path.name, as_text=True), FILE)


def _named(desk: Desk, path: Path) -> Iterator[Path]:
    """The file and all files that it needs, as far as they can be read."""
    from brickyard.facts.judged_designs import open_design_file
    from fleets.forces.campaign import read_campaign
    from fleets.forces.named_files import is_campaign, is_edition
    from validators.judged_files import JudgeSettings

    yield path
    if path.suffix.lower() in (".yaml", ".yml") and is_campaign(path):
        campaign, _ = read_campaign(path)
        for force, _ in campaign.forces if campaign else ():
            yield from _named(desk, force)
        return
    if path.suffix.lower() in (".yaml", ".yml") and is_edition(path):
        return
    file = open_design_file(path, JudgeSettings(workspace=desk.workspace))
    yield from file.files
    for design in file.designs:
        yield from design.textures


_SIDE = 144
_KINDS = {".xml": "application/xml", ".bsx": "application/xml", ".csv": "text/csv", ".html": "text/html"}
# A part's number, its colour and how many, by BrickLink's numbers.
Have = tuple[str, int, int]


def buy(desk: Desk, arguments: Mapping[str, Any]) -> Made:
    """The document of `parts --format json`, or what a shop reads: one file, or a .zip of several.

    `more` is the name of such a file.
    """
    with tempfile.TemporaryDirectory(prefix="brickyard-have-") as folder:
        owned = list(arguments["owned"])
        if arguments["have"]:
            ticked = Path(folder, "ticked.csv")
            ticked.write_text(owned_list(arguments["have"]), "utf-8")
            owned.append(str(ticked))
        options = ("only", "recolour", "substitutes", "condition")
        found = brickyard.parts_list(
            arguments["paths"],
            owned=owned,
            forms=arguments["format"],
            workspace=desk.workspace,
            **{name: arguments[name] for name in options},
        )
    return Made(found.files[0].data) if arguments["format"] == "json" else _to_download(found.files)


def owned_list(have: Iterable[Have]) -> str:
    """The parts as a list that `--owned` reads."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["number", "colour", "quantity"])
    writer.writerows(one for one in have if one[2])
    return text.getvalue()


def _to_download(files: Sequence[ListFile]) -> Made:
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
