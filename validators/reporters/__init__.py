"""A report for people, for programs, for code hosts."""
