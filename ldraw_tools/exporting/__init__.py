"""Geometry to files for other programs: GLB, STL, OBJ and PLY."""
