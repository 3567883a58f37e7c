"""An edition's file over its parent: a child says only what differs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from catalog.editions.citations import KnownRule, read_citations
from catalog.editions.demands import read_demands, tell_unjudged
from catalog.editions.edition import Edition, OptionSpec
from catalog.editions.options import KINDS, read_option
from catalog.editions.table_checks import put_in_order, tell_declined
from catalog.editions.tables import EditionTables
from catalog.yaml.located_values import Entries, Missing, Scalar, Value
from catalog.yaml.typed_reading import read_as
from catalog.yaml.yaml_findings import BACKWARDS, NOT_A_CHOICE, OTHER_GAME, REMOVES_NOTHING, UNKNOWN_KEY
from ldraw_tools.findings import Place
from ldraw_tools.suggestions import hint, shown

GAMES = ("frames", "fleet", "mech")
_SECTIONS = ("words", "tables", "options", "rules", "demands")
EDITION_KEYS = ("id", "title", "version", "date", "short", "game", "extends", "may-suppress", *_SECTIONS)
_ELSEWHERE = {"name": "Write its name after title:."}
_OPTION_KEYS = ("kind", "title", "reference", "low", "high", "choices", "default")
_CODE = re.compile(r"[A-Z]{3}[0-9]{3}")
_BLANK = Edition(id="", title="", game="")


@dataclass(frozen=True, kw_only=True, slots=True)
class Known:
    """All that the shipped editions name, so that typing errors in a house edition are noticed.

    A shipped edition itself is free to name new things.
    """

    words: frozenset[str] = frozenset()
    options: frozenset[str] = frozenset()
    rules: Mapping[str, KnownRule] = field(default_factory=dict)


def top_level(root: Value) -> Entries:
    """What an edition may say; a section with nothing in it changes nothing."""
    top = root.entries(*EDITION_KEYS, what="key of an edition", elsewhere=_ELSEWHERE)
    pairs = (pair for pair in top.pairs if not (pair[0].written in _SECTIONS and pair[1].is_null))
    return replace(top, pairs=tuple(pairs))


def read_edition(top: Entries, parent: Edition | None, known: Known | None, file: str, stem: str) -> Edition:
    """The edition; `stem` names one that has no id."""
    base = parent or _BLANK
    own = top["id"].text(60) or stem
    named = replace(
        base,
        id=own,
        title=top["title"].text(200) or (f"{base.title}, house rules {own}" if parent else own),
        # What a group changes is not that version of the text any more.
        version=top["version"].text(60) or "",
        date=top["date"].text(60) or base.date,
        short=top["short"].text(60) or own,
        game=_game(top, parent),
        extends=base.id,
        file=file,
    )
    written = top["tables"]
    tables: EditionTables | None = None
    if not (known and parent and tell_declined(written, base, named.game)):
        tables, _ = read_as(EditionTables, written, over=base, what="table")
    found = replace(
        named,
        **(vars(tables) if tables else {}),
        words=_words(top["words"], base, known),
        options=_options(top["options"], base, known),
        citations=read_citations(top["rules"], named, known.rules if known else None),
        may_suppress=_may_suppress(top["may-suppress"], base),
        demands=read_demands(top["demands"], base.demands, named.game, named.short, named.extends),
    )
    tell_unjudged(top["demands"], found.demands, found.game, found.citations)
    return put_in_order(found, base, written, top["options"]) if tables and known else found


def _game(top: Entries, parent: Edition | None) -> str:
    if parent is None and "game" not in top:
        top.need("extends")
    if parent is None:
        return top["game"].choice(GAMES) or GAMES[0]
    game = top["game"].choice(GAMES) or parent.game
    if game != parent.game:
        top["game"].tell(OTHER_GAME, game=game, parent=parent.id, wanted=parent.game)
    return parent.game


def _may_suppress(value: Value, base: Edition) -> Mapping[str, Place] | None:
    """Codes, or `none`; nothing after the key takes away what the parent says."""
    if isinstance(value, Missing) or value.is_null:
        return None if value.is_null else base.may_suppress
    words = [word.upper() for word in value.words() if word != "none"]
    for word in words:
        if not _CODE.fullmatch(word):
            way_out = "Write none, or [SIZ003, LNT001]."
            value.tell(NOT_A_CHOICE, word=shown(word), wanted="none, or codes of findings", hint=way_out)
    return dict.fromkeys(words, value.place)


def _words(value: Value, base: Edition, known: Known | None) -> dict[str, str]:
    words = dict(base.words)
    for key, one in _pairs(value):
        if known and key.written not in known.words:
            _tell_unknown(key, "word in an edition", sorted(known.words))
        elif text := one.text(200):
            words[key.written] = text
    return words


def _options(value: Value, base: Edition, known: Known | None) -> dict[str, OptionSpec]:
    options = dict(base.options)
    for key, one in _pairs(value):
        name = key.written
        if known and name not in known.options and name not in options:
            _tell_unknown(key, "option for rules", sorted(known.options))
        elif not one.is_null:
            options[name] = _option(name, one, options.get(name))
        elif options.pop(name, None) is None:
            key.tell(REMOVES_NOTHING, what=f"option {name}", parent=base.id)
    return options


def _option(name: str, value: Value, parent: OptionSpec | None) -> OptionSpec:
    entries = value.entries(*_OPTION_KEYS, what="key of an option")
    base = parent or OptionSpec(name, entries.need("kind").choice(KINDS) or KINDS[0], "")
    low, high = entries["low"].integer(), entries["high"].integer()
    spec = replace(
        base,
        title=entries["title"].text(200) or base.title,
        reference=entries["reference"].text(200) or base.reference,
        low=base.low if low is None else low,
        high=base.high if high is None else high,
        choices=entries["choices"].words() or base.choices,
    )
    if spec.low is not None and spec.high is not None and spec.low > spec.high:
        entries.tell(BACKWARDS, low=spec.low, high=spec.high)
    default = entries["default"]
    # Nothing as a default takes the parent's away.
    if default.is_null:
        return replace(spec, default=None)
    return replace(spec, default=read_option(spec, default)) if default else spec


def _pairs(value: Value) -> tuple[tuple[Scalar, Value], ...]:
    return value.entries().pairs


def _tell_unknown(key: Scalar, what: str, words: list[str]) -> None:
    key.tell(UNKNOWN_KEY, key=shown(key.written), what=what, hint=hint(key.written, words))
