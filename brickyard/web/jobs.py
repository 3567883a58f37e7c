"""The job of `brickyard publish`: designs to a static site."""

from __future__ import annotations

import sys
from pathlib import Path

from brickyard.checking import Request
from brickyard.opening import LateLibrary
from brickyard.terminal import Progress, Screen
from brickyard.web.page import Settings
from brickyard.web.site import build_site
from ldraw_tools.diagnostics import and_more, count_of, printable


def publish(paths: list[Path], target: Path, request: Request, settings: Settings) -> int:
    """0 though a design isn't legal: its page says so, and so do we."""
    library = LateLibrary(list(request.library)).library()
    with Progress("Publishing") as progress:
        built = build_site(paths, target, request, settings, library, progress)
    screen = Screen(sys.stdout)
    if library is None:
        screen.line("No LDraw library at hand: outlines stand in for the parts, and the pictures say so.")
    if built.not_legal:
        names = printable(and_more(built.not_legal, 5))
        screen.line(f"{count_of(len(built.not_legal), 'page')} say NOT LEGAL: {names}")
    kept = f", {count_of(built.kept, 'page')} as before" if built.kept else ""
    screen.line(f"{count_of(built.made, 'page')} made{kept}. Open {target / 'index.html'}")
    return 0
