"""The guard of the C core's speed: reading callgrind's dumps, and comparing with figures."""

from dataclasses import replace
from pathlib import Path

import pytest
from support.registry import EXTRA, NAMES

from benchmarks.guard.check import passes
from benchmarks.guard.figures import HERE, INSTRUCTIONS, RATIOS
from benchmarks.guard.measure import GuardError, read_dumps, run

PROGRAM = Path("/here/guard")
DUMPS = """\
part: 1
desc: Trigger: --dump-before=end
ob=/here/guard
fn=main
0 10
cob=/here/guard
cfn=work
calls=3 0
0 500
cob=/lib/libc.so.6
cfn=malloc
calls=1 0
0 70

ob=/lib/libc.so.6
fn=malloc
0 70

ob=/here/guard
fn=work
0 500
part: 2
desc: Trigger: --dump-before=end
ob=/here/guard
fn=main
0 7
part: 3
desc: Trigger: Program termination
ob=/here/guard
fn=main
0 9000
"""


def test_own_code_is_counted_once_for_each_dump():
    assert read_dumps(DUMPS, PROGRAM) == [510, 7]


def test_changes_beyond_the_tolerance():
    committed = {
        "a perft 7": 1000.0,
        "b perft 7": 1000.0,
        "b perft 19": 1000.0,
        "c perft 7": 1000.0,
    }
    found = {"a perft 7": 1029.0, "b perft 7": 1200.0, "b perft 19": 900.0, "d perft 7": 1.0}
    changes = INSTRUCTIONS.changes(committed, found)
    assert changes.slower == ["b perft 7: 1,000 -> 1,200 (+20.0%)"]
    assert changes.faster == ["b perft 19: 1,000 -> 900 (-10.0%)"]
    assert changes.unmatched == ["c perft 7", "d perft 7"]


def test_update_changes_its_section_of_its_games_alone(tmp_path):
    table = replace(RATIOS, folder=tmp_path / "ratios")
    table.update("gcc", {"a perft 11": 0.5, "a perft 7": 0.25, "b perft 7": 0.5})
    table.update("clang", {"a perft 7": 0.125})
    table.update("gcc", {"a perft 11": 0.75, "a perft 7": 0.25})
    gcc, clang = {"a perft 7": 0.25, "a perft 11": 0.75}, {"a perft 7": 0.125}
    assert table.sections("a") == {"gcc": gcc, "clang": clang}
    assert table.sections("b") == {"gcc": {"b perft 7": 0.5}}
    assert table.committed("gcc") == {**gcc, "b perft 7": 0.5}
    lines = table.path("a").read_text().splitlines()
    names = [line.split()[:3] for line in lines if line[:2] == "a "]
    assert names == [["a", "perft", "7"], ["a", "perft", "7"], ["a", "perft", "11"]]


def test_a_game_is_compared_where_there_are_figures(tmp_path, capsys):
    table = replace(INSTRUCTIONS, folder=tmp_path / "instructions")
    table.update("gcc", {"a perft 7": 1000.0})
    assert passes(table, "a", "gcc", {"a perft 7": 1029.0})
    assert not passes(table, "a", "gcc", {"a perft 7": 1031.0})
    assert passes(table, "a", "clang", {"a perft 7": 2000.0})
    assert not passes(table, "b", "gcc", {"b perft 7": 1000.0})
    assert capsys.readouterr().out.splitlines() == [
        "guard: [gcc] a: 1 of 1 workloads within 3%",
        "guard: SLOWER [gcc] a perft 7: 1,000 -> 1,031 (+3.1%)",
        "guard: [gcc] a: 0 of 1 workloads within 3%",
        "guard: a has no instructions [clang]: nothing to compare with, found",
        "  a perft 7                  2000",
        "guard: UNKNOWN b: it has no instructions; make guard-update",
    ]


@pytest.mark.parametrize("game", [name for name in NAMES if name not in EXTRA])
def test_sections_have_the_same_workloads(game):
    answers = (HERE / "answers" / f"{game}.txt").read_text().splitlines()[1:]
    recorded = {" ".join([game, *line.split()[:2]]) for line in answers}
    counted = {frozenset(section) for section in INSTRUCTIONS.sections(game).values()}
    timed = {frozenset(section) for section in RATIOS.sections(game).values()}
    assert counted == {frozenset(recorded)}
    assert len(timed) == 1
    assert timed.pop() < recorded


def test_a_program_that_fails_is_an_error(tmp_path):
    program = tmp_path / "guard"
    program.write_text("#!/bin/sh\necho build; echo v2; echo 'a perft 7: wrong' >&2; exit 1\n")
    program.chmod(0o755)
    with pytest.raises(GuardError, match="at v2: a perft 7: wrong"):
        run([program], "v2")
