"""The application: every address, who answers it, and what is refused."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import html
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from brickyard.pictures.lettering import OTHER, PAINTS
from brickyard.serving.looking import answered
from brickyard.serving.making import ASKED, question
from brickyard.serving.request_guard import Refusal, RequestGuard
from brickyard.serving.server_state import LANGUAGE, ServerState, in_its_language
from brickyard.serving.unsaved import StaleError
from brickyard.serving.worker_pool import CrowdedError
from brickyard.serving.workers import StoppedError
from brickyard.serving.yard import NotInYardError
from brickyard.web import viewer_script
from catalog.languages import Language
from ldraw_tools.findings import BrickyardError, printable

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from brickyard.serving.server_state import ServerState


_HERE = Path(__file__).parent.parent
_FOLDERS = {
    "workbench/": _HERE / "workbench",
    "vendor/": _HERE / "data" / "vendor",
    "web/": _HERE / "web" / "static",
    "": _HERE / "web" / "static",
}
# As the site calls them.
_FONTS = {
    "fonts/regular.woff2": "BrickyardSans-Regular.woff2",
    "fonts/bold.woff2": "BrickyardSans-Bold.woff2",
    "fonts/condensed.woff2": "BrickyardSansCondensed-SemiBold.woff2",
}
_KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}
_NAME = re.compile(r"(?:[A-Za-z0-9_-][A-Za-z0-9._-]*/)*[A-Za-z0-9_-][A-Za-z0-9._-]*")


class StaticFile(NamedTuple):
    data: bytes
    kind: str


def static_file(name: str) -> StaticFile | None:
    """A file by its name below /static/; None if we don't have it."""
    if not _NAME.fullmatch(name) or ".." in name:
        return None
    kind = _KINDS.get(Path(name).suffix.lower())
    if name == "3d.js":
        return StaticFile(viewer_script(), _KINDS[".js"])
    if name.startswith("manual/"):
        data = _manual().get(name.removeprefix("manual/"))
        return StaticFile(data, kind or "text/html; charset=utf-8") if data is not None else None
    if kind is None:
        return None
    path = _place(name)
    try:
        return StaticFile(path.read_bytes(), kind) if path is not None and path.is_file() else None
    except OSError:
        return None


@cache
def _manual() -> dict[str, bytes]:
    from brickyard.manual_pages import manual_files

    return manual_files()


def _place(name: str) -> Path | None:
    for prefix in ("", "web/", "workbench/"):
        if name.removeprefix(prefix) in _FONTS:
            return _HERE / "data" / "fonts" / _FONTS[name.removeprefix(prefix)]
    for prefix, folder in _FOLDERS.items():
        if name.startswith(prefix):
            path = (folder / name[len(prefix) :]).resolve()
            return path if path.is_relative_to(folder.resolve()) else None
    return None


def page(token: str, language: str) -> str:
    """The one page of the workbench, with what only the server knows."""

    text = (_HERE / "workbench" / "index.html").read_text("utf-8")
    values = {"token": token, "language": language, "dice": json.dumps({**PAINTS, "": OTHER})}
    for name, value in values.items():
        text = text.replace(f"{{{{{name}}}}}", html.escape(value, quote=True))
    return text


def language_of(accepted: str) -> str:
    """The first language of the browser's that we have."""
    for one in accepted.lower().split(",")[:20]:
        name = one.partition(";")[0].strip().partition("-")[0]
        if name in list(Language):
            return name
    return Language.ENGLISH


__all__ = ["ROUTES", "ApiRoute", "Handler", "answered"]

Handler = Callable[["ServerState", "Request"], Awaitable["Response"]]


class ApiRoute(NamedTuple):
    """`where` is the function that answers, below brickyard.serving: imported when it is first asked.

    `takes` are the values of the query, or the name of the class of what comes in; `gives` is the answer.
    """

    method: str
    name: str
    where: str
    about: str
    takes: str = ""
    gives: str = "JSON"

    @property
    def handler(self) -> Handler:
        return _found(self.where)


