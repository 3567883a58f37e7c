"""The schemas in docs/schema: each is that of the document which its command prints."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import pytest

from brickyard.battle_values.battle_answer import BattleAnswer
from brickyard.battle_values.three_answer import ThreeAnswer
from brickyard.battle_values.tournament_answer import TournamentAnswer
from brickyard.campaigns.campaign_answer import CampaignAnswer
from brickyard.cards.card_answer import CardAnswer
from brickyard.changes.change_answer import VersionChanges
from brickyard.comparison.bid_answer import Bids
from brickyard.comparison.compare_answer import Compared
from brickyard.dice_answer import DiceAnswer
from brickyard.fight_odds.odds_answer import OddsAnswer
from brickyard.file_schemas import KeysAnswer
from brickyard.inspection import Inspection
from brickyard.look_up import CatalogAnswer, EditionsAnswer, LibraryAnswer, RulesAnswer, TagsAnswer
from brickyard.packing.pack_answer import PackAnswer
from brickyard.parts.can_build import Answer
from brickyard.parts.lots import PartsList
from brickyard.parts.owned_list import OwnedList
from brickyard.parts.parts_draft import PartsDraft
from brickyard.settings import SettingsAnswer
from brickyard.table.replay_answer import GameLog, ReplayAnswer
from ldraw_tools.json_values import json_text, schema_of
from validators.explain import Explanation
from validators.report import CheckAnswer

FOLDER = Path(__file__).parent.parent / "docs" / "schema"
DOCUMENTS: dict[str, Any] = {
    "battle": BattleAnswer | ThreeAnswer,
    "bid": Bids,
    "campaign": CampaignAnswer,
    "can-build": Answer,
    "card": CardAnswer,
    "catalog": CatalogAnswer,
    "check": CheckAnswer,
    "compare": Compared,
    "diff": VersionChanges,
    "dice": DiceAnswer,
    "draft": PartsDraft,
    "editions": EditionsAnswer,
    "explain": Explanation,
    "inspect": Inspection,
    "keys": KeysAnswer,
    "library": LibraryAnswer,
    "odds": OddsAnswer,
    "pack": PackAnswer,
    "owned": OwnedList,
    "parts": PartsList,
    "rules": RulesAnswer,
    "settings": SettingsAnswer,
    "replay": ReplayAnswer,
    "tags": TagsAnswer,
    "tournament": TournamentAnswer,
}
# What pages save and commands read.
READ: dict[str, Any] = {"log": GameLog}


@pytest.mark.parametrize("name", [*DOCUMENTS, *READ])
def test_the_published_schema_is_that_of_the_document(name: str) -> None:
    text = json_text(schema_of({**DOCUMENTS, **READ}[name]))
    file = FOLDER / f"{name}.json"
    if os.environ.get("BRICKYARD_UPDATE") == "1":
        file.write_text(text, "utf-8")
    assert file.read_text("utf-8") == text, "BRICKYARD_UPDATE=1 writes it anew"


def test_every_published_schema_is_of_a_document_we_print_or_read() -> None:
    assert {file.stem for file in FOLDER.glob("*.json")} == {*DOCUMENTS, *READ}


def test_every_document_says_the_form_it_is_in_first() -> None:
    for name, document in DOCUMENTS.items():
        for kind in get_args(document) or (document,):
            schema = schema_of(kind)
            properties = schema.get("properties") or schema["$defs"][kind.__name__]["properties"]
            assert next(iter(properties)) == "format", name


def test_documents_are_written_in_ascii_whatever_names_are_in_them() -> None:
    text = json_text({"name": "Größe № 七"})
    assert text.isascii()
    assert json.loads(text) == {"name": "Größe № 七"}


@dataclass
class Nest:
    birds: tuple[Bird, ...]


@dataclass
class Bird:
    name: str
    nest: Nest | None


def test_classes_that_hold_each_other_have_a_schema() -> None:
    schema = schema_of(Nest)
    assert schema["$defs"]["Nest"]["properties"]["birds"]["items"] == {"$ref": "#/$defs/Bird"}
    assert schema["$defs"]["Bird"]["properties"]["nest"]["anyOf"][0] == {"$ref": "#/$defs/Nest"}


def test_one_of_several_classes_has_a_schema() -> None:
    assert schema_of(Nest | Bird)["anyOf"] == [{"$ref": "#/$defs/Nest"}, {"$ref": "#/$defs/Bird"}]
