"""Changes to YAML that keep its comments: fields of a form become lines of the file."""

from __future__ import annotations

import datetime
import io
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brickyard.campaigns.campaign_answer import text_with_log
from brickyard.serving.workers import Made
from ldraw_tools.file_overlay import bytes_for
from ldraw_tools.findings import BrickyardError
from ldraw_tools.reading.encodings import Text
from validators.judged_files import JudgeSettings

if TYPE_CHECKING:
    from ruamel.yaml import YAML

    from brickyard.serving.answerer import Answerer

_MOST_CHARACTERS = 500_000
_MOST_VALUES = 20_000
_DEEPEST = 30
_WIDE = 4096
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")
_ITEM = re.compile(r"^[^\S\n]*[^\s#-][^\n]*:[^\S\n]*\n(?:[^\S\n]*#[^\n]*\n)*(\s*)- ", re.MULTILINE)


def edit(answerer: Answerer, arguments: Mapping[str, Any]) -> Made:
    """The file with changes: its bytes for the server, the verdict for the page."""
    from brickyard.serving.tag_answers import judgement

    path = Path(arguments["path"])
    text = text_of(path) if "text" not in arguments else str(arguments["text"])
    if "edits" in arguments:
        text = edited(text, arguments["edits"])
    if "log" in arguments:
        settings = JudgeSettings(workspace=answerer.workspace)
        text = text_with_log(path, text, arguments["log"], arguments["unfinished"], settings)
    data = text.encode()
    answerer.put(path, data)
    return Made(value=judgement(answerer, path), more=data)


def text_of(path: Path) -> str:
    """The text of a draft, or of the file on disk."""

    try:
        data = bytes_for(path)
        data = path.read_bytes() if data is None else data
    except OSError as error:
        raise BrickyardError(f"{path.name}: {error.strerror or error}") from error
    # Old Windows encodings are understood, too: no letter may be lost when the text is saved.
    return Text.decode(data).content


def edited(text: str, edits: Sequence[Mapping[str, Any]]) -> str:
    """The text with each change made in turn; everything else stays as it is written."""
    from ruamel.yaml.comments import CommentedMap
    from ruamel.yaml.error import YAMLError

    yaml = _yaml(text)
    try:
        root = yaml.load(text)
        if root is None:
            root = CommentedMap()
        for one in edits:
            _apply(root, one)
        written = io.StringIO()
        yaml.dump(root, written)
    except YAMLError as error:
        where = getattr(error, "problem_mark", None)
        line = f"line {where.line + 1}: " if where else ""
        raise BrickyardError(f"{line}the text can't be read as YAML; correct it as text first") from error
    return written.getvalue()


def plain_value(text: str) -> Any:
    """The YAML as JSON has it; None where it can't be read."""
    from ruamel.yaml.error import YAMLError

    if len(text) > _MOST_CHARACTERS:
        return None
    try:
        left = [_MOST_VALUES]
        return _plain(_yaml(text).load(text), left, 0)
    except (YAMLError, ValueError, RecursionError, TypeError, AttributeError, OverflowError):
        return None


def _plain(value: Any, left: list[int], depth: int) -> Any:
    left[0] -= 1
    if left[0] < 0 or depth > _DEEPEST:
        raise ValueError("there is too much of it")
    if isinstance(value, Mapping):
        return {str(key): _plain(one, left, depth + 1) for key, one in value.items()}
    if isinstance(value, list | tuple | set):
        return [_plain(one, left, depth + 1) for one in value]
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        number = float(value)
        return number if number == number and abs(number) < 1e300 else str(value)
    if isinstance(value, datetime.date | datetime.datetime):
        return value.isoformat()
    return str(value)


def _yaml(text: str) -> YAML:
    from ruamel.yaml import YAML

    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = _WIDE
    # With the indents of the file.
    found = _ITEM.search(text)
    offset = len(found[1].rpartition("\n")[2]) if found else 2
    offset = offset if offset in (0, 2, 4) else 2
    yaml.indent(mapping=2, sequence=offset + 2, offset=offset)
    return yaml


def _apply(root: Any, change: Mapping[str, Any]) -> None:
    at = list(change.get("at") or ())
    if "add" in change:
        _add(_reach(root, at, make_list=True), change["add"], change.get("before"))
        return
    if not at:
        raise BrickyardError("a change needs at, the place of what it changes")
    around = _reach(root, at[:-1], make_map=True)
    last = _key_in(around, at[-1])
    if change.get("remove"):
        _check_there(around, last)
        del around[last]
    elif "move" in change:
        _check_there(around, last)
        _move(around, last, change["move"])
    elif "set" in change:
        _set(around, last, change["set"])
    else:
        raise BrickyardError("a change needs set, add, remove or move")


def _reach(root: Any, at: Sequence[Any], *, make_list: bool = False, make_map: bool = False) -> Any:
    """What is at a place; only the last key may be missing, and is made."""
    from ruamel.yaml.comments import CommentedMap, CommentedSeq

    value = root
    for place, asked in enumerate(at):
        key, is_last = _key_in(value, asked), place == len(at) - 1
        if isinstance(value, dict) and value.get(key) is None and is_last and (make_list or make_map):
            value[key] = CommentedSeq() if make_list else CommentedMap()
        _check_there(value, key)
        value = value[key]
    return value


def _key_in(value: Any, key: Any) -> Any:
    """JSON has only text as keys, a file may have numbers; a new key of digits becomes a number."""
    is_number = isinstance(value, dict) and key not in value and isinstance(key, str)
    return int(key) if is_number and _NUMBER.fullmatch(key) else key


def _check_there(value: Any, key: Any) -> None:
    is_place = isinstance(key, int) and not isinstance(key, bool)
    if isinstance(value, list) and is_place and 0 <= key < len(value):
        return
    if isinstance(value, dict) and isinstance(key, str | int) and key in value:
        return
    raise BrickyardError(f"there is nothing at {str(key)[:60]}; look at the file again")


def _set(around: Any, key: Any, value: Any) -> None:
    if isinstance(around, dict) and isinstance(key, str | int):
        around[key] = _made(value, _is_flow(around))
        return
    _check_there(around, key)
    around[key] = _made(value, _is_flow(around))


def _add(around: Any, value: Any, before: Any) -> None:
    if not isinstance(around, list):
        raise BrickyardError("only a list can be added to")
    others = [one for one in around if isinstance(one, dict)]
    flow = _is_flow(others[-1]) if others else isinstance(value, dict) and len(str(value)) < 90
    place = before if isinstance(before, int) and 0 <= before <= len(around) else len(around)
    around.insert(place, _made(value, flow))


def _move(around: Any, place: Any, to: Any) -> None:
    if not isinstance(around, list) or not isinstance(to, int) or not 0 <= to < len(around):
        raise BrickyardError("only what is in a list can be moved, to a place in it")
    around.insert(to, around.pop(place))


def _is_flow(value: Any) -> bool:
    return bool(getattr(value, "fa", None) and value.fa.flow_style())


def _made(value: Any, flow: bool) -> Any:
    from ruamel.yaml.comments import CommentedMap, CommentedSeq

    if isinstance(value, Mapping):
        made: Any = CommentedMap((_key_in({}, str(key)), _made(one, flow)) for key, one in value.items())
    elif isinstance(value, list | tuple):
        made = CommentedSeq(_made(one, flow) for one in value)
    else:
        return json.loads(json.dumps(value))
    if flow:
        made.fa.set_flow_style()
    return made
