"""How tests open a browser: what it is told, with 3D and without."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# A browser that asks nobody for anything.
QUIET = [
    "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
DRAWING = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
NOT_DRAWING = ["--disable-gpu", "--disable-webgl", "--disable-webgl2", "--disable-3d-apis"]
# The same engine without the part that opens windows: a third faster. Of 3D it says too much on the console.
LIGHT = "chromium-headless-shell"
Launch = Callable[..., "Browser"]
