"""Whole battles played by program: an engine that keeps every rule, and players who follow a tactic."""
