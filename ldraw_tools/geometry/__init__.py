"""Graphs to geometry: every triangle and edge of every part, each where it stands."""
