"""`brickyard publish`: pages that say the truth, with all that is to be taken from them."""

from __future__ import annotations

import json
import re
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from brickyard.facts.judged_designs import open_design_file
from brickyard.pictures.paints import AS_IT_IS, MUTED
from brickyard.web import site as web_site
from brickyard.web.page_steps import building_steps
from brickyard.web.page_values import page_values
from fleets.forces.named_files import SITE_FILE as FILE
from ldraw_tools.findings import BrickyardError
from tests.publishing import SMALL, leave_printing_out, make_place, publish, publish_all, read
from tests.running import ROOT, brickyard
from validators.judged_files import JudgeSettings

EXAMPLES = ROOT / "examples"
HVA = "0 Barge\n0 !MFZ HVA Barge\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n"
SHIELD = "0 Shield\n0 Name: shield.ldr\n0 !MFZ SYSTEM 1B\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 3005.dat\n"
OVERLAPPING = """0 Clash
0 Name: clash.ldr
0 !MFZ FRAME Clash
1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat
1 1 10 -8 0 1 0 0 0 1 0 0 0 1 3001.dat
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Everything there is a page of, printed matter too."""
    folder = tmp_path_factory.mktemp("published")
    place = make_place(folder / "in")
    (place / "barge.ldr").write_text(HVA, "utf-8")
    (place / "shield.ldr").write_text(SHIELD, "utf-8")
    (place / "untagged.ldr").write_text("0 Wall\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n", "utf-8")
    for name in ("brawler", "standard"):
        (place / f"{name}.yaml").write_bytes((EXAMPLES / "mechs" / f"{name}.yaml").read_bytes())
    publish(place, folder / "site", "Yard", "https://example.org/yard")
    return folder / "site"


def test_a_design_has_page_picture_scene_and_model(site: Path) -> None:
    folder = site / "small"
    names = {file.name for file in folder.iterdir()}
    assert {"index.html", "picture.webp", "thumb.webp", "systems.webp", "parts.png"} <= names
    page = read(folder / "index.html")
    [scene] = page.attributes("figure", "data-scene")
    assert (folder / scene).is_file()
    assert "LEGAL" in page.text
    assert "defense system" in page.text
    assert (folder / "small.ldr").read_text("utf-8") == SMALL


def test_a_design_from_studio_is_shown_like_any_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_printing_out(monkeypatch)
    place, target = tmp_path / "in", tmp_path / "site"
    place.mkdir()
    (place / "c.yaml").write_text("company: Two\nframes: [{model: walker.io, name: One}]\n", "utf-8")

    def save(model: str) -> None:
        with zipfile.ZipFile(place / "walker.io", "w") as archive:
            archive.writestr("model.ldr", model)

    save(SMALL)
    publish(place, target)
    names = {file.name for file in (target / "walker").iterdir()}
    assert {"picture.webp", "systems.webp", "parts.png", "walker.io", "wanted-list.xml"} <= names
    # A company's page is made anew where a model of it has changed.
    assert publish(place, target).made == 0
    save(SMALL.replace("SYSTEM 1B", "SYSTEM 1G"))
    assert publish(place, target).made > 0


def test_everything_to_take_along_is_there_and_is_what_it_says(site: Path) -> None:
    folder = site / "small"
    offered = {told["href"] for tag, told in read(folder / "index.html").tags if "download" in told}
    pictures = {"picture.png", "systems.png"}
    assert offered == pictures | {"small.ldr", "small-3d.zip", "wanted-list.xml", "card.png", "card.pdf"}
    starts = {"small-3d.zip": b"PK", "card.png": b"\x89PNG", "card.pdf": b"%PDF", "wanted-list.xml": b"<"}
    starts["picture.png"] = b"\x89PNG"
    for name, start in starts.items():
        assert (folder / name).read_bytes().startswith(start), name
    with zipfile.ZipFile(folder / "small-3d.zip") as packed:
        assert packed.read("small.glb").startswith(b"glTF")


