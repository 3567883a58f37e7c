"""`python -m brickyard` is the command too."""

from brickyard.cli import main

main()
