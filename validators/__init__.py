"""Floor 4 judges it: rules, findings, reports.

    >>> from validators import check
    >>> check("examples/companies/estars-anvil.yaml").verdict
    'legal'

The names in `__all__` are for other programs, everything else is internal.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ldraw_tools.findings import Finding
    from validators.judged_files import check
    from validators.report import Report

__part_of__ = "brickyard"
__all__ = ["Finding", "Report", "check"]
_MODULES = {
    "Finding": "ldraw_tools.findings",
    "Report": "validators.report",
    "check": "validators.judged_files",
}


def __getattr__(name: str) -> Any:
    """Imported when asked for: `import validators` stays cheap."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)
