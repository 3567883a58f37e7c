"""The manual's page about HTTP is what the routes are."""

from __future__ import annotations

import re

from brickyard.serving.app import ROUTES
from brickyard.serving.making import ASKED
from brickyard.serving.server_state import EVENTS
from scripts.manual_http import PAGE, http_page
from tests.running import ROOT


def test_the_page_is_made_from_the_routes() -> None:
    assert PAGE.read_text("utf-8") == http_page(), "run python -m scripts.manual_http"


def test_every_route_can_be_imported_and_is_told_once() -> None:
    addresses = [(route.method, route.name) for route in ROUTES]
    assert len(set(addresses)) == len(addresses)
    assert not {name for _, name in addresses} & set(ASKED)
    for route in ROUTES:
        assert callable(route.handler)
        assert route.about.endswith(".")
        assert f"### {route.method} /api/{route.name}\n" in http_page()


def test_every_event_that_is_told_is_on_the_page_and_heard_by_it() -> None:
    told: set[str] = set()
    for path in (ROOT / "brickyard" / "serving").glob("*.py"):
        told |= set(
            re.findall(r'(?:events\.tell|tell_changed)\(\s*(?:[\w.]+, )?"([a-z-]+)"', path.read_text("utf-8"))
        )
    assert told <= set(EVENTS)
    assert {"judged", "tags-lost", "waiting", "removed", "job"} <= told
