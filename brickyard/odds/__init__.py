"""The rooms of `brickyard odds`: sides read, odds counted, said."""
