"""Every kind of finding that lists of parts and shops' numbers can give, declared once."""

from __future__ import annotations

from ldraw_tools.findings import Kind, Severity

_INFO, _WARNING, _ERROR = Severity.INFO, Severity.WARNING, Severity.ERROR

# Files of any form.
NOT_A_LIST = Kind(
    "PRT001",
    _ERROR,
    "not a list of parts in a format that brickyard knows{begins}",
    "Use BrickLink's XML, BrickStore's .bsx, Rebrickable's CSV, or a CSV with number, colour and quantity.",
)
OTHER_ENCODING = Kind(
    "PRT002",
    _INFO,
    "not UTF-8; read as {encoding}",
    "If names look wrong, save the file as UTF-8.",
)
NO_NUMBER = Kind("PRT003", _ERROR, "a lot without a number; not counted", "Add its number.")
NOT_A_QUANTITY = Kind(
    "PRT004",
    _ERROR,
    "“{text}” is not a valid quantity; {number} is not counted",
    "Write a whole number, such as 12.",
)
THOUSANDS = Kind("PRT005", _INFO, "“{text}” is read as {meant}", "Leave the separator out to be sure.")
NO_QUANTITY = Kind("PRT006", _WARNING, "{number} has no quantity; one is counted", "Add its quantity.")
NOT_A_COLOUR = Kind(
    "PRT007",
    _ERROR,
    "“{text}” is not a {shop} colour{meant}; {number} is not counted",
    "Write the shop's number or name of the colour, or leave it out for any colour.",
)
COLOUR_NOT_KNOWN = Kind(
    "PRT008",
    _WARNING,
    "{text} is not a {shop} colour that brickyard knows; {number} matches nothing in that colour",
    "Write {shop}'s number or name of the colour, or leave it out for any colour.",
)
TOO_MANY = Kind("PRT009", _ERROR, "more than {most:,} lots; the rest is not read", "Split the file.")

NOT_TRANSLATED = Kind(
    "PRT018",
    _WARNING,
    "{shop}'s {number} has no BrickLink number that brickyard knows; not counted",
    "If you know it, write the part with BrickLink's number.",
)

COLOUR_NOT_SOLD = Kind(
    "PRT081",
    _WARNING,
    "Rebrickable's colour {colour} of {number} is not known to be any of BrickLink's; not counted",
    "If you know which it is, write BrickLink's number and colour.",
)

NOT_RECOLOURED = Kind(
    "PRT082",
    _WARNING,
    "nothing on this list is {colour}, so --recolour changes nothing",
    "Name another colour.",
)

# XML.
BROKEN_ITEM = Kind(
    "PRT010", _ERROR, "this item can't be read: {reason}", "Correct its tags, or leave the item out."
)
BARE_AMPERSAND = Kind("PRT011", _INFO, "an & by itself is read as it is", "Write &amp; instead.")
ENTITIES = Kind(
    "PRT012", _WARNING, "defines its own entities; they are not expanded", "Write the text they stand for."
)
UNKNOWN_ENTITY = Kind(
    "PRT013", _WARNING, "“{text}” is not expanded, but read as it is", "Write what it means."
)
BETWEEN_ITEMS = Kind("PRT014", _WARNING, "“{text}” is outside of all items; not read", "Put it into an item.")
NOT_CLOSED = Kind("PRT015", _WARNING, "an item has no end tag; read up to the next one", "Add </{tag}>.")
TAG_TWICE = Kind("PRT016", _WARNING, "{tag} is there twice in one item; the first counts", "Leave one out.")
UNKNOWN_TYPE = Kind(
    "PRT017", _ERROR, "“{text}” is not a valid type of item; {number} is not counted", "Write P for a part."
)

# CSV.
NO_COLUMN = Kind("PRT020", _ERROR, "no column for the {what}", "Call one of the columns {names}.")
SHORT_ROW = Kind("PRT021", _ERROR, "this row has {found} where {needed} are needed; not read", "Complete it.")
LONG_ROW = Kind(
    "PRT023",
    _WARNING,
    "this row has {found}, but there are only {needed} headings; the rest is not read",
    'Write a number with a comma in quotes, as in "0,30", or with a point.',
)
BAD_ROW = Kind("PRT022", _ERROR, "this row can't be read: {reason}", "Correct its quotes.")

# What is gathered.
ON_PAPER = Kind("PRT030", _INFO, "{name} has no model, so there is nothing to count", "Give it a model.")
COUNTED_IN_MANIFEST = Kind("PRT031", _INFO, "is listed in {manifest}; counted only there")
NOTHING_TO_BUILD = Kind("PRT032", _INFO, "a Paper 'Mech is drawn, not built: nothing to buy")
LEFT_FROM_BEFORE = Kind(
    "PRT033", _WARNING, "is left over from an earlier list; this one doesn't write it", "Delete it."
)

# The user's own tables.
NOT_AN_OVERRIDE = Kind(
    "PRT040",
    _ERROR,
    "this line is not a valid override: {reason}",
    "Write ldraw,bricklink,rebrickable,note, such as 3023b,3023,3023,looked up.",
)
UNUSED_OVERRIDE = Kind("PRT041", _INFO, "LDraw has no part “{part}”", "Correct the number.")
NOT_A_PRICE = Kind(
    "PRT042", _WARNING, "“{text}” is not a valid price; {number} has none", "Write a number, such as 0.05."
)
OVERRIDE_TWICE = Kind(
    "PRT043", _WARNING, "{part} is overridden twice; the last line counts", "Leave one out."
)

# What BrickLink would refuse.
REFUSED = Kind("PRT050", _ERROR, "BrickLink would refuse this list: {reason}", "{fix}")
# What is owned.

SUBSTITUTED = Kind(
    "PRT070",
    _INFO,
    "{count} of your {owned} {verb} used for {wanted}: {how}",
    "If it won't do, use --substitutes exact.",
)
DOUBTFUL_MATCH = Kind(
    "PRT071",
    _INFO,
    "you have {count} of {number}, but it is not certain that this is {wanted}; not taken off",
    "Look at the part, and put the right number into your override file.",
)
COLOUR_NOT_SAID = Kind(
    "PRT072",
    _INFO,
    "{number} is listed without a colour; it is used only where any colour will do",
    "Add its colour.",
)
OTHERS_NUMBER = Kind(
    "PRT073",
    _INFO,
    "{number} is a number of LDraw's or Rebrickable's; read as {taken}",
    "If it is something else, write BrickLink's number.",
)
NUMBER_NOT_KNOWN = Kind(
    "PRT074",
    _WARNING,
    "no known part has the number {number}; not taken off",
    "Correct the number, or ignore this if no model needs the part.",
)
NUMBER_IN_DOUBT = Kind(
    "PRT075",
    _WARNING,
    "{number} {why}; not taken off",
    "Write BrickLink's number.",
)
NOT_TAKEN_APART = Kind(
    "PRT076",
    _WARNING,
    "{number} is a set; its parts are not counted",
    "List its parts, or {way_out}.",
)
PUT_TOGETHER = Kind(
    "PRT079",
    _INFO,
    "your {pieces} make {count} × {wanted}",
)
TAKEN_APART = Kind(
    "PRT080",
    _INFO,
    "{count} of your {whole} taken apart for {pieces}",
    "To keep it whole, leave it out of your list.",
)
