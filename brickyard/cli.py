"""The command line: which commands there are, and how they are listed; each has its file in commands.

Nothing heavy is imported here: help and mistakes must be answered at once.
"""

from __future__ import annotations

import errno
import gc
import io
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from brickyard import __version__
from brickyard.commands.options import WholeSentences
from brickyard.floors import PROBLEM
from brickyard.terminal import be_quiet, speak, stderr
from catalog.languages import Language
from ldraw_tools.file_overlay import Overlay, seen_through
from ldraw_tools.findings import BrickyardError, printable
from ldraw_tools.phrases import in_language

# By what one wants to do, in the order of the help. The command `can-build` is the function `can_build` in
# commands/can_build.py, or that module's `app`.
GROUPS = {
    "Judge": ("serve", "check", "tags", "new"),
    "Count": ("inspect", "dice"),
    "Compare": ("compare", "bid", "odds", "battle", "tournament", "diff"),
    "Buy": ("parts", "owned", "can-build", "draft"),
    "Show": ("render", "export", "publish", "card", "instructions"),
    "Play": ("pack", "table", "replay", "campaign", "sheets"),
    "Look up": ("rules", "explain", "editions", "keys", "manual", "catalog", "library", "settings"),
}


def _module_name(command: str) -> str:
    return f"brickyard.commands.{command.replace('-', '_')}"


COMMANDS = tuple(name for names in GROUPS.values() for name in names)


_COMPLETE = "_BRICKYARD_COMPLETE"


class GroupedHelp(WholeSentences):
    """Lists commands under what one wants to do."""

    groups = GROUPS


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"brickyard {__version__}")
        raise typer.Exit


def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass


def make_app(arguments: list[str], defaults: Mapping[str, str] | None = None) -> typer.Typer:
    """The command that is called, by itself; a list of all if none is called, or an unknown one."""
    called = arguments[0] if arguments else ""
    app = typer.Typer(
        name="brickyard",
        cls=GroupedHelp,
        help="Reads LDraw models of mechs, stations and starships, and knows the rules of Mobile Frame Zero.",
        epilog="brickyard COMMAND --help shows a command's options and an example.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={
            "help_option_names": ["-h", "--help"],
            "max_content_width": 100,
            "default_map": {called: dict(defaults or {})} if called in COMMANDS else {},
        },
    )
    app.callback()(_main)
    if called in COMMANDS:
        module = import_module(_module_name(called))
        if hasattr(module, "app"):
            app.add_typer(module.app, name=called)
        else:
            app.command(called)(getattr(module, called.replace("-", "_")))
        return app
    for name in COMMANDS:
        app.command(name)(_listed(name))
    return app


def _listed(name: str) -> Callable[[], None]:
    """A command with its help only: making the options of all takes as long as importing typer."""

    def listed() -> None:
        pass

    module, function = import_module(_module_name(name)), name.replace("-", "_")
    listed.__doc__ = module.app.info.help if hasattr(module, "app") else getattr(module, function).__doc__
    return listed


def configure_process() -> None:
    """Set up garbage collection and threads, before numpy is imported."""
    # Models are a hundred thousand small values that live to the end: looking for garbage finds none. A check
    # took 776 ms of processor time with this line, 878 ms without.
    gc.set_threshold(200_000, 20, 20)
    # Our matrices are three by three: more threads would only cost time.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def _open_what_is_closed() -> None:
    """Open closed standard streams again; otherwise the next files would get their numbers."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        try:
            os.fstat(number)
        except OSError:
            # The lowest number that is free: this one.
            os.open(os.devnull, os.O_RDWR)
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", errors="replace"))


def main() -> NoReturn:
    """Runs the command line; errors of the call or the machine are one line on stderr and status 2."""
    configure_process()
    _open_what_is_closed()
    # Windows gives files and pipes an old code page: a name that isn't in it must not stop us.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    status = _run()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        pass
    # Without taking the interpreter apart: a check took 776 ms of processor time, 1,025 ms with it.
    os._exit(status)


def _run() -> int:
    """Each command has an overlay of files and a language of its own: others may run in this process."""
    try:
        with seen_through(Overlay()) as seen, seen.kept:
            return _run_command()
    finally:
        speak(Language.ENGLISH)


def _run_command() -> int:
    try:
        _check_floors()
        be_quiet(False)
        arguments = _asked(sys.argv[1:])
        called = _called(arguments)
        with _settings(called) as defaults:
            make_app(called, defaults)(arguments, complete_var=_COMPLETE)
    except BrickyardError as error:
        return _refuse_with(error)
    except OSError as error:
        # The reader of our output has closed it; Windows calls that an invalid argument.
        if isinstance(error, BrokenPipeError) or (error.errno == errno.EINVAL and error.filename is None):
            return 0
        return _refuse(f"{error.filename or 'the system'}: {_why(error)}")
    except MemoryError:
        return _refuse("this takes more memory than there is; try a part of it, or close other programs")
    except KeyboardInterrupt:
        stderr().line("brickyard: stopped")
        return 130
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
    return 0


def _check_floors() -> None:
    if PROBLEM:
        raise BrickyardError(PROBLEM)


@contextmanager
def _settings(arguments: list[str]) -> Iterator[dict[str, str]]:
    """Defaults from the settings for options that aren't given; help and `settings` itself need none."""
    is_asking = not arguments or arguments[0] == "settings" or {"-h", "--help", "--version"} & {*arguments}
    if is_asking or _COMPLETE in os.environ:
        yield {}
        return
    from brickyard.settings import apply_settings, forget_settings, settings_files, settings_in_force

    files = settings_files()
    try:
        yield apply_settings(settings_in_force(files)) if files else {}
    finally:
        forget_settings()


def _asked(arguments: list[str]) -> list[str]:
    """The arguments as typer reads them: `help check` is `check --help`, `version` is `--version`."""
    if arguments == ["version"]:
        return ["--version"]
    return [*arguments[1:], "--help"] if arguments[:1] == ["help"] else arguments


def _called(arguments: list[str]) -> list[str]:
    """What the command line says; a shell that completes one hands it over in a variable."""
    if _COMPLETE not in os.environ:
        return arguments
    from typer._completion_classes import completion_init

    completion_init()
    # Our lists say bash_source, as most programs do, and typer source_bash.
    shell, _, what = os.environ[_COMPLETE].partition("_")
    if what in ("source", "complete"):
        os.environ[_COMPLETE] = f"{what}_{shell}"
    words = os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS", "")
    return words.split()[1:]


def _why(error: OSError) -> str:
    if isinstance(error, FileNotFoundError) and error.filename:
        from ldraw_tools.workspace import why_not_there

        return why_not_there(Path(os.fsdecode(error.filename)))
    return error.strerror or str(error)


def _refuse_with(error: BrickyardError) -> int:
    """One line, or all that is wrong with what was given to judge by."""
    for found in error.findings:
        stderr().finding(found)
    return _refuse(error.summary or error.said)


def _refuse(reason: str) -> int:
    screen = stderr()
    for line in in_language(reason, screen.paint.texts).splitlines() or [""]:
        screen.line(f"brickyard: {printable(line)}")
    return 2
