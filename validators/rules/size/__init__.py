"""Rules of the size family."""
