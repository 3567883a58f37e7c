"""The manual's references, made from the code: commands, keys, rules, findings, JSON, Python."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import typer
import yaml
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from brickyard.cli import GROUPS, make_app
from brickyard.file_schemas import FILE_KINDS, described, list_keys
from catalog.editions.citations import in_brackets
from catalog.editions.demands import COUNTED, WORDS, Demand
from catalog.editions.edition import Edition
from catalog.editions.loading import building_rules, edition, shipped_editions
from catalog.editions.reading import EDITION_KEYS
from fleets.forces.file_keys import FILES
from scripts.manual_python import python_page
from validators.explain import Explanation, as_said, explain, kinds
from validators.rule import rules

ROOT = Path(__file__).parent.parent
SCHEMAS = ROOT / "docs" / "schema"
EDITIONS = ROOT / "catalog" / "editions"
MADE = "<!-- Made by `make reference` from the code. -->\n\n"
Command = TyperCommand | TyperGroup
_EXAMPLE = "For example:"
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|$#~^])")


def reference_pages() -> dict[str, str]:
    """Every page by its name below docs/reference."""
    pages = {
        **_command_pages(),
        "manifests.md": _manifest_page(),
        "editions.md": _edition_page(),
        "rules.md": _rule_page(),
        "findings.md": _finding_page(),
        "json.md": _json_page(),
        "python.md": python_page(),
    }
    return {name: MADE + text for name, text in pages.items()}


def plain(text: str) -> str:
    """Words as they are: nothing in them is markup."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [head, *rows]
    written = [f"| {' | '.join(cells)} |" for cells in map(list, lines)]
    return "\n".join([written[0], "|---" * written[0].count(" | ") + "|---|", *written[1:], ""])


def code(text: object) -> str:
    """As it is typed; a bar would end a table's cell."""
    written = str(text).replace("|", "\\|").replace("\n", " ")
    return f"`` {written} ``" if "`" in written else f"`{written}`"


# Commands


def commands() -> dict[str, Command]:
    """Every command by what one types after `brickyard`, in the order of the help."""
    listed = get_command(make_app([]))
    assert isinstance(listed, TyperGroup)
    found: dict[str, Command] = {}
    for name in listed.commands:
        group = get_command(make_app([name]))
        assert isinstance(group, TyperGroup)
        command = group.commands[name]
        assert isinstance(command, Command)
        found |= {name: command, **_below(name, command)}
    return found


def _below(name: str, command: Command) -> dict[str, Command]:
    if not isinstance(command, TyperGroup):
        return {}
    found = {f"{name} {below}": each for below, each in command.commands.items()}
    return {path: each for path, each in found.items() if isinstance(each, Command)}


def _command_pages() -> dict[str, str]:
    pages: dict[str, str] = {}
    rows: dict[str, list[tuple[str, str]]] = {}
    for name, command in commands().items():
        first = name.split()[0]
        page = f"commands/{first}.md"
        rows.setdefault(first, []).append((f"[`{name}`]({page})", plain(_first_sentence(command))))
        pages[page] = pages.get(page, "") + _command(name, command, "##" if " " in name else "#")
    text = "# Commands\n\n"
    for group, names in GROUPS.items():
        listed = [row for name in names for row in rows.get(name, [])]
        text += f"## {group}\n\n" + table(("command", "what it does"), listed) + "\n"
    hidden = "\n".join(f"commands/{name}" for name in rows)
    pages["commands.md"] = f"{text}\n```{{toctree}}\n:hidden:\n\n{hidden}\n```\n"
    return pages


def _first_sentence(command: Command) -> str:
    return re.split(r"\n\s*\n", (command.help or "").strip())[0]


def _command(name: str, command: Command, mark: str) -> str:
    path = f"brickyard {name}"
    context = typer.Context(command, info_name=path)
    text = f"{mark} brickyard {name}\n\n{_help(command.help or '')}\n\n"
    usage = " ".join(command.collect_usage_pieces(context))
    text += f"```text\n{path} {usage}\n```\n\n"
    records = [(param, param.get_help_record(context)) for param in command.get_params(context)]
    for title, of_kind in (("Arguments", "argument"), ("Options", "option")):
        rows = [
            (code(record[0]), plain(record[1]))
            for param, record in records
            if record and param.param_type_name == of_kind
        ]
        if rows:
            text += f"**{title}**\n\n" + table(("", ""), rows) + "\n"
    return text


