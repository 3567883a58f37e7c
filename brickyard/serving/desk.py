"""The worker's side: a workspace that stays open, and the questions that it answers."""

from __future__ import annotations

import gc
import io
import json
import os
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import cache
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

import brickyard
from brickyard.answers import NAMES
from brickyard.serving.served_options import with_defaults
from brickyard.serving.workers import Changes, Made, Telling, WorkPlace
from ldraw_tools.findings import BrickyardError, RefusedError, printable
from ldraw_tools.json_values import json_text
from ldraw_tools.stand_in_bytes import bytes_for, stand_in

if TYPE_CHECKING:
    from ldraw_tools.workspace import Workspace

Question = Callable[["Desk", Mapping[str, Any]], Made]
# Where each question is answered, below brickyard.serving.
QUESTIONS = {
    "warm": "desk.warm",
    "answer": "desk.answer_command",
    "command": "desk.command",
    "buy": "form_answers.buy",
    "part-picture": "form_answers.part_picture",
    "words": "form_answers.words",
    "scene": "scene_answers.scene",
    "picture": "scene_answers.picture",
    "judged": "tag_answers.judged",
    "retag": "tag_answers.retag",
    "lost": "lost_tags.lost",
    "restore": "lost_tags.restore",
    "touching": "tag_answers.touching",
    "converted": "bundles.converted",
    "bundle": "bundles.bundle",
    "make": "making.make",
    "edit": "manifest_edits.edit",
}


class Desk:
    """Holds the workspace of one worker process."""

    def __init__(self, place: WorkPlace, tell: Telling) -> None:
        from brickyard.settings import apply_settings, settings_files, settings_in_force
        from catalog.database.part_database import share_workspace, shipped_parts
        from ldraw_tools.names import FENCED, SHOWN_AS
        from ldraw_tools.workspace import Workspace

        files = settings_files()
        self.defaults = apply_settings(settings_in_force(files)) if files else {}
        self.place, self.tell = place, tell
        self.workspace: Workspace = Workspace(place.library, shipped_parts())
        share_workspace(self.workspace)
        SHOWN_AS.update(place.shown_as)
        FENCED.extend(place.fenced)
        if place.empty is not None:
            os.chdir(place.empty)

    def answer(self, question: str, arguments: dict[str, Any], changes: Changes) -> Made:
        """The answer, or a sentence that says why there is none."""
        try:
            self._take(changes)
            return _answers(question)(self, arguments)
        except RefusedError as error:
            return self.refused(error, 413)
        except BrickyardError as error:
            return self.refused(error, 400)
        except OSError as error:
            return self.refused(f"{error.filename or 'the system'}: {error.strerror or error}", 400)
        except MemoryError:
            return self.refused("this takes more memory than there is", 413)
        except Exception:
            traceback.print_exc()
            return self.refused("something broke in brickyard itself; the terminal says what", 500)

    def ask(self, command: str, given: Mapping[str, Any]) -> Any:
        """What the command's answer says, with unsaved changes."""
        answer = getattr(brickyard, NAMES.get(command, command.replace("-", "_")))
        asked = with_defaults(command, given, self.defaults)
        if "workspace" in signature(answer).parameters:
            asked["workspace"] = self.workspace
        return answer(**asked)

    def run(self, arguments: Sequence[str]) -> str:
        """What the command line prints; what it refuses is an exception."""
        text, told = self.attempt(arguments)
        if not text:
            raise BrickyardError(told or "the command gave no answer")
        return self.place.shortened(text)

    def attempt(self, arguments: Sequence[str]) -> tuple[str, str]:
        """What the command line prints, and the first line of what it says on stderr."""
        said, told = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
        with redirect_stdout(said), redirect_stderr(told), suppress(SystemExit):
            _app(arguments[0], tuple(self.defaults.items()))(list(arguments))
        said.flush()
        assert isinstance(said.buffer, io.BytesIO)
        return said.buffer.getvalue().decode(), _first_line(told.getvalue())

    def refused(self, why: object, status: int) -> Made:
        said = printable(" ".join(str(why).splitlines()))
        return Made(json.dumps({"error": self.place.shortened(said)}).encode(), status=status)

    def forget(self, path: Path) -> None:
        """The file has changed: forget it, and all that was computed from it."""
        self.workspace.forget_with_users(path)

    def _take(self, changes: Changes) -> None:
        for path, data in changes.items():
            if data is None or bytes_for(path) != data:
                stand_in(path, data)
                self.forget(path)


def open_desk(place: WorkPlace, tell: Telling) -> Callable[[str, dict[str, Any], Changes], Made]:
    return Desk(place, tell).answer


def warm(desk: Desk, _arguments: Mapping[str, Any]) -> Made:
    """Import what the first answers need."""
    for name in ("check", "card", "tags"):
        _app(name, tuple(desk.defaults.items()))
    for module in (
        "brickyard.answers.on_shows",
        "brickyard.facts.judged_designs",
        "validators.judged_files",
    ):
        import_module(module)
    # All of this stays: the garbage collector needn't look at it.
    gc.collect()
    gc.freeze()
    return Made(b"{}")


def command(desk: Desk, arguments: Mapping[str, Any]) -> Made:
    """The document that a command prints with `--format json`."""
    return Made(desk.run(arguments["line"]).encode())


def answer_command(desk: Desk, arguments: Mapping[str, Any]) -> Made:
    """The document that a command prints with `--format json`."""
    return Made(desk.place.shortened(json_text(desk.ask(arguments["command"], arguments["given"]))).encode())


@cache
def _answers(question: str) -> Question:
    module, _, function = QUESTIONS[question].partition(".")
    found: Question = getattr(import_module(f"brickyard.serving.{module}"), function)
    return found


@cache
def _app(command: str, defaults: tuple[tuple[str, str], ...]) -> Callable[[list[str]], object]:
    """Its options are read once: reading them takes as long as some answers."""
    from typer.main import get_command

    from brickyard.cli import make_app

    return get_command(make_app([command], dict(defaults)))


def _first_line(told: str) -> str:
    """The command without what it needs only on a terminal."""
    lines = [line.strip() for line in told.splitlines() if line.strip()]
    wrong = [line for line in lines if line.startswith(("brickyard:", "Error:"))]
    first = (wrong or lines or [""])[0]
    return first.removeprefix("brickyard:").removeprefix("Error:").strip()
