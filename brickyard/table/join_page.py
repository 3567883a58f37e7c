"""What the host's screen shows: a QR code with the game's address, and one for watching."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from io import BytesIO

from brickyard import __version__
from brickyard.table.table_files import POLICY


@lru_cache(maxsize=2)
def qr_svg(text: str) -> bytes:
    """Black on white with the margin that scanners need, whatever the page's colours are."""
    import segno

    written = BytesIO()
    segno.make(text, error="m", micro=False).save(
        written, kind="svg", border=4, dark="#000", light="#fff", xmldecl=False, omitsize=True
    )
    return written.getvalue()


_WORDS = {
    "en": {
        "join": "Join",
        "play": "Play",
        "watch": "Watch on a large screen",
        "code": "QR code of the game's address",
        "watch-code": "QR code to watch",
        "lan": "For phones on the same network as this computer. If a phone can't open it, it is on another "
        "network, or the network keeps guests apart: use a phone's hotspot.",
        "here": "For browsers on this computer only. Start it with --lan to play with phones.",
        "who": "Everybody with the first address can enter and undo. This computer saves the log after "
        "every event.",
    },
    "de": {
        "join": "Mitspielen:",
        "play": "Spielen",
        "watch": "Auf einem großen Bildschirm zuschauen",
        "code": "QR-Code mit der Adresse des Spiels",
        "watch-code": "QR-Code zum Zuschauen",
        "lan": "Für Telefone im selben Netz wie dieser Rechner. Wenn ein Telefon die Adresse nicht öffnen "
        "kann, ist es in einem anderen Netz, oder das Netz trennt seine Gäste: nehmt den Hotspot eines "
        "Telefons.",
        "here": "Nur für Browser auf diesem Rechner. Mit --lan gestartet, spielen Telefone mit.",
        "who": "Wer die erste Adresse hat, kann eintragen und zurücknehmen. Dieser Rechner speichert den "
        "Verlauf nach jedem Eintrag.",
    },
}


def wished_language(accepted: str) -> str:
    """The browser's first language that we have; else English."""
    wished = [one.strip()[:2].lower() for one in accepted[:500].split(",")]
    return next((one for one in wished if one in _WORDS), "en")


def join_page(called: str, play: str, watch: str, is_lan: bool, language: str = "en") -> str:
    """`play` and `watch` are the addresses with their tokens."""
    title, say = escape(called), {key: escape(words) for key, words in _WORDS[language].items()}
    return f"""<!doctype html>
<html lang="{language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="brickyard {__version__}">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<title>{say["join"]} {title}</title>
<link rel="icon" href="icon.svg">
<link rel="stylesheet" href="table.css">
<link rel="stylesheet" href="join.css">
</head><body class="join"><main>
<h1>{title}</h1>
<section><h2>{say["play"]}</h2><img src="qr.svg" alt="{say["code"]}" width="320" height="320">
<p><a href="{escape(play)}">{escape(play)}</a></p></section>
<section><h2>{say["watch"]}</h2>
<img class="small" src="qr.svg?of=watch" alt="{say["watch-code"]}" width="180" height="180">
<p><a href="{escape(watch)}">{escape(watch)}</a></p></section>
<p>{say["lan" if is_lan else "here"]}</p>
<p>{say["who"]}</p>
</main></body></html>
"""
