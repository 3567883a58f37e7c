"""What whole battles say of two forces: `brickyard battle` reads the forces, has them played, and tells."""
