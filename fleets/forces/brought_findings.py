"""Every kind of finding that a list brought from another program can give, declared once."""

from __future__ import annotations

from ldraw_tools.findings import Kind, Severity

_INFO, _WARNING, _ERROR = Severity.INFO, Severity.WARNING, Severity.ERROR

NOT_READ = Kind("MAN100", _ERROR, "“{text}” can't be read", "Write it into the new file by hand.")
LEFT_OUT = Kind(
    "MAN101",
    _INFO,
    "“{text}” names no unit with its systems, and is left out",
    "If it is a unit, write it into the new file by hand.",
)
TAKEN_AS_EACH = Kind(
    "MAN102",
    _WARNING,
    "“{text}” is read as Commander's Handbook shows it, {count} systems; Condensed has two dice a weapon",
    "If it is Condensed, write the dice with a number, such as 2Rd.",
)
NO_ENVIRONMENT = Kind(
    "MAN103",
    _WARNING,
    "{name} has an E, and the list doesn't say for which environment",
    "Write E:vacuum, or another, into the new file.",
)
PACKED = Kind(
    "MAN104",
    _ERROR,
    "saved battles of mf0 are packed, and can't be read",
    "Open the battle in the browser, and copy the text of its page.",
)
NO_ASSETS = Kind(
    "MAN105",
    _INFO,
    "the text of the page doesn't say how many HVAs {name} has",
    "Write hvas: into the new file.",
)
NO_CLASS = Kind(
    "MAN106",
    _WARNING,
    "{name} is shown without its dice, so it isn't known what class it is",
    "Write class: capital or class: frigate into the new file.",
)
