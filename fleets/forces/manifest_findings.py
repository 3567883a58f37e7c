"""Every kind of finding that the keys of lists and campaigns can give; those of YAML are the catalog's."""

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
# Campaigns.

NOT_A_FORCE = Kind(
    "MAN080", _ERROR, "“{file}” holds neither a company nor a fleet", "Name the list of a company or a fleet."
)
NOT_A_FORCE_HERE = Kind("MAN081", _ERROR, "no force of this campaign is called “{name}”", "{hint}")
SAME_FORCE = Kind(
    "MAN082", _ERROR, "two forces are called “{name}”", "Give each a name of its own, or list it once."
)
OTHER_HOLDER = Kind(
    "MAN083",
    _ERROR,
    "holder is {holder}, but {other} held the objective at the end of the last game",
    "Correct one of the two.",
)
NOBODY_CHOOSES = Kind(
    "MAN084",
    _ERROR,
    "nobody holds the objective, so nobody has choices to make",
    "Name the holder, or leave choices out.",
)
NO_CHOICES_IN_TEXT = Kind(
    "MAN085",
    _ERROR,
    "{edition} has no special objective, so its holder has no choices",
    "Leave choices out, or play by an edition that has them, such as rapid-attack.",
)
NOT_A_DATE = Kind("MAN086", _ERROR, "“{text}” is not a date", "Write it as 2026-10-03.")
EARLIER = Kind(
    "MAN087", _WARNING, "this game was before the one above it ({before})", "List the games in order."
)
OTHER_NUMBER = Kind(
    "MAN088",
    _WARNING,
    "scores of {scores} forces, but {players} played",
    "List the score of everybody who played.",
)
OTHER_EDITION = Kind(
    "MAN089",
    _INFO,
    "this list names the edition {own}; in this campaign it is judged by {edition}",
    "Nothing to mend, if everybody knows.",
)
OTHER_SIZE = Kind(
    "MAN090",
    _ERROR,
    "the next game is a {size}, but the holder of the objective has chosen a {chosen}",
    "Correct one of the two.",
)
HERE_A_FORCE = Kind(
    "MAN091",
    _ERROR,
    "this is a campaign, and here one of its forces is needed",
    "Give the list of one of its forces; brickyard check takes a campaign.",
)
NO_SCORE = Kind(
    "MAN092",
    _ERROR,
    "{name} is named as the winner, but has no score in this game",
    "Correct the name, or add the score.",
)
NO_LOG = Kind(
    "MAN093",
    _WARNING,
    "the log “{file}” isn't there, so this game has no curve and no report",
    "Put the file there, correct the name, or leave log out.",
)
# Lists brought from other programs.

NOT_READ = Kind("MAN100", _ERROR, "“{text}” can't be read", "Write it into the new file by hand.")
LEFT_OUT = Kind(
    "MAN101",
    _INFO,
    "“{text}” names no unit with its systems, and is left out",
    "If it is a unit, write it into the new file by hand.",
)
TAKEN_AS_EACH = Kind(
    "MAN102",
    _WARNING,
    "“{text}” is read as Commander's Handbook shows it, {count} systems; Condensed has two dice a weapon",
    "If it is Condensed, write the dice with a number, such as 2Rd.",
)
NO_ENVIRONMENT = Kind(
    "MAN103",
    _WARNING,
    "{name} has an E, and the list doesn't say for which environment",
    "Write E:vacuum, or another, into the new file.",
)
PACKED = Kind(
    "MAN104",
    _ERROR,
    "saved battles of mf0 are packed, and can't be read",
    "Open the battle in the browser, and copy the text of its page.",
)
NO_ASSETS = Kind(
    "MAN105",
    _INFO,
    "the text of the page doesn't say how many HVAs {name} has",
    "Write hvas: into the new file.",
)
CLASS_NOT_SHOWN = Kind(
    "MAN106",
    _WARNING,
    "{name} is shown without its dice, so it isn't known what class it is",
    "Write class: capital or class: frigate into the new file.",
)
