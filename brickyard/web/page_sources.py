"""What a page is made from: the files that decide whether it stays, and what tells designs apart."""

from __future__ import annotations

import hashlib
from pathlib import Path

from brickyard.facts.judged_designs import DesignFile, JudgedDesign
from brickyard.web.force_pictures import photo_of
from brickyard.web.site_memory import digest_of, seen_from
from ldraw_tools.choosing import file_of
from ldraw_tools.findings import Severity
from ldraw_tools.names import is_unsafe

# Of the files that a model lacks, at most so many are looked for in the next run.
_MOST_LACKING = 200
# Not the name of a file: what was made with it is made again.
_NEVER_THERE = "?"


def identity_of(design: JudgedDesign, source: str) -> str:
    """Equal for designs of one model, or of copies of it, that are alike, whatever a list calls them.

    `source` tells apart what has no model.
    """
    edition = design.edition
    told = repr(
        (
            source,
            design.unit.own_name or design.name,
            design.kind,
            design.digest,
            [digest_of(path) for path in (*design.files, *design.textures)],
            edition.id,
            [digest_of(Path(file)) for file in edition.files],
            design.loadout,
            design.author,
            design.licence,
            design.judged.verdict,
            design.judged.accepted,
        )
    )
    return text_digest(told)


def text_digest(told: str) -> str:
    return hashlib.sha256(told.encode("utf-8", "backslashreplace")).hexdigest()


def inputs_of(file: DesignFile, site: Path) -> dict[str, str]:
    photo = photo_of(file)
    textures = [path for design in file.designs for path in design.textures]
    assemblies = [design.unit.assembly for design in file.designs if design.unit.assembly]
    paths = [file_of(file.path), *file.files, *textures, *([photo] if photo else [])]
    for assembly in assemblies:
        if folder := assembly.document.folder:
            # A part that is put beside a model wins over the library's.
            lacking = [folder / key for key in assembly.missing if not is_unsafe(key)]
            paths += [folder, *lacking[:_MOST_LACKING]]
    inputs = {seen_from(site, path): digest_of(path) for path in paths}
    if any(one.code.startswith("MAN") and one.severity is Severity.ERROR for one in file.judged.findings):
        # What a list or an edition names wrongly may be put right in files that we couldn't read.
        inputs[_NEVER_THERE] = "looked for"
    return inputs
