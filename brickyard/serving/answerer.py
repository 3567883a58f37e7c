"""The worker's side: a workspace that stays open, and the questions that it answers."""

from __future__ import annotations

import gc
import json
import traceback
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any

import brickyard
from brickyard.answers import NAMES, document_of
from brickyard.serving.making import with_defaults
from brickyard.serving.workers import NEEDED, Changes, Made, Telling, WorkPlace
from brickyard.settings import apply_settings, settings_files, settings_in_force
from catalog.languages import Language, language_named, texts_in
from ldraw_tools.file_overlay import Overlay, bytes_for, seen_through
from ldraw_tools.findings import BrickyardError, RefusedError, printable
from ldraw_tools.json_values import to_plain
from ldraw_tools.phrases import Texts, in_language, say

Question = Callable[["Answerer", Mapping[str, Any]], Made]
BROKE = "something broke in brickyard itself; the window that started it says what"
# Where each question is answered, below brickyard.serving.
QUESTIONS = {
    "warm": "answerer.warm",
    "answer": "answerer.answer_command",
    "starter": "answerer.starter",
    "buy": "job_answers.buy",
    "part-picture": "job_answers.part_picture",
    "words": "job_answers.words",
    "scene": "scene_answers.scene",
    "picture": "still_answers.picture",
    "judged": "tag_answers.judged",
    "retag": "tag_answers.retag",
    "lost": "tag_answers.lost",
    "restore": "tag_answers.restore",
    "touching": "tag_answers.touching",
    "converted": "job_answers.converted",
    "bundle": "job_answers.bundle",
    "make": "making.make",
    "edit": "manifest_edits.edit",
}


class Answerer:
    """Holds the workspace of one worker process."""

    def __init__(self, place: WorkPlace, tell: Telling) -> None:
        from catalog.database.part_database import open_workspace

        files = settings_files()
        self.defaults = apply_settings(settings_in_force(files)) if files else {}
        self.place, self.tell = place, tell
        self.workspace = open_workspace(place.library)
        # Of the page that asks.
        self.texts: Texts = {}
        self.files = Overlay(folders=place.shown_as, fences=place.fenced)

    def answer(self, question: str, arguments: dict[str, Any], changes: Changes) -> Made:
        """The answer, or a sentence that says why there is none."""
        try:
            self.texts = texts_in(language_named(arguments.get("language") or Language.ENGLISH))
            with seen_through(self.files):
                self._take(changes)
                return _answers(question)(self, arguments)
        except RefusedError as error:
            return self.refused(error.said, 413)
        except BrickyardError as error:
            return self.refused(error.said, 400)
        except OSError as error:
            return self.refused(f"{error.filename or 'the system'}: {error.strerror or error}", 400)
        except MemoryError:
            return self.refused(say("this takes more memory than there is"), 413)
        except Exception:
            traceback.print_exc()
            return self.refused(say(BROKE), 500)

    def ask(self, command: str, given: Mapping[str, Any]) -> Any:
        """What the command's answer says, with unsaved changes."""
        answer = getattr(brickyard, NAMES.get(command, command.replace("-", "_")))
        asked = with_defaults(command, given, self.defaults)
        if "workspace" in signature(answer).parameters:
            asked["workspace"] = self.workspace
        return answer(**asked)

    def refused(self, why: str, status: int) -> Made:
        return Made(json.dumps({"error": self.told(why)}).encode(), status=status)

    def told(self, why: str) -> str:
        """A sentence for the page that asks: in its language, a line, files by their shown names."""
        return self.place.shortened(printable(" ".join(in_language(why, self.texts).splitlines())))

    def put(self, path: Path, data: bytes | None) -> None:
        """The file has changed, on disk or as a draft: all that was computed from it is forgotten."""
        self.files.draft(path, data)
        self.workspace.forget_with_users(path)

    def _take(self, changes: Changes) -> None:
        for path, data in changes.items():
            if data is None or bytes_for(path) != data:
                self.put(path, data)


def open_answerer(place: WorkPlace, tell: Telling) -> Callable[[str, dict[str, Any], Changes], Made]:
    return Answerer(place, tell).answer


def warm(_answerer: Answerer, _arguments: Mapping[str, Any]) -> Made:
    """Import what the first answers need."""
    for module in NEEDED:
        import_module(module)
    # All of this stays: the garbage collector needn't look at it.
    gc.collect()
    gc.freeze()
    return Made(b"{}")


def answer_command(answerer: Answerer, arguments: Mapping[str, Any]) -> Made:
    """The document that a command prints with `--format json`, on one line."""
    found = document_of(answerer.ask(arguments["command"], arguments["given"]))
    return Made(json.dumps(to_plain(found, answerer.texts)).encode())


def starter(_answerer: Answerer, arguments: Mapping[str, Any]) -> Made:
    """The text of a list or an edition to start from."""
    from brickyard import starters

    return Made(more=starters.starter(arguments["kind"], arguments["extends"]))


@cache
def _answers(question: str) -> Question:
    module, _, function = QUESTIONS[question].partition(".")
    found: Question = getattr(import_module(f"brickyard.serving.{module}"), function)
    return found
