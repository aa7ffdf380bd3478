"""The registry of games: what Python reads of it, and that nothing else lists the games."""

import ast
import copy
import dataclasses
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import roadgames as rg
from roadgames import cli, games, registry
from roadgames._native import lib
from roadgames.registry import TRAITS, Opening, SymmetryGroup, Traits, WeakPairs

every_game = pytest.mark.parametrize("traits", TRAITS, ids=lambda traits: traits.name)
FOLDER = Path(str(rg.__file__)).parent


def test_all_games_are_read() -> None:
    assert [traits.kind for traits in TRAITS] == list(range(lib.rg_game_count()))
    names = [name for traits in TRAITS for name in traits.names]
    assert len(set(names)) == len(names)
    assert {"rhode", "road", "kopano", "rumbo"} <= set(names)


@every_game
def test_types(traits: Traits) -> None:
    kinds = {
        "kind": int,
        "name": str,
        "alias": (str, type(None)),
        "ban": (str, type(None)),
        "title": str,
        "players": tuple,
        "rules_version": int,
        "opening": Opening,
        "links": int,
        "weak_pairs": WeakPairs,
        "symmetries": SymmetryGroup,
        "finite_size": int,
    }
    for field, value in traits._asdict().items():
        assert isinstance(value, kinds.get(field, bool)), field
    assert [type(player) for player in traits.players] == [str, str]
    assert traits.links in (0, 4, 8)
    assert lib.RG_MIN_SIZE <= traits.finite_size <= lib.RG_MAX_SIZE
    with pytest.raises(AttributeError):
        traits.name = "another"  # type: ignore[misc]


@every_game
def test_loaded_by_every_name(traits: Traits) -> None:
    for name in traits.names:
        game = rg.load_game(name, size=5)
        assert (game.name, game.players) == (traits.name, traits.players)
        assert game.traits is type(game).traits is traits
        assert type(game).__name__ == traits.title
        assert str(game) == f"{traits.title} 5x5"
        assert game.pie is traits.default_pie
        assert game == rg.load_game(traits.name, size=5)


@every_game
def test_what_a_class_has_is_what_its_traits_say(traits: Traits) -> None:
    kind = games.CLASSES[traits.kind]
    assert issubclass(kind, rg.Game)
    assert issubclass(kind, games.KomiGame) == traits.has_komi
    assert [field.name for field in dataclasses.fields(kind)] == [
        *("size", "pie"),
        *(["komi"] if traits.has_komi else []),
    ]
    assert kind.__doc__
    assert getattr(games, traits.title) is kind


@every_game
@pytest.mark.parametrize("pie", [False, True])
def test_copies_and_repr(traits: Traits, pie: bool) -> None:
    game = rg.load_game(traits.name, size=4, pie=pie)
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[-1])
    for thing in (game, state, game.symmetries()[5]):
        for twin in (pickle.loads(pickle.dumps(thing)), copy.deepcopy(thing), copy.copy(thing)):
            assert type(twin) is type(thing)
            assert twin == thing
    assert pickle.loads(pickle.dumps(type(game))) is type(game)
    assert eval(repr(game), vars(games)) == game


@every_game
def test_texts_of_actions_in_errors(traits: Traits) -> None:
    for pie in (False, True):
        game = rg.load_game(traits.name, size=3, pie=pie)
        with pytest.raises(ValueError, match="'nothing' is no action of") as caught:
            game.string_to_action("nothing")
        words = re.findall(r"[\w=-]+", str(caught.value).partition("expected ")[2])
        texts = {game.action_to_string(a) for a in range(game.num_distinct_actions())}
        no_points = {text for text in texts if not re.fullmatch("[BW]?[abc][123]", text)}
        told = {text for text in no_points if not text.startswith("komi=")}
        assert told <= set(words)
        assert {"swap", "pass"} & set(words) == {"swap", "pass"} & texts
        assert {word for word in words if word.startswith("komi=")} <= texts
        assert ("komi" in str(caught.value)) == any("komi" in text for text in texts)


ATTRIBUTES = {
    "claims": lambda traits: traits.has_claims,
    "score": lambda traits: traits.has_claims,
    "komi": lambda traits: traits.has_komi,
    "weak_pairs": lambda traits: traits.weak_pairs is WeakPairs.OBLIGE,
}


def told(attribute: str, state: rg.State) -> object:
    value = getattr(state, attribute)
    return value() if callable(value) else value


