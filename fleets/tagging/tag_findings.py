"""Every kind of finding that tags can give, declared once."""

from __future__ import annotations

from ldraw_tools.findings import Kind, Severity

_INFO, _WARNING, _ERROR = Severity.INFO, Severity.WARNING, Severity.ERROR

# One tag.
UNKNOWN = Kind("TAG001", _ERROR, "“{text}” is not a valid tag", "{suggestion}")
LOOKALIKE = Kind(
    "TAG002",
    _ERROR,
    "this {letter} in “{text}” is the {alphabet}, not the Latin {latin}",
    "Type “{tag}” again in Latin letters.",
)
NO_VALUE = Kind("TAG003", _ERROR, "“{word}” doesn't say which {what}", "Write {choices}.")
UNKNOWN_VALUE = Kind(
    "TAG004", _ERROR, "“{value}” is not a valid {what}", "Did you mean {nearest}? Write {choices}."
)
QUOTE_OPEN = Kind("TAG005", _ERROR, "the quote before “{text}” isn't closed", "Write {example}.")
LABEL_LIKE_NOTATION = Kind(
    "TAG006",
    _ERROR,
    "only “{value}” counts, and “{label}” is taken as its name",
    "Put a notation with blanks in quotes: {example}.",
)
COUNTED = Kind(
    "TAG027",
    _ERROR,
    "“{text}” is one {what}: a piece counts as often as it is placed",
    "Place it {count} times. If “{label}” is its name, put that in quotes.",
)
BRACKET_OPEN = Kind("TAG007", _ERROR, "the bracket before “{text}” isn't closed", "Write [{text}].")

# Where tags are.
NOT_AT_END = Kind(
    "TAG010",
    _WARNING,
    "the tag [{text}] is not at the end of the name and doesn't count",
    "Move it to the end: {example}.",
)
NOT_CLOSED = Kind(
    "TAG011",
    _ERROR,
    "BEGIN {text} is not closed; it is taken to the end of the submodel",
    "Write 0 !MFZ END after its last part.",
)
NOT_OPENED = Kind("TAG012", _ERROR, "0 !MFZ END without a BEGIN", "Delete it, or write the BEGIN.")
MARKS_NOTHING = Kind(
    "TAG013",
    _WARNING,
    "“{text}” has no parts between BEGIN and END, so it doesn't count",
    "Move BEGIN and END around the parts, or delete the tag.",
)
TWO_TAGS = Kind(
    "TAG014",
    _ERROR,
    "“{name}” has another tag, {other} at line {line}; the last one counts",
    'Delete one. Two systems in one piece are one tag: 0 !MFZ SYSTEM "2Rd 1B".',
)
OVERRULED = Kind(
    "TAG015", _INFO, "“{name}” is {loser} {by} but {winner} {instead}, which counts", "Delete one of the two."
)
NOT_TAKEN = Kind("TAG016", _INFO, "[{text}] is not taken as a tag", "If it is one, write {suggestion}.")
ONLY_A_COMMENT = Kind(
    "TAG017", _INFO, "“{text}” is only a comment: tags start with 0 !MFZ", "Write 0 !{text}."
)
TOO_MANY_MARKS = Kind(
    "TAG018",
    _ERROR,
    "too much is marked in one file: “{text}” and what comes after it doesn't count",
    "Make submodels of the marked parts.",
)
PATTERN_FITS_NOTHING = Kind("TAG019", _WARNING, "no submodel is called “{pattern}”", "{suggestion}")
NEARLY = Kind(
    "TAG026",
    _WARNING,
    "[{text}] is nearly a notation, but not taken as one",
    "If it is a weapon, write {suggestion}.",
)

# The model as a whole.
EQUIPMENT = Kind(
    "TAG020",
    _INFO,
    "“{name}” looks like equipment but has no tag: it is taken as a part of the body",
    "If it is a system, call it “{example}”.",
)
LOOSE = Kind(
    "TAG021",
    _WARNING,
    "“{name}” ({tag}) is not inside a unit, so it doesn't count",
    "Place it inside the submodel it belongs to, or tag the model around both as the unit.",
)
UNIT_IN_UNIT = Kind(
    "TAG022",
    _WARNING,
    "the {role} “{name}” is inside the {role} “{around}”; each counts as one",
    "Tag only the outer one, if they are one {role}.",
)
TOO_MANY_CARRIED = Kind(
    "TAG023",
    _ERROR,
    "“{name}” carries {count} {what}; only {most} of them are looked at",
    "Does the model place a tagged submodel too often?",
)
UNDESCRIBED = Kind(
    "TAG028",
    _ERROR,
    "nothing says what {name} carries{bare}",
    "{how}",
)
NO_UNIT = Kind(
    "TAG024",
    _ERROR,
    "no tag says what “{name}” is, and {why}",
    "Tag the main model: {choices}.",
)
TOO_TANGLED = Kind(
    "TAG025",
    _ERROR,
    "too many units share too many submodels: “{name}” and the units after it are not looked at",
    "Save the units in files of their own, and list them in a manifest.",
)
