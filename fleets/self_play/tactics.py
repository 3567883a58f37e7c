"""Tactics as data: what a player goes for, as a dozen whole numbers read from a file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated

from catalog.yaml.located_values import Value
from catalog.yaml.typed_reading import Between, read_as
from catalog.yaml.yaml_reading import read_yaml_file
from ldraw_tools.findings import BrickyardError, Finding, Severity
from ldraw_tools.names import hint, path_from_here, shown

Weight = Annotated[int, Between(0, 20)]
_FOLDER = Path(__file__).parents[2] / "catalog" / "data" / "tactics"
_LONGEST_NAME = 40
_WORD = "weight of a tactic"


@dataclass(frozen=True, kw_only=True, slots=True)
class Weights:
    """What counts how much when a player chooses; docs/battles.md says what each is multiplied with."""

    hurt: Weight = 0
    finish: Weight = 0
    seize: Weight = 0
    guard: Weight = 0
    advance: Weight = 0
    close: Weight = 0
    range: Weight = 0
    shelter: Weight = 0
    defend: Weight = 0
    spot: Weight = 0
    wait: Weight = 0
    hurry: Weight = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Tactic:
    """`leading` are the weights while one has the highest score; `chance` is how many of 100 turns are left
    to chance."""

    name: str
    says: str = ""
    reference: str = ""
    weights: Weights
    leading: Weights
    chance: int = 0
    # The level of the yard's orders, if it follows those.
    yard: str = ""


AT_RANDOM = Tactic(
    name="random", says="Everything by chance.", weights=Weights(), leading=Weights(), chance=100
)


@cache
def shipped_tactics() -> tuple[Tactic, ...]:
    """Those that every answer is worked out with, in the order of their names."""
    return tuple(_read(path) for path in sorted(_FOLDER.iterdir()) if path.suffix == ".yaml")


def tactic_named(name: str) -> Tactic:
    """A shipped one by its name, or a player's own by its path."""
    found = next((one for one in shipped_tactics() if one.name == name), None)
    if found is not None:
        return found
    if Path(name).suffix not in (".yaml", ".yml"):
        names = [one.name for one in shipped_tactics()]
        raise BrickyardError(f"there is no tactic “{shown(name)}”. {hint(name, names)}")
    return _read(Path(name))


def _read(path: Path) -> Tactic:
    document = read_yaml_file(path, path_from_here(path), example="weights: {hurt: 4, seize: 6}")
    tactic = _tactic(document.root, path)
    refuse_mistakes(document.findings)
    if tactic is None:
        raise BrickyardError(f"{path}: this is no tactic")
    return tactic


def refuse_mistakes(findings: Iterable[Finding]) -> None:
    """An exception for the first mistake in a file, with what to do about it."""
    for found in findings:
        if found.severity is Severity.ERROR:
            raise BrickyardError(f"{found}. {found.fix}" if found.fix else str(found))


def _tactic(root: Value, path: Path) -> Tactic | None:
    entries = root.entries(
        "name", "says", "reference", "chance", "weights", "leading", what="word of a tactic"
    )
    weights, _ = read_as(Weights, entries["weights"], what=_WORD)
    if weights is None:
        return None
    leading: Weights | None = weights
    if "leading" in entries:
        leading, _ = read_as(Weights, entries["leading"], over=weights, what=_WORD)
    chance = entries["chance"].integer(0, 100) if "chance" in entries else 0
    name = entries["name"].text(_LONGEST_NAME) if "name" in entries else shown(path.stem)
    says = entries["says"].text() if "says" in entries else ""
    reference = entries["reference"].text() if "reference" in entries else ""
    if leading is None or chance is None or name is None:
        return None
    return Tactic(
        name=name,
        says=says or "",
        reference=reference or "",
        weights=weights,
        leading=leading,
        chance=chance,
    )
