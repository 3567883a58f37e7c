"""Tags for Studio's archives: Studio keeps names and drops foreign lines, so the tag goes into the name."""

from __future__ import annotations

from collections.abc import Mapping

from catalog.vocabulary import GAMES
from fleets.models.model_units import Role, Tag
from fleets.notation.notation_reading import Games
from fleets.tagging.retag import sections_meant
from fleets.tagging.selections import Selection, selected
from fleets.tagging.tag_reading import read_name, without_tag
from fleets.tagging.tag_values import carried_by, described
from fleets.tagging.wanted_tags import RetagError, is_none, tag_for
from ldraw_tools.findings import Place
from ldraw_tools.names import key_of, stem_of
from ldraw_tools.phrases import about_file, say
from ldraw_tools.reading.document import Document, Section
from ldraw_tools.reading.lines import shortened
from ldraw_tools.studio_writing import NewSubmodel, StudioChanges, place_in_section

NOT_TRIED = say(
    "No real Studio has opened such a file yet, so keep the old one. It has no password, so that Studio"
    " before 2.24 may refuse it."
)


def changes_for(document: Document, tags: Mapping[str, str], games: Games = GAMES) -> StudioChanges:
    """New names for the submodels that are meant, and new submodels for groups, lines and steps."""
    names: dict[str, str] = {}
    made: list[NewSubmodel] = []
    main = key_of(document.main.name)
    for pattern, text in tags.items():
        meant = sections_meant(document, pattern)
        for key in meant:
            section = document.sections[key]
            bare = without_tag(section.name)
            if is_none(text):
                names[key] = _free(document, names, made, bare) if bare != section.name else section.name
            else:
                names[key] = _tagged(document, names, made, bare, tag_for(text, document, games))
        if not meant and is_none(text):
            why = say("“{name}” has no tag in the file", name=shortened(pattern, 60))
            raise RetagError(about_file(document.name, why))
        for selection in [] if meant else selected(document, pattern):
            tag = tag_for(text, document, games)
            name = _tagged(document, names, made, tag.label or selection.group or pattern, tag)
            inside = "" if selection.section is document.main else selection.section.name
            places = tuple(_places(selection))
            if any(one.inside == inside and set(one.members) & set(places) for one in made):
                why = say("“{name}” has parts that are tagged twice", name=shortened(pattern, 60))
                raise RetagError(about_file(document.name, why))
            made.append(NewSubmodel(inside, places, name))
    model = stem_of(names.pop(main)) if main in names else ""
    changed = {key: name for key, name in names.items() if name != document.sections[key].name}
    return StudioChanges(changed, model, tuple(made))


def _places(selection: Selection) -> list[int]:
    section: Section = selection.section
    lines = [section.contents.lines[member] - section.start for member in selection.members]
    return [place_in_section(section.lines, line) for line in lines]


def _tagged(
    document: Document, names: Mapping[str, str], made: list[NewSubmodel], bare: str, tag: Tag
) -> str:
    """A name that nothing else has, with the tag at its end, as it can be read back."""
    stem = stem_of(bare)
    ending = bare.strip()[len(stem) :]
    for number in range(1, 1000):
        again = f" {number}" if number > 1 else ""
        name = f"{stem}{again} {described(tag)}{ending}"
        if not _is_taken(document, names, made, name):
            break
    read = read_name(name, Place("")).tag
    if read is None or _meaning(read) != _meaning(tag) or not name.isprintable():
        raise RetagError(
            say("“{name}” can't be read back as a tag; choose another name", name=shortened(name, 60))
        )
    return name


def _meaning(tag: Tag) -> tuple[object, ...]:
    """[B] and [1B] mean the same."""
    return tag.role, carried_by(tag)[0], "" if tag.role is Role.SYSTEM else tag.value


def _free(document: Document, names: Mapping[str, str], made: list[NewSubmodel], bare: str) -> str:
    if _is_taken(document, names, made, bare):
        why = say("without its tag it would be “{name}”, which there is already", name=shortened(bare, 60))
        raise RetagError(about_file(document.name, why))
    return bare


def _is_taken(document: Document, names: Mapping[str, str], made: list[NewSubmodel], name: str) -> bool:
    taken = {*document.sections, *map(key_of, names.values()), *(key_of(one.name) for one in made)}
    return key_of(name) in taken
