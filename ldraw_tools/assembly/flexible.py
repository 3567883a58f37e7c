"""Hoses, strings and treads that are drawn in segments: each is one piece, however many there are."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

from ldraw_tools.library.places import PartFacts
from ldraw_tools.reading.contents import COUNTED, Contents, EditorGroup
from ldraw_tools.reading.header import FileKind
from ldraw_tools.reading.metas import SYNTH_NAME

_FAMILY = re.compile(r"^(\d+[a-z]?)k\d+")


def is_segment(facts: PartFacts) -> bool:
    """Whether a part is only a piece of a flexible one; older files have no kind for that but a title."""
    if facts.kind is FileKind.FLEXIBLE_SECTION:
        return True
    return facts.kind is FileKind.SUBPART and " Segment" in facts.title


def synth_segments(contents: Contents, group: EditorGroup) -> list[int]:
    """The references of a group that LSynth's own segments are placed by; others are parts one can buy."""
    return [index for index in group.members if SYNTH_NAME.match(contents.keys[index])]


def undrawn_bands(contents: Contents, lost: Collection[str]) -> Iterator[tuple[EditorGroup, list[int]]]:
    """What LSynth drew with segments that have no files."""
    for group in contents.synthesized:
        segments = [index for index in synth_segments(contents, group) if contents.keys[index] in lost]
        if segments:
            yield group, segments


def runs_of_segments(
    contents: Contents, targets: Sequence[int], facts_of: Callable[[int], PartFacts | None]
) -> list[list[int]]:
    """References that are one flexible part together: what LSynth drew at once, or one after the other.

    A run ends where another part, another colour, or a segment of another part begins.
    """
    segments = {target for target in set(targets) if target >= 0 and _is(facts_of(target))}
    own = {index: group.line for group in contents.synthesized for index in synth_segments(contents, group)}
    if not segments and not own:
        return []
    region = {index: group.line for group in contents.synthesized for index in group.members}
    runs: list[list[int]] = []
    before: object = None
    of = ""
    for index, target in enumerate(targets):
        if target < 0 or not contents.uses[index] & COUNTED:
            continue
        if target not in segments and index not in own:
            before = None
            continue
        numbered = _FAMILY.match(contents.keys[index])
        family = numbered[1] if numbered else of
        alike = (contents.colours[index], region.get(index, 0))
        if alike != before or (of and family != of):
            runs.append([])
            family = numbered[1] if numbered else ""
        runs[-1].append(index)
        before, of = alike, family
    return runs


def _is(facts: PartFacts | None) -> bool:
    return facts is not None and is_segment(facts)


def counted_once(contents: Contents, runs: list[list[int]]) -> Contents:
    """The same with only the first reference of each run counted; all are drawn and measured."""
    uses = bytearray(contents.uses)
    for run in runs:
        for index in run[1:]:
            uses[index] &= ~COUNTED
    return replace(contents, uses=uses, runs=[*contents.runs, *runs])
