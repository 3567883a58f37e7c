"""Every kind of finding that a comparison with owned bricks can give, declared once."""

from __future__ import annotations

from ldraw_tools.findings import Kind, Severity

_INFO, _WARNING = Severity.INFO, Severity.WARNING

SUBSTITUTED = Kind(
    "PRT070",
    _INFO,
    "{count} of your {owned} {verb} used for {wanted}: {how}",
    "If it won't do, use --substitutes exact.",
)
DOUBTFUL_MATCH = Kind(
    "PRT071",
    _INFO,
    "you have {count} of {number}, but it is not certain that this is {wanted}; not taken off",
    "Look at the part, and put the right number into your override file.",
)
COLOUR_NOT_SAID = Kind(
    "PRT072",
    _INFO,
    "{number} is listed without a colour; it is used only where any colour will do",
    "Add its colour.",
)
OTHERS_NUMBER = Kind(
    "PRT073",
    _INFO,
    "{number} is a number of LDraw's or Rebrickable's; read as {taken}",
    "If it is something else, write BrickLink's number.",
)
NUMBER_NOT_KNOWN = Kind(
    "PRT074",
    _WARNING,
    "no known part has the number {number}; not taken off",
    "Correct the number, or ignore this if no model needs the part.",
)
NUMBER_IN_DOUBT = Kind(
    "PRT075",
    _WARNING,
    "{number} {why}; not taken off",
    "Write BrickLink's number.",
)
NOT_TAKEN_APART = Kind(
    "PRT076",
    _WARNING,
    "{number} is a set; its parts are not counted",
    "List its parts, or {way_out}.",
)
PUT_TOGETHER = Kind(
    "PRT079",
    _INFO,
    "your {pieces} make {count} × {wanted}",
)
TAKEN_APART = Kind(
    "PRT080",
    _INFO,
    "{count} of your {whole} taken apart for {pieces}",
    "To keep it whole, leave it out of your list.",
)
