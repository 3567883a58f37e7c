"""Explaining a code: all that is known of it, whoever declared it."""

from __future__ import annotations

import ast
from dataclasses import replace

import pytest

from ldraw_tools.findings import BrickyardError, Severity
from tests.fielding import SMALL_BOOK
from tests.modules import every_node
from validators.explain import codes_about, explain, kinds, known_codes, subject_of
from validators.rule import rules

HOUSE = replace(SMALL_BOOK, id="house", title="House rules", extends="small-book")


def test_a_rule_is_explained_with_every_edition_that_cites_it() -> None:
    found = explain("SYS001", [SMALL_BOOK, HOUSE, replace(SMALL_BOOK, citations={})])
    assert found.name == "too_many_systems"
    assert found.title == "A unit carries no more systems than its kind has room for."
    assert [(each.title, each.reference, each.severity) for each in found.cited_by] == [
        ("The Small Book", "RA p.62", Severity.ERROR),
        ("House rules", "RA p.62", Severity.ERROR),
    ]
    assert found.cited_by[0].numbers == {"most": 4}
    assert [each.is_inherited for each in found.cited_by] == [False, True]


@pytest.mark.parametrize(
    "text", ["sys003", " SYS003 ", "split_weapon_needs_consent", "Split-weapon-needs-consent"]
)
def test_a_rule_is_found_by_code_or_name_in_any_case(text: str) -> None:
    assert explain(text, []).code == "SYS003"


def test_a_finding_of_reading_is_explained_by_its_template() -> None:
    found = explain("LDR030", [])
    assert (found.severity, found.cited_by) == (Severity.WARNING, ())
    assert "was not found" in found.message
    assert explain("DIC020", []).fix
    assert "was not found" in subject_of("LDR030")
    assert subject_of("LDR0") == ""


def test_an_unknown_code_is_refused_with_the_nearest_ones() -> None:
    with pytest.raises(BrickyardError, match=r"no rule has the code “SYS01”; did you mean .*SYS001"):
        explain("SYS01", [])
    with pytest.raises(BrickyardError, match=r"no rule has the code “S1”; did you mean (\w+ or ){2}\w+\?$"):
        explain("S1", [])
    with pytest.raises(BrickyardError, match=r"no rule has the code “”$"):
        explain("", [])


@pytest.mark.parametrize("code", known_codes())
def test_every_code_can_be_explained(code: str) -> None:
    found = explain(code, [SMALL_BOOK])
    assert found.code == code
    assert found.message


def test_a_code_belongs_to_a_rule_or_to_a_finding_of_reading() -> None:
    assert not set(rules()) & set(kinds())


def test_every_kind_that_any_floor_declares_is_known() -> None:
    declared = set()
    for _, node in every_node():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Kind":
            code = node.args[0]
            assert isinstance(code, ast.Constant)
            declared.add(code.value)
    assert declared == set(kinds())


@pytest.mark.parametrize(
    ("words", "codes"),
    [("split weapons", {"SYS003"}), ("ROCKETS", {"CMP003", "SYS004"}), ("no such words", set()), ("", set())],
)
def test_b31_rules_are_found_by_words(words: str, codes: set[str]) -> None:
    assert codes <= set(codes_about(words))
    assert bool(codes_about(words)) == bool(codes)


def test_b31_words_that_several_rules_have_list_them() -> None:
    with pytest.raises(BrickyardError, match=r"no rule has the code “weapon”; these are about it: \w+\d+ \("):
        explain("weapon", [])
    only = rules()["SYS001"].title
    assert explain(only, []).code == "SYS001"
