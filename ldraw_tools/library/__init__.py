"""Names to part files: LDraw libraries in folders and zips, where they are, and installing one."""