@pytest.mark.usefixtures("coarse_pictures")
def test_without_source_nothing_of_a_model_or_a_list_can_be_downloaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_printing_out(monkeypatch)
    place = make_place(tmp_path / "in")
    run = brickyard(["publish", str(place), "-o", str(tmp_path / "site"), "--no-source", "--no-steps"])
    assert run.returncode == 0, run.stderr
    files = [file for file in (tmp_path / "site").rglob("*") if file.is_file()]
    assert not [
        file.name for file in files if file.suffix in (".ldr", ".mpd", ".io", ".yaml", ".zip", ".glb")
    ]
    assert not [file.name for file in files if SMALL.encode() in file.read_bytes()]
    offered = {
        told["href"]
        for tag, told in read(tmp_path / "site" / "small" / "index.html").tags
        if "download" in told
    }
    assert offered == {"picture.png", "systems.png", "wanted-list.xml", "card.png", "card.pdf"}
    memory = (tmp_path / "site" / "brickyard-site.json").read_text("utf-8")
    assert not [name for name in ("small.ldr", "c.yaml", "/in", "in/") if name in memory]
    again = brickyard(["publish", str(place), "-o", str(tmp_path / "site"), "--no-source", "--no-steps"])
    assert "no page made" in again.stdout.lower() or "0 pages made" in again.stdout, again.stdout
    # Asked for later, it is there again; and a page of the user's own stays.
    own = tmp_path / "site" / "compare.html"
    own.write_text("mine", "utf-8")
    brickyard(["publish", str(place), "-o", str(tmp_path / "site"), "--no-steps"])
    assert (tmp_path / "site" / "small" / "small.ldr").is_file()
    assert own.read_text("utf-8") == "mine"


def test_a_companys_page_shows_all_of_it(site: Path) -> None:
    page = read(site / "c" / "index.html")
    assert {"lineup.webp", "sheet.pdf", "c.zip", "wanted-list.xml"} <= {
        file.name for file in (site / "c").iterdir()
    }
    assert "2 × One" in page.text
    assert "not legal" in page.text
    # Unarmed, it hits with its hands: what its own page says of hand-to-hand and one blue die.
    assert re.search(r"One\s*0\.73\s*hand-to-hand", page.text)
    own = read(site / "small" / "index.html").text
    assert re.search(r"hand-to-hand\s*2\.24\s*0\.73\s*0\.39", own)
    # It goes to its designs, and they lead back.
    assert "../small/index.html" in page.attributes("a", "href")
    assert "../c/index.html" in read(site / "small" / "index.html").attributes("a", "href")


def test_a_mechs_page_says_what_it_carries_what_it_does_and_what_hurts_it(site: Path) -> None:
    page = read(site / "brawler" / "index.html")
    for said in ("11 W of 12 W", "plasma sword", "attackers roll again what hits it", "armour 4", "helo"):
        assert said in " ".join(page.text.split()), said
    # Page 2 of the list: P5 against armour 2 is 5 dice that hurt with 3 to 6.
    assert "exactly 10/3" in page.attributes("span", "title")
    assert {"card.png", "card.pdf", "sheet.pdf", "brawler.yaml"} <= {
        told["href"] for tag, told in page.tags if "download" in told
    }


def test_a_mech_may_have_a_photograph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leave_printing_out(monkeypatch)
    place = tmp_path / "in"
    place.mkdir()
    text = (EXAMPLES / "mechs" / "brawler.yaml").read_text("utf-8")
    (place / "m.yaml").write_text(text + "photo: shots/mine.png\n", "utf-8")
    built = publish(place, tmp_path / "without")
    assert built.remarks == (
        "m.yaml: the photograph mine.png is left out: it isn't there, or isn't a JPEG, PNG or WebP",
    )
    assert not (tmp_path / "without" / "m" / "photo.jpg").exists()
    (place / "shots").mkdir()
    picture = Image.new("RGB", (300, 200), (200, 30, 30))
    exif = Image.Exif()
    exif[0x010E] = "at home"
    picture.save(place / "shots" / "mine.png", exif=exif)
    publish(place, tmp_path / "with")
    data = (tmp_path / "with" / "m" / "photo.jpg").read_bytes()
    with Image.open(BytesIO(data)) as shown:
        assert shown.size == (120, 80)
    assert b"at home" not in data
    assert "photo.jpg" in read(tmp_path / "with" / "m" / "index.html").attributes("img", "src")
    assert "m/thumb.webp" in read(tmp_path / "with" / "index.html").attributes("img", "src")
    # Once it is there, or another, the page is made anew.
    assert publish(place, tmp_path / "without").made == 1
    for wrong in (b"", b"GIF89a", b"\x89PNG\r\n\x1a\n broken"):
        (place / "shots" / "mine.png").write_bytes(wrong)
        assert publish(place, tmp_path / "without").made == 1
        assert not (tmp_path / "without" / "m" / "photo.jpg").exists()


