"""What keeps the work in order: pinned versions, hooks, the workflow; and that they agree with each other."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.running import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PINS = (ROOT / "requirements-dev.txt").read_text("utf-8")
WORKFLOW = ROOT / ".github" / "workflows" / "ci.yml"
APP = WORKFLOW.with_name("app.yml")
HOOKS = ROOT / ".pre-commit-config.yaml"
TOOLS = Path(sys.executable).parent
_PIN = re.compile(r"^([\w.-]+)==(\S+)(.*?)(?=^\S|\Z)", re.MULTILINE | re.DOTALL)


def pins() -> dict[str, list[str]]:
    """The pinned versions by name; two where systems differ."""
    found: dict[str, list[str]] = {}
    for name, version, _ in _PIN.findall(PINS):
        found.setdefault(canonicalize_name(name), []).append(version)
    return found


def test_everything_that_is_needed_is_pinned_to_a_version_that_will_do() -> None:
    asked = [
        Requirement(text) for text in (*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"])
    ]
    wrong = [
        str(requirement)
        for requirement in asked
        if not (versions := pins().get(canonicalize_name(requirement.name)))
        or not all(requirement.specifier.contains(version) for version in versions)
    ]
    assert not wrong, "run make pins"


def test_every_pin_has_a_hash_and_no_line_has_an_address() -> None:
    without = [name for name, _, rest in _PIN.findall(PINS) if "--hash=sha256:" not in rest]
    assert (without, len(pins()) > 50) == ([], True)
    assert "://" not in PINS
    assert not re.search(r"^\s*-(?!-hash)", PINS, re.MULTILINE)


def tool(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [TOOLS / command[0], *command[1:]], cwd=ROOT, capture_output=True, encoding="utf-8", check=False
    )


@pytest.mark.parametrize(
    "command",
    [
        ("check-jsonschema", "--builtin-schema", "vendor.github-workflows", str(WORKFLOW)),
        ("zizmor", "--offline", "--no-progress", "--quiet", str(WORKFLOW)),
        ("check-jsonschema", "--builtin-schema", "vendor.github-workflows", str(APP)),
        ("zizmor", "--offline", "--no-progress", "--quiet", str(APP)),
        ("pre-commit", "validate-config", str(HOOKS)),
    ],
    ids=lambda command: f"{command[0]} {Path(command[-1]).stem}",
)
def test_a_linter_finds_nothing(command: tuple[str, ...]) -> None:
    run = tool(*command)
    assert run.returncode == 0, run.stdout + run.stderr


def test_a_linter_would_find_something(tmp_path: Path) -> None:
    spoilt = tmp_path / "ci.yml"
    spoilt.write_text(WORKFLOW.read_text("utf-8").replace("runs-on:", "runs-upon:"), "utf-8")
    assert (
        tool("check-jsonschema", "--builtin-schema", "vendor.github-workflows", str(spoilt)).returncode == 1
    )


def test_the_workflow_says_that_it_was_never_run_and_does_what_ci_does() -> None:
    text = WORKFLOW.read_text("utf-8")
    assert text.startswith("# NEVER RUN")
    runs = [step["run"] for step in yaml.safe_load(text)["jobs"]["linux"]["steps"] if "run" in step]
    lines = re.findall(r"^(?:make|beside) ([\w -]+)", (ROOT / ".ci" / "run").read_text("utf-8"), re.MULTILINE)
    ours = [f"make {target}" for line in lines for target in line.split()]
    assert sorted(runs) == sorted(ours)
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert {run.split()[1] for run in runs} <= targets


def test_the_workflow_of_the_app_folder_says_that_it_was_never_run_and_does_what_make_app_does() -> None:
    text = APP.read_text("utf-8")
    assert text.startswith("# NEVER RUN")
    recipe = re.search(r"^app:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert recipe
    modules = re.findall(r"-m (scripts\.\w+)", recipe[1])
    assert modules
    assert [f"python -m {module}" in text for module in modules] == [True] * len(modules)


def test_hooks_call_the_tools_of_the_environment() -> None:
    (repository,) = yaml.safe_load(HOOKS.read_text("utf-8"))["repos"]
    assert repository["repo"] == "local"
    for hook in repository["hooks"]:
        assert hook["language"] == "system"
        assert hook["entry"].split()[0] in (".venv/bin/ruff", ".venv/bin/mypy")


def test_contributing_names_targets_that_there_are() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = set(re.findall(r"(?:^|`)make ([\w-]+)", text, re.MULTILINE))
    assert named - targets == set()
    assert {"test", "lint", "manual", "pins", "fuzz"} <= named


CHECKERS = ROOT / "scripts" / "checkers"


def test_every_checker_of_npm_is_pinned_with_a_hash_and_without_an_address() -> None:
    wanted = json.loads((CHECKERS / "package.json").read_text("utf-8"))["devDependencies"]
    locked = json.loads((CHECKERS / "package-lock.json").read_text("utf-8"))["packages"]
    assert {name: locked[f"node_modules/{name}"]["version"] for name in wanted} == wanted, "run make pins"
    assert not [name for name, one in locked.items() if name and not one["integrity"].startswith("sha512-")]
    assert not [name for name, one in locked.items() if "resolved" in one]


def lint_javascript(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """On a machine that has neither node nor checkers."""
    for name in ("sh", "cmp", "dirname", "mkdir", "tail"):
        (folder / name).symlink_to(str(shutil.which(name)))
    command = [ROOT / "scripts" / "lint-javascript"]
    inside = {"PATH": str(folder), "BRICKYARD_CACHE": str(folder / "cache"), **environment}
    return subprocess.run(command, env=inside, capture_output=True, encoding="utf-8", check=False)


@pytest.mark.skipif(os.name == "nt", reason="a script of the shell")
@pytest.mark.parametrize(("nothing_left_out", "status"), [("", 0), ("1", 1)])
def test_without_node_lint_says_what_it_left_out(nothing_left_out: str, status: int, tmp_path: Path) -> None:
    run = lint_javascript(tmp_path, BRICKYARD_NOTHING_LEFT_OUT=nothing_left_out)
    assert run.stderr == "left out: prettier, eslint and tsc (no node and npm to fetch checkers with)\n"
    assert run.returncode == status


def test_tsc_finds_names_that_are_not_there(checkers: Path, tmp_path: Path) -> None:
    settings = {"extends": str(CHECKERS / "tsconfig.json"), "include": ["*.js"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(settings), "utf-8")
    (tmp_path / "known.js").write_text(
        "const known = { count: 1 };\nconst say = () => known.count;\n", "utf-8"
    )
    (tmp_path / "wrong.js").write_text("say();\nsya();\nknown.cuont();\nsay(1);\n", "utf-8")
    tsc = str(checkers / "typescript" / "bin" / "tsc")
    command = ["node", tsc, "--project", str(tmp_path), "--pretty", "false"]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert re.findall(r"wrong\.js\((\d)", run.stdout) == ["2", "3", "4"]
