"""What whole battles say: `brickyard battle` and `tournament` read the forces, have them played, and tell."""
