"""README.md and docs/: every example runs, every link leads somewhere, numbers are the engine's.

Examples stand in fenced blocks. Those of Python are doctests, the ones of a page in one session;
those of a console are commands after "$ " with what they print, where a line "..." stands for any
other lines.
"""

import doctest
import importlib
import pkgutil
import re
import shlex
import shutil
import subprocess
import sysconfig
from pathlib import Path
from typing import NamedTuple

import pytest
from support.games import KNOWN
from support.make_suite import DEPTHS, PERFT_TITLES, POSITIONS_TITLES
from support.registry import EXTRA, NAMES, TRAITS

import roadgames as rg
from roadgames.cli import main
from roadgames.suites import read_suite

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = {str(path.relative_to(ROOT)): path for path in (ROOT / "README.md", *DOCS.glob("*.md"))}
GAMES = [name for name in NAMES if name not in EXTRA]

FENCE = re.compile(r"^(?P<indent> *)```(?P<language>\w*)\n(?P<text>.*?)^ *```$", re.M | re.S)
LANGUAGES = {"c", "console", "perft", "python", "sh", "text"}


class Block(NamedTuple):
    language: str
    text: str
    line: int  # of the first line of text, from 1


def blocks(path, language=None):
    page = path.read_text(encoding="utf-8")
    found = [
        Block(
            fence["language"],
            re.sub(f"^{fence['indent']}", "", fence["text"], flags=re.M),
            page.count("\n", 0, fence.start("text")) + 1,
        )
        for fence in FENCE.finditer(page)
    ]
    return [block for block in found if language in (None, block.language)]


def prose(path):
    return FENCE.sub("", path.read_text(encoding="utf-8"))


def table(path, *header):
    """The rows of the one table that begins with these column titles."""
    tables = re.findall(r"(?:^\|.*\|$\n?)+", prose(path), re.M)
    cells = [[re.findall(r"[^|]+", row) for row in text.splitlines()] for text in tables]
    rows = [[[cell.strip() for cell in row] for row in text] for text in cells]
    [wanted] = [text for text in rows if tuple(text[0][: len(header)]) == header]
    return wanted[2:]


# ---- Examples ----


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
def test_blocks_are_of_a_kind_that_is_checked(path):
    for block in blocks(path):
        assert block.language in LANGUAGES, f"{path.name}:{block.line}"
        if block.language == "python":
            assert block.text.startswith(">>> "), f"{path.name}:{block.line}"
        if block.language == "console":
            assert block.text.startswith("$ "), f"{path.name}:{block.line}"


WITH_PYTHON = [name for name, path in PAGES.items() if blocks(path, "python")]


@pytest.mark.parametrize("name", WITH_PYTHON)
def test_python_examples(name):
    path = PAGES[name]
    lines = [""] * path.read_text(encoding="utf-8").count("\n")
    for block in blocks(path, "python"):
        code = block.text.splitlines()
        lines[block.line - 1 : block.line - 1 + len(code)] = code
    # Blank lines in place of the prose, so that failures tell the line of the page.
    test = doctest.DocTestParser().get_doctest("\n".join(lines), {}, name, str(path), 0)
    report = []
    result = doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert result.failed == 0, "".join(report)
    assert result.attempted > 0


MODULES = [
    m.name for m in pkgutil.iter_modules(rg.__path__) if m.name not in ("__main__", "_native")
]
WITH_EXAMPLES = {"counting", "games", "state"}


@pytest.mark.parametrize("name", ["roadgames", *(f"roadgames.{module}" for module in MODULES)])
def test_docstring_examples(name):
    report = []
    tests = doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module(name))
    runner = doctest.DocTestRunner(verbose=False)
    for test in tests:
        runner.run(test, out=report.append)
    result = runner.summarize(verbose=False)
    assert result.failed == 0, "".join(report)
    assert result.attempted > 0 or name.rpartition(".")[2] not in WITH_EXAMPLES


class Command(NamedTuple):
    args: list[str]
    output: str


def commands():
    for name, path in PAGES.items():
        for block in blocks(path, "console"):
            line = block.line
            for part in re.split(r"^\$ ", block.text, flags=re.M)[1:]:
                text, _, output = part.partition("\n")
                yield pytest.param(Command(shlex.split(text), output), id=f"{name}:{line}")
                line += part.count("\n")


