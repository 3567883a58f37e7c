"""`make bench`: generate the models, let everybody run, print one table."""

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks import cases, generate, peers
from benchmarks.battling import battling
from benchmarks.folding import folding
from benchmarks.gallery import gallery
from benchmarks.journeys import journeys
from benchmarks.publishing import publishing
from benchmarks.served import served
from benchmarks.table import Row, as_markdown, as_text, remarks
from benchmarks.timing import ROOT, Failure, run_quietly
from benchmarks.viewing import viewing
from benchmarks.yard import yard

FETCH_LIMIT = 600.0
FAMILIES = {
    "reading": cases.reading,
    "counting": cases.counting,
    "geometry": cases.geometry,
    "growth": cases.growth,
    "processes": cases.processes,
    "pictures": cases.pictures,
    "building": cases.building,
    "owning": cases.owning,
    "viewer": viewing,
    "served": served,
    "journeys": journeys,
    "folding": folding,
    "battling": battling,
    "gallery": gallery,
    "publishing": publishing,
    "yard": yard,
}
# Measured only when asked for: they build hundreds of pages.
LONG = ("gallery", "publishing")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure ours and the peers; exit status 1 only for a missed bar, and only when asked to be strict."""
    given = _arguments(arguments)
    library = _library(given.library)
    found = peers.find_peers(peers.cache_folder())
    with tempfile.TemporaryDirectory(prefix="brickyard-bench-") as folder:
        models = generate.write_models(Path(folder), _parts(library, given.parts), given.seed)
        bench = cases.Bench(models, found, library, given.rounds)
        wanted = given.only or [family for family in FAMILIES if family not in LONG]
        rows = [row for family in wanted for row in _measured(family, bench)]
    unasked = [f"not measured: {one}; make bench ONLY={one}" for one in LONG if one not in wanted]
    under = [*remarks(rows), *_peers_in_words(found), *_left_out(library, found), *unasked]
    print(as_text(rows), *under, sep="\n")
    if given.markdown:
        listed = "\n".join(f"- {line}" for line in under)
        given.markdown.write_text(f"{as_markdown(rows)}\n\n{listed}\n", encoding="utf-8")
    return int(given.strict and any(row.is_missed for row in rows))


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.run", description=main.__doc__)
    parser.add_argument(
        "--library", type=Path, help="an LDraw library; else the one scripts/fetch-library finds"
    )
    parser.add_argument(
        "--parts", type=Path, help="part names to draw from, one a line, instead of the library's"
    )
    parser.add_argument(
        "--only", action="append", choices=FAMILIES, help="one family of cases; may be repeated"
    )
    parser.add_argument("--rounds", type=int, default=3, help="fresh processes for each case (%(default)s)")
    parser.add_argument("--seed", type=int, default=generate.SEED)
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the table there too")
    parser.add_argument("--strict", action="store_true", help="exit 1 if a bar is missed")
    return parser.parse_args(arguments)


def _library(given: Path | None) -> Path | Failure:
    if given:
        return given.resolve() if (given / "parts").is_dir() else Failure(f"{given} holds no parts folder")
    output = run_quietly(("sh", str(ROOT / "scripts" / "fetch-library")), FETCH_LIMIT)
    return output if isinstance(output, Failure) else Path(output.strip())


def _parts(library: Path | Failure, listed: Path | None) -> Sequence[str]:
    if listed:
        return listed.read_text(encoding="utf-8").split()
    return generate.COMMON_PARTS if isinstance(library, Failure) else generate.library_parts(library)


def _measured(family: str, bench: cases.Bench) -> list[Row]:
    print(f"measuring {family} …", file=sys.stderr, flush=True)
    return list(FAMILIES[family](bench))


def _peers_in_words(found: peers.Found) -> Iterator[str]:
    yield "ratio: our least time over the peer's least. Peers: " + (
        ", ".join(peers.versions(found)) or "none"
    )


def _left_out(library: Path | Failure, found: peers.Found) -> Iterator[str]:
    everything = {"the LDraw library": library, **found, peers.LEOCAD: peers.find_leocad()}
    for name, one in everything.items():
        if isinstance(one, Failure):
            yield f"left out: {name}: {one.why}"


if __name__ == "__main__":
    sys.exit(main())
