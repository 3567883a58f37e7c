"""The work of `brickyard odds`: read the sides, count the odds, print them."""
