"""Settings: what brickyard.toml says, where it is looked for, and what is stronger (review M10)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from brickyard.settings import places
from brickyard.settings_reading import SettingsFile
from tests.pdf_pages import pages_of, size_of
from tests.running import ROOT, brickyard
from validators.usual import usual

COMPANY = """\
company: Belt
frames: [{name: Soldier, systems: 1B 1G 1Y 2Rd, count: 4}]
stations: [{name: Depot, count: 2}]
"""
HOUSE = "extends: rapid-attack\ntitle: Garage rules\nrules: {CMP003: null}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "belt.yaml").write_text(COMPANY, "utf-8")
    (tmp_path / "house.yaml").write_text(HOUSE, "utf-8")
    (tmp_path / "user" / "brickyard").mkdir(parents=True)
    return tmp_path


def set_here(folder: Path, text: str) -> None:
    (folder / "brickyard.toml").write_text(text, "utf-8")


def set_for_the_user(folder: Path, text: str) -> None:
    (folder / "user" / "brickyard" / "brickyard.toml").write_text(text, "utf-8")


def shown(folder: Path) -> dict[str, tuple[str, str]]:
    run = brickyard(
        ["settings", "--format", "json"], folder, XDG_CONFIG_HOME=str(folder / "user"), LDRAWDIR=""
    )
    assert run.returncode == 0, run.stderr
    return {one["name"]: (one["value"], one["source"]) for one in json.loads(run.stdout)["settings"]}


def report(folder: Path, *options: str, file: str = "belt.yaml") -> dict[str, object]:
    run = brickyard(["check", file, *options, "--format", "json"], folder)
    found: dict[str, object] = json.loads(run.stdout)["reports"][0]
    return found


@pytest.mark.parametrize(
    ("platform", "environ", "folder"),
    [
        ("linux", {}, "/home/ada/.config/brickyard"),
        ("linux", {"XDG_CONFIG_HOME": "/etc/ada"}, "/etc/ada/brickyard"),
        ("linux", {"XDG_CONFIG_HOME": "relative"}, "/home/ada/.config/brickyard"),
        ("darwin", {}, "/home/ada/Library/Application Support/brickyard"),
        ("win32", {"APPDATA": "/home/ada/Roaming"}, "/home/ada/Roaming/brickyard"),
        ("win32", {}, "/home/ada/AppData/Roaming/brickyard"),
    ],
)
def test_m10_settings_are_here_or_in_the_users_folder(
    platform: str, environ: dict[str, str], folder: str
) -> None:
    here, users = places(environ, platform, Path("/home/ada"))
    assert here == Path("brickyard.toml")
    assert users == Path(folder) / "brickyard.toml"


def test_m10_settings_shows_what_holds_and_from_where(folder: Path) -> None:
    assert shown(folder)["paper"] == ("a4", "default")
    set_for_the_user(folder, 'paper = "letter"\ncurrency = "USD"\nlibrary = ["ldraw", "~/more"]\n')
    set_here(folder, 'currency = "EUR"\nedition = "house.yaml"\nplayers = 3\ncondition = "used"\n')
    users = str(folder / "user" / "brickyard" / "brickyard.toml")
    found = shown(folder)
    assert found["paper"] == ("letter", users)
    assert found["currency"] == ("EUR", "brickyard.toml")
    assert found["edition"] == (str(folder / "house.yaml"), "brickyard.toml")
    assert found["players"] == ("3", "brickyard.toml")
    assert found["condition"] == ("used", "brickyard.toml")
    assert found["library"][0] == f"{folder / 'user' / 'brickyard' / 'ldraw'}:{Path.home() / 'more'}"
    assert set(found) == set(SettingsFile.__annotations__)
    text = brickyard(["settings"], folder, XDG_CONFIG_HOME=str(folder / "user")).stdout
    assert f"paper letter ({users})" in " ".join(text.split())
    assert "read: brickyard.toml" in text


def test_m10_an_edition_in_the_settings_judges_what_names_none(folder: Path) -> None:
    assert report(folder)["edition"] != "Garage rules"
    set_here(folder, 'edition = "house.yaml"\n')
    assert report(folder)["edition"]["title"] == "Garage rules"  # type: ignore[index]
    # An option and a manifest are stronger.
    assert report(folder, "--edition", "condensed")["edition"]["id"] == "condensed"  # type: ignore[index]
    (folder / "own.yaml").write_text(f"edition: rapid-attack\n{COMPANY}", "utf-8")
    assert report(folder, file="own.yaml")["edition"]["id"] == "rapid-attack"  # type: ignore[index]


def test_m10_an_edition_in_the_settings_is_not_for_another_game(folder: Path) -> None:
    set_here(folder, 'edition = "house.yaml"\n')
    fleet = str(ROOT / "examples" / "mechs" / "standard.yaml")
    assert report(folder, file=fleet)["edition"]["id"] == "paper-mech"  # type: ignore[index]


def test_m10_comparing_numbers_takes_the_usual_edition(folder: Path) -> None:
    set_here(folder, 'edition = "house.yaml"\n')
    sides = ["frames=5,systems=18,stations=2", "frames=4,systems=16,stations=2"]
    assert "Garage rules" in brickyard(["compare", *sides], folder).stdout


def test_m10_players_in_the_settings_hold_where_a_manifest_says_none(folder: Path) -> None:
    set_here(folder, "players = 4\n")
    assert report(folder)["game"] == {"size": "", "players": 4}
    assert report(folder, "--players", "3")["game"] == {"size": "", "players": 3}
    (folder / "own.yaml").write_text(COMPANY + "game: {players: 2}\n", "utf-8")
    assert report(folder, file="own.yaml")["game"] == {"size": "", "players": 2}


def test_m10_paper_is_what_the_settings_say(folder: Path) -> None:
    def width(*options: str) -> int:
        run = brickyard(
            ["sheets", "belt.yaml", "--only", "opponent", "--no-pictures", "-o", "s.pdf", *options], folder
        )
        assert run.returncode == 0, run.stderr
        return round(size_of(pages_of((folder / "s.pdf").read_bytes())[0])[0])

    assert width() == 210
    set_here(folder, 'paper = "letter"\n')
    assert width() == 216
    assert width("--paper", "a4") == 210


def test_m10_condition_and_currency_are_what_the_settings_say(folder: Path) -> None:
    model = str(ROOT / "examples" / "frames" / "chub.mpd")
    set_here(folder, 'condition = "new"\n')
    assert "<CONDITION>N</CONDITION>" in brickyard(["parts", model, "--format", "bricklink"], folder).stdout
    run = brickyard(["parts", model, "--format", "bricklink", "--condition", "used"], folder)
    assert "<CONDITION>U</CONDITION>" in run.stdout


def test_m10_a_library_in_the_settings_is_used_unless_ldrawdir_is_set(folder: Path) -> None:
    set_here(folder, 'library = "parts-of-mine"\n')
    said = brickyard(["library", "status"], folder, LDRAWDIR="").stdout
    assert f"{folder / 'parts-of-mine'} (your settings): not there" in said
    assert "your settings" not in brickyard(["library", "status"], folder, LDRAWDIR=str(folder)).stdout


def test_a_library_that_does_not_exist_is_refused(folder: Path) -> None:
    model = str(ROOT / "examples" / "frames" / "chub.mpd")
    run = brickyard(["inspect", model, "--library", "nolib"], folder)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "brickyard: --library nolib: no such file or folder\n"
    set_here(folder, 'library = "nolib"\n')
    run = brickyard(["inspect", model], folder, LDRAWDIR="")
    assert (run.returncode, run.stdout) == (2, "")
    said = f"library = {folder / 'nolib'}: no such file or folder; correct brickyard.toml"
    assert run.stderr.startswith(f"brickyard: {said}")
    # What is stronger than the settings is used instead.
    assert brickyard(["inspect", model, "--library", str(folder)], folder, LDRAWDIR="").returncode == 0
    assert brickyard(["inspect", model], folder, LDRAWDIR=str(folder)).returncode == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('# mine\npaper = "a5"', "brickyard.toml:2: paper is “a5”, but must be one of a4, letter."),
        ('papr = "a4"', "Did you mean paper?"),
        ("colour = 1", "Choose from library, edition, players, paper, currency, condition, language."),
        ("players = 0", "brickyard.toml:1: players is 0, but must be a whole number from 1 to 99."),
        ('players = "many"', "players is “many”, but must be a whole number"),
        ("[paper]", "brickyard.toml:1: paper is keys with values"),
        ("paper = ", "brickyard.toml: not TOML: Invalid value (at end of document)."),
        (
            'edition = "nosuch"',
            "edition in brickyard.toml: there is no edition nosuch. Choose from condensed",
        ),
        ('edition = "belt.yaml"', "edition in brickyard.toml: nothing can be judged by "),
    ],
)
def test_m10_a_bad_setting_is_one_line_with_file_key_and_choices(text: str, said: str, folder: Path) -> None:
    set_here(folder, text)
    run = brickyard(["check", "belt.yaml"], folder)
    assert (run.returncode, run.stdout) == (2, "")
    assert said in run.stderr.splitlines()[-1]
    # Whoever asks for help gets it.
    assert brickyard(["check", "--help"], folder).returncode == 0


def test_m10_settings_do_not_outlive_the_command(folder: Path) -> None:
    set_here(folder, 'edition = "house.yaml"\nplayers = 4\n')
    brickyard(["check", "belt.yaml"], folder)
    assert (usual().edition, usual().players) == ("", 0)


def test_m10_a_command_without_settings_reads_none() -> None:
    from tests.test_house import modules_loaded_by

    assert "tomllib" not in modules_loaded_by("editions")
