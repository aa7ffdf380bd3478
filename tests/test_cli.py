"""The command line, called in this process where only answers matter, else as a program."""

import json
import os
import pty
import re
import select
import subprocess
import sys
import time
from xml.etree import ElementTree

import pytest
from support.games import KNOWN
from support.programs import interrupt, interrupt_all, program
from support.registry import NAMES, TRAITS

import roadgames as rg
from roadgames.cli import _rate, _span, main
from roadgames.suites import read_suite

# More sequences than any machine counts while a test runs.
ENDLESS = ["perft", "kopano", "--size", "11", "--depth", "30", "--no-pie"]


def run(capsys, *args):
    """Exit code, standard output and standard error of a command."""
    try:
        code = main([str(arg) for arg in args])
    except SystemExit as stop:
        code = stop.code
    out, err = capsys.readouterr()
    return code, out, err


def answer(capsys, *args):
    code, out, err = run(capsys, *args)
    assert (code, err) == (0, "")
    return out


# ---- perft ----


def test_perft_table(capsys):
    out = answer(capsys, "perft", "kopano", "--size", 3, "--depth", 4)
    lines = out.splitlines()
    assert lines[0] == "Kopano 3x3, with swap"
    assert lines[1].split() == ["depth", "leaves", "seconds", "leaves/s"]
    rows = [line.split()[:2] for line in lines[2:]]
    assert rows == [["1", "9"], ["2", "81"], ["3", "484"], ["4", "2,476"]]


def test_perft_json(capsys):
    out = answer(capsys, "perft", "road", "--size", 3, "--depth", 3, "--no-pie", "--json")
    assert out.count("\n") == 1
    found = json.loads(out)
    seconds = found.pop("seconds")
    assert isinstance(seconds, float)
    assert seconds >= 0
    assert found == {
        "game": "rhode",
        "size": 3,
        "pie": False,
        "komi": None,
        "position": "rhode 3 nopie b 0 .../.../...",
        "depth": 3,
        "threads": 1,
        "hash_mb": 0,
        "nodes": 504,
    }


def test_perft_depth_0(capsys):
    out = answer(capsys, "perft", "rumbo", "--size", 3, "--depth", 0)
    assert [line.split()[:2] for line in out.splitlines()[2:]] == [["0", "1"]]


def test_perft_of_all_games(capsys):
    out = answer(capsys, "perft", "all", "--size", 3, "--depth", 1)
    titles = [line for line in out.splitlines() if "3x3" in line]
    assert titles[:3] == ["Rhode 3x3, with swap", "Kopano 3x3, with swap", "Rumbo 3x3, komi 0"]
    assert [title.split()[0] for title in titles] == [TRAITS[name].title for name in NAMES]
    found = json.loads(answer(capsys, "perft", "all", "--size", 3, "--depth", 1, "--json"))
    counts = [9 if TRAITS[name].owns_stones else 18 for name in NAMES]
    assert [game["nodes"] for game in found["games"]] == counts
    assert found["nodes"] == sum(counts)
    assert found["seconds"] >= 0


def test_divide(capsys):
    args = ("perft", "kopano", "--size", 3, "--depth", 3, "--divide", "--threads", 2)
    found = json.loads(answer(capsys, *args, "--json"))
    expected = rg.divide(rg.load_game("kopano", size=3).new_initial_state(), 3)
    assert found["divide"] == expected
    assert found["nodes"] == sum(expected.values()) == 484
    assert found["threads"] == 2

    *rows, total = answer(capsys, *args).splitlines()[1:]
    assert {text: int(count) for text, count in map(str.split, rows)} == expected
    assert total.split()[:2] == ["total", "484"]


