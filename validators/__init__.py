"""Floor 4 judges it: rules, findings, reports.

    >>> from validators import check
    >>> check("examples/companies/estars-anvil.yaml").verdict
    'legal'

The names in `__all__` are public; everything else is internal and may change.
"""

from ldraw_tools.lazy_names import TYPE_CHECKING, lazy_names

if TYPE_CHECKING:
    from ldraw_tools.findings import Finding
    from validators.judged_files import check
    from validators.report import Report

__part_of__ = "brickyard"
__all__ = ["Finding", "Report", "check"]

# Type checkers know the names from above, and nothing else.
if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "Finding": "ldraw_tools.findings",
            "Report": "validators.report",
            "check": "validators.judged_files",
        },
    )
