"""The book of rules is complete: every rule says all it must, has its file, its name and its cases."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import string
from pathlib import Path
from typing import get_args

import pytest

from catalog.editions.loading import building_rules, edition, shipped_editions
from fleets.forces.campaign import Campaign
from fleets.forces.force import Force, Mech
from fleets.models.model_units import Unit
from tests.modules import nodes_of, tree_of
from validators.rule import FAMILIES, Rule, rule as declare, rules

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SHELF = ROOT / "validators" / "rules"
OURS = ("SYS", "CMP", "LNT")
FILES = sorted(path for path in SHELF.rglob("*.py") if path.name != "__init__.py")
EVERY = list(rules().values())


def sentences(text: str) -> list[str]:
    return [part for part in re.split(r"(?<=[.!?])\s+(?=[A-Z'“])", text) if part]


@pytest.mark.parametrize("rule", EVERY, ids=lambda rule: rule.code)
def test_a_rule_has_a_title_a_reason_a_message_a_fix_and_a_subject(rule: Rule) -> None:
    assert rule.title.endswith(".")
    assert len(sentences(rule.title)) == 1
    assert len(sentences(rule.reason)) in ((2,) if rule.code.startswith(OURS) else (1, 2))
    assert rule.message
    assert not rule.message.endswith(".")
    assert rule.fix
    assert set(get_args(rule.subject) or (rule.subject,)) <= {Force, Unit, Mech, Campaign}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_holds_one_rule_and_is_called_like_it(path: Path) -> None:
    tree = tree_of(path)
    declared = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.decorator_list]
    assert [function.name for function in declared] == [path.stem]
    module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    [rule] = [rule for rule in EVERY if inspect.getmodule(rule.judge) is module]
    assert (ast.get_docstring(tree) or "").startswith(f"{rule.code}: ")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_code_begins_with_the_letters_of_its_family(path: Path) -> None:
    letters = (ast.get_docstring(tree_of(path)) or "")[:3]
    assert FAMILIES[letters] == path.parent.name


def test_the_book_is_in_the_order_of_its_codes_and_holds_every_file() -> None:
    assert list(rules()) == sorted(rules())
    assert len(rules()) == len(FILES)


@pytest.mark.parametrize("rule", EVERY, ids=lambda rule: rule.code)
def test_a_rule_has_cases(rule: Rule) -> None:
    """A folder of files, or tests of its own that name it."""
    own = (HERE / "rules" / rule.code).is_dir()
    assert own or any(f'"{rule.code}"' in path.read_text("utf-8") for path in HERE.glob("test_*rules*.py"))


@pytest.mark.parametrize("rule", EVERY, ids=lambda rule: rule.code)
def test_a_rules_sentences_are_no_empty_templates(rule: Rule) -> None:
    for template in (rule.message, rule.fix):
        words = "".join(text for text, _, _, _ in string.Formatter().parse(template))
        assert sum(len(word) > 2 for word in words.split()) > 0


def test_rules_hold_no_numbers_of_their_own() -> None:
    """Numbers come from the edition; 0, 1 and 2 are for counting, plurals and halves."""
    for path in FILES:
        if path.parent.name in ("systems", "company", "lint"):
            values = [node.value for node in nodes_of(path) if isinstance(node, ast.Constant)]
            numbers = {v for v in values if isinstance(v, (int, float)) and not isinstance(v, bool)}
            assert numbers <= {0, 1, 2}, path


@pytest.mark.parametrize("name", shipped_editions())
def test_an_edition_cites_only_rules_that_there_are(name: str) -> None:
    assert set(edition(name).citations) <= set(rules())


def test_every_rule_is_cited_by_some_edition() -> None:
    cited = {code for name in shipped_editions() for code in edition(name).citations}
    assert set(rules()) == cited | set(building_rules().citations)


@pytest.mark.parametrize("name", [*shipped_editions(), "building"])
def test_an_edition_gives_every_rule_numbers_of_its_types_and_no_others(name: str) -> None:
    text = building_rules() if name == "building" else edition(name)
    for code, citation in text.citations.items():
        rule = rules()[code]
        assert set(citation.numbers) <= set(rule.numbers), code
        given = rule.numbers_in(text)
        assert {key.replace("-", "_") for key in citation.numbers} == set(given), code


@pytest.mark.parametrize("rule", EVERY, ids=lambda rule: rule.code)
def test_a_number_that_may_be_left_out_is_one_that_the_rule_has(rule: Rule) -> None:
    editions = [*map(edition, shipped_editions()), building_rules()]
    given = [set(one.citations[rule.code].numbers) for one in editions if one.cites(rule.code)]
    assert rule.optional <= set(rule.numbers)
    assert set().union(*given) == set(rule.numbers)


def test_a_rule_takes_numbers_of_four_types_only() -> None:
    def judge(unit: Unit, ruling: object, *, name: str) -> None:
        """A rule."""

    with pytest.raises(TypeError, match="is not a type for a rule's numbers"):
        declare("ZZZ999", "said")(judge)  # type: ignore[arg-type]