def test_perft_with_a_table(capsys):
    for game in NAMES:
        args = ("perft", game, "--size", 4, "--depth", 6, "--json")
        plain = json.loads(answer(capsys, *args))
        for more in (["--hash", 1], ["--hash", 8, "--threads", 2], ["--hash", 1, "--divide"]):
            found = json.loads(answer(capsys, *args, *more))
            assert found["nodes"] == plain["nodes"]
            assert found["hash_mb"] == more[1]
    rows = answer(capsys, "perft", "kopano", "--size", 4, "--depth", 6, "--hash", 1).splitlines()
    assert rows[-1].split()[:2] == ["6", "3,286,744"]


def test_games(capsys):
    args = ("perft", "rhode", "--size", 3, "--no-pie", "--games")
    lines = answer(capsys, *args).splitlines()
    assert lines[0] == "Rhode 3x3, without swap"
    assert [line.split()[0] for line in lines[1:]] == ["games", "seconds"]
    assert lines[1].split()[1] == "190,132"
    found = json.loads(answer(capsys, *args, "--json"))
    assert (found["nodes"], found["depth"], found["hash_mb"]) == (190_132, None, 256)
    assert found["seconds"] >= 0
    every = json.loads(
        answer(capsys, "perft", "all", "--size", 3, "--no-pie", "--games", "--hash", 1, "--json")
    )
    counts = [KNOWN[name].complete[3] for name in NAMES]
    assert [game["nodes"] for game in every["games"]] == counts
    assert every["nodes"] == sum(counts)
    late = answer(capsys, *args, "--moves", "b2 a2 b3").splitlines()
    assert late[0].startswith("Rhode 3x3, without swap: rhode 3 nopie w 0 ")


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("pie", ["--pie", "--no-pie"])
def test_split(capsys, game, pie):
    """Each line goes with --moves, and the parts add up to the whole."""
    options = (game, "--size", 4, pie)
    depth = 5
    whole = json.loads(answer(capsys, "perft", *options, "--depth", depth, "--json"))["nodes"]
    for plies in (0, 1, 2):
        total = 0
        lines = answer(capsys, "perft", *options, "--prefixes", plies).splitlines()
        for line in lines:
            times, *moves = line.split(" ")
            assert len(moves) == plies
            args = (*options, "--depth", depth - plies, "--moves", " ".join(moves), "--json")
            total += int(times) * json.loads(answer(capsys, "perft", *args))["nodes"]
        assert total == whole
        found = json.loads(answer(capsys, "perft", *options, "--prefixes", plies, "--json"))
        parts = [f"{part['multiplicity']} {part['moves']}".rstrip() for part in found["parts"]]
        assert parts == lines
        assert found["plies"] == plies
        assert found["nodes"] == sum(part["multiplicity"] for part in found["parts"])
        assert found["seconds"] >= 0


def test_split_goes_on_from_moves(capsys):
    """The moves that were given are part of every line; those before a position text are not."""
    given = ["perft", "kopano", "--size", 4, "--prefixes", 1]
    lines = answer(capsys, *given, "--moves", "b2 swap").splitlines()
    assert lines
    assert all(re.fullmatch(r"\d+ b2 swap [a-d][1-4]", line) for line in lines)
    position = str(rg.Kopano(4).new_initial_state("kopano 4 pie w 1 ..../..../.b../...."))
    again = answer(capsys, "perft", "kopano", "--prefixes", 1, "--position", position).splitlines()
    assert again == [line.replace("b2 swap ", "") for line in lines]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0 s"),
        (59.4, "59 s"),
        (59.6, "1 min 0 s"),
        (3725, "1 h 2 min"),
        (86400 * 3 + 7300, "3 d 2 h"),
        (86400 * 1000, "1000 d 0 h"),
    ],
)
def test_span(seconds, text):
    assert _span(seconds) == text


