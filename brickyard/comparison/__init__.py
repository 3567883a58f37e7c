"""Who attacks, who defends, and what to bid: read the sides, compare them, print the answer."""
