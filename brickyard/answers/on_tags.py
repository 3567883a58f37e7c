"""What every submodel of a model was taken for, and models with other tags."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from brickyard.answers import OnePath, Paths, each_of
from brickyard.look_up import TaggedModel, TagsAnswer, tagged_model
from brickyard.numbered_parts import numbered_parts
from catalog.database.part_database import open_workspace
from catalog.languages import Language, language_named, texts_in
from fleets.forces.named_files import MANIFEST_SUFFIXES
from fleets.models.proposals import accepted_tags
from fleets.models.survey import survey
from fleets.tagging.marking import marked_parts
from fleets.tagging.own_copies import with_own_copies
from fleets.tagging.retag import sections_meant, with_tags
from fleets.tagging.studio_tags import changes_for
from fleets.tagging.wanted_tags import is_none
from ldraw_tools.choosing import split_choice, with_submodel
from ldraw_tools.findings import BrickyardError, Finding, RefusedError, Severity
from ldraw_tools.names import paths_in
from ldraw_tools.phrases import about_file, in_language, join_texts, say
from ldraw_tools.reading.document import MOST_BYTES
from ldraw_tools.reading.lines import shortened
from ldraw_tools.reading.studio import CustomParts, members_of
from ldraw_tools.studio_writing import pack_members, with_changes, with_parts
from ldraw_tools.writing import write_in_place, write_output

if TYPE_CHECKING:
    from ldraw_tools.reading.document import Document
    from ldraw_tools.reading.encodings import Text
    from ldraw_tools.workspace import OpenedModel, Workspace


_TEXT_SUFFIXES = (".mpd", ".ldr")


def tags(
    models: Paths,
    *,
    submodel: str = "",
    lines: bool = False,
    language: str = Language.ENGLISH,
    propose: bool = False,
    workspace: Workspace | None = None,
) -> TagsAnswer:
    """What every submodel of models was taken for, and why; with `lines`, every part with its line.

    With `propose`, also tags that names of submodels and groups say; they count for nothing until somebody
    accepts them. Findings are told in the `language`, `en` or `de`.

    Raises `BrickyardError` if no model can be opened; why some can't be is in `problems`.
    """
    texts = texts_in(language_named(language))
    opened, paths = workspace or open_workspace(), paths_in(models)
    for path in paths:
        if path.suffix.lower() in MANIFEST_SUFFIXES:
            why = say("a manifest has no submodels; name one of the models it lists")
            raise BrickyardError(in_language(about_file(path, why), texts))

    def look_at(path: Path) -> TaggedModel:
        assembly, found = opened.assembly(path), opened.of(path, survey)
        file = f"{assembly.document.file}#{assembly.chosen}" if assembly.chosen else assembly.document.file
        # What can't be read at all tells more than tags do.
        wrong = (one for one in assembly.findings if one.severity is Severity.ERROR)
        numbered = numbered_parts(assembly) if lines else ()
        proposals = found.proposals if propose else ()
        findings = [one.in_language(texts) for one in (*wrong, *found.findings)]
        return tagged_model(file, path, found, findings, numbered, proposals)

    found, problems = each_of(with_submodel(paths, submodel), look_at)
    return TagsAnswer(tuple(found), problems=tuple(problems))


class TagsWritten(NamedTuple):
    """Where a model was written with other tags; `kept` is the old file if it was written over.

    `still_tagged` are submodels whose tag was to go, but lines of the file mark their parts. `tags` are all
    that were written, accepted ones too; `copied` are submodels that became ones of their own: of which, and
    their names.
    """

    target: Path
    kept: Path | None
    findings: tuple[Finding, ...]
    still_tagged: tuple[tuple[str, int], ...]
    tags: Mapping[str, str]
    copied: tuple[tuple[str, str], ...] = ()


def set_tags(
    model: OnePath,
    tags: Mapping[str, str] | None = None,
    target: OnePath | None = None,
    *,
    accept: str | Sequence[str] | bool = False,
    in_place: bool = False,
    force: bool = False,
    workspace: Workspace | None = None,
) -> TagsWritten:
    """A model written with other tags, by name of submodel, group or lines; nothing else of it changes.

    `{"rifle.ldr": "2Rd"}` tags a submodel, `{"rifle.ldr": "none"}` takes its tag away, and
    `{"arm.ldr at line 12": "2Rd"}` makes what this line places a submodel of its own, with that tag. With
    `in_place` it is written into the model itself, and the old file is kept beside it. `accept` writes what
    names propose: all that say a die, or those of some names; what `tags` say of the same submodel wins.

    Raises `BrickyardError` for a submodel or a tag that there isn't, a file that can't take it, and a
    target that may not be written; then nothing is written.
    """
    path, tags = Path(model), dict(tags or {})
    if split_choice(path)[1]:
        why = say("tags are written into whole files; leave the submodel out")
        raise BrickyardError(about_file(path, why))
    opened_in = workspace or open_workspace()
    if accept:
        names = [] if accept is True else [accept] if isinstance(accept, str) else list(accept)
        tags = accepted_tags(path, opened_in.of(path, survey).proposals, names, tags) | tags
    written = _target_for(path, tags, target, in_place)
    opened = opened_in.model(path)
    is_text = written.suffix.lower() != ".io"
    data = write_tags(path, opened, tags, name=written.name, as_text=is_text)
    kept = write_in_place(written, data) if in_place else None
    if not in_place:
        write_output(written, data, force=force)
    document, meant, copies = with_own_copies(opened.document, tags)
    still = _still_marked(document, meant) if is_text else ()
    findings = tuple(opened.findings) if is_text else ()
    return TagsWritten(written, kept, findings, still, tags, tuple((one.of, one.name) for one in copies))


def _still_marked(document: Document, tags: Mapping[str, str]) -> tuple[tuple[str, int], ...]:
    """Lines that stay marked, though the submodel that holds them has lost its tag."""
    untagged = [name for name, tag in tags.items() if is_none(tag)]
    of_submodels = [name for name in untagged if sections_meant(document, name, or_marked=True)]
    return tuple(found for name in of_submodels for found in marked_parts(document, name))


def _target_for(path: Path, tags: Mapping[str, str], target: OnePath | None, in_place: bool) -> Path:
    if in_place and target is not None:
        raise BrickyardError(say("--in-place and -o both say where to write it; leave one out"))
    is_archive = path.suffix.lower() == ".io"
    if is_archive and tags and target is None and not in_place:
        raise BrickyardError(_into_archive(path, tags))
    if (target is None and not in_place) or not tags:
        raise BrickyardError(say("writing tags needs --set NAME=TAG or --accept, and -o FILE or --in-place"))
    written = path if target is None else Path(target)
    suffixes = (".io", *_TEXT_SUFFIXES) if is_archive else _TEXT_SUFFIXES
    if written.suffix.lower() not in suffixes:
        why = say("a tagged model's name ends with {endings}", endings=join_texts(suffixes, " or "))
        raise BrickyardError(about_file(written, why))
    return written


def write_tags(
    path: Path, opened: OpenedModel, tags: Mapping[str, str], *, name: str, as_text: bool
) -> bytes:
    """The model with other tags: Studio's archive, or text, for an archive with its own parts in it."""
    document, meant, copies = with_own_copies(opened.document, tags)
    if not as_text:
        changes = replace(changes_for(document, meant), copied=copies)
        return pack_members(with_changes(members_of(path), changes))
    text = with_tags(document, meant, name=name)
    return _with_own_parts(opened, text) if path.suffix.lower() == ".io" else text.encode()


def _with_own_parts(model: OpenedModel, text: Text) -> bytes:
    assert isinstance(model.custom, CustomParts)
    parts = {key: part.data for key in model.custom if (part := model.custom.read(key))}
    data = with_parts(model.document, text, parts).encode()
    if len(data) > MOST_BYTES:
        why = say("with its own parts it is larger than {size} MB", size=MOST_BYTES // 2**20)
        raise RefusedError(about_file(model.document.name, why))
    return data


def _into_archive(model: Path, wanted: Mapping[str, str]) -> str:
    name, tag = next(iter(wanted.items()), ("cannon", "2Rd"))
    new = f"{shortened(name)} [{shortened(tag)}]"
    called = say("without its tag") if is_none(tag) else say("to “{name}”", name=new)
    where = "say where to write it: -o {stem}-tagged.io, or .mpd; or rename the submodel in Studio {called}"
    return about_file(model, say(where, stem=model.stem, called=called))
