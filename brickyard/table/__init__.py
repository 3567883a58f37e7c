"""The page for game night: a folder that works from a disk, and a host that phones share a game with."""

from enum import StrEnum


class Language(StrEnum):
    """Languages of the table. It stands here because help names them."""

    ENGLISH = "en"
    GERMAN = "de"
