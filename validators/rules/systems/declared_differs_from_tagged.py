"""SYS006: what the manifest declares against what the model is tagged with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from catalog.vocabulary import Vocabulary
from fleets.dice.carried_systems import Loadout, idle_systems, list_of, systems_pool
from fleets.models.model_units import Unit
from fleets.notation import write_book
from ldraw_tools.phrases import join_texts, say
from validators.rule import Found, Ruling, rule
from validators.wording import name_of_unit


@rule(
    "SYS006",
    "{name} is declared with {allowed}, but its model is tagged with {measured}",
    "Make the two agree: {remedy}.",
)
def declared_differs_from_tagged(unit: Unit, ruling: Ruling) -> Iterator[Found]:
    """What a list declares and what the model shows are the same.

    The other players see the model, so the model has to tell them what it can do.
    If list and model disagree, no one can know which of the two was meant.
    """
    declared = unit.declared
    if declared is None or _same(declared, unit.loadout):
        return
    yield Found(
        unit.declared_at or unit.place,
        {"name": name_of_unit(unit), "remedy": _remedy(declared, unit.loadout, ruling.vocabulary)},
        measured=_text(unit.loadout, ruling.vocabulary),
        allowed=_text(declared, ruling.vocabulary),
    )


def _same(declared: Loadout, tagged: Loadout) -> bool:
    return declared.systems == tagged.systems


def _text(loadout: Loadout, vocabulary: Vocabulary) -> str:
    pool = systems_pool(loadout, vocabulary)
    return write_book(pool, vocabulary, idle_systems(loadout, vocabulary)) or say("no system")


def _remedy(declared: Loadout, tagged: Loadout, vocabulary: Vocabulary) -> str:
    missing = Counter(declared.systems) - Counter(tagged.systems)
    extra = Counter(tagged.systems) - Counter(declared.systems)
    remedies = []
    if missing:
        text = list_of(missing.elements(), vocabulary)
        remedies.append(say("tag {text} in the model or strike it from the list", text=text))
    if extra:
        text = list_of(extra.elements(), vocabulary)
        remedies.append(say("list {text} or untag it in the model", text=text))
    return join_texts(remedies, "; ")