def test_W15_W19_W24_W25_a_designs_page_answers_in_the_order_people_ask_and_in_usual_words(
    site: Path,
) -> None:
    text = (site / "small" / "index.html").read_text("utf-8")
    headings = re.findall(r"<h2[^>]*>([^<]*)</h2>", text)
    wanted = [
        "Odds",
        "Downloads",
        "Charts",
        "Which part is which",
        "Size",
        "Parts",
        "Instructions",
        "More of Reds",
    ]
    assert headings == wanted
    assert text.index('class="stamp') < text.index("<h2>Odds</h2>") < text.index('<p class="beside')
    page = read(site / "small" / "index.html")
    assert {told.get("rel") for tag, told in page.tags if tag == "a"} >= {"prev", "next"}
    assert "Credits and rights" in page.text
    # Long fractions are there for those who look for them, and don't pop up.
    assert all(len(said) < 25 for said in page.attributes("span", "title"))


def test_W16_one_weapon_is_one_line_though_its_dice_are_two_systems(tmp_path: Path) -> None:
    (tmp_path / "small.ldr").write_text(
        SMALL.replace("SYSTEM 1B shield", 'SYSTEM "2Rd & d8" launcher'), "utf-8"
    )
    [design] = open_design_file(tmp_path / "small.ldr", JudgeSettings()).designs
    assert len(design.facts.systems) == 2
    [line] = page_values(design.facts, has_pieces=True)["systems"]
    assert (line.label, len(line.dice)) == ("launcher", 3)


def test_an_illegal_design_is_published_and_says_so(site: Path) -> None:
    page = read(site / "c-paper" / "index.html")
    assert "NOT LEGAL" in page.text
    assert "SYS001" in page.text
    assert "not legal" in page.metas["og:description"]
    assert "not legal" in read(site / "index.html").text


def test_a_design_that_cant_be_read_is_never_called_legal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_printing_out(monkeypatch)
    place = tmp_path / "in"
    place.mkdir()
    (place / "c.yaml").write_text(
        "company: C\nframes:\n  - {model: gone.ldr, name: Gone}\nstations:\n  - {name: S}\n", "utf-8"
    )
    built = publish(place, tmp_path / "site")
    assert "Gone" in built.not_judged
    assert "Gone" not in built.not_legal
    assert 'class="stamp open"' in (tmp_path / "site" / "c-gone" / "index.html").read_text("utf-8")
    page = read(tmp_path / "site" / "c-gone" / "index.html")
    assert "NOT JUDGED" in page.text
    assert "could not be read" in page.text
    # W20: a model that isn't there is not “on paper”.
    for where in (page, read(tmp_path / "site" / "index.html"), read(tmp_path / "site" / "c" / "index.html")):
        assert "model not found" in where.text
    assert "on paper" in read(tmp_path / "site" / "index.html").text
    # Nobody knows what it carries, so nothing is said of its dice and its odds.
    assert "<h2>Odds</h2>" not in page.text
    assert page.attributes("svg", "class").count("die") == 0


def test_a_system_by_itself_shows_its_die_and_has_nothing_to_point_out(site: Path) -> None:
    page = read(site / "shield" / "index.html")
    assert "die" in page.attributes("svg", "class")
    assert not page.attributes("a", "data-system")
    assert '">1 stud</text>' in (site / "shield" / "index.html").read_text("utf-8")
    assert "1 bricks" not in page.text


def test_a_page_says_what_its_picture_lacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leave_printing_out(monkeypatch)
    place = tmp_path / "in"
    place.mkdir()
    (place / "small.ldr").write_text(SMALL + "1 4 0 0 0 1 0 0 0 1 0 0 0 1 nobodys.dat\n", "utf-8")
    publish(place, tmp_path / "site")
    assert (
        "ot drawn, because their shape is unknown: nobodys"
        in read(tmp_path / "site" / "small" / "index.html").text
    )


