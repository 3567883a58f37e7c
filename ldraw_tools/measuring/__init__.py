"""Graphs to sizes: outlines, boxes, footprints, what fits and what sticks out."""
