"""Parts lists as files: one module a form, from values to bytes."""
