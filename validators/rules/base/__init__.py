"""Rules of the base family."""