def test_position_and_moves(capsys):
    state = rg.load_game("kopano", size=5).new_initial_state()
    for text in ("c3", "swap", "d3"):
        state.apply_action(state.string_to_action(text))
    given = ["--moves", "c3 swap d3"]
    found = json.loads(
        answer(capsys, "perft", "kopano", "--size", 5, "--depth", 2, "--json", *given)
    )
    assert found["position"] == str(state)
    assert found["nodes"] == rg.perft(state, 2)
    # The text tells the size and the rest, and the position is shown as it was asked for.
    out = answer(capsys, "perft", "kopano", "--depth", 1, "--position", str(state))
    assert out.splitlines()[0] == f"Kopano 5x5, with swap: {state}"
    state.apply_action(state.legal_actions()[0])
    moves = state.action_to_string(state.history()[-1])
    state.undo_action()
    out = answer(capsys, "show", "kopano", "--position", str(state), "--moves", moves, "--json")
    assert json.loads(out)["history"] == [moves]


@pytest.mark.parametrize("komi", [-4, 0, 2])
def test_komi(capsys, komi):
    found = json.loads(answer(capsys, "show", "rumbo", "--size", 3, "--komi", komi, "--json"))
    assert found["komi"] == komi
    again = json.loads(answer(capsys, "show", "rumbo", "--position", found["position"], "--json"))
    assert again == found


def test_rumbo_with_pie(capsys):
    found = json.loads(answer(capsys, "show", "rumbo", "--size", 2, "--pie", "--json"))
    assert found["komi"] is None
    assert found["legal_actions"] == ["komi=-3", "komi=-1", "komi=1", "komi=3"]
    out = answer(capsys, "show", "rumbo", "--pie", "--position", found["position"])
    assert "Seat 0 names the komi\n" in out


@pytest.mark.parametrize(
    ("count", "seconds", "text"),
    [
        (10**9, 1e-4, "-"),
        (0, 1.0, "0.00"),
        (999, 1.0, "999"),
        (9996, 10.0, "1.00 k"),
        (3_210_000_000, 1.0, "3.21 G"),
        (45 * 10**12, 1.0, "45.0 T"),
        (12_345 * 10**15, 1.0, "12,345 P"),
    ],
)
def test_rate(count, seconds, text):
    assert _rate(count, seconds) == text


# ---- playouts and show ----


def test_playouts(capsys):
    args = ("playouts", "rumbo", "--size", 5, "--count", 200, "--seed", 7)
    found = json.loads(answer(capsys, *args, "--json"))
    assert found["games"] == sum(found["wins"]) == 200
    assert found["plies"] == 200 * 25
    assert (found["cut_off"], found["seed"], found["game"]) == (0, 7, "rumbo")
    assert found["seconds"] >= 0

    rows = {line[:14].strip(): line[14:].split() for line in answer(capsys, *args).splitlines()}
    assert rows["games"] == ["200"]
    assert rows["won by seat 0"][0] == str(found["wins"][0])
    assert rows["actions"] == ["5,000", "25.00", "a", "game"]
    assert rows["seed"] == ["7"]


def test_playouts_cut_off_and_own_seed(capsys):
    args = ("playouts", "rhode", "--size", 5, "--count", 10, "--max-plies", 3, "--json")
    found = json.loads(answer(capsys, *args))
    assert (found["cut_off"], found["wins"], found["plies"]) == (10, [0, 0], 30)
    assert json.loads(answer(capsys, *args))["seed"] != found["seed"]


def test_show(capsys):
    out = answer(capsys, "show", "kopano", "--size", 4, "--moves", "b2")
    *board, count, text = out.splitlines()
    assert " 2 | .[X]. . | 2" in board
    assert count == "Legal actions: 16"
    assert text == "kopano 4 pie w+ 0 ..../..../.b../...."
    found = json.loads(answer(capsys, "show", "kopano", "--position", text, "--json"))
    assert found["position"] == text
    assert found["current_player"] == 1
    assert found["returns"] == [0.0, 0.0]
    assert len(found["legal_actions"]) == 16
    assert "swap" in found["legal_actions"]


def test_show_svg(capsys):
    out = answer(capsys, "show", "rhode", "--size", 9, "--moves", "e5", "--svg")
    assert ElementTree.fromstring(out).get("role") == "img"


