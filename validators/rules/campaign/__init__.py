"""What a campaign must keep to between its games."""
