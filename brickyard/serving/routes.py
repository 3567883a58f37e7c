"""Every address below /api that is not a command: who answers it, and what it takes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from brickyard.serving.looking import answered

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from brickyard.serving.bench import Bench

__all__ = ["ROUTES", "ApiRoute", "Handler", "answered"]

Handler = Callable[["Bench", "Request"], Awaitable["Response"]]


@dataclass(frozen=True, slots=True)
class ApiRoute:
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
    ApiRoute("GET", "scene", "looking.scene", "The 3D view of a model and its pieces.", "file, have"),
    ApiRoute(
        "GET", "picture", "looking.picture", "A still of a model or unit.", "file, width", "WebP or 204"
    ),
    ApiRoute("GET", "text", "editing.get_text", "A file as text.", "file", _DRAFT),
    ApiRoute("GET", "touching", "editing.touching", "All pieces connected to one.", "file, piece, steps"),
    ApiRoute("POST", "tag", "editing.tag", "Tag submodels, groups or pieces.", "TagBody", _DRAFT),
    ApiRoute("POST", "text", "editing.post_text", "Replace the text of a file.", "TextBody", _DRAFT),
    ApiRoute("POST", "edit", "editing.edit", "Change fields of a list or an edition.", "EditBody", _DRAFT),
    ApiRoute("POST", "undo", "editing.undo", "Undo the last change.", "DraftBody", _DRAFT),
    ApiRoute("POST", "redo", "editing.redo", "Redo what was undone.", "DraftBody", _DRAFT),
    ApiRoute("POST", "discard", "editing.discard", "Throw the draft away.", "FileBody"),
    ApiRoute("POST", "save", "saving.save", "Write the draft to its file, or to another.", "SaveBody"),
    ApiRoute("POST", "restore", "saving.restore", "Put lost tags back.", "FileBody", _DRAFT),
    ApiRoute("POST", "keep-in-list", "saving.keep_in_list", "Keep lost tags in a list.", "KeepBody", _DRAFT),
    ApiRoute("GET", "download", "saving.download", "The file as it is now.", "file, as", "the file"),
    ApiRoute("GET", "bundle", "saving.bundle", "A list with its models.", "file", "a .zip"),
    ApiRoute("POST", "drop", "dropping.drop", "Add files, folders and archives.", "a form with files"),
    ApiRoute("POST", "forget", "dropping.forget", "Take out what was dropped.", "FileBody"),
    ApiRoute("POST", "make", "job_answers.make", "Start to make something that takes long.", "MakeBody"),
    ApiRoute("GET", "made", "job_answers.made", "What was made.", "job", "the file"),
    ApiRoute("POST", "stop", "job_answers.stop", "Stop a job, or an answer that takes long.", "StopBody"),
    ApiRoute("POST", "play", "playing.play", "Start the table for game night.", "PlayBody"),
    ApiRoute("POST", "new", "editing.new", "Begin a new file, as a draft.", "NewBody", _DRAFT),
    ApiRoute(
        "POST",
        "buy",
        "form_requests.buy",
        "The parts to buy without what is owned, as JSON or for a shop.",
        "BuyBody",
    ),
    ApiRoute(
        "GET",
        "part-picture",
        "form_requests.part_picture",
        "A picture of a part.",
        "part, colour",
        "WebP or 204",
    ),
    ApiRoute("GET", "words", "form_requests.words", "What a group's own edition may demand, by game."),
)