@pytest.mark.usefixtures("coarse_pictures")
def test_a_company_is_taken_along_with_its_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leave_printing_out(monkeypatch)
    place = tmp_path / "in" / "lists"
    place.mkdir(parents=True)
    (tmp_path / "in" / "frames").mkdir()
    (tmp_path / "in" / "frames" / "small.ldr").write_text(SMALL, "utf-8")
    (place / "c.yaml").write_text("company: C\nframes: [{model: ../frames/small.ldr, name: One}]\n", "utf-8")
    publish(tmp_path / "in", tmp_path / "site")
    with zipfile.ZipFile(tmp_path / "site" / "c" / "c.zip") as taken:
        assert sorted(taken.namelist()) == ["frames/small.ldr", "lists/c.yaml"]
        taken.extractall(tmp_path / "taken")
    run = brickyard(["check", "taken/lists/c.yaml"], tmp_path)
    assert "MAN" not in run.stdout
    before = (tmp_path / "site" / "c" / "c.zip").read_bytes()
    publish(tmp_path / "in", tmp_path / "again")
    assert (tmp_path / "again" / "c" / "c.zip").read_bytes() == before


def test_an_untagged_model_has_a_page_with_its_picture(site: Path) -> None:
    page = read(site / "untagged" / "index.html")
    assert "picture.webp" in page.attributes("img", "src")
    assert "untagged.ldr" in page.attributes("a", "href")


def test_a_finding_about_parts_is_shown_in_a_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leave_printing_out(monkeypatch)
    place = tmp_path / "in"
    place.mkdir()
    (place / "clash.ldr").write_text(OVERLAPPING, "utf-8")
    web_site.publish([place], tmp_path / "site", width=120)
    page = read(tmp_path / "site" / "clash" / "index.html")
    shown = [told for tag, told in page.tags if tag == "img" and "finding" in (told.get("src") or "")]
    assert shown
    for told in shown:
        assert told["loading"] == "lazy"
        assert "A: " in (told["alt"] or "")
        assert (tmp_path / "site" / "clash" / str(told["src"])).read_bytes().startswith(b"\x89PNG")


NOTICES = {
    "parts": "Shapes of parts are from the LDraw Parts Library, © LDraw.org and its part authors, CC BY 4.0",
    "bricks": "LEGO® is a trademark of the LEGO Group of companies, which does not sponsor, authorize",
    "game": "Mobile Frame Zero and Rapid Attack are trademarks of Joshua A.C. Newman",
    "text": "The book is under Creative Commons, non-commercial, share-alike",
    "name": "Designs under its name follow its licensing chapter: the maker keeps the copyright",
}


@pytest.mark.parametrize("name", ["index.html", "small/index.html", "c-paper/index.html", "c/index.html"])
@pytest.mark.parametrize("notice", list(NOTICES))
def test_every_page_carries_the_notices(name: str, notice: str, site: Path) -> None:
    assert NOTICES[notice] in read(site / name).text


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("small", "Design © Somebody, CC BY 4.0."),
        ("c", "Design © Somebody else, CC0."),
        # On paper it is the company's.
        ("c-paper", "Design © Somebody else, CC0."),
        ("brawler", "Design © The brickyard founders, CC BY 4.0."),
        ("brawler", "Paper 'Mech is a game by Chris Alton"),
        ("barge", "Mobile Frame Zero and Intercept Orbit are trademarks"),
    ],
)
def test_a_page_says_whose_the_design_and_the_game_are(name: str, said: str, site: Path) -> None:
    assert said in read(site / name / "index.html").text


def test_the_gallery_names_every_game_that_is_shown(site: Path) -> None:
    text = read(site / "index.html").text
    for game in ("Rapid Attack are", "Intercept Orbit are", "Paper 'Mech is"):
        assert game in text