def test_version(capsys):
    out = answer(capsys, "--version")
    assert out.startswith(f"roadgames {rg.__version__}, rules versions rhode 1, kopano 1, rumbo 1")
    assert re.search(r"^CPU level (baseline|v2|v3|v4)$", out, re.MULTILINE)


def test_help_names_the_commands(capsys):
    out = answer(capsys, "--help")
    assert all(name in out for name in ("perft", "playouts", "show"))


# ---- Bad input ----


@pytest.mark.parametrize(
    ("args", "needed"),
    [
        ([], ["COMMAND"]),
        (["solve"], ["'solve'", "perft"]),
        (["perft"], ["GAME", "--depth"]),
        (["perft", "kopano"], ["--depth"]),
        (["perft", "hex", "--depth", "1"], ["'hex'", "kopano"]),
        (["playouts", "all"], ["'all'", "kopano"]),
        (["perft", "kopano", "--depth", "-1"], ["--depth", "'-1'", "0 to 1000"]),
        (["perft", "kopano", "--depth", "1001"], ["--depth", "'1001'", "0 to 1000"]),
        (["perft", "kopano", "--depth", "2.0"], ["--depth", "'2.0'", "whole number"]),
        (["perft", "kopano", "--depth", "9" * 9999], ["--depth", "whole number"]),
        (["perft", "kopano", "--dep", "1"], ["--dep"]),
        (["perft", "kopano", "--depth", "0", "--divide"], ["--divide", "0"]),
        (["perft", "kopano", "--depth", "1", "--size", "20"], ["--size", "'20'", "2 to 19"]),
        (["perft", "kopano", "--depth", "1", "--threads", "0"], ["--threads", "'0'", "1 to"]),
        (["perft", "kopano", "--depth", "1", "--hash", "-1"], ["--hash", "'-1'", "0 to"]),
        (["perft", "kopano", "--depth", "1", "--hash", "1G"], ["--hash", "'1G'", "whole number"]),
        (["perft", "kopano", "--depth", "1", "--games"], ["--depth", "--games", "exclude"]),
        (["perft", "kopano", "--prefixes", "1", "--games"], ["--prefixes", "--games", "exclude"]),
        (["perft", "kopano", "--prefixes", "-1"], ["--prefixes", "'-1'", "0 to 1000"]),
        (["perft", "kopano", "--games", "--divide"], ["--divide", "--games"]),
        (["perft", "kopano", "--prefixes", "1", "--divide"], ["--divide", "--prefixes"]),
        (["perft", "rhode", "--size", "6", "--games"], ["Rhode 6x6", "no number"]),
        (["perft", "--suite", "x", "--games"], ["--suite", "games"]),
        (["perft", "kopano", "--depth", "1", "--komi", "2"], ["komi"]),
        (["show", "rumbo", "--size", "5", "--komi", "1"], ["komi", "even", "1"]),
        (["show", "rumbo", "--size", "5", "--komi", "26"], ["komi", "26"]),
        (["show", "rumbo", "--size", "5", "--pie", "--komi", "2"], ["komi", "2"]),
        (["show", "kopano", "--svg", "--json"], ["--svg", "--json"]),
        (["show", "kopano", "--moves", "c3 z99 d4"], ["move 2", "'z99'", "a1 to k11"]),
        (["show", "kopano", "--moves", "c3 d4 swap"], ["move 3", "'swap'", "not legal"]),
        (["show", "kopano", "--moves", "c3 c3"], ["move 2", "'c3'", "not legal"]),
        (["show", "kopano", "--moves", "c3\nd\u00e94"], ["move 2", "4"]),
        (["show", "kopano", "--position", ""], ["position", "''"]),
        (["show", "kopano", "--position", "kopano 5 pie b+ 0 ....."], ["position", "row"]),
        (["show", "kopano", "--position", "rhode 2 pie b+ 0 ../.."], ["rhode", "kopano"]),
        (["show", "kopano", "--size", "3", "--position", "kopano 2 pie b+ 0 ../.."], ["2", "3"]),
        (["playouts", "rhode", "--count", "0"], ["--count", "'0'", "from 1"]),
        (["playouts", "rhode", "--seed", "-1"], ["--seed", "'-1'"]),
        (["playouts", "rhode", "--max-plies", "0"], ["--max-plies", "'0'"]),
        (["perft", "--suite", "no/such/file"], ["'no/such/file'", "No such file"]),
        (["perft", "--suite", "x", "--size", "5"], ["--suite", "size"]),
    ],
)
def test_bad_input(capsys, args, needed):
    code, out, err = run(capsys, *args)
    assert (code, out) == (2, "")
    assert err.startswith("roadgames: ")
    assert err.count("\n") == 1
    assert err.endswith("\n")
    assert all(part in err for part in needed), err


