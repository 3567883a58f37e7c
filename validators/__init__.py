"""Floor 4 judges it: rules, findings, reports."""

__part_of__ = "brickyard"
