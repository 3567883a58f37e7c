"""Python to JavaScript: what is translated means the same, and what isn't known is refused."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from brickyard.table.game_script import game_script
from brickyard.table.translated_names import TranslationError
from brickyard.table.translator import translate
from tests.running import ROOT

RUNTIME = (ROOT / "brickyard/table/static/python.js").read_text("utf-8")


def script(*lines: str, **others: str) -> str:
    sources = {"game/play.py": "\n".join(lines) + "\n"}
    sources |= {f"game/{name}.py": text for name, text in others.items()}
    return translate("game", sources, RUNTIME, "played")


REFUSED = [
    "x = 1.5",
    "x = 3 / 2",
    "x = 2 ** 3",
    "x = 7 @ 2",
    "x = 5 & 1",
    "x = ~5",
    "x = 9007199254740993",
    "x = b'bytes'",
    "x = ...",
    "x = 'a %s' % 'b'",
    "x = f'{3:>5}'",
    "x = f'{3!r}'",
    "x = [1, 2, 3][::2]",
    "x = {1: 'a'}",
    "x = {True: 'a'}",
    "x = {None: 'a'}",
    "x = {('a', 'b'): 1}",
    "x = {'__proto__': 1}",
    "x = {}['constructor']",
    "x: dict[int, str] = {}",
    "x: Mapping[tuple[str, str], int] = {}",
    "x = {1, 2}",
    "x = (one for one in [1])",
    "x = [one for one in [1] for two in [one] for one in [two]]",
    "x = sorted([1], key=len)",
    "x = zip([1], [2])",
    "x = map(str, [1])",
    "x = filter(None, [1])",
    "x = reversed([1])",
    "x = round(3)",
    "x = open('file')",
    "x = eval('1')",
    "x = getattr([], 'append')",
    "x = print",
    "x = isinstance(3, int)",
    "x = 'a'.title()",
    "x = 'a'.format()",
    "x = 'a'.split('b', 1)",
    "x = [1].sort()",
    "x = [1].pop()",
    "x = {}.update({})",
    "x = {}.__class__",
    "x = unknown",
    "x = lambda one: one",
    "x = (y := 3)",
    "import os",
    "import json as other",
    "from random import choice",
    "from typing import Protocol",
    "from re import compile",
    "from game.nowhere import thing",
    "print('at import')",
    "for one in [1]: pass",
    "class A(dict): pass",
    "class A:\n    x = 1",
    "@staticmethod\ndef f(): pass",
    "@dataclass\nclass A: pass",
    "class A:\n    @property\n    def x(self): return 1",
    "class A:\n    def get(self): return 1",
    "async def f(): pass",
    "def f(a=[]): pass",
    "def f(*a, b): pass",
    "def f():\n    global x",
    "def f():\n    def g(): pass",
    "def f(x):\n    match x:\n        case 1: pass",
    "def f(x):\n    for one in x: pass\n    else: pass",
    "def f(x):\n    while x: pass\n    else: pass",
    "def f(x):\n    try: pass\n    finally: pass",
    "def f(x):\n    try: pass\n    except: pass",
    "def f(x):\n    try: pass\n    except OSError: pass",
    "def f(x):\n    with x: pass",
    "def f(x):\n    assert x",
    "def f(x):\n    del x['a']",
    "def f(x):\n    x[1:2] = []",
    "def f(x):\n    a, *b = x",
    "def f(x):\n    a, b = 1, 2, 3",
    "def f(x):\n    x",
    "def f(x):\n    raise",
    "def f(x):\n    raise ValueError from x",
    "def f(x):\n    g()['a'] += 1\ndef g(): return {}",
    "def f(x):\n    return x(a=1)",
    "def f(x):\n    return f(1, 2)",
    "def f(x):\n    return f(y=1)",
    "def f(x):\n    return f(*x)",
    "def f(x):\n    return x.encode()",
    "import re\ndef f(x):\n    return re.compile('a')",
    "import re\nx = re.compile('.')",
    "import re\nx = re.compile(r'\\d')",
    "import re\nx = re.compile('(?i)a')",
    "import re\nx = re.compile('a', re.IGNORECASE)",
    "import json\ndef f(x): return json.dumps(x, indent=1)",
    "import hashlib\ndef f(x): return hashlib.md5(x.encode()).hexdigest()",
]


@pytest.mark.parametrize("text", REFUSED)
def test_what_isnt_known_is_refused_with_file_and_line(text: str) -> None:
    with pytest.raises(TranslationError, match=r"^game/play\.py:[1-9][0-9]*: .") as raised:
        script("", "", text)
    line = int(str(raised.value).split(":")[1])
    assert line == 1 or line >= 3


def test_modules_that_import_each_other_are_refused() -> None:
    with pytest.raises(TranslationError, match="import each other"):
        script("from game.other import a", "b = 1", other="from game.play import b\na = 1\n")


# What is translated is run in both languages.


class Node:
    """Runs a script, and then calls functions of its module `play` with JSON."""

    def __init__(self, made: str, folder: Path) -> None:
        node = shutil.which("node")
        if node is None:
            pytest.skip("node isn't there")
        (folder / "game.js").write_text(made, "ascii")
        run = (
            "require('vm').runInThisContext(require('fs').readFileSync(process.argv[1], 'utf-8'));"
            "require('readline').createInterface({ input: process.stdin }).on('line', (line) => {"
            "const [name, args] = JSON.parse(line); let told;"
            "try { told = { gives: played.play[name](...args) }; }"
            "catch (error) { told = { fails: error.name, stack: error.stack }; }"
            "console.log(JSON.stringify(told)); });"
        )
        command = [node, "-e", run, str(folder / "game.js")]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )

    def call(self, name: str, *args: Any) -> dict[str, Any]:
        pipe_in, pipe_out = self._process.stdin, self._process.stdout
        assert pipe_in is not None
        assert pipe_out is not None
        print(json.dumps([name, args]), file=pipe_in, flush=True)
        told: dict[str, Any] = json.loads(pipe_out.readline())
        return told

    def close(self) -> None:
        self._process.communicate(timeout=10)


SOURCE = """
from __future__ import annotations
import json
import re

