"""YAML from strangers to values that know their line and column."""
