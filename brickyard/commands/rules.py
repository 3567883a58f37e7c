"""`brickyard rules`: the list of rules."""

from __future__ import annotations

import brickyard
from brickyard.commands import options
from brickyard.commands.options import Format
from brickyard.terminal import Screen, wrap_lines


def rules(edition: options.ReadEditionOption = "", form: options.FormatOption = Format.TEXT) -> None:
    """List the rules, or those of one edition with their severity and page.

    For example: brickyard rules --edition rapid-attack
    """
    screen, found = Screen(), brickyard.rules(edition)
    if form is Format.JSON:
        screen.document(found)
        return
    for rule in found.rules:
        if rule.severity is None:
            screen.lines(wrap_lines(rule.title, f"{rule.code}  ", " " * 8))
            continue
        screen.lines(wrap_lines(rule.title, f"{rule.code}  {rule.severity!s:8} ", " " * 17))
        screen.lines(wrap_lines(rule.reference, " " * 17))
        for demand in rule.demands:
            screen.lines(wrap_lines(demand, " " * 17 + "- ", " " * 19))
    screen.line()
    text = found.edition
    about = text.cited if text else "all editions"
    screen.lines(wrap_lines(f"Rules of {about}. brickyard explain CODE says more."))