def test_every_link_of_a_site_leads_somewhere_in_it(site: Path) -> None:
    for page in site.rglob("*.html"):
        reader = read(page)
        ids = {told.get("id") for _, told in reader.tags}
        for tag, attributes in reader.tags:
            for name in ("href", "src"):
                link = attributes.get(name)
                # Shops are a click away; nothing is fetched from them.
                if not link or (tag == "a" and link.startswith("https://www.bricklink.com/")):
                    continue
                if link.startswith("#"):
                    assert link[1:] in ids, f"{page}: {link}"
                elif tag == "link" and attributes["rel"] == "canonical":
                    assert link.startswith("https://example.org/yard/")
                else:
                    assert not re.match(r"[a-z]+:", link), f"{page}: {link}"
                    link = link.partition("#")[0]
                    assert (page.parent / link).resolve().is_file(), f"{page}: {link}"
                    assert (page.parent / link).resolve().is_relative_to(site.resolve())


def test_a_scene_is_data_and_nothing_else(site: Path) -> None:
    [address] = read(site / "small" / "index.html").attributes("figure", "data-scene")
    file = site / "small" / address
    text = file.read_text("utf-8")
    start = f'brickyardScene("{file.stem}",'
    assert text.startswith(start)
    scene = json.loads(text.removeprefix(start).removesuffix(");\n"))
    assert scene["steps"] == 2
    assert sum(shape["copies"] for shape in scene["shapes"]) == 3


@pytest.mark.parametrize(
    ("name", "picture"),
    [
        ("small/index.html", "small"),
        ("c/index.html", "c"),
        ("index.html", "c"),
        ("c-paper/index.html", ""),
    ],
)
def test_links_show_a_picture_where_the_site_has_an_address(name: str, picture: str, site: Path) -> None:
    said = read(site / name).metas
    assert said["og:title"]
    assert said["og:description"]
    assert said["og:site_name"] == "Yard"
    assert said["og:url"] == "https://example.org/yard/" + name.removesuffix("index.html")
    if not picture:
        assert "og:image" not in said
        return
    assert said["og:image"] == f"https://example.org/yard/{picture}/preview.png"
    assert said["twitter:card"] == "summary_large_image"
    with Image.open(site / picture / "preview.png") as shown:
        assert (
            (said["og:image:width"], said["og:image:height"])
            == tuple(map(str, shown.size))
            == ("1200", "630")
        )


def test_without_an_address_publish_says_what_it_is_good_for(tmp_path: Path) -> None:
    (tmp_path / "m.yaml").write_bytes((EXAMPLES / "mechs" / "brawler.yaml").read_bytes())
    run = brickyard(["publish", "m.yaml", "-o", "site"], tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    assert "--address https://" in run.stdout
    assert run.stdout.splitlines()[-1].startswith("1 page made. Open ")
    said = read(tmp_path / "site" / "m" / "index.html").metas
    assert said["og:title"] == "Brawler"
    assert "og:image" not in said
    assert "og:url" not in said


@pytest.mark.parametrize(
    "address",
    ["example.org", "javascript:alert(1)", "https://", "ftp://a.b/", "https://a.b/?q", "http://[", "/yard"],
)
def test_an_address_that_is_none_is_said(address: str, tmp_path: Path) -> None:
    with pytest.raises(BrickyardError, match=r"--address: .* write it like https://"):
        web_site.publish([EXAMPLES / "mechs"], tmp_path / "site", address=address)
    assert not (tmp_path / "site").exists()


def test_what_a_site_remembers_tells_nobodys_folders(site: Path, tmp_path: Path) -> None:
    assert str(site.parent) not in (site / FILE).read_text("utf-8")


def box_and_picture(folder: Path) -> tuple[float, int, int]:
    """Where the drawn box ends below, and the first and last row of the picture that it stands in."""
    page = (folder / "index.html").read_text("utf-8")
    box = re.search(r'<rect x="[-\d.]+" y="([-\d.]+)" width="[\d.]+" height="([\d.]+)" fill="none"', page)
    assert box is not None
    with Image.open(folder / "front.webp") as picture:
        drawn = picture.getchannel("A").getbbox()
    assert drawn is not None
    return float(box[1]) + float(box[2]), drawn[1], drawn[3]


def test_the_box_stands_where_the_design_does_and_not_where_its_base_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_printing_out(monkeypatch)
    place = tmp_path / "in"
    place.mkdir()
    brick = "1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n"
    base = "0 !MFZ BEGIN BASE\n1 2 0 48 0 1 0 0 0 1 0 0 0 1 3001.dat\n0 !MFZ END\n"
    (place / "bare.ldr").write_text(f"0 Bare\n0 !MFZ FRAME Bare\n{brick}", "utf-8")
    (place / "based.ldr").write_text(f"0 Based\n0 !MFZ FRAME Based\n{brick}{base}", "utf-8")
    publish(place, tmp_path / "site")
    foot, _, bottom = box_and_picture(tmp_path / "site" / "bare")
    assert foot == pytest.approx(bottom, abs=2)
    foot, top, bottom = box_and_picture(tmp_path / "site" / "based")
    # Of three bricks and a stud, 76 units high, the lower two are no part of it.
    assert foot == pytest.approx(bottom - (bottom - top) * 48 / 76, abs=2)


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("fleet: F\nships:\n  - {name: S, class: frigate, systems: 1B 1Y 2Rp}\n", "Maneuver"),
        ("company: C\nframes:\n  - {name: A, systems: 1B 2Rd}\n", "Movement"),
    ],
)
def test_section_4_the_page_of_a_force_names_how_its_units_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, heading: str
) -> None:
    leave_printing_out(monkeypatch)
    (tmp_path / "force.yaml").write_text(text, "utf-8")
    publish_all([tmp_path / "force.yaml"], tmp_path / "site")
    pages = [page.read_text("utf-8") for page in (tmp_path / "site").rglob("index.html")]
    [page] = [page for page in pages if 'aria-label="Odds of its units"' in page]
    assert f'<th class="number">{heading}</th>' in page


