"""Our time and the peers', measured in one run on one machine."""