_WORD = re.compile(r"[a-z]{1,3}")
_PLACE = re.compile(r"\\{([a-z]+)\\}")
ONE, TWO = "one", "two"

class SorryError(Exception):
    def __init__(self, why, **more):
        super().__init__(why)
        self.why, self.more = why, more

class Counter:
    def __init__(self, start=0):
        self.total = start
    def step(self, by, *, times=1):
        self.total = self.total + by * times
        return self

def read(some, key): return some[key]
def read_or(some, key, other): return some.get(key, other)
def has(some, item): return item in some
def put(some, key, value):
    some[key] = value
    return some
def keys(some): return [*some]
def turned(some): return {value: key for key, value in some.items()}
def counted(some):
    found = {}
    for one in some:
        found[one] = found.get(one, 0) + 1
    return found
def spread(one, other): return {**one, "more": 1, **other}
def default(some, key): return some.setdefault(key, []), some
def popped(some, key): return some.pop(key, None), some
def named(keys): return dict.fromkeys(keys, 0)
def length(some): return len(some)
def cut(some, low, high): return some[low:high]
def truth(some): return bool(some), not some, some or "else", some and "then"
def same(one, other): return one == other, one != other
def less(one, other): return one < other, one <= other, one > other, one >= other
def between(low, one, high): return low <= one <= high
def add(one, other): return one + other
def take(one, other): return one - other
def times(one, other): return one * other
def divided(one, other): return one // other, one % other
def told(one): return f"{one}|`${{}}|{'x'}\\\\"
def in_order(some): return sorted(some), sorted(some, reverse=True)
def most(some): return max(some), min(some), max(some, default=0)
def best(some): return max(some, default=9), sum(some), any(some), all(some)
def first(some): return next((one for one in some if one > 2), None)
def words(text): return text.split(), text.split("/"), text.partition("/"), text.rpartition("/")
def trimmed(text): return text.strip(" "), text.removeprefix("a"), text.replace("a", "b"), text.upper()
def folded(text): return text.casefold(), text.capitalize(), text.startswith("a"), text.count("a")
def filled(text, values):
    parts = _PLACE.split(text)
    return "".join(str(values.get(part, "")) if place % 2 else part for place, part in enumerate(parts))
def is_word(text): return _WORD.fullmatch(text) is not None, _WORD.search(text) is not None
def parsed(text):
    try:
        return json.loads(text)
    except ValueError:
        return "no JSON"
def kinds(one):
    return [isinstance(one, str), isinstance(one, bool), isinstance(one, int | float), isinstance(one, list),
            isinstance(one, dict)]
def pairs(some): return [[place, one] for place, one in enumerate(some)], [*zip(some, some, strict=True)]
def nested(some): return [two for one in some if one for two in one if two]
def sums(some):
    total, found = 0, []
    for one in some:
        if one == 0:
            continue
        if one < 0:
            break
        total += one
        found += [one]
    while total > 10:
        total -= 10
    return total, found
def swapped(a, b):
    a, b = b, a
    c = d = [a]
    d.append(b)
    return a, b, c
def removed(some, item):
    some.remove(item)
    return some
def place(some, item): return some.index(item), some.count(item)
def steps(n):
    return [*_steps(n)]
def _steps(n):
    for one in range(n):
        if one % 2:
            yield one
    yield from [ONE, TWO]
def counter(by): return Counter(1).step(by, times=3).step(1).total
def sorry(why):
    try:
        _sorry(why)
    except SorryError as error:
        return error.why, error.more