def _help(text: str) -> str:
    """A command's help: paragraphs, and examples as they are typed."""
    blocks = re.split(r"\n\s*\n", text.strip().replace("\b", ""))
    return "\n\n".join(_paragraph(block) for block in blocks if block.strip())


def _paragraph(block: str) -> str:
    said = " ".join(block.split())
    if said.startswith(_EXAMPLE):
        return f"{_EXAMPLE}\n\n```text\n{said.removeprefix(_EXAMPLE).strip()}\n```"
    return plain(said)


# Manifests and editions


def _manifest_page() -> str:
    text = (
        "# Keys of a manifest\n\nA manifest is the YAML file of a company, a fleet, a 'mech or a campaign. "
        "[`brickyard new`](commands/new.md) writes one to start from. These are all the keys that are read, "
        "as [`brickyard keys`](commands/keys.md) lists them; any other is a finding with a suggestion.\n\n"
    )
    told = []
    for kind in FILES:
        for thing in list_keys(kind).things:
            if thing in told:
                continue
            told.append(thing)
            mark = "##" if thing.title == FILE_KINDS[kind] else "###"
            rows = ((code(one.key), plain(one.says), code(one.example)) for one in thing.keys)
            text += f"{mark} {plain(thing.title)}\n\n"
            text += table(("key", "what it says", "such as"), rows) + "\n"
    return text


def _edition_page() -> str:
    text = (
        "# Keys of an edition\n\nAn edition is one text of rules as a YAML file. Your group's own edition "
        "says only what differs from the one it extends: see [House rules](../house-rules.md). The shipped "
        "editions are the reference: every key that they use is listed here with a value as an example, and "
        "below each edition as a whole.\n\n"
    )
    documents = {path.stem: _yaml(path) for path in sorted(EDITIONS.glob("*.yaml"))}
    said = described()
    text += "## At the margin\n\n"
    text += table(("key", "what it says"), ((code(key), plain(said["edition"][key])) for key in EDITION_KEYS))
    text += "\n" + _demands()
    for section in ("words", "options", "tables"):
        text += f"## {section}\n\n"
        inside = {name: document.get(section) or {} for name, document in documents.items()}
        if section != "tables":
            text += _keys(list(dict.fromkeys(key for each in inside.values() for key in each)), inside)
            continue
        for name in dict.fromkeys(key for each in inside.values() for key in each):
            text += f"### {name}\n\n" + _paths({key: each.get(name) for key, each in inside.items()})
    text += "## The editions as they are\n\n"
    for path in sorted(EDITIONS.glob("*.yaml")):
        text += f"### {path.stem}\n\n```yaml\n{path.read_text('utf-8').rstrip()}\n```\n\n"
    return text


def _demands() -> str:
    """What stands below demands:, and the words that may be counted."""
    said = described()["demand"]
    text = "## demands\n\nEach has a name of yours; a name with nothing after it takes the parent's away.\n\n"
    text += table(("key", "what it says"), ((code(key), plain(said[key])) for key in demand_keys())) + "\n"
    rows = []
    for key in ("each", *COUNTED):
        words = [", ".join(_demand_words(game, key)) for game in WORDS]
        rows.append((code(key), *map(plain, words)))
    return text + table(("words for", *(f"game {game}" for game in WORDS)), rows) + "\n"


def demand_keys() -> list[str]:
    """What a demand may say; its name is the key it stands under."""
    return [one.name.replace("_", "-") for one in fields(Demand) if one.name != "name"]


def _demand_words(game: str, key: str) -> list[str]:
    words = WORDS[game]
    if key == "each":
        return list(words.each)
    return [word if word == letters else f"{word} ({letters})" for word, letters in words.codes(key).items()]


def _yaml(path: Path) -> dict[str, Any]:
    document = yaml.safe_load(path.read_text("utf-8"))
    assert isinstance(document, dict)
    return document


def _keys(keys: list[str], documents: Mapping[str, Mapping[str, Any]]) -> str:
    rows = []
    for key in keys:
        users = [name for name, document in documents.items() if key in document]
        fullest = max((documents[name][key] for name in users), key=lambda value: len(str(value)))
        rows.append((code(key), code(_short(fullest)), _used_by(users, documents)))
    return table(("key", "such as", "used by"), rows) + "\n"


def _paths(tables: Mapping[str, Any]) -> str:
    """One row for each way to a value; of rows that differ only in their names the first stands for all."""
    rows: dict[str, tuple[str, list[str]]] = {}
    for name, rows_of in tables.items():
        for path, value in _leaves(rows_of):
            rows.setdefault(path, (_short(value), []))[1].append(name)
    written = [(code(path), code(value), _used_by(by, tables)) for path, (value, by) in rows.items()]
    return table(("key", "such as", "used by"), written) + "\n"


