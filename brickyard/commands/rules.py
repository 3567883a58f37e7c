"""`brickyard rules`: the list of rules."""

from __future__ import annotations

import brickyard
from brickyard.commands.options import Format, FormatOption, ReadEditionOption
from brickyard.terminal import Screen, wrapped


def rules(edition: ReadEditionOption = "", form: FormatOption = Format.TEXT) -> None:
    """List the rules, or those of one edition with their severity and page.

    For example: brickyard rules --edition rapid-attack
    """
    screen, found = Screen(), brickyard.rules(edition)
    if form is Format.JSON:
        screen.document(found)
        return
    for rule in found.rules:
        if rule.severity is None:
            screen.lines(wrapped(rule.title, f"{rule.code}  ", " " * 8))
            continue
        screen.lines(wrapped(rule.title, f"{rule.code}  {rule.severity!s:8} ", " " * 17))
        screen.lines(wrapped(rule.reference, " " * 17))
        for demand in rule.demands:
            screen.lines(wrapped(demand, " " * 17 + "- ", " " * 19))
    screen.line()
    text = found.edition
    about = text.cited if text else "all editions"
    screen.lines(wrapped(f"Rules of {about}. brickyard explain CODE says more."))
