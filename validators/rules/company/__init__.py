"""What a company may be made of."""
