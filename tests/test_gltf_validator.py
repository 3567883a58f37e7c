"""Exported .glb files as Khronos' validator sees them: no error, no warning."""

from __future__ import annotations

import json
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from brickyard.pictures.model_pictures import export_model
from brickyard.web.site import publish
from catalog.database.part_database import open_workspace
from ldraw_tools.exporting.export_parts import LengthUnit, Up
from tests.publishing import leave_printing_out
from tests.running import ROOT
from tests.test_textures import printed_model

EXAMPLES = ROOT / "examples"
_SCRIPT = """
const validator = require(process.argv[1]), fs = require("fs");
const reports = process.argv.slice(2).map((file) =>
  validator.validateBytes(new Uint8Array(fs.readFileSync(file)), { maxIssues: 20 }));
Promise.all(reports).then((all) => console.log(JSON.stringify(all.map((one) => one.issues))));
"""
# Mirrored, skewed, flat and stretched placements, glass, and a part that takes its colour from nobody.
ODD = """0 Odd
1 4 0 0 0 -1 0 0 0 1 0 0 0 1 3001.dat
1 1 0 -24 0 1 0.5 0 0 1 0 0 0 1 3001.dat
1 2 0 -48 0 1 0 0 0 0 0 0 0 1 3024.dat
1 41 0 -72 0 2 0 0 0 1 0 0 0 1 3024.dat
1 16 0 -96 0 0.707 0 0.707 0 1 0 -0.707 0 0.707 3024.dat
"""


def issues_of(files: list[Path], checkers: Path) -> dict[str, dict[str, Any]]:
    node = shutil.which("node")
    assert node, "the checkers need node"
    command = [node, "-e", _SCRIPT, str(checkers / "gltf-validator"), *map(str, files)]
    told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout
    return dict(zip([file.name for file in files], json.loads(told), strict=True))


def exports(folder: Path, library: Path) -> Iterator[Path]:
    odd = folder / "odd.ldr"
    odd.write_text(ODD, "utf-8")
    whole, none = [library], [folder]
    wanted = (
        ("chub.glb", EXAMPLES / "frames" / "chub.mpd", None, None, True, whole),
        (
            "rifle-z-up.glb",
            EXAMPLES / "attachments" / "rifle.ldr",
            LengthUnit.MILLIMETRES,
            Up.Z,
            False,
            whole,
        ),
        ("depot-outlines.glb", EXAMPLES / "stations" / "depot.mpd", None, None, True, none),
        ("odd.glb", odd, None, None, True, whole),
        ("printed.glb", printed_model(folder), None, None, True, whole),
        ("odd-outlines.glb", odd, LengthUnit.LDU, Up.Z, False, none),
    )
    for name, model, unit, up, edges, libraries in wanted:
        export_model(model, folder / name, open_workspace(libraries), unit=unit, up=up, edges=edges)
        yield folder / name


def test_the_validator_finds_nothing_in_exports_and_downloads(
    tmp_path: Path, library_root: Path, checkers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_printing_out(monkeypatch, models=True)
    files = list(exports(tmp_path, library_root))
    ships = [EXAMPLES / "ships" / "lantern.mpd", EXAMPLES / "debris" / "wreck.mpd"]
    publish(ships, tmp_path / "site", steps=False, buildable=False, width=120)
    for packed in sorted((tmp_path / "site").glob("*/*-3d.zip")):
        with zipfile.ZipFile(packed) as archive:
            files += [Path(archive.extract(name, tmp_path / "out")) for name in archive.namelist()]
    found = issues_of(files, checkers)
    assert len(found) == 8
    told = {name: one["messages"] for name, one in found.items() if one["numErrors"] or one["numWarnings"]}
    assert told == {}


def test_the_validator_would_find_a_broken_file(tmp_path: Path, checkers: Path) -> None:
    broken = tmp_path / "broken.glb"
    tree = b'{"asset":{"version":"2.0"},"scene":3}   '
    body = len(tree).to_bytes(4, "little") + b"JSON" + tree
    broken.write_bytes(b"glTF" + (2).to_bytes(4, "little") + (12 + len(body)).to_bytes(4, "little") + body)
    assert issues_of([broken], checkers)["broken.glb"]["numErrors"] > 0
