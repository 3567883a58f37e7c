"""The worker's side of downloads: a list with its models in one archive, and models in other formats."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brickyard.serving.workers import Made
from ldraw_tools.file_overlay import bytes_for
from ldraw_tools.findings import BrickyardError, RefusedError

if TYPE_CHECKING:
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
