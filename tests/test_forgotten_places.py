"""What one would forget when adding a view or a format for cards: both places name the same."""

from __future__ import annotations

import re

from brickyard.cards.pasted_cards import FORMATS
from brickyard.commands.card import CardFormat
from brickyard.serving.app import PAGES
from tests.running import ROOT


def test_the_server_answers_the_address_of_every_view() -> None:
    script = (ROOT / "brickyard" / "workbench" / "views.js").read_text("utf-8")
    views = re.search(r"export const VIEWS = \{\n(.*?)\n\};", script, re.DOTALL)
    assert views
    assert re.findall(r'^  "(/\w*)":', views[1], re.MULTILINE) == list(PAGES), "PAGES of serving/app.py"


def test_every_format_of_a_card_can_be_asked_for() -> None:
    assert [*FORMATS, "json"] == list(CardFormat)
