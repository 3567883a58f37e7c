"""PyYAML's errors in plain words, for people who have never heard of tokens."""

from __future__ import annotations

import re
from dataclasses import dataclass

_QUOTE_IT = "Put the text in quotes."
# Most often it is a Windows path, so the message says at once how to write a path.
_BACKSLASH = (
    "Write a path with / and from this file's folder, such as ../frames/mech.io;"
    " other text with \\ goes in single quotes."
)


@dataclass(frozen=True, slots=True)
class Trouble:
    """Reported where the parser stopped, or where the thing that it was reading began."""

    message: str
    way_out: str = _QUOTE_IT
    where_it_began: bool = True


# By what was being read; the parser's own message adds nothing here.
_WHILE_SCANNING = {
    "a quoted scalar": Trouble(
        "the quote that begins here is never closed",
        "Close it; inside single quotes a quote is written twice.",
    ),
    "an alias": Trouble("a name that begins with * must be in quotes"),
    "an anchor": Trouble("a name that begins with & must be in quotes"),
    "a tag": Trouble("a name that begins with ! must be in quotes"),
    "a directive": Trouble("a line that begins with % is an instruction to the parser"),
    "a block scalar": Trouble("text after | or > must be on lines of its own", "Begin a new line."),
}
_COMPLAINTS = {
    "mapping values are not allowed": Trouble(
        "“: ” inside a value",
        "Put the text in quotes, or give the line above its colon.",
        where_it_began=False,
    ),
    "sequence entries are not allowed": Trouble(
        "a list can't begin here", "Put each - on a line of its own under the key.", where_it_began=False
    ),
    "mapping keys are not allowed": Trouble("“? ” is not allowed here", where_it_began=False),
    "could not find expected ':'": Trouble("this is neither key: value nor part of one", "Write key: value."),
    "expected <block end>": Trouble(
        "this doesn't line up with the lines above",
        "Indent lines that belong together by the same amount.",
        where_it_began=False,
    ),
    "but got '?'": Trouble("“?” has a meaning of its own between brackets", where_it_began=False),
    "expected ',' or ']'": Trouble(
        "the [ of line {line} is not closed before this",
        "Write a comma before this, or close it with ].",
        where_it_began=False,
    ),
    "expected ',' or '}'": Trouble(
        "the {{ of line {line} is not closed before this",
        "Write a comma before the next key, or close it with }}; text that holds “: ” goes in quotes.",
        where_it_began=False,
    ),
    "unknown escape character": Trouble(
        "“\\” before this letter has no meaning in double quotes", _BACKSLASH, where_it_began=False
    ),
    "escape sequence": Trouble(
        "“\\” and what follows it are not a character in double quotes",
        _BACKSLASH,
        where_it_began=False,
    ),
    "undefined tag handle": Trouble("a name that begins with ! must be in quotes", where_it_began=False),
    "that cannot start any token": Trouble("“{letter}” can't begin a value", where_it_began=False),
    "expected the node content": Trouble(
        "a value or a closing bracket is missing here",
        "Write it, or delete the sign.",
        where_it_began=False,
    ),
    "<document start>": Trouble(
        "this is neither a key nor part of the lines above", "Write key: value.", where_it_began=False
    ),
}
_OTHER = Trouble(
    "this is not valid YAML: {problem}", "Look for a missing quote, bracket or space near here.", False
)
_LETTER = re.compile(r"found character '(.)' that")


def trouble_of(context: str, problem: str) -> Trouble:
    known = _WHILE_SCANNING.get(context.removeprefix("while scanning "))
    return known or next((one for words, one in _COMPLAINTS.items() if words in problem), _OTHER)


def said_plainly(trouble: Trouble, problem: str, line: int) -> dict[str, str]:
    """The message and the fix; `line` is where the thing that was being read began."""
    letter = _LETTER.search(problem)
    values = {"line": line, "problem": problem, "letter": letter[1] if letter else ""}
    return {"message": trouble.message.format(**values), "way_out": trouble.way_out.format(**values)}
