"""The game of the table as the page's script: made from fleets/battles, or taken as the wheel has it."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path

GAME_SCRIPT = "fold.js"
_GLOBAL = "brickyardGame"
_RUNTIME = "python.js"


@cache
def game_script() -> bytes:
    """A wheel carries the script; in a checkout it is made anew, and is never on the disk."""
    static = resources.files("brickyard.table") / "static"
    shipped = static / GAME_SCRIPT
    return shipped.read_bytes() if shipped.is_file() else made_script(Path(__file__).parents[2])


def made_script(root: Path) -> bytes:
    """From the sources below `root`, the folder of the packages."""
    from brickyard.table.translator import translate

    folder, runtime = root / "fleets" / "battles", root / "brickyard" / "table" / "static" / _RUNTIME
    modules = [path for path in sorted(folder.glob("*.py")) if path.name != "__init__.py"]
    if not modules:
        raise FileNotFoundError(f"{folder} has no modules to make the game's script from")
    sources = {f"fleets/battles/{path.name}": path.read_text("utf-8") for path in modules}
    return translate("fleets.battles", sources, runtime.read_text("utf-8"), _GLOBAL).encode("ascii")
