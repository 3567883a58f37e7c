"""Every kind of finding that reading YAML, editions and options can give, declared once."""

from __future__ import annotations

from ldraw_tools.findings import Kind, Severity

_WARNING, _ERROR = Severity.WARNING, Severity.ERROR

# The text.
BROKEN = Kind("MAN001", _ERROR, "{message}", "{way_out}")
TAB = Kind("MAN002", _ERROR, "indented by a tab: line {lines}", "Indent with spaces only.")
TOO_LARGE = Kind("MAN003", _ERROR, "more than {most} {things}, which is too many", "Split the file.")
TOO_DEEP = Kind("MAN004", _ERROR, "nested more than {most} deep", "Write it flatter.")
NOT_TEXT = Kind("MAN005", _ERROR, "{what} is not text", "Use letters that can be printed, saved as UTF-8.")
NOTHING = Kind("MAN006", _ERROR, "there is nothing in the file", "Write lines such as {example}.")
SECOND_DOCUMENT = Kind("MAN007", _ERROR, "a second document begins here", "Put it into a file of its own.")
ALIAS = Kind(
    "MAN008",
    _ERROR,
    "“{sign}{name}” refers to another place in the file, which is not supported",
    "Put a name that begins with {sign} in quotes; else write the value out.",
)
TAG = Kind("MAN009", _ERROR, "“{tag}” asks for a type, which is not supported", "Put text with ! in quotes.")

# Keys and values.
DUPLICATE_KEY = Kind("MAN010", _ERROR, "“{key}” was given in line {line} already", "Keep one of the two.")
NOT_A_KEY = Kind("MAN011", _ERROR, "{what} can't be a key", "Write key: value.")
NOT_A_MAPPING = Kind("MAN012", _ERROR, "{label} is {what}, but must be keys with values", "Write {example}.")
WRONG_TYPE = Kind("MAN013", _ERROR, "{label} is {what}, but must be {wanted}", "Write {example}.")
EMPTY = Kind("MAN014", _ERROR, "{label} has no value", "Give it one, or leave it out.")
OUT_OF_RANGE = Kind("MAN015", _ERROR, "{label} is {number}, but must be {wanted}", "Write {example}.")
NOT_A_CHOICE = Kind("MAN016", _ERROR, "{label} is “{word}”, but must be {wanted}", "{hint}")
UNKNOWN_KEY = Kind("MAN017", _ERROR, "“{key}” is not a valid {what}", "{hint}")
MISSING_KEY = Kind("MAN018", _ERROR, "{label} lacks {key}", "Add {key}.")
NOT_UTF8 = Kind("MAN020", _ERROR, "this letter is not saved as UTF-8", "Save the file as UTF-8.")
TOO_LONG = Kind("MAN019", _ERROR, "{label} is {length} characters long; {most} is the most", "Shorten it.")

# A group's own tables.
DECLINED = Kind("MAN021", _ERROR, "an edition can't say anything about {key}", "{way_out}")
HALF_A_RANGE = Kind(
    "MAN022",
    _ERROR,
    "the range {letter} stands in {one} but not in {other}",
    "Write {letter}: with nothing after it in both, or in neither.",
)
OTHER_LENGTH = Kind(
    "MAN023", _ERROR, "{label} is {number}, but the option {option} says {other}", "Keep one of the two."
)
ADVISED_AGAINST = Kind(
    "MAN024", Severity.INFO, "{what_is}, which strengthens defense", "The book advises against that ({page})."
)

# Editions and options; what a manifest says about its own keys begins at MAN050.
WAY_IN = "Name the folder that holds both, or add --outside. What you drop, drop together."
UNKNOWN_EDITION = Kind("MAN030", _ERROR, "there is no edition “{name}”", "{hint}")
EXTENDS_ITSELF = Kind(
    "MAN031", _ERROR, "an edition can't extend itself, by way of {way}", "Extend a shipped one."
)
TAKEN_ID = Kind("MAN032", _ERROR, "“{id}” is the id of a shipped edition", "Give yours an id of its own.")
OTHER_GAME = Kind(
    "MAN033", _ERROR, "game is {game}, but {parent}, which it extends, has {wanted}", "Leave game out."
)
UNKNOWN_RULE = Kind("MAN034", _ERROR, "there is no rule “{code}”", "{hint}")
REMOVES_NOTHING = Kind("MAN035", _WARNING, "{what} is removed, but {parent} doesn't have it", "Leave it out.")
MISSING_NUMBER = Kind(
    "MAN036", _ERROR, "{code} needs the number {name}", "Add it under numbers:, such as {name}: {example}."
)
OTHER_SHAPE = Kind("MAN037", _ERROR, "{label} is {what}, but must be {wanted}", "Write it as {example}.")
BACKWARDS = Kind("MAN038", _ERROR, "{label} goes from {low} down to {high}", "Write [{high}, {low}].")
UNKNOWN_OPTION = Kind("MAN039", _ERROR, "{edition} has no option “{name}”", "{hint}")
ABSOLUTE_PATH = Kind(
    "MAN040",
    _ERROR,
    "“{path}” is an absolute path, so it works only on your computer",
    "Write the path from this file's folder, such as {example}.",
)

# What a group demands beyond the text.
NO_DEMANDS = Kind("MAN041", _ERROR, "demands are for companies and fleets, not for 'mechs", "Leave them out.")
DEMAND_COUNTS = Kind(
    "MAN042",
    _ERROR,
    "{label} must count one thing: systems, range, dice or units",
    "Write one of them, such as dice: yellow or systems: [direct, artillery].",
)
NO_LIMIT = Kind(
    "MAN043", _ERROR, "{label} says neither at-least nor at-most", "Write at-least: 1, at-most: 3, or both."
)
NOTHING_FITS = Kind(
    "MAN044",
    _ERROR,
    "{label} wants at least {least} and at most {most}",
    "Write at-least: {most}, at-most: {least}.",
)
DEMAND_UNJUDGED = Kind(
    "MAN045",
    _ERROR,
    "nothing is judged by the demand {name}: the edition doesn't cite {code}",
    "Write {code}: {{severity: error, reference: our group}} under rules:.",
)
TWICE_GIVEN = Kind(
    "MAN046", _ERROR, "{name} of {code} is given twice", "Keep the one under numbers:, or the other."
)
DEMANDED_OF_NOBODY = Kind(
    "MAN047", _ERROR, "{label} doesn't say of whom it is demanded", "Add each: and one of {choices}."
)
NUMBER_FOR_NOTHING = Kind(
    "MAN048", _ERROR, "{name} of {code} is {number}, but must be {wanted}", "Write {example}."
)
COUNTS_IN_VAIN = Kind(
    "MAN049", _ERROR, "{label} counts {counted}, and no {each} has any", "Choose each: from {choices}."
)
