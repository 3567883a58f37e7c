"""What a group may agree on: options from a manifest or the command line into values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from catalog.editions.edition import Edition, OptionSpec, OptionValue
from catalog.yaml.located_values import Listing, Scalar, Value, locate
from catalog.yaml.yaml_findings import EMPTY, NOT_A_CHOICE, UNKNOWN_OPTION
from ldraw_tools.findings import Finding, Place
from ldraw_tools.names import hint, shown

KINDS = ("flag", "number", "decimal", "list", "choice")
EXAMPLE = "split-range: true"
COMMAND_LINE = Place("--option")


def option_words(words: Iterable[str]) -> dict[str, object]:
    """`NAME[=VALUE]` words as a mapping; a bare name is a flag's yes."""
    given: dict[str, object] = {}
    for word in words:
        name, sign, value = word.partition("=")
        given[name.strip()] = value if sign else True
    return given


def parse_options(
    edition: Edition, given: Mapping[str, object] | Value, place: Place = COMMAND_LINE
) -> tuple[dict[str, OptionValue], list[Finding]]:
    """The given options as values, and what is wrong with them.

    `place` is where they were given, unless they are values that know their places.
    """
    told: list[Finding] = []
    options: dict[str, OptionValue] = {}
    for key, value in locate(given, place, "options", told).entries(example=EXAMPLE).pairs:
        spec = edition.options.get(key.written)
        if spec is None:
            _tell_unknown(edition, key)
        elif spec.kind != "flag" and _is_bare(given, key.written):
            value.tell(EMPTY)
        else:
            found = read_option(spec, value)
            if found is not None:
                options[spec.name] = found
    return options, told


def options_in_force(edition: Edition, *agreed: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Everything in force: the edition's defaults, over them what was agreed, the later over the earlier."""
    options = {name: spec.default for name, spec in edition.options.items() if spec.default is not None}
    for given in agreed:
        options.update(given)
    return options


def read_option(spec: OptionSpec, value: Value) -> OptionValue | None:
    """The option's value, None if it is not valid."""
    if spec.kind == "flag":
        return value.flag()
    if spec.kind == "number":
        return value.integer(spec.low, spec.high)
    if spec.kind == "decimal":
        return value.number(spec.low, spec.high)
    if spec.kind == "choice":
        return _as_number(value.choice(spec.choices))
    return _listed(spec, value)


def _listed(spec: OptionSpec, value: Value) -> tuple[str, ...] | None:
    if isinstance(value, Listing) and not value.values:
        # Nothing of what the edition takes as agreed on.
        return ()
    words = tuple(dict.fromkeys(value.words()))
    if not spec.choices:
        return words or None
    by_key = {choice.casefold(): choice for choice in spec.choices}
    for word in words:
        if word.casefold() not in by_key:
            wanted = f"from {', '.join(spec.choices)}"
            value.tell(NOT_A_CHOICE, word=shown(word), wanted=wanted, hint=hint(word, spec.choices))
    return tuple(by_key[word.casefold()] for word in words if word.casefold() in by_key) or None


def _as_number(word: str | None) -> int | str | None:
    return int(word) if word is not None and word.isdecimal() else word


def _is_bare(given: Mapping[str, object] | Value, name: str) -> bool:
    return isinstance(given, Mapping) and given.get(name) is True


def _tell_unknown(edition: Edition, key: Scalar) -> None:
    name = shown(key.written)
    key.tell(UNKNOWN_OPTION, edition=edition.title, name=name, hint=hint(key.written, edition.options))
