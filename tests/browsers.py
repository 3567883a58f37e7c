"""How tests open a browser: what it is told, with 3D and without."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

# A browser that asks nobody for anything.
QUIET = [
    "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
# Without a graphics card the page around the view is quicker painted as if there were no 3D.
DRAWING = [
    "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-gpu-rasterization",
]  # fmt: skip
NOT_DRAWING = ["--disable-gpu", "--disable-webgl", "--disable-webgl2", "--disable-3d-apis"]
# The same engine without the part that opens windows: a third faster. Of 3D it says too much on the console:
LIGHT = "chromium-headless-shell"
_CHATTER = "GPU stall due to ReadPixels"
# Few details in a 3D view, for who looks at what it shows and not at how: run before a page's own scripts.
COARSE = """{
  const given = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, options) {
    return given.call(this, kind, { ...options, antialias: false });
  };
}"""
# What is awaited is an event; on a busy machine it may take long. In milliseconds.
PATIENCE = 90_000
Launch = Callable[..., "Browser"]


def make_patient(browser: Browser) -> Browser:
    """All its pages wait for so long and have few pixels, which are drawn without a card."""
    made = browser.new_context

    def new_context(**options: Any) -> BrowserContext:
        if not options.get("is_mobile"):
            options.setdefault("device_scale_factor", 0.5)
        context = made(**options)
        context.set_default_timeout(PATIENCE)
        return context

    browser.new_context = new_context  # type: ignore[method-assign]
    return browser


def hear(page: Page, said: list[str]) -> None:
    """Notes what its console says, and its errors."""

    def note(message: ConsoleMessage) -> None:
        if _CHATTER not in message.text:
            said.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: said.append(str(error)))
