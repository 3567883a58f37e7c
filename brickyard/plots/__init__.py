"""Plots: values to flat drawings of bars, strips, curves, dice and pictures, as SVG or PNG."""
