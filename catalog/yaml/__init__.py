"""YAML from strangers to values that know their line and column."""

from __future__ import annotations

import re

from ldraw_tools.patterns import pattern


def _import_parser() -> None:
    """PyYAML compiles a dozen patterns for its slow parser: longer work than all the rest of its import."""
    compiling = re.compile
    try:
        re.compile = pattern  # type: ignore[assignment]
        import yaml  # noqa: F401
    finally:
        re.compile = compiling


_import_parser()
