"""Rulebook editions as data: one YAML per text, read into values."""
