"""A game as it is played: events folded into clock, order, scores and losses."""