LONG = "z" * 100_000


@pytest.mark.parametrize(
    ("args", "needed"),
    [
        ([LONG], ["'zzz", "perft", "show"]),
        (["perft", LONG, "--depth", "1"], ["GAME", "'zzz", "rumbo"]),
        (["perft", "kopano", "--depth", LONG], ["--depth", "'zzz", "0 to 1000"]),
        (["perft", "kopano", "--depth", "9" * 100_000], ["--depth", "'999", "0 to 1000"]),
        (["perft", "kopano", f"--{LONG}"], ["--zzz"]),
        (["show", "kopano", "--moves", f"c3 {LONG} d4"], ["move 2", "'zzz", "a1 to k11"]),
        (["show", "kopano", "--position", LONG], ["position", "'zzz"]),
        (["perft", "--suite", LONG], ["'zzz", "name too long"]),
    ],
)
def test_long_arguments_are_shortened(capsys, args, needed):
    code, out, err = run(capsys, *args)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert len(err) < 450
    assert all(part in err for part in needed), err


# ---- Suites ----

SUITE = """\
# counts of small boards

kopano size=3 pie=off ; moves ; D1 9 ; D2 72 ; D3 412 ; name the start
kopano size=3 pie=on ; moves b2 swap ; D0 1 ; D1 8
rumbo size=3 pie=off komi=2 ; position rumbo 3 nopie v 0 2 .../.../... .../.../... ; D2 272
"""


@pytest.fixture
def suite(tmp_path):
    path = tmp_path / "small.perft"
    path.write_text(SUITE)
    return path


def test_read_suite(suite):
    first, second, third = read_suite(str(suite))
    assert first.where == f"{suite}:3"
    assert first.name == "the start"
    assert dict(first.counts) == {1: 9, 2: 72, 3: 412}
    assert str(second.state) == "kopano 3 pie w 1 .../.b./..."
    assert (second.name, dict(second.counts)) == ("", {0: 1, 1: 8})
    assert third.state.komi == 2


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_ends_of_lines_and_byte_order_mark(suite, end, mark):
    """All else that ends a line somewhere is part of a name, and the lines are counted alike."""
    ends = "a\rb\vc\fd\x1ce\x1df\x1eg\x85h\u2028i\u2029"
    text = SUITE.replace("the start", ends).replace("# counts", f"# {ends} counts")
    suite.write_bytes((mark + text.replace("\n", end)).encode())
    lines = read_suite(str(suite))
    assert [line.where for line in lines] == [f"{suite}:{number}" for number in (3, 4, 5)]
    assert [line.name for line in lines] == [ends, "", ""]
    suite.write_bytes((mark + text[text.index("kopano") :].replace("\n", end)).encode())
    assert [line.counts for line in read_suite(str(suite))] == [line.counts for line in lines]


def test_good_suite(capsys, suite):
    out = answer(capsys, "perft", "--suite", suite, suite)
    *rows, summary = out.splitlines()
    assert [row.split()[0] for row in rows] == ["ok"] * 6
    assert rows[0].endswith(f"{suite}:3: Kopano 3x3, without swap, D1 D2 D3, the start")
    assert summary.startswith("12 counts of 6 positions: all ok (1,548 leaves, ")

    found = json.loads(answer(capsys, "perft", "--suite", suite, "--json"))
    assert found.pop("seconds") >= 0
    assert found == {"positions": 3, "counts": 6, "nodes": 774, "failed": []}


