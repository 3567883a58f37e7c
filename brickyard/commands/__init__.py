"""One file a command: its arguments and its help; the work is in its job."""
