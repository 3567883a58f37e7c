"""Builds the manual from the pages of docs/; --reference writes those of docs/reference anew, from the code.

    python -m scripts.make_manual [-o build/manual]
    python -m scripts.make_manual --reference

Needs no network. Any warning, such as a link that leads nowhere, is an error.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import warnings
from pathlib import Path

from scripts.manual_reference import reference_pages

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
BUILT = ROOT / "build" / "manual"


def write_reference(folder: Path = DOCS / "reference") -> None:
    if folder.exists():
        shutil.rmtree(folder)
    for name, text in reference_pages().items():
        page = folder / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, "utf-8")


def gather(folder: Path) -> None:
    """A copy of docs/ with what only Sphinx needs."""
    if folder.exists():
        shutil.rmtree(folder)
    shutil.copytree(DOCS, folder)
    # A copy in another place still has to find the project's version.
    (folder / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    # Code hosts show this page too, so what only Sphinx understands is added here.
    with (folder / "decisions" / "README.md").open("a", encoding="utf-8") as decisions:
        decisions.write("\n```{toctree}\n:hidden:\n:glob:\n\n0*\n```\n")


def build(target: Path) -> int:
    """0 where the manual is built without a warning. Nothing but what was built now is in `target`."""
    from sphinx.cmd.build import build_main

    source = target.with_name(f"{target.name}-source")
    gather(source)
    if target.exists():
        shutil.rmtree(target)
    doctrees = target.with_name(f"{target.name}-doctrees")
    options = ["-W", "--keep-going", "-q", "-E", "-d", str(doctrees), "-b", "html"]
    with warnings.catch_warnings():
        # Warnings of Sphinx's own code are not ours; those about our pages are errors by -W.
        warnings.simplefilter("ignore")
        return build_main([*options, str(source), str(target)])


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-o", "--output", type=Path, default=BUILT)
    parser.add_argument(
        "--reference", action="store_true", help="write docs/reference anew, and nothing else"
    )
    given = parser.parse_args()
    if given.reference:
        write_reference()
        return 0
    status = build(given.output.resolve())
    if not status:
        print(f"{given.output / 'index.html'} written")
    return status


if __name__ == "__main__":
    sys.exit(main())