def test_suite_with_a_wrong_count(capsys, suite):
    suite.write_text(SUITE.replace("D2 72", "D2 71"))
    code, out, err = run(capsys, "perft", "--suite", suite)
    assert (code, err) == (1, "")
    lines = out.splitlines()
    assert lines[0].startswith("FAILED")
    assert lines[0].endswith("the start: depth 2 is 72, expected 71")
    assert lines[1].strip() == "kopano 3 nopie b 0 .../.../..."
    assert [line.split() for line in lines[2:4]] == [["a3", "8"], ["b3", "8"]]
    assert [line.split()[0] for line in lines[11:13]] == ["ok", "ok"]
    assert lines[13].startswith("6 counts of 3 positions: 1 FAILED")

    code, out, err = run(capsys, "perft", "--suite", suite, "--json")
    (failure,) = json.loads(out)["failed"]
    assert code == 1
    assert (failure["depth"], failure["expected"], failure["nodes"]) == (2, 71, 72)
    assert failure["where"] == f"{suite}:3"
    assert sum(failure["divide"].values()) == 72


@pytest.mark.parametrize(
    ("line", "needed"),
    [
        ("kopano size=3 ; moves ; D1 9", ["'kopano size=3'", "pie=on|off"]),
        ("hex size=3 pie=on ; moves ; D1 9", ["'hex'", "kopano"]),
        ("kopano size=30 pie=on ; moves ; D1 9", ["size", "30"]),
        ("kopano size=3 pie=on komi=2 ; moves ; D1 9", ["komi"]),
        ("rumbo size=3 pie=off komi=1 ; moves ; D1 9", ["komi", "1"]),
        ("kopano size=3 pie=on", ["second field", "moves"]),
        ("kopano size=3 pie=on ; D1 9", ["second field", "'D1'"]),
        ("kopano size=3 pie=on ; moves b2 b2 ; D1 9", ["move 2", "'b2'"]),
        ("kopano size=3 pie=on ; moves b2 x ; D1 9", ["move 2", "'x'"]),
        ("kopano size=3 pie=on ; position kopano 3 pie b+ 0 ; D1 9", ["position", "fields"]),
        ("kopano size=3 pie=on ; moves", ["no count"]),
        ("kopano size=3 pie=on ; moves ; name x", ["'name x'", "count"]),
        ("kopano size=3 pie=on ; moves ; D1 9 ; D1 9", ["depth 1", "twice"]),
        ("kopano size=3 pie=on ; moves ; D1 9,0", ["'D1 9,0'", "count"]),
        ("kopano size=3 pie=on ; moves ; D1 9; D2 81", ["'D1 9; D2 81'", "count"]),
        ("kopano size=3 pie=on ; moves ; D9999 9", ["depth 9999", "1000"]),
        ("kopano size=3 pie=on ; moves ; D1 9 ; name x ; D2 81", ["'D2 81'", "name"]),
    ],
)
def test_malformed_suite(capsys, suite, line, needed):
    check_malformed(capsys, suite, line, needed)


# More digits than Python reads.
DIGITS = "9" * 5000


