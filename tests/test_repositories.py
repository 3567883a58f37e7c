"""A repository of models and lists: the hook, the action and the workflow to paste."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft4Validator

from tests.running import ROOT
from tests.walking import blocks

TOOLS = Path(sys.executable).parent
HOOKS = ROOT / ".pre-commit-hooks.yaml"
ACTION = ROOT / "action.yml"
PAGE = ROOT / "docs" / "for-programs.md"
(HOOK,) = yaml.safe_load(HOOKS.read_text("utf-8"))


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A club's: a legal company, its frames, and YAML files that are no lists."""
    shutil.copytree(ROOT / "examples" / "frames", tmp_path / "frames")
    shutil.copytree(ROOT / "examples" / "stations", tmp_path / "stations")
    (tmp_path / "companies").mkdir()
    shutil.copy(ROOT / "examples" / "companies" / "estars-anvil.yaml", tmp_path / "companies")
    (tmp_path / "mkdocs.yml").write_text("site_name: Our club\n")
    return tmp_path


def run(folder: Path, *command: str, **settings: str) -> subprocess.CompletedProcess[str]:
    path = f"{TOOLS}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PATH": path, **settings},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def break_list(repository: Path) -> None:
    path = repository / "companies" / "estars-anvil.yaml"
    path.write_text(path.read_text("utf-8").replace("count: 3}", "count: 30}"), "utf-8")


def test_linters_find_nothing() -> None:
    for command in (
        ("pre-commit", "validate-manifest", str(HOOKS)),
        ("check-jsonschema", "--builtin-schema", "vendor.github-actions", str(ACTION)),
        ("zizmor", "--offline", "--no-progress", "--quiet", str(ACTION)),
    ):
        done = run(ROOT, *command)
        assert done.returncode == 0, done.stdout + done.stderr


def commit_with_hook(repository: Path) -> subprocess.CompletedProcess[str]:
    """As it would be from our repository, but for the environment, which is the tests'."""
    hook = {**HOOK, "language": "system"}
    config = {"repos": [{"repo": "local", "hooks": [hook]}]}
    (repository / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config))
    run(repository, "git", "init", "--quiet")
    run(repository, "git", "add", ".")
    return run(repository, "pre-commit", "run", "brickyard-check", PRE_COMMIT_HOME=str(repository / "kept"))


def test_the_hook_passes_a_repository_of_legal_companies(repository: Path) -> None:
    done = commit_with_hook(repository)
    assert done.returncode == 0, done.stdout
    assert "Passed" in done.stdout


def test_the_hook_names_the_list_that_is_not_legal(repository: Path) -> None:
    break_list(repository)
    done = commit_with_hook(repository)
    assert done.returncode == 1
    assert "companies/estars-anvil.yaml" in done.stdout
    assert "NOT LEGAL" in done.stdout


def last_step() -> dict[str, Any]:
    step: dict[str, Any] = yaml.safe_load(ACTION.read_text("utf-8"))["runs"]["steps"][-1]
    return step


@pytest.mark.parametrize(
    "inputs",
    [{}, {"PATHS": "companies\nframes/chub.mpd"}, {"EDITION": "rapid-attack", "STRICT": "true"}],
)
def test_the_action_passes_what_is_legal(repository: Path, inputs: dict[str, str]) -> None:
    given = dict.fromkeys(last_step()["env"], "") | {"PATHS": ".", "STRICT": "false"} | inputs
    done = run(repository, "bash", "-e", "-c", last_step()["run"], **given)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_action_fails_where_a_list_is_not_legal(repository: Path) -> None:
    break_list(repository)
    done = run(repository, "bash", "-e", "-c", last_step()["run"], PATHS="companies", EDITION="", STRICT="")
    assert done.returncode == 1
    assert "::error file=companies/estars-anvil.yaml" in done.stdout


def test_what_is_to_be_pasted_is_right(tmp_path: Path) -> None:
    workflow, config = (block[2] for block in blocks(PAGE.read_text("utf-8"), "yml"))
    (tmp_path / "judge.yml").write_text(workflow)
    (tmp_path / "config.yaml").write_text(config)
    for command in (
        ("check-jsonschema", "--builtin-schema", "vendor.github-workflows", str(tmp_path / "judge.yml")),
        ("pre-commit", "validate-config", str(tmp_path / "config.yaml")),
    ):
        done = run(ROOT, *command)
        assert done.returncode == 0, done.stdout + done.stderr
    inputs = yaml.safe_load(ACTION.read_text("utf-8"))["inputs"]
    step = yaml.safe_load(workflow)["jobs"]["judge"]["steps"][-1]
    assert set(step["with"]) <= set(inputs)
    assert yaml.safe_load(config)["repos"][0]["hooks"] == [{"id": HOOK["id"]}]


def test_sarif_is_as_its_schema_says(repository: Path, checkers: Path) -> None:
    schema = next((checkers / "@microsoft" / "jest-sarif" / "lib" / "schemas").glob("sarif-2.1.0*.json"))
    judge = Draft4Validator(json.loads(schema.read_text("utf-8")))
    for change in (lambda _: None, break_list):
        change(repository)
        found = json.loads(run(repository, "brickyard", "check", ".", "--format", "sarif").stdout)
        assert found["runs"][0]["results"]
        assert [error.message for error in judge.iter_errors(found)] == []
    assert not judge.is_valid({**found, "runs": [{}]})
