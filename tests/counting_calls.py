"""Runs a command and prints how much work it was: counts that are the same on every machine.

As a program, in a process of its own: `python -m tests.counting_calls check chub.mpd`.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import threading
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

from tests.running import ROOT

PACKAGES = ("ldraw_tools", "catalog", "fleets", "validators", "brickyard")
# By file and function, what a call of it is counted as.
_NAMED = {
    (f"ldraw_tools{os.sep}assembly{os.sep}assembling.py", "assemble"): "assemblies",
    (f"fleets{os.sep}models{os.sep}survey.py", "survey"): "surveys",
    (f"ldraw_tools{os.sep}reading{os.sep}numbers.py", "read_tables"): "readings",
}


class CallCounter:
    """Calls of our own functions, and files that are opened in a folder or in the catalog's data."""

    def __init__(self, folder: str) -> None:
        self.counts: Counter[str] = Counter()
        self._roots = tuple(f"{ROOT}{os.sep}{package}{os.sep}" for package in PACKAGES)
        self._data = (f"{ROOT}{os.sep}examples", f"{ROOT}{os.sep}catalog{os.sep}data", folder)
        self._known: dict[Any, str | None] = {}

    def call(self, frame: FrameType, event: str, _: object) -> None:
        if event != "call":
            return
        code = frame.f_code
        if code not in self._known:
            own = code.co_filename.startswith(self._roots) and code.co_name != "<module>"
            name = (
                _NAMED.get((os.path.relpath(code.co_filename, ROOT), code.co_qualname), "") if own else None
            )
            self._known[code] = name
        name = self._known[code]
        if name is None:
            return
        self.counts["calls"] += 1
        if name:
            self.counts[name] += 1
        if name == "readings":
            self.counts["numbers"] += sum(12 * len(one) for one in frame.f_locals["sections"])

    def opened(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(arguments[0], str):
            path = str(Path(arguments[0]).absolute())
            # How many modules are imported isn't counted here.
            self.counts["files"] += path.startswith(self._data) and not path.endswith((".py", ".pyc"))


def main() -> None:
    from brickyard import cli

    counter = CallCounter(str(Path.cwd()))
    sys.argv = ["brickyard", *sys.argv[1:]]
    sys.addaudithook(counter.opened)
    threading.setprofile(counter.call)
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        sys.setprofile(counter.call)
        status = cli._run()
        sys.setprofile(None)
    sys.stdout.write(json.dumps({"status": status, "said": said.getvalue()[-300:], **counter.counts}))


if __name__ == "__main__":
    main()