@pytest.mark.parametrize(
    ("line", "needed"),
    [
        (LONG, ["'zzz", "pie=on|off"]),
        (f"{LONG} size=3 pie=on ; moves ; D1 9", ["'zzz", "kopano"]),
        (f"kopano size={DIGITS} pie=on ; moves ; D1 9", ["size=9", "pie=on|off"]),
        (f"rumbo size=3 pie=off komi={DIGITS} ; moves ; D1 9", ["komi", "pie=on|off"]),
        (f"rumbo size=3 pie=off komi={'9' * 40} ; moves ; D1 9", ["komi", "-8 to 8"]),
        (f"kopano size=3 pie=on ; {LONG} ; D1 9", ["second field", "'zzz"]),
        (f"kopano size=3 pie=on ; moves b2 {LONG} ; D1 9", ["move 2", "'zzz", "swap"]),
        (f"kopano size=3 pie=on ; position {LONG} ; D1 9", ["position", "'zzz"]),
        (f"kopano size=3 pie=on ; moves ; {LONG}", ["'zzz", "count"]),
        (f"kopano size=3 pie=on ; moves ; D{DIGITS} 9", ["'D9", "count"]),
        (f"kopano size=3 pie=on ; moves ; D1 {DIGITS}", ["'D1 9", "count"]),
        (f"kopano size=3 pie=on ; moves ; D1 9 ; name x ; {LONG}", ["'zzz", "name"]),
    ],
)
def test_long_texts_of_suites_are_shortened(capsys, suite, line, needed):
    assert len(check_malformed(capsys, suite, line, needed)) < 300 + len(str(suite))


def check_malformed(capsys, suite, line, needed):
    suite.write_text(f"# one bad line\n\n{line}\n")
    code, out, err = run(capsys, "perft", "--suite", suite)
    assert (code, out) == (2, "")
    assert err.startswith(f"roadgames: {suite}:3: ")
    assert err.count("\n") == 1
    assert all(part in err for part in needed), err
    return err


@pytest.mark.parametrize("content", [b"", b"# nothing\n", b"\xff\xfe\n"])
def test_suite_without_positions_or_text(capsys, suite, content):
    suite.write_bytes(content)
    code, out, err = run(capsys, "perft", "--suite", suite)
    assert (code, out) == (2, "")
    assert str(suite) in err
    assert err.count("\n") == 1


# ---- As a program ----


def test_interrupted_table():
    process = program(*ENDLESS)
    first = [process.stdout.readline() for _ in range(3)]
    time.sleep(0.5)
    code, out, err = interrupt(process)
    assert (code, err) == (130, "")
    assert first[2].split()[:2] == ["1", "121"]
    assert re.match(r" +\d+ +interrupted at \d+\.\d% +\d+\.\d+$", out.splitlines()[-1])


def test_interrupted_json_and_divide():
    """All run side by side, as each has to run for a while."""
    commands = [
        [*ENDLESS, "--json"],
        [*ENDLESS, "--json", "--divide"],
        ["playouts", "kopano", "--count", "1000000000000", "--json"],
        ["perft", "kopano", "--size", "11", "--depth", "30", "--divide"],
    ]
    processes = [program(*args) for args in commands]
    time.sleep(2.5)
    ended = interrupt_all(processes)
    assert [(code, err) for code, _, err in ended] == [(130, "")] * len(commands)
    for args, (_, out, _) in zip(commands, ended, strict=True):
        if "--json" not in args:
            assert re.search(r"^interrupted: \d+ of 121 first actions counted$", out, re.MULTILINE)
            continue
        found = json.loads(out)
        assert found["interrupted"] is True
        assert found["seconds"] > 0
        if "playouts" in args:
            assert 0 < found["games"] < 1000000000000
            assert sum(found["wins"]) == found["games"]
        else:
            assert found["nodes"] is None
            assert ("divide" in found) == ("--divide" in args)


def test_progress_is_for_terminals():
    ours, theirs = pty.openpty()
    process = program(*ENDLESS, stderr=theirs)
    os.close(theirs)
    seen = b""
    end = time.monotonic() + 30
    while b"% in" not in seen and time.monotonic() < end:
        if select.select([ours], [], [], 1)[0]:
            seen += os.read(ours, 1000)
    code, out, _ = interrupt(process)
    os.close(ours)
    assert re.search(rb"\rdepth \d+: \d+\.\d% in \d+ s", seen)
    assert code == 130
    assert "\r" not in out


def redirected(where, *args, buffered=True):
    """The command line with what a shell writes to redirect its streams, like `2>&-`."""
    if "/dev/full" in where and not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full")
    command = ["sh", "-c", f'exec "$@" {where}', "sh", sys.executable, "-m", "roadgames", *args]
    env = {**os.environ, "PYTHONUNBUFFERED": "" if buffered else "1"}
    return subprocess.Popen(command, stdout=-1, stderr=-1, text=True, env=env)


