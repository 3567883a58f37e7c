"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NamedTuple

import typer
from typer.core import TyperGroup

from catalog.languages import Language

if TYPE_CHECKING:
    from ldraw_tools.workspace import Workspace


class OverHttp(NamedTuple):
    """Marks an argument or option that the workbench may use; any other is refused there.

    `what` its value names: a file of the yard, a side (a file, dice or numbers), an edition, or plain text.
    `name` is what the answer calls it, if the command has another word; `on` is what a flag means there.
    """

    what: Literal["file", "side", "edition", "text"] = "text"
    name: str = ""
    on: bool = True


OVER_HTTP = OverHttp()


def flag(names: str, text: str) -> Any:
    """An option that is on or off: `--watch`, or `--steps/--no-steps`."""
    return typer.Option(names, help=text)


def output(text: str, metavar: str = "FILE") -> Any:
    """The option -o, and what it writes."""
    return typer.Option("-o", "--output", metavar=metavar, help=text)


def workspace_of(library: list[Path] | None) -> Workspace:
    """What knows all parts; opening it takes long, so help and mistakes go without."""
    from catalog.database.part_database import open_workspace

    return open_workspace(library)


def _files_given(paths: list[Path]) -> list[Path]:
    from brickyard.standard_input import files_given

    return files_given(paths)


def _libraries_given(paths: list[Path] | None) -> list[Path] | None:
    from brickyard.settings import check_libraries

    check_libraries(paths or ())
    return paths


PathsArgument = Annotated[
    list[Path],
    typer.Argument(
        metavar="PATH...",
        help="Models, manifests (.yaml) or folders of them; - is standard input.",
        callback=_files_given,
    ),
    OverHttp("file"),
]
ModelsArgument = Annotated[
    list[Path],
    typer.Argument(
        metavar="MODEL...",
        help=".ldr, .mpd, .dat or .io files; - is standard input.",
        callback=_files_given,
    ),
    OverHttp("file"),
]
SubmodelOption = Annotated[
    str,
    typer.Option("--submodel", metavar="NAME", help="Only this submodel or heap (heap 1), as MODEL#NAME."),
    OVER_HTTP,
]
LinesOption = Annotated[
    bool,
    typer.Option("--lines", help="Show every part with the number of its line, for tags --set."),
]
LibraryOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--library",
        metavar="DIR|ZIP",
        help="Use this LDraw library; repeatable.",
        callback=_libraries_given,
    ),
]


def complete_edition(incomplete: str) -> list[str]:
    """For a shell: the editions that begin so; of files it knows more."""
    from catalog.editions.loading import shipped_editions

    return [one for one in shipped_editions() if one.startswith(incomplete)]


EditionOption = Annotated[
    str,
    typer.Option(
        "--edition",
        metavar="ID|FILE",
        help="Use this edition of the rules (see: brickyard editions).",
        autocompletion=complete_edition,
    ),
    OverHttp("edition"),
]
ReadEditionOption = Annotated[
    str,
    typer.Option(
        "--edition",
        metavar="ID|FILE",
        help="Only what this edition says (see: brickyard editions).",
        autocompletion=complete_edition,
    ),
    OverHttp("edition"),
]
AgreedOption = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME[=VALUE]",
        help="What your group has agreed to; brickyard editions ID lists the names; repeatable.",
    ),
    OverHttp(name="options"),
]
SizeOption = Annotated[
    str, typer.Option("--game", metavar="SIZE", help="The game's size: skirmish or battle."), OVER_HTTP
]
PlayersOption = Annotated[
    int,
    typer.Option(
        "--players",
        min=0,
        max=99,
        show_default=False,
        help="The number of players (default: as the files say).",
    ),
    OVER_HTTP,
]
NoSuppressOption = Annotated[
    bool,
    typer.Option("--no-suppress", help="Judge as if nothing were suppressed."),
    OverHttp(name="suppress", on=False),
]


class WholeSentences(TyperGroup):
    """Lists commands with their whole first sentence, under titles if there are `groups`."""

    groups: ClassVar[Mapping[str, Sequence[str]]] = {}

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        # People are asked for a number, not for an "int range".
        for parameter in (one for command in self.commands.values() for one in command.params):
            if parameter.type.name in ("int", "float", "int range", "float range"):
                parameter.type.name = "number"

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        for title, names in (self.groups or {"Commands": tuple(self.commands)}).items():
            listed = [(name, self.commands[name].help or "") for name in names if name in self.commands]
            if listed:
                with formatter.section(title):
                    formatter.write_dl([(name, _first_paragraph(text)) for name, text in listed])


def _first_paragraph(text: str) -> str:
    return " ".join(text.partition("\n\n")[0].split())


ForceOption = Annotated[
    bool,
    typer.Option("--force", help="Write over a file that brickyard didn't make (never over one it reads)."),
]


def _be_quiet(wanted: bool) -> bool:
    from brickyard.terminal import be_quiet

    be_quiet(wanted)
    return wanted


def _speak(language: Language) -> Language:
    from brickyard.terminal import speak

    speak(language)
    return language


LanguageOption = Annotated[
    Language, typer.Option("--language", callback=_speak, help="The language of findings.")
]
JobsOption = Annotated[int, typer.Option(min=1, max=64, help="Use this many processes.")]
ClusterOption = Annotated[
    str,
    typer.Option(metavar="tcp://HOST:PORT", help="Let a Dask cluster do the work; its scheduler's address."),
]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", callback=_be_quiet, help="Say only what failed.")]


class Format(StrEnum):
    TEXT = "text"
    JSON = "json"


class PastedFormat(StrEnum):
    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


FormatOption = Annotated[
    Format, typer.Option("--format", help="Output format: text for people, json for programs.")
]
PastedFormatOption = Annotated[
    PastedFormat,
    typer.Option("--format", help="Output format: text for people, json for programs, markdown to paste."),
]