def test_w12_w14_stills_fit_any_ground_and_dense_screens(site: Path) -> None:
    folder = site / "small"
    sizes = {}
    for name in ("thumb.webp", "picture.webp", "picture.png"):
        with Image.open(folder / name) as picture:
            sizes[name] = picture.size
            alpha = picture.convert("RGBA").getchannel("A")
            assert alpha.getextrema() == (0, 255), name
    # Twice as many pixels as a page of usual width has for a thumb, and more than it has for the large one.
    assert 2 * sizes["thumb.webp"][0] < sizes["picture.webp"][0]
    [said] = [told for tag, told in read(folder / "index.html").tags if told.get("src") == "picture.webp"]
    assert (said["width"], said["height"]) == tuple(map(str, sizes["picture.webp"]))
    cards = [told.get("srcset") for tag, told in read(site / "index.html").tags if tag == "img"]
    assert "small/thumb.webp, small/picture.webp 2x" in cards


def test_w3_w23_a_company_fills_its_card_and_its_line_up(site: Path) -> None:
    with Image.open(site / "c" / "picture.webp") as card:
        assert card.height == card.width * 3 // 4
        assert _filled(card, 0) > 0.7 or _filled(card, 1) > 0.7
    with Image.open(site / "c" / "lineup-2x.webp") as picture:
        assert _filled(picture, 0) > 0.75
        assert _filled(picture, 1) > 0.75


def _filled(image: Image.Image, axis: int) -> float:
    """The share of a side over which anything solid is seen."""
    box = image.convert("RGBA").getchannel("A").point(lambda alpha: 255 * (alpha > 250)).getbbox()
    assert box
    return (box[axis + 2] - box[axis]) / image.size[axis]


def test_w4_steps_are_those_of_the_instructions_and_fill_their_box() -> None:
    unit = open_design_file(EXAMPLES / "frames" / "chub.mpd", JudgeSettings()).designs[0].unit
    steps = building_steps(unit)
    assert unit.assembly is not None
    assert steps is not None
    number = steps.plan.steps
    shots = [shot for shot in steps.shots[:number] if shot]
    assert len(shots) == number > 30
    # The first step is a part of a leg at a scale at which one can build, not a sliver of the whole model.
    assert shots[0].scale >= max(shots[-1].scale, 0.8)
    assert max(shots[-1].size) > 380
    for shot in shots:
        assert (shot.coats == AS_IT_IS).any(), "what a step adds is not muted"
    assert (shots[-1].coats == MUTED).any()
    said = list(steps.said(unit.assembly, None))
    assert [one["number"] for one in said] == list(range(1, len(shots) + 1))
    # A call-out shows a submodel as it is when finished.
    called = [steps.shots[sub["step"] - 1] for one in said for sub in one["submodels"]]
    assert called
    assert all(shot and (shot.coats == AS_IT_IS).all() for shot in called)
