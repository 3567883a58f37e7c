"""Draws the examples into build/pictures, which a wheel carries, so that its first start shows them at once.

It needs the LDraw library, and takes a minute; `make release` runs it:

    python -m scripts.make_yard_pictures
"""

from __future__ import annotations

import shutil
from pathlib import Path

from brickyard.serving.answerer import Answerer
from brickyard.serving.kept_pictures import SHIPPED, MadeFrom, name_of, written
from brickyard.serving.server_state import looks_of
from brickyard.serving.workers import WorkPlace
from brickyard.serving.yard import Yard
from ldraw_tools.file_overlay import seen_through

ROOT = Path(__file__).parent.parent
TARGET = ROOT / "build" / "pictures"
# As the yard asks for them (workbench/picture.js).
_ASKED = {"unit": "", "width": "360"}


def main() -> None:
    shutil.rmtree(TARGET, ignore_errors=True)
    TARGET.mkdir(parents=True)
    answerer = Answerer(WorkPlace(), lambda *_: None)
    with seen_through(answerer.files):
        for one in Yard([ROOT / "examples"], TARGET).files().values():
            if one.kind in ("model", "manifest"):
                made = answerer.answer("picture", {"path": str(one.path), **_ASKED}, {})
                if made.status == 200:
                    inputs = made.more.inputs
                    name = name_of(SHIPPED, inputs[one.name], looks_of("", _ASKED))
                    (TARGET / name).write_bytes(written(MadeFrom(inputs), made.data))
    sizes = [file.stat().st_size for file in TARGET.iterdir()]
    print(f"{len(sizes)} pictures, {sum(sizes) / 1_000_000:.1f} MB")


if __name__ == "__main__":
    main()
