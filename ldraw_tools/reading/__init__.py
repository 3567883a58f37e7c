"""Bytes to documents: lines, sections, headers and meta lines of .ldr, .mpd, .dat and Studio's .io files."""
