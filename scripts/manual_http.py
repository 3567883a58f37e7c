"""The manual's page about HTTP, made from the workbench's routes: `python -m scripts.manual_http`."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from brickyard.serving.app import ROUTES, ApiRoute
from brickyard.serving.making import ASKED, about, served_options
from brickyard.serving.server_state import EVENTS
from scripts.manual_reference import SCHEMAS, code, plain, table

PAGE = Path(__file__).parent.parent / "docs" / "api-http.md"
_KINDS = {
    "file": "a file of the yard",
    "side": "a file of the yard, or words",
    "edition": "an edition's id, or a file of the yard",
    "text": "text",
    "number": "a number",
    "flag": "1 or 0",
    "on-off": "1 or 0",
}
_INTRO = """\
# The workbench over HTTP

`brickyard serve` answers on this machine only. The workbench's pages use only the addresses below, and your
own program can use them, too: start `brickyard serve FOLDER --no-open`, read the first line that it prints,
`http://127.0.0.1:PORT/?token=TOKEN`, and send the token as the header `X-Brickyard-Token` with every request.
A browser gets it as a cookie when it opens that address.

This page is made from the routes by `python -m scripts.manual_http`, and a test checks that it is up to date.

- A file is called by its name in the yard: `frames/chub.mpd`, `dropped/mech.io`. `company.yaml:Brutus` is a
  unit, `mech.io#Mech` a submodel, as on the command line.
- `version` is a digest of what is on disk. `draft` is a number that grows with every unsaved change; 0 means
  that there is none.
- An error is `{"error": "a sentence"}` with the status 400 (something is wrong with the question), 403
  (token, host or origin), 404 (no such file), 409 (changed meanwhile), 413 (too large), 429 (too much at
  once), 500 (our bug), 503 (stopped) or 507 (no room on the disk).
- Drafts are judged exactly as saved files would be.
"""
_COMMANDS = """\
## Commands

`GET /api/COMMAND` answers with the document that the command prints with `--format json`, byte for byte. The
files or words that the command is about are given as `path` (or `file`, `side`, `what`, `code`, `id`); repeat
it for several.
"""
_EVENTS = """\
## Events

`GET /api/events` is a stream of server-sent events. Each has a number. A request with
`Last-Event-ID` gets the events that it missed; a page that takes over from another does so with `since`.
"""


def http_page() -> str:
    return "\n".join(_parts()) + "\n"


def _parts() -> Iterator[str]:
    yield _INTRO
    yield _COMMANDS
    yield table(
        ("address", "answers", "about", "options"),
        list(map(_asked, ASKED)),
    )
    yield "## Everything else\n"
    for route in ROUTES:
        yield from _route(route)
    yield _EVENTS
    rows = [(code(name), code(keys) if keys else "", plain(when)) for name, (keys, when) in EVENTS.items()]
    yield table(("event", "keys", "when"), rows)


def _asked(name: str) -> tuple[str, str, str, str]:
    has_schema = (SCHEMAS / f"{name}.json").is_file()
    answers = f"[{name}.json](schema/{name}.json)" if has_schema else "JSON"
    options = [one for one in served_options(name) if not one.is_argument]
    places = [one for one in served_options(name) if one.is_argument]
    place = " and ".join(one.option for one in places)
    if len(places) == 1:
        place = _KINDS[places[0].kind] + (", any number" if places[0].is_many else "")
        place = place if places[0].is_needed else f"nothing, or {place}"
    listed = ", ".join(f"{code(one.option)} ({_KINDS[one.kind]})" for one in options)
    return code(f"/api/{name}"), f"{answers}: {plain(about(name))}", plain(place or "nothing"), listed


def _route(route: ApiRoute) -> Iterator[str]:
    yield f"### {route.method} /api/{route.name}\n"
    yield f"{plain(route.about)}\n"
    body = _body(route)
    if body is None and route.takes:
        yield f"Takes: {route.takes}.\n"
    if body is not None:
        schema = body.model_json_schema()
        if said := " ".join((body.__doc__ or "").split()):
            yield f"{said}\n"
        rows = [
            (
                code(key),
                plain(_type(told, schema)),
                "" if key in schema.get("required", ()) else "may be left out",
            )
            for key, told in schema.get("properties", {}).items()
        ]
        yield table(("key", "type", ""), rows)
    yield f"Answers: {route.gives}.\n"


def _body(route: ApiRoute) -> Any:
    """The class of what comes in, wherever the route's module has it."""
    module = import_module(f"brickyard.serving.{route.where.partition('.')[0]}")
    return (
        getattr(module, route.takes, None)
        if route.takes.isidentifier() and route.takes[0].isupper()
        else None
    )


def _type(told: dict[str, Any], schema: dict[str, Any]) -> str:
    if "$ref" in told:
        inner = schema["$defs"][str(told["$ref"]).rpartition("/")[2]]
        return f"{{{', '.join(inner.get('properties', {}))}}}"
    if "enum" in told:
        return " or ".join(map(str, told["enum"]))
    if "anyOf" in told:
        return " or ".join(_type(one, schema) for one in told["anyOf"] if one.get("type") != "null")
    if told.get("type") == "array":
        return f"list of {_type(told.get('items', {}), schema)}"
    return str(told.get("type", "any value"))


if __name__ == "__main__":
    PAGE.write_text(http_page(), encoding="utf-8")