@every_game
@pytest.mark.parametrize("attribute", ATTRIBUTES)
def test_attributes_that_not_every_game_has(traits: Traits, attribute: str) -> None:
    has = ATTRIBUTES[attribute]
    state = rg.load_game(traits.name, size=5).new_initial_state()
    if has(traits):
        assert told(attribute, state) is not None
        return
    owners = [other.name for other in TRAITS if has(other)]
    with pytest.raises(AttributeError) as caught:
        told(attribute, state)
    assert str(caught.value).startswith(f"{traits.name} has no {attribute}: only {owners[0]} ")
    assert all(owner in str(caught.value) for owner in owners)


def test_unknown_names() -> None:
    names = ", ".join(name for traits in TRAITS for name in traits.names)
    for name in ("", "Kopano", "kopano ", "kopano\0", "\ud800", "go"):
        with pytest.raises(ValueError, match=f"no game is called .*: expected {names}$"):
            rg.load_game(name)
    with pytest.raises(TypeError, match="the name of a game must be a str, not 0"):
        rg.load_game(0)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", [rg.Game, games.KomiGame])
def test_what_is_no_game_by_itself(kind: type[rg.Game]) -> None:
    with pytest.raises(TypeError, match=f"{kind.__name__} is no game by itself: use load_game"):
        kind(5)


def test_lists_of_words() -> None:
    assert registry.listed(["a"]) == "a"
    assert registry.listed(["a", "b"]) == "a and b"
    assert registry.listed(["a", "b", "c"], "or") == "a, b or c"


# ---- Nothing else knows the games ----

WORDS = re.compile("|".join(word for t in TRAITS for word in (*t.names, t.title)), re.IGNORECASE)


def strings_and_names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """All words of code, with their lines, but those of docstrings."""
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in docstrings:
                yield node.lineno, node.value
        elif isinstance(node, ast.Name):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute):
            yield node.lineno, node.attr
        elif isinstance(node, ast.FunctionDef):
            yield node.lineno, node.name


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.name)
def test_no_code_names_a_game(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    public = set(getattr(sys.modules.get(f"roadgames.{path.stem}", rg), "__all__", ()))
    named = [
        f"line {line}: {text}"
        for line, text in strings_and_names(tree)
        # The name of the package has that of a game in it.
        if WORDS.search(re.sub("roadgames", "", text, flags=re.I)) and text not in public
    ]
    assert named == []


def test_the_test_above_sees_names() -> None:
    code = 'def f(game):\n    "rhode"\n    return game == "rhode" or game is Kopano\n'
    seen = [text for _, text in strings_and_names(ast.parse(code)) if WORDS.search(text)]
    assert seen == ["rhode", "Kopano"]


def imports_of(path: Path) -> set[str]:
    """The modules of the package that a module imports when it is run."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body.clear()
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            found |= {node.module} if node.module else {alias.name for alias in node.names}
    return found


def test_imports_go_one_way() -> None:
    modules = {path.stem: imports_of(path) for path in FOLDER.glob("*.py")}
    done: set[str] = {"_native", "__version__"}
    while free := {name for name, needs in modules.items() if needs <= done} - done:
        done |= free
    assert set(modules) - done == set(), "modules that import each other"


def test_nothing_is_imported_inside_functions() -> None:
    for path in FOLDER.glob("*.py"):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef):
                inside = [
                    n for n in ast.walk(function) if isinstance(n, ast.Import | ast.ImportFrom)
                ]
                assert inside == [], f"{path.name}: {function.name}"


# ---- The shells ----


def test_command_line_offers_every_name() -> None:
    for command in ("perft", "playouts", "show"):
        run = subprocess.run(
            [sys.executable, "-m", "roadgames", command, "--help"],
            capture_output=True,
            text=True,
            check=True,
        )
        for traits in TRAITS:
            assert all(re.search(rf"\b{name}\b", run.stdout) for name in traits.names)


def test_every_option_has_a_help_text() -> None:
    parsers = [cli._parser()]
    for parser in parsers:
        for action in parser._actions:
            if isinstance(action.choices, dict):  # the commands, with their parsers
                parsers += action.choices.values()
            else:
                assert action.help, f"{parser.prog} {action.option_strings or action.dest}"
    assert len(parsers) == 4


@every_game
def test_shells_have_every_game(traits: Traits) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    shell = pytest.importorskip("roadgames.openspiel")
    loaded = pyspiel.load_game(traits.name, {"size": 4})
    assert loaded.core == rg.load_game(traits.name, size=4)
    assert type(loaded) is getattr(shell, traits.title)
    assert loaded.get_type().long_name == traits.title
    pettingzoo = pytest.importorskip("roadgames.pettingzoo")
    for name in traits.names:
        environment = pettingzoo.env(name, size=4, render_mode="ansi")
        environment.reset()
        assert traits.title in environment.render()