def _sorry(why): raise SorryError(why, a=1, b=why)
def unsorry(why): raise SorryError(why)
def rest(*some): return [*some, len(some)]
def rests(): return rest(1, *[2, 3])
def do(new, default=3): return new + default
def dos(): return do(1), do(1, default=2), do(default=5, new=1)
"""
HOSTILE = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "length"]
HOSTILE += ["", "😀", "1", "\ud83d", "é\u2028"]
ADDED: list[Any] = [2, "b", [2], None, {}]
SOME: list[Any] = [1, 2, "a", "b", "😀", "\uffff", None, [1], {"a": [1]}, True, "1"]
CALLS: list[tuple[Any, ...]] = [
    *(("read", {key: 1}, key) for key in HOSTILE),
    *(("read", {}, key) for key in HOSTILE),
    *(("read_or", {}, key, "else") for key in HOSTILE),
    *(("has", {}, key) for key in HOSTILE),
    *(("has", [key], key) for key in HOSTILE),
    *(("put", {}, key, {"x": 1}) for key in HOSTILE),
    *(("counted", ["a", key, key]) for key in HOSTILE),
    *(("turned", {"a": key}) for key in HOSTILE),
    *(("spread", {key: 1}, {key: 2}) for key in HOSTILE),
    *(("default", {}, key) for key in HOSTILE),
    *(("popped", {key: 1, "a": 2}, key) for key in HOSTILE),
    *(("named", [key]) for key in HOSTILE),
    *(("length", key) for key in HOSTILE),
    *(("cut", f"{key}ab😀c", 1, 3) for key in HOSTILE),
    *(("filled", f"{{a}} {{{key}}}", {"a": key, "toString": 1}) for key in ("a", "b", "toString")),
    *(("truth", one) for one in ([], [0], {}, {"a": 1}, "", "a", 0, 1, None, True, False)),
    *(("same", one, other) for one in SOME for other in SOME),
    *(("less", one, other) for one in SOME for other in SOME if not (one == other == [1])),
    *(("between", 1, one, 3) for one in (0, 1, 3, 4, None)),
    *(("add", one, other) for one in (1, "a", [1], True) for other in SOME),
    *(("take", one, 1) for one in (3, True, "a", None)),
    *(("times", one, 2) for one in (3, [1, 2], None)),
    *(("divided", one, other) for one in (7, -7, 0) for other in (2, -2)),
    *(("told", one) for one in (1, "a", None, True, "`${x}")),
    *(("in_order", one) for one in ([3, 1, 2], ["b", "a", "😀", "\uffff"], [], [1, "a"])),
    *(("most", one) for one in ([1, 3, 2], ["a", "b"], [])),
    *(("best", one) for one in ([1, 3], [], [0])),
    *(("first", one) for one in ([1, 2, 3, 4], [], ["a"])),
    *(("words", one) for one in ("a/b/c", " a\t b\u00a0c\x1cd ", "", "/")),
    *(("trimmed", one) for one in ("  a b ", "aaa", "")),
    *(("folded", one) for one in ("Straße", "aBC", "torſo", "")),
    *(("is_word", one) for one in ("abc", "abcd", "", "ab\n", "A")),
    *(("parsed", one) for one in ('{"a": [1]}', "{", "[1e2]", '"\\ud83d"')),
    *(("kinds", one) for one in (1.5, *SOME)),
    *(("pairs", one) for one in ([1, 2], [])),
    *(("nested", one) for one in ([[1, 0], [], [2]],)),
    *(("sums", one) for one in ([5, 0, 7, 9, -1, 8], [])),
    ("swapped", 1, 2),
    *(("removed", [1, [2], 3], one) for one in (1, [2], 4)),
    *(("place", ["a", "b", "b"], one) for one in ("b", "c")),
    *(("read", [1, 2, 3], one) for one in (0, 2, -1, 3, -4)),
    *(("put", [1, 2], one, 9) for one in (0, -1, 2)),
    ("steps", 5),
    ("counter", 4),
    ("sorry", "why"),
    ("unsorry", "why"),
    ("rests",),
    ("dos",),
]


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    found = Node(script(SOURCE), tmp_path_factory.mktemp("node"))
    yield found
    found.close()


def called(name: str, *args: Any) -> dict[str, Any]:
    space: dict[str, Any] = {}
    exec(compile(SOURCE, "game/play.py", "exec"), space)
    try:
        return {"gives": json.loads(json.dumps(space[name](*args)))}
    except Exception as error:
        return {"fails": type(error).__name__}


def test_what_is_translated_gives_and_fails_as_python_does(node: Node) -> None:
    wrong = []
    for name, *args in CALLS:
        ours, theirs = called(name, *json.loads(json.dumps(args))), node.call(name, *args)
        theirs.pop("stack", None)
        if ours != theirs:
            wrong.append((name, args, ours, theirs))
    assert wrong == []


def test_an_error_names_python_functions_and_the_script(node: Node) -> None:
    told = node.call("unsorry", "because")
    assert told["fails"] == "SorryError"
    assert told["stack"].startswith("SorryError: because\n")
    assert "unsorry" in told["stack"].splitlines()[1]


def test_the_games_script_is_plain_ascii_without_eval_and_names_its_sources() -> None:
    made = game_script().decode("ascii")
    assert "eval(" not in made
    assert "new Function" not in made
    assert "// folding.py:" in made
