"""Where the command begins: `brickyard` and `python -m brickyard`."""

from __future__ import annotations

import gc

# Not from typing: importing that would look for garbage already.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> NoReturn:
    # Importing leaves no garbage, and would look for it a hundred times.
    gc.disable()
    from brickyard.cli import main as run

    gc.enable()
    run()


if __name__ == "__main__":
    main()
