"""Floor 2 knows beforehand: parts, colours, shop numbers, editions."""

__part_of__ = "brickyard"
