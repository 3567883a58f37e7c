"""Where the app folder begins: `brickyard` alone opens the workbench, with words it is the command."""

from __future__ import annotations

import os
import sys
from multiprocessing import freeze_support

if __name__ == "__main__":
    # A worker of the workbench is this program once more.
    freeze_support()
    # The folder's libraries are for us, not for the browser that we open.
    if (before := os.environ.pop("LD_LIBRARY_PATH_ORIG", None)) is not None:
        os.environ["LD_LIBRARY_PATH"] = before
    else:
        os.environ.pop("LD_LIBRARY_PATH", None)
    if len(sys.argv) == 1:
        sys.argv.append("serve")
    from brickyard.__main__ import main

    main()
