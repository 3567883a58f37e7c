"""A wheel carries the table's game as JavaScript, made here, the manual, and the pictures of the examples."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class MakeGameScript(BuildHookInterface):  # type: ignore[type-arg]
    """An editable install reads the checkout, where the script is made for each page."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if sys.version_info < (3, 11):  # noqa: UP036
            # pip asks for the metadata, and so runs this, before it looks at requires-python.
            sys.exit(f"brickyard needs Python 3.11 or newer; this is {sys.version.split()[0]}")
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from brickyard.manual_pages import shipped
        from brickyard.table.game_script import GAME_SCRIPT, made_script

        self.folder = tempfile.TemporaryDirectory(prefix="brickyard-build-")
        made = Path(self.folder.name) / GAME_SCRIPT
        made.write_bytes(made_script(Path(self.root)))
        docs = Path(self.root, "docs")
        carried = {str(docs / name): f"brickyard/data/manual/{name}" for name in shipped(docs)}
        build_data["force_include"].update(carried)
        drawn = Path(self.root, "build", "pictures")
        if drawn.is_dir():
            build_data["force_include"][str(drawn)] = "brickyard/data/pictures"
        build_data["force_include"][str(made)] = f"brickyard/table/static/{GAME_SCRIPT}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self.folder.cleanup()
