"""The rules, a file each, by family."""
