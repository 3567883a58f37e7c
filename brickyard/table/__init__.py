"""The page for game night: a folder that works from a disk, and a host that phones share a game with."""

from catalog.languages import Language as Language

CURVE_STYLE = "curve.css"
