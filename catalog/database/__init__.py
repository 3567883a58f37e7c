"""The parts database: what every LDraw part is called, is made of, and how large it is."""
