"""Try an app folder as people without Python have it: empty home, empty PATH, a model dropped in."""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from tests.browsers import LIGHT, NOT_DRAWING, QUIET
from tests.running import brickyard

ROOT = Path(__file__).parent.parent
COMPANY = "examples/companies/estars-anvil.yaml"
# What is asked, and a file that it makes.
ASKED = (
    (["check", COMPANY, "--format", "json"], ""),
    (["table", COMPANY, "examples/companies/suns-fang.yaml", "-o", "table"], "table/fold.js"),
    (["sheets", COMPANY, "-o", "sheets.pdf"], "sheets.pdf"),
    (["render", "examples/frames/chub.mpd", "-o", "chub.png"], "chub.png"),
    (["publish", "examples/frames/chub.mpd", "-o", "site"], "site/index.html"),
)


def environment(home: Path) -> dict[str, str]:
    """What there is on a machine without anything; Windows can't start a program without its folder."""
    kept = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
    return {**kept, "HOME": str(home), "USERPROFILE": str(home), "PATH": str(home / "nothing")}


def ask(program: Path, folder: Path, home: Path) -> None:
    for arguments, made in ASKED:
        began = time.monotonic()
        done = subprocess.run(
            [program, *arguments], cwd=folder, env=environment(home), capture_output=True, check=False
        )
        took = time.monotonic() - began
        assert done.returncode == 0, f"{arguments}: {done.stdout[-500:]!r} {done.stderr[-500:]!r}"
        if not made:
            same = brickyard(arguments, folder, LDRAWDIR="").stdout
            assert done.stdout.decode() == same, f"{arguments}: not what the installed command says"
        assert not made or (folder / made).stat().st_size > 1_000, made
        print(f"  {arguments[0]:8} {took:5.1f} s")
    script = (folder / "table" / "fold.js").read_text("ascii")
    assert "modules.folding" in script, "the table has no game"


def drop(program: Path, folder: Path, home: Path, browser: str) -> None:
    """Without a word it opens the workbench, and a model that is dropped is judged."""
    from playwright.sync_api import sync_playwright

    began = time.monotonic()
    server = subprocess.Popen(
        [program],
        cwd=folder,
        env=environment(home),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert server.stdout
        address = next(line.strip() for line in server.stdout if line.startswith("http"))
        print(f"  serve    {time.monotonic() - began:5.1f} s to its address")
        with sync_playwright() as playwright:
            light = Path(browser).parent / LIGHT
            path = str(light if light.is_file() else browser)
            page = playwright.chromium.launch(executable_path=path, args=[*QUIET, *NOT_DRAWING]).new_page()
            page.goto(address)
            page.set_input_files(".file-fields input >> nth=0", ROOT / "examples" / "frames" / "chub.mpd")
            page.wait_for_url("**file=*chub*", timeout=60_000)
            page.wait_for_selector("section.judgement[data-verdict=legal]", timeout=60_000)
        print("  a dropped model is judged in the page")
    finally:
        server.send_signal(signal.SIGINT if os.name == "posix" else signal.SIGTERM)
        server.wait(30)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path, nargs="?", default=ROOT / "build" / "app" / "dist" / "brickyard")
    given = asked.parse_args()
    program = given.folder.resolve() / ("brickyard.exe" if os.name == "nt" else "brickyard")
    sources = [*given.folder.rglob("*.py")]
    assert not sources, f"sources in the folder: {sources[:3]}"
    with tempfile.TemporaryDirectory(prefix="brickyard-app-") as place:
        folder, home = Path(place, "work"), Path(place, "home")
        home.mkdir()
        shutil.copytree(ROOT / "examples", folder / "examples")
        ask(program, folder, home)
        if browser := os.environ.get("BRICKYARD_TEST_BROWSER"):
            drop(program, folder, home, browser)
        else:
            print("  no browser: the page was left out")


if __name__ == "__main__":
    main()
