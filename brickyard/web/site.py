"""A static site of designs: pages for all files, a gallery, and what all of them need."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import resources
from pathlib import Path
from urllib.parse import urlsplit

from brickyard.answers import each_of
from brickyard.notices import notices
from brickyard.spreading import spread
from brickyard.table import CURVE_STYLE
from brickyard.terminal import pasteable
from brickyard.web import viewer_script
from brickyard.web.addresses import write_links, write_moved
from brickyard.web.gallery_page import card_dice, in_order, is_comparable, ways, write_gallery
from brickyard.web.page_jobs import PageWork
from brickyard.web.page_pictures import THUMB
from brickyard.web.page_values import DAMAGE, TAKEN
from brickyard.web.site_memory import PageEntry, SiteMemory, check_target, mark_of, recall, remember
from brickyard.web.site_pages import PAGE, TABLES, Pages, SiteSettings, is_our_page
from brickyard.web.site_plan import SitePlan
from catalog.database.part_database import open_workspace
from fleets.forces.campaign import forces_of
from fleets.forces.named_files import MANIFEST_SUFFIXES, files_in, is_campaign
from ldraw_tools.choosing import file_of, with_submodel
from ldraw_tools.findings import BrickyardError, and_more, printable
from ldraw_tools.names import is_in, paths_in, real_path, shown
from ldraw_tools.notebooks import line_of
from ldraw_tools.workspace import Workspace, check_exists
from ldraw_tools.writing import make_folder, write_whole
from validators.judged_files import JudgeSettings
from validators.report import NOT_JUDGED, NOT_LEGAL, STYLES

COMPARE = "compare.html"


def write_compare(pages: Pages, memory: SiteMemory) -> bool:
    """Whether there is such a page: one design alone has nothing to be compared with.

    A page of that name that isn't ours stays as it is.
    """
    designs = [entry for entry in in_order(memory) if is_comparable(entry)]
    file = pages.target / COMPARE
    if file.exists() and not is_our_page(file):
        return False
    if len(designs) < 2:
        file.unlink(missing_ok=True)
        return False
    games = dict.fromkeys(said for record in memory.records.values() for said in record.notices)
    *common, ours = notices()
    html = pages.html(
        "compare.html",
        "Compare designs",
        "Two to four designs side by side",
        [*common, *games, ours],
        designs=[vars(entry) | {"rows": list(_rows(entry))} for entry in designs],
        order=_order(designs),
        ways=ways(memory, "", has_compare=True),
    )
    if not file.is_file() or file.read_bytes() != html:
        write_whole(file, html)
    return True


def _order(designs: Sequence[PageEntry]) -> list[str]:
    """All labels, so that they stand in one order whichever designs are chosen: damage first."""
    labels = dict.fromkeys(label for entry in designs for label, _, _ in entry.odds)
    odds = sorted(labels, key=lambda label: not label.startswith(DAMAGE))
    return ["Picture", "Kind", "Dice", "Verdict", *odds, "Size", "Pieces"]


def _rows(entry: PageEntry) -> Iterator[dict[str, object]]:
    """What is compared, each with its kind, its label and its content."""
    if entry.picture:
        yield {"kind": "picture", "label": "Picture", "text": f"{entry.picture}/{THUMB}"}
    yield {"kind": "text", "label": "Kind", "text": entry.kind}
    if entry.dice:
        yield {"kind": "dice", "label": "Dice", "text": "", "dice": card_dice(entry)}
    style = STYLES.get(entry.verdict, "open")
    yield {"kind": "verdict", "label": "Verdict", "text": entry.stamp or entry.verdict, "style": style}
    for label, text, value in entry.odds:
        best = "least" if label.startswith(TAKEN) else "most"
        hits = label.startswith((DAMAGE, TAKEN))
        yield {"kind": "odds", "label": label, "text": text, "value": value, "best": best, "hits": hits}
    if entry.size:
        yield {"kind": "text", "label": "Size", "text": entry.size}
    if entry.pieces:
        many = {"text": f"{entry.pieces:,}", "value": float(entry.pieces)}
        yield {"kind": "odds", "label": "Pieces", **many, "best": "", "hits": False}


_LOOK = ("style.css", "icon.svg")
_STATIC = ("viewer.css", "gallery.js", "compare.js")
_FONTS = {
    "regular.woff2": "BrickyardSans-Regular.woff2",
    "bold.woff2": "BrickyardSans-Bold.woff2",
    "condensed.woff2": "BrickyardSansCondensed-SemiBold.woff2",
}
# Models to keep open for the next file, which may show them too.
_MOST_OPEN = 3
Told = Callable[[int, int], None]
Say = Callable[[str], None]
# By page, what each of its pictures was made from.
Looks = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class PublishedSite:
    """How many pages were made, how many could stay, and notes for the user."""

    made: int
    kept: int
    not_legal: tuple[str, ...]
    not_judged: tuple[str, ...]
    remarks: tuple[str, ...] = ()
    # Pages that lack their picture, with the reason.
    undrawn: tuple[str, ...] = ()
    # Pages with errors that their owner accepts.
    accepted: tuple[str, ...] = ()
    # Why something that was named is not in it.
    problems: tuple[str, ...] = ()

    __repr__ = line_of


def publish(
    paths: str | Path | Iterable[str | Path],
    target: str | Path,
    *,
    name: str = "Designs",
    address: str = "",
    steps: bool = True,
    edition: str = "",
    library: str | Path | Iterable[str | Path] = (),
    jobs: int = 1,
    cluster: str = "",
    outside: bool = False,
    buildable: bool = True,
    width: int = 960,
    source: bool = True,
    instructions: bool = False,
    battles: bool = False,
    suppress: bool = True,
    submodel: str = "",
    workspace: Workspace | None = None,
    told: Told | None = None,
    say: Say | None = None,
) -> PublishedSite:
    """A page for every design, company and fleet, and a gallery, in the folder `target`.

    Only what changed since the last run is made; pages of files that are gone are removed. `address` is
    where the site will be on the web, `width` the width of large pictures, `jobs` how many processes to use,
    `cluster` the address of a Dask scheduler whose workers draw instead: `tcp://HOST:PORT`.
    If `outside`, files of other folders that a list names are read and shown, too; unless `source`, no model,
    no list and no 3D model can be downloaded. If `buildable`, pages say what speaks against building a model;
    if `instructions`, they offer building instructions as a PDF, too; if `battles`, whole battles are played,
    and pages of companies say who wins how often; unless `suppress`, the errors that a list accepts count.
    `told` hears about progress, `say` about what to know beforehand. What can't be opened is left out, and
    told in `problems`.

    Raises `BrickyardError` if nothing that was named can be opened, the folder holds what isn't a site
    of ours, or the cluster can't be used.
    """
    target = Path(target)
    named, problems = each_of(with_submodel(paths_in(paths), submodel), check_exists)
    _check_address(address)
    check_target(target)
    inside = tuple(dict.fromkeys(_inside(named)))
    files, campaigns = _files(named, target, () if outside else inside, say)
    if campaigns and not files:
        why = pasteable("brickyard", "check", *map(str, campaigns))
        raise BrickyardError(f"no force of a campaign can be read: {why} says why")
    if not files:
        raise BrickyardError(f"no models and no manifests in {', '.join(str(path) for path in named)}")
    make_folder(target)
    workspace = workspace or open_workspace(library)
    request = JudgeSettings(edition=edition, workspace=workspace, buildable=buildable, suppress=suppress)
    settings = SiteSettings(name, address, steps, width, outside, source, instructions)
    pages = Pages(target, settings, request.workspace, inside)
    library_files = workspace.library.library()
    before = recall(target, files).checked(library_files)
    if not before.records:
        # From here on the folder is known to be our site, even if the run is stopped half-way.
        remember(target, before, hidden=not source)
    pages.tidy()
    _write_static(target)
    if told:
        told(0, len(files))
    plan = SitePlan(pages, request, before, mark_of(request, pages), [*files, *campaigns], say)
    work = PageWork(pages, request, plan, files, told)

    def end_with(memory: SiteMemory) -> None:
        if library_files:
            used = library_files.used().union(work.used, before.library.places)
            memory.library = library_files.state(used)
        remember(target, memory, hidden=not source)

    try:
        with pages.fence():
            work.do(jobs, cluster)
            if campaigns:
                from brickyard.web.campaign_page import write_campaigns

                write_campaigns(pages, plan, request, campaigns, before)
            sections = _battles(pages, request, plan, files, (jobs, cluster), say, told) if battles else {}
    except BaseException:
        # Pages that were written stay; the next run goes on from here.
        end_with(before.and_then(plan.after))
        raise
    after = plan.after
    after.moved = _moved(pages, before, after)
    has_compare = write_compare(pages, after)
    write_gallery(pages, after, has_compare)
    write_links(pages, after, has_compare, sections)
    pages.drop_scenes({entry.scene for entry in after.entries()})
    if (target / TABLES).is_dir():
        from brickyard.web.play_page import write_shared

        write_shared(pages, after)
    end_with(after)
    illegal, open_ones = (
        tuple(entry.name for entry in after.entries() if entry.verdict == verdict)
        for verdict in (NOT_LEGAL, NOT_JUDGED)
    )
    accepted = tuple(entry.name for entry in after.entries() if entry.accepted)
    undrawn = tuple(f"{entry.name}: {entry.undrawn}" for entry in after.entries() if entry.undrawn)
    about = (illegal, open_ones, tuple(plan.remarks), undrawn, accepted, tuple(problems))
    return PublishedSite(plan.made, plan.kept, *about)


def _battles(
    pages: Pages,
    request: JudgeSettings,
    plan: SitePlan,
    files: Sequence[Path],
    spread_over: tuple[int, str],
    say: Say | None,
    told: Told | None,
) -> dict[str, str]:
    """What pages of companies say of battles, by their addresses."""
    from brickyard.web.site_battles import section_of_battles
    from fleets.self_play.battle_sums import play_batch

    companies = {file: entry for file in files if (entry := plan.company_of(file))}
    play = partial(spread, play_batch, jobs=spread_over[0], cluster=spread_over[1])
    return section_of_battles(
        pages, request, companies, play, say or (lambda _: None), told or (lambda *_: None)
    )


def _moved(pages: Pages, before: SiteMemory, after: SiteMemory) -> dict[str, str]:
    """Removes what is gone; where a page has a new address, one that leads there stays."""
    shown = after.by_slug()
    moved = {old: after.moved.get(new, new) for old, new in (before.moved | after.moved).items()}
    moved = {old: new for old, new in moved.items() if old not in shown and new in shown}
    gone = {slug: entry.files for slug, entry in before.by_slug().items()}
    for slug, ours in (dict.fromkeys(before.moved, (PAGE,)) | gone).items():
        if slug in moved:
            if before.moved.get(slug) != moved[slug] or not pages.is_ours(slug):
                write_moved(pages, slug, moved[slug], shown[moved[slug]].name, ours)
        elif slug not in shown:
            pages.remove(slug, ours)
    return moved


def _check_address(address: str) -> None:
    if not address:
        return
    try:
        parts = urlsplit(address)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise BrickyardError(
            f"--address: “{printable(address)}” is not the address of a folder on the web; "
            "write it like https://example.org/frames/"
        )


def _inside(paths: Iterable[Path]) -> Iterator[Path]:
    """Where files may lie that lists name: the folders that are published, and their repositories."""
    for path in paths:
        folder = real_path(path if path.is_dir() else file_of(path).parent)
        repository = next((up for up in (folder, *folder.parents) if (up / ".git").exists()), folder)
        # Some keep their whole home in one.
        root = folder if real_path(Path.home()).is_relative_to(repository) else repository
        # A link that is named may lead anywhere.
        yield from (root,) if is_in(file_of(path), [root]) else (root, real_path(file_of(path)))


def _files(
    paths: Sequence[Path], target: Path, fence: Sequence[Path], say: Say | None
) -> tuple[list[Path], list[Path]]:
    """Every file once, and campaigns apart; what the site itself holds is a copy of something else."""
    site = real_path(target)
    named = [file for path in paths for file in files_in(path, campaigns=True)]
    campaigns = [file for file in dict.fromkeys(named) if is_campaign(file)]
    named = [file for file in (*named, *forces_of(campaigns)) if file not in campaigns]
    # Other machines have other folders to begin from.
    found = {real_path(file): file.absolute() for file in named}
    files = [file for place, file in found.items() if not place.is_relative_to(site)]
    outside = [file for file in files if fence and not is_in(file, fence)]
    if outside and say:
        names = and_more([shown(str(file), 200) for file in outside], 8)
        say(f"Left out, because these lead to other folders: {names} (--outside publishes them)")
    files = [file for file in files if file not in outside]
    # Lists first: they say which models need no page by themselves.
    files.sort(key=lambda file: file.suffix.lower() not in MANIFEST_SUFFIXES)
    return files, [file for file in campaigns if not real_path(file).is_relative_to(site)]


def write_look(target: Path) -> None:
    """What every page of ours needs beside it: how it looks, and its letters."""
    shipped = resources.files("brickyard")
    for name in _LOOK:
        _write_if_new(target / name, (shipped / "web" / "static" / name).read_bytes())
    (target / "fonts").mkdir(exist_ok=True)
    for name, source in _FONTS.items():
        _write_if_new(target / "fonts" / name, (shipped / "data" / "fonts" / source).read_bytes())


def _write_static(target: Path) -> None:
    write_look(target)
    shipped = resources.files("brickyard")
    for name in _STATIC:
        _write_if_new(target / name, (shipped / "web" / "static" / name).read_bytes())
    _write_if_new(target / "viewer.js", viewer_script())
    curve = shipped / "table" / "static" / CURVE_STYLE
    _write_if_new(target / CURVE_STYLE, curve.read_bytes())


def _write_if_new(file: Path, data: bytes) -> None:
    if not file.is_file() or file.read_bytes() != data:
        write_whole(file, data)
