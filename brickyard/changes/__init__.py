"""What changed between two versions: takes two files, returns values, text, Markdown, a page, a picture."""
