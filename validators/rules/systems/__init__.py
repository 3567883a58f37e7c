"""What a unit may carry."""
