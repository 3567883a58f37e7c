"""Printable sheets and building instructions: plain values, templates, and what makes PDFs of them."""

from enum import StrEnum


class PaperName(StrEnum):
    """Sizes of paper. It stands here because help names them, and printing is heavy."""

    A4 = "a4"
    LETTER = "letter"
