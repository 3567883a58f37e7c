"""Writes the tables of rooms into docs/ARCHITECTURE.md: each room's own first line says what it is for.

python -m scripts.make_rooms
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "ARCHITECTURE.md"
FLOORS = ("ldraw_tools", "catalog", "fleets", "validators", "brickyard")
_TABLE = re.compile(r"(<!-- rooms -->\n).*?(<!-- end of rooms -->)", re.DOTALL)


def rooms(floor: str) -> list[tuple[str, str]]:
    """The folders of a floor, two deep, and what their first lines say."""
    found = []
    for path in sorted((ROOT / floor).glob("*/**/__init__.py")):
        name = path.parent.relative_to(ROOT)
        if len(name.parts) == 2:
            first = (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").splitlines()[0]
            found.append((name.as_posix(), first))
    return found


def with_rooms(text: str) -> str:
    rows = [f"| `{name}/` | {said} |" for floor in FLOORS for name, said in rooms(floor)]
    table = "\n".join(["", "| room | what is in it |", "|---|---|", *rows, "", ""])
    return _TABLE.sub(lambda match: f"{match[1]}{table}{match[2]}", text)


def main() -> int:
    PAGE.write_text(with_rooms(PAGE.read_text("utf-8")), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
