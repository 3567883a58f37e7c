"""The page's own QR codes are those that segno draws."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
import segno
from segno import encoder

from tests.browsers import NOT_DRAWING, Launch
from tests.running import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Bytes that versions 1 to 20 take at level L.
MOST = [17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458, 520, 586, 644, 718, 792, 858]


@pytest.fixture(scope="module")
def page(launch: Launch) -> Page:
    found = launch(NOT_DRAWING).new_page()
    found.add_script_tag(path=ROOT / "brickyard" / "table" / "static" / "qr.js")
    return found


def _filled_up(buffer: Any, _version: Any, length: int) -> None:
    buffer.extend([0] * (-length % 8))


def drawn(text: str, mask: int) -> list[list[bool]]:
    code = segno.make(
        text, error="l", mode="byte", micro=False, boost_error=False, encoding="utf-8", mask=mask
    )
    return [[bool(one) for one in row] for row in code.matrix]


def mask_of(found: list[list[bool]]) -> int:
    """Which of eight masks was chosen, as its format says; any will do for a reader."""
    first, second, third = found[8][2:5]
    return 4 * (not first) + 2 * second + (not third)


def test_every_size_of_code_is_drawn_as_segno_draws_it(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    # segno fills up with a whole byte of zeros where there is nothing to fill; readers don't mind either.
    monkeypatch.setattr(encoder, "write_padding_bits", _filled_up)
    rng = random.Random(7)
    letters = "abcXYZ0123456789/#=-_:.é☃"
    for version, most in enumerate(MOST, 1):
        for length in (most, most - rng.randint(1, 9)):
            text = (
                "".join(rng.choice(letters) for _ in range(length)).encode()[:length].decode(errors="ignore")
            )
            found = page.evaluate("(text) => brickyardQr.grid(text)", text)
            assert len(found) == 17 + 4 * version
            assert found == drawn(text, mask_of(found)), (version, length)


def test_what_is_too_long_for_a_phone_has_no_code(page: Page) -> None:
    assert page.evaluate("brickyardQr.grid('x'.repeat(859))") is None
    assert page.evaluate("brickyardQr.picture('x'.repeat(859))") == ""
    assert page.evaluate("brickyardQr.picture('x')").startswith("data:image/svg+xml,")