# What differs from run to run and from machine to machine: times, and how the package was built.
CHANGING = [
    (r"^(built with|CPU level) .*", r"\1"),
    (r"^( *\d+ +[\d,]+) +\d+\.\d{3} +\S.*", r"\1"),
    (r"^( +total +[\d,]+   depth \d+), .*", r"\1"),
    (r"^seconds .*", "seconds"),
    (r'"seconds": [-+.e\d]+', '"seconds"'),
]


def steady(text):
    for pattern, replacement in CHANGING:
        text = re.sub(pattern, replacement, text, flags=re.M)
    return text.rstrip("\n")


def assert_prints(expected, found):
    lines = steady(expected).splitlines()
    pattern = "\n".join(".*" if line == "..." else re.escape(line) for line in lines)
    if not re.fullmatch(pattern, steady(found), re.S):
        assert steady(found) == steady(expected)


@pytest.mark.parametrize("command", list(commands()))
def test_console_examples(command, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    program, *args = command.args
    if program == "make":
        [target] = args
        assert re.search(rf"^{target}:.*##", Path("Makefile").read_text(), re.M)
        return
    assert program == "roadgames"
    expected = command.output
    if ">" in args:
        args, [path] = args[: args.index(">")], args[args.index(">") + 1 :]
        expected = Path(path).read_text(encoding="utf-8")
    try:
        code = main(args)
    except SystemExit as stop:
        code = stop.code
    out, err = capsys.readouterr()
    if any(name in out for name in EXTRA):
        pytest.skip("the pages do not know the games of a test build")
    assert code == (2 if expected.startswith("roadgames: ") else 0)
    assert expected
    assert_prints(expected, out + err)


@pytest.mark.parametrize(
    ("expected", "found", "same"),
    [
        ("a\n...\nb\n", "a\n1\n2\nb\n", True),
        ("a\n...\n", "a\nb\nc\n", True),
        ("a\n...\n", "b\n", False),
        ("b .../... c\n", "b bw./... c\n", False),
        ("    2        240      0.000      -\n", "    2        240      1.500   160 \n", True),
        ("    2        240      0.000      -\n", "    2        241      0.000      -\n", False),
    ],
)
def test_comparison_of_output(expected, found, same):
    """The comparison above ignores what it should and nothing else."""
    if same:
        assert_prints(expected, found)
    else:
        with pytest.raises(AssertionError):
            assert_prints(expected, found)


def test_suite_example(tmp_path):
    [block] = blocks(DOCS / "notation.md", "perft")
    suite = tmp_path / "example.perft"
    suite.write_text(block.text, encoding="utf-8")
    lines = read_suite(str(suite))
    assert len(lines) == 2
    for line in lines:
        assert line.counts == {depth: rg.perft(line.state, depth) for depth in line.counts}


def test_c_example():
    [program] = blocks(DOCS / "c.md", "c")
    [printed] = blocks(DOCS / "c.md", "text")
    [texts] = re.findall(r"texts\[\] = \{(.*)\};", program.text)
    state = rg.Kopano(5).new_initial_state()
    for text in re.findall(r'"(\w+)"', texts):
        state.apply_action(state.string_to_action(text))
    assert printed.text == f"{state}\n{rg.perft(state, 4)} sequences of 4 actions\n"

    compiler = shlex.split(sysconfig.get_config_var("CC") or "cc")[0]
    if not shutil.which(compiler):
        pytest.skip(f"no C compiler {compiler}")
    flags = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only"]
    command = [compiler, *flags, "-I", str(ROOT / "csrc"), "-x", "c", "-"]
    done = subprocess.run(command, input=program.text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


# ---- Links and names ----


def anchors(path):
    titles = re.findall(r"^#+ (.*)$", prose(path), re.M)
    return {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
def test_links(path):
    for target in re.findall(r"\]\(([^)]*)\)", prose(path)):
        if target.startswith("https://"):
            continue
        file, _, anchor = target.partition("#")
        linked = path.parent / file if file else path
        assert linked.is_file(), target
        assert not anchor or anchor in anchors(linked), target


def test_readme_leads_to_every_page():
    readme = prose(PAGES["README.md"])
    for name in [*PAGES, "CHANGELOG.md", "LICENSE"]:
        assert name == "README.md" or f"]({name})" in readme, name


def test_python_page_names_everything_public():
    page = PAGES["docs/python.md"].read_text(encoding="utf-8")
    classes = (type(rg.load_game(name)) for name in GAMES)
    public = {*rg.__all__, *dir(rg.State), *(name for kind in classes for name in dir(kind))}
    names = {name for name in public if not name.startswith("_")}
    assert {"perft", "apply_action", "num_distinct_actions"} <= names
    assert {name for name in names if not re.search(rf"\b{name}\b", page)} == set()


def test_command_line_page_names_everything(capsys):
    page = PAGES["docs/cli.md"].read_text(encoding="utf-8")

    def help_of(*args):
        with pytest.raises(SystemExit):
            main([*args, "--help"])
        return capsys.readouterr().out

    commands = re.findall(r"^    (\w+) ", help_of(), re.M)
    assert {"perft", "playouts", "show"} <= set(commands)
    assert [command for command in commands if f"\n## {command}\n" not in page] == []
    options = {option for c in commands for option in re.findall(r"--[a-z-]+", help_of(c))}
    assert "--depth" in options
    assert {option for option in options - {"--help"} if option not in page} == set()


def test_c_page_names_what_exists():
    header = (ROOT / "csrc" / "roadgames.h").read_text(encoding="utf-8")
    page = PAGES["docs/c.md"].read_text(encoding="utf-8")
    names = set(re.findall(r"\b(?:rg|RG)_\w+", page))
    assert names
    assert {name for name in names if not re.search(rf"\b{name}\b", header)} == set()


# ---- Pages of the games ----


def test_game_pages_have_the_same_headings():
    headings = {tuple(re.findall(r"^##+ .*$", prose(PAGES[f"docs/{g}.md"]), re.M)) for g in GAMES}
    assert len(headings) == 1
    assert len(headings.pop()) == 8


@pytest.mark.parametrize("game", GAMES)
def test_rules_version(game):
    stated = re.search(r"describes version (\d+) of the rules", prose(PAGES[f"docs/{game}.md"]))
    assert stated is not None
    assert int(stated[1]) == TRAITS[game].rules_version


def number(text):
    return int(text.replace(",", ""))


@pytest.mark.parametrize("game", GAMES)
def test_perft_table(game):
    rows = table(PAGES[f"docs/{game}.md"], *PERFT_TITLES)
    assert [number(row[0]) for row in rows] == [3, 4, 5, 6, 7]
    for size, *counts in rows:
        state = rg.load_game(game, size=int(size), pie=False).new_initial_state()
        assert [number(count) for count in counts] == [rg.perft(state, d) for d in DEPTHS], size


@pytest.mark.parametrize("name", GAMES)
def test_table_of_positions(name):
    """Up to 3x3 what other tests check: test_small_boards.py the counts, test_reference.py both."""
    rows = table(PAGES[f"docs/{name}.md"], *POSITIONS_TITLES)
    assert [row[0] for row in rows][:2] == ["2", "3"]
    for size, unfinished, together, best in rows[:2]:
        known = KNOWN[name].positions[int(size), False]
        assert (number(unfinished), number(together)) == known
        worth = KNOWN[name].worth[int(size)]
        winner = "Black wins" if worth > 0 else "White wins"
        assert best == (f"{worth:+}" if TRAITS[name].has_claims else winner)


def test_positions_of_kopano_3x3_with_a_pass():
    """Four, as test_reference.py counts them."""
    assert "3x3 has four positions with one" in prose(PAGES["docs/kopano.md"])


def test_bytes_of_a_position_start_as_the_table_says():
    rows = {row[0]: row[1] for row in table(PAGES["docs/notation.md"], "Byte", "Content")}
    assert list(rows) == ["0", "1", "2", "3", "4, 5", "6, 7", "8 on"]
    for name in GAMES:
        traits = TRAITS[name]
        data = rg.load_game(name, size=7).new_initial_state().to_bytes()
        assert rows["0"] == "rules version of the game"
        assert f"{traits.kind} {traits.title}" in rows["1"]
        assert data[:3] == bytes([traits.rules_version, traits.kind, 7])


def test_the_page_about_a_new_game_shows_all_of_its_rules():
    rules = (ROOT / "tests/games/crossway.h").read_text(encoding="utf-8")
    [shown] = re.findall(
        r"^```c\n(.*?)```$", PAGES["docs/add-a-game.md"].read_text(encoding="utf-8"), re.M | re.S
    )
    assert rules == rules[: rules.index("#include")] + shown
