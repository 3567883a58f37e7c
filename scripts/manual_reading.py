"""Which keys a manifest may have: asked of the reader itself, by letting it read and listening."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from brickyard.commands.new import Starter
from brickyard.starters import STARTERS
from catalog.database.part_database import open_workspace
from catalog.yaml import located_values
from fleets.forces.campaign import read_campaign
from fleets.forces.manifest import read_manifest

# Places that the starters don't have: written once each, so that the reader asks for their keys too.
_MORE = {
    "company": "spares:\n  - {name: Spare, systems: 1B}\nsuppress:\n  - {code: SIZ003, reason: low}\n",
    "fleet": "spares:\n  - {name: Spare, class: frigate, systems: 1B}\n",
    "mech": "",
    "campaign": "",
}


def manifest_keys() -> dict[str, tuple[str, ...]]:
    """The keys of each thing in a manifest ("a company", "a frame", "a game"), in the reader's order."""
    found: dict[str, tuple[str, ...]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for kind, text in STARTERS.items():
            path = Path(folder, f"{kind}.yaml")
            path.write_text(_played(text) + _MORE[kind], "utf-8")
            heard: dict[str, tuple[str, ...]] = {}
            with _listening(heard):
                if kind == Starter.CAMPAIGN:
                    read_campaign(path)
                else:
                    read_manifest(path, open_workspace(None).assembly)
            for thing, keys in heard.items():
                if thing == f"a {kind}":
                    # The words for other kinds of files are read only to say that one file has one kind.
                    others = [other for other in STARTERS if other != kind]
                    found[thing] = (kind, *(key for key in keys if key not in (kind, *others)))
                else:
                    name = f"{thing} of a {kind}" if thing.removeprefix("a ") in STARTERS else thing
                    found[name] = tuple(dict.fromkeys((*found.get(name, ()), *keys)))
    return found


def _played(text: str) -> str:
    """With the game that a campaign's starter shows in its comments."""
    before, found, game = text.partition("games: []")
    return before + "games:" + game.replace("\n#  ", "\n  ") if found else text


@contextmanager
def _listening(heard: dict[str, tuple[str, ...]]) -> Iterator[None]:
    """Notes which keys are asked for while something is read; `what` says of which thing they are."""
    asked = located_values.Entries.entries

    def listen(
        self: located_values.Entries, *keys: str, what: str = "", **more: Any
    ) -> located_values.Entries:
        if keys and what.startswith("key of "):
            thing = what.removeprefix("key of ")
            heard[thing] = tuple(dict.fromkeys((*heard.get(thing, ()), *keys)))
        said: Mapping[str, Any] = {"what": what, **more} if what else more
        return asked(self, *keys, **said)

    with mock.patch.object(located_values.Entries, "entries", listen):
        yield
