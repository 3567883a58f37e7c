"""One file per command: its arguments, one call, and printing; `can-build` is in can_build.py."""
