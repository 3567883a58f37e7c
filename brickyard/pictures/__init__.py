"""Pictures of models and parts for people: opened, painted, labelled, and written as PNG or SVG."""
