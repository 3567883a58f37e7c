"""What shops call a part, and how sure that is."""
