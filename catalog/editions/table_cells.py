"""What stands in one cell of an edition's table: types with limits, which the reader of tables checks."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from catalog.yaml.typed_reading import Between, TypeMark

RULER: Literal["ruler"] = "ruler"
"""A distance: the end of the ruler."""
_MOST = 1_000

Number: TypeAlias = Annotated[int, Between(0, _MOST)]
Positive: TypeAlias = Annotated[int, Between(1, _MOST)]
Sides: TypeAlias = Annotated[int, Between(2, _MOST)]
Face: TypeAlias = Annotated[int, Between(1, 8)]
Change: TypeAlias = Annotated[int, Between(-9, 9)]
Span: TypeAlias = Annotated[tuple[Number, Number], TypeMark.ASCENDING]
Words: TypeAlias = Annotated[tuple[str, ...], TypeMark.WORDS]
Key: TypeAlias = Annotated[str, TypeMark.KEY]
Lines: TypeAlias = tuple[str, ...]
Distance: TypeAlias = Number | Literal["ruler"]
