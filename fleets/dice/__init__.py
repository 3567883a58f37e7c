"""Dice and systems of a unit: what it carries, what it rolls, and what is left after a loss."""
