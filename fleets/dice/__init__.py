"""Dice and systems: what a game calls them, what a unit rolls, and what it carries."""