def _used_by(users: Iterable[str], editions: Iterable[str]) -> str:
    names = list(dict.fromkeys(users))
    return "all" if set(names) == set(editions) else plain(", ".join(names))


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _leaves(each, f"{path} {key}:".strip())
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        yield from _leaves(value[0], f"{path} -")
    elif value is not None:
        yield path, value


def _short(value: Any) -> str:
    written = json.dumps(value, ensure_ascii=False) if isinstance(value, (dict, list)) else str(value)
    return written if len(written) <= 70 else f"{written[:69]}…"


# Rules and findings


def _editions() -> list[Edition]:
    return [*(edition(name) for name in shipped_editions()), building_rules()]


def _rule_page() -> str:
    editions = _editions()
    text = (
        "# Rules\n\nEvery rule with its reason, what it says, and where each edition has it. "
        "[`brickyard explain CODE`](commands/explain.md) shows the same in the terminal. A rule that an "
        "edition doesn't cite doesn't exist for it.\n\n## By edition\n\n"
    )
    for each in editions:
        cited = [(found, citation) for found, citation in each.citations.items()]
        rows = [
            (
                f"[{found}](#{_anchor(found)})",
                plain(rules()[found].title),
                str(one.severity),
                plain(one.reference),
            )
            for found, one in sorted(cited)
        ]
        text += f"### {plain(each.title)}\n\n" + table(("code", "rule", "severity", "page"), rows) + "\n"
    text += "## By code\n\n"
    for found in rules():
        text += _rule(explain(found, editions))
    return text


def _anchor(found: str) -> str:
    return f"{found} {rules()[found].name}".lower().replace("_", "-").replace(" ", "-")


def _rule(told: Explanation) -> str:
    text = f"({_anchor(told.code)})=\n### {told.code} {plain(told.name.replace('_', ' '))}\n\n"
    text += "\n\n".join(plain(part) for part in (told.title, told.reason) if part) + "\n\n"
    text += f"Message: {_shown(told.message)}\n\n"
    if told.fix:
        text += f"Fix: {_shown(told.fix)}\n\n"
    rows = [
        (
            code(by.id),
            str(by.severity),
            plain(by.reference),
            plain(", ".join(f"{name} {in_brackets(value)}" for name, value in by.numbers.items())),
            plain(by.reason),
        )
        for by in told.cited_by
    ]
    return text + table(("edition", "severity", "page", "numbers", "why so"), rows) + "\n"


def _shown(template: str) -> str:
    return plain(as_said(template))


def _finding_page() -> str:
    families = described()["families"]
    text = (
        "# Findings\n\nWhat reading can tell, whatever the edition: about files, tags, manifests, dice and "
        "parts lists. Findings of rules are under [Rules](rules.md). Words in angle brackets are filled in. "
        "Codes never change their meaning.\n\n"
    )
    by_family: dict[str, list[str]] = {}
    for found in kinds():
        by_family.setdefault(found[:3], []).append(found)
    for family, codes in sorted(by_family.items()):
        text += f"## {family}: {families[family]}\n\n"
        for found in codes:
            kind = kinds()[found]
            text += f"### {found}\n\n*{kind.severity}* · {_shown(kind.template)}\n\n"
            text += f"Fix: {_shown(kind.fix)}\n\n" if kind.fix else ""
    return text


# JSON


def _json_page() -> str:
    text = (
        "# JSON\n\nWith `--format json` a command answers in one JSON document. Each kind has a schema, made "
        "from the class that is written; see [For programs](../for-programs.md).\n\n"
    )
    for path in sorted(SCHEMAS.glob("*.json")):
        schema = json.loads(path.read_text("utf-8"))
        rows = [
            (code(name), plain(_type(said)), plain(str(said.get("description", ""))))
            for name, said in schema.get("properties", {}).items()
        ]
        text += f"## {path.stem}\n\n{plain(str(schema.get('description', '')))}\n\n"
        text += table(("key", "type", "what it says"), rows) + "\n"
        text += f"[The whole schema](../schema/{path.name})\n\n"
    return text


def _type(said: Mapping[str, Any]) -> str:
    if "$ref" in said:
        return str(said["$ref"]).rpartition("/")[2]
    if "anyOf" in said:
        return " or ".join(_type(each) for each in said["anyOf"])
    if said.get("type") == "array":
        return f"list of {_type(said.get('items', {}))}"
    return str(said.get("type", said.get("const", "value")))
