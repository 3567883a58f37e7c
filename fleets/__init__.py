"""Floor 3 names it: designs, dice, companies, fleets, comparison, odds."""

__part_of__ = "brickyard"
