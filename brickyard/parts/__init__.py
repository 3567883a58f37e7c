"""Parts lists: what a model needs, as shops number it, in the forms that shops and people read."""
