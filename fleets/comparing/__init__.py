"""Who attacks and who defends: sides compared, ties, running scores, bids."""
