"""Every kind of finding that reading a model can give, declared once."""

from __future__ import annotations

from ldraw_tools.findings import Kind, Severity

_INFO, _WARNING, _ERROR = Severity.INFO, Severity.WARNING, Severity.ERROR

# The text of the file.
BYTE_ORDER_MARK = Kind("LDR001", _INFO, "starts with a byte-order mark, which is skipped")
NOT_UTF8 = Kind("LDR002", _INFO, "is not UTF-8; read as {encoding}", "Save the file as UTF-8.")
MIXED_LINE_ENDS = Kind("LDR003", _INFO, "mixes line ends ({ends})")
NUL_BYTES = Kind(
    "LDR004",
    _WARNING,
    "contains NUL bytes: it may be damaged, or not a text file",
    "Open it in your editor and save it again.",
)
NOTHING_IN_IT = Kind("LDR005", _ERROR, "contains no parts and no shapes", "Was the right file saved?")

# One line.
UNKNOWN_LINE = Kind(
    "LDR010",
    _WARNING,
    "starts with “{start}”, which is not an LDraw line type; ignored",
    "LDraw lines start with 0 to 5.",
)
SHORT_LINE = Kind(
    "LDR011",
    _ERROR,
    "a line of type {type} needs {needed} values and has {found}; it is left out",
    "Place the part again in your editor.",
)
BAD_NUMBER = Kind(
    "LDR012",
    _ERROR,
    "“{text}” is not a number{hint}; what the line draws can't be placed",
    "Correct the number.",
)
FLAT_MATRIX = Kind(
    "LDR013",
    _WARNING,
    "{name} is squeezed flat (its matrix is singular)",
    "Place the part again in your editor.",
)
BAD_COLOUR = Kind("LDR014", _WARNING, "“{text}” is not a colour; read as 16, the colour around it")
UNKNOWN_COLOUR = Kind(
    "LDR015",
    _WARNING,
    "colour {code} is not in LDraw's colour table{uses}",
    "Choose a colour from LDConfig.",
)
EDGE_COLOUR = Kind(
    "LDR016",
    _INFO,
    "{count} in colour 24, the colour of edge lines; listed as colour 24",
    "Give the parts a colour of their own.",
)

# The file's sections.
BEFORE_FIRST_FILE = Kind(
    "LDR020", _INFO, "the model starts before the first 0 FILE; those lines are read as the main model"
)
AFTER_NOFILE = Kind(
    "LDR021",
    _WARNING,
    "{count} between 0 NOFILE and the next 0 FILE; ignored, as the format says",
    "Move them above the 0 NOFILE line if they belong to the model.",
)
SECTION_TWICE = Kind(
    "LDR022",
    _WARNING,
    "“{name}” is in this file already, at line {first}; the first one is used",
    "Rename one of the two.",
)
SECTION_WITHOUT_NAME = Kind("LDR023", _WARNING, "0 FILE without a name", "Name the submodel.")
SECTION_UNUSED = Kind("LDR024", _INFO, "submodel “{name}” is never placed, so it is not counted")
BAD_DATA = Kind("LDR025", _WARNING, "the embedded data of “{name}” can't be decoded: {reason}")
STRAY_IN_DATA = Kind("LDR026", _WARNING, "{count} inside !DATA “{name}” without data; ignored")

# What it refers to.
MISSING = Kind(
    "LDR030",
    _WARNING,
    "“{name}” was not found{uses}{nearest}",
    "Correct the name, put the file beside the model, or point LDRAWDIR at a library that has it.",
)
# A missing part leaves a question open; a missing submodel may carry systems.
MISSING_SUBMODEL = Kind(
    "LDR035",
    _ERROR,
    "the submodel “{name}” was not found{uses}{nearest}",
    "Correct the name, or put the file beside the model.",
)
CYCLE = Kind(
    "LDR031",
    _ERROR,
    "places itself: {path}; this reference is left out",
    "Take the reference out in your editor.",
)
UNSAFE_NAME = Kind(
    "LDR032",
    _ERROR,
    "“{name}” points outside the model's folder; not opened",
    "Put the file beside the model and refer to it by its name.",
)
MOVED = Kind("LDR033", _INFO, "{old} was renumbered: it is now {new}, and counted as that{uses}")
UNREADABLE = Kind("LDR034", _ERROR, "“{name}” can't be read: {reason}")
BUILDING_BLOCK = Kind(
    "LDR036",
    _INFO,
    "{names}: building blocks of the library, not parts that you can buy; measured, not counted ({uses})",
)
PART_WITHOUT_HEADER = Kind(
    "LDR037", _INFO, "“{name}” has no part header but is drawn with shapes only: counted as one part"
)
LAMPS = Kind("LDR038", _INFO, "{count} for ray tracers: not counted, measured or drawn")
HELPERS = Kind("LDR059", _INFO, "{count} for building instructions: not counted, measured or drawn")
STANDS_IN = Kind(
    "LDR039",
    _INFO,
    "no part file for {names}; measured and drawn as the plain part, counted by the name it has ({uses})",
)

