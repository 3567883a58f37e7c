"""CREDITS names what is installed along with us, and by which licence (robustness, notes)."""

from __future__ import annotations

import re
from importlib.metadata import Distribution, distribution

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.running import ROOT

# Needed on Windows alone, so not installed where these tests run.
_ELSEWHERE = {"colorama"}


def installed_along() -> dict[str, Distribution]:
    """Every package that brickyard needs, and those that they need, by name."""
    found: dict[str, Distribution] = {}
    wanted = ["brickyard"]
    while wanted:
        name = canonicalize_name(wanted.pop())
        if name not in found:
            found[name] = distribution(name)
            needs = map(Requirement, found[name].requires or [])
            wanted += [one.name for one in needs if one.marker is None or one.marker.evaluate({"extra": ""})]
    del found["brickyard"]
    return found


def credited() -> dict[str, str]:
    """Licences by package, as the table has them."""
    text = (ROOT / "CREDITS.md").read_text("utf-8").partition("## Python packages")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([a-z][\w.-]+) \| ([^|]+) \|", text, re.MULTILINE)
    return {canonicalize_name(name): licence for name, licence in rows if name != "package"}


def test_every_package_that_is_installed_along_is_named() -> None:
    assert credited().keys() - _ELSEWHERE == installed_along().keys()


def test_the_licences_are_those_that_the_packages_state() -> None:
    for name, package in installed_along().items():
        kinds = ("License-Expression", "License", "Classifier")
        stated = " ".join(text for kind in kinds for text in package.metadata.get_all(kind, []))
        family = re.split(r"[-, ]", credited()[name])[0]
        assert family in stated, f"{name} states {stated[:80]}"
