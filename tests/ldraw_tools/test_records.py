"""Records behave as frozen dataclasses do, the first of a class as well as the hundredth."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field, fields, replace

import pytest

from ldraw_tools.records import changing_record, keyword_record, record


def declared() -> type:
    @record
    class Brick:
        part: str
        colour: int = 4
        places: list[int] = field(default_factory=list)
        seen: list[str] = field(default_factory=list, compare=False, repr=False)

        def __post_init__(self) -> None:
            self.seen.append(self.part)

    return Brick


@record
class Base:
    name: str
    size: int = 1


@record
class Larger(Base):
    colour: int = 4


class Plain(Base):
    """No record of its own."""


@pytest.fixture(params=[0, 100], ids=["the first", "after a hundred"])
def brick(request: pytest.FixtureRequest) -> Callable[..., object]:
    made = declared()
    for _ in range(request.param):
        made("3001.dat")
    return made


@pytest.mark.parametrize(
    ("given", "named", "said"),
    [
        (["3001.dat"], {}, "colour=4, places=[]"),
        (["3001.dat", 1], {}, "colour=1, places=[]"),
        (["3001.dat", 1, [2]], {}, "colour=1, places=[2]"),
        (["3001.dat"], {"places": [3]}, "colour=4, places=[3]"),
        ([], {"colour": 2, "part": "3001.dat"}, "colour=2, places=[]"),
    ],
)
def test_values_are_given_by_place_or_name_and_the_rest_is_as_declared(
    brick: type, given: list[object], named: dict[str, object], said: str
) -> None:
    one = brick(*given, **named)
    assert repr(one).endswith(f"Brick(part='3001.dat', {said})")
    assert one.seen == ["3001.dat"]
    assert one == brick(*given, **named)
    assert one != replace(one, part="3002.dat")
    assert [each.name for each in fields(one)] == ["part", "colour", "places", "seen"]
    with pytest.raises(FrozenInstanceError):
        one.part = "3003.dat"


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ([], {}),
        (["a", 1, [], [], 5], {}),
        (["a"], {"part": "b"}),
        (["a"], {"size": 3}),
        ([], {"colour": 3}),
    ],
)
def test_too_few_too_many_and_unknown_values_are_refused(
    brick: type, given: list[object], named: dict[str, object]
) -> None:
    with pytest.raises(TypeError):
        brick(*given, **named)


def test_a_list_is_made_for_each(brick: type) -> None:
    assert brick("a").places is not brick("a").places


def test_what_inherits_has_its_own_fields_however_many_were_made() -> None:
    for number in range(100):
        assert Larger(f"{number}", 2).colour == 4
        assert Base(f"{number}", size=number).size == number
        assert Plain("p").size == 1
    assert repr(Larger("a")) == "Larger(name='a', size=1, colour=4)"
    assert pickle.loads(pickle.dumps(Larger("a", 2, 3))) == Larger("a", 2, 3)


def test_a_record_by_names_may_have_a_default_before_the_others() -> None:
    @keyword_record
    class Rule:
        limit: int = 3
        code: str

    for number in range(100):
        assert Rule(code=f"{number}").limit == 3
    with pytest.raises(TypeError):
        Rule()  # type: ignore[call-arg]


def test_what_changes_can_be_changed_and_has_no_hash() -> None:
    @changing_record
    class Count:
        number: int = 0

    for _ in range(100):
        one = Count()
        one.number += 1
        assert one == Count(1)
    with pytest.raises(TypeError):
        hash(one)
