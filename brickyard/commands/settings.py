"""`brickyard settings`: the settings in effect, and where they come from."""

from __future__ import annotations

from brickyard.commands import options
from brickyard.commands.options import Format
from brickyard.terminal import Screen


def settings(form: options.FormatOption = Format.TEXT) -> None:
    """Show the settings in effect, and where each comes from.

    Settings are lines such as: paper = "letter" in a file called brickyard.toml, in the current folder or in
    your own configuration folder. Options and manifests override them.

    For example: brickyard settings
    """
    from brickyard.settings import settings_answer

    found, screen = settings_answer(), Screen()
    if form is Format.JSON:
        screen.document(found)
        return
    for one in found.settings:
        # The path of a folder can't be wrapped.
        screen.line(f"{one.name:10} {one.value}  ({one.source})")
    screen.line()
    for place in found.places:
        screen.line(f"{'read' if place in found.files else 'not there'}: {place}")
