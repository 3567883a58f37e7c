"""What systems are called in a sentence."""

from __future__ import annotations

from collections.abc import Iterable

from fleets.dice.rolling import in_order
from fleets.dice.systems import System
from fleets.dice.vocabulary import Vocabulary
from ldraw_tools.findings import count_of


def name_of(system: System, vocabulary: Vocabulary) -> str:
    """`direct-fire weapon`, `hand-to-hand/direct split weapon`, `defense system`."""
    if system.is_split:
        ranges = [known.name for known in vocabulary.ranges if known.letter in _letters(system)]
        return f"{'/'.join(ranges)} split weapon"
    name = vocabulary.system_type(system.code).name
    if system.name:
        return f"{name} for {system.name}"
    return name if name.endswith(("weapon", "system")) else f"{name} system"


def list_of(systems: Iterable[System], vocabulary: Vocabulary) -> str:
    """`1 defense system and 2 direct-fire weapons`."""
    counts: dict[str, int] = {}
    for system in in_order(systems, vocabulary):
        name = name_of(system, vocabulary)
        counts[name] = counts.get(name, 0) + 1
    texts = [count_of(number, name) for name, number in counts.items()]
    return " and ".join([", ".join(texts[:-1]), texts[-1]] if texts[1:] else texts)


def _letters(system: System) -> set[str]:
    return {code[1:] for code in system.codes}
