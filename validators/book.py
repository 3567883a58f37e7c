"""The book of all rules: every module under `rules`, each imported once."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from catalog.editions.edition import Edition
from validators import rules as shelf
from validators.rule import RULES, Rule

# By the first letters of a rule's code: a command imports only the families that its edition cites.
FAMILIES = {
    "BAS": "base",
    "BLD": "buildable",
    "CAM": "campaign",
    "CMP": "company",
    "FLT": "fleet",
    "LNT": "lint",
    "MEC": "mech",
    "SIZ": "size",
    "SYS": "systems",
}


def rules() -> dict[str, Rule]:
    """Every rule there is, by code, in the order of the codes."""
    for letters in FAMILIES:
        _read(letters)
    return dict(sorted(RULES.items()))


def cited_rules(edition: Edition) -> list[Rule]:
    """The rules that an edition judges by."""
    for letters in {code[:3] for code in edition.citations} & FAMILIES.keys():
        _read(letters)
    return [RULES[code] for code in sorted(RULES) if edition.cites(code)]


@cache
def _read(letters: str) -> None:
    family = importlib.import_module(f"{shelf.__name__}.{FAMILIES[letters]}")
    for found in pkgutil.iter_modules(family.__path__):
        importlib.import_module(f"{family.__name__}.{found.name}")
