"""One table: case, ours, peer, ratio, bar, met or not."""

from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.timing import Failure, Spread

HEAD = ("case", "ours", "peer", "peer's", "ratio", "bar", "met")
NOT_MEASURED = "not measured"


@dataclass(frozen=True, slots=True)
class Row:
    """Our time and a peer's for one case; the bar is the largest ratio allowed, where there is one."""

    case: str
    ours: Spread | Failure
    peer: str
    theirs: Spread | Failure
    bar: float | None = None
    note: str = ""
    when: str = ""

    @property
    def ratio(self) -> float | None:
        """Our least time over the peer's least."""
        if isinstance(self.ours, Failure) or isinstance(self.theirs, Failure):
            return None
        return self.ours.least / self.theirs.least

    @property
    def met(self) -> str:
        """Whether the bar is met, in a word."""
        if self.bar is None:
            return ""
        if self.ratio is None:
            return NOT_MEASURED
        return "yes" if self.ratio <= self.bar else "NO"

    @property
    def is_missed(self) -> bool:
        """A bar missed, or one that we did not even run for; a peer that isn't there is no fault of ours."""
        return self.bar is not None and (self.met == "NO" or isinstance(self.ours, Failure))

    def cells(self) -> tuple[str, ...]:
        """The row as words."""
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}×"
        bar = "" if self.bar is None else f"≤ {self.bar:g}×"
        case = f"{self.case}, {self.when}" if self.when else self.case
        return (case, _time(self.ours), self.peer, _time(self.theirs), ratio, bar, self.met)

    def remarks(self) -> list[str]:
        """What the cells leave open."""
        ours = [f"{self.case}: ours: {self.ours.why}"] if isinstance(self.ours, Failure) else []
        theirs = [f"{self.case}: {self.peer}: {self.theirs.why}"] if isinstance(self.theirs, Failure) else []
        return [*ours, *theirs, *([f"{self.case}: {self.note}"] if self.note else [])]


def as_text(rows: Sequence[Row]) -> str:
    """For the terminal."""
    lines = [HEAD, *(row.cells() for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEAD))]
    padded = [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in lines
    ]
    return "\n".join(line.rstrip() for line in [padded[0], "-" * len(padded[0]), *padded[1:]])


def as_markdown(rows: Sequence[Row]) -> str:
    """For a page."""
    lines = [HEAD, ("---",) * len(HEAD), *(row.cells() for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def remarks(rows: Sequence[Row]) -> list[str]:
    """Everything worth a line under the table, once."""
    return list(dict.fromkeys(remark for row in rows for remark in row.remarks()))


def _time(spread: Spread | Failure) -> str:
    if isinstance(spread, Failure):
        return "–"
    if spread.unit != "s":
        return f"{spread.least:.0f} {spread.unit}"
    return f"{_seconds(spread.least)} (median {_seconds(spread.median)})"


def _seconds(value: float) -> str:
    return (
        f"{value * 1000:.2f} ms"
        if value < 0.01
        else f"{value * 1000:.0f} ms"
        if value < 1
        else f"{value:.2f} s"
    )
