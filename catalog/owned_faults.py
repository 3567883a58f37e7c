"""Every kind of finding that a comparison with owned bricks can give, declared once."""

from __future__ import annotations

from ldraw_tools.diagnostics import Kind, Severity

_INFO = Severity.INFO

SUBSTITUTED = Kind(
    "PRT070",
    _INFO,
    "{count} of your {owned} {verb} taken for {wanted}: {how}",
    "If it won't do, ask for --substitutes exact.",
)
DOUBTFUL_MATCH = Kind(
    "PRT071",
    _INFO,
    "you have {count} of {number}, but that number is doubtful for {wanted}; not taken off",
    "Look at the part; put the right number into your override file.",
)
COLOUR_NOT_SAID = Kind(
    "PRT072",
    _INFO,
    "{number} is listed without a colour; it is taken only where any colour will do",
    "Add its colour.",
)
