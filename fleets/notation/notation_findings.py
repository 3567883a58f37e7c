"""Every kind of finding that reading a notation can give, declared once."""

from __future__ import annotations

from ldraw_tools.findings import Kind, Severity

_INFO, _WARNING, _ERROR = Severity.INFO, Severity.WARNING, Severity.ERROR

# The text.
NOTHING = Kind("DIC001", _ERROR, "doesn't name any dice or systems", "Write dice such as {example}.")
TOO_LONG = Kind(
    "DIC002", _ERROR, "is {length} characters long; no notation needs more than {most}", "Shorten it."
)
LOOKALIKE = Kind(
    "DIC003", _ERROR, "this {letter} is the {alphabet}, not the {latin}", "Type the {latin} instead."
)
UNKNOWN_LETTER = Kind("DIC004", _ERROR, "“{letter}” is not a die or system of {game}", "{suggestion}")

# One group.
STRAY_NUMBER = Kind(
    "DIC010",
    _ERROR,
    "“{number}” is a number without a die or system",
    "Put the number before its letter, as in {example}.",
)
TOO_MANY = Kind("DIC011", _ERROR, "{number} dice are more than any unit rolls", "Write no more than {most}.")
NO_RANGE = Kind("DIC012", _ERROR, "“{group}” doesn't say at which range", "Write {choices}.")
UNKNOWN_RANGE = Kind(
    "DIC013",
    _ERROR,
    "“{letter}” is not a range of {game}",
    "Did you mean {nearest}? Write {choices}.",
)
LOOSE_DIE = Kind(
    "DIC014",
    _ERROR,
    "“{group}” has neither a colour nor a weapon before it",
    "Say which: {choices}.",
)
UNKNOWN_DIE = Kind("DIC015", _ERROR, "{game} has no {die}", "Its dice are {choices}.")
NO_ENVIRONMENT = Kind(
    "DIC016",
    _ERROR,
    "“{group}” doesn't name the environment",
    "Write {code}:vacuum, or {code} vacuum in a file's name.",
)
WEAPON_WITHOUT_COUNT = Kind(
    "DIC017",
    _ERROR,
    "“{group}” between groups with numbers may be one die or one weapon",
    "Write {full} for a weapon, {half} for half of a split one.",
)
ROCKET_OR_WEAPON = Kind(
    "DIC018",
    _ERROR,
    "“{group}” may be a second weapon or rockets",
    "Write {weapon} for a second weapon, {rockets} for rockets.",
)

# The dice taken together.
ODD_DICE = Kind(
    "DIC020",
    _ERROR,
    "{dice} is an odd number of {die}; no weapons roll that",
    "A weapon rolls {full}; a split one {half} at each of two ranges.",
)
SECOND_WITHOUT_FIRST = Kind(
    "DIC021",
    _ERROR,
    "{dice} is a second weapon's die, but the first weapon's {full} is missing",
    "Write {both}.",
)
NO_SUCH_WEAPONS = Kind(
    "DIC022",
    _ERROR,
    "no weapons roll {dice}",
    "A weapon rolls {full}, a second at its range adds {second}; a split one rolls {half} at each of two.",
)
NO_SUCH_COUNT = Kind("DIC023", _ERROR, "no number of {name} systems rolls {dice}", "Write {choices}.")
READ_AS_SYSTEMS = Kind(
    "DIC024",
    _WARNING,
    "{dice} is taken as {count} {name} systems, which roll {rolled}",
    "Write {canonical}.",
)
TOO_MANY_WHITE = Kind(
    "DIC025", _ERROR, "{dice} is more white dice than a {body} has", "Write {white}, or fewer after damage."
)
NOT_ON_THIS_BODY = Kind("DIC026", _ERROR, "a {body} doesn't roll {dice}", "It can carry {choices}.")
SPRINT_WITH_WEAPON = Kind(
    "DIC027",
    _ERROR,
    "{sprint} is for a {body} with no {types}, and this has one",
    "Leave {sprint} out, or the weapon.",
)
SPRINT_LEFT_OUT = Kind("DIC028", _INFO, "with no {types} it sprints: {sprint} isn't written", "Add {sprint}.")
NOT_UNIQUE = Kind(
    "DIC029",
    _INFO,
    "{dice} can be {taken}, or {instead}; the first is taken, the number is the same",
    "Tag or list each weapon by itself to be certain.",
)

# Systems in a tag or a list.
HALF_A_WEAPON = Kind(
    "DIC030",
    _ERROR,
    "{dice} has half a weapon in it, without the other half",
    "Write {full} for a whole weapon, or both halves of a split one, such as {split}.",
)
ROCKET_BY_DICE = Kind(
    "DIC031",
    _ERROR,
    "{dice} is a rocket, which is not a system",
    "Tag it [rocket] or list it under rockets:; a second weapon is {second}, without a number.",
)
ACE_BY_DICE = Kind(
    "DIC032", _ERROR, "{dice} is an ace's die, and an ace is not a system", "Tag it [ace {colour}]."
)
NO_SYSTEM = Kind("DIC033", _INFO, "{dice} is not a system and is left out: it {why}")
NO_SYSTEMS = Kind("DIC034", _ERROR, "doesn't name a system", "Name one, such as {example}.")
