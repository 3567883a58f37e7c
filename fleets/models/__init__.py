"""A model in the game: its units, what each carries, how large it is and how it is built."""
