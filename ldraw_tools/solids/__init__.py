"""What bricks are made of: placed parts, where they are certainly solid, and whether they can touch."""