# What editors write.
GHOSTS = Kind("LDR040", _INFO, "{count} marked GHOST: shown in steps only, not counted")
HIDDEN = Kind("LDR041", _INFO, "{count} hidden by MLCad: not counted")
SKIPPED = Kind(
    "LDR058",
    _INFO,
    "{count} that MLCad drew for building instructions, as arrows: not counted, measured or drawn",
)
BUFFER_DROPPED = Kind("LDR042", _INFO, "{count} shown only between buffer STORE and RETRIEVE: not counted")
BUFFER_NEVER_STORED = Kind(
    "LDR043", _WARNING, "RETRIEVE of buffer {buffer}, which was never stored; ignored", "Add the STORE."
)
SYNTH_HELPERS = Kind("LDR044", _INFO, "{count} of LSynth's helpers: not counted")
SYNTH_SEGMENTS = Kind(
    "LDR055",
    _WARNING,
    "LSynth draws {type} with {count}: the piece itself is not in the inventory",
    "Add the piece to your shopping list by hand.",
)
SEGMENTS_AS_ONE = Kind(
    "LDR057", _INFO, "{count} of hoses, strings or treads: counted as {pieces}, one for each"
)
NOT_CLOSED = Kind(
    "LDR045", _WARNING, "{opening} has no end in this submodel; {effect}", "Add the missing end."
)
NOT_OPENED = Kind("LDR046", _WARNING, "{closing} without a beginning; ignored")
LIST_IGNORED = Kind("LDR047", _INFO, "{count} kept out of LPub's lists by {meta}: {effect}")
LIST_SUBSTITUTE = Kind("LDR048", _INFO, "one {name} stands for {count} (LPub PLI BEGIN SUB): counted as that")
GENERATED = Kind("LDR049", _INFO, "“{name}” is generated by LDCad: counted as one flexible part")
LDLITE_TRANSFORM = Kind(
    "LDR050",
    _WARNING,
    "{meta} moves what follows in LDLite only; ignored here as in every other program",
    "Inline the transformation.",
)
BOX_IGNORED = Kind("LDR051", _INFO, "{count} marked BBOX_IGNORE: counted, not measured")
BAD_META = Kind("LDR052", _WARNING, "“{text}” is not a complete {meta} line: {reason}")
COLOURS_DEFINED = Kind("LDR053", _INFO, "defines colours of its own, which apply to this file only")
TITLED_AS_PART = Kind(
    "LDR056",
    _INFO,
    "“{name}” is titled “{title}”, but no !LDRAW_ORG line says that it is a part: read as a model",
)
TEXTURED_SKIPPED = Kind("LDR054", _INFO, "{count} under a texture: the fallback stands for them")

# Sizes.
UNMEASURED = Kind(
    "LDR060",
    _WARNING,
    "the size of {name} is not known ({reason}); sizes below are without it{uses}",
    "Install the LDraw library (brickyard library install) or put the part's file beside the model.",
)
STUDS_EVERY_WAY = Kind(
    "LDR061", _WARNING, "studs point in more than {most} directions; all of them count towards the height"
)

# Studio archives.
ARCHIVE_TOTAL = Kind("LDR070", _INFO, "Studio counts {said} parts, but the model has {found}")
ARCHIVE_MEMBER = Kind("LDR071", _WARNING, "“{name}” in the archive is left out: {reason}")
ARCHIVE_MEMBERS = Kind("LDR072", _WARNING, "{count} in the archive are left out: {reason} ({names})")

KINDS: tuple[Kind, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Kind))
