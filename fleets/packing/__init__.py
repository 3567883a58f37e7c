"""What to bring to a game night: dice, ruler, clock."""
