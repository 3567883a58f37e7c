"""All there is to say about a design and a force, worked out once: cards, pages and sheets only format it."""
