"""YAML from strangers to values that know their line and column."""

from ldraw_tools.patterns import patterns_made_later

# The slow parser's patterns are half of what importing PyYAML takes, and nearly no file needs that parser.
with patterns_made_later():
    import yaml  # noqa: F401