ANSWERS = [
    ["show", "kopano"],
    ["show", "kopano", "--svg"],
    ["perft", "kopano", "--size", "3", "--depth", "1", "--json"],
    ["--version"],
    ["--help"],
    ["perft", "--help"],
]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_answer_to_a_full_device() -> None:
    with open("/dev/full", "w") as full:
        run = subprocess.run(
            [sys.executable, "-m", "roadgames", "show", "kopano"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert run.returncode == 1
    assert run.stderr == "roadgames: cannot write the answer: No space left on device\n"


def test_closed_standard_output() -> None:
    command = f'"{sys.executable}" -m roadgames show kopano --size 5 >&-'
    run = subprocess.run(command, shell=True, stderr=subprocess.PIPE, text=True, check=False)
    assert run.returncode == 1
    assert run.stderr == "roadgames: standard output is closed\n"


@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize("args", ANSWERS)
def test_answer_that_cannot_be_written(args, buffered):
    where = (">/dev/full", "1</dev/null", ">&-")
    processes = [redirected(w, *args, buffered=buffered) for w in where]
    *unwritten, closed = (process.communicate(timeout=60)[1] for process in processes)
    assert [process.returncode for process in processes] == [1, 1, 1]
    for err in unwritten:
        assert re.fullmatch(r"roadgames: cannot write the answer: .*\n", err)
    assert closed == "roadgames: standard output is closed\n"


@pytest.mark.parametrize("args", ANSWERS)
def test_reader_that_has_gone(args):
    read, write = os.pipe()
    os.close(read)
    process = program(*args, stdout=write)
    os.close(write)
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (1, "")


UNWRITABLE = ["2>&-", "2>/dev/full", "2</dev/null"]


@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize("where", UNWRITABLE)
def test_error_that_cannot_be_written(where, buffered):
    """The exit code stays, and nothing comes out elsewhere."""
    cases = [
        # Where there is no /dev/full, nothing has been started yet.
        (["show", "kopano"], ">/dev/full", 1),
        (["--version"], ">/dev/full", 1),
        (["show", "kopano", "--size", "99"], "", 2),
        (["show", "kopano", "--moves", "z99"], "", 2),
        (["perft", "--suite", "no/such/file"], "", 2),
        (["show", "kopano"], ">&-", 1),
    ]
    processes = [redirected(f"{more} {where}", *args, buffered=buffered) for args, more, _ in cases]
    for process, (_, _, expected) in zip(processes, cases, strict=True):
        assert process.communicate(timeout=60) == ("", "")
        assert process.returncode == expected


def test_progress_that_cannot_be_written():
    there = [where for where in UNWRITABLE if os.path.exists("/dev/full") or "full" not in where]
    processes = [redirected(where, *ENDLESS, "--json") for where in there]
    time.sleep(3.5)
    for code, out, err in interrupt_all(processes):
        assert (code, err) == (130, "")
        assert json.loads(out)["interrupted"] is True


def test_terminal_that_has_gone():
    """A count goes on without its progress."""
    ours, theirs = pty.openpty()
    process = program(*ENDLESS, "--json", stderr=theirs)
    os.close(theirs)
    assert select.select([ours], [], [], 60)[0]
    os.close(ours)
    time.sleep(0.5)
    code, out, _ = interrupt(process)
    assert code == 130
    assert json.loads(out)["interrupted"] is True


def test_plain_locale(suite):
    suite.write_text(SUITE.replace("the start", "d\u00e9but"), encoding="utf-8")
    plain = {**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    for args in (["show", "rumbo"], ["show", "kopano", "--svg"], ["perft", "--suite", str(suite)]):
        out, err = program(*args, env=plain).communicate(timeout=60)
        assert err == ""
        assert out.isascii()
        assert len(out.splitlines()) > 3
