"""The job of `brickyard publish`: designs to a static site."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from brickyard.terminal import Progress, Screen
from brickyard.web.page import Settings
from brickyard.web.site import build_site
from ldraw_tools.findings import BrickyardError, and_more, count_of, printable
from validators.judged_files import JudgeSettings


def publish(paths: list[Path], target: Path, request: JudgeSettings, settings: Settings) -> int:
    """0 though a design isn't legal: its page says so, and so do we."""
    _check_address(settings.address)
    library = request.workspace.library.library()
    screen = Screen()
    with Progress("Publishing") as progress:
        built = build_site(paths, target, request, settings, progress, screen.line)
    if library is None:
        screen.line("No LDraw library at hand: outlines stand in for the parts, and the pictures say so.")
    for remark in built.remarks:
        screen.line(printable(remark))
    if not settings.address:
        screen.line("Links to it will show no picture: for that say where it will stand on the web, with")
        screen.line("--address https://…, and publish again.")
    if built.not_legal:
        names = printable(and_more(built.not_legal, 5))
        verb = "says" if len(built.not_legal) == 1 else "say"
        screen.line(f"{count_of(len(built.not_legal), 'page')} {verb} NOT LEGAL: {names}")
    kept = f", {count_of(built.kept, 'page')} as before" if built.kept else ""
    screen.line(f"{count_of(built.made, 'page')} made{kept}. Open {target / 'index.html'}")
    return 0


def _check_address(address: str) -> None:
    if not address:
        return
    try:
        parts = urlsplit(address)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise BrickyardError(
            f"--address: “{printable(address)}” is no address of a folder on the web; "
            "write it like https://example.org/frames/"
        )
