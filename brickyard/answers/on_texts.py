"""What is asked about the rules' texts: rules, one code, editions."""

from __future__ import annotations

import validators.explain
from brickyard.look_up import EditionsAnswer, RulesAnswer, listed_edition, listed_rules
from catalog.editions.loading import building, shipped_editions
from catalog.editions.loading import edition as edition_called
from validators.explain import Explanation


def rules(edition: str = "") -> RulesAnswer:
    """All rules, or those of one edition with their severity and page."""
    return listed_rules(edition_called(edition) if edition else None)


def explain(code: str, edition: str = "") -> Explanation:
    """One rule or finding: its reason, how to fix it, and what every edition says, or only one."""
    texts = [edition_called(name) for name in ([edition] if edition else shipped_editions())]
    return validators.explain.explain(code, [*texts, building()])


def editions(edition: str = "") -> EditionsAnswer:
    """The editions that brickyard knows, or one with its numbers."""
    texts = [edition_called(name) for name in ([edition] if edition else shipped_editions())]
    listed = tuple(listed_edition(text, with_tables=bool(edition)) for text in texts)
    return EditionsAnswer(listed, texts=tuple(texts))
