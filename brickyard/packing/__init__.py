"""What to bring to the table: the job of `brickyard pack`."""
