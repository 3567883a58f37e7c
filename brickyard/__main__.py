"""Where the command begins: `brickyard` and `python -m brickyard`."""

from __future__ import annotations

import gc

# Not from typing: importing it would already start the garbage collector.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> NoReturn:
    # Imports leave no garbage, but would start the collector a hundred times.
    gc.disable()
    try:
        from brickyard.cli import main as run

        gc.enable()
        run()
    except KeyboardInterrupt:
        # In the first moment, where nobody handles it yet.
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
