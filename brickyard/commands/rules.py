"""`brickyard rules`: the list of rules."""

from __future__ import annotations

from brickyard.commands.options import EditionOption
from brickyard.terminal import Screen, wrapped


def rules(edition: EditionOption = "") -> None:
    """List the rules, or those of one edition with their severity and page.

    For example: brickyard rules --edition rapid-attack
    """
    from catalog.editions.loading import edition as edition_called
    from validators.book import rules as all_rules
    from validators.demand_judging import demand_in_words, demands_judged_by

    screen = Screen()
    chosen = edition_called(edition) if edition else None
    for code, rule in all_rules().items():
        if chosen is None:
            screen.lines(wrapped(rule.title, f"{code}  ", " " * 8))
        elif chosen.cites(code):
            cited = chosen.citations[code]
            screen.lines(wrapped(rule.title, f"{code}  {cited.severity!s:8} ", " " * 17))
            screen.lines(wrapped(cited.reference, " " * 17))
            for demand in demands_judged_by(code, chosen):
                screen.lines(wrapped(demand_in_words(demand, chosen), " " * 17 + "- ", " " * 19))
    screen.line()
    about = f"{chosen.title} ({chosen.id}, version {chosen.version})" if chosen else "all editions"
    screen.lines(wrapped(f"Rules of {about}. brickyard explain CODE says more."))
