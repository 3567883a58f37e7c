"""Whether a model can be built: only what is certain."""
