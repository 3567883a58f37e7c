"""Which part of a file is meant: `mech.io#Mech` is the submodel Mech, and nothing else of the file counts."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.file_overlay import is_there
from ldraw_tools.findings import BrickyardError, Finding, and_more, count_of, printable
from ldraw_tools.names import MODEL_SUFFIXES, is_model, key_of, nearest, shown, stem_of
from ldraw_tools.reading.document import Section

MARK = "#"
_ENDINGS = ("", *MODEL_SUFFIXES)
_TAG = re.compile(r"\s*\[[^][]*\]\s*$")
_HEAP = re.compile(r"heap\s*(\d{1,6})", re.IGNORECASE)
_MOST_NAMED = 8


def split_choice(path: str | os.PathLike[str]) -> tuple[Path, str]:
    """The file, and the submodel that is chosen, if any; an existing file of this whole name wins."""
    text = os.fspath(path)
    if MARK not in text or _exists(text):
        return Path(path), ""
    ways = [
        (text[: found.start()], text[found.end() :].strip())
        for found in re.finditer(re.escape(MARK), text)
        if is_model(text[: found.start()]) and text[found.end() :].strip()
    ]
    there = next((way for way in ways if _exists(way[0])), None)
    file, name = there or (ways[0] if ways else (text, ""))
    return Path(file), name


def file_of(path: str | os.PathLike[str]) -> Path:
    return split_choice(path)[0]


def short_name(path: Path) -> str:
    """What is meant, in a word: the submodel's name, or the file's."""
    file, name = split_choice(path)
    return stem_of(name) or file.stem


def output_stem(path: Path) -> str:
    """The same for the name of a file that is made of it."""
    file, name = split_choice(path)
    plain = re.sub(r"[^\w.-]+", "-", stem_of(name)).strip("-.")
    return f"{file.stem}-{plain}" if plain else file.stem


def with_choice(path: Path, name: str) -> Path:
    return Path(f"{path}{MARK}{name.strip()}") if name.strip() else path


def with_submodel(paths: Iterable[Path], name: str) -> list[Path]:
    """Models of which `--submodel` chooses one submodel; nothing else has any."""
    chosen = []
    for path in paths:
        file, before = split_choice(path)
        if name and before:
            raise BrickyardError(f"{path} --submodel {name}: both name a submodel; leave one out")
        if name and not is_model(str(file)):
            raise BrickyardError(
                f"--submodel {name}: {path} is not a model; in a list write model: FILE{MARK}NAME"
            )
        chosen.append(with_choice(path, name))
    return chosen


def with_submodel_in(texts: Iterable[str], name: str) -> list[str]:
    """The same for sides that may be numbers or dice as well: only models have submodels."""
    texts = list(texts)
    models = [text for text in texts if is_model(str(file_of(text)))]
    if name and not models:
        raise BrickyardError(f"--submodel {name}: no model is named")
    return [str(with_submodel([Path(text)], name)[0]) if text in models else text for text in texts]


def chosen_part(whole: Assembly, name: str) -> Assembly:
    """The assembly of the submodel with this name; what was found elsewhere in the file is left out."""
    outer, _, last = name.rpartition(MARK)
    if outer and _HEAP.fullmatch(last.strip()):
        return chosen_part(chosen_part(whole, outer), last.strip())
    key = next((key for key in _keys(whole, name) if key in whole.by_key), "")
    if key:
        chosen = replace(whole, root=whole.by_key[key].index, chosen=whole.by_key[key].name)
    elif (section := _unplaced(whole, name)) is not None:
        resolver = whole.resolver
        chosen = assemble(whole.document, whole.source, resolver.library, resolver.custom, section)
        chosen.chosen = section.name
    elif heap := _HEAP.fullmatch(name):
        return _heap(whole, int(heap[1]))
    else:
        raise BrickyardError(_not_there(whole, name))
    chosen.findings = list(_findings_in(chosen, whole.findings if key else chosen.findings))
    return chosen


def _heap(whole: Assembly, number: int) -> Assembly:
    """The heap with this number, the one with the most pieces first."""
    from ldraw_tools.measuring.heaps import find_heaps

    lies = find_heaps(whole, whole.root)
    heaps = lies.heaps
    if not 1 <= number <= len(heaps):
        said = f"its heaps can't be told apart: {lies.doubt}" if lies.doubt else "it is empty"
        said = f"it lies in {count_of(len(heaps), 'heap')}" if heaps else said
        raise BrickyardError(f"{whole.document.name}: no heap {number}; {said}")
    others = (place for place_of, heap in enumerate(heaps, 1) if place_of != number for place in heap.places)
    called = f"{whole.chosen}{MARK}heap {number}" if whole.chosen else f"heap {number}"
    return replace(whole.without(others), chosen=called)


def _exists(text: str) -> bool:
    try:
        return bool(text.strip()) and is_there(Path(text))
    except (OSError, ValueError):
        return False


def _keys(whole: Assembly, name: str) -> Iterator[str]:
    """What a name may mean: itself, with an ending, with its tag, a title; last without its tag."""
    key = key_of(name)
    yield from _endings(key)
    models = [node for node in whole.nodes if not node.is_part and node.contents is not None]
    yield from (node.key for node in models if key in _short(node.key))
    for node in models:
        section = node.document.find(node.section_key) if node.document else None
        if section is not None and key in _short(key_of(section.header.title)):
            yield node.key
    yield from _endings(_short(key)[1])


def _endings(key: str) -> Iterator[str]:
    return (f"{key}{ending}" for ending in _ENDINGS)


def _short(key: str) -> tuple[str, str, str]:
    """`rifle [2rd].ldr` → `rifle [2rd]`, `rifle` and `rifle.ldr`."""
    stem = stem_of(key)
    bare = _TAG.sub("", stem)
    return stem, bare, bare + key[len(stem) :]


def _unplaced(whole: Assembly, name: str) -> Section | None:
    """A section of the file that no other places."""
    key = key_of(name)
    for own, section in whole.document.sections.items():
        if own in _endings(key) or key in _short(own):
            return section
    sections = whole.document.sections
    return next((sections[bare] for bare in _endings(_short(key)[1]) if bare in sections), None)


def _findings_in(chosen: Assembly, findings: Iterable[Finding]) -> Iterator[Finding]:
    below = [chosen.nodes[index] for index in chosen.below(chosen.root)]
    inside = {node.section_key for node in below if node.contents is not None}
    for finding in findings:
        if key_of(finding.place.submodel) in inside or not (finding.place.submodel or finding.place.line):
            yield finding


def _not_there(whole: Assembly, name: str) -> str:
    names = [section.name for section in whole.document.sections.values()]
    names = [one for one in names if key_of(one) != whole.main.section_key]
    close = nearest(name, [way for one in names for way in (one, *_short(one))])
    if name.lower() == "heap":
        hint = f'write the heap with its number, all in quotes: "{whole.document.name}#heap 1"'
    elif close:
        hint = f"did you mean “{shown(close)}”?"
    else:
        hint = f"it has: {printable(and_more(names, _MOST_NAMED))}" if names else "it has none"
    return f"{whole.document.name}: no submodel “{shown(name)}”; {hint}"
