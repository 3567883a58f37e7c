"""Where the command begins: `brickyard` and `python -m brickyard`."""

from __future__ import annotations

from typing import NoReturn


def main() -> NoReturn:
    try:
        from brickyard.cli import main as run

        run()
    except KeyboardInterrupt:
        # In the first moment, where nobody handles it yet.
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