@cache
def _found(where: str) -> Handler:
    module, _, function = where.partition(".")
    found: Handler = getattr(import_module(f"brickyard.serving.{module}"), function)
    return found


_DRAFT = "the draft: its number and verdict; for a model its tags and card, for YAML its text and value"
ROUTES: tuple[ApiRoute, ...] = (
    ApiRoute("GET", "yard", "looking.yard", "All files, the tags that were lost, and the jobs that run."),
    ApiRoute("GET", "events", "looking.events", "Events as they happen.", "since", "server-sent events"),
    ApiRoute("GET", "scene", "looking.scene", "The 3D view of a model and its pieces.", "file, have, all"),
    ApiRoute(
        "GET", "picture", "looking.picture", "A still of a model or unit.", "file, width", "WebP or 204"
    ),
    ApiRoute("GET", "pictures", "looking.pictures", "Stills that needn't be drawn.", "file, width"),
    ApiRoute("GET", "text", "saving.get_text", "A file as text.", "file", _DRAFT),
    ApiRoute("GET", "touching", "saving.touching", "All pieces connected to one.", "file, piece, steps"),
    ApiRoute("POST", "tag", "saving.tag", "Tag submodels, groups or pieces.", "TagBody", _DRAFT),
    ApiRoute("POST", "text", "saving.post_text", "Replace the text of a file.", "TextBody", _DRAFT),
    ApiRoute("POST", "edit", "saving.edit", "Change fields of a list or an edition.", "EditBody", _DRAFT),
    ApiRoute("POST", "add-game", "saving.add_game", "Add a game to a campaign.", "AddGameBody", _DRAFT),
    ApiRoute("POST", "undo", "saving.undo", "Undo the last change.", "DraftBody", _DRAFT),
    ApiRoute("POST", "redo", "saving.redo", "Redo what was undone.", "DraftBody", _DRAFT),
    ApiRoute("POST", "discard", "saving.discard", "Throw the draft away.", "FileBody"),
    ApiRoute("POST", "save", "saving.save", "Write the draft to its file, or to another.", "SaveBody"),
    ApiRoute("POST", "restore", "keeping.restore", "Put lost tags back.", "FileBody", _DRAFT),
    ApiRoute("POST", "keep-in-list", "keeping.keep_in_list", "Keep tags in a list.", "KeepBody", _DRAFT),
    ApiRoute("POST", "take-up", "keeping.take_up", "Go on with what was unsaved at an end.", "TakeUpBody"),
    ApiRoute("GET", "download", "saving.download", "The file as it is now.", "file, as", "the file"),
    ApiRoute("GET", "bundle", "saving.bundle", "A list with its models.", "file", "a .zip"),
    ApiRoute("POST", "drop", "dropping.drop", "Add files, folders and archives.", "a form with files"),
    ApiRoute("POST", "forget", "dropping.forget", "Take out what was dropped.", "FileBody"),
    ApiRoute("POST", "make", "job_answers.make", "Start to make something that takes long.", "MakeBody"),
    ApiRoute("GET", "made", "job_answers.made", "What was made.", "job", "the file"),
    ApiRoute("POST", "stop", "job_answers.stop", "Stop a job, or an answer that takes long.", "StopBody"),
    ApiRoute("POST", "play", "job_answers.play", "Start the table for game night.", "PlayBody"),
    ApiRoute("POST", "new", "saving.new", "Begin a new file, as a draft.", "NewBody", _DRAFT),
    ApiRoute(
        "POST",
        "buy",
        "looking.buy",
        "The parts to buy without what is owned, as JSON or for a shop.",
        "BuyBody",
    ),
    ApiRoute(
        "GET",
        "part-picture",
        "looking.part_picture",
        "A picture of a part.",
        "part, colour",
        "WebP or 204",
    ),
    ApiRoute("GET", "words", "looking.words", "What a group's own edition may demand, by game."),
)


PAGES = ("/", "/design", "/company", "/fight", "/buy", "/house", "/how")
_STATUS = {NotInYardError: 404, StaleError: 409, StoppedError: 503, CrowdedError: 429}


