"""The book of all rules: every module under `rules`, each imported once."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from catalog.editions.edition import Edition
from validators import rules as shelf
from validators.rule import RULES, Rule


@cache
def rules() -> dict[str, Rule]:
    """Every rule there is, by code, in the order of the codes."""
    _read(shelf.__name__, shelf.__path__)
    return dict(sorted(RULES.items()))


def cited_rules(edition: Edition) -> list[Rule]:
    """The rules that an edition judges by."""
    return [rule for code, rule in rules().items() if edition.cites(code)]


def _read(package: str, path: list[str]) -> None:
    for found in sorted(pkgutil.iter_modules(path), key=lambda module: module.name):
        module = importlib.import_module(f"{package}.{found.name}")
        if found.ispkg:
            _read(module.__name__, list(module.__path__))
