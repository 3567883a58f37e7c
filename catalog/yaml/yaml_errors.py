"""What PyYAML's complaints mean for somebody who has never heard of tokens."""

from __future__ import annotations

import re

from ldraw_tools.records import record

_QUOTE_IT = "Put the text in quotes."
# Most often it is a path of Windows: said once, with what would be wrong next.
_BACKSLASH = (
    "Write a path with / and as seen from this file's folder, such as ../frames/mech.io;"
    " other text with \\ goes in single quotes."
)


@record
class Trouble:
    """Best mended where the parser stopped, or else where the thing it was reading began."""

    message: str
    way_out: str = _QUOTE_IT
    where_it_began: bool = True


# By what was being read; here the parser's own complaint adds nothing.
_WHILE_SCANNING = {
    "a quoted scalar": Trouble(
        "the quote that begins here is never closed",
        "Close it; inside single quotes a quote is written twice.",
    ),
    "an alias": Trouble("a name that begins with * must be in quotes"),
    "an anchor": Trouble("a name that begins with & must be in quotes"),
    "a tag": Trouble("a name that begins with ! must be in quotes"),
    "a directive": Trouble("a line that begins with % is an order to the reader"),
    "a block scalar": Trouble("text after | or > must stand on lines of its own", "Begin a new line."),
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
    "mapping keys are not allowed": Trouble("“? ” can't stand here", where_it_began=False),
    "could not find expected ':'": Trouble("this is neither key: value nor part of one", "Write key: value."),
    "expected <block end>": Trouble(
        "this doesn't line up with the lines above",
        "Indent alike what belongs together.",
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
        "“\\” and what follows it in double quotes is no character",
        _BACKSLASH,
        where_it_began=False,
    ),
    "undefined tag handle": Trouble("a name that begins with ! must be in quotes", where_it_began=False),
    "that cannot start any token": Trouble("“{letter}” can't begin a value", where_it_began=False),
    "expected the node content": Trouble(
        "a value or a closing bracket is missing here",
        "Write it, or take the sign away.",
        where_it_began=False,
    ),
    "<document start>": Trouble(
        "this is neither a key nor part of what stands above", "Write key: value.", where_it_began=False
    ),
}
_OTHER = Trouble("this is no YAML: {problem}", "Look for a missing quote, bracket or space near here.", False)
_LETTER = re.compile(r"found character '(.)' that")


def trouble_of(context: str, problem: str) -> Trouble:
    known = _WHILE_SCANNING.get(context.removeprefix("while scanning "))
    return known or next((one for words, one in _COMPLAINTS.items() if words in problem), _OTHER)


def said_plainly(trouble: Trouble, problem: str, line: int) -> dict[str, str]:
    """What is wrong and the way out; `line` is where the thing began that was being read."""
    letter = _LETTER.search(problem)
    values = {"line": line, "problem": problem, "letter": letter[1] if letter else ""}
    return {"message": trouble.message.format(**values), "way_out": trouble.way_out.format(**values)}
