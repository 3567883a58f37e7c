"""Documents to graphs: which file each name means, what a model places, and how many of each part."""
