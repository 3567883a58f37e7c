"""A design as text to paste: into a forum, a chat, a note."""
