"""Floor 1 reads it: files, assemblies, sizes, counts, meshes; nothing of any game."""

__part_of__ = "brickyard"
