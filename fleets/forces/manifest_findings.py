"""Every kind of finding that a manifest's own keys can give, declared once; YAML's own are the catalog's."""

from __future__ import annotations

from catalog.yaml.yaml_findings import WAY_IN
from ldraw_tools.findings import Kind, Severity

_INFO, _WARNING, _ERROR = Severity.INFO, Severity.WARNING, Severity.ERROR

NO_KIND = Kind("MAN050", _ERROR, "has neither {kinds}", "{hint}")
TWO_KINDS = Kind("MAN051", _ERROR, "is a {first} already, so it can't be a {second}", "Make two files of it.")

NO_COLOUR = Kind("MAN071", _WARNING, "there is no colour “{colour}”", "{hint}")

# Models.
NO_MODEL = Kind("MAN052", _ERROR, "there is no file “{model}”", "{hint}")
FOLDER = Kind("MAN053", _ERROR, "“{model}” is a folder, not a model", "Name a file in it{hint}.")
UNREADABLE = Kind(
    "MAN054",
    _ERROR,
    "“{model}” can't be read: {reason}",
    "Fix that, or open it in its editor and save it again.",
)
OUTSIDE = Kind("MAN055", _ERROR, "“{model}” lies outside the folder that is open", WAY_IN)
NOT_HELD = Kind("MAN056", _ERROR, "“{model}” contains no {role}, but {held}", "{hint}")
ALSO_HELD = Kind(
    "MAN057",
    _INFO,
    "“{model}” also contains {held}, not counted here",
    "List the model there too, if they play.",
)

# Entries.
ONLY_A_NAME = Kind(
    "MAN058",
    _WARNING,
    "this {role} has neither a model nor systems",
    "Add model: or systems: (none if it carries nothing).",
)
NO_CLASS = Kind("MAN059", _ERROR, "this ship doesn't say its class", "Add {choices}.")
OTHER_CLASS = Kind(
    "MAN060",
    _ERROR,
    "class is {declared}, but the model is tagged {tagged}",
    "Correct one of the two; here the tag counts.",
)
OTHER_ROCKETS = Kind(
    "MAN061",
    _WARNING,
    "rockets is {declared}, but the model has {tagged} tagged; {declared} counts",
    "Correct one of the two.",
)
OTHER_ACE = Kind(
    "MAN067",
    _ERROR,
    "ace is {declared}, but the model has a {tagged} ace tagged",
    "Correct one of the two; here the tag counts.",
)
BELIEVED = Kind(
    "MAN068",
    _INFO,
    "what {names} {carry} is in this list only: no system is tagged in {models}",
    "The other players see the model: tag its systems, or show them this list.",
)
QUOTES_IN_NAME = Kind(
    "MAN070",
    _INFO,
    "the quotation marks of {name} belong to the name: only straight ones are left out",
    'Write "{bare}" or {bare}.',
)
SAME_NAME = Kind(
    "MAN079",
    _INFO,
    "two units are called {name}; {file}:{name} means the one in line {line}",
    "Give each a name of its own.",
)
TOO_MANY_ENTRIES = Kind(
    "MAN069",
    _ERROR,
    "more than {most} entries, which is too many",
    "Use count: for equal units, or list fewer spares.",
)
NONE_OF_IT = Kind(
    "MAN063",
    _ERROR,
    "count is 0, so none of it plays",
    "Leave the entry out, or list it under spares: with the number you own.",
)
NOT_A_LIST = Kind(
    "MAN064",
    _ERROR,
    "{label} must be a list, with a - before each {role}",
    "Write lines such as - {{{example}}} under {label}:.",
)
NOT_AN_ENTRY = Kind("MAN065", _ERROR, "{what} doesn't say what it is", "Write - {{{example}}}.")
NO_REASON = Kind("MAN066", _ERROR, "suppressing {what} needs a reason", "Write {code}: and why.")
NOT_A_CODE = Kind("MAN062", _ERROR, "“{code}” is not the code of a rule", "Write a code such as SIZ003.")

# Suppressions that do nothing.
UNKNOWN_CODE = Kind("MAN076", _WARNING, "no finding has the code {code}", "{hint}")
NOT_ALLOWED = Kind("MAN077", _WARNING, "{edition} doesn't let lists suppress {code}", "Leave it out.")
STILL_OPEN = Kind("MAN078", _WARNING, "{code} can't be suppressed: it leaves the verdict open", "Correct it.")
