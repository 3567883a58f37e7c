"""What pages may send, checked before it is used."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from starlette.requests import Request

from ldraw_tools.findings import BrickyardError

Name = Annotated[str, Field(min_length=1, max_length=1000)]
Word = Annotated[str, Field(max_length=300)]


class RequestBody(BaseModel):
    """Unknown keys are refused: a misspelt one would be lost."""

    model_config = ConfigDict(extra="forbid")


class FileBody(RequestBody):
    file: Name


class DraftBody(FileBody):
    """`draft` is the number that the page has seen."""

    draft: Annotated[int, Field(ge=0)] = 0


class TagTarget(RequestBody):
    """One of the three; a submodel with the `lines` that place it, from the outermost, is that copy alone."""

    submodel: Word | None = None
    lines: Annotated[list[Annotated[int, Field(ge=1)]], Field(min_length=1, max_length=100)] | None = None
    group: Word | None = None
    pieces: Annotated[list[Annotated[int, Field(ge=0)]], Field(min_length=1, max_length=5000)] | None = None

    @model_validator(mode="after")
    def _is_one(self) -> TagTarget:
        if sum(one is not None for one in (self.submodel, self.group, self.pieces)) != 1:
            raise ValueError("name a submodel, a group or pieces")
        if self.lines is not None and self.submodel is None:
            raise ValueError("name the submodel that these lines place")
        return self


class TagChange(RequestBody):
    """`tag` is a notation or a word such as rocket; `none` removes the tag."""

    target: TagTarget
    tag: Annotated[str, Field(min_length=1, max_length=200)]


class TagBody(DraftBody):
    """With `go-on` a new .mpd gets the tags, for an .io that can't take them."""

    go_on: Annotated[bool, Field(alias="go-on")] = False
    changes: Annotated[list[TagChange], Field(min_length=1, max_length=100)]


class TextBody(DraftBody):
    text: Annotated[str, Field(max_length=1_000_000)]


class EditChange(RequestBody):
    """At a place in the file: `set` a value, `add` to a list (`before` a number), `remove`, or `move` to."""

    at: Annotated[list[str | int], Field(max_length=20)] = Field(default_factory=list)
    set: Any = None
    add: Any = None
    before: int | None = None
    remove: bool = False
    move: int | None = None

    @model_validator(mode="after")
    def _is_one(self) -> EditChange:
        given = self.model_fields_set & {"set", "add", "move"}
        if len(given) + self.remove != 1:
            raise ValueError("write one of set, add, remove and move")
        return self


class EditBody(DraftBody):
    edits: Annotated[list[EditChange], Field(min_length=1, max_length=200)]


class AddGameBody(DraftBody):
    """`log` as the answer to `campaign` tells it; a game that isn't over is added only with `unfinished`."""

    log: Name
    unfinished: bool = False


class NewBody(RequestBody):
    """`extends` is for an edition; `empty` leaves out the units of the starter."""

    what: Literal["company", "fleet", "mech", "edition", "campaign"]
    name: Word = ""
    extends: Word = ""
    edition: Word = ""
    empty: bool = False


class SaveBody(DraftBody):
    """`version` is the one on disk as the page knows it; with `force` whatever is there is replaced."""

    version: Annotated[str, Field(max_length=64)] = ""
    force: bool = False
    to: Annotated[str | None, Field(alias="as", max_length=300)] = None


class KeepBody(FileBody):
    """The tags of `file` go into the draft of `manifest`."""

    manifest: Name


class TakeUpBody(RequestBody):
    """`id` as the yard tells it; with `discard` the work is thrown away."""

    id: Name
    discard: bool = False


class MakeBody(RequestBody):
    """`terrain` and `anyway` (forces that aren't legal, too) are for a battle, which is between two files."""

    what: Literal["sheets", "cards", "instructions", "site", "glb", "parts", "picture", "battle"]
    files: Annotated[list[Name], Field(min_length=1, max_length=200)]
    paper: Literal["a4", "letter"] = "a4"
    steps: bool = True
    name: Word = ""
    terrain: Annotated[str, Field(pattern=r"^[a-z-]{0,40}$")] = ""
    anyway: bool = False


class PlayBody(RequestBody):
    files: Annotated[list[Name], Field(min_length=1, max_length=6)]
    lan: bool = False


class StopBody(RequestBody):
    job: Annotated[str, Field(max_length=60)]


Asked = TypeVar("Asked", bound=BaseModel)


async def read_body(request: Request, kind: type[Asked]) -> Asked:
    """What came in, or a sentence that says what is wrong with it."""
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise BrickyardError("send JSON")
    try:
        return kind.model_validate_json(await request.body())
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = ".".join(map(str, first["loc"])) or "the body"
        raise BrickyardError(f"{place}: {first['msg']}") from error