def make_app(server: ServerState, token: str, port: int, *, watches: bool = True) -> RequestGuard:
    """The whole application behind its gate; with `watches` workers warm up and the disk is watched."""

    async def shown(request: Request) -> Response:
        return _page(request, token)

    @contextlib.asynccontextmanager
    async def running(_app: Starlette) -> AsyncIterator[None]:
        if watches:
            from brickyard.serving.watching import Watcher

            server.run(server.pictures())
            server.run(server.workers.warm())
            server.run(Watcher(server).run())
            server.run(asyncio.to_thread(server.yard.clear_leftovers))
        try:
            yield
        finally:
            await asyncio.to_thread(server.stop)

    routes = [Route(address, shown, methods=["GET"]) for address in PAGES]
    routes.append(Route("/static/{name:path}", _static, methods=["GET"]))
    routes += [
        Route(f"/api/{one.name}", _answering(server, _late(one)), methods=[one.method]) for one in ROUTES
    ]
    routes += [
        Route(f"/api/{command}", _answering(server, _commanded(command)), methods=["GET"])
        for command in ASKED
    ]
    handlers: dict[Any, Any] = {404: _not_found(token), 405: _not_found(), 400: _wrong}
    handlers |= {Refusal: _refused, Exception: _broken}
    app = Starlette(routes=routes, lifespan=running, exception_handlers=handlers)
    return RequestGuard(app, token, port)


def _answering(server: ServerState, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        LANGUAGE.set(language_of(request.headers.get("accept-language", "")))
        try:
            return await handler(server, request)
        except BrickyardError as error:
            status = next((status for kind, status in _STATUS.items() if isinstance(error, kind)), 400)
            told = in_its_language(error.said)
            return JSONResponse({"error": server.place.shortened(printable(told))}, status)
        except OSError as error:
            # Most likely there is no room, on the disk or in the temporary folder.
            why = f"this can't be written: {error.strerror or error}; put that right, then try again"
            return JSONResponse({"error": printable(why)}, 507)

    return answer


def _late(route: ApiRoute) -> Handler:
    async def ask(server: ServerState, request: Request) -> Response:
        return await route.handler(server, request)

    return ask


def _commanded(command: str) -> Handler:
    async def ask(server: ServerState, request: Request) -> Response:
        values = request.query_params.multi_items()
        given = question(command, values, server.find)
        about = next((value for name, value in values if name in ("path", "file")), command)
        return answered(await server.ask("answer", {"command": command, "given": given}, about))

    return ask


async def _static(request: Request) -> Response:
    found = await asyncio.to_thread(static_file, request.path_params["name"])
    if found is None:
        return JSONResponse({"error": "There is nothing at this address."}, 404)
    tag = f'"{hashlib.sha256(found.data).hexdigest()[:20]}"'
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers={"etag": tag})
    return Response(found.data, media_type=found.kind, headers={"etag": tag})


def _page(request: Request, token: str, status: int = 200) -> Response:
    language = language_of(request.headers.get("accept-language", ""))
    return Response(page(token, language), status, media_type="text/html")


def _not_found(token: str = "") -> Callable[[Request, Exception], Awaitable[Response]]:
    """People get the page, which says so and shows what is there; programs a sentence."""

    async def answer(request: Request, error: Exception) -> Response:
        is_for_people = "text/html" in request.headers.get("accept", "")
        if token and is_for_people and not request.url.path.startswith("/api/"):
            return _page(request, token, 404)
        status = getattr(error, "status_code", 404)
        return JSONResponse({"error": "There is nothing at this address."}, status)

    return answer


async def _wrong(_request: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(getattr(error, "detail", "That can't be read."))}, 400)


async def _broken(_request: Request, _error: Exception) -> Response:
    """uvicorn prints where it happened."""
    return JSONResponse(
        {"error": "something broke in brickyard itself; the window that started it says what"}, 500
    )


async def _refused(_request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return JSONResponse({"error": error.why}, error.status)
